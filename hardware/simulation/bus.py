"""A Raspberry Pi's SPI buses and header pins with simulated chips on them, for code that drives real ones.

    pi = RaspberryPi()
    pi.wire(chip, bus=0, ce=0, rst=25)              # GPIO numbers; or wire(chip, bus=0, cs=5, rst=6)
    with pi.modules():                              # `spidev` and `RPi.GPIO`, for as long as this lasts
        from mfrc522 import MFRC522                 # the real package
        reader = MFRC522(bus=0, device=0)

The fakes stand in at the bus and refuse what the originals refuse: unknown devices, pins not set up, a second
numbering, bytes that are none. `pi.cleaned_up` counts calls of GPIO.cleanup() for all pins.
"""

from __future__ import annotations

import errno
import sys
import types
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from hardware.pins import HEADER
from hardware.simulation.chip import Chip, IllegalAccess
from hardware.simulation.machine import ResetPin, SelectPin, Spi

BOARD, BCM = 10, 11
OUT, IN = 0, 1

_GPIOS = {pin: gpio for gpio, pin in HEADER.items()} | {27: 0, 28: 1}  # by pin of the 40-pin header


class RaspberryPi:
    def __init__(self) -> None:
        self.devices: dict[tuple[int, int], SelectPin | None] = {}  # (bus, CE); None: that CE leads nowhere
        self.leads: dict[int, SelectPin | ResetPin] = {}  # by GPIO
        self.cleaned_up = 0
        self.mode: int | None = None
        self.outputs: dict[int, int] = {}  # GPIO -> level
        self.buses = {0: Spi(), 1: Spi()}

    def wire(
        self, chip: Chip, bus: int = 0, ce: int | None = None, cs: int | None = None, rst: int | None = None
    ) -> None:
        """Put *chip* on a bus, selected by a chip-enable of the bus or by a GPIO pin."""
        for other in (0, 1):
            self.devices.setdefault((bus, other), None)
        if ce is not None:
            self.devices[bus, ce] = SelectPin(self.buses[bus], chip)
        if cs is not None:
            self.leads[cs] = SelectPin(self.buses[bus], chip)
        if rst is not None:
            self.leads[rst] = ResetPin(chip)

    @contextmanager
    def modules(self) -> Iterator[None]:
        """`spidev` and `RPi.GPIO` are this Pi's; whatever imported them inside is forgotten afterwards."""
        spidev = types.ModuleType("spidev")
        spidev.SpiDev = lambda: SpiDev(self)  # type: ignore[attr-defined]
        package = types.ModuleType("RPi")
        package.GPIO = gpio = _gpio_module(self)  # type: ignore[attr-defined]
        fakes = {"spidev": spidev, "RPi": package, "RPi.GPIO": gpio}
        before = _forget("mfrc522", *fakes)
        sys.modules.update(fakes)
        try:
            yield
        finally:
            _forget("mfrc522", *fakes)
            sys.modules.update(before)

    def transfer(self, bus: int, ce: int, no_cs: bool, data: bytes) -> bytes:
        wired = None if no_cs else self.devices[bus, ce]
        if wired:
            wired(0)
        chips = self.buses[bus].selected
        if len(chips) > 1:
            raise IllegalAccess(f"{len(chips)} chips selected on SPI bus {bus}: they fight over MISO")
        answer = chips[0].shift(data) if chips else b"\xff" * len(data)
        if wired:
            wired(1)
        return answer

    def set_level(self, gpio: int, level: int) -> None:
        self.outputs[gpio] = level
        if gpio in self.leads:
            self.leads[gpio](level)


class SpiDev:
    """`spidev.SpiDev`."""

    def __init__(self, pi: RaspberryPi) -> None:
        self._pi = pi
        self._device: tuple[int, int] | None = None
        self.max_speed_hz = 125_000_000
        self.mode = 0
        self.no_cs = False

    def open(self, bus: int, device: int) -> None:
        if (bus, device) not in self._pi.devices:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", f"/dev/spidev{bus}.{device}")
        self._device = (bus, device)

    def xfer2(self, values: Sequence[int]) -> list[int]:
        if self._device is None:
            raise OSError(errno.EBADF, "Bad file descriptor")
        if self.max_speed_hz > 10_000_000:
            raise IllegalAccess(f"SPI at {self.max_speed_hz} Hz; the MFRC522 takes 10 MHz at most")
        if self.mode != 0:
            raise IllegalAccess(f"SPI mode {self.mode}; the MFRC522 speaks mode 0")
        return list(self._pi.transfer(*self._device, self.no_cs, bytes(values)))

    def close(self) -> None:
        self._device = None


def _forget(*packages: str) -> dict[str, types.ModuleType]:
    """Take these, and what is in them, out of the modules imported, and return them."""
    return {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] in packages}


def _gpio_module(pi: RaspberryPi) -> types.ModuleType:
    """`RPi.GPIO`, which is a module of functions."""

    def setmode(mode: int) -> None:
        if mode not in (BOARD, BCM):
            raise ValueError("An invalid mode was passed to setmode()")
        if pi.mode not in (None, mode):
            raise ValueError("A different mode has already been set!")
        pi.mode = mode

    def number(channel: int) -> int:
        if pi.mode is None:
            raise RuntimeError("Please set pin numbering mode using GPIO.setmode()")
        gpio = _GPIOS.get(channel, -1) if pi.mode == BOARD else channel
        if gpio not in _GPIOS.values():
            raise ValueError("The channel sent is invalid on a Raspberry Pi")
        return gpio

    def setup(channel: int, direction: int, initial: int | None = None) -> None:
        gpio = number(channel)
        if direction != OUT:
            raise IllegalAccess(f"GPIO {gpio} as an input is not modelled")
        # Unless told, an output starts at the level its latch holds; nothing has taken that low yet.
        pi.set_level(gpio, int(bool(initial)) if initial is not None else pi.outputs.get(gpio, 1))

    def output(channel: int, level: int) -> None:
        gpio = number(channel)
        if gpio not in pi.outputs:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        pi.set_level(gpio, int(bool(level)))

    def level(channel: int) -> int:
        gpio = number(channel)
        if gpio not in pi.outputs:
            raise RuntimeError("You must setup() the GPIO channel first")
        return pi.outputs[gpio]

    def cleanup(channel: int | Sequence[int] | None = None) -> None:
        if channel is None:
            pi.cleaned_up += 1
            gpios = list(pi.outputs)
            pi.mode = None
        else:
            gpios = [number(one) for one in ([channel] if isinstance(channel, int) else channel)]
        for gpio in gpios:
            if gpio in pi.outputs:
                pi.set_level(gpio, 1)  # it floats again, and the reader board's pull-ups take it high
                del pi.outputs[gpio]

    module = types.ModuleType("RPi.GPIO")
    members = {
        "BOARD": BOARD, "BCM": BCM, "OUT": OUT, "IN": IN, "LOW": 0, "HIGH": 1, "setmode": setmode,
        "getmode": lambda: pi.mode, "setwarnings": lambda on: None, "setup": setup, "output": output,
        "input": level, "cleanup": cleanup,
    }  # fmt: skip
    vars(module).update(members)
    return module
