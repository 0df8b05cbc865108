"""A pad hub in software: the real firmware on simulated readers, behind a pty, misbehaving on command.

    with closing(HubSimulator(Path("/tmp/hub"), pads=3, profile="bad", seed=7)) as hub:
        hub.put("04a1b2c3d4e5f6", 1)
        hub.run(until=2.5)                         # virtual seconds since it was made
        hub.reboot()

Time is virtual: for people it follows the clock on the wall, for tests it runs as fast as it can. Pads are
counted from 1. hub_script.py drives this by lines of text.
"""

from __future__ import annotations

import contextlib
import fcntl
import heapq
import os
import random
import select
import struct
import termios
import tty
from collections.abc import Callable
from pathlib import Path

from firmware import wire
from firmware.hub import Hub
from firmware.main import ESCAPE_MS, make_hub
from firmware.wiring import MAX_PADS
from hardware.pads import HardwareError
from hardware.simulation.chip import FROZEN
from hardware.simulation.field import PROFILES
from hardware.simulation.pico import Board

ENUMERATION_S = 1.0  # seconds until a Pico that was reset is back on USB
ESCAPE_S = ESCAPE_MS / 1000
OVERDUE_S = 0.7  # a host hails more often than this

_LEADS = [(17, 20), (21, 22), (26, 27), (28, 15), (0, 1), (2, 3), (4, 5), (6, 7)]  # chip-select, reset
_RIMS = [(2, 3, 4), (5, 6, 7), (8, 9, 10), (11, 12, 13)]


def wiring_for(pads: int) -> str:
    """A wiring file for so many pads; with more than four there are no pins left for rims."""
    lines = ["spi 0 sck 18 mosi 19 miso 16"]
    for number, (cs, rst) in enumerate(_LEADS[:pads]):
        rim = " light {} {} {}".format(*_RIMS[number]) if pads <= len(_RIMS) else ""
        lines.append(f"pad cs {cs} rst {rst}{rim}")
    return "\n".join(lines)


class PtyPort:
    """A pty that can be plugged and unplugged, under a name that stays; *link* leads to it while plugged."""

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


class _Reset(Exception):
    """The firmware reset the machine, which does not return."""


class FaultyLine:
    """The firmware's end of the line, and what happens to it on the way."""

    def __init__(self, port: PtyPort, dice: random.Random, now: Callable[[], float]) -> None:
        self._port = port
        self._dice = dice
        self._now = now
        self._back = b""  # on its way back to the hub
        self._noise = 0
        self._cut = False  # what is written next is cut off
        self._version = wire.VERSION
        self._silent_until = self._echo_until = 0.0
        self.written = 0

    def silence(self, seconds: float) -> None:
        self._silent_until = self._now() + seconds

    def echo(self, seconds: float) -> None:
        self._echo_until = self._now() + seconds

    def truncate(self) -> None:
        self._cut = True

    def speak(self, version: int) -> None:
        self._version = version

    def add_noise(self, count: int) -> None:
        """So many bytes of nonsense, to the host at once, to the hub with what it hears next."""
        self._noise = count
        self._back += self._nonsense(count)

    def _nonsense(self, count: int) -> bytes:
        return bytes(self._dice.choice(b"<>*\n 0123456789abcdefHLSR\xff\x00\x03\x04") for _ in range(count))

    def read(self) -> bytes:
        data = self._port.read()
        if self._now() < self._silent_until:
            return b""
        if self._now() < self._echo_until:
            self._send(data)
        data, self._back = self._back + data, b""
        return data

    def write(self, data: bytes) -> None:
        if self._now() < self._silent_until:
            return
        if self._version != wire.VERSION:
            data = self._in_another_version(data)
        if self._now() < self._echo_until:
            self._back += data
        if self._cut and data:
            data = data[: self._dice.randrange(len(data))]
            self._cut = False
        if self._noise:
            at = self._dice.randrange(len(data) + 1)
            data = data[:at] + self._nonsense(self._noise) + data[at:]
            self._noise = 0
        self._send(data)

    def _send(self, data: bytes) -> None:
        self.written += len(data)
        self._port.write(data)

    def _in_another_version(self, data: bytes) -> bytes:
        """A hub of another version answers hails and says no more."""
        messages = wire.Receiver(wire.FROM_HUB).feed(data)
        hellos = [message for message in messages if isinstance(message, wire.Hello)]
        return b"".join(wire.encode(hello._replace(version=self._version)) for hello in hellos)


class HubSimulator:
    """A hub on USB, the pads on its leads, and the hands that lay tags there."""

    def __init__(self, link: Path, pads: int = 3, profile: str = "ideal", seed: int = 0) -> None:
        if not 1 <= pads <= MAX_PADS:
            raise HardwareError(f"A hub has 1 to {MAX_PADS} pads, not {pads}.")
        if profile not in PROFILES:
            raise HardwareError(f"There is no profile {profile!r}; use one of {', '.join(PROFILES)}.")
        self._text = wiring_for(pads)
        self.board = Board(self._text, PROFILES[profile], seed)
        self.port = PtyPort(link)
        self.line = FaultyLine(self.port, random.Random(seed), lambda: self.now)
        self.lying: dict[str, int] = {}  # what hands have laid where: UID, pad
        self._hub: Hub | None = None
        self._plans: list[tuple[float, int, Callable[[], None]]] = []
        self._planned = 0
        self.powered = True
        self._power = 0  # how often the hub was off
        self._heard_at = self.now
        self.port.plug()
        self._boot()

    @property
    def now(self) -> float:
        return self.board.clock.ns / 1e9

    @property
    def running(self) -> bool:
        return self._hub is not None

    def lights(self) -> list[str]:
        """What each rim shows, as `#rrggbb pattern`, or `dark` while the hub has no power or no program."""
        if self._hub is None:
            return ["dark"] * len(self.board.fields)
        return ["#{:02x}{:02x}{:02x} {}".format(*pad.rim.light) for pad in self._hub.pads]

    def close(self) -> None:
        self.port.unplug()

    # Time.

    def run(self, until: float, patient: bool = False) -> None:
        """Let the hub live until then; *patient* waits for the kernel to pass on bytes, for virtual time."""
        unread = self.port.unread() if patient and self.port.plugged else 0
        self.line.written = 0
        while self.now < until:
            if self._plans and self._plans[0][0] <= self.now:
                heapq.heappop(self._plans)[2]()
            elif self._hub is None:
                idle = min([until, *(plan[0] for plan in self._plans[:1])]) - self.now
                self.board.clock.sleep_us(max(1, round(idle * 1e6)))
            else:
                if patient:
                    self._await_hail()
                with contextlib.suppress(_Reset):
                    self._hub.turn()
        if patient and self.port.plugged:
            for _ in range(100_000):
                if self.port.unread() >= min(unread + self.line.written, 4000):
                    break

    def _await_hail(self) -> None:
        if self.port.wait_for_input(0):
            self._heard_at = self.now
        elif OVERDUE_S < self.now - self._heard_at < 2 * OVERDUE_S:
            self.port.wait_for_input(0.005)

    def after(self, seconds: float, what: Callable[[], None]) -> None:
        self._planned += 1
        heapq.heappush(self._plans, (self.now + seconds, self._planned, what))

    # Power.

    def _boot(self) -> None:
        self._hub = make_hub(self._text, self.board, self.board.clock, self.line, self._hold)
        self._hub.start()

    def _hold(self) -> None:
        self._off()
        self._power_plan(ENUMERATION_S, self.port.plug)
        raise _Reset

    def unplug(self) -> None:
        self.powered = False
        self._off()

    def _off(self) -> None:
        self.port.unplug()
        self._hub = None
        self._power += 1
        for field in self.board.fields:
            field.power(False)

    def plug(self) -> None:
        self.powered = True
        self.port.plug()
        self._power_plan(ESCAPE_S, self._boot)

    def reboot(self) -> None:
        self._off()
        self._power_plan(ENUMERATION_S, self.plug)

    def _power_plan(self, seconds: float, what: Callable[[], None]) -> None:
        """A plan that the next loss of power undoes."""
        power = self._power
        self.after(seconds, lambda: what() if power == self._power else None)

    # Hands.

    def put(self, uid: str, pad: int) -> None:
        self.board.put(uid, pad - 1)
        self.lying[uid] = pad

    def lift(self, uid: str) -> None:
        field = self.board.fields[self.lying.pop(uid) - 1]
        if uid in [tag.uid for tag in field.tags]:
            field.lift(uid)

    def flicker(self, pad: int, ms: int) -> None:
        """What lies on the pad is out of reach for a moment."""
        field = self.board.fields[pad - 1]
        for tag in field.tags:
            field.lift(tag.uid)
        self.after(ms / 1000, lambda: self._reappear(pad))

    def _reappear(self, pad: int) -> None:
        there = [tag.uid for tag in self.board.fields[pad - 1].tags]
        for uid, where in self.lying.items():
            if where == pad and uid not in there:
                self.board.put(uid, pad - 1)

    def hover(self, uid: str, pad: int, ms: int) -> None:
        self.put(uid, pad)
        self.after(ms / 1000, lambda: self.lift(uid) if self.lying.get(uid) == pad else None)

    def dead(self, pad: int) -> None:
        self.board.chips[pad - 1].unplug()

    def revive(self, pad: int) -> None:
        self.board.chips[pad - 1].plug()

    def lock_up(self, pad: int) -> None:
        self.board.chips[pad - 1].lock_up(FROZEN)
