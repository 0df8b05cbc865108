"""The real thing: `tapis play` on a simulated hub, killed at random instants, again and again.

Whatever it had said it accepted is there when it starts again, once, and the match ends with the right score.
TAPIS_KILLS says how often it is killed; the suite does it 20 times.
"""

from __future__ import annotations

import json
import os
import queue
import resource
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.cards.registry import Registry
from controller.settings import table_file
from controller.simulation.bot_match import BotMatch
from controller.simulation.laying import tag, teach
from controller.storage import record
from controller.storage.folder import Folder
from engine import games, notation
from engine.bots import bot
from engine.rules import Lay

KILLS = int(os.environ.get("TAPIS_KILLS", "20"))
PATIENCE = 60.0  # seconds for anything; nobody waits that long unless something is wrong
NAMES = ("Marie", "Luc", "Zoé")
FILE = """
[timings]
ninja_lapse = 0
"""


class Process:
    """A tapis command; a thread reads its lines, so that waiting for one can have an end."""

    def __init__(self, *words: str, stderr: int | None = None) -> None:
        command = [sys.executable, "-m", "controller", *words]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=stderr)
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            if line.endswith(b"\n"):  # a line that the kill cut off was never said
                self._lines.put(line.decode().rstrip("\n"))
        self._lines.put(None)

    def line(self, patience: float = PATIENCE) -> str | None:
        """The next line; None if there is none in time."""
        try:
            line = self._lines.get(timeout=max(patience, 0.0))
        except queue.Empty:
            return None
        assert line is not None, "it has ended by itself"
        return line

    def answer(self) -> Any:
        """The next line, which is JSON."""
        return json.loads(self.line() or "null")

    def rest(self) -> list[str]:
        """Whatever it still said before it ended."""
        return list(iter(lambda: self._lines.get(timeout=PATIENCE), None))

    def say(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()

    def kill(self) -> list[str]:
        self._process.kill()
        self._process.wait()
        return self.rest()

    def close_stdin(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()

    def end(self) -> int:
        """No more lines come from us: it ends by itself when nothing more can happen."""
        self.close_stdin()
        return self._process.wait(PATIENCE)

    def terminate(self) -> int:
        self._process.terminate()
        return self._process.wait(PATIENCE)

    def complaint(self) -> str:
        """The next line it says on stderr."""
        assert self._process.stderr
        return self._process.stderr.readline().decode().rstrip("\n")

    def allow_files_of(self, size: int) -> None:
        """From now on no file may grow beyond that."""
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


class Hub(Process):
    def __init__(self, folder: Path) -> None:
        self.port = str(folder / "hub")
        super().__init__("hub", "simulate", "--link", self.port)
        assert self.line() == f"port {self.port}"

    def ask(self, line: str) -> str | None:
        self.say(line)
        return self.line()


class Guests:
    """People who lay cards on the hub's pads and read what the table prints, whichever process it is."""

    def __init__(self, folder: Path, hub: Hub, game: str, seed: int) -> None:
        self.hub = hub
        self.rng = Random(seed)
        self.kills = 0
        self.fates: Counter[str] = Counter()  # of the moves under way
        (folder / "table.toml").write_text(FILE)
        options = ("--table", folder / "table.toml", "--data", folder / "data", "--hub", hub.port)
        self.match = ("--game", game, "--players", ",".join(NAMES))
        self.command = ["play", "--display", "none", "--json", *map(str, options)]
        self.zones = table_file.load().zones[game]
        game_module = games.game(game)
        dealer = 0 if game_module.leader_instead_of_dealer else len(NAMES) - 1
        header = record.Header(game, NAMES, dealer)
        self.evening = BotMatch(header, NAMES, [bot("careful")] * len(NAMES), self.rng)
        self.lying: str | None = None
        self.start(*self.match)

    # The table

    def start(self, *match: str) -> None:
        """With nothing said the table goes on with what was being played, be it over."""
        self.table = Process(*self.command, *match)
        if self.rng.random() < 0.15 and self.kills:  # while it starts, too
            self.table.line(self.rng.uniform(0.0, 1.0))
            self.kill()
            return
        self.state: Any = json.loads(self.table.line() or "{}")["state"]

    def kill(self) -> None:
        """Kill it; what it said before that was said."""
        self.kills += 1
        said = [json.loads(line) for line in self.table.kill()]
        self.hear(said)
        self.start()

    def hear(self, answers: list[Any]) -> None:
        for answer in answers:
            assert answer["ok"], answer
            self.state = answer["state"]

    # The match

    def play(self, kill: bool) -> None:
        """One move; if *kill*, the table is killed meanwhile."""
        before, after = self.told(self.evening.live), self.told(self.evening.then)
        assert self.state == before
        instant = self.rng.uniform(0.0, self.rng.choice([0.02, 1.5]))  # a line takes no time, a card does
        self.do(on_pads=kill and self.rng.random() < 0.7)
        deadline = time.monotonic() + (instant if kill else PATIENCE)
        while time.monotonic() < deadline and (kill or self.state != after):
            line = self.table.line(deadline - time.monotonic())
            self.hear([json.loads(line)] if line else [])
        if kill:
            accepted = self.state == after
            self.kill()
            assert self.state == after or (self.state == before and not accepted)
            self.fates[("said" if accepted else "kept, not said") if self.state == after else "not kept"] += 1
        self.lift()
        if self.state == after:
            self.evening.go_on()

    def do(self, on_pads: bool) -> None:
        """Cards go on the pads where it matters; otherwise they are chosen on the screen, which is faster."""
        action, game = self.evening.due, self.evening.live.game
        if isinstance(action, Lay) and on_pads:
            pad = [game.zones[action.zone] in zones for zones in self.zones.values()].index(True) + 1
            self.lying = tag(game.name, action.card)
            assert str(self.hub.ask(f"put {self.lying} {pad}")).startswith("ok")
        else:
            self.table.say(json.dumps(notation.write(game, action, NAMES)))

    def lift(self) -> None:
        if self.lying:
            assert str(self.hub.ask(f"lift {self.lying}")).startswith("ok")
            self.lying = None

    @staticmethod
    def told(playing: Any) -> Any:
        return json.loads(json.dumps(playing.view.state))


@pytest.mark.parametrize("game", ["pot", "ninja"])
def test_killed_at_any_instant_the_match_ends_with_the_right_score(game: str, tmp_path: Path) -> None:
    with Folder.open(tmp_path / "data") as folder:
        teach(Registry(folder, lambda: 0.0), game)
    hub = Hub(tmp_path)
    kills, seed = 0, 0
    fates: Counter[str] = Counter()
    totals = []
    while kills < KILLS // 2:
        guests = Guests(tmp_path, hub, game, seed)
        while not guests.evening.over:
            guests.play(kill=kills + guests.kills < KILLS // 2 and guests.rng.random() < 0.4)
        assert guests.state["match_over"]
        totals.append([guests.state["totals"], guests.state["winners"]])
        guests.table.kill()
        kills, seed = kills + guests.kills, seed + 1
        fates += guests.fates
    last = Process(*guests.command)  # to whom the match that is over is left: it is history now
    assert last.end() == 0
    scores = ["-m", "controller", "scores", "--json", "--data", str(tmp_path / "data")]
    kept = subprocess.run([sys.executable, *scores], capture_output=True, text=True, check=True).stdout
    found = [json.loads(line) for line in kept.splitlines()]
    assert [[dict(zip(NAMES, row["totals"], strict=True)), row["winners"]] for row in found] == totals[::-1]
    print(f"{game}: killed {kills} times in {seed} matches; moves under way: {dict(fates)}")
    hub.kill()
