"""People at the mouse of a simulated table, against bots, for tests: the real table and pads, in memory.

    parlour = Parlour("thirteen", seats=3, seed=7)
    parlour.play(Random(7))
    assert parlour.view.match.state["match_over"]

Whoever is at the mouse goes by the view alone: cards where it says the table would take them, and choices.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

from controller.cards.enrolment import DeckTeaching
from controller.cards.registry import Registry
from controller.intents import Act, Intent, LayCard, NewMatch, RaiseCurtain, Ready, SwapCards
from controller.settings import table_file
from controller.simulation.dealing import Deals
from controller.simulation.laying import STEP_S, SimulatedTags
from controller.simulation.players import Players
from controller.storage.folder import Folder
from controller.storage.history import History
from controller.storage.journal import Journal
from controller.table.settings import Settings
from controller.table.table import Table
from controller.view import Effect, HandView, MatchView, TableView
from engine import games
from engine.hands import Deal
from engine.match import NEXT
from engine.rules import Choose, Press
from hardware.backends.simulated import ScriptedScanner, SimulatedPads

NAMES = ("Marie", "Luc", "Zoé", "Bob", "Anne", "Paul")
LONGEST = 5_000.0  # seconds: no match of these takes longer


class Parlour:
    def __init__(
        self,
        game: str,
        *,
        seats: int,
        seed: int,
        seat_players: tuple[str, ...] = (),
        pads: int = 3,
        options: frozenset[str] = frozenset(),
        rounds: int = 1,
        pace: float = 0.0,
    ) -> None:
        names = ("left", "centre", "right")[:pads]
        self.settings = Settings(
            pads=names,
            zones={name: table_file.layout(games.game(name).zones, names) for name in games.names()},
            abandon_after=0.0,
            lapses=dict.fromkeys(games.names(), 0.0),
        )
        self.now = 0.0
        self.heard: list[Effect] = []
        self._names: dict[str, str] = {}
        self._files: dict[str, sqlite3.Connection] = {}
        self._seed, self._pace = seed, pace
        self.sit_down()
        self.touch(NewMatch(game, NAMES[:seats], options=options, rounds=rounds, seat_players=seat_players))

    def sit_down(self) -> None:
        """Start the table, for the first time or after the power went."""
        folder = Folder(Path("parlour"), None, self._connect)
        history = History(folder, lambda: self.now)
        journal = Journal(folder, history, lambda: self.now)
        self.registry = Registry(folder, lambda: self.now)
        names = self.settings.pads
        self.pads = SimulatedPads(names, ScriptedScanner(names, self._seed))
        school = DeckTeaching(self.registry, {})
        self.table = Table(
            self.settings, SimulatedTags(self.registry), journal, history, school, now=self.now
        )
        rng = Random(f"deal {self._seed} {self.now}")
        self.players = Players(
            self.table, self.pads, self.settings.zones, Deals(folder), rng, pace=self._pace
        )

    def forget(self, name: str) -> None:
        """The file is lost, and a new one is begun."""
        self._names[name] = f"new-{name}"

    def _connect(self, path: Path) -> sqlite3.Connection:
        """The same file every time, and no disk."""
        name = self._names.get(path.name, path.name)
        uri = f"file:{id(self)}-{name}?mode=memory&cache=shared"
        self._files.setdefault(name, sqlite3.connect(uri, uri=True))
        return sqlite3.connect(uri, uri=True, isolation_level=None)

    # Time

    def step(self) -> None:
        self.now += STEP_S
        self.table.pads(self.pads.poll(self.now), self.now)
        self.table.tick(self.now)
        self.players.act(self.now)
        self.heard += self.table.effects()

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.step()

    def touch(self, intent: Intent) -> None:
        if not self.players.handle(intent, self.now):
            self.table.handle(intent, self.now)
        self.step()

    # What there is to see

    @property
    def view(self) -> TableView:
        return self.players.add_hand(self.table.view)

    @property
    def hand(self) -> HandView:
        assert self.view.hand
        return self.view.hand

    @property
    def match(self) -> MatchView:
        assert self.view.match
        return self.view.match

    @property
    def dealt(self) -> Deal:
        """What everybody really holds."""
        assert self.players._dealt and self.table.match
        return self.players._dealt.follow(self.table.match)

    # Playing

    def play(self, dice: Random, until: Callable[[Parlour], bool] = lambda parlour: False) -> None:
        """Whoever is at the mouse plays by chance, to the end of the match, unless *until* comes first."""
        while self.match.state["awaiting"] != "over" and not until(self):
            wish = self.wish(dice)
            if wish:
                self.touch(wish)
            else:
                self.step()
            assert self.now < LONGEST, f"they never come to an end: {self.match.state}"

    def settle(self) -> None:
        """Until it is for a person to decide, or the match is over."""
        dice = Random(0)
        while self.match.state["awaiting"] != "over" and self.wish(dice) is None:
            self.step()
            assert self.now < LONGEST, f"nobody decides: {self.match.state}"

    def wish(self, dice: Random) -> Intent | None:
        """Something whoever is at the mouse may do now."""
        hand, match = self.hand, self.match
        if match.state["awaiting"] == "next":
            return Act(NEXT)
        if hand.curtain:
            return RaiseCurtain()
        if hand.swapping:
            if not hand.cards or dice.random() < 0.5:
                return Ready()
            return SwapCards(dice.choice(hand.cards).name, dice.choice(hand.face_up[hand.seat]))
        if not hand.acting or match.state["awaiting"] == "pot-card":
            return None
        lays: list[Intent] = [LayCard(card.name, zone) for card in hand.cards for zone in card.zones]
        refused = (Choose("forfeit", True), *((Press("pick-up"),) if lays else ()))
        said = [move for move in match.choices if move not in refused]
        said = [move for move in said if not (isinstance(move, Choose) and move.what == "complete")]
        if match.state["awaiting"] == "bid" and dice.random() < 0.5:
            return Act(Choose("pass", True))
        choices: list[Intent] = [Act(move) for move in said]
        return dice.choice(lays or choices) if lays or choices else None
