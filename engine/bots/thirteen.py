"""13 with common sense: the highest card that is safe, else the cheapest pile.

>>> from engine.games import thirteen as rules
>>> from engine.rules import Setup
>>> state = rules.first_round(Setup(seats=3), dealer=2)
>>> for name in ("blue-7#1", "blue-4#1"):
...     state = rules.apply(state, Lay(rules.DECK.card(name), rules.BLUE)).state
>>> hand = tuple(rules.DECK.card(name) for name in ("blue-5#1", "blue-2#1", "blue-1#1"))
>>> [rate(state, 2, move) for move in rules.legal_moves(state, hand)]
[-1.0, 0.4, 0.2]
"""

from __future__ import annotations

from random import Random

from engine.bots.sense import Sense
from engine.bots.view import View
from engine.cards import Card
from engine.games.thirteen import COLOUR, COLOURS, ROTTEN, VALUE, State, legal_moves, points
from engine.rules import Lay, Move, Seat


def choose(view: View, rng: Random) -> Move | None:
    state, targets = view.state, view.state.targets
    lays = legal_moves(state, view.hand)
    if not lays:
        return None
    safe = [lay for lay in lays if is_safe(state, lay)]
    # Between equals: rotten fours are kept, for they go anywhere; high cards go; what is full is filled.
    if safe:
        return max(safe, key=lambda lay: (VALUE[lay.card], COLOUR[lay.card] != ROTTEN, targets[lay.zone].sum))
    costs = [cost(state, view.seat, target.cards) for target in targets]
    return min(lays, key=lambda lay: (costs[lay.zone], COLOUR[lay.card] == ROTTEN, -VALUE[lay.card]))


def is_safe(state: State, lay: Lay) -> bool:
    return state.targets[lay.zone].sum + VALUE[lay.card] <= 13


def rate(state: State, seat: Seat, lay: Lay) -> float:
    """What a lay seems worth, in penalty points: a high card that is safe is a worry less."""
    if is_safe(state, lay):
        return VALUE[lay.card] / 5
    return -cost(state, seat, state.targets[lay.zone].cards)


def cost(state: State, seat: Seat, pile: tuple[Card, ...]) -> float:
    """What taking *pile* costs; a colour that gives *seat* alone the most counts half, for that may pass."""
    colours = [COLOUR[card] for card in pile]
    total = 2.0 * colours.count(ROTTEN)
    for colour in COLOURS:
        number = colours.count(colour)
        if number:
            taken = [[COLOUR[card] for card in cards].count(colour) for cards in state.taken]
            mine = taken.pop(seat) + number
            total += number if mine <= max(taken) else number / 2
    return total


def candidates(view: View) -> list[tuple[Move, float]]:
    """The lays that differ, and what each is worth at first sight."""
    lays = legal_moves(view.state, view.hand)
    different = {(COLOUR[lay.card], VALUE[lay.card], lay.zone): lay for lay in lays}
    return [(move, rate(view.state, view.seat, move)) for move in different.values()]


def value(state: State, seat: Seat) -> float:
    """How much less *seat* has than the others on average."""
    penalties = points(state)
    return (sum(penalties) - penalties[seat]) / (len(penalties) - 1) - penalties[seat]


SENSE = Sense(choose=choose, candidates=candidates, value=value, trust=8, horizon=50, deals=100)
