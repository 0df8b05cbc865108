"""The benchmarks, as tables, as JSON, or as the table of docs/lab/benchmarks.md; all of them, or one.

In a file given by --readme the table stands between <!-- bench --> and <!-- /bench -->."""

from __future__ import annotations

import argparse
import importlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from controller.errors import UserError

BENCHES = ("engine", "readers", "table", "screen")
QUICK: Mapping[str, dict[str, Any]] = {
    "engine": {"slices": 3},
    "table": {"samples": 50, "seconds": 2.0, "rounds": 20, "matches": 200},
}
BEGIN, END = "<!-- bench -->", "<!-- /bench -->"
Row = tuple[str, str]


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("bench", nargs="?", choices=BENCHES, help="which one")
    add("--json", action="store_true", help="print the results as JSON")
    add("--markdown", action="store_true", help="print one table in Markdown")
    add("--readme", type=Path, metavar="FILE", help=f"write it between {BEGIN} and {END}")
    add("--quick", action="store_true", help="fewer samples: seconds instead of minutes")
    add("--peers", action="store_true", help="engine: beside RLCard and OpenSpiel (./tapis installs them)")
    add("--strength", action="store_true", help="engine: also how well the bots play (minutes)")


def run(args: argparse.Namespace) -> int:
    readme = _read(args.readme) if args.readme else ""
    quiet = args.json or args.markdown or args.readme
    results: dict[str, Any] = {}
    names = [args.bench] if args.bench else [*BENCHES]
    if args.strength and "engine" in names:
        names.append("strength")
    for name in names:
        module = importlib.import_module(f"controller.bench.{name}")
        settings = QUICK.get(name, {}) if args.quick else {}
        if name == "engine":
            settings = {**settings, "peers": args.peers}
        results[name] = module.measure(**settings)
        if not quiet:
            print(module.table(results[name]), flush=True)
    if args.json:
        print(json.dumps(results))
    if args.markdown:
        print(markdown(results))
    if args.readme:
        args.readme.write_text(replaced(readme, markdown(results)), "utf-8")
    return 0


def markdown(results: Mapping[str, Any]) -> str:
    lines = ["| | measured | with |", "|---|---:|---|"]
    for bench, rows in ROWS.items():
        if bench in results:
            lines += [f"| {what} | {value} | `tapis bench {bench}` |" for what, value in rows(results[bench])]
    return "\n".join(lines)


def _engine(found: Mapping[str, Any]) -> Iterator[Row]:
    for pair, ratio in found["ratios"].items():
        game, peer = pair.split("/")
        yield f"random play of {game}, in moves a second, beside {peer}", f"{ratio:.2f} ×"


def _readers(found: Mapping[str, Any]) -> Iterator[Row]:
    for row in found["rows"]:
        if row["case"] in ("empty pad", "one 7-byte tag") and row["transfers"] is not None:
            what = f"{row['case']}, read by {row['driver']}: SPI transfers, finds"
            yield what, f"{row['transfers']:,}, {row['finds']}"


def _table(found: Mapping[str, Any]) -> Iterator[Row]:
    accepted, memory, history = found["accepted"], found["memory"], found["history"]
    ratios = f"{accepted['ratio_p50']:.2f} ×, {accepted['ratio_p99']:.2f} ×"
    yield "from a card's arrival to accepted, on disk, beside a bare commit: p50, p99", ratios
    for kind, idle in found["idle"].items():
        yield f"wake-ups a second while people think, {kind} pads", f"{idle['wake_ups_per_second']:.1f}"
    for turn in found["turns"].values():
        yield (
            f"longest time between two looks at the pads while {turn['while']}",
            f"{turn['longest_ms']:.0f} ms",
        )
    yield f"memory after {memory['rounds']:,} rounds beside after 10", f"{memory['growth_percent']:+.1f} %"
    many = f"with {history['matches']:,} matches in the history"
    yield f"start and resume {many}, beside an empty one", f"{history['start']['ratio']:.2f} ×"
    yield f"`tapis scores` {many}, beside 10", f"{history['scores']['ratio']:.2f} ×"


def _screen(found: Mapping[str, Any]) -> Iterator[Row]:
    for game, lay in found["lay"].items():
        yield f"drawn for a lay of {game}, of the whole screen (median)", f"{lay['share']:.0%}"
    yield "pictures a second while people think", f"{found['idle_fps']:g}"
    yield "start to the first picture beside a bare pygame window", f"{found['start']['ratio']:.2f} ×"


ROWS = {"engine": _engine, "readers": _readers, "table": _table, "screen": _screen}


def _read(path: Path) -> str:
    """Before minutes are spent on it."""
    try:
        text = path.read_text("utf-8")
        path.open("r+").close()
    except OSError as error:
        raise UserError(f"tapis bench: {path} cannot be used ({error.strerror}): correct --readme.") from None
    if BEGIN not in text or END not in text.partition(BEGIN)[2]:
        raise UserError(f"tapis bench: {path} has no place for the table: add {BEGIN} and {END} to it.")
    return text


def replaced(text: str, table: str) -> str:
    between = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    return between.sub(lambda _: f"{BEGIN}\n{table}\n{END}", text, count=1)
