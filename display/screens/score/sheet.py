"""The whole score sheet: every round, and what a match adds to them."""

from __future__ import annotations

from collections.abc import Sequence

from controller.view import MatchView
from display.games import presentation
from display.screens.score import ranked, shown_name
from display.screens.ui import Ui
from display.widgets.boxes import Box, Room
from display.widgets.theme import INK, INK_SOFT, PAPER, PAPER_SHADE, ink, suit
from display.widgets.typography import BODY, BOLD, SMALL
from display.widgets.widgets import Page

COLUMNS = 8  # rounds the score sheet has room for, the last ones

Row = tuple[str, Sequence[int], int]  # a name, the points of each round, the total


def opened(page: Page, match: MatchView, ui: Ui) -> None:
    """Over the podium."""
    rows = [
        (shown_name(match, who), [result[who] for result in match.results], total)
        for _, who, total in ranked(match)
    ]
    box = page.heading(page.sheet(760, 440), page.words.game(match.game), ui.at(None))
    score_sheet(page, box, rows, game=match.game)


def score_sheet(page: Page, box: Box, rows: Sequence[Row], signs: Sequence[str] = (), game: str = "") -> None:
    """Every round and the total, a player in each row; *signs*: the suit whose shape marks them elsewhere.
    What the rounds do not add up to is what the match gave on top: it has a column of its own."""
    px = page.px
    page.panel(box, PAPER, 10, PAPER_SHADE if signs else None, 2, shadow=not signs)
    head, inner = box.inset(px(12), px(10)).cut_top(px(26), px(4))
    rounds = max((len(points) for _, points, _ in rows), default=0)
    on_top = any(bonus_of(row) for row in rows)
    heads = [str(number + 1) for number in range(rounds)][-COLUMNS:]
    if on_top:
        heads.append(page.words.of(game).say(presentation(game).bonus))
    _line(page, head, "", heads, page.words.say("total"), heading=True)
    lines = map(Room, inner.rows(max(4, len(rows)), px(2)))
    for number, (row, line) in enumerate(zip(rows, lines, strict=False)):
        name, points, total = row
        if signs:
            page.sign(line.left(px(14), px(4)), suit(signs[number]).shape, ink(signs[number]))
        shown = [str(point) for point in points][-COLUMNS:]
        _line(page, line.rest, name, [*shown, *[f"+{bonus_of(row)}"] * on_top], str(total))


def bonus_of(row: Row) -> int:
    """What the match gave beside the points of its rounds."""
    _, points, total = row
    return total - sum(points)


def _line(page: Page, box: Box, name: str, points: Sequence[str], total: str, heading: bool = False) -> None:
    px = page.px
    if heading:
        page.panel(box, PAPER_SHADE, 6)
    room = Room(box.inset(px(6), 0))
    page.text(room.right(px(50), px(4)), total, SMALL if heading else BODY, INK, BOLD, align=1, lines=1)
    wide = room.rest.w
    rest = room.right(min(max(px(34) * len(points), wide * 11 // 20), wide * 3 // 5), px(6))
    sides, label = name.split(" + "), room.rest
    for part, place in zip(sides, label.centred(label.w, min(label.h, px(46))).rows(len(sides)), strict=True):
        page.name(place, part, BODY - 1, INK, align=0)
    for text, place in zip(points, rest.columns(max(3, len(points)), px(2)), strict=False):
        page.text(place, text, SMALL if heading else BODY - 2, INK_SOFT, BOLD, align=1, lines=1)
