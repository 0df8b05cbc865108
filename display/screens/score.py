"""A scored round: what everybody took, how it adds up, and where the match stands; at its end the podium."""

from __future__ import annotations

from controller.intents import Act, Leave, PlayAgain
from controller.view import MatchView, TableView
from display.boxes import Box
from display.screens.board import title_row
from display.theme import (
    BODY,
    GOLD,
    HEAD,
    INK,
    INK_SOFT,
    LARGE,
    MARGIN,
    PAPER,
    PAPER_SHADE,
    SMALL,
    TITLE,
)
from display.typography import BOLD
from display.ui import Ui
from display.widgets import Group, Page, Picture
from engine.match import NEXT, UNDO

FEWEST_FIRST = ("thirteen",)  # how totals are listed; who won is the referee's word
COLUMNS = 8  # rounds the score sheet has room for, the last ones


def ranked(match: MatchView) -> list[tuple[int, str, int]]:
    """Rank, name and total, the best first."""
    totals = match.state["totals"]
    sign = 1 if match.game in FEWEST_FIRST else -1
    order = sorted(totals.items(), key=lambda item: sign * item[1])
    values = [value for _, value in order]
    return [(values.index(value) + 1, name, value) for name, value in order]


def shown_name(match: MatchView, who: str) -> str:
    """A player, or the two of a side."""
    if who in match.names:
        return who
    return " + ".join(match.names[int(seat)] for seat in who.split("+"))


def reveal(page: Page, view: TableView, match: MatchView) -> None:
    px, words = page.px, page.words
    room = page.box.inset(px(MARGIN), px(8))
    top, room = room.cut_top(px(22), px(4))
    title_row(page, view, top, words.game(match.game))
    head, room = room.cut_top(px(44), px(6))
    text = words.say("Round {number} is scored", number=match.state["round"])
    page.text(head, text, HEAD, PAPER, BOLD, align=0, lines=1)
    last, room = room.cut_bottom(page.touch, px(8))
    undo, go = last.cut_left(px(180), page.gap)
    page.button(undo, words.say("undo"), Act(UNDO), look="quiet", sign="undo", key="u")
    page.button(
        go, words.say("next round"), Act(NEXT), look="primary", sign="right", size=LARGE, key="return"
    )
    rows(page, room, match)


def rows(page: Page, box: Box, match: MatchView) -> None:
    """Player by player: the cards, the sum as in the rule book, the total."""
    found = ranked(match)
    for (_, who, total), row in zip(found, box.rows(max(3, len(found)), page.px(6)), strict=False):
        _row(page, row, match, who, total)


def _row(page: Page, box: Box, match: MatchView, who: str, total: int) -> None:
    px, revealed = page.px, match.reveal
    page.add(Group(box, f"row {who}"))
    page.panel(box, PAPER, 10)
    inner = box.inset(px(12), px(5))
    name, inner = inner.cut_left(px(150), px(10))
    page.text(name, shown_name(match, who), LARGE - 2, INK, BOLD, align=0, lines=2)
    figure, inner = inner.cut_right(px(84), px(10))
    page.text(figure, str(total), HEAD + 4, INK, BOLD, align=1, lines=1, counts=True)
    taken = (
        revealed.taken[match.names.index(who)] if revealed and who in match.names and revealed.taken else ()
    )
    text = revealed.explain.get(who, "") if revealed else ""
    if not taken:
        page.text(inner, text, BODY, INK_SOFT, BOLD, align=0, lines=2)
        return
    cards, said = inner.cut_top(inner.h * 11 // 20, px(2))
    page.fan(cards, match.game, sorted(taken))
    page.text(said, text, SMALL, INK_SOFT, BOLD, lines=1)


# The end


def podium(page: Page, view: TableView, match: MatchView) -> None:
    px, words = page.px, page.words
    room = page.box.inset(px(MARGIN), px(8))
    top, room = room.cut_top(px(22), px(4))
    title_row(page, view, top, words.game(match.game))
    last, room = room.cut_bottom(page.touch, px(8))
    undo, rest = last.cut_left(px(150), page.gap)
    page.button(undo, words.say("undo"), Act(UNDO), look="quiet", sign="undo", key="u")
    again, menu = rest.columns(2, page.gap)
    page.button(
        again, words.say("again, same players"), PlayAgain(), look="primary", size=LARGE - 2, key="return"
    )
    page.button(menu, words.say("menu"), Leave(), then=Ui(), look="plain", size=LARGE - 2, key="q")
    head, room = room.cut_top(px(60), px(8))
    crown, said = head.cut_left(px(56), px(14))
    page.add(Picture(crown.centred(px(52), px(52)), "crown", GOLD))
    page.text(said, words.instruction(match), TITLE - 6, PAPER, BOLD, align=0, lines=1)
    steps, sheet = room.cut_left(room.w * 9 // 20, px(16))
    _steps(page, steps, match)
    _score_sheet(page, sheet, match)


def _steps(page: Page, box: Box, match: MatchView) -> None:
    """The first three on steps, the winners highest."""
    px = page.px
    order = ranked(match)[:3]
    places = box.columns(3, px(8))
    where = (1, 0, 2)  # the first in the middle
    for (rank, who, total), column in zip(order, where, strict=False):
        place = places[column]
        high = box.h * (10, 7, 5)[min(rank, 3) - 1] // 13
        step, above = place.cut_bottom(high)
        first = rank == 1
        page.panel(step, GOLD if first else PAPER, 10, shadow=True)
        name = above.cut_bottom(min(above.h, px(46)), px(2))[0]
        page.text(name, shown_name(match, who), LARGE - 2, PAPER, BOLD, lines=2)
        figure, rest = step.inset(px(6)).cut_top(px(50))
        page.text(figure, str(rank), TITLE, INK, BOLD, lines=1)
        page.text(rest, str(total), LARGE, INK, BOLD, lines=1)


def _score_sheet(page: Page, box: Box, match: MatchView) -> None:
    """Every round and the total."""
    px = page.px
    page.panel(box, PAPER, 10, shadow=True)
    inner = box.inset(px(12), px(8))
    results = match.results[-COLUMNS:]
    lines = inner.rows(max(5, len(match.state["totals"]) + 1), px(2))
    first = len(match.results) - len(results) + 1
    heads = [str(first + number) for number in range(len(results))]
    _line(page, lines[0], "", heads, page.words.say("total"), heading=True)
    for (_, who, total), line in zip(ranked(match), lines[1:], strict=False):
        points = [str(result.get(who, "")) for result in results]
        _line(page, line, shown_name(match, who), points, str(total))


def _line(page: Page, box: Box, name: str, points: list[str], total: str, heading: bool = False) -> None:
    px = page.px
    if heading:
        page.panel(box, PAPER_SHADE, 6)
    box = box.inset(px(6), 0)
    label, rest = box.cut_left(box.w * 2 // 5, px(6))
    page.text(label, name, BODY - 1, INK, BOLD, align=0, lines=1)
    figure, rest = rest.cut_right(px(50), px(4))
    page.text(figure, total, SMALL if heading else BODY, INK, BOLD, align=1, lines=1)
    for text, place in zip(points, rest.columns(max(4, len(points)), px(2)), strict=False):
        page.text(place, text, SMALL if heading else BODY - 2, INK_SOFT, BOLD, align=1, lines=1)
