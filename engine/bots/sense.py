"""What common sense says of a game, found by the game's name, and the bots that go by it alone.

A game that ships with the table has it in engine/bots/<name>.py, an installed one in the module `bot` of its
package; either ends with `SENSE = Sense(...)`. Without one a game is played by chance.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from random import Random
from typing import Any, NamedTuple

from engine import games
from engine.bots.table import Bot
from engine.bots.view import View
from engine.cards import Card
from engine.rules import Game, Move, Seat


def drawn_moves(view: View, rng: Random) -> list[Move]:
    """What may be done with a card of the hand that is drawn by lot."""
    cards = view.cards
    drawn = (cards[int(rng.random() * len(cards))],) if cards else ()
    return view.game.legal_moves(view.state, drawn)


def anything(view: View, rng: Random) -> Move | None:
    moves = drawn_moves(view, rng)
    return moves[int(rng.random() * len(moves))] if moves else None


class Sense(NamedTuple):
    """What there is to know for `random` (`by_chance`), `careful` (`choose`) and `expert` (the next four)."""

    by_chance: Callable[[View, Random], Move | None] = anything  # a move that is no nonsense
    choose: Callable[[View, Random], Move | None] = anything
    candidates: Callable[[View], list[tuple[Move, float]]] = lambda view: []  # what each seems worth
    value: Callable[[Any, Seat], float] = lambda state, seat: 0.0  # how well a seat stands
    trust: float = 0  # as many play-outs is a move's seeming worth
    horizon: int = 0  # moves after which a play-out is judged as it stands
    interrupt: Callable[[View, Random], Move | None] = lambda view, rng: None  # out of turn, if it may
    deals: int = 60  # that tell two bots apart in `tapis bench engine --strength`
    face_up: Callable[[View, Random], tuple[Card, ...]] = lambda view, rng: view.face_up[view.seat]


def sense(game: Game) -> Sense:
    return _found(game.name)


@cache
def _found(name: str) -> Sense:
    home = games.home(name)
    module = f"{home}.bot" if home else f"engine.bots.{name}"
    if find_spec(module) is None:
        return Sense()
    found: Sense = importlib.import_module(module).SENSE
    return found


# Random plays anything it may, by chance.


def _perhaps(view: View, rng: Random) -> Move | None:
    move = sense(view.game).interrupt(view, rng)
    return move if move and rng.random() < 0.5 else None


def _any_face_up(view: View, rng: Random) -> tuple[Card, ...]:
    lying = view.face_up[view.seat]
    return tuple(rng.sample((*view.hand, *lying), len(lying)))


RANDOM = Bot(lambda view, rng: sense(view.game).by_chance(view, rng), _perhaps, _any_face_up)

CAREFUL = Bot(
    choose=lambda view, rng: sense(view.game).choose(view, rng),
    interrupt=lambda view, rng: sense(view.game).interrupt(view, rng),
    face_up=lambda view, rng: sense(view.game).face_up(view, rng),
)
