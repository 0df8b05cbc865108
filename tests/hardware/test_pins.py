"""The header as gpiozero knows it, and pins that cannot be opened."""

from __future__ import annotations

import os
import sys

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.pads import HardwareError
from hardware.pins import BUSES, HEADER, pin_factory, spoken, tame_lgpio


def test_the_header_is_the_one_of_a_raspberry_pi() -> None:
    header = MockFactory().board_info.headers["J8"]
    names = {pin.name: number for number, pin in header.pins.items()}
    assert {f"GPIO{gpio}": pin for gpio, pin in HEADER.items()} == {
        name: pin for name, pin in names.items() if name.startswith("GPIO") and name not in ("GPIO0", "GPIO1")
    }


def test_the_buses_are_where_gpiozero_finds_them() -> None:
    def functions(gpio: int) -> set[str]:
        return set(MockFactory().board_info.headers["J8"].pins[HEADER[gpio]].interfaces)

    for number, bus in BUSES.items():
        for gpio in (bus.mosi, bus.miso, bus.sclk, *bus.ce):
            assert "spi" in functions(gpio), f"GPIO {gpio} of bus {number}"


def test_a_pin_is_spoken_of_by_both_its_numbers() -> None:
    assert spoken(25) == "GPIO 25 (pin 22)"


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(HardwareError) as refused:
        pin_factory()
    assert str(refused.value) == (
        "The panel needs gpiozero and lgpio, and lgpio is missing: install with hardware/pi/install."
    )


def test_lgpio_does_not_write_into_the_working_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LG_WD", "")
    monkeypatch.delenv("LG_WD")
    tame_lgpio()
    assert os.environ["LG_WD"] != os.getcwd()
    monkeypatch.setenv("LG_WD", "/somewhere")
    tame_lgpio()
    assert os.environ["LG_WD"] == "/somewhere"
