"""What lies over a board and goes away again: a refused card, a question, a pause, trouble."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from controller.intents import Continue, Leave, PlaceCard, TakeBack, TryFault
from controller.view import Notice, Question, TableView, Trouble
from display.games import game_of
from display.screens.ui import Typing, Ui
from display.text.words import Words
from display.widgets import typography
from display.widgets.boxes import Box
from display.widgets.theme import ALARM, GOLD, INK, INK_SOFT, SUITS
from display.widgets.typography import BODY, BOLD, HEAD, LARGE, SMALL
from display.widgets.widgets import Group, Page, Panel, Picture, Timer, Touchable

# Trouble that stops the table; a pad that fails is only shown, for its cards can be chosen on the screen.
GRAVE = {
    "link-lost": "plug",
    "link-refused": "plug",
    "disk-full": "disk",
    "read-only": "disk",
    "disk": "disk",
    "storage": "disk",
}

BECKON_S = 3.0  # from one gesture of the band that invites to the next


def refused(page: Page, view: TableView, notice: Notice) -> None:
    """The card, why not, and what to do; it goes away when the card does."""
    px, words = page.px, page.words
    about, game = dict(notice.about), view.match.game if view.match else ""
    box = page.sheet(640, 320)
    if "card" in about:
        picture, box = box.cut_left(px(150), px(20))
        page.card(picture, game_of(about["deck"]) if "deck" in about else game, about["card"], 214)
    head, box = box.cut_top(px(44), px(6))
    sign, said = head.cut_left(px(34), px(12))
    page.add(Picture(sign.centred(px(32), px(32)), "no", ALARM))
    title = words.say("That does not go")
    if "card" in about and "zone" in about:
        title = words.say("Not on {zone}", zone=words.of(game).zone(about["zone"]))
    page.text(said, title, HEAD, ALARM, BOLD, align=0, lines=1)
    do, why = box.cut_bottom(px(60), px(8))
    page.text(why, words.notice(notice, game), LARGE + 2, INK, BOLD, align=0)
    sign, said = do.cut_left(px(34), px(12))
    if notice.pad and view.hand:
        label = words.say("take the card back")
        page.button(do, label, TakeBack(), look="primary", sign="lift", key="return")
    elif notice.pad:
        page.add(Picture(sign.centred(px(28), px(28)), "lift", INK))
        turn = view.match.state["turn"] if view.match else None
        text = words.say("Take the card back: the game goes on.")
        if turn:
            text = words.say("Take the card back. It is still {player}’s turn.", player=turn)
        page.text(said, text, BODY, INK_SOFT, BOLD, align=0, lines=2)


def question(page: Page, game: str, asked: Question) -> None:
    """Where a card goes that could go anywhere."""
    px, words = page.px, page.words.of(game)
    box = page.sheet(660, 330)
    back, box = box.cut_bottom(page.touch, px(10))
    picture, box = box.cut_left(px(140), px(20))
    page.card(picture, game, asked.card, 190)
    head, box = box.cut_top(px(64), px(8))
    text = words.say("Where does {card} go?", card=words.card(asked.card))
    page.text(head, text, HEAD - 2, INK, BOLD, align=0)
    places = box.rows(len(asked.zones), px(8))
    for number, (zone, place) in enumerate(zip(asked.zones, places, strict=True), 1):
        place = place.centred(place.w, max(page.touch, min(place.h, px(60))))
        sign = SUITS[zone].shape if zone in SUITS else ""
        page.button(place, words.place(zone), PlaceCard(zone), look="primary", sign=sign, key=str(number))
    page.button(back, words.say("take the card back"), PlaceCard(None), sign="lift", key="escape")


def attract(page: Page, view: TableView, ui: Ui) -> None:
    """In the demo the last row makes way for a band that invites; a touch anywhere ends the demo."""
    px, words = page.px, page.words
    band = page.box.cut_bottom(page.touch + px(16))[0]
    page.widgets = [
        widget for widget in page.widgets if not isinstance(widget, Touchable) and not band.holds(widget.box)
    ]
    page.add(Panel(band, GOLD))
    inner = band.inset(px(20), px(4))
    winners = ", ".join(_winners(words, view))
    if winners:
        crown, inner = inner.cut_left(px(28), px(10))
        page.add(Picture(crown.centred(px(28), px(28)), "crown", INK))
        said, inner = inner.cut_left(inner.w * 9 // 20, px(16))
        page.text(said, words.say("Last winners: {names}", names=winners), BODY - 1, INK, align=0, lines=2)
    invitation = words.say("Touch the screen to play")
    wide = typography.width(invitation, BOLD, px(HEAD + 2)) + px(72)
    track, said = inner.centred(min(inner.w, wide), inner.h).cut_right(px(56), px(10))
    page.text(said, invitation, HEAD + 2, INK, BOLD, lines=1)
    hand = Box(track.x + (px(20) if ui.beckoning else 0), track.y + (track.h - px(36)) // 2, px(36), px(36))
    page.add(Group(hand, "beckoning"), Picture(hand, "hand", INK))
    page.add(Timer(BECKON_S, replace(ui, beckoning=not ui.beckoning)))


def _winners(words: Words, view: TableView) -> Iterator[str]:
    """Who won lately, as far as their names are remembered."""
    for played in view.last:
        names = [played.names[seat] for seat in played.winners if played.names[seat]]
        if names:
            yield f"{words.say(' and ').join(names)} ({words.game(played.game)})"


def paused(page: Page, view: TableView, ui: Ui) -> None:
    words, px = page.words, page.px
    box = page.sheet(560, 330)
    head, box = box.cut_top(px(60), px(8))
    page.text(head, words.say("The game is paused."), HEAD, INK, BOLD)
    go, leave = box.cut_bottom(page.touch, 0)[0].columns(2, page.gap)
    page.button(leave, words.say("leave the match"), Leave(), then=Ui(), key="q")
    page.button(go, words.say("go on"), Continue(), look="primary", key="return")
    names = view.match.names if view.match else ()
    caption, box = box.cut_top(px(24), px(4))
    page.text(caption, words.say("Touch a name to change it."), SMALL + 1, INK_SOFT)
    places = box.cut_bottom(page.touch, px(10))[1].grid(max(1, len(names)), px(6))
    for seat, (name, place) in enumerate(zip(names, places, strict=False)):
        typing = Typing(seat, name, running=True)
        page.button(place, name, then=replace(ui, over=typing), look="unchosen", sign="pencil", size=BODY - 2)


def trouble(page: Page, view: TableView, found: Trouble) -> None:
    """One sentence, one picture, one thing to do."""
    px = page.px
    box = page.sheet(600, 300)
    if view.hand and "unplug" in view.hand.faults:
        plug, box = box.cut_bottom(page.touch, px(10))
        label = page.words.say("plug the cable in again")
        page.button(plug, label, TryFault("unplug"), look="primary", sign="plug", key="return")
    picture, said = box.cut_left(px(130), px(24))
    page.add(Picture(picture.centred(px(110), px(110)), GRAVE[found.code], ALARM))
    page.text(said, page.words.trouble(found), HEAD - 3, INK, BOLD, align=0)
