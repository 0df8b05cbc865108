"""Whatever is damaged, lost or empty: the table comes up, says so, and what a backup held is there.

TAPIS_DAMAGE_EVERY says which of the damages are tried: 1 for all of them; the suite tries every 23rd.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from controller import cli
from controller.cards import decks
from controller.cards.registry import Registry
from controller.intents import AskFinder, AskScores, ResumeMatch
from controller.ports import CardRef, KeptMatch
from controller.runtime.compose import Parts, opened
from controller.settings import host_settings, pin, rows, table_file
from controller.simulation.dealing import Deals, KeptDeal
from controller.storage import record
from controller.storage.database import StorageError
from controller.storage.folder import Folder
from controller.storage.history import History
from controller.storage.journal import Journal
from engine.hands import Deal

EVERY = int(os.environ.get("TAPIS_DAMAGE_EVERY", "23"))
NOON = 1.8e9
FILE = table_file.read("", None)
PLAYERS = ("Marielle", "", "Lucien")
POT = record.to_json(record.Header("pot", PLAYERS, 0, rounds=1))
THIRTEEN = record.to_json(record.Header("thirteen", PLAYERS, 2))
LAYS = [{"lay": f"{colour}-7#1", "zone": colour} for colour in ("blue", "yellow", "green")]
DATABASES = ("running", "history", "registry", "hands")
BACKED_UP = DATABASES[:3]
TAUGHT = ("blue-7#1", "yellow-7#1", "green-7#1")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder as a power cut leaves it: with backups, and a move that came after them."""
    made, cut = tmp_path_factory.mktemp("made") / "data", tmp_path_factory.mktemp("cut") / "data"
    host_settings.save(made, {"display.volume": 30, "kiosk.pin": pin.hashed("2468", b"saltsalt")})
    decks.save(made, decks.traced(decks.shipped()["gamate"], "6", "red"))
    with Folder.open(made) as folder:
        history = History(folder, lambda: NOON)
        journal, registry = Journal(folder, history, lambda: NOON), Registry(folder, lambda: NOON)
        for number in range(2):
            kept = KeptMatch(number, POT, [{"correct": {"end_round": True}}])
            outcome = {"results": [[3, 1, number]], "winners": [0]}
            history.add(f"key {number}", kept, outcome, NOON, NOON)
        for number, card in enumerate(TAUGHT):
            registry.teach(f"04a1b2c3d4e5{number:02x}", CardRef("thirteen", 1, card))
            registry.saw(CardRef("thirteen", 1, card), "left", 1)
        registry.flush()
        parked = journal.begin(THIRTEEN)
        journal.record(parked, LAYS[0])
        running = journal.begin(THIRTEEN)
        journal.record(running, LAYS[0])
        journal.record(running, LAYS[1])
        dealt = Deal([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15]], [16, 17])
        Deals(folder).keep(running, KeptDeal(0, ("hand", "careful", "careful"), dealt), [parked])
        for name in BACKED_UP:
            folder.back_up(name)
        journal.record(running, LAYS[2])
        shutil.copytree(made, cut)
    return cut


def look(parts: Parts) -> dict[str, Any]:
    """What is there, and every way that leads to a row of a database."""
    table = parts.table
    table.handle(AskScores("", "", 0, 10), 0.0)
    table.handle(AskFinder("thirteen", "blue-7"), 0.0)
    seen = {
        "moves": len(table.match.actions) if table.match else -1,
        "parked": [kept.match for kept in table.view.resumable],
        "played": [(played.game, played.names, played.totals) for played in table.view.last],
        "guests": sorted(table.view.guests),
        "tags": {card for cards in parts.registry.taught().values() for card in cards},
        "volume": parts.file[rows.VOLUME],
        "red": parts.table._settings.decks.get("gamate", decks.shipped()["gamate"]).kinds,
    }
    running = [table.view.match.id] if table.view.match else []
    for match in (*(kept.match for kept in table.view.resumable), *running):  # and back to where it was
        table.handle(ResumeMatch(match), 0.0)
    assert parts.file[rows.PIN], "the host's pages are never open"
    return seen


def start(folder: Path) -> tuple[dict[str, Any], tuple[str, ...]]:
    with opened(FILE, folder, lambda: 0.0, lambda: NOON, by_hand=True) as parts:
        return look(parts), tuple(parts.notices)


@pytest.fixture(scope="module")
def whole(data: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What is there when nothing is damaged."""
    copy = tmp_path_factory.mktemp("whole") / "data"
    shutil.copytree(data, copy)
    seen, notices = start(copy)
    assert notices == () and (seen["moves"], len(seen["played"]), len(seen["tags"])) == (3, 2, 3)
    return seen


@pytest.fixture(params=["with backups", "without backups"])
def backups(request: pytest.FixtureRequest) -> bool:
    return request.param == "with backups"


class Trials:
    """One damage after the other, each to a folder of its own."""

    def __init__(self, data: Path, place: Path, whole: dict[str, Any], backups: bool) -> None:
        self.data, self.place, self.whole, self.backups = data, place, whole, backups
        self.tried = 0
        self.came: Counter[str] = Counter()

    def copy(self) -> Path:
        folder = self.place / "data"
        shutil.rmtree(folder, ignore_errors=True)
        skip = () if self.backups else ("*.backup-*",)
        shutil.copytree(self.data, folder, ignore=shutil.ignore_patterns(*skip))
        return folder

    def check(self, folder: Path, what: str, plausible: bool = False) -> tuple[str, ...]:
        """Start it; what it says."""
        self.tried += 1
        seen, notices = start(folder)
        if seen == self.whole or (plausible and not notices):
            self.came["all is there"] += 1
            return notices
        assert notices, f"{what}: something is missing and nothing is said: {seen}"
        self.came["said"] += 1
        if self.backups:
            lost = {key for key in seen if seen[key] != self.whole[key]}
            assert lost <= {"moves"} and seen["moves"] in (2, 3), f"{what}: not what the backup held: {seen}"
        return notices


def chosen(damages: Iterator[Any]) -> Iterator[Any]:
    """Those that are tried."""
    return (damage for number, damage in enumerate(damages) if number % EVERY == 0)


def cells(database: Path) -> Iterator[tuple[str, str, int]]:
    """Every cell of text: its table, its column and the number of its row."""
    with closing(sqlite3.connect(database)) as opened:
        named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        for (table,) in opened.execute(named).fetchall():
            (count,) = opened.execute(f"SELECT count(*) FROM {table}").fetchone()
            columns = opened.execute(f"PRAGMA table_info({table})").fetchall()
            for column in (column[1] for column in columns if column[2] == "TEXT"):
                yield from ((table, column, row) for row in range(count))


JUNK: dict[str, Callable[[str], Any]] = {
    "no UTF-8": lambda text: ("CAST(x'7bc328ff22' AS TEXT)",),
    "bytes": lambda text: (b"\x00\xff\x01",),
    "empty": lambda text: ("",),
    "half": lambda text: (text[: len(text) // 2],),
    "another form": lambda text: ('[{"lay": "blue-99"}, "\x00"]',),
}
# A half of one is as good as the whole to whoever has not seen it before.
PLAUSIBLE = {("player", "name"), ("tag", "uid"), ("tag", "deck"), ("sighting", "deck"), ("sighting", "pad")}
PLAUSIBLE |= {("match", "key")}


def spoil(database: Path, table: str, column: str, row: int, kind: str) -> bool:
    """Replace the cell; False if it cannot be: another one has that text and must be the only one."""
    with closing(sqlite3.connect(database, isolation_level=None)) as opened:
        opened.execute("PRAGMA ignore_check_constraints = ON")
        keys = [each[1] for each in opened.execute(f"PRAGMA table_info({table})") if each[5]]
        which = f"SELECT {', '.join(keys)}, {column} FROM {table} LIMIT 1 OFFSET {row}"
        *key, text = opened.execute(which).fetchone()
        (junk,) = JUNK[kind](text or "")
        raw = kind == "no UTF-8"
        where = " AND ".join(f"{name} = ?" for name in keys)
        with suppress(sqlite3.IntegrityError):
            change = f"UPDATE {table} SET {column} = {junk if raw else '?'} WHERE {where}"
            opened.execute(change, (*([] if raw else [junk]), *key))
            return bool(text != junk)
    return False


@pytest.mark.timeout(3600)  # all of them take their time
def test_a_cell_of_junk_is_damage(
    data: Path, tmp_path: Path, whole: dict[str, Any], backups: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    trials = Trials(data, tmp_path, whole, backups)
    found: Counter[str] = Counter()
    everywhere = ((name, cell) for name in DATABASES for cell in cells(data / f"{name}.db"))
    for (name, cell), kind in chosen(product(everywhere, JUNK)):
        folder = trials.copy()
        if not spoil(folder / f"{name}.db", *cell, kind):
            continue
        what = f"{kind} in {name}.{cell}"
        commands(folder, what, capsys)
        plausible = kind == "half" and cell[:2] in PLAUSIBLE
        if trials.check(folder, what, plausible):
            found["by the start"] += 1
            continue
        with Folder.open(folder) as again:  # what a start has no time for, the next backup sees
            History(again, lambda: NOON)
            try:
                again.back_up("history")
            except StorageError as error:
                assert error.code == "damaged"
                found["by the backup"] += 1
            else:
                assert plausible, what
                found["plausible"] += 1
                continue
        assert trials.check(folder, what), what
    print(f"{trials.tried} starts, {'with' if backups else 'without'} backups; found: {dict(found)}")
    assert found["by the start"]


def commands(folder: Path, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever only looks hears one sentence."""
    for words in (["scores"], ["scores", "--rankings"], ["scores", "--players"], ["replay", "1"]):
        code = cli.main([*words, "--data", str(folder)])
        said = capsys.readouterr().err
        assert (code, said.count("\n")) in ((0, 0), (2, 1)), f"{what}: {words}: {said}"


def cuts(folder: Path, backups: bool) -> list[tuple[str, int]]:
    """Every file, and every 64th byte of it."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".db-shm")
    return [
        (str(path.relative_to(folder)), size)
        for path in files
        if backups or ".backup-" not in path.name
        for size in range(0, path.stat().st_size, 64)
    ]


@pytest.mark.timeout(3600)
def test_a_file_cut_short_is_damage(data: Path, tmp_path: Path, whole: dict[str, Any], backups: bool) -> None:
    trials = Trials(data, tmp_path, whole, backups)
    for name, size in chosen(cuts(data, trials.backups)):
        folder = trials.copy()
        os.truncate(folder / name, size)
        trials.check(folder, f"{name} cut at {size}")
    print(f"{trials.tried} cuts, {'with' if backups else 'without'} backups: {dict(trials.came)}")
    assert trials.came.total() == trials.tried > 10


@pytest.mark.parametrize("how", ["missing", "empty"])
@pytest.mark.parametrize("name", DATABASES)
def test_a_file_that_is_lost_is_said(
    name: str, how: str, data: Path, tmp_path: Path, whole: dict[str, Any], backups: bool
) -> None:
    trials = Trials(data, tmp_path, whole, backups)
    folder = trials.copy()
    for path in folder.glob(f"{name}.db*"):
        path.unlink() if how == "missing" or path.name != f"{name}.db" else path.write_bytes(b"")
    notices = trials.check(folder, f"{name} {how}")
    assert notices[0].startswith(f"{name}.db was {how}")
    assert ("goes on with its backup" in notices[0]) == (backups and name in BACKED_UP)
    assert start(folder)[1] == (), "it is said once"


@pytest.mark.parametrize("name", ["host.toml", "decks/gamate.toml", "marks"])
def test_a_small_file_that_is_empty_stops_nothing(
    name: str, data: Path, tmp_path: Path, whole: dict[str, Any]
) -> None:
    trials = Trials(data, tmp_path, whole, True)
    folder = trials.copy()
    (folder / name).write_bytes(b"")
    assert trials.check(folder, name) or name == "marks"
    assert trials.came["all is there"]
