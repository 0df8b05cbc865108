"""Demands at their limits; test_gamate.py tells what they mean at the table."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import Deck, Kind
from engine.decks import standard
from engine.games.gamate.demands import NUMERIC, Bid, is_demand, of_colours, trumps, why_not

ODD: dict[str, Any] = {"odd": True}


def wrapped(word: str, times: int) -> dict[str, Any]:
    data = ODD
    for _ in range(times):
        data = {word: data} if word == "not" else {word: [ODD, data]}
    return data


@pytest.mark.parametrize("word", ["not", "and", "or"])
def test_a_demand_is_read_six_deep_and_no_deeper_however_deep_it_is(word: str) -> None:
    demand = Bid().read(wrapped(word, 5), ())
    assert is_demand(demand)
    assert Bid().write(demand, ()) == wrapped(word, 5)
    for times in (6, 7, 20_000):
        with pytest.raises(ValueError):
            Bid().read(wrapped(word, times), ())


def test_a_number_without_any_colour_is_not_exclusive_in_one() -> None:
    deck = Deck("bare", (Kind("1", 1), Kind("2", 2, ("red",)), Kind("3", 3, ("red", "blue"))), ("red",))
    assert trumps(deck, ("colour", "red")) == 0b110
    assert trumps(deck, ("colour", "red", "exclusive")) == 0b010


def test_everything_listed_can_be_demanded_and_every_run_is_listed() -> None:
    deck = standard("gamate")
    listed = (*NUMERIC, *of_colours(deck))
    assert all(is_demand(demand) and why_not(deck, demand) is None for demand in listed)
    everything = [("run", low, high) for low in range(1, 49) for high in range(1, 49)]
    runs = {run for run in everything if why_not(deck, run) is None}
    simple = {("odd",), *(("multiples", digit) for digit in range(2, 9))}
    green = {("colour", "green"), ("colour", "green", "exclusive")}
    assert len(listed) == len(set(listed))
    assert set(listed) == runs | simple | green


def test_forms_of_bids_are_values() -> None:
    assert len({Bid(), Bid(), Bid(or_false=True)}) == 2
