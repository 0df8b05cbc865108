"""The benchmarks of the README, as a table or as JSON. Without a name: all of them."""

from __future__ import annotations

import argparse
import importlib
import json
from typing import Any

BENCHES = ("engine", "readers", "table", "screen")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bench", nargs="?", choices=BENCHES, help="which one")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument(
        "--peers", action="store_true", help="engine: beside RLCard and OpenSpiel (extra bench)"
    )
    parser.add_argument(
        "--strength", action="store_true", help="engine: also how well the bots play (minutes)"
    )


def run(args: argparse.Namespace) -> int:
    results: dict[str, Any] = {}
    for name in [args.bench] if args.bench else BENCHES:
        module = importlib.import_module(f"controller.bench.{name}")
        results[name] = module.measure(peers=args.peers) if name == "engine" else module.measure()
        if not args.json:
            print(module.table(results[name]), flush=True)
    if args.strength and args.bench in (None, "engine"):
        strength = importlib.import_module("controller.bench.strength")
        results["strength"] = strength.measure()
        if not args.json:
            print(strength.table(results["strength"]))
    if args.json:
        print(json.dumps(results))
    return 0
