"""`tapis hub flash`: the real mpremote brings the firmware to a real MicroPython at its prompt, on a pty."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller import cli
from hardware import flash
from hardware.pads import HardwareError, WiringError
from hardware.simulation.hub import HubSimulator, PtyPort

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "micropython"))

import install  # noqa: E402

INTERPRETER = "micropython-1.27"


class Pico:
    """A board's life under one name: a running hub, the prompt once it is held, a hub again after a reset."""

    def __init__(self, link: Path) -> None:
        self._link = link
        self._stop = threading.Event()
        self.files: dict[str, str] = {}
        self._hub = HubSimulator(link)
        self._thread = threading.Thread(target=self._live)
        self._thread.start()

    def _live(self) -> None:
        self._run_hub(lambda hub: not hub.running)
        self._prompt()
        if not self._stop.is_set():
            self._hub = HubSimulator(self._link)
            self._run_hub(lambda hub: False)

    def _run_hub(self, over: Callable[[HubSimulator], bool]) -> None:
        began = time.monotonic()
        while not self._stop.is_set() and not over(self._hub):
            self._hub.run(time.monotonic() - began)
            time.sleep(0.01)
        self._hub.close()

    def _prompt(self) -> None:
        port = PtyPort(self._link)
        port.plug()
        command = [install.NODE, ROOT / "tests/micropython/prompt.mjs", install.interpreters()[INTERPRETER]]
        pipe = subprocess.PIPE
        board = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0)
        assert board.stdin and board.stdout and board.stderr
        while not self._stop.is_set():
            if select.select([board.stdout], [], [], 0.002)[0]:
                data = os.read(board.stdout.fileno(), 4096)
                if not data:
                    self.files = json.loads(board.stderr.read())
                    break
                port.write(data)
            board.stdin.write(port.read())
        board.kill()
        board.communicate()
        port.unplug()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()


@pytest.fixture
def pico(tmp_path: Path) -> Iterator[Pico]:
    if INTERPRETER not in install.interpreters():
        problem = f"{INTERPRETER} is not installed; `./tapis test` fetches it when there is a network"
        if os.environ.get("CI"):
            pytest.fail(problem)
        pytest.skip(problem)
    pico = Pico(tmp_path / "hub")
    yield pico
    pico.close()


def test_a_running_hub_gets_new_firmware_and_runs_again(
    pico: Pico, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["hub", "flash", "--port", str(tmp_path / "hub")]) == 0
    assert "runs: version 1, 3 pads" in capsys.readouterr().out.splitlines()[-1]
    sources = {f"firmware/{path.name}": path.read_text() for path in flash.SOURCE.glob("*.py")}
    wanted = {**sources, "wiring.txt": (flash.SOURCE / "wiring.txt").read_text()}
    wanted["main.py"] = wanted.pop("firmware/main.py")
    assert pico.files == wanted


def test_a_dry_run_prints_the_steps_and_touches_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["hub", "flash", "--port", "/dev/nowhere", "--dry-run"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith("mpremote connect /dev/nowhere ") for line in lines[:-1])
    assert lines[-2].endswith(" reset")
    assert all(f"/{path.name}" in " ".join(lines) for path in flash.SOURCE.glob("*.py"))


def test_a_wiring_of_ones_own_is_checked_before_anything_is_done(tmp_path: Path) -> None:
    wiring = tmp_path / "wiring.txt"
    wiring.write_text("spi 0 sck 18 mosi 19 miso 16\npad cs 17\n")
    with pytest.raises(WiringError, match=r"wiring\.txt: wiring line 2: rst is missing\."):
        flash.check_wiring(wiring)
    with pytest.raises(WiringError, match="cannot be read"):
        flash.check_wiring(tmp_path / "nothing")
    wiring.write_text("spi 0 sck 18 mosi 19 miso 16\npad cs 17 rst 20\n")
    flash.check_wiring(wiring)
    assert any(str(wiring) in step for step in flash.steps("PORT", wiring, keep_wiring=True))


def test_the_board_s_own_wiring_is_left_alone() -> None:
    assert not any("wiring.txt" in step for step in flash.steps("PORT", None, keep_wiring=True))
    assert any(":wiring.txt" in step for step in flash.steps("PORT", None, keep_wiring=False))


def test_without_mpremote_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.delitem(sys.modules, "mpremote", raising=False)
    with pytest.raises(
        HardwareError, match=r"mpremote is not installed; install it with: .* pip install mpremote"
    ):
        flash.flash("/dev/nowhere", None, None, say=print)
