"""The bot with common sense, game by game."""

from __future__ import annotations

from random import Random

from engine.bots.sense import sense
from engine.bots.table import Bot
from engine.bots.view import View
from engine.cards import Card
from engine.rules import Move


def choose(view: View, rng: Random) -> Move:
    return sense(view.game).choose(view, rng)


def interrupt(view: View, rng: Random) -> Move | None:
    return sense(view.game).interrupt(view, rng)


def face_up(view: View, rng: Random) -> tuple[Card, ...]:
    return sense(view.game).face_up(view, rng)


CAREFUL = Bot(choose, interrupt, face_up)
