"""From scans to pad events, for readers on this side of a link: the Pi's own, simulated ones, yours.

pad = WatchedPad("left")
events += pad.see(inventory, now)            # a scan of your own: a firmware.iso14443a.Inventory

scan_round = ScanRound([WatchedPad("left", chip)], ticks_ms)     # or MFRC522s, scanned in turn
if pad := scan_round.scan():
    events += pad.events()
"""

from __future__ import annotations

from collections.abc import Iterable

from firmware.iso14443a import SILENT, UNKNOWN_CHIP, Inventory
from firmware.mfrc522 import KNOWN_VERSIONS
from firmware.scan_round import OK, ScannedPad
from hardware.pads import Fault, PadEvent, Snapshot, fault_changed

IDLE_S = 0.05  # to rest when there is no reader to ask

_MESSAGES = {
    OK: "",
    SILENT: "The reader of pad {pad} does not answer: check its leads and its 3.3 V.",
    UNKNOWN_CHIP: "The reader of pad {pad} has the unknown version 0x{version:02x}: it may read badly.",
}


class WatchedPad(ScannedPad):
    """A pad whose scans become pad events."""

    _fault: Fault | None = None

    def see(self, seen: Inventory, now: float) -> list[PadEvent]:
        """Take in one scan, made at *now*, and return what there is to say about it."""
        self.take(seen, round(now * 1000))
        return self.events()

    def events(self) -> list[PadEvent]:
        """What there is to say about the last scan."""
        fault = None if self.state == OK else Fault(self.state)
        message = _MESSAGES[self.state].format(pad=self.name, version=self.chip.version if self.chip else 0)
        events = fault_changed(self.name, self._fault, fault, message)
        self._fault = fault
        if self.picture.due(self.scanned_at):
            events.append(snapshot(self.name, *self.picture.tell(self.scanned_at)))
        return events


def snapshot(pad: str, uids: Iterable[bytes], complete: bool, age_ms: int, *counts: int) -> Snapshot:
    """A pad's picture as the scan round or the hub tells it."""
    return Snapshot(pad, tuple(uid.hex() for uid in uids), complete, age_ms / 1000, *counts)


def chip_name(version: int) -> str:
    """An MFRC522, or a copy of it, by what its version register says."""
    return f"{KNOWN_VERSIONS.get(version, '?')} (0x{version:02x})"
