"""Backend "hub": pads and rim lights behind a pad hub, a Pico on USB, over pyserial.

    with closing(HubPads(["left", "middle", "right"])) as hub:
        hub.light("left", SEEN)
        for event in hub.poll(time.monotonic()): ...

Nothing here waits, so there is no thread: poll() takes what has arrived, says its hail when that is due, and
tries a lost port again every half second. The hub copies the number of the hail it last heard into whatever
it says (firmware/PROTOCOL.md), so a line that waited in some buffer for too long, or was meant for the
program before us, is recognised and dropped: only what was seen in the last two seconds counts.
"""

from __future__ import annotations

import contextlib
import re
import secrets
import select
import termios
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import serial  # type: ignore[import-untyped]
from serial.tools import list_ports  # type: ignore[import-untyped]

from firmware import wire
from firmware.wiring import MAX_PADS
from hardware.effects import OFF, RimLight
from hardware.pads import Fault, Finding, HardwareError, PadEvent, PadReader, WiringError, fault_changed
from hardware.scans import chip_name, snapshot
from hardware.wiring import PadSection, Section, Wiring, said

USB_ID = (0x2E8A, 0x0005)  # a Pico running MicroPython
HAIL_EVERY_S = 0.5
SILENCE_S = 2.0  # longer than this and the pads are stale
AWAY_S = 1.0  # who polls no more often was away: the hub is not blamed for that time
RETRY_EVERY_S = 0.5
REOPEN_AFTER_S = 5.0  # a port that stays silent is opened afresh

PORT_GONE = (OSError, termios.error)  # serial.SerialException is an OSError


class HubPad(PadSection, frozen=True):
    """The n-th pad here is the n-th of the hub's own wiring file."""

    @property
    def about(self) -> str:
        return "gain as in the hub's wiring.txt"


class HubSection(Section, frozen=True):
    """Which hub, if there may be several: a Pico by its serial number, or any port by its path."""

    serial_number: str | None = None
    port: str | None = None


class HubWiring(Wiring, frozen=True, kw_only=True):
    pads: tuple[HubPad, ...]
    hub: HubSection = HubSection()

    def check(self) -> None:
        number, port = self.hub.serial_number, self.hub.port
        if number is not None and not re.fullmatch(r"[0-9A-Fa-f]{16}", number):
            raise WiringError(
                f"hub.serial_number = {said(number)} is not a Pico's: it has 16 hexadecimal digits, "
                "and `tapis hub monitor` shows it."
            )
        if number is not None and port is not None:
            raise WiringError(
                "hub has both serial_number and port: keep serial_number, for a port may change its name."
            )

    def describe(self) -> list[str]:
        which = self.hub.port or self.hub.serial_number or "the only one plugged in"
        pads = [f"pad {pad.name}: number {number} of the hub" for number, pad in enumerate(self.pads, 1)]
        return [f"pad hub: {which}", *pads]

    def open(self, clock: Callable[[], float], sleep: Callable[[float], object]) -> HubPads:
        """A hub that is not there yet is looked for until it is."""
        pads = [pad.name for pad in self.pads]
        return HubPads(pads, port=self.hub.port, serial_number=self.hub.serial_number)


BACKEND = HubWiring


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


class HubPads(PadReader):
    """The pads of one hub, in its order; *pads* None takes as many as it has and calls them 1, 2, 3.

    Looks for the hub by USB id, by *serial_number* as well if given, or takes *port* as it is.
    """

    part = "hub"
    has_rims = True

    def __init__(
        self, pads: Sequence[str] | None, *, port: str | None = None, serial_number: str | None = None
    ) -> None:
        self._named = pads is not None
        self._pads = tuple(pads or ())
        self._wanted = port
        self._serial_number = serial_number
        self._rims: dict[str, RimLight] = {}
        self._port: Any = None
        self._closed = False
        self._receiver = wire.Receiver(wire.FROM_HUB)
        self._hails: dict[int, float] = {}  # number: when it was sent
        self._next_hail = secrets.randbelow(65536)
        self._hail_at = self._try_at = float("-inf")
        self._answered_at = self._polled_at = 0.0
        self._spoke = self._understood = False  # whether anything came through this port, and made sense
        self._faults: dict[str | None, Fault | None] = {}  # by pad; None is the link
        self._events: list[PadEvent] = []
        self.path = port or ""  # where the hub is, or was
        self.hello: wire.Hello | None = None  # what it says of itself while it can be heard
        self.readers: dict[str, wire.Reader] = {}  # chip version and resets, as last heard

    @property
    def pads(self) -> Sequence[str]:
        return self._pads

    def poll(self, now: float) -> Sequence[PadEvent]:
        if now - self._polled_at > AWAY_S:
            self._answered_at += now - self._polled_at
        self._polled_at = now
        if self._port is None and now >= self._try_at and not self._closed:
            self._open(now)
        if self._port is not None:
            self._listen(now)
        if self._port is not None and now >= self._hail_at:
            self._hail(now)
        if self._port is not None and now - self._answered_at > SILENCE_S:
            self._miss(now)
        events, self._events = self._events, []
        return events

    def fileno(self) -> int | None:
        return None if self._port is None else int(self._port.fileno())

    def next_wake(self, now: float) -> float:
        return now + HAIL_EVERY_S

    @property
    def versions(self) -> Mapping[str, str]:
        return {pad: chip_name(reader.chip) for pad, reader in self.readers.items()}

    def self_check(self) -> Iterator[Finding]:
        if hello := self.hello:
            yield Finding("ok", f"{self.path}, version {hello.version}, {hello.build}, up {hello.uptime} s")

    @property
    def dropped(self) -> tuple[int, int]:
        """The lines this port has dropped: corrupt ones, and our own that came back."""
        return self._receiver.corrupt, self._receiver.echoes

    def light(self, pad: str, light: RimLight) -> None:
        """Sent at once, and again with every hail: a hub that was away shines as it should."""
        if pad in self._pads and self._rims.get(pad, OFF) != light:
            self._rims[pad] = light
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
        self._try_at = now + RETRY_EVERY_S
        try:
            self.path = self._wanted or choose(list_ports.comports(), self._serial_number)
            self._port = serial.Serial(self.path, timeout=0, write_timeout=0, exclusive=True)
        except (HardwareError, *PORT_GONE) as error:
            why = str(error) if isinstance(error, HardwareError) else _why_not(self.path, error)
            self._fail(Fault.LINK_LOST, why)
            return
        self._receiver = wire.Receiver(wire.FROM_HUB)
        self._hail_at = self._answered_at = now
        self._spoke = self._understood = False

    def _listen(self, now: float) -> None:
        try:
            data = self._port.read(4096)
        except PORT_GONE:
            self._try_at = now + RETRY_EVERY_S
            self._shut()
            self._fail(Fault.LINK_LOST, f"The pad hub on {self.path} is gone; plug it in again.")
            return
        self._spoke = self._spoke or bool(data)
        for message in self._receiver.feed(data):
            self._understood = True
            self._hear(message, now)

    def _hail(self, now: float) -> None:
        self._hail_at = now + HAIL_EVERY_S
        self._hails[self._next_hail] = now
        for number in [number for number, sent in self._hails.items() if now - sent > SILENCE_S]:
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
        return bytes(wire.encode(wire.Shine(self._pads.index(pad), self._rims.get(pad, OFF))))

    # What the hub says.

    def _hear(self, message: object, now: float) -> None:
        if now - self._hails.get(message.beat, float("-inf")) > SILENCE_S:  # type: ignore[attr-defined]
            return
        refused = ""
        match message:
            case wire.OtherVersion(version=version):
                refused = f"speaks version {version} and this table speaks version {wire.VERSION}; "
                refused += "run `tapis hub flash` from this installation."
            case wire.Trouble(text=text):
                refused = f"is in trouble: {text}"
            case wire.Hello(pads=0):
                pass  # it is in trouble and will say so
            case wire.Hello(pads=count) if count > MAX_PADS:
                refused = f"claims {count} pads, and a hub has at most {MAX_PADS}; run `tapis hub flash`."
            case wire.Hello(pads=count) if self._named and count != len(self._pads):
                refused = f"is wired for {count} pads and the table file names {len(self._pads)}; "
                refused += "make them agree (the hub's side is its wiring.txt)."
            case wire.Hello():
                if not self._named:
                    self._pads = tuple(str(number) for number in range(1, message.pads + 1))
                if self.hello is None:
                    self._light_all()
                self._answered_at, self.hello = now, message
                self._set_fault(None, None)
            case wire.Seen() | wire.Reader() if self.hello is None or message.pad >= len(self._pads):
                pass  # not before it has said who it is
            case wire.Seen():
                pad = self._pads[message.pad]
                if self._faults.get(pad) is Fault.SILENT:
                    self._set_fault(pad, None)
                self._events.append(snapshot(pad, *message[2:]))
            case wire.Reader():
                self._check(message)
        if refused:
            self._answered_at = now
            self._fail(Fault.LINK_REFUSED, f"The pad hub on {self.path} {refused}")

    def _check(self, reader: wire.Reader) -> None:
        pad = self._pads[reader.pad]
        self.readers[pad] = reader
        if reader.state == "silent":
            message = f"Pad {pad}: its reader does not answer; check its leads and its supply."
        else:
            message = f"Pad {pad}: its reader has the unknown version 0x{reader.chip:02x}; it may fail."
        self._set_fault(pad, None if reader.state == "ok" else Fault(reader.state), message)

    # Faults

    def _set_fault(self, pad: str | None, fault: Fault | None, message: str = "") -> None:
        self._events += fault_changed(pad, self._faults.get(pad), fault, message)
        self._faults[pad] = fault

    def _miss(self, now: float) -> None:
        """Nothing to be heard for too long."""
        if self._spoke and not self._understood:
            what = "answers, but not like a pad hub; if it is a new Pico, run `tapis hub flash`."
            self._fail(Fault.LINK_REFUSED, f"Something on {self.path} {what}")
        else:
            what = "has gone quiet; unplug it and plug it in again."
            self._fail(Fault.LINK_LOST, f"The pad hub on {self.path} {what}")
        if now - self._answered_at > REOPEN_AFTER_S:
            self._shut()
            self._try_at = now

    def _fail(self, fault: Fault, message: str) -> None:
        self.hello = None
        self._set_fault(None, fault, message)


def _why_not(path: str, error: Exception) -> str:
    match getattr(error, "errno", None):
        case 2 | 6:  # ENOENT, ENXIO
            return f"There is no port {path}; plug the pad hub in, or correct port in the table file."
        case 13:  # EACCES
            return f"Port {path} may not be opened; add yourself to the group dialout and log in again."
        case 11:  # EAGAIN: another program holds the lock
            return f"Port {path} is in use by another program; close that first."
    return f"Port {path} cannot be opened ({error}); unplug the pad hub and plug it in again."
