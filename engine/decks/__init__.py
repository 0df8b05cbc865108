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
    return deck_from(tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text("utf-8")))
