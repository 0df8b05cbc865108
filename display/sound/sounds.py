"""What the table sounds like: a few soft notes for each event, made here, played where that is possible.

sounds = Sounds(volume=0.6)
sounds.open()
sounds.play(Sound.ACCEPTED)
"""

from __future__ import annotations

import contextlib
import math
import os
import sys
import threading
from array import array
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pygame

from controller.view import Sound

RATE = 22050
LOUD = 32767


class Note(NamedTuple):
    pitch: float  # in hertz
    start: float  # in seconds
    length: float
    volume: float = 0.5


# A pentatonic scale: whatever is played together sounds well together.
C5, E5, G5, A5, C6, E6, G6 = 523.25, 659.26, 783.99, 880.0, 1046.5, 1318.5, 1568.0

TUNES: dict[Sound, tuple[Note, ...]] = {
    Sound.ACCEPTED: (Note(E6, 0, 0.16), Note(G6, 0.05, 0.22, 0.4)),
    Sound.REFUSED: (Note(196.0, 0, 0.22, 0.8), Note(155.56, 0.14, 0.34, 0.8)),
    Sound.HINT: (Note(A5, 0, 0.18, 0.4),),
    Sound.OVER: (Note(C5, 0, 0.25), Note(392.0, 0.14, 0.3), Note(261.63, 0.28, 0.5, 0.7)),
    Sound.TRICK: (Note(G5, 0, 0.2), Note(C6, 0.09, 0.32)),
    Sound.ROUND: (Note(C5, 0, 0.3), Note(E5, 0.12, 0.3), Note(G5, 0.24, 0.5)),
    Sound.WIN: (
        Note(C5, 0, 0.3),
        Note(E5, 0.13, 0.3),
        Note(G5, 0.26, 0.3),
        Note(C6, 0.39, 0.9),
        Note(E6, 0.39, 0.9, 0.3),
    ),
}


def samples(notes: Sequence[Note]) -> array[int]:
    """The notes as 16-bit mono; each begins soft and dies away like a struck bar."""
    mixed = [0.0] * math.ceil(max(note.start + note.length for note in notes) * RATE)
    for note in notes:
        begin, count = int(note.start * RATE), int(note.length * RATE)
        for i in range(count):
            phase = math.tau * note.pitch * i / RATE
            attack = min(1.0, i / (0.006 * RATE))
            decay = (1 - i / count) ** 2
            tone = math.sin(phase) + 0.3 * math.sin(2 * phase) * decay + 0.12 * math.sin(4 * phase) * decay**2
            mixed[begin + i] += tone * attack * decay * note.volume / 1.42
    peak = max(1.0, max(map(abs, mixed)))
    return array("h", (round(value / peak * LOUD * 0.9) for value in mixed))


@cache
def tune(sound: Sound) -> bytes:
    return samples(TUNES[sound]).tobytes()


def _may_have_sound() -> bool:
    """Asking for a loudspeaker where there is none makes the system's libraries complain on the terminal."""
    servers = Path(os.environ.get("XDG_RUNTIME_DIR", "/nonexistent"))
    signs = (Path("/proc/asound/cards"), servers / "pulse", servers / "pipewire-0")
    told = not sys.platform.startswith("linux") or "SDL_AUDIODRIVER" in os.environ
    return told or any(sign.exists() for sign in signs)


class Sounds:
    def __init__(self, volume: float = 0.6) -> None:
        self.volume = volume
        self._made: dict[Sound, pygame.mixer.Sound] = {}
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
            self._made = {sound: pygame.mixer.Sound(buffer=tune(sound)) for sound in TUNES}

    @property
    def silent(self) -> bool:
        return not self._made or self.volume <= 0

    def play(self, sound: Sound) -> None:
        if self.silent:
            return
        try:
            self._made[sound].set_volume(self.volume)
            self._made[sound].play()
        except pygame.error:  # the loudspeaker is gone
            self._made = {}

    def close(self) -> None:
        if self._opening:
            self._opening.join()
        self._made = {}
        pygame.mixer.quit()
