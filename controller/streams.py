"""stdin, stdout and stderr, whatever they were made: closed, a pipe that somebody shuts, a terminal of 1975.

with orderly():            # around a command
    print("Zoé")           # "Zoe" where there is no é; a control character arrives as \\u001b
    say_json({"ok": True})
"""

from __future__ import annotations

import codecs
import contextlib
import io
import json
import os
import sys
import unicodedata
from collections.abc import Iterator
from typing import Any

from controller.errors import UserError
from controller.outside import escaped

FALLBACK = "tapis.fallback"
PLAIN = str.maketrans({"’": "'", "–": "-", "—": "-", "…": "...", "«": '"', "»": '"', "·": "-", "\u202f": " "})


def _fallback(error: UnicodeError) -> tuple[str, int]:
    """What comes nearest to characters that an encoding does not have."""
    assert isinstance(error, UnicodeEncodeError)
    text = unicodedata.normalize("NFKD", error.object[error.start : error.end].translate(PLAIN))
    # A byte of a path that is no UTF-8 comes as a lone surrogate.
    shown = (f"\\x{ord(c) - 0xDC00:02x}" if "\udc80" <= c <= "\udcff" else c for c in text)
    kept = "".join(c for c in shown if not unicodedata.combining(c[0]))
    return "".join(c if c.isascii() else "?" for c in kept), error.end


codecs.register_error(FALLBACK, _fallback)


class Outlet(io.TextIOWrapper):
    """A text stream that whoever is at its other end can read, and nobody can be tricked by."""

    obeyed = False  # a display draws on it: what it writes are orders to the terminal, and meant

    def write(self, text: str) -> int:
        with _writable():
            super().write(text if self.obeyed else escaped(text))
        return len(text)

    def flush(self) -> None:
        with _writable():
            super().flush()


@contextlib.contextmanager
def _writable() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UserError(f"tapis: stdout cannot be written ({error.strerror}): send it elsewhere.") from None


def say_json(value: Any) -> None:
    """A line of JSON on stdout, at once: in UTF-8 whatever the terminal, and with nothing it would obey."""
    line = escaped(json.dumps(value, ensure_ascii=False))
    with _writable():
        sys.stdout.flush()
        sys.stdout.buffer.write(line.encode("utf-8", "surrogateescape") + b"\n")
        sys.stdout.buffer.flush()


@contextlib.contextmanager
def orderly() -> Iterator[None]:
    """Both outputs are Outlets meanwhile; a stream that was closed is there again, and empty."""
    for number in range(3):
        with contextlib.suppress(OSError):
            os.fstat(number)
            continue
        # Or the next file that is opened, a database perhaps, would get what is printed.
        os.open(os.devnull, os.O_WRONLY if number == 2 else os.O_RDONLY)  # stdout cannot be written
    sys.stdin = sys.stdin or os.fdopen(0, encoding="utf-8", closefd=False)
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = _outlet(sys.stdout, 1), _outlet(sys.stderr, 2)
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(UserError, OSError):
                stream.flush()
            stream.detach()
        sys.stdout, sys.stderr = before


def _outlet(stream: Any, number: int) -> Outlet:
    if stream is None:
        return Outlet(os.fdopen(number, "wb", closefd=False), "utf-8", FALLBACK, write_through=number == 2)
    return Outlet(stream.buffer, stream.encoding, FALLBACK, line_buffering=stream.line_buffering)


def abandon() -> None:
    """Nobody takes what is still to be written on stdout: and the interpreter ends in peace."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
