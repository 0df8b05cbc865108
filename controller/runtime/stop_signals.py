"""How the system asks a loop to stop.

with StopSignals() as signals:
    while not signals.stopped:
        select.select([signals.fileno()], [], [], rest)
"""

from __future__ import annotations

import os
import signal
from types import FrameType


class StopSignals:
    """SIGTERM and SIGINT, wherever the loop is."""

    def __init__(self) -> None:
        self.stopped = False
        self._read, self._write = os.pipe()

    def __enter__(self) -> StopSignals:
        os.set_blocking(self._write, False)
        self._wakeup = signal.set_wakeup_fd(self._write)
        self._before = {each: signal.signal(each, self._stop) for each in (signal.SIGTERM, signal.SIGINT)}
        return self

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopped = True

    def fileno(self) -> int:
        return self._read

    def __exit__(self, *_: object) -> None:
        for each, handler in self._before.items():
            signal.signal(each, handler)
        signal.set_wakeup_fd(self._wakeup)
        os.close(self._read)
        os.close(self._write)
