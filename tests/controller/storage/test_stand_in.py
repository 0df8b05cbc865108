"""A table without a disk: what was kept is there, it says so, and once there is room everything is kept."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from controller.cards.registry import Registry
from controller.intents import Act, Line, NewMatch, PlayUnkept
from controller.ports import CardRef
from controller.runtime.compose import Parts, opened
from controller.settings import table_file
from controller.storage.database import StorageError
from controller.storage.disk import Disk
from controller.storage.folder import Folder
from controller.storage.history import History
from controller.storage.journal import Journal
from controller.storage.stand_in import stand_in
from controller.table.table import RETRY_S
from engine.match import UNDO

FILE = table_file.read("", None)
LAYS = [{"lay": "blue-7#1", "zone": "blue"}, {"lay": "yellow-7#1", "zone": "yellow"}]
NO_ROOM = SimpleNamespace(free=0)
CARD = CardRef("thirteen", 1, "blue-7#1")


class FullDisk(Disk):
    """Where nothing can be written while it is full."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(lambda: 0.0)
        self.full = False
        real = shutil.disk_usage
        monkeypatch.setattr(shutil, "disk_usage", lambda path: NO_ROOM if self.full else real(path))

    def connect(self, path: Path) -> sqlite3.Connection:
        if self.full and "tapis-" not in str(path):  # but in memory
            error = sqlite3.OperationalError("unable to open database file")
            error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise error
        return super().connect(path)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> FullDisk:
    return FullDisk(monkeypatch)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A data folder in which a match is being played."""
    with opened(FILE, tmp_path / "data", lambda: 0.0, lambda: 1.8e9) as parts:
        parts.registry.teach("04a1", CARD)
        parts.table.handle(NewMatch("thirteen", ("Marie", "", "Luc")), 0.0)
        parts.table.handle(Line(LAYS[0]), 0.0)
    return tmp_path / "data"


@pytest.fixture
def table(home: Path, disk: FullDisk) -> Iterator[Parts]:
    """The table, started on a full disk."""
    disk.full = True
    with opened(FILE, home, lambda: 0.0, lambda: 1.8e9, disk=disk) as parts:
        yield parts


def moves(parts: Parts) -> int:
    assert parts.table.match
    return len(parts.table.match.actions)


def kept(home: Path) -> int:
    with Folder.beside(home) as folder:
        running = Journal(folder, History(folder, lambda: 0.0), lambda: 0.0).running()
        return len(running.lines) if running else -1


def test_what_was_kept_is_there_and_it_is_said_that_nothing_more_is(table: Parts, home: Path) -> None:
    (said,) = table.notices
    assert "The disk is full" in said and "nothing is kept" in said
    assert [trouble.code for trouble in table.table.view.troubles] == ["not-kept"]
    assert (moves(table), table.registry.lookup("04a1")) == (1, CARD)
    table.table.handle(Line(LAYS[1]), 0.0)
    assert (moves(table), kept(home)) == (2, 1)
    table.table.tick(RETRY_S)
    assert [trouble.stops for trouble in table.table.view.troubles] == [True], "people must have read it"
    table.table.handle(PlayUnkept(), RETRY_S)
    assert [(each.code, each.stops) for each in table.table.view.troubles] == [("not-kept", False)]


def test_once_there_is_room_everything_is_brought_home(table: Parts, home: Path, disk: FullDisk) -> None:
    table.table.handle(Line(LAYS[1]), 0.0)
    disk.full = False
    table.table.tick(RETRY_S)
    assert (table.table.view.troubles, kept(home)) == ((), 2)
    table.table.handle(Act(UNDO), RETRY_S)
    assert kept(home) == 3
    table.registry.teach("04a2", CARD)
    with pytest.raises(StorageError, match="Another table is using"):
        Folder.open(home)


def test_the_next_start_finds_what_was_brought_home(home: Path, disk: FullDisk) -> None:
    disk.full = True
    with opened(FILE, home, lambda: 0.0, lambda: 1.8e9, disk=disk) as parts:
        parts.table.handle(Line(LAYS[1]), 0.0)
        disk.full = False
        parts.table.tick(RETRY_S)
    with opened(FILE, home, lambda: 0.0, lambda: 1.8e9) as parts:
        assert (moves(parts), parts.notices) == (2, ())


def test_a_damaged_file_of_a_full_disk_is_set_aside_when_there_is_room(home: Path, disk: FullDisk) -> None:
    (home / "running.db").write_bytes(b"not a database " * 300)
    disk.full = True
    with opened(FILE, home, lambda: 0.0, lambda: 1.8e9, disk=disk) as parts:
        assert any(notice.startswith("running.db was damaged") for notice in parts.notices)
        parts.table.handle(NewMatch("thirteen", ("A", "B", "C")), 0.0)
        disk.full = False
        parts.table.tick(RETRY_S)
        assert kept(home) == 0
    assert (home / "running.damaged-1.db").exists()


def test_nothing_is_left_in_memory(home: Path) -> None:
    folder = stand_in(home, StorageError("The disk is full.", "disk-full"))
    Registry(folder, lambda: 0.0)
    place = folder.path
    assert place.exists()
    folder.close()
    assert not place.exists()
