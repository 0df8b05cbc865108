"""What a command says when it cannot go on: one clear sentence, exit code 2."""

from __future__ import annotations

from collections.abc import Iterable


class UserError(Exception):
    """The message is one sentence for the person at the keyboard: what, where, what to do."""


def listed(words: Iterable[str]) -> str:
    """The words as a sentence offers them: "a, b or c"."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
