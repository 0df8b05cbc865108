"""The campaign for a moment: a table that works has nothing wrong, one that does not is found out."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.cards.registry import Registry
from controller.ports import CardRef
from controller.runtime.app import App
from controller.simulation.laying import teach
from controller.storage.folder import Folder
from controller.storage.journal import Journal
from tests.campaign import UNKNOWN_TAG, campaign
from tests.campaign_starts import Guests, hurt_cell, start, up

SEED = 4  # three players at the shortest game
SEEDS = (12, 8, 4, 16, 20, 24)  # and more such matches, for what need not happen in every one


def after(turns: int) -> Callable[[], bool]:
    counted = count()
    return lambda: next(counted) > turns


def test_a_match_of_faults_ends_with_the_right_score() -> None:
    report = campaign(SEED, lambda: False, matches=1)
    assert report.ok, str(report)
    assert report.matches == {"pot": 1}
    assert report.lays >= 30
    assert report.faults["kill between two statements"] > 0
    assert {kind.partition(":")[0] for kind in report.faults} >= {"hub", "people", "screen", "disk full"}
    assert report.starts >= report.faults["kill between two statements"]


def test_a_journal_that_forgets_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    record, counted = Journal.record, count()

    def forgetful(journal: Journal, match: int, *lines: Any, **more: Any) -> None:
        if next(counted) % 3:
            record(journal, match, *lines, **more)

    monkeypatch.setattr(Journal, "record", forgetful)
    assert campaign(SEED, after(3000), matches=1).lost


def test_a_table_that_takes_any_tag_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    lookup = Registry.lookup

    def lenient(registry: Registry, uid: str) -> CardRef | None:
        return CardRef("pot", 1, "blue-1") if uid == UNKNOWN_TAG else lookup(registry, uid)

    monkeypatch.setattr(Registry, "lookup", lenient)
    # In one match such a tag may lie only on pads that are dead just then.
    assert any(campaign(seed, lambda: False, matches=1).wrong for seed in SEEDS)


def test_a_table_that_does_not_start_on_harmed_data_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(app: App, now: float) -> None:
        raise ZeroDivisionError

    assert list(up(tmp_path, Random(0))) == []
    faults: Counter[str] = Counter()
    for seed in range(4):
        assert start(tmp_path, Random(seed), faults) == []
    assert len(faults) > 1
    monkeypatch.setattr(App, "turn", fails)
    assert start(tmp_path, Random(0), faults)[0].startswith("the table did not come up: ZeroDivisionError")


def test_guests_play_and_correct_and_leave(tmp_path: Path) -> None:
    guests = Guests(Random(1))
    assert list(up(tmp_path, guests.rng, guests)) == []
    assert guests.tried["NewMatch"] and len(guests.tried) > 10


def test_a_cell_of_junk_is_one_that_pages_do_not_show(tmp_path: Path) -> None:
    with Folder.open(tmp_path) as data:
        teach(Registry(data, lambda: 0.0), "pot")
    before = (tmp_path / "registry.db").read_bytes()
    assert hurt_cell(tmp_path, Random(1)) == "a cell of junk"
    with closing(sqlite3.connect(tmp_path / "registry.db")) as database:
        assert database.execute("PRAGMA quick_check").fetchone() == ("ok",)
    assert before != (tmp_path / "registry.db").read_bytes() or (tmp_path / "registry.db-wal").exists()
