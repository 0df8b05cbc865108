"""How often the table broke down in a row: what did so twice is not tried a third time.

    crashes = Crashes(folder)
    crashes.count, crashes.add(), crashes.clear()

A power cut is no crash: the file is written only by a program that ends because of an exception.
"""

from __future__ import annotations

import contextlib
import traceback
from pathlib import Path

MOST = 2  # so many, and the next start leaves the matches that are kept alone
HEALTHY_S = 60.0  # a table that worked for so long has got over it


class Crashes:
    def __init__(self, folder: Path) -> None:
        self._path = folder / "crashed"
        self.count = 0
        with contextlib.suppress(OSError, ValueError):
            self.count = int(self._path.read_text("ascii")[:4])

    def add(self) -> None:
        self.count += 1
        with contextlib.suppress(OSError):
            self._path.write_text(f"{self.count}\n", "ascii")

    def clear(self) -> None:
        if self.count:
            self.count = 0
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)


def surprised(error: Exception) -> str:
    """One sentence for what should not have happened."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(place.filename).name}, line {place.lineno}"
    what = f"Something went wrong that should not ({type(error).__name__} in {where})"
    return f"{what}; the game is safe: go on or start again, and send what tapis support writes."
