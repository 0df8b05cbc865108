"""The lock of the host's pages: a PIN, and a wait after each wrong one.

    lock = Lock(folder, now)
    lock.ask(bool(kept), now)
    if lock.may_try(now): lock.count(lock.tries + 1, now)   # before the PIN is even looked at

How many wrong PINs were typed in a row is on disk, so neither leaving the page nor a restart is a way round.
"""

from __future__ import annotations

import contextlib
import math
from pathlib import Path

from controller.errors import UserError
from controller.settings import host_settings
from controller.view import LockView

LONGEST_WAIT_S = 600


def slowed(tries: int) -> int:
    """Seconds that the next PIN waits after so many wrong ones.

    >>> [slowed(tries) for tries in range(5)], slowed(50)
    ([0, 2, 4, 8, 16], 600)
    """
    return min(2**tries, LONGEST_WAIT_S) if tries else 0


class Lock:
    def __init__(self, folder: Path, now: float) -> None:
        """*folder* keeps how many PINs were wrong."""
        self.is_open = False
        self.is_asking = False  # for the PIN
        self.tries = host_settings.tries(folder)  # wrong ones in a row
        self._until = now + slowed(self.tries)  # when the next may be typed
        self._folder = folder

    def ask(self, pin: bool, now: float) -> None:
        """The host wants in: ask for the PIN, or open if there is none."""
        if pin:
            self.is_asking = True
        else:
            self.tries, self._until = 0, now
            self.open()

    def open(self) -> None:
        self.is_open, self.is_asking = True, False

    def shut(self) -> None:
        self.is_open = self.is_asking = False

    def may_try(self, now: float) -> bool:
        """Whether a PIN may be typed now."""
        return self.is_asking and now >= self._until

    def count(self, tries: int, now: float) -> None:
        """So many PINs were wrong: on disk when this returns, as long as the disk takes it."""
        self.tries = tries
        self._until = now + slowed(tries)
        with contextlib.suppress(UserError):  # a full disk must not keep the host out
            host_settings.keep_tries(self._folder, tries)

    def view(self, now: float, busy: bool) -> LockView:
        return LockView(self.tries, max(0, math.ceil(self._until - now)), busy)
