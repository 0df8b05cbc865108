"""Whether the clock on the wall may be believed so far that names are forgotten by it.

    expiry = Expiry(folder, wall, newest)
    if expiry.is_due(): history.expire()

A clock that has jumped by more than a table may well have stood switched off is right only once it has been
seen to run on from there for a day: one start in a wrong year costs nobody a name, in no backup either.
"""

from __future__ import annotations

from collections.abc import Callable

from controller.storage.folder import Folder

HOUR_S = 3600.0
DAY_S = 24 * HOUR_S
OFF_S = 45 * DAY_S  # a table may be off for so long, and nothing is odd
SEEN_S = DAY_S  # after that, and after a clock was set back, this long from the first look to the last
MARK = "clock"  # since when it runs on without a jump, and when it was last looked at


class Expiry:
    def __init__(self, folder: Folder, wall: Callable[[], float], newest: float | None) -> None:
        """*newest* is the last date in the data, for a folder where nobody has looked at the clock yet."""
        self._folder = folder
        self._wall = wall
        now = wall()
        if folder.marks.get(MARK) is None and newest is not None and 0 <= now - newest <= OFF_S:
            folder.marks.put(MARK, [newest - SEEN_S, newest])

    def is_due(self) -> bool:
        """Whether what is too old by the clock may go; this is a look at it, too."""
        now = self._wall()
        since, last = self._folder.marks.get(MARK) or (now, now)
        if not -HOUR_S <= now - last <= OFF_S:
            since = now
        self._folder.marks.put(MARK, [since, now])
        return bool(now - since >= SEEN_S)
