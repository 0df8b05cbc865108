"""A clock that jumps costs nobody a name until it has been seen to be right for a day."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.runtime.compose import opened
from controller.settings import table_file
from controller.storage.expiry import DAY_S, OFF_S
from controller.storage.folder import Folder
from controller.storage.history import History

FILE = table_file.read("", None)
NOON = 1.8e9
IN_2100 = 4.1e9


class House:
    """A table that is switched on now and then; Marielle has played at noon."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with Folder.open(path) as folder:
            History(folder, lambda: NOON).welcome(["Marielle"])
            folder.back_up("history")
        assert self.starts(NOON) == ["Marielle"]

    def starts(self, wall: float) -> list[str]:
        """Who is known after a start at that time by the clock."""
        with opened(FILE, self.path, lambda: 0.0, lambda: wall) as parts:
            return list(parts.table.view.guests)

    def in_backups(self) -> bool:
        return b"Marielle" in (self.path / "history.backup-1.db").read_bytes()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    yield House(tmp_path)


def test_one_start_in_another_century_forgets_nobody(house: House) -> None:
    assert house.starts(IN_2100) == ["Marielle"]
    assert house.starts(IN_2100 + 0.5 * DAY_S) == ["Marielle"]
    assert house.starts(NOON + DAY_S) == ["Marielle"]
    assert house.in_backups()


def test_a_clock_that_goes_on_from_there_for_a_day_is_believed(house: House) -> None:
    later = NOON + OFF_S + DAY_S
    assert house.starts(later) == ["Marielle"]
    assert house.starts(later + 1.1 * DAY_S) == []
    assert not house.in_backups()


def test_names_go_in_time_at_a_table_that_is_used(house: House) -> None:
    assert house.starts(NOON + 20 * DAY_S) == ["Marielle"]
    assert house.starts(NOON + 31 * DAY_S) == []


def test_a_table_that_was_off_for_a_month_is_believed_at_once(house: House) -> None:
    assert house.starts(NOON + 40 * DAY_S) == []


def test_a_clock_that_was_set_back_is_watched_again(house: House) -> None:
    for day in range(20):
        house.starts(NOON + day * DAY_S)
    assert house.starts(NOON - 400 * DAY_S) == ["Marielle"]
    assert house.starts(NOON + 35 * DAY_S) == ["Marielle"]
    assert house.starts(NOON + 36.5 * DAY_S) == []


def test_data_of_an_earlier_version_expire_by_a_clock_that_fits_them(tmp_path: Path) -> None:
    with Folder.open(tmp_path) as folder:
        History(folder, lambda: NOON).welcome(["Marielle"])
    (tmp_path / "marks").unlink()
    with opened(FILE, tmp_path, lambda: 0.0, lambda: NOON + 31 * DAY_S) as parts:
        assert parts.table.view.guests == ()
