"""Starts of a table whose data folder was harmed, and guests who touch whatever the screen offers.

    wrong = start(copy_of_data, rng, faults)       # sentences: the table did not come up, or fell over

The folder is a copy of one that a table was killed on; nothing of it is played on afterwards. What starts is
what `tapis play` starts, on simulated pads, with players by hand and bots, and a clock of its own.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from controller import intents as wish
from controller.cards.decks import DeckColours
from controller.intents import Intent
from controller.runtime.app import App
from controller.runtime.compose import opened
from controller.runtime.displays import NoDisplay
from controller.settings import table_file
from controller.storage.folder import Folder
from controller.storage.log import last_lines
from controller.view import TableView
from engine import games

TURN_S = 0.3
TRIES = 30  # to find a cell that takes junk
TURNS = 25  # of a start, and of guests at the screen
JUNK: tuple[Any, ...] = (
    "",
    '{"lay":"blue-7#1',
    "null",
    '{"game":"pot","names":7}',
    b"\xff\xfe\x00\x80",
    10**18,
    None,
    "\u202e\x1b[2J\x00",
)
NAMES = ("Ann", "ok", "\x1b[31mBob\u202e", "=1+1", "", "Zoé")
WALLS = (1.8e9, 1.8e9 + 3 * 86400, 0.0, 4.1e9)
HURT = (
    "running.db",
    "history.db",
    "registry.db",
    "host.toml",
    "decks/gamate.toml",
    "running.db-wal",
    "history.db-wal",
)


def start(folder: Path, rng: Random, faults: Counter[str]) -> list[str]:
    """Harm the data or let guests loose, and start on them again; what went wrong."""
    what = rng.choice(("cell", "cell", "file", "file", "guests", "guests", "guests"))
    with contextlib.suppress(OSError, sqlite3.Error):
        if rng.random() < 0.5:
            back_up(folder)
        if rng.random() < 0.5:
            DeckColours(folder).handle(wish.MarkColour("6", "red"))
            (folder / "host.toml").write_text("[display]\nvolume = 30\n")
    wrong = []
    if what == "guests":
        faults["guests: at the screen"] += 1
        wrong += up(folder, rng, Guests(rng))
    elif harm := (hurt_cell if what == "cell" else hurt_file)(folder, rng):
        faults[f"data: {harm}"] += 1
    wrong += up(folder, rng)
    return [f"{sentence} ({what}{'' if what == 'guests' else f', {harm}'})" for sentence in wrong]


def back_up(folder: Path) -> None:
    with Folder.open(folder) as data:
        for name in ("running", "history", "registry"):
            if (folder / f"{name}.db").exists():
                data.back_up(name)


def hurt_file(folder: Path, rng: Random) -> str:
    there = [folder / name for name in HURT if (folder / name).exists()]
    path = rng.choice(there)
    size = path.stat().st_size
    what = rng.choice(("lost", "emptied", "cut short", "a bit turned"))
    if what == "lost":
        path.unlink()
    elif what == "emptied":
        path.write_bytes(b"")
    elif what == "cut short":
        path.write_bytes(path.read_bytes()[: rng.randrange(size + 1) // 64 * 64])
    elif size:
        data = bytearray(path.read_bytes())
        data[rng.randrange(size)] ^= 1 << rng.randrange(8)
        path.write_bytes(data)
    return f"a file {what}" if what != "a bit turned" else what


def hurt_cell(folder: Path, rng: Random) -> str:
    """Junk in one cell of a database, which its pages do not show."""
    for path in rng.sample(sorted(folder.glob("*.db")), len(list(folder.glob("*.db")))):
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path)) as database:
            for _ in range(TRIES):
                if put_junk(database, rng):
                    database.commit()
                    return "a cell of junk"
    return ""


def put_junk(database: sqlite3.Connection, rng: Random) -> bool:
    """Somewhere; not if the column takes no such thing."""
    tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    if not tables:
        return False
    (table,) = rng.choice(tables)
    column = rng.choice(database.execute(f"PRAGMA table_info({table})").fetchall())[1]
    rows = database.execute(f"SELECT {column} FROM {table}").fetchall()
    put = f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {column} IS ?"
    return bool(rows) and database.execute(put, (rng.choice(JUNK), *rng.choice(rows))).rowcount > 0


def up(folder: Path, rng: Random, display: Guests | None = None) -> Iterator[str]:
    """The table for a few turns; what it fell over."""
    now, wall = 1000.0, rng.choice(WALLS)
    before = crashes(folder)
    try:
        file = table_file.read('language = "en"\n[kiosk]\nattract_after = 0\n', None)
        with opened(file, folder, lambda: now, lambda: wall, by_hand=True) as parts:
            app = App(parts, display or NoDisplay())
            for _ in range(TURNS):
                now += TURN_S
                app.turn(now)
            if display is None and parts.table.view.match is None:
                parts.table.handle(wish.NewMatch(games.names()[0], ("Ann", "Bob", "Cy")), now)
                app.turn(now)
                view = parts.table.view
                if view.match is None and not view.troubles:
                    yield f"no match can be begun: {view.notice}"
    except Exception as error:
        yield f"the table did not come up: {type(error).__name__}: {str(error)[:300]}"
    for crash in crashes(folder)[len(before) :]:
        yield f"a turn of the loop failed: {crash[-400:]}"


def crashes(folder: Path) -> list[str]:
    lines = []
    for line in last_lines(folder, 10_000):
        with contextlib.suppress(ValueError):
            found = json.loads(line)
            if found.get("what") == "crash":
                lines.append(found.get("trace", ""))
    return lines


class Guests(NoDisplay):
    """A display before which guests sit who try whatever there is, sense or nonsense."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.view = TableView()
        self.tried: Counter[str] = Counter()

    def draw(self, view: TableView, now: float) -> None:
        self.view = view

    def intents(self, now: float) -> Sequence[Intent]:
        wanted = [self.wanted() for _ in range(self.rng.randrange(3))]
        self.tried.update(type(intent).__name__ for intent in wanted)
        return wanted

    def wanted(self) -> Intent:
        rng, match = self.rng, self.view.match
        game = games.game(rng.choice(games.names()) if match is None else match.game)
        names = match.names if match else NAMES
        who, card = rng.choice(names), rng.choice(game.deck.names)
        zone = rng.choice(game.zones)
        seats = rng.choice(game.seats)
        minds = tuple(rng.choice(("hand", "careful", "expert")) for _ in range(seats))
        corrections = (
            {"turn": who},
            {"hand": {who: rng.choice((0, 1, 4, 12, 60))}},
            {"end_round": True},
            {"out": who},
            {"insert": {"lay": card, "zone": zone}, "back": rng.randrange(4)},
        )
        choices: list[Intent] = [
            wish.Line({"correct": rng.choice(corrections)}),
            wish.Line({"correct": rng.choice(corrections)}),
            wish.Line({"lay": card, "zone": zone}),
            wish.Line(rng.choice(({"undo": True}, {"next": True}))),
            wish.UndoTo(rng.randrange(6)),
            wish.Leave(),
            wish.SetLanguage(rng.choice(("fr", "en", "de"))),
            wish.Pause(),
            wish.Continue(),
            wish.NameSeat(rng.randrange(6), rng.choice(NAMES)),
            wish.StartCounting(),
            wish.CountFor(rng.randrange(6)),
            wish.CountDone(rng.random() < 0.5),
            wish.AskFinder(game.deck.name),
            wish.AskScores(rng.choice(("", game.name))),
            wish.Audit(),
            wish.PlayAgain(),
            wish.Enrol(game.name),
            wish.StopShowing(),
            wish.PlaceCard(rng.choice((None, zone))),
            wish.WasTheirs(),
            wish.LayCard(card, zone),
            wish.TakeBack(),
            wish.Ready(),
            wish.RaiseCurtain(),
            wish.Touch(),
        ]
        if match is None or rng.random() < 0.02:
            new = wish.NewMatch(
                game.name, tuple(rng.choice(NAMES) for _ in range(seats)), rounds=rng.choice((1, 3))
            )
            choices = [new, wish.NewMatch(game.name, tuple(NAMES[:seats]), seat_players=minds)]
            choices += [wish.ResumeMatch(kept.match) for kept in self.view.resumable]
        return rng.choice(choices)
