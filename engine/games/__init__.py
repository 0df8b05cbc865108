"""The games there are, by name. A new game is a module, a deck, and a line here."""

from __future__ import annotations

import importlib
from functools import cache

from engine.rules import Game

NAMES = ("thirteen", "ninja", "gamate", "pot")


@cache
def game(name: str) -> Game:
    """The game module of that name, one of NAMES."""
    found: Game = importlib.import_module(f"engine.games.{name}").GAME
    return found
