"""Everything that can go wrong, all together and for as long as you like, while people play all the games.

    $ ./tapis campaign --minutes 10 --seed 1
    $ ./tapis campaign --matches 4 --seed 1         # however long it takes: the same each time

A real table on a real pad hub in software, over a pseudo-terminal, with bad tags on bad readers; its data are
files. The link breaks, readers die, the table is killed between any two statements to its disk, the disk is
full or slow, files get lost, the hub is not there when the table starts, clocks jump, the loop stalls. People
hold cards over pads, lay what is against the rules, leave, come back, take a move back. Now and then a copy
of what a killed table left is harmed, or strangers touch whatever the screen offers: it has to start.
Beside it the same people play the same cards by the rules alone: whatever is ruled must be the same.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from controller.cards.enrolment import DeckTeaching
from controller.cards.registry import Registry
from controller.intents import Leave, NewMatch, ResumeMatch, SetLanguage, UndoTo
from controller.languages import CODES
from controller.settings import table_file
from controller.simulation.laying import tag, teach
from controller.storage import record
from controller.storage.folder import Folder
from controller.storage.history import History
from controller.storage.journal import Journal
from controller.table.settings import Settings
from controller.table.table import Table
from controller.view import MatchView, Ruled
from engine import games
from engine.bots import bot
from engine.match import Match
from engine.rules import Awaiting, Lay, Refusal, Setup
from hardware.backends.hub import HubPad, HubSection, HubWiring
from tests.campaign_starts import start
from tests.controller.party import NAMES, CorrectingPlayers, Truth
from tests.engine.playing import play_match
from tests.hardware.simulation.hub_table import PADS, START, HubTable, break_link

LONGEST = 20_000.0  # seconds of the table's own time: no match takes longer, whatever happens
BETWEEN = (1.0, 7.0)  # seconds from one fault to the next
PACE = 0.25  # people do not press a button a hundred times while the disk is full
KINDS = ("link", "link", "reader", "kill", "full", "slow", "clock", "stall", "people", "people", "screen")
UNKNOWN_TAG = "04e1e2e3e4e5e6"
NONE = "nothing"


class Killed(BaseException):
    """The process is no more: nothing catches this, and nothing is written afterwards."""


class Disk:
    """Databases that can be full, and a process that can be killed before or after any statement to them."""

    def __init__(self) -> None:
        self.full = False
        self.wait: Callable[[], None] | None = None  # what a slow disk does at the next commit
        self.dead = False
        self.kill_in: int | None = None  # instants left

    def connect(self, path: Path) -> sqlite3.Connection:
        disk = self

        class Connection(sqlite3.Connection):
            def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
                return disk.pass_on(statement, lambda: super(Connection, self).execute(statement, *values))

            def executemany(self, statement: str, *values: Any) -> sqlite3.Cursor:
                return disk.pass_on(
                    statement, lambda: super(Connection, self).executemany(statement, *values)
                )

            def rollback(self) -> None:
                if not disk.dead:
                    super().rollback()

        return sqlite3.connect(path, isolation_level=None, factory=Connection)

    def pass_on(self, statement: str, run: Callable[[], sqlite3.Cursor]) -> sqlite3.Cursor:
        self.instant()
        if self.wait and statement == "COMMIT":
            wait, self.wait = self.wait, None
            wait()
        if self.full and statement.split()[0] in ("INSERT", "UPDATE", "DELETE", "COMMIT"):
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        cursor = run()
        self.instant()
        return cursor

    def instant(self) -> None:
        if self.kill_in is not None:
            self.kill_in -= 1
            self.dead = self.dead or self.kill_in < 0
        if self.dead:
            raise Killed


class Report:
    """What happened, and what should not have."""

    def __init__(self) -> None:
        self.faults: Counter[str] = Counter()
        self.lays = self.rulings = 0
        self.matches: Counter[str] = Counter()
        self.wrong: list[str] = []  # rulings
        self.lost: list[str] = []  # moves that had been accepted
        self.right_scores = 0
        self.starts = 0
        self.failed: list[str] = []  # starts after which there was no table
        self.seconds = 0.0  # of the table's own time

    def add(self, other: Report) -> None:
        self.faults += other.faults
        self.matches += other.matches
        self.lays += other.lays
        self.rulings += other.rulings
        self.wrong += other.wrong
        self.lost += other.lost
        self.right_scores += other.right_scores
        self.starts += other.starts
        self.failed += other.failed
        self.seconds += other.seconds

    @property
    def ok(self) -> bool:
        bad = self.wrong or self.lost or self.failed
        return not bad and self.right_scores == self.matches.total()

    def as_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "lays": self.lays,
            "rulings": self.rulings,
            "hours_at_the_table": round(self.seconds / 3600, 2),
            "faults": dict(sorted(self.faults.items())),
            "faults_in_all": self.faults.total(),
            "matches": dict(sorted(self.matches.items())),
            "right_scores": self.right_scores,
            "wrong_rulings": len(self.wrong),
            "lost_moves": len(self.lost),
            "starts": self.starts,
            "failed_starts": len(self.failed),
            "details": [*self.wrong, *self.lost, *self.failed][:20],
        }

    def __str__(self) -> str:
        found = self.as_json()
        rows = {
            "lays made": f"{self.lays:,} (in {found['hours_at_the_table']} hours at the table)",
            "rulings": f"{self.rulings:,}",
            "faults injected": f"{self.faults.total():,}",
            **{f"    {kind}": f"{number:,}" for kind, number in sorted(self.faults.items())},
            "matches finished": ", ".join(f"{game} {n}" for game, n in sorted(self.matches.items()))
            or "none",
            "with the right score": f"{self.right_scores} of {self.matches.total()}",
            "wrong rulings": f"{len(self.wrong)}",
            "accepted moves lost": f"{len(self.lost)}",
            "starts": f"{self.starts:,}",
            "starts that failed": f"{len(self.failed)}",
        }
        lines = [f"{name:<36}{value}" for name, value in rows.items()]
        return "\n".join([*lines, *found["details"]])


class Ordeal:
    """One match, with everything that can go wrong."""

    def __init__(self, folder: Path, game: str, seats: int, seed: int, report: Report) -> None:
        self.game, self.report = games.game(game), report
        self.rng = Random(f"ordeal {game} {seed}")
        self.hub = HubTable(folder / "hub", profile="bad", seed=seed)
        self.folder = folder
        self.wall = 1.8e9
        self.lives = 0
        self.suspect: str | None = (
            None  # what the rules say to a card somebody lays against them; NONE: no matter
        )
        self.disk = Disk()
        self.data = self._open(new=True)
        self._turns(2.0)  # pads must have been clear once
        self.table.handle(NewMatch(game, NAMES[:seats]), self.hub.now)
        self.header = record.from_json(self.journal.running().header)
        seat_players = [bot("careful")] * seats
        self.evening = Truth(self.header, NAMES[:seats], seat_players, Random(f"{game} {seed}"))
        setup = Setup(seats, self.header.options, self.header.rounds)
        by_the_rules = play_match(
            self.game, setup, self.header.dealer, seat_players, Random(f"{game} {seed}")
        )
        self.results = list(by_the_rules.results)
        self.people = CorrectingPlayers(self.table, self.hub, self.settings.zones, self.evening, PACE)
        self.accepted = self.table.match
        self.due = self.hub.now  # when the next thing goes wrong
        self.undone = 0  # moves that somebody took back, to be made again
        self.undoing = False
        self.left: MatchView | None = None  # the match that people left for a moment
        self.tempted = False  # somebody will be careless as soon as there is an occasion

    def close(self) -> None:
        self.hub.close()
        self.data.close()

    # The table

    def _open(self, new: bool = False) -> Folder:
        path = self.folder / f"life-{self.lives}"
        folder = Folder.open(path, self.disk.connect)
        self.history = History(folder, lambda: self.wall)
        self.journal = Journal(folder, self.history, lambda: self.wall)
        registry = Registry(folder, lambda: self.wall)
        if new:
            for name in games.names():
                teach(registry, name)
        self.settings = Settings(
            pads=PADS,
            zones={name: table_file.layout(games.game(name).zones, PADS) for name in games.names()},
            # A lay is done when a player says so, however long a card takes to be read.
            lapses=dict.fromkeys(games.names(), 0.0),
            abandon_after=0.0,
        )
        school = DeckTeaching(registry, {})
        self.table = Table(self.settings, registry, self.journal, self.history, school, now=self.hub.now)
        return folder

    def _turns(self, seconds: float) -> None:
        until = self.hub.now + seconds
        while self.hub.now < until:
            self._turn()

    def _turn(self) -> None:
        events = self.hub.turn()
        now = self.hub.now
        self.table.pads(events, now)
        self.table.tick(now)

    def _hear(self) -> None:
        """Every ruling beside the rules."""
        for effect in self.table.effects():
            if not isinstance(effect, Ruled) or (self.left and not effect.line):
                continue
            self.report.rulings += 1
            if effect.refusal is None:
                self.report.lays += "lay" in effect.line
                if self.suspect is not None:
                    self._wrong(f"{effect.line} was accepted; the rules say {self.suspect}")
            elif effect.refusal != self.suspect:
                self._wrong(
                    f"{effect.line} was refused as {effect.refusal}; the rules say {self.suspect or 'yes'}"
                )

    def _wrong(self, what: str) -> None:
        self.report.wrong.append(f"{self.game.name} {self.hub.now:.2f}: {what}")

    def _kill(self) -> None:
        """What a killed process leaves are its files, as they are; the pads live on."""
        self.report.faults["kill between two statements"] += 1
        old, before = self.folder / f"life-{self.lives}", self.accepted
        self.lives += 1
        new = self.folder / f"life-{self.lives}"
        new.mkdir()
        left = shutil.ignore_patterns("*-shm", "lock")
        shutil.copytree(old, new, ignore=left, dirs_exist_ok=True)
        self.disk.dead = False
        self.disk.kill_in = None
        self.data.close()
        shutil.rmtree(old)
        self.disk = Disk()
        self._start_on_a_copy(new)
        self._lose_a_file(new)
        self.hub.reader.close()
        self._start_without_hub()
        self.hub.reader = self._wiring().open(lambda: self.hub.now, lambda seconds: None)
        self.report.starts += 1
        self.data = self._open()
        self.people._table = self.table
        after = self.table.match
        took_back = bool(self.undoing and before and after and after.actions == before.actions[:-1])
        self.undoing = False
        self.undone += took_back
        if before and not (_follows(before, after) or took_back):
            seen = after and (after.round, len(after.actions))
            self.report.lost.append(f"{self.game.name}: {(before.round, len(before.actions))} became {seen}")

    def _start_on_a_copy(self, life: Path) -> None:
        if self.rng.random() < 0.3:
            copy = self.folder / "copy"
            shutil.copytree(life, copy)
            self.report.starts += 1
            self.report.failed += start(copy, Random(self.rng.random()), self.report.faults)
            shutil.rmtree(copy)

    def _lose_a_file(self, life: Path) -> None:
        """The history or the cards, whose newest backup has everything."""
        if self.rng.random() < 0.2:
            name = self.rng.choice(("history", "registry"))
            with Folder.open(life) as folder:
                folder.back_up(name)
            for path in life.glob(f"{name}.db*"):
                path.unlink()
            if self.rng.random() < 0.5:
                (life / f"{name}.db").touch()
            self._count("data: a file lost, its backup there")

    def _wiring(self) -> HubWiring:
        section = HubSection(port=str(self.hub.link))
        return HubWiring(backend="hub", pads=tuple(map(HubPad, PADS)), hub=section)

    def _start_without_hub(self) -> None:
        if self.hub.hub.powered and self.rng.random() < 0.2:
            self._count("hub: absent at the start")
            self.hub.do("unplug")
            self.hub.hub.after(self.rng.uniform(0.5, 4.0), self.hub.hub.plug)

    # The match

    def run(self, until: Callable[[], bool]) -> bool:
        """To its end; whether it came there before *until*."""
        try:
            while not self._alive(self._play):
                if until():
                    return False
                assert self.hub.now < LONGEST, f"{self.evening.due} does not come to its end"
            self._finish()
        except Exception as stuck:
            self._wrong(f"nobody can go on: {type(stuck).__name__}: {str(stuck)[:200]}")
        return True

    def _alive(self, act: Callable[[], bool]) -> bool:
        try:
            done = act()
            self._hear()
            self.accepted = self.table.match
        except Killed:
            self._kill()
            return False
        return done

    def _come_back(self, left: MatchView) -> None:
        """Whatever the table or its disk have to say: they touch it until it is there."""
        match = self.table.view.match
        if match is None:
            self.table.handle(ResumeMatch(left.id), self.hub.now)
        else:
            self.left = None
            if match.log[: len(left.log)] != left.log:
                self._wrong(f"left with {len(left.log)} moves, resumed with {len(match.log)}")

    def _play(self) -> bool:
        self._turn()
        if self.left:
            self._come_back(self.left)
            return False
        self.people.act(self.hub.now)
        if self.people.corrected and self.undone:
            self.people.corrected -= 1
            self.undone -= 1
        if self.people.corrected:
            self._wrong("the table had taken what nobody did")
            self.people.corrected = 0
        if self.hub.now >= self.due:
            self.due = self.hub.now + self.rng.uniform(*BETWEEN)
            self._go_wrong()
        if self.tempted:
            self._be_careless()
        return self.evening.over

    def _finish(self) -> None:
        shown = self.table.view.match
        results = [tuple(points.values()) for points in shown.results] if shown else []
        right = results == self.results
        self.disk.full = False
        while not self._alive(self._leave):
            pass
        (played, *more) = self.history.matches()
        right = right and not more and [tuple(points) for points in played.results] == self.results
        self.report.matches[self.game.name] += 1
        self.report.right_scores += right
        self.report.seconds += self.hub.now - START
        if not right:
            self._wrong(f"scores {results}, kept as {played.results}, by the rules {self.results}")

    def _leave(self) -> bool:
        if self.table.view.match:
            self.table.handle(Leave(), self.hub.now)
        self._turn()
        return self.table.view.match is None

    # What goes wrong

    def _go_wrong(self) -> None:
        rng = self.rng
        match rng.choice(KINDS):
            case "link" if self.hub.hub.powered:
                kind, _ = break_link(self.hub, rng)
                self._count(f"hub: {kind}")
            case "reader":
                self._break_reader()
            case "kill":
                if rng.random() < 0.7:
                    self.disk.kill_in = rng.randrange(
                        16
                    )  # within the next few statements, counted when it strikes
                else:
                    raise Killed
            case "full":
                self._count("disk full")
                self.disk.full = True
                self.hub.hub.after(rng.uniform(0.3, 4.0), self._make_room)
            case "slow":
                self._count("disk slow")
                self.disk.wait = lambda: self.hub.pass_time(self.hub.now + rng.uniform(0.3, 3.0))
            case "screen":
                self._touch()
            case "clock":
                self._count("clock jump")
                self.wall = rng.choice((0.0, self.wall - 86400, self.wall + 1e8, 1.8e9))
            case "stall":
                self._count("stall")
                self.hub.pass_time(self.hub.now + rng.uniform(0.2, 5.0))
            case "people":
                self.tempted = True

    def _touch(self) -> None:
        """Somebody at the screen; nothing of it changes what was ruled."""
        shown, now = self.table.view.match, self.hub.now
        match self.rng.choice(("language", "leave", "undo")):
            case "language":
                self._count("screen: another language")
                self.table.handle(SetLanguage(self.rng.choice(CODES)), now)
            case "leave" if shown and not self.hub.hub.lying:
                self._count("screen: left and resumed")
                self.left = shown
                self.table.handle(Leave(), now)
            case "undo" if shown and shown.log == self.evening.live.view.log != () and not self.hub.hub.lying:
                self._count("screen: a move taken back")
                self.undoing = True
                self.table.handle(UndoTo(len(shown.log) - 1), now)
                self.undoing = False
                match = self.table.view.match
                self.undone += match is not None and len(match.log) == len(shown.log) - 1

    def _count(self, kind: str) -> None:
        self.report.faults[kind] += 1

    def _make_room(self) -> None:
        self.disk.full = False

    def _break_reader(self) -> None:
        pad, hub = self.rng.randrange(len(PADS)) + 1, self.hub.hub
        match self.rng.choice(("dead", "lock up", "flicker")):
            case "dead":
                self._count("reader: dead")
                hub.dead(pad)
                hub.after(self.rng.uniform(0.5, 4.0), lambda: hub.revive(pad))
            case "lock up":
                self._count("reader: lock up")
                hub.lock_up(pad)
            case _:
                self._count("reader: flicker")
                hub.flicker(pad, self.rng.randrange(50, 600))

    def _be_careless(self) -> None:
        """Something that every table must catch: it must take nothing, and if it says why, say it right."""
        shown, state = self.table.view.match, self.evening.live.match.state
        quiet = not self.hub.hub.lying and shown is not None and shown.log == self.evening.live.view.log
        if not quiet or self.evening.over or self.game.awaiting(state) is not Awaiting.LAY:
            return
        self.tempted = False
        rng = self.rng
        pads = [pad for pad in PADS if self.settings.zones[self.game.name][pad]]
        pad = rng.choice(pads)
        zone = self.game.zones.index(self.settings.zones[self.game.name][pad][0])
        match rng.choice(("hover", "against the rules", "unknown", "foreign")):
            case "hover":
                self._count("people: a card over a pad")
                card = rng.choice([card for hand in self.evening.cards.hands for card in hand])
                self._lay(tag(self.game.name, card), pad, NONE, rng.uniform(0.03, 0.15))
            case "against the rules":
                cards = rng.sample(range(len(self.game.deck)), len(self.game.deck))
                for card in cards:
                    if refusal := self.game.why_refused(state, Lay(card, zone)):
                        self._count("people: against the rules")
                        self._lay(tag(self.game.name, card), pad, refusal.value)
                        break
            case "unknown":
                self._count("people: a tag nobody taught")
                self._lay(UNKNOWN_TAG, pad, Refusal.UNKNOWN_TAG.value)
            case "foreign":
                self._count("people: a card of another game")
                other = rng.choice([name for name in games.names() if name != self.game.name])
                self._lay(tag(other, rng.randrange(50)), pad, Refusal.FOREIGN_CARD.value)

    def _lay(self, uid: str, pad: str, suspect: str, seconds: float = 1.5) -> None:
        """Somebody lays that card, whatever the rules say, and takes it away; nobody plays meanwhile."""
        self._turns(0.8)  # the last card has left the pads
        self._hear()
        self.suspect = suspect
        self.hub.put(uid, pad)
        try:
            self._turns(seconds)
            self.hub.lift(uid)
            self._turns(0.7)
            self._hear()
        finally:
            self.suspect = None
            if uid in self.hub.hub.lying:
                self.hub.lift(uid)


def _follows(before: Match, after: Match | None) -> bool:
    """Whether *after* has everything that was accepted *before*; one more thing may have been under way."""
    if after is None:
        return False
    if after.round != before.round:
        return bool(after.round == before.round + 1 and before.state.over)
    actions = after.actions[: len(before.actions)]
    return actions == before.actions and len(after.actions) <= len(before.actions) + 1


def campaign(seed: int, until: Callable[[], bool], matches: int | None = None) -> Report:
    """So many *matches*, or as many as there are *until* then, real processes that are killed among them."""
    report = Report()
    numbers = range(matches) if matches is not None else count()
    for number, (game, seats) in zip(numbers, _tables(seed), strict=False):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "hub").mkdir()
            with closing(Ordeal(Path(folder), game, seats, seed + number, report)) as ordeal:
                if not ordeal.run(until):
                    report.seconds += ordeal.hub.now - START
                    break
        if matches is None and number % 4 == 3:
            kill_for_real(("pot", "ninja")[number // 4 % 2], seed + number, report, until)
    return report


def kill_for_real(game: str, seed: int, report: Report, until: Callable[[], bool]) -> None:
    """The process of `tapis play`, killed by the system at any instant, in real time."""
    from tests.controller.table.test_kills import Guests
    from tests.controller.table.test_kills import Hub as HubProcess

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Folder.open(folder / "data") as data:
            teach(Registry(data, lambda: 0.0), game)
        hub = HubProcess(folder)
        guests = Guests(folder, hub, game, seed)
        try:
            while not guests.evening.over and not until():
                laid = isinstance(guests.evening.due, Lay), len(guests.evening.live.log)
                guests.play(kill=guests.rng.random() < 0.2)
                report.lays += laid[0] and len(guests.evening.live.log) > laid[1]
        except AssertionError as error:
            report.lost.append(f"{game}, a process killed {guests.kills} times: {error}")
        report.faults["kill -9 of the process"] += guests.kills
        guests.table.kill()
        hub.kill()


def _tables(seed: int) -> Iterator[tuple[str, int]]:
    """All the games in turn, with every number of players."""
    for evening in count(seed):
        for game in ("pot", "thirteen", "ninja", "gamate"):
            seats = games.game(game).seats
            yield game, seats[evening % len(seats)]


def for_so_long(seed: int, minutes: float) -> Report:
    end = time.monotonic() + minutes * 60
    return campaign(seed, lambda: time.monotonic() > end)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tapis campaign", description=__doc__.split("\n\n", 1)[0])
    parser.add_argument("--minutes", type=float, default=10, help="for so long (10)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="tables side by side (one a core)"
    )
    parser.add_argument("--matches", type=int, help="so many matches at one table instead")
    parser.add_argument("--seed", type=int, default=1, help="of everything that happens (1)")
    parser.add_argument("--json", action="store_true", help="the report as JSON")
    args = parser.parse_args()
    jobs = max(1, args.jobs)
    report = Report()
    if args.matches is not None:
        report.add(campaign(args.seed, lambda: False, args.matches))
    else:
        with ProcessPoolExecutor(jobs) as tables:
            seeds = range(args.seed * jobs, (args.seed + 1) * jobs)
            for one in tables.map(for_so_long, seeds, [args.minutes] * jobs):
                report.add(one)
    print(json.dumps(report.as_json()) if args.json else report)
    return 0 if report.ok else 1


if __name__ == "__main__":
    sys.exit(main())
