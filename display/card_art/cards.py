"""The cards on the screen: each size of each is drawn once.

surface.blit(card("thirteen", "blue-7#1", 84, 120), (x, y))
surface.blit(card("thirteen", None, 84, 120), (x, y))        # face down
"""

from __future__ import annotations

from functools import lru_cache

import pygame

from display.card_art import faces
from display.card_art.faces import CAPITAL, Face
from display.games import presentation
from display.widgets.brush import FINE, Brush, picture
from display.widgets.theme import PAPER, PAPER_EDGE, Colour
from display.widgets.typography import BOLD, font, rendered
from engine import games


@lru_cache(maxsize=400)
def card(game: str, name: str | None, width: int, height: int) -> pygame.Surface:
    face, shown = PaintedFace(width, height), presentation(game)
    if name is None:
        faces.back(face, shown.emblem, shown.tint)
    else:
        kind = name.partition("#")[0]
        whole = games.game(game).deck
        shown.face(face, kind, whole.kind_of[whole.copies(kind)[0]].colours)
        face.emblem(shown.emblem)
    return face.sheet


class PaintedFace(Face):
    """Drawn large and then made smaller, which smooths it; letters need no smoothing."""

    def __init__(self, width: int, height: int) -> None:
        self._size = self._w, self._h = width, height
        self._large = pygame.Surface((width * FINE, height * FINE), pygame.SRCALPHA)
        self._large.fill((*PAPER_EDGE, 0))
        self._small: pygame.Surface | None = None
        shape = width / height
        super().__init__(Brush(self._large, PAPER_EDGE), shape)
        thin = max(1.0, width / 90) / width
        self.pen.block(0, 0, 1, 1, 0.1).ink(PAPER)
        self.pen.block(thin, thin * shape, 1 - 2 * thin, 1 - 2 * thin * shape, 0.1 - thin)

    @property
    def sheet(self) -> pygame.Surface:
        """As it will be seen; after this the pen draws no more."""
        if self._small is None:
            self._small = pygame.transform.smoothscale(self._large, self._size)
        return self._small

    def sign(self, name: str, x: float, y: float, size: float, colour: Colour, turned: bool = False) -> None:
        side = max(3, round(self._w * size))
        self._place(picture(name, side, side, colour), x * self._w - side / 2, y * self._h - side / 2, turned)

    def write(self, text: str, x: float, y: float, size: float, colour: Colour, turned: bool = False) -> None:
        """Digits have no descenders, so what counts is the height of a capital."""
        pixels = max(6, round(self._w * size))
        letters = rendered(text, BOLD, pixels, colour)
        middle = font(BOLD, pixels).get_ascent() - pixels * CAPITAL / 2
        self._place(letters, x * self._w - letters.get_width() / 2, y * self._h - middle, turned)

    def _place(self, drawn: pygame.Surface, x: float, y: float, turned: bool) -> None:
        left, top = round(x), round(y)
        if turned:
            drawn = pygame.transform.rotate(drawn, 180)
            left, top = self._w - left - drawn.get_width(), self._h - top - drawn.get_height()
        self.sheet.blit(drawn, (left, top))
