"""Sounds, measured: loud enough also on a small loudspeaker, never clipped, short, and told apart.

A loudspeaker of a few centimetres has next to nothing below 400 Hz: what is left of a sound behind a
high-pass of the second order is what a cottage hears.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, pairwise

import pygame
import pytest

from controller.view import Sound
from display.sound.sounds import LOUD, RATE, TUNES, Noise, Note, Sounds, samples

SMALL_HZ = 400.0
WINDOW_S = 0.05
EVERY = pytest.mark.parametrize(
    "notes",
    [pytest.param(tune, id=f"{sound.value} {n}") for sound in TUNES for n, tune in enumerate(TUNES[sound])],
)
BEFORE = (Note(1318.5, 0, 0.16), Note(1568.0, 0.05, 0.22, 0.4))  # an accepted card, as it once was
TOO_LOW = (Note(196.0, 0, 0.22, 0.8), Note(155.56, 0.14, 0.34, 0.8))  # and a refused one


def high_passed(wave: Sequence[float]) -> list[float]:
    """A Butterworth filter of the second order."""
    w = math.tan(math.pi * SMALL_HZ / RATE)
    scale = 1 / (1 + math.sqrt(2) * w + w * w)
    b, a1, a2 = scale, 2 * (w * w - 1) * scale, (1 - math.sqrt(2) * w + w * w) * scale
    x1 = x2 = y1 = y2 = 0.0
    passed = []
    for x in wave:
        y = b * (x - 2 * x1 + x2) - a1 * y1 - a2 * y2
        x1, x2, y1, y2 = x, x1, y, y1
        passed.append(y)
    return passed


def loudness(wave: Sequence[float]) -> float:
    """Of its loudest moment, in decibels below the loudest there is."""
    long = round(WINDOW_S * RATE)
    powers = [
        sum(x * x for x in wave[at : at + long]) / long for at in range(0, max(1, len(wave) - long // 2), 200)
    ]
    return 10 * math.log10(max(powers) / LOUD**2 + 1e-12)


def pitch(wave: Sequence[float]) -> float:
    """Where most of it is, in hertz."""

    def power(hertz: float) -> float:
        turn = math.tau * hertz / RATE
        across = sum(math.cos(turn * i) * x for i, x in enumerate(wave))
        down = sum(math.sin(turn * i) * x for i, x in enumerate(wave))
        return across * across + down * down

    return max(range(100, 3000, 20), key=power)


@EVERY
def test_a_sound_is_heard_on_a_small_loudspeaker_and_not_clipped(notes: Sequence[Note]) -> None:
    wave = samples(notes)
    assert max(map(abs, wave)) <= 0.9 * LOUD + 1
    assert loudness(wave) - loudness(high_passed(wave)) < 4, "next to nothing of it is below 400 Hz"


def test_what_once_was_refused_was_not_heard_there() -> None:
    assert loudness(samples(TOO_LOW)) - loudness(high_passed(samples(TOO_LOW))) > 10
    (refused,) = TUNES[Sound.REFUSED]
    assert loudness(high_passed(samples(refused))) > loudness(high_passed(samples(TOO_LOW))) + 7


def test_an_accepted_card_is_a_knock_on_felt_never_the_same_twice() -> None:
    variants = [samples(tune) for tune in TUNES[Sound.ACCEPTED]]
    assert len(variants) == 3
    for wave in variants:
        assert len(wave) / RATE == pytest.approx(0.06, abs=0.001)
        assert 500 <= pitch(wave) <= 700
        assert loudness(wave) < loudness(samples(BEFORE)) - 6
    assert len({pitch(wave) for wave in variants}) == 3


def test_what_is_heard_most_is_the_softest_of_what_the_table_says() -> None:
    loud = {sound: max(loudness(samples(tune)) for tune in TUNES[sound]) for sound in Sound}
    assert min(loud, key=loud.__getitem__) is Sound.ACCEPTED
    assert all(loudness(samples(tune)) < loud[Sound.ACCEPTED] for noise in Noise for tune in TUNES[noise])


def contour(notes: Sequence[Note]) -> tuple[int, ...]:
    return tuple((b.pitch > a.pitch) - (b.pitch < a.pitch) for a, b in pairwise(notes))


def test_each_sound_has_a_figure_of_its_own() -> None:
    """By its contour, or by how long it is: no perfect pitch is needed."""
    for one, other in combinations(Sound, 2):
        first, second = TUNES[one][0], TUNES[other][0]
        lengths = [max(note.start + note.length for note in tune) for tune in (first, second)]
        assert contour(first) != contour(second) or max(lengths) > 1.5 * min(lengths), (one, other)
    climbs, falls = contour(TUNES[Sound.OVER][0])[:3], contour(TUNES[Sound.OVER][0])[3:]
    assert (set(climbs), set(falls)) == ({1}, {-1})


@EVERY
def test_a_sound_is_short_and_begins_and_ends_without_a_click(notes: Sequence[Note]) -> None:
    wave = samples(notes)
    assert 0.02 < len(wave) / RATE < 1.5
    assert abs(wave[0]) < 0.02 * LOUD
    assert max(map(abs, wave[-20:])) < 0.02 * LOUD


def test_variants_come_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    sounds = Sounds(volume=0.5)
    sounds.open()
    made = sounds._made[Sound.ACCEPTED]
    for _ in range(4):
        sounds.play(Sound.ACCEPTED)
    assert sounds._played[Sound.ACCEPTED] == 4
    assert [variant.get_num_channels() > 0 for variant in made] == [True] * 3
    sounds.close()


def test_silent_means_that_no_loudspeaker_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.mixer, "init", None)
    quiet = Sounds(volume=0)
    quiet.open_soon()
    quiet.play(Sound.WIN)
    assert quiet.silent
    quiet.close()


def test_a_loudspeaker_that_vanishes_is_borne() -> None:
    sounds = Sounds(volume=0.5)
    sounds.open_soon()
    assert sounds._opening
    sounds._opening.join()
    assert not sounds.silent
    sounds.play(Sound.ACCEPTED)
    pygame.mixer.quit()
    sounds.play(Sound.ACCEPTED)
    sounds.play(Sound.WIN)
    assert sounds.silent
    sounds.close()
    sounds.close()


def test_the_volume_is_that_of_what_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    sounds = Sounds(volume=0.5)
    sounds.open()
    sounds.volume = 0.25
    sounds.play(Sound.HINT)
    assert sounds._made[Sound.HINT][0].get_volume() == pytest.approx(0.25, abs=0.01)
    sounds.close()
