"""A serial port in software: a pty that can be plugged and unplugged, under a name that stays.

port = PtyPort(Path("/tmp/hub"))
port.plug()                        # /tmp/hub now leads to /dev/pts/5
port.write(b"hello")               # what a program that opens /tmp/hub reads
port.read()                        # what it wrote; never waits
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import struct
import termios
import tty
from pathlib import Path


class PtyPort:
    def __init__(self, link: Path) -> None:
        self.link = link
        self._master = self._slave = -1

    @property
    def plugged(self) -> bool:
        return self._master >= 0

    def plug(self) -> None:
        self._master, self._slave = os.openpty()
        # Our own end of the slave stays open: a program that closes the port does not hang it up.
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        new = self.link.with_name(f"{self.link.name}.{os.getpid()}")
        new.symlink_to(os.ttyname(self._slave))
        new.replace(self.link)  # in one step, whatever was there before

    def unplug(self) -> None:
        """As when a lead is pulled: the program that has the port open gets an error."""
        if self.plugged:
            self.link.unlink(missing_ok=True)
            os.close(self._master)
            os.close(self._slave)
            self._master = self._slave = -1

    def read(self) -> bytes:
        try:
            return os.read(self._master, 4096)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> None:
        """What does not fit because the host does not read is lost, as it is on a Pico."""
        with contextlib.suppress(BlockingIOError):
            os.write(self._master, data)

    # In virtual time the kernel, which passes bytes on in its own time, can be too slow for us.

    def unread(self) -> int:
        """How many bytes wait for the program at the other end."""
        count = fcntl.ioctl(self._slave, termios.FIONREAD, b"\0\0\0\0")
        return int(struct.unpack("i", count)[0])

    def wait_for_input(self, seconds: float) -> bool:
        return bool(select.select([self._master], [], [], seconds)[0])
