"""Rim lights: the level of a pattern at a moment, and a rim that shines by itself until told otherwise.

    rim = Rim(show)                       # show(red, green, blue), 0 to 255 each
    rim.set((0, 255, 0), "blink", now)
    rim.glow(now + 40)                    # calls show only when something changes

Every pattern begins lit, so that a new light shows at once. Times are milliseconds that wrap at 2**30.
"""

from firmware.picture import elapsed

ASLEEP = ((24, 16, 8), "pulse")  # dim and warm, like a night light: nobody is listening. Never green.

BLINK_MS = 600
PULSE_MS = 2000
FLASH_MS = 500
DOUBLE_MS = 1200


def level(pattern: str, ms: int) -> int:
    """How bright *pattern* is after *ms*: 0 to 255."""
    if pattern == "blink":
        return 255 if ms % BLINK_MS < BLINK_MS // 2 else 0
    if pattern == "flash":
        return 255 if ms % FLASH_MS < 80 else 0
    if pattern == "double":
        phase = ms % DOUBLE_MS
        return 255 if phase < 120 or 240 <= phase < 360 else 0
    if pattern == "pulse":
        half = PULSE_MS // 2
        return 32 + 223 * abs(half - ms % PULSE_MS) // half
    return 255


class Rim:
    """One pad's light. Set to what it is it goes on undisturbed: the host repeats itself."""

    def __init__(self, show) -> None:
        self._show = show
        self.colour = (0, 0, 0)
        self.pattern = "steady"
        self._since = 0
        self._shown = None

    def set(self, colour: tuple[int, int, int], pattern: str, now: int) -> None:
        if (colour, pattern) != (self.colour, self.pattern):
            self.colour = colour
            self.pattern = pattern
            self._since = now

    def glow(self, now: int) -> None:
        bright = level(self.pattern, elapsed(now, self._since))
        red, green, blue = self.colour
        shown = (red * bright // 255, green * bright // 255, blue * bright // 255)
        if shown != self._shown:
            self._shown = shown
            self._show(*shown)
