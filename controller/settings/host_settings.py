"""What the host changed on the screen: keys of the table file, which go before it.

    kept = HostSettings(file, folder)
    kept.change({**kept.changes, "display.volume": 30})    # on disk, and in kept.file

They are kept as `host.toml` in the data folder, so that the table file stays as its owner wrote it. How often
a wrong PIN was typed in a row is kept beside it.
"""

from __future__ import annotations

import contextlib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli_w

from controller.errors import UserError, listed
from controller.settings import rows
from controller.settings.rows import Row
from controller.settings.table_file import TableFile
from controller.storage.files import keep
from controller.storage.folder import HOST_FILE
from controller.view import SettingView

HEAD = "# Set on the screen by the host; this goes before the table file. Remove it to undo all of that.\n"
TRIES_FILE = "pin-tries"

Changes = Mapping[str, Any]  # key of the table file, with its section → value


class HostSettings:
    """The settings of a running table: as its owner wrote them, and as the host changed them."""

    def __init__(self, owners: TableFile, folder: Path) -> None:
        """*owners* is the table file as its owner wrote it; *folder* keeps what is changed."""
        self.file = owners  # in force
        self.changes: Changes = {}
        self._owners = owners
        self._folder = folder
        self.reload()

    def reload(self) -> None:
        """Read again what was changed, perhaps by a command beside us; what cannot be read is left out."""
        with contextlib.suppress(UserError):
            changes = load(self._folder)
            self.file, self.changes = self._owners.having(changes), changes

    def change(self, wanted: Changes) -> list[Row[Any]]:
        """*wanted* is all that is changed now: checked, on disk, and then in force.

        The rows whose value is another one than before are returned. UserError if a value does not fit,
        StorageError if the disk does not take it; then everything is as before.
        """
        _check_keys(wanted)
        file = self._owners.having(wanted)
        kept = {key: file.values[key] for key in wanted if file.values[key] != self._owners.values[key]}
        save(self._folder, kept)
        before, self.file, self.changes = self.file, file, kept
        return [row for row in rows.every() if file[row] != before[row]]

    @property
    def changed(self) -> tuple[str, ...]:
        """The labels of what is changed."""
        return tuple(row.label for row in rows.every() if row.key in self.changes)


def setting_views(file: TableFile) -> tuple[SettingView, ...]:
    """What the host's pages offer to change, and how it stands."""
    return tuple(
        SettingView(row.key, row.page, row.caption, row.widget, file[row])
        for row in rows.every()
        if row.widget
    )


def path(folder: Path) -> Path:
    return folder / HOST_FILE


def load(folder: Path) -> Changes:
    """What was changed; UserError, in one sentence, if the file cannot be read."""
    where = path(folder)
    try:
        found = {
            f"{section}.{key}" if key else section: value
            for section, part in tomllib.loads(where.read_text("utf-8")).items()
            for key, value in (part.items() if isinstance(part, dict) else [("", part)])
        }
        _check_keys(found)
    except FileNotFoundError:
        return {}
    except UserError as error:
        raise UserError(f"{where}: {error}") from None
    except (OSError, ValueError, RecursionError) as error:
        raise UserError(f"{where} cannot be read ({error}): remove it.") from None
    return found


def _check_keys(changes: Changes) -> None:
    known = [row.key for row in rows.every() if row.label]
    for key in changes:
        if key not in known:
            raise UserError(f"{key} cannot be set on the screen, only {listed(known)}: remove it.")


def save(folder: Path, changes: Changes) -> None:
    """All of *changes*, and nothing else, is what was changed; on disk when this returns."""
    nested: dict[str, Any] = {}
    for key, value in changes.items():
        section, _, name = key.rpartition(".")
        (nested.setdefault(section, {}) if section else nested)[name] = value
    keep(path(folder), HEAD + tomli_w.dumps(nested))


def in_force(file: TableFile, folder: Path) -> TableFile:
    """The table file with what the host changed; UserError, naming host.toml, if that does not fit."""
    changes = load(folder)
    try:
        return file.having(changes)
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
        return int((folder / TRIES_FILE).read_text("ascii"))
    except (OSError, ValueError):
        return 0


def keep_tries(folder: Path, number: int) -> None:
    keep(folder / TRIES_FILE, f"{number}\n")
