"""Made the files beside it, once, with the modules of 0.1.0: tests/data/README.md says how."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import shutil
import platform
import subprocess
import sys
import tarfile
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from controller import config, record
from controller.app import App
from controller.displays import NoDisplay
from controller.intents import (
    Act,
    Change,
    CloseHost,
    Line,
    MarkColour,
    NewMatch,
    OpenHost,
    ResumeMatch,
    SettleColour,
)
from controller.parts import opened, welcome
from controller.people import Evening, tag, teach
from engine.bots import bot
from engine.match import UNDO
from engine.rules import Lay
from hardware.pads import Snapshot

HERE = Path(__file__).parent
DATA = Path(tempfile.mkdtemp()) / "data"
DAY = 24 * 60 * 60.0
WALL = 1_784_064_600.0  # 2026-07-14 21:30 UTC
PEOPLE = ("Marie", "Luc", "Zoé", "", "Anne", "Paul")
GAMES = ("thirteen", "ninja", "gamate", "pot")
TABLE = HERE / "table.toml"

# What the transcript asks; {data} is the folder, {here} is where these files are.
ASKED = [
    "config check {here}/table.toml",
    "config check {here}/table-spi.toml",
    "config check {here}/table-hub.toml",
    "config show --table {here}/table-spi.toml --data {data}",
    "config show --table {here}/table.toml --data {data}",
    "scores --data {data}",
    "scores --data {data} --json",
    "scores --data {data} --csv --game thirteen",
    "scores --data {data} --rankings",
    "scores --data {data} --players",
    *(f"replay {number} --json --data {{data}}" for number in (2, 3, 4)),
    "replay 1 --lang fr --data {data}",
    "replay 3 --lang de --data {data}",
    *(f"replay {{here}}/{game}.match --lang en" for game in GAMES),
    "check --table {here}/table.toml --data {data} | grep database",
    "check --table {here}/table.toml --data {data} | grep decks",
    "play --display none --json --table {here}/table.toml --data {data} < play.jsonl",
]
REFEREED = {
    "thirteen": "--players 1,2,3",
    "ninja": "--players 1,2 --option four_in_a_row=on --option next_leads=on",
    "gamate": "--players 1,2,3,4 --option expert_trumps=on",
    "pot": "--players 1,2,3,4",
}


class Script(NoDisplay):
    """A screen on which these things are touched."""

    def __init__(self):
        self.touched = []

    def intents(self, now):
        found, self.touched = self.touched, []
        return found


class Evenings:
    """A table in a time of its own."""

    def __init__(self, stack, wall, by_hand):
        self.now, self.wall = 0.0, wall
        file = config.load(TABLE)
        self.parts = stack.enter_context(
            opened(file, DATA, lambda: self.now, lambda: self.wall + self.now, by_hand=by_hand)
        )
        self.display = Script()
        host = welcome(self.parts, self.display, None, stack.enter_context(ThreadPoolExecutor(1)), self.now)
        self.app = App(self.parts, self.display, None, host)
        self.wait(5.0)

    def wait(self, seconds):
        until = self.now + seconds
        while self.now < until:
            self.now += 0.1
            self.app.turn(self.now)

    def touch(self, *intents):
        for intent in intents:
            self.display.touched.append(intent)
            self.wait(0.3)

    def play(self, game, seats, seed, options=(), rounds=1, moves=None):
        """A match among bots, to its end or for so many moves; some of it taken back and played again."""
        names = PEOPLE[:seats]
        self.touch(NewMatch(game, names, options=frozenset(options), rounds=rounds))
        header = record.from_json(self.parts.table._croupier._journal.running().header)
        evening = Evening(header, names, [bot("careful")] * seats, Random(seed))
        number = 0
        while not evening.over and number != moves:
            due = evening.due
            self.make(game, evening, due)
            if number in (3, 4):
                self.touch(Act(UNDO), Act(due))
            evening.go_on()
            number += 1
        if moves is None:
            assert self.parts.table.view.match.state["match_over"], game
        self.wait(15.0)

    def make(self, game, evening, due):
        zones = self.parts.file.zones[game]
        if isinstance(due, Lay) and game == "thirteen":
            zone = evening.playing.game.ZONES[due.zone]
            pad = next(pad for pad, stands_for in zones.items() if zone in stands_for)
            if len(zones[pad]) == 1:
                uid = tag(game, due.card)
                table = self.parts.table
                table.pads([Snapshot(pad, (), True, age=1.0, scans=20)], self.now)
                self.wait(0.1)
                table.pads([Snapshot(pad, (uid,), True)], self.now)
                self.wait(0.5)
                table.pads([Snapshot(pad, (uid,), True, age=0.5, scans=9)], self.now)
                self.wait(0.1)
                table.pads([Snapshot(pad, (), True)], self.now)
                self.wait(0.6)
                return
        self.touch(Act(due))


def make_data():
    with contextlib.ExitStack() as stack:
        table = Evenings(stack, WALL - 2 * DAY, by_hand=False)
        teach(table.parts.registry, "thirteen")
        table.parts.registry.retire("thirteen", 1, "blue-7#2")
        table.touch(OpenHost(), Change("display.volume", 45), Change("kiosk.blank", "22:00-08:00"))
        table.touch(Change("language", "de"))
        for number in ("3", "6", "12"):
            table.touch(MarkColour(number, "red"))
        table.touch(SettleColour("red", True), CloseHost())
        table.play("thirteen", 3, 1)
        table.play("ninja", 2, 2, ["four_in_a_row", "next_leads"])
        table.play("gamate", 4, 3, ["expert_trumps"])
        table.play("pot", 4, 4)
        table.wait(30.0)
    with contextlib.ExitStack() as stack:
        table = Evenings(stack, WALL - DAY, by_hand=False)
        table.play("thirteen", 4, 5, ["all_dealt"])
        for game, seats in (("pot", 3), ("gamate", 4), ("ninja", 3)):
            table.play(game, seats, 6, moves=9)
    with contextlib.ExitStack() as stack:
        table = Evenings(stack, WALL, by_hand=True)
        minds = ("hand", "careful", "expert")
        table.touch(NewMatch("thirteen", ("Luc", "Anne", ""), minds=minds))
        table.wait(20.0)
        table.touch(Line({"lay": "blue-7", "zone": "blue"}))
        table.wait(20.0)


def resumed():
    """Every match that is not over, as everybody may see it; and the hand of the player at the mouse."""
    with contextlib.ExitStack() as stack:
        table = Evenings(stack, WALL + DAY, by_hand=True)
        hand = table.parts.company.look(table.parts.table.view).hand
    with contextlib.ExitStack() as stack:
        table = Evenings(stack, WALL + DAY, by_hand=False)
        seen = [table.parts.table.view.match]
        for kept in table.parts.table.view.resumable:
            table.touch(ResumeMatch(kept.match))
            seen.append(table.parts.table.view.match)
    matches = {
        match.id: {"names": match.names, "state": match.state, "moves": len(match.log)} for match in seen
    }
    return {"matches": matches, "hand": [card.name for card in hand.cards]}


def ask(asked):
    """What 0.1.0 says to these words, at a fixed time; the folder stays as it was."""
    command, _, word = asked.partition(" | grep ")
    command, _, lines = command.partition(" < ")
    with tempfile.TemporaryDirectory() as copy:
        data = Path(copy, "data")
        shutil.copytree(DATA, data)
        words = command.format(data=data, here=HERE).split()
        freeze = f"import time; time.time = lambda: {WALL + DAY}; import sys; from controller import cli; "
        start = [sys.executable, "-c", freeze + "sys.exit(cli.main(sys.argv[1:]))", *words]
        env = {"PATH": os.environ["PATH"], "HOME": "/nowhere", "TZ": "UTC", "PYTHONUTF8": "1"}
        text = given(HERE / lines) if lines else ""
        done = subprocess.run(start, input=text, env=env, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), done
        said = done.stdout.replace(str(data), "{data}").replace(str(HERE), "{here}")
    return "".join(line for line in said.splitlines(keepends=True) if word in line)


def given(path):
    """Lines to type: those of a file, or of a match."""
    if path.suffix == ".match":
        return "".join(f"{json.dumps(line)}\n" for line in json.loads(path.read_text())["lines"])
    return path.read_text()


def transcript(asked):
    return "".join(f"$ tapis {each}\n{ask(each)}" for each in asked)


def main():
    platform.platform = lambda: "Linux"
    make_data()
    for number, path in enumerate(sorted(DATA.iterdir())):
        os.utime(path, (WALL + number, WALL + number))
    with tarfile.open(HERE / "data.tar.gz", "w:gz") as tar:
        tar.add(DATA, "data")
    for number, game in enumerate(GAMES, 1):
        path = HERE / f"{game}.match"
        path.unlink(missing_ok=True)
        ask(f"replay {number} --save {path} --data {{data}}")
    (HERE / "transcript.txt").write_text(transcript(ASKED))
    referee = [f"referee {game} {words} < {game}.match" for game, words in REFEREED.items()]
    (HERE / "referee.txt.gz").write_bytes(gzip.compress(transcript(referee).encode(), mtime=0))
    (HERE / "resumed.json").write_text(json.dumps(resumed(), indent=1, ensure_ascii=False) + "\n")
    shutil.rmtree(DATA.parent)


if __name__ == "__main__":
    main()
