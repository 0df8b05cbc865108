"""A process that thinks for expert players, so that pads, screen and watchdog do not wait for them.

    thinking = Thinking()
    thinking.ask(view, seed, now)
    thinking.answer(now)                # NOT_YET, or the move; None: nothing they have fits

It is started by the first question, hears what that seat may see and no more, and ends with the table: its
questions come through a pipe. One that dies or thinks too long is replaced, and the move is a careful one.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import signal
import subprocess
import sys
from random import Random
from typing import Any

from engine import games
from engine.bots.expert import choose
from engine.bots.sense import CAREFUL
from engine.bots.view import View
from engine.rules import Move, Press

PATIENCE_S = 20.0  # for one move, on the slowest machine
FAILURES = 3  # after so many it is not tried any more
NICE = 10  # pads and screen come first

NOT_YET = Press("not-yet")
COMMAND = (sys.executable, "-c", "from controller.simulation.thinking import serve; serve()")


class Thinking:
    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self._failures = 0
        self._number = 0  # of the question
        self._view: View | None = None
        self._seed = 0
        self._until = 0.0

    def ask(self, view: View, seed: int, now: float) -> None:
        """What would an expert do? What was asked before is forgotten."""
        self._number += 1
        self._view, self._seed, self._until = view, seed, now + PATIENCE_S
        question = pickle.dumps((self._number, view.game.name, view[1:], seed))
        try:
            if self.process is None and self._failures < FAILURES:
                self.process = subprocess.Popen(
                    COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
                )
            if self.process and self.process.stdin:
                self.process.stdin.write(question)
                self.process.stdin.flush()
        except OSError:
            self._fail()

    def answer(self, now: float) -> Move | None:
        """The move; NOT_YET: it is still being thought about."""
        view = self._view
        assert view, "only called after a question"
        while self.process and self.process.stdout:
            if now >= self._until:
                self._fail()
            elif not select.select([self.process.stdout], [], [], 0)[0]:
                return NOT_YET
            else:
                with contextlib.suppress(EOFError, pickle.UnpicklingError, OSError):
                    number, thought, move = pickle.load(self.process.stdout)
                    if number < self._number:
                        continue
                    if thought:
                        self._failures = 0
                        return move  # type: ignore[no-any-return]
                self._fail()
        return CAREFUL.choose(view, Random(self._seed))

    def _fail(self) -> None:
        self._failures += 1
        self.close()

    def close(self) -> None:
        """Until the next question there is no process."""
        process, self.process = self.process, None
        if process:
            process.kill()
            with contextlib.suppress(OSError):  # of a question that it did not read any more
                process.communicate()


def serve() -> None:
    """Answer questions until there is nobody to ask them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(NICE)
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what a game prints is no answer
    with contextlib.suppress(EOFError, OSError):
        while True:
            number, name, seen, seed = pickle.load(questions)
            answers.write(pickle.dumps((number, *_thought(View(games.game(name), *seen), seed))))


def _thought(view: View, seed: int) -> tuple[bool, Any]:
    try:
        return True, choose(view, Random(seed))
    except Exception:
        return False, None
