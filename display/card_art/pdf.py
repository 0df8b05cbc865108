"""Pages to print, in millimetres from the top left corner: figures, lines, text in the bundled typeface.

book = Book(210, 297, "Cards")
page = book.page()
page.text("13", 20, 30, size=5, face=BOLD)
book.to_bytes()                               # the file, always the same for the same pages
"""

from __future__ import annotations

import io
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Self

import pydyf

from display.card_art.typeface import typeface
from display.widgets.shapes import Pen, Point
from display.widgets.theme import INK, Colour
from display.widgets.typography import PLAIN

POINTS_PER_MM = 72 / 25.4
ROUND = 4 / 3 * math.tan(math.pi / 8)  # the handles of a quarter of a circle


class Book:
    """A document under way."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height = width, height
        self._pdf = pydyf.PDF()
        self._pdf.info["Title"] = pydyf.String(title)
        self._fonts = pydyf.Dictionary()
        self._pdf.add_object(self._fonts)
        self._letters: defaultdict[str, set[str]] = defaultdict(set)  # that are printed, by face

    def page(self) -> PrintedPage:
        """One more, to be drawn on."""
        page = PrintedPage(self.height, self._letters)
        self._pdf.add_object(page.stream)
        self._pdf.add_page(
            pydyf.Dictionary(
                {
                    "Type": "/Page",
                    "Parent": self._pdf.pages.reference,
                    "MediaBox": pydyf.Array([0, 0, self.width * POINTS_PER_MM, self.height * POINTS_PER_MM]),
                    "Contents": page.stream.reference,
                    "Resources": pydyf.Dictionary({"Font": self._fonts.reference}),
                }
            )
        )
        return page

    def to_bytes(self) -> bytes:
        """The file, when every page is drawn; to be called once."""
        for face, letters in self._letters.items():
            self._fonts[face] = typeface(face).embed(self._pdf, letters).reference
        file = io.BytesIO()
        self._pdf.write(file)
        return file.getvalue()


def width(text: str, face: str, size: float) -> float:
    """How wide *text* is printed, in the unit of *size*."""
    return typeface(face).width(typeface(face).spelled(text), size)


class PrintedPage:
    """One side of a sheet."""

    def __init__(self, height: float, letters: defaultdict[str, set[str]]) -> None:
        """*letters* collects what is printed in each face."""
        self._letters = letters
        self.stream = pydyf.Stream(compress=True)
        self.stream.set_matrix(POINTS_PER_MM, 0, 0, -POINTS_PER_MM, 0, height * POINTS_PER_MM)

    @contextmanager
    def moved(self, x: float, y: float, turned: bool = False) -> Iterator[None]:
        """Meanwhile (x, y) is the corner to count from; *turned*, the paper stands on its head."""
        way = -1 if turned else 1
        self.stream.push_state()
        self.stream.set_matrix(way, 0, 0, way, x, y)
        yield
        self.stream.pop_state()

    def ink(self, colour: Colour) -> None:
        self.stream.set_color_rgb(*(round(part / 255, 3) for part in colour))

    def text(
        self,
        text: str,
        x: float,
        y: float,
        *,
        size: float,
        face: str = PLAIN,
        colour: Colour = INK,
        centred: bool = False,
    ) -> None:
        """On a base line that begins at (x, y), or is centred there."""
        text = typeface(face).spelled(text)
        self._letters[face] |= set(text)
        left = x - typeface(face).width(text, size) / 2 if centred else x
        self.ink(colour)
        self.stream.begin_text()
        self.stream.set_font_size(face, 1)
        self.stream.set_text_matrix(size, 0, 0, -size, left, y)
        self.stream.show_text(f"<{text.encode('utf-16-be').hex()}>")
        self.stream.end_text()

    def line(self, *points: Point, thick: float = 0.2, colour: Colour = INK) -> None:
        self._stroke(thick, colour, ())
        self._path(points)
        self.stream.stroke()

    def circle(self, x: float, y: float, radius: float, *, dash: Sequence[float]) -> None:
        self._stroke(0.2, INK, dash)
        self.block_path(x - radius, y - radius, 2 * radius, 2 * radius, radius, radius)
        self.stream.stroke()

    def _stroke(self, thick: float, colour: Colour, dash: Sequence[float]) -> None:
        self.stream.set_line_width(thick)
        self.stream.set_dash(dash, 0)
        self.stream.set_color_rgb(*(round(part / 255, 3) for part in colour), stroke=True)

    def polygon(self, points: Sequence[Point]) -> None:
        self._path(points)
        self.stream.fill()

    def _path(self, points: Sequence[Point]) -> None:
        first, *rest = points
        self.stream.move_to(*first)
        for point in rest:
            self.stream.line_to(*point)

    def block_path(self, x: float, y: float, w: float, h: float, rx: float, ry: float) -> None:
        """A rectangle with its corners rounded off by quarters of an oval."""
        hx, hy = rx * (1 - ROUND), ry * (1 - ROUND)
        right, low = x + w, y + h
        self.stream.move_to(x + rx, y)
        self.stream.line_to(right - rx, y)
        self.stream.curve_to(right - hx, y, right, y + hy, right, y + ry)
        self.stream.line_to(right, low - ry)
        self.stream.curve_to(right, low - hy, right - hx, low, right - rx, low)
        self.stream.line_to(x + rx, low)
        self.stream.curve_to(x + hx, low, x, low - hy, x, low - ry)
        self.stream.line_to(x, y + ry)
        self.stream.curve_to(x, y + hy, x + hx, y, x + rx, y)
        self.stream.close()


class PrintPen(Pen):
    """A pen for a page, from its present corner on; what is rubbed out shows *paper*."""

    def __init__(self, page: PrintedPage, width: float, height: float, colour: Colour, paper: Colour) -> None:
        super().__init__(width, height, colour)
        self._page, self._paper = page, paper
        page.ink(colour)

    def ink(self, colour: Colour | None) -> Self:
        self._page.ink(colour or self._paper)
        return self

    def fill_polygon(self, points: Sequence[Point]) -> None:
        self._page.polygon(points)

    def fill_disc(self, centre: Point, radius: float) -> None:
        self.fill_oval(centre[0] - radius, centre[1] - radius, 2 * radius, 2 * radius)

    def fill_oval(self, x: float, y: float, w: float, h: float) -> None:
        self._page.block_path(x, y, w, h, w / 2, h / 2)
        self._page.stream.fill()

    def fill_block(self, x: float, y: float, w: float, h: float, radius: float) -> None:
        self._page.block_path(x, y, w, h, radius, radius)
        self._page.stream.fill()
