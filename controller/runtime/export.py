"""What leaves the table on a USB stick: scores to read, and a copy of what the table keeps.

    for stick in list_sticks(): ...
    folder = export(data, table_file, stick, datetime.now())     # STICK/tapisvert-2026-07-14-2130

A match that is being played stays at the table: what it has on record, nobody may see yet. So does the PIN.
A stick may hold anything, links among it: what is written goes into a new folder of its own, from the stick's
root downwards, and never over anything or through a link.
"""

from __future__ import annotations

import contextlib
import csv
import io
import itertools
import json
import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from controller.cards import registry
from controller.errors import UserError
from controller.outside import cell, clean
from controller.settings import host_settings, rows
from controller.storage import history
from controller.storage.folder import HOST_FILE, Folder
from controller.storage.history import History
from controller.view import Played, Stick

MOUNTS = Path("/proc/self/mounts")
LABELS = Path("/dev/disk/by-label")
REMOVABLE = ("/media/", "/run/media/")
MEGABYTE = 1_000_000
PIN = re.compile("scrypt-[0-9a-f-]+")  # as files keep it
PIN_LINE = re.compile(rf"^\s*pin\s*=\s*[\"']{PIN.pattern}.*\n?", re.MULTILINE)
EVERYTHING = 1_000_000  # more matches than a table sees in its life
HEADS = ("match", "game", "ended", "players", "totals", "winners")
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


def list_sticks(
    mounts: Path = MOUNTS, labels: Path = LABELS, removable: tuple[str, ...] = REMOVABLE
) -> list[Stick]:
    """Where removable media can be written, as far as the system has mounted them."""
    try:
        lines = [line.split() for line in mounts.read_text("utf-8", "surrogateescape").splitlines()]
    except OSError:
        return []
    writable = [
        (_plain(line[0]), _plain(line[1])) for line in lines if len(line) > 3 and "rw" in line[3].split(",")
    ]
    found = [(device, place) for device, place in writable if place.startswith(removable)]
    names = _labels(labels) if found else {}
    sticks = [_stick(Path(place), names.get(device, "")) for device, place in found]
    return sorted(filter(None, sticks), key=lambda stick: stick.path)


def _plain(word: str) -> str:
    """A word of the table of mounts, in which blanks are written as \\040."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), word)


def _labels(folder: Path) -> dict[str, str]:
    """What file systems are called, by device."""
    with contextlib.suppress(OSError):
        return {os.path.realpath(link): _unescaped(link.name) for link in folder.iterdir()}
    return {}


def _unescaped(name: str) -> str:
    """A label as udev writes it in /dev: bytes that could mislead are written as \\x20."""
    raw = re.sub(rb"\\x([0-9a-f]{2})", lambda found: bytes.fromhex(found[1].decode()), os.fsencode(name))
    return raw.decode("utf-8", "replace")


def _stick(place: Path, label: str) -> Stick | None:
    try:
        room = os.statvfs(place)
    except OSError:  # pulled out this moment
        return None
    size, free = (room.f_frsize * blocks // MEGABYTE for blocks in (room.f_blocks, room.f_bavail))
    return Stick(str(place), clean(label or place.name), size, free)


def row(played: Played) -> tuple[object, ...]:
    """A match as a line under HEADS; a name that was forgotten is a dash."""
    names = [clean(name) or "–" for name in played.names]
    ended = datetime.fromtimestamp(played.ended).isoformat(" ", "minutes")
    winners = [names[seat] for seat in played.winners]
    return played.match, played.game, ended, names, list(played.totals), winners


def plain(value: object) -> str:
    return clean(", ".join(map(str, value)) if isinstance(value, list) else str(value))


def in_cells(values: tuple[object, ...]) -> list[str]:
    """A row of a CSV file, for any spreadsheet."""
    return [cell(plain(value)) for value in values]


def export(data: Path, table_file: Path | None, stick: Path, now: datetime) -> Path:
    """Everything onto *stick*, written through; UserError, in one sentence, if it does not take it."""
    target = stick / f"tapisvert-{now:%Y-%m-%d-%H%M}"
    try:
        files = dict(_files(data, table_file, now))
        with contextlib.ExitStack() as stack:
            root = os.open(stick, FOLDER)
            stack.callback(os.close, root)
            target, folder = _new_folder(root, target)
            stack.callback(os.close, folder)
            folders = {Path(): folder}
            for name, content in files.items():
                for parent in reversed(name.parents):
                    if parent not in folders:
                        folders[parent] = _make(folders[parent.parent], parent.name)
                        stack.callback(os.close, folders[parent])
                _write(folders[name.parent], name.name, content)
            for number in (*folders.values(), root):
                os.fsync(number)
    except (OSError, sqlite3.Error) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise UserError(f"{target} cannot be written ({why}): try another stick.") from None
    return target


def _new_folder(root: int, target: Path) -> tuple[Path, int]:
    """A folder that was not there before, by its name or one like it, opened."""
    for number in itertools.count(1):
        named = target.with_name(f"{target.name}-{number}" if number > 1 else target.name)
        with contextlib.suppress(FileExistsError):
            return named, _make(root, named.name)
    raise AssertionError("count() has no end")


def _make(folder: int, name: str) -> int:
    """A new folder in *folder*, opened."""
    os.mkdir(name, 0o700, dir_fd=folder)
    return os.open(name, FOLDER, dir_fd=folder)


def _write(folder: int, name: str, content: bytes) -> None:
    with os.fdopen(os.open(name, NEW_FILE, 0o600, dir_fd=folder), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _files(data: Path, table_file: Path | None, now: datetime) -> Iterator[tuple[Path, bytes]]:
    """What belongs on the stick, by its name there: to read, and so that it can be copied back."""
    with Folder.beside(data) as folder:
        played = [row(match) for match in History(folder, now.timestamp).matches(limit=EVERYTHING)]
    table = io.StringIO()
    csv.writer(table).writerows([HEADS, *map(in_cells, played)])
    matches = [dict(zip(HEADS, values, strict=True)) for values in played]
    yield Path("scores.csv"), table.getvalue().encode()
    yield Path("scores.json"), (json.dumps(matches, ensure_ascii=False, indent=1) + "\n").encode()
    backup = Path("backup")
    with contextlib.suppress(UserError):  # damaged: the table says so when it starts
        changes = host_settings.load(data)
        public = {key: value for key, value in changes.items() if key != rows.PIN.key}
        if changes:
            yield backup / HOST_FILE, host_settings.written(public).encode()
    for file in sorted((data / "decks").glob("*.toml")):
        yield backup / file.relative_to(data), file.read_bytes()
    if table_file:
        yield backup / "table.toml", _without_pin(table_file)
    with Folder.beside(data) as folder, tempfile.TemporaryDirectory() as beside:
        for name, migrations in (("history", history.MIGRATIONS), ("registry", registry.MIGRATIONS)):
            path = Path(beside, f"{name}.db")
            with contextlib.closing(sqlite3.connect(path)) as copy:
                kept = folder.database(name, migrations, lambda database, thorough: True)
                kept.connection.backup(copy)
                if name == "registry":
                    _forget_sightings(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # a copy is one file
            yield backup / path.name, path.read_bytes()


def _forget_sightings(copy: sqlite3.Connection) -> None:
    """Where cards were seen may tell what lies face down just now; not a byte of it stays in the file."""
    with copy:
        copy.execute("DELETE FROM sighting")
    copy.execute("VACUUM")


def _without_pin(file: Path) -> bytes:
    """Whoever finds a stick has all the time there is to try every PIN."""
    return PIN.sub("", PIN_LINE.sub("", file.read_text("utf-8"))).encode()
