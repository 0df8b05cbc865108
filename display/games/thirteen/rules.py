"""13 explained: its pages, its lessons for a guided match, its hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from controller.view import HandView, MatchView
from display.games import AIM, SCORE, TURN, RulePage, defaults
from display.screens.drawn import Piece, cards, figure, gauge, over, player, row, sign, suits, table
from display.text.i18n import mark
from display.text.words import GameWords
from display.widgets.boxes import Box
from display.widgets.theme import GOLD, SUITS
from display.widgets.widgets import Gauge, Page
from engine.games.thirteen import NAME

LIMIT = 13
ROTTEN = "rotten"

# The pages


def target(suit: str, total: int, *names: str, said: str = "") -> Piece:
    """A target with its cards and its sum."""

    def draw(page: Page, box: Box) -> None:
        ring = box.centred(box.w, box.w)
        page.add(Gauge(ring, total, LIMIT, SUITS[suit].fill, arc=True))
        page.fan(ring.centred(round(ring.w * 0.76), round(ring.h * 0.5)), NAME, names, 0.5)

    return Piece(1, draw, said)


def _aim(page: Page, box: Box) -> None:
    row(
        page,
        box,
        target("blue", 11, "blue-7#1", "blue-4#1"),
        target("yellow", 5, "yellow-5#1"),
        target("green", 6, "green-2#1", "rotten-4#1"),
    )


def _turn(page: Page, box: Box) -> None:
    row(
        page,
        box,
        cards(NAME, "blue-4#1", "green-1#1", "yellow-7#1", seen=0.4, said=mark("your hand")),
        sign("right", said=mark("lay one")),
        target("blue", 11, "blue-7#1", "blue-4#1"),
        sign("right", said=mark("draw one")),
        cards(NAME, None, None, seen=0.15, said=mark("draw pile")),
    )


def _rotten(page: Page, box: Box) -> None:
    everywhere = suits("blue", "yellow", "green")
    row(page, box, cards(NAME, "rotten-4#1"), sign("right"), everywhere)


def _exactly(page: Page, box: Box) -> None:
    row(
        page,
        box,
        cards(NAME, "blue-7#1", "blue-4#1"),
        gauge(11, LIMIT, "blue"),
        sign("plus"),
        cards(NAME, "blue-2#1"),
        sign("right"),
        gauge(13, LIMIT, "blue", said=mark("safe")),
        sign("tick", GOLD, 0.4),
    )


def _over(page: Page, box: Box) -> None:
    row(
        page,
        box,
        cards(NAME, "yellow-7#1", "yellow-5#1", seen=0.6, said=mark("12 so far")),
        sign("plus"),
        cards(NAME, "rotten-4#1", said=mark("stays there")),
        over("16"),
        sign("right"),
        cards(NAME, None, None, said=mark("for you, face down")),
        player(0, "A", size=0.5),
    )


def _score(page: Page, box: Box) -> None:
    upper, lower = box.cut_top(box.h // 2, page.px(10))
    table(
        page,
        upper,
        (mark("each coloured card"), "1"),
        (mark("each rotten four"), "2"),
        (mark("a colour of which you alone have most"), "0"),
        wide=0.8,
    )
    most = ("yellow-1#1", "yellow-2#1", "yellow-5#1", "yellow-7#1")
    row(
        page,
        lower,
        cards(NAME, *most, seen=0.35),
        figure("= 0", GOLD, size=1),
        cards(NAME, "green-1#1", "rotten-4#1", seen=0.5),
        figure("= 1 + 2", size=1.9),
    )


def _match(page: Page, box: Box) -> None:
    deals = [
        piece
        for number, name in enumerate("ABCD")
        for piece in (
            player(number, name, said=mark("deals") if not number else ""),
            sign("right", size=0.25),
        )
    ]
    row(page, box, *deals[:-1])


PAGES = (
    RulePage(
        AIM,
        (),
        "Lay cards on three targets. Who goes over 13 takes cards: penalty points. The fewest points win.",
        ("over",),
        _aim,
    ),
    RulePage(
        TURN,
        (),
        "Play one card on the target of its colour, then draw one. Nobody passes: some card always fits.",
        ("lay", "drew", "wrong-colour"),
        _turn,
    ),
    RulePage(
        mark("The rotten four"),
        (),
        "A rotten four goes on any target, even an empty one. It counts 4.",
        (ROTTEN,),
        _rotten,
    ),
    RulePage(
        mark("Exactly 13"),
        (),
        "Exactly 13 is safe: nobody takes anything, and the cards stay.",
        ("exactly",),
        _exactly,
    ),
    RulePage(
        mark("Over 13"),
        (),
        "Over 13, take what lay there, face down and without looking. Your own card stays on the target.",
        ("took",),
        _over,
    ),
    RulePage(
        SCORE,
        (),
        "Whoever alone has the most cards of a colour counts them 0. Two have equally many? Both count them.",
        ("round-scored", "next", "small-pile", "too-many-left", "too-few-left"),
        _score,
    ),
    RulePage(
        mark("The match"),
        (),
        "The deal moves on. Everybody deals once; of three players, everybody twice. The lowest total wins.",
        ("match-over",),
        _match,
    ),
)

# A guided match

LESSONS = {
    "lay": mark("Choose a target where its sum and your card together are 13 at most."),
    "drew": mark("Whoever has laid draws a card: a hand is always five, until the pile is empty."),
    ROTTEN: mark("A rotten four: it goes on any target, whatever the colour."),
    "exactly": mark("Exactly 13 is safe. But the next card there goes over!"),
    "took": mark("Over 13: what lay there is taken, face down. The card just laid stays."),
    "next": mark("Each card taken is a point, a rotten four 2. Alone with the most of a colour: 0."),
}


def situation(match: MatchView) -> Sequence[str]:
    codes = list(defaults.situation(match))
    laid = next((event for event in match.events if event["kind"] == "laid"), None)
    if laid:
        if match.state["targets"][laid["zone"]]["sum"] == LIMIT:
            codes.insert(0, "exactly")
        if laid["card"].startswith(ROTTEN):
            codes.insert(0, ROTTEN)
    codes.sort(key=lambda code: code != "took")
    return codes


def worth(card: str) -> int:
    return int(card.partition("#")[0].partition("-")[2])


def hint(words: GameWords, match: MatchView, hand: HandView | None) -> str:
    """The highest card that is safe, on the fullest target; else the pile that costs least."""
    targets = match.state["targets"]
    if not hand:
        room = ", ".join(f"{words.colour(zone)} {LIMIT - target['sum']}" for zone, target in targets.items())
        return words.say("Safe up to: {room}. A rotten four counts 4, on any target.", room=room)
    ways = [(card.name, zone) for card in hand.cards for zone in card.zones] if hand.acting else []
    if not ways:
        return ""
    safe = [(card, zone) for card, zone in ways if targets[zone]["sum"] + worth(card) <= LIMIT]
    if safe:
        card, zone = max(
            safe, key=lambda way: (worth(way[0]), not way[0].startswith(ROTTEN), targets[way[1]]["sum"])
        )
        total = targets[zone]["sum"] + worth(card)
        return words.say(
            "{card} on {zone} makes {total}: safe, and a high card is gone.",
            card=words.card(card), zone=words.zone(zone), total=total,
        )  # fmt: skip
    card, zone = min(
        ways, key=lambda way: (_cost(targets[way[1]]), way[0].startswith(ROTTEN), -worth(way[0]))
    )
    return words.say(
        "Everything goes over 13: {zone} costs least, {points} points at most, with {card}.",
        zone=words.zone(zone), points=_cost(targets[zone]), card=words.card(card),
    )  # fmt: skip


def _cost(target: dict[str, Any]) -> int:
    """What taking its cards costs at most: whether a colour will count is not known yet."""
    return sum(2 if card.startswith(ROTTEN) else 1 for card in target["cards"])
