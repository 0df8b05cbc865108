"""The bundled typeface in a printed document: measured, and embedded with the letters that are used.

    bold = typeface(BOLD)
    bold.width("13", size=5)                       # in the unit of the size
    reference = bold.embed(pdf, set("13"))         # a font of the document; its codes are those of UTF-16

Whatever the face has a glyph for can be printed: Latin, Greek, Cyrillic. Of a letter it has not, the one
without accents is printed; failing that, the empty box of the face. fontTools takes the glyphs out of the
font file: composites, hinting and the tables that count glyphs make that more than a copy.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Set
from functools import cache

import pydyf
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from display.widgets.typography import FONTS

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


class Typeface:
    """One weight."""

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
