"""Backend "spi": readers wired to the Raspberry Pi's own SPI pins.

    pads = SpiPads([SpiPad("left", rst=25, ce=0), SpiPad("centre", rst=23, ce=1, cs=24)])
    with closing(pads):
        for event in pads.poll(now): ...

The PyPI package mfrc522 opens bus and pins; our own driver (firmware/iso14443a.py) finds out which tags there
are. A thread scans and fills a queue; nothing else happens in it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from itertools import combinations
from queue import SimpleQueue
from typing import Any

from firmware.mfrc522 import GAINS_DB, MFRC522
from firmware.scan_round import ScanRound
from firmware.spi import SpiRegisters, reset_pin
from hardware.pads import Fault, HardwareError, PadEvent, PadFault, PadReader, WiringError
from hardware.pins import BUSES, spoken, tame_lgpio
from hardware.scans import IDLE_S, WatchedPad, chip_name
from hardware.wiring import PadSection, Section, Wiring, listed, said

Clock = Callable[[], float]  # both in seconds
Sleep = Callable[[float], object]

START_UP_S = 0.005  # what a crystal takes, and more
STALLED_S = 2.0  # many times what a scan may take, which is bounded
SPEEDS_HZ = (100_000, 10_000_000)  # the chip's limit is 10 MHz (datasheet 8.1.2)


class SpiPad(PadSection, frozen=True):
    """A reader wired to the Pi: by its bus's own chip-enable, or by *cs*, any GPIO.

    With *cs* the reader's select lead is on that GPIO, and chip-enable *ce* is only the door to the bus: its
    own lead goes to no reader.
    """

    rst: int
    bus: int = 0
    ce: int = 0
    cs: int | None = None
    gain: int = 38
    rim: tuple[int, int, int] | None = None

    @property
    def about(self) -> str:
        return f"gain {self.gain} dB"

    def describe(self) -> str:
        select = f"CE {self.ce}" if self.cs is None else f"chip-select {spoken(self.cs)}"
        rim = "" if self.rim is None else ", rim GPIO {}/{}/{}".format(*self.rim)
        return f"pad {self.name}: SPI {self.bus} {select}, reset {spoken(self.rst)}, {self.about}{rim}"

    def check(self) -> None:
        if self.bus not in BUSES:
            raise WiringError(
                f"pad {said(self.name)}: bus = {self.bus} is no SPI bus of the header: use 0 or 1."
            )
        last = len(BUSES[self.bus].ce) - 1
        if not 0 <= self.ce <= last:
            raise WiringError(
                f"pad {said(self.name)}: ce = {self.ce} does not exist on bus {self.bus}: use 0 to {last}, "
                "or select the reader by any free GPIO with cs."
            )
        if self.gain not in GAINS_DB:
            raise WiringError(
                f"pad {said(self.name)}: gain = {self.gain} is no step of the chip: "
                f"use one of {listed(map(str, sorted(GAINS_DB)))} dB."
            )


class SpiSection(Section, frozen=True):
    speed: int = 1_000_000  # hertz; leads as long as a table want it slow


class SpiWiring(Wiring, frozen=True, kw_only=True):
    pads: tuple[SpiPad, ...]
    spi: SpiSection = SpiSection()

    def check(self) -> None:
        slowest, fastest = SPEEDS_HZ
        if not slowest <= self.spi.speed <= fastest:
            raise WiringError(
                f"spi.speed = {self.spi.speed} is out of the chip's reach: "
                f"use {slowest} to {fastest} hertz; 1000000 is a good start."
            )
        for pad in self.pads:
            pad.check()
        for one, other in combinations(self.pads, 2):
            if (one.bus, one.ce) != (other.bus, other.ce):
                continue
            both = f"pads {said(one.name)} and {said(other.name)}"
            if one.cs is None and other.cs is None:
                raise WiringError(
                    f"{both} are both on bus = {one.bus}, ce = {one.ce}: move one lead to another ce, "
                    "or select it by a free GPIO with cs."
                )
            if one.cs is None or other.cs is None:
                raise WiringError(
                    f"{both} share bus = {one.bus}, ce = {one.ce}, so the one wired to it would answer "
                    "together with the one selected by cs: give that one a ce which no reader is wired to."
                )

    def describe(self) -> list[str]:
        speed = f"readers on this Pi, SPI at {self.spi.speed / 1e6:g} MHz"
        return [speed, *(pad.describe() for pad in self.pads)]

    def open(self, clock: Clock, sleep: Sleep) -> SpiPads:
        return SpiPads(self.pads, self.spi.speed, clock, sleep)

    def rims(self) -> Mapping[str, tuple[int, int, int]]:
        return {pad.name: pad.rim for pad in self.pads if pad.rim}

    def gpios(self) -> Iterator[tuple[int, str]]:
        for number in sorted({pad.bus for pad in self.pads}):
            bus = BUSES[number]
            # The kernel takes both chip-enables of bus 0, and of bus 1 as many as its overlay was asked for.
            ces = len(bus.ce) if number == 0 else 1 + max(pad.ce for pad in self.pads if pad.bus == number)
            leads = {"MOSI": bus.mosi, "MISO": bus.miso, "SCLK": bus.sclk}
            leads |= {f"CE {n}": gpio for n, gpio in enumerate(bus.ce[:ces])}
            yield from ((gpio, f"{lead} of SPI bus {number}") for lead, gpio in leads.items())
        for pad in self.pads:
            whose = f"pad {said(pad.name)}:"
            yield pad.rst, f"{whose} rst"
            if pad.cs is not None:
                yield pad.cs, f"{whose} cs"
            for gpio in pad.rim or ():
                yield gpio, f"{whose} rim"


BACKEND = SpiWiring


class _Bus:
    """`machine.SPI` as our driver wants it, over the package's device.

    *select* drives the chip-select lead of a reader that has one of its own, and does nothing otherwise.
    """

    def __init__(self, device: Any, select: Callable[[int], None]) -> None:
        self._device = device
        self._select = select

    def write(self, data: bytes | bytearray) -> bytes:
        self._select(0)
        try:
            return bytes(self._device.spi.xfer2(list(data)))
        finally:
            self._select(1)  # whatever happened: a reader left selected would garble all the others

    def write_readinto(self, data: bytes | bytearray, into: bytearray) -> None:
        into[:] = self.write(data)


def _open(
    pads: Sequence[SpiPad], speed: int, clock: Clock, sleep: Sleep, opened: ExitStack
) -> Iterator[WatchedPad]:
    """The pads on bus and pins; *opened* closes what was opened here, and only that."""
    gpio, package = _import()
    _take_pins(gpio, pads, sleep, opened)
    for pad in pads:
        device = _device(package, gpio, pad, speed)
        opened.callback(device.spi.close)  # not the package's own close, which cleans up all pins
        yield WatchedPad(pad.name, _chip(gpio, device, pad, clock, sleep))


def _take_pins(gpio: Any, pads: Sequence[SpiPad], sleep: Sleep, opened: ExitStack) -> None:
    """No reader selected and every one reset: whatever ran before us may have left an antenna on."""
    try:
        if gpio.getmode() is None:
            gpio.setmode(gpio.BCM)
        if gpio.getmode() != gpio.BCM:
            raise HardwareError(
                "Something else in this program numbers the GPIO pins by their place on the board: "
                "readers need GPIO numbers (BCM)."
            )
        resets = [pad.rst for pad in pads]
        selects = [pad.cs for pad in pads if pad.cs is not None]
        for pin, level in [*((pin, 1) for pin in selects), *((pin, 0) for pin in resets)]:
            gpio.setup(pin, gpio.OUT, initial=level)
            opened.callback(gpio.cleanup, pin)
        for pin in resets:
            gpio.output(pin, 1)
            opened.callback(gpio.output, pin, 0)  # in reset, which is the surest way to get an antenna off
        sleep(START_UP_S)  # the package sends its first bytes at once
    except RuntimeError as error:
        raise HardwareError(_no_gpio(error)) from error


def _device(package: Any, gpio: Any, pad: SpiPad, speed: int) -> Any:
    where = f"pad {pad.name}: /dev/spidev{pad.bus}.{pad.ce}"
    try:
        return package.MFRC522(pad.bus, pad.ce, speed, pin_mode=gpio.BCM, pin_rst=pad.rst)
    except FileNotFoundError as error:
        overlay = "dtparam=spi=on" if pad.bus == 0 else f"dtoverlay=spi1-{pad.ce + 1}cs"
        raise HardwareError(
            f"{where} is not there: enable SPI with raspi-config, or with {overlay} in config.txt, "
            "and restart the Pi."
        ) from error
    except PermissionError as error:
        raise HardwareError(
            f"{where} may not be opened: put this user into the group spi (sudo adduser $USER spi)."
        ) from error
    except OSError as error:
        raise HardwareError(f"{where} cannot be opened ({error}): restart the Pi.") from error


def _chip(gpio: Any, device: Any, pad: SpiPad, clock: Clock, sleep: Sleep) -> MFRC522:
    def sleep_us(microseconds: int) -> None:
        sleep(microseconds / 1_000_000)

    bus = _Bus(device, (lambda level: None) if pad.cs is None else partial(gpio.output, pad.cs))
    chip = MFRC522(
        SpiRegisters(bus, lambda level: None),  # the bus selects
        sleep_us,
        lambda: int(clock() * 1_000_000),
        reset=reset_pin(partial(gpio.output, pad.rst), sleep_us),
        gain_db=pad.gain,
    )
    # At once: the package's constructor has switched the antenna on. A reader that does not answer is
    # found, and said, by its first scan.
    with suppress(OSError):
        chip.start()
    return chip


class SpiPads(PadReader):
    """The pads of this Pi. Without *thread* nothing happens by itself: call `step` for each scan."""

    def __init__(
        self,
        pads: Sequence[SpiPad],
        speed: int = 1_000_000,
        clock: Clock = time.monotonic,
        sleep: Sleep = time.sleep,
        thread: bool = True,
    ) -> None:
        self._names = tuple(pad.name for pad in pads)
        with ExitStack() as opened:
            watched = list(_open(pads, speed, clock, sleep, opened))
            self._opened = opened.pop_all()
        self._scan_round = ScanRound(watched, lambda: round(clock() * 1000))
        self._sleep = sleep
        self._events: SimpleQueue[PadEvent] = SimpleQueue()
        self._clock = clock
        self._stepped_at = clock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        if thread:
            self._thread = threading.Thread(target=self._run, name="pads", daemon=True)
            self._thread.start()

    @property
    def pads(self) -> Sequence[str]:
        return self._names

    @property
    def versions(self) -> Mapping[str, str]:
        return {pad.name: chip_name(pad.chip.version) for pad in self._scan_round.pads}

    def stalled(self, now: float) -> bool:
        return now - self._stepped_at > STALLED_S

    def poll(self, now: float) -> Sequence[PadEvent]:
        events = []
        while not self._events.empty():
            events.append(self._events.get())
        return events

    def step(self) -> None:
        """One scan of one pad, or a rest if there is none to ask."""
        pad = self._scan_round.scan()
        if pad is None:
            self._sleep(IDLE_S)
        else:
            for event in pad.events():
                self._events.put(event)
        self._stepped_at = self._clock()

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                self.step()
        except Exception as error:  # the thread must not end in silence, whatever ends it
            message = f"The readers are no longer read ({error!r}): restart the table."
            self._events.put(PadFault(None, Fault.SILENT, message))

    def close(self) -> None:
        self._stop.set()
        if self._thread:
            self._thread.join(STALLED_S)
        self._opened.close()


def _import() -> tuple[Any, Any]:
    """RPi.GPIO, or what stands in for it, and the package mfrc522."""
    tame_lgpio()
    try:
        import mfrc522  # type: ignore[import-untyped]
        from RPi import GPIO  # type: ignore[import-untyped]
    except ImportError as missing:
        raise HardwareError(
            f"Readers on the Pi need a package that is missing, {missing.name}: "
            "install with hardware/pi/install."
        ) from missing
    except RuntimeError as error:  # RPi.GPIO does not like the machine
        raise HardwareError(_no_gpio(error)) from error
    return GPIO, mfrc522


def _no_gpio(error: Exception) -> str:
    return (
        f"The GPIO pins cannot be used ({error}): stop what else uses them, put this user into group gpio, "
        "and on a Raspberry Pi 5 let rpi-lgpio take the place of RPi.GPIO "
        "(pip uninstall RPi.GPIO, then pip install rpi-lgpio)."
    )
