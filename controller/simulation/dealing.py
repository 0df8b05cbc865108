"""The simulated cards of a round: what everybody holds, from the deal and from what the table has accepted.

    dealt = Dealt(match.start, cards)
    dealt.follow(table.match).hands[0]     # whatever was laid, drawn, picked up, undone or put right since

The table is the truth: where it holds something that cannot be, the cards give way. Kept on disk is the deal
alone; with the journal it makes the same hands again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from controller.storage.database import Database, Number, Word, parsed, shape
from controller.storage.folder import Folder
from engine.bots import BOTS
from engine.cards import Card
from engine.hands import Deal, in_play
from engine.match import Match, line
from engine.rules import Game, Move, Seat


class _Step(NamedTuple):
    move: Move
    state: Any
    cards: Deal


class Dealt:
    """A round from its deal on."""

    def __init__(self, start: Any, cards: Deal) -> None:
        self.start = start
        self.cards = cards  # before the first move
        self._steps: list[_Step] = []

    def follow(self, match: Match) -> Deal:
        """The cards as they are now that the round stands there."""
        moves, steps = line(match.actions), self._steps
        same = 0
        while same < min(len(moves), len(steps)) and steps[same].move == moves[same]:
            same += 1
        del steps[same:]
        for move in moves[same:]:
            state, cards = (steps[-1].state, steps[-1].cards) if steps else (self.start, self.cards)
            state, events, _ = match.game.apply(state, move)
            cards = cards.copy()
            cards.follow(events)
            steps.append(_Step(move, state, fitted(match.game, state, cards)))
        return steps[-1].cards if steps else self.cards

    def states(self) -> list[Any]:
        """The state before each of the moves that were followed."""
        return [self.start, *(step.state for step in self._steps)][:-1] if self._steps else []

    def swap(self, seat: Seat, card: Card, face_up: Card) -> bool:
        """Before the first move, if these cards are there."""
        cards = self.cards.copy()
        hand, lying = cards.hands[seat], cards.face_up[seat]
        if self._steps or card not in hand or face_up not in lying:
            return False
        hand[hand.index(card)], lying[lying.index(face_up)] = face_up, card
        self.cards = cards
        return True


def fits(game: Game, state: Any, cards: Deal) -> bool:
    """Whether *cards* have the piles of such a round; which cards those hold, `fitted` puts right."""
    piles = state.hands, game.face_up(state), game.face_down(state)
    return [len(cards.hands), len(cards.face_up), len(cards.face_down)] == list(map(len, piles))


def fitted(game: Game, state: Any, cards: Deal) -> Deal:
    """*cards* changed as little as need be to agree with *state*: what was laid, who holds how many."""
    known = game.known(state) or (0,) * len(state.hands)  # a bit per card, and no card twice
    free = {card for card in in_play(game, state) if not (state.laid | sum(known)) >> card & 1}

    def kept(pile: Sequence[Card], count: int, sure: int = 0) -> list[Card]:
        held = [card for card in range(sure.bit_length()) if sure >> card & 1]
        loose = [card for card in dict.fromkeys(pile) if card in free][: max(count - len(held), 0)]
        free.difference_update(loose)
        return held + loose

    open_counts, closed_counts = game.face_up(state), game.face_down(state)
    hands = [kept(*held) for held in zip(cards.hands, state.hands, known, strict=True)]
    face_up = [kept(*lying) for lying in zip(cards.face_up, open_counts, strict=True)]
    face_down = [kept(*lying) for lying in zip(cards.face_down, closed_counts, strict=True)]
    stock = [card for card in cards.stock if card in free]
    stock = [*sorted(free.difference(stock)), *stock]
    counts = (*state.hands, *open_counts, *closed_counts)
    for pile, count in zip((*hands, *face_up, *face_down), counts, strict=True):
        while len(pile) < count and stock:
            pile.append(stock.pop())
    return Deal(hands, stock, face_up, face_down)


# On disk

MIGRATIONS = (
    """
    CREATE TABLE deal (
        match INTEGER PRIMARY KEY,
        round INTEGER NOT NULL,
        minds TEXT NOT NULL,
        cards TEXT NOT NULL
    )
    """,
)


class KeptDeal(NamedTuple):
    round: int
    seat_players: tuple[str, ...]  # who plays each seat
    cards: Deal


def _kept(round_number: object, seat_players: object, cards: object) -> KeptDeal:
    row = shape(_Row)(round_number, seat_players)
    kept = KeptDeal(row.round, tuple(row.seat_players.split(",")), parsed(cards, Deal))
    if len(kept.seat_players) != len(kept.cards.hands) or not {*kept.seat_players} <= {"hand", *BOTS}:
        raise ValueError(seat_players)
    return kept


class _Row(NamedTuple):
    round: Number
    seat_players: Word


DEALS = "SELECT round, minds, cards FROM deal"


def check(database: Database, thorough: bool = True) -> None:
    """Of the deals that are kept, every page and every row; StorageError."""
    database.look_at_pages()
    database.rows(_kept, DEALS)


class Deals:
    """The deal of the current round of each match that is not over."""

    def __init__(self, folder: Folder) -> None:
        self._database = folder.database("hands", MIGRATIONS, check)

    def keep(self, match: int, kept: KeptDeal, others: Iterable[int]) -> None:
        """This one, and those of *others* still."""
        alive = [match, *others]
        with self._database.transaction():
            marks = ",".join("?" * len(alive))
            self._database.execute(f"DELETE FROM deal WHERE match NOT IN ({marks})", alive)
            self._database.execute(
                "INSERT OR REPLACE INTO deal VALUES (?, ?, ?, ?)",
                (match, kept.round, ",".join(kept.seat_players), msgspec.json.encode(kept.cards).decode()),
            )

    def of(self, match: int) -> KeptDeal | None:
        return self._database.row(_kept, f"{DEALS} WHERE match = ?", (match,))
