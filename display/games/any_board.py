"""A board for any game: the zones with their lights, the cards the public state names, what may be chosen."""

from __future__ import annotations

from controller.view import MatchView, TableView
from display.games.defaults import cards_lying
from display.screens.board import answers, caption, on_board, pad_of
from display.screens.ui import Ui
from display.widgets.boxes import Box
from display.widgets.widgets import Pad, Page
from engine import games

COLUMNS = 3  # choices side by side


def board(page: Page, box: Box, view: TableView, match: MatchView, ui: Ui) -> None:
    px, words = page.px, page.words.of(match.game)
    if on_board(match) and match.choices:
        rows = min(3, -(-len(match.choices) // COLUMNS))
        asked, box = box.cut_bottom(rows * (page.touch + page.gap), px(10))
        answers(page, asked, match, COLUMNS, match.choices[: rows * COLUMNS])
    zones, lying = games.game(match.game).zones, cards_lying(match)
    elsewhere = {name: cards for name, cards in lying.items() if name not in zones and cards}
    for zone, place in zip(zones, box.columns(len(zones), px(12)), strict=True):
        head, pad = place.cut_top(px(20), px(3))
        caption(page, head, words.place(zone))
        page.add(Pad(pad, zone, pad_of(view, zone).light))
        cards = lying.get(zone) or (next(iter(elsewhere.values()), []) if zone == zones[0] else [])
        page.fan(pad.inset(px(12), px(12)), match.game, cards[-SHOWN:])


SHOWN = 8  # cards of a zone, the last ones
