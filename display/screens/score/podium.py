"""The end of a match: steps that rise, the winner's name, and cards that fall for joy.

podium(page, view, match, ui)
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from controller.intents import Leave, PlayAgain
from controller.view import MatchView, TableView
from display.games import presentation
from display.screens.board import titled
from display.screens.score import (
    at_stage,
    find_button,
    ranked,
    scores_button,
    shown_name,
    standing,
    undo_button,
)
from display.screens.ui import Scores, Sheet, Ui
from display.widgets.boxes import Box, Room
from display.widgets.theme import BAIZE_DEEP, INK, PAPER, WOOD, Colour, mix
from display.widgets.typography import BODY, BOLD, LARGE, SMALL, TITLE
from display.widgets.widgets import SHAPE, Animation, Card, Page, Panel, Picture, Widget
from engine import games

NAME = 64  # pixels of the smallest screen for who has won
RISE_S = 0.5  # a step
FALL_S = 3.0  # cards
HEIGHTS = (1.0, 0.76, 0.6)  # of the steps, by rank
STEPS = 5  # side by side at most, where ranks are shared
CARDS = 26
HIGH = 70  # a falling card
TURNS = 15  # degrees between two looks of a falling card
STEP: Colour = mix(WOOD, PAPER, 0.12)
FIRST: Colour = mix(WOOD, PAPER, 0.3)


def podium(page: Page, view: TableView, match: MatchView, ui: Ui) -> None:
    px, words = page.px, page.words
    room = Room(titled(page, view, words.game(match.game), high=22))
    last = Room(room.bottom(page.touch, px(8)))
    falling = page.box._replace(h=last.rest.y - page.box.y)
    head = room.top(px(84), px(6))
    steps = [_Step(*row) for row in _places(ranked(match))]
    rise = RISE_S * max((step.rank for step in steps), default=1)

    def at(t: float) -> Sequence[Widget]:
        shown = Page(page.scale, words)
        shown.add(*_falling(match, falling, px(HIGH), t - rise))
        _steps(shown, room.rest.inset(px(30), 0), match, steps, t)
        if t >= rise:
            shown.panel(head, BAIZE_DEEP, 14)
            text = words.winners(match.state["winners"])
            shown.text(head.inset(px(16), px(2)), text, NAME, PAPER, BOLD, lines=1)
        return shown.widgets

    page.widgets.insert(0, Animation(page.box, f"podium {match.id}", rise + FALL_S, at))  # under all words
    _last_row(page, last, view, match, ui)


def _last_row(page: Page, last: Room, view: TableView, match: MatchView, ui: Ui) -> None:
    px, words = page.px, page.words
    again = last.right(px(240), page.gap)
    page.button(again, words.say("again, same players"), PlayAgain(), look="primary", size=BODY, key="return")
    menu = last.right(px(96), page.gap)
    page.button(menu, words.say("menu"), Leave(), then=Ui(), look="plain", size=BODY, key="q")
    undo_button(page, last.left(page.touch, page.gap), match, label=False)
    if not view.seat_players:
        find_button(page, last.left(page.touch, page.gap), ui, label=False)
    scores_button(page, last.left(page.touch, page.gap), ui, Scores(game=match.game), "s", label=False)
    score, sheet = last.rest.columns(2, page.gap)
    back = at_stage(match, ui, standing(match) + 1)
    page.button(score, words.say("score"), then=back, look="quiet", size=SMALL, key="left")
    page.button(sheet, words.say("sheet"), then=ui.at(Sheet()), look="quiet", size=SMALL, key="t")


@dataclass(frozen=True, slots=True)
class _Step:
    rank: int
    who: str
    total: int


def _places(order: list[tuple[int, str, int]]) -> list[tuple[int, str, int]]:
    """Who stands on steps, from the left: the first in the middle, the others beside, in turn."""
    best = [row for row in order if row[0] <= len(HEIGHTS)][:STEPS]
    return [*reversed(best[1::2]), *best[:1], *best[2::2]]


def _steps(page: Page, box: Box, match: MatchView, steps: Sequence[_Step], t: float) -> None:
    """The third rises first; equal ranks are equally high."""
    px, most = page.px, max((step.rank for step in steps), default=1)
    wide = min(px(210), box.w // max(1, len(steps)))
    all_ = box.centred(wide * len(steps), box.h)
    for step, column in zip(steps, all_.columns(len(steps), px(8)), strict=True):
        full = round(box.h * HEIGHTS[step.rank - 1])
        share = max(0.0, min((t - RISE_S * (most - step.rank)) / RISE_S, 1.0))
        high = round(full * (1 - (1 - share) ** 3))
        if not high:
            continue
        place = column.cut_bottom(high)[0]
        fill, cap = FIRST if step.rank == 1 else STEP, min(high, px(24))
        page.panel(place.cut_top(cap)[0], fill, 10)
        page.add(Panel(Box(place.x, place.y + cap // 2, place.w, place.h - cap // 2), fill))
        if share == 1.0:
            _told(page, Room(place.inset(px(8), px(8))), match, step)


def _told(page: Page, room: Room, match: MatchView, step: _Step) -> None:
    px, names = page.px, shown_name(match, step.who).split(" + ")
    plate = room.top(px(34) * len(names) + px(6), px(6))
    page.panel(plate, PAPER, 8)
    for name, line in zip(names, plate.inset(px(6), px(3)).rows(len(names)), strict=True):
        page.name(line, name, LARGE, INK)
    figure, total = room.rest.cut_top(min(px(62), room.rest.h * 3 // 5))
    if step.rank == 1 and figure.h >= px(50):
        crown, figure = figure.cut_left(figure.w // 2)
        side = min(px(46), crown.h)
        page.add(Picture(crown.cut_right(side)[0].centred(side, side), "crown", PAPER))
    page.text(figure, str(step.rank), TITLE + 8, PAPER, BOLD, lines=1)
    page.text(total, str(step.total), LARGE + 2, PAPER, BOLD, lines=1)


# Cards that fall


@dataclass(frozen=True, slots=True)
class _Falling:
    card: str
    x: float  # shares of the screen's width
    sway: float
    delay_s: float
    seconds: float  # from the top to the bottom
    angle: int
    spin: int  # degrees a second


@cache
def _shower(game: str, number: int) -> tuple[_Falling, ...]:
    """The same for the same match, each time."""
    dice, shown = Random(number), presentation(game)
    deck = games.game(game).deck.names
    names = [*shown.samples, *(dice.choice(deck) for _ in range(7))]
    return tuple(
        _Falling(
            card=names[at % len(names)],
            x=(at + dice.random()) / CARDS,
            sway=dice.uniform(0.01, 0.03),
            delay_s=dice.uniform(0, FALL_S / 2),
            seconds=dice.uniform(1.1, FALL_S / 2),
            angle=dice.randrange(0, 360, TURNS),
            spin=dice.choice((-200, -120, 120, 200)),
        )
        for at in range(CARDS)
    )


def _falling(match: MatchView, box: Box, high: int, t: float) -> Iterator[Widget]:
    """Behind everything that can be read."""
    wide = round(high * SHAPE)
    for card in _shower(match.game, match.id):
        since = t - card.delay_s
        if 0 <= since < card.seconds:
            x = box.x + box.w * (card.x + card.sway * math.sin(4 * since))
            y = box.y - high + (box.h + high) * (since / card.seconds) ** 1.3
            angle = round((card.angle + card.spin * since) / TURNS) * TURNS % 360
            place = Box(round(x) - wide // 2, round(y), wide, high)
            yield Card(place, match.game, card.card, angle=angle)
