"""A card is missing: where it was last seen, and which ones no pad saw this evening. Between rounds only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from controller.intents import AskFinder, CheckDeck, Intent
from controller.view import BoxView, FinderView, Sighted, TableView
from display.games import game_of
from display.screens.picker import picker, tabs
from display.screens.ui import Searching, Ui
from display.widgets.boxes import Box, Room
from display.widgets.theme import INK, INK_SOFT, PAPER_SHADE
from display.widgets.typography import BODY, BOLD, HEAD, LARGE, SMALL
from display.widgets.widgets import Page
from engine import games

ROWS = 6  # places of one kind of card
TABS = 5  # games side by side
BOXES = 4  # that were played with in one evening
SHOWN = 9  # missing cards of a box


def finder(page: Page, view: TableView, ui: Ui, searching: Searching) -> None:
    room, found = Room(page.sheet(1000, 470)), view.finder or FinderView()
    _tabs(page, room.top(page.touch, page.px(10)), ui, searching)
    if not searching.deck:
        _evening(page, room, ui, found)
    elif searching.kind:
        _places(page, room, view, ui, searching, found.found)
    else:
        _cards(page, room, ui, searching)


def _tabs(page: Page, box: Box, ui: Ui, searching: Searching) -> None:
    room = Room(box)
    page.button(room.right(page.touch, page.gap), "", then=ui.at(None), sign="no", key="escape")

    def draw(place: Box, game: str, sign: str) -> None:
        deck = games.game(game).deck.name if game else ""
        label = "" if sign else page.words.game(game) if game else page.words.say("this evening")
        look = "chosen" if deck == searching.deck else "unchosen"
        then = ui.at(Searching(deck))
        page.button(place, label, AskFinder(), then=then, look=look, size=BODY - 1, sign=sign)

    draw(room.left(room.rest.w * 3 // 10, page.px(5)), "", "")
    tabs(page, room.rest, games.names(), game_of(searching.deck), TABS, page.px(5), draw)


def _cards(page: Page, room: Room, ui: Ui, searching: Searching) -> None:
    _asked(page, room, page.words.say("Which card are you looking for?"))

    def turned(colour: str, number: int) -> Ui:
        return ui.at(replace(searching, colour=colour, page=number))

    def chosen(kind: str) -> tuple[Sequence[Intent], Ui]:
        return [AskFinder(searching.deck, kind)], ui.at(replace(searching, kind=kind))

    picker(page, room.rest, game_of(searching.deck), searching.colour, searching.page, turned, chosen)


def _asked(page: Page, room: Room, text: str) -> None:
    page.text(room.top(page.px(26), page.px(6)), text, LARGE - 2, INK, BOLD, align=0, lines=1)


# One kind of card


def _places(
    page: Page, room: Room, view: TableView, ui: Ui, searching: Searching, found: Sequence[Sighted]
) -> None:
    px, words = page.px, page.words
    picture = Room(room.left(px(190), px(20)))
    back, then = picture.bottom(page.touch, px(10)), ui.at(replace(searching, kind=""))
    page.button(back, words.say("back"), then=then, sign="left")
    page.card(picture.rest, game_of(searching.deck), searching.kind, 240)
    copies = sorted({sighted.copy for sighted in found})[:2]
    for copy, place in zip(copies, room.bottom(page.touch, px(10)).columns(2, page.gap), strict=False):
        label = words.say("check box {number}", number=copy)
        page.button(place, label, CheckDeck(searching.deck, copy), then=Ui(ready=ui.ready), sign="tick")
    if not found:
        page.text(room.rest, words.say("This card was never registered."), HEAD - 4, INK_SOFT, BOLD)
        return
    running = view.match.id if view.match else None
    latest = sorted(found, key=lambda sighted: -sighted.at)
    for sighted, row in zip(latest, room.rest.rows(ROWS, px(5)), strict=False):
        _place(page, row, sighted, running)


def _place(page: Page, box: Box, sighted: Sighted, running: int | None) -> None:
    px, words = page.px, page.words
    page.panel(box, PAPER_SHADE, 9)
    room, number = Room(box.inset(px(10), px(3))), words.say("box {number}", number=sighted.copy)
    page.text(room.left(px(88), px(8)), number, BODY - 2, INK_SOFT, BOLD, align=0, lines=1)
    if sighted.busy:
        text = words.say("in a match that is not over: resume it, and finish its round first")
        page.text(room.rest, text, BODY - 2, INK_SOFT, align=0, lines=2)
        return
    if sighted.pad is None:
        page.text(room.rest, words.say("no pad ever saw it"), BODY - 1, INK_SOFT, align=0, lines=1)
        return
    where, pad = room.left(room.rest.w * 9 // 20, px(8)), words.say("pad: {pad}", pad=words.pad(sighted.pad))
    page.text(where, pad, BODY, INK, BOLD, align=0, lines=1)
    if sighted.match is None:
        occasion = words.say("outside a match")
    elif sighted.match == running:
        occasion = words.say("in this match")
    else:
        occasion = words.say("in an earlier match")
    page.text(room.rest, f"{words.moment(sighted.at)}\n{occasion}", SMALL, INK_SOFT, align=0, lines=2)


# The evening


def _evening(page: Page, room: Room, ui: Ui, found: FinderView) -> None:
    words, places = page.words, max(3, len(found.boxes))
    _asked(page, room, words.say("Did every card come back to its box?"))
    if not found.boxes:
        page.text(room.rest, words.say("No card has been seen yet."), HEAD - 4, INK_SOFT, BOLD)
    for report, row in zip(found.boxes[:BOXES], room.rest.rows(places, page.px(8)), strict=False):
        _box(page, row, ui, report)


def _box(page: Page, box: Box, ui: Ui, report: BoxView) -> None:
    px, words, game = page.px, page.words, game_of(report.deck)
    page.panel(box, PAPER_SHADE, 10)
    room = Room(box.inset(px(10), px(6)))
    check = room.right(px(130), px(10)).centred(px(130), page.touch)
    does = CheckDeck(report.deck, report.copy)
    page.button(check, words.say("check the deck"), does, then=Ui(ready=ui.ready), sign="tick", size=SMALL)
    title, number = room.left(px(176), px(10)).rows(2)
    text = words.say("{game}, box {number}", game=words.game(game), number=report.copy)
    page.text(title, text, BODY, INK, BOLD, align=0, lines=1)
    if report.busy:
        text = words.say("in a match that is not over: resume it, and finish its round first")
        page.text(room.rest, text, BODY - 2, INK_SOFT, align=0, lines=2)
        return
    text = words.say("{seen} of {total} seen", seen=report.seen, total=report.seen + len(report.missing))
    page.text(number, text, BODY - 2, INK_SOFT, align=0, lines=1)
    if not report.missing:
        page.sign(room.left(px(24), px(8)), "tick", INK, 22)
        page.text(room.rest, words.say("Every card was seen."), BODY, INK, BOLD, align=0, lines=1)
        return
    more = room.right(px(44), px(4))
    page.fan(room.rest, game, [missing.card for missing in report.missing[:SHOWN]], seen=0.4)
    if len(report.missing) > SHOWN:
        page.text(more, f"+{len(report.missing) - SHOWN}", BODY, INK_SOFT, BOLD, lines=1)
