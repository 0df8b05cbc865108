"""Bots around a table: what a bot is, and what happens next where bots sit.

>>> from random import Random
>>> from engine import hands
>>> from engine.games import thirteen
>>> from engine.bots import bot
>>> from engine.rules import Setup
>>> state = thirteen.first_round(Setup(seats=3), dealer=2)
>>> cards = hands.deal(thirteen.GAME, state, Random(1))
>>> move = next_move(thirteen.GAME, state, cards, [bot("careful")] * 3, Random(1))
>>> thirteen.why_refused(state, move) is None
True
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from engine.bots.view import View, see
from engine.cards import Card
from engine.hands import Deal, deal
from engine.rules import Game, Lay, Move


class Bot(NamedTuple):
    """How somebody plays. Chance comes in as *rng* and from nowhere else: a seed gives the same game."""

    choose: Callable[[View, Random], Move | None]  # when it is their turn; None: nothing they have fits
    interrupt: Callable[[View, Random], Move | None]  # when a house rule lets them act out of turn
    face_up: Callable[[View, Random], tuple[Card, ...]]  # what lies open before them, lifted last first


def deal_to(bots: Sequence[Bot], game: Game, state: Any, rng: Random) -> Deal:
    """The cards of the round that *state* begins; players have swapped some of the hand with face-up ones."""
    cards = deal(game, state, rng)
    for seat in range(len(cards.face_up)):
        view = see(game, state, cards, seat)
        face_up = bots[seat].face_up(view, rng)
        cards.hands[seat] = [card for card in (*view.hand, *view.face_up[seat]) if card not in face_up]
        cards.face_up[seat] = list(face_up)
    return cards


def next_move(game: Game, state: Any, cards: Deal, bots: Sequence[Bot], rng: Random) -> Move | None:
    """What happens next, whoever does it.

    None: nobody can do anything, as happens when a round was corrected into what no play leads to.
    """
    for seat in game.out_of_turn(state):
        move = bots[seat].interrupt(see(game, state, cards, seat), rng)
        if move:
            return move
    player = game.to_act(state)
    if player is None:  # the stock is turned up, by nobody in particular
        turned_up = game.legal_moves(state, cards.stock[-1:])
        return next((move for move in turned_up if isinstance(move, Lay)), None)
    return bots[player].choose(see(game, state, cards, player), rng)
