"""Which matches a referee starts, and what it tells whoever asks for one that cannot be."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from engine.decks import standard
from engine.referee import LONGEST_LINE, Referee, SetupError
from engine.rules import Refusal

THREE = ["Ann", "Bob", "Cy"]


@pytest.mark.parametrize(
    ("game", "names", "more", "sentence"),
    [
        ("chess", THREE, {}, "There is no game 'chess'; choose one of thirteen, ninja, gamate, pot."),
        ("thirteen", THREE[:2], {}, "thirteen is for 3 to 6 players, not 2."),
        ("gamate", THREE, {}, "gamate is for 4 players, not 3."),
        ("thirteen", ["Ann", "Bob", "Ann"], {}, "Every player needs a name of their own."),
        ("thirteen", ["Ann", "Bob", " "], {}, "Every player needs a name of their own."),
        ("thirteen", THREE, {"dealer": "Di"}, "The dealer 'Di' is not one of the players."),
        (
            "thirteen",
            THREE,
            {"options": ["all_dealt", "blind", "mad"]},
            "thirteen has no option 'blind': it has all_dealt.",
        ),
        ("thirteen", THREE, {"rounds": 0}, "A match has at least one round, not 0."),
        (
            "gamate",
            [*THREE, "Di"],
            {"deck": standard("thirteen")},
            "Deck thirteen: list the numbers 1 to 48 and four mutes, in this order.",
        ),
    ],
)
def test_a_match_that_cannot_be_says_why(game: str, names: list[str], more: Any, sentence: str) -> None:
    with pytest.raises(SetupError, match=f"^{re.escape(sentence)}$"):
        Referee.start(game, names, **more)


def test_a_match_lasts_one_round_unless_more_are_agreed() -> None:
    assert Referee.start("pot", THREE).match.setup.rounds == 1
    for rounds in (1, 3):
        assert Referee.start("pot", THREE, rounds=rounds).match.setup.rounds == rounds


def test_the_last_listed_deals_unless_somebody_else_is_named() -> None:
    assert Referee.start("thirteen", THREE).match.state.dealer == 2
    assert Referee.start("thirteen", THREE, dealer="Bob").match.state.dealer == 1


def test_asking_for_the_state_is_accepted_and_nothing_happens() -> None:
    referee = Referee.start("thirteen", THREE)
    answer = referee.answer('{"state": true}')
    assert (answer["ok"], answer["events"]) == (True, [])
    for line in ('{"state": false}', '{"state": true, "undo": true}', '{"other": true}'):
        assert referee.answer(line)["refusal"] == "bad-input"


def test_a_line_may_have_65536_characters_and_not_one_more() -> None:
    assert LONGEST_LINE == 65536
    for length, ok in ((65535, True), (65536, True), (65537, False), (70000, False)):
        referee = Referee.start("thirteen", THREE)
        assert referee.answer(json.dumps({"lay": "blue-7"}).ljust(length))["ok"] is ok


def test_a_refusal_names_the_card_the_zone_and_who_holds_it() -> None:
    heard: list[tuple[Refusal, dict[str, str]]] = []

    def message(refusal: Refusal, about: dict[str, str]) -> str:
        heard.append((refusal, about))
        return "no"

    referee = Referee.start("ninja", THREE, dealer="Cy", message=message)
    for line in ({"lay": "4#3"}, {"press": "pick-up"}, {"lay": "4#3"}, {"press": "done"}):
        answer = referee.answer(json.dumps(line))
    assert (answer["ok"], answer["message"]) == (False, "no")
    assert heard == [
        (Refusal.HELD_BY_ANOTHER, {"card": "4#3", "zone": "centre", "holder": "Bob"}),
        (Refusal.NOT_NOW, {}),
    ]
