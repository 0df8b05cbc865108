"""A whole match among bots at a simulated table: they lay their tags on the pads and lift them again.

    players = BotPlayers(table, pads, zones, BotMatch(header, names, [bot("careful")] * 4, Random(7)))
    while not players.played.over:
        table.pads(pads.poll(now), now); table.tick(now); players.act(now); now += STEP_S

What is played is settled by the cards and the rules alone; what the table did not take is laid again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from random import Random

from controller.intents import Act, UndoTo
from controller.settings.table_file import Zones
from controller.simulation.laying import CLEARED_S, CardOnPad
from controller.storage.record import Header
from controller.table.live_match import Accepted, LiveMatch, begin
from controller.table.table import Table
from engine.bots.table import Bot, deal_to, next_move
from engine.hands import Deal
from engine.match import NEXT, Action, Match, Next, awaiting
from engine.rules import Awaiting, EndRound, Lay
from engine.simulate import LONGEST
from hardware.pads import SimulatedHands

DEALING_S = 3.0  # in which nobody could shuffle and deal
REACH_S, READING_S = 0.4, 4.0  # leisure: before the next card, over a score
TRIES = 100  # no card has to be laid so often: players and table can never agree


class BotMatch:
    """A match among bots with cards in their hands, by the rules alone: what the table should show."""

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
        return deal_to(self._bots, match.game, match.start, self._rng)

    @property
    def over(self) -> bool:
        return awaiting(self.live.match) is Awaiting.OVER

    @property
    def due(self) -> Action:
        """What a player does next; the same until `go_on`."""
        return self._ahead()[0]

    @property
    def then(self) -> LiveMatch:
        """The match after that."""
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
        return next_move(match.game, match.state, self.cards, self._bots, self._rng) or EndRound()

    def go_on(self) -> None:
        """What was due was done."""
        action, ruled = self._ahead()
        self.live = ruled.live
        self._next = None
        if isinstance(action, Next):
            self.cards = self._deal()
        else:
            self.cards.follow(ruled.events)


class BotPlayers:
    """All the players of a BotMatch, at the table where it is played."""

    def __init__(
        self, table: Table, pads: SimulatedHands, zones: Zones, played: BotMatch, pace: float = 1.0
    ) -> None:
        """*pace* stretches their leisure; at 0 they have none."""
        self.played = played
        self.again = 0  # how often a card was laid again
        self._table = table
        self._on_pad = CardOnPad(pads, pace)
        self._zones = zones
        self._pace = pace
        self._tries = 0
        self._free = 0.0  # when a player does something next

    def act(self, now: float) -> None:
        """Do whatever is due."""
        match = self._table.match
        if match is None:
            return
        if self._on_pad:
            taken = self._on_pad.watch(self._table, self._catch_up, now)
            if taken is not None:
                self.again += not taken
                self._rest(now, REACH_S, CLEARED_S)
        elif now >= self._free:
            self._go_on(match, now)

    def _go_on(self, match: Match, now: float) -> None:
        played = self.played
        if match.actions != played.live.match.actions:
            if not self._catch_up():
                self._put_right(match, now)
        elif not played.over:
            self._tries += 1
            assert self._tries < TRIES, f"{played.due} is not taken: {self._table.view}"
            self._do(played.due, now)

    def _do(self, action: Action, now: float) -> None:
        if isinstance(action, Lay):
            self._on_pad.put(self.played.live.game, action, self._pad_for(action.zone), now)
        else:
            self._table.handle(Act(action), now)
            self._rest(now, *((READING_S, DEALING_S) if isinstance(action, Next) else (REACH_S,)))
            self._catch_up()

    def _put_right(self, match: Match, now: float) -> None:
        """The table has taken what no player did, or lost what one did."""
        did = self.played.live.match.actions
        pairs = zip(match.actions, did, strict=False)
        same = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
        if same < len(match.actions):
            self._table.handle(UndoTo(same), now)
        else:
            self._table.handle(Act(did[same]), now)
        self._rest(now, REACH_S)

    def _catch_up(self) -> bool:
        """Whether the table has taken what was due; then that was done."""
        match, wanted = self._table.match, self.played.then.match
        if match is None or match.round != wanted.round:
            return False
        if match.actions[: len(wanted.actions)] != wanted.actions:
            return False
        self.played.go_on()
        self._tries = 0
        return True

    def _rest(self, now: float, leisure: float, least: float = 0.0) -> None:
        self._free = now + least + leisure * self._pace

    def _pad_for(self, zone: int) -> str:
        game = self.played.live.game
        return next(pad for pad, zones in self._zones[game.name].items() if game.zones[zone] in zones)
