"""`tapis play --display none --json` as a program sees it; and what the command says when it cannot go on."""

from __future__ import annotations

import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.cards.registry import Registry
from controller.simulation.laying import tag, teach
from controller.storage.folder import Folder
from controller.table.table import SLOW
from engine import games
from tests.controller.table.test_kills import Hub, Process

THIRTEEN = ("--game", "thirteen", "--players", "Marie,Luc,Zoé")
LAYS = [f"{colour}-{value}" for value in (1, 2, 3) for colour in ("blue", "yellow", "green")]


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "controller", "play", "--display", "none", "--json", *words]


def play(data: Path, *words: str, lines: list[Any] | None = None) -> subprocess.CompletedProcess[str]:
    """The command with these lines on stdin, to its end."""
    text = "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines or [])
    done = subprocess.run(
        command("--data", str(data), *words), input=text, capture_output=True, text=True, timeout=120
    )
    done.stderr = done.stderr.replace(f"{SLOW.detail}\n", "")  # the disk of the tests may well be
    return done


def answers(done: subprocess.CompletedProcess[str]) -> list[Any]:
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def lay(*names: str) -> list[Any]:
    return [{"lay": name} for name in names]


# Lines


def test_every_line_is_answered_by_a_ruling(tmp_path: Path) -> None:
    lines = [
        *lay("blue-7", "blue-5"),
        {"lay": "blue-1", "zone": "yellow"},
        {"state": True},
        {"undo": True},
        {"correct": {"turn": "Zoé"}},
        {"correct": {"insert": {"lay": "green-1"}, "back": 1}},
        {"next": True},
        {"press": "done"},
    ]
    start, *rest = answers(play(tmp_path, *THIRTEEN, lines=lines))
    assert (start["ok"], start["events"], start["state"]["turn"]) == (True, [], "Marie")
    assert len(rest) == len(lines)
    said = [answer.get("refusal") or [event["kind"] for event in answer["events"]] for answer in rest]
    laid = ["laid", "drew"]
    corrected = ["corrected", "laid", "drew", "corrected"]
    assert said == [laid, laid, "wrong-colour", [], [], ["corrected"], corrected, "not-now", "bad-input"]
    assert rest[2]["message"].endswith(".")
    assert rest[2]["state"] == rest[1]["state"] == rest[3]["state"]
    assert rest[5]["state"]["turn"] == "Zoé"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "nonsense",
        "[]",
        "7",
        "null",
        '{"lay":"blue-7","lay":"blue-5"}',
        '{"lay":7}',
        "{}",
        "\udcff\udcfe",
        "[" * 9999,
    ],
)
def test_a_line_that_cannot_be_read_is_bad_input(line: str, tmp_path: Path) -> None:
    text = line.encode("utf-8", "surrogateescape") + b'\n{"lay":"blue-7"}'  # the last needs no end
    done = subprocess.run(
        command("--data", str(tmp_path), *THIRTEEN), input=text, capture_output=True, timeout=120
    )
    start, bad, good = map(json.loads, done.stdout.splitlines())
    assert (bad["ok"], bad["refusal"]) == (False, "bad-input")
    assert bad["state"] == start["state"]
    assert good["ok"]


def test_a_line_that_never_ends_is_bad_input_too(tmp_path: Path) -> None:
    long = json.dumps({"lay": "blue-7", "zone": "x" * 300_000})
    _, bad, good = answers(play(tmp_path, *THIRTEEN, lines=[long, {"lay": "blue-7"}]))
    assert (bad["refusal"], good["ok"]) == ("bad-input", True)


def test_without_a_match_there_is_nothing_to_rule_on(tmp_path: Path) -> None:
    start, answer = answers(play(tmp_path, lines=lay("blue-7")))
    assert start == {"ok": True, "events": [], "state": None}
    assert (answer["refusal"], answer["state"]) == ("not-now", None)


def test_nothing_that_lies_face_down_is_printed(tmp_path: Path) -> None:
    """Two rounds that differ in what was taken, and in nothing else, print the same bytes."""
    words = ("--game", "pot", "--players", "Marie,Luc,Zoé")
    setup = [{"lay": name, "zone": "pot"} for name in ("blue-4", "green-9", "red-4")]
    trick = [{"lay": name, "zone": "play"} for name in ("blue-10", "green-2", "red-1")]
    printed = [
        play(tmp_path / colour, *words, lines=[*setup, *trick, {"choose": {"colour": colour}}]).stdout
        for colour in ("blue", "red")
    ]
    *_, last = map(json.loads, printed[0].splitlines())
    assert last["events"] == [{"kind": "pot-taken", "player": "Marie", "count": 1}]
    pots = [json.loads(text.splitlines()[-1])["state"].pop("pot") for text in printed]
    assert pots == [["green-9", "red-4"], ["blue-4", "green-9"]]
    without = [text.replace('"blue-4"', "?").replace('"red-4"', "?") for text in printed]
    assert without[0].replace('"green-9", ?', "").replace('?, "green-9"', "") == without[1].replace(
        '"green-9", ?', ""
    ).replace('?, "green-9"', "")


# Which match


def test_the_same_match_goes_on_and_another_one_begins(tmp_path: Path) -> None:
    play(tmp_path, *THIRTEEN, lines=lay("blue-7"))
    (same,) = answers(play(tmp_path, *THIRTEEN))
    assert same["state"]["turn"] == "Luc"
    (unasked,) = answers(play(tmp_path))
    assert unasked == same
    (other,) = answers(play(tmp_path, "--game", "thirteen", "--players", "Marie,Luc,Anne"))
    assert [player["name"] for player in other["state"]["players"]] == ["Marie", "Luc", "Anne"]
    assert other["state"]["turn"] == "Marie"
    (house_rules,) = answers(play(tmp_path, *THIRTEEN, "--option", "all_dealt=true"))
    assert house_rules["state"]["draw_pile"] == 0


def test_a_match_that_is_over_is_history_and_the_next_one_begins(tmp_path: Path) -> None:
    words = ("--game", "ninja", "--players", "Marie,,Luc")
    first = answers(play(tmp_path, *words, lines=[{"correct": {"out": "Joueur 2"}}]))
    assert first[-1]["state"]["winners"] == ["Joueur 2"]
    again = answers(play(tmp_path, *words, lines=lay("7")))
    assert again[0]["state"]["match_over"] is False
    scores = [sys.executable, "-m", "controller", "scores", "--json", "--data", str(tmp_path)]
    (match,) = subprocess.run(scores, capture_output=True, text=True, check=True).stdout.splitlines()
    assert json.loads(match)["totals"] == [0, 1, 0]


# Cards


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    with Folder.open(tmp_path / "data") as folder:
        teach(Registry(folder, lambda: 0.0), "thirteen")
    hub = Hub(tmp_path)
    yield hub
    hub.kill()


def put(hub: Hub, name: str, pad: int) -> None:
    uid = tag("thirteen", games.game("thirteen").deck.names.index(name))
    assert str(hub.ask(f"put {uid} {pad}")).startswith("ok")


def test_cards_come_from_the_pads_even_when_no_line_comes_any_more(hub: Hub, tmp_path: Path) -> None:
    process = Process(*command("--data", str(tmp_path / "data"), "--hub", hub.port, *THIRTEEN)[3:])
    process.answer()
    process.close_stdin()
    hub.ask("wait 1")  # until the pads are known to be clear
    put(hub, "blue-7#1", pad=1)
    laid = process.answer()
    assert laid["events"][0] == {"kind": "laid", "player": "Marie", "card": "blue-7#1", "zone": "blue"}
    put(hub, "blue-5#1", pad=2)
    assert process.answer()["refusal"] == "wrong-colour"
    assert process.terminate() == 0
    (resumed,) = answers(play(tmp_path / "data"))
    assert resumed["state"] == laid["state"]


def test_a_hub_that_goes_and_comes_back_is_said_and_nothing_is_lost(hub: Hub, tmp_path: Path) -> None:
    words = command("--data", str(tmp_path / "data"), "--hub", hub.port, *THIRTEEN)[3:]
    process = Process(*words, stderr=subprocess.PIPE)
    process.answer()
    hub.ask("wait 1")
    hub.ask("unplug")
    assert process.complaint() == f"The pad hub on {hub.port} is gone; plug it in again."
    process.say('{"lay":"green-1"}')
    assert process.answer()["ok"]
    hub.ask("plug")
    hub.ask("wait 6")
    put(hub, "blue-7#1", pad=1)
    assert process.answer()["events"][0]["player"] == "Luc"
    process.kill()


# What can go wrong


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """The one sentence with which the command gave up."""
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    return done.stderr.rstrip("\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "pot"], "--game and --players go together"),
        (["--players", "A,B,C"], "--game and --players go together"),
        (["--rounds", "3"], "are for a match: add --game and --players."),
        (["--bots", "expert"], "are for a match: add --game and --players."),
        (["--dealer", "Luc"], "are for a match: add --game and --players."),
        (
            [*THIRTEEN, "--dealer", "Nobody"],
            "--dealer Nobody: this is none of Marie, Luc, Zoé, nor a seat, 1 to 3.",
        ),
        ([*THIRTEEN, "--dealer", "4"], "--dealer 4: this is none of "),
        ([*THIRTEEN, "--dealer", ""], "--dealer : this is none of "),
        ([*THIRTEEN, "--hands", "Nobody"], "--hands Nobody: this is none of "),
        (["--game", "pot", "--players", "A,B"], "pot is for 3 to 6 players, not 2."),
        (["--game", "pot", "--players", "A,A,B"], "Every player needs a name of their own."),
        ([*THIRTEEN, "--option", "x=true"], "thirteen has no option 'x'"),
        ([*THIRTEEN, "--option", "x"], "--option x must be KEY=true or KEY=false"),
        ([*THIRTEEN, "--rounds", "0"], "A match has at least one round, not 0."),
        (
            ["--hub", "/nowhere"],
            "--hub /nowhere: there is no such port; plug the hub in, or correct its name.",
        ),
        (["--table", "/nowhere"], "The table file /nowhere cannot be read"),
        (["--display", "terminal"], "--json is for --display none, not for terminal."),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], said: str, tmp_path: Path) -> None:
    assert said in sentence(play(tmp_path, *words))


@pytest.mark.parametrize(("named", "deals"), [("Marie", "Marie"), ("2", "Luc"), (None, "Zoé")])
def test_players_name_the_first_dealer(named: str | None, deals: str, tmp_path: Path) -> None:
    dealer = ("--dealer", named) if named else ()
    (begun,) = answers(play(tmp_path, *THIRTEEN, *dealer))
    assert begun["state"]["dealer"] == deals


def test_nobody_deals_where_the_first_listed_leads(tmp_path: Path) -> None:
    words = ("--game", "pot", "--players", "Marie,Luc,Zoé", "--dealer", "Zoé")
    play(tmp_path, *words, lines='{"choose": {"colours": ["blue", "green", "red"]}}\n')
    (begun,) = answers(play(tmp_path, *words))
    assert begun["state"]["dealer"] is None


def test_a_match_that_cannot_begin_ends_no_other(tmp_path: Path) -> None:
    play(tmp_path, *THIRTEEN, lines=lay("blue-7"))
    sentence(play(tmp_path, "--game", "pot", "--players", "A,B"))
    (kept,) = answers(play(tmp_path))
    assert (kept["state"]["game"], kept["state"]["turn"]) == ("thirteen", "Luc")


def test_two_tables_cannot_share_a_data_folder(tmp_path: Path) -> None:
    first = Process(*command("--data", str(tmp_path), *THIRTEEN)[3:])
    assert first.line()
    said = sentence(play(tmp_path, *THIRTEEN))
    assert said == (
        f"tapis play: Another table is using {tmp_path}: close it, or choose another folder with --data."
    )
    first.say('{"lay":"blue-7"}')
    assert first.answer()["ok"]
    assert first.terminate() == 0
    answers(play(tmp_path))


@pytest.mark.parametrize("name", ["running", "history", "registry"])
def test_a_database_of_a_newer_version_is_left_alone(name: str, tmp_path: Path) -> None:
    play(tmp_path, *THIRTEEN, lines=lay("blue-7"))
    path = tmp_path / f"{name}.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    said = comes_up_without_a_disk(play(tmp_path, *THIRTEEN))
    assert said.startswith(f"{path} was written by a newer version of Tapis Vert: ")
    assert path.read_bytes() == before


def test_a_damaged_file_is_set_aside_and_said_so(tmp_path: Path) -> None:
    (tmp_path / "running.db").write_bytes(b"no database at all " * 300)
    done = play(tmp_path, *THIRTEEN, lines=lay("blue-7"))
    assert "running.db was damaged and has been set aside as running.damaged-1.db" in done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["ok"]
    assert (tmp_path / "running.damaged-1.db").read_bytes().startswith(b"no database")


def comes_up_without_a_disk(done: subprocess.CompletedProcess[str]) -> str:
    """What it says about that: the table works, and keeps nothing."""
    assert done.returncode == 0 and done.stdout
    (said,) = [line for line in done.stderr.splitlines() if "tapis.log" not in line]
    assert said.endswith(
        "Until then nothing is kept: what is played now is gone when the table is switched off."
    )
    return said


def test_a_folder_that_cannot_be_written_keeps_nothing_and_it_is_said(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").write_text("")
    said = comes_up_without_a_disk(play(tmp_path / "file", *THIRTEEN))
    assert said.startswith(f"The data folder {tmp_path / 'file'} cannot be written (")
    play(tmp_path / "data", *THIRTEEN, lines=lay("blue-7"))
    if os.geteuid():
        (tmp_path / "data").chmod(0o555)
        for path in (tmp_path / "data").iterdir():
            path.chmod(0o444)
        done = play(tmp_path / "data")
    else:  # root may write anything but a read-only disk
        mount = f"mount --bind {tmp_path}/data {tmp_path}/data && mount -o remount,ro,bind {tmp_path}/data"
        done = in_a_namespace(mount, *command("--data", str(tmp_path / "data")))
    said = comes_up_without_a_disk(done)
    assert said.startswith(f"The data folder {tmp_path / 'data'} cannot be written (")
    assert json.loads(done.stdout)["state"]["turn"] == "Luc"  # what was being played can be read


def in_a_namespace(mount: str, *words: str) -> subprocess.CompletedProcess[str]:
    """*words* where *mount* was done, which nobody else sees."""
    if not shutil.which("unshare") or subprocess.run(["unshare", "-m", "true"], check=False).returncode:
        pytest.skip("this root may not mount anything")
    script = f'{mount} && exec "$@"'
    return subprocess.run(
        ["unshare", "-m", "sh", "-c", script, "sh", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_disk_that_takes_no_more_loses_nothing_and_goes_on_once_it_does(tmp_path: Path) -> None:
    process = Process(*command("--data", str(tmp_path), *THIRTEEN)[3:], stderr=subprocess.PIPE)
    state = process.answer()["state"]
    process.allow_files_of(sum(path.stat().st_size for path in tmp_path.glob("running.db-wal")) + 20_000)
    accepted, answer = 0, None
    for name in LAYS:
        process.say(json.dumps({"lay": name}))
        answer = process.answer()
        if not answer["ok"]:
            break
        accepted, state = accepted + 1, answer["state"]
    assert answer and (answer["refusal"], answer["state"]) == ("disk", state)
    assert process.complaint().startswith("The disk failed (")
    process.allow_files_of(resource.RLIM_INFINITY)
    process.say(json.dumps({"lay": LAYS[accepted]}))
    answer = process.answer()
    assert answer["ok"]
    process.kill()
    (resumed,) = answers(play(tmp_path))
    assert resumed["state"] == answer["state"]


CLOCKS = """
import sys, time, itertools, logging  # that one looks at the clock
beats = iter(itertools.cycle([{beats}]))
time.time = lambda: next(beats)
from controller.cli import main
sys.exit(main(sys.argv[1:]))
"""


def at(beats: str, data: Path, *words: str, lines: list[Any]) -> subprocess.CompletedProcess[str]:
    """The command on a machine whose clock says that, one after the other."""
    text = "".join(json.dumps(line) + "\n" for line in lines)
    run = [sys.executable, "-c", CLOCKS.format(beats=beats), *command("--data", str(data), *words)[3:]]
    return subprocess.run(run, input=text, capture_output=True, text=True, timeout=120, check=False)


def test_a_clock_that_jumps_changes_nothing_but_dates(tmp_path: Path) -> None:
    words = ("--game", "ninja", "--players", "Marie,Luc")
    begun = at("0.0, " * 6 + "4e9, 1.8e9", tmp_path, *words, lines=lay("7"))
    assert begun.stderr == (
        "The clock of this machine is behind: set it, or the dates of matches will be wrong; "
        "nothing else depends on it.\n"
    )
    ended = at("1.9e9, 0.0", tmp_path, *words, lines=[{"press": "done"}, {"correct": {"out": "Luc"}}])
    assert json.loads(ended.stdout.splitlines()[0])["state"]["centre"] == ["7#1"]
    assert json.loads(ended.stdout.splitlines()[-1])["state"]["winners"] == ["Luc"]
    done = at("0.0", tmp_path, lines=[])
    assert done.stderr.startswith("The clock of this machine is behind")
    scores = [sys.executable, "-m", "controller", "scores", "--json", "--data", str(tmp_path)]
    kept = subprocess.run(scores, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [json.loads(line)["totals"] for line in kept] == [[0, 1]]
