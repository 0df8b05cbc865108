"""The demo: bots lay simulated tags on simulated pads, and everything above the pads is the real thing.

    attract = AttractMode(file, after=180, now=now, seed=7)
    attract.turn(now); draw(attract.view or table.view)          # attract.touched(now) ends it at once

A demo has a table of its own and a journal in memory, new for each match: it never comes near the history.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import cycle
from random import Random
from typing import Any

from controller.cards.enrolment import DeckTeaching
from controller.cards.registry import Registry
from controller.intents import NewMatch
from controller.settings.table_file import TableFile
from controller.simulation.bot_match import BotMatch, BotPlayers
from controller.simulation.laying import STEP_S, teach
from controller.storage import record
from controller.storage.folder import Folder
from controller.storage.history import History
from controller.storage.journal import Journal
from controller.table.settings import Settings
from controller.table.table import Table
from controller.view import TableView
from engine import games
from engine.bots import bot
from hardware.backends.simulated import stand_in

NAMES = ("Alix", "Basile", "Chloé", "Denis", "Elsa", "Félix")
BOT = "careful"
APPLAUSE_S = 8.0  # for the end of a match
FAST = 2.0  # times as fast as people, where it is to be seen from across a room
SLEPT_S = 1.0  # so far behind, the machine was suspended, and there is nothing to make up for


class Demo:
    """One match among bots; `turn` moves it on, by a STEP_S or less."""

    def __init__(
        self,
        file: TableFile,
        game: str,
        seed: int,
        *,
        now: float = 0.0,
        rounds: int | None = None,
        pace: float = 1.0,
    ) -> None:
        """*rounds* end the match at the latest; of Ninja and Le Pot one is played if they are not said."""
        rng = Random(f"{game} {seed}")
        names = NAMES[: rng.choice(games.game(game).seats)]
        settings = replace(Settings.of(file, demo=True), abandon_after=0.0)
        self._rounds = rounds
        self._folder = Folder.in_memory()
        history = History(self._folder, lambda: now)  # nothing that it keeps is ever shown
        journal = Journal(self._folder, history, lambda: now)
        registry = Registry(self._folder, lambda: now)
        teach(registry, game)
        self.table = Table(settings, registry, journal, history, DeckTeaching(registry, {}), now=now)
        self.table.handle(NewMatch(game, names, rounds=rounds or 1), now)
        kept = journal.running()
        assert kept, "a demo can always begin"
        self._match = BotMatch(record.from_json(kept.header), names, [bot(BOT)] * len(names), rng)
        self._pads = stand_in(file.wiring, seed)
        self._players = BotPlayers(self.table, self._pads, settings.zones, self._match, pace)

    def turn(self, now: float) -> None:
        self.table.pads(self._pads.poll(now), now)
        self.table.tick(now)
        self.table.effects()
        self._players.act(now)

    @property
    def over(self) -> bool:
        return self._match.over or len(self._match.live.results) == self._rounds

    def close(self) -> None:
        self._folder.close()


def results(file: TableFile, game: str, seed: int, rounds: int | None = None) -> Iterator[dict[str, Any]]:
    """The results of each round of a match, which ends after *rounds* at the latest, and of the match."""
    told, now = 0, 0.0
    state: dict[str, Any] = {}
    with closing(Demo(file, game, seed, rounds=rounds, pace=0.0)) as demo:
        while not demo.over:
            now += STEP_S
            demo.turn(now)
            shown = demo.table.view.match
            assert shown, "nobody leaves a demo"
            state = shown.state
            if len(shown.results) > told:
                told += 1
                points = shown.results[-1]
                yield {"game": game, "seed": seed, "round": told, "points": points, "totals": state["totals"]}
    ended = {key: state[key] for key in ("totals", "match_over", "winners")}
    yield {"game": game, "seed": seed, "rounds": told, **ended}


class AttractMode:
    """Demos, one game after the other, while the table stands idle."""

    def __init__(
        self,
        file: TableFile,
        after: float,
        now: float,
        seed: int,
        *,
        chosen: Sequence[str] = (),
        rounds: int | None = None,
        speed: float = 1.0,
    ) -> None:
        """The first begins *after* seconds without a touch; 0: at once, infinity: never."""
        self.after = after
        self._file = file
        self._seed = seed
        self._games = cycle(chosen or games.names())
        self._rounds = rounds
        self._speed = speed
        self._last = now  # when the table was touched, and then when the demo was last moved on
        self._demo: Demo | None = None
        self._time = 0.0  # the demo's own
        self._ended: float | None = None  # when its match was over, by that

    @property
    def view(self) -> TableView | None:
        """What there is to see; None while the table is in use, and for a while after."""
        return self._demo.table.view if self._demo else None

    def touched(self, now: float) -> None:
        """A touch, a button, a card: whatever was shown is over."""
        self._last = now
        if self._demo:
            self._demo.close()
            self._demo = None

    def turn(self, now: float) -> None:
        """Move the demo on to *now*, or begin one if it is time."""
        if self._demo is None:
            if now < self._last + self.after:
                return
            self._begin()
            self._last = now
        target = self._time + min(now - self._last, SLEPT_S) * self._speed
        self._last = now
        while self._time < target and self._demo:
            self._time += STEP_S
            self._demo.turn(self._time)
            if self._ended is None:
                self._ended = self._time if self._demo.over else None
            elif self._time >= self._ended + APPLAUSE_S:
                self._demo.close()
                self._begin()

    def next_wake(self) -> float | None:
        """When `turn` is due; None: never."""
        after = STEP_S / self._speed if self._demo else self.after
        return None if math.isinf(after) else self._last + after

    def _begin(self) -> None:
        self._demo = Demo(self._file, next(self._games), self._seed, now=self._time, rounds=self._rounds)
        self._seed += 1
        self._ended = None
