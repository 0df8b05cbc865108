"""The table file: what is on this table and how it behaves; read, completed by what ships, and checked.

    table = load(args.table)                    # --table FILE, $TAPIS_TABLE, the usual place, or built in
    volume = table[rows.VOLUME]                 # any setting, by its row

A file says only what differs from the default, of which the settings are rows (rows.py) and the readers are
default_hardware.toml. Each mistake is one sentence that names the file, the key and what to do.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from controller.errors import UserError, listed
from controller.outside import read_file
from controller.settings import rows
from controller.settings.rows import Row, quoted, unfit
from engine import games
from hardware import backends
from hardware.pads import WiringError
from hardware.wiring import Wiring

DEFAULT_HARDWARE = Path(__file__).with_name("default_hardware.toml")

Zones = Mapping[str, Mapping[str, tuple[str, ...]]]  # game → pad → the zones it stands for
T = TypeVar("T")


class TableFile(msgspec.Struct, frozen=True):
    """A whole table file, checked. *path* is None for the built-in one."""

    path: Path | None
    wiring: Wiring
    zones: Zones
    data: Path | None  # None: the usual place
    values: Mapping[str, Any]  # of every row, by its key

    def __getitem__(self, row: Row[T]) -> T:
        """What is in force of this setting."""
        return cast(T, self.values[row.key])

    @property
    def language(self) -> str:
        return self[rows.LANGUAGE]

    def having(self, changes: Mapping[str, object]) -> TableFile:
        """The same table with other values for these keys of rows; UserError if one does not fit."""
        checked = {row.key: row.checked(changes[row.key]) for row in rows.every() if row.key in changes}
        return msgspec.structs.replace(self, values={**self.values, **checked})

    def with_hub(self, port: str) -> TableFile:
        """The same table with its pads on the hub at *port*, whatever they were on."""
        pads = [{"name": pad.name} for pad in self.wiring.pads]
        panel = msgspec.to_builtins(self.wiring.panel)
        hub = {"backend": "hub", "pads": pads, "hub": {"port": port}, "panel": panel}
        return msgspec.structs.replace(self, wiring=backends.parse(hub))


# Where things are


def options(parser: argparse.ArgumentParser, *, hub: bool = True) -> None:
    """--table, --data and --hub, the same for every command that needs a table."""
    parser.add_argument("--table", type=Path, metavar="FILE", help="the table file (tapis config path)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where matches, scores and tags are kept")
    if hub:
        parser.add_argument("--hub", metavar="PORT", help="the pads are on the hub at this port")


def chosen(args: argparse.Namespace) -> TableFile:
    """The table that the options of the command line name."""
    table = load(args.table)
    port = getattr(args, "hub", None)
    if port and not Path(port).exists():
        raise UserError(f"--hub {port}: there is no such port; plug the hub in, or correct its name.")
    return table.with_hub(port) if port else table


def usual_path() -> Path:
    """Where the table file belongs: $TAPIS_TABLE, else the usual place."""
    if named := os.environ.get("TAPIS_TABLE"):
        return Path(named)
    return _xdg("XDG_CONFIG_HOME", ".config") / "table.toml"


def data_folder(option: Path | None, table: TableFile) -> Path:
    """The data folder: --data, else $TAPIS_DATA, else the table file's, else the usual place."""
    if option is not None:
        return option
    if named := os.environ.get("TAPIS_DATA"):
        return Path(named)
    return table.data or _xdg("XDG_DATA_HOME", ".local/share")


def _xdg(variable: str, otherwise: str) -> Path:
    folder = Path(os.environ.get(variable, ""))
    return (folder if folder.is_absolute() else Path.home() / otherwise) / "tapisvert"


# Reading


def load(path: Path | None = None) -> TableFile:
    """The table file at *path*, or at the usual place if there is one, or the built-in one."""
    if path is None:
        path = usual_path()
        if not path.exists():
            return read("", None)
    try:
        text = read_file(path)
    except OSError as error:
        why = error.strerror
        raise UserError(f"The table file {path} cannot be read ({why}): correct its name.") from None
    except UnicodeDecodeError:
        raise UserError(f"{path}: This is not text in UTF-8: save it as such.") from None
    return read(text, path)


def read(text: str, path: Path | None) -> TableFile:
    """The table that this text of a table file describes; UserError, in one sentence, if it is wrong."""
    try:
        return checked(_parsed(text), path)
    except (UserError, WiringError) as error:
        sentence = " ".join(str(error).split())  # a bad value may hold anything
        raise UserError(f"{path or 'table file'}: {sentence}") from None


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise UserError("This is not TOML: its brackets go too deep.") from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"This is not TOML: {error}; correct that.") from None
    except ValueError:
        raise UserError("This is not TOML: a number in it is far too long.") from None


def checked(file: Mapping[str, Any], path: Path | None) -> TableFile:
    """The table that this describes; UserError or WiringError, without the file's name, if it is wrong."""
    sections = rows.sections()
    own = [*(row.name for row in sections[""]), *filter(None, sections), "zones"]
    values = _values(file)
    hardware = {key: value for key, value in file.items() if key not in own}
    for key in hardware.keys() - {"backend", "pads", "panel"}:
        if key not in (known := [*own, "backend", "pads", "panel", *backends.names()]):
            raise UserError(_unknown("", key, known))
    wiring = backends.parse(_hardware(hardware))
    return TableFile(
        path=path,
        wiring=wiring,
        zones=_zones(file.get("zones", {}), [pad.name for pad in wiring.pads]),
        data=_folder(values[rows.DATA.key], path),
        values=values,
    )


def _values(file: Mapping[str, Any]) -> dict[str, Any]:
    """The value of every row: as the file has it, else its default."""
    values: dict[str, Any] = {}
    for section, known in rows.sections().items():
        part = file.get(section, {}) if section else file
        if not isinstance(part, dict):
            raise unfit(section, part, f"a section: write [{section}] and its keys below it")
        names = [row.name for row in known]
        for name in part if section else ():
            if name not in names:
                raise UserError(_unknown(section, name, names))
        values |= {row.key: row.checked(part.get(row.name, row.default)) for row in known}
    return values


def _hardware(file: Mapping[str, Any]) -> dict[str, Any]:
    """The hardware part; what ships completes it as far as it speaks of the same backend."""
    default = tomllib.loads(DEFAULT_HARDWARE.read_text("utf-8"))
    backend = file.get("backend", default["backend"])
    fits = {"panel"}
    if backends.load(backend).needs_only_names():
        fits.add("pads")
    if backend == default["backend"]:
        fits |= {"backend", backend}
    merged = {key: value for key, value in default.items() if key in fits}
    for key, value in file.items():
        both = isinstance(merged.get(key), dict) and isinstance(value, dict)
        merged[key] = {**merged[key], **value} if both else value
    return merged


def _zones(file: Any, pads: Sequence[str]) -> Zones:
    """The zones of every game: as the file has them, else by the order of the pads."""
    if not isinstance(file, dict):
        raise unfit("zones", file, f"a section for each game, as [zones.{games.names()[0]}]")
    for name in file:
        if name not in games.names():
            raise UserError(_unknown("zones", name, games.names(), "game"))
    return {
        name: _zones_of(name, file[name], pads) if name in file else layout(games.game(name).zones, pads)
        for name in games.names()
    }


def layout(zones: Sequence[str], pads: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Which pad stands for which of *zones* unless a file says so: the middle ones, or several on the last.

    >>> layout(["centre"], ["left", "middle", "right"])
    {'left': (), 'middle': ('centre',), 'right': ()}
    >>> layout(["blue", "yellow", "green"], ["left", "right"])
    {'left': ('blue',), 'right': ('yellow', 'green')}
    """
    first = max(0, len(pads) - len(zones)) // 2
    laid: dict[str, tuple[str, ...]] = dict.fromkeys(pads, ())
    for number, zone in enumerate(zones):
        laid[pads[min(first + number, len(pads) - 1)]] += (zone,)
    return laid


def _zones_of(game: str, section: Any, pads: Sequence[str]) -> dict[str, tuple[str, ...]]:
    where, zones = f"zones.{game}", games.game(game).zones
    if not isinstance(section, dict):
        raise unfit(where, section, f'a section of pads, as left = "{zones[0]}"')
    laid: dict[str, tuple[str, ...]] = dict.fromkeys(pads, ())
    for pad, value in section.items():
        if pad not in pads:
            raise UserError(_unknown(where, pad, pads, "pad"))
        named = value if isinstance(value, list) else [value]
        if not all(zone in zones for zone in named) or len(named) > len(set(map(str, named))):
            use = f"{listed(map(json.dumps, zones))}, a list of them, or []"
            raise unfit(f"{where}.{pad}", value, use)
        laid[pad] = tuple(named)
    for zone in zones:
        if not any(zone in stands_for for stands_for in laid.values()):
            raise UserError(f"{where}: no pad stands for {zone}: add it to one of them.")
    return laid


def _folder(data: str, path: Path | None) -> Path | None:
    if not data:
        return None
    try:
        return (path.parent if path else Path()).absolute() / Path(data).expanduser()
    except RuntimeError:
        raise UserError(f"data = {quoted(data)} names nobody's home: write the whole path.") from None


def _unknown(where: str, key: str, known: Sequence[str], what: str = "key") -> str:
    close = difflib.get_close_matches(key, known, n=1)
    hint = f"did you mean {close[0]}?" if close else f"use {listed(known)}."
    here = f"{where}: " if where else ""
    return f"{here}{quoted(key)} is no {what} here: {hint}"
