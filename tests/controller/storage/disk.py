"""A disk that loses its power: what SQLite writes and syncs is recorded, and rebuilt as after a crash."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

import apsw

SECTOR = 512


class Write:
    def __init__(self, name: str, offset: int, data: bytes) -> None:
        self.name, self.offset, self.data = name, offset, data

    def onto(self, files: dict[str, bytearray]) -> None:
        content = files.setdefault(self.name, bytearray())
        content.extend(bytes(max(0, self.offset + len(self.data) - len(content))))
        content[self.offset : self.offset + len(self.data)] = self.data


class Truncate:
    def __init__(self, name: str, size: int) -> None:
        self.name, self.size = name, size

    def onto(self, files: dict[str, bytearray]) -> None:
        del files.setdefault(self.name, bytearray())[self.size :]


class Delete:
    def __init__(self, name: str) -> None:
        self.name = name

    def onto(self, files: dict[str, bytearray]) -> None:
        files.pop(self.name, None)


class Sync:
    def __init__(self, name: str) -> None:
        self.name = name


class Mark:
    """Not of the disk: from here on somebody was told so."""

    def __init__(self, said: Any) -> None:
        self.said = said


Operation = Write | Truncate | Delete | Sync | Mark


class RecordingDisk(apsw.VFS):
    """SQLite's own disk, with everything that passes written down in `log`."""

    def __init__(self) -> None:
        self.log: list[Operation] = []
        self.vfs = f"recording-{id(self)}"
        super().__init__(self.vfs, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        return RecordedFile(self, name, flags)

    def xDelete(self, name: str, syncdir: bool) -> None:  # noqa: N802
        self.log.append(Delete(Path(name).name))
        if syncdir:
            self.log.append(Sync(Path(name).name))
        super().xDelete(name, syncdir)

    def connect(self, path: Path) -> sqlite3.Connection:
        return cast(sqlite3.Connection, Connection(str(path), vfs=self.vfs))

    def mark(self, said: Any) -> None:
        self.log.append(Mark(said))


class RecordedFile(apsw.VFSFile):
    def __init__(self, disk: RecordingDisk, name: Any, flags: list[int]) -> None:
        self._disk = disk
        self._name = Path(name.filename() if hasattr(name, "filename") else name).name
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._disk.log.append(Write(self._name, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, size: int) -> None:  # noqa: N802
        self._disk.log.append(Truncate(self._name, size))
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.log.append(Sync(self._name))
        super().xSync(flags)


class Connection(apsw.Connection):
    """As much of sqlite3's connection as the storage uses."""

    def execute(self, statement: str, values: Any = ()) -> Any:
        return Cursor(self, super().execute(statement, values))

    def executemany(self, statement: str, rows: Any) -> Any:
        return Cursor(self, super().executemany(statement, rows))

    def rollback(self) -> None:
        if not self.get_autocommit():
            super().execute("ROLLBACK")


class Cursor:
    def __init__(self, connection: Connection, rows: Any) -> None:
        self.lastrowid = connection.last_insert_rowid()
        self.rowcount = connection.changes()
        self._rows = iter(list(rows))

    def fetchone(self) -> Any:
        return next(self._rows, None)

    def fetchall(self) -> list[Any]:
        return list(self._rows)

    def __iter__(self) -> Iterator[Any]:
        return self._rows


def after_crash(log: list[Operation], fate: str, rng: Random) -> dict[str, bytes]:
    """The files as they may be found after the power went at the end of *log*.

    What was synced is there. Of the rest, by *fate*, everything was "dropped", everything was "kept", or each
    sector of it is a matter of chance: "torn".
    """
    files: dict[str, bytearray] = {}
    pending: dict[str, list[Write | Truncate | Delete]] = {}
    for operation in log:
        match operation:
            case Mark():
                pass
            case Sync():
                for each in pending.pop(operation.name, []):
                    each.onto(files)
            case _:
                pending.setdefault(operation.name, []).append(operation)
    for operations in pending.values():
        for operation in operations:
            for part in _surviving(operation, fate, rng):
                part.onto(files)
    return {name: bytes(content) for name, content in files.items()}


def _surviving(
    operation: Write | Truncate | Delete, fate: str, rng: Random
) -> Iterator[Write | Truncate | Delete]:
    if fate == "dropped":
        return
    if fate == "kept" or not isinstance(operation, Write):
        if fate == "kept" or rng.random() < 0.5:
            yield operation
        return
    start = 0
    while start < len(operation.data):
        end = min(len(operation.data), start + SECTOR - (operation.offset + start) % SECTOR)
        if rng.random() < 0.5:
            yield Write(operation.name, operation.offset + start, operation.data[start:end])
        start = end
