"""What people do besides laying cards: take piles, press, choose, correct, count."""

from __future__ import annotations

from itertools import cycle

import pytest

from controller.intents import (
    Act,
    Continue,
    CountDone,
    CountFor,
    Intent,
    Leave,
    Line,
    Pause,
    PileTaken,
    PlayByTouch,
    StartCounting,
    UndoTo,
    WasTheirs,
)
from controller.view import CountView, Light, Mode, Sound
from engine.games import ninja, pot, thirteen
from engine.match import NEXT, UNDO, Insert
from engine.rules import Choose, EndRound, HandCount, Lay, Out, Press, Turn
from tests.controller.house import House


def card(game: object, name: str) -> int:
    found = game.deck.card(name)  # type: ignore[attr-defined]
    assert found is not None
    return int(found)


@pytest.fixture
def house() -> House:
    """Three people at 13, before the first card."""
    return House("thirteen", "Marie", "Luc", "Pierre")


# 13: the pile that was over


def test_an_over_leaves_a_pile_to_take_and_the_next_player_need_not_wait(house: House) -> None:
    house.lay("blue-7#1", "blue-5#1", on="blue")
    house.sounds()
    house.lay("blue-2#1", on="blue")
    assert house.sounds() == [Sound.OVER]
    house.wait(2.0)
    assert house.match.pick_up == 2
    assert house.light("blue") is Light.PICK_UP
    assert house.state["players"][2]["taken"] == 2
    house.lay("yellow-7#1", on="yellow")
    assert house.turn == "Luc"
    assert house.match.pick_up == 2


@pytest.mark.parametrize("ending", ["touch", "button", "next card", "time", "undo"])
def test_the_pile_is_taken(house: House, ending: str) -> None:
    house.lay("blue-7#1", "blue-5#1", "blue-2#1", on="blue")
    assert house.match.pick_up == 2
    match ending:
        case "touch":
            house.touch(PileTaken())
        case "button":
            house.press("done")
        case "next card":
            house.lay("blue-1#1", on="blue")
        case "time":
            house.wait(25.0)
        case "undo":
            house.touch(Act(UNDO))
    assert house.match.pick_up is None
    house.wait(2.0)
    assert house.light("blue") is Light.ZONE


def test_two_piles_may_wait_at_once(house: House) -> None:
    house.lay("blue-7#1", "blue-5#1", on="blue")
    house.lay("green-7#1", on="green")
    house.lay("green-5#1", on="green")
    house.lay("blue-2#1", on="blue")
    house.lay("green-2#1", on="green")
    house.wait(2.0)
    assert (house.light("blue"), house.light("green")) == (Light.PICK_UP, Light.PICK_UP)
    assert house.match.pick_up == 2
    house.touch(PileTaken())
    assert (house.light("blue"), house.light("green")) == (Light.PICK_UP, Light.ZONE)
    assert house.match.pick_up == 1


# Ninja: when a lay is done, and whose it was


@pytest.fixture
def dojo() -> House:
    return House("ninja", "Marie", "Luc", "Pierre")


def test_a_lapse_of_time_presses_done(dojo: House) -> None:
    dojo.lay("7#1", on="centre")
    assert dojo.turn == "Marie"
    dojo.wait(1.0)
    assert dojo.turn == "Marie"
    dojo.sounds()
    dojo.wait(1.0)
    assert dojo.turn == "Luc"
    assert dojo.sounds() == []
    assert dojo.drawer.lines() == [{"lay": "7#1", "zone": "centre"}, {"press": "done"}]


def test_every_card_of_a_lay_starts_the_lapse_afresh(dojo: House) -> None:
    dojo.lay("7#1", on="centre")
    dojo.wait(1.0)
    dojo.lay("7#2", on="centre")
    dojo.wait(1.0)
    assert dojo.turn == "Marie"
    dojo.wait(1.0)
    assert dojo.turn == "Luc"


def test_without_a_lapse_the_table_waits_for_the_button() -> None:
    house = House("ninja", "Marie", "Luc", lapses={"ninja": 0})
    house.lay("7#1", on="centre")
    house.wait(60.0)
    assert house.turn == "Marie"
    house.press("help")
    assert house.turn == "Marie"
    house.press("done")
    assert house.turn == "Luc"


def test_no_time_lapses_during_a_pause(dojo: House) -> None:
    dojo.lay("7#1", on="centre")
    dojo.touch(Pause())
    dojo.wait(10.0)
    assert dojo.turn == "Marie"
    dojo.touch(Continue())
    dojo.wait(1.5)
    assert dojo.turn == "Marie"
    dojo.wait(1.0)
    assert dojo.turn == "Luc"


def test_a_lay_left_open_by_a_power_cut_lapses_after_it(dojo: House) -> None:
    dojo.lay("7#1", on="centre")
    dojo.restart()
    dojo.wait(2.5)
    assert dojo.turn == "Luc"


def test_that_one_was_lucs(dojo: House) -> None:
    dojo.lay("7#1", on="centre")
    assert dojo.match.theirs is None
    dojo.lay("7#2", on="centre")
    assert dojo.match.theirs == 1
    dojo.touch(WasTheirs())
    assert dojo.turn == "Luc"
    assert [player["hand"] for player in dojo.state["players"]] == [3, 2, 3]
    assert dojo.drawer.lines()[-3:] == [{"undo": True}, {"press": "done"}, {"lay": "7#2", "zone": "centre"}]
    assert dojo.match.theirs is None


def test_that_one_was_lucs_even_after_the_lapse(dojo: House) -> None:
    dojo.lay("7#1", "7#2", on="centre")
    dojo.wait(2.0)
    assert dojo.turn == "Luc"
    assert dojo.match.theirs == 1
    dojo.touch(WasTheirs())
    assert dojo.turn == "Luc"
    assert [player["hand"] for player in dojo.state["players"]] == [3, 2, 3]


def test_that_one_was_lucs_even_if_it_was_the_third(dojo: House) -> None:
    dojo.lay("7#1", "7#2", "7#3", on="centre")
    assert dojo.turn == "Luc"
    assert dojo.match.theirs == 1
    dojo.touch(WasTheirs())
    assert [player["hand"] for player in dojo.state["players"]] == [3, 2, 3]


def test_the_offer_passes_with_time_and_with_the_next_move(dojo: House) -> None:
    dojo.lay("7#1", "7#2", on="centre")
    assert dojo.match.theirs == 1
    dojo.wait(5.0)
    assert dojo.match.theirs is None
    dojo.touch(WasTheirs())
    assert dojo.refusal == "not-now"
    dojo.touch(Act(Press("pick-up")))
    dojo.lay("8#1", "8#2", "9#1", on="centre")
    assert dojo.match.theirs is None


def test_nobody_else_can_have_laid_it_where_the_seat_comes_round_again() -> None:
    house = House("ninja", "Marie", "Luc")
    house.lay("8#1", "8#2", on="centre")
    assert house.match.theirs is None


def test_nobody_else_can_have_laid_what_was_picked_up_openly(dojo: House) -> None:
    dojo.lay("7#1", "7#2", on="centre")
    dojo.press("done")
    dojo.touch(Act(Press("pick-up")), Act(Turn(1)))
    dojo.lay("7#1", "7#2", on="centre")
    assert len(dojo.state["centre"]) == 2
    assert dojo.match.theirs is None


def test_a_picked_up_card_swept_over_the_pad_gets_a_quiet_blink(dojo: House) -> None:
    dojo.lay("7#1", "10#1", on="centre")
    dojo.press("done")
    dojo.touch(Act(Press("pick-up")))
    dojo.sounds()
    dojo.put("7#1", on="centre")
    dojo.wait(0.4)
    assert dojo.refusal is None
    assert dojo.sounds() == []
    dojo.lift("7#1")
    dojo.wait(30.0)
    dojo.put("7#1", on="centre")
    dojo.wait(0.4)
    assert dojo.refusal == "held-by-another"
    assert dojo.view.notice and ("holder", "Pierre") in dojo.view.notice.about


# Sounds


def test_there_is_one_thing_to_hear_for_each_ruling(house: House) -> None:
    house.sounds()
    house.touch(Act(EndRound()))
    assert house.sounds() == [Sound.ROUND]
    for _ in range(5):
        house.touch(Act(NEXT), Act(EndRound()))
    assert house.sounds()[-1] is Sound.WIN
    assert house.state["match_over"]


# Buttons


def test_the_buttons_do_the_obvious_thing(house: House) -> None:
    house.lay("blue-7#1", on="blue")
    house.press("undo")
    assert house.state["targets"]["blue"]["cards"] == []
    house.press("help")
    assert house.hint == "help"
    house.touch(Pause())
    house.press("done")
    assert house.view.mode is Mode.PLAYING
    house.touch(Act(EndRound()))
    house.press("done")
    assert house.state["round"] == 2
    before = house.lasting
    house.press("done")
    assert house.lasting == before
    assert house.refusal is None


def test_the_undo_button_knows_pauses_and_counts(house: House) -> None:
    house.lay("blue-7#1", on="blue")
    house.touch(Pause())
    house.press("undo")
    assert house.hint == "paused"
    house.touch(Continue(), UndoTo(0), StartCounting())
    house.lay("blue-7#1", on="left")
    house.press("done")
    assert house.view.count == CountView(0, (1, 0, 0))
    house.press("undo")
    assert house.view.count == CountView(0, (0, 0, 0))


def test_a_button_with_nobody_playing_does_nothing() -> None:
    house = House()
    house.press("done")
    house.press("undo")
    assert house.view.mode is Mode.IDLE
    assert house.view.notice is None


# Corrections


def test_undo_to_any_move_of_the_round(house: House) -> None:
    house.lay("blue-7#1", "blue-5#1", "blue-2#1", "blue-1#1", on="blue")
    house.touch(UndoTo(1))
    assert house.state["targets"]["blue"]["cards"] == ["blue-7#1"]
    assert house.turn == "Luc"
    assert [entry.line for entry in house.match.log] == [{"lay": "blue-7#1", "zone": "blue"}]
    assert house.drawer.lines()[-3:] == [{"undo": True}] * 3
    for keep in (1, 2):
        house.touch(UndoTo(keep))
        assert house.refusal == "not-now"
        assert house.turn == "Luc"
    house.touch(UndoTo(0))
    assert house.match.log == ()


def test_a_scored_round_can_be_undone_too(house: House) -> None:
    zones = cycle(thirteen.ZONES)
    assert house.table.match
    while not house.table.match.state.over:
        zone = next(zones)
        moves = thirteen.legal_moves(house.table.match.state)
        house.touch(Act(next((move for move in moves if thirteen.ZONES[move.zone] == zone), moves[0])))
    assert house.match.reveal
    assert len(house.match.results) == 1
    house.touch(Act(UNDO))
    assert house.match.reveal is None
    assert house.match.results == ()
    assert not house.state["round_over"]
    house.touch(UndoTo(30))
    assert len(house.match.log) == 30


def test_a_round_that_was_ended_early_cannot_go_on_for_its_piles_were_seen(house: House) -> None:
    house.lay("blue-7#1", "blue-5#1", "blue-2#1", on="blue")
    house.touch(Act(EndRound()))
    assert house.match.reveal and house.match.reveal.taken[2] == ("blue-7#1", "blue-5#1")
    assert house.match.has_shown_piles
    for back in (Act(UNDO), UndoTo(3), UndoTo(1), Line({"undo": True})):
        house.touch(back)
        assert house.refusal == "piles-shown"
        assert house.state["round_over"]
    house.press("undo")
    house.restart()
    house.touch(Act(UNDO))
    assert house.refusal == "piles-shown"
    house.touch(UndoTo(0))  # it is dealt again
    assert (house.match.log, house.match.reveal, house.match.has_shown_piles) == ((), None, False)
    assert house.drawer.lines()[-4:] == [{"undo": True}] * 4
    before = house.lasting
    house.restart()
    assert house.lasting == before


def test_a_round_that_was_ended_before_a_card_was_taken_goes_on(house: House) -> None:
    house.lay("blue-7#1", "blue-5#1", on="blue")
    house.touch(Act(EndRound()), Act(UNDO))
    assert not house.state["round_over"]
    house = House("ninja", "Marie", "Luc")
    house.lay("7#1", on="centre")
    house.touch(Act(EndRound()), Act(UNDO))
    assert not house.state["round_over"]


def test_a_missed_lay_is_inserted_where_it_was_missed(house: House) -> None:
    house.lay("blue-7#1", on="blue")
    house.lay("yellow-7#1", on="yellow")
    missed = Lay(card(thirteen.GAME, "blue-5#1"), thirteen.BLUE)
    house.touch(Act(Insert(missed, back=1)))
    assert house.state["targets"]["blue"]["cards"] == ["blue-7#1", "blue-5#1"]
    assert house.turn == "Marie"
    assert house.drawer.lines()[-1]["correct"]["back"] == 1
    assert len(house.match.log) == 3


def test_an_unreadable_card_is_chosen_on_the_screen(house: House) -> None:
    house.touch(Act(Lay(card(thirteen.GAME, "green-7#1"), thirteen.GREEN)))
    assert house.state["targets"]["green"]["cards"] == ["green-7#1"]
    assert house.turn == "Luc"


def test_a_card_typed_by_its_name_is_the_copy_that_fits(house: House) -> None:
    house.lay("blue-7#1", on="blue")
    house.touch(Line({"lay": "blue-7", "zone": "blue"}))
    assert house.state["players"][1]["taken"] == 1
    house.touch(Line({"correct": {"turn": "Marie"}}))
    assert house.turn == "Marie"
    house.touch(Line({"lay": "17", "zone": "blue"}))
    assert house.refusal == "foreign-card"
    house.touch(Line({"press": "done"}))
    assert house.refusal == "bad-input"
    assert house.turn == "Marie"


def test_a_dead_pad_is_replaced_by_touch(house: House) -> None:
    house.pads.silence("left")
    house.wait(1.0)
    house.touch(Act(Lay(card(thirteen.GAME, "blue-7#1"), thirteen.BLUE)))
    assert house.turn == "Luc"


def test_whose_turn_how_many_cards_and_the_end_can_be_put_right(house: House) -> None:
    house.touch(Act(Turn(2)), Act(HandCount(0, 3)))
    assert house.turn == "Pierre"
    assert house.state["players"][0]["hand"] == 3
    house.touch(Act(EndRound()))
    assert house.state["round_over"]


def test_somebody_is_out(dojo: House) -> None:
    dojo.touch(Act(Out(1)))
    assert dojo.state["winners"] == ["Luc"]


def test_a_refused_touch_says_why_for_a_while(dojo: House) -> None:
    before = dojo.lasting
    dojo.touch(Act(Press("pick-up")))
    dojo.wait(4.0)
    assert dojo.refusal == "not-now"
    dojo.wait(2.0)
    assert dojo.view.notice is None
    assert dojo.lasting == before


def test_a_refused_touch_is_forgotten_when_the_game_goes_on(house: House) -> None:
    house.touch(Act(Press("done")))
    assert house.refusal == "bad-input"
    house.lay("blue-7#1", on="blue")
    house.wait(2.0)
    assert house.view.notice is None


def test_a_touch_during_a_pause_is_reminded_of_it(house: House) -> None:
    house.touch(Pause(), Act(Turn(2)))
    assert house.hint == "paused"
    assert house.turn == "Marie"


# Choices


def test_what_may_be_chosen_is_offered(dojo: House) -> None:
    assert dojo.match.choices == ()
    dojo.lay("13#1", on="centre")
    assert dojo.match.choices == (Press("done"),)
    dojo.press("done")
    assert dojo.match.choices == (Choose("give", None), Choose("give", 1), Choose("give", 2))
    dojo.choose(give="Luc")
    assert ninja.NO_COUNTER in dojo.match.choices
    assert dojo.match.events == ({"kind": "given", "player": "Marie", "to": "Luc"},)


# Counting


def test_piles_are_counted_from_a_line_too() -> None:
    house = House("thirteen", "Marie", "Luc", "Pierre")
    left = {"blue-1#1", "yellow-1#1", "green-1#1"}
    kinds = [name.partition("#")[0] for name in thirteen.DECK.names if name not in left]
    for nonsense in (
        ["blue-7"],
        {"Zoé": []},
        {"Marie": "blue-7"},
        {"Marie": ["17"]},
        {"Marie": ["blue-7"] * 9},
    ):
        house.touch(Line({"count": nonsense}))
        assert house.refusal == "bad-input"
    house.touch(Line({"count": {"Marie": ["blue-7"]}}))
    assert house.refusal == "impossible-count"
    for nonsense in (1, "yes", None):
        house.touch(Line({"count": {"Marie": ["blue-7"]}, "anyway": nonsense}))
        assert house.refusal == "bad-input"
    house.touch(Line({"count": {"Marie": kinds[:20], "Luc": kinds[20:40], "Pierre": kinds[40:]}}))
    assert house.state["round_over"]
    by_line = house.match.results
    house = House("thirteen", "Marie", "Luc", "Pierre")
    piles = [[name for name in thirteen.DECK.names if name not in left][part] for part in PARTS]
    house.touch(StartCounting())
    for seat, pile in enumerate(piles):
        house.touch(CountFor(seat), *(Act(Lay(card(thirteen.GAME, name), 0)) for name in pile))
    house.touch(CountDone())
    assert house.match.results == by_line


def test_one_lost_card_never_blocks_a_count() -> None:
    house = House("thirteen", "Marie", "", "Pierre")
    house.touch(Line({"count": {"Joueur 2": ["blue-5"]}, "anyway": True}))
    assert house.state["round_over"]
    assert house.drawer.lines() == [{"count": [[], ["blue-5#1"], []], "anyway": True}]
    before = house.lasting
    house.restart()
    assert house.lasting == before


PARTS = (slice(20), slice(20, 40), slice(40, None))


def test_a_round_played_without_the_table_is_counted_pile_by_pile() -> None:
    house = House("thirteen", "Marie", "Luc", "Pierre")
    left = {"blue-1#1", "yellow-1#1", "green-1#1"}
    names = [name for name in thirteen.DECK.names if name not in left]
    house.touch(StartCounting())
    assert house.view.mode is Mode.COUNTING
    assert house.light("blue") is Light.WAITING
    for seat, pile in enumerate((names[:20], names[20:40], names[40:])):
        house.touch(CountFor(seat))
        for turn, name in enumerate(pile):
            house.lay(name, on=("left", "centre", "right")[turn % 3])
    assert house.view.count == CountView(2, (20, 20, 7))
    house.touch(CountDone())
    assert house.view.mode is Mode.PLAYING
    assert house.state["round_over"]
    assert house.match.reveal and [len(pile) for pile in house.match.reveal.taken] == [20, 20, 7]
    before = house.lasting
    house.restart()
    assert house.lasting == before


def test_while_counting_a_card_counts_once_and_mistakes_can_be_taken_back(house: House) -> None:
    house.touch(StartCounting())
    house.lay("blue-7#1", "blue-7#1", on="left")
    assert house.view.count == CountView(0, (1, 0, 0))
    house.touch(CountFor(1))
    house.put("blue-7#1", on="right")
    house.wait(0.4)
    assert house.refusal == "already-laid"
    assert house.view.notice and ("holder", "Marie") in house.view.notice.about
    house.lift("blue-7#1")
    house.wait(0.6)
    house.lay("17", on="left", deck="gamate")
    house.touch(Act(Lay(card(thirteen.GAME, "blue-5#1"), 0)))
    assert house.view.count == CountView(1, (1, 1, 0))
    house.touch(Act(UNDO))
    assert house.view.count == CountView(1, (1, 0, 0))
    house.touch(CountDone())
    assert house.refusal == "impossible-count"
    assert house.view.mode is Mode.COUNTING
    doubt = house.view.notice
    assert doubt and doubt.about == (("why", "too-many-left"),)
    house.touch(CountFor(0))
    assert house.view.count == CountView(0, (1, 0, 0), doubt)
    house.wait(60)
    assert (house.view.notice, house.view.count) == (None, CountView(0, (1, 0, 0), doubt))
    house.touch(Act(Lay(card(thirteen.GAME, "blue-5#1"), 0)))
    assert house.view.count == CountView(0, (2, 0, 0))
    house.touch(CountFor(2), Act(Lay(card(thirteen.GAME, "blue-5#2"), 0)), CountDone())
    assert house.view.count and house.view.count.doubt
    assert house.view.count.doubt.about == (("why", "small-pile"), ("player", "Pierre"))
    house.touch(Act(UNDO))
    assert house.view.count == CountView(2, (2, 0, 0))
    house.touch(Leave())
    assert house.view.mode is Mode.PLAYING
    assert house.drawer.lines() == []


def test_what_looks_impossible_is_scored_at_the_second_touch(house: House) -> None:
    house.touch(StartCounting())
    house.lay("blue-7#1", on="left")
    house.touch(CountDone())
    assert not house.state["round_over"]
    house.touch(CountDone(anyway=True))
    assert house.match.reveal and house.match.reveal.taken == (("blue-7#1",), (), ())


@pytest.mark.parametrize("intent", [StartCounting(), Pause(), Act(EndRound()), UndoTo(0), WasTheirs()])
def test_while_counting_nothing_else_is_done(house: House, intent: Intent) -> None:
    house.touch(StartCounting())
    house.lay("blue-7#1", on="left")
    house.touch(intent)
    assert house.refusal == "not-now"
    assert house.view.count == CountView(0, (1, 0, 0))


def test_a_colour_nobody_plays_is_not_counted() -> None:
    house = House("pot", "Anna", "Bob", "Cleo")
    house.touch(StartCounting())
    house.put("orange-3", on="left")
    house.wait(0.4)
    assert house.refusal == "not-in-play"


def test_nothing_is_counted_in_a_round_that_has_begun_nor_where_there_are_no_piles(dojo: House) -> None:
    dojo.touch(StartCounting())
    assert dojo.refusal == "not-now"
    house = House("pot", "Anna", "Bob", "Cleo")
    house.lay(pot.DECK.names[0], on="pot")
    house.touch(StartCounting())
    assert house.refusal == "not-now"


def test_without_pads_people_may_go_on_by_touch_until_the_pads_are_back() -> None:
    house = House("thirteen", "Marie", "Luc", "Pierre")
    house.pads.unplug()
    house.wait(0.1)
    assert [trouble.stops for trouble in house.view.troubles] == [True]
    house.touch(PlayByTouch())
    assert [(trouble.code, trouble.stops) for trouble in house.view.troubles] == [("link-lost", False)]
    house.touch(Act(Lay(thirteen.DECK.card("blue-7#1"), thirteen.BLUE)))
    assert house.turn == "Luc"
    house.pads.plug()
    house.wait(1.0)
    assert house.view.troubles == ()
    house.pads.unplug()
    house.wait(0.1)
    assert [trouble.stops for trouble in house.view.troubles] == [True]
