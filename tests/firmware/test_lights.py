"""Rim lights on the hub: every pattern begins lit, and the same light said again goes on undisturbed."""

import pytest

from firmware.lights import ASLEEP, PATTERNS, Rim, RimLight, level


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_begins_lit(pattern: str) -> None:
    assert level(pattern, 0) == 255


def test_patterns_can_be_told_apart_by_their_rhythm_alone() -> None:
    rhythms = {pattern: [level(pattern, ms) > 128 for ms in range(0, 6000, 20)] for pattern in PATTERNS}
    assert len({tuple(rhythm) for rhythm in rhythms.values()}) == len(PATTERNS)
    lit = {pattern: sum(rhythm) / len(rhythm) for pattern, rhythm in rhythms.items()}
    assert lit["steady"] == 1
    assert lit["blink"] == 0.5
    assert lit["flash"] < 0.25
    assert lit["double"] < 0.25


def test_a_pulse_breathes_and_never_goes_out() -> None:
    levels = [level("pulse", ms) for ms in range(2001)]
    assert levels[0] == levels[2000] == 255
    assert 0 < min(levels) == levels[1000] < 64


class Bulb:
    def __init__(self) -> None:
        self.shown: list[tuple[int, int, int]] = []
        self.rim = Rim(lambda *parts: self.shown.append(parts))

    def lit(self, now: int) -> bool:
        self.rim.glow(now)
        return any(self.shown[-1])


def test_a_light_said_again_goes_on_undisturbed() -> None:
    bulb = Bulb()
    bulb.rim.set(RimLight(255, 0, 0, "blink"), 1000)
    assert bulb.lit(1000)
    assert not bulb.lit(1400)
    bulb.rim.set(RimLight(255, 0, 0, "blink"), 1400)
    assert not bulb.lit(1400)


def test_a_new_light_shows_at_once_whatever_the_phase_of_the_old_one() -> None:
    bulb = Bulb()
    bulb.rim.set(RimLight(255, 0, 0, "blink"), 0)
    assert not bulb.lit(400)
    bulb.rim.set(RimLight(0, 255, 0, "blink"), 400)
    assert bulb.lit(400)
    assert bulb.shown[-1] == (0, 255, 0)


def test_a_blink_goes_on_where_the_clock_wraps() -> None:
    bulb = Bulb()
    bulb.rim.set(RimLight(9, 9, 9, "blink"), 2**30 - 100)
    assert bulb.lit(100)  # 200 ms later
    assert not bulb.lit(300)


def test_the_pins_are_only_touched_when_the_light_changes() -> None:
    bulb = Bulb()
    bulb.rim.set(RimLight(1, 2, 3, "steady"), 0)
    for now in range(0, 1000, 20):
        bulb.rim.glow(now)
    assert bulb.shown == [(1, 2, 3)]


def test_a_sleeping_table_is_dim_and_never_green() -> None:
    red, green, blue, _ = ASLEEP
    assert 0 < red < 64
    assert green < red
    assert blue < red
