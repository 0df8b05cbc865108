"""A Pico in software: the `machine` and `time` that firmware/main.py asks for, on simulated readers.

    board = Board(text)                                   # the wiring file's text
    hub = make_hub(text, board, board.clock, stream, None)
    hub.start()
    board.put("04a1b2c3", 0)
    hub.turn()

Imports under MicroPython as well, so that the firmware can be tried there on the same board. Strict beyond
the chips: two antennas on at once, or a level no PWM can have, raise IllegalAccess.
"""

from firmware import wiring
from hardware.simulation.chip import Chip, IllegalAccess
from hardware.simulation.clock import Clock
from hardware.simulation.field import IDEAL, Dice, Field, Profile
from hardware.simulation.machine import ResetPin, SelectPin, Spi
from hardware.simulation.tags import Tag

TRANSFER_US = 40  # a guess at what MicroPython on a Pico takes for chip-select, call and chip-select


class _Bus(Spi):
    def __init__(self, fields: list[Field]) -> None:
        super().__init__()
        self._fields = fields

    def _chip(self) -> Chip:
        if sum([field.on for field in self._fields]) > 1:
            raise IllegalAccess("two antennas are on at once")
        return super()._chip()


class _Pins:
    """machine.Pin"""

    OUT = 1

    def __init__(self, wired: dict[int, object]) -> None:
        self._wired = wired

    def __call__(self, number: int, mode: int = 0, value: int = 0) -> object:
        pin = self._wired.get(number, number)
        if callable(pin) and mode == self.OUT:
            pin(value)
        return pin


class _Channel:
    """machine.PWM"""

    def __init__(self, duty: int) -> None:
        self.duty = duty

    def duty_u16(self, duty: int) -> None:
        if not 0 <= duty <= 65535:
            raise IllegalAccess(f"duty {duty} is not in 0 to 65535")
        self.duty = duty


class Board:
    """`machine`, readers on its leads, pads in a row, tags on them; pads count from 0, as for the hub."""

    def __init__(self, text: str, profile: Profile = IDEAL, seed: int = 1) -> None:
        self.plan = wiring.parse(text)
        self.clock = Clock(transfer_us=TRANSFER_US)
        dice = Dice(seed)
        self.fields = [Field(self.clock, dice, profile) for _ in self.plan.pads]
        for i in range(1, len(self.fields)):
            self.fields[i].neighbours.append(self.fields[i - 1])
            self.fields[i - 1].neighbours.append(self.fields[i])
        self.chips = [Chip(field, self.clock) for field in self.fields]
        self._bus = _Bus(self.fields)
        wired: dict[int, object] = {}
        for i in range(len(self.chips)):
            wired[self.plan.pads[i].cs] = SelectPin(self._bus, self.chips[i])
            wired[self.plan.pads[i].rst] = ResetPin(self.chips[i])
        self._channels: dict[int, _Channel] = {}
        self.Pin = _Pins(wired)

    def SPI(self, bus: int, **settings: object) -> Spi:  # noqa: N802
        return self._bus

    def PWM(self, pin: int, freq: int, duty_u16: int) -> _Channel:  # noqa: N802
        channel = self._channels[pin] = _Channel(duty_u16)
        return channel

    def put(self, uid: str, pad: int) -> None:
        self.fields[pad].put(Tag(uid))

    def lift(self, uid: str, pad: int) -> None:
        self.fields[pad].lift(uid)

    def light(self, pad: int) -> tuple[int, ...]:
        """Red, green and blue as they shine at this moment, 0 to 255 each."""
        dark = 65535 if self.plan.pads[pad].anode else 0
        return tuple(
            [round(abs(dark - self._channels[pin].duty) ** 0.5) for pin in self.plan.pads[pad].light]
        )
