"""The decks the games are played with: one TOML file a deck, data like any other.

>>> len(standard("thirteen"))
50
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from engine.cards import Deck, deck_from


@cache
def standard(name: str) -> Deck:
    """The deck that ships with the game of that name."""
    return read(Path(__file__).with_name(f"{name}.toml"))


def read(path: Path) -> Deck:
    """The deck that a file describes; OSError, DeckError or another ValueError if it cannot be read."""
    return deck_from(tomllib.loads(path.read_text("utf-8")))
