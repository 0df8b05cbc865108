"""Where things are: boxes of whole pixels, cut and laid out.

>>> page = Box(0, 0, 800, 480)
>>> head, rest = page.cut_top(60, gap=10)
>>> head, rest
(Box(x=0, y=0, w=800, h=60), Box(x=0, y=70, w=800, h=410))
>>> [column.x for column in rest.columns(2, gap=10)]
[0, 405]
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple


class Box(NamedTuple):
    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    def cut_top(self, height: int, gap: int = 0) -> tuple[Box, Box]:
        """The uppermost part, and what is left under the gap."""
        used = height + gap
        return Box(self.x, self.y, self.w, height), Box(self.x, self.y + used, self.w, self.h - used)

    def cut_bottom(self, height: int, gap: int = 0) -> tuple[Box, Box]:
        left = self.h - height - gap
        return Box(self.x, self.bottom - height, self.w, height), Box(self.x, self.y, self.w, left)

    def cut_left(self, width: int, gap: int = 0) -> tuple[Box, Box]:
        used = width + gap
        return Box(self.x, self.y, width, self.h), Box(self.x + used, self.y, self.w - used, self.h)

    def cut_right(self, width: int, gap: int = 0) -> tuple[Box, Box]:
        left = self.w - width - gap
        return Box(self.right - width, self.y, width, self.h), Box(self.x, self.y, left, self.h)

    def inset(self, across: int, down: int | None = None) -> Box:
        down = across if down is None else down
        return Box(self.x + across, self.y + down, self.w - 2 * across, self.h - 2 * down)

    def columns(self, number: int, gap: int = 0) -> list[Box]:
        """Side by side, equally wide to the pixel."""
        edges = [self.x + (self.w + gap) * i // number for i in range(number + 1)]
        return [Box(a, self.y, b - a - gap, self.h) for a, b in pairwise(edges)]

    def rows(self, number: int, gap: int = 0) -> list[Box]:
        edges = [self.y + (self.h + gap) * i // number for i in range(number + 1)]
        return [Box(self.x, a, self.w, b - a - gap) for a, b in pairwise(edges)]

    def grid(self, number: int, gap: int = 0) -> list[Box]:
        """Places for as many people as sit at a table: up to three side by side, four in a square."""
        columns = 2 if number == 4 else min(3, number)
        return self.cells(columns, -(-number // columns), gap)[:number]

    def cells(self, columns: int, rows: int, gap: int = 0, across: int | None = None) -> list[Box]:
        """Row by row; *across*: another gap between columns than between rows."""
        beside = gap if across is None else across
        return [cell for row in self.rows(rows, gap) for cell in row.columns(columns, beside)]

    def centred(self, width: int, height: int) -> Box:
        """A box of that size in the middle of this one."""
        return Box(self.x + (self.w - width) // 2, self.y + (self.h - height) // 2, width, height)

    def upright(self, turn: int) -> Box:
        """A page of the size this box has for a player it is turned to, by so many quarters."""
        return Box(0, 0, self.h, self.w) if turn % 2 else Box(0, 0, self.w, self.h)

    def turned(self, turn: int, place: Box) -> Box:
        """Where this box of a page comes to lie when the page is turned clockwise and put in *place*."""
        x, y, w, h = self
        page = place.upright(turn)
        match turn:
            case 1:
                return Box(place.x + page.h - y - h, place.y + x, h, w)
            case 2:
                return Box(place.x + page.w - x - w, place.y + page.h - y - h, w, h)
            case 3:
                return Box(place.x + y, place.y + page.w - x - w, h, w)
        return Box(place.x + x, place.y + y, w, h)

    def meets(self, other: Box) -> bool:
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom

    def holds(self, other: Box) -> bool:
        across = self.x <= other.x and other.right <= self.right
        return across and self.y <= other.y and other.bottom <= self.bottom

    def has(self, x: int, y: int) -> bool:
        return self.x <= x < self.right and self.y <= y < self.bottom


class Room:
    """A box that is used up: every piece is cut off one of its sides, and the *rest* is what is left then.

    >>> room = Room(Box(0, 0, 800, 480))
    >>> room.top(60, gap=10), room.rest
    (Box(x=0, y=0, w=800, h=60), Box(x=0, y=70, w=800, h=410))
    """

    def __init__(self, box: Box) -> None:
        self.rest = box

    def top(self, height: int, gap: int = 0) -> Box:
        piece, self.rest = self.rest.cut_top(height, gap)
        return piece

    def bottom(self, height: int, gap: int = 0) -> Box:
        piece, self.rest = self.rest.cut_bottom(height, gap)
        return piece

    def left(self, width: int, gap: int = 0) -> Box:
        piece, self.rest = self.rest.cut_left(width, gap)
        return piece

    def right(self, width: int, gap: int = 0) -> Box:
        piece, self.rest = self.rest.cut_right(width, gap)
        return piece
