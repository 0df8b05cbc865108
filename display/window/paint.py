"""Draws widgets, and of a changed screen only what changed.

    painter = Painter(pygame.display.set_mode((800, 480)))
    for box in painter.show(layout(view, ui, scale, words)): ...   # where something was drawn
    painter.show(layout(view, ui, scale, words))                   # nothing new: draws nothing

Sheets, letters, shapes and cards are made once and kept; a steady screen makes no surfaces.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

import pygame

from controller.view import Light
from display.card_art.cards import card
from display.widgets import typography
from display.widgets.boxes import Box
from display.widgets.brush import FINE, picture, plot
from display.widgets.theme import BAIZE, BAIZE_DEEP, BAIZE_PALE, GOLD, INK, PAPER, SUITS, Colour, mix
from display.widgets.widgets import (
    EDGEWISE,
    Card,
    Gauge,
    Glow,
    Pad,
    Panel,
    Picture,
    Plot,
    Pressed,
    Ring,
    Scrim,
    Text,
    Unseen,
    Widget,
    extent,
    still,
)
from display.window.background import background

SHADE = 176  # how far a scrim dims, of 255
PUSHED = 84  # how dark a pressed button is, of 255
SOFT = 14  # how far a shadow reaches, in pixels of the smallest screen
LIT: Colour = (96, 222, 128)
BURNING: Colour = (255, 112, 104)

Make = Callable[..., pygame.Surface]


class Painter:
    def __init__(self, surface: pygame.Surface) -> None:
        self._surface = surface
        self._cloth = background(*surface.get_size())
        self._shown: list[Widget] | None = None

    def show(self, widgets: Sequence[Widget]) -> list[Box]:
        """Draw these in place of the last ones; the boxes in which anything was drawn. What moves by itself
        stands still."""
        wanted: list[Widget] = [widget for widget in still(widgets) if not isinstance(widget, Unseen)]
        boxes = self._changed(wanted)
        for box in boxes:
            self._surface.set_clip(box)
            self._surface.blit(self._cloth, box, box)
            for widget in wanted:
                if reach(widget).meets(box):
                    draw(self._surface, widget)
        self._surface.set_clip(None)
        self._shown = wanted
        return boxes

    def forget(self) -> None:
        """What was shown is lost: draw everything next time."""
        self._shown = None

    def _changed(self, wanted: list[Widget]) -> list[Box]:
        screen = Box(0, 0, *self._surface.get_size())
        if self._shown is None:
            return [screen]
        before, after = set(self._shown), set(wanted)
        were = [widget for widget in self._shown if widget in after]
        are = [widget for widget in wanted if widget in before]
        changed = before ^ after | _out_of_order(were, are)
        pads = [widget.box for widget in changed if isinstance(widget, Pad)]
        boxes: list[Box] = []
        for widget in changed:
            if isinstance(widget, Pad) and pads.count(widget.box) > 1:
                boxes += rim(widget)  # it only shines otherwise
            else:
                boxes.append(reach(widget))
        return joined(Box(*pygame.Rect(box).clip(screen)) for box in boxes)


def _out_of_order(were: Sequence[Widget], are: Sequence[Widget]) -> set[Widget]:
    """Those that may lie over others they lay under; what begins and ends the same does not."""
    first, last = 0, -1
    while first < min(len(were), len(are)) and were[first] == are[first]:
        first += 1
    while -last <= min(len(were), len(are)) - first and were[last] == are[last]:
        last -= 1
    return {*were[first : len(were) + last + 1], *are[first : len(are) + last + 1]}


def joined(boxes: Iterable[Box]) -> list[Box]:
    """The same area in boxes that do not overlap; two become one where that is no more to draw."""
    whole: list[Box] = []
    for box in sorted(box for box in boxes if box.w > 0 and box.h > 0):
        while other := next((other for other in whole if _worth_joining(box, other)), None):
            whole.remove(other)
            box = Box(*pygame.Rect(box).union(other))
        whole.append(box)
    apart: list[Box] = []
    for box in sorted(whole, key=lambda box: -box.w * box.h):
        pieces = [box]
        for other in apart:
            pieces = [rest for piece in pieces for rest in _without(piece, other)]
        apart += pieces
    return apart


def _worth_joining(one: Box, other: Box) -> bool:
    """Whether a box round both holds next to nothing else."""
    both, shared = pygame.Rect(one).union(other), pygame.Rect(one).clip(other)
    return both.w * both.h * 19 <= (one.w * one.h + other.w * other.h - shared.w * shared.h) * 20


def _without(box: Box, hole: Box) -> list[Box]:
    """What is left of *box*: strips above and below the hole, and beside it."""
    if not box.meets(hole):
        return [box]
    top, bottom = max(box.y, hole.y), min(box.bottom, hole.bottom)
    strips = [
        Box(box.x, box.y, box.w, top - box.y),
        Box(box.x, bottom, box.w, box.bottom - bottom),
        Box(box.x, top, hole.x - box.x, bottom - top),
        Box(hole.right, top, box.right - hole.right, bottom - top),
    ]
    return [strip for strip in strips if strip.w > 0 and strip.h > 0]


def reach(widget: Widget) -> Box:
    """How far its drawing goes."""
    if isinstance(widget, Panel) and widget.shadow:
        return widget.box.inset(-_softness(widget))
    if isinstance(widget, Text):
        return extent(widget).inset(-2)
    if isinstance(widget, Card | Picture) and widget.angle:
        return _askew_box(widget.box, widget.angle)
    return widget.box


def _askew_box(box: Box, angle: int) -> Box:
    across, down = abs(math.cos(math.radians(angle))), abs(math.sin(math.radians(angle)))
    wide, high = box.w * across + box.h * down, box.w * down + box.h * across
    return box.centred(math.ceil(wide) + 4, math.ceil(high) + 4)


def _softness(panel: Panel) -> int:
    return max(SOFT, min(panel.radius, 2 * SOFT))


# Widgets


def draw(surface: pygame.Surface, widget: Widget) -> None:
    box = widget.box
    match widget:
        case Panel(_, fill, radius, edge, thick, shadow):
            if shadow:
                soft = _softness(widget)
                surface.blit(shadow_of(box.w, box.h, soft), (box.x - soft, box.y - soft + soft // 3))
            if radius or edge:
                surface.blit(sheet(box.w, box.h, radius, fill, edge, thick), box)
            else:
                surface.fill(fill, box)
        case Glow(_, fill, edge):
            surface.blit(glow(box.w, box.h, fill, edge), box)
        case Scrim():
            surface.blit(scrim(box.w, box.h), box)
        case Text():
            _draw_text(surface, widget)
        case Picture(_, name, colour, turn, angle):
            room = box.upright(turn)
            _draw_askew(surface, box, turn, angle, 0, picture, name, room.w, room.h, colour)
        case Card(_, deck, name, turn, angle, narrow):
            room = box.upright(turn)
            _draw_askew(surface, box, turn, angle, narrow, card, deck, name, room.w, room.h)
        case Pad():
            _draw_pad(surface, widget)
        case Gauge():
            _draw_gauge(surface, widget)
        case Plot(_, curves, size):
            surface.blit(plot(box.w, box.h, curves, size), box)
        case Ring():
            radius = box.h // 6
            surface.blit(frame(box.w, box.h, radius, max(3, radius // 4), GOLD), box)
        case Pressed(_, radius):
            surface.blit(pressed(box.w, box.h, radius), box)


def _draw_text(surface: pygame.Surface, text: Text) -> None:
    step, room = typography.line_height(text.size), text.box.upright(text.turn)
    y = (room.h - step * len(text.lines)) // 2
    for line in text.lines:
        letters = typography.rendered(line, text.face, text.size, text.colour)
        wide, high = letters.get_size()
        place = Box(round((room.w - wide) * text.align), y + (step - high) // 2, wide, high)
        if text.turn:
            letters = facing(text.turn, typography.rendered, line, text.face, text.size, text.colour)
        surface.blit(letters, place.turned(text.turn, text.box))
        y += step


def _draw_askew(
    surface: pygame.Surface, box: Box, turn: int, angle: int, narrow: int, make: Make, *what: Any
) -> None:
    if not (angle or narrow):
        surface.blit(facing(turn, make, *what), box)
    elif narrow < EDGEWISE:
        drawn = _askew(turn, angle, narrow, make, *what)
        surface.blit(drawn, box.centred(*drawn.get_size()))


@lru_cache(maxsize=128)
def _askew(turn: int, angle: int, narrow: int, make: Make, *what: Any) -> pygame.Surface:
    """What is made so, narrower by so much, and then askew by so many degrees."""
    made = facing(turn, make, *what)
    if narrow:
        wide, high = made.get_size()
        wide, high = (high, wide) if turn % 2 else (wide, high)
        thin = max(1, wide * (EDGEWISE - narrow) // EDGEWISE)
        made = pygame.transform.smoothscale(made, (high, thin) if turn % 2 else (thin, high))
    return pygame.transform.rotozoom(made, -angle, 1) if angle else made


def facing(turn: int, make: Make, *what: Any) -> pygame.Surface:
    """What is made so, turned by quarters."""
    return _turned(turn, make, *what) if turn else make(*what)


@lru_cache(maxsize=256)
def _turned(turn: int, make: Make, *what: Any) -> pygame.Surface:
    return pygame.transform.rotate(make(*what), -90 * turn)


# What a rim looks like: its colour, and the sign that says the same without colour.
RIMS: dict[Light, tuple[Colour, str]] = {
    Light.OFF: (BAIZE_PALE, ""),
    Light.ZONE: (PAPER, ""),
    Light.WAITING: (GOLD, ""),
    Light.SEEN: (PAPER, "circle"),
    Light.ACCEPTED: (LIT, "tick"),
    Light.REFUSED: (BURNING, "no"),
    Light.PICK_UP: (GOLD, "lift"),
}


def _sign_of(pad: Pad) -> Box:
    radius = _radius(pad)
    side = max(12, radius * 2)
    return Box(pad.box.right - side - radius, pad.box.y + radius, side, side)


def _radius(pad: Pad) -> int:
    return round(min(pad.box.w, pad.box.h) * 0.08)


def rim(pad: Pad) -> list[Box]:
    """All of a pad that its light changes: four sides with their corners, and the place of its sign."""
    box, radius = pad.box, _radius(pad)
    thick = max(3, radius // 3) + 1
    sides = [box.cut_top(thick)[0], box.cut_bottom(thick)[0], box.cut_left(thick)[0], box.cut_right(thick)[0]]
    across, down = (box.x, box.right - radius), (box.y, box.bottom - radius)
    return [*sides, *(Box(x, y, radius, radius) for x in across for y in down), _sign_of(pad)]


def _draw_pad(surface: pygame.Surface, pad: Pad) -> None:
    box = pad.box
    colour, sign = RIMS[pad.light]
    if pad.light in (Light.OFF, Light.ZONE) and pad.zone in SUITS:
        colour = mix(SUITS[pad.zone].fill, PAPER, 0.25)
    radius = _radius(pad)
    surface.blit(sheet(box.w, box.h, radius, mix(BAIZE, BAIZE_DEEP, 0.7), None, 0), box)
    thick = max(2, radius // 4) if pad.light is Light.OFF else max(3, radius // 3)
    surface.blit(frame(box.w, box.h, radius, thick, colour), box)
    if sign:
        place = _sign_of(pad)
        surface.blit(picture(sign, place.w, place.h, colour), place)


def _draw_gauge(surface: pygame.Surface, gauge: Gauge) -> None:
    box = gauge.box
    full = min(gauge.value, gauge.limit)
    if gauge.limit > 13:
        surface.blit(sheet(box.w, box.h, box.h // 3, BAIZE_DEEP, None, 0), box)
        if full:
            bar = sheet(box.w, box.h, box.h // 3, gauge.fill, PAPER, 1)
            wide = max(box.h, box.w * full // gauge.limit)
            left = wide - wide // 2  # the whole bar's two ends, put together: no sheet for each length
            surface.blit(bar, box, (0, 0, left, box.h))
            surface.blit(bar, (box.x + left, box.y), (box.w - wide + left, 0, wide - left, box.h))
        return
    gap = max(1, box.h // 8)
    exactly = gauge.value == gauge.limit
    for number, cell in enumerate(box.columns(gauge.limit, gap)):
        on = number < full
        fill = (GOLD if exactly else mix(gauge.fill, PAPER, 0.15)) if on else BAIZE_DEEP
        surface.blit(sheet(cell.w, cell.h, cell.w // 4, fill, PAPER if on else BAIZE_PALE, 1), cell)


# Surfaces, each made once


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


@lru_cache(maxsize=512)
def sheet(
    width: int, height: int, radius: int, fill: Colour, edge: Colour | None, thick: int
) -> pygame.Surface:
    if edge is None:
        return _rounded(width, height, radius, fill)
    made = _rounded(width, height, radius, edge)
    made.blit(_rounded(width - 2 * thick, height - 2 * thick, max(0, radius - thick), fill), (thick, thick))
    return made


@lru_cache(maxsize=128)
def frame(width: int, height: int, radius: int, thick: int, colour: Colour) -> pygame.Surface:
    """Only the edge."""
    made = _rounded(width, height, radius, colour)
    hole = _rounded(width - 2 * thick, height - 2 * thick, max(0, radius - thick), (0, 0, 0))
    made.blit(hole, (thick, thick), special_flags=pygame.BLEND_RGBA_SUB)
    return made


@lru_cache(maxsize=32)
def pressed(width: int, height: int, radius: int) -> pygame.Surface:
    """A shade over a button, as if a finger pushed it down."""
    made = _rounded(width, height, radius, INK)
    made.fill((255, 255, 255, PUSHED), special_flags=pygame.BLEND_RGBA_MULT)
    return made


@lru_cache(maxsize=32)
def shadow_of(width: int, height: int, soft: int) -> pygame.Surface:
    step = max(2, soft // 2)  # drawn small and blown up: that blurs it
    wide, high = (width + 2 * soft) // step, (height + 2 * soft) // step
    small = pygame.Surface((wide, high), pygame.SRCALPHA)
    small.fill((0, 0, 0, 110), (2, 2, wide - 4, high - 4))
    return pygame.transform.smoothscale(small, (width + 2 * soft, height + 2 * soft))


@lru_cache(maxsize=2)
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


@lru_cache(maxsize=4)
def scrim(width: int, height: int) -> pygame.Surface:
    made = pygame.Surface((width, height), pygame.SRCALPHA)
    made.fill((*mix(BAIZE_DEEP, INK, 0.7), SHADE))
    return made
