"""The board of Le Pot: the pot by colour, the cards laid, and how strong each colour is."""

from __future__ import annotations

from controller.intents import Act
from controller.view import MatchView, TableView
from display.screens.board import caption, pad_of
from display.screens.ui import Ui
from display.widgets.boxes import Box
from display.widgets.theme import BODY, CHALK_SOFT, GOLD, PAPER, SMALL, SUITS
from display.widgets.typography import BOLD
from display.widgets.widgets import SHAPE, Card, Gauge, Group, Pad, Page, Picture, Ring
from engine.rules import Choose


def board(page: Page, box: Box, view: TableView, match: MatchView, ui: Ui) -> None:
    upper, lower = box.rows(2, page.px(8))
    _pot(page, upper, view, match)
    left, right = lower.cut_left(lower.w * 13 // 20, page.px(12))
    _played(page, left, view, match)
    _strengths(page, right, match)


def colours(cards: list[str]) -> dict[str, list[str]]:
    """Cards by colour, in the order the colours came."""
    found: dict[str, list[str]] = {}
    for card in cards:
        found.setdefault(card.partition("-")[0], []).append(card)
    return found


def _pot(page: Page, box: Box, view: TableView, match: MatchView) -> None:
    """A colour that may be taken answers to touch."""
    px = page.px
    head, pad = box.cut_top(px(19), px(2))
    caption(page, head, page.words.place("pot"))
    page.add(Pad(pad, "pot", pad_of(view, "pot").light))
    found = colours(match.state["pot"])
    places = pad.inset(px(10), px(8)).columns(max(3, len(found)), px(8))
    for number, (place, (colour, cards)) in enumerate(zip(places, found.items(), strict=False), 1):
        take = Choose("colour", colour)
        choice = take in match.choices
        fan, name = place.cut_top(place.h - px(22), px(2))
        page.fan(fan, "pot", cards)
        worth = sum(int(card.partition("-")[2]) for card in cards)
        ink = GOLD if choice else PAPER
        page.text(name, f"{page.words.colour(colour)} {worth}", SMALL, ink, BOLD, lines=1, counts=True)
        if choice:
            page.add(Ring(place.inset(-px(4), -px(3))))
            page.hot(place, Act(take), key=str(number))


def _played(page: Page, box: Box, view: TableView, match: MatchView) -> None:
    px, names = page.px, match.names
    page.add(Pad(box, "play", pad_of(view, "play").light))
    for place, name in zip(box.inset(px(8), px(6)).columns(len(names), px(4)), names, strict=True):
        label, room = place.cut_bottom(px(18), px(2))
        high = min(room.h, round(room.w / SHAPE))
        card = match.state["played"].get(name)
        if card:
            page.add(Card(room.centred(round(high * SHAPE), high), "pot", card))
        acts = name == match.state["turn"]
        page.name(label, name, SMALL, GOLD if acts else CHALK_SOFT)


def _strengths(page: Page, box: Box, match: MatchView) -> None:
    """The strongest first; equals are marked, for they stop the settling."""
    px, strengths = page.px, match.state["strengths"]
    ranked = sorted(strengths.items(), key=lambda item: -item[1])
    most = max(strengths.values(), default=1)
    for row, (colour, strength) in zip(box.rows(max(4, len(ranked)), px(4)), ranked, strict=False):
        page.add(Group(row, f"strength {colour}"))
        tied = sum(other == strength for other in strengths.values()) > 1
        sign, rest = row.cut_left(px(18), px(6))
        page.add(Picture(sign.centred(px(17), px(17)), SUITS[colour].shape, PAPER))
        figure, bar = rest.cut_right(px(48), px(4))
        text = f"= {strength}" if tied else str(strength)
        page.text(figure, text, BODY, GOLD if tied else PAPER, BOLD, align=1, lines=1, counts=True)
        thick = min(px(20), bar.h)
        page.add(Gauge(bar.centred(bar.w, thick), strength * 14, most * 14, SUITS[colour].fill))
