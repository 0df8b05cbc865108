"""The hardware that a table file names, opened and put together: pads, lights, buttons, buzzer.

    with closing(build(parse(table))) as hardware:
        for event in hardware.pads.poll(now): ...
        hardware.light("left", SEEN)

The backend is the one that was named: nothing falls back to anything.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hardware.backends.hub import Hub
from hardware.backends.simulated import ScriptedReading, SimulatedPads
from hardware.backends.spi import SpiPads
from hardware.effects import Beep, Buzzer, Lights, Rim
from hardware.pads import HardwareError, PadReader, WiringError
from hardware.panel import Button, Panel, PanelPins
from hardware.pins import pin_factory
from hardware.simulation.chip_pads import ChipReading
from hardware.wiring import HubWiring, SimulatedSection, SimulatedWiring, SpiWiring, Wiring, panel_pins


class Hardware:
    """Pads and panel, opened: what they read, what they show, and the end of them."""

    def __init__(self, pads: PadReader, panel: Panel | None) -> None:
        self.pads = pads
        self.panel = panel
        self._lights: list[Lights] = [part for part in (pads, panel) if isinstance(part, Lights)]
        self._buzzers: list[Buzzer] = [part for part in (pads, panel) if isinstance(part, Buzzer)]

    @property
    def simulated(self) -> bool:
        return isinstance(self.pads, SimulatedPads)

    @property
    def versions(self) -> dict[str, int]:
        """The version of each reader's chip, as far as they have been heard; simulated ones have none."""
        match self.pads:
            case SpiPads():
                return self.pads.versions
            case Hub():
                return {pad: reader.chip for pad, reader in self.pads.readers.items()}
            case _:
                return {}

    def light(self, pad: str, rim: Rim) -> None:
        for lights in self._lights:
            lights.light(pad, rim)

    def beep(self, beep: Beep) -> None:
        for buzzer in self._buzzers:
            buzzer.beep(beep)

    def buttons(self, now: float) -> Sequence[Button]:
        """The buttons pressed since the last call."""
        return self.panel.poll(now) if self.panel else ()

    def tick(self, now: float) -> None:
        if self.panel:
            self.panel.tick(now)

    def stalled(self, now: float) -> bool:
        """Whether a thread that reads the pads has stopped doing so."""
        return isinstance(self.pads, SpiPads) and self.pads.stalled(now)

    def close(self) -> None:
        self.pads.close()
        if self.panel:
            self.panel.close()


def build(
    wiring: Wiring,
    pin_factory: Callable[[], Any] = pin_factory,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] = time.sleep,
) -> Hardware:
    """Open the hardware that *wiring* names, or HardwareError."""
    pads = _open_pads(wiring, clock, sleep)
    pins = panel_pins(wiring)
    try:
        panel = Panel(pins, pin_factory(), clock) if pins != PanelPins() else None
    except HardwareError:
        pads.close()
        raise
    return Hardware(pads, panel)


def _open_pads(wiring: Wiring, clock: Callable[[], float], sleep: Callable[[float], object]) -> PadReader:
    names = [pad.name for pad in wiring.pads]
    match wiring:
        case SimulatedWiring(simulated=SimulatedSection(level="chip", profile=profile, seed=seed)):
            return SimulatedPads(names, ChipReading(names, profile, seed))
        case SimulatedWiring(simulated=SimulatedSection(seed=seed)):
            return SimulatedPads(names, ScriptedReading(names, seed))
        case SpiWiring():
            return SpiPads(wiring.pads, wiring.spi.speed, clock, sleep)
        case HubWiring(hub=hub):
            if hub.port is not None and not Path(hub.port).exists():
                raise WiringError(
                    f'hub.port = "{hub.port}" is not there: plug the hub in, '
                    "or name it by serial_number, which does not change."
                )
            return Hub(names, port=hub.port, serial_number=hub.serial_number)
