"""Text that came from outside (names, hubs, tags, files, exceptions) on its way to where it is read again.

clean("Ann\x1b[31m")           # "Ann[31m": for one line of whatever is shown, logged or exported
cell("=1+1")                   # "'=1+1": a cell of a table, that no spreadsheet takes for a formula
escaped('{"name":"\x9b"}')     # '{"name":"\\u009b"}': JSON, or a whole text, with the same said harmlessly
"""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path

# What a terminal obeys (C0, C1), what breaks lines without a newline, what turns the direction of reading.
DIRECTION = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
ORDERS = re.compile(f"[\x00-\x1f\x7f-\x9f\u2028\u2029{DIRECTION}]")
# A text has lines, which a CSV ends with \r\n (RFC 4180), and tabs.
ORDERS_IN_TEXT = re.compile(f"\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029{DIRECTION}]")
NOTHING = os.makedev(1, 3)  # /dev/null is as good as an empty file
LARGEST = 64_000_000  # bytes: no file that people write or save is larger
BREAKS = re.compile(r"[\t\n\v\f\r\x85\u2028\u2029]+")
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
NUMBERS = re.compile(r"[+-]?\d+([.,] ?[+-]?\d+)*")  # one, or a list of them


def clean(text: str) -> str:
    """*text* on one line, without control and direction characters; breaks become blanks."""
    return ORDERS.sub("", BREAKS.sub(" ", text))


def cell(text: str) -> str:
    """*text* as a cell of a CSV file: a formula gets the apostrophe that makes it text."""
    text = clean(text)
    return f"'{text}" if text.lstrip().startswith(FORMULA) and not NUMBERS.fullmatch(text) else text


def escaped(text: str) -> str:
    """*text*, its lines and tabs as they are, every other control and direction character as \\uXXXX."""
    return ORDERS_IN_TEXT.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def read_file(path: Path) -> str:
    """The text of a file; OSError for a pipe that nobody may ever fill and a device that has no end."""
    # Without waiting for whoever would write into a pipe.
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), encoding="utf-8") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) and status.st_rdev != NOTHING:
            raise OSError(errno.EINVAL, "it is no file")
        if status.st_size > LARGEST:
            raise OSError(errno.EFBIG, "it is far too large")
        return file.read()
