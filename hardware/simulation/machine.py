"""An SPI bus and pins as MicroPython's `machine` has them, with simulated chips at the other end.

bus = Spi()
near, far = driver(bus, chip_1), driver(bus, chip_2)
near.start()
"""

from firmware.mfrc522 import MFRC522
from firmware.spi import SpiRegisters, reset_pin
from hardware.simulation.chip import Chip, IllegalAccess


class Spi:
    """`machine.SPI` as far as a driver needs it."""

    def __init__(self) -> None:
        self.selected: list[Chip] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._chip().shift(data)

    def write_readinto(self, data: bytes | bytearray | memoryview, into: bytearray | memoryview) -> None:
        if len(data) != len(into):
            raise ValueError("buffers must be the same length")
        into[:] = self._chip().shift(data)

    def readinto(self, into: bytearray | memoryview, write: int = 0x00) -> None:
        into[:] = self._chip().shift(bytes([write] * len(into)))

    def _chip(self) -> Chip:
        if len(self.selected) != 1:
            raise IllegalAccess(f"{len(self.selected)} chips selected while bytes go over the bus")
        return self.selected[0]


class SelectPin:
    """`machine.Pin`, wired to a chip's chip-select on a bus."""

    def __init__(self, bus: Spi, chip: Chip) -> None:
        self._bus = bus
        self._chip = chip
        self._level = 1

    def __call__(self, level: int | None = None) -> int:
        if level is not None and bool(level) != bool(self._level):
            self._level = int(bool(level))
            if level:
                self._bus.selected.remove(self._chip)
                self._chip.deselect()
            else:
                self._bus.selected.append(self._chip)
                self._chip.select()
        return self._level


class ResetPin:
    """`machine.Pin`, wired to a chip's RST."""

    def __init__(self, chip: Chip) -> None:
        self._chip = chip
        self._level = 1

    def __call__(self, level: int | None = None) -> int:
        if level is not None:
            self._level = int(bool(level))
            self._chip.rst(self._level)
        return self._level


def driver(bus: Spi, chip: Chip, with_rst: bool = True, gain_db: int = 38) -> MFRC522:
    """The real driver of *chip*; without its RST pin it can reset the chip by command only."""
    clock = chip.clock
    reset = reset_pin(ResetPin(chip), clock.sleep_us) if with_rst else None
    registers = SpiRegisters(bus, SelectPin(bus, chip))
    return MFRC522(registers, clock.sleep_us, clock.ticks_us, reset, gain_db)
