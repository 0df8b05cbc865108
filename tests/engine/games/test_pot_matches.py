"""Le Pot beyond a trick: matches, corrections, counting."""

import pytest

from engine.events import Corrected, RoundScored
from engine.games import pot
from engine.games.pot import DECK
from engine.rules import (
    Awaiting,
    Count,
    Doubt,
    EndRound,
    HandCount,
    Refusal,
    Setup,
    Turn,
)
from tests.engine.games.pot_stories import (
    ANNA,
    BOB,
    CECILE,
    SIX,
    THREE,
    a_choice_is_open,
    nine_tricks_of_ties,
    three_players,
)
from tests.engine.stories import Story

# The match.


def test_the_highest_total_leads_the_next_round():
    story = Story(pot.GAME, *THREE, rounds=3)
    story.make(Count((story.cards("red-1"), (), story.cards("red-9"))))
    story.next_round()
    assert story.state.dealer == story.state.turn == CECILE
    story.lay("blue-1", "blue-2", "blue-3", on="pot")
    assert story.turn == "Cécile"

    # Anna wins the second round, but not the match so far.
    story.make(EndRound())
    story.results.append((7, 0, 0))
    assert pot.next_round(story.state, story.results).dealer == CECILE


@pytest.mark.parametrize(
    ("led", "totals", "leads"),
    [
        ("Anna", (5, 5, 3), "Anna"),
        ("Bob", (5, 3, 5), "Cécile"),
        ("Bob", (5, 5, 3), "Bob"),
        ("Cécile", (5, 5, 3), "Anna"),
    ],
)
def test_of_tied_leaders_the_first_clockwise_from_the_last_leader_leads(led, totals, leads):
    story = Story(pot.GAME, *THREE, dealer=led)
    story.make(EndRound())
    assert pot.next_round(story.state, [totals]).dealer == story.seat(leads)


def test_a_new_round_starts_from_nothing():
    story = nine_tricks_of_ties()
    story.next_round()
    fresh = pot.first_round(Setup(3), ANNA)
    assert story.state == fresh._replace(colours_open=False)


def test_the_match_ends_after_the_agreed_rounds_and_ties_share_the_win():
    setup = Setup(3, rounds=2)
    assert pot.standings(setup, []).totals == (0, 0, 0)
    after_one = pot.standings(setup, [(10, 20, 5)])
    assert (after_one.totals, after_one.over, after_one.winners) == ((10, 20, 5), False, ())
    after_two = pot.standings(setup, [(10, 20, 5), (12, 2, 5)])
    assert (after_two.totals, after_two.over, after_two.winners) == ((22, 22, 10), True, (ANNA, BOB))


def test_without_an_agreed_number_the_match_goes_on():
    assert not pot.standings(Setup(3, rounds=None), [(1, 2, 3)] * 9).over


# Corrections.


def test_a_corrected_turn_before_a_trick_names_its_leader():
    story = three_players("blue-9", "red-3", "green-5")
    story.make(Turn(CECILE))
    assert story.events == (Corrected(Turn(CECILE)),)
    assert story.turn == "Cécile"
    story.lay("red-6", "green-6", "blue-6", on="play")
    assert story.turn == "Cécile"  # nobody took


def test_of_tied_leaders_the_first_counts_from_who_led_the_first_trick_after_all():
    story = three_players("blue-9", "red-3", "green-5")
    story.make(Turn(BOB))
    story.lay("red-6", "green-6", "blue-6", on="play")
    story.make(Turn(CECILE))  # leads the second trick: that does not matter
    story.make(EndRound())
    assert pot.next_round(story.state, [(0, 0, 0)]).dealer == BOB


def test_a_turn_corrected_within_the_first_trick_leaves_its_leader():
    story = three_players("blue-9", "red-3", "green-5")
    story.lay("red-6", on="play")
    story.make(Turn(CECILE))
    story.make(EndRound())
    assert pot.next_round(story.state, [(0, 0, 0)]).dealer == ANNA


def test_a_corrected_turn_between_two_tricks_names_the_next_leader():
    story = three_players("blue-9", "red-3", "green-5")
    story.lay("red-6", "green-6", "blue-6", on="play")
    story.make(Turn(BOB))
    story.lay("red-7", "green-7", "blue-7", on="play")
    assert story.turn == "Bob"


def test_who_laid_out_of_turn_is_passed_over():
    story = three_players("blue-9", "red-3", "green-5")
    story.lay("red-6", on="play")
    story.make(Turn(CECILE))
    story.lay("green-6", on="play")
    assert story.turn == "Bob"
    story.lay("blue-6", on="play")
    assert story.shown["played"] == {"Anna": "red-6", "Bob": "blue-6", "Cécile": "green-6"}
    assert story.turn == "Anna"  # still the leader, and nobody took


def test_passing_over_goes_on_clockwise():
    story = Story(pot.GAME, *SIX[:5])
    story.lay("blue-9", "red-3", "green-5", "yellow-2", "violet-4", on="pot")
    story.lay("red-6", on="play")
    story.make(Turn(CECILE))
    story.lay("green-6", on="play")
    story.make(Turn(BOB))
    story.lay("blue-6", on="play")
    assert story.turn == "Doro"
    story.lay("blue-7", on="play")
    assert story.turn == "Éric"


def test_the_turn_does_not_go_to_somebody_who_has_laid_in_this_trick():
    story = three_players("blue-9", "red-3", "green-5")
    story.lay("red-6", on="play")
    story.make(Turn(ANNA))
    assert story.refusal is Refusal.NOT_NOW


def test_the_turn_is_not_corrected_while_the_pot_is_turned_up_or_a_choice_is_open():
    for story in (three_players("blue-9", "red-3"), a_choice_is_open()):
        for seat in range(3):
            story.make(Turn(seat))
            assert story.refusal is Refusal.NOT_NOW


def test_a_hand_is_counted_again():
    story = three_players("blue-9", "red-3", "green-5")
    story.make(HandCount(BOB, 0))
    assert [player["hand"] for player in story.shown["players"]] == [9, 0, 9]
    story.lay("blue-1", "blue-2", on="play")
    assert [player["hand"] for player in story.shown["players"]] == [8, 0, 9]


def test_a_round_ended_early_scores_what_has_been_taken():
    story = a_choice_is_open()
    story.choose(colour="blue")
    story.make(EndRound())
    assert story.events == (
        Corrected(EndRound()),
        RoundScored((0, 12, 5), ("0", "9+3 = 12", "5 = 5")),
    )


def test_a_round_ended_while_a_choice_is_open_leaves_the_choice():
    story = a_choice_is_open()
    story.make(EndRound())
    assert story.events[-1] == RoundScored((0, 0, 0), ("0", "0", "0"))
    assert story.shown["choosing"] is None
    assert pot.awaiting(story.state) is Awaiting.NEXT


# Counting mode.

ALL_THREE = tuple(range(30))  # blue, green and red


def without(*names: str) -> list[int]:
    return [card for card in ALL_THREE if DECK.names[card] not in names]


def test_a_round_played_without_the_table_is_counted_from_the_piles():
    story = Story(pot.GAME, *THREE)
    story.make(Count((story.cards("blue-9", "red-4"), (), story.cards("green-10"))))
    assert story.events[-1] == RoundScored((13, 0, 10), ("9+4 = 13", "0", "10 = 10"))
    assert story.state.over


def test_a_count_is_refused_once_the_table_has_seen_a_card():
    story = three_players("blue-9")
    story.make(Count(((), (), ())))
    assert story.refusal is Refusal.NOT_NOW


def test_no_card_is_counted_twice():
    story = Story(pot.GAME, *THREE)
    nine = story.cards("blue-9")
    for piles in ((nine, nine, ()), (nine + nine, (), ())):
        story.make(Count(piles))
        assert story.refusal is Refusal.ALREADY_LAID


def test_a_colour_nobody_chose_is_not_counted():
    story = Story(pot.GAME, *THREE)
    story.make(Count((story.cards("yellow-9"), (), ())))
    assert story.refusal is Refusal.NOT_IN_PLAY
    story.choose(colours=["yellow", "orange", "violet"])
    story.make(Count((story.cards("yellow-9"), (), ())))
    assert story.refusal is None


def test_the_last_trick_always_stays_in_the_pot():
    story = Story(pot.GAME, *THREE)
    piles = (tuple(without("blue-1", "red-2")), (), ())
    story.make(Count(piles))
    assert story.refusal is Refusal.IMPOSSIBLE_COUNT
    assert pot.doubt(story.state, piles) == Doubt(pot.Doubts.TOO_FEW_LEFT)
    assert pot.apply(story.state, Count(piles, anyway=True)).state.over
    story.make(Count((tuple(without("blue-1", "red-2", "green-3")), (), ())))
    assert story.refusal is None


def test_a_last_trick_that_tied_at_the_top_leaves_the_trick_before_it_too():
    story = Story(pot.GAME, *THREE)
    piles = (tuple(without("blue-5", "red-5", "green-3")), (), ())
    story.make(Count(piles))
    assert story.refusal is Refusal.IMPOSSIBLE_COUNT
    assert pot.doubt(story.state, piles) == Doubt(pot.Doubts.TIED_TRICK_LEFT)
    assert pot.apply(story.state, Count(piles, anyway=True)).state.over
    story.make(Count((tuple(without("blue-5", "red-5", "green-3", "green-4")), (), ())))
    assert story.refusal is None


def test_what_was_taken_stays_hidden_until_the_score():
    story = a_choice_is_open()
    story.choose(colour="blue")
    other = story.state._replace(taken=((), story.cards("red-10", "red-9"), story.cards("red-8")))
    assert pot.describe(other, THREE) == story.shown
