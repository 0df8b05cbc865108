"""What the host's pages share: a frame with the way back, parts to turn, a question: are you sure?"""

from __future__ import annotations

from dataclasses import replace

from controller.intents import Intent
from controller.view import HostView, Told
from display.screens.picker import turns
from display.screens.ui import Hosting, Ui
from display.text.i18n import mark
from display.widgets.boxes import Box
from display.widgets.theme import CHALK_SOFT, GOLD, INK, MARGIN, PAPER
from display.widgets.typography import BODY, BOLD, HEAD, LARGE, SMALL
from display.widgets.widgets import Page, capital

TOLD = {
    "pin-set": mark("New PIN saved."),
    "pin-none": mark("There is no PIN any more: everybody can come here."),
    "exported": mark("Written to {detail}. You can take the stick out."),
    "no-stick": mark("There is no USB stick: plug one in."),
    "bad-stick": mark("This stick cannot be written: try another one."),
    "not-off": mark("The machine cannot be switched off from here: pull the plug when nobody plays."),
    "not-kept": mark("That could not be kept: the disk is full, or cannot be written."),
    "failed": mark("That did not work: {detail}"),
}
ALL = Hosting()  # all pages at a glance


def frame(page: Page, ui: Ui, title: str, back: Hosting = ALL) -> Box:
    """A way *back* and a title; the room that is left."""
    room = page.box.inset(page.px(MARGIN), page.px(8))
    head, room = room.cut_top(page.touch, page.px(8))
    leave, head = head.cut_left(max(page.touch, page.px(112)), page.px(14))
    label, then = page.words.say("back"), ui.at(back)
    page.button(leave, label, then=then, look="quiet", sign="left", key="escape")
    page.text(head, capital(title), HEAD - 4, PAPER, BOLD, align=0, lines=2)
    return room


def told(page: Page, box: Box, host: HostView) -> None:
    """What came of it, or that it takes a moment."""
    if host.busy:
        page.text(box, page.words.say("One moment …"), BODY, PAPER, BOLD, lines=1)
    elif host.told:
        page.panel(box, GOLD, 8)
        page.text(box.inset(page.px(10), page.px(2)), sentence(page, host.told), BODY - 1, INK, BOLD, lines=3)


def sentence(page: Page, told: Told) -> str:
    return page.words.say(TOLD[told.code], detail=told.detail)


def caption(page: Page, box: Box, text: str) -> None:
    page.text(box, text, SMALL + 1, CHALK_SOFT, BOLD, align=0, lines=2)


def turn_pages(page: Page, room: Box, ui: Ui, hosting: Hosting, parts: int) -> Box:
    """Up and down through so many parts of a page; the room that is left."""
    ways = (replace(hosting, part=(hosting.part + step) % parts) for step in (-1, 1))
    return turns(page, room, *(((), ui.at(way)) for way in ways))


def sure(page: Page, ui: Ui, hosting: Hosting, question: str, label: str, *does: Intent) -> None:
    """Before something that cannot be undone."""
    box = page.sheet(600, 270)
    answers, box = box.cut_bottom(max(page.touch, page.px(60)), page.px(12))
    page.text(box, question, LARGE + 2, INK, BOLD)
    no, yes = answers.columns(2, page.gap)
    then = ui.at(replace(hosting, sure=""))
    page.button(no, page.words.say("no, back"), then=then, sign="left", key="escape")
    page.button(yes, label, *does, then=then, look="primary", key="return")
