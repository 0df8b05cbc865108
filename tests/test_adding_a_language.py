"""A language is one line and one catalog: a copy of the source gets one, and everything speaks it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from controller.view import BOT_NAMES
from display.card_art.pdf import typeface
from display.games.defaults import LONG_NAMES
from display.widgets.typography import BOLD, PLAIN
from engine import games
from engine.decks import standard
from tests.display.text.test_words import messages

ROOT = Path(__file__).parents[1]
CODE = "xx"
LINE = f'    Language("{CODE}", "Ħąğŷş", ("йцукенгшщз", "фывапролдж", "ςερτυθιοπάώ", "éřőŧßїєґђџ-")),\n'
KEPT = r"(\{[^}]*\}|tapis enrol|NTAG213)"
ASCII_LETTERS = [chr(code) for start in "aA" for code in range(ord(start), ord(start) + 26)]
OTHER_LETTERS = [chr(code) for code in (*range(0x391, 0x3CF), *range(0x400, 0x460), *range(0xC0, 0x180))]


def marks() -> dict[int, str]:
    """For each letter of English one that it has not, and that is no wider in either weight."""
    faces = [typeface(PLAIN), typeface(BOLD)]
    others = [letter for letter in OTHER_LETTERS if all(letter in face.letters for face in faces)]

    def wider(letter: str, other: str) -> float:
        """How much narrower than *letter* the other one is; infinitely, if it is wider."""
        differences = [face.width(letter, 1000) - face.width(other, 1000) for face in faces]
        return sum(differences) if min(differences) >= 0 else float("inf")

    free = list(others)
    found = {}
    for letter in ASCII_LETTERS:
        other = min(free, key=lambda other: wider(letter, other))
        found[ord(letter)] = other
        free.remove(other)
    return found


def marked(message: str, table: dict[int, str]) -> str:
    """*message* without an English letter outside what a translator leaves as it is."""
    parts = re.split(KEPT, message)
    return "".join(part if re.fullmatch(KEPT, part) else part.translate(table) for part in parts)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source with one line and one file more."""
    root = tmp_path_factory.mktemp("tree")
    for name in ("engine", "firmware", "hardware", "controller", "display", "tests", "docs"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
    shutil.copy(ROOT / "pyproject.toml", root)
    path = root / "controller/languages.py"
    text = path.read_text("utf-8")
    assert text.count("LANGUAGES = (\n") == 1
    path.write_text(text.replace("LANGUAGES = (\n", f"LANGUAGES = (\n{LINE}"), "utf-8")
    catalog = polib.POFile()
    catalog.metadata = {
        "Language": CODE,
        "Content-Type": "text/plain; charset=utf-8",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    table = marks()
    for one, many in messages().items():
        if many is None:
            catalog.append(polib.POEntry(msgid=one, msgstr=marked(one, table)))
        else:
            texts = {0: marked(one, table), 1: marked(many, table)}
            catalog.append(polib.POEntry(msgid=one, msgid_plural=many, msgstr_plural=texts))
    catalog.save(str(root / f"display/locale/{CODE}.po"))
    return root


def run(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python in the copy, which knows nothing of the tree it was copied from."""
    environment = {
        "PYTHONPATH": str(tree),
        "HOME": str(tree),
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
        "PYTHONIOENCODING": "utf-8",
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=tree,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=280,
    )


def texts(tree: Path, where: str) -> list[str]:
    code = f"import json; from tests.display.text.shown import {where} as shown; "
    done = run(tree, "-c", f"{code}print(json.dumps(sorted(set(shown({CODE!r})))))")
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout)
    return found


def test_every_screen_question_and_sheet_of_it_passes_as_those_of_the_others(tree: Path) -> None:
    """At every size nothing is cut off, every question fits the terminal, every letter is in the typeface."""
    rooms = ("display/text", "display/screens", "display/terminal", "controller/commands")
    done = run(tree, "-m", "pytest", "-n0", "-k", CODE, *(f"tests/{room}" for room in rooms))
    assert done.returncode == 0, done.stdout
    assert done.stdout.count(".") > 15


# What is the same in every language: names of people and things, and what the system says.
PEOPLE = "Marie Luc Zoé Bob Jo Maximilian Élis Élisabeth Wilhelmine"
NAMES = "Tapis Vert Français English Deutsch FR EN DE XX"
KEYS = "Esc Ctrl"
THINGS = "NTAG MFRC kmsdrm mm INTENSO MARIE"  # two are sticks
PATH = re.compile(r"(/[\w.-]+)+")
SYSTEM = "cannot be written (No space left on device): try another stick."
CARDS = sorted({name for game in games.names() for name in standard(game).names}, key=len, reverse=True)
ENROL = f"tapis enrol ({'|'.join(games.names())})"
PRINTED = re.compile(rf"\d+ (· )?({'|'.join(CARDS)})\b|{ENROL}")  # a card's name after its number
SHORTENED = re.compile(r"[^\W\d_]+…")


@pytest.mark.parametrize("where", ["on_screens", "in_the_terminal", "on_paper"])
def test_no_english_shows_through(tree: Path, where: str) -> None:
    guests = re.findall(r"\w+", " ".join(LONG_NAMES))
    same = {*PEOPLE.split(), *guests, *BOT_NAMES, *NAMES.split(), *KEYS.split(), *THINGS.split()}
    found = []
    for text in texts(tree, where):
        rest = SHORTENED.sub("", PATH.sub("", text.replace(SYSTEM, "")))
        rest = PRINTED.sub("", rest)
        words = re.findall(r"[^\W\d_]+", rest)
        if any(re.search("[A-Za-z]{2}", word) and word not in same for word in words):
            found.append(text)
    assert found == []


def test_menu_host_page_keyboard_and_commands_offer_it(tree: Path) -> None:
    assert {"XX", "Ħąğŷş", "Й"} <= set(texts(tree, "on_screens"))
    tapis = ("-m", "controller")
    for command in ("cards", "screens", "replay", "referee"):
        assert f"{{{CODE},fr,en,de}}" in run(tree, *tapis, command, "--help").stdout
    path = tree / "table.toml"
    path.write_text(f'language = "{CODE}"\n')
    assert run(tree, *tapis, "config", "check", str(path)).returncode == 0
    path.write_text('language = "yy"\n')
    said = run(tree, *tapis, "config", "check", str(path)).stderr
    assert said == f'{path}: language = "yy" does not fit: use "{CODE}", "fr", "en" or "de".\n'
