"""The disk fails in the middle of a commit and the power goes: what was refused is not there, what was
accepted is. A migration that is cut off between any two statements is begun again.

TAPIS_CRASH_EVERY=1 tries every write and every sync; the suite every 7th."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from pathlib import Path
from typing import Any, cast

import apsw
import pytest

from controller.cards import registry
from controller.simulation import dealing
from controller.storage import history, journal, record
from controller.storage.database import StorageError
from controller.storage.folder import Folder, connect
from controller.storage.history import History
from controller.storage.journal import Journal
from tests.controller.storage.disk import Connection

EVERY = int(os.environ.get("TAPIS_CRASH_EVERY", "7"))
HEADER = record.to_json(record.Header("thirteen", ("A", "B", "C"), 2))
LAYS = [{"lay": f"{colour}-{value}#1", "zone": colour} for value in (1, 2) for colour in ("blue", "yellow")]


class FailingDisk(apsw.VFS):
    """SQLite's own disk, which once it is armed fails with EIO after *countdown* writes or syncs."""

    def __init__(self, what: str) -> None:
        self.what, self.countdown, self.times, self.armed = what, 0, 0, False
        self.vfs = f"failing-{id(self)}"
        super().__init__(self.vfs, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        return FailingFile(self, name, flags)

    def connect(self, path: Path) -> sqlite3.Connection:
        return cast(sqlite3.Connection, TranslatedConnection(str(path), vfs=self.vfs))

    def about_to(self, what: str) -> None:
        if what != self.what or not self.armed:
            return
        self.countdown -= 1
        if -self.times <= self.countdown < 0:
            raise apsw.IOError("EIO")

    def arm(self, countdown: int, times: int) -> None:
        self.armed, self.countdown, self.times = True, countdown, times


class FailingFile(apsw.VFSFile):
    def __init__(self, disk: FailingDisk, name: Any, flags: list[int]) -> None:
        self._disk = disk
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._disk.about_to("write")
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.about_to("sync")
        super().xSync(flags)


class TranslatedConnection(Connection):
    """Errors as sqlite3 has them."""

    def execute(self, statement: str, values: Any = ()) -> Any:
        try:
            return super().execute(statement, values)
        except apsw.Error as error:
            translated = sqlite3.OperationalError(str(error))
            translated.sqlite_errorcode = getattr(error, "extendedresult", 0) or apsw.SQLITE_IOERR
            raise translated from None


def killed(folder: Path, place: Path) -> list[Any]:
    """The lines that the next start finds, after the process is no more."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(folder, place, ignore=shutil.ignore_patterns("*-shm"))
    with Folder.open(place) as opened:
        journal = Journal(opened, History(opened, lambda: 0.0), lambda: 0.0)
        kept = journal.running()
        assert kept and not opened.notices and not opened.gaps
        return list(kept.lines)


@pytest.mark.parametrize("what", ["write", "sync"])
@pytest.mark.parametrize("times", [1, 3])
def test_what_was_refused_is_gone_and_what_was_accepted_is_there(
    what: str, times: int, tmp_path: Path
) -> None:
    tried = refused = 0
    for countdown in range(0, 40, EVERY if EVERY < 3 else 3):
        disk = FailingDisk(what)
        path = tmp_path / f"{countdown}"
        with Folder.open(path, disk.connect) as folder:
            journal = Journal(folder, History(folder, lambda: 0.0), lambda: 0.0)
            match = journal.begin(HEADER)
            disk.arm(countdown, times)
            accepted: list[Any] = []
            for line in LAYS:
                try:
                    journal.record(match, line)
                    accepted.append(line)
                except StorageError as error:
                    assert error.code == "disk"
                    refused += 1
                assert killed(path, tmp_path / "killed") == accepted
                tried += 1
            disk.armed = False
            journal.record(match, LAYS[-1])  # it has come back, and all goes on
            assert killed(path, tmp_path / "killed") == [*accepted, LAYS[-1]]
    print(f"{tried} kills after a {what} that may have failed, {refused} moves refused")
    assert refused


def test_a_disk_that_cannot_take_a_move_back_takes_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = FailingDisk("sync")
    with Folder.open(tmp_path, disk.connect) as folder:
        journal = Journal(folder, History(folder, lambda: 0.0), lambda: 0.0)
        match = journal.begin(HEADER)
        disk.arm(0, 1)
        with monkeypatch.context() as dead:
            dead.setattr("controller.storage.database.os.fsync", refuse)
            for line in LAYS[:2]:
                with pytest.raises(StorageError):
                    journal.record(match, line)
        journal.record(match, LAYS[2])
        kept = journal.running()
        assert kept and list(kept.lines) == [LAYS[2]]


def refuse(number: int) -> None:
    raise OSError(errno.EIO, "EIO")


# Migrations

BOOKS = {
    "registry": (registry.MIGRATIONS, registry.check),
    "history": (history.MIGRATIONS, history.check),
    "running": (journal.MIGRATIONS, journal.check),
    "hands": (dealing.MIGRATIONS, dealing.check),
}


class Killed(BaseException):
    """The process is no more."""


def mortal(instants: int) -> Any:
    """Connections that live for so many statements."""
    left = iter(range(instants))

    class Mortal(sqlite3.Connection):
        def execute(self, *statement: Any) -> sqlite3.Cursor:
            if next(left, None) is None:
                raise Killed
            return super().execute(*statement)

        def rollback(self) -> None:
            if next(left, None) is not None:
                super().rollback()

    return lambda path: connect(path, Mortal)


def schema(path: Path) -> list[Any]:
    with Folder.open(path) as folder:
        assert folder.notices == []
        (name,) = (each.stem for each in path.glob("*.db"))
        migrations, check = BOOKS[name]
        database = folder.database(name, migrations, check)
        version = database.execute("PRAGMA user_version").fetchall()
        return [*version, *database.execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall()]


@pytest.mark.parametrize("name", BOOKS)
def test_a_migration_that_is_killed_between_any_two_statements_is_made_again(
    name: str, tmp_path: Path
) -> None:
    migrations, check = BOOKS[name]
    for begun in range(len(migrations)):  # from an empty file, and from every earlier version
        expected = None
        for instant in range(60):
            path = tmp_path / f"{begun}-{instant}"
            with Folder.open(path) as folder:
                folder.database(name, migrations[:begun], lambda database, thorough: True)
            done = True
            folder = Folder.open(path, mortal(instant))
            try:
                folder.database(name, migrations, check)
            except Killed:
                done = False
            folder.close()
            found = schema(path)
            expected = expected or found
            assert found == expected and found[0] == (len(migrations),)
            if done:
                break
        else:
            raise AssertionError("it never came to an end")
        assert instant > 8
