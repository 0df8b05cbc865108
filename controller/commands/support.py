"""One file for whoever helps: versions, the table file without its PIN, what `tapis check` says, what is
kept, and the end of the log. No guest is named in it."""

from __future__ import annotations

import argparse
import json
import platform
import re
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import metadata
from pathlib import Path

from controller.commands import check
from controller.errors import UserError, writing
from controller.outside import escaped
from controller.settings import host_settings, rows, table_file, written
from controller.settings.table_file import TableFile
from controller.storage import log
from controller.storage.database import StorageError
from controller.storage.folder import Folder

LINES = 400  # of the log
PACKAGES = ("tapisvert", "gpiozero", "lgpio", "mfrc522", "msgspec", "pygame", "pygame-ce", "pyserial", "rich")
TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
MODEL = Path("/proc/device-tree/model")  # of a Raspberry Pi


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--out", type=Path, metavar="FILE", help="where to write it (here, with today's date)")
    table_file.options(parser)


def run(args: argparse.Namespace) -> int:
    path = args.out or Path(time.strftime("tapis-support-%Y%m%d-%H%M.txt"))
    text = report(args)
    with writing(path, "support", ": choose another place with --out"):
        path.write_text(escaped(text), "utf-8")
    print(f"{path} was written. It names no guest and holds no PIN; read it if you like, then send it.")
    return 0


def report(args: argparse.Namespace) -> str:
    """The whole file. A guest can only be named in the log, where there is more than words of our own."""
    table, folder = _table_and_folder(args)
    names = everybody(folder)
    parts: dict[str, Iterable[str]] = {
        "versions": versions(),
        "table file": _table_file(table),
        "tapis check": map(check.printed, check.self_test(args)),
        "data folder": kept(folder),
        "log": (log.without_names_in(line, names) for line in log.last_lines(folder, LINES)),
    }
    written = [f"Tapis Vert, {time.strftime('%Y-%m-%d %H:%M:%S %z')}"]
    for title, lines in parts.items():
        written += ["", f"== {title} ==", *lines]
    return anonymous("\n".join(written) + "\n")


def _table_and_folder(args: argparse.Namespace) -> tuple[TableFile | UserError, Path]:
    table = table_file.read("", None)
    try:
        table = table_file.chosen(args)
        return host_settings.in_force(table, folder := table_file.data_folder(args.data, table)), folder
    except UserError as error:  # what is wrong with it is a part of the report
        return error, table_file.data_folder(args.data, table)


def versions() -> Iterator[str]:
    yield f"python {platform.python_version()}, {platform.platform()}"
    if MODEL.exists():
        yield MODEL.read_text("utf-8", "replace").strip("\0\n")
    for name in PACKAGES:
        with suppress(metadata.PackageNotFoundError):
            yield f"{name} {metadata.version(name)}"


def _table_file(table: TableFile | UserError) -> Iterator[str]:
    if isinstance(table, UserError):
        yield str(table)
        return
    yield f"# {table.path or 'the built-in one'}{', with a PIN' if table[rows.PIN] else ''}"
    yield written.shown(table.having({rows.PIN.key: ""}))


def kept(folder: Path) -> Iterator[str]:
    """Every file with its size, and how much is in each database."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield f"{path.stat().st_size:>10} bytes in {path.relative_to(folder)}"
    for name in check.DATABASES:
        try:
            for (found,) in _ask(folder, name, TABLES):
                ((number,),) = _ask(folder, name, f"SELECT count(*) FROM {found}")
                yield f"{number:>10} rows in {name}.{found}"
        except (StorageError, sqlite3.Error) as error:
            yield f"{name}: {error}"


def everybody(folder: Path) -> set[str]:
    """Every name that is kept anywhere."""
    names: set[str] = set()
    with suppress(StorageError, sqlite3.Error):
        names.update(name for (name,) in _ask(folder, "history", "SELECT name FROM player"))
    with suppress(StorageError, sqlite3.Error, ValueError):
        for (header,) in _ask(folder, "running", "SELECT header FROM match"):
            names.update(json.loads(header)["names"])
    return names - {""}


def _ask(folder: Path, name: str, query: str) -> list[tuple[str, ...]]:
    if not (folder / f"{name}.db").exists():
        return []
    with Folder.beside(folder) as beside:
        return beside.database(name, check.DATABASES[name]).execute(query).fetchall()


def anonymous(text: str) -> str:
    """Without the name of whoever owns the computer."""
    text = text.replace(str(Path.home()), "~")
    return re.sub(r"/(home|media|Users|run/user)/[^/\s\"']+", r"/\1/(user)", text)
