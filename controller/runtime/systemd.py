"""What the table has to do with systemd: it tells how it does, and may switch the machine off.

    service = Service.of(os.environ, os.getpid())
    service.turned(now, well=True, doing="playing thirteen")
    select(..., service.rest(now))

The messages of sd_notify(3), sent to $NOTIFY_SOCKET. Without that variable nothing is due.
"""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
from collections.abc import Mapping
from pathlib import Path

from controller.errors import UserError

SYSTEMD = Path("/run/systemd/system")
SYSTEMCTL_S = 20.0  # for systemd to answer


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
        """The loop has come round; systemd's watchdog is told so in good time, as long as all is *well*."""
        if doing != self._doing:
            self._doing = doing
            self._send(f"STATUS={doing}")
        if self._due is not None and now >= self._due:
            if well:
                self._send("WATCHDOG=1")
            self._beat(now)  # also if not: the loop must not spin until then

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


def can_switch_off(fullscreen: bool, systemd: Path = SYSTEMD) -> bool:
    """A table that has the whole screen has the machine; a window is only closed."""
    return fullscreen and systemd.is_dir() and shutil.which("systemctl") is not None


def switch_off(what: str) -> None:
    """ "poweroff" or "reboot"; UserError, in one sentence, if the system does not let us."""
    command, why = ["systemctl", "--no-ask-password", what], ""
    for ask in (command, ["sudo", "-n", *command]):  # without a session of its own, a service may not
        try:
            asked = subprocess.run(ask, capture_output=True, text=True, timeout=SYSTEMCTL_S)
        except (OSError, subprocess.TimeoutExpired) as error:
            why = why or str(error)
            continue
        if asked.returncode == 0:
            return
        why = why or (asked.stderr.strip().splitlines() or [f"exit code {asked.returncode}"])[-1]
    raise UserError(f"systemctl {what} was not allowed ({why}): switch the table off by its plug.")
