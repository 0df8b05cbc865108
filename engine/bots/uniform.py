"""The bot that plays anything it may, by chance.

A card of the hand is drawn by lot, then one of the places it may go to. In Gamate a coin decides whether to
demand anything at all, so that auctions end, and nobody forfeits by chance. In Ninja nobody picks up who can
lay.
"""

from __future__ import annotations

from random import Random

from engine.bots import ninja
from engine.bots.view import View
from engine.cards import Card
from engine.rules import Choose, Move

SILENT: dict[str, Move] = {"bid": Choose("pass", True), "oppose": Choose("oppose", False)}
FORFEIT = Choose("forfeit", True)


def choose(view: View, rng: Random) -> Move:
    game, state, cards = view.game, view.state, view.cards
    if game.name == "ninja":
        return rng.choice(ninja.moves(view))
    awaited = game.awaiting(state).value
    if awaited in SILENT and rng.random() < 0.5:
        return SILENT[awaited]
    drawn = (cards[int(rng.random() * len(cards))],) if cards else ()
    moves: list[Move] = game.legal_moves(state, drawn)
    if FORFEIT in moves:
        moves.remove(FORFEIT)
    return moves[int(rng.random() * len(moves))]


def interrupt(view: View, rng: Random) -> Move | None:
    move = ninja.interrupt(view, rng)
    return move if move and rng.random() < 0.5 else None


def face_up(view: View, rng: Random) -> tuple[Card, ...]:
    return tuple(rng.sample((*view.hand, *view.face_up[view.seat]), 3))
