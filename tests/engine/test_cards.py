"""Decks: names both ways, and deck files that people write."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine import games
from engine.cards import Deck, DeckError, Kind, deck_from
from engine.decks import standard

TINY = Deck("tiny", (Kind("blue-1", 1, ("blue",), 2), Kind("mute"), Kind("red-2", 2, ("red",), 3)), ("blue",))
FILE: dict[str, Any] = {
    "name": "tiny",
    "colours": ["blue"],
    "kinds": [
        {"name": "blue-1", "value": 1, "colours": ["blue"], "copies": 2},
        {"name": "mute"},
        {"name": "red-2", "value": 2, "colours": ["red"], "copies": 3},
    ],
}


def test_copies_are_numbered_and_a_single_card_is_not() -> None:
    assert TINY.names == ("blue-1#1", "blue-1#2", "mute", "red-2#1", "red-2#2", "red-2#3")
    assert [kind.name for kind in TINY.kind_of] == ["blue-1"] * 2 + ["mute"] + ["red-2"] * 3
    assert len(TINY) == 6


def test_a_card_is_found_by_its_name_and_its_copies_by_their_kind() -> None:
    assert [TINY.card(name) for name in TINY.names] == list(range(6))
    assert (TINY.card("blue-1"), TINY.card("blue-1#3"), TINY.card("mute")) == (None, None, 2)
    assert (TINY.copies("red-2"), TINY.copies("mute"), TINY.copies("red-2#1")) == ((3, 4, 5), (2,), ())


def test_a_deck_contains_its_cards_and_its_kinds() -> None:
    assert "red-2#3" in TINY
    assert "red-2" in TINY
    assert "red-2#4" not in TINY


def test_decks_of_the_same_cards_are_equal_values() -> None:
    again = deck_from(FILE)
    assert again == TINY
    assert hash(again) == hash(TINY)
    assert hash(TINY.kinds[0]) == hash(Kind("blue-1", 1, ("blue",), 2))
    with pytest.raises(AttributeError):
        TINY.name = "other"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        TINY.kinds[0].copies = 3  # type: ignore[misc]


def test_names_are_worked_out_once() -> None:
    assert TINY.names is TINY.names
    assert TINY.kind_of is TINY.kind_of
    assert TINY.copies("mute") is TINY.copies("mute")


def test_copies_are_from_1_to_99() -> None:
    for copies in (1, 99):
        assert len(deck_from({"name": "many", "kinds": [{"name": "a", "copies": copies}]})) == copies


NEEDS_NAME = "A deck file needs a name."
NEEDS_KINDS = "Deck tiny: kinds must list at least one kind of card."
KIND_NEEDS_NAME = "Deck tiny: each kind needs a name without '#', as in { name = \"blue-7\" }."
KIND_VALUE = "Deck tiny, kind a: value must be a whole number."
KIND_COLOURS = "Deck tiny, kind a: colours must be a list of words."
KIND_COPIES = "Deck tiny, kind a: copies must be a number from 1 to 99."


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": None}, NEEDS_NAME),
        ({"name": ""}, NEEDS_NAME),
        ({"name": 5}, NEEDS_NAME),
        ({"kinds": None}, NEEDS_KINDS),
        ({"kinds": []}, NEEDS_KINDS),
        ({"kinds": {"name": "a"}}, NEEDS_KINDS),
        ({"kinds": ["a"]}, KIND_NEEDS_NAME),
        ({"kinds": [{}]}, KIND_NEEDS_NAME),
        ({"kinds": [{"name": 7}]}, KIND_NEEDS_NAME),
        ({"kinds": [{"name": "a#1"}]}, KIND_NEEDS_NAME),
        (
            {"kinds": [{"name": "a"}, {"name": "b"}, {"name": "a"}]},
            "Deck tiny: two kinds have the same name; copies are written copies = 2.",
        ),
        ({"colours": "blue"}, "Deck tiny: colours must be a list of words."),
        ({"colours": [1]}, "Deck tiny: colours must be a list of words."),
        ({"zeal": 1, "author": "me"}, "Deck tiny: unknown key 'author'."),
        ({"kinds": [{"name": "a", "value": "1"}]}, KIND_VALUE),
        ({"kinds": [{"name": "a", "value": True}]}, KIND_VALUE),
        ({"kinds": [{"name": "a", "colours": "b"}]}, KIND_COLOURS),
        (
            {"kinds": [{"name": "a", "colours": ["b", 1]}]},
            KIND_COLOURS,
        ),
        ({"kinds": [{"name": "a", "copies": 0}]}, KIND_COPIES),
        (
            {"kinds": [{"name": "a", "copies": 100}]},
            KIND_COPIES,
        ),
        (
            {"kinds": [{"name": "a", "copies": True}]},
            KIND_COPIES,
        ),
        ({"kinds": [{"name": "a", "size": 1, "shape": 2}]}, "Deck tiny, kind a: unknown key 'shape'."),
    ],
)
def test_a_deck_file_that_cannot_be_is_one_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DeckError, match=f"^{re.escape(sentence)}$"):
        deck_from(FILE | change)


def test_what_a_kind_leaves_out_is_nothing_special() -> None:
    (kind,) = deck_from({"name": "plain", "kinds": [{"name": "a"}]}).kinds
    assert kind == Kind("a", value=None, colours=(), copies=1)


@pytest.mark.parametrize("name", games.names())
def test_every_game_has_its_deck(name: str) -> None:
    assert standard(name).name == name
    assert standard(name) is games.game(name).deck
