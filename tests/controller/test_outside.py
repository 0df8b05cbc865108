"""Text from outside gives no orders to a terminal, a reader's eye or a spreadsheet."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as some

from controller.outside import cell, clean, escaped

ORDERS = ("Cc", "Zl", "Zp")
DIRECTIONS = ("LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI")
MARKS = ("\u061c", "\u200e", "\u200f")
nasty = some.text(
    some.one_of(some.characters(), some.sampled_from("\x1b\x9b\x07\u202e\u2066\u200f\r\n\t=+-@"))
)


def gives_orders(character: str) -> bool:
    turns = unicodedata.bidirectional(character) in DIRECTIONS or character in MARKS
    return turns or unicodedata.category(character) in ORDERS


@given(nasty)
def test_nothing_on_a_line_gives_orders(text: str) -> None:
    assert not any(map(gives_orders, clean(text)))
    assert clean(clean(text)) == clean(text)


@given(nasty)
def test_in_a_text_only_lines_and_tabs_are_left(text: str) -> None:
    shown = escaped(text).replace("\r\n", "\n")
    assert {character for character in shown if gives_orders(character)} <= {"\n", "\t"}


@given(nasty)
def test_json_says_the_same_when_it_is_escaped(text: str) -> None:
    assert json.loads(escaped(json.dumps([text], ensure_ascii=False))) == [text]


@pytest.mark.parametrize("text", ["Zoé", "Łukasz", "Οδυσσέας", "it’s 3 €", "a\u202f: b", "👩‍👧", "-"])
def test_honest_text_stays_as_it_is(text: str) -> None:
    assert clean(text) == escaped(text) == text


@pytest.mark.parametrize(
    "text", ["=1+1", "+A1", "-A1", "@SUM(A1)", " =1", "\t=1", "\n=1", "＝1", "-1+1", "-"]
)
def test_formulas_become_text(text: str) -> None:
    assert cell(text).startswith("'")


@pytest.mark.parametrize("text", ["12", "-12", "+3", "-0,5", "-1.5", "-3, 1, -2", "Ann", "5-3", "a=b", ""])
def test_numbers_and_words_stay_what_they_are(text: str) -> None:
    assert cell(text) == text
