"""The journal of unfinished matches: one transaction per accepted move, on disk before anybody hears of it.

    journal = Journal(folder, history, clock)
    match = journal.begin(header)
    journal.record(match, {"lay": "blue-7#1", "zone": "blue"})

It lives in a small file of its own, `running.db`, so that starting and resuming cost the same after ten
thousand matches as after none. A match that is over is copied to the history at once, and stays here until
it is left: its last move may be taken back, and then it leaves the history first. Each of these steps may be
the last before the power goes; the next start takes up where it stopped.
"""

from __future__ import annotations

import contextlib
import json
import math
import secrets
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial

from controller.errors import UserError
from controller.ports import Json, KeptMatch, Outcome
from controller.storage.folder import Folder, transaction
from controller.storage.history import History
from controller.storage.record import to_text
from controller.view import Resumable

MIGRATIONS = (
    """
    CREATE TABLE match (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        key TEXT NOT NULL UNIQUE,
        status TEXT NOT NULL CHECK (status IN ('running', 'parked', 'finished')),
        header TEXT NOT NULL,
        begun REAL NOT NULL,
        touched REAL NOT NULL,
        outcome TEXT
    );
    CREATE UNIQUE INDEX one_running ON match (status) WHERE status = 'running';
    CREATE TABLE line (
        match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (match, number)
    ) WITHOUT ROWID
    """,
)
APPEND = "INSERT INTO line SELECT ?, coalesce(max(number), 0) + 1, ? FROM line WHERE match = ?"


class Journal:
    """Must: have on disk what a method was asked to keep when it returns, all of it or nothing."""

    def __init__(self, folder: Folder, history: History, clock: Callable[[], float]) -> None:
        self._folder = folder
        self._database = folder.database("running", MIGRATIONS)
        self._sql = self._database.execute
        self._history = history
        self._clock = clock
        self._archive()
        # A backup that took the place of a damaged file may hold matches that were finished since.
        for match, key in self._sql("SELECT id, key FROM match WHERE outcome IS NULL").fetchall():
            if history.has(key):
                self._drop(match)

    def begin(self, header: Json) -> int:
        now = self._clock()
        with transaction(self._database):
            self._sql("UPDATE match SET status = 'parked' WHERE status = 'running'")
            cursor = self._sql(
                "INSERT INTO match (key, status, header, begun, touched) VALUES (?, 'running', ?, ?, ?)",
                (secrets.token_hex(8), to_text(header), now, now),
            )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def record(
        self, match: int, *lines: Json, header: Json | None = None, outcome: Outcome | None = None
    ) -> None:
        before = self._sql("SELECT key, outcome FROM match WHERE id = ?", (match,)).fetchone()
        was_over = bool(before and before[1])
        ended = json.loads(before[1])["ended"] if was_over and not lines else self._clock()
        if was_over and outcome is None:
            self._history.remove(before[0])
        try:
            with transaction(self._database):
                if header:
                    self._sql("UPDATE match SET header = ? WHERE id = ?", (to_text(header), match))
                for line in lines:
                    self._sql(APPEND, (match, to_text(line), match))
                if was_over or outcome:
                    text = _written(outcome, ended) if outcome else None
                    self._sql("UPDATE match SET outcome = ? WHERE id = ?", (text, match))
        finally:
            if was_over or outcome:  # kept by now; the history may get it when the match is left
                with contextlib.suppress(UserError):
                    self._archive(match)

    def forget_names(self, before: float | None = None) -> None:
        """Of every match, or of those that nobody touched since then; in the backups too."""
        forget = partial(_forget_names, before=before)
        if forget(self._database):
            self._folder.in_backups("running", forget)

    def running(self) -> KeptMatch | None:
        found = self._sql("SELECT id FROM match WHERE status = 'running'").fetchone()
        return self._kept(found[0]) if found else None

    def park(self, match: int) -> None:
        with transaction(self._database):
            self._sql(
                "UPDATE match SET status = 'parked', touched = ? WHERE id = ? AND status = 'running'",
                (self._clock(), match),
            )

    def resume(self, match: int) -> KeptMatch:
        with transaction(self._database):
            self._sql("UPDATE match SET status = 'parked' WHERE status = 'running'")
            self._sql("UPDATE match SET status = 'running' WHERE id = ? AND status = 'parked'", (match,))
        return self._kept(match)

    def finish(self, match: int, results: Sequence[Sequence[int]], winners: Sequence[int]) -> None:
        outcome, now = Outcome(results, winners), self._clock()
        with transaction(self._database):
            self._sql(
                "UPDATE match SET status = 'finished', touched = ?, outcome = coalesce(outcome, ?) "
                "WHERE id = ?",
                (now, _written(outcome, now), match),
            )
        self._archive()

    def resumable(self) -> Sequence[Resumable]:
        rows = self._sql(
            "SELECT id, header, touched, (SELECT count(*) FROM line WHERE match = match.id AND text = ?) "
            "FROM match WHERE status = 'parked' ORDER BY touched DESC, id DESC",
            (to_text({"next": True}),),
        ).fetchall()
        found = []
        for match, text, touched, rounds in rows:
            header = json.loads(text)
            found.append(Resumable(match, header["game"], tuple(header["names"]), rounds + 1, touched))
        return found

    def probe(self) -> None:
        with transaction(self._database):
            self._sql("UPDATE match SET touched = touched WHERE id = -1")
            self._sql("DELETE FROM line WHERE match = -1")

    def _kept(self, match: int) -> KeptMatch:
        (header,) = self._sql("SELECT header FROM match WHERE id = ?", (match,)).fetchone()
        lines = self._sql("SELECT text FROM line WHERE match = ? ORDER BY number", (match,))
        return KeptMatch(match, json.loads(header), [json.loads(text) for (text,) in lines])

    def _archive(self, changed: int | None = None) -> None:
        """Copy to the history what is over, and drop what was left; doing a part of it again changes nothing.

        The match *changed* is copied even if the history has it.
        """
        over = self._sql(
            "SELECT id, key, status, begun, touched, outcome FROM match WHERE outcome IS NOT NULL ORDER BY id"
        ).fetchall()
        for match, key, status, begun, touched, text in over:
            outcome = json.loads(text)
            if match == changed or not self._history.has(key):
                ended = outcome.get("ended", touched)
                self._history.add(key, self._kept(match), outcome, begun, ended)
            if status == "finished":
                self._drop(match)

    def _drop(self, match: int) -> None:
        with transaction(self._database):
            self._sql("DELETE FROM match WHERE id = ?", (match,))


def _written(outcome: Outcome, ended: float) -> str:
    results, winners = [list(points) for points in outcome.results], list(outcome.winners)
    return to_text({"results": results, "winners": winners, "ended": ended})


def _forget_names(database: sqlite3.Connection, before: float | None) -> bool:
    """Whether there was anybody to forget."""
    since = math.inf if before is None else before
    rows = database.execute("SELECT id, header FROM match WHERE touched < ?", (since,)).fetchall()
    named = [(match, header) for match, text in rows if any((header := json.loads(text))["names"])]
    if named:
        with transaction(database):
            for match, header in named:
                header["names"] = [""] * len(header["names"])
                database.execute("UPDATE match SET header = ? WHERE id = ?", (to_text(header), match))
    return bool(named)
