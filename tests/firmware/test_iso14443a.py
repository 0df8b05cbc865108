"""Inventory on simulated chips: who is there, what if a bit goes wrong, and never anybody who is not there.

`TAPIS_INVENTORIES=1000000 python -m pytest tests/firmware/test_iso14443a.py -k never_reported` is the
developers' long run of the last test.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from controller.bench.readers import measure
from firmware.iso14443a import SILENT, UNKNOWN_CHIP, Inventory, crc_a, inventory
from hardware.simulation.chip import AMNESIA, FROZEN, MUTE
from hardware.simulation.chip_pads import SimulatedReader
from hardware.simulation.clock import TICKS_PERIOD
from hardware.simulation.field import BAD, COLLIDED, IDEAL, TYPICAL, Field, Profile
from hardware.simulation.tags import ACTIVE, HALT, Tag, crc16, symbols, with_crc

INVENTORIES = int(os.environ.get("TAPIS_INVENTORIES", "6000"))
CLASSIC = "1f2e3d4c"
NTAG = "04a2b3c4d5e680"
LONG = "04a2b3c4d5e6801f2e3d"
HLTA = with_crc(b"\x50\x00")


def reader_with(*uids: str, transfer_us: int = 100) -> SimulatedReader:
    reader = SimulatedReader(transfer_us=transfer_us)
    for uid in uids:
        reader.field.put(Tag(uid))
    return reader


def found(seen: Inventory) -> set[str]:
    return {uid.hex() for uid in seen.uids}


class Interference:
    """Sits on the air of a reader: keeps the frames, and does something to the answer of some of them."""

    def __init__(self, reader: SimulatedReader) -> None:
        self.frames: list[bytes] = []
        self._field = reader.field
        self._send = reader.field.send
        self._tricks: dict[int, Callable[[list[int]], list[int] | None]] = {}
        reader.field.send = self.send  # type: ignore[method-assign]

    def at(self, frame: int, trick: Callable[[list[int]], list[int] | None]) -> None:
        """The answer to that frame, counted from 0, is what *trick* makes of it; None is silence."""
        self._tricks[frame] = trick

    def send(self, data: bytes, last_bits: int, now: int, gain_db: int) -> tuple[int, list[int]] | None:
        self.frames.append(data)
        answer = self._send(data, last_bits, now, gain_db)
        trick = self._tricks.get(len(self.frames) - 1)
        if trick is None:
            return answer
        said = trick(answer[1] if answer else [])
        return (now + 91150, said) if said is not None else None


def garbled(answer: list[int]) -> list[int]:
    return [*answer[:2], 1 - answer[2], *answer[3:]]


def silence(answer: list[int]) -> None:
    return None


# --- who is there


def test_an_empty_pad_is_empty_and_says_so() -> None:
    reader = reader_with()
    seen = reader.scan()
    assert (seen.uids, seen.complete, seen.errors, seen.collisions) == ([], True, 0, 0)
    assert (seen.fault, reader.driver.resets) == (None, 0)


@pytest.mark.parametrize("uid", [CLASSIC, NTAG, LONG, "88010203"])
def test_one_tag_is_read_whole_whatever_its_length(uid: str) -> None:
    """Also one of 4 bytes that starts like a cascade tag: the SAK says how long a UID is."""
    reader = reader_with(uid)
    for _ in range(3):
        seen = reader.scan()
        assert (found(seen), seen.complete, seen.errors) == ({uid}, True, 0)


def test_the_field_is_off_between_scans() -> None:
    reader = reader_with(NTAG)
    reader.scan()
    assert not reader.field.on


def test_a_tag_is_selected_and_halted_and_then_another_is_looked_for() -> None:
    reader = reader_with(CLASSIC)
    air = Interference(reader)
    reader.scan()
    assert [frame[:2].hex() for frame in air.frames] == ["26", "9320", "9370", "5000", "26"]
    assert air.frames[3] == HLTA
    assert reader.field.tags[0].state == HALT


def test_two_tags_alike_until_their_last_bit_are_told_apart() -> None:
    seen = reader_with(NTAG, "04a2b3c4d5e681", transfer_us=20).scan()
    assert found(seen) == {NTAG, "04a2b3c4d5e681"}
    assert (seen.complete, seen.collisions) == (True, 1)


def test_more_tags_than_the_limit_are_never_complete() -> None:
    reader = reader_with(*(f"1f2e3d{i:02x}" for i in range(5)), transfer_us=20)
    seen = reader.scan(limit=4, budget_ms=500)
    assert (len(seen.uids), seen.complete) == (4, False)
    assert len(reader.scan(limit=6, budget_ms=500).uids) == 5


@st.composite
def crowds(draw: st.DrawFn) -> list[str]:
    """One to four tags of one family or several: UIDs that share long prefixes."""
    base = draw(st.binary(min_size=10, max_size=10))
    uids = set()
    for _ in range(draw(st.integers(1, 4))):
        length = draw(st.sampled_from([4, 7, 7, 7, 10]))
        number = int.from_bytes(base[:length], "big")
        for bit in draw(st.sets(st.integers(0, 8 * length - 1), max_size=3)):
            number ^= 1 << bit
        uids.add(number.to_bytes(length, "big").hex())
    # A 4-byte UID may not start with 88 (ISO 14443-3): beside a longer one nobody could tell them apart.
    assume(not any(len(uid) == 8 and uid.startswith("88") for uid in uids))
    return sorted(uids)


@settings(max_examples=300, deadline=None)
@given(crowds())
def test_on_an_ideal_pad_everybody_is_found_once(uids: list[str]) -> None:
    seen = reader_with(*uids, transfer_us=20).scan(limit=5, budget_ms=500)
    assert sorted(uid.hex() for uid in seen.uids) == uids
    assert (seen.complete, seen.errors, seen.fault) == (True, 0, None)
    assert (seen.collisions > 0) == (len(uids) > 1)


# --- what if something goes wrong


@pytest.mark.parametrize(
    ("frame", "trick"),
    [(0, garbled), *((frame, trick) for frame in (1, 2, 3, 4) for trick in (garbled, silence))],
)
def test_one_answer_spoiled_costs_time_but_neither_the_tag_nor_the_truth(
    frame: int, trick: Callable[[list[int]], list[int] | None]
) -> None:
    """A tag whose SAK got lost is ACTIVE and ignores the next request: asking once more finds it."""
    reader = reader_with(NTAG)
    Interference(reader).at(frame, trick)
    seen = reader.scan()
    assert (found(seen), seen.complete) == ({NTAG}, True)
    assert seen.errors == 1


def test_a_tag_that_vanishes_while_being_read_was_there() -> None:
    reader = reader_with(CLASSIC)
    air = Interference(reader)
    for frame in range(1, 10):
        air.at(frame, silence)
    seen = reader.scan()
    assert (seen.uids, seen.complete) == ([], False), "presence without identity is not absence"
    assert seen.errors == 1


SAK, CASCADE = symbols(with_crc(b"\x08")), symbols(with_crc(b"\x04"))


@pytest.mark.parametrize(
    "answers",
    [
        (symbols(bytes.fromhex("1f2e3d4c41")), SAK),  # wrong BCC
        (symbols(bytes.fromhex("01020300")), SAK),  # too short, though the missing BCC would be zero
        (symbols(bytes.fromhex("1f2e3d4c4000")), SAK),  # too long
        ([COLLIDED, *symbols(bytes.fromhex("1f2e3d4c40"))[1:]], None),  # a collision that is none
        (symbols(bytes.fromhex("1f2e3d4c"))[:36] + [COLLIDED] * 9, SAK),  # nowhere in the UID
        (symbols(bytes.fromhex("1f2e3d4c"))[:34] + [COLLIDED] * 11, symbols(b"\x00" * 8)),  # then too long
        ([1] * 600, SAK),  # noise without end
        (symbols(bytes.fromhex("1f2e3d4c40")), symbols(b"\x08")),  # SAK without CRC
        (symbols(bytes.fromhex("1f2e3d4c40")), symbols(b"\x08\x00\x00")),  # with a wrong one
        (symbols(bytes.fromhex("1f2e3d4c40")), SAK + [0] * 9),  # with more
        # The UID goes on, the SAK says, but there is no cascade tag to say so as well.
        (symbols(bytes.fromhex("1f2e3d4c40")), CASCADE, symbols(bytes.fromhex("1f2e3d4c40")), SAK),
    ],
)
def test_nobody_counts_whose_answers_are_not_exactly_right(answers: tuple[list[int] | None, ...]) -> None:
    reader = reader_with(CLASSIC)
    air = Interference(reader)
    for frame in range(1, 20):
        air.at(frame, silence)
    for frame, answer in enumerate(answers, start=1):
        air.at(frame, lambda _, answer=answer: answer)  # type: ignore[misc]
    seen = reader.scan()
    assert (seen.uids, seen.complete) == ([], False)
    assert seen.errors >= 1
    assert len(air.frames) < 8, "it gives up at once and asks anew"


def test_a_collision_that_says_nothing_new_is_not_asked_about_again() -> None:
    reader = reader_with(CLASSIC)
    air = Interference(reader)
    for frame in range(1, 100):
        air.at(frame, lambda _: symbols(bytes.fromhex("1f2e3d4c"))[:36] + [COLLIDED] * 9)
    seen = reader.scan()
    assert (seen.uids, seen.complete) == ([], False)
    assert all(before != after for before, after in pairwise(air.frames))


def test_a_cascade_without_end_is_an_error() -> None:
    reader = reader_with(LONG)
    air = Interference(reader)
    air.at(6, lambda _: symbols(with_crc(b"\x04")))
    for later in range(7, 20):
        air.at(later, silence)
    assert reader.scan().uids == []


def test_an_unheard_halt_does_not_make_two_of_one() -> None:
    reader = reader_with(CLASSIC)
    tag = reader.field.tags[0]
    receive = tag.receive

    def deaf_to_halt(data: bytes, last_bits: int = 0, garbled: bool = False) -> list[int] | None:
        return receive(data, last_bits, garbled=garbled or (data == HLTA and tag.state == ACTIVE))

    tag.receive = deaf_to_halt  # type: ignore[method-assign]
    seen = reader.scan()
    assert (found(seen), len(seen.uids)) == ({CLASSIC}, 1)
    assert not seen.complete, "it answered every request until time was up"


@pytest.mark.parametrize("wraps_in_us", [20_000, TICKS_PERIOD // 2])
def test_the_budget_ends_a_scan_that_would_not_end(wraps_in_us: int) -> None:
    """Also when the clock wraps in the middle of it."""
    reader = SimulatedReader(Profile("jammed", bit_error=0.2))
    reader.field.put(Tag(CLASSIC))
    reader.clock.sleep_us(TICKS_PERIOD - reader.clock.ticks_us() - wraps_in_us)
    began = reader.clock.ns
    seen = reader.scan(budget_ms=30)
    assert not seen.complete
    assert (reader.clock.ns - began) / 1e6 < 10 + 30 + 5


def test_the_budget_also_ends_the_sorting_out_of_a_crowd() -> None:
    """Each tag shares one bit more with the next: thirty collisions until the first is singled out."""
    crowd = [((1 << ones) - 1).to_bytes(4, "little").hex() for ones in range(1, 32)]
    assert len(reader_with(*crowd).scan(limit=1, budget_ms=200).uids) == 1
    reader = reader_with(*crowd)
    began = reader.clock.ns
    seen = reader.scan(budget_ms=20)
    assert (seen.uids, seen.complete) == ([], False)
    assert seen.collisions > 5
    assert (reader.clock.ns - began) / 1e6 < 10 + 20 + 5


# --- readers that fail


@pytest.mark.parametrize("how", [MUTE, FROZEN, AMNESIA])
def test_a_reader_that_locked_up_is_reset_and_the_tag_read_in_the_same_scan(how: str) -> None:
    reader = reader_with(NTAG)
    reader.scan()
    reader.chip.lock_up(how)
    seen = reader.scan()
    assert (found(seen), seen.complete, seen.fault, reader.driver.resets) == ({NTAG}, True, None, 1)
    reader.scan()
    assert reader.driver.resets == 1


@pytest.mark.parametrize(("how", "fault"), [(MUTE, SILENT), (FROZEN, None), (AMNESIA, None)])
def test_without_its_reset_pin_only_a_reader_that_listens_can_be_cured(how: str, fault: str | None) -> None:
    reader = SimulatedReader(with_rst=False)
    reader.chip.lock_up(how)
    for _ in range(3):
        seen = reader.scan()
        assert seen.fault == fault
    assert reader.driver.resets == (3 if fault else 1)


def test_an_unplugged_reader_is_silent_until_it_is_back() -> None:
    reader = reader_with(NTAG)
    reader.chip.unplug()
    seen = reader.scan()
    assert (seen.fault, seen.uids, seen.complete) == (SILENT, [], False)
    reader.chip.plug()
    seen = reader.scan()
    assert (seen.fault, found(seen), reader.driver.resets > 0) == (None, {NTAG}, True)


def test_a_reader_that_gets_stuck_again_after_its_reset_is_as_good_as_dead() -> None:
    reader = reader_with(NTAG)
    reset = reader.chip.rst

    def freeze_again(level: int) -> None:
        reset(level)
        reader.chip.lock_up(FROZEN)

    reader.chip.rst = freeze_again  # type: ignore[method-assign]
    reader.chip.lock_up(FROZEN)
    seen = reader.scan()
    assert (seen.fault, seen.uids, seen.complete) == (SILENT, [], False)
    assert not reader.field.on, "it must not disturb the others"


def fail_after(reader: SimulatedReader, transfers: int, what: str) -> None:
    """That many transfers from now something happens to the chip."""
    moment = reader.clock.transfers + transfers
    transfer = reader.clock.transfer

    def transfer_and_fail() -> None:
        transfer()
        if reader.clock.transfers == moment:
            if what == "unplug":
                reader.chip.unplug()
            else:
                reader.chip.lock_up(what)

    reader.clock.transfer = transfer_and_fail  # type: ignore[method-assign]


@pytest.mark.parametrize("what", ["unplug", MUTE, FROZEN, AMNESIA])
def test_a_reader_may_fail_at_any_moment(what: str) -> None:
    """At each transfer of a scan in turn: nothing hangs, nobody is invented, and the next scans tell."""
    for moment in range(1, 60):
        reader = reader_with(NTAG)
        reader.scan()
        fail_after(reader, moment, what)
        began = reader.clock.ns
        seen = reader.scan()
        assert found(seen) <= {NTAG}, moment
        assert (reader.clock.ns - began) / 1e6 < 120, moment
        afterwards = [reader.scan() for _ in range(2)]
        if what == "unplug":
            assert all(scan.fault == SILENT for scan in afterwards), moment
        else:
            assert found(afterwards[-1]) == {NTAG}, moment


def test_a_reader_that_keeps_locking_up_still_reads_and_says_how_it_feels() -> None:
    reader = SimulatedReader(Profile("fragile", lock_up=0.2), seed=3)
    reader.field.put(Tag(NTAG))
    scans, cured = [], 0
    for _ in range(300):
        resets = reader.driver.resets
        scans.append(reader.scan())
        cured += scans[-1].fault is None and reader.driver.resets > resets
    good = [seen for seen in scans if seen.fault is None]
    assert all(found(seen) == {NTAG} for seen in good)
    assert 0.05 < cured / len(scans) < 0.35
    assert 0 < len(scans) - len(good) < 30, "twice in one scan is silence"


@pytest.mark.parametrize("version", [0x91, 0x92, 0x88, 0x12, 0xB2])
def test_known_chips_and_clones_raise_no_eyebrow(version: int) -> None:
    assert SimulatedReader(version=version).scan().fault is None


def test_an_unknown_chip_is_a_warning_and_reads() -> None:
    reader = SimulatedReader(version=0x37)
    reader.field.put(Tag(NTAG))
    seen = reader.scan()
    assert (seen.fault, found(seen), reader.driver.resets) == (UNKNOWN_CHIP, {NTAG}, 0)


# --- what it costs


def test_transfers_stay_within_what_was_promised() -> None:
    rows = {(row["case"], row["driver"]): row["transfers"] for row in measure()["rows"]}  # type: ignore[attr-defined]
    ours = {case: count for (case, driver), count in rows.items() if driver == "tapis"}
    theirs = {case: count for (case, driver), count in rows.items() if driver != "tapis"}
    assert ours["empty pad"] <= 12
    assert ours["empty pad"] * 100 <= theirs["empty pad"]
    assert ours["one 4-byte tag"] <= theirs["one 4-byte tag"]
    assert ours["one 7-byte tag"] <= 70


@pytest.mark.parametrize("transfer_us", [0, 20, 100, 300])
def test_one_poll_for_each_answer_is_enough_on_buses_fast_and_slow(transfer_us: int) -> None:
    reader = reader_with(NTAG, transfer_us=transfer_us)
    reader.scan()
    before = reader.clock.transfers
    reader.scan()
    assert reader.clock.transfers - before <= 60


# --- never anybody who is not there


def test_crc_a_agrees_with_the_tags() -> None:
    rng = random.Random(1)
    for length in range(10):
        data = rng.randbytes(length)
        assert crc_a(data, length) == crc16(data)


def stir(field: Field, rng: random.Random) -> None:
    """People at the table: cards come and go, alone and in piles, alike and not."""
    while field.tags and rng.random() < 0.5:
        field.lift(rng.choice(field.tags).uid)
    while len(field.tags) < 4 and rng.random() < 0.4:
        uid = bytearray.fromhex(rng.choice([CLASSIC, NTAG, NTAG, LONG]))
        for _ in range(rng.randrange(3)):
            uid[rng.randrange(len(uid))] ^= 1 << rng.randrange(8)
        if uid.hex() not in [tag.uid for tag in field.tags]:
            field.put(Tag(uid.hex()), offset=rng.random() < 0.7, coupling=rng.choice([1.0, 1.0, 0.6]))


@pytest.mark.parametrize("profile", [IDEAL, TYPICAL, BAD], ids=lambda profile: profile.name)
def test_a_tag_that_is_not_in_the_field_is_never_reported(profile: Profile) -> None:
    rng = random.Random(profile.name)
    scans = read = 0
    while scans < INVENTORIES // 3:
        reader = SimulatedReader(
            profile, rng.randrange(1 << 30), 20, gain_db=rng.choice([33, 38, 38, 43, 48])
        )
        next_door = Field(reader.clock, random.Random(rng.randrange(1 << 30)), profile)
        reader.field.neighbours.append(next_door)
        next_door.neighbours.append(reader.field)
        for _ in range(100):
            stir(reader.field, rng)
            stir(next_door, rng)
            for _ in range(5):
                seen = inventory(reader.driver)
                there = {tag.uid for tag in reader.field.tags + next_door.tags}
                assert found(seen) <= there, (found(seen), there)
                assert len(found(seen)) == len(seen.uids)
                scans += 1
                read += len(seen.uids)
    assert read > scans / 10, "a reader that never reads is never wrong"
