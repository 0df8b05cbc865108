"""The demo: the real table, played by bots, the same for the same seed."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from controller import cli
from controller.settings import table_file
from controller.simulation.demo import APPLAUSE_S, AttractMode, Demo, results
from controller.simulation.laying import STEP_S
from controller.view import Mode, TableView
from engine import games
from engine.bots import bot
from engine.rules import Setup
from tests.engine.playing import play_match

FILE = table_file.read("", None)


@pytest.mark.parametrize("game", games.names())
def test_the_same_seed_plays_the_same_match(game: str) -> None:
    first, again, other = (list(results(FILE, game, seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_match_is_a_line_for_each_round_and_one_for_itself() -> None:
    *rounds, match = results(FILE, "thirteen", seed=3)
    assert [line["round"] for line in rounds] == list(range(1, match["rounds"] + 1))
    added = {name: sum(line["points"][name] for line in rounds) for name in match["totals"]}
    assert added == rounds[-1]["totals"] == match["totals"]
    assert match["match_over"]
    assert [name for name, total in added.items() if total == min(added.values())] == match["winners"]


def test_rounds_end_a_match_at_the_latest() -> None:
    *rounds, match = results(FILE, "thirteen", seed=3, rounds=2)
    assert (len(rounds), match["match_over"], match["winners"]) == (2, False, [])
    *rounds, match = results(FILE, "pot", seed=3, rounds=2)
    assert (len(rounds), match["match_over"]) == (2, True)


def test_the_pads_are_simulated_as_the_table_file_has_them() -> None:
    bad = table_file.read('[simulated]\nlevel = "chip"\nprofile = "bad"', None)
    assert list(results(bad, "pot", seed=1)) == list(results(FILE, "pot", seed=1))  # only slower
    one = table_file.read('[[pads]]\nname = "only"', None)
    assert list(results(one, "pot", seed=1)) == list(results(FILE, "pot", seed=1))


def test_the_view_says_that_it_is_a_demo() -> None:
    with closing(Demo(FILE, "pot", seed=1)) as demo:
        assert demo.table.view.demo
        assert demo.table.view.mode is Mode.PLAYING


def test_what_is_shown_is_what_the_engine_makes_of_the_same_cards() -> None:
    rng = Random("pot 5")
    seats = rng.choice(games.game("pot").seats)
    right = play_match(games.game("pot"), Setup(seats), 0, [bot("careful")] * seats, rng)
    first, _ = results(FILE, "pot", 5)
    assert tuple(first["points"].values()) == right.results[0]


# One after the other


def shown(kiosk: AttractMode) -> TableView:
    assert kiosk.view
    return kiosk.view


def test_all_games_are_shown_in_turn() -> None:
    kiosk = AttractMode(FILE, 0.0, now=0.0, seed=1, rounds=1, speed=50.0)
    games_shown = []
    now = 0.0
    while len(games_shown) < 5:
        kiosk.turn(now := now + STEP_S)
        match = shown(kiosk).match
        assert match
        if games_shown[-1:] != [match.game]:
            games_shown.append(match.game)
    assert games_shown == [*games.names(), games.names()[0]]


def test_the_end_of_a_match_can_be_looked_at() -> None:
    kiosk = AttractMode(FILE, 0.0, now=0.0, seed=1, chosen=["pot"])
    now = 0.0
    while not (now and shown(kiosk).match.state["match_over"]):
        kiosk.turn(now := now + STEP_S)
    ended = now
    while shown(kiosk).match.state["match_over"]:
        kiosk.turn(now := now + STEP_S)
    assert now - ended == pytest.approx(APPLAUSE_S, abs=0.2)


def test_speed_is_how_much_faster_than_people() -> None:
    logs = []
    for speed in (1.0, 4.0):
        kiosk = AttractMode(FILE, 0.0, now=0.0, seed=1, speed=speed)
        for turn in range(1, 201):
            kiosk.turn(turn * STEP_S)
        logs.append(len(shown(kiosk).match.log))
    assert 3 <= logs[1] / logs[0] <= 5


def test_a_machine_that_slept_does_not_hurry_after() -> None:
    kiosk = AttractMode(FILE, 0.0, now=0.0, seed=1)
    kiosk.turn(STEP_S)
    kiosk.turn(3600.0)
    assert len(shown(kiosk).match.log) <= 1


# The command


def run(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert cli.main(["demo", *words]) == 0
    return capsys.readouterr().out.splitlines()


def test_headless_json_plays_all_games(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.loads(line) for line in run(capsys, "--headless", "--json", "--seed", "7", "--rounds", "1")]
    assert [line["game"] for line in lines] == [name for name in games.names() for _ in range(2)]
    assert lines == [line for name in games.names() for line in results(FILE, name, 7, 1)]


def test_without_a_seed_it_is_another_match_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--game", "pot", "--json")
    assert run(capsys, *words) != run(capsys, *words)


def test_headless_alone_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "--headless", "--game", "ninja", "--seed", "3")
    *_, match = results(FILE, "ninja", 3)
    assert lines[0].startswith("ninja, round 1: ")
    assert lines[-1].startswith(f"ninja, {match['winners'][0]} won after 1 rounds: ")


def test_nothing_is_written_anywhere(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "TAPIS_DATA"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    run(capsys, "--headless", "--seed", "1", "--rounds", "1")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--rounds", "0"], "tapis demo: --rounds 0 must be at least 1."),
        (["--speed", "0"], "tapis demo: --speed 0 must be from 0.1 to 100."),
        (["--speed", "nan"], "tapis demo: --speed nan must be from 0.1 to 100."),
        (["--seed", "x"], "invalid int value: 'x'"),
        (["--game", "chess"], "invalid choice: 'chess'"),
        (["--table", "/nowhere"], "The table file /nowhere cannot be read"),
    ],
)
def test_bad_input_gets_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["demo", *words]) == cli.USAGE_ERROR
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert sentence in captured.err
