"""The complete serial form: states as text, nothing lost."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings

from engine import games, serial
from engine.cards import Deck, Kind
from engine.decks import standard
from engine.match import Match
from engine.rules import Setup
from tests.engine.playing import matches

EXAMPLES = int(os.environ.get("TAPIS_EXAMPLES", "40"))


class Pair(NamedTuple):
    left: int
    right: str | None
    more: tuple[int, ...] = ()


class Nest(NamedTuple):
    pairs: tuple[Pair, ...]
    fixed: tuple[int, Pair]
    maybe: Pair | None
    names: frozenset[str]
    free: Any
    deck: Deck | None = None


NEST = Nest(
    pairs=(Pair(1, "a"), Pair(2, None, (3, 4))),
    fixed=(5, Pair(6, "é")),
    maybe=Pair(7, None),
    names=frozenset({"a"}),
    free=("run", 4, ("deep", True, None)),
    deck=Deck("tiny", (Kind("blue-1", 1, ("blue", "green"), 2), Kind("mute")), ("blue",)),
)


def test_every_shape_a_state_is_made_of_comes_back() -> None:
    for value in (NEST, NEST._replace(maybe=None, deck=None, free=None)):
        again = serial.loads(Nest, serial.dumps(value))
        assert again == value
        assert repr(again) == repr(value)  # named tuples as such, not just equal ones


def test_the_text_is_short_and_the_same_for_equal_values() -> None:
    assert serial.dumps(Pair(1, None, (2, 3))) == "[1,null,[2,3]]"
    assert serial.dumps(frozenset(["c", "a", "b"])) == '["a","b","c"]'


@pytest.mark.parametrize("text", ["[1]", '[1,"a",[],4]'])
def test_a_text_of_another_shape_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        serial.loads(Pair, text)
    with pytest.raises(ValueError):
        serial.loads(tuple[int], "[1,2]")


def test_a_completed_deck_travels_with_the_setup() -> None:
    setup = Setup(4, frozenset({"expert_trumps"}), None, standard("gamate"))
    assert serial.loads(Setup, serial.dumps(setup)) == setup
    state = games.game("gamate").first_round(setup, 1)
    assert serial.loads(type(state), serial.dumps(state)) == state


@settings(max_examples=EXAMPLES, deadline=None)
@given(matches())
def test_any_state_survives_its_text(match: Match) -> None:
    again = serial.loads(type(match.state), serial.dumps(match.state))
    assert again == match.state
