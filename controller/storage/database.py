"""A database of the data folder: what is read is checked row by row, and what was refused stays refused.

    for name, last in database.rows(shape(Guest), "SELECT name, last FROM player"): ...
    with database.transaction():
        database.execute("INSERT INTO player VALUES (?, ?)", (name, last))

A row that cannot be decoded, has another shape than its reader expects or makes no sense is damage, just as a
page that SQLite itself cannot read: a StorageError with the code DAMAGED, and the next start looks at it all.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from controller.errors import UserError

DAMAGED = "damaged"
SUSPECT = ".suspect"  # beside a database: the next start looks at all of it

# What a reader of rows raises over one that is not as it was written.
WRONG = (ValueError, TypeError, LookupError, ArithmeticError, RecursionError, msgspec.MsgspecError)
# SQLITE_ERROR is a table or a column that every version has and this file has not.
BAD_FILE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
BAD_SECTOR = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ)

# Columns that make sense.
Moment = Annotated[float, Meta(ge=0, le=2.5e11)]  # seconds since the epoch, in a year of four digits
LONGEST = 10_000  # characters
CLEAN = r"^[^\x00-\x1f\x7f\ufffd]*\Z"  # text that somebody can have typed
Word = Annotated[str, Meta(min_length=1, max_length=LONGEST, pattern=CLEAN)]
Number = Annotated[int, Meta(ge=0)]
Flag = Annotated[int, Meta(ge=0, le=1)]

WAL_HEAD, FRAME_HEAD = 32, 24  # bytes, of the write-ahead log and of each page in it

T = TypeVar("T")


class StorageError(UserError):
    """Something that must be on disk cannot be. `code` names the trouble for the display."""

    def __init__(self, message: str, code: str = "disk") -> None:
        super().__init__(message)
        self.code = code


def shape(kind: type[T]) -> Callable[..., T]:
    """A reader of rows that are a *kind*: a NamedTuple or Struct of columns with their types and limits."""
    if issubclass(kind, msgspec.Struct):
        return lambda *row: msgspec.convert(dict(zip(kind.__struct_fields__, row, strict=True)), kind)
    return lambda *row: msgspec.convert(row, kind)


def parsed(text: object, kind: type[T]) -> T:
    """What a column of JSON holds, which must be a *kind*; raises one of WRONG."""
    if not isinstance(text, str):
        raise TypeError("JSON is kept as text")
    return msgspec.json.decode(text, type=kind)


class Database:
    def __init__(self, connection: sqlite3.Connection, path: Path | None = None) -> None:
        """*path* is its file; None: it is in memory."""
        self.connection = connection
        self.path = path
        self._in_doubt = False  # something that was refused may still be in the file

    def execute(self, statement: str, values: Any = ()) -> sqlite3.Cursor:
        """Write something, in a transaction; to read there is `rows`."""
        return self.connection.execute(statement, values)

    def executemany(self, statement: str, rows: Any) -> sqlite3.Cursor:
        return self.connection.executemany(statement, rows)

    # Reading

    def rows(self, read: Callable[..., T], query: str, values: Any = ()) -> list[T]:
        """What *read* makes of the columns of each row; StorageError, with the code DAMAGED, if it cannot."""
        try:
            return [read(*row) for row in self.connection.execute(query, values).fetchall()]
        except WRONG:
            raise self._suspected() from None
        except sqlite3.Error as error:
            raise (self._suspected() if is_damage(error) else cannot_keep(error)) from None

    def row(self, read: Callable[..., T], query: str, values: Any = ()) -> T | None:
        """The first of `rows`, if there is one."""
        return next(iter(self.rows(read, query, values)), None)

    def look_at_pages(self) -> None:
        """StorageError, with the code DAMAGED, unless every page and every index is sound."""
        if self.connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise self._suspected()

    def _suspected(self) -> StorageError:
        if self.path is None:
            return StorageError("What is kept in memory is damaged: start the table again.", DAMAGED)
        with contextlib.suppress(OSError):
            self.path.with_suffix(SUSPECT).touch()
        return damaged(self.path)

    # Writing

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All of it on disk, or none of it: what is refused is not there after a power cut either."""
        if self._in_doubt:
            self._withdraw()
        if self._in_doubt:
            raise StorageError("The disk failed and has not come back: nothing was lost, check the disk.")
        try:
            self.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self.connection.rollback()
                raise
            self.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                self.connection.rollback()
            if code_of(error) in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL):
                self._withdraw()
            raise (self._suspected() if is_damage(error) else cannot_keep(error)) from None

    def _withdraw(self) -> None:
        """Cut off what a failed commit may have left in the log: SQLite would find it there after a kill."""
        if self.path is None:
            return
        self._in_doubt = True
        with contextlib.suppress(sqlite3.Error, OSError, struct.error):
            self.execute("BEGIN IMMEDIATE")  # nobody else writes meanwhile
            try:
                _cut_off(self.path)
                self._in_doubt = False
            finally:
                self.connection.rollback()

    def close(self) -> None:
        self.connection.close()


def _cut_off(path: Path) -> None:
    """Leave in the write-ahead log what its index counts, which only a commit that was synced moves on."""
    with open(f"{path}-shm", "rb") as index:
        page, frames = struct.unpack_from("=HI", index.read(20), 14)  # https://sqlite.org/walformat.html
    size = 65536 if page == 1 else page
    end = WAL_HEAD + frames * (FRAME_HEAD + size) if frames else 0
    with open(f"{path}-wal", "r+b") as log:
        if log.seek(0, os.SEEK_END) > end:
            log.truncate(end)
        os.fsync(log.fileno())


# What went wrong


def code_of(error: BaseException) -> int:
    """The primary result code of SQLite; 0 if it is none of its errors."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file is not as it was written; text that is no text is said without a code."""
    whole_code = getattr(error, "sqlite_errorcode", None)
    return code_of(error) in BAD_FILE or whole_code in BAD_SECTOR or "decode to UTF-8" in str(error)


def damaged(path: Path) -> StorageError:
    return StorageError(f"{path} is damaged: start the table again, which goes on with its backup.", DAMAGED)


def cannot_keep(error: sqlite3.Error) -> StorageError:
    match code_of(error):
        case sqlite3.SQLITE_FULL:
            return StorageError("The disk is full: nothing was lost, make room and go on.", "disk-full")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return StorageError(
                "The data folder cannot be written: nothing was lost, check the disk.", "read-only"
            )
    return StorageError(f"The disk failed ({error}): nothing was lost, check the disk.")
