"""The cards of the four games, drawn by us: a value, a suit's colour and its shape; each size of each once.

surface.blit(card("thirteen", "blue-7#1", 84, 120), (x, y))
surface.blit(card("thirteen", None, 84, 120), (x, y))        # face down
"""

from __future__ import annotations

from functools import lru_cache

import pygame

from display.shapes import FINE, Pen, around, picture
from display.theme import (
    GOLD,
    INK,
    INK_SOFT,
    NIGHT,
    PAPER,
    PAPER_EDGE,
    PAPER_SHADE,
    SUITS,
    Colour,
    Suit,
    mix,
)
from display.typography import BOLD, font, rendered
from display.widgets import SHAPE
from engine import games

# Ninja: what the special values do.
SPECIAL = {"1": "shield", "6": "low", "8": "skip", "9": "broom", "13": "gift"}
BRISQUES = ("1", "48", "mute")
MOULD: Colour = (132, 142, 60)
SKIN: Colour = (236, 198, 160)


@lru_cache(maxsize=1024)
def card(deck: str, name: str | None, width: int, height: int) -> pygame.Surface:
    if name is None:
        return _back(width, height)
    kind = name.partition("#")[0]
    suit, _, value = kind.partition("-")
    if value:
        return _suited(SUITS[suit], suit, value, width, height)
    if deck == "gamate":
        return _gamate(kind, width, height)
    return _ninja(kind, width, height)


class Face:
    """A card while it is drawn: the sheet first, then letters, which need no smoothing."""

    def __init__(self, width: int, height: int, fill: Colour, edge: Colour = PAPER) -> None:
        self.w, self.h, self.fill = width, height, fill
        large = pygame.Surface((width * FINE, height * FINE), pygame.SRCALPHA)
        large.fill((*PAPER_EDGE, 0))
        pen = Pen(large, PAPER_EDGE)
        pen.block(0, 0, 1, 1, 0.1)
        pen.ink(edge)
        thin = max(1.0, width / 90) / width
        pen.block(thin, thin * SHAPE, 1 - 2 * thin, 1 - 2 * thin * SHAPE, 0.1 - thin)
        pen.ink(fill)
        pen.block(0.065, 0.065 * SHAPE, 0.87, 1 - 0.13 * SHAPE, 0.06)
        self.pen = pen
        self._large = large
        self.sheet = large

    def finish(self) -> None:
        """The drawing is done; letters come."""
        self.sheet = pygame.transform.smoothscale(self._large, (self.w, self.h))

    def sign(self, name: str, x: float, y: float, size: float, colour: Colour) -> None:
        """Around (x, y), so many widths large."""
        side = max(3, round(self.w * size))
        self.sheet.blit(
            picture(name, side, side, colour), (round(x * self.w - side / 2), round(y * self.h - side / 2))
        )

    def write(self, text: str, x: float, y: float, size: float, colour: Colour) -> None:
        _write(self.sheet, text, x * self.w, y * self.h, max(6, round(self.w * size)), colour)

    def corners(self, text: str, sign: str | None, colour: Colour) -> None:
        """The value and the shape where they show in a fan, and the same turned round."""
        wide, high = round(0.28 * self.w), round(0.32 * self.h)
        corner = pygame.Surface((wide, high), pygame.SRCALPHA)
        corner.fill((*colour, 0))
        _write(corner, text, wide / 2, 0.27 * high, round(self.w * (0.26 if len(text) < 2 else 0.2)), colour)
        if sign:
            side = round(self.w * 0.16)
            corner.blit(picture(sign, side, side, colour), ((wide - side) // 2, round(0.7 * high - side / 2)))
        x, y = round(0.075 * self.w), round(0.045 * self.h)
        self.sheet.blit(corner, (x, y))
        self.sheet.blit(pygame.transform.rotate(corner, 180), (self.w - x - wide, self.h - y - high))


def _write(sheet: pygame.Surface, text: str, x: float, y: float, size: int, colour: Colour) -> None:
    """Digits centred on (x, y): they have no descenders, so what counts is the height of a capital."""
    letters, face = rendered(text, BOLD, size, colour), font(BOLD, size)
    middle = face.get_ascent() - size * 0.705 / 2
    sheet.blit(letters, (round(x - letters.get_width() / 2), round(y - middle)))


def _suited(suit: Suit, name: str, value: str, width: int, height: int) -> pygame.Surface:
    face = Face(width, height, suit.fill)
    if name == "rotten":
        face.pen.ink(MOULD)
        for x, drop in ((0.44, 0.13), (0.56, 0.22), (0.68, 0.11), (0.8, 0.17)):
            face.pen.line((x, 0.06), (x, drop), thick=0.1)
        face.pen.block(0.37, 0.045, 0.52, 0.055)
    face.finish()
    face.sign(suit.shape, 0.5, 0.52, 0.74, mix(suit.fill, suit.on, 0.16))
    face.write(value, 0.5, 0.52, 0.72 if len(value) < 2 else 0.6, suit.on)
    face.corners(value, suit.shape, suit.on)
    return face.sheet


def _ninja(kind: str, width: int, height: int) -> pygame.Surface:
    if kind == "ninja":
        face = Face(width, height, INK)
        face.pen.ink(GOLD)
        face.pen.disc(0.5, 0.5, 0.35)
        face.pen.ink((22, 20, 18))
        face.pen.disc(0.5, 0.5, 0.31)
        face.pen.ink(SKIN)
        face.pen.block(0.235, 0.435, 0.53, 0.11, 0.07)
        face.pen.ink((22, 20, 18))
        face.pen.oval(0.33, 0.462, 0.1, 0.056)
        face.pen.oval(0.57, 0.462, 0.1, 0.056)
        face.pen.line((0.29, 0.446), (0.45, 0.47), thick=0.035)
        face.pen.line((0.71, 0.446), (0.55, 0.47), thick=0.035)
        face.finish()
        face.sign("shuriken", 0.205, 0.14, 0.22, GOLD)
        face.sign("shuriken", 0.795, 0.86, 0.22, GOLD)
        return face.sheet
    face = Face(width, height, NIGHT)
    face.finish()
    sign = SPECIAL.get(kind)
    colour = GOLD if sign else PAPER
    face.sign("shuriken", 0.5, 0.5, 0.82, mix(NIGHT, PAPER, 0.12))
    face.write(kind, 0.5, 0.5, 0.7 if len(kind) < 2 else 0.56, colour)
    face.corners(kind, sign, colour)
    return face.sheet


def _gamate(kind: str, width: int, height: int) -> pygame.Surface:
    face = Face(width, height, PAPER_SHADE)
    deck = games.game("gamate").DECK
    traces = [colour for colour in deck.kind_of[deck.copies(kind)[0]].colours if colour in SUITS]
    if kind == "mute":
        face.pen.ink(INK_SOFT)
        face.pen.disc(0.5, 0.52, 0.27)
        face.pen.ink(PAPER_SHADE)
        face.pen.disc(0.39, 0.485, 0.04)
        face.pen.disc(0.61, 0.485, 0.04)
        face.pen.line((0.38, 0.595), (0.62, 0.595), thick=0.05)
        for x in (0.42, 0.5, 0.58):
            face.pen.line((x, 0.575), (x, 0.615), thick=0.035)
    for row, colour in enumerate(traces):
        face.pen.ink(SUITS[colour].fill)
        face.pen.line((0.24, 0.78 - row * 0.08), (0.76, 0.74 - row * 0.08), thick=0.075)
    face.finish()
    for colour in traces:
        face.sign(SUITS[colour].shape, 0.5, 0.84, 0.13, SUITS[colour].fill)
    if kind != "mute":
        face.write(kind, 0.5, 0.48, 0.62 if len(kind) < 2 else 0.56, INK)
        face.corners(kind, None, INK)
    if kind in BRISQUES:
        face.sign("star", 0.8, 0.13, 0.17, INK)
    return face.sheet


def _back(width: int, height: int) -> pygame.Surface:
    face = Face(width, height, NIGHT)
    face.pen.ink(mix(NIGHT, PAPER, 0.16))
    for row in range(9):
        for column in range(5):
            x = 0.15 + column * 0.175 + (0.0875 if row % 2 else 0)
            y = 0.12 + row * 0.095
            if x < 0.9:
                face.pen.polygon(*(around(x, y, 0.035, i / 4) for i in range(4)))
    face.pen.ink(GOLD)
    face.pen.disc(0.5, 0.5, 0.13)
    face.pen.ink(NIGHT)
    face.pen.disc(0.5, 0.5, 0.1)
    face.finish()
    face.sign("diamond", 0.5, 0.5, 0.12, GOLD)
    return face.sheet
