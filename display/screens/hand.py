"""A table to play on by hand: the board with the cards of the player at the mouse under it.

    frame(page, view, match, hand, ui)

A card is dragged to a pad, or touched and then the pad; one that can go to a single place goes there when it
is touched again. Which cards and pads those are, the view says; what is laid elsewhere, the table refuses.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace

from controller.intents import LayCard, RaiseCurtain, Ready, SwapCards, TryFault
from controller.view import HandCard, HandView, MatchView, TableView
from display.games import presentation
from display.screens import board as boards
from display.screens import seats
from display.screens.ui import Held, Trying, Ui, Vain
from display.text.i18n import mark
from display.widgets.boxes import Box, Room
from display.widgets.theme import BAIZE_DEEP, CHALK_SOFT, INK, INK_SOFT, PAPER, WOOD_DEEP
from display.widgets.typography import BODY, BOLD, LARGE
from display.widgets.widgets import SHAPE, Card, Group, Loose, Pad, Page, Ring, Timer, Touchable

STACK = 3  # equal cards that are seen on each other


HAND, LOW = 124, 90  # the height of the cards in hand; where the board needs more room
WHY_S = 2.5  # for which it is said why a touch did nothing
OTHERS = 4  # so many have room along the upper rim


def frame(page: Page, view: TableView, match: MatchView, hand: HandView, ui: Ui) -> None:
    """The others along the upper rim, the board, what to do, and the cards of the player at the mouse."""
    px, gap, shown = page.px, page.gap, presentation(match.game)
    awaiting, high = match.state["awaiting"], max(page.touch, page.px(seats.ROW))
    said = seats.said_to(page, replace(match, pick_up=None))  # piles are cleared away by themselves
    if hand.swapping:
        text = page.words.say("{player}, swap cards with those face up, if you like.", player="").lstrip(", ")
        said = seats.Said(hand.seat, match.names[hand.seat], text)
    room = Room(page.box.inset(px(6), px(4)))
    _others(page, room.top(high, px(4)), match, hand, said)
    low = awaiting in shown.whole_height
    strip = room.bottom(px(LOW if low else HAND), px(4))
    between = room.bottom(max(page.touch, px(50)), px(4))
    more = [] if low else [boards.Icon("plug", "f", (), replace(ui, over=Trying(), held=None))]
    wide, tall = 2 * page.touch + gap, (2 + len(more)) * (page.touch + gap) - gap
    corner = Box(strip.right - wide, strip.bottom - tall, wide, tall)
    boards.icons(page, corner, view, match, replace(ui, held=None), more)
    strip = strip.cut_right(corner.w, gap)[1]
    between = between.cut_right(corner.w, gap)[1]
    _between(page, between, view, match, hand, said)
    if hand.beside:
        _beside(page, room.bottom(px(58), px(4)), match, hand.beside)
    shown.board(page, room.rest, view, match, ui)
    pads = [widget for widget in page.widgets if isinstance(widget, Pad)]
    _lying(page, pads, match, hand)
    _strip(page, strip, match, hand, ui)
    held = next((card for card in hand.cards if ui.held and card.name == ui.held.card), None)
    if not (held or hand.curtain or hand.swapping or hand.lying) and awaiting in shown.laying:
        for pad in pads:  # a card comes first
            page.hot(pad.box, then=_in_vain(ui, ""))
    if ui.vain:
        _why(page, between, match, hand, ui)
    if held and ui.held:
        if hand.acting and awaiting in shown.laying:
            _places(page, pads, held, ui)
        if ui.held.at:
            _dragged(page, strip, match, ui.held)


# Above and between


def _others(page: Page, row: Box, match: MatchView, hand: HandView, said: seats.Said) -> None:
    """Clockwise from the player at the mouse."""
    number = len(match.names)
    others = [(hand.seat + step) % number for step in range(1, number)]
    for seat, place in zip(
        others, seats.spots(row, len(others), page.px(seats.WIDEST), page.gap), strict=True
    ):
        if seat == said.seat:
            seats.lit(page, place, match, seat, hand, 0)
        else:
            seats.plate(page, place, match, seat, hand)


def _between(
    page: Page, row: Box, view: TableView, match: MatchView, hand: HandView, said: seats.Said
) -> None:
    """What to do, growing from the cards below if it is theirs to do; what can be said; what happened."""
    stuck = hand.acting and not any(card.zones for card in hand.cards)
    answers = boards.said_now(page, replace(match, pick_up=None), stuck)
    room = Room(row)
    if hand.acting and not match.log and match.state["awaiting"] in presentation(match.game).laying:
        hint = page.words.say("Drag a card to its place; or touch the card, then the place.")
        said = said._replace(what=f"{said.what} {hint}")
    mine = said.seat == hand.seat or said.seat is None or hand.acting
    if mine or hand.curtain:
        if answers:
            wide = min(room.rest.w // 2, boards.width(page, answers))
            boards.few_answers(page, room.right(wide, page.gap), answers)
        seats.says(page, room.rest, match, said, hand)
        return
    seats.owner(page, room, match, hand, PAPER)
    boards.happened(page, room.rest, view, match)


def _beside(page: Page, box: Box, match: MatchView, beside: tuple[int, tuple[str, ...]]) -> None:
    """A second hand, open on the table or held for later."""
    seat, cards = beside
    page.panel(box, BAIZE_DEEP, 9)
    room = Room(box.inset(page.px(8), page.px(2)))
    page.name(room.left(page.px(152), page.px(8)), match.names[seat], BODY, CHALK_SOFT, align=0)
    page.fan(room.rest, match.game, cards, trumps=presentation(match.game).trumps(match))


def _lying(page: Page, pads: list[Pad], match: MatchView, hand: HandView) -> None:
    """The card that the table has not ruled on yet."""
    if hand.lying:
        card, zone = hand.lying
        for pad in pads:
            if pad.zone == zone:
                high = min(page.px(82), pad.box.h - page.px(8))
                page.add(Loose(pad.box.centred(round(high * SHAPE), high), match.game, card))


# The hand


def _strip(page: Page, box: Box, match: MatchView, hand: HandView, ui: Ui) -> None:
    px = page.px
    mine = hand.acting or hand.curtain
    page.panel(box, PAPER if mine else WOOD_DEEP, 12)
    seats.place(page, box, match, hand.seat, hand)
    if hand.curtain:
        player, say = match.names[hand.seat], page.words.say
        text = say("{player}, touch here to see your cards; everybody else looks away.", player=player)
        place = box.inset(px(10), px(8))
        page.button(place, text, RaiseCurtain(), look="primary", sign="hand", size=LARGE - 2, key="return")
        return
    room = Room(box.inset(px(8), px(4)))
    if hand.swapping:
        _face_up(page, room, match, hand, ui)
    may_lay = hand.swapping or (hand.acting and match.state["awaiting"] in presentation(match.game).laying)
    wanted_on = presentation(match.game).wanted_on
    goes = [wanted_on in card.zones if wanted_on else bool(card.zones) for card in hand.cards]
    dim = {card.name for card, may in zip(hand.cards, goes, strict=True) if not may} if any(goes) else set()
    for place, cards in slots(page, room.rest, hand.cards):
        _card(page, place, match, cards, ui, may_lay, dim if hand.acting and may_lay else ())


def slots(page: Page, box: Box, cards: tuple[HandCard, ...]) -> Iterator[tuple[Box, list[HandCard]]]:
    """Places side by side, each at least as wide as a finger; where there are too many, equal cards share."""
    groups = [[card] for card in cards]
    if len(groups) * page.touch > box.w:
        kinds: dict[str, list[HandCard]] = {}
        for card in cards:
            kinds.setdefault(card.name.partition("#")[0], []).append(card)
        groups = list(kinds.values())
    whole = round(card_height(page, box) * SHAPE)
    step = min(whole + page.px(6), (box.w - max(whole, page.touch)) // max(1, len(groups) - 1))
    step = max(step, min(page.touch, box.w // max(1, len(groups))))
    last = min(max(whole, step), box.w - step * (len(groups) - 1))
    x = box.x + (box.w - step * (len(groups) - 1) - last) // 2
    for number, group in enumerate(groups):
        yield Box(x + number * step, box.y, step if number < len(groups) - 1 else last, box.h), group


def _card(
    page: Page,
    box: Box,
    match: MatchView,
    cards: list[HandCard],
    ui: Ui,
    may_lay: bool,
    dim: Container[str],
) -> None:
    """A card, or equal ones on each other; one that would be taken stands out, one that is held more so."""
    trumps = presentation(match.game).trumps(match)
    px, first, held = page.px, cards[0], ui.held
    picked = held is not None and held.card == first.name
    y = box.y + (0 if picked else px(3) if first.zones else px(10))
    high = card_height(page, box)
    shown = cards[1 if picked and held and held.at else 0 :][:STACK]
    for number, card in enumerate(reversed(shown)):
        shift = px(5) * (len(shown) - 1 - number)
        place = Box(box.x + shift, y, round(high * SHAPE), high)
        trump = card.name in trumps
        page.add(Card(place, match.game, card.name, dim=card.name in dim, trump=trump))
    if not may_lay and awaits_card(match):
        page.hot(box, then=_in_vain(ui, first.name))
    if may_lay:
        does = (LayCard(first.name, first.zones[0]),) if len(first.zones) == 1 else ()
        page.add(Touchable(box, does, replace(ui, held=None), grab=first.name))


def awaits_card(match: MatchView) -> bool:
    return match.state["awaiting"] in presentation(match.game).laying


def _in_vain(ui: Ui, card: str) -> Ui:
    return replace(ui, held=None, vain=Vain(card, ui.vain.times + 1 if ui.vain else 1))


def _why(page: Page, box: Box, match: MatchView, hand: HandView, ui: Ui) -> None:
    """Why the last touch did nothing."""
    turn = match.state["turn"]
    text = page.words.say("First touch a card, then the pad.")
    if turn and not hand.acting:
        text = page.words.say("It is {player}’s turn.", player=turn)
    page.widgets = [widget for widget in page.widgets if not box.holds(widget.box)]
    page.add(Group(box, f"vain {ui.vain}", enters=(0, box.h)))
    page.panel(box, PAPER, 9, shadow=True)
    room = Room(box.inset(page.px(12), page.px(2)))
    page.sign(room.left(page.px(26), page.px(10)), "hand", INK)
    page.text(room.rest, text, LARGE - 2, INK, BOLD, align=0, lines=2)
    page.add(Timer(WHY_S, replace(ui, vain=None)))


def card_height(page: Page, box: Box) -> int:
    return box.h - page.px(10)


def _places(page: Page, pads: list[Pad], card: HandCard, ui: Ui) -> None:
    """Where a card that is held can go: the table would take it on the pads that are lit."""
    for pad in pads:
        if pad.zone in card.zones:
            page.add(Ring(pad.box.inset(-page.px(3)), pad.round))
        page.add(Touchable(pad.box, (LayCard(card.name, pad.zone or ""),), replace(ui, held=None), drop=True))


def _dragged(page: Page, box: Box, match: MatchView, held: Held) -> None:
    high = card_height(page, box)
    wide = round(high * SHAPE)
    x, y = held.at or (0, 0)
    x = max(0, min(x - wide // 2, page.box.w - wide))
    y = max(0, min(y - high // 2, page.box.h - high))
    page.add(Loose(Box(x, y, wide, high), match.game, held.card, dragged=True))


def _face_up(page: Page, room: Room, match: MatchView, hand: HandView, ui: Ui) -> None:
    """Before the start: what lies face up before the player at the mouse."""
    px, wide = page.px, max(page.touch, page.px(112))
    ready = room.right(wide, px(8)).centred(wide, max(page.touch, px(56)))
    page.button(ready, page.words.say("ready"), Ready(), look="primary", sign="tick", size=BODY, key="return")
    box = room.right(px(250), px(10))
    page.panel(box, PAPER, 9)
    lying = Room(box.inset(px(6), px(3)))
    page.sign(lying.left(px(26), px(6)), "face-up", INK, 24)
    high = lying.rest.h
    wide = round(high * SHAPE)
    for place, card in zip(lying.rest.columns(3, px(4)), hand.face_up[hand.seat], strict=False):
        page.add(Card(place.centred(wide, high), match.game, card))
        if ui.held:
            page.add(Ring(place.centred(wide + px(6), high + px(4))))
            page.add(Touchable(place, (SwapCards(ui.held.card, card),), replace(ui, held=None), drop=True))


# Faults to try

TRIALS = {
    "unplug": (
        mark("pull the cable"),
        mark("The table stops and says so. Plug it in again: the game goes on where it was."),
    ),
    "dead": (
        mark("silence a pad"),
        mark("The table names the pad. Until it answers again, its cards are chosen on the screen."),
    ),
    "flicker": (
        mark("read badly for a while"),
        mark("Nothing is guessed: a card counts once it was read well, or the table asks for it again."),
    ),
    "unknown": (
        mark("lay a tag nobody registered"),
        mark("It is refused, and nothing changes. Take it back."),
    ),
    "two": (
        mark("lay two cards at once"),
        mark("Neither counts. They are lifted, and the game goes on, one card at a time."),
    ),
}
CURES = {"unplug": mark("plug the cable in again"), "dead": mark("repair the pad")}


def faults(page: Page, hand: HandView, ui: Ui) -> None:
    px, say, done = page.px, page.words.say, ui.at(None)
    box = page.heading(page.sheet(760, 450), say("What if …?"), done)
    for row, (fault, (label, what)) in zip(box.rows(len(TRIALS), px(6)), TRIALS.items(), strict=True):
        button, said = row.cut_left(px(250), px(14))
        tried = fault in hand.faults
        text, look = say(CURES.get(fault, label) if tried else label), "primary" if tried else "plain"
        page.button(button, text, TryFault(fault), then=done, look=look, size=BODY - 2)
        page.text(said, say(what), BODY - 2, INK_SOFT, align=0)
