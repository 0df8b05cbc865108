"""A game of Ninja being told, move by move, for the tests."""

from __future__ import annotations

from typing import Any

from engine.games import ninja
from engine.games.ninja import CENTRE, DECK, State, first_round, legal_moves, why_refused
from engine.rules import (
    EDITION,
    Awaiting,
    Choose,
    Lay,
    Move,
    Press,
    Refusal,
    Setup,
)

A, B, C, D, E, F = range(6)


def cards(*names: str) -> tuple[int, ...]:
    """Cards by name; without a number, the next copy of that kind in this list."""
    found: list[int] = []
    for name in names:
        whole = DECK.card(name)
        found.append(
            next(card for card in DECK.copies(name) if card not in found) if whole is None else whole
        )
    return tuple(found)


def bits(*names: str) -> int:
    return sum(ninja.BIT[card] for card in cards(*names))


class Game:
    """A game of Ninja being told: A begins, D deals (or the last of fewer players)."""

    def __init__(self, seats: int = 4, *options: str, edition: int = EDITION, **state: Any) -> None:
        setup = Setup(seats, frozenset(options), edition=edition)
        self.state = first_round(setup, dealer=seats - 1)._replace(**state)
        self.events: tuple[Any, ...] = ()
        self.refusal: Refusal | None = None

    def move(self, move: Move) -> Game:
        before = self.state
        self.state, self.events, self.refusal = ninja.apply(before, move)
        assert why_refused(before, move) is self.refusal
        if self.refusal:
            assert self.state is before
            assert self.events == ()
        assert_legal_moves_are_the_accepted_ones(self.state)
        return self

    def lay(self, *names: str) -> Game:
        """One card after the other, by `pick_copy`; each but the last must be accepted."""
        for number, name in enumerate(names):
            assert number == 0 or self.refusal is None
            whole = DECK.card(name)
            card = ninja.pick_copy(self.state, DECK.copies(name), CENTRE) if whole is None else whole
            self.move(Lay(card, CENTRE))
        return self

    def done(self) -> Game:
        return self.move(Press("done"))

    def pick_up(self) -> Game:
        return self.move(Press("pick-up"))

    def give(self, to: int | None) -> Game:
        return self.move(Choose("give", to))

    def no_counter(self) -> Game:
        return self.move(Choose("counter", False))

    def complete(self, seat: int) -> Game:
        return self.move(Choose("complete", seat))

    def refuses(self, name: str) -> Refusal | None:
        """Why that card may not be laid now; the game goes on as if nobody had tried."""
        whole = DECK.card(name)
        card = ninja.pick_copy(self.state, DECK.copies(name), CENTRE) if whole is None else whole
        return why_refused(self.state, Lay(card, CENTRE))

    @property
    def turn(self) -> int | None:
        return ninja.to_act(self.state)

    @property
    def awaits(self) -> Awaiting:
        return ninja.awaiting(self.state)

    @property
    def to_beat(self) -> int | None:
        return ninja.to_beat(self.state)

    @property
    def limit(self) -> int | None:
        return ninja.limit(self.state)

    @property
    def centre(self) -> list[str]:
        return [DECK.names[card] for card in self.state.centre]

    def shows(self, seat: int, field: str) -> Any:
        return ninja.describe(self.state, "ABCDEF"[: self.state.setup.seats])["players"][seat][field]


def kinds(game: Game) -> list[type]:
    return [type(event) for event in game.events]


def pair(value: str = "7", *options: str, **state: Any) -> Game:
    """A has just laid two of *value*, and the lay is still open."""
    return Game(4, "complete_the_four", *options, **state).lay(value, value)


def every_move(seats: int) -> list[Move]:
    """All lays, presses and choices there are, whether they make sense now or not."""
    return [
        *(Lay(card, CENTRE) for card in range(len(DECK))),
        Press("done"),
        Press("pick-up"),
        Choose("counter", False),
        Choose("give", None),
        *(Choose("give", seat) for seat in range(seats)),
        *(Choose("complete", seat) for seat in range(seats)),
    ]


def assert_legal_moves_are_the_accepted_ones(state: State) -> None:
    legal = legal_moves(state)
    assert len(set(legal)) == len(legal)
    for move in every_move(state.setup.seats):
        ruling = ninja.apply(state, move)
        assert ruling.refusal is why_refused(state, move)
        assert (ruling.refusal is None) == (move in legal), (state, move, ruling.refusal)
        if ruling.refusal:
            assert ruling.state is state
            assert ruling.events == ()
