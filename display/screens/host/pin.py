"""The PIN of the host: asked for, where a wrong one has to wait, and set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from controller.intents import CloseHost, Intent, SetPin, TryPin
from controller.view import HostView, LockView, TableView
from display.screens.host.page import frame, sure, told
from display.screens.ui import Hosting, Pin, Ui
from display.widgets.boxes import Box, Room
from display.widgets.theme import ALARM, CHALK_SOFT, GOLD, INK, INK_SOFT, PAPER, PAPER_SHADE
from display.widgets.typography import BODY, BOLD, HEAD, SMALL
from display.widgets.widgets import Page

SHORTEST, LONGEST = 4, 8  # digits


def lock(page: Page, asked: LockView, ui: Ui, pin: Pin) -> None:
    px, words = page.px, page.words
    room = Room(page.sheet(760, 400))
    keys = room.right(px(330), px(24))
    back = room.top(page.touch, px(10)).cut_left(max(page.touch, px(130)))[0]
    page.button(back, words.say("back"), CloseHost(), then=Ui(), sign="left", key="escape")
    page.text(room.top(px(64), px(8)), words.say("The host’s PIN, please"), HEAD - 4, INK, BOLD, align=0)
    _dots(page, room.top(px(52), px(10)), pin.typed)
    way_back = words.say("Forgotten? The host’s guide says how to set a new one at this machine.")
    page.text(room.bottom(px(66), px(8)), way_back, SMALL, INK_SOFT, align=0)
    said = [words.count("One wrong try.", "{number} wrong tries.", asked.tries)] if asked.tries else []
    if asked.wait:
        said.append(words.count("Try again in one second.", "Try again in {number} seconds.", asked.wait))
    if asked.busy:
        page.text(room.rest, words.say("One moment …"), BODY, INK_SOFT, BOLD, align=0, lines=1)
    else:
        page.text(room.rest, " ".join(said), BODY, ALARM, BOLD, align=0)

    def typed(text: str) -> Ui:
        return ui.at(Pin(text))

    live = not asked.busy and not asked.wait
    _digits(page, keys, pin.typed, typed, typed(""), TryPin(pin.typed), live=live)


def _dots(page: Page, box: Box, typed: str) -> None:
    page.panel(box, PAPER_SHADE, 8)
    page.text(box.inset(page.px(12), 0), " ".join("•" * len(typed)), HEAD, INK, BOLD, lines=1)


def _digits(
    page: Page, box: Box, typed: str, then: Callable[[str], Ui], done: Ui, *does: Intent, live: bool
) -> None:
    """The digits of a PIN, one key further each; once there are enough, the last key is for *done*."""
    cells = box.cells(3, 4, page.px(6))
    look = "unchosen" if live else "off"
    for digit, cell in zip("123456789", cells, strict=False):
        page.button(cell, digit, then=then((typed + digit)[:LONGEST]), look=look, size=HEAD, key=digit)
    erase, zero, enter = cells[9:]
    page.button(erase, "", then=then(typed[:-1]), look=look, sign="left", key="backspace")
    page.button(zero, "0", then=then((typed + "0")[:LONGEST]), look=look, size=HEAD, key="0")
    look = "primary" if live and len(typed) >= SHORTEST else "off"
    page.button(enter, "", *does, then=done, look=look, sign="tick", key="return")


def pin(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    px, words = page.px, page.words
    room = Room(frame(page, ui, words.say("PIN")))
    keys = room.right(px(360), px(24))
    text = words.say("Type a new PIN, {low} to {high} digits", low=SHORTEST, high=LONGEST)
    if hosting.first is not None:
        text = words.say("Once more, to be sure")
    page.text(room.top(px(90), px(8)), text, HEAD - 4, PAPER, BOLD, align=0)
    _dots(page, room.top(px(56), px(10)), hosting.typed)
    if host.has_pin:
        none = room.bottom(max(page.touch, px(56)), px(10))
        asking = ui.at(replace(hosting, sure="none"))
        page.button(none, words.say("no PIN any more"), then=asking, look="quiet", size=BODY - 1)
    line = room.top(min(room.rest.h, px(100)))
    if hosting.sure == "differs":
        page.text(line, words.say("These were two different PINs: start again."), BODY, GOLD, BOLD, align=0)
    elif host.told or host.busy:
        told(page, line, host)
    else:
        text = words.say("Without it nobody comes to these pages, or out of the table.")
        page.text(line, text, BODY - 2, CHALK_SOFT, align=0)

    def typed(text: str) -> Ui:
        return ui.at(replace(hosting, typed=text, sure=""))

    done, does = _typed(hosting)
    _digits(page, keys, hosting.typed, typed, ui.at(done), *does, live=not host.busy)
    if hosting.sure == "none":
        question = words.say("Everybody could come to these pages, and leave the table. Sure?")
        sure(page, ui, hosting, question, words.say("no PIN any more"), SetPin(""))


def _typed(hosting: Hosting) -> tuple[Hosting, tuple[Intent, ...]]:
    """Where the page goes with the PIN typed so far, and what is wanted then."""
    if hosting.first is None:
        return replace(hosting, first=hosting.typed, typed="", sure=""), ()
    start = replace(hosting, first=None, typed="", sure="")
    if hosting.first != hosting.typed:
        return replace(start, sure="differs"), ()
    return start, (SetPin(hosting.typed),)
