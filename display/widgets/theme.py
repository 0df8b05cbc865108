"""The look of the table: colours, the shape that goes with each, and sizes that grow with the screen.

    >>> scale = Scale(800, 480)
    >>> scale.px(20), scale.touch
    (20, 48)
    >>> Scale(1920, 1080).px(20)
    45
    >>> SUITS["yellow"].shape
    'diamond'

Everything is designed for 800×480 and scaled from there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

Colour = tuple[int, int, int]

BAIZE: Colour = (22, 84, 62)
BAIZE_DEEP: Colour = (13, 58, 43)  # the edge of the table, and strips across it
BAIZE_PALE: Colour = (40, 108, 82)  # seams and empty places
PAPER: Colour = (251, 246, 234)
PAPER_SHADE: Colour = (236, 227, 206)
PAPER_EDGE: Colour = (206, 192, 160)
BLACK: Colour = (0, 0, 0)
INK: Colour = (40, 35, 30)
INK_SOFT: Colour = (98, 86, 72)
CHALK_SOFT: Colour = (196, 219, 204)
GOLD: Colour = (246, 196, 83)
WOOD: Colour = (104, 64, 38)  # the table's own edge
WOOD_DEEP: Colour = (48, 30, 20)  # its grain, and the plates on it
LAMP: Colour = (46, 106, 72)  # the baize where the lamp shines on it
NIGHT: Colour = (46, 54, 82)  # the backs of cards
ALARM: Colour = (170, 32, 38)
FINE: Colour = (24, 110, 62)


@dataclass(frozen=True, slots=True)
class Suit:
    """A colour of a deck. Its shape tells it from the others without seeing colours."""

    fill: Colour
    on: Colour  # what is written on it
    shape: str


# Apart for every kind of colour blindness too, and none so dark that a lamp leaves it black.
SUITS = {
    "blue": Suit((24, 82, 186), PAPER, "circle"),
    "green": Suit((120, 200, 120), INK, "triangle"),
    "red": Suit((160, 22, 36), PAPER, "square"),
    "yellow": Suit((252, 222, 60), INK, "diamond"),
    "violet": Suit((172, 130, 214), INK, "star"),
    "orange": Suit((226, 128, 40), INK, "cross"),
    "rotten": Suit((140, 32, 76), PAPER, "blot"),
}

# A player's own colour, seat by seat; the initial tells them apart without it.
SEATS: tuple[Colour, ...] = (
    (168, 44, 84),
    (196, 86, 30),
    (112, 64, 152),
    (34, 104, 158),
    (120, 96, 28),
    (24, 118, 112),
    (92, 92, 100),
    (150, 60, 128),
)

# Traces that cards may carry, always beside their name.
TRACES: dict[str, Colour] = {
    **{name: suit.fill for name, suit in SUITS.items() if name != "rotten"},
    "pink": (240, 130, 180),
    "turquoise": (40, 170, 170),
    "brown": (120, 72, 40),
    "grey": (140, 140, 140),
    "black": (20, 20, 20),
    "white": (255, 255, 255),
}


# A button's look: what it is filled with, written in, edged with.
LOOKS = {
    "primary": (GOLD, INK, None),
    "plain": (PAPER, INK, PAPER_EDGE),
    "quiet": (BAIZE_DEEP, PAPER, None),
    "chosen": (INK, PAPER, None),
    "unchosen": (PAPER_SHADE, INK, PAPER_EDGE),
    "off": (PAPER_SHADE, INK_SOFT, None),
    "faint": (BAIZE_DEEP, CHALK_SOFT, None),
    "icon": (WOOD_DEEP, PAPER, None),
    "icon-off": (WOOD_DEEP, WOOD, None),
    "marked": (GOLD, INK, None),
}
DEAD = ("off", "faint", "marked", "icon-off")  # these do nothing now


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """*share* of the way from *one* to *other*."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def suit(colour: str) -> Suit:
    """The suit of that colour; a colour we do not know gets one of ours."""
    return SUITS.get(colour) or tuple(SUITS.values())[sum(colour.encode()) % 6]


def ink(colour: str) -> Colour:
    """A suit's colour, dark enough for a thin line on paper."""
    its = suit(colour)
    return mix(its.fill, INK, 0.25 if its.on == PAPER else 0.5)


# As they are on 800×480.
GAP = 8
MARGIN = 14
RIM = 9  # the wood round the table

SCREEN_INCHES = 7
FINGER_MM = 9


@dataclass(frozen=True, slots=True)
class Scale:
    """A screen's size, how large things are on it, and how it lies."""

    width: int
    height: int
    flat: bool = False  # it lies in the table, and people sit round it

    @property
    def unit(self) -> float:
        return min(self.width / 800, self.height / 480)

    def px(self, size: float) -> int:
        return round(size * self.unit)

    @property
    def touch(self) -> int:
        """The least a finger needs, if this screen is the smallest we ship with."""
        return math.ceil(math.hypot(self.width, self.height) / SCREEN_INCHES / 25.4 * FINGER_MM)
