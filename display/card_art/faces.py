"""The cards, drawn by us on any kind of sheet: a value, a suit's colour and its shape.

    suited(face, "blue", "7")
    back(face)

What is on a card, its game's presentation says (`face`); the screen (cards.py) and the printer (printed.py)
each bring a `Face` of their own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from display.widgets.shapes import Pen, around
from display.widgets.theme import GOLD, NIGHT, PAPER, Colour, mix, suit

MARGIN = 0.065  # the blank border of a card, in widths
CAPITAL = 0.705  # of the typeface: how high a capital or a digit is, in sizes


class Face(ABC):
    """A card while it is drawn: first with the pen, then signs and letters.

    Places are from 0 to 1 both ways, sizes in widths; what is *turned* stands on its head at the same place
    seen from the other end of the card.
    """

    def __init__(self, pen: Pen, shape: float) -> None:
        self.pen = pen
        self._shape = shape  # the card's width to its height

    def fill(self, colour: Colour) -> None:
        """All but the border."""
        margin = MARGIN * self._shape
        self.pen.ink(colour).block(MARGIN, margin, 1 - 2 * MARGIN, 1 - 2 * margin, 0.06)

    @abstractmethod
    def sign(self, name: str, x: float, y: float, size: float, colour: Colour, turned: bool = False) -> None:
        """A shape around (x, y)."""

    @abstractmethod
    def write(self, text: str, x: float, y: float, size: float, colour: Colour, turned: bool = False) -> None:
        """Digits around (x, y)."""

    def value(self, text: str, y: float, size: float, colour: Colour) -> None:
        """Large, in the middle; a 6 and a 9 are underlined, as a card may lie either way."""
        self.write(text, 0.5, y, size, colour)
        if text in ("6", "9"):
            self.sign("minus", 0.5, y + (size * CAPITAL / 2 + 0.09) * self._shape, size * 0.5, colour)

    def corners(self, text: str, sign: str | None, colour: Colour) -> None:
        """The value and the shape where they show in a fan, and the same turned round."""
        for turned in (False, True):
            self.write(text, 0.215, 0.131, 0.26 if len(text) < 2 else 0.2, colour, turned)
            if sign:
                self.sign(sign, 0.215, 0.269, 0.16, colour, turned)


def suited(face: Face, colour: str, value: str, over: Callable[[Face], None] | None = None) -> None:
    """A value in its colour; *over* draws what a special one has on it."""
    its = suit(colour)
    face.fill(its.fill)
    if over:
        over(face)
    face.sign(its.shape, 0.5, 0.52, 0.74, mix(its.fill, its.on, 0.16))
    face.value(value, 0.52, 0.72 if len(value) < 2 else 0.6, its.on)
    face.corners(value, its.shape, its.on)


def plain(face: Face, text: str, sign: str | None = None, mark: str = "diamond") -> None:
    """A number or a word without a colour; one with a *sign* is special. *mark* lies behind it."""
    face.fill(NIGHT)
    colour = GOLD if sign else PAPER
    face.sign(mark, 0.5, 0.5, 0.82, mix(NIGHT, PAPER, 0.12))
    size = (0.7, 0.56)[len(text) - 1] if len(text) <= 2 else 1.3 / len(text)
    face.value(text, 0.5, size, colour)
    face.corners(text[:2], sign, colour)


def back(face: Face) -> None:
    """The same for every card."""
    face.fill(NIGHT)
    face.pen.ink(mix(NIGHT, PAPER, 0.16))
    for row in range(9):
        for column in range(5):
            x = 0.15 + column * 0.175 + (0.0875 if row % 2 else 0)
            y = 0.12 + row * 0.095
            if x < 0.9:
                face.pen.polygon(*(around(x, y, 0.035, i / 4) for i in range(4)))
    face.pen.ink(GOLD).disc(0.5, 0.5, 0.13).ink(NIGHT).disc(0.5, 0.5, 0.1)
    face.sign("diamond", 0.5, 0.5, 0.12, GOLD)
