"""Backups come at quiet moments, and what people forget is forgotten there too."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from controller.cards.registry import Registry
from controller.storage.backups import DAY, LARGE, QUIET, Backups
from controller.storage.folder import Folder
from controller.storage.history import History
from controller.storage.journal import Journal
from controller.view import MatchView, Mode, Played, TableView

NOON = 1.8e9
IDLE = TableView()
WON = Played(1, "pot", 0.0, 0.0, ("Marie",), (7,), (0,), ((7,),))


def playing(round_over: bool) -> TableView:
    state = {"round_over": round_over}
    return TableView(
        Mode.PLAYING, match=MatchView(1, "pot", ("Marie",), frozenset(), 1, state, (), (), (), ())
    )


class Evening:
    """A data folder with everything in it, and its backups."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.folder = Folder.open(path)
        self.history = History(self.folder, lambda: NOON)
        self.journal = Journal(self.folder, self.history, lambda: NOON)
        Registry(self.folder, lambda: NOON)
        self.open()

    def open(self, wall: float | None = None) -> None:
        self.backups = Backups(self.folder, lambda: wall or os.stat(self.path).st_mtime, now=0.0)

    def turn(self, now: float, view: TableView = IDLE) -> list[str]:
        """The backups that are there after it."""
        self.backups.turn(now, view)
        self.backups.close()
        return sorted(path.name for path in self.path.glob("*.backup-*.db"))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    yield evening
    evening.folder.close()


ALL = ["history.backup-1.db", "registry.backup-1.db", "running.backup-1.db"]


def test_a_new_table_has_nothing_to_lose_before_its_first_match(evening: Evening) -> None:
    assert evening.backups.next_wake(IDLE) == DAY
    assert evening.turn(100.0) == []
    assert evening.turn(200.0, replace(IDLE, last=(WON,))) == []
    assert evening.backups.next_wake(IDLE) == 200.0 + QUIET
    assert evening.turn(200.0 + QUIET, replace(IDLE, last=(WON,))) == ALL
    assert evening.backups.next_wake(IDLE) == 200.0 + QUIET + DAY


def test_a_table_whose_backups_are_of_today_waits_for_tomorrow(evening: Evening) -> None:
    evening.turn(DAY)
    made = (evening.path / ALL[0]).stat().st_mtime
    evening.open(wall=made + 60)
    assert evening.backups.next_wake(IDLE) == DAY
    evening.open(wall=made + 2 * DAY)
    assert evening.backups.next_wake(IDLE) == QUIET
    evening.open(wall=made - 2 * DAY)  # the clock is wrong, now or then
    assert evening.backups.next_wake(IDLE) == QUIET


def test_after_a_match_there_is_a_new_one_and_never_during_a_round(evening: Evening) -> None:
    evening.turn(DAY)
    evening.journal.begin({"game": "pot", "names": ["Marie", "", "Luc"], "dealer": 0})
    over = DAY + 100.0
    evening.turn(over, replace(IDLE, last=(WON,)))
    during = replace(playing(round_over=False), last=(WON,))
    assert evening.backups.next_wake(during) is None
    assert evening.turn(over + QUIET, during) == ALL
    after = replace(playing(round_over=True), last=(WON,))
    assert evening.backups.next_wake(after) == over + QUIET
    assert evening.turn(over + QUIET, after) == sorted([*ALL, "running.backup-2.db"])


def test_a_large_history_is_copied_once_a_day_only(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.turn(DAY)
    evening.history.welcome(["Marie"])
    monkeypatch.setattr(evening.backups, "_size", lambda name: LARGE)
    won = replace(IDLE, last=(WON,))
    evening.turn(DAY + 50.0, won)
    assert evening.turn(DAY + 50.0 + QUIET, won) == ALL
    monkeypatch.setattr(evening.backups, "_is_old", lambda name: True)
    assert "history.backup-2.db" in evening.turn(DAY + 50.0 + QUIET + DAY, won)


def test_what_cannot_be_backed_up_is_one_sentence_each(evening: Evening) -> None:
    for name in ("registry", "running", "history"):
        (evening.path / f"{name}.backup-1.partial").mkdir()
    assert evening.turn(DAY) == []
    assert len(evening.backups.said) == 3
    assert all("could not be backed up" in said for said in evening.backups.said)


def names_in(path: Path) -> bytes:
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.read_bytes()


@pytest.mark.parametrize("how", ["by touch", "by name", "by expiry"])
def test_a_name_that_is_forgotten_is_in_no_backup(evening: Evening, how: str) -> None:
    evening.history.welcome(["Marielle"])
    evening.journal.begin({"game": "pot", "names": ["Marielle", "", "Luc"], "dealer": 0})
    assert evening.turn(DAY) == ALL
    files = [evening.path / "history.backup-1.db", evening.path / "running.backup-1.db"]
    assert all(b"Marielle" in names_in(path) for path in files)
    if how == "by touch":
        evening.history.forget_guests()
        evening.journal.forget_names()
    elif how == "by name":
        evening.history.forget("Marielle")
        evening.journal.forget_names()
    else:
        late = NOON + 31 * DAY
        History(evening.folder, lambda: late).expire()
        evening.journal.forget_names(before=late - 30 * DAY)
    assert not any(b"Marielle" in names_in(path) for path in files)


def test_a_name_lives_as_long_as_the_table_file_says(evening: Evening) -> None:
    evening.history.welcome(["Marielle"])
    History(evening.folder, lambda: NOON + 9 * DAY, days=10).expire()
    assert evening.history.guests() == ["Marielle"]
    History(evening.folder, lambda: NOON + 11 * DAY, days=10).expire()
    assert evening.history.guests() == []


def test_a_match_that_an_old_backup_still_has_is_not_played_twice(evening: Evening) -> None:
    header = {"game": "pot", "names": ["Marie", "Luc", ""], "dealer": 0}
    match = evening.journal.begin(header)
    evening.turn(DAY)
    evening.journal.finish(match, [[1, 2, 3]], [2])
    evening.folder.close()
    os.replace(evening.path / "running.backup-1.db", evening.path / "running.db")
    with Folder.open(evening.path) as folder:
        history = History(folder, lambda: NOON)
        journal = Journal(folder, history, lambda: NOON)
        assert journal.running() is None
        assert len(history.matches()) == 1
