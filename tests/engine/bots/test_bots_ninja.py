"""Ninja with common sense: what a careful player lays, gives, counters, completes and puts by."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.bots.ninja import candidates, choose, face_up, interrupt, moves, sensible, value
from engine.bots.view import View
from engine.games import ninja
from engine.rules import Choose, Lay, Move
from tests.engine.stories import Story


def table(*centre: str, options: str = "") -> Story:
    """Four players, and what lies in the centre, each card a lay of its own."""
    story = Story(ninja.GAME, "Anna", "Bob", "Cléo", "Dan", options=options)
    for card in centre:
        story.lay(card, on="centre")
        story.make(ninja.DONE)
    return story


def sight(story: Story, hand: str, **changes: Any) -> View:
    """What whoever must act sees, with *hand*."""
    seat = ninja.to_act(story.state)
    assert seat is not None
    return View(ninja.GAME, story.state._replace(**changes), seat, tuple(sorted(story.cards(*hand.split()))))


def told(move: Move | None) -> str:
    """A move in a word: the kind of card, the button, the choice."""
    if isinstance(move, Lay):
        return ninja.DECK.kind_of[move.card].name
    return str(move.value if isinstance(move, Choose) else move and move[0])


def test_the_lowest_card_that_fits_is_laid() -> None:
    assert told(sensible(sight(table("4#1"), "3#1 7#1 11#1"))) == "7"


def test_strong_cards_are_kept_for_need() -> None:
    assert told(sensible(sight(table("4#1"), "ninja#1 12#1 13#1"))) == "12"
    assert told(sensible(sight(table("12#1"), "ninja#1 5#1 13#1"))) == "ninja"
    assert told(sensible(sight(table("12#1"), "7#1 5#1 13#1"))) == "13"


def test_equal_cards_are_laid_together_but_strong_ones_one_at_a_time() -> None:
    story = table("4#1")
    story.lay("7#1", on="centre")
    assert told(sensible(sight(story, "7#2 11#1"))) == "7"
    story = table("4#1")
    story.lay("13#1", on="centre")
    assert told(sensible(sight(story, "13#2 11#1"))) == "done"


def test_the_last_cards_go_together_however_strong() -> None:
    story = table("4#1")
    story.lay("13#1", on="centre")
    nothing = (0,) * 4
    assert told(sensible(sight(story, "13#2", draw_pile=0, face_up=nothing, face_down=nothing))) == "13"
    assert told(sensible(sight(story, "13#2", face_up=nothing, face_down=nothing))) == "done"


def test_nobody_picks_up_who_can_lay() -> None:
    assert moves(sight(table("11#1"), "2#1 3#1 4#1")) == [ninja.PICK_UP]
    assert [told(move) for move in moves(sight(table("11#1"), "2#1 3#1 12#1"))] == ["12"]


def test_an_open_lay_is_finished_by_who_began_it() -> None:
    story = table("4#1")
    story.lay("7#1", on="centre")
    assert [told(move) for move in moves(sight(story, "7#2 11#1"))] == ["7", "done"]


def test_the_pile_goes_to_whoever_is_closest_to_winning() -> None:
    story = table("13#1")
    assert story.turn == "Anna"
    assert sensible(sight(story, "2#1", hands=(3, 3, 1, 3))) == Choose("give", 2)
    assert sensible(sight(story, "2#1", hands=(3, 3, 1, 3), face_up=(3, 0, 3, 3))) == Choose("give", 1)


def test_the_pile_does_not_go_to_somebody_who_is_known_to_hold_a_counter() -> None:
    story = table("13#1")
    (one,) = story.cards("1#1")
    known = (0, 0, ninja.BIT[one], 0)
    assert sensible(sight(story, "2#1", hands=(3, 3, 1, 2), known=known)) == Choose("give", 3)


def test_a_gift_is_countered_with_a_13_rather_than_a_1_and_taken_only_if_it_must() -> None:
    story = table("13#1")
    story.choose(give="Cléo")
    assert told(sensible(sight(story, "1#1 13#2 12#1"))) == "13"
    assert told(sensible(sight(story, "1#1 2#1 12#1"))) == "1"
    assert sensible(sight(story, "2#1 12#1 ninja#1")) == ninja.NO_COUNTER


def test_who_holds_the_other_two_completes_the_four() -> None:
    story = Story(ninja.GAME, "Anna", "Bob", "Cléo", "Dan", options="complete_the_four")
    story.lay("7#1", "7#2", on="centre")
    story.make(ninja.DONE)
    assert interrupt(sight(story, "7#3 7#4 2#1"), Random(0)) == Choose("complete", 1)
    assert interrupt(sight(story, "7#3 8#4 2#1"), Random(0)) is None


def test_the_best_cards_are_put_by_and_the_very_best_is_lifted_first() -> None:
    story = table()
    view = sight(story, "13#1 7#1 ninja#1")._replace(face_up=(story.cards("2#1", "12#1", "3#1"), (), (), ()))
    assert [ninja.DECK.kind_of[card].name for card in face_up(view, Random(0))] == ["12", "ninja", "13"]


def test_a_whim_comes_now_and_then() -> None:
    view = sight(table("4#1"), "5#1 7#1 11#1")
    rng = Random(1)
    laid = [told(choose(view, rng)) for _ in range(1000)]
    assert 960 < laid.count("5") < 995
    assert set(laid) == {"5", "7", "11"}


def test_equal_cards_are_one_candidate_and_the_sensible_one_seems_best() -> None:
    rated = candidates(sight(table("4#1"), "5#1 5#2 11#1"))
    assert sorted((told(move), worth) for move, worth in rated) == [("11", 0.0), ("5", 1.0)]


def test_fewer_cards_are_a_better_chance_and_a_win_is_sure() -> None:
    state = table().state
    assert value(state, 0) == value(state, 3) == 0.25
    fewer = state._replace(hands=(1, 3, 3, 3))
    assert value(fewer, 0) > 0.25 > value(fewer, 1)
    assert sum(value(fewer, seat) for seat in range(4)) == pytest.approx(1)
    won = state._replace(over=True, winner=2)
    assert [value(won, seat) for seat in range(4)] == [0, 0, 1, 0]
