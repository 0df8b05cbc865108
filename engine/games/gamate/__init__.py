"""Gamate: two partnerships bid on which numbers are trumps, then play thirteen tricks.

    >>> state = first_round(Setup(seats=4), dealer=3)
    >>> ruling = apply(state, Choose("bid", ("multiples", 6)))
    >>> ruling.state.bids, awaiting(ruling.state), to_act(ruling.state)
    (((3, ('multiples', 6)),), <Awaits.BID: 'bid'>, 0)
    >>> trumps(DECK, ("multiples", 6)).bit_count()
    8

The order of this module is the order of the rules: docs/rules/gamate.md can be read beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Any, NamedTuple

from engine.cards import Card, DeckError
from engine.decks import standard
from engine.events import DealVoid, Laid, RoundScored, TrickTaken
from engine.forms import OneOf
from engine.games.gamate.demands import (
    COMBINED,
    NUMERIC,
    Bid,
    Demand,
    Refused,
    is_demand,
    of_colours,
    to_json,
    why_not,
)
from engine.games.gamate.demands import trumps as trumps
from engine.rounds import CORRECTIONS, correct, players, replaced
from engine.rules import (
    Awaiting,
    Choose,
    Code,
    Form,
    Game,
    Lay,
    Move,
    Refusal,
    Ruling,
    Seat,
    Setup,
    Standings,
    Turn,
)

NAME = "gamate"
SEATS = range(4, 5)
ZONES = ("trick", "renounce")
TRICK, RENOUNCE = range(2)

# Four players, partners face each other: a seat's side is seat % 2. Points are per side.

SIDES = ("0+2", "1+3")


def partner(seat: Seat) -> Seat:
    return (seat + 2) % 4


def _next(seat: Seat) -> Seat:
    return (seat + 1) % 4


# Deck: the numbers 1 to 48 and four mutes. The 1, the 48 and the mutes are brisques.

DECK = standard(NAME)
VALUE = tuple(kind.value for kind in DECK.kind_of)  # None: a mute
BIT = tuple(1 << card for card in range(len(DECK)))
ALL = (1 << len(DECK)) - 1
MUTES = sum(bit for bit, value in zip(BIT, VALUE, strict=True) if value is None)
BRISQUES = sum(bit for bit, value in zip(BIT, VALUE, strict=True) if value in (1, 48, None))


# Deal: 13 cards each; the dealer opens the bidding. A deal goes through these phases.


class Awaits(Code):
    BID = "bid"
    OPPOSE = "oppose"
    DIRECTION = "direction"
    TRICKS = "tricks"
    LEAD = "lead"


PHASES: tuple[Code, ...] = (
    Awaits.BID,
    Awaits.OPPOSE,
    Awaits.DIRECTION,
    Awaits.TRICKS,
    Awaits.LEAD,
    Awaiting.LAY,
    Awaiting.NEXT,
)
BIDDING, OPPOSING, DIRECTING, ANNOUNCING, LEADING, PLAYING, OVER = range(len(PHASES))
HAND = 13


class Declared(NamedTuple):
    """The contract, and what its declarer announced."""

    player: Seat | None = None
    demand: Demand | None = None
    trumps: int = 0  # a bit per card
    opposed: bool = False
    direction: str | None = None
    announced: int | None = None


class Contract(NamedTuple):
    """The trumps are agreed, and who declares."""

    player: Seat
    bid: tuple[Any, ...]
    opposed: bool


class Forfeited(NamedTuple):
    """A declaration was owed and not made."""

    player: Seat


class MancheWon(NamedTuple):
    side: int


class State(NamedTuple):
    setup: Setup
    dealer: Seat
    turn: Seat  # who bids, is asked, declares, or whose card is due
    phase: int  # its place in PHASES
    bids: tuple[tuple[Seat, Demand | None], ...]  # None: passed
    declared: Declared
    trick: tuple[tuple[Seat, Card], ...]  # who laid which card on it, the visible one last
    actions: int  # of the four that make a trick, renounces included
    laid: int  # a bit per card
    hands: tuple[int, ...]
    taken: tuple[int, ...]  # tricks, per seat
    brisques: tuple[int, ...]  # in those tricks, per side
    renounces: tuple[int, ...]  # by each side
    forfeited: Seat | None = None

    @property
    def over(self) -> bool:
        return self.phase == OVER


def first_round(setup: Setup, dealer: Seat) -> State:
    if setup.deck and [kind.value for kind in setup.deck.kind_of] != list(VALUE):
        raise DeckError(f"Deck {setup.deck.name}: list the numbers 1 to 48 and four mutes, in this order.")
    return State(
        setup=setup,
        dealer=dealer,
        turn=dealer,
        phase=BIDDING,
        bids=(),
        declared=Declared(),
        trick=(),
        actions=0,
        laid=0,
        hands=(HAND,) * 4,
        taken=(0,) * 4,
        brisques=(0, 0),
        renounces=(0, 0),
    )


def awaiting(state: State) -> Code:
    return PHASES[state.phase]


def to_act(state: State) -> Seat | None:
    """Who must act: the declarer plays the partner's open hand too."""
    if state.phase == OVER:
        return None
    if state.phase == PLAYING and partner(state.turn) == state.declared.player:
        return state.declared.player
    return state.turn


def open_hand(state: State) -> Seat | None:
    """Whose cards lie open for all to see: the declarer's partner's, once nobody may oppose any more."""
    declarer = state.declared.player
    return None if declarer is None or state.phase in (OPPOSING, OVER) else partner(declarer)


# Every move goes through these two; what they call follows in the order of the rules.


def why_refused(state: State, move: Move) -> Code | None:
    """The reason *move* may not be made now, or None."""
    if isinstance(move, Lay):
        return _why_not_laid(state, move.card, move.zone)
    if isinstance(move, Choose):
        return _why_not_chosen(state, move.what, move.value)
    if not isinstance(move, CORRECTIONS):
        return Refusal.BAD_INPUT
    if state.over or (isinstance(move, Turn) and state.phase not in (BIDDING, PLAYING)):
        return Refusal.NOT_NOW
    return None


def apply(state: State, move: Move) -> Ruling:
    """What *move* makes of *state*, and what happened; or why it is refused."""
    refusal = why_refused(state, move)
    if refusal:
        return Ruling(state, (), refusal)
    if isinstance(move, Lay):
        return _lay(state, move.card, move.zone)
    if not isinstance(move, Choose):
        return correct(state, move, _void)
    match move.what:
        case "bid":
            return _bid(state, move.value)
        case "pass":
            return _bid(state, None)
        case "oppose":
            return _oppose(state, move.value)
        case "forfeit":
            return _forfeit(state)
        case _:
            return _declare(state, move.what, move.value)


# Bidding: each in turn passes or states a demand: multiples of a digit, odd numbers, a colour, or a run of
# numbers; with `expert_trumps` any combination of those (demands.py). All that is said in a deal, and when:

FEWEST_OPPOSED = 7
WORDS: dict[str, tuple[Any, ...]] = {
    "pass": (True,),
    "oppose": (False,),
    "direction": ("up", "down"),
    "tricks": tuple(range(1, 14)),
    "lead": ("own", "partner"),
    "forfeit": (True,),
}
CHOICES: dict[str, Form] = {
    **{what: OneOf(words) for what, words in WORDS.items()},
    "bid": Bid(),
    "oppose": Bid(or_false=True),
}
WHEN = {
    "bid": (BIDDING,),
    "pass": (BIDDING,),
    "oppose": (OPPOSING,),
    "direction": (DIRECTING,),
    "tricks": (ANNOUNCING,),
    "lead": (LEADING,),
    "forfeit": (OPPOSING, DIRECTING, ANNOUNCING),
}


def _why_not_chosen(state: State, what: str, value: Any) -> Code | None:
    if not _is_choice(state.setup, what, value):
        return Refusal.BAD_INPUT
    if state.phase not in WHEN[what]:
        return Refusal.NOT_NOW
    if isinstance(value, tuple):
        return why_not(state.setup.deck or DECK, value)
    if what == "tricks" and state.declared.opposed and value < FEWEST_OPPOSED:
        return Refused.TOO_FEW_TRICKS
    return None


def _is_choice(setup: Setup, what: str, value: Any) -> bool:
    if isinstance(value, tuple) and what in ("bid", "oppose"):
        return is_demand(value) and (value[0] not in COMBINED or "expert_trumps" in setup.options)
    return any(type(value) is type(word) and value == word for word in WORDS.get(what, ()))


# A demand stated a second time, or followed by four passes, is the contract of whoever stated it first.
# Four passes and no demand: the deal is void.


def _bid(state: State, demand: Demand | None) -> Ruling:
    bids = (*state.bids, (state.turn, demand))
    bidding = state._replace(bids=bids, turn=_next(state.turn))
    if demand:
        authors = [seat for seat, stated in bids if stated == demand]
        return _agree(bidding, authors[0], demand) if len(authors) == 2 else Ruling(bidding, ())
    if len(bids) < 4 or any(stated for _, stated in bids[-4:]):
        return Ruling(bidding, ())
    if len(bids) == 4:
        return _void(bidding)
    author, last = bids[-5]
    assert last, "passes end the bidding at the fourth"
    return _agree(bidding, author, last)


def _agree(state: State, player: Seat, demand: Demand, opposed: bool = False) -> Ruling:
    declared = Declared(player, demand, trumps(state.setup.deck or DECK, demand), opposed)
    if opposed:
        state = state._replace(phase=DIRECTING, turn=player, declared=declared)
    else:
        state = state._replace(phase=OPPOSING, turn=_next(player), declared=declared)
    return Ruling(state, (Contract(player, demand, opposed),))


# Then each of the other three may oppose once; the first to do so declares instead, with a demand new or not.


def _oppose(state: State, demand: Demand | bool) -> Ruling:
    if not isinstance(demand, bool):
        return _agree(state, state.turn, demand, opposed=True)
    turn = _next(state.turn)
    everybody_asked = turn == state.declared.player
    return Ruling(state._replace(turn=turn, phase=DIRECTING if everybody_asked else OPPOSING), ())


# Before the first card: the declarer announces up or down, then a number of tricks (at least 7 under
# opposition), then leads from either hand.


def _declare(state: State, what: str, value: Any) -> Ruling:
    declared = state.declared
    if what == "direction":
        state = state._replace(phase=ANNOUNCING, declared=declared._replace(direction=value))
    elif what == "tricks":
        state = state._replace(phase=LEADING, declared=declared._replace(announced=value))
    else:
        state = state._replace(phase=PLAYING, turn=state.turn if value == "own" else partner(state.turn))
    return Ruling(state, ())


# Tricks: each seat lays on the trick or renounces; the leader may lay any card and may not renounce.
#   dodge   a mute goes on anything
#   cut     a trump goes on a plain card
#   force   a number goes on one it beats, up or down, both trumps or both plain; anything beats a mute
# A plain card never goes on a trump.


def _why_not_laid(state: State, card: Card, zone: int) -> Code | None:
    if state.phase != PLAYING:
        return Refusal.NOT_NOW
    if state.laid & BIT[card]:
        return Refusal.ALREADY_LAID
    if not state.trick:
        return Refused.LEADER_CANNOT_RENOUNCE if zone == RENOUNCE else None
    if zone == RENOUNCE:
        return None
    number, visible = VALUE[card], VALUE[state.trick[-1][1]]
    if number is None or visible is None:
        return None
    trump, on_trump = is_trump(state, card), is_trump(state, state.trick[-1][1])
    if trump != on_trump:
        return Refused.PLAIN_ON_TRUMP if on_trump else None
    beats = number > visible if state.declared.direction == "up" else number < visible
    return None if beats else Refused.DOES_NOT_BEAT


def is_trump(state: State, card: Card) -> bool:
    return bool(state.declared.trumps & BIT[card])


def _lay(state: State, card: Card, zone: int) -> Ruling:
    seat, trick, actions = state.turn, state.trick, state.actions + 1
    taken, brisques, renounces = state.taken, state.brisques, state.renounces
    events: tuple[Any, ...] = (Laid(seat, card, zone),)
    if zone == TRICK:
        trick = (*trick, (seat, card))
    else:
        renounces = replaced(renounces, seat % 2, renounces[seat % 2] + 1)

    turn = (seat + 1) % 4
    if actions == 4:
        turn = trick[-1][0]
        cards = tuple([each for _, each in trick])
        events += (TrickTaken(turn, cards),)
        taken = replaced(taken, turn, taken[turn] + 1)
        found = sum([BRISQUES >> each & 1 for each in cards])
        brisques = replaced(brisques, turn % 2, brisques[turn % 2] + found)
        trick, actions = (), 0

    laid = state.laid | BIT[card]
    hands = replaced(state.hands, seat, max(state.hands[seat] - 1, 0))
    setup, dealer, _, phase, bids, declared, *_ = state
    on_table = (trick, actions, laid, hands, taken, brisques, renounces)
    state = State(setup, dealer, turn, phase, bids, declared, *on_table)
    return _end(state, events) if sum(taken) == TRICKS else Ruling(state, events)


TRICKS = 13


# The same rules once more, the other way round: from the situation to everything that may be done.


def legal_moves(state: State, cards: Iterable[Card] = range(len(DECK))) -> list[Move]:
    """Every move that may be made now with *cards*, save combined demands: there is no end of them."""
    match awaiting(state):
        case Awaiting.LAY:
            free = [card for card in cards if not state.laid & BIT[card]]
            if not state.trick:
                return [LAYS[card][TRICK] for card in free]
            beating = _beating(state)
            on_trick = [LAYS[card][TRICK] for card in free if beating & BIT[card]]
            return [*on_trick, *[LAYS[card][RENOUNCE] for card in free]]
        case Awaits.BID:
            return [*SAY["pass"], *_demands(state.setup, "bid")]
        case Awaits.OPPOSE:
            return [*SAY["oppose"], *_demands(state.setup, "oppose"), *SAY["forfeit"]]
        case Awaits.DIRECTION:
            return [*SAY["direction"], *SAY["forfeit"]]
        case Awaits.TRICKS:
            fewest = FEWEST_OPPOSED if state.declared.opposed else 1
            return [*SAY["tricks"][fewest - 1 :], *SAY["forfeit"]]
        case Awaits.LEAD:
            return [*SAY["lead"]]
        case _:
            return []


def _beating(state: State) -> int:
    """The cards that may go on the visible one, a bit each."""
    visible, trumps = state.trick[-1][1], state.declared.trumps
    if MUTES & BIT[visible]:
        return ALL
    ranked = ABOVE[visible] if state.declared.direction == "up" else BELOW[visible]
    return MUTES | (ranked & trumps if trumps & BIT[visible] else ranked | trumps)


def _demands(setup: Setup, what: str) -> list[Choose]:
    return [*STATED[what], *(Choose(what, demand) for demand in of_colours(setup.deck or DECK))]


LAYS = tuple((Lay(card, TRICK), Lay(card, RENOUNCE)) for card in range(len(DECK)))
ABOVE = tuple(
    sum(BIT[other] for other, n in enumerate(VALUE) if n and value and n > value) for value in VALUE
)
BELOW = tuple(
    sum(BIT[other] for other, n in enumerate(VALUE) if n and value and n < value) for value in VALUE
)
SAY = {what: tuple(Choose(what, word) for word in words) for what, words in WORDS.items()}
STATED = {what: tuple(Choose(what, demand) for demand in NUMERIC) for what in ("bid", "oppose")}


# Score of a deal: the declarer's side wins with the tricks it announced, else the defenders win.
# Only the winning side scores; defenders count double, and everything is doubled under opposition.

FORFEIT = 26
SLAM = {12: 4, 13: 7}


def points(state: State) -> tuple[int, ...]:
    side, terms, times = _score(state)
    total = times * sum(map(prod, terms))
    return (0, total) if side else (total, 0)


def explain(state: State) -> tuple[str, ...]:
    """As the rule book writes it: `8×3 + 3 + 5×2 + 6 = 43`."""
    _, terms, times = _score(state)
    text = " + ".join("×".join(map(str, term)) for term in terms)
    text = f"({text}) ×{times}" if times > 1 else text
    return tuple(
        f"{text} = {total}" if total and text != str(total) else str(total) for total in points(state)
    )


def _score(state: State) -> tuple[int, list[tuple[int, ...]], int]:
    """The side that scores, the terms of the sum, each a product, and how many times it counts."""
    player, announced = state.declared.player, state.declared.announced
    if state.forfeited is not None:
        return 1 - state.forfeited % 2, [(FORFEIT,)], 1
    if player is None or announced is None or sum(state.taken) < TRICKS:
        return 0, [], 1  # the deal is void
    took = _per_side(state.taken)
    declaring = player % 2
    made = took[declaring] >= announced
    side, rate = (declaring, 1) if made else (1 - declaring, 2)
    terms: list[tuple[int, ...]] = [
        (took[side], 3 * rate),
        (state.brisques[side],),
        (state.renounces[1 - side], 2 * rate),
    ]
    if took[declaring] == announced:
        terms.append((6,))
    if took[side] in SLAM:
        terms.append((SLAM[took[side]] * rate,))
    return side, terms, 2 if state.declared.opposed else 1


def _per_side(taken: tuple[int, ...]) -> tuple[int, int]:
    return taken[0] + taken[2], taken[1] + taken[3]


def _end(state: State, events: tuple[Any, ...]) -> Ruling:
    state = state._replace(phase=OVER)
    return Ruling(state, (*events, RoundScored(points(state), explain(state))))


# Forfeit: an opposer who states no demand, a declarer who states no direction or no number.
# The other side scores 26, never doubled.


def _forfeit(state: State) -> Ruling:
    return _end(state._replace(forfeited=state.turn), (Forfeited(state.turn),))


# Match: the deal passes to the next seat. The first side to 52 points marks a manche and both start again
# from 0; the first to two manches wins the rubber, with 26 points more if the others have none.

MANCHE, RUBBER, SWEEP = 52, 2, 26


def next_round(state: State, results: Sequence[tuple[int, ...]]) -> State:
    return first_round(state.setup, _next(state.dealer))


def standings(setup: Setup, results: Sequence[tuple[int, ...]]) -> Standings:
    totals, toward, manches = [0, 0], [0, 0], [0, 0]
    won: tuple[MancheWon, ...] = ()
    for result in results:
        won = ()
        for side, scored in enumerate(result):
            totals[side] += scored
            toward[side] += scored
            if toward[side] >= MANCHE:
                won = (MancheWon(side),)
        if won:
            manches[won[0].side] += 1
            toward = [0, 0]
    winners: tuple[Seat, ...] = ()
    if RUBBER in manches:
        winner = manches.index(RUBBER)
        winners = (winner, partner(winner))
        totals[winner] += SWEEP if not manches[1 - winner] else 0
    details = {
        "manche_points": dict(zip(SIDES, toward, strict=True)),
        "manches": dict(zip(SIDES, manches, strict=True)),
    }
    return Standings(tuple(totals), bool(winners), winners, details, won)


# Corrections. Whose turn it is can be put right where turns go round; ending a deal early voids it.


def _void(state: State, events: tuple[Any, ...] = ()) -> Ruling:
    return Ruling(state._replace(phase=OVER), (*events, DealVoid()))


# What people and other programs may see: everything said and laid. Nothing here is face down but the hands.


def describe(state: State, names: Sequence[str]) -> dict[str, Any]:
    declared = state.declared
    return {
        "players": players(names, state.hands, state.taken),
        "bids": [
            {"player": names[seat], **({"bid": to_json(demand)} if demand else {"pass": True})}
            for seat, demand in state.bids
        ],
        "contract": to_json(declared.demand) if declared.demand else None,
        "declarer": None if declared.player is None else names[declared.player],
        "opposed": declared.opposed,
        "direction": declared.direction,
        "announced": declared.announced,
        "trick": [DECK.names[card] for _, card in state.trick],
        "seat": names[state.turn] if state.phase == PLAYING else None,
        "tricks_taken": dict(zip(SIDES, _per_side(state.taken), strict=True)),
        "renounces": dict(zip(SIDES, state.renounces, strict=True)),
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
    options=("expert_trumps",),
    corrections=CORRECTIONS,
    place=3,
    dealer_by_lot=True,
    sides=SIDES,
    owner_completes_deck=True,
    rims={"renounce": (160, 0, 255)},
    open_hand=open_hand,
)
