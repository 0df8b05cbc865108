"""The checks that stand in for eyes: what would be wrong on a screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from display.widgets import typography
from display.widgets.boxes import Box
from display.widgets.theme import Scale
from display.widgets.widgets import (
    Animation,
    Card,
    Gauge,
    Hand,
    Loose,
    Picture,
    Text,
    Widget,
    extent,
    still,
    top_layer,
    touchables,
)
from display.window.surfaces import segment_box


def faults(widgets: Sequence[Widget], scale: Scale) -> Iterator[str]:
    """Whatever is cut off, off the screen, too small for a finger, or lies over something else."""
    screen = Box(0, 0, scale.width, scale.height)
    widgets = [
        part
        for widget in widgets  # where each lies: what a sheet covers is not on it
        for part in (_texts(still([widget])) if isinstance(widget, Animation) else [widget])
    ]
    for widget in widgets:
        beyond = not (isinstance(widget, Hand) or screen.holds(widget.box))  # a player may sit beyond the rim
        if beyond or min(widget.box.w, widget.box.h) < 0:
            yield f"off the screen: {widget}"
        if isinstance(widget, Text):
            room = widget.box.upright(widget.turn)
            if not typography.fits(widget.lines, widget.face, widget.size, room.w, room.h):
                yield f"cut off: {widget}"
    layer = top_layer(widgets)
    touched = touchables(layer)
    for place in touched:
        if min(place.box.w, place.box.h) < scale.touch:
            yield f"too small for a finger: {place.box}"
    yield from _overlaps(touched)
    lying = [widget for widget in layer if isinstance(widget, Text | Picture | Gauge | Card)]
    yield from _overlaps([widget for widget in lying if not isinstance(widget, Loose)])


def _texts(widgets: Iterable[Widget]) -> Iterator[Widget]:
    """Of what moves; its pictures may lie as they like."""
    return (widget for widget in widgets if isinstance(widget, Text))


def _overlaps(widgets: Sequence[Widget]) -> Iterator[str]:
    for at, one in enumerate(widgets):
        for other in widgets[at + 1 :]:
            cards = isinstance(one, Card) and isinstance(other, Card)  # they lie in fans
            in_ring = isinstance(one, Card | Gauge) and isinstance(other, Card | Gauge)  # or in an arc
            if not cards and not in_ring and any(a.meets(b) for a in _parts(one) for b in _parts(other)):
                yield f"one over the other: {one} and {other}"


def _parts(widget: Widget) -> list[Box]:
    """What it covers; an arc only its segments."""
    if isinstance(widget, Gauge) and widget.arc:
        segments = (segment_box(widget.box.w, number, widget.limit) for number in range(widget.limit))
        return [Box(*segment.move(widget.box.x, widget.box.y)) for segment in segments]
    return [extent(widget)]
