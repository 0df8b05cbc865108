"""Sounds, measured: loud enough, never clipped, short, and nothing is missed where they cannot be played."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest

from controller.view import Sound
from display.sound.sounds import LOUD, RATE, TUNES, Sounds, samples

EVERY = pytest.mark.parametrize("sound", Sound, ids=lambda sound: sound.value)


@EVERY
def test_a_sound_is_heard_and_not_clipped(sound: Sound) -> None:
    wave = samples(TUNES[sound])
    assert 0.2 * LOUD < max(map(abs, wave)) <= 0.9 * LOUD + 1


@EVERY
def test_a_sound_is_short_and_begins_and_ends_without_a_click(sound: Sound) -> None:
    wave = samples(TUNES[sound])
    assert 0.1 < len(wave) / RATE < (1.5 if sound is Sound.WIN else 0.9)
    assert abs(wave[0]) < 0.02 * LOUD
    assert max(map(abs, wave[-20:])) < 0.02 * LOUD


def test_accepted_is_high_and_refused_is_low_so_that_they_are_told_apart() -> None:
    def crossings(sound: Sound) -> float:
        wave = samples(TUNES[sound])
        return sum((a < 0) != (b < 0) for a, b in pairwise(wave)) / len(wave)

    assert crossings(Sound.ACCEPTED) > 3 * crossings(Sound.REFUSED)


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
    assert sounds._made[Sound.HINT].get_volume() == pytest.approx(0.25, abs=0.01)
    sounds.close()
