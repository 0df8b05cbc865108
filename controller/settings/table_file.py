"""The table file: what is on this table and how it behaves; read, completed by what ships, and checked.

    table = load(args.table)                    # --table FILE, $TAPIS_TABLE, the usual place, or built in
    wiring = table.wiring                       # for hardware.build.build
    folder = data_folder(args.data, table)
    settings = table.settings(decks.owned(folder))

A file says only what differs from default_table.toml. Each mistake is one sentence that names the file, the
key and what to do.
"""

from __future__ import annotations

import argparse
import datetime
import difflib
import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from controller.errors import UserError, listed
from controller.languages import CODES
from controller.table.settings import Settings
from engine import games
from engine.cards import Deck
from hardware import backends
from hardware.pads import WiringError
from hardware.wiring import Wiring

DEFAULT = Path(__file__).with_name("default_table.toml")
OWN_SECTIONS = ("display", "kiosk", "timings")
OWN = ("language", "data", *OWN_SECTIONS)

Seconds = Annotated[float, Meta(ge=0, le=86400, description="a number of seconds from 0 to 86400")]
Pixels = Annotated[int, Meta(ge=200, le=8000)]
TIME = "([01][0-9]|2[0-3]):[0-5][0-9]"


class _Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the file; the description of a key ends the sentence about a bad value."""


class Display(_Section, frozen=True):
    size: Annotated[tuple[Pixels, Pixels], Meta(description="width and height in pixels, as in [1024, 600]")]
    fullscreen: Annotated[bool, Meta(description="true or false")]
    orientation: Annotated[Literal["normal", "flat"], Meta(description='"normal" or "flat"')]
    volume: Annotated[int, Meta(ge=0, le=100, description="a whole number from 0 to 100")]
    motion: Annotated[bool, Meta(description="true or false")]


class Kiosk(_Section, frozen=True):
    attract_after: Seconds
    blank: Annotated[
        str, Meta(pattern=rf"^({TIME}-{TIME})?\Z", description='two times of day, as in "23:30-07:00", or ""')
    ]
    pin: Annotated[
        str,
        Meta(
            pattern=r"^(scrypt-[0-9a-f]{16}-[0-9a-f]{64})?\Z",
            description='what `tapis config pin` prints, or ""',
        ),
    ]

    def is_blank(self, now: datetime.time) -> bool:
        """Whether the screen is to be dark at that time of day."""
        if not self.blank:
            return False
        begins, ends = map(datetime.time.fromisoformat, self.blank.split("-"))
        return begins <= now < ends if begins <= ends else not ends <= now < begins


class Timings(_Section, frozen=True):
    dwell: Annotated[float, Meta(ge=0.05, le=2, description="a number of seconds from 0.05 to 2")]
    clear: Annotated[float, Meta(ge=0.1, le=5, description="a number of seconds from 0.1 to 5")]
    ninja_lapse: Seconds
    abandon_after: Seconds
    guests_days: Annotated[int, Meta(ge=1, le=3650, description="a whole number from 1 to 3650")]


class _Own(_Section, frozen=True):
    """The file without hardware and zones."""

    language: Annotated[
        str,
        Meta(pattern=rf"^({'|'.join(CODES)})\Z", description=listed(f'"{code}"' for code in CODES)),
    ]
    data: Annotated[str, Meta(pattern=r"^[^\x00]*\Z", description='the path of a folder, or ""')]
    display: Display
    kiosk: Kiosk
    timings: Timings


Zones = Mapping[str, Mapping[str, tuple[str, ...]]]  # game → pad → the zones it stands for


class TableFile(msgspec.Struct, frozen=True):
    """A whole table file, checked. *path* is None for the built-in one."""

    path: Path | None
    wiring: Wiring
    zones: Zones
    language: str
    data: Path | None  # None: the usual place
    display: Display
    kiosk: Kiosk
    timings: Timings

    def settings(self, decks: Mapping[str, Deck], *, demo: bool = False) -> Settings:
        """What the table itself needs of it; *decks* are those completed by their owner."""
        return Settings(
            pads=tuple(pad.name for pad in self.wiring.pads),
            zones=self.zones,
            dwell=self.timings.dwell,
            clear=self.timings.clear,
            ninja_lapse=self.timings.ninja_lapse,
            abandon_after=self.timings.abandon_after,
            language=self.language,
            simulated=self.wiring.simulated,
            demo=demo,
            decks=decks,
        )

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
        text = path.read_text("utf-8")
    except OSError as error:
        raise UserError(
            f"The table file {path} cannot be read ({error.strerror}): correct its name."
        ) from None
    except UnicodeDecodeError:
        raise UserError(f"{path}: This is not text in UTF-8: save it as such.") from None
    return read(text, path)


def read(text: str, path: Path | None) -> TableFile:
    """The table that this text of a table file describes; UserError, in one sentence, if it is wrong."""
    try:
        return _checked(_parsed(text), path)
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


def _checked(file: Mapping[str, Any], path: Path | None) -> TableFile:
    default = tomllib.loads(DEFAULT.read_text("utf-8"))
    for key in file:
        if key not in default and key not in (known := [*default, *backends.names()]):
            raise UserError(_unknown("", key, known))
    own = _own(_merged({key: value for key, value in default.items() if key in OWN}, file, OWN))
    wiring = backends.parse(_hardware(file, default))
    return TableFile(
        path=path,
        wiring=wiring,
        zones=_zones(file.get("zones", {}), [pad.name for pad in wiring.pads]),
        language=own.language,
        data=_folder(own.data, path),
        display=own.display,
        kiosk=own.kiosk,
        timings=own.timings,
    )


def changed(table: TableFile, changes: Mapping[str, Any]) -> TableFile:
    """*table* with these keys of the file, beside hardware and zones; UserError if one does not fit."""
    base = {"language": table.language, "data": "", **{key: _plain(table, key) for key in OWN_SECTIONS}}
    own = _own(_merged(base, changes, OWN))
    return msgspec.structs.replace(
        table, language=own.language, display=own.display, kiosk=own.kiosk, timings=own.timings
    )


def _plain(table: TableFile, section: str) -> Any:
    return msgspec.to_builtins(getattr(table, section))


def _own(file: Mapping[str, Any]) -> _Own:
    try:
        return msgspec.convert(file, _Own)
    except msgspec.ValidationError as error:
        complaint, _, place = str(error).partition(" - at `$")
    names = re.findall(r"\w+", place.split("[")[0])
    value: Any = file
    kind: Any = _Own
    for name in names:
        value = value[name]
        kind = next(field.type for field in msgspec.structs.fields(kind) if field.name == name)
    key = ".".join(names)
    if found := re.match(r"Object contains unknown field `(.*)`$", complaint):
        raise UserError(_unknown(key, found[1], [field.name for field in msgspec.structs.fields(kind)]))
    _, described = get_args(kind) or (None, None)
    use = described.description if described else f"a section: write [{key}] and its keys below it"
    raise UserError(f"{key} = {_said(value)} does not fit: use {use}.")


def _hardware(file: Mapping[str, Any], default: Mapping[str, Any]) -> dict[str, Any]:
    """The hardware part; what ships completes it as far as it speaks of the same backend."""
    backend = file.get("backend", default["backend"])
    fits = {"panel"}
    if backends.load(backend).needs_only_names():
        fits.add("pads")
    if backend == default["backend"]:
        fits |= {"backend", backend}
    keys = [key for key in file if key not in (*OWN, "zones")]
    return _merged({key: value for key, value in default.items() if key in fits}, file, keys)


def _merged(base: Mapping[str, Any], file: Mapping[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    """*base*, with whatever *file* says of these keys; sections are completed, anything else is replaced."""
    merged = dict(base)
    for key in file.keys() & keys:
        both = isinstance(base.get(key), dict) and isinstance(file[key], dict)
        merged[key] = {**base[key], **file[key]} if both else file[key]
    return merged


def _zones(file: Any, pads: Sequence[str]) -> Zones:
    """The zones of every game: as the file has them, else by the order of the pads."""
    if not isinstance(file, dict):
        raise UserError(
            f"zones = {_said(file)} does not fit: use a section for each game, as [zones.thirteen]."
        )
    for name in file:
        if name not in games.NAMES:
            raise UserError(_unknown("zones", name, games.NAMES, "game"))
    return {
        name: _zones_of(name, file[name], pads) if name in file else layout(games.game(name).zones, pads)
        for name in games.NAMES
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
        raise UserError(
            f'{where} = {_said(section)} does not fit: use a section of pads, as left = "{zones[0]}".'
        )
    laid: dict[str, tuple[str, ...]] = dict.fromkeys(pads, ())
    for pad, value in section.items():
        if pad not in pads:
            raise UserError(_unknown(where, pad, pads, "pad"))
        named = value if isinstance(value, list) else [value]
        if not all(zone in zones for zone in named) or len(named) > len(set(map(str, named))):
            raise UserError(
                f"{where}.{pad} = {_said(value)} does not fit: use {listed(map(json.dumps, zones))}, "
                "a list of them, or []."
            )
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
        raise UserError(f"data = {_said(data)} names nobody's home: write the whole path.") from None


def _unknown(where: str, key: str, known: Sequence[str], what: str = "key") -> str:
    close = difflib.get_close_matches(key, known, n=1)
    hint = f"did you mean {close[0]}?" if close else f"use {listed(known)}."
    here = f"{where}: " if where else ""
    return f"{here}{_said(key)} is no {what} here: {hint}"


def _said(value: object) -> str:
    said = json.dumps(value, ensure_ascii=False, default=str)
    return said if len(said) <= 60 else f"{said[:57]}..."


# Writing


def show(table: TableFile) -> str:
    """The whole table as a table file, nothing left out."""
    hardware = table.wiring.to_table()
    rest = {
        "language": table.language,
        "data": str(table.data or ""),
        **hardware,
        "zones": {
            game: {pad: list(zones) for pad, zones in laid.items()} for game, laid in table.zones.items()
        },
        **{key: _plain(table, key) for key in OWN_SECTIONS},
    }
    return "\n".join(_lines(rest, "")).lstrip("\n") + "\n"


def _lines(section: Mapping[str, Any], name: str) -> Iterator[str]:
    """A section as lines of TOML: its plain keys, then the sections in it."""
    for key, value in section.items():
        if value is not None and not _is_section(value):
            yield f"{key} = {to_toml(value)}"
    for key, value in section.items():
        if not _is_section(value):
            continue
        inner = f"{name}{key}"
        for part in value if isinstance(value, (list, tuple)) else [value]:
            if any(not _is_section(plain) for plain in part.values()):
                yield from ("", f"[[{inner}]]" if part is not value else f"[{inner}]")
            yield from _lines(part, f"{inner}.")


def _is_section(value: object) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, (list, tuple)) and bool(value) and isinstance(value[0], dict)
    )


def to_toml(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(to_toml, value))}]"
    # JSON writes strings, numbers and truths as TOML does, but for one character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
