"""The past: finished matches page by page, who won how often, and how it went, as curves.

scores(page, view, ui, Scores(tab="ranks", game="highest"))
"""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate

from controller.view import Course, Played, Rank, ScoresView, TableView
from display.screens.picker import tabs, turns
from display.screens.score import SCORES as ROWS
from display.screens.score import asked
from display.screens.score.sheet import bonus_of, score_sheet
from display.screens.ui import Scores, Ui
from display.text import past
from display.widgets.boxes import Box, Room
from display.widgets.theme import INK, INK_SOFT, PAPER, PAPER_EDGE, PAPER_SHADE, SUITS, Colour, ink
from display.widgets.typography import BODY, BOLD, HEAD, LARGE, SMALL
from display.widgets.widgets import Curve, Page, Plot, capital
from engine import games

NAME = 156  # pixels of the smallest screen for a place and a name
TABS = 6  # games side by side
SIGNS = tuple(SUITS)[:6]  # whose curve is whose


def scores(page: Page, view: TableView, ui: Ui, looking: Scores) -> None:
    px, found = page.px, view.scores or ScoresView()
    room = Room(page.sheet(1000, 470))
    head = Room(room.top(page.touch, px(6)))
    opened = next((played for played in found.matches if played.match == looking.match), None)
    if opened:
        _opened(page, head, room.rest, ui, looking, opened)
        return
    _tabs(page, head, ui, looking)
    _games(page, room.top(page.touch, px(8)), ui, looking)
    if not found.number:
        page.text(room.rest, page.words.say("Nothing has been played yet."), HEAD, INK_SOFT, BOLD)
    elif looking.tab == "ranks" and not looking.guest:
        _ranking(page, room.rest, ui, looking, found)
    elif looking.guest:
        _matches(page, room.left(room.rest.w * 11 // 20, px(14)), ui, looking, found)
        _course(page, room.rest, looking, found.courses)
    else:
        _matches(page, room.rest, ui, looking, found)


def _tabs(page: Page, head: Room, ui: Ui, looking: Scores) -> None:
    say, close = page.words.say, head.right(page.touch, page.gap)
    page.button(close, "", then=ui.at(None), sign="no", key="escape")
    if looking.guest:
        back = head.left(page.touch, page.px(12))
        then = replace(looking, guest="", page=0)
        page.button(back, "", asked(then), then=ui.at(then), sign="left", key="left")
        page.name(head.rest, looking.guest, HEAD, INK, align=0)
        return
    choice = ((say("matches"), "matches", "book"), (say("rankings"), "ranks", "crown"))
    for (label, tab, sign), place in zip(choice, head.rest.columns(2, page.gap), strict=True):
        then = replace(looking, tab=tab, page=0)
        look = "chosen" if tab == looking.tab else "unchosen"
        page.button(place, label, asked(then), then=ui.at(then), look=look, sign=sign, size=LARGE)


def _games(page: Page, box: Box, ui: Ui, looking: Scores) -> None:
    words = page.words

    def draw(place: Box, game: str, sign: str) -> None:
        then = replace(looking, game=game, page=0)
        label = "" if sign else words.game(game) if game else words.say("all games")
        look = "chosen" if game == looking.game else "unchosen"
        page.button(place, label, asked(then), then=ui.at(then), look=look, size=BODY - 2, sign=sign)

    tabs(page, box, ("", *games.names()), looking.game, TABS, page.px(5), draw)


def _pages(page: Page, box: Box, ui: Ui, looking: Scores, number: int) -> Box:
    """Up and down where there is more than a page; what is left of the box."""
    pages = (looking.page - 1, looking.page + 1)
    ways = [replace(looking, page=at) if 0 <= at * ROWS < number else None for at in pages]
    return turns(page, box, *(((asked(way),), ui.at(way)) if way else None for way in ways))


# Matches


def _matches(page: Page, box: Box, ui: Ui, looking: Scores, found: ScoresView) -> None:
    box = _pages(page, box, ui, looking, found.number)
    for played, row in zip(found.matches, box.rows(ROWS, page.px(5)), strict=False):
        _match(page, row, played, looking.guest)
        page.hot(row, then=ui.at(replace(looking, match=played.match)))


def _match(page: Page, box: Box, played: Played, guest: str) -> None:
    px, words = page.px, page.words
    page.panel(box, PAPER_SHADE, 9)
    room = Room(box.inset(px(10), px(4)))
    game, date = room.left(px(104), px(8)).rows(2)
    page.text(game, words.game(played.game), BODY - 2, INK, BOLD, align=0, lines=1)
    page.text(date, words.day(played.ended), SMALL, INK_SOFT, align=0, lines=1)
    page.sign(room.left(px(22), px(8)), "crown")
    won = past.winners(words, played)
    if not guest:
        page.text(room.left(room.rest.w * 2 // 5, px(10)), won, BODY - 1, INK, BOLD, align=0, lines=2)
        order = past.standing(words, played)
        told = [words.say("{player}: {said}", player=name, said=total) for name, total in order]
        results = "   ".join(told)
        page.text(room.rest, results, SMALL, INK_SOFT, BOLD, align=0, lines=2)
        return
    figure = room.right(px(44), px(6))
    page.text(room.rest, won, BODY - 1, INK, BOLD, align=0, lines=2)
    if guest in played.names:
        page.text(figure, str(played.totals[played.names.index(guest)]), BODY, INK, BOLD, align=1, lines=1)


def _opened(page: Page, head: Room, box: Box, ui: Ui, looking: Scores, played: Played) -> None:
    """One match: its score sheet, and how the totals grew."""
    px, words = page.px, page.words
    back, close = head.left(page.touch, px(12)), head.right(page.touch, page.gap)
    page.button(back, "", then=ui.at(replace(looking, match=None)), sign="left", key="left")
    page.button(close, "", then=ui.at(None), sign="no", key="escape")
    title = f"{words.game(played.game)}  ·  {words.moment(played.ended)}"
    page.text(head.rest, title, HEAD - 4, INK, BOLD, align=0, lines=1)
    sides = range(len(played.results[0]) if played.results else 0)
    rows = [
        (
            past.side_name(words, played, seat),
            [points[seat] for points in played.results],
            played.totals[seat],
        )
        for seat in sides
    ]
    left, right = box.columns(2, px(16))
    score_sheet(page, left, rows, [SIGNS[seat] for seat in sides], played.game)
    on_top = any(map(bonus_of, rows))
    curves = [
        Curve(SIGNS[seat], (*accumulate(rows[seat][1], initial=0), *[rows[seat][2]] * on_top))
        for seat in sides
    ]
    _plot(page, right, words.say("points from round to round"), curves)


# Rankings


def _ranking(page: Page, box: Box, ui: Ui, looking: Scores, found: ScoresView) -> None:
    px, words = page.px, page.words
    if not found.ranks:
        page.text(box, words.say("No guest is remembered by name."), HEAD - 4, INK_SOFT, BOLD)
        return
    left, right = box.cut_left(box.w * 13 // 20, px(14))
    left = _pages(page, left, ui, looking, found.guests)
    most = max(found.most_won, found.forgotten, 1)
    if found.forgotten:
        row, left = left.cut_bottom(px(24), px(5))
        room = Room(row.inset(px(10), px(2)))
        page.text(
            room.left(px(NAME), px(8)), words.say("forgotten names"), BODY - 2, INK_SOFT, align=0, lines=1
        )
        _bar(page, room.rest, found.forgotten, most, PAPER_EDGE)
    head, left = left.cut_top(px(18), px(2))
    columns = Room(
        _figures(page, head.inset(px(10), 0), [words.say("played"), words.say("average")], looking)
    )
    columns.left(px(NAME), px(8))
    page.text(columns.rest, words.say("won"), SMALL, INK_SOFT, BOLD, align=0, lines=1)
    for number, (rank, row) in enumerate(zip(found.ranks, left.rows(ROWS, px(5)), strict=False)):
        _rank(page, row, rank, looking.page * ROWS + number + 1, SIGNS[number], looking, most)
        then = replace(looking, guest=rank.name, page=0)
        page.hot(row, asked(then), then=ui.at(then))
    curves = [Curve(sign, (0, *course.values)) for sign, course in zip(SIGNS, found.courses, strict=False)]
    _plot(page, right, words.say("recent wins"), curves)


def _rank(page: Page, box: Box, rank: Rank, place: int, suit: str, looking: Scores, most: int) -> None:
    px = page.px
    page.panel(box, PAPER_SHADE, 9)
    figures = [str(rank.matches), page.words.tenths(rank.mean)]
    room = Room(_figures(page, box.inset(px(10), px(2)), figures, looking, bold=True))
    name = Room(room.left(px(NAME), px(8)))
    page.text(name.left(px(22), px(4)), str(place), LARGE, INK, BOLD, align=0, lines=1)
    page.sign(name.left(px(16), px(6)), SUITS[suit].shape, ink(suit))
    page.name(name.rest, rank.name, BODY, INK, align=0)
    _bar(page, room.rest, rank.won, most, SUITS[suit].fill)


def _bar(page: Page, box: Box, won: int, most: int, fill: Colour) -> None:
    """So many matches won, beside those of who won most."""
    px = page.px
    room = Room(box.centred(box.w, min(box.h, px(24))))
    if long := (room.rest.w - px(40)) * won // most:
        page.panel(room.left(max(long, px(6)), px(6)), fill, 5)
    page.text(room.rest, str(won), LARGE - 4, INK, BOLD, align=0, lines=1)


def _figures(page: Page, box: Box, figures: list[str], looking: Scores, bold: bool = False) -> Box:
    """Columns on the right; the mean only says something of one game. What is left of the box."""
    size, colour = (LARGE - 4, INK) if bold else (SMALL, INK_SOFT)
    for text in reversed(figures if looking.game else figures[:1]):
        column, box = box.cut_right(page.px(66), page.px(4))
        page.text(column, text, size, colour, BOLD, align=1, lines=1)
    return box


def _course(page: Page, box: Box, looking: Scores, courses: tuple[Course, ...]) -> None:
    values = courses[0].values if courses else ()
    say = page.words.say
    title = say("points of each match") if looking.game else say("recent wins")
    _plot(page, box, title, [Curve(SIGNS[0], values if looking.game else (0, *values))])


def _plot(page: Page, box: Box, title: str, curves: list[Curve]) -> None:
    px = page.px
    page.panel(box, PAPER, 9, PAPER_SHADE, 2)
    head, box = box.inset(px(8), px(6)).cut_top(px(22), px(4))
    page.text(head, capital(title), SMALL + 1, INK_SOFT, BOLD, lines=1)
    page.add(Plot(box, tuple(curves), px(SMALL)))
