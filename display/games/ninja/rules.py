"""Ninja explained: its pages, its lessons for a guided match, its hints."""

from __future__ import annotations

from collections.abc import Sequence

from controller.view import HandView, MatchView
from display.games import AIM, TURN, RulePage
from display.screens.drawn import cards, player, row, rows, sign
from display.text.i18n import mark
from display.text.words import GameWords
from display.widgets.boxes import Box
from display.widgets.theme import GOLD
from display.widgets.widgets import Page
from engine.bots.ninja import SHED
from engine.games.ninja import NAME
from engine.rules import Press

# The pages

BACKS = (None, None, None)
OPEN, HAND = ("4#1", "9#1", "11#1"), ("7#1", "ninja#1", "2#1")


def _aim(page: Page, box: Box) -> None:
    row(
        page,
        box,
        cards(NAME, *BACKS, seen=0.7, said=mark("face down")),
        cards(NAME, *OPEN, seen=0.7, said=mark("face up, on top")),
        cards(NAME, *HAND, seen=0.7, said=mark("in your hand")),
    )


def _swap(page: Page, box: Box) -> None:
    row(
        page,
        box,
        cards(NAME, "2#1", "7#1", "13#1", seen=0.7, said=mark("in your hand")),
        sign("left", size=0.25),
        sign("right", size=0.25),
        cards(NAME, "3#1", "9#1", "ninja#1", seen=0.7, said=mark("face up, on top")),
    )


def _turn(page: Page, box: Box) -> None:
    row(
        page,
        box,
        cards(NAME, "5#1"),
        sign("right"),
        cards(NAME, "7#1", "7#2", seen=0.6),
        sign("right"),
        cards(NAME, "7#3"),
        sign("right"),
        cards(NAME, "10#1", "10#2", "10#3", seen=0.6),
    )


def _refill(page: Page, box: Box) -> None:
    row(
        page,
        box,
        cards(NAME, None, None, None, None, seen=0.12, said=mark("1. draw pile")),
        sign("right"),
        cards(NAME, *OPEN, seen=0.4, said=mark("2. face up")),
        sign("right"),
        cards(NAME, *BACKS, seen=0.4, said=mark("3. face down")),
    )


def _pick_up(page: Page, box: Box) -> None:
    row(
        page,
        box,
        player(0, "A", said=mark("laid last")),
        cards(NAME, "3#1", "8#1", "12#1", seen=0.5),
        sign("right"),
        player(1, "B", said=mark("picks up")),
        sign("right"),
        player(0, "A", said=mark("leads again")),
    )


def _special(page: Page, box: Box) -> None:
    row(
        page,
        box,
        cards(NAME, "ninja#1", said=mark("goes on anything")),
        cards(NAME, "6#1", said=mark("then 6 or less")),
        cards(NAME, "8#1", said=mark("skips a player")),
        cards(NAME, "9#1", said=mark("pile gone, lay again")),
    )


def _thirteen(page: Page, box: Box) -> None:
    rows(
        page,
        box,
        (cards(NAME, "13#1"), sign("right"), sign("gift", GOLD, 0.6), sign("right"), player(1, "B")),
        (player(1, "B"), sign("right"), cards(NAME, "13#2"), cards(NAME, "1#1"), sign("shield", GOLD, 0.5)),
    )


PAGES = (
    RulePage(
        AIM,
        (),
        "Be the first without a card: three lie face down, three face up on them, three are in your hand.",
        ("over", "next", "round-scored"),
        _aim,
    ),
    RulePage(
        mark("Before the first card"),
        (),
        "Swap hand cards with those face up, as you like. Strong ones help most at the end.",
        ("start",),
        _swap,
    ),
    RulePage(
        TURN,
        (),
        "Play one, two or three cards of one value, at least as high as the last ones.",
        ("lay", "open", "too-low"),
        _turn,
    ),
    RulePage(
        mark("Fill your hand"),
        (),
        "Fewer than three in hand? Draw. No pile left: take those face up; last of all, those face down.",
        ("face-up", "face-down", "drew"),
        _refill,
    ),
    RulePage(
        mark("The pile"),
        (),
        "Cannot lay? Pick up the pile. Whoever laid last leads again, with any card: nobody beat theirs.",
        ("picked-up",),
        _pick_up,
    ),
    RulePage(
        mark("Special cards"),
        (),
        "After a Ninja, anything goes. Two 8s skip two players, three skip three.",
        ("ninja", "six", "skipped", "removed", "too-high-after-six"),
        _special,
    ),
    RulePage(
        mark("The 13 and the 1"),
        (),
        "A 13 may give the pile to anybody. They counter with a 13 or a 1, or pick it up.",
        ("give", "counter", "given", "countered", "thirteen", "one", "not-a-counter", "not-yourself"),
        _thirteen,
    ),
)

# A guided match

LESSONS = {
    "start": mark("Before the first card you may swap hand cards with those face up."),
    "lay": mark("Lay a card at least as high as the last one, or several of the same value."),
    "open": mark("Another card of the same value may join it; otherwise touch “done”."),
    "drew": mark("Whoever holds fewer than three cards draws, until they hold three."),
    "ninja": mark("A Ninja goes on anything, and has no value: now any card goes."),
    "six": mark("After a 6 it turns round: only a 6 or less goes, or a Ninja."),
    "skipped": mark("An 8 skips the next player."),
    "removed": mark("A 9 takes the whole pile out of the game; whoever laid it leads again."),
    "give": mark("A 13 may give the pile to somebody: they pick it up, unless they counter."),
    "counter": mark("Only a 13 or a 1 counters. With a 13 the pile can be given on."),
    "picked-up": mark("The pile goes into a hand. Whoever laid last leads again: nobody beat their card."),
    "face-up": mark("The draw pile is empty: now the cards that lie face up come into the hand."),
    "face-down": mark("Now even those face down come into the hand. Nobody knew them!"),
    "next": mark("Somebody has no card left, and has won."),
}
VALUES = {"ninja": "ninja", "13": "thirteen", "1": "one"}  # what is said of a card once it is laid


def situation(match: MatchView) -> Sequence[str]:
    state = match.state
    codes = []
    for event in reversed(match.events):
        match event:
            case {"kind": "drew", "from": "face-up" | "face-down" as source}:
                codes.append(source)
            case {"kind": "laid", "card": card} if value := VALUES.get(card.partition("#")[0]):
                codes.append(value)
            case {"kind": kind}:
                codes.append(kind)
    if not match.log:
        codes.append("start")
    if state["limit"] is not None:
        codes.append("six")
    if Press("done") in match.choices:
        codes.append("open")
    codes.sort(key=lambda code: code == "drew")  # that is nothing special
    asked = state["awaiting"]
    return [asked, *codes] if asked in ("give", "counter") else [*codes, asked]


def hint(words: GameWords, match: MatchView, hand: HandView | None) -> str:
    """The least precious of the cards that fit."""
    state = match.state
    if not hand:
        if state["awaiting"] == "counter":
            return words.say("A 13 or a 1 counters.")
        if state["to_beat"] is None:
            return words.say("Any card goes: part with a low one, and keep Ninjas and 13s.")
        if state["limit"] is not None:
            return words.say("6 or less goes, or a Ninja. Several of one value leave the hand at once.")
        return words.say(
            "{value} or more goes, a Ninja too. The lowest that fits is often best.", value=state["to_beat"]
        )
    fitting = [card.name for card in hand.cards if card.zones] if hand.acting else []
    if not fitting:
        return (
            words.say("None of these cards fits: pick up the pile.")
            if Press("pick-up") in match.choices
            else ""
        )
    card = min(fitting, key=_precious)
    equal = sum(each.partition("#")[0] == card.partition("#")[0] for each in fitting)
    if equal > 1:
        return words.say(
            "{card}: it fits, you have {number} of them, and better ones stay.",
            card=words.card(card),
            number=equal,
        )
    return words.say("{card}: it fits, and better ones stay in the hand.", card=words.card(card))


def _precious(card: str) -> int:
    kind = card.partition("#")[0]
    return SHED.index(int(kind) if kind.isdecimal() else 0)
