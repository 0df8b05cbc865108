"""The table that everything lies on: baize under a lamp in a rim of wood, made once for each size.

surface.blit(background(800, 480), (0, 0))
"""

from __future__ import annotations

import random
from functools import lru_cache

import pygame

from display.widgets.boxes import Box
from display.widgets.theme import (
    BAIZE,
    BAIZE_DEEP,
    CHALK_SOFT,
    LAMP,
    RIM,
    WOOD,
    WOOD_DEEP,
    Colour,
    Scale,
    mix,
)
from display.widgets.typography import BOLD, TITLE, rendered
from display.window.screen import Screen

WEAVE = 64  # pixels after which the weave repeats
GRAIN = 96  # pixels after which the grain of the wood does
SEEN = 22  # how much of the weave is seen, of 255
ROUND = 3.2  # the radius of the baize's corners, in rims


@lru_cache(maxsize=4)
def background(width: int, height: int) -> pygame.Surface:
    dice = random.Random(13)
    made = _lit(width, height)
    weave = _weave(dice)
    for x in range(0, width, WEAVE):
        for y in range(0, height, WEAVE):
            made.blit(weave, (x, y))
    _rim(made, Scale(width, height).px(RIM), dice)
    return made.convert() if pygame.display.get_surface() else made


def _lit(width: int, height: int) -> pygame.Surface:
    """Warm and light in the middle, where the lamp hangs, and darker toward the rim."""
    wide, high = 48, 28  # drawn small and blown up: that makes it smooth
    small = pygame.Surface((wide, high), depth=24)
    for x in range(wide):
        for y in range(high):
            across, down = 2 * x / (wide - 1) - 1, 2 * (y + 1.5) / (high - 1) - 1
            away = min(1.0, (across * across + down * down) / 1.7)
            small.set_at((x, y), _between(LAMP, BAIZE, BAIZE_DEEP, away**0.8))
    return pygame.transform.smoothscale(small, (width, height))


def _between(near: Colour, middle: Colour, far: Colour, share: float) -> Colour:
    return mix(near, middle, share * 2) if share < 0.5 else mix(middle, far, share * 2 - 1)


def _weave(dice: random.Random) -> pygame.Surface:
    weave = pygame.Surface((WEAVE, WEAVE), pygame.SRCALPHA)
    for x in range(WEAVE):
        for y in range(WEAVE):
            weave.set_at((x, y), (0, 0, 0, int(dice.random() * SEEN)))
    return weave


def _rim(made: pygame.Surface, thick: int, dice: random.Random) -> None:
    """Four boards with their grain along them, rounded within; they throw a shadow on the baize."""
    width, height = made.get_size()
    across = _plank(thick, dice)
    down = pygame.transform.rotate(across, 90)
    inner, radius = pygame.Rect(thick, thick, width - 2 * thick, height - 2 * thick), round(thick * ROUND)
    wood = pygame.Surface((width, height), pygame.SRCALPHA)
    for x in range(0, width, GRAIN):
        wood.blit(across, (x, 0))
        wood.blit(across, (x, height - thick))
    for y in range(0, height, GRAIN):
        wood.blit(down, (0, y), (0, 0, thick, min(GRAIN, height - y)))
        wood.blit(down, (width - thick, y), (0, 0, thick, min(GRAIN, height - y)))
    for x, y in ((0, 0), (1, 0), (0, 1), (1, 1)):
        corner = _corner(radius, (x, y))
        wood.blit(corner, (inner.x + x * (inner.w - radius), inner.y + y * (inner.h - radius)))
    for step in range(thick):  # the shadow of the rim, under it
        shade = (0, 0, 0, round(90 * (1 - step / thick) ** 2))
        edge = pygame.Surface((inner.w - 2 * step, 1), pygame.SRCALPHA)
        edge.fill(shade)
        made.blit(edge, (inner.x + step, inner.y + step))
        side = pygame.Surface((1, inner.h - 2 * step), pygame.SRCALPHA)
        side.fill(shade)
        made.blit(side, (inner.x + step, inner.y + step))
    made.blit(wood, (0, 0))
    pygame.draw.rect(made, WOOD_DEEP, inner, max(1, thick // 6), radius)
    pygame.draw.rect(made, mix(WOOD, WOOD_DEEP, 0.5), made.get_rect(), max(1, thick // 8))


def _plank(thick: int, dice: random.Random) -> pygame.Surface:
    plank = pygame.Surface((GRAIN, thick), depth=24)
    for y in range(thick):
        tone = mix(WOOD, WOOD_DEEP, 0.1 + 0.5 * dice.random())
        plank.fill(mix(tone, WOOD, 0.5 * (1 - y / thick)), (0, y, GRAIN, 1))
        x = dice.randrange(GRAIN)
        plank.fill(mix(tone, WOOD_DEEP, 0.3), (x, y, dice.randrange(8, GRAIN // 2), 1))
    return plank


def _corner(radius: int, at: tuple[int, int]) -> pygame.Surface:
    """What is left of a square of wood once the rounded baize is cut out of it."""
    corner = pygame.Surface((radius, radius), pygame.SRCALPHA)
    corner.fill(mix(WOOD, WOOD_DEEP, 0.45))
    middle = ((1 - at[0]) * radius, (1 - at[1]) * radius)
    pygame.draw.circle(corner, (0, 0, 0, 0), middle, radius)
    return corner


def splash(screen: Screen) -> None:
    """The first picture: the table and its name, until the menu can be laid out."""
    surface = screen.surface
    assert surface, "it was just opened"
    whole = Box(0, 0, *surface.get_size())
    name = rendered("Tapis Vert", BOLD, Scale(whole.w, whole.h).px(TITLE), CHALK_SOFT)
    surface.blit(background(whole.w, whole.h), (0, 0))
    surface.blit(name, whole.centred(*name.get_size()))
    screen.update([whole], 0.0)
