"""SPI frames of the register methods, byte by byte, and chip-select around each of them."""

from __future__ import annotations

import pytest

from firmware.spi import SpiRegisters, reset_pin
from hardware.simulation.chip import Chip, IllegalAccess
from hardware.simulation.clock import Clock
from hardware.simulation.field import Dice, Field
from hardware.simulation.machine import ResetPin, SelectPin, Spi

FIFO, LEVEL, VERSION = 0x09, 0x0A, 0x37


class Probe:
    """A logic analyser where bus and chip-select should be: `machine.SPI` and `machine.Pin` in one."""

    def __init__(self, miso: bytes = b"") -> None:
        self.seen: list[bytes | str] = []
        self.miso = miso

    def __call__(self, level: int) -> None:
        self.seen.append("high" if level else "low")

    def write(self, data: bytes) -> None:
        self.seen.append(bytes(data))

    def write_readinto(self, data: bytes, into: bytearray) -> None:
        self.seen.append(bytes(data))
        into[:] = self.miso[: len(into)]


def test_a_register_is_read_by_its_address_with_the_read_flag() -> None:
    probe = Probe(b"\x00\x92")
    assert SpiRegisters(probe, probe).read(VERSION) == 0x92
    assert probe.seen == ["low", b"\xee\x00", "high"]


def test_a_register_is_written_in_two_bytes() -> None:
    probe = Probe()
    SpiRegisters(probe, probe).write(0x2D, 39)
    assert probe.seen == ["low", b"\x5a\x27", "high"]


def test_the_fifo_is_read_in_one_transfer_that_ends_in_zero() -> None:
    probe = Probe(b"\xaa\x01\x02\x03")
    registers = SpiRegisters(probe, probe)
    for _ in range(2):
        buffer = bytearray(5)
        registers.read_fifo(memoryview(buffer)[1:4])
        assert buffer == b"\x00\x01\x02\x03\x00"
    assert probe.seen == ["low", b"\x92\x92\x92\x00", "high"] * 2


def test_the_fifo_is_written_in_one_transfer() -> None:
    probe = Probe()
    registers = SpiRegisters(probe, probe)
    registers.write_fifo(b"\x93\x20")
    registers.write_fifo(memoryview(b"\x50\x00\x57\xcd"))
    registers.write_fifo(b"\x95\x20")
    sent = [frame for frame in probe.seen if isinstance(frame, bytes)]
    assert sent == [b"\x12\x93\x20", b"\x12\x50\x00\x57\xcd", b"\x12\x95\x20"]


def test_a_reset_pulse_goes_low_and_comes_back() -> None:
    probe = Probe()
    slept: list[int] = []
    reset_pin(probe, slept.append)()
    assert probe.seen == ["low", "high"]
    assert slept == [10]


def two_chips() -> tuple[Spi, list[Chip], list[SelectPin]]:
    clock, bus = Clock(), Spi()
    chips = [Chip(Field(clock, Dice()), clock, version) for version in (0x92, 0x88)]
    return bus, chips, [SelectPin(bus, chip) for chip in chips]


def test_two_chips_share_a_bus() -> None:
    bus, _, pins = two_chips()
    left, right = (SpiRegisters(bus, pin) for pin in pins)
    left.write_fifo(b"\x01\x02")
    right.write_fifo(b"\x03")
    assert [left.read(VERSION), right.read(VERSION)] == [0x92, 0x88]
    assert [left.read(LEVEL), right.read(LEVEL)] == [2, 1]
    buffer = bytearray(2)
    left.read_fifo(buffer)
    assert buffer == b"\x01\x02"


def test_two_chips_selected_at_once_or_none_fail_loudly() -> None:
    bus, _, (near, far) = two_chips()
    with pytest.raises(IllegalAccess, match="0 chips"):
        bus.write(b"\xee\x00")
    near(0)
    far(0)
    assert (near(), far()) == (0, 0)
    with pytest.raises(IllegalAccess, match="2 chips"):
        bus.write(b"\xee\x00")


def test_buffers_of_unequal_length_are_refused_as_on_a_pico() -> None:
    bus, _, (near, _) = two_chips()
    near(0)
    with pytest.raises(ValueError, match="same length"):
        bus.write_readinto(b"\xee\x00", bytearray(1))


def test_a_transfer_may_come_in_pieces() -> None:
    bus, _, (near, _) = two_chips()
    near(0)
    bus.write(b"\xee")
    answer = bytearray(1)
    bus.readinto(answer)
    near(1)
    assert answer == b"\x92"


def test_a_chip_held_in_reset_is_not_to_be_spoken_to() -> None:
    _, chips, (near, _) = two_chips()
    rst = ResetPin(chips[0])
    rst(0)
    assert rst() == 0
    with pytest.raises(IllegalAccess, match="reset"):
        near(0)
