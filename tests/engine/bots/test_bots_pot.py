"""Le Pot with common sense: what a careful player lays and takes, and that it pays."""

from __future__ import annotations

from random import Random
from statistics import mean
from typing import Any

import pytest

from engine.bots import bot
from engine.bots.pot import choose
from engine.bots.table import next_move
from engine.bots.view import View, imagine, see
from engine.games import pot
from engine.hands import deal
from engine.rules import Choose, Lay, Setup
from engine.simulate import play_round
from tests.engine.stories import Story


def table(pot_cards: str, played: str) -> Story:
    """Three players, the pot turned up, and what was laid so far in the first trick."""
    story = Story(pot.GAME, "Anna", "Bob", "Cécile")
    story.lay(*pot_cards.split(), on="pot")
    if played:
        story.lay(*played.split(), on="play")
    return story


def decide(story: Story, hand: str) -> str:
    """The card or colour that a careful player with *hand* chooses, whoever's turn it is."""
    seat = pot.to_act(story.state)
    assert seat is not None
    move = choose(View(pot.GAME, story.state, seat, story.cards(*hand.split())), Random(0))
    story.make(move)
    assert story.refusal is None
    return pot.DECK.names[move.card] if isinstance(move, Lay) else str(move.value)


def test_the_last_player_wins_a_rich_pot_with_no_more_than_it_takes() -> None:
    story = table("blue-9 blue-8 red-3", "red-7 green-4")
    assert decide(story, "blue-10 blue-7 green-5 blue-1") == "green-5"


def test_a_poor_pot_gets_a_worthless_card() -> None:
    story = table("blue-1 blue-2 red-1", "red-7 green-4")
    assert decide(story, "blue-10 green-9 blue-3") == "blue-3"


def test_who_cannot_win_makes_a_tie_that_keeps_a_rich_pot_from_the_others() -> None:
    story = table("blue-9 blue-10 green-9", "green-5 red-2")
    assert decide(story, "red-3 blue-1") == "red-3"
    assert story.state.taken == ((), (), ())


def test_the_leader_of_a_trick_lays_strength_for_a_rich_pot_and_junk_for_a_poor_one() -> None:
    hand = "red-10 green-6 green-1"
    assert decide(table("blue-9 blue-8 blue-7", ""), hand) == "red-10"
    assert decide(table("blue-1 red-1 green-2", ""), hand) == "green-1"


def test_in_the_last_trick_there_is_nothing_to_save_cards_for() -> None:
    story = table("blue-1 green-1 red-1", "red-7 green-4")
    early = story.state
    last: Any = early._replace(tricks=pot.TRICKS - 1)
    hand = story.cards("blue-10", "blue-2")
    assert choose(View(pot.GAME, early, 2, hand), Random(0)) == Lay(hand[1], pot.PLAY)
    assert choose(View(pot.GAME, last, 2, hand), Random(0)) == Lay(hand[0], pot.PLAY)


def test_the_colour_worth_most_is_taken_not_the_one_with_most_cards() -> None:
    story = table("blue-9 red-2 red-3", "green-10 red-4 blue-5")
    assert pot.to_act(story.state) == 0
    assert decide(story, "green-1") == "blue"


@pytest.mark.parametrize("seats", pot.SEATS)
def test_in_any_position_the_choice_is_legal_and_owes_nothing_to_hidden_cards(seats: int) -> None:
    """Positions that careful players would not get into: the others play by chance."""
    rng = Random(seats)
    state: Any = pot.first_round(Setup(seats), 0)
    cards = deal(pot.GAME, state, rng)
    while not state.over:
        seat = pot.to_act(state)
        if seat is not None:
            view = see(pot.GAME, state, cards, seat)
            move = choose(view, Random(0))
            assert move in pot.legal_moves(state, view.hand)
            assert not (isinstance(move, Choose) and move.what == "colours")
            elsewhere = see(pot.GAME, state, imagine(view, rng), seat)
            assert choose(elsewhere, Random(1)) == move
        state, events, _ = pot.apply(state, next_move(pot.GAME, state, cards, [bot("random")] * seats, rng))
        cards.follow(events)


@pytest.mark.parametrize("seats", pot.SEATS)
def test_a_careful_player_takes_far_more_than_players_by_chance(seats: int) -> None:
    mine, theirs = [], []
    for number in range(20 * seats):
        me = number % seats
        seat_players = [bot("careful" if seat == me else "random") for seat in range(seats)]
        first = pot.GAME.first_round(Setup(seats), number // seats % seats)
        scores = play_round(pot.GAME, first, seat_players, Random(number)).points
        mine.append(scores[me])
        theirs += [score for seat, score in enumerate(scores) if seat != me]
    assert mean(mine) > 1.5 * mean(theirs)
