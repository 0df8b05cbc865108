"""What the table file says, as far as the table itself needs it.

Settings(pads=("left",), zones={"ninja": {"left": ("centre",)}})
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.cards import Deck


@dataclass(frozen=True)
class Settings:
    pads: tuple[str, ...]
    zones: Mapping[str, Mapping[str, tuple[str, ...]]]  # game → pad → the zones it stands for
    dwell: float = 0.2  # seconds a card lies alone before it has arrived
    clear: float = 0.4  # seconds a pad is empty before it takes the next
    ninja_lapse: float = 2.0  # seconds until an open lay is taken as done; 0: never
    abandon_after: float = 1800.0  # seconds without a card or a touch until a match is parked; 0: never
    language: str = "fr"
    simulated: bool = True
    demo: bool = False
    decks: Mapping[str, Deck] = field(default_factory=dict)  # game → a deck table its owner completed
