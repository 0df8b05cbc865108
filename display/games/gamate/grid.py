"""All 48 numbers at a glance: trumps are lit, those in the own hand are framed."""

from __future__ import annotations

from display.widgets.boxes import Box
from display.widgets.theme import INK, PAPER, PAPER_EDGE, PAPER_SHADE, Colour
from display.widgets.typography import BODY, BOLD, PLAIN
from display.widgets.widgets import Page, Panel

SHAPES = ((12, 4), (8, 6))  # columns and rows: multiples stand under one another
LIT: Colour = (22, 96, 60)


def grid(page: Page, box: Box, lit: frozenset[int], held: frozenset[int] = frozenset()) -> None:
    columns, rows = max(SHAPES, key=lambda shape: min(box.w / shape[0] / 1.3, box.h / shape[1]))
    for number, cell in enumerate(box.cells(columns, rows, page.px(3)), 1):
        is_lit = number in lit
        edge, thick = (INK, page.px(2)) if number in held else (None if is_lit else PAPER_EDGE, 1)
        fill, ink = (LIT, PAPER) if is_lit else (PAPER_SHADE, INK)
        page.add(Panel(cell, fill, page.px(4), edge, max(1, thick)))
        face = BOLD if is_lit or number in held else PLAIN
        page.text(cell, str(number), BODY - 1, ink, face, lines=1)
