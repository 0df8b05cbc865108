"""Past matches, rankings per game and player, and their export. Names that were forgotten show as a dash."""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Iterable

from controller.errors import UserError
from controller.runtime.export import HEADS, in_cells, plain, row
from controller.settings import table_file
from controller.storage.folder import Folder
from controller.storage.history import History
from controller.streams import say_json
from engine import games


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    table_file.options(parser, hub=False)
    add("--game", choices=games.names(), help="only this game")
    add("--player", metavar="NAME", help="only matches this person played")
    add("--limit", type=int, default=20, metavar="N", help="how many rows (default: 20)")
    add("--before", type=int, metavar="MATCH", help="the page of older matches before this one")
    add = parser.add_mutually_exclusive_group().add_argument
    add("--rankings", action="store_true", help="who won how often, game by game")
    add("--players", action="store_true", help="the names that are remembered")
    add("--rename", nargs=2, metavar=("NAME", "NEW"), help="another name; an existing one merges both")
    add("--forget", metavar="NAME", help="forget a name; the scores stay")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as JSON lines")
    form.add_argument("--csv", action="store_true", help="as CSV")


def run(args: argparse.Namespace) -> int:
    if args.limit < 1:
        raise UserError(f"tapis scores: --limit {args.limit} must be at least 1.")
    with Folder.beside(table_file.data_folder(args.data, table_file.chosen(args))) as folder:
        history = History(folder, time.time)
        if args.rename:
            history.rename(*args.rename)
        elif args.forget:
            history.forget(args.forget)
        elif args.players:
            write(args, ("player",), [(name,) for name in history.guests(args.limit)])
        elif args.rankings:
            chosen = [args.game] if args.game else games.names()
            ranks = [
                (game, rank.name, rank.matches, rank.won, round(rank.mean, 1))
                for game in chosen
                for rank in history.rankings(game, args.limit)
            ]
            write(args, ("game", "player", "matches", "won", "mean"), ranks)
        else:
            found = history.matches(args.game, args.player, args.limit, args.before)
            write(args, HEADS, map(row, found))
    return 0


def write(args: argparse.Namespace, heads: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> None:
    if args.json:
        for values in rows:
            say_json(dict(zip(heads, values, strict=True)))
        return
    if args.csv:
        csv.writer(sys.stdout).writerows([heads, *map(in_cells, rows)])
        return
    text = [tuple(map(plain, values)) for values in rows]
    widths = [max(map(len, column)) for column in zip(heads, *text, strict=True)]
    for values in (heads, *text):
        print("  ".join(f"{value:<{width}}" for value, width in zip(values, widths, strict=True)).rstrip())
    if not text:
        print("Nothing yet.")
