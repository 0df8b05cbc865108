"""What the table file says, as far as the table itself needs it.

Settings(pads=("left",), zones={"ninja": {"left": ("centre",)}})
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.cards import Deck

LAPSE_S = 2.0  # until an open lay counts as done, of games that have such


@dataclass(frozen=True)
class Settings:
    pads: tuple[str, ...]
    zones: Mapping[str, Mapping[str, tuple[str, ...]]]  # game → pad → the zones it stands for
    dwell: float = 0.2  # seconds a card lies alone before it has arrived
    clear: float = 0.4  # seconds a pad is empty before it takes the next
    lapses: Mapping[str, float] = field(default_factory=dict)  # game → seconds, if not LAPSE_S; 0: never
    abandon_after: float = 1800.0  # seconds without a card or a touch until a match is parked; 0: never
    language: str = "fr"
    simulated: bool = True
    demo: bool = False
    decks: Mapping[str, Deck] = field(default_factory=dict)  # game → a deck table its owner completed

    def lapse_of(self, game: str) -> float:
        """Seconds until an open lay of *game* counts as done; 0: never."""
        return self.lapses.get(game, LAPSE_S)
