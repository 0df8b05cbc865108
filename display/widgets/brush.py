"""Small drawings on the screen, smooth at any size, each drawn once.

surface.blit(picture("diamond", 24, 24, PAPER), (x, y))
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Self

import pygame

from display.widgets.shapes import SHAPES, Pen, Point
from display.widgets.theme import Colour

FINE = 4  # drawn so many times larger, then made smaller: that is what smooths edges


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
