"""Ninja with common sense: lay the least precious card that fits, with its equals.

>>> from engine.games import ninja as rules
>>> from engine.rules import Setup
>>> state = rules.first_round(Setup(seats=2), dealer=1)
>>> hand = tuple(rules.DECK.card(name) for name in ("7#1", "7#2", "ninja#1"))
>>> move = choose(View(rules, state, 0, hand), Random(1))
>>> rules.DECK.names[move.card]
'7#1'
"""

from __future__ import annotations

from random import Random

from engine.bots.sense import Sense
from engine.bots.view import View
from engine.cards import Card
from engine.games.ninja import (
    COMPLETE,
    COUNTER,
    COUNTERS,
    DONE,
    GIVE,
    LAY,
    LAYS,
    NINJA,
    NO_COUNTER,
    PICK_UP,
    VALUE,
    State,
    legal_moves,
)
from engine.rules import Choose, Lay, Move, Seat

# The order in which values are parted with. A 9 is worth no more than a 10; a 1 saves from a gift, a Ninja
# from anything, and a 13 hits whoever is about to win.
SHED = (2, 3, 4, 5, 6, 7, 8, 10, 9, 11, 12, 1, NINJA, 13)
PRECIOUS = tuple(map(SHED.index, range(14)))
ONE_AT_A_TIME = (NINJA, 9, 13)

# Careful players who know every card could go round in circles for ever: one lay in so many is a whim.
WHIM = 1 / 32


def moves(view: View) -> list[Move]:
    """What an honest player may do now: pick up only if no card fits."""
    state, hand = view.state, view.hand
    if state.open and state.phase != COMPLETE:
        same = VALUE[state.centre[-1]]
        return [*(LAYS[card] for card in hand if VALUE[card] == same), DONE]
    if state.phase == GIVE:
        return [Choose("give", to) for to in (None, *others(view))]
    lays: list[Move] = [move for move in legal_moves(state, hand) if isinstance(move, Lay)]
    return [*lays, NO_COUNTER] if state.phase == COUNTER else lays or [PICK_UP]


def by_chance(view: View, rng: Random) -> Move:
    return rng.choice(moves(view))


def others(view: View) -> list[Seat]:
    """The other seats, the next player first."""
    seats = view.state.setup.seats
    return [(view.seat + step) % seats for step in range(1, seats)]


def cards_left(state: State, seat: Seat) -> int:
    return state.hands[seat] + state.face_up[seat] + state.face_down[seat]


def choose(view: View, rng: Random) -> Move:
    if view.state.phase == LAY and not view.state.open and rng.random() < WHIM:
        return rng.choice(moves(view))
    return sensible(view)


def sensible(view: View) -> Move:
    state = view.state
    if state.phase == GIVE:
        return Choose("give", _victim(view))
    options = moves(view)
    if state.open and state.phase != COMPLETE:
        return DONE if _enough(view) else options[0]
    if state.phase == COUNTER:  # with a 13 rather than a 1: it hits somebody else
        return max(options, key=_precious)
    return min(options, key=_precious)


def _precious(move: Move) -> int:
    return PRECIOUS[VALUE[move.card]] if isinstance(move, Lay) else -1


def _enough(view: View) -> bool:
    """Equal cards go together, but the strong ones one at a time, unless they are all that is left."""
    state, seat, hand = view.state, view.seat, view.hand
    value = VALUE[state.centre[-1]]
    more = state.draw_pile + state.face_up[seat] + state.face_down[seat]
    return value in ONE_AT_A_TIME and (more > 0 or any(VALUE[card] != value for card in hand))


def _victim(view: View) -> Seat:
    """Whoever is closest to winning, unless they are known to hold a counter."""
    state = view.state
    return min(
        others(view), key=lambda seat: cards_left(state, seat) + 5 * bool(state.known[seat] & COUNTERS)
    )


def interrupt(view: View, rng: Random) -> Move | None:
    """The other two of a pair, out of turn: it clears the centre and leads."""
    same = VALUE[view.state.centre[-1]]
    held = [card for card in view.hand if VALUE[card] == same]
    return Choose("complete", view.seat) if len(held) == 2 else None


def face_up(view: View, rng: Random) -> tuple[Card, ...]:
    """The best cards are put by for the end, the very best to be lifted first."""
    return tuple(sorted((*view.hand, *view.face_up[view.seat]), key=lambda card: PRECIOUS[VALUE[card]])[-3:])


def candidates(view: View) -> list[tuple[Move, float]]:
    """The moves that differ; at first sight the sensible one is the best."""
    best = sensible(view)
    different = {VALUE[move.card] if isinstance(move, Lay) else move: move for move in (*moves(view), best)}
    return [(move, float(move == best)) for move in different.values()]


def value(state: State, seat: Seat) -> float:
    """The chance to win: 1 or 0 once the game is over, before that the fewer cards the better."""
    if state.over:
        return float(state.winner == seat)
    chances = [(cards_left(state, other) + 1) ** -1.5 for other in range(state.setup.seats)]
    return float(chances[seat] / sum(chances))


SENSE = Sense(
    by_chance, choose, candidates, value, trust=0.3, horizon=30, interrupt=interrupt, face_up=face_up
)
