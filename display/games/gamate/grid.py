"""All 48 numbers at a glance: trumps are lit, those in the own hand are framed."""

from __future__ import annotations

from display.widgets.boxes import Box
from display.widgets.theme import INK, PAPER, PAPER_EDGE, PAPER_SHADE, Colour
from display.widgets.typography import BODY, BOLD, PLAIN
from display.widgets.widgets import Page, Panel

COLUMNS, ROWS = 12, 4  # multiples of 2, 3, 4 and 6 stand in columns
LIT: Colour = (22, 96, 60)
HELD: Colour = (214, 120, 20)


def grid(page: Page, box: Box, lit: frozenset[int], held: frozenset[int] = frozenset()) -> None:
    gap = page.px(3)
    for number, cell in enumerate(box.cells(COLUMNS, ROWS, gap), 1):
        is_lit = number in lit
        edge, thick = (HELD, page.px(3)) if number in held else (None if is_lit else PAPER_EDGE, 1)
        fill, ink, face = (LIT, PAPER, BOLD) if is_lit else (PAPER_SHADE, INK, PLAIN)
        page.add(Panel(cell, fill, page.px(5), edge, thick))
        page.text(cell, str(number), BODY - 1, ink, face, lines=1)
