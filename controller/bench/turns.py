"""How long pads, screen and watchdog wait for a turn: where most is thought, and on a slow disk."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from controller.intents import NewMatch
from controller.runtime.app import App
from controller.runtime.compose import opened
from controller.runtime.displays import NoDisplay
from controller.settings import table_file
from controller.storage.disk import Disk
from hardware.pads import PadEvent

NAMES = ("Marie", "Luc", "Zoé", "Bob", "Anne", "Paul")
PAUSE_S = 0.01  # between two turns, for other processes to get on
FSYNC_S = 2.0


class _SlowDisk(Disk):
    def keep(self, commit: Callable[[], Any]) -> Any:
        def late() -> Any:
            if self.meanwhile:  # not while the table is opened
                time.sleep(FSYNC_S)
            return commit()

        return super().keep(late)


def measure(folder: Path, seconds: float) -> dict[str, dict[str, Any]]:
    """From one look at the pads to the next, the pause between two turns aside."""
    return {
        "experts": {
            "while": "experts think, six at Le Pot",
            **_looks(folder / "experts", "expert", seconds, Disk()),
        },
        "slow_disk": {
            "while": f"a disk takes {FSYNC_S:g} s for each move",
            **_looks(folder / "slow", "careful", max(seconds, 2 * FSYNC_S), _SlowDisk()),
        },
    }


def _looks(folder: Path, player: str, seconds: float, disk: Disk) -> dict[str, float]:
    gaps: list[float] = []
    last = 0.0

    def looked() -> None:
        nonlocal last
        now = time.perf_counter()
        gaps.append(now - last)
        last = now

    with opened(table_file.read("", None), folder, by_hand=True, disk=disk) as parts:
        assert parts.players
        wanted = NewMatch("pot", NAMES, rounds=100, seat_players=(player,) * len(NAMES))
        parts.players.handle(wanted, time.monotonic())
        parts.table.handle(wanted, time.monotonic())
        pads = parts.hardware.pads
        poll = pads.poll

        def watched(now: float) -> Sequence[PadEvent]:
            looked()
            return poll(now)

        pads.poll = watched  # type: ignore[method-assign]
        app, end = App(parts, NoDisplay()), time.monotonic() + seconds
        while time.monotonic() < end or not parts.table.match or not parts.table.match.actions:
            last = time.perf_counter()
            app.turn(time.monotonic())
            looked()
            time.sleep(PAUSE_S)
        assert parts.table.match, "it is played all the time"
        moves = len(parts.table.match.actions)
    cuts = statistics.quantiles(gaps, n=100, method="inclusive")
    return {
        "p50_ms": 1000 * cuts[49],
        "p99_ms": 1000 * cuts[98],
        "longest_ms": 1000 * max(gaps),
        "moves": moves,
    }


def lines(results: dict[str, dict[str, Any]]) -> list[str]:
    said = ["from one look at the pads to the next, a pause between turns aside"]
    for found in results.values():
        p50, p99, longest = (found[f"{which}_ms"] for which in ("p50", "p99", "longest"))
        times = f"p50 {p50:6.2f} ms   p99 {p99:6.2f} ms   longest {longest:6.1f} ms"
        said.append(f"  {times}   while {found['while']}")
    return said
