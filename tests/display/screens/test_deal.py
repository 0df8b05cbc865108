"""The deal, at the window: it tells what to do with the cards, and makes way for the first one laid."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from controller.intents import CheckDeck, Leave
from controller.view import Mode
from display.widgets.widgets import Pad
from tests.display.visitors import Visitors


@pytest.fixture
def visitors() -> Iterator[Visitors]:
    visitors = Visitors()
    yield visitors
    visitors.window.close()


def test_the_deal_says_who_deals_how_many_cards_and_which_pad_is_which(visitors: Visitors) -> None:
    visitors.touch("13", "5", "5 players: go!")
    assert visitors.sees("Player 5 deals. Player 1 begins.")
    assert visitors.sees("5 cards to each player.")
    assert visitors.sees("The other 25 cards are the draw pile.")
    pads = [widget.zone for widget in visitors.window.widgets if isinstance(widget, Pad)]
    assert pads == ["blue", "yellow", "green"]


def test_the_deal_is_gone_with_the_first_card_and_stays_gone(visitors: Visitors) -> None:
    visitors.touch("13", "4 players: go!")
    visitors.lay("blue-7#1", on="blue")
    assert visitors.sees("Player 2, play a card on a target.")
    visitors.touch("Undo")
    assert visitors.sees("Player 1, play a card on a target.")


def test_every_round_begins_with_its_deal(visitors: Visitors) -> None:
    visitors.touch("13", "4 players: go!", "Ready")
    visitors.keys("c")
    visitors.touch("A card is missing: end the round", "End the round", "Next round")
    assert visitors.sees("Player 1 deals. Player 2 begins.")


def test_a_table_that_was_switched_off_during_the_deal_shows_it_again(visitors: Visitors) -> None:
    visitors.touch("Ninja", "4 players: go!")
    visitors.house.restart()
    visitors.look()
    assert visitors.sees("Three cards face down in front of everybody.")


def test_the_colours_of_the_pot_are_chosen_by_touch(visitors: Visitors) -> None:
    visitors.touch("Le Pot", "3", "3 players: go!", "green")
    assert visitors.house.match.colours == ("blue", "yellow", "red")
    visitors.touch("yellow", "red")
    assert visitors.house.match.colours == ("blue", "violet", "yellow")
    assert visitors.sees("The colours: touch one to change it.")


def test_a_round_played_without_the_table_is_counted_from_the_deal(visitors: Visitors) -> None:
    visitors.touch("13", "4 players: go!", "Only count the piles")
    assert visitors.house.view.mode is Mode.COUNTING
    visitors.touch("Stop")
    assert visitors.place("Check the deck").does == (CheckDeck("thirteen"),)


def test_lots_are_drawn_for_gamates_first_dealer_unless_one_is_named(visitors: Visitors) -> None:
    visitors.touch("Gamate")
    visitors.touch("4 players: go!")
    assert visitors.sees("The lot has fallen on Player 3. Player 3 deals and opens the bidding.")
    visitors.house.touch(Leave())
    visitors.look()
    visitors.touch("Gamate", "Player 2", "Deals first", "Done", "4 players: go!")
    assert visitors.sees("Player 2 deals and opens the bidding.")
    assert not visitors.sees("The lot has fallen")
    visitors.house.touch(Leave())
    visitors.look()
    visitors.touch("Gamate", "Player 2", "Deals first", "Done", "Drawn by lot", "4 players: go!")
    assert visitors.sees("The lot has fallen on Player 1")


def test_piles_that_look_impossible_are_scored_by_a_second_touch_elsewhere(visitors: Visitors) -> None:
    visitors.touch("13", "4 players: go!", "Only count the piles")
    visitors.lay("blue-5#1", on="blue")
    assert not visitors.sees("all the same")
    first = visitors.place("Count the points").box
    visitors.touch("Count the points")
    assert visitors.sees("Player 1’s pile is worth less than 7")
    assert visitors.place("Count the points").box.holds(first.centred(1, 1))  # touched twice: nothing more
    visitors.touch("Score it all the same")
    assert visitors.house.state["round_over"]


def test_the_deck_is_checked_before_anything_is_agreed_and_not_after(visitors: Visitors) -> None:
    visitors.touch("Le Pot", "3", "3 players: go!")
    assert visitors.sees("Check the deck")
    visitors.touch("green")  # another colour: the deal is still there
    assert visitors.sees("The colours: touch one to change it.")
    assert not visitors.sees("Check the deck")
