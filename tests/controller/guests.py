"""Guests for a simulated table: who plays, on which pads, and an evening played to its end."""

from __future__ import annotations

from random import Random

from engine.bots.table import Bot
from engine.bots.view import View
from engine.cards import Card
from engine.rules import Choose, Lay, Move, Press


def _choose(view: View, rng: Random) -> Move:
    game, state = view.game, view.state
    moves = [move for move in game.legal_moves(state, view.cards) if move != Choose("forfeit", True)]
    if game.NAME == "ninja":
        moves = [move for move in moves if not (isinstance(move, Choose) and move.what == "complete")]
        if state.open and state.phase != "complete":
            value = game.VALUE[state.centre[-1]]
            moves = [m for m in moves if isinstance(m, Lay) and game.VALUE[m.card] == value] + [Press("done")]
        lays = [move for move in moves if isinstance(move, Lay)]
        moves = moves if state.open else lays or moves
    quiet = [move for move in moves if isinstance(move, Choose) and move.what not in ("bid",)]
    short = [move for move in quiet if not isinstance(move.value, tuple)]
    return rng.choice(short if short and rng.random() < 0.7 else moves)


def _face_up(view: View, rng: Random) -> tuple[Card, ...]:
    return tuple(rng.sample((*view.hand, *view.face_up[view.seat]), 3))


GUEST = Bot(_choose, lambda view, rng: None, _face_up)
