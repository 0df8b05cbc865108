"""What every game speaks: setups, moves, rulings and refusals, and the record that says what a game is.

A game is one module of engine/games/ that reads like its rule book and ends with `GAME = Game(...)`
(docs/adding-a-game.md shows a small complete one). The world knows a game by that record alone.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from engine.cards import Card, Deck

Seat = int


class Code(enum.Enum):
    """Why a move was refused, or what the table waits for: codes here, sentences in the display.

    The common ones follow. A game brings its own as an enumeration in its module, `class Refused(Code)`.
    """


class Refusal(Code):
    BAD_INPUT = "bad-input"
    UNKNOWN_TAG = "unknown-tag"
    FOREIGN_CARD = "foreign-card"
    ROUND_OVER = "round-over"
    NOT_NOW = "not-now"
    ALREADY_LAID = "already-laid"
    HELD_BY_ANOTHER = "held-by-another"
    NOT_IN_HAND = "not-in-hand"
    NOT_IN_PLAY = "not-in-play"
    IMPOSSIBLE_COUNT = "impossible-count"


EDITION = 2  # of our rules; the first was that of version 0.1.0


class Setup(NamedTuple):
    """What is agreed before the first round and holds for the match."""

    seats: int
    options: frozenset[str] = frozenset()
    rounds: int | None = 1  # where the players agree on a number; None: play on until they stop
    deck: Deck | None = None  # a completed deck table in place of the game's own
    edition: int = EDITION  # a match goes on by the rules it was begun with


class Lay(NamedTuple):
    """A card arrives on a zone (a number: its place in the game's ZONES)."""

    card: Card
    zone: int


class Press(NamedTuple):
    button: str


class Choose(NamedTuple):
    """Somebody chose on the screen: a bid, a seat, a colour. `value` is hashable and readable as text."""

    what: str
    value: Any


class Turn(NamedTuple):
    """Correction: it is this seat's turn."""

    seat: Seat


class HandCount(NamedTuple):
    """Correction: this seat holds so many cards."""

    seat: Seat
    number: int


class EndRound(NamedTuple):
    """Correction: the round ends now, a card is missing."""


class Out(NamedTuple):
    """Correction: this seat has no card left."""

    seat: Seat


class Count(NamedTuple):
    """Counting mode: the piles each seat took in a round that was played without the table."""

    piles: tuple[tuple[Card, ...], ...]
    anyway: bool = False  # though they look impossible: a card may be lost


Correction = Turn | HandCount | EndRound | Out
Move = Lay | Press | Choose | Correction | Count


class Awaiting(Code):
    LAY = "lay"
    NEXT = "next"
    OVER = "over"


class Ruling(NamedTuple):
    """Accepted: a new state and what happened. Refused: the state unchanged, and why."""

    state: Any
    events: tuple[Any, ...]
    refusal: Code | None = None


class Doubt(NamedTuple):
    """Why the piles of a Count look impossible, and whose pile shows it."""

    why: Code
    seat: Seat | None = None


class Standings(NamedTuple):
    """Where a match stands, from the points of its rounds alone."""

    totals: tuple[int, ...]  # per seat, or per side
    over: bool
    winners: tuple[Seat, ...]  # () before the end
    details: Mapping[str, Any] = {}  # what one game alone has: manches
    won: tuple[Any, ...] = ()  # events of the last round's result, such as a manche won


class Form(Protocol):
    """How the value of a choice is written in JSON, both ways."""

    def read(self, data: Any, names: Sequence[str]) -> Any:
        """The value, or ValueError if *data* is not of this form."""

    def write(self, value: Any, names: Sequence[str]) -> Any: ...


def _nothing(*_: Any) -> None:
    """The answer of a game that does not know of such a thing."""


def _none(state: Any) -> tuple[Any, ...]:
    """The answer of a game that has none of them."""
    return ()


@dataclass(frozen=True, eq=False, kw_only=True, slots=True)
class Game:
    """What the world must know of a game. A state is a round as a value and public knowledge only; it has at
    least `setup`, `dealer`, `turn`, `laid` (a bit per card), `hands` (a count per seat) and `over`."""

    name: str  # as in its module's name
    seats: range
    deck: Deck
    zones: tuple[str, ...]
    first_round: Callable[[Setup, Seat], Any]  # the state before the first card, by the dealer
    next_round: Callable[[Any, Sequence[tuple[int, ...]]], Any]  # after a finished one, by all results
    why_refused: Callable[[Any, Move], Code | None]  # why a move may not be made now
    apply: Callable[[Any, Move], Ruling]
    legal_moves: Callable[[Any, Iterable[Card]], list[Any]]  # all moves that may be made now with those cards
    awaiting: Callable[[Any], Code]
    to_act: Callable[[Any], Seat | None]
    points: Callable[[Any], tuple[int, ...]]  # what each seat (or side) scored, once the round is over
    standings: Callable[[Setup, Sequence[tuple[int, ...]]], Standings]  # from the points of the rounds alone
    describe: Callable[[Any, Sequence[str]], dict[str, Any]]  # the fields of the public form

    # What may be said and done in it besides laying cards

    buttons: tuple[str, ...] = ()
    choices: Mapping[str, Form] = field(default_factory=dict)
    options: tuple[str, ...] = ()  # house rules
    corrections: tuple[type, ...] = ()
    lapse: Move | None = None  # what counts as said when players say nothing for a while, such as "done"
    out_of_turn: Callable[[Any], Sequence[Seat]] = _none  # who else may act now, by a house rule

    # Matches and scores

    place: int = 100  # in menus: the lowest first, equals by name
    leader_instead_of_dealer: bool = False
    dealer_by_lot: bool = False  # the first one is drawn, unless players name one
    rounds_agreed: bool = False  # by the players; else the game's own rule ends a match
    lowest_wins: bool = False
    won_or_lost: bool = False  # a round brings its winner 1 point and the others none
    sides: tuple[str, ...] = ()  # the partnerships' names, where sides score and not seats
    counts_piles: bool = False  # it takes a Count: a round played without the table, scored from its piles
    doubt: Callable[[Any, Sequence[tuple[Card, ...]]], Doubt | None] = _nothing  # whether piles look possible
    taken: Callable[[Any], Sequence[tuple[Card, ...]]] = _none  # the piles, shown once the round is over

    # Cards

    in_play: Callable[[Any], Sequence[Card]] | None = None  # the cards of the round; None: the whole deck
    colours: Callable[[Any], tuple[str, ...]] = _none  # the colour each seat brought
    owner_completes_deck: bool = False  # the colours of its cards are the owner's to enter
    implied_zone: Callable[[Any, Card], int | None] = _nothing  # the only zone a card can go to
    pick_copy: Callable[[Any, tuple[Card, ...], int], Card] | None = None  # which of equal cards is meant
    rims: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)  # colour of a zone's light
    moved: Callable[[Any], Mapping[Card, int]] = lambda state: {}  # cards that lie elsewhere than laid: zones
    hidden: Mapping[type, tuple[str, ...]] = field(default_factory=dict)  # events' fields that are face down
    hidden_choice: str = ""  # the choice whose value is face down once it is made

    # What everybody knows of the players' cards

    open_hand: Callable[[Any], Seat | None] = _nothing  # whose hand lies open for all to see
    holder: Callable[[Any, Card], Seat | None] = _nothing  # who is known to hold a card
    known: Callable[[Any], Sequence[int]] = _none  # per seat: a bit per card that is known to be in the hand
    face_up: Callable[[Any], Sequence[int]] = _none  # per seat: cards before the player, open
    face_down: Callable[[Any], Sequence[int]] = _none  # per seat: cards before the player that nobody knows

    def side(self, seat: Seat) -> int:
        """Where the points of *seat* stand in a result: partners sit evenly round the table."""
        return seat % len(self.sides) if self.sides else seat
