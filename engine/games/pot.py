"""Le Pot: the strongest colours of a trick help themselves from the pot, until two are equally strong.

    >>> state = first_round(Setup(seats=3), dealer=0)
    >>> for name in ("blue-4", "blue-9", "red-8"):
    ...     state = apply(state, Lay(DECK.card(name), POT)).state
    >>> [DECK.names[card] for card in state.pot], awaiting(state)
    (['blue-4', 'blue-9', 'red-8'], <Awaiting.LAY: 'lay'>)

Nobody deals: `dealer` is whoever leads the first trick of the round. The order of this module is the order of
the rules: docs/rules/pot.md can be read beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise, permutations
from typing import Any, NamedTuple

from engine.cards import Card
from engine.decks import standard
from engine.events import Laid, RoundScored
from engine.forms import OneOf
from engine.rounds import CORRECTIONS, best, correct, players, replaced, standings
from engine.rules import (
    Awaiting,
    Choose,
    Code,
    Count,
    Doubt,
    Game,
    Lay,
    Move,
    Refusal,
    Ruling,
    Seat,
    Setup,
    Turn,
)

NAME = "pot"
SEATS = range(3, 7)


class Refused(Code):
    NOT_IN_POT = "not-in-pot"
    NOT_YOUR_CHOICE = "not-your-choice"
    POT_ALREADY_FULL = "pot-already-full"


class Doubts(Code):
    """Why counted piles look impossible."""

    TOO_FEW_LEFT = "too-few-left"
    TIED_TRICK_LEFT = "tied-trick-left"


class Awaits(Code):
    POT_CARD = "pot-card"
    COLOUR = "colour"


# Deck: six colours of ten cards; each player chooses one, and only the chosen ones are used.

DECK = standard(NAME)
COLOURS = DECK.colours
ZONES = ("play", "pot")
PLAY, POT = range(2)
VALUE = tuple(kind.value or 0 for kind in DECK.kind_of)
COLOUR = tuple(kind.colours[0] for kind in DECK.kind_of)
BIT = tuple(1 << card for card in range(len(DECK)))


class ColourPerPlayer(OneOf):
    """The colours chosen, in player order. How many it takes depends on the seats: `why_refused` says."""

    def read(self, data: Any, names: Sequence[str]) -> tuple[str, ...]:
        if not isinstance(data, list):
            raise ValueError("expected a list of colours")
        read = super().read
        return tuple(read(colour, names) for colour in data)

    def write(self, value: tuple[str, ...], names: Sequence[str]) -> list[str]:
        return list(value)


CHOICES = {"colours": ColourPerPlayer(COLOURS), "colour": OneOf(COLOURS)}


class PotTaken(NamedTuple):
    """All cards of one colour, face down."""

    player: Seat
    colour: str
    cards: tuple[Card, ...]


class SettlingStopped(NamedTuple):
    """These colours are equally strong; they and all weaker ones get nothing."""

    colours: tuple[str, ...]
    strength: int


class State(NamedTuple):
    setup: Setup
    dealer: Seat  # who leads the first trick
    colours: tuple[str, ...]  # the colour each seat brought
    colours_open: bool  # they may still be chosen
    leader: Seat  # of this trick
    turn: Seat
    pot: tuple[Card, ...]  # in the order they came
    played: tuple[Card | None, ...]  # per seat; a finished trick stays in view until the next card
    laid: int  # a bit per card that was shown to the table, the pot's first cards too
    hands: tuple[int, ...]
    taken: tuple[tuple[Card, ...], ...]
    tricks: int = 0  # finished ones
    choosers: tuple[Seat, ...] = ()  # while a trick is settled: who may still take, in order
    over: bool = False


# Round, 1: a card per player is turned up for the pot, everybody is dealt nine.
# Round, 2: the oldest player leads the first trick.

HAND = TRICKS = 9


def first_round(setup: Setup, dealer: Seat) -> State:
    return _round(setup, dealer, COLOURS[: setup.seats], colours_open=True)


def _round(setup: Setup, leader: Seat, colours: tuple[str, ...], colours_open: bool) -> State:
    seats = setup.seats
    return State(
        setup=setup,
        dealer=leader,
        colours=colours,
        colours_open=colours_open,
        leader=leader,
        turn=leader,
        pot=(),
        played=(None,) * seats,
        laid=0,
        hands=(HAND,) * seats,
        taken=((),) * seats,
    )


def in_play(state: State) -> list[Card]:
    """The cards of the colours chosen."""
    return [card for card in range(len(DECK)) if COLOUR[card] in state.colours]


def _filling(state: State) -> bool:
    """The pot still waits for its first cards."""
    return state.laid.bit_count() < state.setup.seats


def awaiting(state: State) -> Code:
    if state.over:
        return Awaiting.NEXT
    if state.choosers:
        return Awaits.COLOUR
    return Awaits.POT_CARD if _filling(state) else Awaiting.LAY


def to_act(state: State) -> Seat | None:
    """Nobody in particular turns up the pot."""
    return None if state.over or _filling(state) else state.turn


def why_refused(state: State, move: Move) -> Code | None:
    """The reason *move* may not be made now, or None."""
    if isinstance(move, Lay):
        return _why_not_laid(state, *move)
    if isinstance(move, Choose):
        return _why_not_chosen(state, move.what, move.value)
    if isinstance(move, Count):
        return _why_not_counted(state, *move)
    if isinstance(move, CORRECTIONS):
        return _why_not_corrected(state, move)
    return Refusal.BAD_INPUT


def _why_not_laid(state: State, card: Card, zone: int) -> Code | None:
    filling = _filling(state)
    if state.over or (filling and zone == PLAY):
        return Refusal.NOT_NOW
    # A card of the pot laid on the pot while a choice is open only points at its colour.
    pointing = state.choosers and zone == POT
    if state.laid & BIT[card] and not pointing:
        return Refusal.ALREADY_LAID
    if COLOUR[card] not in state.colours:
        return Refusal.NOT_IN_PLAY
    if pointing:
        return None if card in state.pot else Refused.NOT_IN_POT
    if state.choosers:
        return Refused.NOT_YOUR_CHOICE
    if zone == POT and not filling:
        return Refused.POT_ALREADY_FULL
    return None


def _why_not_chosen(state: State, what: str, value: Any) -> Code | None:
    if what == "colours":
        if not _one_each(value, state.setup.seats):
            return Refusal.BAD_INPUT
        return None if state.colours_open else Refusal.NOT_NOW
    if what != "colour" or value not in COLOURS:
        return Refusal.BAD_INPUT
    if not state.choosers:
        return Refusal.NOT_NOW
    return None if any(COLOUR[card] == value for card in state.pot) else Refused.NOT_IN_POT


def _one_each(colours: Any, seats: int) -> bool:
    return isinstance(colours, tuple) and len(colours) == len({*colours} & {*COLOURS}) == seats


def legal_moves(state: State, cards: Iterable[Card] = range(len(DECK))) -> list[Move]:
    """Every lay of one of *cards* and every choice that may be made now."""
    if state.over:
        return []
    if state.choosers:
        in_pot = set(state.pot)
        moves: list[Move] = [CHOOSE[colour] for colour in {COLOUR[card]: None for card in state.pot}]
        return moves + [LAYS[POT][card] for card in cards if card in in_pot]
    filling = _filling(state)
    lays, laid, colours = LAYS[POT if filling else PLAY], state.laid, state.colours
    moves = [lays[card] for card in cards if not laid & BIT[card] and COLOUR[card] in colours]
    return moves + (CHOOSE_COLOURS[state.setup.seats] if state.colours_open else [])


LAYS = tuple(tuple(Lay(card, zone) for card in range(len(DECK))) for zone in (PLAY, POT))
CHOOSE = {colour: Choose("colour", colour) for colour in COLOURS}
CHOOSE_COLOURS: dict[int, list[Move]] = {
    n: [Choose("colours", colours) for colours in permutations(COLOURS, n)] for n in SEATS
}


def apply(state: State, move: Move) -> Ruling:
    """What *move* makes of *state*, and what happened; or why it is refused."""
    refusal = why_refused(state, move)
    if refusal:
        return Ruling(state, (), refusal)
    if isinstance(move, Lay):
        card, zone = move
        if state.choosers:
            return _take(state, COLOUR[card])
        return _play(state, card) if zone == PLAY else _turn_up(state, card)
    if not isinstance(move, Choose):
        return _correct(state, move)
    if move.what == "colour":
        return _take(state, move.value)
    return Ruling(state._replace(colours=move.value, colours_open=False), ())


def _turn_up(state: State, card: Card) -> Ruling:
    state = state._replace(colours_open=False, pot=(*state.pot, card), laid=state.laid | BIT[card])
    return Ruling(state, (Laid(None, card, POT),))


# Round, 3: each player in turn lays one card.


def _play(state: State, card: Card) -> Ruling:
    setup, dealer, colours, _, leader, player, pot, played, laid, hands, taken, tricks, _, _ = state
    if None not in played:
        played = (None,) * setup.seats
    played = replaced(played, player, card)
    complete = None not in played

    # After a corrected turn somebody may have laid out of order: they are passed over.
    turn = player
    while played[turn] is not None and not complete:
        turn = (turn + 1) % setup.seats

    laid |= BIT[card]
    hands = replaced(hands, player, max(hands[player] - 1, 0))
    order = settling(played)[0] if complete else ()
    state = State(setup, dealer, colours, False, leader, turn, pot, played, laid, hands, taken, tricks, order)
    events = (Laid(player, card, PLAY),)
    return _settle(state, events) if complete else Ruling(state, events)


# Round, 3: cards of one colour add up: the colour's strength.
# Round, 4: the strongest colour first; within a colour the highest card first.
# Round, 5: a strength that two colours share ends it.


def strengths(played: Iterable[Card | None]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for card in played:
        if card is not None:
            sums[COLOUR[card]] = sums.get(COLOUR[card], 0) + VALUE[card]
    return sums


def settling(played: Sequence[Card | None]) -> tuple[tuple[Seat, ...], int]:
    """Who may take, in order, and the shared strength that stops it there, or 0."""
    sums = strengths(played)
    totals = sorted(sums.values(), reverse=True)
    shared = next((one for one, other in pairwise(totals) if one == other), 0)
    ranks = [(sums[COLOUR[card]], VALUE[card], seat) for seat, card in enumerate(played) if card is not None]
    order = tuple(seat for strength, _, seat in sorted(ranks, reverse=True) if strength > shared)
    return order, shared


# Round, 4: in that order each takes all cards of one colour of the pot. An empty pot gives nothing, and where
# one colour is left there is nothing to choose: it is given at once.


def _take(state: State, colour: str, events: tuple[Any, ...] = ()) -> Ruling:
    player, *choosers = state.choosers
    cards = tuple(card for card in state.pot if COLOUR[card] == colour)
    state = state._replace(
        pot=tuple(card for card in state.pot if COLOUR[card] != colour),
        taken=replaced(state.taken, player, state.taken[player] + cards),
        choosers=tuple(choosers),
    )
    return _settle(state, (*events, PotTaken(player, colour, cards)))


def _settle(state: State, events: tuple[Any, ...]) -> Ruling:
    """Goes on until somebody has to choose, or nobody may take any more."""
    colours = {COLOUR[card] for card in state.pot}
    if state.choosers and len(colours) > 1:
        return Ruling(state._replace(turn=state.choosers[0]), events)
    if state.choosers and colours:
        return _take(state, colours.pop(), events)
    return _finish_trick(state, events)


# Round, 6: the cards laid join the pot. The first to take leads the next trick, else the same leader again.
# Round, 7: nine tricks.


def _finish_trick(state: State, events: tuple[Any, ...]) -> Ruling:
    order, shared = settling(state.played)
    if state.pot:  # as many players as colours: only a shared strength can leave something
        sums = strengths(state.played)
        events += (SettlingStopped(tuple(colour for colour in sums if sums[colour] == shared), shared),)
    # The pot is never empty when settling begins, so the first in order did take.
    leader = order[0] if order else state.leader
    in_order = state.played[state.leader :] + state.played[: state.leader]
    state = state._replace(
        leader=leader,
        turn=leader,
        pot=state.pot + tuple(card for card in in_order if card is not None),
        tricks=state.tricks + 1,
        choosers=(),
    )
    return _end(state, events) if state.tricks == TRICKS else Ruling(state, events)


def _end(state: State, events: tuple[Any, ...]) -> Ruling:
    state = state._replace(colours_open=False, choosers=(), over=True)
    return Ruling(state, (*events, RoundScored(points(state), explain(state))))


# Score of a round: the sum of the cards taken.


def points(state: State) -> tuple[int, ...]:
    return tuple(sum(VALUE[card] for card in cards) for cards in state.taken)


def explain(state: State) -> tuple[str, ...]:
    """As people add it up: `7+4+8 = 19`."""
    return tuple(
        f"{'+'.join(str(VALUE[card]) for card in cards)} = {total}" if cards else "0"
        for cards, total in zip(state.taken, points(state), strict=True)
    )


# Match: the agreed number of rounds, with the same colours. The highest total leads the next round; if tied,
# the first of them clockwise from whoever led the round just ended. The highest total wins, ties share.


def next_round(state: State, results: Sequence[tuple[int, ...]]) -> State:
    seats = state.setup.seats
    tied = best(standings(state.setup, results).totals, max)
    leader = min(tied, key=lambda seat: (seat - state.dealer) % seats)
    return _round(state.setup, leader, state.colours, colours_open=False)


# Corrections. A turn can be given only where a card is due: to somebody who has not laid in this trick.
# Ending a round early scores what has been taken so far.


def _why_not_corrected(state: State, move: Move) -> Code | None:
    if state.over:
        return Refusal.NOT_NOW
    if isinstance(move, Turn) and (awaiting(state) is not Awaiting.LAY or move.seat in _have_laid(state)):
        return Refusal.NOT_NOW
    return None


def _have_laid(state: State) -> list[Seat]:
    """Who has a card in the trick that is being played."""
    seats = [seat for seat, card in enumerate(state.played) if card is not None]
    return seats if len(seats) < state.setup.seats else []


def _correct(state: State, move: Move) -> Ruling:
    if isinstance(move, Turn) and not _have_laid(state):
        state = state._replace(leader=move.seat, dealer=state.dealer if state.tricks else move.seat)
    return correct(state, move, _end)


# Counting mode: the piles of a round that was played without the table. The last trick's cards stay in the
# pot, one per player; and if nothing else stayed, that trick let somebody take, for the pot held the trick
# before it. More cannot be asked cheaply: piles do not tell in which trick a card was taken. Piles that look
# impossible are scored all the same if the players say so: a card may be lost.


def _why_not_counted(state: State, piles: tuple[tuple[Card, ...], ...], anyway: bool) -> Code | None:
    seats = state.setup.seats
    counted = [card for pile in piles for card in pile]
    if len(piles) != seats:
        return Refusal.BAD_INPUT
    if state.laid or state.over:
        return Refusal.NOT_NOW
    if len(set(counted)) < len(counted):
        return Refusal.ALREADY_LAID
    if any(COLOUR[card] not in state.colours for card in counted):
        return Refusal.NOT_IN_PLAY
    return Refusal.IMPOSSIBLE_COUNT if not anyway and doubt(state, piles) else None


def doubt(state: State, piles: Sequence[tuple[Card, ...]]) -> Doubt | None:
    """Why those piles cannot have arisen in play, or None."""
    left = [card for card in in_play(state) if not any(card in pile for pile in piles)]
    if len(left) < state.setup.seats:
        return Doubt(Doubts.TOO_FEW_LEFT)
    tied = len(left) == state.setup.seats and not settling(left)[0]
    return Doubt(Doubts.TIED_TRICK_LEFT) if tied else None


# What people and other programs may see: counts of taken cards, never which.


def describe(state: State, names: Sequence[str]) -> dict[str, Any]:
    return {
        "players": players(names, state.hands, map(len, state.taken)),
        "pot": [DECK.names[card] for card in state.pot],
        "played": {
            name: DECK.names[card] for name, card in zip(names, state.played, strict=True) if card is not None
        },
        "strengths": strengths(state.played),
        "choosing": names[state.turn] if state.choosers else None,
    }


GAME = Game(
    name=NAME,
    seats=SEATS,
    deck=DECK,
    zones=ZONES,
    first_round=first_round,
    next_round=next_round,
    why_refused=why_refused,
    apply=apply,
    legal_moves=legal_moves,
    awaiting=awaiting,
    to_act=to_act,
    points=points,
    standings=standings,
    describe=describe,
    choices=CHOICES,
    corrections=CORRECTIONS,
    place=4,
    leader_instead_of_dealer=True,
    rounds_agreed=True,
    counts_piles=True,
    doubt=doubt,
    taken=lambda state: state.taken,
    in_play=in_play,
    colours=lambda state: state.colours,
    rims={"pot": (255, 90, 0)},
    moved=lambda state: dict.fromkeys(state.pot, POT),  # a finished trick goes there without a word
    hidden={PotTaken: ("colour", "cards")},
    hidden_choice="colour",
)
