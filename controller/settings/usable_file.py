"""A table file that nobody is there to correct: what can be used of it counts, the rest is said and left out.

    file, said, has_pads = usable()             # of $TAPIS_TABLE or the usual place

For the table that starts by itself. Whoever names a file on the command line hears what is wrong with it and
corrects it; `tapis config check` does the same with this one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from controller.errors import UserError
from controller.settings import rows, table_file
from controller.settings.pin import LOCKED
from controller.settings.table_file import TableFile
from hardware.pads import WiringError

PART = re.compile(r"^(?=[ \t]*\[)", re.MULTILINE)  # where a section begins
MAYBE_A_PIN = "scrypt"


class Usable(NamedTuple):
    file: TableFile
    said: tuple[str, ...] = ()  # a sentence for everything that was left out
    has_pads: bool = True  # False: what it says of readers was left out, and cards are chosen on the screen


def usable() -> Usable:
    """What is in force of the table file that nobody named; never raises."""
    try:
        return Usable(table_file.load())
    except UserError as error:
        return salvaged(table_file.usual_path(), str(error))


def salvaged(path: Path, why: str) -> Usable:
    """What can be used of the file at *path*, which cannot be used as a whole because of *why*."""
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError:
        built_in = table_file.read("", None).having({rows.PIN.key: LOCKED})
        return Usable(built_in, (f"{why} What ships counts, and the host's pages are locked.",), False)
    parts, said = _parts(text)
    used: dict[str, Any] = {}
    has_pads, locked = True, MAYBE_A_PIN in text and not parts.get("kiosk", {}).get("pin")
    for key, part in _one_by_one(parts):
        try:
            together = _joined(used, part)
            table_file.checked(together, path)
        except (UserError, WiringError) as error:
            said.append(" ".join(str(error).split()))
            has_pads, locked = has_pads and key != "hardware", locked or key == rows.PIN.key
        else:
            used = together
    file = table_file.checked(used, path)
    if locked:
        file = file.having({rows.PIN.key: LOCKED})
        said.append("A PIN may have been in what cannot be read, so the host's pages are locked.")
    if not has_pads:
        said.append("No pads are used: cards are chosen on the screen.")
    return Usable(file, tuple(f"{path}: {sentence}" for sentence in said), has_pads)


def _parts(text: str) -> tuple[dict[str, Any], list[str]]:
    """The sections of *text* that are TOML, together, and a sentence about each other."""
    found: dict[str, Any] = {}
    said = []
    for part in PART.split(text):
        try:
            found = _joined(found, tomllib.loads(part))
        except (ValueError, RecursionError):
            named = part.strip().partition("\n")[0][:60]
            said.append(f"The part that begins with {named!r} is not TOML and is left out: correct it.")
    return found, said


def _joined(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Both; of sections with the same name, what is in either, and of lists one after the other."""
    joined = dict(one)
    for key, value in other.items():
        before = joined.get(key)
        if isinstance(before, dict) and isinstance(value, dict):
            joined[key] = _joined(before, value)
        else:
            joined[key] = before + value if isinstance(before, list) and isinstance(value, list) else value
    return joined


def _one_by_one(parts: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a file says, piece by piece: its hardware as one, each setting, the zones of each game."""
    sections = rows.sections()
    settings = {*sections, *(row.name for row in sections[""]), "zones"}
    hardware = {key: value for key, value in parts.items() if key not in settings}
    if hardware:
        yield "hardware", hardware
    for key in parts.keys() & settings:
        if isinstance(parts[key], dict):
            yield from ((f"{key}.{name}", {key: {name: value}}) for name, value in parts[key].items())
        else:
            yield key, {key: parts[key]}
