"""A match on paper: its header and its lines, as a journal keeps them.

    header = Header("thirteen", ("Marie", "", "Luc"), dealer=2)
    match, lines = begin(header), []
    lines.append(write(match, Lay(11, 0)))          # {"lay": "blue-7#1", "zone": "blue"}
    assert read(match, lines[0]) == Lay(11, 0)

Lines are those of the referee protocol, complete, with one difference: players go by their seats, "1" to "6".
So somebody can be named, renamed or forgotten without touching a line, and two guests may have no name.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from controller.errors import UserError
from controller.ports import Json
from engine import games, notation
from engine.cards import Deck
from engine.match import Action, Match
from engine.match import begin as begin_match
from engine.rules import EDITION, Count, Setup

SEATS = ("1", "2", "3", "4", "5", "6")


class Header(msgspec.Struct, frozen=True):
    """What was agreed before the first card, and whose cards they are."""

    game: str
    names: tuple[str, ...]  # clockwise; "" is a guest without a name
    dealer: int  # a seat; in a game without a dealer, who leads
    options: frozenset[str] = frozenset()
    rounds: int | None = 1
    deck: Deck | None = None  # a deck table completed by its owner, in place of the game's own
    copy: int | None = None  # which physical copy of the deck is played with, once a card of it was laid
    edition: int = EDITION  # of the rules it is played by
    by_lot: bool = False  # the dealer was drawn
    guided: bool = False  # each thing is explained as it comes up
    language: str = ""  # that the guests chose; "": of a match of an earlier version


class Damaged(UserError, ValueError):
    """The record does not make a match by today's rules; the message is one sentence."""


def to_json(header: Header) -> dict[str, Any]:
    return dict(msgspec.to_builtins(header, order="deterministic"))


def to_text(value: object) -> str:
    """Headers, lines and outcomes as a column of a database keeps them."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def from_json(data: Json) -> Header:
    try:
        header = msgspec.convert({"edition": 1, **data}, Header)
    except msgspec.ValidationError as error:
        raise Damaged(f"The header of this match cannot be read: {error}.") from None
    known = header.game in games.names()
    if not known or len(header.names) not in (game := games.game(header.game)).seats:
        raise Damaged(f"The header of this match is wrong: {header.game} for {len(header.names)} players.")
    if not 1 <= header.edition <= EDITION:
        raise Damaged(
            "This match is played by the rules of a later version: update the table to go on with it."
        )
    if header.dealer not in range(len(header.names)) or not header.options <= {*game.options}:
        raise Damaged(f"The header of this match is wrong: seat {header.dealer}, {sorted(header.options)}.")
    return header


def check(header: Json, lines: Sequence[Json]) -> None:
    """Damaged if this cannot be what a journal kept; whether the rules allow it is not asked."""
    if header.get("game") not in games.names() or header.get("edition", 1) > EDITION:
        return  # of a game that is not installed just now, or as a later version plays it
    match = begin(from_json(header))
    for line in lines:
        read(match, line)


def begin(header: Header) -> Match:
    """The match before its first line."""
    setup = Setup(len(header.names), header.options, header.rounds, header.deck, header.edition)
    return begin_match(games.game(header.game), setup, header.dealer)


def write(match: Match, action: Action) -> dict[str, Any]:
    return notation.write(match.game, action, SEATS)


def read(match: Match, line: Json) -> Action:
    """The action that `write` wrote; Damaged if it is none."""
    try:
        if "count" in line:  # counting mode happens at a table: the referee's protocol has no such line
            piles = tuple(_cards(match, pile) for pile in line["count"])
            return Count(piles, line.get("anyway") is True)
        return notation.read(match, line, SEATS[: match.setup.seats])
    except notation.Unreadable:
        raise Damaged(f"This line is not of {match.game.name}: {line}.") from None


def _cards(match: Match, names: Sequence[str]) -> tuple[int, ...]:
    cards = tuple(card for name in names if (card := match.game.deck.card(name)) is not None)
    if len(cards) < len(names):
        raise notation.Unreadable
    return cards
