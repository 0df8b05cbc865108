"""Le Pot with common sense: the cheapest card that wins much, and the colour worth most.

>>> from engine.games import pot as rules
>>> pot = tuple(rules.DECK.card(name) for name in ("red-8", "blue-4", "red-1"))
>>> most(pot)
'red'
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from engine.bots.sense import Sense
from engine.bots.view import View
from engine.cards import Card
from engine.games.pot import CHOOSE, COLOUR, LAYS, PLAY, TRICKS, VALUE, State, points, settling, strengths
from engine.rules import Move, Seat

# A point of a card kept is worth so much; the more players follow, the less a trick is sure.
THRIFT = 1.2
DOUBT = 0.3
SURE = 12  # a strength that is seldom beaten


def choose(view: View, rng: Random) -> Move | None:
    if view.state.choosers:
        return CHOOSE[most(view.state.pot)]
    rated = rate(view)
    return LAYS[PLAY][max(rated, key=lambda card: rated[card])] if rated else None


def most(pot: Iterable[Card]) -> str:
    sums = strengths(pot)
    return max(sums, key=lambda colour: sums[colour])


def rate(view: View) -> dict[Card, float]:
    """How much more than the others each card would win as the trick lies, less what it is worth later."""
    state, seat = view.state, view.seat
    played = list(state.played) if None in state.played else [None] * state.setup.seats
    following = played.count(None) - 1
    thrift = THRIFT if state.tricks < TRICKS - 1 else 0
    prizes = sorted(strengths(state.pot).values(), reverse=True)
    rated = {}
    for card in view.hand:
        played[seat] = card
        takes = dict(zip(settling(played)[0], prizes, strict=False))
        gain: float = takes.pop(seat, 0)
        if gain and following:
            gain *= min(1, strengths(played)[COLOUR[card]] / SURE) ** (DOUBT * following)
        lost = sum(takes.values()) / (len(played) - 1)  # a tie can keep it from them
        rated[card] = gain - lost - thrift * VALUE[card]
    return rated


def candidates(view: View) -> list[tuple[Move, float]]:
    """Every choice, and what it is worth at first sight."""
    if view.state.choosers:
        return [(CHOOSE[colour], prize) for colour, prize in strengths(view.state.pot).items()]
    return [(LAYS[PLAY][card], rated) for card, rated in rate(view).items()]


def value(state: State, seat: Seat) -> float:
    """How much more *seat* has than the others on average."""
    scores = points(state)
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


SENSE = Sense(choose=choose, candidates=candidates, value=value, trust=4, horizon=120)
