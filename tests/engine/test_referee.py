"""The referee protocol: one answer a line, refusals in their order, nothing changed unless accepted."""

from __future__ import annotations

import json
import os
import string
from random import Random
from typing import Any

import pytest

from engine import games, notation
from engine.games import gamate, ninja, pot, thirteen
from engine.match import apply
from engine.referee import LONGEST_LINE, Referee, SetupError
from engine.rules import Refusal
from tests.engine.playing import random_action

FUZZ_LINES = int(os.environ.get("TAPIS_FUZZ_LINES", "4000"))
CODES = {
    code.value
    for codes in (Refusal, thirteen.Refused, ninja.Refused, gamate.Refused, pot.Refused)
    for code in codes
}
PLAYERS = {"thirteen": 4, "ninja": 3, "gamate": 4, "pot": 3}


class Talk:
    """A referee that is spoken to in Python values."""

    def __init__(self, game: str, *names: str, **setup: Any) -> None:
        self.referee = Referee.start(game, list(names), **setup)

    def say(self, **line: Any) -> dict[str, Any]:
        return self.hear(json.dumps(line))

    def hear(self, line: str | bytes) -> dict[str, Any]:
        answer = self.referee.answer(line)
        json.dumps(answer)
        return answer

    def refused(self, **line: Any) -> str:
        before = self.referee.match
        answer = self.say(**line)
        assert not answer["ok"], answer
        assert self.referee.match is before
        assert list(answer) == ["ok", "refusal", "message", "state"]
        return str(answer["refusal"])


@pytest.fixture
def thirteen() -> Talk:
    return Talk("thirteen", "Marie", "Luc", "Pierre", "Marc")


def test_the_state_has_every_field_of_the_protocol(thirteen: Talk) -> None:
    state = thirteen.say(state=True)["state"]
    assert state == {
        "game": "thirteen",
        "round": 1,
        "dealer": "Marc",
        "turn": "Marie",
        "awaiting": "lay",
        "players": [{"name": name, "hand": 5, "taken": 0} for name in ("Marie", "Luc", "Pierre", "Marc")],
        "targets": {zone: {"cards": [], "sum": 0} for zone in ("blue", "yellow", "green")},
        "draw_pile": 30,
        "totals": {"Marie": 0, "Luc": 0, "Pierre": 0, "Marc": 0},
        "round_over": False,
        "match_over": False,
        "winners": [],
    }


def test_a_lay_lists_what_happened_in_order(thirteen: Talk) -> None:
    thirteen.say(lay="blue-7")
    thirteen.say(lay="rotten-4", zone="blue")
    assert thirteen.say(lay="blue-5")["events"] == [
        {"kind": "laid", "player": "Pierre", "card": "blue-5#1", "zone": "blue"},
        {"kind": "took", "player": "Pierre", "cards": ["blue-7#1", "rotten-4#1"]},
        {"kind": "drew", "player": "Pierre", "number": 1, "from": "draw-pile"},
    ]


def test_a_name_without_a_number_is_the_lowest_copy_not_laid(thirteen: Talk) -> None:
    thirteen.say(lay="blue-4#1")
    assert thirteen.say(lay="blue-4")["events"][0]["card"] == "blue-4#2"
    assert thirteen.refused(lay="blue-4") == "already-laid"


def test_a_rotten_four_must_say_where_it_goes(thirteen: Talk) -> None:
    assert thirteen.refused(lay="rotten-4") == "bad-input"
    assert thirteen.say(lay="rotten-4", zone="green")["ok"]


def test_with_all_dealt_no_card_implies_its_target() -> None:
    talk = Talk("thirteen", "A", "B", "C", options=["all_dealt"])
    assert talk.refused(lay="blue-7") == "bad-input"
    assert talk.say(lay="blue-7", zone="green")["ok"]


def test_a_card_of_another_game_is_foreign_and_one_of_none_is_unknown(thirteen: Talk) -> None:
    assert thirteen.refused(lay="17", zone="blue") == "foreign-card"
    assert thirteen.refused(lay="orange-9", zone="blue") == "foreign-card"
    assert thirteen.refused(lay="blue-7#4", zone="blue") == "unknown-tag"
    assert thirteen.refused(lay="", zone="blue") == "unknown-tag"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "nonsense",
        "null",
        "[]",
        "3",
        '"lay"',
        "{}",
        '{"dance":true}',
        '{"lay":7}',
        '{"lay":"blue-7","zone":"centre"}',
        '{"lay":"blue-7","zone":null}',
        '{"lay":"blue-7","zone":["blue"]}',
        '{"lay":"blue-7","extra":1}',
        '{"lay":"blue-7","lay":"blue-5"}',
        '{"undo":1}',
        '{"undo":false}',
        '{"undo":true,"next":true}',
        '{"state":true,"x":1}',
        '{"next":"true"}',
        '{"press":"done"}',
        '{"choose":{"give":"Luc"}}',
        '{"choose":{}}',
        '{"choose":[]}',
        '{"correct":{}}',
        '{"correct":{"turn":"Nobody"}}',
        '{"correct":{"turn":"Luc","out":"Luc"}}',
        '{"correct":{"out":"Luc"}}',
        '{"correct":{"hand":{"Luc":-1}}}',
        '{"correct":{"hand":{"Luc":true}}}',
        '{"correct":{"hand":{"Luc":51}}}',
        '{"correct":{"hand":{"Nobody":4}}}',
        '{"correct":{"hand":{}}}',
        '{"correct":{"end_round":false}}',
        '{"correct":{"insert":{"lay":"blue-7"}}}',
        '{"correct":{"insert":{"lay":"blue-7"},"back":-1}}',
        '{"correct":{"insert":{"lay":"blue-7"},"back":true}}',
        '{"correct":{"insert":{"lay":"blue-7"},"back":1,"x":2}}',
        '{"correct":{"insert":{"press":"done"},"back":1}}',
        "[" * 50_000,
        '{"a":' * 10_000,
        '{"lay":' + "9" * 5_000 + "}",
        '{"lay":"' + "x" * (LONGEST_LINE + 1) + '"}',
    ],
)
def test_what_is_no_move_of_this_game_is_bad_input(thirteen: Talk, line: str) -> None:
    before = thirteen.referee.match
    answer = thirteen.hear(line)
    assert (answer["ok"], answer["refusal"]) == (False, "bad-input")
    assert thirteen.referee.match is before


def test_bytes_that_are_not_text_are_bad_input(thirteen: Talk) -> None:
    assert thirteen.hear(b'{"lay":"\xff\xfe"}')["refusal"] == "bad-input"


def test_refusals_come_in_their_order(thirteen: Talk) -> None:
    thirteen.say(lay="blue-7#1")
    assert thirteen.refused(lay="blue-7#1", zone="yellow") == "already-laid"
    thirteen.say(correct={"end_round": True})
    assert thirteen.refused(lay="blue-7#1", zone="yellow") == "round-over"
    assert thirteen.refused(lay="17", zone="yellow") == "foreign-card"
    assert thirteen.refused(lay="17", zone="nowhere") == "bad-input"


def test_next_only_after_a_round_and_undo_only_within_it(thirteen: Talk) -> None:
    assert thirteen.refused(next=True) == "not-now"
    assert thirteen.refused(undo=True) == "not-now"
    thirteen.say(lay="blue-7")
    assert thirteen.say(correct={"end_round": True})["state"]["awaiting"] == "next"
    assert thirteen.say(undo=True)["state"]["awaiting"] == "lay"
    thirteen.say(correct={"end_round": True})
    state = thirteen.say(next=True)["state"]
    assert (state["round"], state["dealer"], state["turn"]) == (2, "Marie", "Luc")
    assert thirteen.refused(undo=True) == "not-now"


def test_a_missed_lay_is_inserted_and_the_later_ones_belong_to_the_next_players(thirteen: Talk) -> None:
    thirteen.say(lay="blue-7")  # Marie
    thirteen.say(lay="blue-2")  # Luc, so the table thinks; but Luc's card was missed and this was Pierre's
    answer = thirteen.say(correct={"insert": {"lay": "green-5"}, "back": 1})
    assert answer["events"][0] == {
        "kind": "corrected",
        "insert": {"lay": "green-5#1", "zone": "green"},
        "back": 1,
    }
    assert [event["player"] for event in answer["events"] if event["kind"] == "laid"] == ["Luc", "Pierre"]
    assert answer["state"]["turn"] == "Marc"
    assert thirteen.say(undo=True)["state"]["turn"] == "Pierre"


def test_a_missed_lay_that_no_longer_fits_is_refused(thirteen: Talk) -> None:
    thirteen.say(lay="blue-7#1")
    assert thirteen.refused(correct={"insert": {"lay": "blue-7#1"}, "back": 1}) == "already-laid"
    assert thirteen.refused(correct={"insert": {"lay": "blue-5"}, "back": 2}) == "not-now"


def test_corrections_say_what_was_corrected(thirteen: Talk) -> None:
    assert thirteen.say(correct={"turn": "Marc"})["events"] == [{"kind": "corrected", "turn": "Marc"}]
    answer = thirteen.say(correct={"hand": {"Luc": 4}})
    assert answer["events"] == [{"kind": "corrected", "hand": {"Luc": 4}}]
    assert answer["state"]["players"][1]["hand"] == 4


def test_in_gamate_sides_score_and_both_partners_win() -> None:
    talk = Talk("gamate", "A", "B", "C", "D")
    while not talk.say(state=True)["state"]["match_over"]:
        talk.say(choose={"bid": {"multiples": 6}})
        talk.say(choose={"bid": {"multiples": 6}})
        answer = talk.say(choose={"forfeit": True})
        assert answer["ok"], answer
        talk.say(next=True)
    state = talk.say(state=True)["state"]
    assert state["awaiting"] == "over"
    assert set(state["totals"]) == set(state["manches"]) == {"0+2", "1+3"}
    assert state["winners"] in (["A", "C"], ["B", "D"])
    assert talk.refused(next=True) == "not-now"


def test_in_the_pot_nobody_deals_and_the_first_listed_leads() -> None:
    talk = Talk("pot", "Old", "Young", "Child", dealer="Young")
    state = talk.say(state=True)["state"]
    assert (state["dealer"], state["turn"], state["awaiting"]) == (None, None, "pot-card")
    for card in ("blue-1", "green-2", "red-3"):
        state = talk.say(lay=card, zone="pot")["state"]
    assert (state["turn"], state["awaiting"]) == ("Old", "lay")


@pytest.mark.parametrize(
    ("game", "names", "more"),
    [
        ("chess", ["A", "B"], {}),
        ("thirteen", ["A", "B"], {}),
        ("thirteen", list("ABCDEFG"), {}),
        ("gamate", ["A", "B", "C"], {}),
        ("thirteen", ["A", "B", "A"], {}),
        ("thirteen", ["A", "B", ""], {}),
        ("thirteen", ["A", "B", "C"], {"dealer": "D"}),
        ("thirteen", ["A", "B", "C"], {"options": ["next_leads"]}),
        ("pot", ["A", "B", "C"], {"rounds": 0}),
    ],
)
def test_a_match_that_cannot_be_is_one_sentence(game: str, names: list[str], more: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match=r"^[A-Z\w].*\.$"):
        Referee.start(game, names, **more)


# Fuzzing: TAPIS_FUZZ_LINES=1000000 pytest tests/engine/test_referee.py -k fuzz


def random_line(rng: Random, referee: Referee) -> bytes:
    """A good line, a good line damaged, or noise."""
    names = list(referee.names)
    action = random_action(referee.match, rng, corrections=True)
    line = {"next": True} if action is None else notation.write(referee.match.game, action, names)
    text = json.dumps(line)
    kind = rng.randrange(10)
    if kind < 4:
        return text.encode()
    if kind < 7:
        return mutated(text.encode(), rng)
    if kind < 8:
        return json.dumps(random_json(rng, 4)).encode()
    if kind < 9:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(60)))
    other = rng.choice(games.names())
    card = rng.choice(games.game(other).deck.names)
    return json.dumps({"lay": card, "zone": rng.choice(games.game(other).zones)}).encode()


def mutated(text: bytes, rng: Random) -> bytes:
    data = bytearray(text)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(data) + 1)
        match rng.randrange(4):
            case 0:
                data[place:place] = bytes([rng.randrange(256)])
            case 1:
                del data[place : place + rng.randint(1, 5)]
            case 2:
                data[place:place] = data[rng.randrange(len(data) + 1) :][: rng.randint(1, 8)]
            case _:
                data[place : place + 1] = rng.choice(b'{}[]":,0123456789truefalsn').to_bytes(1, "big")
    return bytes(data)


WORDS = """
    lay zone press choose correct undo next state give counter complete bid pass oppose direction tricks lead
    forfeit colours colour turn hand end_round out insert back multiples odd exclusive run and or not
    blue green A B C done
""".split()


def random_json(rng: Random, depth: int) -> Any:
    match rng.randrange(9 if depth else 6):
        case 0:
            return rng.choice([True, False, None])
        case 1:
            return rng.choice([0, 1, -1, 7, 13, 48, 2**70, 0.5, -0.0, 1e308])
        case 2 | 3:
            return rng.choice(WORDS)
        case 4:
            return "".join(rng.choice(string.printable) for _ in range(rng.randrange(8)))
        case 5:
            return rng.choice(["é", "\ud800", "\x00", "🂡", "#1", "blue-7#1"])
        case 6:
            return [random_json(rng, depth - 1) for _ in range(rng.randrange(4))]
        case _:
            return {rng.choice(WORDS): random_json(rng, depth - 1) for _ in range(rng.randrange(3))}


@pytest.mark.parametrize("game", games.names())
def test_fuzz_any_line_gets_one_answer_and_changes_nothing_unless_accepted(game: str) -> None:
    rng = Random(game)
    referee = None
    for number in range(FUZZ_LINES // len(games.names())):
        if referee is None or number % 400 == 0:
            names = list("ABCDEF"[: PLAYERS[game]])
            options = [option for option in games.game(game).options if rng.random() < 0.4]
            referee = Referee.start(game, names, options=options, rounds=2)
        before = referee.match
        line = random_line(rng, referee)
        answer = referee.answer(line)
        text = json.dumps(answer)
        assert "\n" not in text
        assert list(answer["state"])[:5] == ["game", "round", "dealer", "turn", "awaiting"]
        if answer["ok"]:
            assert set(answer) == {"ok", "events", "state"}
        else:
            assert answer["refusal"] in CODES, line
            assert referee.match is before


def test_every_accepted_action_reads_back_from_its_line() -> None:
    rng = Random(5)
    for game in games.names():
        names = list("ABCDEF"[: PLAYERS[game]])
        match = Referee.start(game, names, rounds=2).match
        for _ in range(300):
            action = random_action(match, rng, corrections=True)
            if action is None:
                break
            ruling = apply(match, action)
            if ruling.refusal is None:
                assert notation.read(match, notation.write(match.game, action, names), names) == action
                match = ruling.state
