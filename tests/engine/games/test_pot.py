"""Le Pot, told as stories at the table. test_pot_rounds.py plays many random rounds."""

import pytest

from engine.events import Laid, RoundScored
from engine.games import pot
from engine.games.pot import PLAY, POT, PotTaken, SettlingStopped
from engine.rules import (
    Awaiting,
    Choose,
    Count,
    EndRound,
    HandCount,
    Lay,
    Out,
    Press,
    Refusal,
    Turn,
)
from tests.engine.games.pot_stories import (
    ANNA,
    BOB,
    CECILE,
    DORO,
    ERIC,
    FRANCK,
    SIX,
    THREE,
    a_choice_is_open,
    nine_tricks_of_ties,
    three_players,
)
from tests.engine.stories import Story

# The example of the rule book, as it explains it and as it misprints it.


def the_example(bobs_card: str) -> Story:
    story = Story(pot.GAME, *SIX)
    story.lay("yellow-7", "yellow-4", "red-8", "red-1", "green-6", "blue-4", on="pot")
    story.lay("green-7", bobs_card, "yellow-9", "red-5", "blue-10", "red-6", on="play")
    return story


def test_franck_doro_and_eric_take_until_green_and_yellow_tie():
    story = the_example("green-2")
    assert story.shown["strengths"] == {"red": 11, "blue": 10, "green": 9, "yellow": 9}

    assert story.shown["choosing"] == story.turn == "Franck"
    story.choose(colour="yellow")
    assert story.events == (PotTaken(FRANCK, "yellow", story.cards("yellow-7", "yellow-4")),)

    assert story.shown["choosing"] == story.turn == "Doro"
    story.choose(colour="red")
    assert story.events == (PotTaken(DORO, "red", story.cards("red-8", "red-1")),)

    assert story.shown["choosing"] == story.turn == "Éric"
    story.choose(colour="green")
    assert story.events == (
        PotTaken(ERIC, "green", story.cards("green-6")),
        SettlingStopped(("green", "yellow"), 9),
    )

    assert story.turn == "Franck"
    assert story.shown["choosing"] is None
    laid = ["green-7", "green-2", "yellow-9", "red-5", "blue-10", "red-6"]
    assert story.shown["pot"] == ["blue-4", *laid]

    story.make(EndRound())
    assert story.events[-1] == RoundScored(
        (0, 0, 0, 9, 6, 11), ("0", "0", "0", "8+1 = 9", "6 = 6", "7+4 = 11")
    )


def test_with_bobs_card_yellow_red_and_yellow_tie_at_the_top_and_nobody_takes():
    story = the_example("yellow-2")
    assert story.shown["strengths"] == {"red": 11, "yellow": 11, "blue": 10, "green": 7}
    assert story.events[1:] == (SettlingStopped(("yellow", "red"), 11),)
    assert [player["taken"] for player in story.shown["players"]] == [0] * 6
    assert len(story.shown["pot"]) == 12
    assert story.turn == "Anna"


# Colours.


def test_three_to_six_play_and_nobody_deals():
    assert list(pot.SEATS) == [3, 4, 5, 6]
    assert pot.GAME.leader_instead_of_dealer


def test_without_a_choice_the_first_colours_of_the_deck_are_played():
    story = Story(pot.GAME, *THREE)
    story.lay("yellow-1", on="pot")
    assert story.refusal is Refusal.NOT_IN_PLAY
    story.lay("blue-1", "green-1", "red-1", on="pot")
    assert story.refusal is None


def test_each_player_brings_a_colour_and_only_those_are_played():
    story = Story(pot.GAME, *THREE)
    story.choose(colours=["orange", "blue", "violet"])
    assert story.refusal is None
    story.lay("green-1", on="pot")
    assert story.refusal is Refusal.NOT_IN_PLAY
    story.lay("orange-1", "blue-1", "violet-1", on="pot")
    assert story.state.pot == story.cards("orange-1", "blue-1", "violet-1")


def test_colours_are_chosen_once():
    story = Story(pot.GAME, *THREE)
    story.choose(colours=["orange", "blue", "violet"])
    story.choose(colours=["red", "blue", "violet"])
    assert story.refusal is Refusal.NOT_NOW


def test_colours_are_not_chosen_any_more_once_a_card_lies_in_the_pot():
    story = three_players("blue-1")
    story.choose(colours=["red", "blue", "violet"])
    assert story.refusal is Refusal.NOT_NOW


def test_colours_hold_for_the_whole_match():
    story = Story(pot.GAME, *THREE, rounds=2)
    story.choose(colours=["orange", "blue", "violet"])
    story.make(EndRound())
    story.next_round()
    assert story.state.colours == ("orange", "blue", "violet")
    story.choose(colours=["red", "blue", "violet"])
    assert story.refusal is Refusal.NOT_NOW


@pytest.mark.parametrize(
    "colours", [[], ["blue", "red"], ["blue", "red", "blue"], ["blue", "red", "green", "violet"]], ids=str
)
def test_colours_are_one_for_each_player_and_all_different(colours):
    story = Story(pot.GAME, *THREE)
    story.choose(colours=colours)
    assert story.refusal is Refusal.BAD_INPUT


@pytest.mark.parametrize("value", [None, "blue", ("blue", "red", "pink"), 3], ids=str)
def test_colours_that_are_none_are_refused_whatever_they_are(value):
    story = Story(pot.GAME, *THREE)
    story.make(Choose("colours", value))
    assert story.refusal is Refusal.BAD_INPUT


@pytest.mark.parametrize(
    ("what", "data"),
    [
        ("colours", "blue"),
        ("colours", None),
        ("colours", {"blue": 1}),
        ("colours", ["blue", "green", "pink"]),
        ("colours", [1]),
        ("colour", "pink"),
        ("colour", None),
    ],
    ids=str,
)
def test_what_is_no_colour_cannot_be_read(what, data):
    with pytest.raises(ValueError):
        pot.CHOICES[what].read(data, THREE)


def test_choices_are_written_as_they_are_read():
    for what, data in (("colours", ["blue", "orange"]), ("colour", "red")):
        form = pot.CHOICES[what]
        assert form.write(form.read(data, THREE), THREE) == data


# The pot is turned up.


def test_a_card_per_player_is_turned_up_by_nobody_in_particular_then_the_oldest_leads():
    story = Story(pot.GAME, *THREE)
    for name in ("blue-9", "red-3", "green-5"):
        assert pot.awaiting(story.state) is pot.Awaits.POT_CARD
        assert story.turn is None
        story.lay(name, on="pot")
        assert story.events == (Laid(None, *story.cards(name), POT),)
    assert pot.awaiting(story.state) is Awaiting.LAY
    assert story.turn == "Anna"
    assert story.shown == {
        "players": [{"name": name, "hand": 9, "taken": 0} for name in THREE],
        "pot": ["blue-9", "red-3", "green-5"],
        "played": {},
        "strengths": {},
        "choosing": None,
    }


def test_nobody_plays_before_the_pot_is_turned_up():
    story = three_players("blue-9", "red-3")
    story.lay("blue-9", on="play")
    assert story.refusal is Refusal.NOT_NOW
    story.choose(colour="blue")
    assert story.refusal is Refusal.NOT_NOW


def test_one_card_is_not_turned_up_twice():
    story = three_players("blue-9")
    story.lay("blue-9", on="pot")
    assert story.refusal is Refusal.ALREADY_LAID


# A trick.


def test_players_lay_clockwise_and_hold_a_card_less():
    story = three_players("blue-9", "red-3", "green-5")
    story.lay("blue-1", on="play")
    assert story.events == (Laid(ANNA, *story.cards("blue-1"), PLAY),)
    assert story.turn == "Bob"
    story.lay("blue-2", on="play")
    assert story.turn == "Cécile"
    assert story.shown["played"] == {"Anna": "blue-1", "Bob": "blue-2"}
    assert story.shown["strengths"] == {"blue": 3}
    assert [player["hand"] for player in story.shown["players"]] == [8, 8, 9]


def test_within_a_colour_the_highest_card_takes_first_and_leads_the_next_trick():
    story = three_players("blue-9", "red-3", "green-5")
    story.lay("red-1", "red-7", "red-4", on="play")
    assert story.turn == "Bob"
    story.choose(colour="green")
    assert story.turn == "Cécile"
    story.choose(colour="blue")
    # Only red is left for Anna: nothing to choose.
    assert story.events == (
        PotTaken(CECILE, "blue", story.cards("blue-9")),
        PotTaken(ANNA, "red", story.cards("red-3")),
    )
    assert pot.awaiting(story.state) is Awaiting.LAY
    assert story.turn == "Bob"


def test_the_lowest_card_of_the_first_colour_counts_like_any_other():
    story = three_players("red-9", "red-3", "green-5")
    story.lay("blue-1", "blue-2", "red-1", on="play")
    assert story.turn == "Bob"
    story.choose(colour="red")
    assert story.events == (
        PotTaken(BOB, "red", story.cards("red-9", "red-3")),
        PotTaken(ANNA, "green", story.cards("green-5")),
    )


def test_a_pot_of_one_colour_is_given_at_once_and_the_others_get_nothing():
    story = three_players("blue-9", "blue-3", "blue-5")
    story.lay("red-1", "red-7", "green-5", on="play")
    assert story.events == (
        Laid(CECILE, *story.cards("green-5"), PLAY),
        PotTaken(BOB, "blue", story.cards("blue-9", "blue-3", "blue-5")),
    )
    assert story.shown["pot"] == ["red-1", "red-7", "green-5"]


def test_an_empty_pot_ends_settling_before_a_tie_is_reached():
    story = Story(pot.GAME, *SIX[:4])
    story.lay("blue-9", "blue-3", "blue-5", "blue-2", on="pot")
    story.lay("red-10", "green-5", "yellow-5", "blue-1", on="play")
    assert not any(isinstance(event, SettlingStopped) for event in story.events)


def test_equal_strength_stops_the_weaker_colours_too():
    story = Story(pot.GAME, *SIX[:4])
    story.lay("blue-9", "red-3", "green-5", "yellow-2", on="pot")
    story.lay("red-10", "green-6", "yellow-6", "blue-1", on="play")
    story.choose(colour="blue")
    assert story.events[-1] == SettlingStopped(("green", "yellow"), 6)
    assert pot.awaiting(story.state) is Awaiting.LAY
    assert [player["taken"] for player in story.shown["players"]] == [1, 0, 0, 0]


def test_when_nobody_takes_the_same_player_leads_again():
    story = three_players("blue-9", "red-3", "green-5")
    story.lay("red-1", "red-7", "red-4", on="play")  # Bob leads from here
    story.choose(colour="green")
    story.choose(colour="blue")
    story.lay("blue-1", "green-1", "red-2", on="play")
    story.choose(colour="red")
    assert story.turn == "Anna"
    story.lay("red-6", "green-6", "blue-2", on="play")
    assert story.events[-1] == SettlingStopped(("red", "green"), 6)
    assert story.turn == "Anna"


def test_the_cards_laid_join_the_pot_in_the_order_of_the_trick():
    story = three_players("blue-9", "blue-3", "blue-5")
    story.lay("red-1", "red-7", "green-5", on="play")
    story.lay("green-2", "green-10", "blue-1", on="play")  # Bob, Cécile, Anna
    story.choose(colour="red")
    assert story.events[-1] == PotTaken(BOB, "green", story.cards("green-5"))
    assert story.shown["pot"] == ["green-2", "green-10", "blue-1"]


def test_a_trick_stays_in_view_until_the_next_card():
    story = three_players("blue-9", "blue-3", "blue-5")
    story.lay("red-1", "red-7", "green-5", on="play")
    assert story.shown["played"] == {"Anna": "red-1", "Bob": "red-7", "Cécile": "green-5"}
    assert story.shown["strengths"] == {"red": 8, "green": 5}
    story.lay("green-2", on="play")
    assert story.shown["played"] == {"Bob": "green-2"}
    assert story.shown["strengths"] == {"green": 2}


def test_a_card_not_expected_during_a_trick_is_refused():
    story = three_players("blue-9", "red-3", "green-5")
    for name, zone, refusal in (
        ("blue-9", "play", Refusal.ALREADY_LAID),
        ("yellow-9", "play", Refusal.NOT_IN_PLAY),
        ("blue-9", "pot", Refusal.ALREADY_LAID),
        ("yellow-9", "pot", Refusal.NOT_IN_PLAY),
        ("blue-8", "pot", pot.Refused.POT_ALREADY_FULL),
    ):
        story.lay(name, on=zone)
        assert story.refusal is refusal, (name, zone)
    story.choose(colour="blue")
    assert story.refusal is Refusal.NOT_NOW


# A choice.


def test_a_colour_is_chosen_by_pointing_at_a_card_of_the_pot():
    story = a_choice_is_open()
    story.lay("blue-3", on="pot")
    assert story.events[0] == PotTaken(BOB, "blue", story.cards("blue-9", "blue-3"))
    assert not any(isinstance(event, Laid) for event in story.events)
    assert story.shown["players"][BOB] == {"name": "Bob", "hand": 8, "taken": 2}


def test_only_what_the_pot_holds_can_be_taken():
    story = a_choice_is_open()
    for name, refusal in (
        ("blue-8", pot.Refused.NOT_IN_POT),  # in a hand
        ("red-7", pot.Refused.NOT_IN_POT),  # laid, not in the pot yet
        ("yellow-9", Refusal.NOT_IN_PLAY),
    ):
        story.lay(name, on="pot")
        assert story.refusal is refusal, name
    for colour in ("red", "orange"):
        story.choose(colour=colour)
        assert story.refusal is pot.Refused.NOT_IN_POT


def test_nobody_plays_while_a_choice_is_open():
    story = a_choice_is_open()
    for name, refusal in (
        ("blue-9", Refusal.ALREADY_LAID),
        ("yellow-9", Refusal.NOT_IN_PLAY),
        ("blue-8", pot.Refused.NOT_YOUR_CHOICE),
    ):
        story.lay(name, on="play")
        assert story.refusal is refusal, name


# The end of a round.


def test_after_nine_tricks_the_round_is_scored_and_the_pot_counts_for_nobody():
    story = nine_tricks_of_ties()
    assert story.events[-1] == RoundScored((0, 0, 0), ("0", "0", "0"))
    assert pot.awaiting(story.state) is Awaiting.NEXT
    assert story.turn is None
    assert len(story.shown["pot"]) == 30


def test_the_ninth_trick_is_settled_before_the_round_is_scored():
    story = three_players("blue-10", "green-10", "red-9")
    for value in range(1, 9):
        story.lay(*(f"{colour}-{value}" for colour in ("blue", "green", "red")), on="play")
    story.lay("blue-9", "green-9", "red-10", on="play")
    assert story.turn == "Cécile"
    story.choose(colour="blue")
    took, stopped, scored = story.events
    assert took == PotTaken(
        CECILE, "blue", story.cards("blue-10", *(f"blue-{value}" for value in range(1, 9)))
    )
    assert stopped == SettlingStopped(("blue", "green"), 9)
    assert scored == RoundScored((0, 0, 46), ("0", "0", "10+1+2+3+4+5+6+7+8 = 46"))


@pytest.mark.parametrize(
    "move",
    [
        Lay(0, PLAY),
        Lay(0, POT),
        Choose("colour", "blue"),
        Choose("colours", ("blue", "red", "green")),
        Turn(0),
        HandCount(0, 3),
        EndRound(),
        Count(((), (), ())),
    ],
    ids=lambda move: type(move).__name__,
)
def test_after_the_round_nothing_is_accepted_any_more(move):
    for story in (nine_tricks_of_ties(), Story(pot.GAME, *THREE)):
        story.make(EndRound())
        story.make(move)
        assert story.refusal is Refusal.NOT_NOW
        assert pot.legal_moves(story.state) == []


@pytest.mark.parametrize(
    "move", [Press("done"), Choose("give", 1), Choose("colour", "pink"), Out(1), Count(((), ()))], ids=str
)
def test_moves_of_other_games_are_bad_input_at_any_time(move):
    for story in (three_players("blue-9", "red-3", "green-5"), nine_tricks_of_ties()):
        story.make(move)
        assert story.refusal is Refusal.BAD_INPUT
