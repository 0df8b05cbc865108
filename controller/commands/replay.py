"""Plays a finished match again, move by move, as everybody could see it: in words, or on a display."""

from __future__ import annotations

import argparse
import contextlib
import json
import select
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from controller.errors import UserError, writing
from controller.languages import CODES
from controller.outside import read_file
from controller.ports import KeptMatch
from controller.settings import table_file
from controller.storage import record
from controller.storage.folder import Folder
from controller.storage.history import History
from controller.streams import say_json
from controller.table import live_match
from controller.table.live_match import LiveMatch, Refused
from controller.view import Mode, Ruled, TableView
from display.text.words import Words


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    table_file.options(parser, hub=False)
    add("match", metavar="FILE|ID", help="a match of tapis scores, or a file written by --save")
    add("--save", type=Path, metavar="FILE", help="write the match to a file instead")
    add("--json", action="store_true", help="one JSON line per move")
    add("--display", choices=("window", "terminal"), help="show it there; any key ends it")
    add("--speed", type=float, default=1.0, metavar="X", help="on a display: moves a second (1)")
    add("--lang", choices=CODES, help="language of the sentences (default: the table's)")


def run(args: argparse.Namespace) -> int:
    table = table_file.chosen(args)
    kept = find(args.match, table_file.data_folder(args.data, table))
    if args.save:
        save(kept, args.save)
        return 0
    language = args.lang or table.language
    words = Words(language)
    if args.display:
        if not 0.1 <= args.speed <= 100:
            raise UserError(f"tapis replay: --speed {args.speed:g} must be from 0.1 to 100.")
        playing = TableView(Mode.PLAYING, language, simulated=False)
        watch([replace(playing, match=now.view) for now, _ in steps(kept, words)], args, table)
        return 0
    for now, rulings in steps(kept, words):
        for ruled in rulings:
            if args.json:
                say_json({"line": ruled.line, "events": ruled.events})
            else:
                said = words.of(now.header.game).happened(ruled.events)
                print(*(f"{sentence}\n" for sentence in said), sep="", end="")
    return 0


def steps(kept: KeptMatch, words: Words) -> Iterator[tuple[LiveMatch, tuple[Ruled, ...]]]:
    """The match before its first move, and after each."""
    header = record.from_json(kept.header)
    names = tuple(name or words.label(seat) for seat, name in enumerate(header.names))
    now = live_match.begin(kept.match, header, names)
    yield now, ()
    for line in kept.lines:
        ruling = now.play(record.read(now.match, line))
        if isinstance(ruling, Refused):
            why = f"{line} is refused ({ruling.refusal.value})"
            raise record.Damaged(f"This match cannot be replayed: {why}.")
        now = ruling.live
        yield now, ruling.rulings


def watch(views: list[TableView], args: argparse.Namespace, file: table_file.TableFile) -> None:
    """One view after the other; the last stays until somebody has seen enough."""
    from controller.runtime.displays import FRAME_S, open_display
    from controller.runtime.stop_signals import StopSignals

    with contextlib.closing(open_display(args.display, file)) as display, StopSignals() as signals:
        began = time.monotonic()
        while not (signals.stopped or display.wants_to_quit or any(display.intents(time.monotonic()))):
            now = time.monotonic()
            display.draw(views[min(int((now - began) * args.speed), len(views) - 1)], now)
            select.select([signals.fileno()], [], [], FRAME_S)


def find(match: str, data: Path) -> KeptMatch:
    if match.isdigit():
        with Folder.beside(data) as folder:
            return History(folder, lambda: datetime.now().timestamp()).record(int(match))
    try:
        saved: Any = json.loads(read_file(Path(match)))
        return KeptMatch(0, saved["header"], saved["lines"])
    except OSError as error:
        raise UserError(f"tapis replay: {match} cannot be read ({error.strerror}).") from None
    except (ValueError, KeyError, TypeError):
        raise UserError(f"tapis replay: {match} is not a match written by tapis replay --save.") from None


def save(kept: KeptMatch, path: Path) -> None:
    text = json.dumps({"header": kept.header, "lines": list(kept.lines)}, ensure_ascii=False, indent=1)
    with writing(path, "replay"):
        path.write_text(text + "\n", "utf-8")
