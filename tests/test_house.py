"""The house is in order: no room is overfull, a module is read in one sitting, tests stand where the code is,
and no file but its own knows a game by name."""

from __future__ import annotations

import ast
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_layers import PACKAGES, ROOT, modules, name_of

FULLEST = 18  # modules in a folder
LONGEST = 500  # lines of a module
LONGER = {
    "engine.games.gamate": "one game, one module: its rules read from the top to the bottom",
    "engine.games.ninja": "one game, one module: its rules read from the top to the bottom",
}

GAMES = sorted(path.stem for path in (ROOT / "engine" / "decks").glob("*.toml"))
OWN = re.compile(rf"(engine/(games|bots|decks)|display/games)/({'|'.join(GAMES)})(\.\w+$|/)")
COMPARING = "controller/bench/"  # it measures games that others have, too
NAMED = re.compile(rf"(?<![a-z])({'|'.join(GAMES)})(?![a-z])", re.IGNORECASE)


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_room_is_overfull() -> None:
    modules_in = Counter(relative(path.parent) for path in modules() if path.name != "__init__.py")
    assert {room: number for room, number in modules_in.items() if number > FULLEST} == {}


def test_no_module_is_too_long_without_a_reason() -> None:
    lines = {name_of(path): path.read_text("utf-8").count("\n") for path in modules()}
    too_long = {name for name, number in lines.items() if number > LONGEST}
    assert too_long - LONGER.keys() == set()
    assert LONGER.keys() - too_long == set()  # a reason that is no longer needed


def test_tests_stand_where_the_code_does() -> None:
    folders = {
        relative(path.parent) for package in PACKAGES for path in (ROOT / "tests" / package).rglob("*.py")
    }
    rooms = {folder.removeprefix("tests/") for folder in folders}
    assert {room for room in rooms if not (ROOT / room).is_dir()} == set()


# Names of games


def lines_naming_a_game(path: Path) -> Iterator[int]:
    """Of a module, where names and texts do, docstrings aside; of another file all but its comments."""
    if path.suffix != ".py":
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if NAMED.search(line.partition("#")[0]):
                yield number
        return
    told = set(docstrings(ast.parse(path.read_text("utf-8"))))
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            is_code = token.type not in (tokenize.COMMENT, tokenize.ENCODING)
            if is_code and token.start not in told and NAMED.search(token.string):
                yield token.start[0]


def docstrings(tree: ast.AST) -> Iterator[tuple[int, int]]:
    """Where they begin: line and column."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node):
            yield node.body[0].lineno, node.body[0].col_offset


def files() -> list[Path]:
    """Whatever is installed and is text, catalogs aside."""
    found = [path for package in PACKAGES for path in (ROOT / package).rglob("*")]
    return sorted(path for path in found if path.suffix in (".py", ".toml"))


def test_no_file_but_its_own_names_a_game() -> None:
    others = [path for path in files() if not OWN.match(relative(path)) and COMPARING not in relative(path)]
    naming = {f"{relative(path)}:{number}" for path in others for number in lines_naming_a_game(path)}
    assert sorted(naming) == []


def test_a_name_is_found_wherever_it_is_used(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        '"""Ninja is fine here."""\n# and pot here\nfrom engine.games import ninja\nseats = 4  # thirteen\n'
        'ninja_lapse = "a pot"\nspot = "spotted"\ntext = """\nof Gamate\n"""\n'
    )
    assert sorted(set(lines_naming_a_game(module))) == [3, 5, 7]
    table = tmp_path / "table.toml"
    table.write_text("# pot\n[zones.pot]\nleft = 'play'  # pot\n")
    assert list(lines_naming_a_game(table)) == [2]


# Abilities are declared


def probes(path: Path) -> Iterator[str]:
    """getattr and hasattr with a name that is written there: what may be asked belongs to a protocol."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Call(ast.Name("getattr" | "hasattr"), [subject, ast.Constant(str()), *_]):
                yield ast.unparse(subject)


# What is asked is not ours: errors of the system, events of pygame, options of argparse, modules, types.
FOREIGN = {"error", "event", "args", "select", "section", "form", "found"}


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_nobody_probes_a_game_or_a_reader_for_what_it_can(path: Path) -> None:
    assert set(probes(path)) - FOREIGN == set()
