"""What players see and read of each game, one module a game, found by name.

    >>> presentation("thirteen").age
    8

A module here ends with `PRESENTATION = Presentation(...)`; an installed game has such a module `presentation`
in its package. Everything has a default: a game that says nothing here is shown by its record and its public
state alone. Screens, terminal and printer ask this record, and none of them knows a game's name.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from display.games import acts, defaults, moments
from display.games.acts import Show
from display.games.defaults import Lines, Step
from display.games.moments import Beat
from display.text.i18n import mark
from display.widgets.theme import NIGHT, Colour
from engine import games
from engine.rules import Game, Move

if TYPE_CHECKING:
    from controller.view import HandView, Light, MatchView, TableView
    from display.card_art.faces import Face
    from display.screens.ui import Held, Over, Ui
    from display.terminal.menus.pages import Option
    from display.text.words import GameWords
    from display.widgets.boxes import Box
    from display.widgets.widgets import Page

AIM, TURN, SPECIAL, SCORE = mark("The aim"), mark("Your turn"), mark("What happens"), mark("The score")


class RulePage(NamedTuple):
    """How a game is played, a page of it: a heading, a picture, and a text of twenty words at most.

    The picture is a drawing (display.screens.drawn has pieces for it), else some cards (None: face down). The
    text is a message of the catalogs, whether it is marked or not. *about*: codes of `situation` and of
    refusals, in which this is the page to read.
    """

    title: str
    cards: tuple[str | None, ...]
    text: str
    about: tuple[str, ...] = ()
    drawing: Callable[[Page, Box], None] | None = None


class Zone(NamedTuple):
    label: str  # by itself: "Blue target"
    called: str  # in a sentence: "the blue target"


class Count(NamedTuple):
    """A number that is told of each player: its sign, the field of the public state, and its name."""

    sign: str
    field: str
    name: str


IN_HAND = Count("cards", "hand", mark("hand"))
Steps = Sequence[Mapping[str, Any] | int | str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    """A state of the game worth a picture, reached by playing, for `tapis screens` and its tests.

    A step is a line of the referee protocol, a number of moves at random, or what is then awaited, to which
    moves at random lead ("next", "over", "colour").
    """

    name: str
    seats: int
    steps: Steps = ()
    options: str = ""
    names: tuple[str, ...] = ()  # of the players; (): usual ones
    rounds: int = 1
    colours: tuple[str, ...] = ()  # that the owner of the deck has completed
    lit: tuple[str, Light] | None = None  # the light of the pad of a zone
    match: Mapping[str, Any] = field(default_factory=dict)  # fields of the MatchView that differ
    view: Mapping[str, Any] = field(default_factory=dict)  # fields of the TableView that differ
    refused: tuple[str, ...] = ()  # why, on which pad; then, if they are known, the card and the zone
    over: Over | None = None  # what lies over the board
    on_board: Any = None  # what the board keeps for itself
    dealt: bool = False  # the deal is done with
    turned: int | None = None  # so many piles are turned up
    held: Held | None = None  # a card is picked up
    hand: Mapping[str, Any] | None = None  # played by hand: the seat, and fields of the HandView that differ
    guided: bool = False  # the table explains
    flat: bool = False  # also on a screen that lies in the table


@dataclass(frozen=True, eq=False, kw_only=True, slots=True)
class Presentation:
    """What the displays must know of a game. Texts are marked for the catalogs; functions that get `words`
    give sentences in that language."""

    title: str
    idea: str = ""  # in a sentence
    age: int | None = None
    minutes: int | None = None  # of a match; where the box does not say it, as we found it to last
    samples: tuple[str, ...] = ()  # a few cards that stand for the game
    emblem: str = "diamond"  # of widgets.shapes: on its cards, and wherever the game is named
    tint: Colour = NIGHT  # the backs of its cards, and its own colour elsewhere; dark enough for paper on it
    rules: tuple[RulePage, ...] = ()

    otherwise: Mapping[str, str] = field(default_factory=dict)  # what the table says, as this game says it

    # How it is explained, by codes of what matters now (`situation`): a page of the rules is about some of
    # them; a lesson is a sentence for the first time that one of them comes up in a guided match

    situation: Callable[[MatchView], Sequence[str]] = defaults.situation  # the most particular first
    lessons: Mapping[str, str] = field(default_factory=lambda: defaults.LESSONS)
    hint: Callable[[GameWords, MatchView, HandView | None], str] = defaults.hint  # "": nothing to say

    # Names

    cards: Mapping[str, str] = field(default_factory=dict)  # kinds and colours that have one of their own
    figures: Mapping[str, str] = field(default_factory=dict)  # kinds in a letter or two, where room is short
    zones: Mapping[str, Zone] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    counts: tuple[Count, ...] = (IN_HAND, Count("face-down", "taken", mark("taken")))

    # The deal

    before_deal: tuple[str, ...] = ()  # choices that do not end it
    dealing: Callable[[GameWords, MatchView], str] = defaults.dealing  # who deals, who begins
    deal: Callable[[GameWords, MatchView], Iterable[Step]] = defaults.deal
    beside_deal: Callable[[Page, Box, MatchView], Box] = lambda page, box, match: box  # draws; what is left

    # What to do, what was done; None: nothing to add to what is said of every game

    instruction: Callable[[GameWords, MatchView], str] = defaults.instruction  # now, to the player who acts
    pick_up: Callable[[GameWords, MatchView], str] = lambda words, match: ""  # to whoever must take a pile
    event: Callable[[GameWords, Mapping[str, Any]], str | None] = lambda words, event: None  # "": silent
    choice: Callable[[GameWords, Move, Sequence[str]], str | None] = lambda words, move, names: None  # label
    said: Callable[[GameWords, MatchView], Sequence[tuple[str, str]]] = lambda words, match: ()  # who, what
    refusals: Mapping[str, str] = field(default_factory=dict)  # by the codes of the game's own
    offered: Callable[[MatchView], Sequence[Move]] = lambda match: match.choices  # those worth a button
    takes: Callable[[MatchView, str], bool] = defaults.takes  # a player has just taken cards
    marks: Callable[[MatchView], Mapping[str, str]] = lambda match: {}  # signs of what befell players
    costly: Callable[[Move], bool] = lambda move: False  # a child should not press it: its button is quiet
    trumps: Callable[[MatchView], Container[str]] = lambda match: ()  # cards that are marked on the table
    wanted_on: str = ""  # of the cards in hand those that may not go there are dim, where any may

    # The board; what is awaited goes by the codes of the rules

    board: Callable[[Page, Box, TableView, MatchView, Ui], None] = defaults.board
    asks: tuple[str, ...] = ()  # awaited, and the board itself offers the choices
    aside: tuple[Move, ...] = ()  # choices that are always offered beside the board
    laying: tuple[str, ...] = ("lay",)  # awaited, and a card may be the answer
    whole_height: tuple[str, ...] = ()  # awaited, and the board needs it beside a hand of cards
    whole_width: tuple[str, ...] = ()  # awaited, and the board needs it on a screen that lies in the table

    # What a move is worth showing step by step, from the state before it to the one after

    moments: Callable[[GameWords, MatchView, MatchView], Iterable[Beat]] = moments.last_card

    # While nobody plays

    hero: str = ""  # the card that is shown very large; else the first of the samples
    act: Callable[[Show], None] = acts.samples  # its trick

    # The score

    sorted_piles: bool = False  # by the deck, and cards that count nothing lie on gold
    told: Callable[[Page, Box, MatchView, str], None] = defaults.told  # a player's row where no pile tells it
    score_note: str = ""
    nothing: Callable[[GameWords, MatchView], str] = lambda words, match: ""  # why a colour counts 0
    brought: Callable[[GameWords, MatchView], str] = lambda words, match: ""  # what else a round brought
    bonus: str = mark("bonus")  # what a match adds to the points of its rounds

    # The terminal, the cards, the gallery

    text_board: Callable[[GameWords, MatchView], Lines] = defaults.text_board
    questions: Callable[[GameWords, MatchView], Iterable[Option]] = lambda words, match: ()  # by keys
    asked_there: Callable[[Move], bool] = lambda move: False  # choices that such a question offers
    face: Callable[[Face, str, Sequence[str]], None] = defaults.face  # draws a kind of card and its traces
    scenes: Callable[[], Iterable[Scene]] = tuple


DRAWN = ("beside_deal", "board", "told", "drawing")  # functions that get a page


@cache
def presentation(name: str) -> Presentation:
    """What is shown of the game of that name. An installed one that is broken, wholly or in a part, is named
    in a sentence on stderr, and the default takes its place; a mistake in one of ours is raised."""
    plain = Presentation(title=name.replace("_", " ").capitalize())
    if name not in games.names():
        return plain
    module, installed = _module(name), games.home(name)
    try:
        found = _checked(games.game(name), vars(importlib.import_module(module)).get("PRESENTATION"))
    except (Exception, SystemExit) as error:  # the code of others may fail in any way, and the table goes on
        if isinstance(error, ModuleNotFoundError) and error.name == module:
            return plain  # it has none
        if not installed:
            raise
        _tell(name, error)
        return plain
    if not installed:
        return found
    guarded: dict[str, Any] = {
        row.name: _guarded(name, row.name, getattr(found, row.name), row.default)
        for row in fields(Presentation)
        if callable(row.default)
    }
    pages = (page._replace(drawing=_drawing(name, page.drawing)) for page in found.rules)
    return replace(found, rules=tuple(pages), **guarded)


def _drawing(name: str, drawing: Callable[[Page, Box], None] | None) -> Callable[[Page, Box], None] | None:
    return _guarded(name, "drawing", drawing, lambda page, box: None) if drawing else None


def _module(name: str) -> str:
    home = games.home(name)
    return f"{home}.presentation" if home else f"display.games.{name}"


def page_now(match: MatchView, refused: str = "") -> int:
    """The number of the page of its rules that matters now: why a card was *refused*, what happened, what is
    awaited; the first one if none is about any of that."""
    shown = presentation(match.game)
    for code in (refused, *shown.situation(match)):
        for number, page in enumerate(shown.rules):
            if code in page.about:
                return number
    return 0


def files(name: str) -> tuple[Path, ...]:
    """The file of its presentation, if it has one: its messages lie beside it, <file>.fr.po."""
    spec = find_spec(_module(name)) if name in games.names() else None
    return (Path(spec.origin),) if spec and spec.origin else ()


def game_of(deck: str) -> str:
    """The game that is played with the deck of that name; the deck's name if there is none."""
    return next((name for name in games.names() if games.game(name).deck.name == deck), deck)


def _checked(game: Game, found: Any) -> Presentation:
    """What was found; ValueError if it is no presentation, or names cards its deck does not have."""
    if not isinstance(found, Presentation):
        raise ValueError("its module does not end with PRESENTATION = Presentation(...)")
    pictures = [*found.samples, *(card for page in found.rules for card in page.cards if card)]
    known = {*game.deck.names, *(kind.name for kind in game.deck.kinds)}
    for card in pictures:
        if card not in known:
            raise ValueError(f"there is no card {card}")
    return found


def _tell(name: str, error: BaseException) -> None:
    told = " ".join(str(error).split()).rstrip(".")
    print(f"The game {name} is shown plainly: {type(error).__name__}: {told}.", file=sys.stderr)


def _guarded(
    name: str, part: str, function: Callable[..., Any], default: Callable[..., Any]
) -> Callable[..., Any]:
    """*function*; from the first time on that it fails, *default*. What one that draws left is taken away."""

    def call(*args: Any) -> Any:
        nonlocal function
        drawn: list[Any] = args[0].widgets if part in DRAWN else []
        before = len(drawn)
        try:
            result = function(*args)
            return list(result) if isinstance(result, Iterator) else result
        except Exception as error:
            if function is default:
                raise
            function = default
            del drawn[before:]
            _tell(name, error)
            return default(*args)

    return call
