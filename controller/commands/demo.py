"""Bots play on the real table, with simulated cards on simulated pads; nothing of it is kept."""

from __future__ import annotations

import argparse
import contextlib
import secrets
import select
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from controller.errors import UserError
from controller.runtime.displays import next_look, open_display, readable
from controller.runtime.stop_signals import StopSignals
from controller.settings import table_file
from controller.simulation import demo
from controller.streams import say_json
from controller.view import TableView
from engine import games


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--game", choices=games.names(), help="only this game (default: all, in turn)")
    add("--seed", type=int, metavar="N", help="the same seed, the same games (default: any)")
    add("--speed", type=float, default=1.0, metavar="X", help="times as fast as people (1)")
    agreed = "end a match after so many (1 where players agree on a number)"
    add("--rounds", type=int, metavar="N", help=agreed)
    add("--headless", action="store_true", help="no display, as fast as it goes, a match of each game")
    add("--json", action="store_true", help="headless: a line of JSON for each round and each match")
    add("--display", choices=("window", "terminal"), help="where to show it")
    add("--table", type=Path, metavar="FILE", help="the table file (tapis config path)")


def run(args: argparse.Namespace) -> int:
    if args.rounds is not None and args.rounds < 1:
        raise UserError(f"tapis demo: --rounds {args.rounds} must be at least 1.")
    if not 0.1 <= args.speed <= 100:
        raise UserError(f"tapis demo: --speed {args.speed:g} must be from 0.1 to 100.")
    if args.seed is None:
        args.seed = secrets.randbelow(1 << 32)
    file = table_file.load(args.table)
    for sentence in games.left_out():
        print(sentence, file=sys.stderr)
    chosen = (args.game,) if args.game else games.names()
    if not (args.headless or args.json):
        watch(args, file, chosen)
        return 0
    for game in chosen:
        for line in demo.results(file, game, args.seed, args.rounds):
            if args.json:
                say_json(line)
            else:
                print(in_words(line), flush=True)
    return 0


def in_words(line: dict[str, Any]) -> str:
    totals = ", ".join(f"{name} {total}" for name, total in line["totals"].items())
    if "round" in line:
        return f"{line['game']}, round {line['round']}: {totals}"
    won = f"{' and '.join(line['winners'])} won" if line["match_over"] else "stopped"
    return f"{line['game']}, {won} after {line['rounds']} rounds: {totals}"


def watch(args: argparse.Namespace, file: table_file.TableFile, chosen: Sequence[str]) -> None:
    """Show demos until the first touch or key."""
    attract = demo.AttractMode(
        file, 0.0, time.monotonic(), args.seed, chosen=chosen, rounds=args.rounds, speed=args.speed
    )
    with (
        contextlib.closing(open_display(args.display, file, without="--headless")) as display,
        StopSignals() as signals,
    ):
        while not (signals.stopped or display.wants_to_quit or any(display.intents(time.monotonic()))):
            now = time.monotonic()
            attract.turn(now)
            display.draw(attract.view or TableView(), now)
            due = min(filter(None, (attract.next_wake(), next_look(display, now))))
            select.select([signals.fileno(), *readable(display)], [], [], max(0.0, due - time.monotonic()))
    attract.touched(time.monotonic())
