"""Counting mode: the piles of a round that was played without the table, shown card by card.

    counting = Counting(seats=4).of(2).add(11)
    counting.piles          # ((), (), (11,), ())

Nothing is kept before all of it is scored, in one move.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from controller.view import CountView
from engine.cards import Card
from engine.rules import Seat


@dataclass(frozen=True, slots=True)
class Counting:
    seats: int
    seat: Seat = 0  # whose pile is being shown
    shown: tuple[tuple[Seat, Card], ...] = ()  # in the order they came

    def of(self, seat: Seat) -> Counting:
        return replace(self, seat=seat)

    def add(self, card: Card) -> Counting:
        return replace(self, shown=(*self.shown, (self.seat, card)))

    def take_back(self) -> Counting:
        return replace(self, shown=self.shown[:-1])

    def owner(self, card: Card) -> Seat | None:
        return next((seat for seat, counted in self.shown if counted == card), None)

    @property
    def piles(self) -> tuple[tuple[Card, ...], ...]:
        return tuple(tuple(card for owner, card in self.shown if owner == seat) for seat in range(self.seats))

    @property
    def view(self) -> CountView:
        return CountView(self.seat, tuple(map(len, self.piles)))
