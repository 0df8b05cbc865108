"""Commands and their streams: closed, shut early, full, of another alphabet, with names that are no text."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.ports import KeptMatch
from controller.storage.folder import Folder
from controller.storage.history import History
from controller.storage.record import Header, to_json

TAPIS = [sys.executable, "-m", "controller"]
REFEREE = "referee thirteen --players Ann,Bob,Cy"
ROBBER = "\x1b]0;owned\x07\u202eRob\x9b2J"


def shell(
    script: str, folder: Path, encoding: str = "utf-8", text: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """*script* in bash, with `tapis`; no file of the machine is used."""
    environment = {
        **os.environ,
        "PYTHONIOENCODING": encoding,
        "TAPIS_TABLE": "",
        "TAPIS_DATA": str(folder / "data"),
        "SDL_VIDEODRIVER": "dummy",
        "PYTHON": sys.executable,
    }
    command = f'tapis() {{ "$PYTHON" -m controller "$@"; }}; set -o pipefail; cd {folder}; {script}'
    return subprocess.run(["bash", "-c", command], env=environment, input=text, capture_output=True)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with Folder.open(tmp_path / "data") as opened:
        kept = KeptMatch(1, to_json(Header("pot", ("Zoé", ROBBER, "Łu"), 0)), [])
        History(opened, lambda: 0.0).add("a", kept, {"results": [[3, -1, -2]], "winners": [1]}, 0.0, 0.0)
    return tmp_path


LINES = b'{"state":true}\n' * 3000


@pytest.mark.parametrize(
    "script",
    [
        f"tapis {REFEREE} | head -n 1",
        "tapis demo --json --game thirteen --rounds 40 --seed 1 | head -n 1",
        "tapis play --json --game thirteen --players Ann,Bob,Cy --hands Ann | head -n 1",
        "tapis config show --default | head -n 0",
    ],
)
def test_whoever_stops_reading_is_no_reason_to_complain(script: str, tmp_path: Path) -> None:
    done = shell(script, tmp_path, text=LINES)
    assert done.stderr == b""
    assert done.returncode in (0, 1)  # what fitted into the pipe was written


@pytest.mark.parametrize(
    "script", [REFEREE, "demo --json --game pot --seed 1", "scores", "--help", "scores --json"]
)
@pytest.mark.parametrize("where", [">&-", ">/dev/full"])
def test_an_output_that_takes_nothing_is_one_sentence(script: str, where: str, data: Path) -> None:
    done = shell(f"tapis {script} {where}", data, text=LINES)
    assert done.returncode == 2
    (sentence,) = done.stderr.decode().splitlines()
    assert sentence.startswith("tapis: stdout cannot be written (")


def test_with_everything_closed_it_only_says_so_by_its_exit_code(tmp_path: Path) -> None:
    assert shell(f"tapis {REFEREE} <&- >&- 2>&-", tmp_path).returncode == 0  # no line in, none out
    assert shell("tapis dance 2>&-", tmp_path).returncode == 2
    assert shell("tapis dance 2>&-", tmp_path).stdout == b""


@pytest.mark.parametrize(("encoding", "name"), [("ascii", "Zoe"), ("latin-1", "Zoé"), ("utf-8", "Zoé")])
def test_a_terminal_of_any_alphabet_shows_what_it_can(data: Path, encoding: str, name: str) -> None:
    done = shell("tapis scores", data, encoding)
    assert done.stderr == b"" and done.returncode == 0
    assert name in done.stdout.decode(encoding)
    for script in (
        "config show --default",
        "replay 1",
        "demo --headless --game pot --rounds 1 --seed 1",
        "dance é",
    ):
        assert b"Traceback" not in shell(f"tapis {script}", data, encoding).stderr


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_json_is_the_same_on_every_terminal(data: Path, encoding: str) -> None:
    done = shell("tapis scores --json", data, encoding)
    assert json.loads(done.stdout.decode())["players"] == ["Zoé", "]0;ownedRob2J", "Łu"]


@pytest.mark.parametrize("form", ["", "--csv", "--json", "--players", "--players --json", "--rankings --csv"])
def test_no_name_moves_the_cursor_or_turns_a_line_round(data: Path, form: str) -> None:
    done = shell(f"tapis scores {form}", data)
    assert "Rob" in done.stdout.decode()
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(done.stdout.decode())


@pytest.mark.parametrize("form", ["--csv", "--rankings --csv", "--players --csv"])
def test_the_lines_of_a_csv_end_as_spreadsheets_expect(data: Path, form: str) -> None:
    said = shell(f"tapis scores {form}", data).stdout
    assert said.endswith(b"\r\n")
    assert said.count(b"\r") == said.count(b"\n") == said.count(b"\r\n") > 1
    assert b"\\u" not in said


def test_words_of_a_mistake_are_harmless_too(tmp_path: Path) -> None:
    done = shell("tapis $'da\\x1b[2Jnce\\xe2\\x80\\xae'", tmp_path)
    assert done.returncode == 2
    assert not {"\x1b", "\u202e"} & set(done.stderr.decode())


def fifo(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def folder(path: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize("make", [fifo, device, folder])
@pytest.mark.parametrize("script", ["config check odd", "replay odd"])
def test_what_is_no_file_is_one_sentence_instead_of_a_wait(
    tmp_path: Path, make: Callable[[Path], None], script: str
) -> None:
    make(tmp_path / "odd")
    done = shell(f"timeout 20 {sys.executable} -m controller {script}", tmp_path)
    assert done.returncode == 2
    (sentence,) = done.stderr.decode().splitlines()
    assert "odd" in sentence


@pytest.mark.parametrize("make", [fifo, device])
def test_where_the_data_folder_should_be_something_else_is(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    make(tmp_path / "odd")
    # The table comes up all the same; its log says in a sentence of its own that it does without.
    for script, code, sentences in (("play --display none --json", 0, 2), ("scores", 2, 1)):
        done = shell(f"timeout 20 {sys.executable} -m controller {script} --data odd", tmp_path)
        assert done.returncode == code
        said = done.stderr.decode().splitlines()
        assert len(said) == sentences
        assert "odd" in said[-1]


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_a_path_that_is_no_utf_8_is_named_as_well_as_can_be(tmp_path: Path, encoding: str) -> None:
    for script in (
        "config check $'n\\xffne'",
        "scores --data $'n\\xffne'",
        "play --json --table $'n\\xffne'",
    ):
        done = shell(f"tapis {script}", tmp_path, encoding)
        assert done.returncode == 2
        assert "n\\xffne" in done.stderr.decode(encoding)
    done = shell(
        "tapis play --json --game thirteen --players Ann,Bob,Cy --data $'d\\xff'", tmp_path, encoding
    )
    assert done.returncode == 0, done.stderr
