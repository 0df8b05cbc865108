"""Wakes a sleeping loop when something is touched; SDL itself would have it look again and again.

    wake = Wake()
    pygame.display.init(); ...
    wake.watch("x11")
    select.select([wake.fileno()], [], [], None)

On a desktop this is the connection to the display server that SDL has just opened; on the console it is the
input devices, each of which tells every program that listens. Only ever a hint: SDL reads its own input. It
does not say which connection is its own: where there is any doubt `fileno()` is None, and the caller polls.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import socket
import stat
from pathlib import Path

INPUT = Path("/dev/input")
SERVERS = re.compile(r"/\.X11-unix/|/wayland-")
DESKTOPS = ("x11", "wayland")
X_PORTS = range(6000, 6100)  # of X servers reached over a network: ssh -X

Identity = tuple[int, int]  # device and inode: a number may be closed and come to mean another file


class Wake:
    def __init__(self) -> None:
        """Before the display is opened: what is open now is not its connection."""
        self._before = _open_files()
        self._poll = select.epoll() if hasattr(select, "epoll") else None
        self._devices: dict[Path, int] = {}
        self._console = False
        self._watched: dict[int, Identity] = {}

    def watch(self, driver: str) -> None:
        """After it: find what tells of touches with that driver."""
        self._console = driver.lower() == "kmsdrm"
        if self._poll is None:
            return
        if self._console:
            self._plug()
        elif driver.lower() in DESKTOPS and self._before:  # which is never empty where it can be listed
            for number in _open_files() - self._before:
                if _is_display_server(number):
                    self._add(number)

    def _plug(self) -> None:
        """Listen to input devices that are new, and let go of those that are gone."""
        there = set(INPUT.glob("event*"))
        for path in self._devices.keys() - there:
            number = self._devices.pop(path)
            self._watched.pop(number, None)
            os.close(number)
        for path in there - self._devices.keys():
            with contextlib.suppress(OSError):
                number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
                self._devices[path] = number
                self._add(number)

    def _add(self, number: int) -> None:
        assert self._poll
        with contextlib.suppress(OSError):
            self._poll.register(number, select.EPOLLIN)
            self._watched[number] = _identity(number)

    def drain(self) -> None:
        """Forget what was told; SDL has its own copy."""
        if self._console:
            self._plug()
        for number in self._devices.values():
            with contextlib.suppress(OSError):
                while os.read(number, 1 << 14):
                    pass

    def fileno(self) -> int | None:
        """What to wait on; None where nothing was found, or what was found is no longer what it was."""
        with contextlib.suppress(OSError):
            same = all(_identity(number) == was for number, was in self._watched.items())
            return self._poll.fileno() if self._poll and self._watched and same else None
        return None

    def close(self) -> None:
        for number in self._devices.values():
            os.close(number)
        self._devices.clear()
        self._watched.clear()
        if self._poll:
            self._poll.close()
            self._poll = None


def _open_files() -> set[int]:
    try:
        return {int(name) for name in os.listdir("/proc/self/fd")}
    except OSError:
        return set()


def _identity(number: int) -> Identity:
    found = os.fstat(number)
    return found.st_dev, found.st_ino


def _is_display_server(number: int) -> bool:
    try:
        if not stat.S_ISSOCK(os.fstat(number).st_mode):
            return False
        with socket.socket(fileno=os.dup(number)) as connection:
            peer = connection.getpeername()
    except OSError:
        return False
    if isinstance(peer, tuple):
        return peer[1] in X_PORTS
    return bool(SERVERS.search(os.fsdecode(peer)))
