"""How a game is played: a few drawn pages, each with a sentence or two, and the house rules in force.

page.button(place, "", then=ui.at(now(view, match)), sign="help")     # opens the page that matters now
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from controller.view import MatchView, NoticeKind, TableView
from display.games import AIM, RulePage, page_now, presentation
from display.screens.drawn import plainly
from display.screens.menu import samples
from display.screens.ui import Rules, Setting, Ui
from display.text.words import GameWords
from display.widgets.boxes import Box
from display.widgets.theme import BAIZE, INK, INK_SOFT
from display.widgets.typography import BODY, BOLD, LARGE, SMALL, line_height
from display.widgets.widgets import Page

TEXT = 26  # how large the text of a page is
LINES = 3  # what a page says has room in so many


def pages(game: str, words: GameWords) -> Sequence[RulePage]:
    """The pages of a game; of one that brings none, its idea."""
    return presentation(game).rules or (RulePage(AIM, samples(game), words.idea),)


def now(view: TableView, match: MatchView) -> Rules:
    """The page that matters now."""
    notice = view.notice
    refused = notice.code if notice and notice.kind is NoticeKind.REFUSED else ""
    return Rules(match.game, page_now(match, refused))


def rules(page: Page, view: TableView, ui: Ui, reading: Rules) -> None:
    px, words = page.px, page.words.of(reading.game)
    leaves = pages(reading.game, words)
    leaf = leaves[reading.number]
    title = f"{words.title}  ·  {words.say(leaf.title)}"
    box = page.heading(page.sheet(940, 470), title, ui.at(None), gap=8)
    turn, box = box.cut_bottom(page.touch, px(8))
    back, on = turn.cut_left(turn.w // 3, page.gap)
    where, on = on.cut_left(on.w // 3, page.gap)
    page.text(where, f"{reading.number + 1} / {len(leaves)}", BODY, INK_SOFT, BOLD, lines=1)
    if reading.number:
        before = ui.at(replace(reading, number=reading.number - 1))
        page.button(back, "", then=before, sign="left", key="left")
    if reading.number + 1 < len(leaves):
        after = ui.at(replace(reading, number=reading.number + 1))
        page.button(on, "", then=after, sign="right", look="primary", key="right")
    elif view.match is None:
        play = replace(ui, setting=ui.setting or Setting.of(reading.game), over=None)
        page.button(on, words.say("play"), then=play, sign="right", look="primary", size=LARGE, key="return")
    else:
        page.button(on, words.say("go on"), then=ui.at(None), look="primary", size=LARGE, key="return")
    agreed = view.match.options if view.match else ui.setting.options if ui.setting else frozenset()
    if agreed:
        last, box = box.cut_bottom(px(36), px(4))
        named = ", ".join(words.option(option) for option in sorted(agreed))
        page.text(last, words.say("House rules: {names}", names=named), SMALL + 1, INK_SOFT, BOLD, lines=2)
    text, picture = box.cut_bottom(LINES * line_height(px(TEXT)) + 1, px(8))
    page.panel(picture, BAIZE, 14)
    _draw(page, picture.inset(px(16), px(12)), reading.game, leaf)
    page.text(text, words.say(leaf.text), TEXT, INK)


def _draw(page: Page, box: Box, game: str, leaf: RulePage) -> None:
    desk = Page(page.scale, page.words.of(game), page.box)
    (leaf.drawing or plainly(game, leaf.cards))(desk, box)
    page.add(*desk.widgets)
