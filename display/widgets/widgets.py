"""What a screen is made of: values with a box each, which say how they look and what a touch on them does.

    page = Page(Scale(800, 480), Words("fr"))
    page.text(box, page.words.game("pot"), TITLE, PAPER)
    page.button(box, "back", then=replace(ui, page=Menu()), key="escape")
    page.widgets                       # a list of values: equal lists look the same

Tests check such a list without eyes, and a painter draws only the difference of two.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from controller.intents import Intent
from controller.view import Light
from display.widgets import typography
from display.widgets.boxes import Box
from display.widgets.theme import DEAD, GAP, INK, LOOKS, PAPER, Colour, Scale
from display.widgets.typography import BODY, BOLD, HEAD, PLAIN, SMALLEST

if TYPE_CHECKING:
    from display.text.words import Words

NOWHERE = Box(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Panel:
    """A sheet, a strip, a place on the cloth: things lie on it."""

    box: Box
    fill: Colour
    radius: int = 0
    edge: Colour | None = None
    thick: int = 0  # of the edge
    shadow: bool = False


@dataclass(frozen=True, slots=True)
class Glow:
    """A lit place: *fill* in the middle, *edge* towards its rim."""

    box: Box
    fill: Colour
    edge: Colour


@dataclass(frozen=True, slots=True)
class Scrim:
    """Dims everything before it, which can no longer be touched."""

    box: Box


@dataclass(frozen=True, slots=True)
class Text:
    box: Box
    lines: tuple[str, ...]
    size: int
    colour: Colour
    face: str = PLAIN
    align: float = 0.5  # 0 left, 0.5 centred, 1 right
    counts: str = ""  # what this is the sum of: it ticks to the next value of the same
    turn: int = 0  # by so many quarters, clockwise, on a screen that lies in the table


@dataclass(frozen=True, slots=True)
class Touchable:
    """A place that answers: intents go to the table, *then* is what this screen's own state becomes."""

    box: Box
    does: tuple[Intent, ...] = field(default=(), compare=False)
    then: Any = field(default=None, compare=False)  # a display.ui.Ui; None: stays as it is
    key: str = field(default="", compare=False)  # pygame's name of the key that does the same
    along: tuple[Any, ...] = field(default=(), compare=False)  # a slider: what *then* is, from left to right
    grab: str = field(default="", compare=False)  # the card that is picked up here; touched again, it does
    drop: bool = field(default=False, compare=False)  # a card that is dragged can be let go here


@dataclass(frozen=True, slots=True)
class Picture:
    """A small drawing: a shape of a suit, or a sign such as "undo"."""

    box: Box
    name: str
    colour: Colour
    turn: int = 0
    angle: int = 0  # askew round its middle, by so many degrees clockwise


@dataclass(frozen=True, slots=True)
class Card:
    box: Box
    deck: str
    name: str | None  # None: face down
    turn: int = 0
    angle: int = 0  # it lies askew round the middle of its box, by so many degrees clockwise
    narrow: int = 0  # while it turns over: by so much, of EDGEWISE
    shadow: bool = False
    dim: bool = False  # it cannot be played now
    trump: bool = False  # a gold edge, and a crown beside its value


@dataclass(frozen=True, slots=True)
class Loose(Card):
    """A card over everything else: on a pad until it is ruled on, or under the pointer, never behind it."""

    dragged: bool = False


@dataclass(frozen=True, slots=True)
class Pad:
    """A landing place with its rim."""

    box: Box
    zone: str | None
    light: Light = Light.OFF
    round: bool = False  # a ring or an oval of felt
    tint: str | None = None  # the suit whose colour its rim has, "" for none; None: that of its zone


@dataclass(frozen=True, slots=True)
class Gauge:
    """How full something is, of so much at most."""

    box: Box
    value: int
    limit: int
    fill: Colour
    counts: str = ""  # as of a Text
    arc: bool = False  # one segment for each, round the box and open below
    grows: bool = False  # a column, from below


@dataclass(frozen=True, slots=True)
class Backs:
    """So many cards held, seen from behind."""

    box: Box
    number: int
    turn: int = 0


class Curve(NamedTuple):
    suit: str  # whose colour and shape it has
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """Curves over one scale, written in letters of *size*."""

    box: Box
    curves: tuple[Curve, ...]
    size: int


@dataclass(frozen=True, slots=True)
class Ring:
    """Round what the keyboard would press, or where a card may go."""

    box: Box
    round: bool = False


@dataclass(frozen=True, slots=True)
class Pressed:
    """A finger is on what lies here."""

    box: Box
    radius: int


@dataclass(frozen=True, slots=True)
class Group:
    """What lies in this box moves as one; *enters*: from where, seen from its place, if it was not there."""

    box: Box
    key: str
    enters: tuple[int, int] = (0, 0)
    turns: bool = False  # its cards turn up when it enters
    rank: int = 0  # of rows that change rank: they go one after the other, the first last


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's place: the card just laid came from there, the cards just taken went there."""

    box: Box
    gives: bool = False
    takes: bool = False
    seat: int = -1  # whose; -1: nobody's in particular


@dataclass(frozen=True, slots=True)
class Timer:
    """After so many seconds this screen's own state becomes *then*, as if it had been touched."""

    seconds: float
    then: Any = field(compare=False)
    box: Box = NOWHERE


@dataclass(frozen=True, slots=True)
class Animation:
    """What moves by itself: other widgets at each time since it is to be seen."""

    box: Box
    key: str  # the same one goes on, another one begins
    seconds: float  # then it stands still
    at: Callable[[float], Sequence[Any]] = field(compare=False)  # widgets, but no animations
    still: float | None = None  # the time whose picture stands for all of it; None: the last


Unseen = Touchable | Group | Hand | Timer
Drawn = Panel | Scrim | Text | Picture | Card | Loose | Pad | Gauge | Backs | Glow | Plot | Ring | Pressed
Widget = Drawn | Animation | Unseen

SHAPE = 0.7  # a card's width to its height
EDGEWISE = 8  # a card that is narrower by as much is seen from its edge
CORNER = 0.34  # of a card's width: its value and shape
LOOSE = 0.62  # of a card's width: how much of those that lie askew is seen, where there is room


class Page:
    """A screen while it is being laid out."""

    def __init__(self, scale: Scale, words: Words, box: Box | None = None, shrink: float = 1) -> None:
        """*box*: of this size only; the whole screen if left out. *shrink*: things are so large; what can be
        touched is as large as ever, and words are wherever there is room."""
        self.box = box or Box(0, 0, scale.width, scale.height)
        self.scale = scale
        self.words = words
        self.widgets: list[Widget] = []
        self.shrink, self.touch = shrink, scale.touch
        self.gap = self.px(GAP)

    def px(self, size: float) -> int:
        return self.scale.px(size * self.shrink)

    def letters(self, size: float) -> int:
        """How high letters of that size are: they do not shrink."""
        return self.scale.px(size)

    def add(self, *widgets: Widget) -> None:
        self.widgets += widgets

    def panel(
        self,
        box: Box,
        fill: Colour = PAPER,
        radius: float = 10,
        edge: Colour | None = None,
        thick: float = 1.5,
        shadow: bool = False,
    ) -> None:
        thick = max(1, self.px(thick)) if edge else 0
        self.add(Panel(box, fill, self.px(radius), edge, thick, shadow))

    def text(
        self,
        box: Box,
        text: str,
        size: float,
        colour: Colour = INK,
        face: str = PLAIN,
        align: float = 0.5,
        lines: int = 99,
        counts: str = "",
    ) -> None:
        """As large as it fits, up to *size*, in so many lines at most; *counts*: what it is the sum of, if it
        ticks when that changes."""
        if text:
            found, broken = typography.fitted(
                text, face, self.letters(size), self.letters(SMALLEST), box.w, box.h, most_lines=lines
            )
            self.add(Text(box, broken, found, colour, face, align, counts))

    def sign(self, box: Box, name: str, colour: Colour = INK, side: float = 0) -> None:
        """A square picture in the middle of the box, as wide as it or as *side*."""
        square = self.px(side) or box.w
        self.add(Picture(box.centred(square, square), name, colour))

    def name(self, box: Box, name: str, size: float, colour: Colour, align: float = 0.5) -> None:
        """A player's name, shortened where there is no room for it."""
        shown, short = name, name
        while short and typography.width(shown, BOLD, self.letters(SMALLEST)) > box.w:
            short = short[:-1].rstrip()
            shown = f"{short}…"
        self.text(box, shown, size, colour, BOLD, align, lines=1)

    def button(
        self,
        box: Box,
        label: str,
        *does: Intent,
        then: Any = None,
        key: str = "",
        look: str = "plain",
        sign: str = "",
        size: float = BODY,
        verbatim: bool = False,
    ) -> None:
        """A button with a label, a sign or both; *verbatim*: a name, as it was typed."""
        fill, ink, edge = LOOKS[look]
        self.panel(box, fill, 9, edge)
        inner = box.inset(self.px(7), self.px(3))
        if sign:
            side = min(self.px(24), inner.h)
            room, inner = inner.cut_left(side, self.px(5)) if label else (inner, inner)
            self.add(Picture(room.centred(side, side), sign, ink))
        if label:
            self.text(inner, label if verbatim or len(label) == 1 else capital(label), size, ink, BOLD)
        if look not in DEAD:
            self.add(Touchable(box, does, then, key))

    def hot(self, box: Box, *does: Intent, then: Any = None, key: str = "") -> None:
        """What is drawn here answers to touch."""
        self.add(Touchable(box, does, then, key))

    def card(self, box: Box, deck: str, name: str, high: float = 480) -> None:
        """One card in the middle of the box: as large as fits, and not higher than *high*."""
        tall = min(self.px(high), box.h, round(box.w / SHAPE))
        self.add(Card(box.centred(round(tall * SHAPE), tall), deck, name))

    def fan(
        self,
        box: Box,
        deck: str,
        names: Sequence[str | None],
        seen: float = CORNER,
        places: int = 1,
        most: int = 0,
        trumps: Container[str | None] = (),
    ) -> None:
        """Cards side by side, as high as the box; of those covered at least *seen* of their width shows.

        There are *places* for so many from the start, so that a further card moves none of those before it;
        *most*: so many degrees askew they lie at most, as cards lie.
        """
        if not names:
            return
        number = max(places, len(names))
        across, down = askew(700, 1000, most)
        wide = min(round(box.h / down * 700), int(box.w / (across / 700 + seen * (number - 1))))
        high = round(wide / SHAPE)
        aside = askew(wide, high, most)[0] - wide
        step = min(wide + self.px(4), (box.w - aside - wide) // max(1, number - 1))
        if most:
            step = min(step, round(wide * LOOSE))
        used = wide + step * (number - 1)
        x, y = box.x + (box.w - used) // 2, box.y + (box.h - high) // 2
        for number, name in enumerate(names):
            place = Box(x + number * step, y, wide, high)
            self.add(Card(place, deck, name, angle=lean(name, most), shadow=bool(most), trump=name in trumps))

    def sheet(self, width: float, height: float) -> Box:
        """A sheet of paper over the dimmed screen; what is on it is what can be touched."""
        self.add(Scrim(self.box))
        box = self.box.centred(
            min(self.px(width), self.box.w - self.px(24)), min(self.px(height), self.box.h - self.px(16))
        )
        self.panel(box, PAPER, 16, shadow=True)
        return box.inset(self.px(18), self.px(14))

    def heading(
        self, box: Box, text: str, back: Any, size: int = HEAD, sign: str = "no", gap: int = 6, lines: int = 1
    ) -> Box:
        """A title, and in the corner the way to *back*; what is left of the box."""
        head, box = box.cut_top(self.touch, self.px(gap))
        close, head = head.cut_right(self.touch, self.gap)
        self.button(close, "", then=back, sign=sign, key="escape")
        self.text(head, text, size, INK, BOLD, align=0, lines=lines)
        return box


def column_height(box: Box, value: int, limit: int) -> int:
    """How high a gauge that grows has grown."""
    return max(box.w // 4, box.h * min(value, limit) // limit)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def lean(name: str | None, most: int) -> int:
    """How a card lies: always the same for the same card, by up to so many degrees."""
    return zlib.crc32((name or "").encode()) % (2 * most + 1) - most


def askew(width: int, height: int, angle: int) -> tuple[int, int]:
    """How much room a sheet needs that lies askew by so many degrees."""
    turn = math.radians(angle)
    across, down = abs(math.cos(turn)), abs(math.sin(turn))
    return math.ceil(width * across + height * down), math.ceil(width * down + height * across)


# What can be touched, what stands still, and how far it reaches


def top_layer(widgets: Sequence[Widget]) -> list[Widget]:
    """What lies over the last scrim: the only part that is in use."""
    last = max((at for at, widget in enumerate(widgets) if isinstance(widget, Scrim)), default=-1)
    return list(widgets[last + 1 :])


def touchables(widgets: Sequence[Widget]) -> list[Touchable]:
    return [widget for widget in top_layer(widgets) if isinstance(widget, Touchable)]


def still(widgets: Sequence[Widget]) -> Iterator[Widget]:
    """The same with a picture in place of each animation."""
    for widget in widgets:
        if isinstance(widget, Animation):
            yield from widget.at(widget.seconds if widget.still is None else widget.still)
        else:
            yield widget


def extent(widget: Widget) -> Box:
    """The part of the screen that a widget really covers."""
    if isinstance(widget, Card) and widget.angle:
        return widget.box.centred(*askew(widget.box.w, widget.box.h, widget.angle))
    if isinstance(widget, Gauge) and widget.grows:
        return widget.box.cut_bottom(column_height(widget.box, widget.value, widget.limit))[0]
    if not isinstance(widget, Text):
        return widget.box
    wide = max(typography.width(line, widget.face, widget.size) for line in widget.lines)
    high = typography.line_height(widget.size) * len(widget.lines)
    room = widget.box.upright(widget.turn)
    covered = Box(round((room.w - wide) * widget.align), (room.h - high) // 2, wide, high)
    return covered.turned(widget.turn, widget.box)
