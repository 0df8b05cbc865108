"""Staged moments: what there is to see between two states of the table, one beat after the other.

    stage.follow(before, after, words)      # the table has ruled; the moment begins
    if stage.turn(now): ...                 # there is something else to lay out: stage.shown(view)
    stage.arrives(now, end)                 # what was laid out stands still from then on
    stage.skip()

The table waits for none of this. Whatever it rules on meanwhile comes in place of what is being shown.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from controller.view import MatchView, TableView
from display.games import presentation
from display.games.moments import Beat
from display.text.words import Words
from display.widgets.theme import INK, PAPER, Scale
from display.widgets.typography import BOLD, HEAD
from display.widgets.widgets import Animation, Group, Hand, Page, Scrim, Widget
from display.window.motion import NONE, Effects

LONGEST_S = 1.5  # all beats of a moment; what moves then, on the way to how things stand, is over soon
MOST = 6  # beats of a moment
DEALT = 5  # cards to each that are seen flying
STAMP_W, STAMP_H = 190, 46


class Stage:
    def __init__(self) -> None:
        self._waiting: deque[Beat] = deque()
        self._beat: Beat | None = None
        self._new = False  # the beat has not been laid out yet
        self._until: float | None = None  # when the beat is over
        self._ends: float | None = None  # when the moment is

    @property
    def playing(self) -> bool:
        return self._beat is not None

    @property
    def effects(self) -> Effects:
        """What moves beside, when the beat is laid out for the first time."""
        beat = self._beat
        if not (beat and self._new):
            return NONE
        return Effects(
            shakes=beat.shakes,
            sweeps=beat.sweeps,
            leans=beat.leans,
            towards=beat.towards,
            deals=min(beat.deals, DEALT),
            deck=beat.match.game,
        )

    @property
    def next_wake(self) -> float | None:
        return self._until

    def follow(self, before: TableView, after: TableView, words: Words) -> None:
        """The table's view is another one; a moment that the move just made is worth begins."""
        if _same(before.match, after.match):
            return
        self.skip()
        found = beats(words, before.match, after.match) if after.match and not after.count else ()
        self._waiting.extend(islice(found, MOST))
        self._next()

    def turn(self, now: float) -> bool:
        """Whether the beat is over, and another picture is due."""
        if self._until is None or now < self._until:
            return False
        if self._ends is not None and now >= self._ends:
            self.skip()
        else:
            self._next()
        return True

    def arrives(self, now: float, end: float) -> None:
        """What was laid out *now* has arrived at *end*."""
        if self._beat and self._new:
            self._ends = now + LONGEST_S if self._ends is None else self._ends
            self._until, self._new = min(end + self._beat.hold_s, self._ends), False

    def skip(self) -> None:
        self._waiting.clear()
        self._ends = None
        self._next()

    def _next(self) -> None:
        self._beat = self._waiting.popleft() if self._waiting else None
        self._new, self._until = self._beat is not None, None

    def shown(self, view: TableView) -> TableView:
        """The view to lay out now."""
        return replace(view, match=self._beat.match) if self._beat else view

    def stamped(self, widgets: Sequence[Widget], scale: Scale, words: Words) -> list[Widget]:
        """The picture with the words that the beat puts over the places of players."""
        stamps = self._beat.stamps if self._beat else {}
        hands = {widget.seat: widget.box for widget in widgets if isinstance(widget, Hand)}
        page = Page(scale, words)
        for seat, text in stamps.items():
            if seat in hands:
                wide, high = page.px(STAMP_W), page.px(STAMP_H)
                box = hands[seat].centred(wide, high)
                box = box._replace(
                    x=max(0, min(box.x, scale.width - wide)), y=max(0, min(box.y, scale.height - high))
                )
                page.add(Group(box, f"stamp {seat}", enters=(0, high // 2)))
                page.panel(box, PAPER, 12, INK, 3, shadow=True)
                page.text(box.inset(page.px(8), page.px(3)), text, HEAD - 4, INK, BOLD, lines=1)
        over = next((at for at, widget in enumerate(widgets) if isinstance(widget, Scrim)), len(widgets))
        return [*widgets[:over], *page.widgets, *widgets[over:]]


def _same(one: MatchView | None, other: MatchView | None) -> bool:
    """Whether nothing was played between the two."""
    if one is None or other is None:
        return one is other
    return (one.id, one.state["round"], one.log) == (other.id, other.state["round"], other.log)


def beats(words: Words, before: MatchView | None, after: MatchView) -> Iterable[Beat]:
    """Those that lead to *after*: a deal, or what one move is worth. None for several moves at once, for one
    that was taken back, and for what was put right."""
    known = before if before and before.id == after.id else None
    if not after.log:
        if known is None or known.state["round"] != after.state["round"]:
            yield from _deal(after)
        return
    if known is None or known.round_over or not _one_more(known, after) or "correct" in after.log[-1].line:
        return
    yield from presentation(after.game).moments(words.of(after.game), known, after)


def _one_more(before: MatchView, after: MatchView) -> bool:
    """Whether one move leads from *before* to *after*."""
    lines = [entry.line for entry in before.log], [entry.line for entry in after.log[:-1]]
    return len(lines[0]) == len(lines[1]) and all(map(_agree, *lines))


def _agree(one: Any, other: Any) -> bool:
    """Whether two lines tell the same move: of a card that lies face down by then, one tells nothing."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_agree(one[key], other[key]) for key in one)
    return one == other or None in (one, other)


def _deal(match: MatchView) -> Iterator[Beat]:
    """In a game that begins with cards in hands."""
    if not match.round_over and (cards := max(player["hand"] for player in match.state["players"])):
        yield Beat(match, deals=cards)


# What moves by itself


class Animations:
    """Since when each animation is to be seen."""

    def __init__(self) -> None:
        self._begun: dict[str, float] = {}

    def lay_out(self, widgets: Sequence[Widget], now: float) -> None:
        """These are shown now: those that were shown before go on."""
        keys = [widget.key for widget in widgets if isinstance(widget, Animation)]
        self._begun = {key: self._begun.get(key, now) for key in keys}

    def end(self, widgets: Sequence[Widget]) -> float:
        """When everything stands still."""
        ends = [
            self._begun[widget.key] + widget.seconds for widget in widgets if isinstance(widget, Animation)
        ]
        return max(ends, default=0.0)

    def at(self, widgets: Sequence[Widget], now: float) -> Iterator[Widget]:
        """The picture at that time."""
        for widget in widgets:
            if isinstance(widget, Animation):
                yield from widget.at(min(now - self._begun.get(widget.key, now), widget.seconds))
            else:
                yield widget
