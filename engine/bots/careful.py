"""Common sense, game by game. A game that has no sense of its own yet is played by chance."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from engine.bots import gamate, ninja, pot, thirteen, uniform
from engine.bots.table import Bot
from engine.bots.view import View
from engine.rules import Game, Move, Seat


class Sense(NamedTuple):
    """What common sense says of a game. `careful` only chooses; `expert` judges by the rest."""

    choose: Callable[[View, Random], Move]
    candidates: Callable[[View], list[tuple[Move, float]]]  # moves to try, and what each seems worth
    value: Callable[[Any, Seat], float]  # how well a seat stands
    trust: float  # as many play-outs is a move's seeming worth
    horizon: int  # moves after which a play-out is judged as it stands


SENSE = {
    "thirteen": Sense(thirteen.choose, thirteen.candidates, thirteen.value, trust=8, horizon=50),
    "ninja": Sense(ninja.choose, ninja.candidates, ninja.value, trust=0.3, horizon=30),
    "gamate": Sense(gamate.choose, gamate.candidates, gamate.value, trust=8, horizon=52),
    "pot": Sense(pot.choose, pot.candidates, pot.value, trust=4, horizon=120),
}


CHANCE = Sense(uniform.choose, lambda view: [], lambda state, seat: 0.0, trust=0, horizon=0)


def sense(game: Game) -> Sense:
    return SENSE.get(game.name, CHANCE)


def choose(view: View, rng: Random) -> Move:
    return sense(view.game).choose(view, rng)


CAREFUL = Bot(choose, ninja.interrupt, ninja.face_up)
