"""The field: power that comes late and goes early, tags that fade, noise that looks like tags, and dice."""

from __future__ import annotations

from itertools import groupby, pairwise

import pytest

from hardware.simulation.clock import TICKS_PERIOD, Clock
from hardware.simulation.field import BAD, COLLIDED, IDEAL, TYPICAL, Dice, Field, Profile
from hardware.simulation.tags import HALT, IDLE, POWER_OFF, READY, Tag, symbols, with_crc

REQA = (b"\x26", 7)
SELECT = (with_crc(bytes.fromhex("93701f2e3d4c40")), 0)
HLTA = (with_crc(b"\x50\x00"), 0)
ATQA = symbols(b"\x04\x00")


class Antenna:
    """A reader's hand on the field: on, off, wait, ask."""

    def __init__(self, profile: Profile = IDEAL, seed: int = 1, gain_db: int = 38) -> None:
        self.clock = Clock()
        self.field = Field(self.clock, Dice(seed), profile)
        self.gain_db = gain_db

    def cycle(self) -> None:
        self.field.power(False)
        self.clock.sleep_us(5000)
        self.field.power(True)
        self.clock.sleep_us(5000)

    def ask(self, data: bytes = REQA[0], last_bits: int = 7) -> list[int] | None:
        self.clock.sleep_us(500)
        answer = self.field.send(data, last_bits, self.clock.ns, self.gain_db)
        return answer and answer[1]

    def ask_afresh(self, cycles: int) -> list[list[int] | None]:
        """The answers to a request in each of many field cycles."""
        answers = []
        for _ in range(cycles):
            self.cycle()
            answers.append(self.ask())
        return answers

    def seen(self, cycles: int) -> list[bool]:
        return [answer is not None for answer in self.ask_afresh(cycles)]


def share(flags: list[bool]) -> float:
    return sum(flags) / len(flags)


# --- power


def test_a_tag_needs_a_moment_of_field_before_it_understands() -> None:
    antenna = Antenna(Profile("slow", start_up_us=4800))
    antenna.field.put(Tag("1f2e3d4c"))
    antenna.field.power(True)
    antenna.clock.sleep_us(4000)
    assert antenna.ask() is None
    antenna.clock.sleep_us(500)
    assert antenna.ask() == ATQA


def test_a_tag_remembers_for_a_moment_without_field() -> None:
    antenna = Antenna(Profile("slow", hold_us=4800))
    tag = Tag("1f2e3d4c")
    antenna.field.put(tag)
    antenna.cycle()
    for frame in (REQA, SELECT, HLTA):
        antenna.ask(*frame)
    assert tag.state == HALT
    antenna.field.power(False)
    antenna.clock.sleep_us(4000)
    antenna.field.power(True)
    antenna.clock.sleep_us(5000)
    assert antenna.ask() is None, "too short a break: it is still halted"
    antenna.cycle()
    assert antenna.ask() == ATQA


def test_a_brown_out_wakes_a_halted_tag() -> None:
    antenna = Antenna(Profile("browning", brown_out=0.2))
    antenna.field.put(Tag("1f2e3d4c"))
    antenna.cycle()
    while antenna.field.tags[0].state != HALT:
        for frame in (REQA, SELECT, HLTA):
            antenna.ask(*frame)
    assert any(antenna.ask() for _ in range(100)), "it arrived again"


def test_a_lifted_tag_is_gone_at_once_here_and_next_door() -> None:
    antenna, neighbour = Antenna(Profile("leaky", bleed=1.0)), Antenna()
    antenna.field.neighbours.append(neighbour.field)
    neighbour.field.neighbours.append(antenna.field)
    neighbour.field.put(Tag("1f2e3d4c"))
    antenna.cycle()
    assert antenna.ask() == ATQA
    neighbour.field.lift("1f2e3d4c")
    antenna.clock.sleep_us(1000)
    assert antenna.ask() is None
    with pytest.raises(KeyError):
        neighbour.field.lift("1f2e3d4c")


# --- how often tags are read


@pytest.mark.parametrize(
    ("tags", "offset", "low", "high"),
    [(1, False, 0.99, 1.0), (2, True, 0.97, 1.0), (2, False, 0.05, 0.15), (3, True, 0.15, 0.25)],
)
def test_the_deeper_the_stack_the_less_is_read(tags: int, offset: bool, low: float, high: float) -> None:
    """The chance that anybody answers: two offset tags of 0.9 each are silent together once in a hundred."""
    antenna = Antenna(Profile("still", read=TYPICAL.read))
    for i in range(tags):
        antenna.field.put(Tag(f"1f2e3d4{i}"), offset=offset)
    assert low <= share(antenna.seen(3000)) <= high


def test_a_pile_stands_or_falls_together_and_mostly_reads_as_empty() -> None:
    antenna = Antenna(Profile("still", read=TYPICAL.read))
    for i in range(3):
        antenna.field.put(Tag(f"1f2e3d4{i}"))
    counts = set()
    for _ in range(100):
        antenna.cycle()
        antenna.ask()
        counts.add(sum(tag.state == READY for tag in antenna.field.tags))
    assert counts == {0, 3}


def test_a_hovering_card_is_read_now_and_then() -> None:
    antenna = Antenna()
    antenna.field.put(Tag("1f2e3d4c"), coupling=0.5)
    assert 0.4 < share(antenna.seen(1000)) < 0.6


def test_drop_outs_come_rarely_and_last() -> None:
    """Ten a minute of 300 ms: a twentieth of the time, in long runs rather than single misses."""
    antenna = Antenna(Profile("drooping", outages=(10.0, 300.0)))
    antenna.field.put(Tag("1f2e3d4c"))
    seen = antenna.seen(20000)
    misses = [len(list(run)) for answered, run in groupby(seen) if not answered]
    assert 0.02 < 1 - share(seen) < 0.08
    assert sum(misses) / len(misses) > 10


def test_a_neighbours_tag_bleeds_in_now_and_then() -> None:
    antenna, neighbour = Antenna(Profile("leaky", bleed=0.1)), Antenna()
    antenna.field.neighbours.append(neighbour.field)
    neighbour.field.put(Tag("1f2e3d4c"))
    assert 0.05 < share(antenna.seen(1000)) < 0.15


def test_an_antenna_on_next_door_drowns_silence_in_noise() -> None:
    antenna, neighbour = Antenna(), Antenna()
    antenna.field.neighbours.append(neighbour.field)
    assert share(antenna.seen(100)) == 0
    neighbour.field.power(True)
    assert share(antenna.seen(100)) > 0.3


@pytest.mark.parametrize(("gain_db", "heard"), [(18, False), (38, True), (48, True)])
def test_too_little_gain_misses_tags(gain_db: int, heard: bool) -> None:
    antenna = Antenna(Profile("faint", faint=BAD.faint), gain_db=gain_db)
    antenna.field.put(Tag("1f2e3d4c"))
    assert (share(antenna.seen(300)) > 0.9) == heard


def test_too_much_gain_garbles_them() -> None:
    def garbled(gain_db: int) -> float:
        antenna = Antenna(Profile("saturated", saturated=BAD.saturated), gain_db=gain_db)
        antenna.field.put(Tag("1f2e3d4c"))
        return share([answer != ATQA for answer in antenna.ask_afresh(500)])

    assert garbled(38) == 0
    assert 0 < garbled(43) < garbled(48)


# --- bits on the air


def test_bits_go_wrong_in_every_way_bits_can() -> None:
    antenna = Antenna(Profile("noisy", bit_error=0.02))
    antenna.field.put(Tag("1f2e3d4c"))
    wrong = [answer or [] for answer in antenna.ask_afresh(2000) if answer != ATQA]
    assert any(COLLIDED in answer for answer in wrong)
    assert any(len(answer) == len(ATQA) and COLLIDED not in answer for answer in wrong), "flipped"
    assert any(len(answer) == len(ATQA) + 1 for answer in wrong), "shifted late"
    assert any(len(answer) == len(ATQA) - 1 and answer != ATQA[:-1] for answer in wrong), "shifted early"
    assert any(0 < len(answer) < 10 for answer in wrong), "broken off"


def test_a_tag_notices_a_select_it_misheard() -> None:
    antenna = Antenna(Profile("deaf", deaf=1.0))
    tag = Tag("1f2e3d4c")
    antenna.field.put(tag)
    antenna.cycle()
    for _ in range(200):
        tag.power_up()
        tag.receive(*REQA)
        assert antenna.ask(*SELECT) is None
        assert tag.state == IDLE


def test_noise_may_speak_where_nobody_is() -> None:
    antenna = Antenna(Profile("noisy", noise=0.1))
    assert 0.05 < share(antenna.seen(1000)) < 0.15


def test_ideal_is_ideal() -> None:
    antenna = Antenna()
    for i in range(4):
        antenna.field.put(Tag(f"1f2e3d4{i}"))
    for _ in range(200):
        antenna.cycle()
        assert antenna.ask() == ATQA
        assert [tag.state for tag in antenna.field.tags] == [READY] * 4


@pytest.mark.parametrize("profile", [TYPICAL, BAD])
def test_the_same_seed_lives_the_same_life(profile: Profile) -> None:
    def life(seed: int) -> list[list[int] | None]:
        antenna = Antenna(profile, seed)
        antenna.field.put(Tag("1f2e3d4c"))
        antenna.field.put(Tag("1f2e3d4d"), offset=True)
        return antenna.ask_afresh(300)

    assert life(7) == life(7)
    assert life(7) != life(8)


# --- dice and clock


def test_dice_are_fair_enough_and_seeds_differ() -> None:
    dice = Dice(3)
    throws = [dice.randrange(6) for _ in range(6000)]
    assert set(throws) == set(range(6))
    assert all(850 < throws.count(face) < 1150 for face in range(6))
    assert 0.48 < sum(dice.random() for _ in range(6000)) / 6000 < 0.52
    assert len({Dice(seed).randrange(1 << 30) for seed in range(1000)}) == 1000


def test_the_clock_wraps_as_micropythons_does() -> None:
    clock = Clock(start_us=TICKS_PERIOD - 1)
    before = clock.ticks_us()
    clock.sleep_us(3)
    assert (before, clock.ticks_us()) == (TICKS_PERIOD - 1, 2)


def test_a_tag_without_power_stays_off() -> None:
    antenna = Antenna()
    tag = Tag("1f2e3d4c")
    antenna.field.put(tag)
    assert tag.state == POWER_OFF
    states = []
    for _ in range(2):
        antenna.field.power(True)
        antenna.clock.sleep_us(5000)
        antenna.ask()
        states.append(tag.state)
        antenna.field.power(False)
        antenna.clock.sleep_us(5000)
    assert all(first == second for first, second in pairwise(states))
    assert states[0] == READY
