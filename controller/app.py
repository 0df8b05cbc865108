"""The table put together, and the one loop that runs it.

    with opened(config.load(), folder) as parts:
        app = App(parts, open_display("terminal", parts.file), kiosk)
        app.run()

A turn takes what pads, buttons and people said, lets the table rule, and shows what came of it: rims, beeps,
screen. Between turns the loop sleeps until something can be read or is due; docs/table.md says how often that
is. Time is monotonic; the clock on the wall only dates what is kept.
"""

from __future__ import annotations

import contextlib
import math
import os
import platform
import select
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from random import SystemRandom
from types import FrameType
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from controller import changes, decks, ports, power
from controller.backups import Backups
from controller.config import TableFile
from controller.enrolment import School
from controller.errors import UserError
from controller.export import sticks
from controller.history import DAY, History
from controller.host import Host, Machine
from controller.intents import HostIntent, Intent, SetLanguage
from controller.journal import Journal
from controller.logbook import Logbook
from controller.night import Night
from controller.notify import Service
from controller.registry import Registry
from controller.settings import Settings
from controller.storage import Folder, StorageError
from controller.table import Table
from controller.view import Effect, Light, Lit, Mode, Sound, TableView, Trouble
from engine.rules import Seat
from firmware.mfrc522 import KNOWN_VERSIONS
from hardware import effects
from hardware.build import Hardware, build
from hardware.effects import Beep, Colour, Rim
from hardware.hub import Hub
from hardware.pads import HardwareError, Snapshot
from hardware.simulated import SimulatedPads

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from controller.demo import Kiosk  # with all its bots, which a table without a demo never meets
    from controller.hands import Company
    from display.glass import Glass

GLANCE = 0.02  # seconds between two looks at what cannot wake us: threads, pins, animated rims
FRAME = 0.05  # and at a display that cannot
HAIL = 0.5  # a hub must hear from us so often
SETTLED = 10.0  # seconds until it is written down where a card was seen
RELEASED = 1.75e9  # seconds since the epoch: it cannot be earlier than this was written

RIMS = {
    Light.OFF: effects.OFF,
    Light.WAITING: effects.WAITING,
    Light.SEEN: effects.SEEN,
    Light.ACCEPTED: effects.ACCEPTED,
    Light.REFUSED: effects.REFUSED,
    Light.PICK_UP: effects.PICK_UP,
}
ZONES = {
    "blue": Colour(0, 60, 255),
    "yellow": Colour(255, 190, 0),
    "green": Colour(0, 255, 60),
    "centre": Colour(255, 255, 255),
    "trick": Colour(255, 255, 255),
    "renounce": Colour(160, 0, 255),
    "play": Colour(255, 255, 255),
    "pot": Colour(255, 90, 0),
}
SEVERAL_ZONES = Colour(255, 255, 255)  # a pad that stands for more than one: the screen asks
BEEPS = {
    Sound.ACCEPTED: Beep.ACCEPTED,
    Sound.REFUSED: Beep.REFUSED,
    Sound.HINT: Beep.ATTENTION,
    Sound.OVER: Beep.TRICK,
    Sound.TRICK: Beep.TRICK,
    Sound.ROUND: Beep.ROUND_OVER,
    Sound.WIN: Beep.WON,
}


# Displays


class Display(Protocol):
    """Shows the table to people and says what they want.

    Must: neither `draw` nor `intents` waits; `draw` with the view of the last time costs next to nothing;
          `intents` may be lazy: what it yields is ruled on before it is asked for the next; close() may be
          called twice.
    May:  be a Listener; have a `fileno()` to wait on, which may be None, and is then looked at only when
          something can be read there or the table has news; be Lively.
    """

    @property
    def wants_to_quit(self) -> bool: ...
    def draw(self, view: TableView, now: float) -> None: ...
    def intents(self, now: float) -> Iterable[Intent]: ...
    def close(self) -> None: ...


@runtime_checkable
class Listener(Protocol):
    """A display that wants to know of each sound and ruling, not only how things stand."""

    def hear(self, effect: Effect, view: TableView) -> None: ...


@runtime_checkable
class Lively(Protocol):
    """A display on which something moves by itself."""

    def next_wake(self, now: float) -> float | None:
        """When it wants to draw again; None: not before there is news."""


@runtime_checkable
class Adjustable(Protocol):
    """A display with loudspeakers, on a screen that some driver reaches."""

    @property
    def driver(self) -> str: ...
    def set_volume(self, volume: float) -> None: ...


@runtime_checkable
class Readable(Protocol):
    def fileno(self) -> int | None: ...


def look_at(display: Display, now: float) -> float | None:
    """When to look at it, if nothing can be read there and there is no news."""
    if isinstance(display, Lively):
        return display.next_wake(now)
    return None if isinstance(display, Readable) else now + FRAME


def readable(*parts: object) -> list[int]:
    """What a select can wait on."""
    numbers = [part.fileno() for part in parts if isinstance(part, Readable)]
    return [number for number in numbers if number is not None]


class NoDisplay:
    """Nothing to see and nobody to ask: a table with pads and lights only."""

    wants_to_quit = False

    def draw(self, view: TableView, now: float) -> None:
        pass

    def intents(self, now: float) -> Sequence[Intent]:
        return ()

    def fileno(self) -> int | None:
        return None

    def close(self) -> None:
        pass


def open_display(
    name: str | None,
    file: TableFile,
    glass: Glass | None = None,
    without: str = "--display none --json",
) -> Display:
    """The display of that name; in place of a window that cannot be opened, the terminal.

    *glass*: the screen, if it was opened before. *without*: the options of the command that go without one.
    """
    if name == "none":
        return NoDisplay()
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    patient = file.display.fullscreen and not terminal  # a table that starts by itself waits for its screen
    window, said = (None, "") if name == "terminal" else _window(file, patient, glass)
    if not (window or terminal):
        raise UserError(f"There is no screen and no terminal to show the table on: use {without}.")
    if said:
        print(said if window else f"{said} The table is shown in the terminal.", file=sys.stderr)
    return window or _terminal(file, instead=bool(said))


def _window(file: TableFile, patient: bool, glass: Glass | None) -> tuple[Display | None, str]:
    """The window, or None, and a sentence: how it reaches the screen, or why it does not."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # what we print belongs to us
    try:
        from display.glass import NoScreen
        from display.window import Window
    except ImportError as missing:
        return None, f"A window needs {missing.name}, which is not installed."
    look = file.display
    size = None if look.fullscreen else look.size
    try:
        window = Window.open(
            size,
            language=file.language,
            volume=look.volume / 100,
            kiosk=look.fullscreen,
            moves=look.motion,
            flat=look.orientation == "flat",
            patient=patient,
            glass=glass,
        )
    except NoScreen as error:
        return None, str(error)
    if not window.driver:
        return window, "No screen can be opened yet; the table goes by its lights until one is there."
    return window, f"The window uses the {window.driver} driver of SDL."


def _terminal(file: TableFile, instead: bool) -> Display:
    from rich.console import Console

    from display.terminal import Terminal, TtyKeys

    return Terminal(Console(), TtyKeys(), file.language, instead)


# The parts


@dataclass(frozen=True)
class Parts:
    """Everything of a table but its display, opened."""

    file: TableFile  # with what the host changed on the screen
    owners: TableFile  # as its owner wrote it
    folder: Path
    table: Table
    hardware: Hardware
    registry: Registry
    backups: Backups
    log: Logbook
    notices: Sequence[str]  # what the host must hear: a file that was set aside
    wall: Callable[[], float] = time.time
    company: Company | None = None  # simulated hardware: whoever plays there by hand, and bots


@contextlib.contextmanager
def opened(
    file: TableFile,
    folder: Path,
    clock: Callable[[], float] = time.monotonic,
    wall: Callable[[], float] = time.time,
    *,
    by_hand: bool = False,
) -> Iterator[Parts]:
    """The table that *file* describes, with what its data folder keeps; HardwareError or UserError.

    *by_hand*: simulated pads, if it has such, are a table to play on.
    """
    with Folder.open(folder) as data, _logged(Logbook(folder, wall, clock, _warn), file) as log:
        owners, damage = file, list[str]()
        try:
            file = changes.in_force(owners, folder)
        except UserError:
            damage.append(changes.set_aside(folder))
        history = History(data, wall, file.timings.guests_days)
        journal = Journal(data, history, wall)
        registry = Registry(data, wall)
        known = decks.load(folder)
        _forget_the_long_gone(file, history, journal, wall())
        settings = file.settings(decks.owned(folder))
        with contextlib.closing(build(file.wiring, clock=clock)) as hardware:
            school = School(registry, known)
            pads = hardware.pads if by_hand and isinstance(hardware.pads, SimulatedPads) else None
            known_tags: ports.Registry = registry
            if pads:
                from controller.hands import Decks

                known_tags = Decks(registry)
                settings = replace(settings, ninja_lapse=0.0)  # it is known here who has more to lay
            clocks = tuple(_about_the_clock(history, wall()))
            notices = (*data.notices, *damage, *clocks)
            news = [Trouble("set-aside", detail=notice) for notice in (*data.notices, *damage)]
            news += [Trouble("clock", detail=notice) for notice in clocks]
            table = Table(settings, known_tags, journal, history, school, now=clock(), label=guest, news=news)
            for notice in notices:
                log.note("notice", text=notice)
            company = _company(table, pads, settings, data) if pads else None
            with contextlib.closing(Backups(data, wall, clock())) as backups:
                yield Parts(
                    file, owners, folder, table, hardware, registry, backups, log, notices, wall, company
                )
            with contextlib.suppress(UserError):  # where cards were seen is a help, no more
                registry.flush()


@contextlib.contextmanager
def _logged(log: Logbook, file: TableFile) -> Iterator[Logbook]:
    """From start to stop; whatever ends it otherwise is written down and goes on."""
    pads = [pad.name for pad in file.wiring.pads]
    log.note("start", **versions(), backend=file.wiring.backend, pads=pads, language=file.language)
    log.write()
    try:
        yield log
        log.note("stop")
    except (HardwareError, StorageError) as error:
        log.note("stop", why=str(error))
        raise
    except UserError as error:  # its sentence may be about somebody
        log.note("stop", why=type(error).__name__)
        raise
    except Exception as error:
        log.crash(error)
        raise
    except BaseException as error:
        log.note("stop", why=type(error).__name__)
        raise
    finally:
        log.write()


def _warn(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def versions() -> dict[str, str]:
    return {"tapis": version("tapisvert"), "python": platform.python_version(), "system": platform.platform()}


def _company(table: Table, pads: SimulatedPads, settings: Settings, data: Folder) -> Company:
    from controller.dealing import Deals
    from controller.hands import Company

    return Company(table, pads, settings.zones, Deals(data), SystemRandom())


def _forget_the_long_gone(file: TableFile, history: History, journal: Journal, now: float) -> None:
    """Names expire while the table is off, too. If that cannot be written it is tried at the next start."""
    with contextlib.suppress(UserError):
        history.expire()
        journal.forget_names(before=now - file.timings.guests_days * DAY)


def _about_the_clock(history: History, now: float) -> Iterator[str]:
    """A Pi has no clock of its own: until somebody sets it, it may stand anywhere."""
    last = max((played.ended for played in history.matches(limit=1)), default=RELEASED)
    if now < max(last, RELEASED):
        yield (
            "The clock of this machine is behind: set it, or the dates of matches will be wrong; "
            "nothing else depends on it."
        )


def welcome(parts: Parts, display: Display, kiosk: Kiosk | None, executor: Executor, now: float) -> Host:
    """The host of this table, who may set what this machine has."""
    fullscreen = parts.file.display.fullscreen

    def set_volume(volume: int) -> None:
        if isinstance(display, Adjustable):
            display.set_volume(volume / 100)

    def set_attract(after: float) -> None:
        if kiosk:
            kiosk.after = after or math.inf

    machine = Machine(
        set_volume=set_volume,
        set_attract=set_attract,
        chips=lambda: {pad: chip(number) for pad, number in parts.hardware.versions.items()},
        sticks=sticks,
        offers=("quit", "poweroff", "reboot") if power.can_switch_off(fullscreen) else ("quit",),
        switch_off=power.order,
        driver=display.driver if isinstance(display, Adjustable) else "",
    )
    return Host(parts.table, parts.registry, parts.owners, parts.folder, machine, executor, now=now)


def chip(version: int) -> str:
    """A reader by the version its chip reports."""
    return f"{KNOWN_VERSIONS.get(version, '?')} (0x{version:02x})"


def guest(seat: Seat, language: str) -> str:
    """What a guest without a name is called."""
    from display.words import Words

    return Words(language).label(seat)


# The loop


class App:
    def __init__(
        self, parts: Parts, display: Display, kiosk: Kiosk | None = None, host: Host | None = None
    ) -> None:
        self.turns = 0  # so often the loop has come round
        self._table = parts.table
        self._hardware = parts.hardware
        self._registry = parts.registry
        self._backups = parts.backups
        self._log = parts.log
        self._company = parts.company
        self._display = display
        self._kiosk = kiosk
        self._host = host
        self._file = parts.file
        self._night = Night(lambda: self.file.kiosk, parts.wall)
        self._flush_at: float | None = None  # when to write down where cards were seen

    def turn(self, now: float) -> None:
        """Whatever came in is ruled on, and then shown."""
        self.turns += 1
        table, hardware, display = self._table, self._hardware, self._display
        events = hardware.pads.poll(now)
        pressed = hardware.buttons(now)
        dark = self._night.is_dark(now, table.view)
        attracted = dark or bool(self._kiosk and self._kiosk.view)  # then a touch means: we want to play
        cards = any(isinstance(event, Snapshot) and event.uids for event in events)
        somebody = cards or bool(pressed)
        if events:
            table.pads(events, now)
            if self._host:
                self._host.pads(events, now)
        for button in pressed:
            table.press(button.value, now)
        self._pass_on()
        for intent in display.intents(now):
            somebody = True
            if not attracted:
                self._handle(intent, now)
                self._pass_on()
        if self._host and self._host.busy:
            self._host.tick(now)
            self._pass_on()
        due = table.next_wake(now)
        if due is not None and due <= now:
            table.tick(now)
            self._pass_on()
        if self._company:
            self._company.act(now)
            self._pass_on()
        if somebody:
            self._night.somebody(now)
        self._attend(somebody or dark, now)
        self._write_down(cards, now)
        hardware.tick(now)
        display.draw(self._shown(now), now)
        self._back_up(now)
        self._log.look(table.view)
        self._log.write()

    def _shown(self, now: float) -> TableView:
        """The demo has no guests and no memory of its own: it tells who won here."""
        demo, view = self._kiosk and self._kiosk.view, self._table.view
        if self._company:
            view = self._company.look(view)
        if self._night.is_dark(now, view):
            return replace(view, dark=True)
        if demo:
            return replace(demo, last=view.last, language=view.language)
        return self._host.shown(view) if self._host else view

    @property
    def file(self) -> TableFile:
        """The table file in force."""
        return self._host.file if self._host else self._file

    def _handle(self, intent: Intent, now: float) -> None:
        if self._host:
            self._host.handle(intent, now)
        ours = isinstance(intent, HostIntent) or (self._company and self._company.handle(intent, now))
        if not ours:
            self._table.handle(intent, now)

    def _pass_on(self) -> None:
        """To rims, buzzer and display what there is to show."""
        self._log.look(self._table.view)
        for effect in (*self._table.effects(), *(self._host.effects() if self._host else ())):
            match effect:
                case Lit(pad):
                    self._hardware.light(pad, rim(effect))
                case Sound() if self.file.display.volume:
                    self._hardware.beep(BEEPS[effect])
            self._log.hear(effect)
            if isinstance(self._display, Listener):
                self._display.hear(effect, self._table.view)

    def _attend(self, somebody: bool, now: float) -> None:
        if self._kiosk:
            hosted = self._host is not None and self._host.busy
            if somebody or hosted or self._table.view.mode is not Mode.IDLE:
                self._kiosk.somebody(now)
                return
            before = self._kiosk.view
            self._kiosk.turn(now)
            if self._kiosk.view and not before:  # whoever chose another language has left
                self._table.handle(SetLanguage(self.file.language), now)

    def _write_down(self, cards: bool, now: float) -> None:
        if cards and self._flush_at is None:
            self._flush_at = now + SETTLED
        elif self._flush_at is not None and now >= self._flush_at:
            self._flush_at = None
            with contextlib.suppress(UserError):  # it is kept for the next time
                self._registry.flush()

    def _back_up(self, now: float) -> None:
        self._backups.turn(now, self._table.view)
        while self._backups.said:
            said = self._backups.said.pop()
            self._log.note("notice", text=said)
            _warn(said)

    def rest(self, now: float) -> float | None:
        """For how long nothing is due; None: not before something can be read."""
        due = [self._table.next_wake(now), self._flush_at, self._kiosk.next_wake() if self._kiosk else None]
        due += [self._backups.next_wake(self._table.view), self._night.next_wake(now)]
        due += [look_at(self._display, now)]
        due += [self._host.next_wake(now)] if self._host else []
        due += [self._company.next_wake] if self._company else []
        due += [now + glance for glance in self._glances()]
        return max(0.0, min(at for at in due if at is not None) - now) if due != [None] * len(due) else None

    def _glances(self) -> Iterator[float]:
        match self._hardware.pads:
            case Hub():
                yield HAIL
            case SimulatedPads():
                pass  # nothing lies there that this loop did not lay
            case _:
                yield GLANCE
        if self._hardware.panel:
            yield GLANCE

    def _readable(self) -> list[int]:
        return readable(self._hardware.pads, self._display)

    @property
    def wants_to_quit(self) -> bool:
        return self._display.wants_to_quit or (self._host is not None and self._host.wants_to_quit)

    def run(self, clock: Callable[[], float] = time.monotonic, service: Service | None = None) -> None:
        """Until the display wants to quit, or the system wants us to; *service* hears how it goes."""
        service = service or Service(None)
        with Signals() as signals:
            self._display.draw(self._table.view, clock())
            self.turn(clock())
            service.ready(clock())
            while not (self.wants_to_quit or signals.stopped):
                now = clock()
                service.turned(now, not self._hardware.stalled(now), self._doing())
                rests = [rest for rest in (self.rest(now), service.rest(now)) if rest is not None]
                select.select([signals.fileno(), *self._readable()], [], [], min(rests, default=None))
                self.turn(clock())
            service.stopping()

    def _doing(self) -> str:
        """For whoever keeps the machine: no names of guests."""
        match = self._table.view.match
        return f"playing {match.game}" if match else "waiting for players"


def rim(lit: Lit) -> Rim:
    """How a rim shines that says so."""
    if lit.light is Light.ZONE:
        return effects.zone(ZONES.get(lit.zone or "", SEVERAL_ZONES))
    return RIMS[lit.light]


class Signals:
    """SIGTERM and SIGINT end the loop in order, wherever it is; a select that waits on this wakes up."""

    def __init__(self) -> None:
        self.stopped = False
        self._read, self._write = os.pipe()

    def __enter__(self) -> Signals:
        os.set_blocking(self._write, False)
        self._wakeup = signal.set_wakeup_fd(self._write)
        self._before = {each: signal.signal(each, self._stop) for each in (signal.SIGTERM, signal.SIGINT)}
        return self

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopped = True

    def fileno(self) -> int:
        return self._read

    def __exit__(self, *_: object) -> None:
        for each, handler in self._before.items():
            signal.signal(each, handler)
        signal.set_wakeup_fd(self._wakeup)
        os.close(self._read)
        os.close(self._write)
