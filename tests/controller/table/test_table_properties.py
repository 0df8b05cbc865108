"""What holds whatever people do: nothing crashes, nothing is lost, nothing face down is shown."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.intents import (
    Act,
    Continue,
    CountDone,
    CountFor,
    Leave,
    NameSeat,
    NewMatch,
    Pause,
    PileTaken,
    PlaceCard,
    PlayAgain,
    ResumeMatch,
    StartCounting,
    StopShowing,
    UndoTo,
    WasTheirs,
)
from controller.storage import record
from controller.view import Mode
from engine import games
from engine.games import thirteen
from engine.match import NEXT, UNDO, Insert, Match
from engine.rules import Choose, EndRound, HandCount, Lay, Press, Turn
from tests.controller.house import PADS, House, replayed

EXAMPLES = int(os.environ.get("TAPIS_EXAMPLES", "25"))
PLAYERS = ("Marie", "", "Luc", "Zoé")


def legal(match: Match, dice: random.Random) -> Any:
    """Something that may be done now, cards rather than choices where both may."""
    moves = match.game.legal_moves(match.state, range(len(match.game.deck)))
    lays = [move for move in moves if isinstance(move, Lay)]
    if match.state.over:
        return NEXT
    return dice.choice(lays if lays and dice.random() < 0.8 else moves or lays)


def kept(house: House) -> Match:
    """The match that the drawer's lines make."""
    kept = house.drawer.running()
    assert kept
    return replayed(record.from_json(kept.header), kept.lines)


# Resume


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("seed", range(3))
def test_after_a_power_cut_at_any_point_the_table_stands_where_it_stood(game: str, seed: int) -> None:
    dice = random.Random(seed)
    house = House(game, *PLAYERS, lapses={"ninja": 0})
    for step in range(60):
        match = house.table.match
        assert match
        if step % 9 == 8:
            back = UndoTo(0) if house.match.has_shown_piles else UndoTo(len(match.actions) // 2)
            house.touch(dice.choice([Act(UNDO), back, Act(Turn(1)), NameSeat(1, "Luz")]))
        elif step % 25 == 24:
            house.touch(Act(EndRound()))
        else:
            house.touch(Act(legal(match, dice)))
        before = house.lasting
        house.restart()
        assert house.lasting == before
        assert house.table.match == kept(house)
    assert len(house.drawer.lines()) > 40


@pytest.mark.parametrize("game", games.names())
def test_every_game_is_played_through_the_pads_to_its_end(game: str) -> None:
    dice = random.Random(5)
    house = House(game, *PLAYERS, lapses={"ninja": 0}, rounds=1)
    match = house.table.match
    assert match
    for _ in range(400):
        match = house.table.match
        assert match
        if match.state.over:
            break
        move = legal(match, dice)
        if isinstance(move, Lay):
            if game == "ninja" and dice.random() < 0.1:
                move = Press("pick-up")
            else:
                house.wait(2.0)  # time enough that a card of the pot is not only read once more
                house.lay(match.game.deck.names[move.card], on=match.game.zones[move.zone])
                assert len(house.match.log) == len(match.actions) + 1, (move, house.view.notice)
                continue
        house.touch(Act(move))
    assert house.state["round_over"] or game == "ninja"
    assert match == kept(house)


# Face down


def test_nobody_can_read_in_the_list_of_moves_what_was_taken_from_the_pot() -> None:
    logs, notices, rulings = [], [], []
    for how in (Choose("colour", "blue"), Choose("colour", "green"), "blue-4", "green-9"):
        house = House("pot", "Anna", "Bob", "Cleo")
        house.lay("blue-4", "green-9", "red-8", on="pot")
        house.lay("blue-1", "green-2", "red-7", on="play")
        house.wait(3.0)
        house.rulings()
        if isinstance(how, str):
            house.put(how, on="pot")
            house.wait(0.4)
        else:
            house.touch(Act(how))
        assert house.state["players"][2]["taken"] == 1
        logs.append(house.match.log[-1])
        assert ("blue-4" in str(house.match.log)) == ("blue-4" in house.state["pot"])
        assert house.view.notice
        notices.append(replace(house.view.notice, pad=None))
        rulings.append(house.rulings())
    assert logs == [logs[0]] * 4
    assert notices == [notices[0]] * 4
    assert rulings == [rulings[0]] * 4


def test_a_scored_round_may_be_looked_into() -> None:
    house = House("thirteen", "Marie", "Luc", "Pierre")
    house.lay("blue-7#1", "blue-5#1", "blue-2#1", on="blue")
    assert house.match.reveal is None
    house.touch(Act(EndRound()))
    assert house.match.reveal
    assert house.match.reveal.taken == ((), (), ("blue-7#1", "blue-5#1"))
    assert house.match.reveal.explain["Pierre"] == "0+0 = 0"


# Whatever happens


cards = st.sampled_from(["blue-7#1", "blue-5#1", "yellow-7#1", "green-5#2", "rotten-4#1", "rotten-4#2"])
hands = st.tuples(
    st.sampled_from(["put", "lift", "hover", "flicker", "unplug", "plug", "silence", "heal"]),
    cards,
    st.sampled_from(PADS),
)
touches = st.sampled_from(
    [
        Act(UNDO),
        Act(NEXT),
        Act(EndRound()),
        Act(Turn(2)),
        Act(HandCount(0, 0)),
        Act(Press("done")),
        Act(Press("pick-up")),
        Act(Choose("give", 1)),
        Act(Choose("colour", "blue")),
        Act(Lay(thirteen.DECK.names.index("blue-1#1"), 0)),
        Act(Insert(Lay(thirteen.DECK.names.index("green-1#1"), 2), 1)),
        UndoTo(1),
        PlaceCard("green"),
        PlaceCard(None),
        WasTheirs(),
        PileTaken(),
        PlayAgain(),
        Pause(),
        Continue(),
        Leave(),
        ResumeMatch(1),
        NameSeat(1, "Luz"),
        StartCounting(),
        CountFor(1),
        CountDone(),
        StopShowing(),
        NewMatch("thirteen", ("Marie", "", "Luc")),
        "done",
        "undo",
        "help",
        "disk full",
        "disk free",
        "restart",
    ]
)


@settings(max_examples=EXAMPLES * 2, deadline=None)
@given(
    st.sampled_from([PADS, PADS[:1]]),
    st.lists(st.tuples(hands | touches, st.sampled_from([0.0, 0.1, 0.3, 1.0, 3.0])), max_size=40),
)
def test_nothing_that_people_readers_and_disks_do_makes_the_table_forget(pads: Any, steps: list[Any]) -> None:
    house = House("thirteen", "Marie", "", "Luc", pads=pads)
    for step, seconds in steps:
        _do(house, step, pads)
        house.wait(seconds)
        assert (house.view.match is None) == (house.drawer.running() is None)
        if house.view.match:
            assert house.table.match == kept(house)
            assert len(house.match.log) == len(house.table.match.actions)
        assert (house.view.mode is Mode.IDLE) == (house.view.match is None)
        if not house.drawer.full:
            before = house.lasting
            house.table, table = house._open(), house.table
            assert house.lasting == before
            house.table = table


def _do(house: House, step: Any, pads: Any) -> None:
    match step:
        case "disk full" | "disk free":
            house.drawer.full = step == "disk full"
        case "restart":
            house.restart()
        case str():
            house.press(step)
        case (what, card, pad):
            _handle(house, what, house.uid(card, deck="thirteen"), pad if pad in pads else pads[0])
        case _:
            house.touch(step)


def _handle(house: House, what: str, uid: str, pad: str) -> None:
    match what:
        case "lift" if uid in house.pads.lying():
            house.pads.lift(uid)
        case "put" if uid not in house.pads.lying():  # to be anywhere else, it must have been lifted
            house.pads.put(uid, pad)
        case "hover" if uid not in house.pads.lying():
            house.pads.hover(uid, pad, 0.15)
        case "flicker":
            house.pads.flicker(pad, 1.0)
        case "unplug" | "plug":
            getattr(house.pads, what)()
        case "silence" | "heal":
            getattr(house.pads, what)(pad)


lays = st.lists(
    st.tuples(
        st.sampled_from(["put", "lift", "hover"]),
        cards,
        st.sampled_from(PADS),
        st.sampled_from([0.1, 0.16, 0.24, 0.5, 1.0]),  # hands are no faster
    ),
    max_size=30,
)


@settings(max_examples=EXAMPLES * 2, deadline=None)
@given(lays)
def test_only_a_card_that_lay_alone_on_its_pad_is_accepted(steps: list[Any]) -> None:
    house = House("thirteen", "Marie", "", "Luc")
    lay: list[tuple[float, dict[str, str]]] = []
    for what, card, pad, seconds in steps:
        _handle(house, what, house.uid(card), pad)
        for _ in range(round(seconds / 0.02)):
            before = len(house.match.log)
            house.wait(0.02)
            lay.append((house.now, house.pads.lying()))
            for entry in house.match.log[before:]:
                uid = house.uid(entry.line["lay"])
                pad_of = dict(zip(("blue", "yellow", "green"), PADS, strict=True))[entry.line["zone"]]
                there = [
                    {other for other, on in lying.items() if on == pad_of}
                    for when, lying in lay
                    if 0.05 < house.now - when <= 0.2  # a scan takes 0.05 seconds
                ]
                assert set().union(*there) == {uid}
