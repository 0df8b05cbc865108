"""The colours of a deck that its owner completes: marked card by card, one colour after the other."""

from __future__ import annotations

from dataclasses import replace

from controller.intents import FinishColours, MarkColour, SettleColour
from controller.view import ColoursView, HostView, TableView
from display.screens.host.page import frame, sure
from display.screens.ui import Hosting, Ui
from display.widgets.boxes import Box, Room
from display.widgets.theme import GOLD, INK, PAPER, PAPER_EDGE, TRACES
from display.widgets.typography import BODY, BOLD, SMALL
from display.widgets.widgets import Page, capital

COLUMNS, ROWS = 8, 6


def colours(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    px, words, known = page.px, page.words, host.colours
    chosen = hosting.colour or next(iter(known.begun or known.settled))
    name, settled = words.colour(chosen), chosen in known.settled
    if settled:
        title = words.say("{colour} is complete and can be demanded", colour=capital(name))
    else:
        title = words.say("Touch every number that has a trace of {colour}", colour=name)
    room = Room(frame(page, ui, title))
    last = room.bottom(page.touch, px(6))
    for colour, cell in zip(TRACES, room.left(px(236), px(10)).cells(2, 6, px(4)), strict=True):
        _colour(page, cell, known, ui, hosting, colour, chosen)
    for (number, its), cell in zip(known.numbers, room.rest.cells(COLUMNS, ROWS, px(4)), strict=True):
        looks = ("faint", "marked") if settled else ("plain", "primary")
        does, then = MarkColour(number, chosen), _at(ui, hosting, chosen)
        page.button(cell, number, does, then=then, look=looks[chosen in its], size=BODY + 2)
    _last(page, last, known, ui, hosting, chosen)
    if hosting.sure:
        question = words.say("Is every colour of the cards complete now?")
        sure(page, ui, hosting, question, words.say("there are no others"), FinishColours())


def _at(ui: Ui, hosting: Hosting, colour: str) -> Ui:
    """It stays this colour, whatever is begun or complete by then."""
    return replace(ui, over=replace(hosting, colour=colour))


def _colour(
    page: Page, box: Box, known: ColoursView, ui: Ui, hosting: Hosting, colour: str, chosen: str
) -> None:
    px = page.px
    page.panel(box, GOLD if colour == chosen else PAPER, 9, PAPER_EDGE)
    room = Room(box.inset(px(8), px(4)))
    page.panel(room.left(px(18), px(6)).centred(px(18), px(18)), TRACES[colour], 9, INK, 1)
    if colour in known.settled:
        page.sign(room.right(px(16), px(2)), "tick")
    elif colour in known.begun:
        count = sum(colour in its for _, its in known.numbers)
        page.text(room.right(px(22), px(2)), str(count), SMALL, INK, BOLD, align=1, lines=1)
    page.text(room.rest, page.words.colour(colour), SMALL, INK, BOLD, align=0, lines=1)
    page.hot(box, then=_at(ui, hosting, colour))


def _last(page: Page, box: Box, known: ColoursView, ui: Ui, hosting: Hosting, chosen: str) -> None:
    """Whether this colour is complete, and whether all of them are."""
    words, colour, then = page.words, page.words.colour(chosen), _at(ui, hosting, chosen)
    one, rest = box.columns(2, page.gap)
    if chosen in known.fixed:
        text = words.say("{colour} comes with the game", colour=capital(colour))
        page.text(one, text, BODY - 1, PAPER, BOLD, lines=2)
    elif chosen in known.settled:
        label, does = words.say("change {colour} after all", colour=colour), SettleColour(chosen, False)
        page.button(one, label, does, then=then, look="quiet", sign="pencil", size=BODY - 1)
    else:
        label, does = words.say("these are all with {colour}", colour=colour), SettleColour(chosen, True)
        look = "primary" if chosen in known.begun else "faint"
        page.button(one, label, does, then=then, look=look, sign="tick", size=BODY - 1)
    if known.finished:
        page.text(rest, words.say("Every colour of every number is known."), BODY - 1, PAPER, BOLD, lines=2)
    elif known.begun or set(known.settled) == set(known.fixed):
        page.text(rest, words.say("A colour can be demanded once it is complete."), SMALL + 1, PAPER, lines=2)
    elif known.short:
        text = words.say("One more colour is on {numbers}.", numbers=", ".join(known.short))
        page.text(rest, text, SMALL + 1, PAPER, lines=2)
    else:
        asking = replace(ui, over=replace(hosting, colour=chosen, sure="finish"))
        page.button(rest, words.say("there are no other colours"), then=asking, look="plain", size=BODY - 1)
