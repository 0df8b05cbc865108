"""A finished match is played again: in words, as JSON, on a display, from a file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from controller import cli
from controller.commands import replay
from controller.intents import Intent, Touch
from controller.ports import KeptMatch
from controller.runtime import displays
from controller.storage.folder import Folder
from controller.storage.history import History
from controller.view import TableView

LINES = [{"lay": "7#1", "zone": "centre"}, {"press": "done"}, {"correct": {"out": "2"}}]
HEADER = {"game": "ninja", "names": ["", "Luc"], "dealer": 1, "options": [], "rounds": 1}


@pytest.fixture
def data(tmp_path: Path) -> str:
    with Folder.open(tmp_path / "data") as folder:
        outcome = {"results": [[0, 1]], "winners": [1]}
        History(folder, lambda: 1.8e9).add("one", KeptMatch(1, HEADER, LINES), outcome, 1.8e9, 1.8e9)
    return str(tmp_path / "data")


def test_in_words_with_labels_for_whoever_has_no_name(data: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", "1", "--data", data, "--lang", "en"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "Player 1: 7 on the centre."
    assert said[-1] == "Luc has won!"
    assert "" not in said


def test_from_a_file_as_lines(data: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "match.json")
    cli.main(["replay", "1", "--data", data, "--save", file])
    assert cli.main(["replay", file, "--json", "--lang", "en"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [next(iter(line["line"])) for line in lines] == ["lay", "press", "correct"]


class Watched:
    """Somebody watches until the match is over, and then touches the screen."""

    def __init__(self) -> None:
        self.views: list[TableView] = []

    wants_to_quit = False

    def draw(self, view: TableView, now: float) -> None:
        if not self.views or view != self.views[-1]:
            self.views.append(view)

    def intents(self, now: float) -> Iterable[Intent]:
        shown = self.views[-1].match if self.views else None
        return [Touch()] if shown and shown.state["match_over"] else []

    def close(self) -> None:
        pass


def test_on_a_display_until_somebody_has_seen_enough(data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    display = Watched()
    monkeypatch.setattr(displays, "open_display", lambda *args: display)
    monkeypatch.setattr(displays, "FRAME_S", 0.0)
    ticks = count(0.0, 0.002)
    monkeypatch.setattr(replay, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    assert cli.main(["replay", "1", "--data", data, "--display", "terminal", "--speed", "100"]) == 0
    assert [len(view.match.log) for view in display.views if view.match] == [0, 1, 2, 3]


@pytest.mark.parametrize("words", [["99"], ["no such file"], ["1", "--display", "terminal", "--speed", "0"]])
def test_what_cannot_be_replayed_is_one_sentence(
    words: list[str], data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["replay", *words, "--data", data]) == 2
    assert capsys.readouterr().err.count("\n") == 1
