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
import math
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from controller.errors import UserError
from controller.ports import Json, KeptMatch, Outcome
from controller.storage import record
from controller.storage.database import Database, Moment, Number, Word, parsed, shape
from controller.storage.folder import Folder
from controller.storage.history import History, totals
from controller.storage.record import Damaged, Header, to_text
from controller.view import Resumable
from engine import games

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
APPEND = (
    "INSERT INTO line SELECT ?, coalesce(max(number), 0) + 1, ? FROM line WHERE match = ? RETURNING number"
)
MARK = "accepted"  # the last match and how many lines it has


# As it is kept.


class _Match(NamedTuple):
    id: Number
    key: Word
    status: Literal["running", "parked", "finished"]
    header: str
    begun: Moment
    touched: Moment
    outcome: str | None


class _Over(Struct):
    results: list[list[int]]
    winners: list[int]
    ended: Moment | None = None  # of earlier versions: when the match was left


class _Parked(NamedTuple):
    id: Number
    header: str
    touched: Moment
    rounds: Number


class _Key(NamedTuple):
    id: Number
    key: Word


class _Number(NamedTuple):
    number: Number


MATCHES = "SELECT id, key, status, header, begun, touched, outcome FROM match"


def _header(text: object) -> dict[str, Any]:
    parsed(text, Header)
    return parsed(text, dict[str, Any])


def _lines(database: Database, match: int) -> list[dict[str, Any]]:
    """Those of a match, of which none is missing."""
    numbers = count(1)

    def line(number: object, text: object) -> dict[str, Any]:
        if number != next(numbers):
            raise ValueError("a line is missing")
        return parsed(text, dict[str, Any])

    return database.rows(line, "SELECT number, text FROM line WHERE match = ? ORDER BY number", (match,))


def check(database: Database, thorough: bool = True) -> None:
    """Of a journal, every page and every row; StorageError."""

    def look_at(*row: object) -> None:
        match = shape(_Match)(*row)
        header = _header(match.header)
        record.check(header, _lines(database, match.id))
        if match.status == "finished" or match.outcome is not None:
            over = parsed(match.outcome, _Over)
            if header["game"] in games.names():
                totals(header, over.results)

    database.look_at_pages()
    database.rows(look_at, MATCHES)


class Journal:
    """Must: have on disk what a method was asked to keep when it returns, all of it or nothing."""

    def __init__(self, folder: Folder, history: History, clock: Callable[[], float]) -> None:
        self._folder = folder
        self._database = folder.database("running", MIGRATIONS, check)
        self._sql = self._database.execute
        self._history = history
        self._clock = clock
        self._compare()
        self._archive()
        # A backup that took the place of a damaged file may hold matches that were finished since.
        for match, key in self._database.rows(shape(_Key), "SELECT id, key FROM match WHERE outcome IS NULL"):
            if history.has(key):
                self._drop(match)

    def _compare(self) -> None:
        """Say so if moves that had been accepted are no longer here: the end of the file was damaged."""
        match, accepted = self._folder.marks.get(MARK) or (0, 0)
        if not match or "running" in self._folder.replaced:  # then it is said already
            self._folder.marks.put(MARK, None)
            return
        begun = self._database.row(shape(_Number), "SELECT seq FROM sqlite_sequence WHERE name = 'match'")
        query = "SELECT count(line.number) FROM match LEFT JOIN line ON match = id WHERE id = ? GROUP BY id"
        here = self._database.row(shape(_Number), query, (match,))
        if here is None and begun and begun.number >= match:
            return  # it is history
        missing = accepted - (here.number if here else 0)
        if missing > 0 and self._folder.recover("running", "SELECT count(*) FROM line"):
            here = None  # that was said
        elif missing > 0 or here is None:
            what = f"{missing} moves of match {match} that had been accepted"
            self._folder.gaps.append(f"The end of running.db was lost, and with it {what}: make them again.")
        self._folder.marks.put(MARK, [match, here.number] if here else None)

    def begin(self, header: Json) -> int:
        now = self._clock()
        with self._database.transaction():
            self._sql("UPDATE match SET status = 'parked' WHERE status = 'running'")
            cursor = self._sql(
                "INSERT INTO match (key, status, header, begun, touched) VALUES (?, 'running', ?, ?, ?)",
                (secrets.token_hex(8), to_text(header), now, now),
            )
        assert cursor.lastrowid is not None
        self._folder.marks.put(MARK, [cursor.lastrowid, 0])
        return cursor.lastrowid

    def record(
        self, match: int, *lines: Json, header: Json | None = None, outcome: Outcome | None = None
    ) -> None:
        before = self._database.row(shape(_Match), f"{MATCHES} WHERE id = ?", (match,))
        was = parsed(before.outcome, _Over) if before and before.outcome else None
        ended = was.ended if was and was.ended and not lines else self._clock()
        if before and was and outcome is None:
            self._history.remove(before.key)
        number = 0
        try:
            with self._database.transaction():
                if header:
                    self._sql("UPDATE match SET header = ? WHERE id = ?", (to_text(header), match))
                for line in lines:
                    ((number,),) = self._sql(APPEND, (match, to_text(line), match)).fetchall()
                if was or outcome:
                    text = _written(outcome, ended) if outcome else None
                    self._sql("UPDATE match SET outcome = ? WHERE id = ?", (text, match))
            if lines:
                self._folder.marks.put(MARK, [match, number])
        finally:
            if was or outcome:  # kept by now; the history may get it when the match is left
                with contextlib.suppress(UserError):
                    self._archive(match)

    def forget_names(self, before: float | None = None) -> None:
        """Of every match, or of those that nobody touched since then; in the backups too."""
        forget = partial(_forget_names, before=before)
        if forget(self._database):
            self._folder.in_backups("running", forget)

    def rename(self, name: str, other: str) -> None:
        """In the backups too: a name that is forgotten must not come back."""
        rename = partial(_rename, name=name, other=other)
        if rename(self._database):
            self._folder.in_backups("running", rename)

    def running(self) -> KeptMatch | None:
        found = self._database.row(shape(_Number), "SELECT id FROM match WHERE status = 'running'")
        return self._kept(found.number) if found else None

    def park(self, match: int) -> None:
        with self._database.transaction():
            self._sql(
                "UPDATE match SET status = 'parked', touched = ? WHERE id = ? AND status = 'running'",
                (self._clock(), match),
            )

    def parked(self, match: int) -> KeptMatch:
        return self._kept(match)

    def resume(self, match: int) -> KeptMatch:
        with self._database.transaction():
            self._sql("UPDATE match SET status = 'parked' WHERE status = 'running'")
            self._sql("UPDATE match SET status = 'running' WHERE id = ? AND status = 'parked'", (match,))
        return self._kept(match)

    def finish(self, match: int, results: Sequence[Sequence[int]], winners: Sequence[int]) -> None:
        outcome, now = Outcome(results, winners), self._clock()
        with self._database.transaction():
            self._sql(
                "UPDATE match SET status = 'finished', touched = ?, outcome = coalesce(outcome, ?) "
                "WHERE id = ?",
                (now, _written(outcome, now), match),
            )
        self._archive()

    def resumable(self) -> Sequence[Resumable]:
        rows = self._database.rows(
            shape(_Parked),
            "SELECT id, header, touched, (SELECT count(*) FROM line WHERE match = match.id AND text = ?) "
            "FROM match WHERE status = 'parked' ORDER BY touched DESC, id DESC",
            (to_text({"next": True}),),
        )
        headers = [(row, parsed(row.header, Header)) for row in rows]
        return [
            Resumable(row.id, header.game, header.names, row.rounds + 1, row.touched)
            for row, header in headers
            if header.game in games.names()  # others wait until their game is installed again
        ]

    def probe(self) -> None:
        self._folder.settle()
        with self._database.transaction():
            self._sql("UPDATE match SET touched = touched WHERE id = -1")
            self._sql("DELETE FROM line WHERE match = -1")

    def _kept(self, match: int) -> KeptMatch:
        header = self._database.row(_header, "SELECT header FROM match WHERE id = ?", (match,))
        assert header is not None, "only asked for a match that is here"
        return KeptMatch(match, header, _lines(self._database, match))

    def _archive(self, changed: int | None = None) -> None:
        """Copy to the history what is over, and drop what was left; doing a part of it again changes nothing.

        The match *changed* is copied even if the history has it.
        """
        for match in self._database.rows(shape(_Match), f"{MATCHES} WHERE outcome IS NOT NULL ORDER BY id"):
            over = parsed(match.outcome, _Over)
            with contextlib.suppress(Damaged):  # its game is not installed just now: it waits
                if match.id == changed or not self._history.has(match.key):
                    outcome = {"results": over.results, "winners": over.winners}
                    ended = match.touched if over.ended is None else over.ended
                    self._history.add(match.key, self._kept(match.id), outcome, match.begun, ended)
                if match.status == "finished":
                    self._drop(match.id)

    def _drop(self, match: int) -> None:
        with self._database.transaction():
            self._sql("DELETE FROM match WHERE id = ?", (match,))


def _written(outcome: Outcome, ended: float) -> str:
    results, winners = [list(points) for points in outcome.results], list(outcome.winners)
    return to_text({"results": results, "winners": winners, "ended": ended})


def _rename(database: Database, name: str, other: str) -> bool:
    """Whether any match had that player."""

    def header(match: int, text: object) -> tuple[int, dict[str, Any]]:
        return match, _header(text)

    rows = database.rows(header, "SELECT id, header FROM match")
    with_them = [(match, kept) for match, kept in rows if name in kept["names"]]
    if with_them:
        with database.transaction():
            for match, kept in with_them:
                names = [other if each == name else each for each in kept["names"]]
                text = to_text({**kept, "names": names})
                database.execute("UPDATE match SET header = ? WHERE id = ?", (text, match))
    return bool(with_them)


def _forget_names(database: Database, before: float | None) -> bool:
    """Whether there was anybody to forget."""

    def header(match: int, text: object) -> tuple[int, dict[str, Any]]:
        return match, _header(text)

    since = math.inf if before is None else before
    rows = database.rows(header, "SELECT id, header FROM match WHERE touched < ?", (since,))
    named = [(match, kept) for match, kept in rows if any(kept["names"])]
    if named:
        with database.transaction():
            for match, kept in named:
                nobody = {**kept, "names": [""] * len(kept["names"])}
                database.execute("UPDATE match SET header = ? WHERE id = ?", (to_text(nobody), match))
    return bool(named)
