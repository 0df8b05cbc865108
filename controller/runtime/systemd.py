"""Tells systemd how the table does: ready, alive, what it is doing, stopping.

    service = Service.of(os.environ, os.getpid())
    service.ready(now)
    service.turned(now, well=True, doing="playing thirteen")
    select(..., service.rest(now))
    service.stopping()

The messages of sd_notify(3), sent to $NOTIFY_SOCKET. Where nobody listens, nothing is due.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Mapping


class Service:
    """What systemd knows of this process; *every* is the most seconds it waits to hear that we are alive."""

    def __init__(self, address: str | None, every: float | None = None) -> None:
        self._address = f"\0{address[1:]}" if address and address.startswith("@") else address
        self._every = every
        self._due: float | None = None
        self._doing = ""

    @classmethod
    def of(cls, environment: Mapping[str, str], pid: int) -> Service:
        """The service that this environment describes; a watchdog may be meant for another process."""
        address = environment.get("NOTIFY_SOCKET") or None
        ours = environment.get("WATCHDOG_PID") in (None, str(pid))
        microseconds = environment.get("WATCHDOG_USEC", "")
        watched = address and ours and microseconds.isdecimal() and int(microseconds)
        return cls(address, int(microseconds) / 1e6 if watched else None)

    def ready(self, now: float) -> None:
        self._send("READY=1")
        self._beat(now)

    def turned(self, now: float, well: bool, doing: str) -> None:
        """The loop has come round. Half the time before the dog bites it is told so, if all is *well*."""
        if doing != self._doing:
            self._doing = doing
            self._send(f"STATUS={doing}")
        if self._due is not None and now >= self._due:
            if well:
                self._send("WATCHDOG=1")
            self._beat(now)  # also if not: whoever waits for us must not be asked without end

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def rest(self, now: float) -> float | None:
        """For how long the loop may sleep; None: for ever."""
        return None if self._due is None else max(0.0, self._due - now)

    def _beat(self, now: float) -> None:
        self._due = None if self._every is None else now + self._every / 2

    def _send(self, message: str) -> None:
        if self._address is None:
            return
        # A table plays on whether or not anybody hears of it; it must never wait for that.
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
            to.setblocking(False)
            to.sendto(message.encode(), self._address)
