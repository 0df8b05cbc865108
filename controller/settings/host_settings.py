"""What the host changed on the screen: a few keys of the table file, which go before it.

    changes = load(folder)                                 # {"display.volume": 30}
    file = overlaid(file, changes)
    save(folder, changes | {"kiosk.blank": "23:30-07:00"})

They are kept as `host.toml` in the data folder, so that the table file stays as its owner wrote it. How often
a wrong PIN was typed in a row is kept beside it.
"""

from __future__ import annotations

import contextlib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from controller.errors import UserError, listed
from controller.settings import table_file
from controller.settings.table_file import TableFile
from controller.storage.folder import StorageError, write

KEYS = (
    "language",
    "display.volume",
    "display.fullscreen",
    "kiosk.attract_after",
    "kiosk.blank",
    "kiosk.pin",
)
HEAD = "# Set on the screen by the host; this goes before the table file. Remove it to undo all of that.\n"

Changes = Mapping[str, Any]  # key of the table file, with its section → value


def path(folder: Path) -> Path:
    return folder / "host.toml"


def load(folder: Path) -> Changes:
    """What was changed; UserError, in one sentence, if the file cannot be read."""
    where = path(folder)
    try:
        found = _flat(tomllib.loads(where.read_text("utf-8")))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise UserError(f"{where} cannot be read ({error}): remove it.") from None
    for key in found:
        if key not in KEYS:
            raise UserError(f"{where}: {key} cannot be set on the screen, only {listed(KEYS)}: remove it.")
    return found


def _flat(file: Mapping[str, Any]) -> dict[str, Any]:
    return {
        f"{section}.{key}" if key else section: value
        for section, part in file.items()
        for key, value in (part.items() if isinstance(part, dict) else [("", part)])
    }


def save(folder: Path, changes: Changes) -> None:
    """All of *changes*, and nothing else, is what was changed; on disk when this returns."""
    text = HEAD + "".join(f"{key} = {table_file.to_toml(value)}\n" for key, value in changes.items())
    _write(path(folder), text)


def _write(where: Path, text: str) -> None:
    try:
        write(where, text)
    except OSError as error:
        raise StorageError(f"{where} cannot be written ({error.strerror}): check the disk.") from None


def overlaid(file: TableFile, changes: Changes) -> TableFile:
    """*file* with these changes; UserError, in one sentence, if one does not fit."""
    nested: dict[str, Any] = {}
    for key, value in changes.items():
        section, _, name = key.rpartition(".")
        (nested.setdefault(section, {}) if section else nested)[name] = value
    return table_file.changed(file, nested)


def values(file: TableFile) -> Changes:
    """What *file* says of every key that can be changed."""
    return {
        "language": file.language,
        "display.volume": file.display.volume,
        "display.fullscreen": file.display.fullscreen,
        "kiosk.attract_after": file.kiosk.attract_after,
        "kiosk.blank": file.kiosk.blank,
        "kiosk.pin": file.kiosk.pin,
    }


def in_force(file: TableFile, folder: Path) -> TableFile:
    """The table file with what the host changed; UserError, naming host.toml, if that does not fit."""
    changes = load(folder)
    try:
        return overlaid(file, changes)
    except UserError as error:
        raise UserError(f"{path(folder)}: {error}") from None


def set_aside(folder: Path) -> str:
    """Out of the way with a file that is wrong; a sentence for the host."""
    aside = path(folder).with_name("host.damaged.toml")
    with contextlib.suppress(OSError):
        path(folder).replace(aside)
    return f"What was set on the screen could not be read: it is now in {aside}, and the table file counts."


# Wrong PINs


def tries(folder: Path) -> int:
    """So many wrong PINs were typed in a row."""
    try:
        return int(_tries(folder).read_text("ascii"))
    except (OSError, ValueError):
        return 0


def keep_tries(folder: Path, number: int) -> None:
    _write(_tries(folder), f"{number}\n")


def _tries(folder: Path) -> Path:
    return folder / "pin-tries"
