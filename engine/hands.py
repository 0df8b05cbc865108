"""The cards of a simulated deal: what each player holds, what is still to be drawn or turned up.

The referee's state holds public knowledge only: whoever simulates players keeps their cards here, beside it.

    >>> from random import Random
    >>> from engine.games import thirteen
    >>> from engine.rules import Setup
    >>> state = thirteen.first_round(Setup(seats=3), dealer=2)
    >>> cards = deal(thirteen.GAME, state, Random(1))
    >>> ruling = thirteen.apply(state, thirteen.legal_moves(state, cards.hands[0])[0])
    >>> cards.follow(ruling.events)
    >>> len(cards.hands[0]), len(cards.stock)
    (5, 34)

A deal follows the events of a round, whoever made the moves. Where players corrected the round into something
that these cards cannot be, they give way: what is not there is neither laid nor drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.cards import Card
from engine.events import Drew, Laid, PickedUp
from engine.rules import Game, Seat


@dataclass(slots=True)
class Deal:
    """Cards are drawn, turned up and lifted from the end of a list."""

    hands: list[list[Card]]
    stock: list[Card]  # the draw pile, or the cards that will be turned up
    face_up: list[list[Card]] = field(default_factory=list)  # per seat; all players see them
    face_down: list[list[Card]] = field(default_factory=list)  # per seat; nobody knows them

    def follow(self, events: Iterable[Any]) -> None:
        """Move the cards as *events* tell."""
        hands, stock = self.hands, self.stock
        for event in events:
            kind = type(event)
            if kind is Laid:
                player = event.player
                # Nobody in particular turns up the stock.
                pile = stock if player is None else hands[player]
                if event.card in pile:
                    pile.remove(event.card)
            elif kind is Drew:
                player, source = event.player, event.source
                pile = stock if source == "draw-pile" else self._own(source, player)
                hands[player] += drawn(pile, event.number)
            elif kind is PickedUp:
                hands[event.player] += event.cards

    def _own(self, source: str, player: Seat) -> list[Card]:
        return (self.face_up if source == "face-up" else self.face_down)[player]

    def copy(self) -> Deal:
        return Deal(
            [hand[:] for hand in self.hands],
            self.stock[:],
            [cards[:] for cards in self.face_up],
            [cards[:] for cards in self.face_down],
        )


def drawn(pile: list[Card], number: int) -> list[Card]:
    """So many cards from the end of *pile*, or what there is."""
    return [pile.pop() for _ in range(min(number, len(pile)))]


def in_play(game: Game, state: Any) -> Sequence[Card]:
    """The cards a round is played with: the whole deck, unless the game says otherwise."""
    return game.in_play(state) if game.in_play else range(len(game.deck))


def deal(game: Game, state: Any, rng: Random) -> Deal:
    """The cards of the round that *state* begins, shuffled and dealt."""
    stock = sorted(in_play(game, state), key=lambda _: rng.random())  # by lot: as fair as shuffle, and faster

    def dealt(counts: Iterable[int]) -> list[list[Card]]:
        return [[stock.pop() for _ in range(count)] for count in counts]

    face_down, face_up = dealt(game.face_down(state)), dealt(game.face_up(state))
    return Deal(dealt(state.hands), stock, face_up, face_down)
