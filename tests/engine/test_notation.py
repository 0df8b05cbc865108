"""Matches as text: lines read and written, events and state as JSON values."""

from __future__ import annotations

from typing import Any

import pytest

from engine import games, notation
from engine.events import (
    Corrected,
    DealVoid,
    Laid,
    MatchOver,
    PickedUp,
    RoundScored,
    Took,
    TrickTaken,
)
from engine.games.gamate import Contract, MancheWon
from engine.games.ninja import Given
from engine.games.pot import PotTaken, SettlingStopped
from engine.match import NEXT, UNDO, Action, Insert, Match, apply, begin
from engine.notation import Unreadable, read, write
from engine.rules import Choose, Count, EndRound, HandCount, Lay, Out, Press, Refusal, Setup, Turn

NAMES = ("Ann", "Bob", "Cy", "Di")
THIRTEEN, NINJA, GAMATE, POT = map(games.game, games.names())


def start(game: Any, *, options: str = "", seats: int = 0) -> Match:
    return begin(game, Setup(seats or game.seats[0], frozenset(options.split())), dealer=0)


def names_of(match: Match) -> tuple[str, ...]:
    return NAMES[: match.setup.seats]


def told(match: Match, *lines: dict[str, Any]) -> Match:
    """*match* after these lines, each of which is accepted."""
    for line in lines:
        match, _, refusal = apply(match, read(match, line, names_of(match)))
        assert refusal is None, (line, refusal)
    return match


def why_unreadable(match: Match, line: Any) -> Refusal:
    with pytest.raises(Unreadable) as unreadable:
        read(match, line, names_of(match))
    assert str(unreadable.value) == unreadable.value.refusal.value
    return unreadable.value.refusal


# Lines


@pytest.mark.parametrize(
    ("game", "line", "action"),
    [
        (THIRTEEN, {"lay": "blue-7#2", "zone": "yellow"}, Lay(12, 1)),
        (THIRTEEN, {"undo": True}, UNDO),
        (THIRTEEN, {"next": True}, NEXT),
        (THIRTEEN, {"correct": {"turn": "Cy"}}, Turn(2)),
        (THIRTEEN, {"correct": {"hand": {"Bob": 0}}}, HandCount(1, 0)),
        (THIRTEEN, {"correct": {"hand": {"Bob": 50}}}, HandCount(1, 50)),
        (THIRTEEN, {"correct": {"end_round": True}}, EndRound()),
        (NINJA, {"lay": "13#4", "zone": "centre"}, Lay(51, 0)),
        (NINJA, {"press": "done"}, Press("done")),
        (NINJA, {"press": "pick-up"}, Press("pick-up")),
        (NINJA, {"choose": {"give": "Bob"}}, Choose("give", 1)),
        (NINJA, {"choose": {"give": None}}, Choose("give", None)),
        (NINJA, {"choose": {"counter": False}}, Choose("counter", False)),
        (NINJA, {"correct": {"out": "Bob"}}, Out(1)),
        (GAMATE, {"lay": "mute#4", "zone": "renounce"}, Lay(51, 1)),
        (GAMATE, {"choose": {"bid": {"run": [4, 12]}}}, Choose("bid", ("run", 4, 12))),
        (GAMATE, {"choose": {"oppose": False}}, Choose("oppose", False)),
        (POT, {"lay": "red-5", "zone": "pot"}, Lay(POT.deck.names.index("red-5"), 1)),
        (POT, {"choose": {"colour": "red"}}, Choose("colour", "red")),
    ],
)
def test_a_line_is_written_as_it_is_read(game: Any, line: dict[str, Any], action: Action) -> None:
    match = start(game)
    assert read(match, line, names_of(match)) == action
    assert write(game, action, names_of(match)) == line


@pytest.mark.parametrize(
    ("game", "line"),
    [
        (NINJA, {"press": "bell"}),
        (NINJA, {"press": None}),
        (NINJA, {"press": "done", "zone": "centre"}),
        (NINJA, {"choose": {"give": "Bob"}, "back": 1}),
        (NINJA, {"choose": {"give": "Bob", "counter": False}}),
        (NINJA, {"choose": {"give": "Nobody"}}),
        (NINJA, {"choose": {"give": ["Bob"]}}),
        (NINJA, {"choose": {"bid": {"odd": True}}}),
        (NINJA, {"correct": {"turn": "Bob"}, "undo": True}),
        (NINJA, {"correct": {"turn": 1}}),
        (NINJA, {"correct": {"out": "Nobody"}}),
        (NINJA, {"correct": {"out": "Bob", "back": 1}}),
        (NINJA, {"correct": {"hand": {"Bob": 3}, "back": 1}}),
        (NINJA, {"correct": {"hand": {"Bob": 3, "Ann": 3}}}),
        (NINJA, {"correct": {"hand": {"Bob": "3"}}}),
        (NINJA, {"correct": {"hand": {"Nobody": 3}}}),
        (NINJA, {"correct": {"end_round": True, "back": 1}}),
        (NINJA, {"correct": {"insert": {"lay": "7", "on": "centre"}, "back": 0}}),
        (NINJA, {"correct": {"insert": {"lay": "7"}, "back": 0, "turn": "Bob"}}),
        (NINJA, {"correct": {"insert": {"lay": "7"}, "back": -1}}),
        (NINJA, {"correct": {"insert": {"lay": "7"}, "back": False}}),
        (NINJA, {"next": True, "undo": True}),
        (NINJA, {"next": 1}),
        (NINJA, {"undo": True, "zone": "centre"}),
        (NINJA, ["undo"]),
        (NINJA, {}),
        (GAMATE, {"choose": {"bid": {"multiples": 9}}}),
        (GAMATE, {"lay": "17"}),  # on the trick or renounced?
        (GAMATE, {"correct": {"out": "Bob"}}),
    ],
)
def test_a_line_that_means_nothing_is_bad_input(game: Any, line: Any) -> None:
    assert why_unreadable(start(game), line) is Refusal.BAD_INPUT


def test_a_card_is_of_this_game_of_another_or_of_none() -> None:
    match = start(NINJA)
    assert why_unreadable(match, {"lay": "blue-7"}) is Refusal.FOREIGN_CARD
    assert why_unreadable(match, {"lay": "blue-7#3", "zone": "centre"}) is Refusal.FOREIGN_CARD
    assert why_unreadable(match, {"lay": "14"}) is Refusal.FOREIGN_CARD
    assert why_unreadable(match, {"lay": "49"}) is Refusal.UNKNOWN_TAG
    assert why_unreadable(match, {"lay": "49", "zone": "trick"}) is Refusal.BAD_INPUT


def test_a_zone_is_implied_where_only_one_is_possible() -> None:
    thirteen = start(THIRTEEN)
    assert read(thirteen, {"lay": "green-1#1"}, NAMES[:3]) == Lay(THIRTEEN.deck.names.index("green-1#1"), 2)
    assert why_unreadable(thirteen, {"lay": "rotten-4#1"}) is Refusal.BAD_INPUT
    assert why_unreadable(thirteen, {"lay": "no-such-card"}) is Refusal.BAD_INPUT
    assert why_unreadable(start(POT), {"lay": "red-5"}) is Refusal.BAD_INPUT
    assert isinstance(read(start(NINJA), {"lay": "7"}, NAMES[:2]), Lay)


def test_without_a_number_the_lowest_copy_that_was_not_laid_is_meant() -> None:
    match = start(THIRTEEN)
    copies = THIRTEEN.deck.copies("blue-4")
    assert len(copies) == 2
    for card in copies:
        assert read(match, {"lay": "blue-4"}, NAMES[:3]) == Lay(card, 0)
        match = told(match, {"lay": "blue-4"})
    assert read(match, {"lay": "blue-4"}, NAMES[:3]) == Lay(copies[0], 0)
    assert read(match, {"lay": "blue-4", "zone": "green"}, NAMES[:3]) == Lay(copies[0], 2)


def test_in_ninja_a_copy_known_to_be_in_the_hand_is_meant_first() -> None:
    match = told(start(NINJA), {"lay": "8#3"}, {"press": "done"}, {"press": "pick-up"})
    holder = next(seat for seat, known in enumerate(match.state.known) if known)
    match = told(match, {"correct": {"turn": NAMES[holder]}})
    assert read(match, {"lay": "8"}, NAMES[:2]) == Lay(NINJA.deck.names.index("8#3"), 0)


# Missed lays


def test_of_a_missed_card_the_copy_is_meant_that_was_there_then() -> None:
    match = told(start(THIRTEEN), {"lay": "green-1#1"}, {"lay": "blue-4#1"})
    (first, second) = THIRTEEN.deck.copies("blue-4")
    line = {"correct": {"insert": {"lay": "blue-4"}, "back": 1}}
    assert read(match, line, NAMES[:3]) == Insert(Lay(second, 0), 1)  # the first was laid afterwards
    assert read(start(THIRTEEN), line, NAMES[:3]) == Insert(Lay(first, 0), 1)


def test_a_missed_card_that_fits_nowhere_is_read_and_refused() -> None:
    match = told(start(THIRTEEN), {"lay": "blue-4#1"}, {"lay": "blue-4#2"})
    insert = read(match, {"correct": {"insert": {"lay": "blue-4"}, "back": 1}}, NAMES[:3])
    assert insert == Insert(Lay(THIRTEEN.deck.copies("blue-4")[1], 0), 1)
    assert apply(match, insert).refusal is Refusal.ALREADY_LAID


def test_a_missed_lay_is_written_with_its_copy_and_zone() -> None:
    action = Insert(Lay(11, 0), 3)
    assert write(THIRTEEN, action, NAMES) == {
        "correct": {"insert": {"lay": "blue-7#1", "zone": "blue"}, "back": 3}
    }


def test_counted_piles_are_written_by_the_names_of_their_cards() -> None:
    assert write(THIRTEEN, Count(((11, 12), (), (49,))), NAMES[:3]) == {
        "count": [["blue-7#1", "blue-7#2"], [], ["rotten-4#8"]]
    }
    assert write(THIRTEEN, Count(((), (), ()), anyway=True), NAMES[:3]) == {
        "count": [[], [], []],
        "anyway": True,
    }


# Events


@pytest.mark.parametrize(
    ("game", "happened", "form"),
    [
        (THIRTEEN, Laid(1, 11, 2), {"kind": "laid", "player": "Bob", "card": "blue-7#1", "zone": "green"}),
        (POT, Laid(None, 0, 1), {"kind": "laid", "player": None, "card": POT.deck.names[0], "zone": "pot"}),
        (THIRTEEN, Took(0, (11, 12)), {"kind": "took", "player": "Ann", "cards": ["blue-7#1", "blue-7#2"]}),
        (NINJA, PickedUp(0, (0,)), {"kind": "picked-up", "player": "Ann", "cards": ["1#1"]}),
        (NINJA, Given(0, None), {"kind": "given", "player": "Ann", "to": None}),
        (NINJA, Given(0, 1), {"kind": "given", "player": "Ann", "to": "Bob"}),
        (
            GAMATE,
            Contract(3, ("odd",), False),
            {"kind": "contract", "player": "Di", "bid": {"odd": True}, "opposed": False},
        ),
        (GAMATE, DealVoid(), {"kind": "deal-void"}),
        (GAMATE, TrickTaken(2, (16,)), {"kind": "trick-taken", "player": "Cy", "cards": ["17"]}),
        (GAMATE, MancheWon(1), {"kind": "manche-won", "side": "1+3"}),
        (
            GAMATE,
            RoundScored((43, 0), ("40+3 = 43", "0")),
            {
                "kind": "round-scored",
                "points": {"0+2": 43, "1+3": 0},
                "explain": {"0+2": "40+3 = 43", "1+3": "0"},
            },
        ),
        (
            POT,
            SettlingStopped(("red", "blue"), 8),
            {"kind": "settling-stopped", "colours": ["red", "blue"], "strength": 8},
        ),
        (
            GAMATE,
            MatchOver((0, 2), (104, 51)),
            {"kind": "match-over", "winners": ["Ann", "Cy"], "totals": {"0+2": 104, "1+3": 51}},
        ),
        (THIRTEEN, Corrected(Turn(2)), {"kind": "corrected", "turn": "Cy"}),
        (THIRTEEN, Corrected(EndRound()), {"kind": "corrected", "end_round": True}),
        (THIRTEEN, Corrected(Count(((), (), (), ()))), {"kind": "corrected"}),
        (NINJA, Corrected(Out(1)), {"kind": "corrected", "out": "Bob"}),
    ],
)
def test_an_event_tells_names_and_cards(game: Any, happened: Any, form: dict[str, Any]) -> None:
    assert notation.event(game, happened, NAMES) == form
    if not isinstance(happened, Took):
        assert notation.event(game, happened, NAMES, public=True) == form


def test_what_lies_face_down_is_only_counted_in_public() -> None:
    taken = PotTaken(0, "red", (0, 1))
    assert notation.event(POT, taken, NAMES, public=True) == {
        "kind": "pot-taken",
        "player": "Ann",
        "count": 2,
    }
    assert notation.event(POT, taken, NAMES)["cards"] == list(POT.deck.names[:2])
    assert notation.event(POT, taken, NAMES)["colour"] == "red"


# State


def test_the_state_says_where_the_match_stands() -> None:
    match = told(start(THIRTEEN), {"correct": {"end_round": True}}, {"next": True}, {"lay": "blue-7"})
    state = notation.describe(match, NAMES[:3])
    assert {key: state[key] for key in ("game", "round", "dealer", "turn", "awaiting")} == {
        "game": "thirteen",
        "round": 2,
        "dealer": "Bob",
        "turn": "Ann",
        "awaiting": "lay",
    }
    assert (state["round_over"], state["match_over"], state["winners"]) == (False, False, [])


def test_the_winners_are_named_at_the_end() -> None:
    match = told(start(POT), {"correct": {"end_round": True}})
    state = notation.describe(match, NAMES[:3])
    assert (state["dealer"], state["turn"], state["awaiting"]) == (None, None, "over")
    assert (state["round_over"], state["match_over"]) == (True, True)
    assert state["winners"] == list(NAMES[:3])
    assert state["totals"] == {"Ann": 0, "Bob": 0, "Cy": 0}
