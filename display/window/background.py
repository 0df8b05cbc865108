"""The baize that everything lies on, woven once for each size.

surface.blit(background(800, 480), (0, 0))
"""

from __future__ import annotations

import random
from functools import lru_cache

import pygame

from display.widgets.boxes import Box
from display.widgets.theme import BAIZE, BAIZE_DEEP, CHALK_SOFT, Scale, mix
from display.widgets.typography import BOLD, TITLE, rendered
from display.window.screen import Screen

WEAVE = 64  # pixels after which the weave repeats


@lru_cache(maxsize=4)
def background(width: int, height: int) -> pygame.Surface:
    """The baize: a weave one can just see, darker toward the edge of the table."""
    dice = random.Random(13)
    weave = pygame.Surface((WEAVE, WEAVE))
    for x in range(WEAVE):
        for y in range(WEAVE):
            weave.set_at((x, y), mix(BAIZE, BAIZE_DEEP, dice.random() * 0.14))
    made = pygame.Surface((width, height))
    for x in range(0, width, WEAVE):
        for y in range(0, height, WEAVE):
            made.blit(weave, (x, y))
    wide, high = 32, 18  # drawn small and blown up: that makes it smooth
    small = pygame.Surface((wide, high), pygame.SRCALPHA)
    for x in range(wide):
        for y in range(high):
            away = ((2 * x / (wide - 1) - 1) ** 2 + (2 * y / (high - 1) - 1) ** 2) / 2
            small.set_at((x, y), (*BAIZE_DEEP, round(150 * away**1.4)))
    made.blit(pygame.transform.smoothscale(small, (width, height)), (0, 0))
    return made.convert() if pygame.display.get_surface() else made


def splash(screen: Screen) -> None:
    """The first picture: the baize and the table's name, until the menu can be laid out."""
    surface = screen.surface
    assert surface, "it was just opened"
    whole = Box(0, 0, *surface.get_size())
    name = rendered("Tapis Vert", BOLD, Scale(whole.w, whole.h).px(TITLE), CHALK_SOFT)
    surface.blit(background(whole.w, whole.h), (0, 0))
    surface.blit(name, whole.centred(*name.get_size()))
    screen.update([whole], 0.0)
