"""The data folder and the SQLite files in it: opened with care, kept in order, never replaced in silence.

    with Folder.open(path) as folder:
        database = folder.database("running", MIGRATIONS, check)

Every database is in WAL mode with synchronous=FULL: what a transaction committed survives a power cut. A file
that is damaged, lost or empty is set aside under another name, the newest backup that is sound takes its
place, and both are said; one written by a newer version is left alone.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import filecmp
import itertools
import os
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import IO, Any, Self

from controller.errors import UserError
from controller.storage.database import (
    DAMAGED,
    SUSPECT,
    WRONG,
    Database,
    StorageError,
    damaged,
    is_damage,
)
from controller.storage.files import copy, make_private, private, sync
from controller.storage.marks import Marks

BACKUPS = 3
HOST_FILE = "host.toml"  # what the host changed on the screen
MARKS_FILE = "marks"
DATABASES = ("running.*", "history.*", "registry.*", "hands.*")
OURS = (*DATABASES, "host.*", "tapis.log*", "pin-tries", "lock", "crashed", MARKS_FILE, "decks")
ROOM = 64 * 1024  # bytes: with less than this nothing can be opened
ROOM_TO_GO_ON = 2_000_000  # and with less than this besides nothing is brought home
FAR_NEWER = 1000  # versions of a schema: no table comes so far, so the number is damaged
Connect = Callable[[Path], sqlite3.Connection]
Check = Callable[[Database, bool], object]  # StorageError if its rows are wrong; of all of them if True


def connect(path: Path, factory: Any = sqlite3.Connection) -> sqlite3.Connection:
    # SQLite would make a new file as the umask has it. Whatever is wrong with the place, SQLite finds it too
    # and says it better.
    with contextlib.suppress(OSError):
        open(path, "ab", opener=private).close()
    # One thread uses it at a time; transactions are begun and committed by name.
    connection: sqlite3.Connection = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, factory=factory
    )
    return connection


def look_at_pages(database: Database, thorough: bool = True) -> None:
    """The check of a database of which nothing more is known."""
    database.look_at_pages()


def tune(database: Database) -> None:
    """What a transaction commits is on disk."""
    # A new file is switched to WAL through a rollback journal; EXTRA makes its removal durable, or it could
    # come back after a power cut and undo the switch, and with it all of the WAL.
    database.execute("PRAGMA synchronous = EXTRA")
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("PRAGMA foreign_keys = ON")
    database.execute("PRAGMA secure_delete = ON")  # a name that is forgotten is overwritten


class Folder:
    """The data folder, held by one table at a time."""

    def __init__(self, path: Path, lock: IO[bytes] | None, connect: Connect) -> None:
        self.path = path
        self.notices: list[str] = []  # what the host must hear: a file that was set aside
        self.gaps: list[str] = []  # and people at the table: what had been accepted and is missing
        self.replaced: set[str] = set()  # databases that a backup, or a new file, has taken the place of
        self.marks = Marks(path / MARKS_FILE if lock else None)
        self._lock = lock
        self._connect = connect
        self._open: dict[str, Database] = {}
        self._checks: dict[str, Check] = {}
        self._migrations: dict[str, Sequence[str]] = {}
        if self.marks.damaged:
            lost = "whether accepted moves are missing cannot be told this time"
            self.notices.append(f"{path / MARKS_FILE} was damaged, and a new one was begun: {lost}.")

    @classmethod
    def open(cls, path: Path, connect: Connect = connect) -> Self:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.mkdir(mode=0o700, exist_ok=True)
            make_private(path, OURS)
            lock = open(path / "lock", "ab", opener=private)  # noqa: SIM115
        except OSError as error:
            sentence = f"The data folder {path} cannot be written ({error.strerror}): make it writable, "
            raise _unusable(path, error, f"{sentence}or choose another folder with --data.") from None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            sentence = f"Another table is using {path}: close it, or choose another folder with --data."
            raise StorageError(sentence, "in-use") from None
        return cls(path, lock, connect)

    @classmethod
    def beside(cls, path: Path) -> Folder:
        """The folder for a moment, even while a table holds it: to look, or to write a little."""
        if not path.is_dir():
            advice = "play a match first, or name another with --data"
            raise StorageError(f"There is no data folder {path}: {advice}.")
        return cls(path, None, connect)

    @classmethod
    def in_memory(cls) -> Folder:
        """A folder without a disk: it keeps everything until it is closed."""
        return cls(Path("memory"), None, lambda path: sqlite3.connect(":memory:", isolation_level=None))

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        while self._open:
            self._open.popitem()[1].close()
        self.marks.close()
        if self._lock:
            self._lock.close()

    def database(self, name: str, migrations: Sequence[str], check: Check = look_at_pages) -> Database:
        """The database of that name, at the newest version of its schema and checked.

        One that grows for years is asked for all its rows only where there is a doubt.
        """
        path, suspect = self._file(name), self._file(name).with_suffix(SUSPECT)
        doubted = suspect.exists()
        lost = self._lost(name)
        try:
            if lost:
                raise damaged(path)
            database = self._sound(path, migrations, check, doubted)
        except StorageError as error:
            if error.code != DAMAGED:
                raise
            if not self._lock:
                sentence = f"{path} is {lost or DAMAGED}: start the table, which sets it aside and says so."
                raise StorageError(sentence, DAMAGED) from None
            database = self._replace(path, migrations, check, lost or DAMAGED)
            self.replaced.add(name)
        if self._lock:
            suspect.unlink(missing_ok=True)
            if self.marks.get(name) is None:
                self.marks.put(name, 0)
        self._open[name], self._checks[name], self._migrations[name] = database, check, migrations
        return database

    def _file(self, name: str) -> Path:
        return self.path / f"{name}.db"

    def _lost(self, name: str) -> str:
        """ "missing" or "empty" if it once was neither; "" if it is neither now, or never was."""
        path = self._file(name)
        there = path.exists()
        if there and path.stat().st_size:
            return ""
        once = self._backups(name) or self.marks.get(name) is not None
        return ("empty" if there else "missing") if once else ""

    def _sound(self, path: Path, migrations: Sequence[str], check: Check, thorough: bool) -> Database:
        """The database opened; StorageError, with the code DAMAGED if its file is."""
        with contextlib.ExitStack() as stack:
            try:
                connection = self._connect(path)
                stack.callback(connection.close)
                database = Database(connection, path if path.exists() else None)
                tune(database)
                _migrate(database, path, migrations)
                check(database, thorough)
            except sqlite3.Error as error:
                why = f"({error}): check the folder's permissions and the disk."
                cannot = _unusable(path, error, f"{path} cannot be opened for writing {why}")
                raise (damaged(path) if is_damage(error) else cannot) from None
            stack.pop_all()  # it stays open
        return database

    def settle(self) -> None:
        """Return if what is written here is kept; a StandIn brings it home first, or raises StorageError."""

    def take(self, name: str, database: Database, aside: bool) -> Database:
        """A copy of *database* in place of the one of that name, which is set *aside* if it is no good."""
        path = self._file(name)
        (pages,) = database.execute("PRAGMA page_count").fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
        if shutil.disk_usage(self.path).free < pages * size + ROOM_TO_GO_ON:
            raise StorageError(f"The disk is full, so {path} cannot be used: make room.", "disk-full")
        if aside:
            self._set_aside(path)
        with contextlib.ExitStack() as stack:
            connection = self._connect(path)
            stack.callback(connection.close)
            taken = Database(connection, path)
            tune(taken)
            database.connection.backup(connection)
            stack.pop_all()
        return taken

    def count(self, name: str, query: str, what: str) -> None:
        """*query* counts the *what* in that database, of which none ever goes: if there were more, the newest
        backup takes its place that holds more, and it is said."""
        (number,) = self._open[name].rows(int, query)
        missing = (self.marks.get(name) or 0) - number
        if missing > 0 and name not in self.replaced and not self.recover(name, query):
            self.notices.append(f"The end of {name}.db was lost, and with it {missing} {what}.")
        self.marks.put(name, max(self._open[name].rows(int, query)))

    def recover(self, name: str, query: str) -> bool:
        """The end of that database was lost: go on with a backup if it holds more, by what *query* counts."""
        database, backups = self._open[name], self._backups(name)
        (number,) = database.rows(int, query)
        with contextlib.suppress(sqlite3.Error, StorageError):
            for backup in backups[:1]:
                with contextlib.closing(sqlite3.connect(f"{backup.as_uri()}?mode=ro", uri=True)) as kept:
                    more = max(Database(kept).rows(int, query)) > number
                if more:
                    database.close()
                    found = self._replace(
                        self._file(name), self._migrations[name], self._checks[name], "cut short"
                    )
                    database.connection, database.path = found.connection, found.path
                    self.replaced.add(name)
        return name in self.replaced

    # A damaged file, and what there is instead

    def _replace(self, path: Path, migrations: Sequence[str], check: Check, why: str) -> Database:
        """Set the file aside and go on with the newest backup that is sound, or with a new file."""
        try:
            said = f"{path.name} was {why}{self._set_aside(path)}"
            for backup in self._backups(path.stem):
                try:
                    when = datetime.fromtimestamp(backup.stat().st_mtime).isoformat(" ", "minutes")
                    with backup.open("rb") as original:
                        copy(original, path)
                    database = self._sound(path, migrations, check, thorough=True)
                except (OSError, StorageError, *WRONG):  # a backup can be damaged as well
                    _remove(path)
                    continue
                goes_on = f"the table goes on with its backup of {when}: what came after is missing."
                self.notices.append(f"{said}; {goes_on}")
                return database
        except OSError as error:
            raise _unusable(
                path, error, f"{path} is {why} and cannot be replaced ({error.strerror})."
            ) from None
        self.notices.append(f"{said}; there is no backup of it that is sound, so a new one was begun.")
        return self._sound(path, migrations, check, thorough=True)

    def _set_aside(self, path: Path) -> str:
        """Give the files of a database other names; how a sentence goes on that says so."""
        names = (path.with_name(f"{path.stem}.damaged-{number}.db") for number in itertools.count(1))
        aside = next(name for name in names if not name.exists())
        moved = False
        for suffix in ("", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                os.replace(f"{path}{suffix}", f"{aside}{suffix}")
                moved = True
        return f" and has been set aside as {aside.name}" if moved else ""

    def _backups(self, name: str) -> list[Path]:
        """The backups there are, the newest first."""
        return [path for path in self._backup_names(name) if path.exists()]

    def _backup_names(self, name: str) -> list[Path]:
        return [self.path / f"{name}.backup-{number}.db" for number in range(1, BACKUPS + 1)]

    def backed_up(self, name: str) -> float | None:
        """When the newest backup was made, by the clock on the wall."""
        return next((path.stat().st_mtime for path in self._backups(name)), None)

    def back_up(self, name: str) -> None:
        """Copy a database aside, beside the last few copies; the oldest goes. Any thread may do it.

        StorageError if it cannot be, with the code DAMAGED if what there is to copy is; no backup goes then.
        """
        path, check = self._file(name), self._checks.get(name, look_at_pages)
        names = self._backup_names(name)
        newest = names[0]
        partial = newest.with_suffix(".partial")
        try:
            partial.unlink(missing_ok=True)
            with contextlib.closing(connect(path)) as original, contextlib.closing(connect(partial)) as twin:
                original.backup(twin)
                twin.execute("PRAGMA journal_mode = DELETE")  # a backup is one file
                check(Database(twin), True)
            if newest.exists() and filecmp.cmp(partial, newest, shallow=False):
                os.utime(newest)
                partial.unlink()
                return
            for older, newer in itertools.pairwise(reversed(names)):
                with contextlib.suppress(FileNotFoundError):
                    newer.replace(older)
            os.replace(partial, newest)
            sync(self.path)
        except (OSError, sqlite3.Error, StorageError) as error:
            with contextlib.suppress(OSError):
                partial.unlink()
            if isinstance(error, StorageError) or (isinstance(error, sqlite3.Error) and is_damage(error)):
                path.with_suffix(SUSPECT).touch()  # the next start looks at all of it
                raise damaged(path) from None
            raise StorageError(f"{path} could not be backed up: {error}.") from None

    def in_backups(self, name: str, amend: Callable[[Database], object]) -> None:
        """Do to every backup what was done to the database: forget somebody. One that cannot be goes."""
        for path in self._backups(name):
            try:
                with contextlib.closing(connect(path)) as backup:
                    backup.execute("PRAGMA foreign_keys = ON")
                    backup.execute("PRAGMA secure_delete = ON")
                    amend(Database(backup))
            except (sqlite3.Error, UserError):
                path.unlink(missing_ok=True)


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)


def _migrate(database: Database, path: Path, migrations: Sequence[str]) -> None:
    """Bring the schema up to date, one version at a time, each all or nothing."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if not 0 <= version < FAR_NEWER:
        raise damaged(path)
    if version > len(migrations):
        what = f"{path} was written by a newer version of Tapis Vert"
        raise StorageError(f"{what}: install that version, or choose another folder with --data.", "newer")
    for number in range(version, len(migrations)):
        with database.transaction():
            for statement in migrations[number].split(";"):
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {number + 1}")


def _unusable(path: Path, error: Exception, sentence: str) -> StorageError:
    """*sentence*, unless it is for want of room: some such failures go by other names."""
    full = getattr(error, "errno", None) == errno.ENOSPC
    with contextlib.suppress(OSError):
        full = full or shutil.disk_usage(path if path.is_dir() else path.parent).free < ROOM
    if not full:
        return StorageError(sentence, "read-only")
    return StorageError(f"The disk is full, so {path} cannot be used: make room and try again.", "disk-full")
