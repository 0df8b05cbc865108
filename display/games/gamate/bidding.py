"""The board of Gamate before its first card: the demand while there is bidding, then what is declared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from controller.intents import Act
from controller.view import MatchView, TableView
from display.games.gamate import sentences
from display.games.gamate.sentences import BIDDING, bids, direction, tricks
from display.screens.board import answers, caption
from display.screens.ui import Ui
from display.text.words import GameWords
from display.widgets.boxes import Box, Room
from display.widgets.theme import BAIZE_DEEP, CHALK_SOFT, INK, INK_SOFT, PAPER, PAPER_SHADE, WOOD_DEEP
from display.widgets.typography import BODY, BOLD, LARGE, PLAY
from display.widgets.widgets import Page, Picture, Touchable, capital
from engine.games.gamate import CHOICES, DECK, NAME
from engine.games.gamate.demands import trumps
from engine.rules import Choose

DIGITS = range(2, 9)
NUMBERS = range(1, 49)
LAST_BIDS = 6
FORFEIT = Choose("forfeit", True)


@dataclass(frozen=True, slots=True)
class Demanding:
    """A demand while it is put together."""

    kind: str = "multiples"
    digit: int = 6
    colour: str = ""
    exclusive: bool = False
    low: int = 1
    high: int = 12


def demanding(ui: Ui) -> Demanding:
    return ui.on_board if isinstance(ui.on_board, Demanding) else Demanding()


def words_of(page: Page) -> GameWords:
    return page.words.of(NAME)


def before_play(page: Page, box: Box, view: TableView, match: MatchView, ui: Ui) -> None:
    """What is asked of the player who acts, or what was said so far while another one is asked."""
    state = match.state
    if not match.choices:
        _bids(page, box, match)
        return
    if state["awaiting"] in BIDDING:
        _bidding(page, box, match, ui)
        return
    contract, box = box.cut_top(page.px(40), page.px(6))
    columns, rows = (7, 2) if state["awaiting"] == "tricks" else (2, 1)
    high = page.touch if view.hand else max(page.touch, page.px(72))
    asked = box.cut_top(rows * (high + page.gap) - page.gap)[0]
    moves = [move for move in match.choices if isinstance(move, Choose) and move != FORFEIT]
    labels = [str(move.value) for move in moves] if state["awaiting"] == "tricks" else ()
    answers(page, asked, match, columns, moves, labels)
    contract_of(page, contract, state)
    if not view.hand:  # whose cards need the room
        _trumps_of(page, box.cut_top(asked.h, page.px(16))[1], match)


def _trumps_of(page: Page, box: Box, match: MatchView) -> None:
    """The trumps that were agreed on, each as its card."""
    demand = CHOICES["bid"].read(match.state["contract"], match.names)
    cards = [str(number) for number in _trumps(match, demand)]
    head, rest = box.cut_top(page.px(24), page.px(6))
    caption(page, head, page.words.count("one trump", "{number} trumps", len(cards)))
    page.fan(rest.cut_top(min(rest.h, page.px(96)))[0], NAME, cards, seen=0.5)


# Bidding


def _bids(page: Page, box: Box, match: MatchView) -> None:
    """What was said so far, while another player thinks."""
    state = match.state
    if state["contract"]:
        contract, box = box.cut_top(page.px(48), page.px(14))
        contract_of(page, contract, state)
    said = bids(words_of(page), match)[-LAST_BIDS:]
    for row, (player, bid) in zip(box.rows(LAST_BIDS, page.px(4)), said, strict=False):
        page.panel(row, BAIZE_DEEP, 9)
        name, text = row.inset(page.px(12), 0).cut_left(row.w * 2 // 5, page.px(10))
        page.name(name, player, BODY, CHALK_SOFT, align=0)
        page.text(text, capital(bid), BODY, PAPER, BOLD, align=0, lines=1)


def _bidding(page: Page, box: Box, match: MatchView, ui: Ui) -> None:
    say, px, demand = page.words.say, page.px, demanding(ui)
    actions, box = box.cut_bottom(page.touch, page.gap)
    page.panel(box, PAPER, 12)
    inner = box.inset(px(5), 0)
    tabs, rest = inner.cut_left(px(136), px(12))
    for place, (kind, label) in zip(
        tabs.rows(4, px(2)),
        (
            ("multiples", say("multiples")),
            ("odd", say("odd numbers")),
            ("colour", say("one colour")),
            ("run", say("from … to …")),
        ),
        strict=True,
    ):
        then = replace(ui, on_board=replace(demand, kind=kind))
        look = "chosen" if kind == demand.kind else "unchosen"
        page.button(place, label, then=then, look=look, size=BODY - 2, key=kind[0])
    values, found = rest.cut_top(2 * page.touch + px(6), px(6))
    _values(page, values, match, ui)
    value = value_of(demand, match)
    numbers = _trumps(match, value)
    head, listed = found.cut_top(px(20), px(2))
    number = page.words.count("one trump", "{number} trumps", len(numbers))
    page.text(head, number, BODY - 2, INK, BOLD, align=0, lines=1)
    page.text(listed, "  ".join(map(str, numbers)), BODY, INK_SOFT, BOLD, align=0)
    _say(page, actions, match, value)


def _values(page: Page, box: Box, match: MatchView, ui: Ui) -> None:
    demand = demanding(ui)
    first, second = box.rows(2, page.px(6))
    match demand.kind:
        case "multiples":
            for digit, place in zip(DIGITS, first.columns(len(DIGITS), page.px(3)), strict=True):
                then = replace(ui, on_board=replace(demand, digit=digit))
                look = "chosen" if digit == demand.digit else "unchosen"
                page.button(place, str(digit), then=then, look=look, size=LARGE, key=str(digit))
        case "colour":
            _colours(page, first, second, match, ui)
        case "run":
            for place, end in ((first, "low"), (second, "high")):
                _slider(page, place, ui, end)


def _colours(page: Page, first: Box, second: Box, match: MatchView, ui: Ui) -> None:
    known, gap = _known(match), page.px(4)
    places = first.columns(3, gap)
    if len(known) > len(places):
        *places, second = (
            place for row in (first, second) for place in row.columns(len(known) // 2 + 1, gap)
        )
    colour = _colour(demanding(ui), match)
    for name, place in zip(known, places, strict=False):
        then = replace(ui, on_board=replace(demanding(ui), colour=name))
        look = "chosen" if name == colour else "unchosen"
        page.button(place, page.words.colour(name), then=then, look=look)
    if ("colour", colour, "exclusive") in _demands(match):
        then = replace(ui, on_board=replace(demanding(ui), exclusive=not demanding(ui).exclusive))
        look = "chosen" if demanding(ui).exclusive else "unchosen"
        page.button(second, page.words.say("and no other colour"), then=then, look=look, size=BODY - 1)


def _known(match: MatchView) -> list[str]:
    """The colours that may be demanded, as far as the table offers them."""
    return list(dict.fromkeys(value[1] for value in _demands(match) if value[0] == "colour"))


def _demands(match: MatchView) -> list[tuple[Any, ...]]:
    values = [move.value for move in match.choices if isinstance(move, Choose)]
    return [value for value in values if isinstance(value, tuple)]


def _slider(page: Page, box: Box, ui: Ui, end: str) -> None:
    value = demanding(ui).low if end == "low" else demanding(ui).high
    figure, track = box.cut_left(page.px(44), page.px(8))
    page.text(figure, str(value), LARGE, INK, BOLD, align=1, lines=1)
    line = track.centred(track.w, page.px(8))
    page.panel(line, PAPER_SHADE, 4, INK_SOFT, 1)
    knob = page.px(26)
    at = track.x + (track.w - knob) * (value - 1) // (len(NUMBERS) - 1)
    page.add(Picture(Box(at, track.y + (track.h - knob) // 2, knob, knob), "circle", INK))
    along = tuple(replace(ui, on_board=_moved(demanding(ui), end, number)) for number in NUMBERS)
    page.add(Touchable(track, along=along))


def _moved(demand: Demanding, end: str, number: int) -> Demanding:
    """One end of a run moved; the other goes along rather than be passed."""
    if end == "low":
        return replace(demand, low=number, high=max(demand.high, number))
    return replace(demand, high=number, low=min(demand.low, number))


def _colour(demand: Demanding, match: MatchView) -> str:
    known = _known(match)
    return demand.colour if demand.colour in known or not known else known[0]


def value_of(demand: Demanding, match: MatchView) -> tuple[Any, ...]:
    """The demand as the game knows it."""
    match demand.kind:
        case "multiples":
            return ("multiples", demand.digit)
        case "odd":
            return ("odd",)
        case "run":
            return ("run", demand.low, demand.high)
    colour = ("colour", _colour(demand, match))
    alone = (*colour, "exclusive")
    return alone if demand.exclusive and alone in _demands(match) else colour


def _trumps(match: MatchView, value: tuple[Any, ...]) -> list[int]:
    deck = match.deck or DECK
    found = trumps(deck, value)
    return [kind.value or 0 for card, kind in enumerate(deck.kind_of) if found >> card & 1]


def _say(page: Page, box: Box, match: MatchView, value: tuple[Any, ...]) -> None:
    opposing = match.state["awaiting"] == "oppose"
    quiet, said = box.cut_left(box.w * 2 // 5, page.gap)
    silent = Choose("oppose", False) if opposing else Choose("pass", True)
    page.button(quiet, words_of(page).choice(silent, match.names), Act(silent), look="plain", key="0")
    move = Choose("oppose" if opposing else "bid", value)
    look = "primary" if move in match.choices else "faint"
    page.button(said, words_of(page).choice(move, match.names), Act(move), look=look, key="return")


def contract_of(page: Page, box: Box, state: Mapping[str, Any]) -> None:
    """Who declared what, which way, how many tricks, and what that is worth."""
    if not state["contract"]:
        return
    words, px, announced = words_of(page), page.px, state["announced"]
    page.panel(box, WOOD_DEEP, 10)
    rows = Room(box.inset(px(10), px(3)))
    if announced and box.h > px(80):
        worth = (2 if state["opposed"] else 1) * (3 * announced + 6)
        page.text(
            rows.bottom(px(21)), words.say("worth {number} points", number=worth), PLAY, CHALK_SOFT, align=0
        )
    inner = rows.rest
    if state["direction"]:
        way, inner = inner.cut_right(px(190), px(6)) if inner.w > px(380) else inner.cut_bottom(px(22))
        sign, said = way.cut_left(px(18), px(6))
        page.add(Picture(sign.centred(px(18), px(18)), state["direction"], PAPER))
        parts = [direction(words, state["direction"]), tricks(words, announced) if announced else ""]
        page.text(said, "  ·  ".join(filter(None, parts)), BODY, PAPER, BOLD, align=0, lines=1)
    declared = sentences.demand(words, state["contract"])
    if box.h > px(80) or inner.w > px(380):  # else the crown on a seat says whose it is
        declared = words.say("{player}: {said}", player=state["declarer"], said=declared)
    page.text(inner, capital(declared), BODY, PAPER, BOLD, align=0, lines=2)
