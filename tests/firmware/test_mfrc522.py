"""The chip's driver by itself: set-up, gain, field times, outcomes told apart, and waits that end."""

from __future__ import annotations

import pytest

from firmware.mfrc522 import ANSWER, COLLISION, ERROR, GAINS_DB, MFRC522, TIMEOUT, StuckError
from hardware.simulation.chip import FROZEN
from hardware.simulation.chip_pads import SimulatedReader
from hardware.simulation.clock import TICKS_PERIOD
from hardware.simulation.field import COLLIDED
from hardware.simulation.tags import Tag, symbols

COM_IRQ, RF_CFG, VERSION = 0x04, 0x26, 0x37


class Registers:
    """A bus with nobody on it."""

    def __init__(self, value: int) -> None:
        self.value = value
        self.transfers = 0

    def read(self, reg: int) -> int:
        self.transfers += 1
        return self.value

    def write(self, reg: int, value: int) -> None:
        self.transfers += 1

    def read_fifo(self, buffer: memoryview) -> None:
        self.transfers += 1
        buffer[:] = bytes([self.value] * len(buffer))

    def write_fifo(self, data: memoryview) -> None:
        self.transfers += 1


def reader_that_hears(said: list[int] | None) -> SimulatedReader:
    reader = SimulatedReader()
    reader.field.send = lambda *frame: said and (frame[2] + 91150, said)  # type: ignore[assignment]
    reader.driver.field_on()
    return reader


def ask(reader: SimulatedReader) -> int:
    reader.driver.tx[0] = 0x26
    outcome: int = reader.driver.exchange(1, 7, 0, 19)
    return outcome


def test_outcomes_are_told_apart() -> None:
    atqa = symbols(b"\x44\x00")
    wrong_parity = [*atqa[:8], 1 - atqa[8], *atqa[9:]]
    collided = [*atqa[:10], COLLIDED, *atqa[11:]]
    assert ask(reader_that_hears(None)) == TIMEOUT
    assert ask(reader_that_hears(wrong_parity)) == ERROR
    answered = reader_that_hears(atqa)
    assert ask(answered) == ANSWER
    assert bytes(answered.driver.rx[: answered.driver.length]) == b"\x44\x00"
    two = reader_that_hears(collided)
    assert ask(two) == COLLISION
    assert two.driver.collision == 10


@pytest.mark.parametrize(("symbol", "position"), [(0, 1), (7, 8), (9, 9), (34, 32), (36, 0)])
def test_collisions_are_counted_from_one_and_unknown_beyond_32(symbol: int, position: int) -> None:
    said = symbols(b"\x00" * 5)
    said[symbol] = COLLIDED
    reader = reader_that_hears(said)
    assert ask(reader) == COLLISION
    assert reader.driver.collision == position


def test_nothing_doubtful_gets_into_a_collided_answer() -> None:
    said = [COLLIDED if i == 10 else symbol for i, symbol in enumerate(symbols(b"\xff\xff"))]
    reader = reader_that_hears(said)
    assert ask(reader) == COLLISION
    assert bytes(reader.driver.rx[:2]) == b"\xff\x01", "the bits before the collision, and no others"


def test_an_answer_longer_than_any_of_ours_is_an_error() -> None:
    assert ask(reader_that_hears(symbols(b"\x00" * 9))) == ERROR
    assert ask(reader_that_hears(symbols(b"\x00" * 70))) == ERROR


def test_a_stuck_chip_is_noticed_within_a_bounded_time() -> None:
    reader = reader_that_hears(None)
    reader.chip.lock_up(FROZEN)
    before = reader.clock.ns
    with pytest.raises(StuckError):
        ask(reader)
    assert (reader.clock.ns - before) / 1e6 < 15


@pytest.mark.parametrize("value", [0x00, 0xFF])
def test_a_dead_bus_is_noticed_and_no_wait_is_endless(value: int) -> None:
    registers = Registers(value)
    slept: list[int] = []
    resets: list[int] = []
    chip = MFRC522(registers, slept.append, lambda: 0, reset=lambda: resets.append(1))
    assert not chip.start()
    assert not chip.awake()
    assert len(resets) == 2
    assert chip.resets == 1, "the first start was no reset of a chip gone silent"
    assert registers.transfers < 100
    assert sum(slept) < 20_000


@pytest.mark.parametrize("gain_db", sorted(GAINS_DB))
def test_each_pad_has_its_gain(gain_db: int) -> None:
    reader = SimulatedReader(gain_db=gain_db)
    heard: list[int] = []
    reader.field.send = lambda *frame: heard.append(frame[3])  # type: ignore[method-assign]
    reader.driver.field_on()
    ask(reader)
    assert heard == [gain_db]


def test_a_gain_the_chip_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match=r"gain_db is 40; use one of \[18, 23, 33, 38, 43, 48\]"):
        SimulatedReader(gain_db=40)


def test_a_field_is_off_for_5_ms_before_it_is_on_for_5() -> None:
    reader = SimulatedReader()
    driver, clock = reader.driver, reader.clock
    driver.field_on()
    driver.field_off()
    off = clock.ns
    driver.field_on()
    assert 10_000 <= (clock.ns - off) / 1000 < 10_500
    driver.field_off()
    clock.sleep_us(7000)  # others were scanned meanwhile
    before = clock.ns
    driver.field_on()
    assert 5_000 <= (clock.ns - before) / 1000 < 5_500, "it has been off long enough already"


def test_a_field_off_when_the_clock_wraps_is_off_no_longer_than_any_other() -> None:
    reader = SimulatedReader()
    driver, clock = reader.driver, reader.clock
    driver.field_on()
    clock.sleep_us(TICKS_PERIOD - clock.ticks_us() - 200)
    driver.field_off()
    before = clock.ticks_us()
    clock.sleep_us(100)
    assert clock.ticks_us() < before, "it did wrap"
    began = clock.ns
    driver.field_on()
    assert 9_500 < (clock.ns - began) / 1000 < 10_500


def test_a_reset_sets_everything_up_again() -> None:
    reader = SimulatedReader()
    reader.field.put(Tag("1f2e3d4c"))
    for reset in (reader.driver.start, reader.driver.recover):
        assert reset()
        assert not reader.field.on
        reader.driver.field_on()
        assert ask(reader) == ANSWER
    assert reader.driver.resets == 1
    assert reader.driver.version == 0x92


def test_nothing_left_over_from_a_scan_that_broke_off_gets_into_the_next() -> None:
    reader = SimulatedReader()
    reader.field.put(Tag("1f2e3d4c"))
    reader.driver.field_on()
    for first in (0x52, 0x26):  # an answer not read, then a field switched off in the middle
        reader.driver.tx[0] = first
        reader.driver.exchange(1, 7, 0, 19)
        reader.driver.field_off()
        reader.driver.field_on()
    assert ask(reader) == ANSWER
    assert reader.driver.length == 2
