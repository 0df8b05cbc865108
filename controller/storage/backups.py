"""Backups of the data folder, made in the background at quiet moments.

    backups = Backups(folder, wall, now)
    backups.turn(now, table.view)             # in the loop; sleep no longer than backups.next_wake(view)
    backups.close()

At the start if the last ones are old, after every match, and once a day: but never during a round, so that
no card waits for a disk that is busy with this. A history grown large is copied once a day only.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from controller.storage.database import StorageError
from controller.storage.folder import Folder
from controller.view import Played, TableView

DATABASES = ("registry", "running", "history")
DAY = 24 * 60 * 60.0
QUIET = 10.0  # seconds after a match, or after the start
LARGE = 10_000_000  # bytes


class Backups:
    def __init__(self, folder: Folder, wall: Callable[[], float], now: float) -> None:
        self.said: list[str] = []  # what could not be backed up, and why
        self._folder = folder
        self._wall = wall
        made = any(folder.backed_up(name) for name in DATABASES)  # a new table has nothing to lose yet
        self._due = now + (QUIET if made and any(map(self._is_old, DATABASES)) else DAY)
        self._last: tuple[Played, ...] | None = None
        self._thread: threading.Thread | None = None

    def _is_old(self, name: str) -> bool:
        made = self._folder.backed_up(name)
        return made is None or not 0 <= self._wall() - made < DAY

    def turn(self, now: float, view: TableView) -> None:
        if self._last not in (None, view.last):
            self._due = min(self._due, now + QUIET)
        self._last = view.last
        due = self.next_wake(view)
        if due is not None and now >= due:
            self._due = now + DAY
            self._thread = threading.Thread(target=self.make, name="backups")
            self._thread.start()

    def next_wake(self, view: TableView) -> float | None:
        """When there is something to do; None: not before the round, or what is under way, is over."""
        busy = self._thread is not None and self._thread.is_alive()
        return self._due if view.between_rounds and not busy else None

    def make(self) -> None:
        for name in DATABASES:
            if self._is_old(name) or self._size(name) < LARGE:
                try:
                    self._folder.back_up(name)
                except StorageError as error:
                    self.said.append(str(error))

    def _size(self, name: str) -> int:
        path = self._folder.path / f"{name}.db"
        return path.stat().st_size if path.exists() else 0

    def close(self) -> None:
        if self._thread:
            self._thread.join()
