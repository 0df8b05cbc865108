"""The hardware that a table file names, opened and put together: pads, lights, buttons, buzzer.

    with closing(build(parse(table))) as hardware:
        for event in hardware.pads.poll(now): ...
        hardware.light("left", SEEN)

The backend is the one that was named: nothing falls back to anything.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from typing import Any

from hardware.effects import Beep, RimLight
from hardware.pads import GLANCE_S, Fault, HardwareError, PadEvent, PadFault, PadReader
from hardware.panel import Button, Panel, PanelPins
from hardware.pins import pin_factory
from hardware.wiring import Wiring


class Hardware:
    """Pads and panel, opened: what they read, what they show, and the end of them."""

    def __init__(self, pads: PadReader, panel: Panel | None) -> None:
        self.pads = pads
        self.panel = panel

    def light(self, pad: str, light: RimLight) -> None:
        self.pads.light(pad, light)
        if self.panel:
            self.panel.light(pad, light)

    def give_up(self, why: str) -> None:
        """The pads failed in a way nobody foresaw: from now on there are none, and that is a fault."""
        names = self.pads.pads
        with contextlib.suppress(Exception):
            self.pads.close()
        self.pads = NoPads(names, f"The pads cannot be read any more ({why}): start the table again.")

    def beep(self, beep: Beep) -> None:
        self.pads.beep(beep)
        if self.panel:
            self.panel.beep(beep)

    def buttons(self, now: float) -> Sequence[Button]:
        """The buttons pressed since the last call."""
        return self.panel.poll(now) if self.panel else ()

    def tick(self, now: float) -> None:
        """Move the panel's lights and tones on to *now*."""
        if self.panel:
            self.panel.tick(now)

    def next_wake(self, now: float) -> float | None:
        """When pads and panel want to be looked at again; None: not before the pads can be read."""
        pads = self.pads.next_wake(now)
        panel = now + GLANCE_S if self.panel else None
        return min((at for at in (pads, panel) if at is not None), default=None)

    def close(self) -> None:
        self.pads.close()
        if self.panel:
            self.panel.close()


class NoPads(PadReader):
    """In place of pads that failed: nothing is ever laid on them. *why* is a sentence for people."""

    def __init__(self, pads: Sequence[str], why: str) -> None:
        self._pads = pads
        self._said = [PadFault(None, Fault.LINK_LOST, why)]

    @property
    def pads(self) -> Sequence[str]:
        return self._pads

    def poll(self, now: float) -> Sequence[PadEvent]:
        said, self._said = self._said, []
        return said

    def next_wake(self, now: float) -> None:
        return None

    def close(self) -> None: ...


def build(
    wiring: Wiring,
    pin_factory: Callable[[], Any] = pin_factory,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] = time.sleep,
) -> Hardware:
    """Open the hardware that *wiring* names, or HardwareError."""
    pads = wiring.open(clock, sleep)
    pins = wiring.panel_pins()
    try:
        panel = Panel(pins, pin_factory(), clock) if pins != PanelPins() else None
    except HardwareError:
        pads.close()
        raise
    return Hardware(pads, panel)
