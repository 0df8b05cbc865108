"""Files of the data folder: written whole or not at all, and for nobody but whom the folder is given to.

write(path, text)                           # OSError
keep(path, text)                            # the same, with a StorageError in one sentence
open(path, "ab", opener=private)
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import stat
from collections.abc import Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import IO

from controller.storage.database import StorageError

ALONE, SHARED = 0o600, 0o660  # modes of a file


def private(path: str, flags: int) -> int:
    """Opens a file so that its owner alone may read it: the group too in a folder that is given to one.

    The installed table's folder has the set-group-id bit: whoever is in its group looks after the table.
    """
    return os.open(path, flags, _mode(os.stat(os.path.dirname(path) or ".")))


def _mode(folder: os.stat_result) -> int:
    return SHARED if folder.st_mode & stat.S_ISGID else ALONE


def make_private(folder: Path, ours: Sequence[str]) -> None:
    """Nobody else reads what is called like one of *ours*: an earlier version may have left it open to all.

    Nor looks into *folder*, unless there is something else in it.
    """
    mode, found = _mode(folder.stat()), [*folder.iterdir()]
    known = [path for path in found if any(fnmatch(path.name, name) for name in ours)]
    for path in known:
        for file in path.iterdir() if path.is_dir() else [path]:
            _restrict(file, mode)
    if known == found and mode == ALONE:
        _restrict(folder, 0o700)


def _restrict(path: Path, mode: int) -> None:
    with contextlib.suppress(OSError):  # it may be somebody else's, or on a disk that cannot be written
        now = stat.S_IMODE(path.lstat().st_mode)
        if now & ~mode and not path.is_symlink():
            path.chmod(now & mode)


def write(path: Path, text: str) -> None:
    """*text* is the whole file: the old one or the new one is there whenever the power goes; OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    copy(io.BytesIO(text.encode()), path)


def keep(path: Path, text: str) -> None:
    """`write`, with a StorageError, in one sentence, if the disk does not take it."""
    try:
        write(path, text)
    except OSError as error:
        raise StorageError(f"{path} cannot be written ({error.strerror}): check the disk.") from None


def copy(original: IO[bytes], path: Path) -> None:
    """*path* is what *original* is: all of it, or as it was. No link is followed."""
    partial = path.with_suffix(".partial")
    partial.unlink(missing_ok=True)
    with open(partial, "xb", opener=private) as new:
        shutil.copyfileobj(original, new)
        new.flush()
        os.fsync(new.fileno())
    partial.replace(path)
    sync(path.parent)


def sync(folder: Path) -> None:
    """Names in *folder* stay as they are now; without this the old ones could come back."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
