"""The scan round: pads scanned in turn, one antenna on at a time; the same for the hub and for a Pi.

    scan_round = ScanRound([ScannedPad("left", chip), ScannedPad("right", other_chip)], ticks_ms)
    pad = scan_round.scan()          # the pad that was scanned; None: there is none to ask at the moment
    if pad: tell(pad.name, pad.state, pad.picture)

*ticks_ms* tells milliseconds, which may wrap at 2**30.
"""

from firmware.iso14443a import SILENT, Inventory, inventory
from firmware.picture import PadPicture, elapsed

RETRY_MS = 1000  # a reader that does not answer is not asked in every round: it would slow down the others
OK = "ok"  # a pad's state; the others are the faults of an Inventory


class ScannedPad:
    """One pad: its chip (an MFRC522, or None where scans come from elsewhere), and what its scans saw."""

    def __init__(self, name, chip=None) -> None:
        self.name = name
        self.chip = chip
        self.picture = PadPicture()
        self.state = OK
        self.scanned_at = 0

    def take(self, seen, now: int) -> None:
        """Take in one scan, an Inventory."""
        self.scanned_at = now
        self.state = seen.fault or OK
        if self.state == SILENT:
            self.picture.forget()
        else:
            self.picture.see(seen, now)


class ScanRound:
    """A fair round over *pads*, one scan a call; a scan leaves its antenna off."""

    def __init__(self, pads, ticks_ms) -> None:
        self.pads = pads
        self._ticks_ms = ticks_ms
        self._next = 0

    def scan(self):
        """Scan the pad whose turn it is, passing over silent readers that were tried a moment ago."""
        now = self._ticks_ms()
        for _ in range(len(self.pads)):
            pad = self.pads[self._next]
            self._next = (self._next + 1) % len(self.pads)
            if pad.state != SILENT or elapsed(now, pad.scanned_at) >= RETRY_MS:
                try:
                    seen = inventory(pad.chip)
                except OSError:  # the bus itself refused: the reader is not there, and may be at the next try
                    seen = Inventory()
                    seen.fault = SILENT
                pad.take(seen, self._ticks_ms())
                return pad
        return None
