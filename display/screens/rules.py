"""How a game is played: a few illustrated pages, and the house rules in force."""

from __future__ import annotations

from dataclasses import replace

from controller.view import TableView
from display.games import AIM, RulePage, presentation
from display.screens.menu import samples
from display.screens.ui import Rules, Ui
from display.widgets.boxes import Box
from display.widgets.theme import BAIZE, INK, INK_SOFT
from display.widgets.typography import BODY, BOLD, LARGE, SMALL
from display.widgets.widgets import Page


def rules(page: Page, view: TableView, ui: Ui, reading: Rules) -> None:
    px, words = page.px, page.words.of(reading.game)
    leaves = presentation(reading.game).rules or (RulePage(AIM, samples(reading.game), words.idea),)
    leaf = leaves[reading.number]
    title = f"{words.title}  ·  {words.say(leaf.title)}"
    box = page.heading(page.sheet(940, 470), title, ui.at(None), gap=8)
    turn, box = box.cut_bottom(page.touch, px(8))
    back, on = turn.cut_left(turn.w // 3, page.gap)
    where, on = on.cut_left(on.w // 3, page.gap)
    page.text(where, f"{reading.number + 1} / {len(leaves)}", BODY, INK_SOFT, BOLD, lines=1)
    for sign, place, step, key in (("left", back, -1, "left"), ("right", on, 1, "right")):
        number = reading.number + step
        if 0 <= number < len(leaves):
            then = ui.at(replace(reading, number=number))
            page.button(place, "", then=then, sign=sign, look="primary" if step > 0 else "plain", key=key)
    agreed = view.match.options if view.match else ui.setting.options if ui.setting else frozenset()
    if agreed:
        last, box = box.cut_bottom(px(34), px(4))
        named = ", ".join(words.option(option) for option in sorted(agreed))
        page.text(last, words.say("House rules: {names}", names=named), SMALL, INK_SOFT, BOLD, lines=2)
    _leaf(page, box, reading.game, leaf)


def _leaf(page: Page, box: Box, game: str, leaf: RulePage) -> None:
    picture, text = box.cut_left(box.w * 9 // 20, page.px(20))
    page.panel(picture, BAIZE, 14)
    page.fan(picture.inset(page.px(18), page.px(20)), game, leaf.cards, 0.5)
    page.text(text, page.words.of(game).say(leaf.text), LARGE, INK, align=0)
