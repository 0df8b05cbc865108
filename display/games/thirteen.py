"""13: three targets with their cards, and how far each is from 13."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from controller.view import (
    MatchView,
    TableView,
)
from display.card_art.faces import Face, suited
from display.games import (
    AIM,
    SCORE,
    SPECIAL,
    TURN,
    Cell,
    Lines,
    Piece,
    Presentation,
    RulePage,
    Step,
    Zone,
    defaults,
)
from display.games.defaults import tinted
from display.screens.board import pad_of
from display.screens.ui import Ui
from display.text.i18n import mark
from display.text.words import GameWords
from display.widgets.boxes import Box
from display.widgets.theme import CHALK_SOFT, GOLD, HEAD, LARGE, PAPER, SMALL, SUITS, Colour
from display.widgets.typography import BOLD
from display.widgets.widgets import Gauge, Pad, Page, Picture, capital

LIMIT = 13
PLACES = 3  # for cards on a target, before they close up
MOULD: Colour = (132, 142, 60)

RULES = (
    RulePage(
        AIM,
        ("blue-7#1", "yellow-5#1", "green-2#1", "rotten-4#1"),
        mark(
            "Lay your cards on the three targets. Whoever brings a target over 13 takes its cards, "
            "and cards taken are penalty points. The fewest points win."
        ),
    ),
    RulePage(
        TURN,
        ("blue-7#1", "blue-4#1"),
        mark(
            "Lay one card on the target of its colour, then draw one. A rotten four goes on any "
            "target. Nobody passes."
        ),
    ),
    RulePage(
        SPECIAL,
        ("yellow-7#1", "yellow-4#1", "rotten-4#1"),
        mark(
            "Exactly 13 is safe. Over 13, you take what lay there, face down; your own card stays. "
            "What was taken stays hidden until the end of the round."
        ),
    ),
    RulePage(
        SCORE,
        (None, None, "green-1#1", "rotten-4#1"),
        mark(
            "Each card taken is 1 point, a rotten four 2. Whoever alone has the most cards of a "
            "colour counts that colour as 0."
        ),
    ),
)


# Sentences


def deal(words: GameWords, match: MatchView) -> Iterator[Step]:
    yield from defaults.deal(words, match)
    if match.state["draw_pile"]:
        text = words.say("In turn, lay one card on a target, then draw one.")
    else:
        text = words.say("In turn, lay one card on a target; the first coloured one gives it its colour.")
    yield Step(text, ("blue-7#1", "rotten-4#1"))


def instruction(words: GameWords, match: MatchView) -> str:
    return words.say("{player}, lay a card on a target.", player=match.state["turn"])


def pick_up(words: GameWords, match: MatchView) -> str:
    took = [
        words.count(
            "Over 13! {player} takes one card, face down.",
            "Over 13! {player} takes {number} cards, face down.",
            event["count"],
            player=event["player"],
        )
        for event in match.events
        if event["kind"] == "took"
    ]
    return " ".join(took)


def event(words: GameWords, event: Mapping[str, Any]) -> str | None:
    match event:
        case {"kind": "took", "player": player, "count": number}:
            return words.count(
                "Over 13! {player} takes one card.",
                "Over 13! {player} takes {number} cards.",
                number,
                player=player,
            )
    return None


def takes(match: MatchView, player: str) -> bool:
    return any(event["kind"] == "took" and event["player"] == player for event in match.events)


# The board


def board(page: Page, box: Box, view: TableView, match: MatchView, ui: Ui) -> None:
    targets = match.state["targets"]
    for place, (zone, target) in zip(box.columns(len(targets), page.px(12)), targets.items(), strict=True):
        _target(page, place, view, zone, target["cards"], target["sum"])


def _target(page: Page, box: Box, view: TableView, zone: str, cards: list[str], total: int) -> None:
    px, suit = page.px, SUITS[zone]
    head, rest = box.cut_top(px(26), px(4))
    sign, name = head.cut_left(px(22), px(7))
    page.add(Picture(sign.centred(px(20), px(20)), suit.shape, PAPER))
    page.text(name, capital(page.words.colour(zone)), LARGE - 3, PAPER, BOLD, align=0, lines=1)
    gauge, rest = rest.cut_bottom(px(22), px(5))
    sums, pad = rest.cut_bottom(px(34), px(4))
    page.add(Pad(pad, zone, pad_of(view, zone).light))
    page.fan(pad.inset(px(12), px(12)), "thirteen", cards, places=PLACES)
    value, room = sums.cut_left(sums.w * 9 // 20, px(4))
    ink = GOLD if total == LIMIT else PAPER
    page.text(value, f"{total} / {LIMIT}", HEAD, ink, BOLD, align=0, lines=1, counts=True)
    page.text(room, _room(page, total), SMALL, CHALK_SOFT, align=1, lines=2)
    page.add(Gauge(gauge, total, LIMIT, suit.fill))


def _room(page: Page, total: int) -> str:
    if total == LIMIT:
        return page.words.say("exactly 13")
    return page.words.say("room for {number}", number=LIMIT - total)


def text_board(words: GameWords, match: MatchView) -> Lines:
    rows: list[list[Cell]] = []
    for zone, target in match.state["targets"].items():
        full = min(target["sum"], LIMIT)
        rows.append(
            [
                tinted(zone, words.colour(zone)),
                f"{target['sum']:>2}/{LIMIT}",
                (Piece("█" * full, zone), Piece("░" * (LIMIT - full), "dim")),
                " + ".join(card.partition("#")[0].partition("-")[2] for card in target["cards"]),
            ]
        )
    return [rows, words.draw_pile(match)]


def face(drawn: Face, kind: str, traces: object) -> None:
    colour, _, value = kind.partition("-")
    suited(drawn, colour, value, _mould if colour == "rotten" else None)


def _mould(drawn: Face) -> None:
    drawn.pen.ink(MOULD)
    for x, drop in ((0.44, 0.13), (0.56, 0.22), (0.68, 0.11), (0.8, 0.17)):
        drawn.pen.line((x, 0.06), (x, drop), thick=0.1)
    drawn.pen.block(0.37, 0.045, 0.52, 0.055)


PRESENTATION = Presentation(
    title=mark("13"),
    idea=mark("Lay your cards and never go over 13."),
    age=8,
    minutes=45,
    samples=("blue-7#1", "rotten-4#1", "yellow-2#1"),
    rules=RULES,
    cards={"rotten": mark("rotten {value}")},
    zones={
        "blue": Zone(mark("Blue target"), mark("the blue target")),
        "yellow": Zone(mark("Yellow target"), mark("the yellow target")),
        "green": Zone(mark("Green target"), mark("the green target")),
    },
    options={"all_dealt": mark("all cards are dealt")},
    deal=deal,
    instruction=instruction,
    pick_up=pick_up,
    event=event,
    refusals={
        "wrong-colour": mark("A coloured card goes only on the target of its own colour."),
    },
    takes=takes,
    board=board,
    sorted_piles=True,
    text_board=text_board,
    face=face,
)
