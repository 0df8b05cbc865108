"""When the screen is dark: by the clock on the wall, as the table file has it, while nobody is there.

night = Night(lambda: file.kiosk, time.time)
night.somebody(now)                     # a touch, a button, a card: light for a while
night.is_dark(now, table.view)
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from controller.settings.table_file import Kiosk
from controller.view import Mode, TableView

AWAKE = 180.0  # seconds of light after somebody was there
LOOK = 30.0  # seconds between two looks at the clock


class Blanking:
    def __init__(self, kiosk: Callable[[], Kiosk], wall: Callable[[], float]) -> None:
        self._kiosk = kiosk
        self._wall = wall
        self._awake_until = 0.0

    def somebody(self, now: float) -> None:
        self._awake_until = now + AWAKE

    def is_dark(self, now: float, view: TableView) -> bool:
        """Never while a match runs or a deck is taught."""
        if not self._kiosk().blank or now < self._awake_until or view.mode is not Mode.IDLE:
            return False
        return self._kiosk().is_blank(datetime.fromtimestamp(self._wall()).time())

    def next_wake(self, now: float) -> float | None:
        return now + LOOK if self._kiosk().blank else None
