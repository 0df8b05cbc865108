"""Counting mode: the piles of a round that was played without the table, shown card by card.

Counting(seats=4).of(2).add(11).piles          # ((), (), (11,), ())
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from controller.view import CountView, Notice
from engine.cards import Card, Deck
from engine.notation import Unreadable
from engine.rules import Count, Seat


@dataclass(frozen=True, slots=True)
class Counting:
    seats: int
    seat: Seat = 0  # whose pile is being shown
    shown: tuple[tuple[Seat, Card], ...] = ()  # in the order they came
    doubt: Notice | None = None  # why these piles look impossible, once they were to be scored

    def of(self, seat: Seat) -> Counting:
        return replace(self, seat=seat)

    def add(self, card: Card) -> Counting:
        return replace(self, shown=(*self.shown, (self.seat, card)), doubt=None)

    def take_back(self) -> Counting:
        return replace(self, shown=self.shown[:-1], doubt=None)

    def owner(self, card: Card) -> Seat | None:
        return next((seat for seat, counted in self.shown if counted == card), None)

    @property
    def piles(self) -> tuple[tuple[Card, ...], ...]:
        return tuple(tuple(card for owner, card in self.shown if owner == seat) for seat in range(self.seats))

    @property
    def view(self) -> CountView:
        return CountView(self.seat, tuple(map(len, self.piles)), self.doubt)


def read(deck: Deck, names: Sequence[str], line: Mapping[str, Any]) -> Count:
    """The piles as a line of text has them, {"count": {"Marie": ["blue-7", "rotten-4"]}}, perhaps with
    "anyway": true; of equal cards any will do."""
    piles, anyway = line.get("count"), line.get("anyway", False)
    if line.keys() - {"count", "anyway"} or not isinstance(anyway, bool):
        raise Unreadable
    if not isinstance(piles, dict) or not piles.keys() <= set(names):
        raise Unreadable
    counting = Counting(len(names))
    for seat, name in enumerate(names):
        cards = piles.get(name, [])
        if not isinstance(cards, list):
            raise Unreadable
        for card in cards:
            meant = [place for place, name in enumerate(deck.names) if card in (name, name.partition("#")[0])]
            free = [copy for copy in meant if counting.owner(copy) is None]
            if not free:
                raise Unreadable
            counting = counting.of(seat).add(free[0])
    return Count(counting.piles, anyway)
