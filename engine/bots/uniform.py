"""The bot that plays anything it may, by chance."""

from __future__ import annotations

from random import Random

from engine.bots.sense import sense
from engine.bots.view import View
from engine.cards import Card
from engine.rules import Move


def choose(view: View, rng: Random) -> Move:
    return sense(view.game).by_chance(view, rng)


def interrupt(view: View, rng: Random) -> Move | None:
    move = sense(view.game).interrupt(view, rng)
    return move if move and rng.random() < 0.5 else None


def face_up(view: View, rng: Random) -> tuple[Card, ...]:
    lying = view.face_up[view.seat]
    return tuple(rng.sample((*view.hand, *lying), len(lying)))
