"""The board of 13: three targets with their cards, and how far each is from 13."""

from __future__ import annotations

from controller.view import MatchView, TableView
from display.screens.board import pad_of
from display.screens.ui import Ui
from display.widgets.boxes import Box
from display.widgets.theme import CHALK_SOFT, GOLD, HEAD, LARGE, PAPER, SMALL, SUITS
from display.widgets.typography import BOLD
from display.widgets.widgets import Gauge, Pad, Page, Picture, capital

LIMIT = 13
PLACES = 3  # for cards on a target, before they close up


def board(page: Page, box: Box, view: TableView, match: MatchView, ui: Ui) -> None:
    targets = match.state["targets"]
    for place, (zone, target) in zip(box.columns(len(targets), page.px(12)), targets.items(), strict=True):
        _target(page, place, view, zone, target["cards"], target["sum"])


def _target(page: Page, box: Box, view: TableView, zone: str, cards: list[str], total: int) -> None:
    px, suit = page.px, SUITS[zone]
    head, rest = box.cut_top(px(26), px(4))
    sign, name = head.cut_left(px(22), px(7))
    page.add(Picture(sign.centred(px(20), px(20)), suit.shape, PAPER))
    page.text(name, capital(page.words.colour(zone)), LARGE - 3, PAPER, BOLD, align=0, lines=1)
    gauge, rest = rest.cut_bottom(px(22), px(5))
    sums, pad = rest.cut_bottom(px(34), px(4))
    page.add(Pad(pad, zone, pad_of(view, zone).light))
    page.fan(pad.inset(px(12), px(12)), "thirteen", cards, places=PLACES)
    value, room = sums.cut_left(sums.w * 9 // 20, px(4))
    ink = GOLD if total == LIMIT else PAPER
    page.text(value, f"{total} / {LIMIT}", HEAD, ink, BOLD, align=0, lines=1, counts=True)
    page.text(room, _room(page, total), SMALL, CHALK_SOFT, align=1, lines=2)
    page.add(Gauge(gauge, total, LIMIT, suit.fill))


def _room(page: Page, total: int) -> str:
    if total == LIMIT:
        return page.words.say("exactly 13")
    return page.words.say("room for {number}", number=LIMIT - total)
