"""What 0.1.0 wrote opens and goes on: tests/data/README.md says what there is, and how it was made."""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from controller.intents import Act, Line, PlayAgain, ResumeMatch
from controller.runtime.app import App
from controller.runtime.compose import Parts, opened
from controller.runtime.displays import NoDisplay
from controller.settings import table_file
from controller.table.live_match import DONE
from controller.table.table import SLOW
from controller.view import TableView
from engine.match import UNDO
from engine.rules import EDITION
from tests.test_layers import ROOT

HERE = Path(__file__).parent / "data" / "0.1.0"
NOW = 1_784_151_000.0  # the day after, by the clock of that table
FROZEN = f"""
import sys, time
time.time = lambda: {NOW}
from controller import cli
sys.exit(cli.main(sys.argv[1:]))
"""
PAGES = ((HERE / "transcript.txt").read_bytes(), gzip.decompress((HERE / "referee.txt.gz").read_bytes()))
SAID = b"".join(PAGES).decode("utf-8")
BLOCKS = [block.split("\n", 1) for block in SAID.removeprefix("$ tapis ").split("\n$ tapis ")]
RESUMED = json.loads((HERE / "resumed.json").read_text("utf-8"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder as it was left."""
    with tarfile.open(HERE / "data.tar.gz") as tar:
        tar.extractall(tmp_path, filter="data")
    return tmp_path / "data"


# Commands


def typed(path: Path) -> str:
    """The lines of a file, or of the match in it."""
    text = path.read_text("utf-8")
    if path.suffix != ".match":
        return text
    return "".join(f"{json.dumps(line)}\n" for line in json.loads(text)["lines"])


def ask(asked: str, data: Path) -> str:
    command, _, word = asked.partition(" | grep ")
    command, _, lines = command.partition(" < ")
    words = command.format(data=data, here=HERE).split()
    env = {"PATH": os.environ["PATH"], "HOME": "/nowhere", "TZ": "UTC", "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-c", FROZEN, *words],
        input=typed(HERE / lines) if lines else "",
        capture_output=True,
        text=True,
        env=env,
        cwd=ROOT,
    )
    assert (done.returncode, done.stderr.replace(f"{SLOW.detail}\n", "")) == (0, "")
    said = done.stdout.replace(str(data), "{data}").replace(str(HERE), "{here}")
    return "".join(line for line in said.splitlines(keepends=True) if word in line)


# What is said to people, not to programs, may be said better.
REWORDED = {
    "das Verzicht-Feld": "das Abwurffeld",
    "Das ergibt hier keinen Sinn.": "Das geht hier nicht.",
    "Nicht jetzt: schaut nach,": "Nicht jetzt: Schau nach,",
    "gewinnt eine Partie.": "gewinnt eine Manche.",
    "Eine farbige Karte kommt nur auf das Feld ihrer Farbe.": "Eine farbige Karte kommt nur auf das Ziel "
    "ihrer Farbe.",
    "auf das blaue Feld": "auf das blaue Ziel",
    "auf das gelbe Feld": "auf das gelbe Ziel",
    "auf das grüne Feld": "auf das grüne Ziel",
    " sagt dagegen an: ": " widerspricht: ",
}


@pytest.mark.parametrize(("asked", "said"), BLOCKS, ids=[asked for asked, _ in BLOCKS])
def test_every_command_says_what_it_said(asked: str, said: str, data: Path) -> None:
    says = ask(asked, data)
    for before, now in REWORDED.items():
        said = said.replace(before, now)
    if asked.startswith("referee ninja"):
        assert_the_last_card_wins_at_once(says.splitlines(), said.splitlines())
    elif asked.startswith("config show"):  # it may be set out in another way, and must mean the same
        assert says.splitlines()[0] == said.splitlines()[0]
        assert table_file.read(says, None) == table_file.read(said, None)
    else:
        assert says.splitlines() == said.splitlines()


def assert_the_last_card_wins_at_once(says: list[str], said: list[str]) -> None:
    """In 0.1.0 that lay waited for "done". A referee of today ends the game with the card; a record of then
    is replayed as it was."""
    assert says[:-2] == said[:-2]
    (lay, done), (laid, ended) = map(json.loads, says[-2:]), map(json.loads, said[-2:])
    assert lay == {**ended, "events": laid["events"] + ended["events"]}
    assert done["refusal"] == "not-now"
    assert done["state"] == ended["state"]


def test_a_support_file_ends_with_the_log(data: Path, tmp_path: Path) -> None:
    ask(f"support --out {tmp_path}/file.txt --table {{here}}/table.toml --data {{data}}", data)
    log = (data / "tapis.log").read_text("utf-8").splitlines()
    assert (tmp_path / "file.txt").read_text("utf-8").splitlines()[-400:] == log[-400:]


# The table


@contextmanager
def table(data: Path, by_hand: bool = False) -> Iterator[Parts]:
    file = table_file.load(HERE / "table.toml")
    with opened(file, data, lambda: 0.0, lambda: NOW, by_hand=by_hand) as parts:
        assert parts.notices == ()
        yield parts


def public(view: TableView) -> tuple[int, dict[str, Any]]:
    assert view.match
    shown = {"names": view.match.names, "state": view.match.state, "moves": len(view.match.log)}
    return view.match.id, json.loads(json.dumps(shown))


def test_every_match_that_was_not_over_goes_on_where_it_stood(data: Path) -> None:
    expected = {int(match): shown for match, shown in RESUMED["matches"].items()}
    with table(data) as parts:
        seen = dict([public(parts.table.view)])
        for resumable in parts.table.view.resumable:
            parts.table.handle(ResumeMatch(resumable.match), 0.0)
            number, shown = public(parts.table.view)
            seen[number] = shown
            parts.table.handle(Act(UNDO), 0.0)
            assert public(parts.table.view)[1]["moves"] == shown["moves"] - 1
    assert seen == expected
    assert len({shown["state"]["game"] for shown in seen.values()}) == 4


LAST_CARD = json.loads((HERE / "ninja.match").read_text("utf-8"))


@pytest.mark.parametrize("after", [[], [{"undo": True}], [{"press": "done"}, {"undo": True}, {"undo": True}]])
def test_a_match_parked_at_its_last_card_goes_on_by_the_rules_it_was_begun_with(
    after: list[dict[str, Any]], data: Path
) -> None:
    *before, done = LAST_CARD["lines"]
    assert (before[-1], done) == ({"lay": "12#1", "zone": "centre"}, {"press": "done"})
    with table(data):
        pass
    with closing(sqlite3.connect(data / "running.db")) as database, database:
        database.execute("UPDATE match SET status = 'parked'")
        database.execute(
            "INSERT INTO match VALUES (99, 'last', 'running', ?, ?, ?, NULL)",
            (json.dumps(LAST_CARD["header"]), NOW, NOW),
        )
        rows = [(99, number, json.dumps(line)) for number, line in enumerate([*before, *after], 1)]
        database.executemany("INSERT INTO line VALUES (?, ?, ?)", rows)
    with table(data) as parts:
        match = parts.table.view.match
        assert match and match.id == 99
        laid = after == []
        assert (match.state["centre"][-1:] == ["12#1"], match.state["awaiting"]) == (laid, "lay")
        if not laid:
            parts.table.handle(Line(before[-1]), 0.0)
        parts.table.handle(Act(DONE), 0.0)
        assert parts.table.view.match
        assert parts.table.view.match.state["winners"] == ["Luc"]
        parts.table.handle(PlayAgain(), 0.0)
        assert parts.table.match
        assert parts.table.match.setup.edition == EDITION


class Screen(NoDisplay):
    view: TableView

    def draw(self, view: TableView, now: float) -> None:
        self.view = view


def test_a_player_at_the_mouse_holds_the_same_cards(data: Path) -> None:
    screen = Screen()
    with table(data, by_hand=True) as parts:
        App(parts, screen).turn(0.0)
    assert screen.view.hand
    assert screen.view.hand.seat_players == ("hand", "careful", "expert")
    assert [card.name for card in screen.view.hand.cards] == RESUMED["hand"]
