"""The data folder and the SQLite files in it: opened with care, kept in order, never replaced in silence.

    with Folder.open(path) as folder:
        database = folder.database("running", MIGRATIONS)

Every database is in WAL mode with synchronous=FULL: what a transaction committed survives a power cut. A file
that is damaged is set aside under another name and said so; one written by a newer version is left alone.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO

from controller.errors import UserError

BACKUPS = 3
Connect = Callable[[Path], sqlite3.Connection]


class StorageError(UserError):
    """Something that must be on disk cannot be. `code` names the trouble for the display."""

    def __init__(self, message: str, code: str = "disk") -> None:
        super().__init__(message)
        self.code = code


def connect(path: Path) -> sqlite3.Connection:
    # One thread uses it at a time; transactions are begun and committed by name.
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False)


class Folder:
    """The data folder, held by one table at a time."""

    def __init__(self, path: Path, lock: IO[bytes] | None, connect: Connect) -> None:
        self.path = path
        self.notices: list[str] = []  # what the host must hear: a file that was set aside
        self._lock = lock
        self._connect = connect
        self._open: list[sqlite3.Connection] = []

    @classmethod
    def open(cls, path: Path, connect: Connect = connect) -> Folder:
        try:
            path.mkdir(parents=True, exist_ok=True)
            lock = (path / "lock").open("ab")
        except OSError as error:
            raise _cannot_write(path, error) from None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise StorageError(
                f"Another table is using {path}: close it, or choose another folder with --data.", "in-use"
            ) from None
        return cls(path, lock, connect)

    @classmethod
    def beside(cls, path: Path) -> Folder:
        """The folder for a moment, even while a table holds it: to look, or to write a little."""
        if not path.is_dir():
            raise StorageError(
                f"There is no data folder {path}: play a match first, or name another with --data."
            )
        return cls(path, None, connect)

    def __enter__(self) -> Folder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        while self._open:
            self._open.pop().close()
        if self._lock:
            self._lock.close()

    def database(self, name: str, migrations: Sequence[str], *, check: bool = True) -> sqlite3.Connection:
        """The database of that name, at the newest version of its schema.

        *check* reads the whole file; leave it out for a file that grows for years.
        """
        path = self.path / f"{name}.db"
        database = self._sound(path, check)
        if database is None:
            if not self._lock:
                raise StorageError(f"{path} is damaged: start the table, which sets it aside and says so.")
            aside = _free_name(path)
            for suffix in ("", "-wal", "-shm"):
                with contextlib.suppress(FileNotFoundError):
                    os.replace(f"{path}{suffix}", f"{aside}{suffix}")
            self.notices.append(
                f"{path.name} was damaged and has been set aside as {aside.name}; a new one was begun. "
                f"The backups beside it hold what it last had."
            )
            database = self._sound(path, check)
            assert database is not None, "a new database is sound"
        self._open.append(database)
        _migrate(database, path, migrations)
        return database

    def _sound(self, path: Path, check: bool) -> sqlite3.Connection | None:
        """The database opened, or None if its file is damaged."""
        try:
            database = self._connect(path)
        except sqlite3.Error as error:
            raise _cannot_open(path, error) from None
        try:
            # A new file is switched to WAL through a rollback journal; EXTRA makes its removal durable, or it
            # could come back after a power cut and undo the switch, and with it everything in the WAL.
            database.execute("PRAGMA synchronous = EXTRA")
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
            database.execute("PRAGMA foreign_keys = ON")
            database.execute("PRAGMA secure_delete = ON")  # a name that is forgotten is overwritten
            sound = not check or database.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
        except sqlite3.DatabaseError as error:
            database.close()
            if not _is_damage(error):
                raise _cannot_open(path, error) from None
            return None
        if not sound:
            database.close()
            return None
        return database

    def backed_up(self, name: str) -> float | None:
        """When that database was last copied aside."""
        newest = self.path / f"{name}.backup-1.db"
        return newest.stat().st_mtime if newest.exists() else None

    def back_up(self, database: sqlite3.Connection, name: str) -> None:
        """Copy *database* aside, beside the last few copies; the oldest goes."""
        newest = self.path / f"{name}.backup-1.db"
        partial = newest.with_suffix(".partial")
        try:
            with contextlib.closing(connect(partial)) as copy:
                database.backup(copy)
            for number in range(BACKUPS - 1, 0, -1):
                with contextlib.suppress(FileNotFoundError):
                    os.replace(
                        self.path / f"{name}.backup-{number}.db", self.path / f"{name}.backup-{number + 1}.db"
                    )
            os.replace(partial, newest)
        except (OSError, sqlite3.Error) as error:
            partial.unlink(missing_ok=True)
            raise StorageError(f"{name}.db could not be backed up in {self.path}: {error}.") from None


def write(path: Path, text: str) -> None:
    """*text* is the whole file: the old one or the new one is there whenever the power goes; OSError."""
    partial = path.with_suffix(".partial")
    path.parent.mkdir(parents=True, exist_ok=True)
    with partial.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # or the old name could come back
    finally:
        os.close(folder)


@contextlib.contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """All of it on disk, or none of it."""
    try:
        database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            database.rollback()
            raise
        database.execute("COMMIT")
    except sqlite3.Error as error:
        with contextlib.suppress(sqlite3.Error):
            database.rollback()
        raise _cannot_keep(error) from None


def _migrate(database: sqlite3.Connection, path: Path, migrations: Sequence[str]) -> None:
    """Bring the schema up to date, one version at a time, each all or nothing."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version > len(migrations):
        raise StorageError(
            f"{path} was written by a newer version of Tapis Vert: install that version, "
            "or choose another folder with --data.",
            "newer",
        )
    for number in range(version, len(migrations)):
        with transaction(database):
            for statement in migrations[number].split(";"):
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {number + 1}")


def _free_name(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}.db")).exists():
        number += 1
    return aside


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _cannot_write(path: Path, error: OSError) -> StorageError:
    if error.errno == errno.ENOSPC:
        return StorageError(
            f"The disk is full, so {path} cannot be used: make room and try again.", "disk-full"
        )
    return StorageError(
        f"The data folder {path} cannot be written ({error.strerror}): make it writable, "
        "or choose another folder with --data.",
        "read-only",
    )


def _cannot_open(path: Path, error: sqlite3.Error) -> StorageError:
    return StorageError(
        f"{path} cannot be opened for writing ({error}): check the folder's permissions and the disk.",
        "read-only",
    )


def _cannot_keep(error: sqlite3.Error) -> StorageError:
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_FULL:
            return StorageError("The disk is full: nothing was lost, make room and go on.", "disk-full")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return StorageError(
                "The data folder cannot be written: nothing was lost, check the disk.", "read-only"
            )
    return StorageError(f"The disk failed ({error}): nothing was lost, check the disk.")
