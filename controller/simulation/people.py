"""Simulated people round a simulated table: they hold cards, lay their tags on the pads and lift them again.

    evening = Evening(header, names, [bot("careful")] * 4, Random(7))
    people = People(table, pads, settings.zones, evening)
    while not evening.over:
        table.pads(pads.poll(now), now); table.tick(now); people.act(now); now += STEP

What happens is settled by their cards and the rules alone; the table has to keep up. They go by what it
shows: a card is lifted once it was taken, one that was not is laid again, and what was taken wrongly is put
right. Nothing above the pads can tell them from guests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from random import Random
from typing import Protocol

from controller.cards.registry import Registry
from controller.intents import Act, PlaceCard, UndoTo
from controller.ports import CardRef
from controller.storage.record import Header
from controller.table.live_match import Accepted, LiveMatch, begin
from controller.table.table import Table
from controller.view import MatchView
from engine import games
from engine.bots.table import Bot, arrange, next_move
from engine.cards import Card
from engine.hands import Deal, deal
from engine.match import NEXT, Action, Next, awaiting
from engine.rules import Awaiting, EndRound, Lay
from engine.simulate import LONGEST

STEP = 0.05  # seconds between two looks at the table: as often as the pads are scanned
PATIENCE = 1.5  # seconds until a card that was not taken is lifted and laid again
CLEARED = 0.55  # seconds between two cards on a pad, for it to be clear; the rest is leisure
DEALING = 3.0  # seconds in which nobody could shuffle and deal
SLIDE, REACH, READING = 0.3, 0.4, 4.0  # leisure: before a card is lifted, before the next, over a score
TRIES = 100  # nobody lays the same card so often: one of us is wrong


def tag(deck: str, card: Card, copy: int = 1) -> str:
    """The tag of a simulated card: seven bytes that no real tag has."""
    return f"04{games.names().index(deck):02x}{copy:02x}00{card:02x}5a01"


def teach(registry: Registry, deck: str, copy: int = 1) -> None:
    """A simulated deck, card by card."""
    for card, name in enumerate(games.game(deck).deck.names):
        registry.teach(tag(deck, card, copy), CardRef(deck, copy, name))


class Evening:
    """What really happens: a match among bots with cards in their hands, by the rules alone."""

    def __init__(
        self, header: Header, names: Sequence[str], bots: Sequence[Bot], rng: Random, longest: int = LONGEST
    ) -> None:
        """A round of *longest* moves is ended by hand: Ninja can go round in circles."""
        self.live = begin(0, header, tuple(names))
        self._bots = bots
        self._rng = rng
        self._longest = longest
        self._next: tuple[Action, Accepted] | None = None
        self.cards = self._deal()

    def _deal(self) -> Deal:
        match = self.live.match
        cards = deal(match.game, match.start, self._rng)
        arrange(match.game, match.start, cards, self._bots, self._rng)
        return cards

    @property
    def over(self) -> bool:
        return awaiting(self.live.match) is Awaiting.OVER

    @property
    def due(self) -> Action:
        """What somebody does next; the same until it was done."""
        return self._ahead()[0]

    @property
    def then(self) -> LiveMatch:
        """Where the match stands after that."""
        return self._ahead()[1].live

    def _ahead(self) -> tuple[Action, Accepted]:
        if self._next is None:
            action = self._choose()
            self._next = action, self._ruled(action)
        return self._next

    def _ruled(self, action: Action) -> Accepted:
        ruled = self.live.play(action)
        assert isinstance(ruled, Accepted), f"people play by the rules, and not {action}"
        return ruled

    def _choose(self) -> Action:
        match = self.live.match
        if match.state.over:
            return NEXT
        if len(match.actions) >= self._longest:
            return EndRound()
        return next_move(match.game, match.state, self.cards, self._bots, self._rng)

    def go_on(self) -> None:
        """What was due was done."""
        action, ruled = self._ahead()
        self.live = ruled.live
        self._next = None
        if isinstance(action, Next):
            self.cards = self._deal()
        else:
            self.cards.follow(ruled.events)


class Hands(Protocol):
    """What people do to pads; they lift what they have put."""

    def put(self, uid: str, pad: str) -> None: ...
    def lift(self, uid: str) -> None: ...


@dataclass
class _Laying:
    """A card lies on its pad until the table has taken it."""

    uid: str
    since: float
    taken: float | None = None  # when it was seen to be


class People:
    """All the players of an evening, at the table where its match is played."""

    def __init__(
        self,
        table: Table,
        hands: Hands,
        zones: Mapping[str, Mapping[str, tuple[str, ...]]],
        evening: Evening,
        pace: float = 1.0,
    ) -> None:
        """*pace* stretches their leisure; at 0 they have none."""
        self.evening = evening
        self.again = 0  # how often a card was laid again
        self.corrected = 0  # how often they had to put the table right
        self._table = table
        self._hands = hands
        self._zones = zones
        self._pace = pace
        self._laying: _Laying | None = None
        self._tries = 0
        self._free = 0.0  # when somebody does something next

    def act(self, now: float) -> None:
        """Do whatever is due."""
        shown = self._table.view.match
        if shown is None:
            return
        if self._laying:
            self._watch(self._laying, shown, now)
        elif now >= self._free:
            self._go_on(shown, now)

    def _go_on(self, shown: MatchView, now: float) -> None:
        evening, did = self.evening, self.evening.live.log
        if shown.log != did:
            self._put_right(shown, now)
        elif not evening.over:
            self._tries += 1
            assert self._tries < TRIES, f"{evening.due} is not taken: {self._table.view}"
            self._do(evening.due, shown, now)

    def _do(self, action: Action, shown: MatchView, now: float) -> None:
        if isinstance(action, Lay):
            uid = tag(shown.game, action.card)
            self._hands.put(uid, self._pad_for(action.zone))
            self._laying = _Laying(uid, now)
        else:
            self._table.handle(Act(action), now)
            if isinstance(action, Next):
                self._rest(now, READING, DEALING)
            else:
                self._rest(now, REACH)
            self._look()

    def _put_right(self, shown: MatchView, now: float) -> None:
        """The table has taken what nobody did, or lost what somebody did; or it is only ahead of people."""
        if self._look():
            return
        self.corrected += 1
        did = self.evening.live
        same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(shown.log, did.log, strict=False))))
        if same < len(shown.log):
            self._table.handle(UndoTo(same), now)
        else:
            self._table.handle(Act(did.match.actions[same]), now)
        self._rest(now, REACH)

    def _watch(self, laying: _Laying, shown: MatchView, now: float) -> None:
        if self._table.view.question:
            self._table.handle(PlaceCard(self._zone(self.evening.due)), now)
        if laying.taken is None and self._look():
            laying.taken = now
        if laying.taken is None and now < laying.since + PATIENCE:
            return
        if laying.taken is None or now >= laying.taken + SLIDE * self._pace:
            self.again += laying.taken is None
            self._hands.lift(laying.uid)
            self._laying = None
            self._rest(now, REACH, CLEARED)

    def _look(self) -> bool:
        """Whether the table has taken what was due; then that was done."""
        shown, wanted = self._table.view.match, self.evening.then
        if shown is None or shown.state["round"] != wanted.match.round:
            return False
        if shown.log[: len(wanted.log)] != wanted.log:
            return False
        self.evening.go_on()
        self._tries = 0
        return True

    def _rest(self, now: float, leisure: float, least: float = 0.0) -> None:
        self._free = now + least + leisure * self._pace

    def _zone(self, action: Action) -> str:
        assert isinstance(action, Lay)
        return self.evening.live.game.zones[action.zone]

    def _pad_for(self, zone: int) -> str:
        game = self.evening.live.game
        return next(pad for pad, zones in self._zones[game.name].items() if game.zones[zone] in zones)
