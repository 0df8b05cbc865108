"""The tags' state machine, transition by transition, as ISO 14443-3 draws it."""

from __future__ import annotations

import pytest

from hardware.simulation.tags import (
    ACTIVE,
    ACTIVE_STAR,
    HALT,
    IDLE,
    POWER_OFF,
    READY,
    READY_STAR,
    Tag,
    crc16,
    symbols,
    with_crc,
)

REQA, WUPA = (b"\x26", 7), (b"\x52", 7)
HLTA = (with_crc(b"\x50\x00"), 0)
UID = bytes.fromhex("1f2e3d4c")
BCC = bytes([0x1F ^ 0x2E ^ 0x3D ^ 0x4C])
ANTICOLLISION = (b"\x93\x20", 0)
SELECT = (with_crc(b"\x93\x70" + UID + BCC), 0)
SELECT_ANOTHER = (with_crc(b"\x93\x70\x01\x02\x03\x04\x04"), 0)
READ = (with_crc(b"\x30\x00"), 0)


def tag_in(state: str) -> Tag:
    """A tag brought there the legal way."""
    tag = Tag(UID.hex())
    ways = {
        POWER_OFF: [],
        IDLE: [],
        READY: [REQA],
        ACTIVE: [REQA, SELECT],
        HALT: [REQA, SELECT, HLTA],
        READY_STAR: [REQA, SELECT, HLTA, WUPA],
        ACTIVE_STAR: [REQA, SELECT, HLTA, WUPA, SELECT],
    }
    if state != POWER_OFF:
        tag.power_up()
    for frame in ways[state]:
        tag.receive(*frame)
    assert tag.state == state
    return tag


@pytest.mark.parametrize(
    ("before", "frame", "after", "answers"),
    [
        (POWER_OFF, REQA, POWER_OFF, False),
        (IDLE, REQA, READY, True),
        (IDLE, WUPA, READY, True),
        (IDLE, ANTICOLLISION, IDLE, False),
        (IDLE, SELECT, IDLE, False),
        (IDLE, HLTA, IDLE, False),
        (READY, ANTICOLLISION, READY, True),
        (READY, SELECT, ACTIVE, True),
        (READY, SELECT_ANOTHER, IDLE, False),
        (READY, REQA, IDLE, False),
        (READY, WUPA, IDLE, False),
        (READY, HLTA, IDLE, False),
        (ACTIVE, REQA, IDLE, False),
        (ACTIVE, WUPA, IDLE, False),
        (ACTIVE, ANTICOLLISION, IDLE, False),
        (ACTIVE, SELECT, IDLE, False),
        (ACTIVE, READ, IDLE, False),
        (ACTIVE, HLTA, HALT, False),
        (HALT, REQA, HALT, False),
        (HALT, SELECT, HALT, False),
        (HALT, WUPA, READY_STAR, True),
        (READY_STAR, ANTICOLLISION, READY_STAR, True),
        (READY_STAR, SELECT, ACTIVE_STAR, True),
        (READY_STAR, SELECT_ANOTHER, HALT, False),
        (READY_STAR, REQA, HALT, False),
        (ACTIVE_STAR, HLTA, HALT, False),
        (ACTIVE_STAR, REQA, HALT, False),
        (ACTIVE_STAR, WUPA, HALT, False),
    ],
)
def test_each_state_knows_its_commands(
    before: str, frame: tuple[bytes, int], after: str, answers: bool
) -> None:
    tag = tag_in(before)
    assert (tag.receive(*frame) is not None) == answers
    assert tag.state == after


@pytest.mark.parametrize(
    ("before", "after"),
    [(IDLE, IDLE), (READY, IDLE), (ACTIVE, IDLE), (HALT, HALT), (READY_STAR, HALT), (ACTIVE_STAR, HALT)],
)
def test_a_garbled_frame_drops_a_tag_to_where_it_was_woken_from(before: str, after: str) -> None:
    tag = tag_in(before)
    assert tag.receive(*SELECT, garbled=True) is None
    assert tag.state == after


def test_a_select_with_a_wrong_crc_selects_nobody() -> None:
    tag = tag_in(READY)
    frame = SELECT[0][:-1] + bytes([SELECT[0][-1] ^ 1])
    assert tag.receive(frame, 0) is None
    assert tag.state == IDLE


def test_power_lost_is_memory_lost() -> None:
    tag = tag_in(HALT)
    tag.power_off()
    assert tag.receive(*REQA) is None
    tag.power_up()
    assert tag.receive(*REQA) is not None


def test_anticollision_asks_for_the_bits_the_reader_does_not_know() -> None:
    tag = tag_in(READY)
    whole = tag.receive(*ANTICOLLISION)
    assert whole == symbols(UID + BCC)
    # One byte and three bits known: the rest of the second byte comes first, with that byte's parity.
    assert tag.receive(b"\x93\x33" + UID[:2], 3) == whole[9 + 3 :]
    assert tag.receive(b"\x93\x60" + UID, 0) == symbols(BCC)


def test_a_tag_whose_bits_were_not_meant_stays_silent_and_ready() -> None:
    tag = tag_in(READY)
    assert tag.receive(b"\x93\x33" + bytes([UID[0], UID[1] ^ 0x04]), 3) is None
    assert tag.receive(b"\x93\x33" + bytes([UID[0], UID[1] ^ 0x08]), 3) is not None, (
        "bits beyond do not count"
    )
    assert tag.state == READY


@pytest.mark.parametrize("nvb", [0x10, 0x28, 0x61, 0x71, 0x80])
def test_an_impossible_count_of_valid_bits_is_an_error(nvb: int) -> None:
    tag = tag_in(READY)
    assert tag.receive(bytes([0x93, nvb]), nvb & 7) is None
    assert tag.state == IDLE


def test_long_uids_cascade_level_by_level() -> None:
    tag = Tag("04a1b2c3d4e5f60718a9")
    tag.power_up()
    tag.receive(*REQA)
    levels = [
        (0x93, bytes.fromhex("8804a1b2"), 0x04),
        (0x95, bytes.fromhex("88c3d4e5"), 0x04),
        (0x97, bytes.fromhex("f60718a9"), 0x00),
    ]
    for level, part, sak in levels:
        assert tag.state == READY
        bcc = bytes([part[0] ^ part[1] ^ part[2] ^ part[3]])
        assert tag.receive(bytes([level, 0x20]), 0) == symbols(part + bcc)
        assert tag.receive(with_crc(bytes([level, 0x70]) + part + bcc), 0) == symbols(with_crc(bytes([sak])))
    assert tag.state == ACTIVE


def test_a_level_out_of_turn_is_an_error() -> None:
    tag = Tag("04a1b2c3d4e5f6")
    tag.power_up()
    tag.receive(*REQA)
    assert tag.receive(b"\x95\x20", 0) is None
    assert tag.state == IDLE


@pytest.mark.parametrize("uid", ["", "04", "0102030", "010203040506", "01020304050607080910ab"])
def test_uids_have_4_7_or_10_bytes(uid: str) -> None:
    with pytest.raises(ValueError, match="tags have 8, 14 or 20"):
        Tag(uid)


def test_crc_a_is_that_of_the_standard() -> None:
    """The two examples of ISO 14443-3, annex B, and the HLTA everybody knows."""
    assert with_crc(b"\x00\x00") == b"\x00\x00\xa0\x1e"
    assert with_crc(b"\x12\x34") == b"\x12\x34\x26\xcf"
    assert with_crc(b"\x50\x00") == b"\x50\x00\x57\xcd"
    assert crc16(b"123456789", preset=0xFFFF) == 0x6F91  # CRC-16/MCRF4XX
