"""`tapis hub simulate` and `monitor` as processes, driven by lines as a program would."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller import cli
from controller.commands.hub import _Report
from tests.hardware.simulation.hub_table import HubTable

CARD = "04a2b3c4d5e680"


class Process:
    """A `tapis hub` command; `until` reads its lines up to an event, or finds it among those already read."""

    def __init__(self, *words: str) -> None:
        command = [sys.executable, "-m", "controller", "hub", *words]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._patience = threading.Timer(120, self._process.kill)
        self._patience.start()
        self._heard: list[dict[str, Any]] = []

    def line(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line, "it has ended"
        return line.rstrip("\n")

    def ask(self, line: str) -> str:
        assert self._process.stdin
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return self.line()

    def until(self, **wanted: object) -> dict[str, Any]:
        for number in range(500):
            if number == len(self._heard):
                self._heard.append(json.loads(self.line()))
            if wanted.items() <= self._heard[number].items():
                return self._heard[number]
        raise AssertionError(f"{wanted} did not come")

    def says(self, *texts: str) -> None:
        """Read on until each of them was said, in whatever order."""
        missing = set(texts)
        while missing:
            line = self.line()
            missing -= {text for text in missing if text in line}

    def kill(self) -> None:
        self._process.kill()
        self.wait()

    def wait(self) -> int:
        self._process.communicate()
        self._patience.cancel()
        return self._process.returncode


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Process]:
    hub = Process("simulate", "--link", str(tmp_path / "hub"))
    yield hub
    hub.kill()


def test_a_program_drives_a_hub_and_restarts_what_listens_to_it(hub: Process, tmp_path: Path) -> None:
    port = str(tmp_path / "hub")
    assert hub.line() == f"port {port}"
    assert hub.ask(f"put {CARD} 2") == f"ok {CARD} lies on pad 2"
    first = Process("monitor", "--port", port, "--json")
    assert first.until(event="hello")["pads"] == 3
    assert first.until(event="snapshot", pad="2")["uids"] == [CARD]
    first.kill()
    assert hub.ask(f"move {CARD} 1") == f"ok {CARD} lies on pad 1"
    second = Process("monitor", "--port", port, "--json")
    second.until(event="snapshot", pad="1", uids=[CARD])
    second.until(event="reader", pad="1", state="ok", chip=0x92)
    second.kill()
    third = Process("monitor", "--port", port)
    third.says(
        f"hub     on {port}: version 1, 3 pads, up ",
        f"pad 1   {CARD}",
        "pad 1   reader ok, chip 0x92 (MFRC522 2.0), 0 resets",
    )
    assert hub.ask("unplug") == "ok the hub is unplugged"
    third.says(f"The pad hub on {port} is gone")
    assert hub.ask("quit") == "ok bye"
    assert hub.wait() == 0
    assert not (tmp_path / "hub").is_symlink()
    third.kill()


def test_lines_that_were_dropped_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(HubTable(tmp_path)) as table:
        report = _Report(table.reader, every=False, as_json=True)

        def dropped(seconds: float) -> list[dict[str, Any]]:
            for _ in range(round(seconds / 0.1)):
                report.say(table.wait(0.1), table.now)
            lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
            return [line for line in lines if line["event"] == "dropped"]

        assert dropped(1.0) == []
        table.do("noise 300")
        assert dropped(1.0)[0]["corrupt"] > 0
        counted = 0
        for _ in range(30):
            table.do("noise 50")
            counted += len(dropped(0.1))
        assert 2 <= counted <= 4, "once a second, however noisy it is"
        table.do("echo 1")
        assert dropped(3.0)[-1]["echoes"] > 0


def test_a_script_is_answered_line_by_line_and_ends_with_its_input(tmp_path: Path) -> None:
    script = f"put {CARD} 1\nwait 0.2\nnonsense\npads"
    command = [sys.executable, "-m", "controller", "hub", "simulate", "--pads", "1", "--lights"]
    done = subprocess.run(command, input=script, capture_output=True, text=True)
    assert done.returncode == 0
    port, light, *answers = done.stdout.splitlines()
    assert port.startswith("port /")
    assert light == "light 1 #181008 pulse"
    assert answers == [
        f"ok {CARD} lies on pad 1",
        "ok 0.2 s have passed",
        "error there is no verb 'nonsense'; help lists them",
        f"ok pad 1: {CARD}",
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["simulate", "--pads", "9"], "tapis hub simulate: A hub has 1 to 8 pads, not 9."),
        (
            ["simulate", "--link", __file__],
            f"--link {__file__} is there already and is no link; name another.",
        ),
        (["simulate", "--link", "/nowhere/hub"], "there is no folder /nowhere for --link; make it first."),
        (["simulate", "--profile", "dreadful"], "invalid choice: 'dreadful'"),
        (
            ["monitor", "--port", "/nowhere/hub"],
            "tapis hub monitor: There is no port /nowhere/hub; plug the pad hub",
        ),
        (["flash", "--wiring", "/nowhere"], "tapis hub flash: /nowhere cannot be read"),
        (["dance"], "invalid choice: 'dance'"),
        ([], "tapis hub: the following arguments are required"),
    ],
)
def test_bad_input_gets_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["hub", *words]) == cli.USAGE_ERROR
    captured = capsys.readouterr()
    assert captured.out == ""
    assert sentence in captured.err
    assert captured.err.count("\n") == 1
