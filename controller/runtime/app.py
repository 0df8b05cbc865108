"""The one loop that runs a table.

    with opened(config.load(), folder) as parts:
        app = App(parts, open_display("terminal", parts.file), attract)
        app.run()

Between turns it sleeps until something can be read or is due. Time is monotonic; the clock on the wall only
dates what is kept.
"""

from __future__ import annotations

import contextlib
import select
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from controller.errors import UserError
from controller.intents import HostIntent, Intent, SetLanguage
from controller.runtime.blanking import Blanking
from controller.runtime.compose import Parts, warn
from controller.runtime.displays import Display, Listener, next_look, readable
from controller.runtime.host import Host
from controller.runtime.rim_colours import BEEPS, rim
from controller.runtime.stop_signals import StopSignals
from controller.runtime.systemd import Service
from controller.settings import rows
from controller.settings.table_file import TableFile
from controller.simulation.hands import add_hand
from controller.view import Mode, PadView, Sound, TableView
from hardware.pads import Snapshot

if TYPE_CHECKING:
    from controller.simulation.demo import AttractMode  # its bots are loaded only for a demo

SETTLED_S = 10.0  # until it is written down where a card was seen


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

    def turn(self, now: float) -> None:
        """What came in is ruled on, told to rims, buzzer and log, and then drawn."""
        self.turns += 1
        table = self._table
        dark = self._blanking.is_dark(now, table.view)
        cards = self._take_cards(now)
        touched = cards
        for button in self._hardware.buttons(now):
            touched = True
            table.press(button.value, now)
        attracted = dark or bool(self._attract and self._attract.view)  # then a touch means: we want to play
        for intent in self._display.intents(now):
            touched = True
            if not attracted:
                self._handle(intent, now)
        if self._host and self._host.busy:
            self._host.tick(now)
        table.tick(now)
        if self._players:
            self._players.act(now)
        self._tell()
        if touched:
            self._blanking.touched(now)
        self._attend(touched or dark, now)
        self._write_down(cards, now)
        self._hardware.tick(now)
        self._display.draw(self._shown(now), now)
        self._back_up(now)
        self._log.log_changes(table.view)
        self._log.write()

    def _take_cards(self, now: float) -> bool:
        """Whether any pad saw one."""
        events = self._hardware.pads.poll(now)
        if events:
            self._table.pads(events, now)
            if self._host:
                self._host.pads(events, now)
        return any(isinstance(event, Snapshot) and event.uids for event in events)

    def _shown(self, now: float) -> TableView:
        """What there is to draw: the table's view, with all that is added to it or comes in its place."""
        view, demo = self._table.view, self._attract and self._attract.view
        if self._players:
            view = add_hand(view, self._players.hand, self._players.may_choose)
        if self._blanking.is_dark(now, view):
            return replace(view, dark=True)
        if demo:  # it has no guests and no memory of its own: it tells who won here
            return replace(demo, last=view.last, language=view.language)
        return self._host.shown(view) if self._host else view

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
        for effect in (*self._table.effects(), *(self._host.effects() if self._host else ())):
            match effect:
                case PadView(name):
                    self._hardware.light(name, rim(effect))
                case Sound() if self.file[rows.VOLUME]:
                    self._hardware.beep(BEEPS[effect])
            self._log.hear(effect)
            if isinstance(self._display, Listener):
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
        first = min((at for at in due if at is not None), default=None)
        return None if first is None else max(0.0, first - now)

    def _readable(self) -> list[int]:
        return readable(self._hardware.pads, self._display)

    @property
    def wants_to_quit(self) -> bool:
        asked = self._display.wants_to_quit or (self._host is not None and self._host.wants_to_quit)
        return asked or self._is_over(self._table.view)

    def run(self, clock: Callable[[], float] = time.monotonic, service: Service | None = None) -> None:
        """Until the display wants to quit, or the system wants us to; *service* hears how it goes."""
        service, pads = service or Service(None), self._hardware.pads
        with StopSignals() as signals:
            self._display.draw(self._table.view, clock())
            self.turn(clock())
            service.ready(clock())
            while not (self.wants_to_quit or signals.stopped):
                now = clock()
                match = self._table.view.match  # for the owner of the machine: no names of guests
                doing = f"playing {match.game}" if match else "waiting for players"
                service.turned(now, not pads.stalled(now), doing)
                rests = [rest for rest in (self.rest(now), service.rest(now)) if rest is not None]
                select.select([signals.fileno(), *self._readable()], [], [], min(rests, default=None))
                self.turn(clock())
            service.stopping()
