"""The host of the house: behind a PIN, the few things about a table that its owner sets on the screen.

    host = Host(parts, machine, executor, now=clock())
    host.handle(OpenHost(), now); host.handle(TryPin("2468"), now)
    host.tick(now)                         # when host.next_wake(now) has come
    draw(host.shown(table.view))

A wrong PIN makes the next one wait, longer each time; how often is on disk before a PIN is even looked at, so
neither leaving the page nor a restart is a way round it. What takes its time runs on *executor*, and `tick`
looks after it. After a while without a touch or a card everybody is out again.
"""

from __future__ import annotations

import contextlib
import math
import secrets
import shutil
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from controller import intents as wish
from controller.cards import decks
from controller.cards.registry import Registry
from controller.errors import UserError
from controller.intents import Intent
from controller.settings import host_settings, pin
from controller.settings.host_settings import Changes
from controller.settings.table_file import TableFile
from controller.storage.export import export
from controller.storage.folder import StorageError
from controller.view import (
    ColoursView,
    Effect,
    HostView,
    Light,
    LockView,
    PadCheck,
    Reading,
    Sound,
    TableView,
    TaughtBox,
    Told,
)
from engine.cards import Deck, DeckError
from engine.decks import standard
from hardware.pads import PadEvent, Snapshot

IDLE = 180.0  # seconds without a touch or a card until everybody is out again
SLOWEST = 600  # seconds that a PIN waits at most
GLANCE = 0.05  # seconds between two looks at what takes its time
LOOK = 1.0  # and at what may have been plugged in
STEP = 1.2  # seconds for each light and sound that is tried
SHIPPED = standard("gamate")
UNREAD = (Reading.NOTHING, False)
MEGABYTE = 1_000_000


def slowed(tries: int) -> int:
    """Seconds that the next PIN waits after so many wrong ones.

    >>> [slowed(tries) for tries in range(5)], slowed(50)
    ([0, 2, 4, 8, 16], 600)
    """
    return min(2**tries, SLOWEST) if tries else 0


class TableItself(Protocol):
    """As much of a Table as the host needs."""

    @property
    def view(self) -> TableView: ...
    def handle(self, intent: Intent, now: float) -> None: ...
    def use(self, decks: Mapping[str, Deck]) -> None: ...


@dataclass(frozen=True)
class Machine:
    """What the host reaches beyond the table: each is called from the loop, but for `switch_off`."""

    set_volume: Callable[[int], object]
    set_attract: Callable[[float], object]
    chips: Callable[[], Mapping[str, str]]  # pad → its reader, in words
    sticks: Callable[[], Sequence[Path]]
    offers: tuple[str, ...]  # of SwitchOff
    switch_off: Callable[[str], None]  # may take its time; UserError
    driver: str = ""
    wall: Callable[[], datetime] = datetime.now


class Job(NamedTuple):
    """Something that takes its time, what to do with what comes of it, and what to say if nothing does."""

    work: Future[Any]
    then: Callable[[Any], None]
    failed: str  # code of a Told


def failure(error: Exception, code: str = "failed") -> Told:
    return Told("not-kept" if isinstance(error, StorageError) else code, str(error))


class Host:
    def __init__(
        self,
        table: TableItself,
        registry: Registry,
        file: TableFile,
        folder: Path,
        machine: Machine,
        executor: Executor,
        *,
        now: float,
    ) -> None:
        """*file* is the table file as its owner wrote it; *folder* keeps what is changed here."""
        self.wants_to_quit = False
        self._table = table
        self._registry = registry
        self._owners = file
        self._folder = folder
        self._machine = machine
        self._executor = executor
        self._changes: Changes = {}
        self.file = file  # what is in force
        self._read_changes()
        self._gamate = decks.load(folder)[SHIPPED.name]
        self._tries = host_settings.tries(folder)
        self._until = now + slowed(self._tries)  # when the next PIN may be typed
        self._asking = self._open = False
        self._active = self._now = now
        self._job: Job | None = None
        self._effects: list[Effect] = []
        self._trying: deque[tuple[float, Light | Sound | None]] = deque()  # what is shown or played, and when
        self._tried: Light | Sound | None = None
        self._read: dict[str, tuple[Reading, bool]] = {}
        self._sticks: tuple[str, ...] = ()
        self._looked = now  # for them
        self._disk = (0, 0)
        self._version = ""
        self._told: Told | None = None

    def _read_changes(self) -> None:
        """They may have been changed beside us: a forgotten PIN."""
        with contextlib.suppress(UserError):
            self._changes = host_settings.load(self._folder)
            self.file = host_settings.overlaid(self._owners, self._changes)

    # What comes in

    def handle(self, intent: Intent, now: float) -> None:
        """Whatever somebody wants; most of it only says that they are there."""
        self._active = self._now = now
        match intent:
            case wish.OpenHost():
                self._ask()
            case wish.CloseHost():
                self._lock()
            case wish.TryPin(typed) if self._asking and not self._job and now >= self._until:
                self._try(typed)
            case _ if self._open and not self._job:
                self._told = None
                try:
                    self._handle(intent)
                except (UserError, DeckError) as error:
                    self._told = failure(error)

    def _handle(self, intent: Intent) -> None:
        match intent:
            case wish.SetPin(typed):
                self._set_pin(typed)
            case wish.Change(key, value):
                self._change({**self._changes, key: value})
                if key == "display.volume":
                    self._effects.append(Sound.ACCEPTED)
            case wish.UndoChanges():
                self._change({key: self._changes[key] for key in self._changes if key == "kiosk.pin"})
            case wish.TryLights():
                self._show([*(light for light in Light if light not in (Light.OFF, Light.ZONE)), None])
            case wish.TrySounds():
                self._show([*Sound, None])
            case wish.MarkColour(number, colour) if colour not in SHIPPED.colours:
                self._keep(decks.traced(self._gamate, number, colour))
            case wish.SettleColour(colour, done) if colour not in SHIPPED.colours:
                change = decks.settled if done else decks.reopened
                self._keep(change(self._gamate, colour))
            case wish.FinishColours():
                self._keep(decks.finished(self._gamate))
            case wish.Export():
                self._export()
            case wish.SwitchOff("quit"):
                self.wants_to_quit = True
            case wish.SwitchOff(what) if what in self._machine.offers:
                self._begin(lambda: self._machine.switch_off(what), lambda _: None, "not-off")

    def pads(self, events: Sequence[PadEvent], now: float) -> None:
        """What the readers reported, to be shown pad by pad."""
        if not self._open:
            return
        for event in events:
            if not isinstance(event, Snapshot):
                continue
            last, _ = self._read.get(event.pad, UNREAD)
            if event.uids or event.collisions or event.errors:
                self._active = now
                self._read[event.pad] = (self._reading(event), True)
            else:
                self._read[event.pad] = (last, False)

    def _reading(self, seen: Snapshot) -> Reading:
        if len(seen.uids) != 1 or seen.collisions:
            return Reading.SEVERAL
        card = self._registry.lookup(seen.uids[0])
        return Reading.KNOWN if card and not card.retired else Reading.UNKNOWN

    def tick(self, now: float) -> None:
        """Time has passed; while somebody is here, at every turn."""
        self._now = now
        if self._job and self._job.work.done():
            self._finish(self._job)
        while self._trying and now >= self._trying[0][0]:
            self._step(self._trying.popleft()[1])
        if self._open and now >= self._looked + LOOK:
            self._look()
        if self.busy and not self._job and now >= self._active + IDLE:
            self._lock()

    def next_wake(self, now: float) -> float | None:
        """When to come round again at the latest; None: nobody is here."""
        if self._job:
            return now + GLANCE
        due = [self._trying[0][0]] if self._trying else []
        return min([*due, now + LOOK]) if self.busy else None

    # The lock

    @property
    def busy(self) -> bool:
        """Whether somebody is here, or is about to be."""
        return self._open or self._asking

    def _ask(self) -> None:
        self._read_changes()
        if self.file.kiosk.pin:
            self._asking = True
        else:
            self._tries, self._until = 0, self._now
            self._enter()

    def _enter(self) -> None:
        from importlib.metadata import version  # takes a while, and a table seldom needs it

        self._version = version("tapisvert")
        self._open, self._asking = True, False
        self._told, self._read = None, {}
        used = sum(file.stat().st_size for file in self._folder.rglob("*") if file.is_file())
        self._disk = used // MEGABYTE + 1, shutil.disk_usage(self._folder).free // MEGABYTE
        self._look()

    def _look(self) -> None:
        self._looked = self._now
        self._sticks = tuple(map(str, self._machine.sticks()))

    def _lock(self) -> None:
        self._open = self._asking = False
        self._told = None
        if self._trying:
            self._trying.clear()
            self._step(None)

    @property
    def _wait(self) -> int:
        return max(0, math.ceil(self._until - self._now))

    def _try(self, typed: str) -> None:
        """It counts as wrong until it was found right: no power cut is in time to hide it."""
        self._count(self._tries + 1)
        kept = self.file.kiosk.pin
        self._begin(lambda: pin.fits(typed, kept), self._judged)

    def _judged(self, fits: bool) -> None:
        if fits:
            self._count(0)
            self._enter()

    def _count(self, tries: int) -> None:
        self._tries = tries
        self._until = self._now + slowed(tries)
        with contextlib.suppress(UserError):  # a full disk must not keep the host out
            host_settings.keep_tries(self._folder, tries)

    def _set_pin(self, typed: str) -> None:
        if not typed:
            self._change({**self._changes, "kiosk.pin": ""})
            self._told = Told("pin-none")
            return
        salt = secrets.token_bytes(8)
        self._begin(lambda: pin.hashed(typed, salt), self._hashed)

    def _hashed(self, kept: str) -> None:
        self._change({**self._changes, "kiosk.pin": kept})
        self._told = Told("pin-set")

    # What takes its time

    def _begin(self, work: Callable[[], Any], then: Callable[[Any], None], failed: str = "failed") -> None:
        self._job = Job(self._executor.submit(work), then, failed)

    def _finish(self, job: Job) -> None:
        self._job = None
        self._active = self._now
        try:
            job.then(job.work.result())
        except UserError as error:
            self._told = failure(error, job.failed)

    def _export(self) -> None:
        sticks = self._machine.sticks()
        if not sticks:
            self._told = Told("no-stick")
            return
        folder, table_file, stick, now = self._folder, self._owners.path, sticks[0], self._machine.wall()
        with contextlib.suppress(UserError):
            self._registry.flush()
        self._begin(lambda: export(folder, table_file, stick, now), self._exported, "bad-stick")

    def _exported(self, where: Path) -> None:
        self._told = Told("exported", str(where))

    # What is kept

    def _change(self, wanted: Changes) -> None:
        """These are the changes now: checked, on disk, and then in force."""
        file = host_settings.overlaid(self._owners, wanted)
        said = host_settings.values(self._owners)
        kept = {key: value for key, value in wanted.items() if value != said[key]}
        host_settings.save(self._folder, kept)
        before, self.file, self._changes = self.file, file, kept
        self._machine.set_volume(file.display.volume)
        self._machine.set_attract(file.kiosk.attract_after)
        if file.language != before.language:
            self._table.handle(wish.SetLanguage(file.language), self._now)

    def _keep(self, deck: Deck) -> None:
        decks.save(self._folder, deck)
        self._gamate = deck
        self._table.use(decks.owned(self._folder))

    # Lights and sounds

    def _show(self, steps: Sequence[Light | Sound | None]) -> None:
        self._trying = deque((self._now + number * STEP, step) for number, step in enumerate(steps))
        self.tick(self._now)

    def _step(self, step: Light | Sound | None) -> None:
        self._tried = step
        if isinstance(step, Sound):
            self._effects.append(step)
            return
        for pad in self._table.view.pads:
            self._effects.append(pad if step is None else replace(pad, light=step))

    # What goes out

    def effects(self) -> list[Effect]:
        """Lights and sounds since the last call."""
        effects, self._effects = self._effects, []
        return effects

    def shown(self, view: TableView) -> TableView:
        """*view*, with what the host may see besides."""
        if self._open:
            return replace(view, host=self._view(view))
        if self._asking:
            return replace(view, lock=LockView(self._tries, self._wait, self._job is not None))
        return view

    def _view(self, view: TableView) -> HostView:
        file, machine = self.file, self._machine
        chips = machine.chips()
        return HostView(
            language=file.language,
            volume=file.display.volume,
            fullscreen=file.display.fullscreen,
            attract_after=file.kiosk.attract_after,
            blank=file.kiosk.blank,
            has_pin=bool(file.kiosk.pin),
            changed=tuple(self._changes),
            table_file=str(file.path or ""),
            folder=str(self._folder),
            backend=file.wiring.backend,
            zones=file.zones,
            boxes=tuple(
                TaughtBox(deck, copy, frozenset(cards))
                for (deck, copy), cards in sorted(self._registry.taught().items())
            ),
            pads=tuple(
                PadCheck(pad.name, chips.get(pad.name, ""), *self._read.get(pad.name, UNREAD))
                for pad in view.pads
            ),
            colours=colours(self._gamate),
            sticks=self._sticks,
            offers=machine.offers,
            version=self._version,
            driver=machine.driver,
            disk=self._disk,
            trying=self._tried,
            busy=self._job is not None,
            told=self._told,
        )


def colours(deck: Deck) -> ColoursView:
    """What is known of the colours of *deck*."""
    return ColoursView(
        numbers=tuple(
            (kind.name, tuple(colour for colour in kind.colours if colour != decks.UNKNOWN))
            for kind in deck.kinds
            if kind.value is not None
        ),
        settled=deck.colours,
        begun=decks.unsettled(deck),
        fixed=SHIPPED.colours,
        short=decks.short(deck),
        finished=not decks.undecided(deck),
    )
