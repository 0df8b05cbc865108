"""docs/adding-a-game.md is true: its files make a fifth game, in the tree or as an installed package, and no
other file is edited. One that is broken is left out in a sentence, and the table comes up."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from controller.table.table import SLOW
from tests.test_layers import ROOT

PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
FILES = dict(re.findall(r"^#+ [^\n]*: `([^`\n]+)`\n\n```\w+\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE))
PACKAGES = ("engine", "firmware", "hardware", "controller", "display")
ROUND = [{"lay": card} for card in ("high", "low") * 5]


class Place:
    """Where `tapis` runs: a tree of sources, and packages that are installed beside it."""

    def __init__(self, tree: Path, *installed: Path) -> None:
        self.tree = tree
        self.path = os.pathsep.join(map(str, (tree, *installed)))

    def python(self, *args: str, lines: tuple[object, ...] = ()) -> subprocess.CompletedProcess[str]:
        text = "".join(json.dumps(line) + "\n" for line in lines)
        env = {**os.environ, "PYTHONPATH": self.path}
        command = [sys.executable, *args]
        return subprocess.run(command, input=text, capture_output=True, text=True, cwd=self.tree, env=env)

    def tapis(self, *args: str, lines: tuple[object, ...] = ()) -> list[str]:
        done = self.python("-m", "controller", *args, lines=lines)
        assert (done.returncode, done.stderr.replace(f"{SLOW.detail}\n", "")) == (0, ""), done
        return done.stdout.splitlines()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A copy of the project with the page's files in it."""
    tree = tmp_path_factory.mktemp("tree")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tree / package)
    (tree / "tests").mkdir()
    for module in ("the_fifth_game.py", "screen_faults.py"):
        shutil.copy(ROOT / "tests" / module, tree / "tests")
    shutil.copy(ROOT / "pyproject.toml", tree)
    for name, text in FILES.items():
        if name != "pyproject.toml":
            path = tree / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as file:  # no file is edited
                file.write(text)
    return Place(tree)


def package(folder: Path, name: str, game: str, **files: str) -> None:
    """A package as pip installs it: its modules, and what says that it brings *game*."""
    module = name.replace("-", "_")
    info = folder / f"{module}-1.0.dist-info"
    (folder / module).mkdir(parents=True)
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[tapis.games]\n{game} = {module}\n", "utf-8")
    (folder / module / "__init__.py").touch()
    for file, text in files.items():
        (folder / module / file.replace("__", ".")).write_text(text, "utf-8")


RULES = FILES["engine/games/highest.py"]
RULES_OF_A_PACKAGE = RULES.replace(
    "DECK = standard(NAME)", PAGE.split("The rules read the deck beside them, `")[1].split("`")[0]
)
RULES_OF_A_PACKAGE = RULES_OF_A_PACKAGE.replace(
    "from engine.decks import standard", "from pathlib import Path\n\nfrom engine.decks import read"
)


def test_the_page_has_all_the_files() -> None:
    assert [Path(name).name for name in FILES] == [
        "highest.toml",
        "highest.py",
        "highest.py",
        "highest.fr.po",
        "highest.de.po",
        "highest.md",
        "pyproject.toml",
    ]


def test_the_referee_plays_it_to_its_end(place: Place) -> None:
    lines = (*ROUND, {"undo": True}, {"lay": "low"}, {"next": True}, *ROUND)
    answers = place.tapis("referee", "highest", "--players", "Ann,Bob", "--rounds", "2", lines=lines)
    told = [json.loads(answer) for answer in answers]
    assert all(answer["ok"] for answer in told), told
    # Ann leads the first round and takes every trick with the high card; the deal moves on and Bob does.
    end = told[-1]["state"]
    assert end["totals"] == {"Ann": 5, "Bob": 5}
    assert (end["match_over"], end["winners"]) == (True, ["Ann", "Bob"])


def test_the_referee_refuses_what_was_laid_and_what_is_not_its_own(place: Place) -> None:
    lines = ({"lay": "high#1"}, {"lay": "high#1"}, {"lay": "blue-7"}, {"correct": {"out": "Ann"}})
    answers = place.tapis("referee", "highest", "--players", "Ann,Bob", "--lang", "fr", lines=lines)
    told = [json.loads(answer) for answer in answers]
    refusals = [answer.get("refusal") for answer in told]
    assert refusals == [None, "already-laid", "foreign-card", "bad-input"]
    assert told[1]["message"] == "Cette carte a déjà été posée dans cette manche."


def test_it_is_shown_in_every_size_and_language(place: Place) -> None:
    done = place.python("-m", "tests.the_fifth_game", "4")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert found["names"] == ["thirteen", "ninja", "gamate", "pot", "highest"]
    assert found["faults"] == []
    assert found["titles"] == ["Le plus haut", "Highest", "Die Höchste"]
    assert [
        word in text for word, text in zip(("haute", "high", "hoch"), found["terminal"], strict=True)
    ] == [True] * 3
    assert found["speed"] > 0


def test_it_is_printed_and_painted(place: Place, tmp_path: Path) -> None:
    place.tapis("cards", "highest", "--pdf", str(tmp_path / "cards.pdf"))
    assert (tmp_path / "cards.pdf").read_bytes().startswith(b"%PDF")
    place.tapis("screens", "--out", str(tmp_path), "--size", "800x480", "--lang", "fr", "--only", "menu")
    assert (tmp_path / "menu-800x480-fr.png").exists()


def test_bots_play_it_and_its_scores_are_kept(place: Place, tmp_path: Path) -> None:
    *_, end = place.tapis("demo", "--game", "highest", "--seed", "1", "--headless", "--json")
    assert (json.loads(end)["game"], json.loads(end)["match_over"]) == ("highest", True)
    data = ("--data", str(tmp_path))
    players = ("--game", "highest", "--players", "Ann,Bob", "--hands", "Ann,Bob")
    place.tapis("play", "--json", *players, *data, lines=tuple(ROUND))
    (match,) = place.tapis("scores", "--game", "highest", "--json", *data)
    assert json.loads(match)["game"] == "highest"


def test_it_keeps_the_types(place: Place) -> None:
    files = [name for name in FILES if name.endswith(".py")]
    done = place.python("-m", "mypy", "--strict", "--follow-imports=silent", *files)
    assert done.returncode == 0, done.stdout


# As an installed package


def test_a_package_brings_it(tmp_path: Path) -> None:
    points = tomllib.loads(FILES["pyproject.toml"])["project"]["entry-points"]
    assert points == {"tapis.games": {"highest": "tapis_highest"}}
    package(
        tmp_path,
        "tapis-highest",
        "highest",
        rules__py=RULES_OF_A_PACKAGE,
        highest__toml=FILES["engine/decks/highest.toml"],
        presentation__py=FILES["display/games/highest.py"],
    )
    folder = tmp_path / "tapis_highest"
    for language in ("fr", "de"):
        catalog = FILES[f"display/games/highest.{language}.po"]
        (folder / f"presentation.{language}.po").write_text(catalog, "utf-8")
    place = Place(ROOT, tmp_path)
    done = place.python("-m", "tests.the_fifth_game", "1")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert found["names"][-1] == "highest"
    assert (found["faults"], found["titles"]) == ([], ["Le plus haut", "Highest", "Die Höchste"])
    *_, end = place.tapis("demo", "--game", "highest", "--seed", "1", "--headless", "--json")
    assert json.loads(end)["match_over"]


BROKEN = {
    "no-import": ("import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
    "no-record": ("", "its rules do not end with GAME = Game(...)"),
    "no-field": (RULES_OF_A_PACKAGE.replace("    points=points,\n", ""), "'points'"),
    "no-type": (
        RULES_OF_A_PACKAGE.replace("zones=ZONES", "zones=3"),
        "zones in its record is no tuple[str, ...]",
    ),
    "no-name": (
        RULES_OF_A_PACKAGE.replace('NAME = "highest"', 'NAME = "lowest"'),
        "its record says the name 'lowest'",
    ),
    "no-deck": (RULES_OF_A_PACKAGE.replace('"highest.toml"', '"nowhere.toml"'), "FileNotFoundError"),
    "no-start": (RULES_OF_A_PACKAGE.replace("(TRICKS,) * seats", "()"), "ValueError"),
}


def test_broken_packages_are_named_in_a_sentence_each_and_the_table_comes_up(tmp_path: Path) -> None:
    deck = FILES["engine/decks/highest.toml"]
    for name, (rules, _) in BROKEN.items():
        text = rules.replace("highest", name.replace("-", "_")).replace('"lowest"', '"lowest"')
        own = f"{name.replace('-', '_')}__toml"
        package(
            tmp_path,
            name,
            name.replace("-", "_"),
            rules__py=text,
            **{own: deck.replace("highest", name.replace("-", "_"))},
        )
    package(tmp_path, "no-other", "thirteen", rules__py="")
    place = Place(ROOT, tmp_path)
    done = place.python("-m", "controller", "play", "--json", "--data", str(tmp_path / "data"))
    assert done.returncode == 0, done
    sentences = done.stderr.splitlines()
    assert len(sentences) == len(BROKEN) + 1
    told = {name: why for name, (_, why) in BROKEN.items()} | {
        "no-other": "there is a game of that name already"
    }
    for name, why in told.items():
        (sentence,) = [each for each in sentences if f"the package {name} is left out" in each]
        assert why in sentence
    checked = place.python("-m", "controller", "check", "--json", "--data", str(tmp_path / "data"))
    lines = [line for line in json.loads(checked.stdout)["lines"] if line["part"] == "games"]
    assert sorted(line["text"] for line in lines) == sorted(sentences)
    demo = ("demo", "--game", "pot", "--seed", "1", "--headless", "--json")
    *_, end = place.python("-m", "controller", *demo).stdout.splitlines()
    assert json.loads(end)["match_over"]
