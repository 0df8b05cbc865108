"""The players of a simulated table: people at the mouse, with cards in their hands, and bots beside them.

    players = Players(table, pads, settings.zones, Deals(folder), Random())
    players.handle(intent, now) or table.handle(intent, now)
    players.act(now)                          # again at players.next_wake

Cards go as simulated tags over simulated pads: an illegal lay is refused by the table, and stays there until
`TakeBack`. The dealer is in here too: cards are dealt, drawn, turned up and cleared away by themselves.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import compress
from random import Random
from typing import Any, NamedTuple

import msgspec

from controller import intents as wish
from controller.errors import UserError
from controller.intents import Intent
from controller.settings.table_file import Zones
from controller.simulation.dealing import Deals, Dealt, KeptDeal, fits, fitted
from controller.simulation.fault_injection import FaultInjection
from controller.simulation.laying import CLEARED_S, STEP_S, CardOnPad
from controller.simulation.thinking import NOT_YET, Thinking
from controller.table.live_match import DONE
from controller.table.table import Table
from controller.view import BOT_NAMES, HandCard, HandView, Mode, NoticeKind, TableView, Trouble
from engine.bots import BOTS, expert
from engine.bots.table import Bot, deal_to, next_move
from engine.bots.view import View
from engine.cards import Card
from engine.events import Laid
from engine.hands import Deal
from engine.match import NEXT, Insert, Match, Undo, awaiting
from engine.rules import Awaiting, Choose, Lay, Move, Press, Seat
from hardware.pads import SimulatedHands

HAND = "hand"  # a seat that is played by hand; the others are bots
EXPERT = "expert"
SEAT_PLAYERS = (HAND, "careful", EXPERT)

# Seconds, for people to see what happens.
THINKING_S = 0.8  # before a bot moves
GUIDED_S = 3.5  # the same where each thing is explained: a sentence is read first
TURNING_S = 0.1  # between two cards that are turned up
CLEARING_S = 2.0  # until a pile that was over is cleared away
READING_S = 8.0  # over a score, where bots play among themselves
AGAIN_S = 2.0  # after an undo, for another one

NOBODY = "Nobody can go on: correct the turn or the hands, or end the round."
STUCK = Trouble("stuck", detail=NOBODY)
WAIT = Press("wait")  # in place of a bot's move: a player at the mouse decides; the table never hears it
PERSON = Bot(lambda view, rng: WAIT, lambda view, rng: None, lambda view, rng: view.face_up[view.seat])


def usual(seats: int) -> tuple[str, ...]:
    """Who plays each seat, unless players say otherwise: one by hand, against careful bots."""
    return (HAND, *("careful",) * (seats - 1))


class _Laying(NamedTuple):
    """A lay that is being made on a pad."""

    lay: Lay
    by_hand: bool
    before: tuple[Any, ...]  # where the round stood


class Players:
    def __init__(
        self,
        table: Table,
        pads: SimulatedHands,
        zones: Zones,
        deals: Deals,
        rng: Random,
        pace: float = 1.0,
        thinking: Thinking | None = None,
    ) -> None:
        """*pace* stretches the leisure of bots and dealer; at 0 they have none.

        Without *thinking* experts think at once, and everything waits for them.
        """
        self._thinking = thinking
        self._pondering = False  # what happens next is being thought about
        self.next_wake: float | None = None  # when `act` is due; None: not before something else happens
        self._table = table
        self._pads = pads
        self._zones = zones
        self._deals = deals
        self._rng = rng
        self._pace = pace
        self._asked: tuple[str, ...] = ()  # the seat players of the match that is about to begin
        self._seat_players: tuple[str, ...] = ()
        self._at: tuple[int, int] | None = None  # match and round
        self._dealt: Dealt | None = None
        self._stood: tuple[Any, ...] = ()  # where the round stood at the last look
        self._due: Move | None = None  # what happens next, by itself
        self._stuck = False  # nobody can go on: the round was corrected into what no play leads to
        self._free = 0.0  # when it does
        self._on_pad = CardOnPad(pads, pace)
        self._laying: _Laying | None = None
        self._wish: wish.LayCard | None = None  # waits until the pad is clear
        self._clear = 0.0  # when the pads are
        self._pile: float | None = None  # when a pile that was over is cleared away
        self._unready: list[Seat] = []  # Ninja: who may still swap cards
        self._seat: Seat | None = None  # who is at the mouse
        self._curtain = False
        self._faults = FaultInjection(pads)
        self._held: tuple[Match, Deal, HandView] | None = (
            None  # the last hand, worked out once for each position
        )

    # What people want

    def handle(self, intent: Intent, now: float) -> bool:
        """Whether *intent* was for us; otherwise the table must hear of it."""
        match intent:
            case wish.NewMatch(seat_players=seat_players, players=players):
                self._asked = seat_players or usual(len(players))
                named = tuple(named_bots(players, self._asked))
                self._table.handle(msgspec.structs.replace(intent, players=named), now)
            case wish.PlayAgain():
                self._asked = self._seat_players
                return False
            case wish.ResumeMatch():
                self._asked = ()
                return False
            case wish.Act(Undo()) if self._dealt and self._table.view.mode is Mode.PLAYING:
                self._undo(self._dealt, now)
            case wish.LayCard():
                self._wish = intent if self._lay_of(intent) else None
                self.act(now)
            case wish.TakeBack():
                self._lift_all(now)
            case wish.SwapCards(card, face_up):
                self._swap(card, face_up)
            case wish.Ready():
                del self._unready[:1]
            case wish.RaiseCurtain():
                self._curtain = False
            case wish.TryFault(fault):
                self._faults.toggle(fault, self._used(), now)
            case _:
                return False
        return True

    def _undo(self, dealt: Dealt, now: float) -> None:
        """Back to what a person did last: bots would only do again what is undone of theirs."""
        match = self._table.match
        assert match
        self._lift_all(now)
        keep = max(len(match.actions) - 1, 0)
        if not any(isinstance(action, Insert) for action in match.actions):
            dealt.follow(match)
            theirs = (
                number
                for number, (state, action) in enumerate(zip(dealt.states(), match.actions, strict=True))
                if action != DONE and self._by_hand(match.game.to_act(state))
            )
            keep = max(theirs, default=keep)
        self._table.handle(wish.UndoTo(keep) if keep < len(match.actions) else wish.Act(Undo()), now)
        self._free = now + AGAIN_S * self._pace

    def _swap(self, card: str, face_up: str) -> None:
        match, dealt = self._table.match, self._dealt
        if match and dealt and self._unready and not self._curtain:
            mine, lying = match.game.deck.card(card), match.game.deck.card(face_up)
            if mine is not None and lying is not None and dealt.swap(self._unready[0], mine, lying):
                self._keep(dealt)

    def _by_hand(self, seat: Seat | None) -> bool:
        return seat is not None and self._seat_players[seat] == HAND

    # What happens by itself

    def act(self, now: float) -> None:
        """Do whatever is due, and say when the next thing is."""
        self._sit_down(now)
        self._faults.tidy(now)
        match, view = self._table.match, self._table.view
        self.next_wake = None
        if match and self._dealt and view.mode is Mode.PLAYING:
            if self._laying:
                self._watch(self._laying, match, now)
            if not self._laying:
                self._go_on(match, self._dealt, now)
        faulty = self._faults.in_the_way or now < self._faults.until
        if self._laying or self._wish or faulty or now < self._clear:
            self._wake_at(now + STEP_S)

    def _wake_at(self, at: float) -> None:
        self.next_wake = at if self.next_wake is None else min(at, self.next_wake)

    def _sit_down(self, now: float) -> None:
        """A match or a round that is new to us: shuffle and deal, or take up the cards that were kept."""
        shown, match = self._table.view.match, self._table.match
        at = (shown.id, match.round) if shown and match else None
        if at == self._at:
            return
        same = at and self._at and at[0] == self._at[0]
        self._at, self._dealt, self._wish, self._pile, self._stuck = at, None, None, None, False
        self._lift_all(now)
        if at is None or match is None:
            if self._thinking:
                self._thinking.close()
            return
        seats = match.setup.seats
        kept = None if self._asked else self._deals.of(at[0])  # of another match, should there be one
        if not same:
            asked = kept.seat_players if kept else self._asked
            self._seat_players = asked if len(asked) == seats else usual(seats)
            self._asked = ()
        if kept and kept.round == at[1] and fits(match.game, match.start, kept.cards):
            self._dealt = Dealt(match.start, fitted(match.game, match.start, kept.cards))
        else:
            self._dealt = Dealt(match.start, deal_to(self._bots, match.game, match.start, self._rng))
            self._keep(self._dealt)
        people = [seat for seat in range(seats) if self._by_hand(seat)]
        self._unready = people[:] if self._dealt.cards.face_up and not match.actions else []
        if not same or self._seat not in people:
            self._seat = people[0] if people else None
            self._curtain = len(people) > 1
        self._stood = ()
        self._clear = max(self._clear, now + CLEARED_S)  # pads must have been clear once

    def _keep(self, dealt: Dealt) -> None:
        assert self._at
        number, round_number = self._at
        others = [parked.match for parked in self._table.view.resumable]
        with contextlib.suppress(UserError):  # then other cards would be dealt after a power cut, no more
            self._deals.keep(number, KeptDeal(round_number, self._seat_players, dealt.cards), others)

    @property
    def _bots(self) -> list[Bot]:
        return [PERSON if player == HAND else BOTS[player] for player in self._seat_players]

    def _ask(self, now: float) -> Bot:
        """An expert that is asked, and does not answer at once."""

        def choose(view: View, rng: Random) -> Move | None:
            seed = rng.getrandbits(64)
            if self._thinking is None:
                return expert.choose(view, Random(seed))
            self._thinking.ask(view, seed, now)
            self._pondering = True
            return NOT_YET

        return BOTS[EXPERT]._replace(choose=choose)

    def _go_on(self, match: Match, dealt: Dealt, now: float) -> None:
        """Bots play, the dealer turns up, and what follows of itself is done; people are waited for."""
        cards = dealt.follow(match)
        stands = (match.round, match.actions)
        actor = match.game.to_act(match.state)
        if stands != self._stood:
            self._stood, self._stuck, self._pondering = stands, False, False
            self._due = self._next(match, cards, now)
            guided = bool(self._table.view.match and self._table.view.match.guided)
            think = TURNING_S if actor is None else GUIDED_S if guided else THINKING_S
            self._free = max(self._free, now + (READING_S if self._due == NEXT else think) * self._pace)
        if self._pondering and self._thinking:
            move = self._thinking.answer(now)
            if move == NOT_YET:
                self._wake_at(now + STEP_S)
            else:
                self._pondering = False
                self._due = self._checked(match, move)
        seat = self._unready[0] if self._unready else actor
        if self._by_hand(seat) and seat != self._seat:  # who must decide comes to the mouse, and asks to see
            self._seat, self._curtain = seat, True
        if self._grave or self._faults.in_the_way or self._unready:
            return
        if self._table.view.match and self._table.view.match.pick_up is not None:
            self._clear_pile(now)
        elif self._wish:
            if now >= self._clear:
                lay, self._wish = self._lay_of(self._wish), None
                if lay:
                    self._do(match, lay, True, now)
        elif self._due is None:
            pass
        elif now < max(self._free, self._clear):
            self._wake_at(max(self._free, self._clear))
        else:
            self._do(match, self._due, False, now)

    def _next(self, match: Match, cards: Deal, now: float) -> Any:
        """What happens next without a player at the mouse; None: one has to decide, or thinks about it."""
        state, game = match.state, match.game
        if state.over:
            goes_on = HAND not in self._seat_players and awaiting(match) is Awaiting.NEXT
            return NEXT if goes_on else None
        players = zip(self._seat_players, self._bots, strict=True)
        bots = [self._ask(now) if player == EXPERT else bot for player, bot in players]
        move = next_move(game, state, cards, bots, self._rng)
        if move == WAIT:
            return self._next_by_hand(match, cards)
        return None if self._pondering else self._checked(match, move)

    def _checked(self, match: Match, move: Move | None) -> Move | None:
        """*move*, if there is one and the rules allow it."""
        self._stuck = move is None or match.game.why_refused(match.state, move) is not None
        return None if self._stuck else move

    def _next_by_hand(self, match: Match, cards: Deal) -> Move | None:
        """Whatever a player at the mouse need not be asked for."""
        state, game = match.state, match.game
        actor = game.to_act(state)
        assert actor is not None
        holder = holder_of(match, actor)
        more = any(zones_for(match, card, holder) for card in cards.hands[holder])
        if not more and "done" in game.buttons and game.why_refused(state, DONE) is None:
            return DONE
        self._stuck = not more and not game.legal_moves(state, ())
        return None

    def _clear_pile(self, now: float) -> None:
        if self._pile is None:
            self._pile = now + CLEARING_S * self._pace
        if now >= self._pile:
            self._pile = None
            self._table.handle(wish.PileTaken(), now)
            self._wake_at(now + STEP_S)
        else:
            self._wake_at(self._pile)

    @property
    def _grave(self) -> bool:
        """Nothing can be read or kept at the moment: everybody waits."""
        return any(trouble.stops for trouble in self._table.view.troubles)

    # Cards on pads

    def _lay_of(self, asked: wish.LayCard) -> Lay | None:
        """What *asked* comes to; a card out of turn is not even laid: the table could not know whose."""
        match, dealt, seat = self._table.match, self._dealt, self._seat
        if match is None or dealt is None or seat is None or self._curtain or self._unready:
            return None
        game, card = match.game, match.game.deck.card(asked.card)
        holder = holder_of(match, seat)
        if game.to_act(match.state) != seat or card not in dealt.follow(match).hands[holder]:
            return None
        if card is None or asked.zone not in game.zones:
            return None
        lay = Lay(card, game.zones.index(asked.zone))
        ruling = game.apply(match.state, lay)
        return lay if ruling.refusal or laid_by(ruling.events, holder) else None

    def _do(self, match: Match, move: Move, by_hand: bool, now: float) -> None:
        """Lay the card on its pad; what needs none, or has only a dead one, is done on the screen."""
        dead = [pad.name for pad in self._table.view.pads if pad.fault]
        zone = match.game.zones[move.zone] if isinstance(move, Lay) else None
        pad = next((pad for pad, zones in self._zones[match.game.name].items() if zone in zones), None)
        if isinstance(move, Lay) and pad and pad not in dead:
            self._on_pad.put(match.game, move, pad, now)
            self._laying = _Laying(move, by_hand, (match.round, match.actions))
        else:
            self._table.handle(wish.Act(move), now)
            self._stood = ()  # if it was not accepted, then again
            self._wake_at(now + STEP_S)

    def _watch(self, laying: _Laying, match: Match, now: float) -> None:
        notice = self._table.view.notice
        refused = notice and notice.kind is NoticeKind.REFUSED and notice.pad == self._on_pad.pad
        taken = self._on_pad.watch(
            self._table,
            lambda: (match.round, match.actions) != laying.before,
            now,
            patient=self._grave or bool(refused and laying.by_hand),
        )
        if taken is None:
            return
        self._laying = None
        self._clear = now + CLEARED_S
        if not taken:
            self._stood = ()
            if refused:  # of a box that this match is not played with, say: the rules have nothing against it
                self._table.handle(wish.Act(laying.lay), now)

    def _lift_all(self, now: float) -> None:
        self._wish = None
        if self._laying:
            self._laying = None
            self._on_pad.lift()
            self._clear = now + CLEARED_S
            self._stood = ()
        self._faults.lift(now)

    def _used(self) -> list[str]:
        match = self._table.match
        zones = self._zones[match.game.name] if match else {}
        return [pad for pad in self._pads.pads if zones.get(pad)]

    # What the player at the mouse may see

    def may_choose(self, move: Move) -> bool:
        """Whether *move* is for a player at the mouse to make; some may be made out of turn."""
        match = self._table.match
        assert match
        if isinstance(move, Choose) and move.what == "complete":
            return self._by_hand(move.value)
        return match.game.to_act(match.state) == self._seat and not self._unready

    def add_hand(self, view: TableView) -> TableView:
        """*view* of the table, with who may sit there and the hand of who is at the mouse.

        Of the choices those are left that `may_choose` allows: no player answers for another one here. If
        nobody can go on, that is among the troubles.
        """
        match, hand = view.match, self.hand
        if match and self._stuck:
            view = replace(view, troubles=(*view.troubles, STUCK))
        if match and hand:
            match = replace(match, theirs=None, choices=tuple(filter(self.may_choose, match.choices)))
        return replace(view, match=match, seat_players=SEAT_PLAYERS, hand=hand)

    @property
    def hand(self) -> HandView | None:
        """The hand of the player at the mouse; None: no match, or no seat is played by hand."""
        match, dealt, seat = self._table.match, self._dealt, self._seat
        shown = self._table.view.match
        if not (match and shown and dealt) or seat is None or self._at != (shown.id, match.round):
            return None
        cards, held = dealt.follow(match), self._held
        if not (held and held[0] is match and held[1] is cards and held[2].seat == seat):
            held = self._held = match, cards, hand_of(match, cards, seat, self._seat_players)
        hand = held[2]
        if self._curtain:
            hand = replace(hand, owner=seat, cards=(), beside=None, curtain=True)
        lying = (self._wish.card, self._wish.zone) if self._wish else self._on_pad.waiting
        if lying or self._unready:
            left = tuple(HandCard(card.name) for card in hand.cards if not lying or card.name != lying[0])
            swapping = bool(self._unready) and not self._curtain
            hand = replace(hand, cards=left, acting=False, swapping=swapping, lying=lying)
        return replace(hand, faults=self._faults.active)


def named_bots(players: Sequence[str], seat_players: Sequence[str]) -> Iterator[str]:
    """Names for the seats that bots have, where they were given none; not those of people."""
    taken = {name.strip().casefold() for name in players}
    free = [name for name in BOT_NAMES if name.casefold() not in taken]
    for seat, (name, player) in enumerate(zip(players, seat_players, strict=False)):
        own = BOT_NAMES[seat % len(BOT_NAMES)]
        yield name or ("" if player == HAND else own if own in free else free[-1])


def hand_of(match: Match, cards: Deal, seat: Seat, seat_players: tuple[str, ...]) -> HandView:
    """What *seat* sees: the own cards, and what lies open."""
    names, game = match.game.deck.names, match.game
    acting = game.to_act(match.state) == seat
    owner = holder_of(match, seat)
    own = sorted(cards.hands[owner])
    held = tuple(HandCard(names[card], zones_for(match, card, owner) if acting else ()) for card in own)
    other = seat if owner != seat else match.game.open_hand(match.state)
    beside = None
    if other is not None and other != owner:
        beside = other, tuple(names[card] for card in sorted(cards.hands[other]))
    face_up = tuple(tuple(names[card] for card in lying) for lying in cards.face_up)
    return HandView(seat, seat_players, owner, held, acting, beside=beside, face_up=face_up)


def holder_of(match: Match, seat: Seat) -> Seat:
    """Whose cards *seat* lays next: a declarer plays the open hand too."""
    whose = match.game.open_hand(match.state)
    plays_it = whose is not None and match.game.to_act(match.state) == seat and match.state.turn == whose
    return whose if plays_it and whose is not None else seat


def zones_for(match: Match, card: Card, holder: Seat) -> tuple[str, ...]:
    """Where the table would take *card*, as a lay of its holder's."""
    rulings = [match.game.apply(match.state, Lay(card, zone)) for zone in range(len(match.game.zones))]
    taken = [not ruling.refusal and laid_by(ruling.events, holder) for ruling in rulings]
    return tuple(compress(match.game.zones, taken))


def laid_by(events: Sequence[Any], seat: Seat) -> bool:
    return all(event.player == seat for event in events if isinstance(event, Laid))
