"""The one interface to the pads: which tags lie where, as far as the readers can tell.

    with closing(backend) as pads:
        for event in pads.poll(now):
            match event:
                case Snapshot(pad, uids, complete=True) if len(uids) == 1: ...

A backend reports *pictures*, it does not rule: debounce, arming and dwell happen once, in the controller.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class HardwareError(Exception):
    """Base of every error of this package; the message is a sentence for the host."""


class WiringError(HardwareError, ValueError):
    """The table file describes hardware that cannot be: the message names the key and what to do."""


class Fault(enum.Enum):
    """Why a pad, or all of them, cannot be trusted at the moment."""

    SILENT = "silent"  # the reader does not answer: nobody there, or locked up beyond a reset
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
    complete: bool  # the scan ended in a clean time-out: there is nobody else, as far as RF can tell
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


class PadReader(Protocol):
    """Says which tags lie on which pads.

    Must: poll() never blocks and never raises, neither for an empty pad nor for a lost reader; a fault is
          an event, said once, and so is its cure; snapshots come on every change, again about every 0.1 s
          while a picture is younger than a second, and at least once a second after that; close() may be
          called twice.
    May:  scan in a thread of its own that only fills a queue.
    """

    @property
    def pads(self) -> Sequence[str]:
        """The pads' names, in the order of the table file."""

    def poll(self, now: float) -> Sequence[PadEvent]:
        """What happened since the last call; *now* is a monotonic time in seconds."""

    def close(self) -> None:
        """Antennas off, ports closed."""
