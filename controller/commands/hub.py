"""The pad hub: one in software to play with, a look at what a hub says, new firmware for a real one."""

from __future__ import annotations

import argparse
import contextlib
import select
import signal
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

from controller.commands.referee import Lines
from controller.errors import UserError
from controller.streams import say_json
from firmware.mfrc522 import KNOWN_VERSIONS
from firmware.wiring import MAX_PADS
from hardware import flash
from hardware.backends.hub import HubPads
from hardware.pads import HardwareError, PadCured, PadEvent, PadFault, Snapshot
from hardware.simulation.field import PROFILES
from hardware.simulation.hub import HubSimulator
from hardware.simulation.hub_script import Script

TURN_S = 0.01  # between two looks at stdin or the port
SLEPT_S = 1.0  # so far behind, the machine was suspended: no need to catch up
DROPPED_EVERY_S = 1.0  # at most so often lines that were dropped are told


def arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="simulate|monitor|flash")

    simulate = actions.add_parser(
        "simulate",
        help="a hub in software behind a pty, driven by lines on stdin",
        description="A hub in software: prints `port PATH`, then answers each line on stdin with one line, "
        "`ok ...` or `error ...`. The line `help` lists the verbs; `quit` or the end of stdin ends it.",
    )
    add = simulate.add_argument
    add("--pads", type=int, default=3, metavar="N", help=f"1 to {MAX_PADS} (3)")
    add("--profile", choices=list(PROFILES), default="ideal", help="how well pads read (ideal)")
    add("--seed", type=int, default=0, metavar="N", help="of everything random (0)")
    add("--link", type=Path, metavar="PATH", help="the port's name, which outlives an unplug")
    add("--lights", action="store_true", help="print `light PAD #rrggbb pattern` on each change")

    monitor = actions.add_parser("monitor", help="what a hub says, until Ctrl-C")
    _which(monitor)
    monitor.add_argument("--all", action="store_true", help="every snapshot, not only changes")
    monitor.add_argument("--json", action="store_true", help="every event as a line of JSON")
    monitor.add_argument("--seconds", type=float, metavar="S", help="stop after so long")

    flasher = actions.add_parser("flash", help="put this firmware on a Pico that runs MicroPython")
    _which(flasher)
    add = flasher.add_argument
    add("--wiring", type=Path, metavar="FILE", help="replace the board's wiring.txt by this one")
    add("--dry-run", action="store_true", help="print the steps and do nothing")


def _which(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", metavar="PATH", help="the hub's port; otherwise it is found by its USB id")
    parser.add_argument("--serial-number", metavar="S", help="which hub, if several are plugged in")


def run(args: argparse.Namespace) -> int:
    try:
        {"simulate": simulate, "monitor": monitor, "flash": flash_hub}[args.action](args)
    except HardwareError as error:
        raise UserError(f"tapis hub {args.action}: {error}") from error
    return 0


def simulate(args: argparse.Namespace) -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the port's name goes with us
    with _port_name(args.link) as link, contextlib.closing(_simulator(link, args)) as hub:
        script = Script(hub)
        print(f"port {link}", flush=True)
        if sys.stdin.isatty():
            print("help lists what it understands; quit ends it.", file=sys.stderr)
        stdin = Lines(sys.stdin.fileno())
        lights: list[str] = []
        answer, began = "", time.monotonic()
        while not script.done and (answer or not stdin.ended):
            if answer:
                time.sleep(TURN_S)
            elif not stdin.waiting:
                select.select([sys.stdin], [], [], TURN_S)
            if time.monotonic() - began > hub.now + SLEPT_S:
                began = time.monotonic() - hub.now
            hub.run(time.monotonic() - began)
            if args.lights:
                for number, (before, light) in enumerate(zip_longest(lights, hub.lights()), 1):
                    if light != before:
                        print(f"light {number} {light}", flush=True)
                lights = hub.lights()
            if not answer and (line := stdin.read()) is not None:
                answer = script.answer(line.decode(errors="replace"))
            if answer and hub.now >= script.wait_until:
                print(answer, flush=True)
                answer = ""


@contextlib.contextmanager
def _port_name(link: Path | None) -> Iterator[Path]:
    if link is None:
        with tempfile.TemporaryDirectory(prefix="tapis-hub-") as folder:
            yield Path(folder) / "port"
        return
    if link.exists() and not link.is_symlink():
        raise UserError(f"tapis hub simulate: --link {link} is there already and is no link; name another.")
    if not link.parent.is_dir():
        raise UserError(f"tapis hub simulate: there is no folder {link.parent} for --link; make it first.")
    yield link


def _simulator(link: Path, args: argparse.Namespace) -> HubSimulator:
    try:
        return HubSimulator(link, args.pads, args.profile, args.seed)
    except OSError as error:
        raise UserError(f"tapis hub simulate: the port {link} cannot be made ({error.strerror}).") from error


def monitor(args: argparse.Namespace) -> None:
    with contextlib.closing(HubPads(None, port=args.port, serial_number=args.serial_number)) as hub:
        for event in hub.poll(time.monotonic()):  # not there to begin with; later it may come and go
            if isinstance(event, PadFault):
                raise UserError(f"tapis hub monitor: {event.message}")
        report = _Report(hub, every=args.all, as_json=args.json)
        began = time.monotonic()
        while args.seconds is None or time.monotonic() - began < args.seconds:
            time.sleep(TURN_S)
            now = time.monotonic()
            report.say(hub.poll(now), now - began)


class _Report:
    """Events as people or programs want to read them."""

    def __init__(self, hub: HubPads, every: bool, as_json: bool) -> None:
        self._hub, self._every, self._as_json = hub, every, as_json
        self._last: dict[object, object] = {}  # what was told of a pad, a reader, the hub
        self._dropped, self._dropped_at = (0, 0), 0.0

    def _is_news(self, about: object, told: object) -> bool:
        before, self._last[about] = self._last.get(about), told
        return before != told

    def say(self, events: Iterable[PadEvent], at: float) -> None:
        for event in events:
            match event:
                case PadFault(pad, fault, message):
                    self._print(at, pad, message, event="fault", fault=fault.value)
                case PadCured(pad, fault):
                    text = f"well again ({fault.value} is over)"
                    self._print(at, pad, text, event="cured", fault=fault.value)
                case Snapshot():
                    self._picture(event, at)
        hello = self._hub.hello
        if self._is_news("hub", hello is not None) and hello is not None:
            text = f"on {self._hub.path}: version {hello.version}, {hello.pads} pads, "
            text += f"up {hello.uptime} s, {hello.build}"
            self._print(at, None, text, event="hello", **hello._asdict(), port=self._hub.path)
        for pad, (_, _, state, chip, resets) in self._hub.readers.items():
            if self._is_news(("reader", pad), (state, chip, resets)):
                name = KNOWN_VERSIONS.get(chip, "unknown")
                text = f"reader {state}, chip 0x{chip:02x} ({name}), {resets} resets"
                self._print(at, pad, text, event="reader", state=state, chip=chip, resets=resets)
        corrupt, echoes = self._hub.dropped
        if (corrupt, echoes) != self._dropped and at - self._dropped_at >= DROPPED_EVERY_S:
            self._dropped, self._dropped_at = (corrupt, echoes), at
            text = f"dropped so far: {corrupt} corrupt lines, {echoes} of our own that came back"
            self._print(at, None, text, event="dropped", corrupt=corrupt, echoes=echoes)

    def _picture(self, seen: Snapshot, at: float) -> None:
        if self._is_news(seen.pad, (seen.uids, seen.complete)) or self._every or self._as_json:
            text = " and ".join(seen.uids) or ("empty" if seen.complete else "nothing readable")
            if self._every:
                text += f", the same for {seen.age:.2f} s and {seen.scans} scans"
            text += f", {seen.errors} errors" * bool(seen.errors)
            text += f", {seen.collisions} collisions" * bool(seen.collisions)
            fields = {name: getattr(seen, name) for name in Snapshot.__slots__ if name != "pad"}
            self._print(at, seen.pad, text, event="snapshot", **fields)

    def _print(self, at: float, pad: str | None, text: str, **fields: object) -> None:
        if self._as_json:
            say_json({"at": round(at, 3), "pad": pad, **fields})
        else:
            print(f"{at:8.2f}  {f'pad {pad}' if pad else 'hub':<6}  {text}", flush=True)


def flash_hub(args: argparse.Namespace) -> None:
    if args.wiring is not None:
        flash.check_wiring(args.wiring)
    if args.dry_run:
        for step in flash.steps(args.port or "PORT", args.wiring, keep_wiring=True):
            print(step)
        if args.wiring is None:
            print("# and wiring.txt, if the board has none")
        return
    flash.flash(args.port, args.serial_number, args.wiring, say=lambda text: print(text, flush=True))
