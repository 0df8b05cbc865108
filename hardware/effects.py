"""What a pad's rim light and the buzzer can say, as values: panel, hub and simulator show the same.

    lights.light("left", SEEN)
    lights.light("left", zone(Colour(0, 80, 255)))
    buzzer.beep(Beep.ACCEPTED)

Nobody needs to tell red from green: apart from the colour every rim has a rhythm, or a level, of its own.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable


class Colour(NamedTuple):
    """Red, green and blue, 0 to 255 each."""

    red: int
    green: int
    blue: int

    def dimmed(self, level: float) -> Colour:
        return Colour(*(round(part * level) for part in self))


class Pattern(enum.Enum):
    """The rhythm of a rim light. Every pattern begins lit, so that a new one shows at once."""

    STEADY = "steady"
    BLINK = "blink"  # as long on as off
    PULSE = "pulse"  # breathes
    FLASH = "flash"  # short sparks, mostly dark
    DOUBLE = "double"  # two knocks and a pause


@dataclass(frozen=True, slots=True)
class Rim:
    """How one rim shines: `meaning` is for logs and screens, the rest for the light."""

    meaning: str
    colour: Colour
    pattern: Pattern = Pattern.STEADY


ZONE_LEVEL = 0.25  # a zone glows, so that an accepted card stands out by brightness alone

OFF = Rim("off", Colour(0, 0, 0))
SEEN = Rim("seen", Colour(255, 255, 255), Pattern.FLASH)  # a card is there, nothing is promised yet
ACCEPTED = Rim("accepted", Colour(0, 255, 0))  # the move is on disk
REFUSED = Rim("refused", Colour(255, 0, 0), Pattern.BLINK)
WAITING = Rim(
    "waiting", Colour(255, 255, 255), Pattern.PULSE
)  # the table waits for something to be done here
PICK_UP = Rim("pick up", Colour(255, 120, 0), Pattern.DOUBLE)  # the cards here are somebody's to take


def zone(colour: Colour) -> Rim:
    """The resting light of a pad: the colour of the zone it stands for."""
    return Rim("zone", colour.dimmed(ZONE_LEVEL))


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
    ROUND_OVER = (Tone(1319, 120), Tone(1047, 120), Tone(1319, 200))
    WON = (Tone(1047, 100), Tone(1319, 100), Tone(1568, 100), Tone(2093, 300))

    @property
    def tones(self) -> tuple[Tone, ...]:
        return self._value_

    @property
    def seconds(self) -> float:
        return sum(tone.milliseconds for tone in self._value_) / 1000


@runtime_checkable
class Lights(Protocol):
    """Rim lights, one for each pad that has one.

    Must: show the rim until the next one; do nothing for a pad without a light; never block and never raise
          for a light that is broken or unplugged; show what was asked last once it is back.
    """

    def light(self, pad: str, rim: Rim) -> None: ...


@runtime_checkable
class Buzzer(Protocol):
    """Plays beeps.

    Must: return at once; a new beep replaces the one that plays.
    """

    def beep(self, beep: Beep) -> None: ...
