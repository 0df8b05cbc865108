"""The log: what happened at the table, one JSON object a line, to find out what went wrong.

    log = Log(folder, wall, clock)
    log.note("start", version="0.1.0")
    log.log_changes(view); log.hear(effect)    # what is worth a line becomes one
    log.write()                                # off the way of a ruling: once a turn, after the screen

It tells what was ruled, but neither on which card nor for whom: no card, no name. A few small files are kept
and the oldest goes. A log that cannot be written is said once and disturbs nobody; it goes on when it can.
"""

from __future__ import annotations

import json
import logging
import re
import time
import traceback
from collections.abc import Callable, Collection
from contextlib import closing
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from controller.outside import escaped
from controller.storage.files import private
from controller.view import Effect, Ruled, TableView

NAME = "tapis.log"
LARGEST = 256 * 1024  # bytes in a file, but for accents in the last lines
FILES = 4
LONGEST = 16 * 1024  # characters of one text: a recursion's traceback has no end
GUEST = "(guest)"
CODES = frozenset(  # what is written under these is a number or a word of the program's
    "at up what move zone refusal events code pad mode id game seats options error backend pads language "
    "tapis python system version lines fits".split()
)


class _Files(RotatingFileHandler):
    """Raises what the handler would print."""

    terminator = ""

    def _open(self) -> Any:
        return open(self.baseFilename, self.mode, encoding=self.encoding, errors=self.errors, opener=private)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        raise


class Log:
    """May be used while its folder cannot be written: *say* is then given one sentence, once."""

    def __init__(
        self,
        folder: Path,
        wall: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
        say: Callable[[str], object] = lambda sentence: None,
    ) -> None:
        self._path = folder / NAME
        self._wall, self._clock, self._say = wall, clock, say
        self._files = _Files(self._path, "a", LARGEST, FILES - 1, "utf-8", delay=True, errors="replace")
        self._lines: list[str] = []
        self._view = TableView()
        self._said = False  # that nothing can be written
        self._missed = 0  # lines since then

    # What is worth a line

    def note(self, what: str, **about: Any) -> None:
        """Kept until `write`; *about* must not name a guest or a card."""
        self._lines.append(self._line(what, about))

    def _line(self, what: str, about: dict[str, Any]) -> str:
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self._wall()))
        line = {"at": now, "up": round(self._clock(), 2), "what": what, **about}
        return escaped(json.dumps(line, ensure_ascii=False, separators=(",", ":"))) + "\n"

    def hear(self, effect: Effect) -> None:
        """A ruling: what kind of move, where, and what came of it in codes."""
        if isinstance(effect, Ruled):
            about: dict[str, Any] = {"move": next(iter(effect.line), "")}
            if isinstance(zone := effect.line.get("zone"), str):
                about["zone"] = zone
            if effect.refusal:
                about["refusal"] = effect.refusal
            self.note("ruled", **about, events=[event["kind"] for event in effect.events])

    def log_changes(self, view: TableView) -> None:
        """Troubles, modes and matches that *view* has and the last one had not."""
        before, self._view = self._view, view
        if view is before:
            return
        for trouble in view.troubles:
            if trouble not in before.troubles:
                self.note("fault", code=trouble.code, pad=trouble.pad, detail=trouble.detail)
        for trouble in before.troubles:
            if trouble not in view.troubles:
                self.note("cured", code=trouble.code, pad=trouble.pad)
        if view.mode is not before.mode:
            self.note("mode", mode=view.mode.value)
        one, other = before.match, view.match
        if other and (one is None or one.id != other.id):
            house_rules = sorted(other.options)
            self.note("match", id=other.id, game=other.game, seats=len(other.names), options=house_rules)

    def crash(self, error: BaseException) -> None:
        """An exception that was not foreseen; guests are not named."""
        trace = "".join(traceback.format_exception(error))[-LONGEST:]
        self.note("crash", error=type(error).__name__, trace=without_names(trace, names_in(self._view)))

    # On disk

    def write(self) -> None:
        """Never fails and never waits for the disk to have it: the system writes when it likes."""
        if not self._lines:
            return
        lines, self._lines = self._lines, []
        text = "".join(lines)
        if self._missed:  # and the last line in the file may be half of one
            text = "\n" + self._line("missed", {"lines": self._missed}) + text
        try:
            with closing(self._files):  # open no longer than this, for the file may be taken away
                self._files.emit(logging.makeLogRecord({"msg": text}))
            self._missed = 0
        except OSError as error:
            self._missed += len(lines)
            if not self._said:
                self._said = True
                why = error.strerror
                self._say(f"The log {self._path} cannot be written ({why}): the table works without it.")


def last_lines(folder: Path, most: int) -> list[str]:
    """The newest lines in *folder*, the oldest of them first."""
    texts = [path.read_text("utf-8", "replace") for path in reversed(files(folder))]
    return [line for text in texts for line in text.split("\n") if line][-most:]


def files(folder: Path) -> list[Path]:
    """The log's files that are there, the newest first."""
    paths = [folder / NAME, *(folder / f"{NAME}.{number}" for number in range(1, FILES))]
    return [path for path in paths if path.exists()]


def names_in(view: TableView) -> set[str]:
    """Everybody whom the table knows by name just now."""
    matches = [view.match.names] if view.match else []
    matches += [kept.names for kept in view.resumable] + [played.names for played in view.last]
    return {*view.guests, *(name for names in matches for name in names)} - {""}


def without_names_in(line: str, names: Collection[str]) -> str:
    """A line of the log with *names* struck out of what may name somebody, and its codes as they are."""
    try:
        found = json.loads(line)
        free = {key: value for key, value in found.items() if key not in CODES}
    except (ValueError, AttributeError):  # half a line
        return without_names(line, names)
    struck = json.loads(without_names(json.dumps(free, ensure_ascii=False), names))
    return json.dumps({**found, **struck}, ensure_ascii=False, separators=(",", ":"))


def without_names(text: str, names: Collection[str]) -> str:
    """*text* with each of *names* struck out, wherever it stands as a word, in whatever case."""
    if not names:
        return text
    pattern = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))  # the longest first
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", GUEST, text, flags=re.IGNORECASE)
