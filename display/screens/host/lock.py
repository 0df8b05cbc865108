"""The PIN of the host, typed on the screen; a wrong one has to wait."""

from __future__ import annotations

from dataclasses import replace

from controller.intents import CloseHost, TryPin
from controller.view import LockView
from display.screens.host.page import digits
from display.screens.ui import Pin, Ui
from display.widgets.boxes import Box
from display.widgets.theme import ALARM, INK, INK_SOFT, PAPER_SHADE
from display.widgets.typography import BODY, BOLD, HEAD, SMALL
from display.widgets.widgets import Page


def lock(page: Page, asked: LockView, ui: Ui, pin: Pin) -> None:
    px, words = page.px, page.words
    box = page.sheet(760, 400)
    keys, said = box.cut_right(px(330), px(24))
    top, said = said.cut_top(page.touch, px(10))
    back = top.cut_left(max(page.touch, px(130)))[0]
    page.button(back, words.say("back"), CloseHost(), then=Ui(), sign="left", key="escape")
    head, said = said.cut_top(px(64), px(8))
    page.text(head, words.say("The host’s PIN, please"), HEAD - 4, INK, BOLD, align=0)
    field, said = said.cut_top(px(52), px(10))
    dots(page, field, pin.typed)
    forgotten, said = said.cut_bottom(px(66), px(8))
    way_back = words.say("Forgotten? The host’s guide says how to set a new one at this machine.")
    page.text(forgotten, way_back, SMALL, INK_SOFT, align=0)
    _state(page, said, asked)

    def typed(text: str) -> Ui:
        return replace(ui, over=Pin(text))

    digits(page, keys, pin.typed, typed, typed(""), TryPin(pin.typed), live=not asked.busy and not asked.wait)


def dots(page: Page, box: Box, typed: str) -> None:
    page.panel(box, PAPER_SHADE, 8)
    page.text(box.inset(page.px(12), 0), " ".join("•" * len(typed)), HEAD, INK, BOLD, lines=1)


def _state(page: Page, box: Box, asked: LockView) -> None:
    words = page.words
    if asked.busy:
        page.text(box, words.say("One moment …"), BODY, INK_SOFT, BOLD, align=0, lines=1)
        return
    said = [words.count("One wrong try.", "{number} wrong tries.", asked.tries)] if asked.tries else []
    if asked.wait:
        said.append(words.count("Try again in one second.", "Try again in {number} seconds.", asked.wait))
    page.text(box, " ".join(said), BODY, ALARM, BOLD, align=0)
