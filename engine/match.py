"""A match: rounds in a row, with undo and missed lays put right, as one value.

    >>> from engine.games import thirteen
    >>> match = begin(thirteen.GAME, Setup(seats=3), dealer=2)
    >>> match, events, refusal = apply(match, Lay(thirteen.DECK.card("blue-7#1"), 0))
    >>> match, events, refusal = apply(match, UNDO)
    >>> match == begin(thirteen.GAME, Setup(seats=3), dealer=2)
    True

The state of a round follows from its start and the list of accepted actions; so undo is "all but the last".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from engine.events import Corrected, MatchOver
from engine.rules import Awaiting, Code, Game, Lay, Move, Refusal, Ruling, Seat, Setup, Standings


class Insert(NamedTuple):
    """Correction: *lay* was missed, before the last *back* moves; those are replayed after it."""

    lay: Lay
    back: int


class Undo(NamedTuple):
    """Take back the last accepted action of the round."""


class Next(NamedTuple):
    """Start the next round."""


UNDO = Undo()
NEXT = Next()

Action = Move | Insert | Undo | Next


class Match(NamedTuple):
    game: Game
    setup: Setup
    results: tuple[tuple[int, ...], ...]  # the points of the rounds before this one
    start: Any  # the state this round started from
    actions: tuple[Move | Insert, ...]  # what was accepted in this round, oldest first
    state: Any

    @property
    def round(self) -> int:
        return len(self.results) + 1


def begin(game: Game, setup: Setup, dealer: Seat) -> Match:
    """The match before its first move; in a game without a dealer, *dealer* is who leads."""
    start = game.first_round(setup, dealer)
    return Match(game, setup, (), start, (), start)


def standings(match: Match) -> Standings:
    """Totals and winners, this round's points included once it is over."""
    results = match.results
    if match.state.over:
        results += (match.game.points(match.state),)
    return match.game.standings(match.setup, results)


def awaiting(match: Match) -> Code:
    if match.state.over:
        return Awaiting.OVER if standings(match).over else Awaiting.NEXT
    return match.game.awaiting(match.state)


def apply(match: Match, action: Action) -> Ruling:
    """The match after *action* and what happened; or the match unchanged and why it is refused."""
    match action:
        case Undo():
            return _undo(match)
        case Next():
            return _next(match)
        case Insert():
            return _insert(match, action)
    state, events, refusal = match.game.apply(match.state, action)
    if refusal:
        return Ruling(match, (), refusal)
    return _accepted(match, action, state, events)


def line(actions: Iterable[Move | Insert]) -> tuple[Move, ...]:
    """The moves of a round in the order they count, with every missed lay in its place."""
    moves: list[Move] = []
    for action in actions:
        if isinstance(action, Insert):
            moves.insert(len(moves) - action.back, action.lay)
        else:
            moves.append(action)
    return tuple(moves)


def state_before(match: Match, back: int) -> Any:
    """The state of the round before its last *back* moves, or before all of them."""
    moves = line(match.actions)
    return _replay(match, moves[: max(len(moves) - back, 0)]).state


def _accepted(match: Match, action: Move | Insert, state: Any, events: tuple[Any, ...]) -> Ruling:
    match = match._replace(state=state, actions=(*match.actions, action))
    if state.over:
        won = standings(match)
        events += won.won
        if won.over:
            events += (MatchOver(won.winners, won.totals),)
    return Ruling(match, events)


def _undo(match: Match) -> Ruling:
    if not match.actions:
        return Ruling(match, (), Refusal.NOT_NOW)
    actions = match.actions[:-1]
    state, _, refusal = _replay(match, line(actions))
    assert refusal is None, "a line that was accepted once is accepted again"
    return Ruling(match._replace(state=state, actions=actions), ())


def _next(match: Match) -> Ruling:
    if awaiting(match) is not Awaiting.NEXT:
        return Ruling(match, (), Refusal.NOT_NOW)
    results = (*match.results, match.game.points(match.state))
    start = match.game.next_round(match.state, results)
    return Ruling(Match(match.game, match.setup, results, start, (), start), ())


def _insert(match: Match, insert: Insert) -> Ruling:
    moves = line(match.actions)
    if insert.back > len(moves):
        return Ruling(match, (), Refusal.NOT_NOW)
    known = len(moves) - insert.back
    state, events, refusal = _replay(match, line((*match.actions, insert)), known)
    if refusal:
        return Ruling(match, (), refusal)
    return _accepted(match, insert, state, (Corrected(insert), *events))


def _replay(match: Match, moves: tuple[Move, ...], quiet: int = 0) -> Ruling:
    """The round played again from its start, with the events of all but the first *quiet* moves."""
    state: Any = match.start
    heard: tuple[Any, ...] = ()
    for number, move in enumerate(moves):
        state, events, refusal = match.game.apply(state, move)
        if refusal:
            return Ruling(match.state, (), refusal)
        if number >= quiet:
            heard += events
    return Ruling(state, heard)
