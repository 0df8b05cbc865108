"""The board of Gamate before its first card: the demand while there is bidding, then what is declared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from controller.intents import Act
from controller.view import MatchView, TableView
from display.games.gamate import sentences
from display.games.gamate.grid import grid
from display.games.gamate.sentences import BIDDING, bids, direction, tricks
from display.screens.board import answers
from display.screens.ui import Ui
from display.text.i18n import mark
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
NARROW = 340  # a row of colours does not fit
MANCHE = 52
HIGH = 30  # the sides' row, where there is room for it
TIGHT = 92  # the least in which all 48 numbers have room
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
        _bidding(page, box, view, match, ui)
        return
    room = Room(box)
    contract_of(page, room.top(page.px(38), page.px(4)), state)
    stakes = room.top(page.px(22), page.px(4))
    page.text(stakes, _stakes(words_of(page), state), BODY - 1, CHALK_SOFT, BOLD, lines=1)
    columns, rows = (7, 2) if state["awaiting"] == "tricks" else (2, 1)
    asked = room.top(rows * (page.touch + page.gap) - page.gap, page.gap)
    if room.rest.h >= page.px(HIGH):
        _sides(page, room.bottom(page.px(HIGH), page.px(5)), match)
    moves = [move for move in match.choices if isinstance(move, Choose) and move != FORFEIT]
    labels = [str(move.value) for move in moves] if state["awaiting"] == "tricks" else ()
    answers(page, asked, match, columns, moves, labels)
    if room.rest.h > page.px(TIGHT):
        numbers = _trumps(match, CHOICES["bid"].read(state["contract"], match.names))
        page.panel(room.rest, PAPER, 10)
        grid(page, room.rest.inset(page.px(8), page.px(5)), frozenset(numbers), _own(view))


def _stakes(words: GameWords, state: Mapping[str, Any]) -> str:
    """What a trick is worth to either side, so that everybody knows what they play for."""
    if state["opposed"]:
        return words.say("Opposed, all doubled: a trick is 6 points, or 12 for the defenders.")
    return words.say("A trick is 3 points, or 6 for the defenders if the contract fails.")


# Bidding


def _against(words: GameWords, state: Mapping[str, Any]) -> str:
    """What an opposition would be against, and what that would mean."""
    contract = sentences.demand(words, state["contract"])
    return words.say(
        "Against {player}’s contract, {demand}: all points would be doubled.",
        player=state["declarer"],
        demand=contract,
    )


def _sides(page: Page, box: Box, match: MatchView) -> None:
    """How far either side is toward the next manche, and those it has marked."""
    state, px = match.state, page.px
    for (side, points), place in zip(state["manche_points"].items(), box.columns(2, px(8)), strict=True):
        page.panel(place, BAIZE_DEEP, 8)
        room = Room(place.inset(px(8), px(2)))
        page.text(room.right(px(62), px(4)), f"{points}/{MANCHE}", BODY, PAPER, BOLD, align=1, lines=1)
        for _ in range(state["manches"][side]):
            page.sign(room.right(px(18), px(3)), "crown", PAPER)
        partners = (match.names[int(seat)] for seat in side.split("+"))
        for name, place in zip(partners, room.rest.columns(2, px(6)), strict=True):
            page.name(place, name, BODY - 2, CHALK_SOFT, align=0)


def _bids(page: Page, box: Box, match: MatchView) -> None:
    """What was said so far, while another player thinks."""
    state, room = match.state, Room(box)
    if state["contract"]:
        contract_of(page, room.top(page.px(48), page.px(8)), state)
    _sides(page, room.bottom(page.px(HIGH), page.gap), match)
    rows = min(LAST_BIDS, max(2, room.rest.h // page.px(30)))
    said = bids(words_of(page), match)[-rows:]
    for row, (player, bid) in zip(room.rest.rows(rows, page.px(4)), said, strict=False):
        page.panel(row, BAIZE_DEEP, 9)
        name, text = row.inset(page.px(12), 0).cut_left(row.w * 2 // 5, page.px(10))
        page.name(name, player, BODY, CHALK_SOFT, align=0)
        page.text(text, capital(bid), BODY, PAPER, BOLD, align=0, lines=1)


KINDS = (
    ("multiples", mark("multiples")),
    ("odd", mark("odd numbers")),
    ("colour", mark("one colour")),
    ("run", mark("from … to …")),
)


def _bidding(page: Page, box: Box, view: TableView, match: MatchView, ui: Ui) -> None:
    """A kind of demand, what it is about, and on all 48 numbers what would be trumps then."""
    px, demand, room = page.px, demanding(ui), Room(box)
    actions = room.bottom(page.touch, px(5))
    spare = room.rest.h - 3 * page.touch - px(12)
    if match.state["awaiting"] == "oppose" and spare >= px(HIGH):
        against = room.top(px(HIGH - 4), px(4))
        page.text(against, _against(words_of(page), match.state), BODY, PAPER, BOLD, lines=1)
    elif spare >= px(HIGH + 4):
        _sides(page, room.top(px(HIGH), px(4)), match)
    page.panel(room.rest, PAPER, 12)
    inner = Room(room.rest.inset(px(8), px(3)))
    for (kind, label), place in zip(KINDS, inner.top(page.touch, px(3)).columns(4, px(4)), strict=True):
        then = replace(ui, on_board=replace(demand, kind=kind))
        look = "chosen" if kind == demand.kind else "unchosen"
        page.button(place, page.words.say(label), then=then, look=look, size=BODY - 2, key=kind[0])
    value = value_of(demand, match)
    numbers = _trumps(match, value)
    wide = 11 if demand.kind == "colour" else 9
    values = inner.left(inner.rest.w * wide // 20, px(10))
    rows = 3 if demand.kind == "colour" and values.w < px(NARROW) else 2
    _values(page, values.cut_top(min(values.h, rows * (page.touch + px(3))))[0], match, ui, rows)
    own = _own(view)
    told = page.words.count("one trump", "{number} trumps", len(numbers))
    if own:
        number = len(own & set(numbers))
        told = page.words.say("{trumps}, {number} of them yours", trumps=told, number=number)
    head, found = inner.rest.cut_top(page.letters(20), px(2))
    page.text(head, told, BODY - 2, INK, BOLD, lines=1)
    grid(page, found, frozenset(numbers), own)
    _say(page, actions, match, value)


def _own(view: TableView) -> frozenset[int]:
    """The numbers in the hand of the player at the mouse."""
    if not view.hand:
        return frozenset()
    return frozenset(int(card.name) for card in view.hand.cards if card.name.isdecimal())


def _values(page: Page, box: Box, match: MatchView, ui: Ui, rows: int) -> None:
    demand = demanding(ui)
    match demand.kind:
        case "multiples":
            cells = box.cells(4, 2, page.px(3), page.px(4))
            for digit, place in zip(DIGITS, cells, strict=False):
                then = replace(ui, on_board=replace(demand, digit=digit))
                look = "chosen" if digit == demand.digit else "unchosen"
                page.button(place, str(digit), then=then, look=look, size=LARGE, key=str(digit))
        case "colour":
            _colours(page, box, match, ui, rows)
        case "run":
            for place, end in zip(box.rows(2, page.px(3)), ("low", "high"), strict=True):
                _limit(page, place, ui, end)


def _colours(page: Page, box: Box, match: MatchView, ui: Ui, rows: int) -> None:
    """The colours that may be demanded and, last of all, whether no other one may be on the card."""
    known, demand = _known(match), demanding(ui)
    colour = _colour(demand, match)
    columns = max(2, len(known) // rows + 1)
    cells = box.cells(columns, rows, page.px(3), page.px(4))
    for name, place in zip(known, cells, strict=False):
        then = replace(ui, on_board=replace(demand, colour=name))
        look = "chosen" if name == colour else "unchosen"
        page.button(place, page.words.colour(name), then=then, look=look, size=BODY - 2)
    if ("colour", colour, "exclusive") in _demands(match):
        then = replace(ui, on_board=replace(demand, exclusive=not demand.exclusive))
        look = "chosen" if demand.exclusive else "unchosen"
        page.button(cells[-1], page.words.say("exclusive"), then=then, look=look, size=PLAY)


def _known(match: MatchView) -> list[str]:
    """The colours that may be demanded, as far as the table offers them."""
    return list(dict.fromkeys(value[1] for value in _demands(match) if value[0] == "colour"))


def _demands(match: MatchView) -> list[tuple[Any, ...]]:
    values = [move.value for move in match.choices if isinstance(move, Choose)]
    return [value for value in values if isinstance(value, tuple)]


def _limit(page: Page, box: Box, ui: Ui, end: str) -> None:
    """A limit of a run: nearly with the slider, exactly with the buttons beside it."""
    demand, room = demanding(ui), Room(box)
    value = demand.low if end == "low" else demand.high
    page.text(room.left(page.px(32), page.px(3)), str(value), LARGE, INK, BOLD, lines=1)
    for sign, step, cut in (("plus", 1, room.right), ("minus", -1, room.left)):
        place = cut(page.touch, page.px(4))
        if value + step in NUMBERS:
            then = replace(ui, on_board=_moved(demand, end, value + step))
            page.button(place.centred(page.touch, page.touch), "", then=then, look="unchosen", sign=sign)
    track = room.rest
    page.panel(track.centred(track.w, page.px(8)), PAPER_SHADE, 4, INK_SOFT, 1)
    knob = min(page.px(24), track.w // 2)
    at = track.x + (track.w - knob) * (value - 1) // (len(NUMBERS) - 1)
    page.add(Picture(Box(at, track.y + (track.h - knob) // 2, knob, knob), "circle", INK))
    along = tuple(replace(ui, on_board=_moved(demand, end, number)) for number in NUMBERS)
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
    """To demand, or to pass. Gold is what does no harm: to oppose is dear, so gold is not to."""
    words, opposing = words_of(page), match.state["awaiting"] == "oppose"
    quiet, said = box.cut_left(box.w * 2 // 5, page.gap)
    silent = Choose("oppose", False) if opposing else Choose("pass", True)
    look, key = ("primary", "return") if opposing else ("plain", "0")
    page.button(quiet, words.choice(silent, match.names), Act(silent), look=look, key=key)
    move = Choose("oppose" if opposing else "bid", value)
    look, key = ("plain", "v") if opposing else ("primary", "return")
    if move not in match.choices:
        look = "faint"
    page.button(said, words.choice(move, match.names), Act(move), look=look, key=key, size=BODY - 1)


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
