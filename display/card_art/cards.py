"""The cards on the screen: each size of each is drawn once.

surface.blit(card("thirteen", "blue-7#1", 84, 120), (x, y))
surface.blit(card("thirteen", None, 84, 120), (x, y))        # face down
drawn = lying("thirteen", "blue-7#1", 84, 120, angle=-4, shadow=True)
surface.blit(drawn, drawn.get_rect(center=(x, y)))
"""

from __future__ import annotations

import pygame

from display.card_art import faces
from display.card_art.faces import CAPITAL, Face
from display.games import presentation
from display.widgets.brush import FINE, Brush, picture
from display.widgets.kept import kept
from display.widgets.theme import GOLD, INK, PAPER, PAPER_EDGE, Colour
from display.widgets.typography import BOLD, font, rendered
from display.widgets.widgets import askew
from engine import games


@kept(megabytes=24)
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


def margin(width: int) -> int:
    """How far the shadow of a card that lies reaches beyond it."""
    return max(4, width // 10)


@kept(megabytes=32)
def lying(
    game: str,
    name: str | None,
    width: int,
    height: int,
    angle: int = 0,
    shadow: bool = False,
    dim: bool = False,
    trump: bool = False,
) -> pygame.Surface:
    """A card as it lies on the cloth, in the middle of a surface with room for its shadow."""
    face, around = card(game, name, width, height), margin(width)
    if trump:
        face = _crowned(face)
    if dim:
        face = face.copy()
        face.fill((*_DIMMED, 255), special_flags=pygame.BLEND_RGBA_MULT)
    wide, high = askew(width, height, angle)
    made = pygame.Surface((wide + 2 * around, high + 2 * around), pygame.SRCALPHA)
    made.fill((0, 0, 0, 0))
    if shadow:
        made.blit(_shadow(width, height, angle, made.get_size()), (0, around // 2))
    if angle:  # twice as large on the way: that smooths the edges
        twice = pygame.Surface((2 * width + 8, 2 * height + 8), pygame.SRCALPHA)
        twice.fill((*PAPER_EDGE, 0))
        twice.blit(pygame.transform.smoothscale(face, (2 * width, 2 * height)), (4, 4))
        turned = pygame.transform.rotozoom(twice, -angle, 1)
        face = pygame.transform.smoothscale(turned, (turned.get_width() // 2, turned.get_height() // 2))
    made.blit(face, face.get_rect(center=made.get_rect().center))
    return made


_DIMMED = (118, 126, 118)


def _shadow(width: int, height: int, angle: int, size: tuple[int, int]) -> pygame.Surface:
    """Soft: drawn small and blown up."""
    solid = pygame.Surface((width, height), pygame.SRCALPHA)
    solid.fill((0, 0, 0, 120))
    turned = pygame.transform.rotate(solid, -angle)
    large = pygame.Surface(size, pygame.SRCALPHA)
    large.blit(turned, turned.get_rect(center=large.get_rect().center))
    step = max(2, margin(width) // 2)
    small = pygame.transform.smoothscale(large, (max(1, size[0] // step), max(1, size[1] // step)))
    return pygame.transform.smoothscale(small, size)


def _crowned(face: pygame.Surface) -> pygame.Surface:
    """A trump: a gold edge, and a crown under its value, at both ends."""
    made = face.copy()
    width, height = made.get_size()
    pygame.draw.rect(made, GOLD, made.get_rect(), max(2, round(width * 0.055)), round(width * 0.1))
    side = max(8, round(width * 0.25))
    disc = pygame.transform.smoothscale(picture("circle", side * 4, side * 4, GOLD), (side, side))
    crown = picture("crown", round(side * 0.66), round(side * 0.66), INK)
    disc.blit(crown, crown.get_rect(center=disc.get_rect().center))
    x, y = round(width * 0.215 - side / 2), round(width * 0.34)
    made.blit(disc, (x, y))
    turned = pygame.transform.rotate(disc, 180)
    made.blit(turned, (width - x - side, height - y - side))
    return made


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
