"""A card is missing: where it was last seen, and which ones no pad saw this evening. Between rounds only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from controller.intents import AskFinder, CheckDeck, Intent
from controller.view import BoxView, FinderView, Sighted, TableView
from display.games import game_of
from display.screens.picker import picker, tabs
from display.screens.ui import Searching, Ui
from display.widgets.boxes import Box
from display.widgets.theme import INK, INK_SOFT, PAPER_SHADE
from display.widgets.typography import BODY, BOLD, HEAD, LARGE, SMALL
from display.widgets.widgets import Page, Picture
from engine import games

ROWS = 6  # places of one kind of card
TABS = 5  # games side by side
BOXES = 4  # that were played with in one evening
SHOWN = 9  # missing cards of a box


def finder(page: Page, view: TableView, ui: Ui, searching: Searching) -> None:
    px, found = page.px, view.finder or FinderView()
    box = page.sheet(1000, 470)
    tabs, box = box.cut_top(page.touch, px(10))
    _tabs(page, tabs, ui, searching)
    if not searching.deck:
        _evening(page, box, ui, found)
    elif searching.kind:
        _places(page, box, view, ui, searching, found.found)
    else:
        _cards(page, box, ui, searching)


def _tabs(page: Page, box: Box, ui: Ui, searching: Searching) -> None:
    close, box = box.cut_right(page.touch, page.gap)
    page.button(close, "", then=replace(ui, over=None), sign="no", key="escape")
    first, rest = box.cut_left(box.w * 3 // 10, page.px(5))

    def draw(place: Box, game: str, sign: str) -> None:
        deck = games.game(game).deck.name if game else ""
        label = "" if sign else page.words.game(game) if game else page.words.say("this evening")
        look = "chosen" if deck == searching.deck else "unchosen"
        then = replace(ui, over=Searching(deck))
        page.button(place, label, AskFinder(), then=then, look=look, size=BODY - 1, sign=sign)

    draw(first, "", "")
    tabs(page, rest, games.names(), game_of(searching.deck), TABS, page.px(5), draw)


def _cards(page: Page, box: Box, ui: Ui, searching: Searching) -> None:
    game = game_of(searching.deck)
    head, box = box.cut_top(page.px(26), page.px(6))
    page.text(head, page.words.say("Which card are you looking for?"), LARGE - 2, INK, BOLD, align=0, lines=1)

    def turned(colour: str, number: int) -> Ui:
        return replace(ui, over=replace(searching, colour=colour, page=number))

    def chosen(kind: str) -> tuple[Sequence[Intent], Ui]:
        return [AskFinder(searching.deck, kind)], replace(ui, over=replace(searching, kind=kind))

    picker(page, box, game, searching.colour, searching.page, turned, chosen)


# One kind of card


def _places(
    page: Page, box: Box, view: TableView, ui: Ui, searching: Searching, found: Sequence[Sighted]
) -> None:
    px, words = page.px, page.words
    picture, box = box.cut_left(px(190), px(20))
    back, picture = picture.cut_bottom(page.touch, px(10))
    page.button(back, words.say("back"), then=replace(ui, over=replace(searching, kind="")), sign="left")
    page.card(picture, game_of(searching.deck), searching.kind, 240)
    copies = sorted({sighted.copy for sighted in found})[:2]
    checks, box = box.cut_bottom(page.touch, px(10))
    for copy, place in zip(copies, checks.columns(2, page.gap), strict=False):
        label = words.say("check box {number}", number=copy)
        page.button(place, label, CheckDeck(searching.deck, copy), then=Ui(ready=ui.ready), sign="tick")
    if not found:
        page.text(box, words.say("This card was never taught to the table."), HEAD - 4, INK_SOFT, BOLD)
        return
    running = view.match.id if view.match else None
    latest = sorted(found, key=lambda sighted: -sighted.at)
    for sighted, row in zip(latest, box.rows(ROWS, px(5)), strict=False):
        _place(page, row, sighted, running)


def _place(page: Page, box: Box, sighted: Sighted, running: int | None) -> None:
    px, words = page.px, page.words
    page.panel(box, PAPER_SHADE, 9)
    inner = box.inset(px(10), px(3))
    which, said = inner.cut_left(px(88), px(8))
    number = words.say("box {number}", number=sighted.copy)
    page.text(which, number, BODY - 2, INK_SOFT, BOLD, align=0, lines=1)
    if sighted.pad is None:
        page.text(said, words.say("no pad ever saw it"), BODY - 1, INK_SOFT, align=0, lines=1)
        return
    where, when = said.cut_left(said.w * 9 // 20, px(8))
    page.text(where, words.say("pad: {pad}", pad=words.pad(sighted.pad)), BODY, INK, BOLD, align=0, lines=1)
    if sighted.match is None:
        occasion = words.say("outside a match")
    elif sighted.match == running:
        occasion = words.say("in this match")
    else:
        occasion = words.say("in an earlier match")
    page.text(when, f"{words.moment(sighted.at)}\n{occasion}", SMALL, INK_SOFT, align=0, lines=2)


# The evening


def _evening(page: Page, box: Box, ui: Ui, found: FinderView) -> None:
    px, words = page.px, page.words
    head, box = box.cut_top(px(26), px(6))
    page.text(head, words.say("Did every card come back to its box?"), LARGE - 2, INK, BOLD, align=0, lines=1)
    if not found.boxes:
        page.text(box, words.say("No card has been seen yet."), HEAD - 4, INK_SOFT, BOLD)
    for report, row in zip(found.boxes[:BOXES], box.rows(max(3, len(found.boxes)), px(8)), strict=False):
        _box(page, row, ui, report)


def _box(page: Page, box: Box, ui: Ui, report: BoxView) -> None:
    px, words = page.px, page.words
    page.panel(box, PAPER_SHADE, 10)
    check, inner = box.inset(px(10), px(6)).cut_right(px(130), px(10))
    check = check.centred(check.w, page.touch)
    does = CheckDeck(report.deck, report.copy)
    page.button(check, words.say("check the deck"), does, then=Ui(ready=ui.ready), sign="tick", size=SMALL)
    game = game_of(report.deck)
    name, inner = inner.cut_left(px(176), px(10))
    title, number = name.rows(2)
    text = words.say("{game}, box {number}", game=words.game(game), number=report.copy)
    page.text(title, text, BODY, INK, BOLD, align=0, lines=1)
    total = report.seen + len(report.missing)
    text = words.say("{seen} of {total} seen", seen=report.seen, total=total)
    page.text(number, text, BODY - 2, INK_SOFT, align=0, lines=1)
    if not report.missing:
        sign, said = inner.cut_left(px(24), px(8))
        page.add(Picture(sign.centred(px(22), px(22)), "tick", INK))
        page.text(said, words.say("Every card was seen."), BODY, INK, BOLD, align=0, lines=1)
        return
    more, inner = inner.cut_right(px(44), px(4))
    page.fan(inner, game, [missing.card for missing in report.missing[:SHOWN]], seen=0.4)
    if len(report.missing) > SHOWN:
        page.text(more, f"+{len(report.missing) - SHOWN}", BODY, INK_SOFT, BOLD, lines=1)
