"""Curves on paper: a player's points or wins from match to match, each with a shape of its own.

surface.blit(plot(300, 200, (Curve("blue", (0, 1, 1, 2)),), 15), (x, y))
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import pygame

from display.widgets import typography
from display.widgets.brush import FINE, picture
from display.widgets.theme import INK_SOFT, PAPER_EDGE, SUITS, ink
from display.widgets.typography import BOLD
from display.widgets.widgets import Curve

STEPS = (1, 2, 5)  # what a scale goes by, and these times ten, a hundred, …
LINES = 4  # of the scale, about
DENSE = 16  # more points than these get no sign each


Point = tuple[int, int]


@lru_cache(maxsize=16)
def plot(width: int, height: int, curves: tuple[Curve, ...], size: int) -> pygame.Surface:
    """From the oldest on the left; the scale is written in letters of *size*."""
    made = pygame.Surface((width, height), pygame.SRCALPHA)
    found = [value for curve in curves for value in curve.values]
    if not found:
        return made
    scale = _scale(min(0, *found), max(1, *found))
    margin = max(typography.width(str(value), BOLD, size) for value in scale) + size // 2
    sign = round(size * 0.8)
    area = pygame.Rect(margin + sign, sign, width - margin - 2 * sign, height - 2 * sign)

    def height_of(value: int) -> int:
        return round(area.bottom - (value - scale[0]) / (scale[-1] - scale[0]) * area.h)

    for value in scale:
        y = height_of(value)
        made.fill(INK_SOFT if value == 0 else PAPER_EDGE, (margin, y, width - margin, max(1, size // 12)))
        text = typography.rendered(str(value), BOLD, size, INK_SOFT)
        made.blit(text, (margin - size // 2 - text.get_width(), y - text.get_height() // 2))
    lines = []
    for suit, values in curves:
        step = area.w / max(1, len(values) - 1)
        points = [(round(area.x + step * number), height_of(value)) for number, value in enumerate(values)]
        lines.append((suit, points))
    made.blit(_strokes(width, height, lines, max(2, size // 5)), (0, 0))
    for suit, points in lines:
        shape = picture(SUITS[suit].shape, sign, sign, ink(suit))
        for x, y in points if len(points) <= DENSE else points[-1:]:
            made.blit(shape, (x - sign // 2, y - sign // 2))
    return made


def _strokes(width: int, height: int, lines: Sequence[tuple[str, list[Point]]], thick: int) -> pygame.Surface:
    """Drawn large and made smaller, which smooths them."""
    large = pygame.Surface((width * FINE, height * FINE), pygame.SRCALPHA)
    large.fill((*PAPER_EDGE, 0))
    for suit, points in lines:
        corners = [(x * FINE, y * FINE) for x, y in points]
        for one, other in pairwise(corners):
            pygame.draw.line(large, ink(suit), one, other, thick * FINE)
        for corner in corners:
            pygame.draw.circle(large, ink(suit), corner, thick * FINE / 2)
    return pygame.transform.smoothscale(large, (width, height))


def _scale(low: int, high: int) -> list[int]:
    """Round numbers from *low* or less to *high* or more."""
    step, ten = 1, 1
    while (high - low) / step > LINES:
        step, ten = next(((ten * by, ten) for by in STEPS if ten * by > step), (ten * 10, ten * 10))
    first, last = low // step, -(-high // step)
    return [step * number for number in range(first, last + 1)]
