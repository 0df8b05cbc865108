"""Pads and rim lights behind a pad hub, a Pico on USB: PadReader and Lights over pyserial.

    with closing(Hub(["left", "middle", "right"])) as hub:
        hub.light("left", SEEN)
        for event in hub.poll(time.monotonic()): ...

Nothing here waits, so there is no thread: poll() takes what has arrived, says its hail when that is due, and
tries a lost port again every half second. The hub copies the number of the hail it last heard into whatever
it says (firmware/PROTOCOL.md), so a line that waited in some buffer while nobody read it, or was meant for
the program before us, is recognised and dropped: only what was seen in the last two seconds counts.
"""

from __future__ import annotations

import contextlib
import secrets
import select
import termios
from collections.abc import Iterable, Sequence
from typing import Any

import serial  # type: ignore[import-untyped]
from serial.tools import list_ports  # type: ignore[import-untyped]

from firmware import wire
from hardware.effects import OFF, Rim
from hardware.pads import Fault, HardwareError, PadCured, PadEvent, PadFault, Snapshot

USB_ID = (0x2E8A, 0x0005)  # a Pico running MicroPython
HAIL_EVERY = 0.5
SILENCE = 2.0  # longer than this and the pads are stale
RETRY_EVERY = 0.5
REOPEN_AFTER = 5.0  # a port that stays silent is opened afresh

PORT_GONE = (OSError, termios.error)  # serial.SerialException is an OSError


def choose(ports: Iterable[Any], serial_number: str | None) -> str:
    """The path of the hub among *ports*, pyserial's ListPortInfos; HardwareError if it is none or several."""
    hubs = [port for port in ports if (port.vid, port.pid) == USB_ID]
    if serial_number is not None:
        hubs = [port for port in hubs if (port.serial_number or "").lower() == serial_number.lower()]
        if not hubs:
            raise HardwareError(
                f"No pad hub with serial number {serial_number} is plugged in; plug it in, "
                "or correct serial_number in the table file."
            )
    if not hubs:
        raise HardwareError("No pad hub is plugged in (USB 2e8a:0005); plug it in.")
    if len(hubs) > 1:
        found = ", ".join(sorted(port.serial_number or port.device for port in hubs))
        raise HardwareError(f"Several pad hubs are plugged in ({found}); name one by its serial_number.")
    return str(hubs[0].device)


class Hub:
    """The pads of one hub, in its order; *pads* None takes as many as it has and calls them 1, 2, 3.

    Looks for the hub by USB id, by *serial_number* as well if given, or takes *port* as it is.
    """

    def __init__(
        self, pads: Sequence[str] | None, *, port: str | None = None, serial_number: str | None = None
    ) -> None:
        self._named = pads is not None
        self._pads = tuple(pads or ())
        self._wanted = port
        self._serial_number = serial_number
        self._rims: dict[str, Rim] = {}
        self._port: Any = None
        self._closed = False
        self._receiver = wire.Receiver(wire.FROM_HUB)
        self._hails: dict[int, float] = {}  # number: when it was sent
        self._next_hail = secrets.randbelow(65536)
        self._hail_at = self._try_at = float("-inf")
        self._answered_at = 0.0
        self._spoke = self._understood = False  # whether anything came through this port, and made sense
        self._link_fault: Fault | None = None
        self._pad_faults: dict[str, Fault] = {}
        self._events: list[PadEvent] = []
        self.path = port or ""  # where the hub is, or was
        self.hello: wire.Hello | None = None  # what it says of itself while it can be heard
        self.readers: dict[str, wire.Reader] = {}  # chip version and resets, as last heard

    @property
    def pads(self) -> Sequence[str]:
        return self._pads

    def poll(self, now: float) -> Sequence[PadEvent]:
        if self._port is None and now >= self._try_at and not self._closed:
            self._open(now)
        if self._port is not None:
            self._listen(now)
        if self._port is not None and now >= self._hail_at:
            self._hail(now)
        if self._port is not None and now - self._answered_at > SILENCE:
            self._miss(now)
        events, self._events = self._events, []
        return events

    def fileno(self) -> int | None:
        """What to wait on until there is something to poll; None while there is no port."""
        return None if self._port is None else int(self._port.fileno())

    def light(self, pad: str, rim: Rim) -> None:
        """Sent at once, and again with every hail: a hub that was away shines as it should."""
        if pad in self._pads and self._rims.get(pad, OFF) != rim:
            self._rims[pad] = rim
            if self.hello is not None:
                self._send(self._light_line(pad))

    def close(self) -> None:
        """The hub goes to sleep three seconds later, and its rims with it."""
        self._closed = True
        self._shut()

    def _shut(self) -> None:
        if self._port is not None:
            with contextlib.suppress(*PORT_GONE):
                self._port.reset_output_buffer()  # or close() would wait for a hub that no longer reads
            self._port.close()
            self._port = None
        self.hello = None

    # The port.

    def _open(self, now: float) -> None:
        self._try_at = now + RETRY_EVERY
        try:
            self.path = self._wanted or choose(list_ports.comports(), self._serial_number)
        except HardwareError as error:
            self._fail(Fault.LINK_LOST, str(error))
            return
        try:
            self._port = serial.Serial(self.path, timeout=0, write_timeout=0, exclusive=True)
        except PORT_GONE as error:
            self._fail(Fault.LINK_LOST, _why_not(self.path, error))
            return
        self._receiver = wire.Receiver(wire.FROM_HUB)
        self._hail_at = self._answered_at = now
        self._spoke = self._understood = False

    def _lose(self, now: float) -> None:
        self._try_at = now + RETRY_EVERY
        self._shut()
        self._fail(Fault.LINK_LOST, f"The pad hub on {self.path} is gone; plug it in again.")

    def _listen(self, now: float) -> None:
        try:
            data = self._port.read(4096)
        except PORT_GONE:
            self._lose(now)
            return
        self._spoke = self._spoke or bool(data)
        for message in self._receiver.feed(data):
            self._understood = True
            self._hear(message, now)

    def _hail(self, now: float) -> None:
        self._hail_at = now + HAIL_EVERY
        self._hails[self._next_hail] = now
        for number in [number for number, sent in self._hails.items() if now - sent > SILENCE]:
            del self._hails[number]
        self._send(wire.encode(wire.Hail(wire.VERSION, self._next_hail)))
        self._next_hail = (self._next_hail + 1) % 65536
        if self.hello is not None:
            self._light_all()

    def _send(self, data: bytes) -> None:
        """What the port does not take now is lost: the next hail says it all again."""
        with contextlib.suppress(*PORT_GONE):  # poll() will find out when it listens
            # Asked first, for pyserial spins when it may not wait and the port takes nothing.
            if select.select([], [self._port.fileno()], [], 0)[1]:
                self._port.write(data)

    def _light_all(self) -> None:
        self._send(b"".join(map(self._light_line, self._pads)))

    def _light_line(self, pad: str) -> bytes:
        rim = self._rims.get(pad, OFF)
        return bytes(wire.encode(wire.Light(self._pads.index(pad), *rim.colour, rim.pattern.value)))

    # What the hub says.

    def _hear(self, message: object, now: float) -> None:
        if now - self._hails.get(message.beat, float("-inf")) > SILENCE:  # type: ignore[attr-defined]
            return
        match message:
            case wire.OtherVersion(version=version):
                self._refuse(
                    f"The pad hub on {self.path} speaks version {version} and this table speaks version "
                    f"{wire.VERSION}; run `tapis hub flash` from this installation.",
                    now,
                )
            case wire.Trouble(text=text):
                self._refuse(f"The pad hub on {self.path} is in trouble: {text}", now)
            case wire.Hello(pads=0):
                pass  # it is in trouble and will say so
            case wire.Hello(pads=count) if self._named and count != len(self._pads):
                self._refuse(
                    f"The pad hub on {self.path} is wired for {count} pads and the table file names "
                    f"{len(self._pads)}; make them agree (the hub's side is its wiring.txt).",
                    now,
                )
            case wire.Hello():
                self._greet(message, now)
            case wire.Seen() | wire.Reader() if self.hello is None or message.pad >= len(self._pads):
                pass  # not before it has said who it is
            case wire.Seen():
                self._see(message)
            case wire.Reader():
                self._check(message)

    def _greet(self, hello: wire.Hello, now: float) -> None:
        if not self._named:
            self._pads = tuple(str(number) for number in range(1, hello.pads + 1))
        self._answered_at = now
        if self.hello is None:
            self._light_all()
        self.hello = hello
        if self._link_fault is not None:
            self._events.append(PadCured(None, self._link_fault))
            self._link_fault = None

    def _see(self, seen: wire.Seen) -> None:
        pad = self._pads[seen.pad]
        if self._pad_faults.get(pad) is Fault.SILENT:
            self._set_pad_fault(pad, None, "")
        self._events.append(
            Snapshot(
                pad=pad,
                uids=tuple(uid.hex() for uid in seen.uids),
                complete=seen.complete,
                age=seen.age / 1000,
                scans=seen.scans,
                errors=seen.errors,
                collisions=seen.collisions,
            )
        )

    def _check(self, reader: wire.Reader) -> None:
        pad = self._pads[reader.pad]
        self.readers[pad] = reader
        match reader.state:
            case "silent":
                message = f"Pad {pad}: its reader does not answer; check its leads and its supply."
                self._set_pad_fault(pad, Fault.SILENT, message)
            case "unknown-chip":
                message = f"Pad {pad}: its reader has the unknown version 0x{reader.chip:02x}; it may fail."
                self._set_pad_fault(pad, Fault.UNKNOWN_CHIP, message)
            case _:
                self._set_pad_fault(pad, None, "")

    # Faults: said once, and so is their cure. The new one comes first, so that no moment looks healthy.

    def _set_pad_fault(self, pad: str, fault: Fault | None, message: str) -> None:
        before = self._pad_faults.pop(pad, None)
        if fault is not None:
            self._pad_faults[pad] = fault
            if fault is not before:
                self._events.append(PadFault(pad, fault, message))
        if before is not None and before is not fault:
            self._events.append(PadCured(pad, before))

    def _miss(self, now: float) -> None:
        """Nothing to be heard for too long."""
        if self._spoke and not self._understood:
            what = "answers, but not like a pad hub; if it is a new Pico, run `tapis hub flash`."
            self._fail(Fault.LINK_REFUSED, f"Something on {self.path} {what}")
        else:
            self._fail(
                Fault.LINK_LOST, f"The pad hub on {self.path} has gone quiet; unplug it and plug it in again."
            )
        if now - self._answered_at > REOPEN_AFTER:
            self._shut()
            self._try_at = now

    def _refuse(self, message: str, now: float) -> None:
        self._answered_at = now
        self._fail(Fault.LINK_REFUSED, message)

    def _fail(self, fault: Fault, message: str) -> None:
        self.hello = None
        before, self._link_fault = self._link_fault, fault
        if fault is not before:
            self._events.append(PadFault(None, fault, message))
            if before is not None:
                self._events.append(PadCured(None, before))


def _why_not(path: str, error: Exception) -> str:
    match getattr(error, "errno", None):
        case 2 | 6:  # ENOENT, ENXIO
            return f"There is no port {path}; plug the pad hub in, or correct port in the table file."
        case 13:  # EACCES
            return f"Port {path} may not be opened; add yourself to the group dialout and log in again."
        case 11:  # EAGAIN: somebody holds the lock
            return f"Port {path} is in use by another program; close that first."
    return f"Port {path} cannot be opened ({error}); unplug the pad hub and plug it in again."
