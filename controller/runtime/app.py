"""The one loop that runs a table.

    with opened(config.load(), folder) as parts:
        app = App(parts, open_display("terminal", parts.file), attract)
        app.run()

Between turns it sleeps until something can be read or is due. Time is monotonic; the clock on the wall only
dates what is kept.
"""

from __future__ import annotations

import contextlib
import math
import select
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from controller.errors import UserError
from controller.intents import HostIntent, Intent, SetLanguage, SetQuiet
from controller.runtime.blanking import Blanking
from controller.runtime.compose import Parts, warn
from controller.runtime.crashes import HEALTHY_S, surprised
from controller.runtime.displays import Display, Listener, next_look, readable
from controller.runtime.host import Host
from controller.runtime.rim_colours import BEEPS, rim
from controller.runtime.stop_signals import StopSignals
from controller.runtime.systemd import Service
from controller.settings import rows
from controller.settings.table_file import TableFile
from controller.storage.disk import SLOW_S
from controller.table.table import SLOW
from controller.view import Mode, PadView, Sound, TableView, Trouble
from hardware.pads import PadEvent, Snapshot

if TYPE_CHECKING:
    from controller.simulation.demo import AttractMode  # its bots are loaded only for a demo

SETTLED_S = 10.0  # until it is written down where a card was seen
HUNG_S = 60.0  # a disk that takes longer will not come back: systemd may start us afresh
SPIN, SPIN_S = 5, 60.0  # more exceptions than this in so many seconds, and only a new start can help


class App:
    def __init__(
        self,
        parts: Parts,
        display: Display,
        attract: AttractMode | None = None,
        host: Host | None = None,
        is_over: Callable[[TableView], bool] = lambda view: False,
    ) -> None:
        """*is_over* says of the table's view whether there is nothing more to do here."""
        self.turns = 0  # so often the loop has come round
        self._parts, self._table, self._hardware = parts, parts.table, parts.hardware
        self._log, self._players = parts.log, parts.players
        self._display, self._attract, self._host, self._is_over = display, attract, host, is_over
        self._blanking = Blanking(lambda: self.file[rows.BLANK], parts.wall)
        self._flush_at: float | None = None  # when to write down where cards were seen
        self._came: list[tuple[float, Sequence[PadEvent]]] = []  # while we waited for the disk
        self._drawn = parts.table.view
        self._clock, self._service = parts.clock, Service(None)
        self._crashed: list[float] = []  # when there were exceptions
        self._failed = False  # one of them while we waited for the disk
        self._healthy_at = parts.clock() + HEALTHY_S
        parts.disk.meanwhile = self._meanwhile

    def turn(self, now: float) -> None:
        """What came in is ruled on, told to rims, buzzer and log, and then drawn."""
        self.turns += 1
        table, touched, cards = self._table, False, False
        dark = self._blanking.is_dark(now, table.view)
        came, self._came = self._came, []
        with self._guarded("pads", now):
            came.append((now, self._hardware.pads.poll(now)))
        with self._guarded("table", now):
            touched = cards = self._take_cards(came, now)
            for button in self._hardware.buttons(now):
                touched = True
                table.press(button.value, now)
        attracted = dark or bool(self._attract and self._attract.view)  # then a touch means: we want to play
        with self._guarded("display", now):
            for intent in self._display.intents(now):
                touched = True
                if not attracted:
                    with self._guarded("table", now):
                        self._handle(intent, now)
        with self._guarded("host", now):
            if self._host and self._host.busy:
                self._host.tick(now)
        with self._guarded("table", now):
            table.tick(now)
        with self._guarded("players", now):
            if self._players:
                self._players.act(now)
        now = self._after_waiting(now)
        with self._guarded("display", now):
            self._tell()
        if touched:
            self._blanking.touched(now)
        with self._guarded("demo", now):
            self._attend(touched or dark, now)
        self._write_down(cards, now)
        with self._guarded("pads", now):
            self._hardware.tick(now)
        with self._guarded("display", now):
            self._drawn = self._shown(now)
            self._display.draw(self._drawn, now)
        with self._guarded("backups", now):
            self._back_up(now)
        self._log.log_changes(table.view)
        self._log.write()
        if now >= self._healthy_at:
            self._healthy_at = math.inf
            self._parts.crashes.clear()

    def _take_cards(self, came: Sequence[tuple[float, Sequence[PadEvent]]], now: float) -> bool:
        """Whether any pad saw one."""
        for at, events in came:
            if events:
                self._table.pads(events, now, at)
                if self._host:
                    self._host.pads(events, now)
        return any(isinstance(event, Snapshot) and event.uids for _, events in came for event in events)

    # While the disk is waited for

    def _meanwhile(self, waited_s: float) -> None:
        """Something is being kept: pads, watchdog and screen do not wait for it; cards do, in their order."""
        now = self._clock()
        if self._failed:
            return
        try:
            if events := self._hardware.pads.poll(now):
                self._came.append((now, events))
            self._hardware.tick(now)
            self._turned(now, waited_s < HUNG_S)
            if waited_s >= SLOW_S:
                self._drawn = with_trouble(self._drawn, SLOW)
                self._display.draw(self._drawn, now)
        except Exception as error:  # it will come again in a turn, where something can be done about it
            self._failed = True
            self._log.crash(error)

    def _after_waiting(self, now: float) -> float:
        """The time it is now, and people have been given what the disk took of it."""
        disk, self._failed = self._parts.disk, False
        waited, longest, disk.waited_s, disk.longest_s = disk.waited_s, disk.longest_s, 0.0, 0.0
        if longest >= SLOW_S:
            self._log.note("slow-disk", seconds=round(longest, 2))
            self._table.disk_is_slow(now + waited)
        if waited:
            self._table.delay(waited)
        return now + waited

    # What should not happen

    @contextlib.contextmanager
    def _guarded(self, part: str, now: float) -> Iterator[None]:
        """An exception in here ends what it came from; only if it comes again and again, the program."""
        try:
            yield
        except BrokenPipeError:  # whoever read what we say has gone
            raise
        except Exception as error:
            self._log.crash(error)
            self._crashed = [at for at in self._crashed if at > now - SPIN_S] + [now]
            if len(self._crashed) > SPIN or not self._do_without(part, error, now):
                raise
            warn(surprised(error))

    def _do_without(self, part: str, error: Exception, now: float) -> bool:
        """Whether the table can go on, without that part or without the match."""
        why = surprised(error)
        if part == "pads":
            self._hardware.give_up(type(error).__name__)
        elif part == "host" and self._host:
            self._host.give_up()
        elif part == "demo":
            self._attract = None
        elif part == "backups":
            pass  # it is tried again in a day
        elif self._table.view.match or part == "table":
            self._table.give_up(why, now)
        elif part == "players":
            self._players = None
        else:
            return False
        return True

    def _shown(self, now: float) -> TableView:
        """What there is to draw: the table's view, with all that is added to it or comes in its place."""
        view, demo = self._table.view, self._attract and self._attract.view
        with self._guarded("players", now):
            if self._players:
                view = self._players.add_hand(view)
        if self._blanking.is_dark(now, view):
            return replace(view, dark=True)
        if demo:  # it has no guests and no memory of its own: it tells who won here
            return replace(demo, last=view.last, language=view.language)
        with self._guarded("host", now):
            return self._host.shown(view) if self._host else view
        return self._table.view

    @property
    def file(self) -> TableFile:
        """The table file in force."""
        return self._host.file if self._host else self._parts.file

    def _handle(self, intent: Intent, now: float) -> None:
        if self._host:
            self._host.handle(intent, now)
        ours = isinstance(intent, HostIntent) or (self._players and self._players.handle(intent, now))
        if not ours:
            self._table.handle(intent, now)

    def _tell(self) -> None:
        """What happened in this turn, in its order, to rims, buzzer, log and display."""
        self._log.log_changes(self._table.view)
        quiet = self._table.view.quiet
        for effect in (*self._table.effects(), *(self._host.effects() if self._host else ())):
            match effect:
                case PadView(name):
                    self._hardware.light(name, rim(effect))
                case Sound() if self.file[rows.VOLUME] and not quiet:
                    self._hardware.beep(BEEPS[effect])
            self._log.hear(effect)
            if isinstance(self._display, Listener) and not (quiet and isinstance(effect, Sound)):
                self._display.hear(effect, self._table.view)

    def _attend(self, touched: bool, now: float) -> None:
        if self._attract:
            hosted = self._host is not None and self._host.busy
            if touched or hosted or self._table.view.mode is not Mode.IDLE:
                self._attract.touched(now)
                return
            before = self._attract.view
            self._attract.turn(now)
            if self._attract.view and not before:  # the guest who chose another language has left
                self._table.handle(SetLanguage(self.file.language), now)
                self._table.handle(SetQuiet(False), now)

    def _write_down(self, cards: bool, now: float) -> None:
        if cards and self._flush_at is None:
            self._flush_at = now + SETTLED_S
        elif self._flush_at is not None and now >= self._flush_at:
            self._flush_at = None
            with contextlib.suppress(UserError):  # it is kept for the next time
                self._parts.registry.flush()

    def _back_up(self, now: float) -> None:
        backups = self._parts.backups
        backups.turn(now, self._table.view)
        while backups.said:
            said = backups.said.pop()
            self._log.note("notice", text=said)
            warn(said)

    def rest(self, now: float) -> float | None:
        """For how long nothing is due; None: not before something can be read."""
        due = (
            self._table.next_wake(now),
            self._hardware.next_wake(now),
            next_look(self._display, now),
            self._parts.backups.next_wake(self._table.view),
            self._blanking.next_wake(now),
            self._flush_at,
            self._attract.next_wake() if self._attract else None,
            self._host.next_wake(now) if self._host else None,
            self._players.next_wake if self._players else None,
        )
        first = now if self._came else min((at for at in due if at is not None), default=None)
        return None if first is None else max(0.0, first - now)

    def _readable(self) -> list[int]:
        return readable(self._hardware.pads, self._display)

    @property
    def wants_to_quit(self) -> bool:
        asked = self._display.wants_to_quit or (self._host is not None and self._host.wants_to_quit)
        return asked or self._is_over(self._table.view)

    def run(self, clock: Callable[[], float] = time.monotonic, service: Service | None = None) -> None:
        """Until the display wants to quit, or the system wants us to; *service* hears how it goes."""
        self._clock, self._service = clock, service or Service(None)
        service = self._service
        with StopSignals() as signals:
            with self._guarded("display", clock()):
                self._display.draw(self._table.view, clock())
            self.turn(clock())
            service.ready(clock())
            while not (self.wants_to_quit or signals.stopped):
                now = clock()
                self._turned(now)
                rests = [rest for rest in (self.rest(now), service.rest(now)) if rest is not None]
                select.select([signals.fileno(), *self._readable()], [], [], min(rests, default=None))
                self.turn(clock())
            service.stopping()

    def _turned(self, now: float, well: bool = True) -> None:
        match = self._table.view.match  # for the owner of the machine: no names of guests
        doing = f"playing {match.game}" if match else "waiting for players"
        self._service.turned(now, well and not self._hardware.pads.stalled(now), doing)


def with_trouble(view: TableView, trouble: Trouble) -> TableView:
    """*view* with one trouble more, unless it is there."""
    if any(found.code == trouble.code for found in view.troubles):
        return view
    return replace(view, troubles=(*view.troubles, trouble))
