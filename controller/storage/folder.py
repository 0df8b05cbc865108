"""The data folder and the SQLite files in it: opened with care, kept in order, never replaced in silence.

    with Folder.open(path) as folder:
        database = folder.database("running", MIGRATIONS)

Every database is in WAL mode with synchronous=FULL: what a transaction committed survives a power cut. A file
that is damaged is set aside under another name, the newest backup that is sound takes its place, and both are
said; one written by a newer version is left alone.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import filecmp
import io
import itertools
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import IO

from controller.errors import UserError

BACKUPS = 3
DAMAGED = "damaged"
HOST_FILE = "host.toml"  # what the host changed on the screen
ROOM = 64 * 1024  # bytes: with less than this nothing can be opened
Connect = Callable[[Path], sqlite3.Connection]
Check = Callable[[sqlite3.Connection], bool]


class StorageError(UserError):
    """Something that must be on disk cannot be. `code` names the trouble for the display."""

    def __init__(self, message: str, code: str = "disk") -> None:
        super().__init__(message)
        self.code = code


def connect(path: Path) -> sqlite3.Connection:
    # SQLite gives a new file to nobody but its owner; this one gives it to whom the umask does. Whatever is
    # wrong with the place, SQLite finds it too and says it better.
    with contextlib.suppress(OSError):
        path.open("ab").close()
    # One thread uses it at a time; transactions are begun and committed by name.
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False)


def whole(database: sqlite3.Connection) -> bool:
    """Whether every page of it is sound."""
    return bool(database.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))


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
            self._open.pop().close()
        if self._lock:
            self._lock.close()

    def database(self, name: str, migrations: Sequence[str], check: Check = whole) -> sqlite3.Connection:
        """The database of that name, at the newest version of its schema.

        *check* says whether its file is sound; one that grows for years needs a look that does not.
        """
        path, suspect = self.path / f"{name}.db", self.path / f"{name}.suspect"
        doubted = suspect.exists()
        try:
            database = self._sound(path, migrations, whole if doubted else check)
        except StorageError as error:
            if error.code != DAMAGED:
                raise
            if not self._lock:
                sentence = f"{path} is damaged: start the table, which sets it aside and says so."
                raise StorageError(sentence, DAMAGED) from None
            database = self._replace(path, migrations)
        if doubted and self._lock:
            suspect.unlink()
        self._open.append(database)
        return database

    def _sound(self, path: Path, migrations: Sequence[str], check: Check) -> sqlite3.Connection:
        """The database opened; StorageError, with the code DAMAGED if its file is."""
        with contextlib.ExitStack() as stack:
            try:
                database = stack.enter_context(contextlib.closing(self._connect(path)))
                # A new file is switched to WAL through a rollback journal; EXTRA makes its removal durable,
                # or it could come back after a power cut and undo the switch, and with it all of the WAL.
                database.execute("PRAGMA synchronous = EXTRA")
                database.execute("PRAGMA journal_mode = WAL")
                database.execute("PRAGMA synchronous = FULL")
                database.execute("PRAGMA foreign_keys = ON")
                database.execute("PRAGMA secure_delete = ON")  # a name that is forgotten is overwritten
                _migrate(database, path, migrations)
                if not check(database):
                    raise _damaged(path)
            except sqlite3.Error as error:
                why = f"({error}): check the folder's permissions and the disk."
                cannot = _unusable(path, error, f"{path} cannot be opened for writing {why}")
                raise (_damaged(path) if _is_damage(error) else cannot) from None
            stack.pop_all()  # it stays open
        return database

    # A damaged file, and what there is instead

    def _replace(self, path: Path, migrations: Sequence[str]) -> sqlite3.Connection:
        """Set the damaged file aside and go on with the newest backup that is sound, or with a new file."""
        names = (path.with_name(f"{path.stem}.damaged-{number}.db") for number in itertools.count(1))
        aside = next(name for name in names if not name.exists())
        for suffix in ("", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                os.replace(f"{path}{suffix}", f"{aside}{suffix}")
        said = f"{path.name} was damaged and has been set aside as {aside.name}"
        for backup in self._backups(path.stem):
            try:
                when = datetime.fromtimestamp(backup.stat().st_mtime).isoformat(" ", "minutes")
                with backup.open("rb") as original:
                    _copy(original, path)
                database = self._sound(path, migrations, whole)
            except (OSError, StorageError):  # a backup can be damaged as well
                path.unlink(missing_ok=True)
                continue
            goes_on = f"the table goes on with its backup of {when}: what came after is missing."
            self.notices.append(f"{said}; {goes_on}")
            return database
        self.notices.append(f"{said}; there is no backup of it, so a new one was begun.")
        return self._sound(path, migrations, whole)

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
        path = self.path / f"{name}.db"
        names = self._backup_names(name)
        newest = names[0]
        partial = newest.with_suffix(".partial")
        try:
            partial.unlink(missing_ok=True)
            with contextlib.closing(connect(path)) as original, contextlib.closing(connect(partial)) as copy:
                original.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # a backup is one file
                sound = whole(copy)
            if not sound:
                raise _damaged(path)
            if newest.exists() and filecmp.cmp(partial, newest, shallow=False):
                os.utime(newest)
                partial.unlink()
                return
            for older, newer in itertools.pairwise(reversed(names)):
                with contextlib.suppress(FileNotFoundError):
                    newer.replace(older)
            os.replace(partial, newest)
            _sync(self.path)
        except (OSError, sqlite3.Error, StorageError) as error:
            with contextlib.suppress(OSError):
                partial.unlink()
            if isinstance(error, StorageError) or _is_damage(error):
                (self.path / f"{name}.suspect").touch()  # the next start looks at every page
                raise _damaged(path) from None
            raise StorageError(f"{path} could not be backed up: {error}.") from None

    def in_backups(self, name: str, amend: Callable[[sqlite3.Connection], object]) -> None:
        """Do to every backup what was done to the database: forget somebody. One that cannot be goes."""
        for path in self._backups(name):
            try:
                with contextlib.closing(connect(path)) as backup:
                    backup.execute("PRAGMA foreign_keys = ON")
                    backup.execute("PRAGMA secure_delete = ON")
                    amend(backup)
            except (sqlite3.Error, UserError):
                path.unlink(missing_ok=True)


def write(path: Path, text: str) -> None:
    """*text* is the whole file: the old one or the new one is there whenever the power goes; OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _copy(io.BytesIO(text.encode()), path)


def keep(path: Path, text: str) -> None:
    """`write`, with a StorageError, in one sentence, if the disk does not take it."""
    try:
        write(path, text)
    except OSError as error:
        raise StorageError(f"{path} cannot be written ({error.strerror}): check the disk.") from None


def _copy(original: IO[bytes], path: Path) -> None:
    """*path* is what *original* is: all of it, or as it was."""
    partial = path.with_suffix(".partial")
    with partial.open("wb") as copy:
        shutil.copyfileobj(original, copy)
        copy.flush()
        os.fsync(copy.fileno())
    partial.replace(path)
    _sync(path.parent)


def _sync(folder: Path) -> None:
    """Names in *folder* stay as they are now; without this the old ones could come back."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


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
        what = f"{path} was written by a newer version of Tapis Vert"
        raise StorageError(f"{what}: install that version, or choose another folder with --data.", "newer")
    for number in range(version, len(migrations)):
        with transaction(database):
            for statement in migrations[number].split(";"):
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {number + 1}")


def _is_damage(error: BaseException) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _damaged(path: Path) -> StorageError:
    return StorageError(f"{path} is damaged: start the table again, which goes on with its backup.", DAMAGED)


def _unusable(path: Path, error: Exception, sentence: str) -> StorageError:
    """*sentence*, unless it is for want of room: some such failures go by other names."""
    full = getattr(error, "errno", None) == errno.ENOSPC
    with contextlib.suppress(OSError):
        full = full or shutil.disk_usage(path if path.is_dir() else path.parent).free < ROOM
    if not full:
        return StorageError(sentence, "read-only")
    return StorageError(f"The disk is full, so {path} cannot be used: make room and try again.", "disk-full")


def _cannot_keep(error: sqlite3.Error) -> StorageError:
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_FULL:
            return StorageError("The disk is full: nothing was lost, make room and go on.", "disk-full")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return StorageError(
                "The data folder cannot be written: nothing was lost, check the disk.", "read-only"
            )
    return StorageError(f"The disk failed ({error}): nothing was lost, check the disk.")
