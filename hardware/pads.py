"""The one interface to the pads: which tags lie where, as far as the readers can tell.

    with closing(backend) as pads:
        for event in pads.poll(now):
            match event:
                case Snapshot(pad, uids, complete=True) if len(uids) == 1: ...

A backend reports *pictures*, it does not rule: debounce, arming and dwell happen once, in the controller.
"""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from hardware.effects import Beep, RimLight

GLANCE_S = 0.02  # between two looks at what cannot wake the loop: threads, pins, animated rims


class HardwareError(Exception):
    """Base of every error of this package; the message is a sentence for the host."""


class WiringError(HardwareError, ValueError):
    """The table file describes hardware that cannot be: the message names the key and what to do."""


class Fault(enum.Enum):
    """Why a pad, or all of them, cannot be trusted at the moment."""

    SILENT = "silent"  # the reader does not answer: not there, or locked up beyond a reset
    UNKNOWN_CHIP = "unknown-chip"  # it answers with a version we do not know: a warning, it may work
    LINK_LOST = "link-lost"  # hub unplugged, or gone quiet
    LINK_REFUSED = "link-refused"  # something answers, but it is not a hub of our version


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What one pad's last scan saw, and for how long every scan has seen the same.

    Idempotent: each snapshot replaces the one before it. Dwell is judged by `age`, which is measured next to
    the reader, so neither a slow link nor a silent one can make a card look as if it had been lying still.
    """

    pad: str
    uids: tuple[str, ...]  # lower-case hex, sorted; only UIDs whose SELECT was answered by a CRC-checked SAK
    complete: bool  # the scan ended in a clean time-out: there is no other tag, as far as RF can tell
    age: float = 0.0  # seconds since `uids` and `complete` last changed
    scans: int = 1  # scans over which they have stayed the same
    errors: int = 0  # corrupt replies in those scans: presence without identity
    collisions: int = 0  # bit collisions in those scans: several tags, whatever `uids` says


@dataclass(frozen=True, slots=True)
class PadFault:
    """A pad (or, with pad None, every pad) is frozen: its last snapshot is stale, not empty."""

    pad: str | None
    fault: Fault
    message: str


@dataclass(frozen=True, slots=True)
class PadCured:
    """The fault is gone; fresh snapshots follow."""

    pad: str | None
    fault: Fault


PadEvent = Snapshot | PadFault | PadCured


def fault_changed(pad: str | None, before: Fault | None, fault: Fault | None, message: str) -> list[PadEvent]:
    """What to say when *fault* takes the place of *before*; None is no fault, the same again is no news.

    The new fault comes before the cure of the old one: otherwise the pad would look healthy in between, and
    what takes the events one by one would trust it for a moment.
    """
    if fault is before:
        return []
    new = [] if fault is None else [PadFault(pad, fault, message)]
    old = [] if before is None else [PadCured(pad, before)]
    return [*new, *old]


class Finding(NamedTuple):
    """What a reader's self-check found: a sentence for the host, which says what to do unless it is "ok"."""

    state: Literal["ok", "warning", "fault"]
    text: str


class SimulatedHands(Protocol):
    """What players and accidents do to simulated pads."""

    @property
    def pads(self) -> Sequence[str]: ...
    def put(self, uid: str, pad: str) -> None: ...
    def lift(self, uid: str) -> None: ...
    def flicker(self, pad: str, seconds: float) -> None: ...
    def silence(self, pad: str) -> None: ...
    def heal(self, pad: str) -> None: ...
    def unplug(self) -> None: ...
    def plug(self) -> None: ...


class PadReader(ABC):
    """Says which tags lie on which pads. A backend's reader is a subclass, which inherits the defaults below.

    Must: poll() never blocks and never raises, neither for an empty pad nor for a lost reader; a fault is
          an event, said once, and so is its cure; snapshots come on every change, again about every 0.1 s
          while a picture is younger than a second, and at least once a second after that; close() may be
          called twice.
    May:  scan in a thread of its own that only fills a queue; whatever has a default here.
    """

    part: str = "readers"  # what `tapis check` calls that on which all the pads hang
    has_rims: bool = False  # whether `light` lights rims of its own, not those of the panel

    @property
    @abstractmethod
    def pads(self) -> Sequence[str]:
        """The pads' names, in the order of the table file."""

    @abstractmethod
    def poll(self, now: float) -> Sequence[PadEvent]:
        """What happened since the last call; *now* is a monotonic time in seconds."""

    @abstractmethod
    def close(self) -> None:
        """Antennas off, ports closed."""

    def fileno(self) -> int | None:
        """What to wait on until there is something to poll; None: nothing, or not now."""
        return None

    def next_wake(self, now: float) -> float | None:
        """When to poll at the latest, if nothing can be read from fileno(); None: not before that."""
        return now + GLANCE_S

    def stalled(self, now: float) -> bool:
        """Whether a thread that reads the pads has stopped doing so: a watchdog should hear no more of us."""
        return False

    @property
    def versions(self) -> Mapping[str, str]:
        """By pad, what its chip says it is, as far as they have been heard."""
        return {}

    def self_check(self) -> Iterable[Finding]:
        """What there is to say of the reader as a whole; asked once its pads have been heard."""
        return ()

    def light(self, pad: str, light: RimLight) -> None:
        """Let the pad's rim shine so until the next one; must neither block nor raise, whatever is broken.

        A pad without a light is no mistake; a light that was away shows what was asked last once it is back.
        """
        return

    def beep(self, beep: Beep) -> None:
        """Play *beep* in place of the one that plays; must return at once."""
        return

    @property
    def hands(self) -> SimulatedHands | None:
        """What lays cards on simulated pads; None: they are laid by players."""
        return None
