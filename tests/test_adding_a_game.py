"""docs/adding-a-game.md is true: its two files and one line make a fifth game that the referee plays."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_layers import ROOT

PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found.group(1)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the page's game in it."""
    tree = tmp_path_factory.mktemp("tree")
    for package in ("engine", "controller", "display"):
        shutil.copytree(ROOT / package, tree / package, ignore=shutil.ignore_patterns("__pycache__"))
    (tree / "engine/decks/highest.toml").write_text(block("toml"), "utf-8")
    (tree / "engine/highest.py").write_text(block("python"), "utf-8")
    registry = tree / "engine/games/__init__.py"
    listed = registry.read_text("utf-8").replace('"pot")', '"pot", "highest")')
    assert '"highest")' in listed
    registry.write_text(listed, "utf-8")
    return tree


def referee(tree: Path, *lines: object) -> list[dict[str, object]]:
    command = [
        sys.executable,
        "-m",
        "controller",
        "referee",
        "highest",
        "--players",
        "Ann,Bob",
        "--rounds",
        "2",
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=tree, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_page_makes_a_game_that_the_referee_plays_to_its_end(tree: Path) -> None:
    rounds = [{"lay": card} for card in ("high", "low") * 5]
    answers = referee(tree, *rounds, {"undo": True}, {"lay": "low"}, {"next": True}, *rounds)
    assert all(answer["ok"] for answer in answers), answers
    end = answers[-1]["state"]
    assert isinstance(end, dict)
    # Ann leads the first round and takes every trick with the high card; the deal moves on and Bob does.
    assert end["totals"] == {"Ann": 5, "Bob": 5}
    assert (end["match_over"], end["winners"]) == (True, ["Ann", "Bob"])


def test_the_page_s_game_refuses_what_was_laid_and_what_is_not_its_own(tree: Path) -> None:
    answers = referee(
        tree, {"lay": "high#1"}, {"lay": "high#1"}, {"lay": "blue-7"}, {"correct": {"out": "Ann"}}
    )
    assert [answer.get("refusal") for answer in answers] == [
        None,
        "already-laid",
        "foreign-card",
        "bad-input",
    ]


def test_the_page_s_game_keeps_the_types(tree: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "engine/highest.py"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tree)
    assert done.returncode == 0, done.stdout
