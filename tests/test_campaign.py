"""The campaign for a moment: a table that works has nothing wrong, one that does not is found out."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from controller.cards.registry import Registry
from controller.ports import CardRef
from controller.storage.journal import Journal
from tests.campaign import UNKNOWN_TAG, campaign

SEED = 4  # three players at the shortest game
SEEDS = range(SEED, 40, 4)  # and more such matches, for what need not happen in every one


def after(turns: int) -> Callable[[], bool]:
    counted = count()
    return lambda: next(counted) > turns


def test_a_match_of_faults_ends_with_the_right_score() -> None:
    report = campaign(SEED, lambda: False, matches=1)
    assert report.ok, report
    assert report.matches == {"pot": 1}
    assert report.lays >= 30
    assert report.faults["kill between two statements"] > 0
    assert {kind.partition(":")[0] for kind in report.faults} >= {"hub", "people", "reader", "disk full"}


def test_a_journal_that_forgets_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    record, counted = Journal.record, count()

    def forgetful(journal: Journal, match: int, *lines: Any, **more: Any) -> None:
        if next(counted) % 3:
            record(journal, match, *lines, **more)

    monkeypatch.setattr(Journal, "record", forgetful)
    assert campaign(SEED, after(3000), matches=1).lost


def test_a_table_that_takes_any_tag_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    lookup, met = Registry.lookup, []

    def lenient(registry: Registry, uid: str) -> CardRef | None:
        if uid != UNKNOWN_TAG:
            return lookup(registry, uid)
        met.append(uid)
        return CardRef("pot", 1, "blue-1")

    monkeypatch.setattr(Registry, "lookup", lenient)
    # Such a tag may lie on a pad that is dead just then: the first match in which it is read must show it.
    report = next(report for seed in SEEDS if (report := campaign(seed, lambda: False, matches=1)) and met)
    assert report.wrong
