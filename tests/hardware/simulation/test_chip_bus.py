"""The real PyPI package mfrc522, unmodified, on the simulated chip; only bus and pins are ours.

It reads, and it fails the way it is known to fail: that is how we know that the chip is like the real one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from hardware.simulation.bus import RaspberryPi
from hardware.simulation.chip import Chip, IllegalAccess
from hardware.simulation.clock import Clock
from hardware.simulation.field import Dice, Field
from hardware.simulation.tags import ACTIVE, IDLE, READY, Tag


class Desk:
    """A Pi with one reader, and the package imported on it."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.field = Field(self.clock, Dice())
        self.chip = Chip(self.field, self.clock)
        self.pi = RaspberryPi()
        self.pi.wire(self.chip, bus=0, ce=0, rst=25)
        self.package: ModuleType

    def transfers(self, count_from: int = 0) -> int:
        return self.clock.transfers - count_from


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    with desk.pi.modules():
        import mfrc522

        desk.package = mfrc522
        yield desk


def uid_of(number: int) -> str:
    """What read_id gives: four bytes and their check byte, as one number."""
    return number.to_bytes(5, "big").hex()


def test_it_reads_a_4_byte_tag(desk: Desk) -> None:
    desk.field.put(Tag("1f2e3d4c"))
    reader = desk.package.SimpleMFRC522()
    desk.clock.sleep_us(5000)
    assert uid_of(reader.read_id_no_block()) == "1f2e3d4c" + "40"


def test_it_selects_with_the_chips_own_crc(desk: Desk) -> None:
    tag = Tag("1f2e3d4c")
    desk.field.put(tag)
    reader = desk.package.MFRC522(bus=0, device=0)
    desk.clock.sleep_us(5000)
    assert reader.MFRC522_Request(reader.PICC_REQIDL) == (reader.MI_OK, 16)
    status, uid = reader.MFRC522_Anticoll()
    assert status == reader.MI_OK
    assert reader.MFRC522_SelectTag(uid) == 0x08
    assert tag.state == ACTIVE


def test_an_empty_pad_costs_it_two_thousand_reads(desk: Desk) -> None:
    reader = desk.package.SimpleMFRC522()
    before = desk.clock.transfers
    assert reader.read_id_no_block() is None
    assert 2000 < desk.transfers(before) < 2020


def test_it_cuts_a_7_byte_uid_to_its_first_level(desk: Desk) -> None:
    desk.field.put(Tag("04a2b3c4d5e680"))
    reader = desk.package.SimpleMFRC522()
    desk.clock.sleep_us(5000)
    assert uid_of(reader.read_id_no_block()) == "88" + "04a2b3" + "9d"


def test_every_second_read_of_a_card_left_lying_fails(desk: Desk) -> None:
    tag = Tag("1f2e3d4c")
    desk.field.put(tag)
    reader = desk.package.SimpleMFRC522()
    desk.clock.sleep_us(5000)
    for _ in range(3):
        assert reader.read_id_no_block() is not None
        assert tag.state == READY
        assert reader.read_id_no_block() is None
        assert tag.state == IDLE


def test_two_cards_are_one_error_to_it(desk: Desk) -> None:
    desk.field.put(Tag("1f2e3d4c"))
    desk.field.put(Tag("1f2e3d4d"))
    reader = desk.package.SimpleMFRC522()
    desk.clock.sleep_us(5000)
    assert reader.read_id_no_block() is None


def test_it_takes_a_dead_bus_for_an_empty_pad(desk: Desk) -> None:
    reader = desk.package.SimpleMFRC522()
    desk.chip.unplug()
    assert reader.read_id_no_block() is None


def test_its_constructor_leaves_the_antenna_on_and_its_close_cleans_everybodys_pins(desk: Desk) -> None:
    reader = desk.package.MFRC522()
    assert desk.field.on
    reader.Close_MFRC522()
    assert desk.pi.cleaned_up == 1


def test_the_fakes_are_there_for_as_long_as_asked_and_no_longer() -> None:
    names = ("spidev", "RPi", "RPi.GPIO", "mfrc522")
    before = [sys.modules.get(name) for name in names]
    with RaspberryPi().modules():
        import mfrc522  # noqa: F401

        assert all(sys.modules[name] is not None for name in names)
    assert [sys.modules.get(name) for name in names] == before


# --- the fakes refuse what the originals refuse


def test_a_device_that_is_not_there_cannot_be_opened(desk: Desk) -> None:
    with pytest.raises(FileNotFoundError, match=r"spidev1\.0"):
        desk.package.MFRC522(bus=1, device=0)


def test_an_unconnected_chip_enable_reads_ff(desk: Desk) -> None:
    import spidev

    device = spidev.SpiDev()
    device.open(0, 1)
    device.max_speed_hz = 1_000_000
    assert device.xfer2([0xEE, 0]) == [0xFF, 0xFF]


def test_a_closed_device_and_a_wrong_byte_are_refused(desk: Desk) -> None:
    import spidev

    device = spidev.SpiDev()
    with pytest.raises(OSError, match="Bad file descriptor"):
        device.xfer2([0xEE, 0])
    device.open(0, 0)
    device.max_speed_hz = 1_000_000
    with pytest.raises(ValueError, match="range"):
        device.xfer2([256, 0])


@pytest.mark.parametrize(("speed", "mode"), [(20_000_000, 0), (1_000_000, 3)])
def test_a_bus_the_chip_cannot_follow_is_refused(desk: Desk, speed: int, mode: int) -> None:
    import spidev

    device = spidev.SpiDev()
    device.open(0, 0)
    device.max_speed_hz, device.mode = speed, mode
    with pytest.raises(IllegalAccess):
        device.xfer2([0xEE, 0])


def test_pins_must_be_numbered_and_set_up_before_use(desk: Desk) -> None:
    from RPi import GPIO

    with pytest.raises(RuntimeError, match="numbering"):
        GPIO.setup(25, GPIO.OUT)
    GPIO.setmode(GPIO.BCM)
    with pytest.raises(ValueError, match="different mode"):
        GPIO.setmode(GPIO.BOARD)
    with pytest.raises(RuntimeError, match="OUTPUT"):
        GPIO.output(25, 1)
    with pytest.raises(ValueError, match="invalid"):
        GPIO.setup(99, GPIO.OUT)
    GPIO.setup(25, GPIO.OUT, initial=GPIO.HIGH)
    assert GPIO.input(25) == GPIO.HIGH
    GPIO.cleanup(25)
    with pytest.raises(RuntimeError, match="setup"):
        GPIO.input(25)
    assert desk.pi.cleaned_up == 0


def test_board_numbers_lead_to_the_same_pins(desk: Desk) -> None:
    from RPi import GPIO

    GPIO.setmode(GPIO.BOARD)
    GPIO.setup(22, GPIO.OUT, initial=0)  # GPIO 25
    with pytest.raises(IllegalAccess, match="reset"):
        desk.pi.transfer(0, 0, False, b"\xee\x00")


def test_two_chips_selected_at_once_fight(desk: Desk) -> None:
    from RPi import GPIO

    other = Chip(Field(desk.clock, Dice()), desk.clock)
    desk.pi.wire(other, bus=0, cs=5)
    GPIO.setmode(GPIO.BCM)
    GPIO.setup(5, GPIO.OUT, initial=1)
    GPIO.output(5, 0)
    assert desk.pi.transfer(0, 1, False, b"\xee\x00") == b"\x00\x92", "CE1 leads nowhere: the GPIO selects"
    GPIO.output(5, 1)
    GPIO.output(5, 0)
    with pytest.raises(IllegalAccess, match="MISO"):
        desk.pi.transfer(0, 0, False, b"\xee\x00")
