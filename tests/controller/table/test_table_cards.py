"""A card comes to a pad: what the table makes of it, whatever it is and whatever was going on."""

from __future__ import annotations

import pytest

from controller.intents import Act, Continue, Pause, PlaceCard, Retire
from controller.view import Light, Mode, Notice, NoticeKind, Question, Ruled, Sound
from engine.match import NEXT, UNDO
from engine.rules import EndRound, Out, Press
from hardware.pads import Fault
from tests.controller.house import House


@pytest.fixture
def house() -> House:
    """Three people at 13, before the first card."""
    return House("thirteen", "Marie", "Luc", "Pierre")


def test_a_card_is_seen_at_once_accepted_after_its_dwell_and_then_the_light_rests(house: House) -> None:
    assert house.light("blue") is Light.ZONE
    house.put("blue-7#1", on="blue")
    house.wait(0.08)
    assert house.light("blue") is Light.SEEN
    assert house.turn == "Marie"
    house.wait(0.24)
    assert house.light("blue") is Light.ACCEPTED
    assert house.view.notice == Notice(
        NoticeKind.ACCEPTED, "lay", "left", (("card", "blue-7#1"), ("zone", "blue"))
    )
    assert house.turn == "Luc"
    assert house.sounds() == [Sound.ACCEPTED]
    house.wait(1.6)
    assert house.light("blue") is Light.ZONE
    assert house.view.notice is None


def test_the_move_is_kept_before_it_is_shown(house: House) -> None:
    house.lay("blue-7#1", on="blue")
    assert house.drawer.lines() == [{"lay": "blue-7#1", "zone": "blue"}]


def test_whoever_drives_the_lights_is_told_of_each_change_once(house: House) -> None:
    house.heard.clear()
    house.lay("blue-7#1", on="blue")
    assert house.lit() == {"left": Light.ACCEPTED}
    house.wait(2.0)
    assert house.lit() == {"left": Light.ZONE}
    house.heard.clear()
    house.wait(5.0)
    assert house.heard == []


def test_a_hovering_card_only_flashes(house: House) -> None:
    house.sounds()
    house.put("blue-7#1", on="blue")
    house.wait(0.1)
    assert house.light("blue") is Light.SEEN
    house.lift("blue-7#1")
    house.wait(0.6)
    assert house.light("blue") is Light.ZONE
    assert house.view.notice is None
    assert house.sounds() == []
    assert house.drawer.lines() == []


def test_a_refused_card_is_told_why_until_it_is_lifted(house: House) -> None:
    before = house.lasting
    house.put("blue-7#1", on="yellow")
    house.wait(0.4)
    assert house.refusal == "wrong-colour"
    assert house.light("yellow") is Light.REFUSED
    assert house.sounds() == [Sound.REFUSED]
    house.wait(60.0)
    assert house.refusal == "wrong-colour"
    house.lift("blue-7#1")
    house.wait(0.6)
    assert house.view.notice is None
    assert house.light("yellow") is Light.ZONE
    assert house.lasting == before
    assert house.drawer.lines() == []


def test_a_refusal_stands_again_after_a_card_elsewhere_was_accepted(house: House) -> None:
    house.put("blue-7#1", on="yellow")
    house.wait(0.4)
    house.lay("green-1#1", on="green")
    assert house.view.notice and house.view.notice.kind is NoticeKind.ACCEPTED
    assert house.light("yellow") is Light.REFUSED
    house.wait(2.0)
    assert house.refusal == "wrong-colour"


def test_two_cards_at_once_are_asked_for_one_by_one_and_neither_is_named(house: House) -> None:
    house.put("blue-7#1", on="blue")
    house.put("blue-5#1", on="blue")
    house.wait(1.0)
    assert house.view.notice == Notice(NoticeKind.HINT, "one-at-a-time", "left")
    assert house.light("blue") is Light.SEEN
    assert house.sounds() == [Sound.HINT]
    assert house.drawer.lines() == []
    house.lift("blue-7#1")
    house.lift("blue-5#1")
    house.wait(6.0)
    assert house.view.notice is None
    house.lay("blue-7#1", on="blue")
    assert house.turn == "Luc"


def test_a_card_that_cannot_be_read_is_asked_for_again(house: House) -> None:
    house.pads.flicker("left")
    house.put("blue-7#1", on="blue")
    house.wait(5.0)
    house.pads.heal("left")
    house.lift("blue-7#1")
    house.wait(1.0)
    house.lay("blue-5#1", on="blue")
    assert house.state["targets"]["blue"]["cards"][-1] == "blue-5#1"


def test_the_same_card_again_gets_a_quiet_blink(house: House) -> None:
    house.lay("blue-7#1", on="blue")
    house.wait(5.0)
    before, _ = house.lasting, house.sounds()
    house.put("blue-7#1", on="blue")
    house.wait(0.4)
    assert house.light("blue") is Light.SEEN
    assert house.view.notice is None
    house.lift("blue-7#1")
    house.wait(1.0)
    assert house.lasting == before
    assert house.sounds() == []


def test_cards_swept_over_the_pads_while_a_pile_is_taken_get_a_quiet_blink(house: House) -> None:
    house.lay("blue-7#1", "blue-5#1", "blue-2#1", on="blue")
    house.sounds()
    for card in ("blue-7#1", "blue-5#1"):
        house.put(card, on="green")
        house.wait(0.3)
        assert house.view.notice is None or house.view.notice.kind is NoticeKind.ACCEPTED
        house.lift(card)
        house.wait(0.6)
    assert house.sounds() == []


def test_a_taken_card_laid_much_later_is_refused(house: House) -> None:
    house.lay("blue-7#1", "blue-5#1", "blue-2#1", on="blue")
    house.wait(30.0)
    house.put("blue-7#1", on="blue")
    house.wait(0.4)
    assert house.refusal == "already-laid"


def test_a_card_read_badly_while_it_lies_there_is_not_laid_twice() -> None:
    """In Le Pot a card of the pot means something when laid again: it must really have been laid."""
    house = House("pot", "Anna", "Bob", "Cleo")
    house.lay("blue-4", "green-9", on="pot")
    house.put("red-8", on="pot")
    house.wait(0.4)
    house.lay("blue-1", "green-2", "red-7", on="play")
    assert house.state["awaiting"] == "colour"
    house.lift("red-8")
    house.wait(0.5)
    house.put("red-8", on="pot")
    house.wait(1.0)
    assert house.state["awaiting"] == "colour"
    house.lift("red-8")
    house.wait(3.0)
    house.lay("red-8", on="pot")
    assert house.state["players"][2]["taken"] == 1


def test_a_card_left_on_the_pad_is_not_the_first_of_the_next_round() -> None:
    house = House("ninja", "Marie", "Luc", rounds=3)
    house.put("7#1", on="centre")
    house.wait(0.4)
    house.touch(Act(Out(0)), Act(NEXT))
    house.wait(60.0)
    house.lift("7#1")
    house.wait(0.6)
    house.put("7#1", on="centre")
    house.wait(0.6)
    assert house.state["centre"] == []
    house.lift("7#1")
    house.wait(3.0)
    house.lay("7#1", on="centre")
    assert house.state["centre"] == ["7#1"]


def test_an_undone_card_may_be_laid_again_at_once(house: House) -> None:
    house.put("blue-7#1", on="blue")
    house.wait(0.4)
    house.touch(Act(UNDO))
    house.lift("blue-7#1")
    house.wait(0.6)
    house.lay("blue-7#1", on="blue")
    assert house.turn == "Luc"


def test_a_card_of_another_game_is_refused_by_its_name(house: House) -> None:
    house.put("17", on="blue", deck="gamate")
    house.wait(0.4)
    assert house.view.notice == Notice(
        NoticeKind.REFUSED, "foreign-card", "left", (("card", "17"), ("deck", "gamate"))
    )


def test_an_unknown_tag_is_refused(house: House) -> None:
    house.pads.put("04ffffff00ffff", "left")
    house.wait(0.4)
    assert house.refusal == "unknown-tag"
    assert house.rulings() == [Ruled({}, "unknown-tag", ())]


def test_a_ruling_tells_what_was_refused(house: House) -> None:
    house.lay("blue-7#1", on="yellow")
    assert house.rulings() == [Ruled({"lay": "blue-7#1", "zone": "yellow"}, "wrong-colour", ())]


def test_a_retired_card_that_turns_up_again_is_named(house: House) -> None:
    house.touch(Retire("thirteen", 1, "blue-7#1"))
    house.put("blue-7#1", on="blue")
    house.wait(0.4)
    assert house.refusal == "retired-tag"
    assert house.view.notice and ("card", "blue-7#1") in house.view.notice.about


def test_the_first_card_of_a_round_says_which_box_is_played_with(house: House) -> None:
    house.lay("blue-7#1", on="blue", copy=2)
    house.put("blue-5#1", on="blue", copy=1)
    house.wait(0.4)
    assert house.refusal == "other-copy"
    house.lift("blue-5#1", copy=1)
    house.wait(0.6)
    house.put("blue-7#1", on="blue", copy=1)
    house.wait(0.4)
    assert house.refusal == "other-copy"
    house.lift("blue-7#1", copy=1)
    house.wait(0.6)
    house.restart()
    house.wait(1.0)
    house.put("blue-5#1", on="blue", copy=1)
    house.wait(0.4)
    assert house.refusal == "other-copy"
    house.lift("blue-5#1", copy=1)
    house.wait(0.6)
    house.touch(Act(UNDO))
    house.lay("blue-5#1", on="blue", copy=1)
    assert house.turn == "Luc"


def test_a_card_on_a_pad_the_game_does_not_use_is_shown_the_way() -> None:
    house = House("ninja", "Marie", "Luc")
    assert [pad.light for pad in house.view.pads] == [Light.OFF, Light.ZONE, Light.OFF]
    house.put("7#1", on="left")
    house.wait(0.4)
    assert house.hint == "other-pad"


def test_a_card_during_a_choice_is_refused_and_can_be_laid_after_it() -> None:
    house = House("ninja", "Marie", "Luc", "Pierre", lapses={"ninja": 0})
    house.lay("13#1", on="centre")
    house.press("done")
    house.put("ninja#1", on="centre")
    house.wait(0.4)
    assert house.refusal == "not-now"
    house.lift("ninja#1")
    house.wait(0.6)
    house.choose(give=None)
    house.lay("ninja#1", on="centre")
    assert house.state["centre"] == ["13#1", "ninja#1"]


def test_a_card_during_a_pause_is_only_reminded_of_it(house: House) -> None:
    house.touch(Pause())
    assert house.view.mode is Mode.PAUSED
    house.put("blue-7#1", on="blue")
    house.wait(0.4)
    assert house.hint == "paused"
    house.lift("blue-7#1")
    house.wait(0.6)
    house.touch(Continue())
    house.lay("blue-7#1", on="blue")
    assert house.turn == "Luc"


def test_a_card_with_no_match_running_names_its_game() -> None:
    house = House()
    house.put("17", on="left", deck="gamate")
    house.wait(0.4)
    assert house.view.notice == Notice(
        NoticeKind.HINT, "card-of-game", "left", (("game", "gamate"), ("card", "17"))
    )
    house.lift("17", deck="gamate")
    house.wait(3.0)
    assert house.hint == "card-of-game"
    assert house.light("left") is Light.OFF
    house.wait(5.0)
    assert house.view.notice is None


def test_unknown_and_retired_tags_with_no_match_running_are_hints() -> None:
    house = House()
    house.pads.put("04ffffff00ffff", "left")
    house.touch(Retire("pot", 1, "red-5"))
    house.put("red-5", on="right", deck="pot")
    house.wait(0.4)
    assert house.hint == "retired-tag"
    house.lift("red-5", deck="pot")
    house.wait(6.0)
    assert house.hint == "unknown-tag"


def test_a_card_after_the_round_is_over_is_only_told_so(house: House) -> None:
    house.touch(Act(EndRound()))
    house.put("blue-7#1", on="blue")
    house.wait(0.4)
    assert house.hint == "round-over"


# Fewer pads than zones


def test_on_one_pad_the_colour_says_where_and_only_a_rotten_four_asks() -> None:
    house = House("thirteen", "Marie", "Luc", "Pierre", pads=("left",))
    house.lay("yellow-7#1", on="left")
    assert house.state["targets"]["yellow"]["cards"] == ["yellow-7#1"]
    house.sounds()
    house.lay("rotten-4#1", on="left")
    assert house.view.question == Question("rotten-4#1", ("blue", "yellow", "green"))
    assert house.sounds() == [Sound.HINT]
    assert house.turn == "Luc"
    house.touch(PlaceCard("green"))
    assert house.view.question is None
    assert house.state["targets"]["green"]["cards"] == ["rotten-4#1"]


def test_a_question_can_be_withdrawn_and_meanwhile_other_cards_wait() -> None:
    house = House("thirteen", "Marie", "Luc", "Pierre", pads=("left",))
    house.lay("rotten-4#1", on="left")
    house.lay("rotten-4#1", on="left")
    assert house.view.notice is None
    house.put("blue-7#1", on="left")
    house.wait(0.4)
    assert house.hint == "answer-first"
    house.lift("blue-7#1")
    house.wait(0.6)
    house.touch(PlaceCard(None))
    assert house.view.question is None
    house.lay("blue-7#1", on="left")
    assert house.state["targets"]["blue"]["cards"] == ["blue-7#1"]


def test_a_rotten_four_that_lies_there_already_asks_nothing() -> None:
    house = House("thirteen", "Marie", "Luc", "Pierre", pads=("left",))
    house.lay("rotten-4#1", on="left")
    house.touch(PlaceCard("green"))
    house.wait(3.0)
    house.lay("rotten-4#1", on="left")
    assert house.view.question is None
    assert house.refusal is None


def test_gamate_on_one_pad_asks_unless_the_card_is_led() -> None:
    house = House("gamate", "Ann", "Bob", "Cy", "Dee", pads=("left",), dealer=0)
    house.choose(bid={"multiples": 6})
    for _ in range(4):
        house.choose(**{"pass": True})
    for _ in range(3):
        house.choose(oppose=False)
    house.choose(direction="up", tricks=7, lead="own")
    house.lay("10", on="left")
    assert house.state["trick"] == ["10"]
    house.lay("3", on="left")
    assert house.view.question == Question("3", ("trick", "renounce"))
    house.touch(PlaceCard("trick"))
    assert house.refusal == "does-not-beat"
    house.lay("3", on="left")
    house.touch(PlaceCard("renounce"))
    assert house.state["renounces"] == {"0+2": 0, "1+3": 1}


def test_the_pot_on_one_pad_never_asks() -> None:
    house = House("pot", "Anna", "Bob", "Cleo", pads=("left",))
    house.lay("blue-4", "green-9", "red-8", on="left")
    assert house.state["pot"] == ["blue-4", "green-9", "red-8"]
    house.lay("blue-1", "green-2", "red-7", on="left")
    assert house.state["choosing"] == "Cleo"
    house.lay("green-9", "red-8", on="left")
    assert [player["taken"] for player in house.state["players"]] == [1, 1, 1]
    assert house.view.question is None


# Pads that fail


def test_a_dead_pad_is_dark_and_said_and_the_others_play_on(house: House) -> None:
    house.pads.silence("left")
    house.wait(1.0)
    assert house.light("blue") is Light.OFF
    assert [(trouble.code, trouble.pad) for trouble in house.view.troubles] == [("silent", "left")]
    assert house.view.pads[0].fault == Fault.SILENT.value
    house.lay("yellow-7#1", on="yellow")
    assert house.turn == "Luc"
    house.pads.heal("left")
    house.wait(2.0)
    assert house.view.troubles == ()
    assert house.light("blue") is Light.ZONE


def test_an_unplugged_hub_freezes_all_pads_and_nothing_is_replayed(house: House) -> None:
    house.pads.unplug()
    house.wait(0.1)
    assert [trouble.code for trouble in house.view.troubles] == ["link-lost"]
    assert {pad.fault for pad in house.view.pads} == {"link-lost"}
    house.put("blue-7#1", on="blue")
    house.wait(5.0)
    house.pads.plug()
    house.wait(0.02)
    assert house.view.troubles == ()
    house.wait(3.0)
    assert house.drawer.lines() == []
    assert house.hint == "lay-again"
    house.lift("blue-7#1")
    house.wait(1.0)
    house.lay("blue-7#1", on="blue")
    assert house.turn == "Luc"


def test_what_lay_on_a_pad_when_the_table_started_is_no_lay(house: House) -> None:
    house.put("blue-7#1", on="blue")
    house.restart()
    house.wait(5.0)
    assert house.drawer.lines() == []
    assert house.view.notice is None
    house.lift("blue-7#1")
    house.wait(1.0)
    house.lay("blue-7#1", on="blue")
    assert house.turn == "Luc"


def test_a_card_that_was_picked_up_may_be_laid_at_once() -> None:
    house = House("ninja", "Anna", "Bob", options="next_leads")
    house.lay("7#1", on="centre")
    house.touch(Act(Press("pick-up")))
    assert house.turn == "Bob"
    house.lay("7#1", on="centre")
    assert house.state["centre"] == ["7#1"]


# Where it waits


def test_pads_wait_only_where_that_tells_something() -> None:
    house = House("pot", "Anna", "Bob", "Cleo")
    assert (house.light("pot"), house.light("play")) == (Light.WAITING, Light.ZONE)
    house.lay("blue-4", "green-9", "red-8", on="pot")
    house.wait(2.0)
    assert (house.light("pot"), house.light("play")) == (Light.ZONE, Light.WAITING)
    house.lay("blue-1", "green-2", "red-7", on="play")
    house.wait(2.0)
    assert (house.light("pot"), house.light("play")) == (Light.WAITING, Light.ZONE)


def test_what_the_registry_saw_is_passed_on(house: House) -> None:
    house.lay("blue-7#1", on="blue")
    ((ref, pad),) = house.box.sightings
    assert (ref.deck, ref.card, pad) == ("thirteen", "blue-7#1", "left")


def test_a_card_laid_too_soon_after_another_is_asked_for_again_at_once() -> None:
    house = House("thirteen", "Marie", "Luc", "Pierre")
    house.put("blue-7#1", on="blue")
    house.wait(0.4)
    house.lift("blue-7#1")
    house.wait(0.1)
    house.put("blue-4#1", on="blue")
    house.wait(0.3)
    assert house.hint == "lay-again"
    assert house.turn == "Luc"
    house.lift("blue-4#1")
    house.wait(0.6)
    house.lay("blue-4#1", on="blue")
    assert house.turn == "Pierre"


def test_a_card_that_lies_there_by_the_rules_is_not_asked_for_again() -> None:
    house = House("thirteen", "Marie", "Luc", "Pierre")
    house.lay("blue-7#1", on="blue")
    house.put("blue-4#1", on="blue")
    house.wait(0.4)
    house.lift("blue-4#1")
    house.put("blue-7#1", on="blue")  # its pile slid back over the pad
    house.wait(1.5)
    assert house.hint is None


def test_a_pile_that_is_taken_away_in_one_go_is_nobodys_mistake() -> None:
    house = House("thirteen", "Marie", "Luc", "Pierre")
    house.lay("blue-7#1", "blue-7#2", on="blue")
    house.put("blue-7#1", on="green")  # the pile that was over sweeps over another pad
    house.put("rotten-4#1", on="green")
    house.wait(0.4)
    assert house.hint == "one-at-a-time"
    house.lift("rotten-4#1")
    house.lift("blue-7#1")
    house.wait(6.0)
    house.put("blue-7#1", on="green")
    house.put("blue-7#2", on="green")
    house.wait(0.4)
    assert house.hint is None
