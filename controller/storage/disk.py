"""The disk is waited for beside the loop: a thread commits, and whoever waits goes on with what cannot wait.

    disk = Disk()
    folder = Folder.open(path, disk.connect)
    disk.meanwhile = lambda waited_s: ...          # at every STEP_S of a commit: pads, screen, watchdog

A commit is still over when it returns, and what comes after it comes after it: only the waiting is shared.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from functools import partial
from pathlib import Path
from typing import Any

from controller.storage.folder import connect

STEP_S = 0.02  # between two looks at what cannot wait
SLOW_S = 0.25  # a disk that takes longer is named


class Disk:
    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        executor: Executor | None = None,
        done_within: Callable[[Future[Any], float], bool] | None = None,
    ) -> None:
        """*done_within* waits for a commit so many seconds at most and says whether it is over."""
        self.meanwhile: Callable[[float], object] | None = None  # hears for how long we wait already
        self.longest_s = 0.0  # of the commits since this was last set to 0
        self.waited_s = 0.0  # for all of them
        self._clock = clock
        self._executor = executor or ThreadPoolExecutor(1, "disk")  # started by the first commit
        self._done_within = done_within or _done_within

    def connect(self, path: Path) -> sqlite3.Connection:
        """A database whose commits are made here."""
        return connect(path, partial(_Patient, self))

    def keep(self, commit: Callable[[], Any]) -> Any:
        """Do *commit*, with `meanwhile` being called until it is over."""
        began = self._clock()
        try:
            if self.meanwhile is None:
                return commit()
            future = self._executor.submit(commit)
            try:
                while not self._done_within(future, STEP_S):
                    self.meanwhile(self._clock() - began)
            except BaseException:
                future.exception()  # whatever it is: nothing else may come to this database before
                raise
            return future.result()
        finally:
            took = self._clock() - began
            self.longest_s = max(self.longest_s, took)
            self.waited_s += took

    def close(self) -> None:
        self.meanwhile = None
        self._executor.shutdown()


class _Patient(sqlite3.Connection):
    """Nothing but a commit waits for a disk in WAL mode."""

    def __init__(self, disk: Disk, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._disk = disk

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        run = partial(super().execute, statement, *values)
        cursor: sqlite3.Cursor = self._disk.keep(run) if statement == "COMMIT" else run()
        return cursor


def _done_within(future: Future[Any], seconds: float) -> bool:
    return bool(wait([future], seconds).done)
