"""A few numbers kept apart from the databases: how far each had come, so that a lost end is noticed.

    marks = Marks(folder / "marks")
    marks.put("registry", 110)
    marks.get("registry")                       # 110; None: nobody knows

One sector, written in place and with a checksum, and nobody waits for the disk to have it: after a power cut
it may be of a moment before, never of one after, what the databases hold.
"""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from pathlib import Path
from typing import Any

from controller.storage.files import private

SIZE = 512  # bytes


class Marks:
    def __init__(self, path: Path | None = None) -> None:
        """*path* may be missing; None: they are forgotten with this object."""
        self.damaged = False  # the file was not what `put` had written
        self._values: dict[str, Any] = {}
        self._file: int | None = None
        if path is None:
            return
        with contextlib.suppress(OSError):
            self._file = private(str(path), os.O_RDWR | os.O_CREAT)
            text = os.pread(self._file, SIZE, 0)
            found = _read(text)
            self.damaged = bool(text) and found is None
            self._values = found or {}

    def get(self, name: str) -> Any:
        return self._values.get(name)

    def put(self, name: str, value: Any) -> None:
        """Keep it, as far as the disk takes it."""
        if self._values.get(name) == value:
            return
        self._values[name] = value
        if self._file is not None:
            with contextlib.suppress(OSError):
                new = not os.fstat(self._file).st_size
                os.pwrite(self._file, _written(self._values), 0)
                if new:  # its place on the disk is waited for, this once: later it is only written over
                    os.fsync(self._file)

    def take(self, other: Marks) -> None:
        for name, value in other._values.items():
            self.put(name, value)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _written(values: dict[str, Any]) -> bytes:
    text = json.dumps(values, separators=(",", ":")).encode()
    line = b"%08x %s" % (zlib.crc32(text), text)
    assert len(line) < SIZE, "there are only a few"
    return line.ljust(SIZE - 1) + b"\n"


def _read(content: bytes) -> dict[str, Any] | None:
    """What `_written` made of it; None: it did not make this."""
    checksum, _, text = content.rstrip().partition(b" ")
    if len(content) != SIZE or checksum != b"%08x" % zlib.crc32(text):
        return None
    return dict(json.loads(text))
