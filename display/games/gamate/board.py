"""The board of Gamate while tricks are played: the contract, the trick and the sides."""

from __future__ import annotations

from controller.view import MatchView, TableView
from display.games.gamate import sentences
from display.games.gamate.bidding import before_play, contract_of, words_of
from display.games.gamate.sentences import BIDDING, taken_trick, tricks
from display.screens import seats
from display.screens.board import caption, pad_of
from display.screens.score import shown_name
from display.screens.ui import Ui
from display.widgets.boxes import Box
from display.widgets.theme import CHALK_SOFT, INK, INK_SOFT, PAPER, WOOD_DEEP
from display.widgets.typography import BODY, BOLD, LARGE, PLAY
from display.widgets.widgets import SHAPE, Card, Gauge, Pad, Page
from engine.games.gamate import NAME, SIDES

MANCHE = 52
ASIDE, RENOUNCE = 212, 104  # the widths beside the trick
# Where a card of the trick lies, seat by seat: in its widths and heights from the middle, and how it leans.
STANDING = ((-0.72, 0.54, 7), (-0.72, -0.54, -6), (0.72, -0.54, 7), (0.72, 0.54, -7))
ROUND = ((0.0, 0.36, 3), (-1.15, 0.0, -8), (0.0, -0.36, -4), (1.15, 0.0, 7))
FLAT = ((0.0, 0.5, 3), (-1.3, 0.0, -4), (0.0, -0.5, 4), (1.3, 0.0, -3))
AWAY = 0.75  # how large the cards of a trick still are that was taken


def board(page: Page, box: Box, view: TableView, match: MatchView, ui: Ui) -> None:
    state, px = match.state, page.px
    if state["awaiting"] != "lay":
        before_play(page, box, view, match, ui)
        return
    left, rest = box.cut_left(px(ASIDE), page.gap)
    renounce, middle = rest.cut_right(px(RENOUNCE), page.gap)
    contract, sides = left.cut_top(left.h * 9 // 24, px(6))
    contract_of(page, contract, state)
    for side, place in enumerate(sides.rows(2, px(6))):
        _side(page, place, match, side)
    head, pad = renounce.centred(renounce.w, min(renounce.h, px(190))).cut_top(px(22), px(2))
    caption(page, head, words_of(page).place("renounce"))
    page.add(Pad(pad, "renounce", pad_of(view, "renounce").light))
    _trick(page, middle, view, match)


def marks(match: MatchView) -> dict[str, str]:
    """Who declared, and whose hand lies open for them."""
    declarer = match.state["declarer"]
    if match.state["awaiting"] in BIDDING or declarer is None:
        return {}
    dummy = match.names[(match.names.index(declarer) + 2) % 4]
    return {declarer: "crown", dummy: "face-up"}


def _trick(page: Page, box: Box, view: TableView, match: MatchView) -> None:
    """A cross on felt: every card before its player, the leading one raised."""
    px, taken = page.px, taken_trick(match)
    cards = taken["cards"] if taken else match.state["trick"]
    page.add(Pad(box, "trick", pad_of(view, "trick").light, round=True))
    said = words_of(page).event(taken) if taken and not (view.hand or page.scale.flat) else ""
    page.text(box.centred(box.w * 2 // 5, px(44)), said, PLAY, PAPER, BOLD, lines=2)
    if not cards:
        caption(page, box.centred(box.w // 2, px(24)), words_of(page).place("trick"))
    size, apart = (AWAY, 1.12) if taken else (1.0, 1.0)
    high = round(size * min(box.h * 10 // 25, box.w * 10 // 31))
    wide, crowned = round(high * SHAPE), sentences.trumps_of(match)
    events = (event for entry in match.log for event in entry.events)
    laid = [event["player"] for event in events if event["kind"] == "laid" and event["zone"] == "trick"]
    ways = FLAT if page.scale.flat and not view.hand else STANDING
    for card, name in zip(cards, laid[len(laid) - len(cards) :], strict=False):
        seat = match.names.index(name)
        if view.hand:  # the player at the mouse sits below
            seat = (seat - view.hand.seat) % len(match.names)
            ways = ROUND
        across, down, angle = ways[seat]
        leads = card == cards[-1]
        middle = Box(
            box.x + box.w // 2 + round(across * wide * apart / size),
            box.y + box.h // 2 + round(down * high * apart / size) - (px(5) if leads else 0),
            0,
            0,
        )
        turn = seat if ways is FLAT else 0
        tall = high * 11 // 10 if leads and not taken else high
        place = middle.centred(*((tall, round(tall * SHAPE)) if turn % 2 else (round(tall * SHAPE), tall)))
        page.add(Card(place, NAME, card, turn, angle, shadow=True, trump=card in crowned))


def _side(page: Page, box: Box, match: MatchView, side: int) -> None:
    """Two partners: who they are, their tricks, and how far they are toward the manche."""
    state, px, name = match.state, page.px, SIDES[side]
    page.panel(box, WOOD_DEEP, 9)
    inner = box.inset(px(8), px(4))
    discs, rest = inner.cut_left(px(58), px(8))
    partners = [match.names[int(seat)] for seat in name.split("+")]
    for place, partner in zip(discs.columns(2, px(2)), partners, strict=True):
        seats.disc(page, place.centred(px(27), px(27)), match, match.names.index(partner))
    taken = tricks(words_of(page), state["tricks_taken"][name])
    announced = state["announced"] if state["declarer"] in partners else None
    if announced:
        taken = page.words.say("{tricks} of {number}", tricks=taken, number=announced)
    top, points = rest.rows(2)
    page.text(top, taken, BODY, PAPER, BOLD, align=0, lines=1)
    bar, figure = points.cut_left(points.w - px(58), px(6))
    page.text(
        figure, f"{state['manche_points'][name]}/{MANCHE}", PLAY, CHALK_SOFT, BOLD, 1, lines=1, counts=name
    )
    bar = bar.centred(bar.w, px(10))
    page.add(Gauge(bar, state["manche_points"][name], MANCHE, PAPER, f"bar {name}"))


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
