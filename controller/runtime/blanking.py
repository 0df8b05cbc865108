"""When the screen is dark: by the clock on the wall, as the table file has it, while nobody is there.

    blanking = Blanking(lambda: file.kiosk, time.time)
    blanking.somebody(now)                     # a touch, a button, a card: light for a while
    blanking.is_dark(now, table.view)

The hours are read from the table file each time: the host may change them.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from controller.settings.table_file import Kiosk
from controller.view import Mode, TableView

AWAKE_S = 180.0  # of light after a touch, a button or a card
CLOCK_S = 30.0  # between two looks at the clock


class Blanking:
    def __init__(self, kiosk: Callable[[], Kiosk], wall: Callable[[], float]) -> None:
        self._kiosk = kiosk
        self._wall = wall
        self._awake_until = 0.0

    def somebody(self, now: float) -> None:
        """A player or guest is there."""
        self._awake_until = now + AWAKE_S

    def is_dark(self, now: float, view: TableView) -> bool:
        """Whether the screen is black now: never while a match runs or a deck is taught."""
        if not self._kiosk().blank or now < self._awake_until or view.mode is not Mode.IDLE:
            return False
        return self._kiosk().is_blank(datetime.fromtimestamp(self._wall()).time())

    def next_wake(self, now: float) -> float | None:
        """When to look at the clock again; None: the table file sets no hours."""
        return now + CLOCK_S if self._kiosk().blank else None
