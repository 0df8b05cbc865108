"""The bot that thinks ahead: it imagines the cards it cannot see and tries its moves with careful players.

Its budget is a number of play-outs, not of seconds, so that a seed gives the same game on any machine. All
moves are tried in the same imagined worlds, the weaker half drops out from time to time, and what a move
seems to be worth counts like a few play-outs.
"""

from __future__ import annotations

from random import Random

from engine.bots.sense import CAREFUL, Sense, sense
from engine.bots.table import next_move
from engine.bots.view import View, imagine
from engine.hands import Deal
from engine.rules import Move

PLAYOUTS = 50
WIDTH = 6  # moves that are tried


def choose(view: View, rng: Random, playouts: int = PLAYOUTS) -> Move | None:
    common = sense(view.game)
    rated = sorted(common.candidates(view), key=lambda candidate: -candidate[1])[:WIDTH]
    if len(rated) < 2:
        return common.choose(view, rng)
    scores = {move: common.trust * rating for move, rating in rated}
    left = list(scores)
    cuts = (len(left) - 1).bit_length()
    for _ in range(cuts):
        for _ in range(playouts // (cuts * len(left))):
            world, luck = imagine(view, rng), rng.getrandbits(32)
            for move in left:
                scores[move] += _play_out(view, common, world.copy(), move, Random(luck))
        left.sort(key=lambda move: -scores[move])
        del left[(len(left) + 1) // 2 :]
    return left[0]


def _play_out(view: View, common: Sense, cards: Deal, first: Move, rng: Random) -> float:
    """What comes of *first* if the unseen cards are *cards* and everybody is careful."""
    game, state = view.game, view.state
    everybody = [CAREFUL] * len(cards.hands)
    move: Move | None = first
    for _ in range(common.horizon):
        if move is None:
            break
        state, events, _ = game.apply(state, move)
        if state.over:
            break
        cards.follow(events)
        move = next_move(game, state, cards, everybody, rng)
    return common.value(state, view.seat)
