"""The host's pages in the gallery: name, what the table shows, and what the host does on the screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from controller import view as views
from controller.cards import decks
from controller.cards.decks import colours
from controller.settings import table_file
from controller.settings.host_settings import setting_views
from controller.view import Light, PadView, Reading, TableView, Told, Trouble
from display.screens.ui import Hosting, Pin, Ui
from engine import games
from engine.cards import Deck

GUESTS = ("Marie", "Luc", "Élisabeth", "Maximilian", "Zoé", "Jo")
DECK = games.game(games.names()[0]).deck
IDLE = TableView(guests=GUESTS, simulated=False)


def begun() -> Deck:
    """Red is complete, blue is begun."""
    deck = games.game(unfinished()).deck
    for number in range(3, 49, 3):
        deck = decks.traced(deck, str(number), "red")
    deck = decks.settled(deck, "red")
    for number in range(2, 30, 4):
        deck = decks.traced(deck, str(number), "blue")
    return deck


def settings(changes: Mapping[str, object]) -> tuple[views.SettingView, ...]:
    """What the host sees of the settings of a table that ships, with these values of its own."""
    return setting_views(table_file.read("", None).having(changes))


def seen() -> views.HostView:
    return views.HostView(
        settings=settings({"display.fullscreen": True, "kiosk.blank": "23:30-07:00"}),
        changed=("sound", "dark at night", "PIN"),
        has_pin=True,
        silent=False,
        table_file="/home/pi/.config/tapisvert/table.toml",
        folder="/home/pi/.local/share/tapisvert",
        backend="hub",
        zones=table_file.read("", None).zones,
        boxes=(views.TaughtBox(DECK.name, 1, frozenset(DECK.names[:12])),),
        pads=(
            views.PadCheck("left", "MFRC522 2.0 (0x92)", Reading.KNOWN, True),
            views.PadCheck("centre", "MFRC522 2.0 (0x92)", Reading.UNKNOWN, False),
            views.PadCheck("right", "MFRC522 1.0 (0x91)", Reading.NOTHING, False),
        ),
        colours=colours(begun()),
        sticks=(views.Stick("/media/stick-sda1", "INTENSO", 15_938, 12_001),),
        offers=("quit", "poweroff", "reboot"),
        version="0.1.0",
        driver="kmsdrm",
        disk=(12, 23456),
    )


def unfinished() -> str:
    """A game whose deck its owner completes."""
    return next(name for name in games.names() if games.game(name).owner_completes_deck)


def shots() -> Iterator[tuple[str, TableView, Ui]]:
    yield "host-pin", replace(IDLE, lock=views.LockView()), Ui(over=Pin("123"))
    yield "host-pin-wrong", replace(IDLE, lock=views.LockView(3, 8)), Ui(over=Pin())
    yield "host-pin-ready", replace(IDLE, lock=views.LockView(1)), Ui(over=Pin("12345678"))
    yield "host-pin-busy", replace(IDLE, lock=views.LockView(1, 2, True)), Ui(over=Pin())
    pads = (PadView("left", None, Light.SEEN), PadView("centre", None), PadView("right", None))
    host = seen()
    there = replace(IDLE, host=host, pads=pads)

    def page(name: str, view: TableView = there, **doing: object) -> tuple[TableView, Ui]:
        return view, Ui(over=replace(Hosting(name), **doing))  # type: ignore[arg-type]

    def other(**changes: object) -> TableView:
        return replace(there, host=replace(host, **changes))  # type: ignore[arg-type]

    silent = Trouble("silent", "centre")
    broken = replace(there, troubles=(silent,), pads=(pads[0], replace(pads[1], fault="silent"), pads[2]))
    plain = other(
        settings=settings({"display.volume": 0}),
        has_pin=False,
        silent=True,
        changed=(),
        boxes=(),
        offers=("quit",),
        table_file="",
    )
    yield "host", *page("")
    yield "host-trouble", *page("", replace(broken, simulated=True))
    yield "host-plain", *page("", replace(plain, guests=()))
    yield "host-cards", *page("cards")
    yield "host-cards-new", *page("cards", deck=games.names()[-1], copy=2)
    yield "host-card", *page("card")
    yield "host-card-last", *page("card", deck=games.names()[-1], part=3)
    yield "host-card-taught", *page("card", card=DECK.names[0])
    yield "host-card-lost", *page("card", card=DECK.names[-1])
    yield "host-pads", *page("pads")
    yield "host-pads-broken", *page("pads", broken)
    yield "host-pads-lost", *page("pads", replace(there, troubles=(Trouble("link-lost"),)))
    yield "host-pads-lights", *page("pads", other(trying=Light.PICK_UP))
    yield "host-pads-sounds", *page("pads", replace(other(trying=views.Sound.WIN), simulated=True))
    several = (*host.pads[:2], views.PadCheck("right", "", Reading.SEVERAL, there=True))
    yield "host-pads-several", *page("pads", replace(other(pads=several, silent=True), simulated=True))
    yield "host-colours", *page("colours")
    yield "host-colours-complete", *page("colours", colour="red")
    yield "host-colours-green", *page("colours", other(colours=colours(games.game(unfinished()).deck)))
    whole = decks.settled(begun(), "blue")
    yield "host-colours-short", *page("colours", other(colours=colours(whole)), colour="turquoise")
    for number in decks.short(whole):
        whole = decks.traced(whole, number, "violet")
    whole = decks.settled(whole, "violet")
    yield "host-colours-last", *page("colours", other(colours=colours(whole)), colour="violet")
    yield "host-colours-sure", *page("colours", other(colours=colours(whole)), colour="violet", sure="finish")
    yield "host-colours-finished", *page("colours", other(colours=colours(decks.finished(whole))))
    yield "host-language", *page("language")
    yield "host-sound", *page("sound")
    yield "host-sound-silent", *page("sound", plain)
    yield "host-rest", *page("rest")
    yield "host-rest-never", *page("rest", other(settings=settings({"kiosk.attract_after": 0})))
    yield "host-new-pin", *page("pin", typed="13579")
    yield "host-new-pin-again", *page("pin", plain, first="13579", typed="135")
    yield "host-new-pin-differs", *page("pin", sure="differs")
    yield "host-new-pin-set", *page("pin", other(told=Told("pin-set")))
    yield "host-new-pin-none", *page("pin", sure="none")
    yield "host-new-pin-gone", *page("pin", other(has_pin=False, told=Told("pin-none")))
    yield "host-guests", *page("guests")
    yield "host-guests-one", *page("guests", guest=GUESTS[0])
    yield "host-guests-one-sure", *page("guests", guest=GUESTS[0], sure="one")
    yield "host-guests-sure", *page("guests", sure="all")
    yield "host-guests-none", *page("guests", replace(there, guests=()))
    yield "host-stick", *page("stick")
    two = (*host.sticks, views.Stick("/media/stick-sdb1", "MARIE", 61_874, 430))
    chosen = "/media/stick-sda1"
    yield "host-stick-two", *page("stick", other(sticks=two))
    yield "host-stick-chosen", *page("stick", other(sticks=two), stick=chosen)
    yield "host-stick-none", *page("stick", other(sticks=()))
    yield "host-stick-busy", *page("stick", other(busy=True), stick=chosen)
    written = Told("exported", "/media/stick-sda1/tapisvert-2026-07-14-2130")
    yield "host-stick-written", *page("stick", other(told=written))
    yield "host-stick-disk", *page("stick", other(told=Told("not-kept")))
    full = "/media/stick-sda1/tapisvert cannot be written (No space left on device): try another stick."
    yield "host-stick-full", *page("stick", other(told=Told("failed", full)))
    yield "host-file", *page("file")
    yield "host-file-built-in", *page("file", plain)
    yield "host-file-sure", *page("file", sure="undo")
    yield "host-about", *page("about")
    yield "host-off", *page("off")
    yield "host-off-failed", *page("off", other(told=Told("not-off")))
    yield "host-off-laptop", *page("off", plain)
    for what in host.offers:
        yield f"host-off-{what}", *page("off", sure=what)
