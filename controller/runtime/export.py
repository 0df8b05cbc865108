"""What leaves the table on a USB stick: scores to read, and a copy of what the table keeps.

    for stick in list_sticks(): ...
    folder = export(data, table_file, stick, datetime.now())     # STICK/tapisvert-2026-07-14-2130

A match that is being played stays at the table: what it has on record, nobody may see yet.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import re
import sqlite3
from datetime import datetime
from pathlib import Path

from controller.cards import registry
from controller.errors import UserError
from controller.storage import history
from controller.storage.folder import HOST_FILE, Folder, write
from controller.storage.history import History
from controller.view import Played

MOUNTS = Path("/proc/self/mounts")
REMOVABLE = ("/media/", "/run/media/")
EVERYTHING = 1_000_000  # more matches than a table sees in its life
HEADS = ("match", "game", "ended", "players", "totals", "winners")


def list_sticks(mounts: Path = MOUNTS) -> list[Path]:
    """Where removable media can be written, as far as the system has mounted them."""
    try:
        lines = [line.split() for line in mounts.read_text("utf-8").splitlines()]
    except OSError:
        return []
    writable = [line[1] for line in lines if len(line) > 3 and "rw" in line[3].split(",")]
    # Blanks in the name of a stick are written as \040.
    places = [re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), place) for place in writable]
    return sorted(Path(place) for place in places if place.startswith(REMOVABLE))


def row(played: Played) -> tuple[object, ...]:
    """A match as a line under HEADS; a name that was forgotten is a dash."""
    names = [name or "–" for name in played.names]
    ended = datetime.fromtimestamp(played.ended).isoformat(" ", "minutes")
    winners = [names[seat] for seat in played.winners]
    return played.match, played.game, ended, names, list(played.totals), winners


def plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def export(data: Path, table_file: Path | None, stick: Path, now: datetime) -> Path:
    """Everything onto *stick*, written through; UserError, in one sentence, if it does not take it."""
    target = stick / f"tapisvert-{now:%Y-%m-%d-%H%M}"
    try:
        with Folder.beside(data) as folder:
            rows = [row(played) for played in History(folder, now.timestamp).matches(limit=EVERYTHING)]
        matches = [dict(zip(HEADS, values, strict=True)) for values in rows]
        table = io.StringIO()
        csv.writer(table).writerows([HEADS, *(map(plain, values) for values in rows)])
        write(target / "scores.csv", table.getvalue())
        write(target / "scores.json", json.dumps(matches, ensure_ascii=False, indent=1) + "\n")
        _back_up(data, table_file, target / "backup")
    except (OSError, sqlite3.Error) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise UserError(f"{target} cannot be written ({why}): try another stick.") from None
    return target


def _back_up(data: Path, table_file: Path | None, target: Path) -> None:
    """As the data folder has it, so that it can be copied back."""
    files = [data / HOST_FILE, *sorted((data / "decks").glob("*.toml"))]
    for file in filter(Path.exists, files):
        write(target / file.relative_to(data), file.read_text("utf-8"))
    if table_file:
        write(target / "table.toml", table_file.read_text("utf-8"))
    target.mkdir(exist_ok=True)
    with Folder.beside(data) as folder:
        for name, migrations in (("history", history.MIGRATIONS), ("registry", registry.MIGRATIONS)):
            with contextlib.closing(sqlite3.connect(target / f"{name}.db")) as copy:
                copy.execute("PRAGMA synchronous = FULL")
                folder.database(name, migrations, lambda database: True).backup(copy)
