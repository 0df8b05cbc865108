"""Waiting for the disk beside the loop: what cannot wait goes on, and a commit is still a commit."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from controller.storage.disk import Disk


def kept(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as other:
        return [number for (number,) in other.execute("SELECT number FROM line")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "running.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE line (number INTEGER)")
    return path


def test_what_cannot_wait_goes_on_while_a_commit_is_under_way() -> None:
    over, looks = threading.Event(), list[float]()

    def meanwhile(waited: float) -> None:
        looks.append(waited)
        if len(looks) == 3:
            over.set()

    with closing(Disk()) as disk:
        disk.meanwhile = meanwhile
        assert disk.keep(lambda: over.wait(60.0) and "kept") == "kept"
        assert len(looks) >= 3
        assert looks == sorted(looks)
        assert disk.longest_s == disk.waited_s >= looks[2]


def test_a_commit_is_on_disk_when_it_returns(path: Path) -> None:
    with closing(Disk()) as disk, closing(disk.connect(path)) as database:
        disk.meanwhile = lambda waited: None
        for number in range(20):
            database.execute("BEGIN IMMEDIATE")
            database.execute("INSERT INTO line VALUES (?)", (number,))
            database.execute("COMMIT")
            assert kept(path) == list(range(number + 1))


def test_a_commit_that_fails_fails_where_it_was_made(path: Path) -> None:
    with closing(Disk()) as disk, closing(disk.connect(path)) as database:
        disk.meanwhile = lambda waited: None
        with pytest.raises(sqlite3.OperationalError):
            database.execute("COMMIT")


def test_what_fails_meanwhile_waits_for_the_commit_too() -> None:
    began, over = threading.Event(), list[bool]()

    def commit() -> None:
        began.wait(60.0)
        over.append(True)

    def meanwhile(waited: float) -> None:
        began.set()
        raise KeyboardInterrupt

    with closing(Disk()) as disk:
        disk.meanwhile = meanwhile
        with pytest.raises(KeyboardInterrupt):
            disk.keep(commit)
        assert over == [True]
