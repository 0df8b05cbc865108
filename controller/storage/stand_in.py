"""In place of a data folder that cannot be written: the same databases on no disk, until there is room again.

    folder = stand_in(home, error)
    folder.settle()                             # StorageError as long as nothing can be kept

What can be read of the real ones is in them: cards are recognised, a match goes on. `settle` brings all of it
home, with what has happened since, and from then on this is a data folder like any other.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Sequence
from pathlib import Path

from controller.storage.database import Database, StorageError
from controller.storage.folder import DATABASES, MARKS_FILE, Check, Connect, Folder, connect, look_at_pages


class StandIn(Folder):
    home: Path | None = None  # None: settled
    why: StorageError

    def database(self, name: str, migrations: Sequence[str], check: Check = look_at_pages) -> Database:
        try:
            return super().database(name, migrations, check)
        except StorageError as error:
            if error.code != "newer":
                raise
            if self.why.code != "newer":
                self.why = StorageError(str(error).replace(f"{self.path}/", f"{self.home}/"), "newer")
            self.replaced.add(name)
            self._open[name] = self._sound(self.path / f"{name}.new.db", migrations, check, thorough=False)
            return self._open[name]

    def settle(self) -> None:
        if self.home is None:
            return
        if self.why.code == "newer":  # that one is never written over
            raise _not_kept(self.why)
        try:
            home = Folder.open(self.home, self._connect)
        except StorageError as error:
            raise _not_kept(error) from None
        try:
            taken = {
                name: home.take(name, database, aside=name in self.replaced)
                for name, database in self._open.items()
            }
        except (sqlite3.Error, OSError, StorageError) as error:
            home.close()
            raise _not_kept(error) from None
        for name, database in self._open.items():
            database.close()
            database.connection, database.path = taken[name].connection, taken[name].path
        home.marks.take(self.marks)
        self.marks.close()
        if self._lock:
            self._lock.close()
        shutil.rmtree(self.path, ignore_errors=True)
        self.path, self.marks, self._lock, self.home = home.path, home.marks, home._lock, None

    def close(self) -> None:
        super().close()
        if self.home is not None:
            shutil.rmtree(self.path, ignore_errors=True)


def stand_in(home: Path, why: StorageError, connect: Connect = connect) -> StandIn:
    """For *home*, which cannot be used because of *why*; StorageError if there is no memory either."""
    try:
        place = Path(tempfile.mkdtemp(prefix="tapis-", dir=_memory()))
        for name in (*DATABASES, MARKS_FILE):
            for path in home.glob(name):
                with contextlib.suppress(OSError):  # what cannot be read is not there
                    shutil.copyfile(path, place / path.name)
    except OSError:
        raise why from None
    folder = StandIn.open(place, connect)
    folder.home, folder.why = home, why
    return folder


def _memory() -> str | None:
    """A folder that is no disk, if there is one that can be written."""
    named = [os.environ.get("XDG_RUNTIME_DIR", ""), "/dev/shm"]
    return next((place for place in named if place and os.access(place, os.W_OK)), None)


def _not_kept(error: Exception) -> StorageError:
    sentence = str(error) if isinstance(error, StorageError) else f"The data folder cannot be used ({error})."
    kept = "Until then nothing is kept: what is played now is gone when the table is switched off."
    return StorageError(f"{sentence} {kept}", "not-kept")
