"""Guests who come and go, the stick that takes the scores along, the table file, and the way out."""

from __future__ import annotations

from dataclasses import replace

from controller.intents import Export, ForgetGuests, SwitchOff, UndoChanges
from controller.view import HostView, TableView
from display.screens.host.page import caption, frame, sure, told
from display.screens.ui import Hosting, Ui
from display.text.i18n import mark
from display.text.words import Words
from display.widgets.theme import CHALK_SOFT, INK, INK_SOFT, PAPER
from display.widgets.typography import BODY, BOLD, HEAD, LARGE, SMALL
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
ROWS = 5  # games whose pads are listed on a page


def guests(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    px, words = page.px, page.words
    room = frame(page, ui, words.say("new guests"))
    page.panel(room, PAPER, 14, shadow=True)
    inner = room.inset(px(22), px(18))
    go, inner = inner.cut_bottom(max(page.touch, px(64)), px(12))
    names = ", ".join(view.guests)
    head, said = inner.cut_top(inner.h // 2, px(8))
    page.text(head, names or words.say("No name is remembered."), LARGE, INK, BOLD, align=0)
    note = words.say(
        "New guests are not offered the names of the last ones. The scores stay, without names; "
        "a match that waits can still be taken up again."
    )
    page.text(said, note, BODY, INK_SOFT, align=0)
    asking, forget = replace(ui, over=replace(hosting, sure="forget")), words.say("forget all names")
    page.button(go, forget, then=asking, look="primary" if names else "off", sign="broom", size=LARGE)
    if hosting.sure:
        question = words.say("Forget every name? That cannot be undone.")
        sure(page, ui, hosting, question, forget, ForgetGuests())


def stick(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    px, words = page.px, page.words
    room = frame(page, ui, words.say("USB stick"))
    said, room = room.cut_bottom(px(76), px(10))
    told(page, said, host)
    page.panel(room, PAPER, 14, shadow=True)
    inner = room.inset(px(22), px(18))
    go, inner = inner.cut_bottom(max(page.touch, px(64)), px(12))
    head, what = inner.cut_top(px(70), px(8))
    found = words.say("There is no USB stick: plug one in.")
    if host.sticks:
        found = words.say("Found: {stick}", stick=host.sticks[0])
    page.text(head, found, LARGE, INK, BOLD, align=0)
    note = words.say(
        "All finished matches, as scores.csv for spreadsheets and scores.json for programs, and a backup: "
        "history, taught cards, colours, what you set here. Matches still being played stay at the table."
    )
    page.text(what, note, BODY - 1, INK_SOFT, align=0)
    label, look = words.say("write to the stick"), "primary" if host.sticks and not host.busy else "off"
    page.button(go, label, Export(), look=look, sign="disk", size=LARGE, key="return")


def table_file(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    px, words = page.px, page.words
    room, as_filed = frame(page, ui, words.say("table file")), words.say("all as in the file again")
    if host.changed:
        row, room = room.cut_bottom(max(page.touch, px(52)), px(10))
        keys, undo = row.cut_left(row.w * 11 // 20, px(12))
        changed = ", ".join(map(words.say, host.changed))
        caption(page, keys, words.say("Set here, and before the file: {keys}", keys=changed))
        asking = replace(ui, over=replace(hosting, sure="undo"))
        page.button(undo, as_filed, then=asking, look="quiet", sign="undo", size=BODY - 2)
    page.panel(room, PAPER, 14, shadow=True)
    inner = room.inset(px(18), px(12))
    where, inner = inner.cut_top(px(112), px(8))
    path = host.table_file or words.say("none of its own: the built-in one counts")
    lines = (
        (words.say("file"), path),
        (words.say("data"), host.folder),
        (words.say("readers"), words.say(BACKENDS[host.backend])),
    )
    for row, (label, value) in zip(where.rows(3, px(4)), lines, strict=True):
        name, rest = row.cut_left(px(96), px(10))
        page.text(name, label, BODY - 2, INK_SOFT, BOLD, align=0, lines=1)
        page.text(rest, value, BODY - 2, INK, BOLD, align=0, lines=2)
    names = games.names()
    if len(names) > ROWS:
        turn, inner = inner.cut_right(page.touch, px(8))
        parts = -(-len(names) // ROWS)
        then = replace(ui, over=replace(hosting, part=(hosting.part + 1) % parts))
        page.button(turn, "", then=then, sign="down", key="page down")
        names = names[hosting.part * ROWS :][:ROWS]
    for row, game in zip(inner.rows(max(4, len(names)), px(4)), names, strict=False):
        name, rest = row.cut_left(px(96), px(10))
        page.text(name, words.game(game), BODY - 2, INK_SOFT, BOLD, align=0, lines=1)
        page.text(rest, _zones(words, host, game), SMALL + 1, INK, align=0, lines=2)
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
    room = frame(page, ui, words.say("about"))
    page.panel(room, PAPER, 14, shadow=True)
    head, inner = room.inset(px(22), px(16)).cut_top(px(46), px(8))
    page.text(head, f"Tapis Vert {host.version}", HEAD, INK, BOLD, align=0, lines=1)
    used, free = host.disk
    size = f"{page.scale.width} × {page.scale.height}"
    lines = (
        (words.say("licence"), words.say("GPL-3.0 or later: free software, without any warranty")),
        (words.say("font"), words.say("Nunito, under the SIL Open Font License 1.1")),
        (words.say("screen"), f"{size}, {host.driver}" if host.driver else size),
        (words.say("data"), words.say("{used} MB used, {free} MB free", used=used, free=free)),
        (words.say("network"), words.say("none: nothing leaves this table")),
    )
    for row, (label, value) in zip(inner.rows(len(lines), px(6)), lines, strict=True):
        name, rest = row.cut_left(px(120), px(10))
        page.text(name, label, BODY, INK_SOFT, BOLD, align=0, lines=1)
        page.text(rest, value, BODY, INK, align=0, lines=2)


def off(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    px, words = page.px, page.words
    room = frame(page, ui, words.say("switch off"))
    said, room = room.cut_bottom(px(76), px(10))
    told(page, said, host)
    why, room = room.cut_top(px(40), px(8))
    text = words.say("Whatever is being played is kept, and goes on where it stood.")
    page.text(why, text, BODY, CHALK_SOFT, align=0, lines=2)
    for number, (what, row) in enumerate(zip(host.offers, room.rows(3, px(10)), strict=False), 1):
        label, _, sign = WAYS_OUT[what]
        asking = replace(ui, over=replace(hosting, sure=what))
        place = row.centred(row.w, max(page.touch, min(row.h, px(76))))
        page.button(place, words.say(label), then=asking, sign=sign, size=LARGE, key=str(number))
    if hosting.sure:
        label, question, _ = WAYS_OUT[hosting.sure]
        sure(page, ui, hosting, words.say(question), words.say(label), SwitchOff(hosting.sure))
