"""Finished matches in words: who played, and how they came out.

    past.standing(words, played)                # [('Luc', 31), ('Player 2', 20)]

A guest who gave no name, or whose name was forgotten, goes by the seat.
"""

from __future__ import annotations

from controller.view import Played
from display.text.words import Words
from engine import games


def named(words: Words, played: Played) -> list[str]:
    """Every player, seat by seat."""
    return [name or words.label(seat) for seat, name in enumerate(played.names)]


def winners(words: Words, played: Played) -> str:
    names = named(words, played)
    return words.say(" and ").join(names[seat] for seat in played.winners)


def standing(words: Words, played: Played) -> list[tuple[str, int]]:
    """Names and totals, the best first; partners together."""
    sides = sorted({side_of(played, seat) for seat in range(len(played.names))})
    known = played.game in games.names()
    sign = 1 if known and games.game(played.game).lowest_wins else -1
    sides.sort(key=lambda side: (side not in played.winners, sign * played.totals[side]))
    return [(side_name(words, played, side), played.totals[side]) for side in sides]


def side_name(words: Words, played: Played, side: int) -> str:
    names = named(words, played)
    return " + ".join(name for seat, name in enumerate(names) if side_of(played, seat) == side)


def side_of(played: Played, seat: int) -> int:
    """Whose points the seat's are; of a game that is no longer there, its own."""
    return games.game(played.game).side(seat) if played.game in games.names() else seat
