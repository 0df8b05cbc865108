"""The host's pages: all of them at a glance, and one for each thing to look after."""

from __future__ import annotations

from collections.abc import Callable

from controller.intents import CloseHost
from controller.view import HostView, TableView
from display.screens.board import simulated
from display.screens.host import cards, house, pads, pin, settings
from display.screens.ui import Hosting, Ui
from display.text.i18n import mark
from display.widgets.boxes import Room
from display.widgets.theme import ALARM, INK, INK_SOFT, MARGIN, PAPER
from display.widgets.typography import BODY, BOLD, SMALL, TITLE
from display.widgets.widgets import Page, capital
from engine import games

Draw = Callable[[Page, TableView, HostView, Ui, Hosting], None]

# Each page with the sign and the label of its tile; those without a sign are reached from another page.
PAGES: dict[str, tuple[str, str, Draw]] = {
    "cards": ("cards", mark("register cards"), cards.boxes),
    "card": ("", "", cards.choose),
    "pads": ("plug", mark("pads and lights"), pads.pads),
    "colours": ("star", mark("{game} colours"), cards.colours),
    "guests": ("people", mark("guests"), house.guests),
    "sound": ("speaker", settings.TITLES["sound"], settings.settings),
    "language": ("speech", settings.TITLES["language"], settings.settings),
    "rest": ("moon", settings.TITLES["rest"], settings.settings),
    "pin": ("shield", mark("PIN"), pin.pin),
    "stick": ("disk", mark("USB stick"), house.stick),
    "file": ("book", mark("table file"), house.table_file),
    "about": ("about", mark("about"), house.about),
    "off": ("power", mark("switch off"), house.off),
}


def host(page: Page, view: TableView, seen: HostView, ui: Ui, hosting: Hosting) -> None:
    if hosting.page:
        PAGES[hosting.page][2](page, view, seen, ui, hosting)
    else:
        _all(page, view, seen, ui)


def _all(page: Page, view: TableView, seen: HostView, ui: Ui) -> None:
    px, words = page.px, page.words
    head, room = page.box.inset(px(MARGIN), px(8)).cut_top(page.touch, px(8))
    leave, head = head.cut_right(max(page.touch, px(150)), px(14))
    page.button(leave, words.say("done"), CloseHost(), then=Ui(), look="primary", key="escape")
    head = simulated(page, view, head)
    page.text(head, words.say("For the host"), TITLE - 8, PAPER, BOLD, align=0, lines=1)
    owned = next((name for name in games.names() if games.game(name).owner_completes_deck), "")
    tiles = [(name, tile) for name, tile in PAGES.items() if tile[0] and (owned or name != "colours")]
    for (name, (sign, label, _)), cell in zip(tiles, room.cells(4, 3, px(8)), strict=False):
        page.panel(cell, PAPER, 12, shadow=True)
        tile, title = Room(cell.inset(px(10), px(8))), capital(words.say(label, game=words.game(owned)))
        page.sign(tile.top(px(30), px(2)).cut_left(px(28))[0], sign)
        page.text(tile.top(px(28), px(2)), title, BODY, INK, BOLD, align=0, lines=1)
        ink = ALARM if name == "pads" else INK_SOFT
        page.text(tile.rest, _state(page, view, seen, name), SMALL - 1, ink, align=0, lines=2)
        page.hot(cell, then=ui.at(Hosting(name)))


def _state(page: Page, view: TableView, seen: HostView, name: str) -> str:
    """How things stand, in a word or two."""
    words = page.words
    match name:
        case "cards":
            whole = sum(len(box.taught) == len(games.game(box.deck).deck) for box in seen.boxes)
            return words.count("one complete box", "{number} complete boxes", whole)
        case "pads":
            return words.say("something is wrong: look here") if view.troubles else ""
        case "colours":
            return ", ".join(map(words.colour, seen.colours.settled))
        case "guests":
            return words.count("one name", "{number} names", len(view.guests))
        case _ if name in settings.TITLES:
            states = (settings.state(words, one) for one in seen.settings if one.page == name)
            return "  ·  ".join(filter(None, states))
        case "pin":
            return "" if seen.has_pin else words.say("none: everybody can come here")
        case "file":
            number = len(seen.changed)
            said = words.count("one change on the screen", "{number} changes on the screen", number)
            return said if number else ""
        case "about":
            return f"Tapis Vert {seen.version}"
    return ""
