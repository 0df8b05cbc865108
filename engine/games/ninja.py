"""Ninja: lay equal cards at least as high as the last ones; the first player with no card left wins.

    >>> state = first_round(Setup(seats=4), dealer=3)
    >>> state = apply(state, Lay(DECK.copies("7")[0], CENTRE)).state
    >>> to_beat(state), why_refused(state, Lay(DECK.copies("5")[0], CENTRE))
    (7, <Refused.TOO_LOW: 'too-low'>)

The order of this module is the order of the rules: docs/rules/ninja.md can be read beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from engine.cards import Card
from engine.decks import standard
from engine.events import Corrected, Drew, Laid, PickedUp, Removed, RoundScored, Skipped
from engine.forms import FALSE, SEAT, SEAT_OR_NOBODY
from engine.rounds import CORRECTIONS, replaced, standings
from engine.rules import (
    Awaiting,
    Choose,
    Code,
    Game,
    HandCount,
    Lay,
    Move,
    Out,
    Press,
    Refusal,
    Ruling,
    Seat,
    Setup,
    Turn,
)

NAME = "ninja"
SEATS = range(2, 7)
OPTIONS = ("four_in_a_row", "complete_the_four", "ninja_transparent", "six_allows_higher", "next_leads")
BUTTONS = ("done", "pick-up")


class Refused(Code):
    TOO_LOW = "too-low"
    TOO_HIGH_AFTER_SIX = "too-high-after-six"
    NOT_YOURSELF = "not-yourself"
    NOT_A_COUNTER = "not-a-counter"


class Awaits(Code):
    GIVE = "give"
    COUNTER = "counter"


# Deck: 1 to 13, four of each, and two Ninjas, which have no value.

DECK = standard(NAME)
ZONES = ("centre",)
CENTRE = 0
NINJA = 0
VALUE = tuple(kind.value or NINJA for kind in DECK.kind_of)
BIT = tuple(1 << card for card in range(len(DECK)))
SAME = tuple(sum(BIT[card] for card in range(len(DECK)) if VALUE[card] == value) for value in range(14))


# Set-up: three cards face down, three face up, three in hand; the rest is the draw pile. The player left of
# the dealer begins. Swapping hand and face-up cards before the first lay changes no count.

# What the table waits for. A lay that answers a gift stays in COUNTER until it closes, so that closing knows.
LAY, GIVE, COUNTER, COMPLETE = "lay", "give", "counter", "complete"
PHASES: dict[str, Code] = {LAY: Awaiting.LAY, GIVE: Awaits.GIVE, COUNTER: Awaits.COUNTER}


class Given(NamedTuple):
    """The pile is offered; *to* may still counter. Nobody, if *to* is None."""

    player: Seat
    to: Seat | None


class Countered(NamedTuple):
    player: Seat


class State(NamedTuple):
    setup: Setup
    dealer: Seat
    turn: Seat  # who must act: the layer while a lay is open, the giver, the player named
    phase: str
    open: bool  # the last lay may still grow
    last: Seat  # who laid last; the giver while a counter is awaited
    under: Seat | None  # who laid the card below the top one; None: there is none
    lay: int  # cards in the last lay; 0 on an empty centre
    centre: tuple[Card, ...]  # oldest first, the open lay included
    laid: int  # a bit per card that lies in the centre or has left the game
    hands: tuple[int, ...]
    face_up: tuple[int, ...]
    face_down: tuple[int, ...]
    draw_pile: int
    known: tuple[int, ...]  # per seat, a bit per card that was picked up openly and not laid since
    over: bool = False
    winner: Seat | None = None


Step = tuple[State, tuple[Any, ...]]  # a new state, and what happened


def first_round(setup: Setup, dealer: Seat) -> State:
    seats = setup.seats
    return State(
        setup=setup,
        dealer=dealer,
        turn=(dealer + 1) % seats,
        phase=LAY,
        open=False,
        last=dealer,
        under=None,
        lay=0,
        centre=(),
        laid=0,
        hands=(3,) * seats,
        face_up=(3,) * seats,
        face_down=(3,) * seats,
        draw_pile=len(DECK) - 9 * seats,
        known=(0,) * seats,
    )


def awaiting(state: State) -> Code:
    if state.over:
        return Awaiting.NEXT
    if state.open or state.phase == COMPLETE:
        return Awaiting.LAY
    return PHASES[state.phase]


def to_act(state: State) -> Seat | None:
    return None if state.over else state.turn


# Turn, 1: one, two or three cards of one value, at least the value laid last; anything on an empty centre.
# After a 6: 6 or less. After a Ninja: anything. On a 13 also a 1. A Ninja may be laid on anything.


def to_beat(state: State) -> int | None:
    """The value laid last; None on an empty centre or after a Ninja, unless it lets the one below through."""
    for card in reversed(state.centre):
        if VALUE[card] != NINJA:
            return VALUE[card]
        if "ninja_transparent" not in state.setup.options:
            return None
    return None


def limit(state: State) -> int | None:
    """6 after a 6, if that means no higher."""
    return 6 if to_beat(state) == 6 and "six_allows_higher" not in state.setup.options else None


def _why_not_on_centre(state: State, value: int) -> Code | None:
    least = to_beat(state)
    if value == NINJA or least is None:
        return None
    if least == 6:
        return Refused.TOO_HIGH_AFTER_SIX if value > 6 and limit(state) else None
    if value >= least or (value == 1 and least == 13):
        return None
    return Refused.TOO_LOW


# What the table knows: cards picked up openly are in that hand, and a hand may be known to the last card.


def holder(state: State, card: Card) -> Seat | None:
    """Who is known to hold *card*."""
    for seat, cards in enumerate(state.known):
        if cards & BIT[card]:
            return seat
    return None


def _why_not_held(state: State, card: Card) -> Code | None:
    if state.laid & BIT[card]:
        return Refusal.ALREADY_LAID
    seat = state.turn
    held = holder(state, card)
    if held is None:
        return Refusal.NOT_IN_HAND if state.hands[seat] == state.known[seat].bit_count() else None
    return None if held == seat else Refusal.HELD_BY_ANOTHER


# A lay grows card by card. It ends by the button, by its third card, by itself when its player has no card
# left anywhere, or by what can only be the next player's: a card of another value or a pick-up. Those are
# judged as the table stands once the lay has closed, and if they are refused there the lay stays open.


def _moment(state: State, move: Move) -> Step:
    """The state in which *move* is judged, and what happens on the way there."""
    if state.open and state.phase != COMPLETE:
        if isinstance(move, Lay):
            if VALUE[move.card] != VALUE[state.centre[-1]]:
                return _close(state)
        elif isinstance(move, Press):
            if move.button == "pick-up":
                return _close(state)
        elif isinstance(move, Choose) and move.what == "complete":
            return _close(state, superseded=True)
    return state, ()


def why_refused(state: State, move: Move) -> Code | None:
    """The reason *move* may not be made now, or None."""
    return _why_not(_moment(state, move)[0], move)


def _why_not(state: State, move: Move) -> Code | None:
    if isinstance(move, Lay):
        return Refusal.NOT_NOW if state.over else _why_not_laid(state, move.card)
    if isinstance(move, Press):
        if move.button not in BUTTONS:
            return Refusal.BAD_INPUT
        if state.over or state.phase == COMPLETE:
            return Refusal.NOT_NOW
        if move.button == "done":
            return None if state.open else Refusal.NOT_NOW
        return None if state.centre and state.phase != GIVE else Refusal.NOT_NOW
    if isinstance(move, Choose):
        return _why_not_chosen(state, move.what, move.value)
    if not isinstance(move, (*CORRECTIONS, Out)):
        return Refusal.BAD_INPUT
    return Refusal.NOT_NOW if state.over else None


def _why_not_laid(state: State, card: Card) -> Code | None:
    value = VALUE[card]
    if state.phase == GIVE:
        return Refusal.NOT_NOW
    if state.phase == COMPLETE:
        missing = value == VALUE[state.centre[-1]] and not state.laid & BIT[card]
        return _why_not_held(state, card) if missing else Refusal.NOT_NOW
    refusal = _why_not_held(state, card)
    if refusal:
        return refusal
    if state.phase == COUNTER:
        return None if value in (1, 13) else Refused.NOT_A_COUNTER
    return _why_not_on_centre(state, value)


def _why_not_chosen(state: State, what: str, value: Any) -> Code | None:
    seats = range(state.setup.seats)
    if value not in {"give": (None, *seats), "counter": (False,), "complete": seats}.get(what, ()):
        return Refusal.BAD_INPUT
    if state.over:
        return Refusal.NOT_NOW
    if what == "complete":
        return _why_not_completed(state, value)
    if state.open or state.phase != what:
        return Refusal.NOT_NOW
    return Refused.NOT_YOURSELF if what == "give" and value == state.turn else None


def apply(state: State, move: Move) -> Ruling:
    """What *move* makes of *state*, and what happened; or why it is refused."""
    moment, before = _moment(state, move)
    refusal = _why_not(moment, move)
    if refusal:
        return Ruling(state, (), refusal)
    if isinstance(move, Lay):
        after, events = _lay(moment, move)
    elif isinstance(move, Press) and move.button == "done":
        after, events = _close(moment)
    elif isinstance(move, Press):
        after, events = _pick_up(moment)
    elif isinstance(move, Choose):
        after, events = _chosen(moment, move.what, move.value)
    else:
        after, events = _correct(moment, move)
        events = (Corrected(move), *events)
    return Ruling(after, before + events)


def _lay(state: State, move: Lay) -> Step:
    card, zone = move
    setup, dealer, player, phase, is_open, last, _, lay, centre, laid, hands, up, down, pile, known, *_ = (
        state
    )
    lay = lay + 1 if is_open else 1
    under = last if centre else None
    centre = (*centre, card)
    laid |= BIT[card]
    hands = replaced(hands, player, hands[player] - 1)
    if known[player] & BIT[card]:
        known = replaced(known, player, known[player] ^ BIT[card])
    state = State(
        setup, dealer, player, phase, True, player, under, lay, centre, laid, hands, up, down, pile, known
    )
    events = (Laid(player, card, zone),)
    if lay == (2 if phase == COMPLETE else 3) or _ends_game(state):
        state, closing = _close(state)
        return state, events + closing
    return state, events


# When a lay closes: who has no card left, in hand or to refill from, has won and no effect matters any more.
# Special cards: an 8 skips the next player, two 8s two, three 8s three, the layer's own seat counted. A 9
# takes the pile out of the game. A 13 waits for the name of the player to give the pile to.
# Turn, 2: refill to three, from the draw pile, then from the face-up cards, then from the face-down ones.


def _is_out(state: State, seat: Seat) -> bool:
    return not (state.hands[seat] or state.draw_pile or state.face_up[seat] or state.face_down[seat])


def _ends_game(state: State) -> bool:
    """The open lay was its player's last: it closes by itself. In the first edition it waited for "done"."""
    return state.setup.edition > 1 and _is_out(state, state.turn)


def _close(state: State, superseded: bool = False) -> Step:
    """The open lay is complete. *superseded*: who acts next is settled elsewhere, so nobody is skipped, and
    nobody is given anything but by a player who counters."""
    setup, dealer, player, phase, _, last, under, lay, centre, laid, hands, up, down, pile, known, *_ = state
    hand = hands[player]
    if _is_out(state, player):
        return _end(state, player)

    seats = setup.seats
    value = VALUE[centre[-1]]
    counters = phase == COUNTER
    events: tuple[Any, ...] = (Countered(player),) if counters else ()
    turn = (player + 1) % seats
    removed = value == 9 or _fourth(state)
    phase = LAY
    if removed:
        events += (Removed(centre),)
        turn, centre, lay = _leader(setup, player), (), 0
    elif value == 8 and not superseded:
        events += tuple(Skipped((player + 1 + skip) % seats) for skip in range(lay))
        turn = (player + 1 + lay) % seats
    elif value == 13 and (counters or not superseded):
        turn, phase = player, GIVE

    if hand < 3:
        drawn = min(3 - hand, pile)
        lifted = min(3 - hand - drawn, up[player])
        turned = min(3 - hand - drawn - lifted, down[player])
        pile -= drawn
        if drawn:
            events += (Drew(player, drawn),)
        if lifted:
            events += (Drew(player, lifted, "face-up"),)
            up = replaced(up, player, up[player] - lifted)
        if turned:
            events += (Drew(player, turned, "face-down"),)
            down = replaced(down, player, down[player] - turned)
        hands = replaced(hands, player, hand + drawn + lifted + turned)

    state = State(
        setup, dealer, turn, phase, False, last, under, lay, centre, laid, hands, up, down, pile, known
    )
    return state, events


def _leader(setup: Setup, last: Seat) -> Seat:
    """Who leads on the emptied centre: whoever laid last, one principle for every way of emptying it."""
    return (last + 1) % setup.seats if "next_leads" in setup.options else last


def _end(state: State, winner: Seat | None) -> Step:
    state = state._replace(open=False, over=True, winner=winner)
    return state, (RoundScored(points(state), explain(state)),)


# Turn, 3: who cannot lay picks up the centre. The table cannot see a hand, so it takes the player's word.


def _pick_up(state: State) -> Step:
    player, centre = state.turn, state.centre
    cards = sum(BIT[card] for card in centre)
    after = state._replace(
        turn=_leader(state.setup, state.last),
        phase=LAY,
        lay=0,
        centre=(),
        laid=state.laid ^ cards,
        hands=replaced(state.hands, player, state.hands[player] + len(centre)),
        known=replaced(state.known, player, state.known[player] | cards),
    )
    return after, (PickedUp(player, centre),)


# 13: the pile goes to the player named, who may counter at once with 13 or 1, or to nobody.


def _chosen(state: State, what: str, value: Any) -> Step:
    player = state.turn
    if what == "counter":
        return _pick_up(state)
    if what == "complete":
        return state._replace(turn=value, phase=COMPLETE), ()
    if value is None:
        state = state._replace(turn=(player + 1) % state.setup.seats, phase=LAY)
    else:
        state = state._replace(turn=value, phase=COUNTER)
    return state, (Given(player, value),)


# House rules: four cards of one value in succession remove the pile. When the two cards on top are of one
# value, laid by one player or by two, any other player who has the other two may lay them, even out of turn,
# and the pile leaves the game. Not for 6s, not while a 13 is being given or countered. 9s have removed the
# pile already, and there are no four Ninjas.


def _fourth(state: State) -> bool:
    """The lay that closes makes four of a kind that leave the game."""
    if state.phase == COMPLETE:
        return state.lay == 2
    if "four_in_a_row" not in state.setup.options or len(state.centre) < 4:
        return False
    return len({VALUE[card] for card in state.centre[-4:]}) == 1


def _to_complete(state: State) -> int:
    """The other two of the pair on top, a bit each; 0 if there is no pair to complete."""
    if "complete_the_four" not in state.setup.options or len(state.centre) < 2:
        return 0
    if state.phase != LAY and (state.phase != GIVE or state.setup.edition > 1):
        return 0
    below, top = state.centre[-2:]
    if VALUE[below] != VALUE[top] or VALUE[top] in (6, NINJA):
        return 0
    return SAME[VALUE[top]] ^ BIT[top] ^ BIT[below]


def _why_not_completed(state: State, seat: Seat) -> Code | None:
    others = _to_complete(state)
    if not others:
        return Refusal.NOT_NOW
    if others & state.laid:
        return Refusal.ALREADY_LAID
    if any(others & known for holds, known in enumerate(state.known) if holds != seat):
        return Refusal.HELD_BY_ANOTHER
    known = state.known[seat]
    if (others & ~known).bit_count() > state.hands[seat] - known.bit_count():
        return Refusal.NOT_IN_HAND
    return Refused.NOT_YOURSELF if seat in (state.last, state.under) else None


# The same rules again, by sets of cards instead of one card at a time: what may be done now.

LAYS = tuple(Lay(card, CENTRE) for card in range(len(DECK)))
DONE, PICK_UP, NO_COUNTER = Press("done"), Press("pick-up"), Choose("counter", False)
AT_LEAST = tuple(SAME[NINJA] | sum(SAME[value:]) for value in range(14))
AT_MOST_SIX = sum(SAME[: 6 + 1])
COUNTERS = SAME[1] | SAME[13]


def legal_moves(state: State, cards: Iterable[Card] = range(len(DECK))) -> list[Move]:
    """Every move that may be made now with one of *cards*; while a lay is open also the next player's."""
    if state.over:
        return []
    moves: list[Move] = []
    if state.open and state.phase != COMPLETE:
        same = SAME[VALUE[state.centre[-1]]]
        closed = _close(state)[0]
        layable = (same & _may_hold(state, state.turn)) | (_layable(closed) & ~same)
        moves.append(DONE)
    else:
        closed = state
        layable = _layable(state)
    moves += [LAYS[card] for card in cards if layable & BIT[card]]

    if closed.centre and not closed.over and closed.phase in (LAY, COUNTER):
        moves.append(PICK_UP)
    if not state.open and state.phase == COUNTER:
        moves.append(NO_COUNTER)
    if state.phase == GIVE:
        moves += [Choose("give", to) for to in (None, *range(state.setup.seats)) if to != state.turn]
    if "complete_the_four" in state.setup.options and not closed.over:
        moment, _ = _moment(state, Choose("complete", 0))
        moves += [Choose("complete", seat) for seat in _may_complete(moment)]
    return moves


def _may_complete(state: State) -> list[Seat]:
    """Who may have the other two of the pair just laid."""
    seats = range(state.setup.seats) if _to_complete(state) else ()
    return [seat for seat in seats if not _why_not_completed(state, seat)]


def out_of_turn(state: State) -> Sequence[Seat]:
    return () if state.open or state.over else _may_complete(state)


def _may_hold(state: State, seat: Seat) -> int:
    """The cards that can be in that hand, as far as the table knows."""
    known = state.known[seat]
    return known if known.bit_count() == state.hands[seat] else ~(state.laid | (sum(state.known) - known))


def _layable(state: State) -> int:
    """The cards whoever acts now may lay; none of them joins a lay."""
    if state.phase == GIVE:
        return 0
    least = to_beat(state)
    if state.phase == COMPLETE:
        admitted = SAME[VALUE[state.centre[-1]]]
    elif state.phase == COUNTER:
        admitted = COUNTERS
    elif least == 6:
        admitted = AT_MOST_SIX if limit(state) else AT_LEAST[NINJA]
    elif least == 13:
        admitted = SAME[NINJA] | COUNTERS
    else:
        admitted = AT_LEAST[least or NINJA]
    return admitted & _may_hold(state, state.turn)


def layer(state: State, card: Card) -> Seat:
    """Whose lay *card* would be: it may join an open lay, or be the next player's."""
    return _moment(state, LAYS[card])[0].turn


def pick_copy(state: State, copies: tuple[Card, ...], zone: int) -> Card:
    """Which of the equal *copies* is meant when a card is named without its number.

    One known to be in the player's hand, else the first that has not been seen. If none can be laid, one that
    another player holds, so that the refusal names them.
    """
    player = layer(state, copies[0])
    held = {card: holder(state, card) for card in copies if not state.laid & BIT[card]}
    for wanted in (player, None):
        for card, seat in held.items():
            if seat == wanted:
                return card
    return next(iter(held), copies[0])


# Score of a game: it is won or not. The table counts games won; a card missing ends a game without a winner.


def points(state: State) -> tuple[int, ...]:
    return tuple(int(seat == state.winner) for seat in range(state.setup.seats))


def explain(state: State) -> tuple[str, ...]:
    return tuple(map(str, points(state)))


# Match: the deal moves clockwise, for the number of games agreed or until the players stop. Equal games won
# share the match.


def next_round(state: State, results: Sequence[tuple[int, ...]]) -> State:
    return first_round(state.setup, (state.dealer + 1) % state.setup.seats)


# Corrections. Saying whose turn it is also ends a gift, a counter or a completion in progress; the pile
# stays. A hand count too small for the cards known to be there is believed, and the hand is unknown again.


def _correct(state: State, move: Move) -> Step:
    match move:
        case Turn(seat):
            after, events = _close(state, superseded=True) if state.open else (state, ())
            return after if after.over else after._replace(turn=seat, phase=LAY), events
        case HandCount(seat, number):
            known = state.known
            if number < known[seat].bit_count():
                known = replaced(known, seat, 0)
            state = state._replace(hands=replaced(state.hands, seat, number), known=known)
            if state.open and state.turn == seat:
                return _close(state) if _ends_game(state) else (state, ())
            if number or state.face_up[seat] or state.face_down[seat]:
                return state, ()
            return _end(state, seat)
        case Out(seat):
            return _end(state, seat)
        case _:
            return _end(state, None)


# What people and other programs may see: everything the table knows lies open.


def describe(state: State, names: Sequence[str]) -> dict[str, Any]:
    return {
        "players": [
            {
                "name": name,
                "hand": state.hands[seat],
                "taken": 0,
                "face_up": state.face_up[seat],
                "face_down": state.face_down[seat],
                "known": [DECK.names[card] for card in range(len(DECK)) if state.known[seat] & BIT[card]],
            }
            for seat, name in enumerate(names)
        ],
        "centre": [DECK.names[card] for card in state.centre],
        "to_beat": to_beat(state),
        "limit": limit(state),
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
    buttons=BUTTONS,
    choices={"give": SEAT_OR_NOBODY, "counter": FALSE, "complete": SEAT},
    options=OPTIONS,
    corrections=(*CORRECTIONS, Out),
    lapse=DONE,
    out_of_turn=out_of_turn,
    place=2,
    rounds_agreed=True,
    won_or_lost=True,
    pick_copy=pick_copy,
    holder=holder,
    known=lambda state: state.known,
    face_up=lambda state: state.face_up,
    face_down=lambda state: state.face_down,
)
