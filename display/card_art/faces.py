"""The cards, drawn by us on any kind of sheet: a value, a suit's colour and its shape.

    suited(face, "blue", "7")
    face.emblem("target")
    back(face, "target", NIGHT)

What is on a card, its game's presentation says (`face`); the screen (cards.py) and the printer (printed.py)
each bring a `Face` of their own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from display.widgets.shapes import Pen, around
from display.widgets.theme import GOLD, INK, PAPER, PAPER_SHADE, Colour, mix, suit

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
        self._ground: Colour = PAPER

    def fill(self, colour: Colour) -> None:
        """All but the border."""
        self._ground = colour
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
                self.sign(sign, 0.205, 0.27, 0.18, colour, turned)

    def emblem(self, name: str) -> None:
        """Whose deck it is, in the other two corners."""
        for turned in (False, True):
            self.sign(name, 0.8, 0.128, 0.2, mix(self._ground, written_on(self._ground), 0.8), turned)


def suited(face: Face, colour: str, value: str, over: Callable[[Face], None] | None = None) -> None:
    """A value in its colour; *over* draws what a special one has on it."""
    its = suit(colour)
    face.fill(its.fill)
    if over:
        over(face)
    face.sign(its.shape, 0.5, 0.52, 0.76, mix(its.fill, its.on, 0.3))
    face.value(value, 0.52, 0.72 if len(value) < 2 else 0.6, its.on)
    face.corners(value, its.shape, its.on)


def plain(
    face: Face, text: str, *, mark: str = "diamond", sign: str | None = None, colour: Colour = INK
) -> None:
    """A number or a word on a card without a colour; *mark* lies behind it, a *sign* in the corners."""
    face.fill(PAPER_SHADE)
    face.sign(mark, 0.5, 0.5, 0.82, mix(PAPER_SHADE, colour, 0.14))
    face.value(text, 0.5, (0.7, 0.56)[len(text) - 1] if len(text) <= 2 else 1.3 / len(text), colour)
    face.corners(text[:2], sign, colour)


def back(face: Face, emblem: str, tint: Colour) -> None:
    """The same for every card of a deck."""
    face.fill(tint)
    face.pen.ink(mix(tint, PAPER, 0.2))
    for row in range(9):
        for column in range(5):
            x = 0.15 + column * 0.175 + (0.0875 if row % 2 else 0)
            y = 0.12 + row * 0.095
            if x < 0.9:
                face.pen.polygon(*(around(x, y, 0.035, i / 4) for i in range(4)))
    face.pen.ink(GOLD).disc(0.5, 0.5, 0.21).ink(tint).disc(0.5, 0.5, 0.185)
    face.sign(emblem, 0.5, 0.5, 0.24, GOLD)


def written_on(ground: Colour) -> Colour:
    """Ink on what is light, paper on what is dark."""
    red, green, blue = ground
    return INK if 3 * red + 6 * green + blue > 1200 else PAPER
