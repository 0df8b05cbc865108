"""What lies over a board and goes away again: a refused card, a question, a pause, trouble."""

from __future__ import annotations

from controller.intents import (
    Continue,
    Leave,
    PlaceCard,
    PlayByTouch,
    PlayUnkept,
    SetLanguage,
    SetQuiet,
    TakeBack,
    TryFault,
)
from controller.languages import CODES, following
from controller.view import Notice, Question, TableView, Trouble
from display.games import game_of, page_now, presentation
from display.screens.ui import Rules, Typing, Ui
from display.text.words import Words
from display.widgets.boxes import Room
from display.widgets.theme import ALARM, INK, INK_SOFT, SUITS
from display.widgets.typography import BODY, BOLD, HEAD, LARGE, SMALL
from display.widgets.widgets import Page

# The picture of what stops the table; a pad that fails is only said: its cards can be chosen on the screen.
GRAVE = {
    "link-lost": "plug",
    "link-refused": "plug",
    "disk-full": "disk",
    "read-only": "disk",
    "disk": "disk",
    "storage": "disk",
    "not-kept": "disk",
}

LANGUAGES = 4  # with a button each in the pause; with more there is one for the next


def mild(words: Words, view: TableView) -> str:
    """What is the matter, but does not stop the table; "" if nothing is."""
    return next((words.trouble(found) for found in view.troubles if not found.stops), "")


def refused(page: Page, view: TableView, ui: Ui, notice: Notice) -> None:
    """The card, why not, and what to do, and the rules of that; it goes away when the card does."""
    px, words = page.px, page.words
    about, game = dict(notice.about), view.match.game if view.match else ""
    room = Room(page.sheet(640, 320))
    if "card" in about:
        deck = game_of(about["deck"]) if "deck" in about else game
        page.card(room.left(px(150), px(20)), deck, about["card"], 214)
    head = Room(room.top(max(page.touch, px(44)), px(6)))
    page.sign(head.left(px(34), px(12)), "no", ALARM, 32)
    if view.match and presentation(game).rules:
        then = ui.at(Rules(game, page_now(view.match, notice.code)))
        page.button(head.right(page.touch, page.gap), "", then=then, sign="question", key="?")
    title = words.say("Not allowed")
    if "card" in about and "zone" in about:
        title = words.say("Not on {zone}", zone=words.of(game).zone(about["zone"]))
    page.text(head.rest, title, HEAD, ALARM, BOLD, align=0, lines=1)
    do = Room(room.bottom(px(60), px(8)))
    page.text(room.rest, words.notice(notice, game), LARGE + 2, INK, BOLD, align=0)
    if notice.pad and view.hand:
        label = words.say("take the card back")
        page.button(do.rest, label, TakeBack(), look="primary", sign="lift", key="return")
    elif notice.pad:
        page.sign(do.left(px(34), px(12)), "lift", INK, 28)
        turn = view.match.state["turn"] if view.match else None
        text = words.say("Take the card back: the game goes on.")
        if turn:
            text = words.say("Take the card back. It is still {player}’s turn.", player=turn)
        page.text(do.rest, text, BODY, INK_SOFT, BOLD, align=0, lines=2)


def question(page: Page, game: str, asked: Question) -> None:
    """Where a card goes that could go anywhere."""
    px, words = page.px, page.words.of(game)
    room = Room(page.sheet(660, 330))
    back = room.bottom(page.touch, px(10))
    page.card(room.left(px(140), px(20)), game, asked.card, 190)
    text = words.say("Where does {card} go?", card=words.card(asked.card))
    page.text(room.top(px(64), px(8)), text, HEAD - 2, INK, BOLD, align=0)
    places = room.rest.rows(len(asked.zones), px(8))
    for number, (zone, place) in enumerate(zip(asked.zones, places, strict=True), 1):
        place = place.centred(place.w, max(page.touch, min(place.h, px(60))))
        sign = SUITS[zone].shape if zone in SUITS else ""
        page.button(place, words.place(zone), PlaceCard(zone), look="primary", sign=sign, key=str(number))
    page.button(back, words.say("take the card back"), PlaceCard(None), sign="lift", key="escape")


def paused(page: Page, view: TableView, ui: Ui) -> None:
    words, px = page.words, page.px
    room = Room(page.sheet(620, 400))
    page.text(room.top(px(44), px(8)), words.say("The game is paused."), HEAD, INK, BOLD)
    go, leave = room.bottom(page.touch, px(10)).columns(2, page.gap)
    page.button(leave, words.say("leave the match"), Leave(), then=Ui(), key="q")
    page.button(go, words.say("go on"), Continue(), look="primary", key="return")
    aside = Room(room.bottom(page.touch, px(10)))
    for code in reversed(CODES) if len(CODES) <= LANGUAGES else (following(view.language),):
        look = "chosen" if code == view.language else "unchosen"
        page.button(
            aside.right(page.touch, px(5)), code.upper(), SetLanguage(code), look=look, size=SMALL + 1
        )
    book, sound = aside.rest.columns(2, page.gap)
    if view.match:
        then = ui.at(Rules(view.match.game, page_now(view.match)))
        page.button(book, words.say("rules"), then=then, look="unchosen", sign="book", key="r")
    label = words.say("sound off") if view.quiet else words.say("sound on")
    page.button(sound, label, SetQuiet(not view.quiet), look="unchosen", sign="speaker", key="s")
    page.text(room.top(px(24), px(4)), words.say("Touch a name to change it."), SMALL + 1, INK_SOFT)
    names = view.match.names if view.match else ()
    places = room.rest.grid(max(1, len(names)), px(6))
    for seat, (name, place) in enumerate(zip(names, places, strict=False)):
        typing = Typing(seat, "" if name == words.label(seat) else name, running=True)
        page.button(
            place, name, then=ui.at(typing), look="unchosen", sign="pencil", size=BODY - 2, verbatim=True
        )


def trouble(page: Page, view: TableView, found: Trouble) -> None:
    """One sentence, one picture, one thing to do."""
    px, room = page.px, Room(page.sheet(600, 300))
    if view.hand and "unplug" in view.hand.faults:
        plug, label = room.bottom(page.touch, px(10)), page.words.say("plug the cable in again")
        page.button(plug, label, TryFault("unplug"), look="primary", sign="plug", key="return")
    elif GRAVE[found.code] == "plug":
        without = room.bottom(page.touch, px(10))
        page.button(
            without, page.words.say("play without the pads"), PlayByTouch(), sign="hand", key="return"
        )
    elif found.code == "not-kept":
        anyway = room.bottom(page.touch, px(10))
        page.button(anyway, page.words.say("play all the same"), PlayUnkept(), sign="right", key="return")
    page.sign(room.left(px(130), px(24)), GRAVE[found.code], ALARM, 110)
    page.text(room.rest, page.words.trouble(found), HEAD - 3, INK, BOLD, align=0)
