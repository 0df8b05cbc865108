"""13 with common sense: what a careful player lays."""

from __future__ import annotations

from random import Random

from engine.bots.thirteen import candidates, choose, value
from engine.bots.view import View
from engine.games import thirteen
from engine.rules import Lay
from tests.engine.stories import Story


def table(**targets: str) -> Story:
    """Three players, and what lies on the targets; it is Marie's turn."""
    story = Story(thirteen.GAME, "Marie", "Luc", "Pierre")
    for zone, cards in targets.items():
        story.lay(*cards.split(), on=zone)
    story.state = story.state._replace(turn=0)
    return story


def decide(story: Story, hand: str) -> str:
    """What Marie lays of *hand*, and where."""
    move = choose(View(thirteen.GAME, story.state, 0, tuple(sorted(story.cards(*hand.split())))), Random(0))
    assert isinstance(move, Lay)
    assert thirteen.why_refused(story.state, move) is None
    return f"{thirteen.DECK.names[move.card]} on {thirteen.ZONES[move.zone]}"


def test_the_highest_card_that_is_safe_is_laid() -> None:
    story = table(blue="blue-7#1 blue-4#1", green="green-5#1")
    assert decide(story, "blue-5#1 blue-2#1 green-7#1 yellow-4#1") == "green-7#1 on green"


def test_thirteen_is_safe_and_fourteen_is_not() -> None:
    story = table(blue="blue-7#1 blue-4#1")
    assert decide(story, "blue-2#1 blue-1#1 blue-4#2") == "blue-2#1 on blue"


def test_a_rotten_four_is_kept_where_another_four_will_do() -> None:
    assert decide(table(), "rotten-4#1 yellow-4#1 blue-2#1") == "yellow-4#1 on yellow"


def test_a_rotten_four_goes_where_it_is_safe() -> None:
    story = table(blue="blue-7#1 blue-5#1", yellow="yellow-7#1 yellow-4#1", green="green-7#1")
    assert decide(story, "rotten-4#1 green-2#1") == "rotten-4#1 on green"


def test_who_must_take_takes_the_cheapest_pile_and_rotten_fours_count_double() -> None:
    story = table(blue="blue-7#1 blue-5#1 blue-1#1", yellow="rotten-4#1 rotten-4#2 yellow-4#1")
    assert decide(story, "yellow-7#1 blue-2#1") == "blue-2#1 on blue"


def test_a_pile_that_gives_the_most_of_a_colour_is_cheaper() -> None:
    story = table(blue="blue-7#1 blue-5#1 blue-1#1", yellow="yellow-7#1 yellow-5#1")
    blues, yellows = (
        story.cards("blue-4#1", "blue-4#2"),
        story.cards("yellow-4#1", "yellow-4#2", "yellow-1#1"),
    )
    story.state = story.state._replace(taken=(blues, yellows, ()))
    assert decide(story, "blue-7#2 yellow-7#2") == "blue-7#2 on blue"


def test_between_equal_piles_the_higher_card_goes() -> None:
    story = table(blue="blue-7#1 blue-5#1", yellow="yellow-7#1 yellow-5#1")
    assert decide(story, "blue-2#1 yellow-7#2") == "yellow-7#2 on yellow"


def test_equal_cards_are_one_candidate_and_a_rotten_four_is_one_per_target() -> None:
    story = table(blue="blue-7#1")
    hand = story.cards("blue-5#1", "blue-5#2", "rotten-4#1", "rotten-4#2")
    assert len(candidates(View(thirteen.GAME, story.state, 0, hand))) == 1 + 3


def test_a_state_is_worth_what_the_others_have_more() -> None:
    story = table()
    blues, greens = story.cards("blue-1#1", "blue-1#2"), story.cards("green-1#1", "rotten-4#1", "rotten-4#2")
    state = story.state._replace(taken=(blues, greens, blues))
    assert [value(state, seat) for seat in range(3)] == [1.0, -2.0, 1.0]
