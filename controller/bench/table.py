"""What the table costs: from arrival to accepted, while idle, in memory, and with years of history.

Whatever is compared is measured in turn, in one run, on the disk where the data folder would be.
"""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

from controller import cli
from controller.bench import turns
from controller.intents import Act, NewMatch
from controller.ports import KeptMatch
from controller.runtime.app import App
from controller.runtime.compose import Parts, opened
from controller.runtime.displays import NoDisplay
from controller.settings import table_file
from controller.simulation.bot_match import BotMatch
from controller.simulation.laying import tag, teach
from controller.storage import record
from controller.storage.folder import Folder, connect
from controller.storage.history import History
from controller.view import Ruled
from engine.bots import bot
from engine.rules import Lay
from hardware.pads import Snapshot

NAMES = ("Marie", "Luc", "Zoé", "Bob")
RUNS = 15  # of everything that is timed as a whole
SETTLING = 6.0  # seconds until a hub has booted and its pads are known

MEMORY = """
import sys
from controller.settings import table_file
from controller.simulation import demo
file, played = table_file.read("", None), 0
for seed in range(10**9):
    for game in ("thirteen", "ninja", "gamate", "pot"):
        for line in demo.results(file, game, seed, rounds=1):
            played += "round" in line
        if played in (10, int(sys.argv[1])):
            resident = int(open("/proc/self/statm").read().split()[1])
            print(resident, flush=True)
        if played == int(sys.argv[1]):
            sys.exit()
"""


def measure(
    samples: int = 400, seconds: float = 10.0, rounds: int = 1000, matches: int = 10_000
) -> dict[str, Any]:
    home = table_file.data_folder(None, table_file.load())
    disk = next(path for path in (home, *home.parents) if path.is_dir())
    with tempfile.TemporaryDirectory(prefix="tapis-bench-", dir=disk) as name:
        folder = Path(name)
        return {
            "disk": str(disk),
            "accepted": _accepted(folder / "accepted", samples),
            "idle": {kind: _idle(folder / kind, kind, seconds) for kind in ("simulated", "hub")},
            "turns": turns.measure(folder, seconds),
            "memory": _memory(rounds),
            "history": _history(folder, matches),
        }


def table(results: dict[str, Any]) -> str:
    accepted, memory, history = results["accepted"], results["memory"], results["history"]
    lines = [f"from arrival to accepted, dwell aside, on the disk of {results['disk']}"]
    for what in ("commit", "accepted"):
        found = accepted[what]
        lines.append(f"  {what:<10} p50 {found['p50_ms']:7.2f} ms   p99 {found['p99_ms']:7.2f} ms")
    p50, p99 = accepted["ratio_p50"], accepted["ratio_p99"]
    lines += [f"  accepted is {p50:.2f} bare commits at p50, {p99:.2f} at p99", "while nobody is there"]
    for kind, idle in results["idle"].items():
        wakes, percent = idle["wake_ups_per_second"], idle["processor_percent"]
        lines.append(f"  {kind:<10} {wakes:5.1f} wake-ups a second, {percent:.2f} % of a processor")
    lines += turns.lines(results["turns"])
    lines += [
        f"memory: {memory['after_10_mb']:.1f} MB after 10 demo rounds, {memory['after_mb']:.1f} MB after "
        f"{memory['rounds']}, {memory['growth_percent']:+.1f} %",
        f"with a history of {history['matches']} matches",
    ]
    for what in ("start", "scores"):
        few, many, ratio = (history[what][key] for key in ("few_ms", "many_ms", "ratio"))
        lines.append(f"  {what:<10} {many:7.2f} ms against {few:7.2f} ms, {ratio:.2f} times")
    return "\n".join(lines)


def _accepted(folder: Path, samples: int) -> dict[str, Any]:
    """A card that has dwelt is reported; how long until the table says accepted, against a bare commit."""
    file = table_file.read("", None)
    with opened(file, folder, lambda: 0.0) as parts, contextlib.closing(connect(folder / "bare.db")) as bare:
        bare.execute("PRAGMA journal_mode = WAL")
        bare.execute("PRAGMA synchronous = FULL")
        bare.execute("CREATE TABLE line (number INTEGER PRIMARY KEY, text TEXT)")
        commits, accepted = [], []
        for lay in islice(_lays(parts), samples):
            commits.append(_timed(lambda: _commit(bare)))
            accepted.append(_timed(lay))
    found = {"commit": _quantiles(commits), "accepted": _quantiles(accepted)}
    ratios = {f"ratio_{p}": found["accepted"][f"{p}_ms"] / found["commit"][f"{p}_ms"] for p in ("p50", "p99")}
    return {**found, **ratios, "samples": samples}


def _commit(bare: sqlite3.Connection) -> None:
    bare.execute("BEGIN IMMEDIATE")
    bare.execute("INSERT INTO line (text) VALUES (?)", ('{"lay":"blue-7#1","zone":"blue"}',))
    bare.execute("COMMIT")


def _lays(parts: Parts) -> Iterator[Callable[[], None]]:
    """Matches of 13 at the table, each lay to be made by calling it."""
    table, zones = parts.table, parts.file.zones["thirteen"]
    teach(parts.registry, "thirteen")
    now = 0.0
    for seed in count():
        table.handle(NewMatch("thirteen", NAMES), now)
        header = record.Header("thirteen", NAMES, dealer=3)
        evening = BotMatch(header, NAMES, [bot("careful")] * 4, Random(seed))
        while not evening.over:
            due = evening.due
            if isinstance(due, Lay):
                zone = evening.live.game.zones[due.zone]
                pad = next(pad for pad, stands_for in zones.items() if zone in stands_for)
                uid = tag("thirteen", due.card)
                table.pads([Snapshot(pad, (), True, age=1.0, scans=20)], now := now + 3.0)
                table.pads([Snapshot(pad, (uid,), True)], now := now + 0.05)
                table.effects()
                last = Snapshot(pad, (uid,), True, age=0.25, scans=6)
                yield partial(_arrive, parts, last, now := now + 0.25)
            else:
                table.handle(Act(due), now)
            evening.go_on()


def _arrive(parts: Parts, last: Snapshot, now: float) -> None:
    parts.table.pads([last], now)
    rulings = [effect for effect in parts.table.effects() if isinstance(effect, Ruled)]
    assert [ruling.refusal for ruling in rulings] == [None], "every lay of a bot is accepted"


def _idle(folder: Path, kind: str, seconds: float) -> dict[str, float]:
    """A match is on, everybody thinks; the pads are simulated in this process, or on a hub."""
    with contextlib.ExitStack() as stack:
        file = table_file.read("", None)
        if kind == "hub":
            file = file.with_hub(stack.enter_context(_hub(folder)))
        parts = stack.enter_context(opened(file, folder))
        parts.table.handle(NewMatch("thirteen", NAMES), time.monotonic())
        app = App(parts, NoDisplay())
        _run(app, SETTLING if kind == "hub" else 0.1)
        turns, used, began = app.turns, time.process_time(), time.monotonic()
        _run(app, seconds)
        elapsed = time.monotonic() - began
        return {
            "wake_ups_per_second": (app.turns - turns - 2) / elapsed,  # but for the first turn and the end
            "processor_percent": 100 * (time.process_time() - used) / elapsed,
        }


def _run(app: App, seconds: float) -> None:
    """Let it run, and end it as the system would."""
    end = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGTERM))
    end.start()
    app.run()
    end.join()


@contextlib.contextmanager
def _hub(folder: Path) -> Iterator[str]:
    folder.mkdir()
    link = str(folder / "port")
    command = [sys.executable, "-m", "controller", "hub", "simulate", "--link", link]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        process.stdout.readline()
        yield link
        process.stdin.close()


def _memory(rounds: int) -> dict[str, float]:
    command = [sys.executable, "-c", MEMORY, str(rounds)]
    pages = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    before, after = (int(count) * os.sysconf("SC_PAGE_SIZE") / 1e6 for count in pages)
    growth = 100 * (after / before - 1)
    return {"rounds": rounds, "after_10_mb": before, "after_mb": after, "growth_percent": growth}


def _history(folder: Path, matches: int) -> dict[str, Any]:
    few, many, empty = folder / "few", folder / "many", folder / "empty"
    _remember(few, 10)
    _remember(many, matches)
    for path in (few, many, empty):  # a match is under way when the table is next started
        with opened(table_file.read("", None), path, lambda: 0.0) as parts:
            for lay in islice(_lays(parts), 30):
                lay()
    start = _in_turn(lambda: _start(empty), lambda: _start(many))
    scores = _in_turn(lambda: _scores(few), lambda: _scores(many))
    return {"matches": matches, "start": start, "scores": scores}


class _Careless(sqlite3.Connection):
    """Ten thousand matches are soon written if nobody waits for the disk."""

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        careful = "PRAGMA synchronous" in statement
        return super().execute("PRAGMA synchronous = OFF" if careful else statement, *values)


def _remember(folder: Path, matches: int) -> None:
    """Matches of 13 as guests play them, each as long as the others."""
    header = record.Header("thirteen", NAMES, dealer=3)
    evening = BotMatch(header, NAMES, [bot("careful")] * 4, Random(1))
    match, lines = record.begin(header), []
    while not evening.over:
        lines.append(record.write(match, evening.due))
        evening.go_on()
    outcome = {"results": [list(points) for points in evening.live.results], "winners": [0]}
    fast = partial(sqlite3.connect, isolation_level=None, factory=_Careless)
    with Folder.open(folder, fast) as data:
        history = History(data, time.time)
        for number in range(matches):
            names = [f"{name} {number % 50}" for name in NAMES]
            kept = KeptMatch(number, record.to_json(header) | {"names": names}, lines)
            history.add(str(number), kept, outcome, time.time(), time.time())


def _start(folder: Path) -> None:
    with opened(table_file.read("", None), folder) as parts:
        assert parts.table.view.match, "it goes on where it stood"


def _scores(folder: Path) -> None:
    page = io.BytesIO()
    stream = io.TextIOWrapper(page, "utf-8", write_through=True)
    with contextlib.redirect_stdout(stream):
        cli.main(["scores", "--data", str(folder)])
    assert page.getvalue().count(b"\n") > 10


def _timed(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def _in_turn(few: Callable[[], None], many: Callable[[], None]) -> dict[str, float]:
    """Medians, one run of each after the other: what slows down one slows down both."""
    pairs = [(_timed(few), _timed(many)) for _ in range(RUNS)]
    medians = [1000 * statistics.median(column) for column in zip(*pairs, strict=True)]
    return {"few_ms": medians[0], "many_ms": medians[1], "ratio": medians[1] / medians[0]}


def _quantiles(seconds: Sequence[float]) -> dict[str, float]:
    cuts = statistics.quantiles(seconds, n=100)
    return {"p50_ms": 1000 * cuts[49], "p99_ms": 1000 * cuts[98]}
