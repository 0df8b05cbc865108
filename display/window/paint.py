"""Draws widgets, and of a changed screen only what changed.

    painter = Painter(pygame.display.set_mode((800, 480)))
    for box in painter.show(layout(view, ui, scale, words)): ...   # where something was drawn
    painter.show(layout(view, ui, scale, words))                   # nothing new: draws nothing

Sheets, letters, shapes and cards are made once and kept; a steady screen makes no surfaces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

import pygame

from controller.view import Light
from display.card_art.cards import card, lying, margin
from display.widgets import typography
from display.widgets.boxes import Box
from display.widgets.brush import picture, plot
from display.widgets.shapes import around
from display.widgets.theme import (
    ALARM,
    BAIZE,
    BAIZE_DEEP,
    BAIZE_PALE,
    BLACK,
    CHALK_SOFT,
    INK,
    PAPER,
    SUITS,
    WOOD_DEEP,
    Colour,
    mix,
)
from display.widgets.widgets import (
    EDGEWISE,
    Backs,
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
    askew,
    column_height,
    extent,
    still,
)
from display.window.background import background
from display.window.surfaces import (
    backs,
    felt,
    frame,
    glow,
    oval,
    pressed,
    scrim,
    segment,
    segment_box,
    shadow_of,
    sheet,
)

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
        reaches = [(reach(widget), widget) for widget in wanted] if boxes else []
        for box in boxes:
            self._surface.set_clip(box)
            self._surface.blit(self._cloth, box, box)
            for far, widget in reaches:
                if far.meets(box):
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
        places: dict[tuple[type, Box], list[Widget]] = {}
        for widget in changed:
            places.setdefault((type(widget), widget.box), []).append(widget)
        boxes: list[Box] = []
        for same in places.values():
            match same:
                case [Pad() as pad, Pad()]:
                    boxes += rim(pad)  # it only shines otherwise
                case [Gauge(arc=True) as one, Gauge(arc=True) as other]:
                    boxes += _otherwise(one, other)
                case _:
                    boxes += map(reach, same)
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
    if isinstance(widget, Card) and widget.shadow:
        return extent(widget).inset(-margin(widget.box.w))
    if isinstance(widget, Card | Picture) and widget.angle:
        return widget.box.centred(*askew(widget.box.w, widget.box.h, widget.angle)).inset(-2)
    return widget.box


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
            if narrow or not (widget.shadow or widget.dim or widget.trump):
                _draw_askew(surface, box, turn, angle, narrow, card, deck, name, room.w, room.h)
            else:
                look = (angle, widget.shadow, widget.dim, widget.trump)
                drawn = facing(turn, lying, deck, name, room.w, room.h, *look)
                surface.blit(drawn, box.centred(*drawn.get_size()))
        case Pad():
            _draw_pad(surface, widget)
        case Gauge():
            _draw_gauge(surface, widget)
        case Plot(_, curves, size):
            surface.blit(plot(box.w, box.h, curves, size), box)
        case Backs(_, number, turn):
            room = box.upright(turn)
            surface.blit(facing(turn, backs, room.w, room.h, number), box)
        case Ring():
            _draw_ring(surface, widget)
        case Pressed(_, radius):
            surface.blit(pressed(box.w, box.h, radius), box)


def _draw_ring(surface: pygame.Surface, ring: Ring) -> None:
    """White between two dark lines: it is seen on cloth, on paper and on every suit."""
    thick = max(4, min(ring.box.h // 20, 8))
    line = max(1, thick // 4)
    for inset, width, colour in ((0, thick, INK), (line, thick - 2 * line, PAPER)):
        box = ring.box.inset(inset)
        radius = max(0, ring.box.h // 6 - inset)
        edge = oval(box.w, box.h, width, colour) if ring.round else frame(box.w, box.h, radius, width, colour)
        surface.blit(edge, box)


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
    Light.WAITING: (PAPER, "down"),
    Light.SEEN: (PAPER, "circle"),
    Light.ACCEPTED: (LIT, "tick"),
    Light.REFUSED: (BURNING, "no"),
    Light.PICK_UP: (PAPER, "lift"),
}


def _sign_of(pad: Pad) -> Box:
    box, radius = pad.box, _radius(pad)
    side = max(12, radius * 2)
    if pad.round:  # on the ring
        across, down = around(0, 0, 0.5, -1 / 8)
        x, y = box.x + box.w * (0.5 + across), box.y + box.h * (0.5 + down)
        return Box(round(x - side / 2), round(y - side / 2), side, side)
    return Box(box.right - side - radius, box.y + radius, side, side)


def _radius(pad: Pad) -> int:
    return round(min(pad.box.w, pad.box.h) * 0.08)


def _thick(pad: Pad) -> int:
    if pad.round:
        return max(3, min(pad.box.w, pad.box.h) // 48)
    return max(3, _radius(pad) // 3)


def rim(pad: Pad) -> list[Box]:
    """All of a pad that its light changes: its edge, and the place of its sign."""
    box, radius, thick = pad.box, _radius(pad), _thick(pad) + 1
    if pad.round:
        return [*_ring(box, thick + 1), badge_of(pad)]
    sides = [box.cut_top(thick)[0], box.cut_bottom(thick)[0], box.cut_left(thick)[0], box.cut_right(thick)[0]]
    across, down = (box.x, box.right - radius), (box.y, box.bottom - radius)
    return [*sides, *(Box(x, y, radius, radius) for x in across for y in down), _sign_of(pad)]


def _ring(box: Box, thick: int) -> list[Box]:
    """The edge of an oval in small boxes."""
    steps, boxes = 40, []
    for step in range(steps):
        points = [
            (box.x + box.w / 2 + (box.w / 2 - in_by) * x, box.y + box.h / 2 + (box.h / 2 - in_by) * y)
            for turn in (step / steps, (step + 1) / steps)
            for x, y in [around(0, 0, 1, turn)]
            for in_by in (-1, thick)
        ]
        left, top = (int(min(point[axis] for point in points)) - 1 for axis in (0, 1))
        right, bottom = (int(max(point[axis] for point in points)) + 2 for axis in (0, 1))
        boxes.append(Box(left, top, right - left, bottom - top))
    return boxes


def badge_of(pad: Pad) -> Box:
    """What the sign of a round pad lies on."""
    return _sign_of(pad).inset(-_sign_of(pad).w // 3)


def _draw_pad(surface: pygame.Surface, pad: Pad) -> None:
    box = pad.box
    colour, sign = RIMS[pad.light]
    tint = pad.zone if pad.tint is None else pad.tint
    if pad.light in (Light.OFF, Light.ZONE):
        colour = mix(SUITS[tint].fill, PAPER, 0.25) if tint in SUITS else CHALK_SOFT if pad.round else colour
    if pad.round:
        surface.blit(felt(box.w, box.h), box)
        surface.blit(oval(box.w, box.h, _thick(pad), colour), box)
    else:
        radius = _radius(pad)
        surface.blit(sheet(box.w, box.h, radius, mix(BAIZE, BAIZE_DEEP, 0.7), None, 0), box)
        thick = max(2, radius // 4) if pad.light is Light.OFF else _thick(pad)
        surface.blit(frame(box.w, box.h, radius, thick, colour), box)
    if sign:
        place = _sign_of(pad)
        if pad.round:
            badge = badge_of(pad)
            surface.blit(
                sheet(badge.w, badge.h, badge.h // 2, WOOD_DEEP, colour, max(2, _thick(pad) // 2)), badge
            )
        surface.blit(picture(sign, place.w, place.h, colour), place)


def _draw_gauge(surface: pygame.Surface, gauge: Gauge) -> None:
    box = gauge.box
    if gauge.arc:
        for number in range(gauge.limit):
            place = segment_box(box.w, number, gauge.limit).move(box.x, box.y)
            surface.blit(segment(box.w, number, gauge.limit, *_segment_look(gauge, number)), place)
        return
    full = min(gauge.value, gauge.limit)
    if gauge.grows:
        tall = min(box.h, column_height(box, full, gauge.limit))
        column = sheet(box.w, box.h, box.w // 8, gauge.fill, PAPER, 2)
        top = tall // 2  # its two ends, put together
        surface.blit(column, (box.x, box.bottom - tall), (0, 0, box.w, top))
        surface.blit(column, (box.x, box.bottom - tall + top), (0, box.h - tall + top, box.w, tall - top))
        return
    surface.blit(sheet(box.w, box.h, box.h // 3, BAIZE_DEEP, None, 0), box)
    if full:
        bar = sheet(box.w, box.h, box.h // 3, gauge.fill, PAPER, 1)
        wide = max(box.h, box.w * full // gauge.limit)
        left = wide - wide // 2  # the whole bar's two ends, put together: no sheet for each length
        surface.blit(bar, box, (0, 0, left, box.h))
        surface.blit(bar, (box.x + left, box.y), (box.w - wide + left, 0, wide - left, box.h))


NEARLY = 2  # so little is left: the segments are hatched


def _segment_look(gauge: Gauge, number: int) -> tuple[Colour, Colour, bool]:
    """Its fill, its edge, hatched or not: full is white, over is red, and no suit's colour is ever either."""
    if number >= gauge.value:
        return mix(BAIZE_DEEP, BLACK, 0.25), BAIZE_PALE, False
    if gauge.value > gauge.limit:
        return ALARM, PAPER, False
    if gauge.value == gauge.limit:
        return PAPER, PAPER, False
    return mix(gauge.fill, PAPER, 0.15), PAPER, gauge.value >= gauge.limit - NEARLY


def _otherwise(one: Gauge, other: Gauge) -> list[Box]:
    """The segments of an arc that have changed."""
    if one.limit != other.limit:
        return [one.box]
    return [
        Box(*segment_box(one.box.w, number, one.limit).move(one.box.x, one.box.y))
        for number in range(one.limit)
        if _segment_look(one, number) != _segment_look(other, number)
    ]
