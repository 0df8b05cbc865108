"""What happened, in the past tense. A ruling lists its events in the order they happened.

Fields named `player` or `to` are seats, `card` and `cards` are cards; text forms rely on it (notation.py).
A game's `hidden` names what players may not see until the round is scored: the public form gives a count.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.cards import Card
from engine.rules import Correction, Seat


class Laid(NamedTuple):
    player: Seat | None  # None: a card turned up for the pot, by nobody in particular
    card: Card
    zone: int


class Took(NamedTuple):
    """13: the pile taken after an over, face down."""

    player: Seat
    cards: tuple[Card, ...]


class Drew(NamedTuple):
    player: Seat
    number: int
    source: str = "draw-pile"  # or "face-up", "face-down"


class Skipped(NamedTuple):
    player: Seat


class PickedUp(NamedTuple):
    """Ninja: the centre pile went openly into a hand."""

    player: Seat
    cards: tuple[Card, ...]


class Removed(NamedTuple):
    """Ninja: the centre pile left the game for good."""

    cards: tuple[Card, ...]


class Given(NamedTuple):
    """Ninja: the pile is offered; *to* may still counter. Nobody, if *to* is None."""

    player: Seat
    to: Seat | None


class Countered(NamedTuple):
    player: Seat


class Contract(NamedTuple):
    """Gamate: the trumps are agreed, and who declares."""

    player: Seat
    bid: tuple[Any, ...]
    opposed: bool


class DealVoid(NamedTuple):
    """Gamate: all passed, or the deal was ended early; no score."""


class TrickTaken(NamedTuple):
    """Gamate: *player* laid the last card on the trick."""

    player: Seat
    cards: tuple[Card, ...]


class Forfeited(NamedTuple):
    """Gamate: a declaration was owed and not made."""

    player: Seat


class MancheWon(NamedTuple):
    side: int


class PotTaken(NamedTuple):
    """Le Pot: all cards of one colour, face down."""

    player: Seat
    colour: str
    cards: tuple[Card, ...]


class SettlingStopped(NamedTuple):
    """Le Pot: these colours are equally strong; they and all weaker ones get nothing."""

    colours: tuple[str, ...]
    strength: int


class Corrected(NamedTuple):
    correction: Correction | Any


class RoundScored(NamedTuple):
    """*points* and *explain* per seat, or per side in Gamate."""

    points: tuple[int, ...]
    explain: tuple[str, ...]


class MatchOver(NamedTuple):
    winners: tuple[Seat, ...]
    totals: tuple[int, ...]


def moved_cards(event: Any) -> tuple[Card, ...]:
    """The cards that an event takes from where they lay: its field `cards`."""
    cards: tuple[Card, ...] = event._asdict().get("cards", ())
    return cards
