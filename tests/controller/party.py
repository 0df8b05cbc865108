"""People with cards in their hands round a real table on simulated pads, for tests that play whole matches.

    party = Party("thirteen", seats=4, seed=7, profile="bad")
    party.play()
    assert party.table_results == party.engine_results()

Below the table everything is simulated down to the chips, unless *profile* is None: then pads read by script.
Above it everything is the real thing; the databases are SQLite's, in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from controller.cards.enrolment import DeckTeaching
from controller.cards.registry import Registry
from controller.intents import NewMatch
from controller.settings import table_file
from controller.simulation.bot_match import BotMatch, BotPlayers
from controller.simulation.laying import STEP_S, teach
from controller.storage import record
from controller.storage.folder import Folder
from controller.storage.history import History
from controller.storage.journal import Journal
from controller.storage.record import Header
from controller.table.live_match import DONE, LiveMatch
from controller.table.settings import Settings
from controller.table.table import Table
from controller.view import Effect, MatchView, Ruled
from engine import games
from engine.bots import bot
from engine.hands import Deal
from engine.match import Action
from engine.rules import Setup
from hardware.backends.simulated import ScriptedScanner, SimulatedPads
from hardware.simulation.chip_pads import ChipScanner
from tests.engine.playing import play_match

NAMES = ("Marie", "Luc", "Zoé", "Bob", "Anne", "Paul")
LONGEST = 10_000.0  # seconds: no match of these takes longer


class Truth(BotMatch):
    """An evening in which things happen that were not due."""

    def happen(self, action: Action) -> None:
        self._next = action, self._ruled(action)
        self.go_on()

    def close_lay(self) -> None:
        """Ninja: whoever laid is done."""
        if getattr(self.live.match.state, "open", False):
            self.happen(DONE)

    def coming(self) -> tuple[Any, ...]:
        """The events of what is due, complete."""
        return self._ahead()[1].events

    def snapshot(self) -> tuple[LiveMatch, Deal]:
        return self.live, self.cards.copy()

    def restore(self, snapshot: tuple[LiveMatch, Deal]) -> None:
        self.live, self.cards = snapshot
        self._next = None


class CorrectingPlayers(BotPlayers):
    """They count how often they had to put the table right."""

    corrected = 0

    def _put_right(self, shown: MatchView, now: float) -> None:
        self.corrected += 1
        super()._put_right(shown, now)


class Party:
    def __init__(
        self,
        game: str,
        *,
        seats: int,
        seed: int,
        profile: str | None = None,
        pads: int = 3,
        mind: str = "careful",
        options: frozenset[str] = frozenset(),
        rounds: int = 1,
    ) -> None:
        self.game, self.seed, self.mind = game, seed, mind
        names = ("left", "centre", "right")[:pads]
        self.settings = Settings(
            pads=names,
            zones={name: table_file.layout(games.game(name).zones, names) for name in games.names()},
            abandon_after=0.0,
        )
        reading = ChipScanner(names, profile, seed) if profile else ScriptedScanner(names, seed)
        self.pads = SimulatedPads(names, reading)
        self.now = 0.0
        self.heard: list[Effect] = []
        folder = Folder.in_memory()
        self.history = History(folder, lambda: self.now)
        self.journal = Journal(folder, self.history, lambda: self.now)
        registry = Registry(folder, lambda: self.now)
        teach(registry, game)
        school = DeckTeaching(registry, {})
        self.table = Table(self.settings, registry, self.journal, self.history, school, now=self.now)
        self.wait(2.0)  # pads must have been clear once
        self.table.handle(NewMatch(game, NAMES[:seats], options=options, rounds=rounds), self.now)
        self.header = record.from_json(self.journal.running().header)
        self.evening = Truth(self.header, NAMES[:seats], [bot(mind)] * seats, Random(f"{game} {seed}"))
        self.people = CorrectingPlayers(self.table, self.pads, self.settings.zones, self.evening, pace=0.0)

    # Time

    def wait(self, seconds: float) -> None:
        """Let the table live; nobody does anything."""
        until = self.now + seconds
        while self.now < until:
            self.step()

    def step(self) -> None:
        self.now += STEP_S
        self.table.pads(self.pads.poll(self.now), self.now)
        self.table.tick(self.now)
        self.heard += self.table.effects()

    def play(self, until: Callable[[Party], bool] = lambda party: party.evening.over) -> None:
        """People play; the match to its end, unless *until* comes first."""
        self.run(until)
        self.wait(3.0)  # whatever the table may still want to do

    def run(self, until: Callable[[Party], bool]) -> None:
        while not until(self):
            self.step()
            self.people.act(self.now)
            assert self.now < LONGEST, f"they never come to an end: {self.shown.state}"

    # What came of it

    @property
    def shown(self) -> MatchView:
        assert self.table.view.match
        return self.table.view.match

    @property
    def table_results(self) -> list[tuple[int, ...]]:
        return [tuple(points.values()) for points in self.shown.results]

    def engine_results(self) -> list[tuple[int, ...]]:
        """The same people with the same cards, by the rules alone: nothing of the table takes part."""
        header: Header = self.header
        setup = Setup(len(header.names), header.options, header.rounds)
        rng = Random(f"{self.game} {self.seed}")
        bots = [bot(self.mind)] * setup.seats
        return list(play_match(games.game(self.game), setup, header.dealer, bots, rng).results)

    def refusals(self) -> list[Any]:
        return [effect for effect in self.heard if isinstance(effect, Ruled) and effect.refusal]
