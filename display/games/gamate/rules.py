"""Gamate explained: its pages, with every word that the game has of its own."""

from __future__ import annotations

from display.games import AIM, SCORE, RulePage
from display.games.gamate.grid import grid
from display.screens.drawn import Piece, captioned, cards, disc, figure, player, row, sign, table
from display.text.i18n import mark
from display.widgets.boxes import Box
from display.widgets.theme import BAIZE_DEEP, GOLD, WOOD
from display.widgets.widgets import Page, Panel
from engine.games.gamate import NAME


def _aim(page: Page, box: Box) -> None:
    left, right = box.cut_left(box.w // 2, page.px(10))
    side = min(left.h // 3, left.w // 4)
    middle = left.centred(round(side * 2.4), left.h - 2 * side - page.px(8))
    page.add(Panel(middle, WOOD, page.px(16)), Panel(middle.inset(page.px(6)), BAIZE_DEEP, page.px(12)))
    centre_x, centre_y = left.x + left.w // 2 - side // 2, left.y + left.h // 2 - side // 2
    disc(page, Box(centre_x, left.y, side, side), 0, "A")
    disc(page, Box(centre_x, left.bottom - side, side, side), 0, "A")
    disc(page, Box(middle.x - side - page.px(6), centre_y, side, side), 1, "B")
    disc(page, Box(middle.right + page.px(6), centre_y, side, side), 1, "B")
    row(page, right, cards(NAME, "6", "12", "18", "24", seen=0.6, said=mark("trumps")))


def _cards(page: Page, box: Box) -> None:
    row(
        page,
        box,
        cards(NAME, "7", "35", seen=0.7, said=mark("numbers")),
        cards(NAME, "mute#1", said=mark("mutes: never trumps")),
        figure("", size=0.2),
        cards(NAME, "1", "48", "mute#2", seen=0.8, said=mark("brisques")),
    )


def _demand(page: Page, box: Box) -> None:
    grid(
        page,
        captioned(page, box, mark("for instance: multiples of 6, eight trumps")),
        frozenset(range(6, 49, 6)),
    )


def _contract(page: Page, box: Box) -> None:
    row(
        page,
        box,
        player(0, "A", said=mark("demands ×6")),
        sign("right", size=0.25),
        player(1, "B", said=mark("passes")),
        sign("right", size=0.25),
        player(0, "A", said=mark("×6 again")),
        sign("right", size=0.25),
        figure("×6", GOLD, said=mark("the contract"), size=0.8),
    )


def _opposition(page: Page, box: Box) -> None:
    row(
        page,
        box,
        figure("×6", size=0.8, said=mark("the contract")),
        sign("no", size=0.3),
        player(1, "B", said=mark("opposes")),
        sign("right", size=0.25),
        figure("30–40", GOLD, size=1.5, said=mark("the new contract")),
        figure("2×", GOLD, size=0.8, said=mark("all points")),
    )


def _dummy(page: Page, box: Box) -> None:
    row(
        page,
        box,
        cards(NAME, "5", "18", "40", "mute#1", seen=0.7, said=mark("dummy: lies open")),
        sign("up", GOLD, 0.3),
        cards(NAME, "17", "35", seen=0.8, said=mark("up: 35 beats 17")),
        sign("down", GOLD, 0.3),
        cards(NAME, "35", "17", seen=0.8, said=mark("down: 17 beats 35")),
    )


def _actions(page: Page, box: Box) -> None:
    row(
        page,
        box,
        cards(NAME, "17", "35", seen=0.75, said=mark("force: higher (up)")),
        cards(NAME, "35", "12", seen=0.75, said=mark("cut: with a trump")),
        cards(NAME, "12", "mute#1", seen=0.75, said=mark("dodge: with a mute")),
        _aside("3", mark("renounce: beside it")),
    )


def _aside(card: str, said: str) -> Piece:
    """A card on the other pad."""

    def draw(page: Page, box: Box) -> None:
        page.add(Panel(box, BAIZE_DEEP, page.px(10), (196, 219, 204), page.px(2)))
        page.card(box.inset(page.px(8)), NAME, card)

    return Piece(0.85, draw, said)


def _points(page: Page, box: Box) -> None:
    table(
        page,
        box,
        ("", mark("declarer"), mark("defenders")),
        (mark("each trick"), "3", "6"),
        (mark("each brisque in tricks"), "1", "1"),
        (mark("each renounce of the others"), "2", "4"),
        (mark("bonus: tricks as announced"), "6", "0"),
        (mark("bonus: 12 tricks, or 13"), "4, 7", "8, 14"),
        wide=0.56,
    )


PAGES = (
    RulePage(
        AIM,
        (),
        "Two against two, partners opposite. Choose trumps, say how many tricks you take, and take them.",
        ("match-over",),
        _aim,
    ),
    RulePage(
        mark("The cards"),
        (),
        "48 numbers, and four mutes. The 1, the 48 and the mutes are brisques: a point more for the trick.",
        (),
        _cards,
    ),
    RulePage(
        mark("The demand"),
        (),
        "In turn, demand trumps or pass: multiples, odd numbers, a colour, or a run; 2 to 24 numbers.",
        ("bid", "bid-out-of-range", "colour-unknown"),
        _demand,
    ),
    RulePage(
        mark("The contract"),
        (),
        "A demand said twice, or followed by four passes: the contract. Who said it first is the declarer.",
        ("demanded", "contract"),
        _contract,
    ),
    RulePage(
        mark("The opposition"),
        (),
        "Anybody else may oppose: they choose the trumps, take at least 7 tricks, and all counts double.",
        ("oppose", "too-few-tricks"),
        _opposition,
    ),
    RulePage(
        mark("Dummy, up or down"),
        (),
        "The declarer’s partner is dummy: the hand lies open, the declarer plays it, and chooses up or down.",
        ("direction", "tricks", "lead", "dummy"),
        _dummy,
    ),
    RulePage(
        mark("The trick"),
        (),
        "Force, cut or dodge on the trick, or renounce beside it. The last card on the trick takes it.",
        ("lay", "trick-taken", "does-not-beat", "plain-on-trump", "leader-cannot-renounce"),
        _actions,
    ),
    RulePage(
        SCORE,
        (),
        "Only the winners of the deal score. 52 points make a manche, and two manches win the rubber.",
        ("round-scored", "manche-won", "forfeited", "deal-void", "next", "over"),
        _points,
    ),
)
