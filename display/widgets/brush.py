"""Drawings on the screen, smooth at any size, each drawn once: shapes, and curves on paper.

surface.blit(picture("diamond", 24, 24, PAPER), (x, y))
surface.blit(plot(300, 200, (Curve("blue", (0, 1, 1, 2)),), 15), (x, y))
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Self

import pygame

from display.widgets import typography
from display.widgets.shapes import SHAPES, Pen, Point
from display.widgets.theme import INK_SOFT, PAPER_EDGE, SUITS, Colour, ink
from display.widgets.typography import BOLD
from display.widgets.widgets import Curve

FINE = 4  # drawn so many times larger, then made smaller: that is what smooths edges
STEPS = (1, 2, 5)  # what a scale goes by, and these times ten, a hundred, …
LINES = 4  # of the scale, about
DENSE = 16  # more points than these get no sign each


class Brush(Pen):
    """A pen for the screen."""

    def __init__(self, surface: pygame.Surface, colour: Colour) -> None:
        super().__init__(*surface.get_size(), colour)
        self._surface = surface
        self._ink: Colour | tuple[int, int, int, int] = colour

    def ink(self, colour: Colour | None) -> Self:
        self._ink = colour or (0, 0, 0, 0)
        return self

    def fill_polygon(self, points: Sequence[Point]) -> None:
        pygame.draw.polygon(self._surface, self._ink, points)

    def fill_disc(self, centre: Point, radius: float) -> None:
        pygame.draw.circle(self._surface, self._ink, centre, radius)

    def fill_oval(self, x: float, y: float, w: float, h: float) -> None:
        pygame.draw.ellipse(self._surface, self._ink, pygame.Rect(x, y, w, h))

    def fill_block(self, x: float, y: float, w: float, h: float, radius: float) -> None:
        pygame.draw.rect(self._surface, self._ink, pygame.Rect(x, y, w, h), border_radius=round(radius))


@lru_cache(maxsize=512)
def picture(name: str, width: int, height: int, colour: Colour) -> pygame.Surface:
    large = pygame.Surface((width * FINE, height * FINE), pygame.SRCALPHA)
    large.fill((*colour, 0))
    SHAPES[name](Brush(large, colour))
    return pygame.transform.smoothscale(large, (width, height))


@lru_cache(maxsize=16)
def plot(width: int, height: int, curves: tuple[Curve, ...], size: int) -> pygame.Surface:
    """Curves on paper, from the oldest value on the left; the scale is written in letters of *size*."""
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


def _strokes(
    width: int, height: int, lines: Sequence[tuple[str, Sequence[Point]]], thick: int
) -> pygame.Surface:
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
