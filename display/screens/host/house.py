"""Guests who come and go, the stick that takes the scores along, the table file, and the way out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from controller.intents import Export, ForgetGuest, ForgetGuests, SwitchOff, UndoChanges
from controller.view import HostView, TableView
from display.screens.host.page import caption, frame, sure, told
from display.screens.ui import Hosting, Typing, Ui
from display.text.i18n import mark
from display.text.words import Words
from display.widgets.boxes import Box, Room
from display.widgets.theme import CHALK_SOFT, INK, INK_SOFT, PAPER
from display.widgets.typography import BODY, BOLD, HEAD, LARGE, PLAIN, SMALL
from display.widgets.widgets import Page
from engine import games

BACKENDS = {
    "simulated": mark("No real readers: the pads are simulated."),
    "spi": mark("The readers are wired to this machine."),
    "hub": mark("The readers are on the pad hub, by USB."),
}
WAYS_OUT = {
    "quit": (mark("leave the table"), mark("Leave the table, back to the desktop?"), "left"),
    "poweroff": (
        mark("shut down"),
        mark("Shut the table down? Wait for the screen to go dark before you unplug it."),
        "power",
    ),
    "reboot": (mark("restart"), mark("Start the table again? That takes a minute."), "undo"),
}
GUESTS_ACROSS, GUESTS_DOWN = 4, 3  # as many names as are remembered at a glance
STICKS = 3  # as many as there is room for, and as a Pi has sockets to spare
ROWS = 5  # games whose pads are listed on a page


def _sheet(page: Page, box: Box, across: int, down: int) -> Box:
    """A sheet of paper that fills the box; the room on it."""
    page.panel(box, PAPER, 14, shadow=True)
    return box.inset(page.px(across), page.px(down))


def _facts(
    page: Page, rows: list[Box], wide: int, facts: Mapping[str, str], size: int, told: int, face: str = PLAIN
) -> None:
    """Names and what is to be said of them, one below the other."""
    for row, (name, value) in zip(rows, facts.items(), strict=False):
        label, rest = row.cut_left(page.px(wide), page.px(10))
        page.text(label, name, size, INK_SOFT, BOLD, align=0, lines=1)
        page.text(rest, value, told, INK, face, align=0, lines=2)


def guests(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    px, words = page.px, page.words
    room = Room(_sheet(page, frame(page, ui, words.say("guests")), 22, 18))
    go = room.bottom(max(page.touch, px(52)), px(10))
    chosen = hosting.guest if hosting.guest in view.guests else ""
    below = room.bottom(max(page.touch, px(52)), px(10))
    if not view.guests:
        page.text(room.rest, words.say("No name is remembered."), LARGE, INK, BOLD)
    names = view.guests[: GUESTS_ACROSS * GUESTS_DOWN]
    for name, place in zip(names, room.rest.cells(GUESTS_ACROSS, GUESTS_DOWN, px(6)), strict=False):
        look, then = "chosen" if name == chosen else "unchosen", ui.at(replace(hosting, guest=name))
        page.button(place, name, then=then, look=look, size=BODY - 1, verbatim=True)
    if chosen:
        rename, drop = below.columns(2, px(8))
        typing = ui.at(Typing(0, chosen, guest=chosen))
        page.button(rename, words.say("rename {name}", name=chosen), then=typing, sign="pencil")
        asking = ui.at(replace(hosting, sure="one"))
        page.button(drop, words.say("forget {name}", name=chosen), then=asking, sign="broom")
    else:
        note = words.say(
            "New guests are not offered the names of the last ones. The scores stay, without names; "
            "a match that waits can still be resumed."
        )
        page.text(below, note, SMALL + 1, INK_SOFT, align=0)
    asking, forget = ui.at(replace(hosting, sure="all")), words.say("forget all names")
    page.button(go, forget, then=asking, look="plain" if names else "off", sign="broom", size=LARGE)
    if hosting.sure == "all":
        question = words.say("Forget every name? That cannot be undone.")
        sure(page, ui, hosting, question, forget, ForgetGuests())
    elif hosting.sure and chosen:
        question, does = words.say("Forget {name}? That cannot be undone.", name=chosen), ForgetGuest(chosen)
        sure(page, ui, hosting, question, words.say("forget {name}", name=chosen), does)


def stick(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    """None is chosen to begin with: the only stick there is may be a guest's that was forgotten."""
    px, words = page.px, page.words
    room = Room(frame(page, ui, words.say("USB stick")))
    chosen = next((stick for stick in host.sticks if stick.path == hosting.stick), None)
    label, look = words.say("write to the stick"), "primary" if chosen and not host.busy else "off"
    go = room.bottom(max(page.touch, px(60)), px(10))
    does = (Export(chosen.path, chosen.label),) if chosen else ()
    page.button(go, label, *does, look=look, sign="disk", size=LARGE, key="return")
    if host.told or host.busy:
        told(page, room.bottom(px(64), px(10)), host)
    note = words.say(
        "All finished matches, as scores.csv for spreadsheets and scores.json for programs, and a backup: "
        "history, registered cards, colours, what you set here except the PIN. "
        "Matches still being played stay at the table."
    )
    page.text(room.bottom(px(84), px(10)), note, BODY - 2, CHALK_SOFT, align=0, lines=4)
    ask = words.say("Which stick? Names and scores go onto it.")
    if not host.sticks:
        ask = words.say("There is no USB stick: plug one in.")
    page.text(room.top(px(40), px(6)), ask, LARGE, PAPER, BOLD, align=0, lines=1)
    for number, one in enumerate(host.sticks[:STICKS], 1):
        then = ui.at(replace(hosting, stick=one.path))
        look = "chosen" if one is chosen else "unchosen"
        size = words.say(
            "{label}  ·  {size}, {free} free",
            label=one.label,
            size=_size(words, one.size),
            free=_size(words, one.free),
        )
        page.button(
            room.top(max(page.touch, px(50)), px(8)), size, then=then, look=look, size=BODY, key=str(number)
        )


def _size(words: Words, megabytes: int) -> str:
    if megabytes < 1000:
        return words.say("{number} MB", number=megabytes)
    return words.say("{number} GB", number=round(megabytes / 1000))


def table_file(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    px, words, names = page.px, page.words, games.names()
    room, as_filed = Room(frame(page, ui, words.say("table file"))), words.say("all as in the file again")
    if host.changed:
        row = Room(room.bottom(max(page.touch, px(52)), px(10)))
        keys, changed = row.left(row.rest.w * 11 // 20, px(12)), ", ".join(map(words.say, host.changed))
        caption(page, keys, words.say("Set here, and before the file: {keys}", keys=changed))
        asking = ui.at(replace(hosting, sure="undo"))
        page.button(row.rest, as_filed, then=asking, look="quiet", sign="undo", size=BODY - 2)
    room = Room(_sheet(page, room.rest, 18, 12))
    facts = {
        words.say("file"): host.table_file or words.say("none of its own: the built-in one counts"),
        words.say("data"): host.folder,
        words.say("readers"): words.say(BACKENDS[host.backend]),
    }
    _facts(page, room.top(px(112), px(8)).rows(3, px(4)), 96, facts, BODY - 2, BODY - 2, BOLD)
    if len(names) > ROWS:
        parts = -(-len(names) // ROWS)
        turn, then = room.right(page.touch, px(8)), replace(hosting, part=(hosting.part + 1) % parts)
        page.button(turn, "", then=ui.at(then), sign="down", key="page down")
        names = names[hosting.part * ROWS :][:ROWS]
    facts = {words.game(game): _zones(words, host, game) for game in names}
    _facts(page, room.rest.rows(max(4, len(names)), px(4)), 96, facts, BODY - 2, SMALL + 1)
    if hosting.sure:
        question = words.say("Take back everything that was set on these pages, but for the PIN?")
        sure(page, ui, hosting, question, as_filed, UndoChanges())


def _zones(words: Words, host: HostView, game: str) -> str:
    """Which pad is what, in a game."""
    own, either = words.of(game), words.say(" or ")
    return "  ·  ".join(
        words.say("{pad} for {zones}", pad=words.pad(pad), zones=either.join(map(own.zone, zones)))
        for pad, zones in host.zones.get(game, {}).items()
        if zones
    )


def about(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    px, words = page.px, page.words
    room = Room(_sheet(page, frame(page, ui, words.say("about")), 22, 16))
    page.text(room.top(px(46), px(8)), f"Tapis Vert {host.version}", HEAD, INK, BOLD, align=0, lines=1)
    used, free = host.disk
    size = f"{page.scale.width} × {page.scale.height}"
    facts = {
        words.say("licence"): words.say("GPL-3.0 or later: free software, without any warranty"),
        words.say("font"): words.say("Nunito, under the SIL Open Font License 1.1"),
        words.say("screen"): f"{size}, {host.driver}" if host.driver else size,
        words.say("data"): words.say("{used} MB used, {free} MB free", used=used, free=free),
        words.say("network"): words.say("none: nothing leaves this table"),
    }
    _facts(page, room.rest.rows(len(facts), px(6)), 120, facts, BODY, BODY)


def off(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    px, words = page.px, page.words
    room = Room(frame(page, ui, words.say("switch off")))
    told(page, room.bottom(px(76), px(10)), host)
    text = words.say("Whatever is being played is kept, and goes on where it stood.")
    page.text(room.top(px(40), px(8)), text, BODY, CHALK_SOFT, align=0, lines=2)
    for number, (what, row) in enumerate(zip(host.offers, room.rest.rows(3, px(10)), strict=False), 1):
        label, _, sign = WAYS_OUT[what]
        asking = ui.at(replace(hosting, sure=what))
        place = row.centred(row.w, max(page.touch, min(row.h, px(76))))
        page.button(place, words.say(label), then=asking, sign=sign, size=LARGE, key=str(number))
    if hosting.sure:
        label, question, _ = WAYS_OUT[hosting.sure]
        sure(page, ui, hosting, words.say(question), words.say(label), SwitchOff(hosting.sure))
