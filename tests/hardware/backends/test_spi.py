"""Readers on the Pi's pins, opened by the real package mfrc522 simulated from the bus downwards."""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Iterator, Sequence

import pytest

from hardware.backends.spi import STALLED_S, SpiPad, SpiPads
from hardware.pads import Fault, HardwareError, PadCured, PadEvent, PadFault, Snapshot
from hardware.simulation.bus import BOARD, RaspberryPi
from hardware.simulation.chip import FROZEN, MUTE, Chip, IllegalAccess
from hardware.simulation.clock import Clock
from hardware.simulation.field import Field
from hardware.simulation.tags import Tag

LEFT, CENTRE = SpiPad("left", rst=25, ce=0), SpiPad("centre", rst=23, ce=1, cs=24)
NTAG = "04a2b3c4d5e680"


class LoneField(Field):
    """An antenna that will not share the air, and counts how often it was on."""

    def __init__(self, clock: Clock, all_fields: list[LoneField]) -> None:
        super().__init__(clock, random.Random(1))
        self.cycles = 0
        self._all = all_fields

    def power(self, on: bool) -> None:
        if on and not self.on:
            self.cycles += 1
            assert not any(field.on for field in self._all), "two antennas at once"
        super().power(on)


class Bench:
    def __init__(self) -> None:
        self.clock = Clock(start_us=1_000_000)
        self.fields: list[LoneField] = []
        self.fields += [LoneField(self.clock, self.fields) for _ in range(2)]
        self.left, self.centre = (Chip(field, self.clock) for field in self.fields)
        self.pi = RaspberryPi()
        self.pi.wire(self.left, ce=0, rst=25)
        self.pi.wire(self.centre, cs=24, rst=23)
        self.opened: list[SpiPads] = []

    def now(self) -> float:
        return self.clock.ns / 1e9

    def open(self, *pads: SpiPad, thread: bool = False, speed: int = 1_000_000) -> SpiPads:
        reader = SpiPads(
            pads or (LEFT, CENTRE),
            speed,
            clock=self.now,
            sleep=lambda seconds: self.clock.sleep_us(round(seconds * 1e6)),
            thread=thread,
        )
        self.opened.append(reader)
        return reader

    def scan(self, reader: SpiPads, steps: int) -> Sequence[PadEvent]:
        for _ in range(steps):
            reader.step()
        return reader.poll(self.now())


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    with bench.pi.modules():
        yield bench
        for reader in bench.opened:
            reader.close()


def register(chip: Chip, reg: int) -> int:
    chip.select()
    value = chip.shift(bytes([reg << 1 | 0x80, 0]))[1]
    chip.deselect()
    return value


def test_no_two_antennas_are_ever_on_and_none_between_scans(bench: Bench) -> None:
    reader = bench.open()
    for _ in range(20):
        assert not any(field.on for field in bench.fields)
        reader.step()
    assert min(field.cycles for field in bench.fields) >= 10


def test_an_antenna_left_on_by_whoever_ran_before_is_switched_off_at_the_start(bench: Bench) -> None:
    bench.fields[1].power(True)
    bench.open()  # LoneField would object to the first antenna going on
    assert not bench.fields[1].on


def test_each_reader_gets_its_own_gain(bench: Bench) -> None:
    bench.open(SpiPad("left", rst=25, ce=0, gain=48), SpiPad("centre", rst=23, ce=1, cs=24, gain=18))
    assert (register(bench.left, 0x26) & 0x70, register(bench.centre, 0x26) & 0x70) == (0x70, 0x20)


def test_the_bus_runs_at_the_speed_asked_for(bench: Bench) -> None:
    with pytest.raises(IllegalAccess, match="12000000 Hz"):
        bench.open(speed=12_000_000)


def test_closing_touches_nobody_elses_pins(bench: Bench) -> None:
    from RPi import GPIO  # type: ignore[import-untyped]

    GPIO.setmode(GPIO.BCM)
    GPIO.setup(17, GPIO.OUT, initial=1)
    reader = bench.open()
    assert set(bench.pi.outputs) == {17, 23, 24, 25}
    reader.close()
    reader.close()
    assert set(bench.pi.outputs) == {17}
    assert bench.pi.cleaned_up == 0
    assert not any(field.on for field in bench.fields)


def test_closing_in_the_middle_of_a_scan_leaves_no_antenna_on(bench: Bench) -> None:
    reader = bench.open()
    bench.fields[0].power(True)
    reader.close()
    assert not bench.fields[0].on


def test_a_dead_reader_is_tried_about_once_a_second(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = bench.open()
    bench.left.unplug()
    levels: list[int] = []
    monkeypatch.setattr(bench.left, "rst", levels.append)
    end = bench.now() + 5
    while bench.now() < end:
        reader.step()
    assert 4 <= levels.count(0) <= 6


def test_when_nobody_answers_the_thread_rests(bench: Bench) -> None:
    reader = bench.open(LEFT)
    bench.left.unplug()
    bench.scan(reader, 1)
    before = bench.clock.transfers
    for _ in range(10):
        reader.step()
    assert bench.clock.transfers == before


def test_a_reader_locked_up_is_reset_by_its_own_pin_and_the_others_are_not(bench: Bench) -> None:
    reader = bench.open()
    bench.fields[0].put(Tag(NTAG))
    bench.scan(reader, 4)
    for lock in (MUTE, FROZEN):
        bench.left.lock_up(lock)
        events = bench.scan(reader, 40)
        assert bench.left.locked is None
        assert not [event for event in events if isinstance(event, PadFault)]
        assert [e.uids for e in events if isinstance(e, Snapshot) and e.pad == "left"][-1] == (NTAG,)


def test_a_bus_that_refuses_is_a_silent_reader_and_leaves_nobody_selected(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = bench.open()
    bench.scan(reader, 4)

    def broken(*transfer: object) -> bytes:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(bench.pi, "transfer", broken)
        events = bench.scan(reader, 4)
    faults = {event.pad: event.fault for event in events if isinstance(event, PadFault)}
    assert faults == {"left": Fault.SILENT, "centre": Fault.SILENT}
    assert bench.pi.buses[0].selected == []
    cured = {event.pad for event in bench.scan(reader, 60) if isinstance(event, PadCured)}
    assert cured == {"left", "centre"}


def test_a_clone_of_unknown_version_is_warned_about_once_and_read_all_the_same(bench: Bench) -> None:
    bench.left.version = 0x3F
    reader = bench.open()
    bench.fields[0].put(Tag(NTAG))
    events = bench.scan(reader, 20)
    faults = [event for event in events if isinstance(event, PadFault)]
    assert [(fault.pad, fault.fault) for fault in faults] == [("left", Fault.UNKNOWN_CHIP)]
    assert "0x3f" in faults[0].message
    assert [e.uids for e in events if isinstance(e, Snapshot) and e.pad == "left"][-1] == (NTAG,)


# The thread


class Pulse:
    """Lets a test wait for the thread: it beats whenever the thread sleeps, in virtual time."""

    def __init__(self, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
        self._beat = threading.Condition()
        sleep_us = bench.clock.sleep_us

        def sleep_and_tell(microseconds: int) -> None:
            sleep_us(microseconds)
            with self._beat:
                self._beat.notify_all()

        monkeypatch.setattr(bench.clock, "sleep_us", sleep_and_tell)

    def until(self, reader: SpiPads, kind: type[PadEvent]) -> PadEvent:
        for _ in range(1000):
            for event in reader.poll(0):
                if isinstance(event, kind):
                    return event
            with self._beat:
                self._beat.wait(0.01)
        raise AssertionError(f"no {kind} from the thread")


def test_the_thread_scans_by_itself_until_closed(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    pulse = Pulse(bench, monkeypatch)
    bench.fields[0].put(Tag(NTAG))
    reader = bench.open(LEFT, thread=True)
    event = pulse.until(reader, Snapshot)
    assert isinstance(event, Snapshot)
    assert event.uids == (NTAG,)
    assert not reader.stalled(bench.now())
    reader.close()
    assert "pads" not in [thread.name for thread in threading.enumerate()]
    assert not bench.fields[0].on


def test_a_thread_that_dies_says_so_and_is_seen_to_have_stalled(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    pulse = Pulse(bench, monkeypatch)
    reader = bench.open(LEFT, thread=True)
    pulse.until(reader, Snapshot)
    bench.left.rst(0)  # somebody pulls our reset pin: an access the simulated chip does not forgive
    event = pulse.until(reader, PadFault)
    assert event == PadFault(None, Fault.SILENT, event.message)
    assert "restart the table" in event.message
    assert reader.stalled(bench.now() + STALLED_S + 0.1)


def test_readers_that_are_stepped_have_not_stalled(bench: Bench) -> None:
    reader = bench.open()
    bench.clock.sleep_us(3_000_000)
    assert reader.stalled(bench.now())
    reader.step()
    assert not reader.stalled(bench.now())


# What is missing


def sentence(bench: Bench, *pads: SpiPad) -> str:
    """Why the readers cannot be opened; and nothing stays open."""
    with pytest.raises(HardwareError) as refused:
        bench.open(*pads)
    assert not bench.pi.outputs
    assert bench.pi.cleaned_up == 0
    return str(refused.value)


def test_a_bus_that_is_not_enabled(bench: Bench) -> None:
    assert sentence(bench, LEFT, SpiPad("right", rst=22, bus=1, ce=2)) == (
        "pad right: /dev/spidev1.2 is not there: enable SPI with raspi-config, "
        "or with dtoverlay=spi1-3cs in config.txt, and restart the Pi."
    )
    bench.pi.devices.clear()
    assert "dtparam=spi=on" in sentence(bench, LEFT)


class Forbidden(dict[tuple[int, int], Chip | None]):
    def __contains__(self, device: object) -> bool:
        raise PermissionError(13, "Permission denied")


def test_a_bus_that_may_not_be_opened(bench: Bench) -> None:
    bench.pi.devices = Forbidden()
    assert sentence(bench, LEFT) == (
        "pad left: /dev/spidev0.0 may not be opened: "
        "put this user into the group spi (sudo adduser $USER spi)."
    )


@pytest.mark.parametrize("package", ["RPi", "spidev", "mfrc522"])
def test_a_package_that_is_missing(bench: Bench, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    assert sentence(bench, LEFT) == (
        f"Readers on the Pi need a package that is missing, {package}: install with hardware/pi/install."
    )


def test_a_gpio_package_that_does_not_know_this_pi(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    from RPi import GPIO

    def setmode(mode: int) -> None:
        raise RuntimeError("Cannot determine SOC peripheral base address")

    monkeypatch.setattr(GPIO, "setmode", setmode)
    said = sentence(bench, LEFT)
    assert "Cannot determine SOC" in said
    assert "pip install rpi-lgpio" in said


def test_a_pin_that_somebody_else_holds(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    from RPi import GPIO

    setup = GPIO.setup

    def busy(channel: int, direction: int, initial: int) -> None:
        if channel == CENTRE.rst:
            raise RuntimeError("GPIO busy")
        setup(channel, direction, initial)

    monkeypatch.setattr(GPIO, "setup", busy)
    assert "(GPIO busy): stop what else uses them" in sentence(bench, LEFT, CENTRE)


def test_pins_numbered_by_somebody_else(bench: Bench) -> None:
    bench.pi.mode = BOARD
    assert "GPIO numbers (BCM)" in sentence(bench, LEFT)
