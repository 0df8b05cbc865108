"""The board of Ninja: the centre pile, what is to beat, and who may be given the pile."""

from __future__ import annotations

from controller.view import MatchView, TableView
from display.screens.board import answers, caption, on_board, pad_of
from display.screens.ui import Ui
from display.widgets.boxes import Box
from display.widgets.theme import BODY, INK, INK_SOFT, PAPER, PAPER_SHADE, TITLE
from display.widgets.typography import BOLD
from display.widgets.widgets import Pad, Page

SHOWN = 6  # cards of the pile that are fanned out at most, the last ones


def board(page: Page, box: Box, view: TableView, match: MatchView, ui: Ui) -> None:
    state, px = match.state, page.px
    if on_board(match) and match.choices:
        asked, box = box.cut_bottom(2 * page.touch + page.gap, px(10))
        answers(page, asked, match.choices, match.names, 3)
    beat, pile = box.cut_right(px(150), px(12))
    _to_beat(page, beat, match)
    head, pad = pile.cut_top(px(20), px(3))
    centre = state["centre"]
    caption(
        page, head, page.words.count("one card in the centre", "{number} cards in the centre", len(centre))
    )
    page.add(Pad(pad, "centre", pad_of(view, "centre").light))
    page.fan(pad.inset(px(16), px(14)), "ninja", fanned(centre), places=SHOWN)


def fanned(centre: list[str]) -> list[str]:
    """The pile as it is laid out: when it is full, the next card begins anew, on top of what there was."""
    begun = max(0, len(centre) - 2) // (SHOWN - 1) * (SHOWN - 1)
    return centre[begun:]


def _to_beat(page: Page, box: Box, match: MatchView) -> None:
    """What the next card must be, as large as can be."""
    page.panel(box, PAPER, 14, shadow=True)
    head, rest = box.inset(page.px(8), page.px(8)).cut_top(page.px(24))
    foot, value = rest.cut_bottom(min(page.px(42), rest.h // 2))
    say = page.words.say
    page.text(head, say("to beat"), BODY - 2, INK_SOFT, BOLD, lines=1)
    figure, meaning = _demand(page, match)
    page.text(value, figure, TITLE * 1.7, INK, BOLD, lines=1)
    page.panel(foot, PAPER_SHADE, 8)
    page.text(foot.inset(page.px(4), page.px(2)), meaning, BODY - 2, INK, BOLD, lines=2)


def _demand(page: Page, match: MatchView) -> tuple[str, str]:
    state, say = match.state, page.words.say
    if state["awaiting"] == "counter":
        return "13", say("13 or 1")
    if state["to_beat"] is None:
        return "–", say("any card")
    if state["limit"] is not None:
        return "6", say("6 or less")
    if state["to_beat"] == 13:
        return "13", say("13, 1 or Ninja")
    return str(state["to_beat"]), say("{value} or more", value=state["to_beat"])
