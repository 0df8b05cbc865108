"""Putting things right: the last moves, a card that was not read, whose turn it is, an early end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from controller.intents import Act, Intent, Line, UndoTo
from controller.view import LogEntry, MatchView
from display.boxes import Box
from display.screens.picker import picker
from display.theme import BODY, HEAD, INK, INK_SOFT, LARGE, SMALL, SUITS
from display.typography import BOLD
from display.ui import Asking, Choosing, Correcting, Over, Rules, Ui
from display.widgets import SHAPE, Card, Page, capital
from engine import games
from engine.rules import EndRound, Turn

ROWS = 5  # moves on a page


def correct(page: Page, match: MatchView, ui: Ui, correcting: Correcting) -> None:
    px, words = page.px, page.words
    box = page.sheet(960, 470)
    head, box = box.cut_top(page.touch, px(6))
    close, head = head.cut_right(page.touch, page.gap)
    page.text(head, capital(words.say("put something right")), HEAD - 2, INK, BOLD, align=0, lines=1)
    page.button(close, "", then=replace(ui, over=None), sign="no", key="escape")
    right, left = box.cut_right(px(262), px(16))
    _moves(page, left, match, ui, correcting)
    things: list[tuple[str, str, Over]] = [
        ("cards", words.say("choose a card that was not read"), Choosing()),
        ("person", words.say("it is somebody else’s turn"), Asking("turn")),
        ("no", words.say("a card is missing: end the round"), Asking("end")),
    ]
    things.append(("book", words.say("how the game is played"), Rules(match.game)))
    for place, (sign, label, over) in zip(right.rows(4, px(8)), things, strict=False):
        page.button(place, label, then=replace(ui, over=over), sign=sign, look="unchosen", size=BODY - 1)


def _moves(page: Page, box: Box, match: MatchView, ui: Ui, correcting: Correcting) -> None:
    """The last moves, the latest first: touch one to take it and all after it back."""
    px, words = page.px, page.words
    caption, box = box.cut_top(px(20), px(4))
    page.text(
        caption, words.say("Touch a move to go back to before it."), SMALL + 1, INK_SOFT, align=0, lines=1
    )
    turn, box = box.cut_right(page.touch, px(8))
    last = len(match.log) - correcting.back
    shown = list(range(last - 1, max(-1, last - 1 - ROWS), -1))
    for number, row in zip(shown, box.rows(ROWS, px(5)), strict=False):
        page.button(
            row, said(page, match.log[number]), UndoTo(number), then=replace(ui, over=None), size=BODY - 2
        )
    up, down = turn.rows(2, px(8))
    later, earlier = correcting.back - ROWS, correcting.back + ROWS
    if later >= 0:
        page.button(up, "", then=replace(ui, over=Correcting(later)), sign="up", key="page up")
    if earlier < len(match.log):
        page.button(down, "", then=replace(ui, over=Correcting(earlier)), sign="down", key="page down")


def said(page: Page, entry: LogEntry) -> str:
    """A move in public words."""
    sentences = [sentence for event in entry.events if (sentence := page.words.event(event))]
    return sentences[0] if sentences else capital(_written(page, entry.line))


def _written(page: Page, line: dict[str, Any]) -> str:
    """A choice nothing else is said about, such as a pass."""
    match line:
        case {"choose": {"bid": demand}}:
            return page.words.demand(demand)
        case {"choose": {"pass": _}}:
            return page.words.say("pass")
        case {"choose": {"oppose": False}}:
            return page.words.say("no opposition")
        case {"choose": {"direction": "up"}}:
            return page.words.say("up")
        case {"choose": {"direction": _}}:
            return page.words.say("down")
        case {"choose": {"tricks": number}}:
            return page.words.count("one trick", "{number} tricks", number)
        case {"press": "done"}:
            return page.words.say("done")
    return page.words.say("a choice")


# Sure?


def ask(page: Page, match: MatchView, ui: Ui, asking: Asking) -> None:
    px, words = page.px, page.words
    box = page.sheet(600, 320)
    head, box = box.cut_top(px(72), px(8))
    back, box = box.cut_bottom(page.touch, px(8))
    done = replace(ui, over=None)
    page.button(back, words.say("back"), then=replace(ui, over=Correcting()), sign="left", key="escape")
    if asking.what == "end":
        page.text(head, words.say("End the round now? What was taken so far is scored."), HEAD - 4, INK, BOLD)
        sure = box.centred(box.w, max(page.touch, px(64)))
        page.button(sure, words.say("end the round"), Act(EndRound()), then=done, look="primary", size=LARGE)
        return
    page.text(head, words.say("Whose turn is it?"), HEAD, INK, BOLD)
    cells = [cell for row in box.rows(2, px(8)) for cell in row.columns(3, px(8))]
    for seat, (name, place) in enumerate(zip(match.names, cells, strict=False)):
        page.button(place, name, Act(Turn(seat)), then=done, look="primary", key=str(seat + 1))


# A card that was not read


def choose_card(page: Page, match: MatchView, ui: Ui, choosing: Choosing) -> None:
    px, words = page.px, page.words
    game = games.game(match.game)
    box = page.sheet(960, 470)
    head, box = box.cut_top(page.touch, px(6))
    close, head = head.cut_right(page.touch, page.gap)
    page.button(close, "", then=replace(ui, over=Correcting()), sign="left", key="escape")
    if choosing.card:
        page.text(
            head,
            words.say("Where does {card} go?", card=words.card(choosing.card)),
            HEAD - 2,
            INK,
            BOLD,
            align=0,
        )
        _places(page, box, match, ui, choosing)
        return
    page.text(head, words.say("Which card is it?"), HEAD - 2, INK, BOLD, align=0, lines=1)

    def turned(colour: str, number: int) -> Ui:
        return replace(ui, over=replace(choosing, colour=colour, page=number))

    def chosen(kind: str) -> tuple[Sequence[Intent], Ui]:
        if len(game.ZONES) > 1:
            return [], replace(ui, over=replace(choosing, card=kind))
        return [Line({"lay": kind})], replace(ui, over=None)

    picker(page, box, match.game, choosing.colour, choosing.page, turned, chosen)


def _places(page: Page, box: Box, match: MatchView, ui: Ui, choosing: Choosing) -> None:
    picture, box = box.cut_left(page.px(200), page.px(20))
    high = min(page.px(240), picture.h)
    page.add(Card(picture.centred(round(high * SHAPE), high), match.game, choosing.card))
    zones = games.game(match.game).ZONES
    for number, (zone, place) in enumerate(zip(zones, box.rows(len(zones), page.px(10)), strict=True), 1):
        does = Line({"lay": choosing.card, "zone": zone})
        sign = SUITS[zone].shape if zone in SUITS else ""
        place = place.centred(place.w, max(page.touch, min(place.h, page.px(72))))
        page.button(
            place,
            page.words.place(zone),
            does,
            then=replace(ui, over=None),
            look="primary",
            sign=sign,
            key=str(number),
        )
