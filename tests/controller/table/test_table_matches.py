"""Matches begin, wait, go on and end; names come and go; decks are shown; disks are full."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.intents import (
    Act,
    AskFinder,
    AskScores,
    Audit,
    CheckDeck,
    Enrol,
    ForgetGuests,
    Leave,
    NameSeat,
    NewMatch,
    Pause,
    PlaceCard,
    PlayAgain,
    ResumeMatch,
    SetLanguage,
    SkipCard,
    StartCounting,
    StopShowing,
    Touch,
)
from controller.storage.database import StorageError
from controller.view import Finding, Light, Mode, Sound
from engine.cards import Deck
from engine.decks import standard
from engine.match import NEXT, UNDO
from engine.rules import Choose, EndRound, Out, Turn
from tests.controller.house import House


@pytest.fixture
def house() -> House:
    return House("thirteen", "Marie", "Luc", "Pierre")


# Beginning


def test_the_table_draws_who_deals_first() -> None:
    house = House("gamate", *"ABCD")
    assert (house.state["dealer"], house.match.by_lot) == ("D", False)  # the last listed
    house.touch(NewMatch("gamate", tuple("ABCD"), by_lot=True))
    assert (house.state["dealer"], house.match.by_lot) == ("C", True)
    before = house.lasting
    house.restart()
    assert house.lasting == before
    assert house.match.by_lot
    house.touch(*[Act(Choose("pass", True))] * 4, Act(NEXT))
    assert (house.state["dealer"], house.match.by_lot) == ("D", False)
    house.touch(PlayAgain())
    assert (house.state["dealer"], house.match.by_lot) == ("A", True)  # drawn again


def test_a_match_begins_as_the_game_has_it(house: House) -> None:
    assert house.view.mode is Mode.PLAYING
    assert house.state["dealer"] == "Pierre"
    assert house.turn == "Marie"
    assert house.view.guests == ("Marie", "Luc", "Pierre")
    assert [pad.zone for pad in house.view.pads] == ["blue", "yellow", "green"]


def test_a_match_begins_as_people_want_it() -> None:
    house = House("ninja", "Marie", "Luc", dealer=0, options="next_leads", rounds=None)
    assert house.state["dealer"] == "Marie"
    assert house.match.options == {"next_leads"}
    assert house.match.rounds is None


def test_in_a_game_without_a_dealer_the_oldest_leads() -> None:
    house = House("pot", "Anna", "Bob", "Cleo", dealer=1)
    house.lay("blue-4", "green-9", "red-8", on="pot")
    assert house.turn == "Bob"


@pytest.mark.parametrize(
    "wanted",
    [
        NewMatch("bridge", ("Marie", "Luc", "Pierre")),
        NewMatch("thirteen", ("Marie", "Luc")),
        NewMatch("thirteen", ("Marie", "Luc", " Marie ")),
        NewMatch("thirteen", ("Marie", "Luc", "Pierre"), dealer=3),
        NewMatch("thirteen", ("Marie", "Luc", "Pierre"), dealer=-1),
        NewMatch("thirteen", ("Marie", "Luc", "Pierre"), options=frozenset({"jokers"})),
        NewMatch("pot", ("Marie", "Luc", "Pierre"), rounds=0),
    ],
)
def test_a_match_that_cannot_be_played_is_refused_with_the_reason(wanted: NewMatch) -> None:
    house = House()
    house.touch(wanted)
    assert house.refusal == "bad-setup"
    assert house.view.notice and house.view.notice.about[0][0] == "why"
    assert house.view.mode is Mode.IDLE
    assert house.drawer.headers == {}


def test_a_match_that_cannot_be_played_leaves_the_running_one_alone(house: House) -> None:
    before = house.lasting
    house.touch(NewMatch("thirteen", ("Marie",)))
    assert house.lasting == before


def test_the_owners_deck_is_played_with_and_kept() -> None:
    green = standard("gamate")
    deck = Deck("gamate", tuple(replace(kind, colours=("red",)) for kind in green.kinds), ("red",))
    house = House("gamate", "Ann", "Bob", "Cy", "Dee", decks={"gamate": deck})
    house.choose(bid={"colour": "green"})
    assert house.refusal == "colour-unknown"
    house.settings = replace(house.settings, decks={})
    house.restart()
    house.choose(bid={"colour": "green"})
    assert house.refusal == "colour-unknown"


# Names


def test_guests_without_a_name_get_one_to_be_shown() -> None:
    house = House("thirteen", "", "Luc", "")
    assert house.match.names == ("Joueur 1", "Luc", "Joueur 3")
    assert house.turn == "Joueur 1"
    house.touch(SetLanguage("en"))
    assert house.turn == "Player 1"
    assert house.view.language == "en"


def test_a_guests_label_gives_way_to_somebody_who_is_called_so() -> None:
    house = House("thirteen", "", "Joueur 1", "")
    assert len(set(house.match.names)) == 3
    assert house.match.names[1] == "Joueur 1"


def test_a_guest_can_be_named_later_and_is_so_in_all_that_was_said() -> None:
    house = House("thirteen", "", "Luc", "")
    house.lay("blue-7#1", on="blue")
    house.touch(NameSeat(0, "Zoé"))
    assert house.match.names == ("Zoé", "Luc", "Joueur 3")
    assert house.match.log[0].events[0]["player"] == "Zoé"
    assert house.match.events[0]["player"] == "Zoé"
    assert house.view.guests[0] == "Zoé"
    before = house.lasting
    house.restart()
    assert house.lasting == before


def test_two_people_cannot_have_one_name(house: House) -> None:
    house.touch(NameSeat(0, "Luc"))
    assert house.refusal == "bad-setup"
    assert house.match.names == ("Marie", "Luc", "Pierre")
    house.touch(NameSeat(1, "Luc"), NameSeat(3, "Zoé"))
    assert house.match.names == ("Marie", "Luc", "Pierre")


def test_new_guests_find_no_name_of_the_old_ones(house: House) -> None:
    house.lay("blue-7#1", on="blue")
    house.touch(Leave(), NewMatch("ninja", ("Luc", "Zoé")))
    house.touch(ForgetGuests())
    assert house.view.guests == ()
    for name in ("Marie", "Luc", "Pierre", "Zoé"):
        assert name not in repr(house.view)
    house.restart()
    for name in ("Marie", "Luc", "Pierre", "Zoé"):
        assert name not in repr(house.view)


def test_no_name_stands_in_a_line(house: House) -> None:
    house.lay("blue-7#1", on="blue")
    house.touch(Act(Turn(0)))
    assert house.drawer.lines()[-1] == {"correct": {"turn": "1"}}


# Leaving, resuming, ending


def test_a_match_that_was_left_can_be_resumed(house: House) -> None:
    house.lay("blue-7#1", on="blue")
    before = house.lasting
    house.touch(Leave())
    assert house.view.mode is Mode.IDLE
    assert house.view.match is None
    ((match, game, names, number),) = [
        (kept.match, kept.game, kept.names, kept.round) for kept in house.view.resumable
    ]
    assert (game, names, number) == ("thirteen", ("Marie", "Luc", "Pierre"), 1)
    house.touch(ResumeMatch(match))
    assert house.lasting == before
    assert house.view.resumable == ()


def test_another_match_may_be_played_in_between(house: House) -> None:
    house.lay("blue-7#1", on="blue")
    house.touch(NewMatch("ninja", ("Ann", "Bob")))
    house.lay("7#1", on="centre")
    house.touch(ResumeMatch(1))
    assert house.match.game == "thirteen"
    assert house.turn == "Luc"
    assert [kept.match for kept in house.view.resumable] == [2]


@pytest.mark.parametrize("match", [1, 7])
def test_only_a_match_that_waits_can_be_resumed(house: House, match: int) -> None:
    before = house.lasting
    house.touch(ResumeMatch(match))
    assert house.refusal == "not-now"
    assert house.lasting == before


def test_a_finished_match_goes_to_the_history_when_people_leave_it(house: House) -> None:
    for _ in range(5):
        house.touch(Act(EndRound()), Act(NEXT))
    house.lay("blue-7#1", "blue-5#1", "blue-2#1", on="blue")
    house.touch(Act(EndRound()))
    assert house.state["match_over"]
    assert house.drawer.finished == {}
    house.touch(Act(UNDO), Act(EndRound()), Leave())
    results, winners = house.drawer.finished[1]
    assert results == ((0, 0, 0),) * 6
    assert winners == (0, 1, 2)
    assert house.view.resumable == ()


def test_a_finished_match_goes_to_the_history_when_another_one_is_resumed(house: House) -> None:
    house.touch(NewMatch("ninja", ("Ann", "Bob")), Act(Out(0)), ResumeMatch(1))
    assert house.drawer.finished == {2: (((1, 0),), (0,))}
    assert house.match.game == "thirteen"


def test_a_match_ends_a_lesson() -> None:
    house = House()
    house.touch(Enrol("pot"), NewMatch("ninja", ("Ann", "Bob")))
    assert house.view.mode is Mode.PLAYING


def test_who_plays_on_as_they_like_ends_between_two_rounds() -> None:
    house = House("ninja", "Marie", "Luc", rounds=None)
    house.touch(Act(Out(1)), Act(NEXT), Act(Out(1)), Act(NEXT), Leave())
    assert house.drawer.finished == {1: (((0, 1), (0, 1)), (1,))}


def test_who_plays_on_and_leaves_in_the_middle_can_resume() -> None:
    house = House("ninja", "Marie", "Luc", rounds=None)
    house.touch(Act(Out(1)), Act(NEXT))
    house.lay("7#1", on="centre")
    house.touch(Leave())
    assert house.drawer.finished == {}
    assert [kept.round for kept in house.view.resumable] == [2]


def test_the_same_again() -> None:
    house = House("ninja", "Marie", "", dealer=0, options="next_leads")
    house.touch(Act(Out(1)), PlayAgain())
    assert house.match.id == 2
    assert house.match.names == ("Marie", "Joueur 2")
    assert house.match.options == {"next_leads"}
    assert house.match.log == ()
    assert house.drawer.finished == {1: (((0, 1),), (1,))}


@pytest.mark.parametrize("busy", ["playing", "paused", "counting", "teaching"])
def test_an_abandoned_table_closes_by_itself(house: House, busy: str) -> None:
    match busy:
        case "playing":
            house.lay("blue-7#1", on="blue")
        case "paused":
            house.touch(Pause())
        case "counting":
            house.touch(StartCounting())
        case "teaching":
            house.touch(Leave(), Enrol("pot"))
    house.wait(1790.0, turn=0.5)
    house.touch(Touch())
    house.wait(1790.0, turn=0.5)
    assert house.view.mode is not Mode.IDLE
    house.wait(20.0)
    assert house.view.mode is Mode.IDLE
    assert [kept.match for kept in house.view.resumable] == [1]


def test_a_match_that_cannot_be_closed_is_not_tried_again_at_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []

    def park(match: int) -> None:
        tries.append(match)
        raise StorageError("The disk is full: make room, the game waits.", "disk-full")

    monkeypatch.setattr(house.drawer, "park", park)
    house.wait(1790.0, turn=0.5)
    house.wait(60.0)
    assert tries == [1]
    assert house.view.mode is Mode.PLAYING


def test_a_card_keeps_the_table_awake_and_noise_does_not(house: House) -> None:
    house.wait(1790.0, turn=0.5)
    house.lay("blue-7#1", on="blue")
    house.wait(1000.0, turn=0.5)
    assert house.view.mode is Mode.PLAYING
    house.hover("blue-5#1", over="blue")
    house.wait(1000.0, turn=0.5)
    assert house.view.mode is Mode.IDLE


def test_with_nothing_going_on_nothing_is_due() -> None:
    house = House()
    assert house.table.next_wake(house.now) is None
    before = house.view
    house.wait(10.0)
    assert house.view is before


def test_a_match_whose_lines_no_longer_fit_is_set_aside_and_said(house: House) -> None:
    house.lay("blue-7#1", on="blue")
    house.drawer.texts[1].append('{"lay": "blue-7#1", "zone": "blue"}')
    house.restart()
    assert house.view.mode is Mode.IDLE
    assert house.refusal == "cannot-resume"
    assert house.view.notice and "Line 2 of this match" in dict(house.view.notice.about)["why"]
    assert [kept.match for kept in house.view.resumable] == [1]
    house.touch(ResumeMatch(1))
    assert house.view.mode is Mode.IDLE
    assert house.refusal == "cannot-resume"


@pytest.mark.parametrize("header", ['{"game": "bridge", "names": [], "dealer": 0}', '{"game": "pot"}'])
def test_a_match_whose_header_cannot_be_read_is_set_aside_too(house: House, header: str) -> None:
    house.drawer.headers[1] = header
    house.drawer.resumable = list  # type: ignore[method-assign]
    house.restart()
    assert house.refusal == "cannot-resume"


# Storage


def test_on_a_full_disk_no_card_turns_green_and_the_one_on_the_pad_waits(house: House) -> None:
    before = house.lasting
    house.drawer.full = True
    house.sounds()
    house.put("blue-7#1", on="blue")
    house.wait(3.0)
    assert house.lasting == before
    assert house.light("blue") is Light.SEEN
    assert [trouble.code for trouble in house.view.troubles] == ["disk-full"]
    assert house.sounds() == []
    house.drawer.full = False
    house.wait(1.1)
    assert house.view.troubles == ()
    assert house.light("blue") is Light.ACCEPTED
    assert house.turn == "Luc"
    assert house.drawer.lines() == [{"lay": "blue-7#1", "zone": "blue"}]


def test_a_card_that_left_while_the_disk_was_full_is_not_laid_later(house: House) -> None:
    house.drawer.full = True
    house.lay("blue-7#1", on="blue")
    house.drawer.full = False
    house.wait(5.0)
    assert house.view.troubles == ()
    assert house.turn == "Marie"
    assert house.drawer.lines() == []


def test_a_card_lifted_just_before_there_is_room_is_not_laid(house: House) -> None:
    house.drawer.full = True
    house.put("blue-7#1", on="blue")
    house.wait(1.1)
    house.lift("blue-7#1")
    house.drawer.full = False
    house.wait(0.35)  # the table has tried again, and the pad has not been clear for long enough to say so
    assert house.view.troubles == ()
    assert house.drawer.lines() == []
    house.wait(3.0)
    assert house.drawer.lines() == []
    house.lay("blue-7#1", on="blue")
    assert house.drawer.lines() == [{"lay": "blue-7#1", "zone": "blue"}]


def test_a_card_out_of_sight_when_there_is_room_is_taken_when_it_is_seen_again(house: House) -> None:
    house.drawer.full = True
    house.put("blue-7#1", on="blue")
    house.wait(1.1)
    house.lift("blue-7#1")
    house.drawer.full = False
    house.wait(0.35)
    house.put("blue-7#1", on="blue")
    house.wait(1.5)
    assert house.drawer.lines() == [{"lay": "blue-7#1", "zone": "blue"}]


def test_on_a_full_disk_a_touch_changes_nothing(house: House) -> None:
    house.lay("blue-7#1", on="blue")
    house.wait(2.0)
    before = house.lasting
    house.drawer.full = True
    house.touch(Act(UNDO), Act(Turn(2)), NameSeat(0, "Zoé"), Leave(), PlayAgain(), ForgetGuests())
    assert house.lasting == before
    assert [trouble.code for trouble in house.view.troubles] == ["disk-full"]
    house.drawer.full = False
    house.touch(Act(UNDO))
    assert house.turn == "Marie"
    house.wait(1.5)
    assert house.view.troubles == ()


def test_on_a_full_disk_a_lapse_is_made_up_for() -> None:
    house = House("ninja", "Marie", "Luc")
    house.lay("7#1", on="centre")
    house.drawer.full = True
    house.wait(10.0)
    assert house.turn == "Marie"
    due = house.table.next_wake(house.now)
    assert due and due > house.now, "it tries again in a while, not at every turn"
    house.drawer.full = False
    house.wait(2.2)
    assert house.turn == "Luc"


def test_on_a_full_disk_a_question_stays_open() -> None:
    house = House("thirteen", "Marie", "Luc", "Pierre", pads=("left",))
    house.lay("rotten-4#1", on="left")
    house.drawer.full = True
    house.touch(PlaceCard("green"))
    assert house.view.question
    house.drawer.full = False
    house.touch(PlaceCard("green"))
    assert house.turn == "Luc"


def test_on_a_full_disk_no_match_begins() -> None:
    house = House()
    house.drawer.full = True
    house.touch(NewMatch("ninja", ("Marie", "Luc")))
    assert house.view.mode is Mode.IDLE
    assert [trouble.code for trouble in house.view.troubles] == ["disk-full"]


def test_trouble_with_a_pad_outlives_trouble_with_the_disk(house: House) -> None:
    house.pads.silence("left")
    house.drawer.full = True
    house.touch(Act(Turn(2)))
    house.wait(1.0)
    assert {trouble.code for trouble in house.view.troubles} == {"silent", "disk-full"}
    house.drawer.full = False
    house.wait(1.5)
    assert {trouble.code for trouble in house.view.troubles} == {"silent"}


# Teaching and checking decks


def test_cards_are_taught_not_played() -> None:
    house = House()
    house.touch(Enrol("pot", copy=2))
    assert house.view.mode is Mode.ENROLLING
    assert house.light("left") is Light.WAITING
    assert house.view.enrol and (house.view.enrol.deck, house.view.enrol.copy) == ("pot", 2)
    house.sounds()
    house.put("red-5", on="left", deck="pot")
    house.wait(0.4)
    assert house.light("left") is Light.ACCEPTED
    assert house.sounds() == [Sound.ACCEPTED]
    assert house.view.enrol.done == 1
    assert house.view.enrolled["pot"] == 61
    house.lift("red-5", deck="pot")
    house.wait(3.0)
    house.put("red-5", on="right", deck="pot")
    house.wait(0.4)
    assert house.refusal == "taken"
    assert house.view.notice and house.view.notice.pad == "right"
    house.lift("red-5", deck="pot")
    house.wait(1.0)
    house.put("red-6", on="right", deck="pot")
    house.wait(0.4)
    assert house.hint == "enough"
    house.touch(SkipCard())
    assert house.view.enrol.card == "card 2"
    house.touch(StopShowing())
    assert house.view.mode is Mode.IDLE


def test_there_must_be_such_a_deck() -> None:
    house = House()
    house.touch(Enrol("bridge"))
    assert house.refusal == "no-such-deck"
    assert house.view.mode is Mode.IDLE


def test_a_deck_is_checked_between_rounds_only(house: House) -> None:
    house.lay("blue-7#1", on="blue")
    house.touch(CheckDeck("thirteen"))
    assert house.refusal == "not-now"
    house.touch(Act(EndRound()), CheckDeck("thirteen"))
    assert house.view.mode is Mode.CHECKING
    house.lay("blue-5#1", on="yellow")
    assert house.view.enrol and house.view.enrol.done == 1
    house.touch(Leave())
    assert house.view.mode is Mode.PLAYING
    assert house.state["round_over"]


def test_the_next_round_ends_a_check(house: House) -> None:
    house.touch(Act(EndRound()), CheckDeck("thirteen"), Act(NEXT))
    assert house.view.mode is Mode.PLAYING
    house.lay("blue-7#1", on="blue")
    assert len(house.match.log) == 1


# Audit


def test_an_audit_lists_what_lies_where_it_should_not(house: House) -> None:
    assert house.table.audit() == ()
    house.lay("blue-7#1", on="blue")
    house.put("blue-7#1", on="blue")
    house.wait(0.5)
    assert house.table.audit() == ()
    house.lift("blue-7#1")
    house.wait(1.0)
    house.put("blue-7#1", on="yellow")
    house.put("17", on="green", deck="gamate")
    house.put("blue-5#1", on="blue")
    house.wait(0.5)
    assert house.turn == "Pierre"
    assert set(house.table.audit()) == {
        Finding("centre", "elsewhere", "blue-7#1", "blue"),
        Finding("right", "foreign", "17"),
    }
    house.touch(Act(UNDO))
    house.pads.put("04ffffff00ffff", "centre")
    house.wait(0.5)
    assert set(house.table.audit()) == {
        Finding("centre", "several"),
        Finding("left", "not-laid"),
        Finding("right", "foreign", "17"),
    }


def test_an_audit_is_shown_until_somebody_does_something(house: House) -> None:
    house.put("17", on="green", deck="gamate")
    house.wait(0.5)
    assert house.view.findings == ()
    house.touch(Audit())
    assert house.view.findings == (Finding("right", "foreign", "17"),)
    house.touch(Touch())
    house.lift("17", deck="gamate")
    house.wait(1.0)
    house.put("blue-7#1", on="green")
    house.wait(0.5)
    assert house.view.findings == (Finding("right", "not-laid"),)
    house.touch(Pause())
    assert house.view.findings == ()


def test_an_audit_names_an_unknown_tag_and_says_nothing_of_a_dead_pad(house: House) -> None:
    house.pads.put("04ffffff00ffff", "left")
    house.put("blue-7#1", on="yellow")
    house.pads.silence("centre")
    house.wait(0.5)
    assert house.table.audit() == (Finding("left", "unknown"),)


def test_an_audit_knows_that_a_trick_of_the_pot_goes_on_to_the_pot() -> None:
    house = House("pot", "Anna", "Bob", "Cleo")
    house.lay("blue-4", "green-9", "red-8", on="pot")
    house.lay("blue-10", "green-2", "red-2", on="play")
    house.choose(colour="green")
    house.wait(3.0)
    house.put("blue-10", on="pot")
    house.wait(0.5)
    assert house.table.audit() == ()


# The past, and lost cards


def test_the_finder_keeps_quiet_during_a_round(house: House) -> None:
    house.lay("blue-7#1", on="blue")
    house.touch(AskFinder("thirteen", "blue-7"))
    assert house.refusal == "not-now"
    assert house.view.finder is None
    house.touch(Act(EndRound()), AskFinder("thirteen", "blue-7"))
    assert house.view.finder
    assert [(seen.card, seen.pad) for seen in house.view.finder.found] == [("blue-7#1", "left")]
    house.touch(Act(NEXT))
    assert house.view.finder is None


def test_scores_are_shown_when_asked_for_and_not_after_the_names_are_forgotten(house: House) -> None:
    house.touch(AskScores("pot", page=2))
    assert house.view.scores
    assert (house.view.scores.game, house.view.scores.page) == ("pot", 2)
    house.touch(ForgetGuests())
    assert house.view.scores is None


def test_nobody_playing_nothing_to_audit() -> None:
    assert House().table.audit() == ()
