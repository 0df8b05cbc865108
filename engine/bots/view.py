"""What a player at the table sees: the public state, the own hand, what lies open. Nothing else.

    >>> from random import Random
    >>> from engine import hands
    >>> from engine.games import thirteen
    >>> from engine.rules import Setup
    >>> state = thirteen.first_round(Setup(seats=3), dealer=2)
    >>> view = see(thirteen.GAME, state, hands.deal(thirteen.GAME, state, Random(1)), seat=0)
    >>> len(view.hand), len(imagine(view, Random(2)).stock)
    (5, 35)

Bots are given a `View` and so cannot look at a card that a person in their seat could not know.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from engine.cards import Card
from engine.hands import Deal, drawn, in_play
from engine.rules import Game, Seat


class View(NamedTuple):
    game: Game
    state: Any
    seat: Seat
    hand: tuple[Card, ...]
    face_up: tuple[tuple[Card, ...], ...] = ()  # per seat
    open_hand: tuple[Card, ...] = ()  # the hand that lies open for all to see

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards the next lay comes from: a declarer plays the open hand too."""
        return self.open_hand if self.open_hand and self.state.turn != self.seat else self.hand


def see(game: Game, state: Any, deal: Deal, seat: Seat) -> View:
    """What *seat* sees of *deal*."""
    hand = tuple(sorted(deal.hands[seat]))
    if deal.face_up:
        return View(game, state, seat, hand, tuple(map(tuple, deal.face_up)))
    open_seat = game.open_hand(state)
    if open_seat is None:
        return View(game, state, seat, hand)
    return View(game, state, seat, hand, (), tuple(sorted(deal.hands[open_seat])))


def imagine(view: View, rng: Random) -> Deal:
    """A deal that *view* allows: what it does not show is shuffled and dealt again, as far as it goes."""
    game, state, seat, hand, face_up, open_hand = view
    shown = [list(hand) if other == seat else [] for other in range(len(state.hands))]
    open_seat = game.open_hand(state)
    if open_seat is not None:
        shown[open_seat] = list(open_hand)
    for other, known in enumerate(game.known(state)):
        if other != seat:
            shown[other] = [card for card in range(known.bit_length()) if known >> card & 1]

    seen = {card for cards in (*shown, *face_up) for card in cards}
    stock = [card for card in in_play(game, state) if card not in seen and not state.laid >> card & 1]
    rng.shuffle(stock)

    hands = [
        cards + drawn(stock, count - len(cards)) for cards, count in zip(shown, state.hands, strict=True)
    ]
    face_down = [drawn(stock, count) for count in game.face_down(state)]
    return Deal(hands, stock, [list(cards) for cards in face_up], face_down)
