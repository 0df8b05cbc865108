"""Which tag is which card, evening after evening, whatever happens to stickers and disks."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.cards.registry import Registry, Sighting, TagTaken
from controller.ports import CardRef
from controller.storage.database import StorageError
from controller.storage.folder import Folder

SEVEN = CardRef("thirteen", 1, "blue-7#1")
FIVE = CardRef("thirteen", 1, "blue-5#1")


class Cottage:
    """A registry, closed and opened again by `come_back`; `clock` is what its watch says."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = 1000.0
        self.open()

    def open(self) -> None:
        self.folder = Folder.open(self.path)
        self.registry = Registry(self.folder, lambda: self.clock)

    def come_back(self) -> Registry:
        self.folder.close()
        self.open()
        return self.registry

    def fill_the_disk(self) -> Callable[[], object]:
        """No page more than there are; what is returned makes room again."""
        database = self.registry._database
        (pages,) = database.execute("PRAGMA page_count").fetchone()
        database.execute("CREATE TABLE filler (stuff)")  # takes the last free page
        database.execute(f"PRAGMA max_page_count = {pages + 1}")
        return lambda: database.execute("PRAGMA max_page_count = 1000000")


@pytest.fixture
def cottage(tmp_path: Path) -> Iterator[Cottage]:
    cottage = Cottage(tmp_path)
    yield cottage
    cottage.folder.close()


def test_a_tag_is_known_for_good(cottage: Cottage) -> None:
    assert cottage.registry.lookup("aa") is None
    cottage.registry.teach("aa", SEVEN)
    assert cottage.registry.lookup("aa") == SEVEN
    assert cottage.come_back().lookup("aa") == SEVEN


def test_a_tag_of_another_card_is_refused_and_its_owner_named(cottage: Cottage) -> None:
    cottage.registry.teach("aa", SEVEN)
    with pytest.raises(TagTaken, match="is blue-7#1 of thirteen, copy 1, already") as refused:
        cottage.registry.teach("aa", FIVE)
    assert refused.value.owner == SEVEN
    assert cottage.registry.taught() == {("thirteen", 1): {"blue-7#1"}}
    cottage.registry.teach("aa", SEVEN)  # its own card again is no quarrel


def test_a_card_has_one_tag_and_its_old_one_is_recognised(cottage: Cottage) -> None:
    cottage.registry.teach("aa", SEVEN)
    cottage.registry.teach("bb", SEVEN)
    for registry in (cottage.registry, cottage.come_back()):
        assert registry.lookup("bb") == SEVEN
        assert registry.lookup("aa") == SEVEN._replace(retired=True)
        assert registry.taught() == {("thirteen", 1): {"blue-7#1"}}


def test_a_retired_tag_can_be_taught_again_for_any_card(cottage: Cottage) -> None:
    cottage.registry.teach("aa", SEVEN)
    cottage.registry.retire("thirteen", 1, "blue-7#1")
    for registry in (cottage.registry, cottage.come_back()):
        assert registry.lookup("aa") == SEVEN._replace(retired=True)
        assert registry.taught() == {}
    cottage.registry.teach("aa", FIVE)
    assert cottage.come_back().lookup("aa") == FIVE


def test_retiring_one_card_leaves_all_others(cottage: Cottage) -> None:
    others = [FIVE, SEVEN._replace(copy=2), CardRef("pot", 1, "blue-7")]
    for uid, card in zip("abcd", [SEVEN, *others], strict=True):
        cottage.registry.teach(uid, card)
    cottage.registry.retire("thirteen", 1, "blue-7#1")
    for registry in (cottage.registry, cottage.come_back()):
        assert [registry.lookup(uid) for uid in "bcd"] == others


def test_copies_of_a_deck_are_counted_apart(cottage: Cottage) -> None:
    for number, card in enumerate(["blue-1#1", "blue-1#2", "blue-1#3"]):
        cottage.registry.teach(f"a{number}", CardRef("thirteen", 2, card))
    cottage.registry.teach("b0", CardRef("thirteen", 1, "blue-1#1"))
    cottage.registry.teach("c0", CardRef("pot", 1, "red-1"))
    assert cottage.registry.enrolled() == {"thirteen": 3, "pot": 1}


def test_a_full_disk_changes_nothing_and_the_card_can_be_taught_later(cottage: Cottage) -> None:
    cottage.registry.teach("aa", SEVEN)
    make_room = cottage.fill_the_disk()
    long_name = CardRef("another", 1, "x" * 9000)
    with pytest.raises(StorageError) as trouble:
        cottage.registry.teach("bb", long_name)
    assert trouble.value.code == "disk-full"
    assert cottage.registry.lookup("bb") is None
    assert cottage.registry.lookup("aa") == SEVEN
    make_room()
    cottage.registry.teach("bb", long_name)
    assert cottage.come_back().lookup("bb") == long_name


def test_where_a_card_was_seen_is_known_at_once_and_kept_by_a_flush(cottage: Cottage) -> None:
    cottage.registry.saw(SEVEN, "left", match=3)
    cottage.clock = 2000.0
    cottage.registry.saw(FIVE, "right", None)
    seen = {"blue-7#1": Sighting("left", 1000.0, 3), "blue-5#1": Sighting("right", 2000.0, None)}
    assert cottage.registry.last_seen("thirteen", 1) == seen
    cottage.registry.flush()
    assert cottage.come_back().last_seen("thirteen", 1) == seen
    cottage.clock = 3000.0
    cottage.registry.saw(SEVEN, "centre", 4)
    assert cottage.registry.last_seen("thirteen", 1)["blue-7#1"] == Sighting("centre", 3000.0, 4)
    cottage.registry.flush()
    assert cottage.come_back().last_seen("thirteen", 1)["blue-7#1"] == Sighting("centre", 3000.0, 4)
    assert cottage.registry.last_seen("thirteen", 2) == {}


def test_seeing_a_card_does_not_touch_the_disk(cottage: Cottage) -> None:
    before = cottage.registry._database.connection.total_changes
    for _ in range(100):
        cottage.registry.saw(SEVEN, "left", 3)
    assert cottage.registry._database.connection.total_changes == before
    cottage.registry.flush()
    assert cottage.registry._database.connection.total_changes == before + 1
    statements: list[str] = []
    cottage.registry._database.connection.set_trace_callback(statements.append)
    cottage.registry.flush()
    assert statements == [], "there is nothing new to write"


def test_a_full_disk_keeps_what_was_seen_for_the_next_flush(cottage: Cottage) -> None:
    make_room = cottage.fill_the_disk()
    seen = {f"{n}{'x' * 4000}": Sighting("left", 1000.0, 3) for n in range(5)}
    for card in seen:
        cottage.registry.saw(CardRef("another", 1, card), "left", 3)
    with pytest.raises(StorageError):
        cottage.registry.flush()
    assert cottage.registry.last_seen("another", 1) == seen
    make_room()
    cottage.registry.flush()
    assert cottage.come_back().last_seen("another", 1) == seen


def test_a_backup_holds_every_tag(cottage: Cottage) -> None:
    cottage.registry.teach("aa", SEVEN)
    cottage.registry.back_up()
    with sqlite3.connect(cottage.path / "registry.backup-1.db") as copy:
        assert copy.execute("SELECT uid, card FROM tag").fetchall() == [("aa", "blue-7#1")]
