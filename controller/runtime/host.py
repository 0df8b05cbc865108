"""The host of the house: behind a PIN, the few things about a table that its owner sets on the screen.

host = Host(table, registry, file, folder, machine, executor, now=clock())
host.handle(OpenHost(), now); host.handle(TryPin("2468"), now)
host.tick(now)                         # when host.next_wake(now) has come
draw(host.shown(table.view))
"""

from __future__ import annotations

import contextlib
import math
import secrets
import shutil
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from controller import intents as wish
from controller.cards import decks
from controller.cards.registry import Registry
from controller.errors import UserError
from controller.intents import Intent
from controller.runtime.export import export
from controller.runtime.lock import Lock
from controller.runtime.self_test import PadReadings, Trial
from controller.settings import pin, rows
from controller.settings.host_settings import Changes, HostSettings, setting_views
from controller.settings.table_file import TableFile
from controller.storage.database import StorageError
from controller.view import Effect, HostView, Light, Sound, Stick, TableView, TaughtBox, Told
from engine.cards import Deck, DeckError
from hardware.pads import PadEvent

IDLE_S = 180.0  # without a touch or a card until the pages are locked
JOB_LOOK_S = 0.05  # between two looks at what takes its time
LOOK_S = 1.0  # and at everything else: a stick may have been plugged in
MEGABYTE = 1_000_000


class TableItself(Protocol):
    """As much of a Table as the host needs."""

    @property
    def view(self) -> TableView: ...
    def handle(self, intent: Intent, now: float) -> None: ...
    def use(self, decks: Mapping[str, Deck]) -> None: ...


@dataclass(frozen=True)
class Machine:
    """What the host reaches beyond the table: each is called from the loop, but for `switch_off`."""

    set_volume: Callable[[int], None]  # per cent
    set_demo_after: Callable[[float], None]  # seconds; 0: never
    chips: Callable[[], Mapping[str, str]]  # pad → its reader, in words
    sticks: Callable[[], Sequence[Stick]]
    offers: tuple[str, ...]  # of SwitchOff
    switch_off: Callable[[str], None]  # may take its time; UserError
    driver: str = ""
    wall: Callable[[], datetime] = datetime.now


class Jobs:
    """What takes its time, one job at once, beside the loop."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._job: tuple[Future[Any], Callable[[Any], Told | None], str] | None = None

    @property
    def is_busy(self) -> bool:
        return self._job is not None

    @property
    def is_done(self) -> bool:
        """Whether there is something to finish."""
        return self._job is not None and self._job[0].done()

    def begin(
        self, work: Callable[[], Any], then: Callable[[Any], Told | None], failed: str = "failed"
    ) -> None:
        """Run *work* beside the loop; *then* gets what came of it, *failed* is told of a UserError."""
        self._job = self._executor.submit(work), then, failed

    def finish(self) -> Told | None:
        """What there is to tell about the job that is done."""
        assert self._job, "only called when there is one"
        (work, then, failed), self._job = self._job, None
        try:
            return then(work.result())
        except UserError as error:
            return failure(error, failed)


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
        """*file* is the table file as its owner wrote it; *folder* keeps what is changed here.

        What takes its time, the check of a PIN among it, runs on *executor*, and `tick` collects it.
        """
        self.wants_to_quit = False
        self._table = table
        self._registry = registry
        self._folder = folder
        self._machine = machine
        self.set_volume, self.set_demo_after = machine.set_volume, machine.set_demo_after
        self._settings = HostSettings(file, folder)
        self._colours = decks.DeckColours(folder)
        self._lock = Lock(folder, now)
        self._jobs = Jobs(executor)
        self._trial = Trial()
        self._readings = PadReadings(registry)
        self._version, self._disk_mb = "", (0, 0)  # used and free; looked up when the host comes
        self._active = self._now = now
        self._effects: list[Effect] = []
        self._told: Told | None = None

    @property
    def file(self) -> TableFile:
        """The table file in force."""
        return self._settings.file

    @property
    def busy(self) -> bool:
        """Whether the host is here, or is about to be."""
        return self._lock.is_open or self._lock.is_asking

    # What comes in

    def handle(self, intent: Intent, now: float) -> None:
        """What people want; most of it only says that they are there."""
        self._active = self._now = now
        match intent:
            case wish.OpenHost():
                self._settings.reload()  # a forgotten PIN may have been reset beside us
                self._lock.ask(bool(self.file[rows.PIN]), now)
                if self._lock.is_open:
                    self._enter()
            case wish.CloseHost():
                self._leave()
            case wish.TryPin(typed) if self._lock.may_try(now) and not self._jobs.is_busy:
                self._try(typed)
            case _ if self._lock.is_open and not self._jobs.is_busy:
                self._told = None
                try:
                    self._handle(intent)
                except (UserError, DeckError) as error:
                    self._told = failure(error)

    def _handle(self, intent: Intent) -> None:
        changes, pads = self._settings.changes, self._table.view.pads
        match intent:
            case wish.SetPin(""):
                self._told = self._set_pin("")
            case wish.SetPin(typed):
                salt = secrets.token_bytes(8)
                self._jobs.begin(lambda: pin.hashed(typed, salt), self._set_pin)
            case wish.Change(key, value):
                self._change({**changes, key: value})
                self._effects += [row.sample for row in rows.every() if row.key == key and row.sample]
            case wish.UndoChanges():
                self._change({key: changes[key] for key in changes if key == rows.PIN.key})
            case wish.TryLights():
                lights = [light for light in Light if light not in (Light.OFF, Light.ZONE)]
                self._effects += self._trial.start(lights, self._now, pads)
            case wish.TrySounds():
                self._effects += self._trial.start(Sound, self._now, pads)
            case wish.Export(path, label):
                self._export(path, label)
            case wish.SwitchOff("quit"):
                self.wants_to_quit = True
            case wish.SwitchOff(what) if what in self._machine.offers:
                self._jobs.begin(lambda: self._machine.switch_off(what), lambda _: None, "not-off")
            case _ if self._colours.handle(intent):
                self._table.use(decks.usable(self._folder))

    def pads(self, events: Sequence[PadEvent], now: float) -> None:
        """What the readers reported, to be shown pad by pad."""
        if self._lock.is_open and self._readings.add(events):
            self._active = now

    def tick(self, now: float) -> None:
        """Time has passed; while the host is here, at every turn."""
        self._now = now
        if self._jobs.is_done:
            self._active = now
            self._told = self._jobs.finish()
        self._effects += self._trial.turn(now, self._table.view.pads)
        if self.busy and not self._jobs.is_busy and now >= self._active + IDLE_S:
            self._leave()

    def next_wake(self, now: float) -> float | None:
        """When to come round again at the latest; None: the host is not here."""
        if self._jobs.is_busy:
            return now + JOB_LOOK_S
        return min(self._trial.next_wake or math.inf, now + LOOK_S) if self.busy else None

    # In and out

    def _try(self, typed: str) -> None:
        """It counts as wrong until it was found right: no power cut is in time to hide it."""
        self._lock.count(self._lock.tries + 1, self._now)
        kept = self.file[rows.PIN]
        self._jobs.begin(lambda: pin.fits(typed, kept), self._judged)

    def _judged(self, fits: bool) -> None:
        if fits:
            self._lock.count(0, self._now)
            self._lock.open()
            self._enter()

    def _enter(self) -> None:
        from importlib.metadata import version  # takes a while, and a table seldom needs it

        used = sum(file.stat().st_size for file in self._folder.rglob("*") if file.is_file())
        free = shutil.disk_usage(self._folder).free
        self._version, self._disk_mb = version("tapisvert"), (used // MEGABYTE + 1, free // MEGABYTE)
        self._told = None
        self._readings.clear()

    def _leave(self) -> None:
        self._lock.shut()
        self._told = None
        self._effects += self._trial.stop(self._table.view.pads)

    # What is kept

    def _set_pin(self, kept: str) -> Told:
        """*kept* is the PIN as the file keeps it."""
        self._change({**self._settings.changes, rows.PIN.key: kept})
        return Told("pin-set" if kept else "pin-none")

    def _change(self, wanted: Changes) -> None:
        """These are the changes now: on disk, in force, and acted on."""
        for row in self._settings.change(wanted):
            if row.effect:
                row.effect(self, self.file[row])

    def give_up(self) -> None:
        """Something failed on these pages: they are shut."""
        self._lock.shut()
        self._told = None
        self._trial = Trial()

    def set_language(self, language: str) -> None:
        self._table.handle(wish.SetLanguage(language), self._now)

    def _export(self, path: str, label: str) -> None:
        if not any((stick.path, stick.label) == (path, label) for stick in self._machine.sticks()):
            self._told = Told("no-stick")  # pulled out, or another one is there now
            return
        folder, table_file, stick, now = self._folder, self.file.path, Path(path), self._machine.wall()
        with contextlib.suppress(UserError):
            self._registry.flush()
        self._jobs.begin(
            lambda: export(folder, table_file, stick, now),
            lambda where: Told("exported", str(where)),
            "bad-stick",
        )

    # What goes out

    def effects(self) -> list[Effect]:
        """Lights and sounds since the last call."""
        effects, self._effects = self._effects, []
        return effects

    def shown(self, view: TableView) -> TableView:
        """*view*, with what the host may see besides."""
        if self._lock.is_open:
            return replace(view, host=self._view(view))
        if self._lock.is_asking:
            return replace(view, lock=self._lock.view(self._now, self._jobs.is_busy))
        return view

    def _view(self, view: TableView) -> HostView:
        file, machine = self.file, self._machine
        return HostView(
            settings=setting_views(file),
            changed=self._settings.changed,
            has_pin=bool(file[rows.PIN]),
            silent=not file[rows.VOLUME],
            table_file=str(file.path or ""),
            folder=str(self._folder),
            backend=file.wiring.backend,
            zones=file.zones,
            boxes=tuple(
                TaughtBox(deck, copy, frozenset(cards))
                for (deck, copy), cards in sorted(self._registry.taught().items())
            ),
            pads=self._readings.view(view.pads, machine.chips()),
            colours=self._colours.view(),
            sticks=tuple(machine.sticks()),
            offers=machine.offers,
            version=self._version,
            driver=machine.driver,
            disk=self._disk_mb,
            trying=self._trial.showing,
            busy=self._jobs.is_busy,
            told=self._told,
        )
