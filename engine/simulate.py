"""Rounds and matches among bots.

>>> from random import Random
>>> from engine.games import thirteen
>>> from engine.bots import bot
>>> from engine.rules import Setup
>>> match = play_match(thirteen.GAME, Setup(seats=3), 2, [bot("random")] * 3, Random(1))
>>> len(match.results), match.standings.over
(6, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from engine.bots.table import Bot, arrange, next_move
from engine.hands import deal
from engine.rules import EndRound, Game, Seat, Setup, Standings

# Only Ninja can go round in circles. A game among bots that has not ended after so many moves is ended by the
# correction for it, and nobody wins; docs/bots.md says how often.
LONGEST = 3000


class Round(NamedTuple):
    state: Any
    points: tuple[int, ...]
    moves: int


class Played(NamedTuple):
    results: tuple[tuple[int, ...], ...]
    standings: Standings


def play_round(game: Game, setup: Setup, dealer: Seat, bots: Sequence[Bot], rng: Random) -> Round:
    return _play(game, game.first_round(setup, dealer), bots, rng)


def play_match(game: Game, setup: Setup, dealer: Seat, bots: Sequence[Bot], rng: Random) -> Played:
    """Rounds until the game's own rule ends the match; where players agree on a number, *setup* has it."""
    results: tuple[tuple[int, ...], ...] = ()
    state = game.first_round(setup, dealer)
    while True:
        played = _play(game, state, bots, rng)
        results += (played.points,)
        standings = game.standings(setup, results)
        if standings.over:
            return Played(results, standings)
        state = game.next_round(played.state, results)


def _play(game: Game, state: Any, bots: Sequence[Bot], rng: Random) -> Round:
    """The round that *state* begins, to its end."""
    cards = deal(game, state, rng)
    arrange(game, state, cards, bots, rng)
    moves = 0
    while not state.over:
        move = next_move(game, state, cards, bots, rng) if moves < LONGEST else EndRound()
        state, events, refusal = game.apply(state, move)
        assert refusal is None, f"{game.name} refused a bot's {move}: {refusal}"
        cards.follow(events)
        moves += 1
    return Round(state, game.points(state), moves)
