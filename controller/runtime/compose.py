"""The parts of a table, opened and put together: what its file describes, with what its data folder keeps.

with opened(config.load(), folder) as parts:
    parts.table.handle(intent, now)
"""

from __future__ import annotations

import contextlib
import math
import platform
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, NamedTuple

from controller import ports
from controller.cards import decks
from controller.cards.enrolment import DeckTeaching
from controller.cards.registry import Registry
from controller.errors import UserError
from controller.runtime import systemd
from controller.runtime.crashes import MOST, Crashes, surprised
from controller.runtime.displays import Adjustable, Display
from controller.runtime.export import list_sticks
from controller.runtime.host import Host, Machine
from controller.settings import host_settings, rows
from controller.settings.table_file import TableFile
from controller.storage.backups import Backups
from controller.storage.database import StorageError
from controller.storage.disk import Disk
from controller.storage.expiry import Expiry
from controller.storage.folder import Connect, Folder
from controller.storage.history import DAY, History
from controller.storage.journal import Journal
from controller.storage.log import Log
from controller.storage.stand_in import stand_in
from controller.table.settings import Settings
from controller.table.table import Table
from controller.view import Trouble
from engine import games
from engine.rules import Seat
from hardware.build import Hardware, NoPads, build
from hardware.pads import HardwareError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from controller.simulation.dealing import Deals
    from controller.simulation.demo import AttractMode  # its bots are loaded only for a demo
    from controller.simulation.players import Players

RELEASED = 1.75e9  # seconds since the epoch: it cannot be earlier than this was written
CRASHED_AGAIN = (
    "The table broke down twice: it starts without what was played (it is safe), and keeps nothing "
    "new; send what tapis support writes."
)
BEHIND = "The clock of this machine is behind: set it, or the dates of matches will be wrong;"


@dataclass(frozen=True)
class Parts:
    """Everything of a table but its display, opened."""

    file: TableFile  # with what the host changed on the screen
    owners: TableFile  # as its owner wrote it
    folder: Path
    table: Table
    hardware: Hardware
    registry: Registry
    teaching: DeckTeaching
    backups: Backups
    log: Log
    notices: Sequence[str]  # what the host must hear: a file that was set aside
    disk: Disk
    crashes: Crashes
    clock: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    players: Players | None = None  # simulated hardware: players by hand, and bots


@contextlib.contextmanager
def opened(
    file: TableFile,
    folder: Path,
    clock: Callable[[], float] = time.monotonic,
    wall: Callable[[], float] = time.time,
    *,
    by_hand: bool = False,
    matches: bool = True,
    without_pads: bool = False,
    disk: Disk | None = None,
    said: Sequence[str] = (),
) -> Iterator[Parts]:
    """The table that *file* describes, with what its data folder keeps; HardwareError or UserError.

    *by_hand*: simulated pads, if it has such, are a table to play on. Without *matches* those that are kept
    stay untouched, as if nothing had ever been played; nor are they if the last starts broke down over them.
    *without_pads*: if they cannot be opened there are none. *said* is what was left out of the table file.

    Whatever cannot be used is set aside or done without, and is among the notices. A folder that cannot be
    written has a stand-in, unless there are no *matches*: then there is only something to be taught.
    """
    disk, crashes = disk or Disk(clock), Crashes(folder)
    again = crashes.count >= MOST
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.closing(disk))
        owners = file
        file, _, damage = host_settings.mend(owners, folder)
        days = file[rows.GUESTS_DAYS]
        open_books = partial(_books, wall=wall, days=days, by_hand=by_hand, matches=matches and not again)
        kept = stack.enter_context(_kept(folder, disk.connect, open_books, must=not matches))
        data, history, journal, registry, deals = kept
        log = stack.enter_context(_logged(Log(folder, wall, clock, warn), file, crashes))
        owned, deck_damage = decks.mend(folder)
        known = decks.shipped() | owned
        newest = history.newest()
        history.expiry = Expiry(data, wall, newest)
        with contextlib.suppress(UserError):  # names expire while the table is off, too; or at the next start
            if history.expire():
                journal.forget_names(before=wall() - days * DAY)
        settings = Settings.of(file, owned)
        with contextlib.closing(_hardware(file, clock, without_pads)) as hardware:
            teaching = DeckTeaching(registry, known)
            hands = hardware.pads.hands if by_hand else None
            players: Players | None = None
            known_tags: ports.Registry = registry
            if hands:
                from controller.simulation.laying import SimulatedTags
                from controller.simulation.players import Players
                from controller.simulation.thinking import Thinking

                known_tags = SimulatedTags(registry)
                # It is known here who has more to lay.
                settings = replace(settings, lapses=dict.fromkeys(settings.zones, 0.0))
            aside = (*data.notices, *filter(None, [damage]), *deck_damage)
            news = [Trouble("set-aside", detail=notice) for notice in aside]
            news += [Trouble("moves-lost", detail=gap) for gap in data.gaps]
            news += [Trouble("table-file", detail=sentence) for sentence in said]
            if wall() < max(newest or RELEASED, RELEASED):  # until it is set, a Pi's may stand anywhere
                news.append(Trouble("clock", detail=f"{BEHIND} nothing else depends on it."))
            news += [Trouble("left-out", detail=sentence) for sentence in games.left_out()]
            if again:
                news.append(Trouble("crashed-again", detail=CRASHED_AGAIN))

            def make_table() -> Table:
                return Table(
                    settings, known_tags, journal, history, teaching, now=clock(), label=guest, news=news
                )

            try:
                table = make_table()
            except Exception as error:  # over the match that was being played: it is left, to be looked at
                running = journal.running()
                if running is None:
                    raise
                log.crash(error)
                journal.park(running.match)
                news.append(Trouble("crashed", detail=surprised(error)))
                table = make_table()
            notices = tuple(
                trouble.detail
                for trouble in table.view.troubles
                if trouble in news or trouble.code == "not-kept"
            )
            for notice in notices:
                log.note("notice", text=notice)
            if hands and deals:
                thinking = stack.enter_context(contextlib.closing(Thinking()))
                players = Players(table, hands, settings.zones, deals, SystemRandom(), thinking=thinking)
            backups = Backups(data, wall, clock())
            parts = Parts(
                file,
                owners,
                folder,
                table,
                hardware,
                registry,
                teaching,
                backups,
                log,
                notices,
                disk,
                crashes,
                clock,
                wall,
                players,
            )
            with contextlib.closing(backups):
                yield parts
            with contextlib.suppress(UserError):  # where cards were seen is a help, no more
                registry.flush()


class _Kept(NamedTuple):
    data: Folder
    history: History
    journal: Journal
    registry: Registry
    deals: Deals | None  # of simulated hands


def _books(data: Folder, wall: Callable[[], float], days: int, by_hand: bool, matches: bool) -> _Kept:
    played = data if matches else Folder.in_memory()
    history = History(played, wall, days)
    journal, registry, deals = Journal(played, history, wall), Registry(data, wall), None
    if by_hand:
        from controller.simulation.dealing import Deals

        deals = Deals(data)
    return _Kept(data, history, journal, registry, deals)


@contextlib.contextmanager
def _kept(
    folder: Path, connect: Connect, open_books: Callable[[Folder], _Kept], must: bool
) -> Iterator[_Kept]:
    """What is kept, opened: in the folder, or in a stand-in for one that cannot be used unless it *must*."""
    with contextlib.ExitStack() as stack:
        try:
            kept = open_books(stack.enter_context(Folder.open(folder, connect)))
        except StorageError as error:
            stack.close()
            if error.code == "in-use" or must:
                raise
            kept = open_books(stack.enter_context(stand_in(folder, error, connect)))
        yield kept


def _hardware(file: TableFile, clock: Callable[[], float], without_pads: bool) -> Hardware:
    try:
        return build(file.wiring, clock=clock)
    except HardwareError as error:
        if not without_pads:
            raise
        return Hardware(NoPads([pad.name for pad in file.wiring.pads], str(error)), None)


@contextlib.contextmanager
def _logged(log: Log, file: TableFile, crashes: Crashes) -> Iterator[Log]:
    """From start to stop; whatever ends it otherwise is written down and goes on."""
    pads = [pad.name for pad in file.wiring.pads]
    log.note("start", **versions(), backend=file.wiring.backend, pads=pads, language=file.language)
    log.write()
    try:
        yield log
        crashes.clear()
        log.note("stop")
    except BaseException as error:
        if isinstance(error, (HardwareError, StorageError)):
            log.note("stop", why=str(error))
        elif isinstance(error, Exception) and not isinstance(error, UserError):
            log.crash(error)
            crashes.add()
        else:  # a UserError's sentence may name a guest
            log.note("stop", why=type(error).__name__)
        raise
    finally:
        log.write()


def warn(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def versions() -> dict[str, str]:
    return {"tapis": version("tapisvert"), "python": platform.python_version(), "system": platform.platform()}


def make_host(
    parts: Parts, display: Display, attract: AttractMode | None, executor: Executor, now: float
) -> Host:
    """The host of this table, who may set what this machine has."""

    def set_volume(percent: int) -> None:
        if isinstance(display, Adjustable):
            display.set_volume(percent / 100)

    def set_demo_after(after: float) -> None:
        if attract:
            attract.after = after or math.inf

    off = systemd.can_switch_off(parts.file[rows.FULLSCREEN])
    machine = Machine(
        set_volume=set_volume,
        set_demo_after=set_demo_after,
        chips=lambda: parts.hardware.pads.versions,
        sticks=list_sticks,
        offers=("quit", "poweroff", "reboot") if off else ("quit",),
        switch_off=systemd.switch_off,
        driver=display.driver if isinstance(display, Adjustable) else "",
    )
    return Host(parts.table, parts.registry, parts.owners, parts.folder, machine, executor, now=now)


def guest(seat: Seat, language: str) -> str:
    """What a guest without a name is called."""
    from display.text.words import Words

    return Words(language).label(seat)
