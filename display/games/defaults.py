"""How a game is told and shown that does not say otherwise: from its record and the public state alone."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from display.card_art.faces import Face, plain, suited
from display.text.i18n import mark
from display.widgets.theme import INK_SOFT
from display.widgets.typography import BODY

if TYPE_CHECKING:
    from controller.view import HandView, MatchView, TableView
    from display.screens.ui import Ui
    from display.text.words import GameWords
    from display.widgets.boxes import Box
    from display.widgets.widgets import Page

# For the gallery: as long as names may be.
LONG_NAMES = (
    "Anne-Charlotte B",
    "Wilhelmine-Marie",
    "Maximilian-Jakob",
    "Bernadette Maury",
    "Marie-Magdalenas",
    "Jean-Christopher",
)
DRAW_PILE = 5  # backs that stand for it

# On the terminal: a colour is never the only sign, each has a shape.
SHAPES = {"blue": "●", "green": "▲", "red": "■", "yellow": "◆", "violet": "★", "orange": "✚", "rotten": "✖"}


class Step(NamedTuple):
    """Something to do with the cards before the first is laid, and how that looks; None: a card face down."""

    text: str
    cards: tuple[str | None, ...] = ()


class Piece(NamedTuple):
    """A few letters for the terminal in the colour of a suit, or "dim"."""

    text: str
    colour: str


Cell = str | Piece | tuple[Piece, ...]
Lines = Iterable[str | Sequence[Sequence[Cell]]]  # a line of text, or a table: rows of cells


def tinted(colour: str, text: str) -> Piece:
    """A text after the shape of its colour."""
    return Piece(f"{SHAPES.get(colour, '·')} {text}", colour)


# Sentences


def dealing(words: GameWords, match: MatchView) -> str:
    dealer, first = match.state["dealer"], match.names[match.first]
    if dealer is None:
        return words.say("Shuffle the cards. {player} leads the first trick.", player=first)
    return words.say("{dealer} deals. {player} begins.", dealer=dealer, player=first)


def deal(words: GameWords, match: MatchView) -> Iterator[Step]:
    hands = sorted({player["hand"] for player in match.state["players"]})
    backs = (None,) * hands[-1]
    if len(hands) > 1:
        text = words.say("{low} or {high} cards to each: all are dealt.", low=hands[0], high=hands[-1])
        yield Step(text, backs)
    else:
        yield Step(words.say("{number} cards to each player.", number=hands[0]), backs)
    if match.state.get("draw_pile"):
        yield draw_pile(words, match)


def draw_pile(words: GameWords, match: MatchView) -> Step:
    text = words.say("The other {number} cards are the draw pile.", number=match.state["draw_pile"])
    return Step(text, (None,) * DRAW_PILE)


def instruction(words: GameWords, match: MatchView) -> str:
    player = match.state["turn"]
    if player is None:
        return words.say("Lay the next card.")
    if match.state["awaiting"] == "lay":
        return words.say("{player}, play a card.", player=player)
    return words.say("{player}, choose on the screen.", player=player)


def takes(match: MatchView, player: str) -> bool:
    """Cards went to *player*: an event lists them, or, where they lie face down, says how many."""
    return any(event.get("player") == player and event.keys() & {"cards", "count"} for event in match.events)


# How it is explained

LESSONS = {
    "lay": mark("When the table says your name, lay a card on a pad. If it does not fit, it says why."),
    "took": mark("Whoever takes cards lays them face down in front of them."),
    "trick-taken": mark("Whoever takes the trick lays first in the next one."),
    "skipped": mark("Somebody is skipped: the next player goes on."),
    "picked-up": mark("The cards go into that player’s hand."),
    "next": mark("The round is over: each sum shows how the points came about."),
}


def situation(match: MatchView) -> Sequence[str]:
    """What has just happened, then what is awaited."""
    happened = [event["kind"] for event in match.events]
    return [*reversed(happened), match.state["awaiting"]]


def hint(words: GameWords, match: MatchView, hand: HandView | None) -> str:
    """The cards of the hand that the table would take now, where it knows them."""
    if not hand or not hand.acting:
        return ""
    possible = [words.card(card.name) for card in hand.cards if card.zones]
    if not possible:
        return words.say("None of these cards fits now.")
    return words.say("You could lay: {cards}.", cards=", ".join(dict.fromkeys(possible)))


# Pictures


def board(page: Page, box: Box, view: TableView, match: MatchView, ui: Ui) -> None:
    # It is drawn with what the screens have, and those need this: found by its name, as every game's own is.
    importlib.import_module("display.screens.board").any_board(page, box, view, match, ui)


def told(page: Page, box: Box, match: MatchView, who: str) -> None:
    """Nothing was taken; in a game without piles, how the points came about."""
    assert match.reveal
    explained = "" if any(match.reveal.taken) else match.reveal.explain.get(who, "")
    page.text(box, explained or page.words.say("took nothing"), BODY, INK_SOFT, align=0, lines=1)


def text_board(words: GameWords, match: MatchView) -> Lines:
    for name, cards in cards_lying(match).items():
        yield f"{words.place(name)}: {words.cards(cards)}"
    if match.state.get("draw_pile"):
        yield words.draw_pile(match)


def cards_lying(match: MatchView) -> dict[str, list[str]]:
    """What the public state says of cards on the table, by the name of the field."""
    return {
        name: [card for card in value if isinstance(card, str)]
        for name, value in match.state.items()
        if name not in ("players", "winners") and isinstance(value, list)
    }


def face(drawn: Face, kind: str, traces: Sequence[str]) -> None:
    colour, _, value = kind.partition("-")
    if value:
        suited(drawn, colour, value)
    else:
        plain(drawn, kind)
