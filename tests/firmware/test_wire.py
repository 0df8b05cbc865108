"""The link's codec: what goes in comes out, what was damaged does not, and the next good line is found."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from firmware import wire
from firmware.lights import PATTERNS, RimLight

EXAMPLES = int(os.environ.get("TAPIS_EXAMPLES", "200"))
thoroughly = settings(max_examples=EXAMPLES, deadline=None)

numbers = st.integers(0, wire.LIMIT)
parts = st.integers(0, 255)
uids = st.lists(
    st.sampled_from((4, 7, 10)).flatmap(lambda size: st.binary(min_size=size, max_size=size)),
    max_size=4,
    unique=True,
).map(tuple)
texts = st.text(
    st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="<>*"), min_size=1, max_size=120
)

from_host = st.one_of(
    st.builds(wire.Hail, st.just(wire.VERSION), numbers),
    st.builds(wire.Shine, numbers, st.builds(RimLight, parts, parts, parts, st.sampled_from(PATTERNS))),
    st.just(wire.Hold()),
)
from_hub = st.one_of(
    st.builds(wire.Hello, st.just(wire.VERSION), numbers, numbers, numbers, texts),
    st.builds(wire.Seen, numbers, numbers, uids, st.booleans(), numbers, numbers, numbers, numbers),
    st.builds(wire.Reader, numbers, numbers, st.sampled_from(wire.READER_STATES), parts, numbers),
    st.builds(wire.Trouble, numbers, texts),
)
# Noise that happens to be a whole good line would be no noise; a lone newline ends any stump before it.
noise = st.binary(max_size=400).map(lambda data: data.replace(b"*", b"?"))


def heard(data: bytes, mark: str = wire.FROM_HUB) -> list[object]:
    return wire.Receiver(mark).feed(data)


def test_the_crc_is_the_published_one() -> None:
    assert wire.crc16(b"123456789") == 0x29B1  # the check value of CRC-16/IBM-3740


def test_a_line_reads_as_the_protocol_says() -> None:
    seen = wire.Seen(17, 0, (bytes.fromhex("04a1b2c3"),), True, 230, 9, 0, 0)
    assert wire.encode(seen) == b"<S 17 0 04a1b2c3 1 230 9 0 0*ed89\n"
    assert wire.encode(wire.Shine(2, RimLight(255, 120, 0, "double"))).startswith(b">L 2 ff 78 00 double*")


def test_the_conversation_in_the_protocol_is_a_real_one() -> None:
    page = (Path(wire.__file__).parent / "PROTOCOL.md").read_text()
    lines = re.findall(r"^(host|hub) +([<>][^*\n]*\*[0-9a-f]{4}) ", page, re.MULTILINE)
    assert len(lines) >= 7
    for who, line in lines:
        mark = wire.FROM_HOST if who == "host" else wire.FROM_HUB
        (message,) = heard(line.encode() + b"\n", mark)
        assert wire.encode(message).decode() == line + "\n"


@thoroughly
@given(from_hub)
def test_what_the_hub_says_arrives(message: object) -> None:
    assert heard(wire.encode(message)) == [message]


@thoroughly
@given(from_host)
def test_what_the_host_says_arrives(message: object) -> None:
    assert heard(wire.encode(message), wire.FROM_HOST) == [message]


@thoroughly
@given(st.one_of(from_hub, from_host))
def test_every_line_is_short_enough_to_be_taken(message: object) -> None:
    assert len(wire.encode(message)) <= wire.MAX_LINE


@thoroughly
@given(st.lists(from_hub, max_size=6), st.lists(st.integers(1, 40)))
def test_lines_may_come_in_any_slices(messages: list[object], sizes: list[int]) -> None:
    data = b"".join(map(wire.encode, messages))
    receiver = wire.Receiver(wire.FROM_HUB)
    got = []
    for size in sizes:
        got += receiver.feed(data[:size])
        data = data[size:]
    assert got + receiver.feed(data) == messages
    assert receiver.corrupt == 0


@thoroughly
@given(from_hub, st.integers(0, 400))
def test_an_unfinished_line_needs_more_and_is_not_corrupt(message: object, at: int) -> None:
    line = wire.encode(message)
    assert wire.take(line[: at % len(line)], wire.FROM_HUB) == (0, wire.NEED_MORE)


@thoroughly
@given(from_hub)
def test_our_own_line_coming_back_is_an_echo(message: object) -> None:
    receiver = wire.Receiver(wire.FROM_HOST)
    assert receiver.feed(wire.encode(message)) == []
    assert (receiver.echoes, receiver.corrupt) == (1, 0)


@thoroughly
@given(from_hub, st.integers(0, 10_000), st.integers(1, 0xFFFF))
def test_any_damage_of_two_neighbouring_bytes_is_noticed(message: object, at: int, flips: int) -> None:
    line = bytearray(wire.encode(message))
    at %= len(line) - 2  # the newline stays: without it the line is not over
    line[at] ^= flips >> 8
    line[at + 1] ^= flips & 0xFF
    assert heard(bytes(line)) == []


@thoroughly
@given(from_hub, st.integers(1, 10_000), st.integers(1, 10_000))
def test_a_line_that_lost_bytes_is_not_taken(message: object, start: int, size: int) -> None:
    line = wire.encode(message)[:-1]
    start %= len(line)
    cut = line[:start] + line[start + size :]
    assume(cut != line)  # equal neighbours leave no trace
    assert heard(cut + b"\n") == []


@thoroughly
@given(noise, st.lists(from_hub, min_size=1, max_size=3), st.integers(1, 200))
@example(b"\n" * 400, [wire.Trouble(1, "x")], 200)
@example(b"<" * 400, [wire.Trouble(1, "x")], 200)
@example(b"x" * 155, [wire.Trouble(1, "x")], 1)
def test_after_noise_every_good_line_is_heard(before: bytes, messages: list[object], size: int) -> None:
    data = before + b"".join(map(wire.encode, messages))
    receiver = wire.Receiver(wire.FROM_HUB)
    got = [message for at in range(0, len(data), size) for message in receiver.feed(data[at : at + size])]
    assert got == messages


@thoroughly
@given(from_hub, from_hub, st.integers(0, 10_000))
def test_the_stump_of_a_cut_line_takes_no_good_line_with_it(cut: object, good: object, at: int) -> None:
    line = wire.encode(cut)
    assert heard(line[: at % len(line)] + wire.encode(good)) == [good]


@thoroughly
@given(st.binary(max_size=3000), st.lists(st.integers(1, 500), max_size=20))
def test_the_receiver_never_holds_more_than_a_line(data: bytes, sizes: list[int]) -> None:
    receiver = wire.Receiver(wire.FROM_HUB)
    for size in sizes:
        receiver.feed(data[:size])
        data = data[size:]
        assert len(receiver._buffer) < wire.MAX_LINE


def test_a_hail_of_another_version_is_understood_that_far() -> None:
    body = b">H 2 77 and whatever version 2 may add"
    line = body + b"*%04x\n" % wire.crc16(body)
    assert heard(line, wire.FROM_HOST) == [wire.OtherVersion(2, 77)]


def test_a_carriage_return_added_by_a_terminal_does_no_harm() -> None:
    hail = wire.Hail(1, 5)
    assert heard(wire.encode(hail).replace(b"\n", b"\r\n"), wire.FROM_HOST) == [hail]


@pytest.mark.parametrize(
    "body",
    [
        b"<S 17 0 04A1B2C3 1 230 9 0 0",  # capitals
        b"<S 17 0 04a1b2c 1 230 9 0 0",  # half a byte
        b"<S 17 0 04a1b2c3 2 230 9 0 0",  # neither yes nor no
        b"<S 17 0 04a1b2c3 1 230 9 0",  # a field short
        b"<S 17 0 04a1b2c3 1 230 9 0 0 0",  # one too many
        b"<S 17 -1 04a1b2c3 1 230 9 0 0",
        b"<R 17 0 merry 92 0",
        b"<R 17 0 ok 192 0",
        b"<H 1",
        b"<Q 1 2",
        b"<M now",
        b"<",
        b"<S 17 0 \xff\xfe 1 230 9 0 0",
        b"<E 1 " + b"x" * 200,  # longer than a line may be
    ],
)
def test_a_line_with_a_good_crc_that_says_nothing_sensible_is_corrupt(body: bytes) -> None:
    receiver = wire.Receiver(wire.FROM_HUB)
    assert receiver.feed(body + b"*%04x\n" % wire.crc16(body)) == []
    assert receiver.corrupt == 1


def test_numbers_stop_at_the_limit_and_sentences_at_what_a_line_carries() -> None:
    old = wire.Seen(17, 0, (), True, 10**9, 9, 0, 0)
    assert heard(wire.encode(old)) == [old._replace(age=wire.LIMIT)]
    assert heard(wire.encode(wire.Trouble(1, "Ça <va>* " + "x" * 200))) == [
        wire.Trouble(1, "?a ?va?? " + "x" * 111)
    ]
