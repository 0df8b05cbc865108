"""The log: enough to find a fault by, small, quiet, and without a card or a name in it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller import cli
from controller.errors import UserError
from controller.runtime.app import App
from controller.storage.log import FILES, LARGEST, NAME, Log, last_lines, without_names
from controller.view import Ruled, TableView, Trouble
from hardware.pads import HardwareError
from tests.controller.party import NAMES, Party

CLOCK = 1_800_000_000.0


def written(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in last_lines(folder, 10_000)]


def book(folder: Path, said: list[str] | None = None) -> Log:
    return Log(folder, lambda: CLOCK, lambda: 1.0, [].append if said is None else said.append)


# What is in it


def log_of(party: Party, folder: Path) -> bytes:
    """Everything that happened at this party, as the loop would have logged it."""
    log = book(folder)
    for effect in party.heard:
        log.hear(effect)
    log.log_changes(party.table.view)
    log.write()
    return (folder / NAME).read_bytes()


@pytest.mark.parametrize("game", ["thirteen", "ninja", "gamate", "pot"])
def test_a_whole_match_leaves_no_card_and_no_name(game: str, tmp_path: Path) -> None:
    party = Party(game, seats=4, seed=7)
    party.play()
    log = log_of(party, tmp_path).decode()
    assert log.count('"what":"ruled"') > 30
    assert not any(name in log for name in NAMES)
    deck = party.evening.live.game.deck
    for name in deck.names:
        assert json.dumps(name) not in log


def other_cards(ruled: Ruled, rename: Callable[[str], str]) -> Ruled:
    def changed(value: Any) -> Any:
        match value:
            case dict():
                return {
                    key: inner if key in ("kind", "zone") else changed(inner) for key, inner in value.items()
                }
            case list() | tuple():
                return [changed(inner) for inner in value]
            case str():
                return rename(value)
        return value

    line = {key: inner if key == "zone" else changed(inner) for key, inner in ruled.line.items()}
    return Ruled(line, ruled.refusal, tuple(map(changed, ruled.events)))


@given(st.text(), st.integers(0, 99))
def test_other_cards_and_other_people_give_the_same_log(
    tmp_path_factory: Any, text: str, number: int
) -> None:
    """More than the rule asks: no card at all makes a difference, face down or not."""
    events = (
        {"kind": "laid", "card": "blue-7#1", "player": "Luc"},
        {"kind": "took", "player": "Luc", "count": 3},
    )
    ruled = Ruled({"lay": "blue-7#1", "zone": "blue"}, None, events)
    folders = [tmp_path_factory.mktemp("log") for _ in range(2)]
    for folder, effect in zip(folders, (ruled, other_cards(ruled, lambda _: f"{text}{number}")), strict=True):
        log = book(folder)
        log.hear(effect)
        log.write()
    one, other = ((folder / NAME).read_bytes() for folder in folders)
    assert one == other


def test_faults_and_cures_are_told_once_each(tmp_path: Path) -> None:
    log = book(tmp_path)
    broken = TableView(troubles=(Trouble("silent", "left", "Pad left does not answer."),))
    for view in (TableView(), broken, broken, TableView(), TableView()):
        log.log_changes(view)
    log.write()
    assert [(line["what"], line["code"]) for line in written(tmp_path)] == [
        ("fault", "silent"),
        ("cured", "silent"),
    ]


def test_a_refusal_is_told_by_its_code(tmp_path: Path) -> None:
    log = book(tmp_path)
    log.hear(Ruled({"lay": "blue-7#1", "zone": "yellow"}, "wrong-colour", ()))
    log.write()
    (line,) = written(tmp_path)
    assert line == {
        "at": "2027-01-15T08:00:00Z",
        "up": 1.0,
        "what": "ruled",
        "move": "lay",
        "zone": "yellow",
        "refusal": "wrong-colour",
        "events": [],
    }


@pytest.mark.parametrize(
    "text, names, left",
    [
        ("KeyError: 'Luc'", ["Luc"], "KeyError: '(guest)'"),
        ("Lucy lays, luc waits", ["Luc"], "Lucy lays, (guest) waits"),
        ("Anne-Marie and Anne", ["Anne", "Anne-Marie"], "(guest) and (guest)"),
        ("(.*) is a name too", ["(.*)"], "(guest) is a name too"),
        ("nobody", [], "nobody"),
    ],
)
def test_names_are_struck_out(text: str, names: list[str], left: str) -> None:
    assert without_names(text, names) == left


# Small


def test_it_never_grows_beyond_its_bound_and_keeps_the_newest(tmp_path: Path) -> None:
    log = book(tmp_path)
    for number in range(200):
        log.note("filler", number=number, text="x" * 10_000)
        log.write()
    sizes = [path.stat().st_size for path in tmp_path.iterdir()]
    assert len(sizes) == FILES
    assert max(sizes) <= LARGEST
    assert written(tmp_path)[-1]["number"] == 199
    numbers = [line["number"] for line in written(tmp_path)]
    assert numbers == list(range(numbers[0], 200))


def test_an_endless_traceback_is_cut(tmp_path: Path) -> None:
    log = book(tmp_path)
    log.crash(ValueError("x" * 1_000_000))
    log.write()
    assert (tmp_path / NAME).stat().st_size < 20_000


# Trouble with the disk


def test_a_folder_that_cannot_be_written_is_said_once_and_the_log_goes_on_when_it_can(tmp_path: Path) -> None:
    said: list[str] = []
    log = book(tmp_path / "missing", said)
    for number in range(3):
        log.note("try", number=number)
        log.write()
    assert len(said) == 1
    assert "the table works without it" in said[0]
    (tmp_path / "missing").mkdir()
    log.note("try", number=3)
    log.write()
    lines = written(tmp_path / "missing")
    assert [line["what"] for line in lines] == ["missed", "try"]
    assert lines[0]["lines"] == 3


def test_a_full_disk_leaves_half_a_line_and_nothing_worse(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    said: list[str] = []
    log = book(tmp_path, said)
    (tmp_path / NAME).symlink_to("/dev/full")
    log.note("lost")
    log.write()
    assert "No space left" in said[0]
    os.remove(tmp_path / NAME)
    (tmp_path / NAME).write_text('{"at":"half a li')
    log.note("kept")
    log.write()
    *_, missed, kept = last_lines(tmp_path, 10)
    assert json.loads(missed)["lines"] == 1
    assert json.loads(kept)["what"] == "kept"


# The table


def test_the_table_writes_its_log_and_a_crash_into_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def break_down(app: App, **_: Any) -> None:
        app.turn(1.0)
        raise KeyError("Marie sits on the cards of Luc")

    monkeypatch.setattr(App, "run", break_down)
    words = [
        "play",
        "--display",
        "none",
        "--game",
        "pot",
        "--players",
        "Marie,Luc,Zoé",
        "--data",
        str(tmp_path),
    ]
    assert cli.main(words) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "KeyError in test_log.py" in error
    assert "the game is safe" in error
    assert "Traceback" not in error
    lines = written(tmp_path)
    assert [line["what"] for line in lines] == ["start", "mode", "match", "crash"]
    assert lines[0]["backend"] == "simulated"
    assert "break_down" in lines[-1]["trace"]
    assert "(guest) sits on the cards of (guest)" in lines[-1]["trace"]
    assert not {"Marie", "Luc"} & set((tmp_path / NAME).read_text().split())


def test_a_table_that_ends_in_order_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(App, "run", lambda app, **_: None)
    assert cli.main(["play", "--display", "none", "--data", str(tmp_path)]) == 0
    assert [line["what"] for line in written(tmp_path)] == ["start", "stop"]


def test_a_table_that_ends_for_its_hardware_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(app: App, **_: Any) -> None:
        raise HardwareError("spidev0.0 is not there.")

    monkeypatch.setattr(App, "run", give_up)
    assert cli.main(["play", "--display", "none", "--data", str(tmp_path)]) == 2
    assert written(tmp_path)[-1]["why"] == "spidev0.0 is not there."


def test_a_sentence_about_somebody_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(app: App, **_: Any) -> None:
        raise UserError("Luc is already there.")

    monkeypatch.setattr(App, "run", give_up)
    assert cli.main(["play", "--display", "none", "--data", str(tmp_path)]) == 2
    assert written(tmp_path)[-1]["why"] == "UserError"
