"""What is worth a moment: the steps between two states of the table that people should see.

    yield Beat(held(before, after, targets=...), hold_s=0.9, shakes=("yellow",))

A presentation says of an accepted move which beats lead from the state before it to the one after
(`Presentation.moments`); that last state needs none. A beat is a state as the board would have shown it, and
what moves beside. The move is ruled on and kept long before: a beat only shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from controller.view import MatchView
    from display.text.words import GameWords

LAST_S = 0.8  # the card that ends a round is to be seen
# What a state says of the end of its round and match, which a beat before it must not.
ENDING = ("turn", "awaiting", "round_over", "match_over", "winners", "totals")


@dataclass(frozen=True, eq=False, slots=True)
class Beat:
    match: MatchView  # what is shown
    hold_s: float = 0.0  # so long it stands, once everything has arrived
    shakes: tuple[str, ...] = ()  # these cards, by name, and sums, by what they count
    leans: tuple[str, ...] = ()  # these cards are pushed towards a seat, and come back
    towards: int = -1  # that seat
    stamps: Mapping[int, str] = field(default_factory=dict)  # a word over a player's place
    sweeps: bool = False  # the cards that are gone with it leave the table
    deals: int = 0  # so many cards fly to every seat


def held(
    before: MatchView, after: MatchView, *, events: Sequence[Mapping[str, Any]] | None = None, **fields: Any
) -> MatchView:
    """*after* with other *fields* in its state, on the board still, though it may have ended the round;
    *events*: only these have happened so far."""
    state = after.state | fields
    if after.round_over:
        state |= {name: before.state[name] for name in ENDING if name in before.state}
    happened = after.events if events is None else tuple(dict(event) for event in events)
    return replace(after, state=state, events=happened, choices=(), reveal=None)


def seat(match: MatchView, player: str) -> int:
    return match.names.index(player)


def last_card(words: GameWords, before: MatchView, after: MatchView) -> Iterator[Beat]:
    """Of any game: what ended a round is to be seen on the board before the score is."""
    if after.round_over:
        yield Beat(held(before, after), hold_s=LAST_S)
