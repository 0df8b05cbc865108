"""Common sense, game by game. A game that has no sense of its own yet is played by chance."""

from __future__ import annotations

from random import Random
from types import ModuleType

from engine.bots import gamate, ninja, pot, thirteen, uniform
from engine.bots.view import View
from engine.cards import Card
from engine.rules import Move

SENSE: dict[str, ModuleType] = {"thirteen": thirteen, "ninja": ninja, "gamate": gamate, "pot": pot}


def choose(view: View, rng: Random) -> Move:
    move: Move = SENSE.get(view.game.NAME, uniform).choose(view, rng)
    return move


def interrupt(view: View, rng: Random) -> Move | None:
    return ninja.interrupt(view, rng)


def face_up(view: View, rng: Random) -> tuple[Card, ...]:
    return ninja.face_up(view, rng)
