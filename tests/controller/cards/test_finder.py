"""A card is missing: the table says where it last saw it, but not in the middle of a round."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.cards import decks, finder
from controller.cards.enrolment import DeckTeaching
from controller.cards.finder import DeckReport, Missing
from controller.cards.registry import Registry, Sighting
from controller.ports import CardRef
from controller.storage.folder import Folder
from controller.view import FinderView, MatchView, Sighted, TableView
from engine import games, notation
from engine.cards import Deck
from engine.decks import standard
from engine.match import begin
from engine.rules import Setup

POT = standard("pot")


class Evening:
    def __init__(self, path: Path) -> None:
        self.now = 1000.0
        self.folder = Folder.open(path)
        self.registry = Registry(self.folder, lambda: self.now)
        self.decks: dict[str, Deck] = decks.load(path)

    def teach(self, deck: str, copy: int = 1, but: tuple[str, ...] = ()) -> None:
        for card in self.decks[deck].names:
            if card not in but:
                self.registry.teach(f"{deck} {copy} {card}", CardRef(deck, copy, card))

    def see(self, card: str, pad: str, at: float, deck: str = "pot", copy: int = 1) -> None:
        self.now = at
        self.registry.saw(CardRef(deck, copy, card), pad, 1)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Evening]:
    table = Evening(tmp_path)
    yield table
    table.folder.close()


def test_a_card_is_found_in_every_copy_of_its_deck(table: Evening) -> None:
    table.teach("pot", 1)
    table.teach("pot", 2)
    table.see("red-5", "left", at=10.0)
    table.see("red-5", "right", at=20.0)
    assert finder.where(table.registry, "pot", "red-5") == [
        (CardRef("pot", 1, "red-5"), Sighting("right", 20.0, 1)),
        (CardRef("pot", 2, "red-5"), None),
    ]
    assert finder.where(table.registry, "ninja", "7#1") == []


def test_a_deck_read_back_lists_what_is_missing_and_what_is_foreign(table: Evening) -> None:
    table.teach("pot", but=("blue-9",))
    table.teach("ninja")
    table.see("red-5", "left", at=10.0)
    table.see("red-6", "right", at=20.0)
    check = DeckTeaching(table.registry, table.decks).check("pot", 1)
    for card in POT.names:
        if card not in ("red-4", "red-5", "red-6", "blue-9"):
            check.arrived(f"pot 1 {card}")
    check.arrived("ninja 1 7#1")
    check.arrived("nobody's")
    report = check.report()
    assert report == DeckReport(
        "pot",
        1,
        56,
        (
            Missing("red-6", True, Sighting("right", 20.0, 1)),
            Missing("red-5", True, Sighting("left", 10.0, 1)),
            Missing("blue-9", False, None),
            Missing("red-4", True, None),
        ),
        (CardRef("ninja", 1, "7#1"), None),
    )
    assert not report.in_order


def test_a_deck_with_all_its_cards_is_in_order(table: Evening) -> None:
    table.teach("pot")
    check = DeckTeaching(table.registry, table.decks).check("pot", 1)
    for card in POT.names:
        assert not check.report().in_order
        check.arrived(f"pot 1 {card}")
    assert check.report() == DeckReport("pot", 1, 60, ())
    assert check.report().in_order
    check.arrived("nobody's")
    assert not check.report().in_order


def test_at_the_end_of_the_evening_the_decks_played_with_are_summed_up(table: Evening) -> None:
    for deck in ("pot", "ninja"):
        table.teach(deck)
    table.see("7#1", "centre", at=50.0, deck="ninja")
    for number, card in enumerate(POT.names):
        table.see(card, "left", at=float(number))
    for card in POT.names[2:]:
        table.see(card, "left", at=110.0)
    table.registry.flush()
    missing = (
        Missing("blue-2", True, Sighting("left", 1.0, 1)),
        Missing("blue-1", True, Sighting("left", 0.0, 1)),
    )
    assert finder.played_since(table.registry, table.decks, since=100.0) == [
        DeckReport("pot", 1, 58, missing)
    ]
    both = [
        (report.deck, report.seen) for report in finder.played_since(table.registry, table.decks, since=0.0)
    ]
    assert both == [("ninja", 1), ("pot", 60)]


def view_of(state: dict[str, Any]) -> TableView:
    match = MatchView(1, "gamate", ("A", "B", "C", "D"), frozenset(), 1, state, (), (), (), ())
    return TableView(match=match)


def test_nobody_may_search_during_a_round() -> None:
    state = notation.describe(begin(games.game("gamate"), Setup(4), 0), ("A", "B", "C", "D"))
    assert not view_of(state).between_rounds
    assert view_of({**state, "round_over": True}).between_rounds
    assert TableView().between_rounds


def test_a_kind_of_card_is_found_and_an_evening_ends_with_the_last_card_seen(table: Evening) -> None:
    table.teach("pot", 1)
    table.see("red-4", "left", at=10.0)
    table.see("red-5", "left", at=100_000.0)
    table.see("blue-1", "right", at=100_060.0)
    found = DeckTeaching(table.registry, table.decks).find("pot", "red-5", lambda match: False)
    assert found.found == (Sighted(1, "red-5", "left", 100_000.0, 1),)
    (box,) = found.boxes
    assert (box.deck, box.copy, box.seen, len(box.missing)) == ("pot", 1, 2, 58)
    assert box.missing[0] == Sighted(1, "red-4", "left", 10.0, 1)
    assert box.missing[1].pad is None


def test_nothing_taught_nothing_found(table: Evening) -> None:
    assert DeckTeaching(table.registry, table.decks).find("", "", lambda match: False) == FinderView()
