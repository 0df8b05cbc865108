"""A look at everything the table needs: each line is ok, a warning or a fault, and says what to do."""

from __future__ import annotations

import argparse
import grp
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple

from controller.cards import decks, registry
from controller.errors import UserError
from controller.settings import host_settings, rows, table_file
from controller.storage import history, journal, log
from controller.storage.database import StorageError
from controller.storage.folder import Folder
from engine import games
from engine.cards import Deck
from hardware import backends, effects
from hardware.build import Hardware, build
from hardware.pads import Fault, HardwareError, PadCured, PadFault, PadReader, Snapshot
from hardware.pins import spoken
from hardware.wiring import Wiring

PATIENCE_S = 5.0  # a hub that was just plugged in takes four to speak
TURN_S = 0.02
LIT_S = 1.5  # the lights shine at least, to be looked at
MEGABYTE = 1_000_000
LITTLE_BYTES, TOO_LITTLE_BYTES = 500 * MEGABYTE, 50 * MEGABYTE  # free disk space
WEEK_S = 7 * 24 * 60 * 60.0
LOG_LINES = 10_000  # all that a log keeps
WRITTEN = 1_735_689_600.0  # 2025: no clock that is right says an earlier time
SET_CLOCK = "set it with sudo date -s."

DATABASES = {"running": journal.MIGRATIONS, "history": history.MIGRATIONS, "registry": registry.MIGRATIONS}
Faults = dict[tuple[str | None, Fault], str]  # of a pad, or of what they are all on; a sentence


class Line(NamedTuple):
    state: Literal["ok", "warning", "fault"]
    part: str
    text: str


ok, warning, fault = partial(Line, "ok"), partial(Line, "warning"), partial(Line, "fault")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object")
    table_file.options(parser)


def run(args: argparse.Namespace) -> int:
    lines = []
    for line in self_test(args):
        lines.append(line)
        if not args.json:
            print(printed(line), flush=True)
    broken = any(line.state == "fault" for line in lines)
    if args.json:
        print(json.dumps({"ok": not broken, "lines": [line._asdict() for line in lines]}, ensure_ascii=False))
    return int(broken)


def printed(line: Line) -> str:
    return f"{line.state:<8} {line.part:<12} {line.text}"


def self_test(args: argparse.Namespace) -> Iterator[Line]:
    try:
        table = table_file.chosen(args)
    except UserError as error:
        yield fault("table file", str(error))
        yield from check_display(sys.executable)
        return
    yield ok("table file", str(table.path or "the built-in one"))
    folder = table_file.data_folder(args.data, table)
    yield from check_changes(table, folder)
    held = yield from check_data(folder)
    yield from check_decks(folder, real=not table.wiring.simulated)
    if held:
        yield warning("hardware", "A table is running and uses it: stop that, then check again.")
    else:
        yield from check_hardware(table.wiring, lambda: build(table.wiring), time.monotonic, time.sleep)
    yield from (warning("readers", sentence) for sentence in backends.load_all()[1])
    yield from (warning("games", sentence) for sentence in games.left_out())
    yield from check_display(sys.executable)
    yield from check_sound(sys.executable, table[rows.VOLUME])
    yield from check_clock(time.time(), folder)
    yield from check_log(time.time(), folder)


def check_changes(table: table_file.TableFile, folder: Path) -> Iterator[Line]:
    """What the host set on the screen, if anything."""
    try:
        host_settings.in_force(table, folder)
        keys = ", ".join(host_settings.load(folder))
    except UserError as error:
        yield warning("table file", str(error))
        return
    if keys:
        yield ok("table file", f"{host_settings.path(folder)} goes before it: {keys}")


def check_data(folder: Path) -> Generator[Line, None, bool]:
    """Its lines; returns whether a table holds the folder."""
    held = False
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if there == folder:
        try:
            Folder.open(folder).close()
            yield ok("data folder", str(folder))
        except StorageError as error:
            held = error.code == "in-use"
            yield ok("data folder", f"{folder}, in use") if held else fault("data folder", str(error))
    elif there.is_dir() and os.access(there, os.W_OK):
        yield ok("data folder", f"{folder}, made when it is needed")
    else:
        text = f"{folder} cannot be made: make {there} writable, or choose another folder with --data."
        yield fault("data folder", text)
    yield _check_space(there)
    yield from (_check_database(folder, name) for name in DATABASES if (folder / f"{name}.db").exists())
    for aside in sorted(folder.glob("*.damaged-*.db")):
        yield warning("database", f"{aside} was damaged and set aside: keep it for help, or remove it.")
    return held


def _check_space(folder: Path) -> Line:
    free = shutil.disk_usage(folder).free
    text = f"{free // MEGABYTE} MB free"
    if free < TOO_LITTLE_BYTES:
        return fault("disk", f"{text}: make room.")
    return warning("disk", f"{text}: make room soon.") if free < LITTLE_BYTES else ok("disk", text)


def _check_database(folder: Path, name: str) -> Line:
    try:
        with Folder.beside(folder) as beside:
            beside.database(name, DATABASES[name])
            made = beside.backed_up(name)
    except StorageError as error:
        return fault("database", str(error))
    return ok("database", f"{name}.db is sound, {f'backed up {_when(made)}' if made else 'no backup yet'}")


def _when(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def check_decks(folder: Path, *, real: bool) -> Iterator[Line]:
    try:
        known = decks.load(folder)
    except UserError as error:
        yield fault("decks", str(error))
        return
    taught: dict[tuple[str, int], set[str]] = {}
    if (folder / "registry.db").exists():
        try:
            with Folder.beside(folder) as beside:
                taught = registry.Registry(beside, time.time).taught()
        except StorageError:
            return  # said already, as a fault of the database
    if real and not taught:
        yield warning("decks", f"No card is taught, so none is recognised: tapis enrol {next(iter(known))}.")
        return
    for name, deck in known.items():
        copies = {copy: cards for (its_deck, copy), cards in sorted(taught.items()) if its_deck == name}
        yield _check_deck(deck, copies)
        if copies and (missing := len(decks.undecided(deck))):
            text = f"{missing} numbers of {name} have unknown colours: complete {folder}/decks/{name}.toml."
            yield warning("decks", text)


def _check_deck(deck: Deck, copies: dict[int, set[str]]) -> Line:
    if not copies:
        return ok("decks", f"{deck.name}: not taught; tapis enrol {deck.name} begins")
    for copy, cards in copies.items():
        if len(cards) < len(deck):
            text = f"{deck.name}, copy {copy}: {len(cards)} of {len(deck)} cards are taught: "
            return warning("decks", f"{text}tapis enrol {deck.name} --copy {copy} goes on.")
    return ok("decks", f"{deck.name}: all {len(deck)} cards are taught, copy {', '.join(map(str, copies))}")


def check_hardware(
    wiring: Wiring,
    open_hardware: Callable[[], Hardware],
    clock: Callable[[], float],
    sleep: Callable[[float], object],
) -> Iterator[Line]:
    try:
        hardware = open_hardware()
    except HardwareError as error:
        yield fault("hardware", str(error))
        return
    with closing(hardware):
        for pad in hardware.pads.pads:
            hardware.light(pad, effects.WAITING)
        hardware.beep(effects.Beep.ATTENTION)
        read, faults = _listen(hardware, 0.0 if wiring.simulated else LIT_S, clock, sleep)
        yield from _check_readers(wiring, hardware.pads, read, faults)
        yield from _check_buttons(wiring, hardware)
        if not any(pad is None for pad, _ in faults):
            yield from _check_effects(wiring, hardware.pads)


def _listen(
    hardware: Hardware, at_least: float, clock: Callable[[], float], sleep: Callable[[float], object]
) -> tuple[set[str], Faults]:
    """The pads that were read, and faults, once all were heard for *at_least* seconds or patience is over."""
    read, faults, began = set[str](), Faults(), clock()
    while (now := clock()) - began < PATIENCE_S:
        for event in hardware.pads.poll(now):
            match event:
                case Snapshot(pad=pad):
                    read.add(pad)
                case PadFault(pad, fault, message):
                    faults[pad, fault] = message
                case PadCured(pad, fault):
                    faults.pop((pad, fault), None)
        hardware.tick(now)
        settled = {*read, *(pad for pad, _ in faults)} >= set(hardware.pads.pads)
        if settled and now - began >= at_least:
            break
        sleep(TURN_S)
    return read, faults


def _check_readers(wiring: Wiring, reader: PadReader, read: set[str], faults: Faults) -> Iterator[Line]:
    for finding in reader.self_check():
        yield Line(finding.state, reader.part, finding.text)
    for (name, _), message in faults.items():
        if name is None:
            yield fault(reader.part, message)
            return
    for pad in wiring.pads:
        if silent := faults.get((pad.name, Fault.SILENT)):
            yield fault("readers", silent)
        elif unknown := faults.get((pad.name, Fault.UNKNOWN_CHIP)):
            yield warning("readers", unknown)
        elif pad.name not in read:
            text = f"Pad {pad.name} was not read within {PATIENCE_S:g} s: check its leads and its supply."
            yield fault("readers", text)
        else:
            about = ", ".join(filter(None, [reader.versions.get(pad.name), pad.about]))
            yield ok("readers", f"pad {pad.name} reads" + (f": {about}" if about else ""))


def _check_buttons(wiring: Wiring, hardware: Hardware) -> Iterator[Line]:
    pins = wiring.panel_pins()
    held = hardware.panel.held if hardware.panel else []
    for button, gpio in pins.buttons.items():
        if button in held:
            text = f"{button.value} on {spoken(gpio)} is down: let go of it, or look where it touches ground."
            yield warning("buttons", text)
        else:
            yield ok("buttons", f"{button.value} on {spoken(gpio)}")
    if not pins.buttons:
        yield ok("buttons", "none in the table file: the screen has them all")


def _check_effects(wiring: Wiring, reader: PadReader) -> Iterator[Line]:
    pins = wiring.panel_pins()
    lit = ", ".join(pins.rims or (reader.pads if reader.has_rims else ()))
    shone = lit and f"the rims of {lit} breathed white just now, if they are well"
    yield ok("lights", "simulated" if wiring.simulated else shone or "none in the table file")
    if pins.buzzer is not None:
        yield ok("buzzer", f"on {spoken(pins.buzzer)}: two short tones just now, if it is well")


NO_SCREEN = "No screen can be opened, so the terminal display is used"

# In a process of its own: opening a screen can take a driver down, and this one with it.
_ASK_SDL = """
import pygame
from display.window.screen import NoScreen, Screen
screen = Screen((320, 200))
try:
    screen.open()
except NoScreen as error:
    raise SystemExit(error.why)
wide, high = pygame.display.get_desktop_sizes()[0]
sdl = ".".join(map(str, pygame.get_sdl_version()))
print(screen.driver, f"{wide}x{high}", sdl, pygame.version.ver)
"""

_ASK_SOUND = """
from display.sound.sounds import Sounds
sounds = Sounds(1.0)
sounds.open()
raise SystemExit(sounds.silent)
"""
SLOW_S = 20


def check_display(python: str) -> Iterator[Line]:
    if importlib.util.find_spec("pygame") is None:
        yield warning("display", f"{NO_SCREEN} (pygame is missing): pip install pygame.")
        return
    asked = _ask(python, _ASK_SDL)
    if asked is None:
        yield fault("display", f"The screen does not open within {SLOW_S} s: restart the machine.")
        return
    if asked.returncode:
        why = (asked.stderr.strip().splitlines() or [f"exit code {asked.returncode}"])[-1]
        yield warning("display", f"{NO_SCREEN} ({why.rstrip('.')}): connect one.")
        return
    driver, size, sdl, version = asked.stdout.split()
    if driver in ("dummy", "offscreen"):
        yield warning("display", f"{NO_SCREEN} (SDL {sdl} driver {driver}): connect one.")
        return
    yield ok("display", f"SDL {sdl} driver {driver}, {size}, pygame {version}")
    if driver.upper() == "KMSDRM" and not _is_in_group("input"):
        text = "You are not in group input, so no touch is heard: sudo adduser $USER input, and log in again."
        yield fault("display", text)


def _is_in_group(name: str) -> bool:
    try:
        return os.getuid() == 0 or grp.getgrnam(name).gr_gid in os.getgroups()
    except KeyError:  # there is no such group here
        return True


def check_sound(python: str, volume: int) -> Iterator[Line]:
    if not volume:
        yield ok("sound", "off in the table file: everything is also to be seen")
        return
    asked = _ask(python, _ASK_SOUND)
    if asked is None or asked.returncode:
        text = "No loudspeaker is found, so all is silent: connect one, or set volume = 0 in the table file."
        yield warning("sound", text)
    else:
        yield ok("sound", f"a loudspeaker is found, volume {volume}")


def _ask(python: str, code: str) -> subprocess.CompletedProcess[str] | None:
    """What a process of its own says; None: nothing, for too long."""
    try:
        return subprocess.run([python, "-c", code], capture_output=True, text=True, timeout=SLOW_S)
    except subprocess.TimeoutExpired:
        return None


def check_clock(now: float, folder: Path) -> Iterator[Line]:
    newest, shown = max((path.stat().st_mtime for path in folder.glob("*.db")), default=0.0), _when(now)
    if now < WRITTEN:
        yield warning("clock", f"It is not {shown}: connect the table to a network once, or {SET_CLOCK}")
    elif newest > now + 3600:
        yield warning("clock", f"It is {shown}, but the last match is of {_when(newest)}: {SET_CLOCK}")
    else:
        yield ok("clock", shown)


def check_log(now: float, folder: Path) -> Iterator[Line]:
    paths = log.files(folder)
    lines = map(_parsed, log.last_lines(folder, LOG_LINES))
    crashed = [line["at"] for line in lines if line["what"] == "crash"][-1:]
    if crashed >= [time.strftime("%Y-%m-%d", time.gmtime(now - WEEK_S))]:
        yield warning("log", f"The table broke down, last on {crashed[0]}: send what tapis support writes.")
    elif paths:
        kilobytes = sum(path.stat().st_size for path in paths) // 1000
        yield ok("log", f"{kilobytes} kB in {paths[0]}")


def _parsed(line: str) -> dict[str, str]:
    with suppress(ValueError):
        found = json.loads(line)
        if isinstance(found, dict) and {"at", "what"} <= found.keys():
            return found
    return {"at": "", "what": ""}  # half a line: the power went
