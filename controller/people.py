"""Simulated people round a simulated table: they hold cards, lay their tags on the pads and lift them again.

    people = People(table, pads, settings, ["careful"] * 4, Random(7))
    while people.playing:
        table.pads(pads.poll(now), now); table.tick(now); people.act(now); now += STEP

They know what people at a real table know and go by what the table shows: a card is laid, and lifted once it
was taken; one that was not is lifted and laid again. Nothing above the pads can tell them from guests.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from controller.intents import Act, PlaceCard
from controller.ports import CardRef
from controller.settings import Settings
from controller.table import Table
from engine import games
from engine.bots import bot
from engine.bots.table import arrange, next_move
from engine.cards import Card
from engine.hands import Deal, deal
from engine.match import NEXT, Match, line
from engine.rules import Game, Lay

PATIENCE = 1.5  # seconds until a card that was not taken is lifted and laid again
SLIDE = 0.3  # seconds a card stays on the pad once the rim is green
REACH = 0.8  # seconds between two people's moves: the pad must be clear again
READING = 4.0  # seconds for everybody to look at a score


class Pads(Protocol):
    """Hands over simulated pads."""

    def put(self, uid: str, pad: str) -> None: ...
    def lift(self, uid: str) -> None: ...


def tag(deck: str, card: Card, copy: int = 1) -> str:
    """The tag of a simulated card: seven bytes that no real tag has."""
    return f"04{games.NAMES.index(deck):02x}{copy:02x}00{card:02x}5a01"


class SimulatedRegistry:
    """Knows the tags of every simulated card."""

    def __init__(self) -> None:
        self._cards = {
            tag(name, card): CardRef(name, 1, text)
            for name in games.NAMES
            for card, text in enumerate(games.game(name).DECK.names)
        }

    def lookup(self, uid: str) -> CardRef | None:
        return self._cards.get(uid)

    def saw(self, card: CardRef, pad: str) -> None:
        pass

    def retire(self, deck: str, copy: int, card: str) -> None:
        pass

    def enrolled(self) -> dict[str, int]:
        return {name: len(games.game(name).DECK) for name in games.NAMES}


@dataclass
class _Laying:
    """A card is on its way: on the pad until the table has taken it."""

    uid: str
    move: Lay
    actions: int  # accepted ones before it
    round: int
    since: float
    done: float | None = None  # when the table was seen to have taken it


class People:
    """All the players of the table's match, each with a hand of simulated cards."""

    def __init__(
        self,
        table: Table,
        pads: Pads,
        settings: Settings,
        minds: Sequence[str],
        rng: Random,
        pace: float = 1.0,
    ) -> None:
        """*minds* names a bot per seat; *pace* stretches everything they do."""
        self._table = table
        self._pads = pads
        self._zones = settings.zones
        self._bots = [bot(mind) for mind in minds]
        self._rng = rng
        self._pace = pace
        self._dealt: tuple[tuple[int, int], Deal] | None = None  # the round, and its cards as dealt
        self._laying: _Laying | None = None
        self._free = 0.0  # when somebody does something next

    @property
    def playing(self) -> bool:
        """There is a match, and it is not over."""
        view = self._table.view.match
        return view is not None and not view.state["match_over"]

    def act(self, now: float) -> None:
        """Do whatever is due."""
        match = self._table.match
        if match is None:
            return
        if self._laying:
            self._wait_for_the_light(match, self._laying, now)
        elif self._table.view.question:
            self._answer(now)
        elif now >= self._free and self.playing:
            self._move(match, now)

    # The cards

    def cards(self, match: Match) -> Deal:
        """Everybody's cards as they are now: those dealt, and everything that happened since."""
        view = self._table.view.match
        assert view is not None
        number = (view.id, match.round)
        if self._dealt is None or self._dealt[0] != number:
            fresh = deal(match.game, match.start, self._rng)
            arrange(match.game, match.start, fresh, self._bots, self._rng)
            self._dealt = (number, fresh)
        cards = self._dealt[1].copy()
        state = match.start
        for move in line(match.actions):
            state, events, _ = match.game.apply(state, move)
            cards.follow(events)
        return cards

    # What they do

    def _move(self, match: Match, now: float) -> None:
        if match.state.over:
            self._table.handle(Act(NEXT), now)
            self._free = now + READING * self._pace
            return
        move = next_move(match.game, match.state, self.cards(match), self._bots, self._rng)
        if isinstance(move, Lay):
            self._lay(match, move, now)
        else:
            self._table.handle(Act(move), now)
            self._free = now + REACH * self._pace

    def _lay(self, match: Match, move: Lay, now: float) -> None:
        uid = tag(match.game.NAME, move.card)
        self._pads.put(uid, self._pad_for(match.game, move.zone))
        self._laying = _Laying(uid, move, len(match.actions), match.round, now)

    def _wait_for_the_light(self, match: Match, laying: _Laying, now: float) -> None:
        if self._table.view.question:
            self._answer(now)
        taken = match.round != laying.round or len(match.actions) > laying.actions or match.state.over
        if laying.done is None and taken:
            laying.done = now
        elif laying.done is not None and now >= laying.done + SLIDE * self._pace:
            self._lift(laying, now, REACH * self._pace)
        elif laying.done is None and now >= laying.since + PATIENCE:
            self._lift(laying, now, REACH)

    def _lift(self, laying: _Laying, now: float, pause: float) -> None:
        self._pads.lift(laying.uid)
        self._laying = None
        self._free = now + pause

    def _answer(self, now: float) -> None:
        """The table asks where the card goes that lies on its only pad."""
        match = self._table.match
        if self._laying and match:
            self._table.handle(PlaceCard(match.game.ZONES[self._laying.move.zone]), now)

    def _pad_for(self, game: Game, zone: int) -> str:
        name = game.ZONES[zone]
        return next(pad for pad, zones in self._zones[game.NAME].items() if name in zones)
