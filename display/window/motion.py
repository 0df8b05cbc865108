"""Gentle motion: what there is to see on the way from one picture to the next.

    motion = Motion(before, after, start=now)
    painter.show(motion.at(now))            # from `motion.end` on exactly *after*

Both pictures are lists of widgets, and from them alone it is clear what moves. Cards slide to where they
lie now: a new one comes from the Hand that gives, one that is gone turns over and goes to the Hand that
takes; one that nobody gave, or that lay there face down, turns up. A Group slides as one, or enters; rows
that change rank go one after the other; a sheet rises over its scrim; what counts ticks to its new value.
Whoever interrupts a motion takes what it shows by then for *before*. Cards keep their final size on the way,
so nothing is drawn anew.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from display.widgets.boxes import Box
from display.widgets.widgets import EDGEWISE, SHAPE, Card, Gauge, Group, Hand, Loose, Scrim, Text, Widget

FRAME = 1 / 30  # from one picture to the next, while something moves
LENGTH_S = 0.25  # a short way, a tick, a sheet
FAR_S = 0.35  # a long way
FAR = 2.5  # of a card's heights: from there on a way is long
FLIP_S = 0.18  # a card turns over
RANK_S = 0.6  # rows change rank, all of them
APART_S = 0.04  # from one card that leaves, is dealt or turned up to the next
SHAKE_S = 0.4
LEAN_S = 0.9  # there and back
LEAN = 0.3  # of the way
DEALT_S = 1.4  # all cards of a deal, at most
DEALT_HIGH = 6  # a card that is dealt is as high as this part of the picture
RISE = 20  # a sheet rises by this part of the screen's height
SHAKEN = 45  # what shakes goes so far to either side: this part of the screen's width
NUMBER = re.compile(r"\d+")

Offset = tuple[int, int]
Tally = Text | Gauge


class Span(NamedTuple):
    """When something moves."""

    start: float
    length: float = LENGTH_S

    @property
    def end(self) -> float:
        return self.start + self.length

    def share(self, now: float) -> float:
        """How much of the way is behind it."""
        return eased((now - self.start) / self.length)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """What moves beside what the two pictures tell."""

    shakes: tuple[str, ...] = ()  # cards by their names, sums by what they count
    leans: tuple[str, ...] = ()  # cards that are pushed towards a seat, and come back
    towards: int = -1  # the seat
    sweeps: bool = False  # cards that are gone, and that nobody takes, leave the table
    deals: int = 0  # so many cards fly to every seat
    deck: str = ""  # of those


NONE = Effects()


class _Flip(NamedTuple):
    """The card at a place turns from one name to the other; None: its back."""

    was: str | None
    span: Span


class _Leaving(NamedTuple):
    card: Card
    to: Offset
    flip: Span
    slide: Span


class Motion:
    def __init__(
        self, before: Sequence[Widget], after: Sequence[Widget], start: float, effects: Effects = NONE
    ) -> None:
        self.after = after
        self._start = start
        self._away: dict[int, tuple[Offset, Span]] = {}  # so far from its place a widget is at the start
        self._ticks: dict[int, tuple[Tally, Tally, Span]] = {}  # what it said before, what it says
        self._flips: dict[int, _Flip] = {}
        self._leaving: list[_Leaving] = []
        self._dealt: list[tuple[Card, Offset, Span]] = []  # where it comes from
        self._shaken: dict[int, Span] = {}
        self._leaning: dict[int, tuple[Offset, Span]] = {}
        if before:
            self._groups(before)
            self._sheet(before)
            self._cards(before, effects.sweeps)
            self._counts(before)
            self._effects(effects)
        self._over = next((at for at, widget in enumerate(after) if isinstance(widget, Scrim)), len(after))
        self.end = max((span.end for span in self._spans()), default=start)

    @property
    def slides(self) -> bool:
        """Whether a card goes from one place to another."""
        return bool(self._leaving) or any(isinstance(self.after[at], Card) for at in self._away)

    def _spans(self) -> Iterator[Span]:
        yield from (span for _, span in (*self._away.values(), *self._leaning.values()))
        yield from (span for _, _, span in self._ticks.values())
        yield from (span for _, _, span in self._dealt)
        yield from (leaving.slide for leaving in self._leaving)
        yield from (flip.span for flip in self._flips.values())
        yield from self._shaken.values()

    def at(self, now: float) -> Sequence[Widget]:
        """The picture at that time."""
        if now >= self.end:
            return self.after
        shown = list(self.after)
        for at, (was, then, span) in self._ticks.items():
            share = span.share(now)
            numbers = zip(_numbers(was), _numbers(then), strict=True)
            shown[at] = _saying(then, [old + round((new - old) * share) for old, new in numbers])
        for at, flip in self._flips.items():
            card = shown[at]
            if isinstance(card, Card):
                shown[at] = _turning(card, flip.was, card.name, (now - flip.span.start) / flip.span.length)
        for at, (offset, span) in self._away.items():
            shown[at] = _shifted(shown[at], offset, 1 - span.share(now))
        for at, span in self._shaken.items():
            shown[at] = _shifted(shown[at], (self._width // SHAKEN, 0), _wobble(now, span))
        for at, (offset, span) in self._leaning.items():
            shown[at] = _shifted(shown[at], offset, _there_and_back(now, span))
        shown[self._over : self._over] = [*self._gone(now), *self._coming(now)]
        return shown

    def _gone(self, now: float) -> Iterator[Widget]:
        for card, offset, flip, slide in self._leaving:
            if now < slide.end:
                turned = _turning(card, card.name, None, (now - flip.start) / flip.length)
                yield _shifted(turned, offset, slide.share(now))

    def _coming(self, now: float) -> Iterator[Widget]:
        for card, offset, span in self._dealt:
            if span.start <= now < span.end:
                yield _shifted(card, offset, 1 - span.share(now))

    def _groups(self, before: Sequence[Widget]) -> None:
        were = {widget.key: widget.box for widget in before if isinstance(widget, Group)}
        for at, group in enumerate(self.after):
            if not isinstance(group, Group):
                continue
            box, was = group.box, were.get(group.key)
            offset = (was.x - box.x, was.y - box.y) if was else group.enters
            if offset != (0, 0):
                moves = offset, self._ranked(group)
                inside = range(at, len(self.after))
                self._away |= {i: moves for i in inside if box.holds(self.after[i].box)}
            if was is None and group.turns:
                self._turn_up(box)

    def _turn_up(self, box: Box) -> None:
        """One card after the other, once they are there."""
        for at, card in enumerate(self.after):
            if isinstance(card, Card) and card.name and box.holds(card.box):
                start = self._start + LENGTH_S + len(self._flips) * APART_S
                self._flips[at] = _Flip(None, Span(start, FLIP_S))

    def _ranked(self, group: Group) -> Span:
        """Those that change rank go one after the other, the first of them last."""
        if not group.rank:
            return Span(self._start)
        number = max(other.rank for other in self.after if isinstance(other, Group))
        length = RANK_S * 0.6
        return Span(self._start + (RANK_S - length) * (number - group.rank) / max(1, number - 1), length)

    def _sheet(self, before: Sequence[Widget]) -> None:
        scrims = [at for at, widget in enumerate(self.after) if isinstance(widget, Scrim)]
        if len(scrims) > sum(isinstance(widget, Scrim) for widget in before):
            rise = (0, self.after[scrims[-1]].box.h // RISE), Span(self._start)
            self._away |= dict.fromkeys(range(scrims[-1] + 1, len(self.after)), rise)

    def _cards(self, before: Sequence[Widget], sweeps: bool) -> None:
        """Only where there are hands, before and after: elsewhere a card is a picture, and at most turns."""
        self._turned(before)
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
                self._away[at] = offset, Span(self._start, _length(offset, card.box))
            elif source is None and isinstance(card, Card) and not any(hand.gives for hand in hands):
                self._flips.setdefault(at, _Flip(None, Span(self._start, FLIP_S)))
        goal = taker.box if taker else self._beside(hands) if sweeps else None
        gone = [before[at] for key, at in were.items() if key not in are]
        for number, card in enumerate(gone):
            if goal and isinstance(card, Card):
                flip = Span(self._start + number * APART_S, FLIP_S)
                self._leaving.append(_Leaving(card, _offset(goal, card.box), flip, Span(flip.end, FAR_S)))

    def _beside(self, hands: Sequence[Hand]) -> Box:
        """Off the table."""
        right = max(widget.box.right for widget in self.after)
        return Box(right + right // 4, max(hand.box.bottom for hand in hands) // 2, 0, 0)

    def _turned(self, before: Sequence[Widget]) -> None:
        """What lay face down where a card lies now, or the other way round."""
        were = {(card.deck, card.box): card for card in before if isinstance(card, Card)}
        for at, card in enumerate(self.after):
            was = were.get((card.deck, card.box)) if isinstance(card, Card) else None
            if was and isinstance(card, Card) and (was.name is None) != (card.name is None):
                start = self._start + len(self._flips) * APART_S
                self._flips[at] = _Flip(was.name, Span(start, FLIP_S))

    def _counts(self, before: Sequence[Widget]) -> None:
        were, are = _counting(before), _counting(self.after)
        for counts, (at, tally) in are.items():
            was = were[counts][1] if counts in were else None
            if was and _form(was) == _form(tally) and _numbers(was) != _numbers(tally):
                self._ticks[at] = was, tally, Span(self._start)

    def _effects(self, effects: Effects) -> None:
        self._width = max((widget.box.right for widget in self.after), default=0)
        hands = {hand.seat: hand for hand in self.after if isinstance(hand, Hand)}
        towards = hands.get(effects.towards)
        for at, widget in enumerate(self.after):
            name = _name_of(widget)
            if name and name in effects.shakes:
                self._shaken[at] = Span(self._start + LENGTH_S, SHAKE_S)
            if towards and name and name in effects.leans:
                self._leaning[at] = _offset(towards.box, widget.box), Span(self._start, LEAN_S)
        if effects.deals and hands:
            self._deal([hand.box for hand in hands.values()], effects.deals, effects.deck)

    def _deal(self, hands: Sequence[Box], number: int, deck: str) -> None:
        """Round the table, a card to each, out of the middle of the picture."""
        table = Box(0, 0, self._width, max(widget.box.bottom for widget in self.after))
        high = table.h // DEALT_HIGH
        apart = min(APART_S, (DEALT_S - LENGTH_S) / (number * len(hands)))
        for turn in range(number * len(hands)):
            place = hands[turn % len(hands)].centred(round(high * SHAPE), high)
            span = Span(self._start + turn * apart)
            self._dealt.append((Card(place, deck, None), _offset(table, place), span))


def eased(share: float) -> float:
    """Quick at first, then gently to rest."""
    left = 1 - max(0.0, min(share, 1.0))
    return 1 - left * left * left


def _wobble(now: float, span: Span) -> float:
    """From side to side, less and less."""
    share = (now - span.start) / span.length
    return math.sin(share * 6 * math.pi) * (1 - share) if 0 < share < 1 else 0.0


def _there_and_back(now: float, span: Span) -> float:
    share = max(0.0, min((now - span.start) / span.length, 1.0))
    return LEAN * math.sin(share * math.pi)


def _turning(card: Card, was: str | None, name: str | None, share: float) -> Card:
    """The card on its way from one side to the other."""
    if share >= 1:
        return replace(card, name=name)
    wide = abs(math.cos(max(0.0, share) * math.pi))
    return replace(card, name=was if share < 0.5 else name, narrow=round((1 - wide) * EDGEWISE))


def _single(widgets: Sequence[Widget]) -> dict[tuple[str, str], int]:
    """Every open card that is shown once, and where in the list."""
    shown = [
        ((widget.deck, widget.name), at)
        for at, widget in enumerate(widgets)
        if isinstance(widget, Card) and widget.name
    ]
    number = Counter(key for key, _ in shown)
    return {key: at for key, at in shown if number[key] == 1}


def _name_of(widget: Widget) -> str:
    """By which an effect may mean it."""
    match widget:
        case Card(name=str(name)):
            return name
        case Text() | Gauge():
            return widget.counts
    return ""


def _only(hands: Iterator[Hand]) -> Hand | None:
    found = list(hands)
    return found[0] if len(found) == 1 else None


def _length(offset: Offset, box: Box) -> float:
    return FAR_S if math.hypot(*offset) > FAR * box.h else LENGTH_S


def _offset(of: Box, seen_from: Box) -> Offset:
    """From the middle of one box to the middle of the other."""
    (x, y), (from_x, from_y) = ((box.x + box.w // 2, box.y + box.h // 2) for box in (of, seen_from))
    return x - from_x, y - from_y


def _shifted(widget: Widget, offset: Offset, share: float) -> Widget:
    x, y, w, h = widget.box
    return replace(widget, box=Box(x + round(offset[0] * share), y + round(offset[1] * share), w, h))


# What counts


def _counting(widgets: Sequence[Widget]) -> dict[str, tuple[int, Tally]]:
    """Every sum that is shown once, by what it counts, and where in the list."""
    shown = [(at, widget) for at, widget in enumerate(widgets) if isinstance(widget, Gauge | Text)]
    number = Counter(widget.counts for _, widget in shown)
    return {tally.counts: (at, tally) for at, tally in shown if tally.counts and number[tally.counts] == 1}


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
