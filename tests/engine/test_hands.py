"""The cards of a simulated deal, beside the state that does not know them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine import games
from engine.bots import bot
from engine.bots.table import deal_to, next_move
from engine.events import Drew, Laid, PickedUp, Skipped
from engine.hands import Deal, deal, in_play
from engine.rules import Setup
from tests.engine.playing import setups


@pytest.fixture
def cards() -> Deal:
    return Deal([[1, 2], [3, 4]], [5, 6, 7], face_up=[[8], [9, 10]], face_down=[[11], [12, 13]])


def test_a_card_that_is_laid_leaves_the_hand(cards: Deal) -> None:
    cards.follow([Laid(1, 3, 0), Skipped(0)])
    assert (cards.hands, cards.stock) == ([[1, 2], [4]], [5, 6, 7])


def test_a_card_that_nobody_lays_comes_from_the_stock(cards: Deal) -> None:
    cards.follow([Laid(None, 6, 1)])
    assert (cards.hands, cards.stock) == ([[1, 2], [3, 4]], [5, 7])


def test_cards_are_drawn_from_the_end_of_their_pile(cards: Deal) -> None:
    cards.stock = [14, 5, 6, 7]
    cards.follow([Drew(0, 1), Drew(1, 3)])
    assert (cards.hands, cards.stock) == ([[1, 2, 7], [3, 4, 6, 5, 14]], [])


def test_ones_own_cards_are_drawn_from_the_table(cards: Deal) -> None:
    cards.follow([Drew(1, 2, "face-up"), Drew(0, 1, "face-down")])
    assert cards.hands == [[1, 2, 11], [3, 4, 10, 9]]
    assert (cards.stock, cards.face_up, cards.face_down) == ([5, 6, 7], [[8], []], [[], [12, 13]])


def test_a_pile_that_is_picked_up_goes_into_the_hand(cards: Deal) -> None:
    cards.follow([PickedUp(0, (20, 21))])
    assert cards.hands == [[1, 2, 20, 21], [3, 4]]


def test_a_copy_goes_its_own_way(cards: Deal) -> None:
    other = cards.copy()
    assert other == cards
    other.follow([Drew(0, 1), Drew(1, 1, "face-up"), Drew(1, 1, "face-down")])
    assert cards == Deal([[1, 2], [3, 4]], [5, 6, 7], [[8], [9, 10]], [[11], [12, 13]])


@pytest.mark.parametrize("name", games.names())
def test_everybody_gets_what_the_state_says_and_no_card_is_dealt_twice(name: str) -> None:
    game = games.game(name)
    for setup in setups(name):
        state = game.first_round(setup, 0)
        cards = deal(game, state, Random(3))
        assert tuple(map(len, cards.hands)) == tuple(state.hands)
        for pile in ("face_up", "face_down"):
            assert tuple(map(len, getattr(cards, pile))) == tuple(getattr(state, pile, ()))
        dealt: list[Any] = [*cards.hands, *cards.face_up, *cards.face_down, cards.stock]
        assert sorted(card for pile in dealt for card in pile) == sorted(in_play(game, state))


@pytest.mark.parametrize("name", games.names())
def test_a_deal_follows_a_round_to_its_end_and_the_state_counts_the_same_cards(name: str) -> None:
    game = games.game(name)
    rng = Random(7)
    everybody = [bot("random")] * 6
    for setup in setups(name):
        state: Any = game.first_round(setup, 0)
        cards = deal_to(everybody, game, state, rng)
        for _ in range(150):
            if state.over:
                break
            ruling = game.apply(state, next_move(game, state, cards, everybody, rng))
            state = ruling.state
            cards.follow(ruling.events)
            assert tuple(map(len, cards.hands)) == tuple(state.hands)
            for pile in ("face_up", "face_down"):
                assert tuple(map(len, getattr(cards, pile))) == tuple(getattr(state, pile, ()))
            assert len(cards.stock) == getattr(state, "draw_pile", len(cards.stock))
            kept = [*cards.hands, *cards.face_up, *cards.face_down, cards.stock]
            assert not any(state.laid >> card & 1 for pile in kept for card in pile)


def test_a_seed_gives_the_same_deal_and_another_seed_another() -> None:
    thirteen = games.game("thirteen")
    state = thirteen.first_round(Setup(3), 0)
    assert deal(thirteen, state, Random(1)) == deal(thirteen, state, Random(1))
    assert deal(thirteen, state, Random(1)) != deal(thirteen, state, Random(2))
    assert list(in_play(thirteen, state)) == list(range(50))
