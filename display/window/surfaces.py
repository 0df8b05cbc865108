"""Sheets, frames, shadows and felt for the painter: each made once for each size and kept.

surface.blit(sheet(200, 80, 12, PAPER, None, 0), (x, y))
surface.blit(oval(240, 240, 6, GOLD), (x, y))
"""

from __future__ import annotations

import math
from functools import lru_cache

import pygame

from display.card_art.cards import card
from display.widgets.brush import FINE
from display.widgets.kept import kept
from display.widgets.theme import BAIZE_DEEP, INK, PAPER, WOOD_DEEP, Colour, mix

SHADE = 176  # how far a scrim dims, of 255
PUSHED = 84  # how dark a pressed button is, of 255
GENTLE = 2  # large round things are smoothed by so much: they are large enough


@lru_cache(maxsize=256)
def _disc(radius: int, colour: Colour) -> pygame.Surface:
    large = pygame.Surface((radius * 2 * FINE, radius * 2 * FINE), pygame.SRCALPHA)
    large.fill((*colour, 0))
    pygame.draw.circle(large, colour, (radius * FINE, radius * FINE), radius * FINE)
    return pygame.transform.smoothscale(large, (radius * 2, radius * 2))


def _rounded(width: int, height: int, radius: int, colour: Colour) -> pygame.Surface:
    """A sheet with smooth corners."""
    radius = min(radius, width // 2, height // 2)
    made = pygame.Surface((width, height), pygame.SRCALPHA)
    made.fill((*colour, 0))
    made.fill(colour, (radius, 0, width - 2 * radius, height))
    made.fill(colour, (0, radius, width, height - 2 * radius))
    if radius > 0:
        disc = _disc(radius, colour)
        for x, from_x in ((0, 0), (width - radius, radius)):
            for y, from_y in ((0, 0), (height - radius, radius)):
                made.blit(disc, (x, y), (from_x, from_y, radius, radius), special_flags=pygame.BLEND_RGBA_MAX)
    return made


@kept(megabytes=24)
def sheet(
    width: int, height: int, radius: int, fill: Colour, edge: Colour | None, thick: int
) -> pygame.Surface:
    if edge is None:
        return _rounded(width, height, radius, fill)
    made = _rounded(width, height, radius, edge)
    made.blit(_rounded(width - 2 * thick, height - 2 * thick, max(0, radius - thick), fill), (thick, thick))
    return made


@kept(megabytes=12)
def frame(width: int, height: int, radius: int, thick: int, colour: Colour) -> pygame.Surface:
    """Only the edge."""
    made = _rounded(width, height, radius, colour)
    hole = _rounded(width - 2 * thick, height - 2 * thick, max(0, radius - thick), (0, 0, 0))
    made.blit(hole, (thick, thick), special_flags=pygame.BLEND_RGBA_SUB)
    return made


@lru_cache(maxsize=32)
def shadow_of(width: int, height: int, soft: int) -> pygame.Surface:
    step = max(2, soft // 2)  # drawn small and blown up: that blurs it
    wide, high = (width + 2 * soft) // step, (height + 2 * soft) // step
    small = pygame.Surface((wide, high), pygame.SRCALPHA)
    small.fill((0, 0, 0, 110), (2, 2, wide - 4, high - 4))
    return pygame.transform.smoothscale(small, (width + 2 * soft, height + 2 * soft))


@lru_cache(maxsize=4)
def scrim(width: int, height: int) -> pygame.Surface:
    made = pygame.Surface((width, height), pygame.SRCALPHA)
    made.fill((*mix(BAIZE_DEEP, INK, 0.7), SHADE))
    return made


@lru_cache(maxsize=32)
def felt(width: int, height: int) -> pygame.Surface:
    """A darker oval of cloth, a little deeper toward its edge."""
    large = pygame.Surface((width * GENTLE, height * GENTLE), pygame.SRCALPHA)
    large.fill((*BAIZE_DEEP, 0))
    pygame.draw.ellipse(large, (*BAIZE_DEEP, 150), large.get_rect())
    inner = large.get_rect().inflate(-width * GENTLE // 12, -height * GENTLE // 12)
    pygame.draw.ellipse(large, (*BAIZE_DEEP, 120), inner)
    return pygame.transform.smoothscale(large, (width, height))


@lru_cache(maxsize=64)
def oval(width: int, height: int, thick: int, colour: Colour) -> pygame.Surface:
    """Only the edge of one."""
    large = pygame.Surface((width * GENTLE, height * GENTLE), pygame.SRCALPHA)
    large.fill((*colour, 0))
    pygame.draw.ellipse(large, colour, large.get_rect())
    hole = large.get_rect().inflate(-2 * thick * GENTLE, -2 * thick * GENTLE)
    pygame.draw.ellipse(large, (*colour, 0), hole)
    return pygame.transform.smoothscale(large, (width, height))


OPEN = 0.29  # of a turn, below, that an arc leaves free
GAP = 0.16  # of a segment, to the next one
BAND = 0.085  # how thick it is, in widths
LIGHT = 420  # of 765: a fill that dark stripes are seen on


@lru_cache(maxsize=256)
def segment_box(side: int, number: int, limit: int) -> pygame.Rect:
    """Where one of the segments lies, seen from the corner of the arc's square."""
    points = _segment(side, number, limit)
    left, top = (min(point[axis] for point in points) for axis in (0, 1))
    right, bottom = (max(point[axis] for point in points) for axis in (0, 1))
    x, y = math.floor(left) - 1, math.floor(top) - 1
    return pygame.Rect(x, y, math.ceil(right) + 1 - x, math.ceil(bottom) + 1 - y)


def _segment(side: int, number: int, limit: int) -> list[tuple[float, float]]:
    each = (1 - OPEN) / limit
    start = 0.25 + OPEN / 2 + number * each
    first, last = start + each * GAP / 2, start + each * (1 - GAP / 2)
    turns = [first + (last - first) * step / 6 for step in range(7)]
    radius, thick = side / 2 - 1, side * BAND
    return [
        (side / 2 + far * math.cos(turn * math.tau), side / 2 + far * math.sin(turn * math.tau))
        for far, order in ((radius, turns), (radius - thick, turns[::-1]))
        for turn in order
    ]


@lru_cache(maxsize=512)
def segment(side: int, number: int, limit: int, fill: Colour, edge: Colour, hatched: bool) -> pygame.Surface:
    box = segment_box(side, number, limit)
    points = [((x - box.x) * FINE, (y - box.y) * FINE) for x, y in _segment(side, number, limit)]
    large = pygame.Surface((box.w * FINE, box.h * FINE), pygame.SRCALPHA)
    large.fill((*edge, 0))
    pygame.draw.polygon(large, fill, points)
    if hatched:
        stripes = pygame.Surface(large.get_size(), pygame.SRCALPHA)
        step = max(4, round(side * BAND * FINE * 0.3))
        stripe = INK if sum(fill) > LIGHT else PAPER
        for x in range(-box.h * FINE, box.w * FINE, 2 * step):
            pygame.draw.line(stripes, stripe, (x, box.h * FINE), (x + box.h * FINE, 0), step)
        mask = pygame.Surface(large.get_size(), pygame.SRCALPHA)
        pygame.draw.polygon(mask, (255, 255, 255, 255), points)
        stripes.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        large.blit(stripes, (0, 0))
    pygame.draw.polygon(large, edge, points, max(FINE, round(side * 0.005 * FINE)))
    return pygame.transform.smoothscale(large, box.size)


@lru_cache(maxsize=128)
def backs(width: int, height: int, number: int) -> pygame.Surface:
    """Cards held in a hand, seen from behind: one back for each, as far as they can be told apart."""
    made = pygame.Surface((width, height), pygame.SRCALPHA)
    made.fill((*WOOD_DEEP, 0))
    high = height
    wide = min(width, round(high * 0.7))
    step = min(round(wide * 0.55), (width - wide) // max(1, number - 1)) if number > 1 else 0
    for at in range(number if step else min(1, number)):
        made.blit(card("", None, wide, high), (at * step, 0))
    return made


@lru_cache(maxsize=32)
def pressed(width: int, height: int, radius: int) -> pygame.Surface:
    """A shade over a button, as if a finger pushed it down."""
    made = _rounded(width, height, radius, INK)
    made.fill((255, 255, 255, PUSHED), special_flags=pygame.BLEND_RGBA_MULT)
    return made


@lru_cache(maxsize=8)
def glow(width: int, height: int, fill: Colour, edge: Colour) -> pygame.Surface:
    """Light that falls on the middle and fades out; drawn small and blown up, which makes it smooth."""
    wide, high = 48, 27
    small = pygame.Surface((wide, high))
    for x in range(wide):
        for y in range(high):
            away = math.hypot(2 * x / (wide - 1) - 1, 1.1 * (2 * y / (high - 1) - 1)) / 1.3
            small.set_at((x, y), mix(fill, edge, min(1.0, away**1.5)))
    made = pygame.transform.smoothscale(small, (width, height))
    return made.convert() if pygame.display.get_surface() else made
