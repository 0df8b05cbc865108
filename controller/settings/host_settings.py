"""What the host changed on the screen: keys of the table file, which go before it.

    kept = HostSettings(file, folder)
    kept.change({**kept.changes, "display.volume": 30})    # on disk, and in kept.file

They are kept as `host.toml` in the data folder, so that the table file stays as its owner wrote it, twice and
with a checksum: where neither copy is as it was written the host's pages are locked, for nobody knows whether
there was a PIN. How often a wrong one was typed in a row is kept beside them.
"""

from __future__ import annotations

import contextlib
import tomllib
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import tomli_w

from controller.errors import UserError, listed
from controller.settings import rows
from controller.settings.pin import LOCKED
from controller.settings.rows import Row
from controller.settings.table_file import TableFile
from controller.storage.files import keep
from controller.storage.folder import HOST_FILE
from controller.view import SettingView

HEAD = "# {} Set on the screen by the host; it goes before the table file. To undo all: remove host.*toml.\n"
OLD_HEAD = (
    "# Set on the screen by the host; this goes before the table file. Remove it to undo all of that.\n"
)
COPY_FILE = "host.copy.toml"
ASIDE_FILE = "host.damaged.toml"
TRIES_FILE = "pin-tries"
MOST_TRIES = 50  # more make no difference
MANY_TRIES = 6  # what a number that cannot be read counts as: a wait of a minute

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
        """Read again what was changed, perhaps by a command beside us."""
        self.file, self.changes, _ = usable(self._owners, self._folder)

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
    """What was changed; UserError, in one sentence, if neither copy of it can be used."""
    texts = [_text(file) for file in _copies(folder)]
    if texts == [None, None]:
        return {}
    text = next((text for text in texts if text and _is_whole(text)), None)
    if text is None and texts[1] is None and texts[0]:  # an earlier version kept one, without a sum
        text = texts[0] if texts[0].startswith(OLD_HEAD) and texts[0].endswith("\n") else None
    try:
        if text is None:
            raise UserError("This is not as the table wrote it: remove it.")
        found = {
            f"{section}.{key}" if key else section: value
            for section, part in tomllib.loads(text).items()
            for key, value in (part.items() if isinstance(part, dict) else [("", part)])
        }
        _check_keys(found)
    except UserError as error:
        raise UserError(f"{path(folder)}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path(folder)} cannot be read ({error}): remove it.") from None
    return found


def _text(file: Path) -> str | None:
    """None: there is no such file."""
    try:
        return file.read_text("utf-8", "replace")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return ""


def _summed(body: str) -> str:
    return HEAD.format(f"{zlib.crc32(body.encode()):08x}") + body


def _is_whole(text: str) -> bool:
    return text == _summed(text.partition("\n")[2])


def _check_keys(changes: Changes) -> None:
    known = [row.key for row in rows.every() if row.label]
    for key in changes:
        if key not in known:
            raise UserError(f"{key} cannot be set on the screen, only {listed(known)}: remove it.")


def save(folder: Path, changes: Changes) -> None:
    """All of *changes*, and nothing else, is what was changed; on disk, twice, when this returns."""
    text = written(changes)
    keep(path(folder), text)
    keep(folder / COPY_FILE, text)


def written(changes: Changes) -> str:
    """*changes* as a file keeps them."""
    nested: dict[str, Any] = {}
    for key, value in changes.items():
        section, _, name = key.rpartition(".")
        (nested.setdefault(section, {}) if section else nested)[name] = value
    return _summed(tomli_w.dumps(nested))


def in_force(file: TableFile, folder: Path) -> TableFile:
    """The table file with what the host changed; UserError, naming host.toml, if that does not fit."""
    changes = load(folder)
    try:
        return file.having(changes)
    except UserError as error:
        raise UserError(f"{path(folder)}: {error}") from None


class Usable(NamedTuple):
    """What is in force as far as it can be used."""

    file: TableFile
    changes: Changes
    said: str  # a sentence for the host about what cannot; "": nothing


def usable(owners: TableFile, folder: Path) -> Usable:
    """The table file *owners* with what the host changed; without it, and locked, if that cannot be used."""
    try:
        changes = load(folder)
        return Usable(owners.having(changes), changes, "")
    except UserError as error:
        locked = {} if owners[rows.PIN] else {rows.PIN.key: LOCKED}
        who = (
            "open with the PIN of that file"
            if owners[rows.PIN]
            else "are locked until tapis config pin --reset"
        )
        said = f"{error} The table file counts instead, and the host's pages {who}."
        return Usable(owners.having(locked), locked, said)


def mend(owners: TableFile, folder: Path) -> Usable:
    """`usable`, with both copies right afterwards and what was wrong set aside, if the disk takes it."""
    found, texts = usable(owners, folder), [_text(file) for file in _copies(folder)]
    text = written(found.changes)
    if texts in ([None, None], [text, text]):
        return found
    said = found.said
    if not said and texts[1] is not None:  # an earlier version had no copy
        wrong = [
            file for file, text in zip(_copies(folder), texts, strict=True) if not (text and _is_whole(text))
        ]
        said = "".join(f"{file} was damaged or missing and was made again from its copy." for file in wrong)
    with contextlib.suppress(OSError, UserError):  # otherwise it stays as it is, and locked
        if found.said and texts[0] is not None:
            path(folder).replace(folder / ASIDE_FILE)
        save(folder, found.changes)
    return found._replace(said=said)


def _copies(folder: Path) -> tuple[Path, Path]:
    return path(folder), folder / COPY_FILE


# Wrong PINs


def tries(folder: Path) -> int:
    """So many wrong PINs were typed in a row."""
    try:
        return min(max(int((folder / TRIES_FILE).read_text("ascii")), 0), MOST_TRIES)
    except FileNotFoundError:
        return 0
    except (OSError, ValueError):
        return MANY_TRIES


def keep_tries(folder: Path, number: int) -> None:
    keep(folder / TRIES_FILE, f"{number}\n")
