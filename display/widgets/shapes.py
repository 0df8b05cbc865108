"""Small drawings: the shapes of the suits and the signs on buttons, for any pen.

SHAPES["diamond"](pen)
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Self

from display.widgets.theme import Colour

Point = tuple[float, float]


class Pen(ABC):
    """Draws on a sheet that goes from 0 to 1 both ways; thickness and radius are in widths.

    Must: say how to fill each of four figures, in the units of the sheet. What draws returns the pen.
    """

    def __init__(self, width: float, height: float, colour: Colour) -> None:
        self.colour: Colour = colour
        self._w, self._h = width, height

    @abstractmethod
    def ink(self, colour: Colour | None) -> Self:
        """Another colour; None rubs out."""

    @abstractmethod
    def fill_polygon(self, points: Sequence[Point]) -> None: ...
    @abstractmethod
    def fill_disc(self, centre: Point, radius: float) -> None: ...
    @abstractmethod
    def fill_oval(self, x: float, y: float, w: float, h: float) -> None: ...
    @abstractmethod
    def fill_block(self, x: float, y: float, w: float, h: float, radius: float) -> None: ...

    def _at(self, point: Point) -> Point:
        return point[0] * self._w, point[1] * self._h

    def polygon(self, *points: Point) -> Self:
        self.fill_polygon([self._at(point) for point in points])
        return self

    def disc(self, x: float, y: float, radius: float) -> Self:
        self.fill_disc(self._at((x, y)), radius * self._w)
        return self

    def oval(self, x: float, y: float, w: float, h: float) -> Self:
        self.fill_oval(*self._at((x, y)), *self._at((w, h)))
        return self

    def block(self, x: float, y: float, w: float, h: float, radius: float = 0) -> Self:
        self.fill_block(*self._at((x, y)), *self._at((w, h)), radius * self._w)
        return self

    def line(self, *points: Point, thick: float = 0.12) -> Self:
        """With round ends and corners."""
        for one, other in pairwise(points):
            (ax, ay), (bx, by) = self._at(one), self._at(other)
            length = math.hypot(bx - ax, by - ay) or 1
            dx, dy = (by - ay) / length * thick * self._w / 2, (ax - bx) / length * thick * self._w / 2
            self.fill_polygon(
                [(ax + dx, ay + dy), (bx + dx, by + dy), (bx - dx, by - dy), (ax - dx, ay - dy)]
            )
        for x, y in points:
            self.disc(x, y, thick / 2)
        return self

    def arc(self, x: float, y: float, radius: float, start: float, end: float, thick: float = 0.12) -> Self:
        """Round (x, y) from *start* to *end*, in turns clockwise from the right."""
        steps = max(2, round(abs(end - start) * 48))
        turns = [start + (end - start) * i / steps for i in range(steps + 1)]
        return self.line(*[around(x, y, radius, turn) for turn in turns], thick=thick)


def around(x: float, y: float, radius: float, turn: float) -> Point:
    angle = turn * math.tau
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def star(points: int, outer: float, inner: float, turn: float = -0.25) -> Sequence[Point]:
    return [around(0.5, 0.5, inner if i % 2 else outer, turn + i / points / 2) for i in range(points * 2)]


def _blot(pen: Pen) -> None:
    pen.line((0.2, 0.2), (0.8, 0.8), thick=0.26)
    pen.line((0.8, 0.2), (0.2, 0.8), thick=0.26)


def _cauldron(pen: Pen) -> None:
    pen.disc(0.5, 0.54, 0.34).block(0.06, 0.22, 0.88, 0.13, 0.06)
    pen.line((0.3, 0.8), (0.22, 0.94), thick=0.1).line((0.7, 0.8), (0.78, 0.94), thick=0.1)
    pen.disc(0.32, 0.1, 0.055).disc(0.52, 0.06, 0.045).disc(0.68, 0.12, 0.05)


def _factors(pen: Pen) -> None:
    """A number and what divides it."""
    pen.line((0.5, 0.2), (0.2, 0.76), thick=0.08).line((0.5, 0.2), (0.8, 0.76), thick=0.08)
    pen.disc(0.5, 0.22, 0.2).disc(0.2, 0.78, 0.17).disc(0.8, 0.78, 0.17)


def _gear(pen: Pen) -> None:
    for i in range(8):
        pen.line((0.5, 0.5), around(0.5, 0.5, 0.4, i / 8), thick=0.17)
    pen.disc(0.5, 0.5, 0.33)
    pen.ink(None)
    pen.disc(0.5, 0.5, 0.15)


def _hand(pen: Pen) -> None:
    for x, top in ((0.3, 0.2), (0.45, 0.1), (0.6, 0.12), (0.74, 0.24)):
        pen.line((x, top), (x, 0.6), thick=0.12)
    pen.line((0.1, 0.5), (0.32, 0.74), thick=0.13)
    pen.block(0.24, 0.46, 0.56, 0.46, 0.2)


SHAPES: dict[str, Callable[[Pen], object]] = {
    # suits
    "circle": lambda pen: pen.disc(0.5, 0.5, 0.44),
    "triangle": lambda pen: pen.polygon((0.5, 0.06), (0.98, 0.9), (0.02, 0.9)),
    "square": lambda pen: pen.block(0.1, 0.1, 0.8, 0.8, 0.06),
    "diamond": lambda pen: pen.polygon((0.5, 0.01), (0.94, 0.5), (0.5, 0.99), (0.06, 0.5)),
    "star": lambda pen: pen.polygon(*star(5, 0.52, 0.23)),
    "cross": lambda pen: pen.block(0.35, 0.06, 0.3, 0.88, 0.05).block(0.06, 0.35, 0.88, 0.3, 0.05),
    "blot": _blot,
    # signs
    "speaker": lambda pen: (
        pen.polygon((0.04, 0.36), (0.22, 0.36), (0.5, 0.12), (0.5, 0.88), (0.22, 0.64), (0.04, 0.64))
        .arc(0.5, 0.5, 0.2, -0.14, 0.14, thick=0.09)
        .arc(0.5, 0.5, 0.38, -0.14, 0.14, thick=0.09)
    ),
    "speech": lambda pen: pen.block(0.04, 0.1, 0.92, 0.58, 0.16).polygon(
        (0.2, 0.6), (0.52, 0.6), (0.2, 0.94)
    ),
    "bulb": lambda pen: (
        pen.disc(0.5, 0.38, 0.34)
        .polygon((0.3, 0.6), (0.7, 0.6), (0.64, 0.76), (0.36, 0.76))
        .line((0.38, 0.85), (0.62, 0.85), thick=0.1)
    ),
    "moon": lambda pen: pen.disc(0.46, 0.52, 0.42).ink(None).disc(0.64, 0.4, 0.36),
    "about": lambda pen: (
        pen.disc(0.5, 0.5, 0.46).ink(None).disc(0.5, 0.26, 0.075).line((0.5, 0.46), (0.5, 0.74), thick=0.14)
    ),
    "question": lambda pen: (
        pen.arc(0.5, 0.32, 0.22, -0.5, 0.16, thick=0.15)
        .line((0.6, 0.49), (0.5, 0.58), (0.5, 0.66), thick=0.15)
        .disc(0.5, 0.88, 0.095)
    ),
    "power": lambda pen: pen.arc(0.5, 0.54, 0.36, -0.13, 0.63, thick=0.13).line(
        (0.5, 0.08), (0.5, 0.48), thick=0.13
    ),
    "undo": lambda pen: pen.arc(0.52, 0.55, 0.32, -0.42, 0.3, thick=0.13).polygon(
        (0.02, 0.42), (0.42, 0.46), (0.2, 0.1)
    ),
    "pause": lambda pen: pen.block(0.2, 0.12, 0.22, 0.76, 0.06).block(0.58, 0.12, 0.22, 0.76, 0.06),
    "pencil": lambda pen: pen.line((0.26, 0.74), (0.78, 0.22), thick=0.24).polygon(
        (0.06, 0.94), (0.16, 0.62), (0.38, 0.84)
    ),
    "gear": _gear,
    "book": lambda pen: (
        pen.polygon((0.5, 0.26), (0.5, 0.88), (0.06, 0.76), (0.06, 0.14))
        .polygon((0.5, 0.26), (0.5, 0.88), (0.94, 0.76), (0.94, 0.14))
        .ink(None)
        .line((0.5, 0.22), (0.5, 0.9), thick=0.05)
    ),
    "person": lambda pen: pen.disc(0.5, 0.28, 0.21).oval(0.12, 0.54, 0.76, 0.8),
    "people": lambda pen: (
        pen.disc(0.3, 0.34, 0.17)
        .oval(0.02, 0.56, 0.56, 0.7)
        .disc(0.72, 0.34, 0.17)
        .oval(0.62, 0.56, 0.36, 0.7)
    ),
    "robot": lambda pen: (
        pen.line((0.5, 0.08), (0.5, 0.3), thick=0.09)
        .disc(0.5, 0.1, 0.09)
        .block(0.12, 0.28, 0.76, 0.62, 0.16)
        .ink(None)
        .disc(0.34, 0.52, 0.1)
        .disc(0.66, 0.52, 0.1)
        .line((0.34, 0.75), (0.66, 0.75), thick=0.08)
    ),
    "hand": _hand,
    "crown": lambda pen: (
        pen.polygon(
            (0.08, 0.3), (0.3, 0.52), (0.5, 0.16), (0.7, 0.52), (0.92, 0.3), (0.82, 0.84), (0.18, 0.84)
        )
        .disc(0.08, 0.27, 0.075)
        .disc(0.5, 0.14, 0.075)
        .disc(0.92, 0.27, 0.075)
    ),
    "chart": lambda pen: (
        pen.block(0.08, 0.54, 0.22, 0.38, 0.04)
        .block(0.39, 0.12, 0.22, 0.8, 0.04)
        .block(0.7, 0.34, 0.22, 0.58, 0.04)
    ),
    "find": lambda pen: pen.arc(0.4, 0.4, 0.28, 0, 1, thick=0.13).line((0.62, 0.62), (0.9, 0.9), thick=0.17),
    "plug": lambda pen: (
        pen.block(0.22, 0.34, 0.56, 0.34, 0.12)
        .line((0.36, 0.1), (0.36, 0.36), thick=0.1)
        .line((0.64, 0.1), (0.64, 0.36), thick=0.1)
        .line((0.5, 0.66), (0.5, 0.94), thick=0.12)
    ),
    "disk": lambda pen: (
        pen.block(0.1, 0.1, 0.8, 0.8, 0.1).ink(None).block(0.28, 0.1, 0.44, 0.26).disc(0.5, 0.64, 0.15)
    ),
    "lift": lambda pen: (
        pen.line((0.5, 0.66), (0.5, 0.14), thick=0.14)
        .line((0.26, 0.38), (0.5, 0.14), (0.74, 0.38), thick=0.14)
        .line((0.14, 0.88), (0.86, 0.88), thick=0.14)
    ),  # a card being lifted off
    "gift": lambda pen: (
        pen.block(0.14, 0.44, 0.72, 0.48, 0.05)
        .block(0.08, 0.3, 0.84, 0.16, 0.04)
        .arc(0.36, 0.2, 0.11, 0, 1, thick=0.08)
        .arc(0.64, 0.2, 0.11, 0, 1, thick=0.08)
        .ink(None)
        .block(0.45, 0.32, 0.1, 0.6)
    ),
    "skip": lambda pen: (
        pen.arc(0.46, 0.66, 0.34, 0.5, 0.92, thick=0.12)
        .polygon((0.62, 0.42), (0.98, 0.38), (0.84, 0.72))
        .disc(0.46, 0.84, 0.09)
    ),
    "broom": lambda pen: pen.line((0.84, 0.1), (0.5, 0.52), thick=0.1).polygon(
        (0.38, 0.42), (0.64, 0.64), (0.36, 0.94), (0.06, 0.7)
    ),
    "shield": lambda pen: pen.polygon(
        (0.5, 0.06), (0.88, 0.2), (0.84, 0.58), (0.5, 0.94), (0.16, 0.58), (0.12, 0.2)
    ),
    "low": lambda pen: pen.polygon((0.16, 0.44), (0.84, 0.44), (0.5, 0.88)).line(
        (0.18, 0.2), (0.82, 0.2), thick=0.14
    ),
    "shuriken": lambda pen: pen.polygon(*star(4, 0.5, 0.17)),
    "target": lambda pen: (
        pen.disc(0.5, 0.5, 0.48).ink(None).disc(0.5, 0.5, 0.36).ink(pen.colour).disc(0.5, 0.5, 0.24)
    ),
    "cauldron": _cauldron,
    "factors": _factors,
    "tick": lambda pen: pen.line((0.14, 0.54), (0.4, 0.8), (0.88, 0.22), thick=0.17),
    "no": _blot,
    "left": lambda pen: pen.polygon((0.1, 0.5), (0.78, 0.1), (0.78, 0.9)),
    "right": lambda pen: pen.polygon((0.9, 0.5), (0.22, 0.1), (0.22, 0.9)),
    "up": lambda pen: pen.polygon((0.5, 0.12), (0.92, 0.82), (0.08, 0.82)),
    "down": lambda pen: pen.polygon((0.5, 0.88), (0.92, 0.18), (0.08, 0.18)),
    "plus": lambda pen: pen.line((0.5, 0.14), (0.5, 0.86), thick=0.17).line(
        (0.14, 0.5), (0.86, 0.5), thick=0.17
    ),
    "minus": lambda pen: pen.line((0.14, 0.5), (0.86, 0.5), thick=0.17),
    "cards": lambda pen: (
        pen.block(0.04, 0.04, 0.54, 0.74, 0.08)
        .ink(None)
        .block(0.3, 0.16, 0.7, 0.84, 0.08)
        .ink(pen.colour)
        .block(0.4, 0.24, 0.56, 0.74, 0.08)
    ),  # two of them, the nearer one with a margin all round
    "face-up": lambda pen: (
        pen.block(0.18, 0.06, 0.64, 0.88, 0.1).ink(None).block(0.28, 0.16, 0.44, 0.68, 0.04)
    ),
    "face-down": lambda pen: pen.block(0.18, 0.06, 0.64, 0.88, 0.1),
}
