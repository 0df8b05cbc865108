"""Rounds among bots.

>>> from random import Random
>>> from engine.games import thirteen
>>> from engine.bots import bot
>>> from engine.rules import Setup
>>> first = thirteen.GAME.first_round(Setup(seats=3), dealer=2)
>>> played = play_round(thirteen.GAME, first, [bot("random")] * 3, Random(1))
>>> played.state.over, played.moves
(True, 50)
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from engine.bots.table import Bot, deal_to, next_move
from engine.rules import EndRound, Game

# Only Ninja can go round in circles. A game among bots that has not ended after so many moves is ended by the
# correction for it, and nobody wins; docs/bots.md says how often.
LONGEST = 3000


class Round(NamedTuple):
    state: Any
    points: tuple[int, ...]
    moves: int


def play_round(game: Game, state: Any, bots: Sequence[Bot], rng: Random) -> Round:
    """The round that *state* begins, to its end."""
    cards = deal_to(bots, game, state, rng)
    moves = 0
    while not state.over:
        move = next_move(game, state, cards, bots, rng) if moves < LONGEST else None
        state, events, refusal = game.apply(state, move or EndRound())
        assert refusal is None, f"{game.name} refused a bot's {move}: {refusal}"
        cards.follow(events)
        moves += 1
    return Round(state, game.points(state), moves)
