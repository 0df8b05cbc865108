"""Gamate with common sense: what a card may win, from the cards that could still beat it.

    >>> hand = tuple(number - 1 for number in (3, 4, 5, 6, 7, 8, 13, 20, 27, 34, 41, 44, 46))
    >>> demand, power = best_demand(DECK, hand)
    >>> demand, round(power, 1)
    (('run', 3, 8), 7.8)

One measure serves every choice: `power`, how likely a card is to win a trick. Added up over the hand it
decides the demand, over both hands of the side the direction and the number of tricks; and a card is laid
where what it may win now is worth more than the power it takes away.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from random import Random
from typing import NamedTuple

from engine.bots.sense import Sense, drawn_moves
from engine.bots.view import View
from engine.cards import Card, Deck
from engine.games.gamate import (
    ABOVE,
    ALL,
    BELOW,
    BIDDING,
    BIT,
    BRISQUES,
    DECK,
    FEWEST_OPPOSED,
    LAYS,
    MUTES,
    OPPOSING,
    PLAYING,
    RENOUNCE,
    SAY,
    TRICK,
    Awaits,
    State,
    apply,
    open_hand,
    points,
    trumps,
)
from engine.games.gamate.demands import NUMERIC, Demand, of_colours
from engine.rules import Awaiting, Choose, Move, Seat

# Found by trying, each against its neighbours, every deal played from both sides.
SURVIVE = 6  # so many hidden cards should not beat a card that is to win a later trick
MUTE = 0.9  # the power of a mute: it wins wherever it comes last
AFTER_MUTE = 0.3  # how often a partner beats what was laid on one's mute; anything can have been
WORTH_DEMANDING = 5.0  # in power of the hand: six hands of seven have it
WORTH_OPPOSING = 6.5  # three hands of ten have it; one opposition of ten fails

# Tricks the declarer's side takes by the power of both hands, least squares over 800 careful deals; and so
# many fewer are announced, for a lost contract costs twenty times what a number told exactly brings.
TRICKS_BY_POWER = (3.5, 0.40)
MARGIN = 2

NOTHING = (None, 0.0)  # in place of a lay: no card is left

# What things are worth, in points of a deal that the declarer's side wins, as nearly all are.
A_TRICK, A_BRISQUE, A_RENOUNCE = 3.0, 1.0, 2.0
DECLARER_RENOUNCES = 0.8  # costs nothing unless the contract fails


class Sight(NamedTuple):
    """What decides between two cards: the trumps, the direction, and the cards that others may have."""

    trumps: int
    up: bool
    others: int

    def beating(self, card: Card) -> int:
        """The cards that go on *card*, a bit each."""
        if BIT[card] & MUTES:
            return ALL
        ranked = ABOVE[card] if self.up else BELOW[card]
        return MUTES | (ranked & self.trumps if self.trumps & BIT[card] else ranked | self.trumps)

    def power(self, card: Card) -> float:
        if BIT[card] & MUTES:
            return MUTE
        numbers = self.others & ~MUTES
        if not numbers:
            return 1.0
        return float((1 - (self.beating(card) & numbers).bit_count() / numbers.bit_count()) ** SURVIVE)


def choose(view: View, rng: Random) -> Move | None:
    match view.game.awaiting(view.state):
        case Awaiting.LAY:
            return max(candidates(view), key=lambda rated: rated[1], default=NOTHING)[0]
        case Awaits.BID:
            return _bid(view)
        case Awaits.OPPOSE:
            return _oppose(view)
        case Awaits.DIRECTION:
            return max(SAY["direction"], key=lambda said: _both_hands(view, said.value))
        case Awaits.TRICKS:
            return _announce(view)
        case _:
            return max(SAY["lead"], key=lambda lead: _best_lead(view, lead))


# Bidding: once a side has demanded something, stating it again makes it the contract; so who speaks first may
# have it, and the others can only oppose. What the others stated is never stated: it would be their contract.


def _bid(view: View) -> Move:
    stated = [(seat % 2 == view.seat % 2, demand) for seat, demand in view.state.bids if demand]
    ours = [demand for our_own, demand in stated if our_own]
    if ours:
        return Choose("bid", ours[-1])
    demand, power = best_demand(view.state.setup.deck or DECK, view.hand, [demand for _, demand in stated])
    return Choose("bid", demand) if power >= WORTH_DEMANDING else PASS


PASS, DO_NOT_OPPOSE = SAY["pass"][0], SAY["oppose"][0]


def _oppose(view: View) -> Move:
    if view.state.declared.player % 2 == view.seat % 2:
        return DO_NOT_OPPOSE
    demand, power = best_demand(view.state.setup.deck or DECK, view.hand)
    return Choose("oppose", demand) if power >= WORTH_OPPOSING else DO_NOT_OPPOSE


def best_demand(deck: Deck, hand: tuple[Card, ...], without: Container[Demand] = ()) -> tuple[Demand, float]:
    """The demand that makes most of *hand*, and its power then."""
    others = ALL & ~_bits(hand)
    powers = {
        demand: max(sum(map(Sight(chosen, up, others).power, hand)) for up in (True, False))
        for demand, chosen in _demands(deck, hand)
        if demand not in without
    }
    return max(powers.items(), key=lambda found: found[1])


def _demands(deck: Deck, hand: tuple[Card, ...]) -> Iterator[tuple[Demand, int]]:
    """Demands and their trumps. A run that ends with a card of others serves them: left out."""
    yield from OF_NUMBERS
    yield from ((demand, trumps(deck, demand)) for demand in of_colours(deck))
    numbers = [card + 1 for card in hand if not BIT[card] & MUTES]
    for low in numbers:
        for high in numbers:
            if low < high < low + 24:
                yield ("run", low, high), (1 << high) - (1 << low - 1)


OF_NUMBERS = tuple((demand, trumps(DECK, demand)) for demand in NUMERIC if demand[0] != "run")


# Before the first card the declarer sees both hands.


def _both_hands(view: View, direction: str) -> float:
    cards = view.hand + view.open_hand
    return sum(map(Sight(view.state.declared.trumps, direction == "up", ALL & ~_bits(cards)).power, cards))


def _announce(view: View) -> Move:
    declared = view.state.declared
    base, slope = TRICKS_BY_POWER
    tricks = base + slope * _both_hands(view, declared.direction)
    return Choose("tricks", max(int(tricks - MARGIN), FEWEST_OPPOSED if declared.opposed else 1))


def _best_lead(view: View, lead: Choose) -> float:
    led = candidates(view._replace(state=apply(view.state, lead).state))
    return max((rating for _, rating in led), default=0.0)


# Tricks: every card is weighed, what it may win now against what it could win later.


def candidates(view: View) -> list[tuple[Move, float]]:
    """The lays that differ, and what each is worth at first sight, in points."""
    state, seat = view.state, view.state.turn
    if state.phase != PLAYING:
        return []
    declared = state.declared
    declaring = declared.player % 2 == seat % 2
    hand, opened = _bits(view.hand), _bits(view.open_hand)
    shown = {view.seat: hand, open_hand(state): opened}
    hidden = ALL & ~(state.laid | hand | opened)
    sight = Sight(declared.trumps, declared.direction == "up", hidden if declaring else hidden | opened)
    following = [(seat + step) % 4 for step in range(1, 4 - state.actions)]

    def can_beat(other: Seat, card: Card) -> float:
        """How likely *other* holds something that goes on *card*."""
        beating = sight.beating(card)
        if other in shown:
            return float(shown[other] & beating > 0)
        elsewhere = 1 - state.hands[other] / max(hidden.bit_count(), 1)
        return float(1 - max(elsewhere, 0.0) ** (hidden & beating).bit_count())

    def outlook(card: Card, ours: bool, brisques: int) -> float:
        """What the trick promises with *card* on it and *brisques* in it."""
        taken, squeezed = float(ours), 0.0
        regained = AFTER_MUTE if ours and BIT[card] & MUTES else 1.0
        for other in following:
            can = can_beat(other, card)
            if (other - seat) % 2:
                taken *= 1 - can
                squeezed += 1 - can
            else:
                taken += (1 - taken) * can * regained
        if declaring:
            return taken * (A_TRICK + brisques * A_BRISQUE) + (squeezed * A_RENOUNCE if ours else 0)
        return taken * A_TRICK - (1 - taken) * brisques * A_BRISQUE

    cards = _without_equals(view.cards)
    brisques = sum(BRISQUES >> card & 1 for _, card in state.trick)
    power = {card: A_TRICK * sight.power(card) for card in cards}
    on_trick = [card for card in cards if not state.trick or sight.beating(state.trick[-1][1]) & BIT[card]]
    rated: list[tuple[Move, float]] = [
        (LAYS[card][TRICK], outlook(card, True, brisques + (BRISQUES >> card & 1)) - power[card])
        for card in on_trick
    ]
    if state.trick:
        winner, visible = state.trick[-1]
        left_alone = outlook(visible, winner % 2 == seat % 2, brisques)
        left_alone -= DECLARER_RENOUNCES if declaring else A_RENOUNCE
        rated += [(LAYS[card][RENOUNCE], left_alone - power[card]) for card in cards]
    return rated


def _without_equals(cards: tuple[Card, ...]) -> list[Card]:
    """One mute is like another."""
    mutes = [card for card in cards if BIT[card] & MUTES]
    return [card for card in cards if card not in mutes[1:]]


def _bits(cards: Iterable[Card]) -> int:
    return sum(BIT[card] for card in cards)


def value(state: State, seat: Seat) -> float:
    """How much more the side of *seat* has than the other."""
    scores = points(state)
    return float(scores[seat % 2] - scores[1 - seat % 2])


# By chance: a coin decides whether to demand anything at all, so that auctions end, and nobody forfeits.

SILENT = {BIDDING: PASS, OPPOSING: DO_NOT_OPPOSE}
FORFEIT = SAY["forfeit"][0]


def by_chance(view: View, rng: Random) -> Move | None:
    silent = SILENT.get(view.state.phase)
    if silent and rng.random() < 0.5:
        return silent
    moves = drawn_moves(view, rng)
    if FORFEIT in moves:
        moves.remove(FORFEIT)
    return moves[int(rng.random() * len(moves))] if moves else None


SENSE = Sense(by_chance, choose, candidates, value, trust=8, horizon=52, deals=40)
