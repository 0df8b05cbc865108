"""The last row of a guided match: what has just come up, in a sentence; a hint for who asks; the rules.

board, row = guided.cut(page, view, ui)      # the screen above it is laid out in what is left
"""

from __future__ import annotations

from dataclasses import replace

from controller.view import MatchView, TableView
from display.screens import rules
from display.screens.ui import Ui
from display.text.guide import Guide, said
from display.text.i18n import mark
from display.widgets.boxes import Box, Room
from display.widgets.theme import INK, INK_SOFT, PAPER_SHADE
from display.widgets.typography import BODY, BOLD
from display.widgets.widgets import Page

IDLE = mark("The bulb gives a hint, the book shows the rules.")


def is_on(view: TableView, ui: Ui) -> bool:
    """Whether the row is there: as long as a round is played, and while it is scored."""
    match = view.match
    return bool(
        match and ui.guide and not (view.demo or view.count or view.enrol or match.state["match_over"])
    )


def row(page: Page, box: Box, view: TableView, match: MatchView, guide: Guide, ui: Ui) -> None:
    words, room = page.words.of(match.game), Room(box)
    page.panel(box, PAPER_SHADE, 0)
    room = Room(box.inset(page.px(8), (box.h - page.touch) // 2))
    page.button(
        room.right(page.touch, page.gap), "", then=ui.at(rules.now(view, match)), sign="book", key="?"
    )
    asked = replace(ui, guide=replace(guide, hinting=not guide.hinting))
    look = "chosen" if guide.hinting else "plain"
    page.button(room.right(page.touch, page.gap), "", then=asked, sign="bulb", key="h", look=look)
    page.sign(room.left(page.px(24), page.px(10)), "bulb" if guide.hinting else "speech")
    text = said(words, match, view.hand, guide)
    page.text(room.rest, text or words.say(IDLE), BODY, INK if text else INK_SOFT, BOLD, align=0, lines=2)


def high(page: Page) -> int:
    return page.touch + page.px(6)
