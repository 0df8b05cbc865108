"""What a command says when it cannot go on: one clear sentence, exit code 2."""

from __future__ import annotations


class UserError(Exception):
    """The message is one sentence for the person at the keyboard: what, where, what to do."""
