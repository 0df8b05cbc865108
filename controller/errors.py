"""What a command says when it cannot go on: one clear sentence, exit code 2."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path


class UserError(Exception):
    """The message is one sentence for the person at the keyboard: what, where, what to do."""


@contextlib.contextmanager
def writing(path: Path, command: str, advice: str = "") -> Iterator[None]:
    """A UserError that ends with *advice* if *path*, which *command* writes here, is refused by the disk."""
    try:
        yield
    except OSError as error:
        raise UserError(f"tapis {command}: {path} cannot be written ({error.strerror}){advice}.") from None


def listed(words: Iterable[str]) -> str:
    """The words as a sentence offers them: "a, b or c"."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
