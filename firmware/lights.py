"""Rim lights: what a light is, its level at a moment, and a rim that shines by itself until told otherwise.

    rim = Rim(show)                       # show(red, green, blue), 0 to 255 each
    rim.set(RimLight(0, 255, 0, BLINK), now)
    rim.glow(now + 40)                    # calls show only when something changes

A RimLight is the same value in the table's program, on the wire and here.

Every pattern begins lit, so that a new light shows at once. Times are milliseconds that wrap at 2**30.
"""

from collections import namedtuple

from firmware import elapsed

RimLight = namedtuple("RimLight", ("red", "green", "blue", "pattern"))  # 0 to 255 each; one of PATTERNS

STEADY = "steady"
BLINK = "blink"  # as long on as off
PULSE = "pulse"  # breathes
FLASH = "flash"  # short sparks, mostly dark
DOUBLE = "double"  # two knocks and a pause
PATTERNS = (STEADY, BLINK, PULSE, FLASH, DOUBLE)

OFF = RimLight(0, 0, 0, STEADY)
ASLEEP = RimLight(24, 16, 8, PULSE)  # dim and warm, like a night light: no host is listening. Never green.

BLINK_MS = 600
PULSE_MS = 2000
FLASH_MS = 500
DOUBLE_MS = 1200


def level(pattern: str, ms: int) -> int:
    """How bright *pattern* is after *ms*: 0 to 255."""
    if pattern == BLINK:
        return 255 if ms % BLINK_MS < BLINK_MS // 2 else 0
    if pattern == FLASH:
        return 255 if ms % FLASH_MS < 80 else 0
    if pattern == DOUBLE:
        phase = ms % DOUBLE_MS
        return 255 if phase < 120 or 240 <= phase < 360 else 0
    if pattern == PULSE:
        half = PULSE_MS // 2
        return 32 + 223 * abs(half - ms % PULSE_MS) // half
    return 255


class Rim:
    """One pad's light. Set to what it is it goes on undisturbed: the host repeats itself."""

    def __init__(self, show) -> None:
        self._show = show
        self.light = OFF
        self._since = 0
        self._shown = None

    def set(self, light: RimLight, now: int) -> None:
        if light != self.light:
            self.light = light
            self._since = now

    def glow(self, now: int) -> None:
        red, green, blue, pattern = self.light
        bright = level(pattern, elapsed(now, self._since))
        shown = (red * bright // 255, green * bright // 255, blue * bright // 255)
        if shown != self._shown:
            self._shown = shown
            self._show(*shown)
