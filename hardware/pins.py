"""The Raspberry Pi's header: which GPIO is which pin, which ones the SPI buses take, and who drives them.

>>> spoken(25)
'GPIO 25 (pin 22)'
"""

from __future__ import annotations

import os
import tempfile
from typing import TYPE_CHECKING, NamedTuple

from hardware.pads import HardwareError

if TYPE_CHECKING:
    from gpiozero.pins import Factory  # type: ignore[import-untyped]

# GPIO 0 and 1 (pins 27 and 28) belong to the EEPROM of add-on boards and are left out.
HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
    11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip


class Bus(NamedTuple):
    """The GPIOs of one SPI bus; `ce` in the order of its device numbers."""

    mosi: int
    miso: int
    sclk: int
    ce: tuple[int, ...]


BUSES = {0: Bus(mosi=10, miso=9, sclk=11, ce=(8, 7)), 1: Bus(mosi=20, miso=19, sclk=21, ce=(18, 17, 16))}


def spoken(gpio: int) -> str:
    return f"GPIO {gpio} (pin {HEADER[gpio]})"


def tame_lgpio() -> None:
    """Keep lgpio from writing its notification files into the working directory, which may be read-only."""
    os.environ.setdefault("LG_WD", tempfile.gettempdir())


def pin_factory() -> Factory:
    """The one way we drive pins on a Pi: lgpio, without gpiozero's silent search for something else."""
    tame_lgpio()
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # type: ignore[import-untyped]
    except ImportError as missing:
        raise HardwareError(
            f"The panel needs gpiozero and lgpio, and {str(missing.name).split('.')[0]} is missing: "
            "install with hardware/pi/install."
        ) from missing
    try:
        return LGPIOFactory()
    except Exception as error:  # lgpio raises its own, undocumented
        raise HardwareError(
            f"The GPIO pins cannot be opened ({error}): is this a Raspberry Pi, and are you in group gpio?"
        ) from error
