"""When the screen is dark: by the clock on the wall, as the table file has it, while the table stands idle.

blanking = Blanking(lambda: file[rows.BLANK], time.time)
blanking.touched(now)                      # a touch, a button, a card: light for a while
blanking.is_dark(now, table.view)
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time

from controller.view import Mode, TableView

AWAKE_S = 180.0  # of light after a touch, a button or a card
CLOCK_S = 30.0  # between two looks at the clock


def within(hours: str, now: time) -> bool:
    """Whether *now* is in hours as the table file has them; "" is never.

    >>> within("23:30-07:00", time(3)), within("23:30-07:00", time(7)), within("", time(3))
    (True, False, False)
    """
    if not hours:
        return False
    begins, ends = map(time.fromisoformat, hours.split("-"))
    return begins <= now < ends if begins <= ends else not ends <= now < begins


class Blanking:
    def __init__(self, hours: Callable[[], str], wall: Callable[[], float]) -> None:
        """*hours*: those in force, which the host may change; *wall*: seconds since the epoch."""
        self._hours = hours
        self._wall = wall
        self._awake_until = 0.0

    def touched(self, now: float) -> None:
        """A touch, a button or a card: the screen stays light for AWAKE_S."""
        self._awake_until = now + AWAKE_S

    def is_dark(self, now: float, view: TableView) -> bool:
        """Whether the screen is black now: never while a match runs or a deck is taught."""
        hours = self._hours()
        if not hours or now < self._awake_until or view.mode is not Mode.IDLE:
            return False
        return within(hours, datetime.fromtimestamp(self._wall()).time())

    def next_wake(self, now: float) -> float | None:
        """When to look at the clock again; None: the table file sets no hours."""
        return now + CLOCK_S if self._hours() else None
