"""The simulated MFRC522, register by register, and its temper: what the datasheet forbids fails loudly."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hardware.simulation.chip import AMNESIA, FROZEN, MUTE, Chip, IllegalAccess
from hardware.simulation.clock import Clock
from hardware.simulation.field import COLLIDED, Dice, Field
from hardware.simulation.tags import Tag, symbols, with_crc

COMMAND, COM_IEN, COM_IRQ, DIV_IRQ, ERROR, STATUS1 = 0x01, 0x02, 0x04, 0x05, 0x06, 0x07
FIFO, LEVEL, WATER, CONTROL, FRAMING, COLL = 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E
MODE, TX_MODE, TX_CONTROL, TX_ASK, CRC_HIGH, CRC_LOW = 0x11, 0x12, 0x14, 0x15, 0x21, 0x22
T_MODE, T_PRESCALER, T_RELOAD_HIGH, T_RELOAD_LOW, T_COUNTER_LOW, VERSION = 0x2A, 0x2B, 0x2C, 0x2D, 0x2F, 0x37
IDLE, CALC_CRC, TRANSMIT, NO_CHANGE, RECEIVE, TRANSCEIVE, SOFT_RESET = 0, 3, 4, 7, 8, 12, 15
TX, RX, IDLE_IRQ, LO_ALERT, ERR, TIMER = 0x40, 0x20, 0x10, 0x04, 0x02, 0x01


class Bench:
    """A chip on the bench, probes on its pins. Transfers take no time unless a test passes some."""

    def __init__(self, field: Field | None = None, transfer_us: int = 0) -> None:
        self.clock = field.clock if field else Clock(transfer_us, byte_us=0)
        self.field = field or Field(self.clock, Dice())
        self.chip = Chip(self.field, self.clock)

    def transfer(self, *mosi: int) -> list[int]:
        self.chip.select()
        miso = self.chip.shift(bytes(mosi))
        self.chip.deselect()
        return list(miso)

    def read(self, reg: int) -> int:
        return self.transfer(reg << 1 | 0x80, 0)[1]

    def write(self, reg: int, *values: int) -> None:
        self.transfer(reg << 1, *values)

    def read_fifo(self) -> bytes:
        return bytes(self.read(FIFO) for _ in range(self.read(LEVEL)))

    def field_on(self) -> None:
        self.write(TX_ASK, 0x40)
        self.write(TX_CONTROL, 0x83)
        self.clock.sleep_us(5000)

    def start(self, data: bytes, last_bits: int = 0, align: int = 0) -> None:
        """Send *data* and leave the rest to time."""
        self.write(COMMAND, IDLE)
        self.write(COM_IRQ, 0x7F)
        self.write(LEVEL, 0x80)
        self.write(FIFO, *data)
        self.write(FRAMING, align << 4 | last_bits)
        self.write(COMMAND, TRANSCEIVE)
        self.write(FRAMING, 0x80 | align << 4 | last_bits)

    def exchange(self, data: bytes, last_bits: int = 0, align: int = 0) -> bytes:
        self.start(data, last_bits, align)
        self.clock.sleep_us(2000)
        return self.read_fifo()


class Says(Field):
    """A field in which somebody always says the same."""

    def __init__(self, *said: int) -> None:
        super().__init__(Clock(0, byte_us=0), Dice())
        self.said = list(said)

    def send(self, data: bytes, last_bits: int, now: int, gain_db: int) -> tuple[int, list[int]]:
        return now + 91150, self.said


@pytest.fixture
def bench() -> Bench:
    return Bench()


def bench_that_hears(*said: int) -> Bench:
    bench = Bench(Says(*said))
    bench.field_on()
    return bench


# --- registers and FIFO


def test_registers_start_as_the_datasheet_says(bench: Bench) -> None:
    assert [bench.read(reg) for reg in (COMMAND, COM_IEN, COM_IRQ, WATER, MODE, TX_CONTROL)] == [
        0x20, 0x80, 0x14, 0x08, 0x3F, 0x80,
    ]  # fmt: skip
    assert bench.read(COLL) & 0xA0 == 0xA0


@pytest.mark.parametrize("version", [0x91, 0x92, 0x88, 0x12, 0xB2])
def test_each_make_names_its_version(version: int) -> None:
    bench = Bench()
    bench.chip = Chip(bench.field, bench.clock, version)
    assert bench.read(VERSION) == version


def test_one_transfer_reads_several_registers(bench: Bench) -> None:
    assert bench.transfer(VERSION << 1 | 0x80, WATER << 1 | 0x80, MODE << 1 | 0x80, 0) == [
        0,
        0x92,
        0x08,
        0x3F,
    ]


def test_the_fifo_gives_back_in_order_what_it_took(bench: Bench) -> None:
    bench.write(FIFO, 1, 2, 3)
    assert bench.read(LEVEL) == 3
    assert bench.transfer(FIFO << 1 | 0x80, FIFO << 1 | 0x80, 0) == [0, 1, 2]
    assert bench.read(LEVEL) == 1
    bench.write(LEVEL, 0x80)
    assert bench.read(LEVEL) == 0


def test_the_fifo_holds_64_bytes_and_says_when_it_overflows(bench: Bench) -> None:
    bench.write(FIFO, *range(64))
    assert bench.read(ERROR) == 0
    bench.write(FIFO, 64)
    assert bench.read(LEVEL) == 64
    assert bench.read(ERROR) == 0x10
    assert bench.read(COM_IRQ) & ERR
    bench.write(LEVEL, 0x80)
    assert bench.read(ERROR) == 0


def test_the_water_level_alerts(bench: Bench) -> None:
    bench.write(COM_IRQ, 0x7F)
    bench.write(FIFO, *range(9))
    assert bench.read(STATUS1) & 0x03 == 0
    bench.write(COM_IRQ, 0x7F)
    bench.write(FIFO, *range(47))
    assert bench.read(COM_IRQ) & 0x0C == 0x08
    assert bench.read(STATUS1) & 0x03 == 0x02


def test_irq_bits_are_set_and_cleared_by_mask(bench: Bench) -> None:
    bench.write(COM_IRQ, 0x04)
    assert bench.read(COM_IRQ) == 0x10
    bench.write(COM_IRQ, 0x80 | 0x21)
    assert bench.read(COM_IRQ) == 0x31
    bench.write(DIV_IRQ, 0x84)
    assert bench.read(DIV_IRQ) == 0x04
    bench.write(DIV_IRQ, 0x04)
    assert bench.read(DIV_IRQ) == 0x00


@pytest.mark.parametrize(("mode", "crc"), [(0x3C, None), (0x3D, b"\x26\xcf"), (0x3F, None)])
def test_the_crc_coprocessor_starts_from_its_preset(bench: Bench, mode: int, crc: bytes | None) -> None:
    bench.write(MODE, mode)
    bench.write(FIFO, 0x12, 0x34)
    bench.write(COMMAND, CALC_CRC)
    assert bench.read(DIV_IRQ) & 0x04
    result = bytes([bench.read(CRC_LOW), bench.read(CRC_HIGH)])
    assert bench.read(LEVEL) == 0
    assert (result == b"\x26\xcf") == (crc is not None)


# --- commands


def test_a_request_is_answered_when_its_bits_have_gone_over_the_air(bench: Bench) -> None:
    bench.field.put(Tag("1f2e3d4c"))
    bench.field_on()
    bench.start(b"\x26", 7)
    bench.clock.sleep_us(84)
    assert not bench.read(COM_IRQ) & TX
    bench.clock.sleep_us(1)  # nine bits of 9.44 us
    assert bench.read(COM_IRQ) & (TX | RX) == TX
    bench.clock.sleep_us(270)
    assert not bench.read(COM_IRQ) & RX
    bench.clock.sleep_us(1)  # 91 us later, another nineteen
    assert bench.read(COM_IRQ) & (TX | RX | ERR) == TX | RX
    assert bench.read_fifo() == b"\x04\x00"
    assert bench.read(CONTROL) & 0x07 == 0
    assert bench.read(COMMAND) & 0x0F == TRANSCEIVE


def test_transceive_takes_the_next_frame_without_being_started_again(bench: Bench) -> None:
    bench.field.put(Tag("1f2e3d4c"))
    bench.field_on()
    bench.exchange(b"\x26", 7)
    bench.write(FRAMING, 0)
    bench.write(FIFO, 0x93, 0x20)
    bench.write(FRAMING, 0x80)
    bench.clock.sleep_us(1000)
    assert bench.read_fifo() == bytes.fromhex("1f2e3d4c40")


def test_transmit_ends_by_itself_and_leaves_the_answer_unheard(bench: Bench) -> None:
    bench.field.put(Tag("1f2e3d4c"))
    bench.field_on()
    bench.write(COM_IRQ, 0x7F)
    bench.write(FRAMING, 7)
    bench.write(FIFO, 0x26)
    bench.write(COMMAND, TRANSMIT)
    bench.clock.sleep_us(1000)
    assert bench.read(COM_IRQ) & (TX | IDLE_IRQ | RX) == TX | IDLE_IRQ
    assert bench.read(COMMAND) & 0x0F == IDLE


def test_receive_hears_what_follows_a_transmit(bench: Bench) -> None:
    bench.field.put(Tag("1f2e3d4c"))
    bench.field_on()
    bench.write(FRAMING, 7)
    bench.write(FIFO, 0x26)
    bench.write(COMMAND, TRANSMIT)
    bench.clock.sleep_us(100)
    bench.write(COMMAND, RECEIVE)
    bench.clock.sleep_us(1000)
    assert bench.read_fifo() == b"\x04\x00"
    assert bench.read(COMMAND) & 0x0F == IDLE


def test_no_command_change_switches_the_receiver_off_under_a_running_command(bench: Bench) -> None:
    bench.field.put(Tag("1f2e3d4c"))
    bench.field_on()
    bench.start(b"\x26", 7)
    bench.write(COMMAND, 0x20 | NO_CHANGE)
    bench.clock.sleep_us(1000)
    assert bench.read(COMMAND) == 0x20 | TRANSCEIVE
    assert not bench.read(COM_IRQ) & RX


def test_idle_from_outside_ends_a_command_without_an_interrupt(bench: Bench) -> None:
    bench.field.put(Tag("1f2e3d4c"))
    bench.field_on()
    bench.start(b"\x26", 7)
    bench.clock.sleep_us(100)
    bench.write(COMMAND, IDLE)
    bench.clock.sleep_us(1000)
    assert bench.read(COM_IRQ) & (RX | IDLE_IRQ) == 0
    assert bench.read(LEVEL) == 0


def test_without_full_modulation_tags_hear_nothing(bench: Bench) -> None:
    bench.field.put(Tag("1f2e3d4c"))
    bench.write(TX_CONTROL, 0x83)
    bench.clock.sleep_us(5000)
    assert bench.exchange(b"\x26", 7) == b""


def test_a_soft_reset_forgets_everything_and_takes_a_moment(bench: Bench) -> None:
    bench.field_on()
    bench.write(T_MODE, 0x80)
    bench.write(FIFO, 1)
    bench.write(COMMAND, SOFT_RESET)
    assert bench.read(COMMAND) & 0x10, "PowerDown reads 1 while the chip starts"
    bench.clock.sleep_us(50)
    assert [bench.read(reg) for reg in (COMMAND, T_MODE, LEVEL, TX_CONTROL)] == [0x20, 0, 0, 0x80]
    assert not bench.field.on


# --- errors and collisions


def test_a_wrong_parity_bit_is_an_error() -> None:
    said = symbols(b"\x04\x00")
    said[8] ^= 1
    bench = bench_that_hears(*said)
    bench.exchange(b"\x26", 7)
    assert bench.read(ERROR) == 0x02
    assert bench.read(COM_IRQ) & (RX | ERR) == RX | ERR


def test_an_answer_that_breaks_off_leaves_an_odd_byte() -> None:
    bench = bench_that_hears(*symbols(b"\xa5\x05")[:12])
    assert bench.exchange(b"\x26", 7) == b"\xa5\x05"
    assert bench.read(CONTROL) & 0x07 == 3
    assert bench.read(ERROR) == 0


def test_a_blip_is_a_protocol_error() -> None:
    bench = bench_that_hears(1, 0)
    bench.exchange(b"\x26", 7)
    assert bench.read(ERROR) & 0x01


def test_errors_are_forgotten_when_the_next_command_starts() -> None:
    bench = bench_that_hears(1, 0)
    bench.exchange(b"\x26", 7)
    bench.start(b"\x26", 7)
    assert bench.read(ERROR) == 0


def at_bit(position: int) -> list[int]:
    """Five bytes of ones with a collision at a data bit, counted from 1; parity is not counted."""
    said = symbols(b"\xff" * 5)
    said[position - 1 + (position - 1) // 8] = COLLIDED
    return said


@pytest.mark.parametrize(
    ("position", "coll"), [(1, 1), (8, 8), (9, 9), (31, 31), (32, 0), (33, 0x20), (40, 0x20)]
)
def test_a_collision_is_told_by_its_bit(position: int, coll: int) -> None:
    bench = bench_that_hears(*at_bit(position))
    bench.write(COLL, 0)
    data = bench.exchange(b"\x93\x20")
    assert bench.read(ERROR) == 0x08
    assert bench.read(COLL) & 0x3F == coll, "0 is bit 32; CollPosNotValid is bit 5"
    assert int.from_bytes(data, "little") == (1 << (position - 1)) - 1, "nothing from the collision on"


def test_without_clearing_what_comes_after_the_collision_is_kept() -> None:
    bench = bench_that_hears(*at_bit(3))
    bench.write(COLL, 0x80)
    assert bench.exchange(b"\x93\x20") == b"\xff" * 5


def test_alignment_moves_the_first_bit_and_counts_in_the_collision_position() -> None:
    said = symbols(b"\xff\xff")[3:]  # as if three bits had been known
    said[2] = COLLIDED
    bench = bench_that_hears(*said)
    bench.write(COLL, 0)
    assert bench.exchange(b"\x93\x23\x07", 3, align=3) == bytes([0b00011111, 0])
    assert bench.read(COLL) & 0x3F == 6


@pytest.mark.parametrize(("wrong", "error"), [(5, 0), (14, 0x02)])
def test_with_alignment_the_first_parity_is_not_checked(wrong: int, error: int) -> None:
    said = symbols(b"\xff\xff")[3:]
    said[wrong] ^= 1
    bench = bench_that_hears(*said)
    assert bench.exchange(b"\x93\x23\x07", 3, align=3) == b"\xff\xff"
    assert bench.read(ERROR) == error


def test_no_collision_leaves_no_position() -> None:
    bench = bench_that_hears(*symbols(b"\x04\x00"))
    bench.exchange(b"\x26", 7)
    assert bench.read(COLL) & 0x20


# --- the timer


def set_timer(bench: Bench, mode: int, ticks: int) -> None:
    """25 us a tick."""
    bench.write(T_MODE, mode)
    bench.write(T_PRESCALER, 169)
    bench.write(T_RELOAD_HIGH, (ticks - 1) >> 8)
    bench.write(T_RELOAD_LOW, (ticks - 1) & 0xFF)


def test_the_timer_starts_when_the_frame_is_out_and_says_when_it_ran_out(bench: Bench) -> None:
    bench.field_on()
    set_timer(bench, 0x80, 40)
    bench.start(b"\x26", 7)
    bench.clock.sleep_us(84 + 1000)
    assert not bench.read(COM_IRQ) & TIMER
    assert bench.read(STATUS1) & 0x08
    bench.clock.sleep_us(2)
    assert bench.read(COM_IRQ) & TIMER
    assert not bench.read(STATUS1) & 0x08


def test_an_answer_stops_the_timer(bench: Bench) -> None:
    bench.field.put(Tag("1f2e3d4c"))
    bench.field_on()
    set_timer(bench, 0x80, 40)
    bench.start(b"\x26", 7)
    bench.clock.sleep_us(5000)
    assert bench.read(COM_IRQ) & (TIMER | RX) == RX


def test_a_blip_does_not_stop_it() -> None:
    bench = bench_that_hears(1, 0, 1)
    set_timer(bench, 0x80, 40)
    bench.start(b"\x26", 7)
    bench.clock.sleep_us(5000)
    assert bench.read(COM_IRQ) & (TIMER | RX) == TIMER | RX


def test_an_answer_that_comes_too_late_does_not(bench: Bench) -> None:
    bench.field.put(Tag("1f2e3d4c"))
    bench.field_on()
    set_timer(bench, 0x80, 4)
    bench.start(b"\x26", 7)
    bench.clock.sleep_us(5000)
    assert bench.read(COM_IRQ) & (TIMER | RX) == TIMER | RX


def test_the_timer_can_be_started_and_stopped_by_hand(bench: Bench) -> None:
    set_timer(bench, 0x00, 40)
    bench.write(CONTROL, 0x50)
    bench.clock.sleep_us(500)
    assert bench.read(T_COUNTER_LOW) in (19, 20)
    bench.write(CONTROL, 0x90)
    bench.clock.sleep_us(5000)
    assert not bench.read(COM_IRQ) & TIMER
    assert bench.read(T_COUNTER_LOW) in (19, 20)


def test_the_timer_restarts_itself_when_told(bench: Bench) -> None:
    set_timer(bench, 0x10, 40)
    bench.write(CONTROL, 0x50)
    for _ in range(3):
        bench.clock.sleep_us(1001)
        assert bench.read(COM_IRQ) & TIMER
        bench.write(COM_IRQ, TIMER)


# --- what the datasheet forbids


def start_send_without_transceive(bench: Bench) -> None:
    bench.write(FIFO, 0x26)
    bench.write(FRAMING, 0x87)


def send_nothing(bench: Bench) -> None:
    bench.field_on()
    bench.write(COMMAND, TRANSCEIVE)
    bench.write(FRAMING, 0x87)


def send_without_a_field(bench: Bench) -> None:
    bench.start(b"\x26", 7)


def cut_a_frame_off(bench: Bench) -> None:
    bench.field_on()
    bench.start(b"\x26", 7)
    bench.write(COMMAND, IDLE)


def write_the_fifo_while_waiting_for_the_answer(bench: Bench) -> None:
    bench.field.put(Tag("1f2e3d4c"))
    bench.field_on()
    bench.start(b"\x26", 7)
    bench.clock.sleep_us(100)
    bench.write(FIFO, 0x93)


def transceive_with_start_send_left_on(bench: Bench) -> None:
    bench.field_on()
    bench.exchange(b"\x26", 7)
    bench.write(FIFO, 0x26)
    bench.write(COMMAND, TRANSCEIVE)


def talk_to_a_chip_in_reset(bench: Bench) -> None:
    bench.chip.rst(0)
    bench.read(VERSION)


def talk_during_a_soft_reset(bench: Bench) -> None:
    bench.write(COMMAND, SOFT_RESET)
    bench.clock.sleep_us(30)
    bench.read(VERSION)


def talk_while_the_crystal_starts(bench: Bench) -> None:
    bench.chip.rst(0)
    bench.chip.rst(1)
    bench.clock.sleep_us(500)
    bench.read(VERSION)


def talk_to_a_chip_powered_down(bench: Bench) -> None:
    bench.write(COMMAND, 0x10)
    bench.read(VERSION)


def end_a_read_in_an_address(bench: Bench) -> None:
    bench.transfer(FIFO << 1 | 0x80, FIFO << 1 | 0x80)


def select_twice(bench: Bench) -> None:
    bench.chip.select()
    bench.chip.select()


@pytest.mark.parametrize(
    "sin",
    [
        start_send_without_transceive,
        send_nothing,
        send_without_a_field,
        cut_a_frame_off,
        write_the_fifo_while_waiting_for_the_answer,
        transceive_with_start_send_left_on,
        talk_to_a_chip_in_reset,
        talk_during_a_soft_reset,
        talk_while_the_crystal_starts,
        talk_to_a_chip_powered_down,
        end_a_read_in_an_address,
        select_twice,
        lambda bench: bench.chip.shift(b"\x00"),  # nobody selected
        lambda bench: bench.transfer(VERSION << 1 | 0x81, 0),  # bit 0 of an address
        lambda bench: bench.transfer(VERSION << 1 | 0x80, 0, 0),  # a byte after the end
        lambda bench: bench.transfer(VERSION << 1 | 0x80, VERSION << 1, 0),  # a write address in a read
        lambda bench: bench.write(T_RELOAD_HIGH, 0, 39),  # registers are not written in a row
        lambda bench: bench.read(0x0F),  # reserved
        lambda bench: bench.write(0x31, 0),  # for tests
        lambda bench: bench.write(VERSION, 0x91),  # read-only
        lambda bench: bench.write(ERROR, 1),
        lambda bench: bench.write(TX_CONTROL, 0x87),  # a reserved bit
        lambda bench: bench.write(0x26, 0x50),  # gain, with reserved bits cleared
        lambda bench: bench.write(TX_MODE, 0x80),  # not modelled
        lambda bench: bench.write(COMMAND, 0x0E),  # MFAuthent
        lambda bench: bench.write(COMMAND, 0x05),  # no command
    ],
)
def test_what_the_datasheet_forbids_fails_loudly(bench: Bench, sin: Callable[[Bench], object]) -> None:
    with pytest.raises(IllegalAccess):
        sin(bench)


def test_a_chip_powered_down_can_be_woken(bench: Bench) -> None:
    bench.write(COMMAND, 0x10)
    bench.write(COMMAND, 0x00)
    assert bench.read(COMMAND) & 0x10
    bench.clock.sleep_us(1000)
    assert bench.read(VERSION) == 0x92


# --- faults


def test_an_unplugged_chip_leaves_the_bus_floating(bench: Bench) -> None:
    bench.field_on()
    bench.chip.unplug()
    assert bench.read(VERSION) == 0xFF
    assert not bench.field.on
    bench.chip.plug()
    assert bench.read(VERSION) == 0x92
    assert bench.read(TX_CONTROL) == 0x80


def test_a_mute_chip_reads_zero_until_it_is_reset_by_its_pin(bench: Bench) -> None:
    bench.chip.lock_up(MUTE)
    assert bench.read(VERSION) == 0
    bench.write(COMMAND, SOFT_RESET)
    assert bench.read(VERSION) == 0
    bench.chip.rst(0)
    bench.chip.rst(1)
    bench.clock.sleep_us(1000)
    assert bench.read(VERSION) == 0x92


def test_a_frozen_chip_names_its_version_and_never_gets_done(bench: Bench) -> None:
    bench.field.put(Tag("1f2e3d4c"))
    bench.field_on()
    set_timer(bench, 0x80, 40)
    bench.chip.lock_up(FROZEN)
    assert bench.exchange(b"\x26", 7) == b""
    assert bench.read(COM_IRQ) & (RX | TIMER | TX) == 0
    assert bench.read(VERSION) == 0x92
    bench.write(COMMAND, SOFT_RESET)
    bench.clock.sleep_us(5000)
    bench.field_on()
    assert bench.exchange(b"\x26", 7) == b"\x04\x00"


def test_after_a_dip_of_the_supply_the_settings_are_gone_and_nobody_was_told(bench: Bench) -> None:
    bench.field_on()
    set_timer(bench, 0x80, 40)
    bench.chip.lock_up(AMNESIA)
    assert bench.exchange(b"\x26", 7) == b"", "no field, no timer, and no fuss"
    assert bench.read(COM_IRQ) & (RX | TIMER) == 0
    assert bench.read(T_MODE) == 0


def test_a_deaf_clone_answers_on_the_bus_and_hears_no_tag(bench: Bench) -> None:
    bench.chip = Chip(bench.field, bench.clock, version=0x12, receives=False)
    bench.field.put(Tag("1f2e3d4c"))
    bench.field_on()
    set_timer(bench, 0x80, 40)
    assert bench.exchange(b"\x26", 7) == b""
    assert bench.read(COM_IRQ) & (TIMER | RX) == TIMER


def test_two_tags_collide_where_their_uids_differ(bench: Bench) -> None:
    bench.field.put(Tag("1f2e3d4c"))
    bench.field.put(Tag("1f2e354c"))  # bit 4 of the third byte
    bench.field_on()
    bench.write(COLL, 0)
    assert bench.exchange(b"\x26", 7) == b"\x04\x00"
    assert bench.read(ERROR) == 0, "their answers to the request are the same"
    assert bench.exchange(b"\x93\x20") == bytes.fromhex("1f2e050000")
    assert bench.read(COLL) & 0x3F == 20
    assert bench.exchange(b"\x93\x44\x1f\x2e\x0d", 4, align=4) == bytes.fromhex("3f4c40")
    assert bench.exchange(with_crc(bytes.fromhex("93701f2e3d4c40"))) == with_crc(b"\x08")
