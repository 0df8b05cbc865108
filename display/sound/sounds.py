"""What the table sounds like: a few soft notes for each event, made here, played where that is possible.

    sounds = Sounds(volume=0.6)
    sounds.open()
    sounds.play(Sound.ACCEPTED)     # what the table says
    sounds.play(Noise.SLIDE)        # what is to be seen on this screen

A small loudspeaker has next to nothing below 400 Hz, so nothing depends on what is there. What is heard most
is the softest: a knock on felt, never twice the same in a row.
"""

from __future__ import annotations

import contextlib
import enum
import math
import os
import sys
import threading
from array import array
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pygame

from controller.view import Sound

RATE = 22050
KNOCK_S, BAR_S = 0.002, 0.006  # until a note is at its loudest
LOUD = 32767


class Noise(enum.Enum):
    """What only this screen makes heard: what moves on it, and that it was touched."""

    SLIDE = "slide"
    DEAL = "deal"
    BUTTON = "button"


class Note(NamedTuple):
    pitch: float  # in hertz; 0: a brush over felt
    start: float  # in seconds
    length: float
    volume: float = 0.5
    felt: bool = False  # a knock: at once, and soon over


Tune = tuple[Note, ...]


def knock(pitch: float) -> Tune:
    return (Note(pitch, 0, 0.06, 0.44, felt=True),)


# A pentatonic scale: whatever is played together sounds well together.
C5, E5, G5, A5, C6, E6, G6 = 523.25, 659.26, 783.99, 880.0, 1046.5, 1318.5, 1568.0

# Of each some variants, which come in turn.
TUNES: dict[Sound | Noise, tuple[Tune, ...]] = {
    Sound.ACCEPTED: tuple(map(knock, (560.0, 620.0, 680.0))),
    Sound.REFUSED: ((Note(392.0, 0, 0.22, 0.8), Note(311.13, 0.14, 0.34, 0.8)),),
    Sound.HINT: ((Note(A5, 0, 0.18, 0.4),),),
    Sound.OVER: (  # it climbs, trips and falls
        (
            Note(E5, 0, 0.12),
            Note(G5, 0.07, 0.12),
            Note(A5, 0.14, 0.12),
            Note(C6, 0.21, 0.14),
            Note(554.37, 0.36, 0.22, 0.8),
            Note(466.16, 0.46, 0.4, 0.8),
        ),
    ),
    Sound.TRICK: ((Note(G5, 0, 0.2), Note(C6, 0.09, 0.32)),),
    Sound.ROUND: ((Note(C5, 0, 0.3), Note(E5, 0.12, 0.3), Note(G5, 0.24, 0.5)),),
    Sound.WIN: (
        (
            Note(C5, 0, 0.3),
            Note(E5, 0.13, 0.3),
            Note(G5, 0.26, 0.3),
            Note(C6, 0.39, 0.9),
            Note(E6, 0.39, 0.9, 0.3),
        ),
    ),
    Noise.SLIDE: ((Note(0, 0, 0.16, 0.14),), (Note(0, 0, 0.13, 0.14),), (Note(0, 0, 0.19, 0.12),)),
    Noise.DEAL: (tuple(Note(0, 0.08 * card, 0.06, 0.16, felt=True) for card in range(12)),),
    Noise.BUTTON: ((Note(880.0, 0, 0.03, 0.22, felt=True),),),
}


def samples(notes: Sequence[Note]) -> array[int]:
    """The notes as 16-bit mono; each begins soft and dies away like a struck bar, or like a knock."""
    mixed = [0.0] * math.ceil(max(note.start + note.length for note in notes) * RATE)
    for note in notes:
        begin, count = int(note.start * RATE), int(note.length * RATE)
        wave = _brush(count) if not note.pitch else _tone(note.pitch, count)
        rises = (KNOCK_S if note.felt else BAR_S) * RATE
        for i in range(count):
            attack, left = min(1.0, i / rises), 1 - i / count
            mixed[begin + i] += wave[i] * attack * left ** (3 if note.felt else 2) * note.volume
    peak = max(1.0, max(map(abs, mixed)))
    return array("h", (round(value / peak * LOUD * 0.9) for value in mixed))


def _tone(pitch: float, count: int) -> list[float]:
    wave = []
    for i in range(count):
        phase, left = math.tau * pitch * i / RATE, (1 - i / count) ** 2
        tone = math.sin(phase) + 0.3 * math.sin(2 * phase) * left + 0.12 * math.sin(4 * phase) * left**2
        wave.append(tone / 1.42)
    return wave


def _brush(count: int) -> list[float]:
    """Noise without what is low, which a small loudspeaker has not, and without what hisses."""
    dice, wave, slow, last = Random(count), [], 0.0, 0.0
    for _ in range(count):
        slow += 0.45 * (dice.uniform(-1, 1) - slow)
        wave.append(2 * (slow - last))
        last = slow
    return wave


@cache
def tunes(sound: Sound | Noise) -> tuple[bytes, ...]:
    return tuple(samples(tune).tobytes() for tune in TUNES[sound])


def _may_have_sound() -> bool:
    """Asking for a loudspeaker where there is none makes the system's libraries complain on the terminal."""
    servers = Path(os.environ.get("XDG_RUNTIME_DIR", "/nonexistent"))
    signs = (Path("/proc/asound/cards"), servers / "pulse", servers / "pipewire-0")
    told = not sys.platform.startswith("linux") or "SDL_AUDIODRIVER" in os.environ
    return told or any(sign.exists() for sign in signs)


class Sounds:
    def __init__(self, volume: float = 0.6) -> None:
        self.volume = volume
        self._made: dict[Sound | Noise, list[pygame.mixer.Sound]] = {}
        self._played: Counter[Sound | Noise] = Counter()
        self._opening: threading.Thread | None = None

    def set_volume(self, volume: float) -> None:
        self.volume = volume
        self.open_soon()

    def open_soon(self) -> None:
        """In a thread of its own: looking for a loudspeaker and making the notes takes a while."""
        if self._opening is None and self.volume > 0:
            self._opening = threading.Thread(target=self.open, daemon=True)
            self._opening.start()

    def open(self) -> None:
        """Find a loudspeaker and make every sound; without one it is silent, and everything is to be seen."""
        if not _may_have_sound():
            return
        with contextlib.suppress(pygame.error):
            pygame.mixer.init(RATE, -16, 1, 512, allowedchanges=0)
            self._made = {
                sound: [pygame.mixer.Sound(buffer=tune) for tune in tunes(sound)] for sound in TUNES
            }

    @property
    def silent(self) -> bool:
        return not self._made or self.volume <= 0

    def play(self, sound: Sound | Noise) -> None:
        """The next variant of it."""
        if self.silent:
            return
        made = self._made[sound]
        variant = made[self._played[sound] % len(made)]
        self._played[sound] += 1
        try:
            variant.set_volume(self.volume)
            variant.play()
        except pygame.error:  # the loudspeaker is gone
            self._made = {}

    def close(self) -> None:
        if self._opening:
            self._opening.join()
        self._made = {}
        pygame.mixer.quit()
