"""The table's own buttons, rim lights and buzzer, on the Raspberry Pi's pins through gpiozero.

    panel = Panel(PanelPins(buttons={Button.DONE: 5}, buzzer=12), pin_factory())
    while True:
        for button in panel.poll(now): ...
        panel.tick(now)

Everything is optional. gpiozero's callbacks only fill a queue and nothing runs in a thread of ours: lights
and tones move when `tick` is called, and a pin is written only when its value changes.
"""

from __future__ import annotations

import enum
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from firmware import lights
from hardware.effects import Beep, RimLight
from hardware.pads import HardwareError

if TYPE_CHECKING:
    from gpiozero.pins import Factory  # type: ignore[import-untyped]

SETTLED_S = 0.02  # arcade switches bounce for 5 to 10 ms; a quick tap lasts 50 or more


class Button(enum.Enum):
    DONE = "done"
    UNDO = "undo"
    HELP = "help"


@dataclass(frozen=True, slots=True)
class PanelPins:
    """BCM numbers. Buttons connect their pin to ground; rims are red, green and blue."""

    buttons: Mapping[Button, int] = field(default_factory=dict)
    rims: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    buzzer: int | None = None
    common_anode: bool = False  # the LEDs' common lead goes to 3.3 V: low is on


class ButtonDebounce:
    """Turns the edges of a bouncing contact into presses: a level counts once it has lasted SETTLED_S.

    So neither a bounce nor a spike caught by a long lead is a press, and holding is one press.
    """

    def __init__(self) -> None:
        # Open, whatever is true: a button held, or stuck, from the start is not a press.
        self._settled = self._level = False
        self._since = 0.0

    def edge(self, at: float, closed: bool) -> bool:
        """Take in an edge; whether the level before it made a press."""
        pressed = self.pressed(at)
        if closed != self._level:
            self._level, self._since = closed, at
        return pressed

    def pressed(self, now: float) -> bool:
        """Whether the level has settled, just now, into a press."""
        if self._level == self._settled or now - self._since < SETTLED_S:
            return False
        self._settled = self._level
        return self._settled


def _show(led: Any, red: int, green: int, blue: int) -> None:
    # Squared, as the hub does it: eyes take half the power for far more than half as bright.
    led.value = tuple((part / 255) ** 2 for part in (red, green, blue))


class _Tune:
    """The buzzer: the beep that plays, since when, and the frequency last set."""

    def __init__(self, buzzer: Any) -> None:
        self.buzzer = buzzer
        self.beep: Beep | None = None
        self.since: float | None = None
        self.hertz = 0

    def tick(self, now: float) -> None:
        if self.since is None:
            self.since = now
        hertz = self._hertz(now - self.since)
        if hertz != self.hertz:
            self.buzzer.play(float(hertz)) if hertz else self.buzzer.stop()
            self.hertz = hertz

    def _hertz(self, elapsed: float) -> int:
        for tone in self.beep.tones if self.beep else ():
            elapsed -= tone.milliseconds / 1000
            if elapsed < 0:
                return tone.hertz
        return 0


class Panel:
    """Buttons, rim lights and buzzer on the pins of *pins*; HardwareError if these cannot be used."""

    def __init__(
        self,
        pins: PanelPins,
        pin_factory: Factory,
        clock: Callable[[], float] = time.monotonic,  # stamps the edges; the same clock as poll's *now*
    ) -> None:
        import gpiozero  # type: ignore[import-untyped]  # not at the top: a simulated table has none

        self._edges: SimpleQueue[tuple[Button, float, bool]] = SimpleQueue()
        self._devices = ExitStack()
        own = self._devices.enter_context  # closed with the panel
        self._buttons: dict[Button, Any] = {}
        self._contacts: dict[Button, ButtonDebounce] = {}
        self._rims: dict[str, lights.Rim] = {}
        self._wanted: dict[str, RimLight] = {}
        self._tune: _Tune | None = None
        try:
            for button, pin in pins.buttons.items():
                # Not gpiozero.Button: it keeps a thread for each to time how long it is held.
                device = own(gpiozero.DigitalInputDevice(pin, pull_up=True, pin_factory=pin_factory))
                self._buttons[button], self._contacts[button] = device, ButtonDebounce()
                device.when_activated = lambda button=button: self._edges.put((button, clock(), True))
                device.when_deactivated = lambda button=button: self._edges.put((button, clock(), False))
            for pad, (red, green, blue) in pins.rims.items():
                high = not pins.common_anode
                led = gpiozero.RGBLED(red, green, blue, active_high=high, pin_factory=pin_factory)
                self._rims[pad] = lights.Rim(partial(_show, own(led)))
            if pins.buzzer is not None:
                tonal = gpiozero.TonalBuzzer(pins.buzzer, mid_tone="A5", octaves=2, pin_factory=pin_factory)
                self._tune = _Tune(own(tonal))
        except gpiozero.GPIOZeroError as error:
            self.close()
            raise HardwareError(
                f"The panel's pins cannot be used ({error}): correct [panel] in the table file."
            ) from error

    def poll(self, now: float) -> Sequence[Button]:
        """The buttons pressed since the last call."""
        pressed = []
        while self._contacts and not self._edges.empty():
            button, at, closed = self._edges.get()
            if self._contacts[button].edge(at, closed):
                pressed.append(button)
        return pressed + [button for button, contact in self._contacts.items() if contact.pressed(now)]

    @property
    def held(self) -> list[Button]:
        """The buttons that are down at this moment."""
        return [button for button, device in self._buttons.items() if device.is_active]

    def light(self, pad: str, light: RimLight) -> None:
        """Let the pad's rim shine so from the next tick on; a pad without one is no mistake."""
        if pad in self._rims:
            self._wanted[pad] = light

    def beep(self, beep: Beep) -> None:
        """Play *beep*, in place of the one that plays, from the next tick on."""
        if self._tune:
            self._tune.beep, self._tune.since = beep, None

    def tick(self, now: float) -> None:
        """Move lights and tones on to *now*."""
        milliseconds = round(now * 1000)
        while self._wanted:
            pad, light = self._wanted.popitem()
            self._rims[pad].set(light, milliseconds)
        for rim in self._rims.values():
            rim.glow(milliseconds)
        if self._tune:
            self._tune.tick(now)

    def close(self) -> None:
        """Lights and buzzer off, pins back to inputs."""
        self._buttons.clear()
        self._contacts.clear()
        self._rims.clear()
        self._wanted.clear()
        self._tune = None
        self._devices.close()
