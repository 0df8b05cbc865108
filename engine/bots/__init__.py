"""Bots: somebody to play against, and to play a game to its end.

    >>> from random import Random
    >>> from engine import hands
    >>> from engine.games import thirteen
    >>> from engine.bots.view import see
    >>> from engine.rules import Setup
    >>> state = thirteen.first_round(Setup(seats=3), dealer=2)
    >>> view = see(thirteen.GAME, state, hands.deal(thirteen.GAME, state, Random(1)), seat=0)
    >>> bot("careful").choose(view, Random(1)) in thirteen.legal_moves(state, view.hand)
    True

`random` plays anything it may. `careful` has common sense, game by game. `expert` imagines what the others
may hold, plays each of its moves out with careful players, and takes what comes out best.
"""

from __future__ import annotations

from engine.bots import expert
from engine.bots.sense import CAREFUL, RANDOM
from engine.bots.table import Bot

BOTS = {
    "random": RANDOM,
    "careful": CAREFUL,
    "expert": Bot(expert.choose, CAREFUL.interrupt, CAREFUL.face_up),
}


def bot(name: str) -> Bot:
    """The bot of that name, one of BOTS."""
    return BOTS[name]
