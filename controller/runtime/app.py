"""The one loop that runs a table.

    with opened(config.load(), folder) as parts:
        app = App(parts, open_display("terminal", parts.file), kiosk)
        app.run()

A turn takes what pads, buttons and people said, lets the table rule, and shows what came of it: rims, beeps,
screen. Between turns the loop sleeps until something can be read or is due; docs/table.md says how often that
is. Time is monotonic; the clock on the wall only dates what is kept.
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
from controller.runtime.displays import Display, Listener, look_at, readable
from controller.runtime.host import Host
from controller.runtime.rim_colours import BEEPS, rim
from controller.runtime.stop_signals import StopSignals
from controller.runtime.systemd import Service
from controller.settings import rows
from controller.settings.table_file import TableFile
from controller.view import Lit, Mode, Sound, TableView
from hardware.pads import Snapshot

if TYPE_CHECKING:
    from controller.simulation.demo import (
        Kiosk,  # with all its bots, which a table without a demo never meets
    )

SETTLED = 10.0  # seconds until it is written down where a card was seen


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
        self._blanking = Blanking(lambda: self.file[rows.BLANK], parts.wall)
        self._flush_at: float | None = None  # when to write down where cards were seen

    def turn(self, now: float) -> None:
        """Whatever came in is ruled on, and then shown."""
        self.turns += 1
        table, hardware, display = self._table, self._hardware, self._display
        events = hardware.pads.poll(now)
        pressed = hardware.buttons(now)
        dark = self._blanking.is_dark(now, table.view)
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
        table.tick(now)
        self._pass_on()
        if self._company:
            self._company.act(now)
            self._pass_on()
        if somebody:
            self._blanking.somebody(now)
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
        if self._blanking.is_dark(now, view):
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
                case Sound() if self.file[rows.VOLUME]:
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
            warn(said)

    def rest(self, now: float) -> float | None:
        """For how long nothing is due; None: not before something can be read."""
        due = [self._table.next_wake(now), self._flush_at, self._kiosk.next_wake() if self._kiosk else None]
        due += [self._backups.next_wake(self._table.view), self._blanking.next_wake(now)]
        due += [look_at(self._display, now)]
        due += [self._host.next_wake(now)] if self._host else []
        due += [self._company.next_wake] if self._company else []
        due += [self._hardware.next_wake(now)]
        return max(0.0, min(at for at in due if at is not None) - now) if due != [None] * len(due) else None

    def _readable(self) -> list[int]:
        return readable(self._hardware.pads, self._display)

    @property
    def wants_to_quit(self) -> bool:
        return self._display.wants_to_quit or (self._host is not None and self._host.wants_to_quit)

    def run(self, clock: Callable[[], float] = time.monotonic, service: Service | None = None) -> None:
        """Until the display wants to quit, or the system wants us to; *service* hears how it goes."""
        service = service or Service(None)
        with StopSignals() as signals:
            self._display.draw(self._table.view, clock())
            self.turn(clock())
            service.ready(clock())
            while not (self.wants_to_quit or signals.stopped):
                now = clock()
                service.turned(now, not self._hardware.pads.stalled(now), self._doing())
                rests = [rest for rest in (self.rest(now), service.rest(now)) if rest is not None]
                select.select([signals.fileno(), *self._readable()], [], [], min(rests, default=None))
                self.turn(clock())
            service.stopping()

    def _doing(self) -> str:
        """For whoever keeps the machine: no names of guests."""
        match = self._table.view.match
        return f"playing {match.game}" if match else "waiting for players"
