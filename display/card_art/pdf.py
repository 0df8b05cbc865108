"""Pages to print, in millimetres from the top left corner: figures, lines, text in the bundled typeface.

book = Book(210, 297, "Cards")
page = book.page()
page.text("13", 20, 30, size=5, face=BOLD)
book.to_bytes()                               # the file, always the same for the same pages
"""

from __future__ import annotations

import io
import math
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from contextlib import contextmanager
from functools import cache
from typing import Self

import pydyf
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from display.widgets.shapes import Pen, Point
from display.widgets.theme import INK, Colour
from display.widgets.typography import FONTS, PLAIN

POINTS_PER_MM = 72 / 25.4
ROUND = 4 / 3 * math.tan(math.pi / 8)  # the handles of a quarter of a circle
PART = "TAPISV+"  # six letters before the name of a font: it is only a part of it
SYMBOLIC = 4  # the flag of a font with codes of its own
BOX = ".notdef"
NEEDED = {"glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"}  # tables, where the document maps the codes
TO_UNICODE = """\
/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /UTF16 def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
{number} beginbfrange {ranges} endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end"""


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
        described = {
            "Type": "/Page",
            "Parent": self._pdf.pages.reference,
            "MediaBox": pydyf.Array([0, 0, self.width * POINTS_PER_MM, self.height * POINTS_PER_MM]),
            "Contents": page.stream.reference,
            "Resources": pydyf.Dictionary({"Font": self._fonts.reference}),
        }
        self._pdf.add_page(pydyf.Dictionary(described))
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
        self.path(points)
        self.stream.stroke()

    def circle(self, x: float, y: float, radius: float, *, dash: Sequence[float]) -> None:
        self._stroke(0.2, INK, dash)
        self.block_path(x - radius, y - radius, 2 * radius, 2 * radius, radius, radius)
        self.stream.stroke()

    def _stroke(self, thick: float, colour: Colour, dash: Sequence[float]) -> None:
        self.stream.set_line_width(thick)
        self.stream.set_dash(dash, 0)
        self.stream.set_color_rgb(*(round(part / 255, 3) for part in colour), stroke=True)

    def path(self, points: Sequence[Point]) -> None:
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
        self._page.path(points)
        self._page.stream.fill()

    def fill_disc(self, centre: Point, radius: float) -> None:
        self.fill_oval(centre[0] - radius, centre[1] - radius, 2 * radius, 2 * radius)

    def fill_oval(self, x: float, y: float, w: float, h: float) -> None:
        self._page.block_path(x, y, w, h, w / 2, h / 2)
        self._page.stream.fill()

    def fill_block(self, x: float, y: float, w: float, h: float, radius: float) -> None:
        self._page.block_path(x, y, w, h, radius, radius)
        self._page.stream.fill()


class Typeface:
    """One weight of the bundled one: measured, and embedded with the letters that are used.

    Whatever it has a glyph for can be printed: Latin, Greek, Cyrillic. Of a letter it has not, the one
    without accents is printed; failing that, its empty box. fontTools takes the glyphs out of the font file:
    composites, hinting and the tables that count glyphs make that more than a copy.
    """

    def __init__(self, face: str) -> None:
        self._face = face
        self._font = _read(face)
        self._glyphs: dict[int, str] = self._font.getBestCmap()

    @property
    def letters(self) -> set[str]:
        """Every character it has a glyph for."""
        return set(map(chr, self._glyphs))

    def spelled(self, text: str) -> str:
        """*text* as it can be printed."""
        return "".join(map(self._letter, unicodedata.normalize("NFC", text)))

    def _letter(self, letter: str) -> str:
        if ord(letter) in self._glyphs:
            return letter
        bare = [part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part)]
        if all(ord(part) in self._glyphs for part in bare):
            return "".join(bare)
        return letter if ord(letter) < 0x10000 else "\ufffd"  # a code has two bytes

    def _advance(self, code: int) -> int:
        """How far a letter reaches, in thousandths of the size."""
        advance: int = self._font["hmtx"][self._glyphs.get(code, BOX)][0]
        return advance

    def width(self, text: str, size: float) -> float:
        """Of a text as it can be printed."""
        return sum(self._advance(ord(letter)) for letter in text) * size / 1000

    def embed(self, pdf: pydyf.PDF, letters: Set[str]) -> pydyf.Dictionary:
        """Adds to *pdf* a font of these *letters*, and returns it; its strings are UTF-16, big end first."""
        codes = sorted(map(ord, letters))
        part, glyphs = self._part(codes)
        name = f"/{PART}{self._face}"
        head, line = self._font["head"], self._font["hhea"]
        file = _added(pdf, pydyf.Stream([part], {"Length1": len(part)}, compress=True))
        described = {
            "Type": "/FontDescriptor",
            "FontName": name,
            "Flags": SYMBOLIC,
            "FontBBox": pydyf.Array([head.xMin, head.yMin, head.xMax, head.yMax]),
            "ItalicAngle": 0,
            "Ascent": line.ascent,
            "Descent": line.descent,
            "CapHeight": self._font["OS/2"].sCapHeight,
            "StemV": 100,
            "FontFile2": file.reference,
        }
        system = {"Registry": "(Adobe)", "Ordering": "(Identity)", "Supplement": 0}
        drawn = {
            "Type": "/Font",
            "Subtype": "/CIDFontType2",
            "BaseFont": name,
            "CIDSystemInfo": pydyf.Dictionary(system),
            "FontDescriptor": _added(pdf, pydyf.Dictionary(described)).reference,
            "W": pydyf.Array(f"{code} [{self._advance(code)}]" for code in codes),
            "CIDToGIDMap": _added(pdf, pydyf.Stream([glyphs], compress=True)).reference,
        }
        font = {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": name,
            "Encoding": "/Identity-H",
            "DescendantFonts": pydyf.Array([_added(pdf, pydyf.Dictionary(drawn)).reference]),
            "ToUnicode": _added(pdf, pydyf.Stream([_to_unicode(codes)], compress=True)).reference,
        }
        return _added(pdf, pydyf.Dictionary(font))

    def _part(self, codes: list[int]) -> tuple[bytes, bytes]:
        """A font file with the glyphs of these codes, and the number of its glyph for each code from 0 on."""
        font = _read(self._face)
        subsetter = Subsetter(Options(layout_features=[], notdef_outline=True))
        subsetter.populate(unicodes=codes)
        subsetter.subset(font)
        kept = font.getBestCmap()
        numbers = [font.getGlyphID(kept.get(code, BOX)) for code in range(codes[-1] + 1)]
        for table in set(font.keys()) - NEEDED - {"GlyphOrder"}:
            del font[table]
        file = io.BytesIO()
        font.save(file)
        return file.getvalue(), b"".join(number.to_bytes(2, "big") for number in numbers)


@cache
def typeface(face: str) -> Typeface:
    return Typeface(face)


def _read(face: str) -> TTFont:
    return TTFont(FONTS / f"{face}.ttf", recalcTimestamp=False)  # the same document, byte for byte


def _added(pdf: pydyf.PDF, part: pydyf.Object) -> pydyf.Object:
    pdf.add_object(part)
    return part


def _to_unicode(codes: list[int]) -> str:
    """Every code is its own character; a range must not go over 256 of them."""
    blocks = sorted({code >> 8 for code in codes})
    ranges = " ".join(f"<{block:02X}00> <{block:02X}FF> <{block:02X}00>" for block in blocks)
    return TO_UNICODE.format(number=len(blocks), ranges=ranges)
