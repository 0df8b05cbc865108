"""Teaching cards, a whole box or one of them; and the colours of a deck that its owner completes."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from controller.intents import CheckDeck, Enrol, FinishColours, MarkColour, Retire, SettleColour
from controller.view import ColoursView, HostView, TableView
from display.screens.host.page import frame, sure, turn_pages
from display.screens.picker import tabs
from display.screens.ui import Hosting, Ui
from display.widgets.boxes import Box, Room
from display.widgets.theme import CHALK_SOFT, GOLD, INK, PAPER, PAPER_EDGE, TRACES
from display.widgets.typography import BODY, BOLD, HEAD, LARGE, SMALL
from display.widgets.widgets import Gauge, Page, capital
from engine import games

MOST_BOXES = 9
TABS = 5  # games side by side
COLUMNS, ROWS = 8, 2  # cards on a page


def boxes(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    px, words = page.px, page.words
    room = Room(frame(page, ui, words.say("register cards")))

    def draw(place: Box, game: str, sign: str) -> None:
        then = ui.at(replace(hosting, deck=game, copy=1))
        look = "primary" if game == hosting.deck else "quiet"
        label, key = ("", "right") if sign else (words.game(game), str(games.names().index(game) + 1))
        page.button(place, label, then=then, look=look, size=LARGE, key=key, sign=sign)

    tabs(page, room.top(max(page.touch, px(60)), px(12)), games.names(), hosting.deck, TABS, px(8), draw)
    if view.seat_players:
        text = words.say("The cards are on the screen only: there is nothing to register or to check.")
        page.text(room.rest, text, HEAD - 4, PAPER, BOLD)
        return
    which, does = room.rest.columns(2, px(24))
    taught, total = len(taught_in(host, hosting)), len(games.game(hosting.deck).deck)
    _box(page, which, ui, hosting, taught, total)
    teach, check, one = (
        row.centred(row.w, max(page.touch, min(row.h, px(84)))) for row in does.rows(3, px(10))
    )
    label = words.say("register the whole box") if not taught else words.say("continue registering")
    deck, copy = hosting.deck, hosting.copy
    look = "primary" if taught < total else "off"
    page.button(teach, label, Enrol(deck, copy), look=look, sign="cards", size=LARGE, key="return")
    label, look = words.say("check the box"), "plain" if taught else "off"
    page.button(check, label, CheckDeck(deck, copy), look=look, sign="tick", size=LARGE, key="c")
    label = words.say("one card: register it again, or it is lost")
    page.button(one, label, then=ui.at(replace(hosting, page="card")), sign="face-up")


def _box(page: Page, box: Box, ui: Ui, hosting: Hosting, taught: int, total: int) -> None:
    """Which physical copy of the deck, and how much of it is taught."""
    px, words, room = page.px, page.words, Room(box)
    row = Room(room.top(max(page.touch, px(60)), px(16)))
    for sign, cut, step in (("minus", row.left, -1), ("plus", row.right, 1)):
        copy = hosting.copy + step
        place, look = cut(page.touch, px(8)), "plain" if 1 <= copy <= MOST_BOXES else "faint"
        page.button(place, "", then=ui.at(replace(hosting, copy=copy)), look=look, sign=sign)
    page.text(row.rest, words.say("box {number}", number=hosting.copy), HEAD, PAPER, BOLD, lines=1)
    page.add(Gauge(room.top(px(26), px(10)), taught, total, GOLD))
    text = words.say("{done} of {total} cards have their tag", done=taught, total=total)
    page.text(room.top(px(32), px(6)), text, BODY, PAPER, BOLD, align=0, lines=1)
    note = words.say(
        "Every box has tags of its own. The table asks for one card after the other; "
        "you can stop at any time."
    )
    page.text(room.rest, note, SMALL + 1, CHALK_SOFT, align=0)


def taught_in(host: HostView, hosting: Hosting) -> frozenset[str]:
    """The cards of the chosen box that have a tag."""
    found = (box.taught for box in host.boxes if (box.deck, box.copy) == (hosting.deck, hosting.copy))
    return next(found, frozenset())


def choose(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    """One card of the box, by its picture."""
    px, words, taught = page.px, page.words, taught_in(host, hosting)
    title = words.say("{game}, box {number}", game=words.game(hosting.deck), number=hosting.copy)
    if hosting.card:
        _one(page, Room(frame(page, ui, title, replace(hosting, card=""))), taught, hosting)
        return
    title = f"{title} – {words.say('Which card is it?')}"
    room = frame(page, ui, title, replace(hosting, page="cards", part=0))
    names = games.game(hosting.deck).deck.names
    room = turn_pages(page, room, ui, hosting, -(-len(names) // (COLUMNS * ROWS)))
    cells = room.cells(COLUMNS, ROWS, px(8), px(6))
    for name, cell in zip(names[hosting.part * COLUMNS * ROWS :], cells, strict=False):
        label, place = cell.cut_bottom(px(20), px(2))
        page.card(place, hosting.deck, name)
        copy = name.partition("#")[2]
        if name not in taught:
            page.text(label, words.say("no tag"), SMALL, GOLD, BOLD, lines=1)
        elif copy:
            page.text(label, words.say("no. {number}", number=copy), SMALL, PAPER, BOLD, lines=1)
        page.hot(cell, then=ui.at(replace(hosting, card=name)))


def _one(page: Page, room: Room, taught: Container[str], hosting: Hosting) -> None:
    px, words = page.px, page.words
    deck, copy, card = hosting.deck, hosting.copy, hosting.card
    page.card(room.left(px(250), px(24)), deck, card, 300)
    name, look = words.of(deck).card(card), "off"
    state = words.say("{card} has no tag.", card=name)
    if card in taught:
        state, look = words.say("{card} has its tag.", card=name), "plain"
    page.text(room.top(px(70), px(12)), state, HEAD - 4, PAPER, BOLD, align=0)
    teach, retire = room.top(2 * max(page.touch, px(84)) + px(12)).rows(2, px(12))
    label, does = words.say("register it, with a new tag"), Enrol(deck, copy, card)
    page.button(teach, label, does, look="primary", sign="cards", size=LARGE, key="return")
    lost = words.say("it is lost or broken: forget its tag")
    page.button(retire, lost, Retire(deck, copy, card), look=look, sign="no", key="r")


# The colours of a deck that its owner completes: marked card by card, one after the other


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
    for (number, its), cell in zip(known.numbers, room.rest.cells(8, 6, px(4)), strict=True):
        looks = ("faint", "marked") if settled else ("plain", "primary")
        does, then = MarkColour(number, chosen), _at(ui, hosting, chosen)
        page.button(cell, number, does, then=then, look=looks[chosen in its], size=BODY + 2)
    _last(page, last, known, ui, hosting, chosen)
    if hosting.sure:
        question = words.say("Is every colour of the cards complete now?")
        sure(page, ui, hosting, question, words.say("there are no others"), FinishColours())


def _at(ui: Ui, hosting: Hosting, colour: str) -> Ui:
    """It stays this colour, whatever is begun or complete by then."""
    return ui.at(replace(hosting, colour=colour))


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
        asking = ui.at(replace(hosting, colour=chosen, sure="finish"))
        page.button(rest, words.say("there are no other colours"), then=asking, look="plain", size=BODY - 1)
