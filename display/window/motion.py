"""Gentle motion: what there is to see on the way from one picture to the next.

    motion = Motion(before, after, start=now)
    painter.show(motion.at(now))            # from `motion.end` on exactly *after*

Both pictures are lists of widgets, and from them alone it is clear what moves. Cards slide to where they lie
now: a new one comes from the Hand that gives, one that is gone goes to the Hand that takes. A Group slides as
one, or enters; a sheet rises over its scrim; what counts ticks to its new value. Whoever interrupts a motion
takes what it shows by then for *before*. Cards keep their final size on the way, so nothing is drawn anew.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from display.widgets.boxes import Box
from display.widgets.widgets import Card, Gauge, Group, Hand, Loose, Scrim, Text, Widget

LENGTH_S = 0.25  # seconds
FRAME = 1 / 30  # from one picture to the next, while something moves
RISE = 20  # a sheet rises by this part of the screen's height
NUMBER = re.compile(r"\d+")

Offset = tuple[int, int]
Tally = Text | Gauge
Place = tuple[str, Box]  # the group something lies in, and where in it


class Motion:
    def __init__(self, before: Sequence[Widget], after: Sequence[Widget], start: float) -> None:
        self.after = after
        self._start = start
        self._away: dict[int, Offset] = {}  # so far from its place a widget is at the start
        self._ticks: dict[int, tuple[Tally, Tally]] = {}  # what it said before, what it says
        self._leaving: list[tuple[Card, Offset]] = []  # where it goes
        if before:
            self._groups(before)
            self._sheet(before)
            self._cards(before)
            self._counts(before)
        self._over = next((at for at, widget in enumerate(after) if isinstance(widget, Scrim)), len(after))
        moves = self._away or self._ticks or self._leaving
        self.end = start + LENGTH_S if moves else start

    def at(self, now: float) -> Sequence[Widget]:
        """The picture at that time."""
        if now >= self.end:
            return self.after
        share = eased((now - self._start) / LENGTH_S)
        shown = list(self.after)
        for at, (was, then) in self._ticks.items():
            numbers = zip(_numbers(was), _numbers(then), strict=True)
            shown[at] = _saying(then, [old + round((new - old) * share) for old, new in numbers])
        for at, offset in self._away.items():
            shown[at] = _shifted(shown[at], offset, 1 - share)
        shown[self._over : self._over] = [_shifted(card, offset, share) for card, offset in self._leaving]
        return shown

    def _groups(self, before: Sequence[Widget]) -> None:
        were = {widget.key: widget.box for widget in before if isinstance(widget, Group)}
        for at, group in enumerate(self.after):
            if not isinstance(group, Group):
                continue
            box, was = group.box, were.get(group.key)
            offset = (was.x - box.x, was.y - box.y) if was else group.enters
            if offset != (0, 0):
                inside = range(at, len(self.after))
                self._away |= {i: offset for i in inside if box.holds(self.after[i].box)}

    def _sheet(self, before: Sequence[Widget]) -> None:
        scrims = [at for at, widget in enumerate(self.after) if isinstance(widget, Scrim)]
        if len(scrims) > sum(isinstance(widget, Scrim) for widget in before):
            rise = (0, self.after[scrims[-1]].box.h // RISE)
            self._away |= dict.fromkeys(range(scrims[-1] + 1, len(self.after)), rise)

    def _cards(self, before: Sequence[Widget]) -> None:
        """Only where there are hands, before and after: elsewhere a card is an illustration."""
        hands = [widget for widget in self.after if isinstance(widget, Hand)]
        if not hands or not any(isinstance(widget, Hand) for widget in before):
            return
        were, are = _single(before), _single(self.after)
        giver = _only(hand for hand in hands if hand.gives)
        taker = _only(hand for hand in hands if hand.takes)
        for key, at in are.items():
            source = before[were[key]] if key in were else giver
            card = self.after[at]
            dragged = isinstance(card, Loose) and card.dragged
            offset = _offset(source.box, card.box) if source else (0, 0)
            if offset != (0, 0) and at not in self._away and not dragged:
                self._away[at] = offset
        for key, at in were.items():
            card = before[at]
            if taker and key not in are and isinstance(card, Card):
                self._leaving.append((card, _offset(taker.box, card.box)))

    def _counts(self, before: Sequence[Widget]) -> None:
        were = {place: tally for _, tally, place in _counting(before)}
        for at, tally, place in _counting(self.after):
            was = were.get(place)
            if was and _form(was) == _form(tally) and _numbers(was) != _numbers(tally):
                self._ticks[at] = was, tally


def eased(share: float) -> float:
    """Quick at first, then gently to rest."""
    left = 1 - max(0.0, min(share, 1.0))
    return 1 - left * left * left


def _single(widgets: Sequence[Widget]) -> dict[tuple[str, str], int]:
    """Every open card that is shown once, and where in the list."""
    shown = [
        ((widget.deck, widget.name), at)
        for at, widget in enumerate(widgets)
        if isinstance(widget, Card) and widget.name
    ]
    number = Counter(key for key, _ in shown)
    return {key: at for key, at in shown if number[key] == 1}


def _only(hands: Iterator[Hand]) -> Hand | None:
    found = list(hands)
    return found[0] if len(found) == 1 else None


def _offset(of: Box, seen_from: Box) -> Offset:
    """From the middle of one box to the middle of the other."""
    (x, y), (from_x, from_y) = ((box.x + box.w // 2, box.y + box.h // 2) for box in (of, seen_from))
    return x - from_x, y - from_y


def _shifted(widget: Widget, offset: Offset, share: float) -> Widget:
    x, y, w, h = widget.box
    return replace(widget, box=Box(x + round(offset[0] * share), y + round(offset[1] * share), w, h))


# What counts


def _counting(widgets: Sequence[Widget]) -> Iterator[tuple[int, Tally, Place]]:
    groups = [widget for widget in widgets if isinstance(widget, Group)]
    for at, widget in enumerate(widgets):
        if isinstance(widget, Gauge) or (isinstance(widget, Text) and widget.counts):
            group = next((group for group in groups if group.box.holds(widget.box)), None)
            x, y, w, h = widget.box
            if group:
                x, y = x - group.box.x, y - group.box.y
            yield at, widget, (group.key if group else "", Box(x, y, w, h))


def _form(tally: Tally) -> object:
    """What must stay the same for its numbers to tick."""
    return tally.limit if isinstance(tally, Gauge) else [NUMBER.sub("#", line) for line in tally.lines]


def _numbers(tally: Tally) -> list[int]:
    shown = (str(tally.value),) if isinstance(tally, Gauge) else tally.lines
    return [int(number) for line in shown for number in NUMBER.findall(line)]


def _saying(tally: Tally, numbers: Sequence[int]) -> Widget:
    """The same with other numbers."""
    if isinstance(tally, Gauge):
        return replace(tally, value=numbers[0])
    left = iter(numbers)
    lines = [NUMBER.sub(lambda _: str(next(left)), line) for line in tally.lines]
    return replace(tally, lines=tuple(lines))
