"""New firmware for a Pico that runs MicroPython, by way of mpremote.

    flash(port=None, serial_number=None, wiring=None, say=print)

A hub that runs cannot be interrupted, on purpose: it is asked to hold, resets, and waits at the prompt once.
A board that does not know the request is new and at the prompt anyway, or was just plugged in.
"""

from __future__ import annotations

import importlib.util
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import serial  # type: ignore[import-untyped]
from serial.tools import list_ports  # type: ignore[import-untyped]

import firmware
from firmware import wire
from firmware import wiring as wiring_file
from hardware.backends.hub import PORT_GONE, HubPads, choose
from hardware.pads import HardwareError, PadFault, WiringError

SOURCE = Path(firmware.__file__).parent
MAKE_FOLDER = "import os; 'firmware' in os.listdir() or os.mkdir('firmware')"
IS_WIRED = "import os; print('wiring.txt' in os.listdir())"
GONE_WITHIN_S = 3.0  # until a hub that was asked to hold is off the bus
BACK_WITHIN_S = 10.0
RUNS_WITHIN_S = 15.0


def steps(port: str, wiring: Path | None, keep_wiring: bool) -> list[str]:
    """What is done, as shell commands: the package into a folder, start-up and wiring beside it, a reset."""
    modules = sorted(str(path) for path in SOURCE.glob("*.py") if path.name != "main.py")
    commands = [
        ["exec", MAKE_FOLDER],
        ["cp", *modules, ":firmware/"],
        ["cp", str(SOURCE / "main.py"), ":main.py"],
    ]
    if wiring is not None or not keep_wiring:
        commands.append(["cp", str(wiring or SOURCE / "wiring.txt"), ":wiring.txt"])
    commands.append(["reset"])
    return [shlex.join(["mpremote", "connect", port, *command]) for command in commands]


def check_wiring(path: Path) -> None:
    """WiringError with a sentence if *path* is no wiring file for a hub."""
    try:
        wiring_file.parse(path.read_text())
    except (OSError, UnicodeDecodeError) as error:
        raise WiringError(f"{path} cannot be read ({error}); name a wiring file.") from error
    except wiring_file.WiringFileError as error:
        raise WiringError(f"{path}: {error}") from error


def flash(
    port: str | None, serial_number: str | None, wiring: Path | None, say: Callable[[str], object]
) -> None:
    if importlib.util.find_spec("mpremote") is None:
        raise HardwareError(
            f"mpremote is not installed; install it with: {sys.executable} -m pip install mpremote"
        )
    path = port or choose(list_ports.comports(), serial_number)
    say(f"asking the hub on {path} to hold")
    _hold(path)
    path = _back(port, serial_number)
    wired = _mpremote(shlex.join(["mpremote", "connect", path, "exec", IS_WIRED])).strip() == "True"
    for step in steps(path, wiring, keep_wiring=wired):
        say(step)
        _mpremote(step)
    say("waiting for the hub")
    say(_greeting(port, serial_number))


def _hold(path: str) -> None:
    """Ask, and wait until it is gone if it obeys."""
    try:
        with serial.Serial(path, timeout=0, write_timeout=1, exclusive=True) as line:
            line.write(b"\n" + wire.encode(wire.Hold()))
            until = time.monotonic() + GONE_WITHIN_S
            while time.monotonic() < until:
                time.sleep(0.05)
                line.read(4096)
    except PORT_GONE as error:
        if not Path(path).exists():
            return
        if getattr(error, "errno", None) in (11, 13):
            raise HardwareError(f"Port {path} cannot be opened ({error}); close what uses it.") from error


def _back(port: str | None, serial_number: str | None) -> str:
    until = time.monotonic() + BACK_WITHIN_S
    while True:
        try:
            path = port or choose(list_ports.comports(), serial_number)
            if Path(path).exists():
                return path
            raise HardwareError(f"There is no port {path}; plug the Pico in.")
        except HardwareError:
            if time.monotonic() > until:
                raise
        time.sleep(0.1)


def _mpremote(step: str) -> str:
    command = [sys.executable, "-m", *shlex.split(step)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no reason given"]
        raise HardwareError(
            f"mpremote failed ({lines[-1]}); unplug the Pico, plug it in, and run this within three seconds."
        )
    return done.stdout


def _greeting(port: str | None, serial_number: str | None) -> str:
    """Who answers after the reset."""
    with closing(HubPads(None, port=port, serial_number=serial_number)) as hub:
        until = time.monotonic() + RUNS_WITHIN_S
        why = "It was flashed, but does not answer; see `tapis hub monitor`."
        while time.monotonic() < until:
            time.sleep(0.02)
            for event in hub.poll(time.monotonic()):
                if isinstance(event, PadFault):
                    why = event.message
            if hello := hub.hello:
                return (
                    f"the hub on {hub.path} runs: version {hello.version}, {hello.pads} pads, {hello.build}"
                )
    raise HardwareError(why)
