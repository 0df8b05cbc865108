"""What several games do alike: add up rounds, take corrections, tell of their players.

>>> standings(Setup(seats=2, rounds=2), [(3, 1), (0, 4)])[:3]
((3, 5), True, (1,))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.events import Corrected
from engine.rules import Count, EndRound, HandCount, Move, Ruling, Seat, Setup, Standings, Turn

CORRECTIONS = (Turn, HandCount, EndRound)


def replaced(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    """*items* with another item at *index*."""
    changed = [*items]
    changed[index] = item
    return tuple(changed)


def best(totals: Sequence[int], better: Callable[[Iterable[int]], int]) -> tuple[Seat, ...]:
    """The seats that share the best total, by `max` or `min`."""
    target = better(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == target)


def standings(setup: Setup, results: Sequence[tuple[int, ...]]) -> Standings:
    """The highest total wins once the rounds agreed are played; ties share."""
    return standings_after(setup.rounds, setup, results, max)


def standings_after(
    rounds: int | None,
    setup: Setup,
    results: Sequence[tuple[int, ...]],
    better: Callable[[Iterable[int]], int],
) -> Standings:
    """The best total, by `max` or `min`, wins after so many rounds; ties share."""
    totals = tuple(map(sum, zip(*results, strict=True))) if results else (0,) * setup.seats
    over = len(results) == rounds
    return Standings(totals, over, best(totals, better) if over else ())


def correct(state: Any, move: Move, end: Callable[[Any, tuple[Any, ...]], Ruling]) -> Ruling:
    """What a correction or a count makes of *state*, once it is not refused; *end* ends the round."""
    events = (Corrected(move),)
    match move:
        case Turn(seat):
            return Ruling(state._replace(turn=seat), events)
        case HandCount(seat, number):
            return Ruling(state._replace(hands=replaced(state.hands, seat, number)), events)
        case Count(piles):
            return end(state._replace(taken=piles), events)
    return end(state, events)


def players(names: Sequence[str], hands: Iterable[int], taken: Iterable[int]) -> list[dict[str, Any]]:
    """What all may know of each: how many cards in hand, how many cards or tricks taken."""
    told = zip(names, hands, taken, strict=True)
    return [{"name": name, "hand": hand, "taken": number} for name, hand, number in told]
