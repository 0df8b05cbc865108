"""What happened, in the past tense. A ruling lists its events in the order they happened.

These are the common ones; a game may bring its own, a NamedTuple in its module. Fields named `player` or `to`
are seats, `card` and `cards` are cards; text forms rely on it (notation.py).
A game's `hidden` names what players may not see until the round is scored: the public form gives a count.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.cards import Card
from engine.rules import Correction, Seat


class Laid(NamedTuple):
    player: Seat | None  # None: turned up, by nobody in particular
    card: Card
    zone: int


class Took(NamedTuple):
    """A pile of the table went to a player, face down."""

    player: Seat
    cards: tuple[Card, ...]


class Drew(NamedTuple):
    player: Seat
    number: int
    source: str = "draw-pile"  # or "face-up", "face-down"


class Skipped(NamedTuple):
    player: Seat


class PickedUp(NamedTuple):
    """A pile of the table went openly into a hand."""

    player: Seat
    cards: tuple[Card, ...]


class Removed(NamedTuple):
    """These cards left the round for good."""

    cards: tuple[Card, ...]


class DealVoid(NamedTuple):
    """The round ended without a score."""


class TrickTaken(NamedTuple):
    """A trick went to *player*."""

    player: Seat
    cards: tuple[Card, ...]


class Corrected(NamedTuple):
    correction: Correction | Any


class RoundScored(NamedTuple):
    """*points* and *explain* per seat, or per side."""

    points: tuple[int, ...]
    explain: tuple[str, ...]


class MatchOver(NamedTuple):
    winners: tuple[Seat, ...]
    totals: tuple[int, ...]


def moved_cards(event: Any) -> tuple[Card, ...]:
    """The cards that an event takes from where they lay: its field `cards`."""
    cards: tuple[Card, ...] = event._asdict().get("cards", ())
    return cards
