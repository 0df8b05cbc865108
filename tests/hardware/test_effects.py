"""Lights and sounds tell their meanings apart, also for people who see no colours."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hardware.effects import ACCEPTED, OFF, PICK_UP, REFUSED, SEEN, WAITING, Beep, RimLight, zone

ZONES = [zone(*rgb) for rgb in [(255, 0, 0), (0, 80, 255), (255, 200, 0), (0, 255, 0), (255, 255, 255)]]


def seen_in_grey(light: RimLight) -> tuple[str, str]:
    """What is left of a rim light without its colour: rhythm and, roughly, brightness."""
    brightest = max(light.red, light.green, light.blue)
    return light.pattern, "dark" if not brightest else "dim" if brightest < 100 else "bright"


def test_every_meaning_shows_without_colour() -> None:
    rims = [OFF, zone(0, 80, 255), SEEN, ACCEPTED, REFUSED, WAITING, PICK_UP]
    assert len({seen_in_grey(rim) for rim in rims}) == len(rims)


@pytest.mark.parametrize("rim", ZONES)
def test_a_zone_glows_steadily_and_never_looks_like_a_card_accepted(rim: RimLight) -> None:
    assert seen_in_grey(rim) == ("steady", "dim")


def test_a_zone_keeps_its_hue() -> None:
    assert zone(0, 80, 200) == RimLight(0, 20, 50, "steady")


def contour(beep: Beep) -> tuple[int, ...]:
    """A tune without its pitches: +1 for each step up, 0 for a repeat, -1 for each step down."""
    heard = [tone.hertz for tone in beep.tones if tone.hertz]
    return tuple((b > a) - (b < a) for a, b in pairwise(heard))


def test_every_tune_has_a_contour_of_its_own() -> None:
    assert len({contour(beep) for beep in Beep}) == len(Beep)


@pytest.mark.parametrize("beep", Beep)
def test_a_beep_is_short_and_audible_on_a_piezo(beep: Beep) -> None:
    assert 0.05 <= beep.seconds <= 0.7
    assert all(tone.hertz == 0 or 500 <= tone.hertz <= 2500 for tone in beep.tones)


def test_a_card_accepted_is_the_shortest_beep_for_it_is_heard_most() -> None:
    assert min(Beep, key=lambda beep: beep.seconds) is Beep.ACCEPTED


def test_going_over_climbs_and_falls_and_lasts() -> None:
    assert contour(Beep.OVER) == (1, -1)
    assert Beep.OVER.seconds > 2 * Beep.TRICK.seconds


def test_good_news_goes_up_and_a_refusal_goes_down() -> None:
    assert contour(Beep.WON) == (1, 1, 1)
    assert contour(Beep.TRICK) == (1,)
    assert contour(Beep.REFUSED) == (-1,)
