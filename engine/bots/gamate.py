"""Gamate with common sense: what a card may win, from the cards that could still beat it.

    >>> from engine.gamate import CARD
    >>> hand = tuple(CARD[number] for number in (3, 4, 5, 6, 7, 8, 13, 20, 27, 34, 41, 44, 46))
    >>> best_demand(DECK, hand)[0]
    ('run', 3, 8)

One measure serves every choice: `power`, how likely a card is to win a trick. Added up over the hand it
decides the demand, over both hands of the side the direction and the number of tricks; and a card is laid
where the chance to win the trick is worth more than the power it takes away.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import NamedTuple

from engine.bots.view import View
from engine.cards import Card, Deck
from engine.demands import Demand
from engine.gamate import (
    ABOVE,
    ALL,
    BELOW,
    BIT,
    DECK,
    FEWEST_OPPOSED,
    MUTES,
    PLAYING,
    TRICK,
    State,
    apply,
    first_round,
    legal_moves,
    open_hand,
    points,
    trumps,
)
from engine.rules import Awaiting, Choose, Lay, Move, Seat, Setup

# Found by trying, each against its neighbours, over a few hundred deals.
WANTED = 5  # how many players' worth of chances to beat it a card has to survive to win a later trick
MUTE = 0.4  # the power of a mute: it wins, but only as the last card
SHAME = 0.1  # what a renounce costs, in tricks
UNWILLING = 0.3  # how often an open hand that could beat a card does not

# Tricks the side takes, by the power of one hand and of both; least squares over careful deals.
BY_HAND = (3.6, 0.86)
BY_BOTH = (4.8, 0.39)
MARGIN = 2  # so many tricks fewer are announced: the contract is worth more than a number told exactly
WORTH_DEMANDING = 6.5
WORTH_OPPOSING = 7.5


class Sight(NamedTuple):
    """What decides between two cards: the trumps, the direction, and the cards that may still come."""

    trumps: int
    up: bool
    hidden: int

    def beating(self, card: Card) -> int:
        """The cards that go on *card*, a bit each."""
        if BIT[card] & MUTES:
            return ALL
        ranked = ABOVE[card] if self.up else BELOW[card]
        return MUTES | (ranked & self.trumps if self.trumps & BIT[card] else ranked | self.trumps)

    def alone(self, card: Card) -> float:
        """The share of the hidden cards that do not beat *card*."""
        number = self.hidden.bit_count()
        return 1 - (self.beating(card) & self.hidden).bit_count() / number if number else 1.0

    def power(self, card: Card) -> float:
        return MUTE if BIT[card] & MUTES else self.alone(card) ** WANTED


def _bits(cards: Iterable[Card]) -> int:
    return sum(BIT[card] for card in cards)


def choose(view: View, rng: Random) -> Move:
    state = view.state
    match view.game.awaiting(state):
        case Awaiting.LAY:
            return max(candidates(view), key=lambda rated: rated[1])[0]
        case Awaiting.BID:
            return _bid(view)
        case Awaiting.OPPOSE:
            return _oppose(view)
        case Awaiting.DIRECTION:
            return Choose(
                "direction", "up" if _both_hands(view, True) >= _both_hands(view, False) else "down"
            )
        case Awaiting.TRICKS:
            return Choose("tricks", _announced(view))
        case _:
            return _lead(view)


# Bidding: once a side has demanded something, stating it again makes it the contract; so who speaks first may
# have it, and the others can only oppose.


def _bid(view: View) -> Move:
    stated = [(seat, demand) for seat, demand in view.state.bids if demand]
    ours = [demand for seat, demand in stated if seat % 2 == view.seat % 2]
    if ours:
        they_spoke_last = stated[-1][0] % 2 != view.seat % 2
        return Choose("bid", ours[-1]) if they_spoke_last else PASS
    demand, tricks = best_demand(view.state.setup.deck or DECK, view.hand)
    return (
        Choose("bid", demand) if tricks >= WORTH_DEMANDING and (demand not in dict(stated).values()) else PASS
    )


PASS = Choose("pass", True)


def _oppose(view: View) -> Move:
    demand, tricks = best_demand(view.state.setup.deck or DECK, view.hand)
    ours = view.state.declared.player % 2 == view.seat % 2
    return Choose("oppose", False if ours or tricks < WORTH_OPPOSING else demand)


@lru_cache(maxsize=64)
def best_demand(deck: Deck, hand: tuple[Card, ...]) -> tuple[Demand, float]:
    """The demand that makes most of *hand*, and the tricks to expect of it."""
    hidden = ALL & ~_bits(hand)
    best: tuple[float, Demand] = (0.0, ())
    for demand, chosen in _demands(deck):
        for up in (True, False):
            sight = Sight(chosen, up, hidden)
            best = max(best, (sum(map(sight.power, hand)), demand), key=lambda found: found[0])
    return best[1], _expected(BY_HAND, best[0])


@lru_cache(maxsize=4)
def _demands(deck: Deck) -> list[tuple[Demand, int]]:
    moves = legal_moves(first_round(Setup(4, deck=deck), 0), ())
    demands = [move.value for move in moves if isinstance(move, Choose) and move.what == "bid"]
    return [(demand, trumps(deck, demand)) for demand in demands]


def _expected(line: tuple[float, float], power: float) -> float:
    base, slope = line
    return base + slope * power


# Before the first card the declarer sees both hands.


def _both_hands(view: View, up: bool) -> float:
    cards = (*view.hand, *view.open_hand)
    return sum(map(Sight(view.state.declared.trumps, up, ALL & ~_bits(cards)).power, cards))


def _announced(view: View) -> int:
    declared = view.state.declared
    tricks = _expected(BY_BOTH, _both_hands(view, declared.direction == "up"))
    return max(round(tricks) - MARGIN, FEWEST_OPPOSED if declared.opposed else 1)


def _lead(view: View) -> Move:
    """From the hand whose best lead is better."""

    def best_lead(lead: Choose) -> float:
        return max(rating for _, rating in candidates(view._replace(state=apply(view.state, lead).state)))

    return max(LEADS, key=best_lead)


LEADS = (Choose("lead", "own"), Choose("lead", "partner"))


# Tricks: every card is weighed, what it may win now against what it could win later.


def candidates(view: View) -> list[tuple[Move, float]]:
    """The lays that differ, and what each is worth at first sight, in tricks."""
    state = view.state
    if state.phase != PLAYING:
        return []
    seen = state.laid | _bits(view.hand) | _bits(view.open_hand)
    sight = Sight(state.declared.trumps, state.declared.direction == "up", ALL & ~seen)
    followers = [(state.turn + step) % 4 for step in range(1, 4 - state.actions, 2)]  # opponents only
    ours = bool(state.trick) and state.trick[-1][0] % 2 == state.turn % 2
    as_it_lies = _holds(view, sight, state.trick[-1][1], followers) if ours else 0.0

    rated: list[tuple[Move, float]] = []
    mute_seen = set()
    for move in legal_moves(state, view.cards):
        assert isinstance(move, Lay)
        card, zone = move
        if BIT[card] & MUTES:  # one mute is like another
            if zone in mute_seen:
                continue
            mute_seen.add(zone)
        wins = _holds(view, sight, card, followers) if zone == TRICK else as_it_lies - SHAME
        rated.append((move, wins - sight.power(card)))
    return rated


def _holds(view: View, sight: Sight, card: Card, opponents: list[Seat]) -> float:
    """The chance that none of *opponents*, who are still to play, beats *card*."""
    state = view.state
    if opponents and BIT[card] & MUTES:
        return 0.0
    chance = 1.0
    for seat in opponents:
        if seat != open_hand(state):
            chance *= sight.alone(card) ** state.hands[seat]
        elif sight.beating(card) & _bits(view.open_hand):
            chance *= UNWILLING
    return chance


def value(state: State, seat: Seat) -> float:
    """How much more the side of *seat* scored."""
    ours, theirs = points(state)
    return ours - theirs if seat % 2 == 0 else theirs - ours
