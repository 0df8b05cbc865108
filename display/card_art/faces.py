"""The cards of the four games, drawn by us on any kind of sheet: a value, a suit's colour and its shape.

    front(face, "thirteen", "blue-7")
    back(face)

The screen (cards.py) and the printer (printed.py) each bring a `Face` of their own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from display.widgets.shapes import Pen, around
from display.widgets.theme import GOLD, INK, INK_SOFT, NIGHT, PAPER, PAPER_SHADE, SUITS, Colour, Suit, mix

MARGIN = 0.065  # the blank border of a card, in widths
CAPITAL = 0.705  # of the typeface: how high a capital or a digit is, in sizes

# Ninja: what the special values do.
SPECIAL = {"1": "shield", "6": "low", "8": "skip", "9": "broom", "13": "gift"}
BRISQUES = ("1", "48", "mute")
MOULD: Colour = (132, 142, 60)
SKIN: Colour = (236, 198, 160)


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
        self.pen.ink(colour)
        self.pen.block(MARGIN, margin, 1 - 2 * MARGIN, 1 - 2 * margin, 0.06)

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


def front(face: Face, deck: str, kind: str, traces: Sequence[str] = ()) -> None:
    """The card of that kind; *traces* are the colours a number of Gamate is known to carry."""
    suit, _, value = kind.partition("-")
    if value:
        _suited(face, SUITS[suit], suit, value)
    elif deck == "gamate":
        _gamate(face, kind, [colour for colour in traces if colour in SUITS])
    elif kind == "ninja":
        _ninja(face)
    else:
        _number(face, kind)


def _suited(face: Face, suit: Suit, name: str, value: str) -> None:
    face.fill(suit.fill)
    if name == "rotten":
        face.pen.ink(MOULD)
        for x, drop in ((0.44, 0.13), (0.56, 0.22), (0.68, 0.11), (0.8, 0.17)):
            face.pen.line((x, 0.06), (x, drop), thick=0.1)
        face.pen.block(0.37, 0.045, 0.52, 0.055)
    face.sign(suit.shape, 0.5, 0.52, 0.74, mix(suit.fill, suit.on, 0.16))
    face.value(value, 0.52, 0.72 if len(value) < 2 else 0.6, suit.on)
    face.corners(value, suit.shape, suit.on)


def _ninja(face: Face) -> None:
    face.fill(INK)
    face.pen.ink(GOLD)
    face.pen.disc(0.5, 0.5, 0.35)
    face.pen.ink((22, 20, 18))
    face.pen.disc(0.5, 0.5, 0.31)
    face.pen.ink(SKIN)
    face.pen.block(0.235, 0.435, 0.53, 0.11, 0.07)
    face.pen.ink((22, 20, 18))
    face.pen.oval(0.33, 0.462, 0.1, 0.056)
    face.pen.oval(0.57, 0.462, 0.1, 0.056)
    face.pen.line((0.29, 0.446), (0.45, 0.47), thick=0.035)
    face.pen.line((0.71, 0.446), (0.55, 0.47), thick=0.035)
    face.sign("shuriken", 0.205, 0.14, 0.22, GOLD)
    face.sign("shuriken", 0.795, 0.86, 0.22, GOLD)


def _number(face: Face, value: str) -> None:
    """Of Ninja."""
    face.fill(NIGHT)
    sign = SPECIAL.get(value)
    colour = GOLD if sign else PAPER
    face.sign("shuriken", 0.5, 0.5, 0.82, mix(NIGHT, PAPER, 0.12))
    face.value(value, 0.5, 0.7 if len(value) < 2 else 0.56, colour)
    face.corners(value, sign, colour)


def _gamate(face: Face, kind: str, traces: Sequence[str]) -> None:
    face.fill(PAPER_SHADE)
    if kind == "mute":
        face.pen.ink(INK_SOFT)
        face.pen.disc(0.5, 0.52, 0.27)
        face.pen.ink(PAPER_SHADE)
        face.pen.disc(0.39, 0.485, 0.04)
        face.pen.disc(0.61, 0.485, 0.04)
        face.pen.line((0.38, 0.595), (0.62, 0.595), thick=0.05)
        for x in (0.42, 0.5, 0.58):
            face.pen.line((x, 0.575), (x, 0.615), thick=0.035)
    for row, colour in enumerate(traces):
        face.pen.ink(SUITS[colour].fill)
        face.pen.line((0.24, 0.78 - row * 0.08), (0.76, 0.74 - row * 0.08), thick=0.075)
    for colour in traces:
        face.sign(SUITS[colour].shape, 0.5, 0.84, 0.13, SUITS[colour].fill)
    if kind != "mute":
        face.value(kind, 0.48, 0.62 if len(kind) < 2 else 0.56, INK)
        face.corners(kind, None, INK)
    if kind in BRISQUES:
        face.sign("star", 0.8, 0.13, 0.17, INK)


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
    face.pen.ink(GOLD)
    face.pen.disc(0.5, 0.5, 0.13)
    face.pen.ink(NIGHT)
    face.pen.disc(0.5, 0.5, 0.1)
    face.sign("diamond", 0.5, 0.5, 0.12, GOLD)
