"""Putting things right, at the window: a forgotten card, hands, somebody out, what lies wrong on the pads."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from controller.view import Mode
from tests.display.visitors import Visitors


@pytest.fixture
def visitors() -> Iterator[Visitors]:
    visitors = Visitors()
    yield visitors
    visitors.window.close()


def test_a_forgotten_card_is_put_where_it_was_laid(visitors: Visitors) -> None:
    visitors.touch("13", "4 players: go!")
    visitors.lay("blue-7#1", on="blue")
    visitors.lay("blue-5#1", on="blue")
    visitors.touch("Fix", "A card was forgotten")
    visitors.touch("Before: Player 2: blue 5 on the blue target.", "Yellow")
    visitors.press(visitors.card("yellow-2"))
    visitors.touch("Yellow target")
    assert visitors.gauges() == [12, 2, 0]
    visitors.touch("Fix", "A card was forgotten")
    later = visitors.place("Before: Player 2: blue 5 on the blue target.")
    assert later.box.y < visitors.place("Before: Fixed: yellow 2 had been forgotten.").box.y
    visitors.touch("After all the others", "Green")
    visitors.press(visitors.card("green-4"))
    visitors.touch("Green target")
    assert visitors.gauges() == [12, 2, 4]
    assert visitors.house.state["turn"] == "Player 1"


def test_hands_are_counted_again(visitors: Visitors) -> None:
    visitors.touch("13", "4 players: go!", "Ready", "Fix", "Cards in hand")
    more = [place for place in visitors.signs("plus") if place.does]
    visitors.press(more[1].box)
    visitors.press(more[1].box)
    assert [player["hand"] for player in visitors.house.state["players"]] == [5, 7, 5, 5]
    visitors.press(visitors.signs("minus")[0].box)
    assert visitors.house.state["players"][0]["hand"] == 4


def test_somebody_who_is_out_has_won(visitors: Visitors) -> None:
    visitors.touch("Ninja", "4 players: go!", "Ready", "Fix", "Somebody is out", "Player 3")
    assert visitors.sees("Player 3 has won!")


def test_piles_are_counted_only_before_the_first_card(visitors: Visitors) -> None:
    visitors.touch("Le Pot", "4 players: go!", "Ready", "Fix", "Only count the piles")
    assert visitors.house.view.mode is Mode.COUNTING
    visitors.touch("Stop")
    visitors.lay("blue-4", on="pot")
    visitors.touch("Fix")
    assert not visitors.sees("Only count the piles")


def test_what_lies_wrong_on_a_pad_is_said(visitors: Visitors) -> None:
    visitors.touch("13", "4 players: go!")
    visitors.lay("blue-7#1", on="blue")
    visitors.touch("Pause")
    visitors.house.put("blue-7#1", on="yellow")
    visitors.house.wait(0.5)
    visitors.touch("Go on", "Fix")
    assert visitors.sees("The middle pad: blue 7 should be on the blue target.")


def test_a_guest_is_named_during_a_pause(visitors: Visitors) -> None:
    visitors.touch("13", "4 players: go!", "Pause", "Player 2")
    for _ in range(8):
        visitors.keys("backspace")
    visitors.touch("L", "u", "c", "Done")
    assert visitors.house.match.names == ("Player 1", "Luc", "Player 3", "Player 4")
    visitors.touch("Go on")
    assert visitors.house.view.mode is Mode.PLAYING


def test_people_change_seats_and_the_dealer_goes_along(visitors: Visitors) -> None:
    visitors.touch("13", "Player 1")
    visitors.keys("a", "l", "return")
    visitors.touch("al", "Deals first", "Move one seat", "Move one seat", "Done")
    visitors.touch("4 players: go!")
    assert visitors.house.match.names == ("Player 1", "Player 2", "al", "Player 4")
    assert visitors.house.state["dealer"] == "al"
