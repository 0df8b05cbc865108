"""Readers wired to the Raspberry Pi's own SPI pins.

    pads = SpiPads([SpiPad("left", rst=25, ce=0), SpiPad("centre", rst=23, ce=1, cs=24)])
    with closing(pads):
        for event in pads.poll(now): ...

The PyPI package mfrc522 opens bus and pins and moves the bytes; our own driver (firmware/iso14443a.py) finds
out which tags there are. A thread scans and fills a queue; nothing else happens in it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from firmware.mfrc522 import MFRC522
from firmware.spi import read_address, reset_pin, write_address
from hardware.pads import Fault, HardwareError, PadEvent, PadFault
from hardware.pins import tame_lgpio
from hardware.scans import Reader, Rounds

if TYPE_CHECKING:
    from hardware.wiring import SpiPad

START_UP = 0.005  # seconds: what a crystal takes, and more
STALLED = 2.0  # seconds: many times what a scan may take, which is bounded
_FIFO_DATA = 0x09


class _Registers:
    """The driver's four register methods over the package's device, each of them one transfer.

    *select* drives the chip-select lead of a reader that has one of its own; chip-enable does it otherwise.
    """

    def __init__(self, device: Any, select: Callable[[int], None] | None) -> None:
        self._device = device
        self._select = select

    def read(self, reg: int) -> int:
        with self._selected():
            return int(self._device.Read_MFRC522(reg))

    def write(self, reg: int, value: int) -> None:
        with self._selected():
            self._device.Write_MFRC522(reg, value)

    def read_fifo(self, buffer: bytearray | memoryview) -> None:
        # The last byte sent is no address: a FIFO address there would take one more byte out.
        with self._selected():
            received = self._device.spi.xfer2([read_address(_FIFO_DATA)] * len(buffer) + [0])
        buffer[:] = bytes(received[1:])

    def write_fifo(self, data: bytes | bytearray | memoryview) -> None:
        with self._selected():
            self._device.spi.xfer2([write_address(_FIFO_DATA), *data])

    @contextmanager
    def _selected(self) -> Iterator[None]:
        if self._select is None:
            yield
            return
        self._select(0)
        try:
            yield
        finally:
            self._select(1)  # whatever happened: a reader left selected would garble all the others


class _Wires:
    """Bus and pins, opened; `readers` on them. Only what was opened here is closed here."""

    def __init__(
        self, pads: Sequence[SpiPad], speed: int, clock: Callable[[], float], sleep: Callable[[float], object]
    ) -> None:
        self.readers: list[Reader] = []
        self._devices: list[Any] = []
        self._pins: list[int] = []
        self._resets: list[int] = []
        self._gpio, package = _import()
        try:
            self._take_pins(pads, sleep)
            for pad in pads:
                device = self._open(package, pad, speed)
                self._devices.append(device)
                self.readers.append(Reader(pad.name, self._chip(device, pad, clock, sleep)))
        except BaseException:
            self.close()
            raise

    def _take_pins(self, pads: Sequence[SpiPad], sleep: Callable[[float], object]) -> None:
        """Nobody selected and everybody reset: whatever ran before us may have left an antenna on."""
        gpio = self._gpio
        try:
            if gpio.getmode() is None:
                gpio.setmode(gpio.BCM)
            if gpio.getmode() != gpio.BCM:
                raise HardwareError(
                    "Something else in this program numbers the GPIO pins by their place on the board: "
                    "readers need GPIO numbers (BCM)."
                )
            for pad in pads:
                if pad.cs is not None:
                    gpio.setup(pad.cs, gpio.OUT, initial=1)
                    self._pins.append(pad.cs)
            for pad in pads:
                gpio.setup(pad.rst, gpio.OUT, initial=0)
                self._pins.append(pad.rst)
                self._resets.append(pad.rst)
            for pin in self._resets:
                gpio.output(pin, 1)
            sleep(START_UP)  # the package sends its first bytes at once
        except RuntimeError as error:
            raise HardwareError(_no_gpio(error)) from error

    def _open(self, package: Any, pad: SpiPad, speed: int) -> Any:
        where = f"pad {pad.name}: /dev/spidev{pad.bus}.{pad.ce}"
        try:
            return package.MFRC522(pad.bus, pad.ce, speed, pin_mode=self._gpio.BCM, pin_rst=pad.rst)
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

    def _chip(
        self, device: Any, pad: SpiPad, clock: Callable[[], float], sleep: Callable[[float], object]
    ) -> MFRC522:
        gpio = self._gpio

        def sleep_us(microseconds: int) -> None:
            sleep(microseconds / 1_000_000)

        chip = MFRC522(
            _Registers(device, None if pad.cs is None else partial(gpio.output, pad.cs)),
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

    def close(self) -> None:
        """Everybody in reset, which is the surest way to get the antennas off; then let go of our pins."""
        while self._resets:
            self._gpio.output(self._resets.pop(), 0)
        while self._devices:
            self._devices.pop().spi.close()  # not the package's own close, which cleans up everybody's pins
        while self._pins:
            self._gpio.cleanup(self._pins.pop())


class SpiPads:
    """A PadReader. Without *thread* nothing happens by itself: call `step` for each scan."""

    def __init__(
        self,
        pads: Sequence[SpiPad],
        speed: int = 1_000_000,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
        thread: bool = True,
    ) -> None:
        self._names = tuple(pad.name for pad in pads)
        self._wires = _Wires(pads, speed, clock, sleep)
        self._rounds = Rounds(self._wires.readers, clock, sleep)
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
    def versions(self) -> dict[str, int]:
        """What each reader's chip last said it was (VersionReg); 0x00 and 0xFF are nobody."""
        return {reader.pad: reader.chip.version for reader in self._wires.readers}

    def stalled(self, now: float) -> bool:
        """Whether the readers have not been read for far too long: a watchdog should hear no more of us."""
        return now - self._stepped_at > STALLED

    def poll(self, now: float) -> Sequence[PadEvent]:
        events = []
        while not self._events.empty():
            events.append(self._events.get())
        return events

    def step(self) -> None:
        """One scan of one pad."""
        for event in self._rounds.step():
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
            self._thread.join(STALLED)
        self._wires.close()


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
