"""What the table file says, as far as the table itself needs it: `Settings.of(file)`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from controller.settings import rows
from controller.settings.table_file import TableFile, Zones
from engine.cards import Deck


@dataclass(frozen=True)
class Settings:
    pads: tuple[str, ...]
    zones: Zones
    dwell: float = rows.DWELL.default  # seconds a card lies alone before it has arrived
    clear: float = rows.CLEAR.default  # seconds a pad is empty before it takes the next
    lapses: Mapping[str, float] = field(default_factory=dict)  # game → seconds, if not LAPSE_S; 0: never
    abandon_after: float = rows.ABANDON_AFTER.default  # seconds without a card or a touch; 0: never
    language: str = rows.LANGUAGE.default
    simulated: bool = True
    demo: bool = False
    decks: Mapping[str, Deck] = field(default_factory=dict)  # game → a deck table its owner completed

    @classmethod
    def of(cls, file: TableFile, decks: Mapping[str, Deck] | None = None, *, demo: bool = False) -> Settings:
        """Those of *file*; *decks* are the ones that their owner completed."""
        return cls(
            pads=tuple(pad.name for pad in file.wiring.pads),
            zones=file.zones,
            dwell=file[rows.DWELL],
            clear=file[rows.CLEAR],
            lapses={game: file[row] for game, row in rows.lapses().items()},
            abandon_after=file[rows.ABANDON_AFTER],
            language=file.language,
            simulated=file.wiring.simulated,
            demo=demo,
            decks=decks or {},
        )
