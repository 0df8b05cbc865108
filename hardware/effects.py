"""What a pad's rim light and the buzzer can say, as values: panel, hub and simulator show the same.

    pads.light("left", SEEN)
    pads.light("left", zone(0, 80, 255))
    pads.beep(Beep.ACCEPTED)

No player needs to tell red from green: beside its colour every light has a rhythm, or a level, of its own.
"""

from __future__ import annotations

import enum
from typing import NamedTuple

from firmware.lights import BLINK, DOUBLE, FLASH, OFF, PULSE, STEADY, RimLight

__all__ = ["ACCEPTED", "OFF", "PICK_UP", "REFUSED", "SEEN", "WAITING", "Beep", "RimLight", "Tone", "zone"]

ZONE_LEVEL = 0.25  # a zone glows, so that an accepted card stands out by brightness alone

SEEN = RimLight(255, 255, 255, FLASH)  # a card is there, nothing is promised yet
ACCEPTED = RimLight(0, 255, 0, STEADY)  # the move is on disk
REFUSED = RimLight(255, 0, 0, BLINK)
WAITING = RimLight(255, 255, 255, PULSE)  # the table waits for something to be done here
PICK_UP = RimLight(255, 120, 0, DOUBLE)  # a player is to take the cards here


def zone(red: int, green: int, blue: int) -> RimLight:
    """The resting light of a pad: the colour of the zone it stands for, 0 to 255 each, dimmed."""
    return RimLight(round(red * ZONE_LEVEL), round(green * ZONE_LEVEL), round(blue * ZONE_LEVEL), STEADY)


class Tone(NamedTuple):
    """A frequency in hertz, or 0 for a rest, and how long it lasts."""

    hertz: int
    milliseconds: int


class Beep(enum.Enum):
    """Short tunes told apart by their number of tones and the way they go: up is good, down is not.

    Between 500 Hz and 2.5 kHz, where a small piezo disc is audible.
    """

    _value_: tuple[Tone, ...]

    ACCEPTED = (Tone(1760, 60),)
    REFUSED = (Tone(880, 120), Tone(0, 40), Tone(587, 240))
    ATTENTION = (Tone(1319, 60), Tone(0, 60), Tone(1319, 60))  # look at the screen
    TRICK = (Tone(1047, 70), Tone(1397, 110))  # a trick, or a pile, is complete
    OVER = (Tone(1319, 70), Tone(1760, 90), Tone(659, 260))  # it climbed too far, and falls
    ROUND_OVER = (Tone(1319, 120), Tone(1047, 120), Tone(1319, 200))
    WON = (Tone(1047, 100), Tone(1319, 100), Tone(1568, 100), Tone(2093, 300))

    @property
    def tones(self) -> tuple[Tone, ...]:
        return self._value_

    @property
    def seconds(self) -> float:
        return sum(tone.milliseconds for tone in self._value_) / 1000
