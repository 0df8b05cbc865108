"""13 (*Treize*): lay one card on a target of its colour; whoever brings it over 13 takes what lay there.

    >>> state = first_round(Setup(seats=3), dealer=2)
    >>> seven = DECK.card("blue-7#1")
    >>> apply(state, Lay(seven, BLUE)).state.targets[BLUE]
    Target(cards=(11,), sum=7, colour=0)

The order of this module is the order of the rules: docs/rules/thirteen.md can be read beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from engine.cards import Card
from engine.decks import standard
from engine.events import Drew, Laid, RoundScored, Took
from engine.rounds import CORRECTIONS, correct, players, replaced, standings_after
from engine.rules import (
    Awaiting,
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
    Standings,
)

# What NamedTuple's own constructor, a Python function, calls in the end: for the path bots walk most.
new = tuple.__new__

NAME = "thirteen"
SEATS = range(3, 7)


class Refused(Code):
    WRONG_COLOUR = "wrong-colour"


class Doubts(Code):
    """Why counted piles look impossible."""

    SMALL_PILE = "small-pile"
    TOO_MANY_LEFT = "too-many-left"
    TOO_FEW_LEFT = "too-few-left"


# Deck: blue, yellow and green cards, and eight red rotten fours.

DECK = standard(NAME)
ZONES = ("blue", "yellow", "green")
BLUE, YELLOW, GREEN = COLOURS = range(3)
ROTTEN = 3
VALUE = tuple(kind.value or 0 for kind in DECK.kind_of)
COLOUR = tuple(ZONES.index(kind.colours[0]) if kind.colours else ROTTEN for kind in DECK.kind_of)
BIT = tuple(1 << card for card in range(len(DECK)))
ALL_LAID = (1 << len(DECK)) - 1


# Table: three targets and a draw pile.


class Target(NamedTuple):
    cards: tuple[Card, ...]
    sum: int
    colour: int | None  # None: it takes the colour of its first coloured card (`all_dealt`)


class State(NamedTuple):
    setup: Setup
    dealer: Seat
    turn: Seat
    targets: tuple[Target, ...]
    laid: int  # a bit per card
    hands: tuple[int, ...]
    draw_pile: int
    taken: tuple[tuple[Card, ...], ...]
    over: bool = False


# Round, 1: five cards each, the rest is the draw pile, the player left of the dealer begins.

HAND = 5
COLOURED = tuple(Target((), 0, colour) for colour in COLOURS)
UNCOLOURED = (Target((), 0, None),) * len(ZONES)


def first_round(setup: Setup, dealer: Seat) -> State:
    seats = setup.seats
    hands = [HAND] * seats
    draw_pile = len(DECK) - HAND * seats
    targets = COLOURED
    if "all_dealt" in setup.options:
        targets = UNCOLOURED
        for dealt in range(draw_pile):
            hands[(dealer + 1 + dealt) % seats] += 1
        draw_pile = 0
    return State(
        setup=setup,
        dealer=dealer,
        turn=(dealer + 1) % seats,
        targets=targets,
        laid=0,
        hands=tuple(hands),
        draw_pile=draw_pile,
        taken=((),) * seats,
    )


def awaiting(state: State) -> Code:
    return Awaiting.NEXT if state.over else Awaiting.LAY


def to_act(state: State) -> Seat | None:
    return None if state.over else state.turn


def why_refused(state: State, move: Move) -> Code | None:
    """The reason *move* may not be made now, or None."""
    return apply(state, move).refusal


# Round, 3: a coloured card goes only on the target of its colour, a rotten four on any.


def legal_moves(state: State, cards: Iterable[Card] = range(len(DECK))) -> list[Lay]:
    """Every lay of one of *cards* that may be made now."""
    if state.over:
        return []
    laid, targets = state.laid, state.targets
    moves: list[Lay] = []
    for card in cards:
        if laid & BIT[card]:
            continue
        colour = COLOUR[card]
        if colour == ROTTEN:
            moves += LAYS[card]
        elif targets[colour].colour == colour:
            moves.append(LAYS[card][colour])
        else:
            moves += [LAYS[card][zone] for zone in _homes(targets, colour)]
    return moves


def _homes(targets: tuple[Target, ...], colour: int) -> list[int]:
    """Where a card of *colour* may go: the target of its colour, else any that has none yet."""
    colours = [target.colour for target in targets]
    return [colours.index(colour)] if colour in colours else [z for z in COLOURS if colours[z] is None]


def implied_zone(state: State, card: Card) -> int | None:
    """The target a card can only go to; None if there are several."""
    if COLOUR[card] == ROTTEN or "all_dealt" in state.setup.options:
        return None
    return COLOUR[card]


# The moves and events there are, made once.
LAYS = tuple(tuple(Lay(card, zone) for zone in COLOURS) for card in range(len(DECK)))
LAID = tuple(tuple(tuple((Laid(seat, *lay),) for lay in lays) for lays in LAYS) for seat in range(SEATS[-1]))
DREW = tuple((Drew(seat, 1),) for seat in range(SEATS[-1]))


# Round, 2: lay one card, then draw one while the draw pile lasts.
# Round, 3: once more, for one card.
# Round, 4: over 13 the player takes the cards that lay there before; the card just laid stays alone.
# Round, 6: the round ends when every card has been laid.


def apply(state: State, move: Move) -> Ruling:
    """What *move* makes of *state*, and what happened; or why it is refused."""
    if not isinstance(move, Lay):
        refusal = _why_not_corrected(state, move)
        return Ruling(state, (), refusal) if refusal else correct(state, move, _end)

    card, zone = move
    setup, dealer, player, targets, laid, hands, draw_pile, taken, over = state
    if over:
        return Ruling(state, (), Refusal.ROUND_OVER)
    if laid & BIT[card]:
        return Ruling(state, (), Refusal.ALREADY_LAID)
    pile, total, colour = targets[zone]
    own = COLOUR[card]
    if own != colour and own != ROTTEN and zone not in _homes(targets, own):
        return Ruling(state, (), Refused.WRONG_COLOUR)
    events: tuple[Any, ...] = LAID[player][card][zone]

    total += VALUE[card]
    if total > 13:
        events += (new(Took, (player, pile)),)
        taken = replaced(taken, player, taken[player] + pile)
        pile, total = (), VALUE[card]
        if "all_dealt" in setup.options:
            colour = None
    if colour is None and own != ROTTEN:
        colour = own
    targets = replaced(targets, zone, new(Target, (pile + (card,), total, colour)))  # noqa: RUF005, faster

    if draw_pile:
        draw_pile -= 1
        events += DREW[player]
    elif hands[player]:
        hands = replaced(hands, player, hands[player] - 1)

    turn = (player + 1) % len(hands)
    laid |= BIT[card]
    state = new(State, (setup, dealer, turn, targets, laid, hands, draw_pile, taken, False))
    return _end(state, events) if laid == ALL_LAID else new(Ruling, (state, events, None))


def _end(state: State, events: tuple[Any, ...]) -> Ruling:
    state = new(State, (*state[:-1], True))
    return Ruling(state, (*events, _score(state)))


# Score of a round: a coloured card 1, a rotten four 2; who alone has the most of a colour counts it as 0.


def points(state: State) -> tuple[int, ...]:
    return _score(state).points


def explain(state: State) -> tuple[str, ...]:
    """As the rule book writes it: `0+0+0+0+0+0+1+1 = 2`."""
    return _score(state).explain


def _score(state: State) -> RoundScored:
    colours = [[COLOUR[card] for card in cards] for cards in state.taken]
    points, terms = [0] * len(colours), [""] * len(colours)
    for colour in COLOURS:
        numbers = [own.count(colour) for own in colours]
        most = max(numbers)
        alone = numbers.index(most) if numbers.count(most) == 1 else None
        for seat, number in enumerate(numbers):
            if seat == alone:
                terms[seat] += "0+" * number
            else:
                terms[seat] += "1+" * number
                points[seat] += number
    for seat, own in enumerate(colours):
        rotten = own.count(ROTTEN)
        terms[seat] += "2+" * rotten
        points[seat] += 2 * rotten
    sums = zip(terms, points, strict=True)
    return RoundScored(tuple(points), tuple([f"{sum[:-1]} = {total}" if sum else "0" for sum, total in sums]))


# Match: the deal moves clockwise; every player deals once, with three players twice. The lowest total wins.


def next_round(state: State, results: Sequence[tuple[int, ...]]) -> State:
    return first_round(state.setup, (state.dealer + 1) % state.setup.seats)


def standings(setup: Setup, results: Sequence[tuple[int, ...]]) -> Standings:
    return standings_after(6 if setup.seats == 3 else setup.seats, setup, results, min)


# Corrections. Ending a round early scores what has been taken so far.


def _why_not_corrected(state: State, move: Move) -> Code | None:
    if not isinstance(move, (*CORRECTIONS, Count)):
        return Refusal.BAD_INPUT
    if state.over:
        return Refusal.ROUND_OVER
    return _why_not_counted(state, *move) if isinstance(move, Count) else None


# Counting mode: the piles of a round that was played without the table. No card is more than 7, so nobody
# took less than 7 at once. What is left fits on the targets, at most 13 on each, and none of them is bare:
# each colour was laid, and a target never empties again. With `all_dealt` a target may never have been used.
# Piles that look impossible are scored all the same if the players say so: a card may be lost.


def _why_not_counted(state: State, piles: tuple[tuple[Card, ...], ...], anyway: bool) -> Code | None:
    if len(piles) != state.setup.seats:
        return Refusal.BAD_INPUT
    if state.laid:
        return Refusal.NOT_NOW
    counted = [card for pile in piles for card in pile]
    if len(set(counted)) < len(counted):
        return Refusal.ALREADY_LAID
    return Refusal.IMPOSSIBLE_COUNT if not anyway and doubt(state, piles) else None


def doubt(state: State, piles: Sequence[tuple[Card, ...]]) -> Doubt | None:
    """Why those piles cannot have arisen in play, or None."""
    for seat, pile in enumerate(piles):
        if 0 < sum(VALUE[card] for card in pile) < 7:
            return Doubt(Doubts.SMALL_PILE, seat)
    left = set(range(len(DECK))).difference(*piles)
    sums = [sum(VALUE[card] for card in left if COLOUR[card] == colour) for colour in COLOURS]
    rotten = sum(COLOUR[card] == ROTTEN for card in left)
    room = sum((13 - total) // 4 for total in sums)
    bare = int(not left) if "all_dealt" in state.setup.options else sums.count(0)
    if max(sums) > 13 or rotten > room:
        return Doubt(Doubts.TOO_MANY_LEFT)
    return Doubt(Doubts.TOO_FEW_LEFT) if bare > rotten else None


# What people and other programs may see: counts of taken cards, never which.


def describe(state: State, names: Sequence[str]) -> dict[str, Any]:
    return {
        "players": players(names, state.hands, map(len, state.taken)),
        "targets": {
            zone: {"cards": [DECK.names[card] for card in target.cards], "sum": target.sum}
            for zone, target in zip(ZONES, state.targets, strict=True)
        },
        "draw_pile": state.draw_pile,
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
    options=("all_dealt",),
    corrections=CORRECTIONS,
    place=1,
    lowest_wins=True,
    counts_piles=True,
    doubt=doubt,
    taken=lambda state: state.taken,
    implied_zone=implied_zone,
    rims={"blue": (0, 60, 255), "yellow": (255, 190, 0), "green": (0, 255, 60)},
    hidden={Took: ("cards",)},
)
