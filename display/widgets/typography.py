"""Text in the bundled typeface: measured, broken into lines, made to fit, and rendered once.

    >>> size, lines = fitted("Marie, pose une carte sur une cible.", BOLD, 30, 14, 300, 80)
    >>> len(lines)
    2

Nunito (display/fonts/OFL.txt) has two weights here; nothing else is used. It is Latin and Cyrillic; its Greek
is that of M PLUS Rounded 1c, Medium and Bold, which was added to the files.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from controller.outside import clean
from display.widgets.theme import Colour

if TYPE_CHECKING:
    import pygame

FONTS = Path(__file__).parents[1] / "fonts"
PLAIN = "Nunito-SemiBold"
BOLD = "Nunito-ExtraBold"
SMALLEST, SMALL, BODY, LARGE, HEAD, TITLE = 13, 15, 19, 24, 30, 42  # pixels, on 800×480; none is smaller
PLAY = 17  # none is smaller while people play: they stand round the table
LEADING = 1.18  # from one line to the next, in sizes: the face's own is made for books


@lru_cache(maxsize=128)
def font(face: str, size: int) -> pygame.font.Font:
    import pygame  # what only talks of text needs none

    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(str(FONTS / f"{face}.ttf"), size)


@lru_cache(maxsize=8192)
def width(text: str, face: str, size: int) -> int:
    return font(face, size).size(clean(text))[0]


def line_height(size: int) -> int:
    return round(size * LEADING)


def broken(text: str, face: str, size: int, limit: int) -> tuple[str, ...]:
    """*text* in lines no wider than *limit*, where its words allow."""
    return lines_of(text, lambda line: width(line, face, size) <= limit)


def lines_of(text: str, fits: Callable[[str], bool]) -> tuple[str, ...]:
    """*text* in lines each of which fits, where its words allow."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and not fits(longer):
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return tuple(lines)


def fits(lines: tuple[str, ...], face: str, size: int, across: int, down: int) -> bool:
    return line_height(size) * len(lines) <= down and all(width(line, face, size) <= across for line in lines)


@lru_cache(maxsize=2048)
def fitted(
    text: str, face: str, size: int, smallest: int, across: int, down: int, most_lines: int = 99
) -> tuple[int, tuple[str, ...]]:
    """The largest size up to *size* at which *text* fits, and its lines; *smallest* if none does."""
    for trial in range(size, smallest - 1, -1):
        lines = broken(text, face, trial, across)
        if len(lines) <= most_lines and fits(lines, face, trial, across, down):
            return trial, lines
    return smallest, broken(text, face, smallest, across)


@lru_cache(maxsize=768)
def rendered(text: str, face: str, size: int, colour: Colour) -> pygame.Surface:
    return font(face, size).render(clean(text), True, colour)
