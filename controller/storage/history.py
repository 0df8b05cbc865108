"""Who played what, and how it ended: finished matches, rankings, and names while they are remembered.

    history = History(folder, clock)
    for match in history.matches(game="thirteen", limit=10): ...

A name is a courtesy, not a key: it is forgotten on request, or when its owner has not played for a while, and
the scores stay without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate, count
from typing import Annotated, Any, NamedTuple, cast

import msgspec
from msgspec import Meta

from controller.errors import UserError
from controller.intents import AskScores
from controller.ports import Json, KeptMatch
from controller.storage import record
from controller.storage.database import LONGEST, Database, Flag, Moment, Number, Word, parsed, shape
from controller.storage.expiry import Expiry
from controller.storage.folder import Folder
from controller.storage.record import Header, begin, from_json, to_text
from controller.view import BOT_NAMES, Course, Played, Rank, ScoresView
from engine import games

DAY = 24 * 60 * 60.0
LAST = 4  # matches whose winners are shown to who comes by
EVERYBODY = -1  # no limit, for SQL
RECENT = 20  # matches and names that every start looks at
PERSON = f"player.name NOT IN {BOT_NAMES}"  # in SQL
COURSE = 30  # matches in which somebody's luck is followed

MIGRATIONS = (
    """
    CREATE TABLE player (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL COLLATE NOCASE UNIQUE,
        last REAL NOT NULL
    );
    CREATE TABLE match (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        begun REAL NOT NULL,
        ended REAL NOT NULL,
        header TEXT NOT NULL,
        lines TEXT NOT NULL,
        results TEXT NOT NULL
    );
    CREATE INDEX match_by_game ON match (game, id);
    CREATE TABLE seat (
        match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        player INTEGER REFERENCES player (id) ON DELETE SET NULL,
        total INTEGER NOT NULL,
        won INTEGER NOT NULL,
        PRIMARY KEY (match, seat)
    ) WITHOUT ROWID;
    CREATE INDEX seat_by_player ON seat (player, match)
    """,
    """
    DROP INDEX seat_by_player;
    CREATE INDEX seat_by_player ON seat (player, match, won, total)
    """,
)


class History:
    def __init__(self, folder: Folder, clock: Callable[[], float], days: int = 30) -> None:
        """Names are forgotten *days* after the last game."""
        self._folder = folder
        self._database = folder.database("history", MIGRATIONS, check)
        self._sql = self._database.execute
        self._clock = clock
        self._days = days
        self.expiry: Expiry | None = None  # None: the clock is believed
        folder.count("history", NEWEST, "finished matches")

    def _newest(self) -> int:
        return self._number(NEWEST)

    def _number(self, query: str, values: Sequence[Any] = ()) -> int:
        (found,) = self._database.rows(shape(_Number), query, values)
        return found.number

    # Matches

    def add(self, key: str, kept: KeptMatch, outcome: Json, begun: float, ended: float) -> None:
        """Keep a match that is over; if it was kept before, as it is now."""
        header = {**kept.header, "names": [""] * len(kept.header["names"])}
        with self._database.transaction():
            self._sql(
                "INSERT INTO match (key, game, begun, ended, header, lines, results) "
                "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET ended = excluded.ended, "
                "header = excluded.header, lines = excluded.lines, results = excluded.results",
                (key, header["game"], begun, ended, *map(to_text, (header, kept.lines, outcome["results"]))),
            )
            (match,) = self._sql("SELECT id FROM match WHERE key = ?", (key,)).fetchone()
            self._sql("DELETE FROM seat WHERE match = ?", (match,))
            sums = totals(kept.header, outcome["results"])
            for seat, name in enumerate(kept.header["names"]):
                player, won = self._player(name, ended), seat in outcome["winners"]
                row = match, seat, player, sums[seat], won
                self._sql("INSERT INTO seat VALUES (?, ?, ?, ?, ?)", row)
        self._folder.marks.put("history", self._newest())

    def remove(self, key: str) -> None:
        """A match that was over goes on: its last move was taken back."""
        self._folder.marks.put("history", 0)  # until the next one ends
        with self._database.transaction():
            self._sql("DELETE FROM match WHERE key = ?", (key,))

    def has(self, key: str) -> bool:
        return bool(self._number("SELECT count(*) FROM match WHERE key = ?", (key,)))

    def matches(
        self, game: str | None = None, player: str | None = None, limit: int = 20, before: int | None = None
    ) -> list[Played]:
        """The last finished matches, newest first; *before* a match for the next page."""
        where, values = _chosen(game, player)
        if before is not None:
            where += " AND id < ?"
            values.append(before)
        return self._matches(where, values, limit)

    def _matches(self, where: str, values: list[Any], limit: int, skip: int = 0) -> list[Played]:
        page = f"WHERE {where} AND {_installed()} ORDER BY id DESC LIMIT ? OFFSET ?"
        query = f"{PLAYED} FROM match {page}"
        return self._database.rows(partial(_played, self._database), query, (*values, limit, skip))

    def last(self) -> Sequence[Played]:
        return self.matches(limit=LAST)

    def record(self, match: int) -> KeptMatch:
        """Header and lines of a finished match, to be replayed."""
        read = partial(_record, self._database)
        found = self._database.row(read, "SELECT id, header, lines FROM match WHERE id = ?", (match,))
        if found is None:
            raise UserError(f"There is no match {match} in the history; tapis scores lists them.")
        return found

    def rankings(self, game: str, limit: int = 20) -> list[Rank]:
        """Who won most often at *game*, or at all of them (""), by name."""
        where, values = _chosen(game, None, "match")
        return self._database.rows(
            shape(Rank),
            "SELECT player.name, count(*), sum(won), avg(total) FROM player "
            f"JOIN seat ON seat.player = player.id WHERE {where} AND {PERSON} GROUP BY player.id "
            "ORDER BY sum(won) DESC, count(*) ASC, player.name LIMIT ?",
            (*values, limit),
        )

    def scores(self, asked: AskScores) -> ScoresView:
        """A page for the screen."""
        where, values = _chosen(asked.game, asked.guest)
        skip = asked.page * asked.rows
        number = self._number(f"SELECT count(*) FROM match WHERE {where} AND {_installed()}", values)
        matches = tuple(self._matches(where, values, asked.rows, skip))
        ranked = [] if asked.guest else self.rankings(asked.game, EVERYBODY)
        ranks = tuple(ranked[skip : skip + asked.rows])
        courses = self._courses(asked, [rank.name for rank in ranks])
        most = max((rank.won for rank in ranked), default=0)
        forgotten = 0 if asked.guest else self._nameless_wins(asked.game)
        return ScoresView(
            asked.game, asked.guest, asked.page, number, matches, len(ranked), most, forgotten, ranks, courses
        )

    def _nameless_wins(self, game: str) -> int:
        where, values = _chosen(game, None, "match")
        query = f"SELECT count(*) FROM seat WHERE player IS NULL AND won AND {where}"
        return self._number(query, values)

    def _courses(self, asked: AskScores, names: Sequence[str]) -> tuple[Course, ...]:
        followed = self.matches(asked.game, asked.guest, COURSE)[::-1]
        if asked.guest and asked.game:
            points = (played.totals[_seat(played, asked.guest)] for played in followed)
            return (Course(asked.guest, tuple(points)),)
        return tuple(
            Course(name, tuple(accumulate(_seat(played, name) in played.winners for played in followed)))
            for name in ([asked.guest] if asked.guest else names)
        )

    # Guests

    def guests(self, limit: int = 12) -> Sequence[str]:
        """Recent names, the last first."""
        query = f"SELECT name, last FROM player WHERE {PERSON} ORDER BY last DESC, id DESC LIMIT ?"
        return [guest.name for guest in self._database.rows(shape(_Guest), query, (limit,))]

    def welcome(self, names: Sequence[str]) -> None:
        """These people sit down now; and who has not played for a while is forgotten."""
        now = self._clock()
        with self._database.transaction():
            for name in names:
                self._player(name, now)
        self.expire()

    def expire(self) -> bool:
        """Forget who has not played for a while; False: the clock cannot be believed so far."""
        if self.expiry and not self.expiry.is_due():
            return False
        self._forget("last < ?", self._clock() - self._days * DAY)
        return True

    def newest(self) -> float | None:
        """The last date there is; None: nobody has played yet."""
        last_match = "SELECT ended FROM match ORDER BY id DESC LIMIT 1"
        query = f"SELECT max(at) FROM (SELECT max(last) AS at FROM player UNION ALL SELECT ({last_match}))"
        found = self._database.row(shape(_Date), query)
        return found.at if found else None

    def rename(self, name: str, other: str) -> None:
        """Another name for the same person; if somebody has that name already, they become one person."""
        with self._database.transaction():
            old, new = self._id(name), self._find(other)
            together = self._sql(
                "SELECT 1 FROM seat JOIN seat AS other USING (match) "
                "WHERE seat.player = ? AND other.player = ?",
                (old, new),
            )
            if new != old and together.fetchone():
                raise UserError(f"{name} and {other} played in one match, so they are two people.")
            if new in (None, old):
                self._sql("UPDATE player SET name = ? WHERE id = ?", (other, old))
            else:
                self._sql("UPDATE seat SET player = ? WHERE player = ?", (new, old))
                self._sql("DELETE FROM player WHERE id = ?", (old,))

    def forget(self, name: str) -> None:
        """The scores stay, without the name."""
        self._id(name)
        self._forget("name = ?", name)

    def forget_guests(self) -> None:
        self._forget("TRUE")

    def _forget(self, whom: str, *values: object) -> None:
        """In the backups too: what is forgotten must not come back. Bots have nothing to hide."""
        whom = f"{whom} AND {PERSON}"

        def forget(database: Database) -> None:
            with database.transaction():
                database.execute(f"DELETE FROM player WHERE {whom}", values)

        if self._number(f"SELECT count(*) FROM player WHERE {whom}", values):
            forget(self._database)
            self._folder.in_backups("history", forget)

    def _player(self, name: str, when: float) -> int | None:
        """The person of that name, remembered from now on; None for a guest without one."""
        if not name:
            return None
        self._sql(
            "INSERT INTO player (name, last) VALUES (?, ?) "
            "ON CONFLICT (name) DO UPDATE SET last = max(last, excluded.last)",
            (name, when),
        )
        return self._find(name)

    def _find(self, name: str) -> int | None:
        found = self._database.row(shape(_Number), "SELECT id FROM player WHERE name = ?", (name,))
        return found.number if found else None

    def _id(self, name: str) -> int:
        found = self._find(name)
        if found is None:
            raise UserError(f"Nobody called {name!r} is remembered; tapis scores --players lists the names.")
        return found


def check(database: Database, thorough: bool) -> None:
    """Of a history, what a start reads; *thorough*: every page and every row; StorageError."""
    if thorough:
        database.look_at_pages()
        database.rows(partial(_look_at, database), f"{PLAYED}, key, lines FROM match")
    recent = "" if thorough else f" LIMIT {RECENT}"
    database.rows(partial(_played, database), f"{PLAYED} FROM match ORDER BY id DESC{recent}")
    database.rows(shape(_Guest), f"SELECT name, last FROM player ORDER BY last DESC{recent}")


# As it is kept.

# "": nobody's, or it was forgotten. Earlier versions kept whatever was typed.
Name = Annotated[str, Meta(max_length=LONGEST, pattern=r"^[^\x00\ufffd]*\Z")]
NEWEST = "SELECT coalesce(max(id), 0) FROM match"
PLAYED = "SELECT id, game, begun, ended, header, results"


class _Number(NamedTuple):
    number: Number


class _Date(NamedTuple):
    at: Moment | None


class _Guest(NamedTuple):
    name: Annotated[Name, Meta(min_length=1)]
    last: Moment


class _Match(NamedTuple):
    id: Number
    game: Word
    begun: Moment
    ended: Moment


class _Seat(NamedTuple):
    name: Name
    total: int
    won: Flag


def _seats(database: Database, match: int) -> list[_Seat]:
    """Name, total and whether they won, seat by seat; none is missing."""
    seats = count()

    def read(seat: object, *row: object) -> _Seat:
        if seat != next(seats):
            raise ValueError("a seat is missing")
        return shape(_Seat)(*row)

    return database.rows(
        read,
        "SELECT seat, coalesce(player.name, ''), total, won FROM seat "
        "LEFT JOIN player ON player.id = seat.player WHERE match = ? ORDER BY seat",
        (match,),
    )


def _played(database: Database, *row: object) -> Played:
    *facts, header, results = row
    match, seats = shape(_Match)(*facts), _seats(database, cast(int, facts[0]))
    if parsed(header, Header).game != match.game:
        raise ValueError("two games")
    names, sums, _ = zip(*seats, strict=True)
    winners = tuple(number for number, seat in enumerate(seats) if seat.won)
    return Played(*match, names, sums, winners, parsed(results, tuple[tuple[int, ...], ...]))


def _record(database: Database, match: int, header: object, lines: object) -> KeptMatch:
    parsed(header, Header)
    names = [seat.name for seat in _seats(database, match)]
    return KeptMatch(
        match, {**parsed(header, dict[str, Any]), "names": names}, parsed(lines, list[dict[str, Any]])
    )


def _look_at(database: Database, *row: object) -> None:
    """One of WRONG if a match, its header, its lines and its results do not go together."""
    *facts, key, lines = row
    msgspec.convert(key, Word)
    played, kept = _played(database, *facts), _record(database, cast(int, facts[0]), facts[4], lines)
    record.check(kept.header, kept.lines)
    if played.game in games.names() and totals(kept.header, played.results) != [*played.totals]:
        raise ValueError("other totals")


def _installed() -> str:
    """Of which games a match can be shown: an SQL condition. The + keeps SQLite from sorting by game."""
    return f"+game IN ({', '.join(map(repr, games.names()))})"


def _chosen(game: str | None, player: str | None, match: str = "id") -> tuple[str, list[Any]]:
    """Which matches, numbered by the column *match*: an SQL condition and its values."""
    where, values = "TRUE", list[Any]()
    if game:
        where += f" AND {match} IN (SELECT id FROM match WHERE game = ?)"
        values.append(game)
    if player:
        who = "(SELECT id FROM player WHERE name = ?)"
        where += f" AND {match} IN (SELECT match FROM seat WHERE player = {who})"
        values.append(player)
    return where, values


def _seat(played: Played, name: str) -> int:
    """Where somebody sat; -1: nowhere."""
    return played.names.index(name) if name in played.names else -1


def totals(header: Json, results: Sequence[Sequence[int]]) -> list[int]:
    """The final total of each seat; partners both have their side's."""
    setup = begin(from_json(header)).setup
    totals = games.game(header["game"]).standings(setup, [tuple(points) for points in results]).totals
    return [totals[seat % len(totals)] for seat in range(setup.seats)]
