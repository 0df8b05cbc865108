"""Plays a finished match again, move by move, as everybody at the table could see it."""

from __future__ import annotations

import argparse
import json
from datetime import datetime
from pathlib import Path
from typing import Any

from controller import config, playing, record
from controller.errors import UserError
from controller.history import History
from controller.playing import Refused
from controller.ports import Kept
from controller.storage import Folder
from display.i18n import LANGUAGES
from display.words import Words


def arguments(parser: argparse.ArgumentParser) -> None:
    config.options(parser, hub=False)
    parser.add_argument(
        "match", metavar="FILE|ID", help="a match of tapis scores, or a file written by --save"
    )
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the match to a file instead")
    parser.add_argument("--json", action="store_true", help="one JSON line per move")
    parser.add_argument("--lang", choices=LANGUAGES, help="language of the sentences (default: the table's)")


def run(args: argparse.Namespace) -> int:
    table = config.chosen(args)
    kept = find(args.match, config.data_folder(args.data, table))
    if args.save:
        save(kept, args.save)
        return 0
    words = Words(args.lang or table.language)
    header = record.from_json(kept.header)
    names = tuple(name or words.label(seat) for seat, name in enumerate(header.names))
    now = playing.begin(kept.match, header, names)
    for line in kept.lines:
        ruling = now.play(record.read(now.match, line))
        if isinstance(ruling, Refused):
            raise record.Damaged(
                f"This match cannot be replayed: {line} is refused ({ruling.refusal.value})."
            )
        now = ruling.playing
        for ruled in ruling.rulings:
            if args.json:
                print(json.dumps({"line": ruled.line, "events": ruled.events}, ensure_ascii=False))
            else:
                print(*filter(None, map(words.event, ruled.events)), sep="\n")
    return 0


def find(match: str, data: Path) -> Kept:
    if match.isdigit():
        with Folder.beside(data) as folder:
            return History(folder, lambda: datetime.now().timestamp()).record(int(match))
    try:
        saved: Any = json.loads(Path(match).read_text("utf-8"))
        return Kept(0, saved["header"], saved["lines"])
    except OSError as error:
        raise UserError(f"tapis replay: {match} cannot be read ({error.strerror}).") from None
    except (ValueError, KeyError, TypeError):
        raise UserError(f"tapis replay: {match} is not a match written by tapis replay --save.") from None


def save(kept: Kept, path: Path) -> None:
    text = json.dumps({"header": kept.header, "lines": list(kept.lines)}, ensure_ascii=False, indent=1)
    try:
        path.write_text(text + "\n", "utf-8")
    except OSError as error:
        raise UserError(f"tapis replay: {path} cannot be written ({error.strerror}).") from None
