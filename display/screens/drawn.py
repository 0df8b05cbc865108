"""What pages of rules are drawn with: cards, sums, signs and players, side by side on the baize.

    row(page, box, cards("thirteen", "blue-7#1", "blue-4#1"), sign("right"), figure("11", said=mark("safe")))

A piece says how wide it is, in heights of its row; a row makes all of them as large as there is room.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from display.widgets.boxes import Box
from display.widgets.theme import ALARM, BAIZE_DEEP, CHALK_SOFT, INK, PAPER, SUITS, Colour
from display.widgets.typography import BODY, BOLD, SMALL, TITLE
from display.widgets.widgets import SHAPE, Gauge, Page, Panel, Picture

SAID = 18  # how large a few words under a piece are
GAP, WIDEST_GAP = 12, 44  # between pieces; where there are words, they need it
PLAYERS = ("blue", "yellow", "green", "red")  # whose colours players have in drawings


class Piece(NamedTuple):
    wide: float
    draw: Callable[[Page, Box], None]
    said: str = ""  # a message under it


def row(page: Page, box: Box, *pieces: Piece) -> None:
    """The pieces side by side in the middle of the box; what is said stands under each."""
    under = page.px(SAID * 2.5) if any(piece.said for piece in pieces) else 0
    number, high, gap = len(pieces), box.h - under, page.px(GAP * 2 if under else GAP)
    unit = min(high, (box.w - gap * number) / sum(piece.wide for piece in pieces))
    wide = [round(unit * piece.wide) for piece in pieces]
    gap = min((box.w - sum(wide)) // number, page.px(WIDEST_GAP if under else GAP))
    x, y = box.x + (box.w - sum(wide) - gap * (number - 1)) // 2, box.y + (high - round(unit)) // 2
    for piece, across in zip(pieces, wide, strict=True):
        piece.draw(page, Box(x, y, across, round(unit)))
        if piece.said:
            said = Box(x - gap // 2 + 1, y + round(unit) + page.px(3), across + gap - 2, under - page.px(3))
            page.text(said, page.words.say(piece.said), SAID, PAPER, BOLD, lines=2)
        x += across + gap


def rows(page: Page, box: Box, *lines: Sequence[Piece]) -> None:
    for line, place in zip(lines, box.rows(len(lines), page.px(10)), strict=True):
        row(page, place, *line)


# Pieces


def cards(game: str, *names: str | None, seen: float = 0.45, said: str = "") -> Piece:
    """Cards in a fan; None: face down."""
    wide = SHAPE * (1 + seen * (len(names) - 1))
    return Piece(wide, lambda page, box: page.fan(box, game, names, seen), said)


def sign(name: str, colour: Colour = PAPER, size: float = 0.34, said: str = "") -> Piece:
    def draw(page: Page, box: Box) -> None:
        page.add(Picture(box.centred(box.w, box.w), name, colour))

    return Piece(size, draw, said)


def figure(text: str, colour: Colour = PAPER, said: str = "", size: float = 0.6) -> Piece:
    """A number or two, as large as the row allows."""

    def draw(page: Page, box: Box) -> None:
        page.text(box, text, TITLE * 1.6, colour, BOLD, lines=1)

    return Piece(size, draw, said)


def over(text: str, said: str = "") -> Piece:
    """A number that is too much."""

    def draw(page: Page, box: Box) -> None:
        place = box.centred(box.w, box.w)
        page.add(Panel(place, ALARM, place.w // 2, PAPER, page.px(3)))
        page.text(place.inset(place.w // 8), text, TITLE * 1.4, PAPER, BOLD, lines=1)

    return Piece(0.72, draw, said)


def gauge(value: int, limit: int, suit: str, said: str = "") -> Piece:
    """A sum, and how far it is from its limit."""

    def draw(page: Page, box: Box) -> None:
        ring = box.centred(box.w, box.w)
        page.add(Gauge(ring, value, limit, SUITS[suit].fill, arc=True))
        inside = ring.centred(ring.w // 2, ring.h // 2)
        page.text(inside, str(value), TITLE * 1.3, PAPER, BOLD, lines=1)

    return Piece(0.9, draw, said)


def player(number: int, name: str, said: str = "", size: float = 0.6) -> Piece:
    """A player's initial in the colour of the seat."""

    def draw(page: Page, box: Box) -> None:
        disc(page, box.centred(box.w, box.w), number, name)

    return Piece(size, draw, said)


def disc(page: Page, box: Box, number: int, name: str) -> None:
    suit = SUITS[PLAYERS[number]]
    page.add(Panel(box, suit.fill, box.w // 2, PAPER, page.px(3)))
    page.text(box.inset(box.w // 6), name, TITLE, suit.on, BOLD, lines=1)


def suits(*names: str, said: str = "") -> Piece:
    """Targets by the colour and shape of each."""

    def draw(page: Page, box: Box) -> None:
        for name, place in zip(names, box.columns(len(names), page.px(8)), strict=True):
            pad = place.centred(place.w, min(place.h, round(place.w * 1.3)))
            page.add(Panel(pad, BAIZE_DEEP, page.px(10), SUITS[name].fill, page.px(5)))
            side = pad.w // 2
            page.add(Picture(pad.centred(side, side), SUITS[name].shape, PAPER))

    return Piece(0.72 * len(names), draw, said)


# Tables


def table(page: Page, box: Box, *lines: tuple[str, ...], wide: float = 0.62) -> None:
    """Rows of messages and numbers: the first column is *wide*, the others share what is left."""
    px = page.px
    for number, (line, place) in enumerate(zip(lines, box.rows(len(lines), px(3)), strict=True)):
        page.add(Panel(place, PAPER if number % 2 else (244, 236, 218), px(6)))
        inner = place.inset(px(10), 0)
        label, rest = inner.cut_left(round(inner.w * wide), px(8))
        page.text(label, page.words.say(line[0]), BODY, INK, BOLD, align=0, lines=1)
        for text, cell in zip(line[1:], rest.columns(len(line) - 1, px(6)), strict=True):
            shown = text if text[0].isdigit() else page.words.say(text)
            page.text(cell, shown, BODY, INK, BOLD, lines=1)


def plainly(game: str, names: Sequence[str | None]) -> Callable[[Page, Box], None]:
    """A picture for a page that brings only some cards."""
    return partial(_fan, game, names)


def _fan(game: str, names: Sequence[str | None], page: Page, box: Box) -> None:
    page.fan(box, game, names, 0.5)


def captioned(page: Page, box: Box, text: str) -> Box:
    """A message over what is drawn in the rest of the box."""
    head, rest = box.cut_top(page.px(SMALL * 1.4), page.px(4))
    page.text(head, page.words.say(text), SAID, CHALK_SOFT, BOLD, lines=1)
    return rest
