"""The board of Gamate while tricks are played: the contract, the trick and the sides."""

from __future__ import annotations

from controller.view import MatchView, TableView
from display.games.gamate import sentences
from display.games.gamate.bidding import before_play, contract_of, words_of
from display.games.gamate.sentences import taken_trick, tricks
from display.screens.board import caption, pad_of
from display.screens.score import shown_name
from display.screens.ui import Ui
from display.widgets.boxes import Box
from display.widgets.theme import BAIZE_DEEP, CHALK_SOFT, GOLD, INK, INK_SOFT, PAPER
from display.widgets.typography import BODY, BOLD, LARGE, SMALL
from display.widgets.widgets import SHAPE, Card, Gauge, Pad, Page
from engine.games.gamate import NAME, SIDES

MANCHE = 52
AWAY = 0.75  # how large the cards of a trick still are that was taken


def board(page: Page, box: Box, view: TableView, match: MatchView, ui: Ui) -> None:
    state = match.state
    if state["awaiting"] != "lay":
        before_play(page, box, view, match, ui)
        return
    if view.hand:  # the cards need the room
        sides, box = box.cut_top(page.px(52), page.px(5))
        contract, sides = sides.cut_left(sides.w * 7 // 20, page.px(8))
        contract_of(page, contract, state)
    else:
        contract, box = box.cut_top(page.px(40), page.gap)
        contract_of(page, contract, state)
        sides, box = box.cut_bottom(page.px(52), page.gap)
    for side, place in enumerate(sides.columns(2, page.px(10))):
        _side(page, place, match, side)
    _trick(page, box, view, match)


def _trick(page: Page, box: Box, view: TableView, match: MatchView) -> None:
    px, taken = page.px, taken_trick(match)
    cards = taken["cards"] if taken else match.state["trick"]
    renounce, trick = box.cut_right(px(132), px(12))
    for zone, place in (("trick", trick), ("renounce", renounce)):
        head, pad = place.cut_top(px(19), px(2))
        page.add(Pad(pad, zone, pad_of(view, zone).light))
        if zone == "trick" and taken:
            page.text(head, words_of(page).event(taken), SMALL, GOLD, BOLD, lines=1)
        else:
            caption(page, head, words_of(page).place(zone))
        if zone == "trick":
            _laid(page, pad.inset(px(10), px(8)), match, cards, AWAY if taken else 1)


def _laid(page: Page, box: Box, match: MatchView, cards: list[str], size: float) -> None:
    """The cards of the trick with who laid them; the last one wins so far."""
    events = (event for entry in match.log for event in entry.events)
    laid = [event["player"] for event in events if event["kind"] == "laid" and event["zone"] == "trick"]
    names = laid[len(laid) - len(cards) :]
    for place, card, name in zip(box.columns(4, page.px(6)), cards, names, strict=False):
        label, room = place.cut_bottom(page.px(19), page.px(2))
        high = round(size * min(room.h, round(room.w / SHAPE)))
        page.add(Card(room.centred(round(high * SHAPE), high), NAME, card))
        page.name(label, name, SMALL, GOLD if card == cards[-1] else CHALK_SOFT)


def _side(page: Page, box: Box, match: MatchView, side: int) -> None:
    state, px, name = match.state, page.px, SIDES[side]
    page.panel(box, BAIZE_DEEP, 9)
    inner = box.inset(px(9), px(4))
    points, inner = inner.cut_right(px(64), px(6))
    top, bottom = inner.cut_top(inner.h * 11 // 20)
    partners = [match.names[int(seat)] for seat in name.split("+")]
    page.name(top, " + ".join(partners), BODY - 2, PAPER, align=0)
    taken = tricks(words_of(page), state["tricks_taken"][name])
    announced = state["announced"] if state["declarer"] in partners else None
    if announced:
        taken = page.words.say("{tricks} of {number}", tricks=taken, number=announced)
    page.text(bottom, taken, SMALL, CHALK_SOFT, align=0, lines=1)
    figure, bar = points.cut_top(points.h * 13 // 20)
    points_now = f"{state['manche_points'][name]}/{MANCHE}"
    page.text(figure, points_now, BODY - 2, GOLD, BOLD, align=1, lines=1, counts=name)
    page.add(Gauge(bar.inset(0, px(3)), state["manche_points"][name], MANCHE, GOLD, f"bar {name}"))


def told(page: Page, box: Box, match: MatchView, who: str) -> None:
    """How the points of a side came about: the contract, its tricks, the sum."""
    assert match.reveal
    words, state = words_of(page), match.state
    said, sum_ = box.rows(2)
    page.text(sum_, match.reveal.explain.get(who, ""), LARGE - 2, INK_SOFT, BOLD, align=0, lines=1)
    if not state["contract"]:
        return
    taken = tricks(words, state["tricks_taken"][who])
    if state["declarer"] in shown_name(match, who).split(" + ") and state["announced"]:
        taken = words.say("{tricks} of {number}", tricks=taken, number=state["announced"])
        taken = f"{sentences.demand(words, state['contract'])}  ·  {taken}"
    page.text(said, taken, BODY, INK, align=0, lines=1)
