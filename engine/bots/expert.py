"""The bot that thinks ahead: it samples the cards it cannot see and plays its moves out with careful players.

    >>> from random import Random
    >>> from engine import hands, thirteen
    >>> from engine.bots.view import see
    >>> from engine.rules import Setup
    >>> state = thirteen.first_round(Setup(seats=3), dealer=2)
    >>> view = see(thirteen, state, hands.deal(thirteen, state, Random(1)), seat=0)
    >>> choose(view, Random(1)) == choose(view, Random(1))
    True

Its budget is a number of play-outs, not of seconds, so that a seed gives the same game on any machine. All
moves are tried on the same imagined cards, and the weaker half is dropped from round to round.
"""

from __future__ import annotations

from random import Random
from types import ModuleType
from typing import Any

from engine.bots import careful
from engine.bots.view import View, imagine, see
from engine.hands import Deal
from engine.rules import Awaiting, Lay, Move, Seat

PLAYOUTS = 50
TRUST = 8.0  # how many play-outs the first sight is worth
WIDTH = 4  # moves that are looked at closely
FAR = 400  # moves after which a play-out is judged as it stands: Ninja can go round in circles


def choose(view: View, rng: Random, playouts: int = PLAYOUTS) -> Move:
    sense = careful.SENSE.get(view.game.NAME)
    if sense is None or view.game.awaiting(view.state) not in (Awaiting.LAY, Awaiting.COLOUR):
        return careful.choose(view, rng)  # bids and announcements are not played out
    rated = sorted(sense.candidates(view), key=lambda candidate: -candidate[1])[:WIDTH]
    scores: dict[Move, float] = {move: TRUST * rating for move, rating in rated}
    left: list[Move] = list(scores)
    rounds = max(len(left) - 1, 0).bit_length()
    for _ in range(rounds):
        for _ in range(max(1, playouts // (rounds * len(left)))):
            world = imagine(view, rng)
            for move in left:
                scores[move] += _play_out(view, world.copy(), move, sense, rng)
        left.sort(key=lambda move: -scores[move])
        left = left[: (len(left) + 1) // 2]
    return left[0]


def _play_out(view: View, cards: Deal, move: Move, sense: ModuleType, rng: Random) -> float:
    """What comes of *move* if the unseen cards are *cards* and everybody is careful."""
    game, seat, state = view.game, view.seat, view.state
    for _ in range(FAR):
        state, events, _refusal = game.apply(state, move)
        cards.follow(events)
        if state.over:
            break
        move = _next(game, state, cards, rng)
    return float(sense.value(state, seat))


def _next(game: Any, state: Any, cards: Deal, rng: Random) -> Move:
    player: Seat | None = game.to_act(state)
    assert player is not None, "a round that has begun waits for somebody"
    move = careful.choose(see(game, state, cards, player), rng)
    assert not isinstance(move, Lay) or move.card in cards.hands[state.turn], (
        "nobody lays what they do not hold"
    )
    return move
