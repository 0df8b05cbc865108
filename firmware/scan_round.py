"""The scan round: pads scanned in turn, one antenna on at a time; the same for the hub and for a Pi.

    scan_round = ScanRound([ScannedPad("left", chip), ScannedPad("right", other_chip)], ticks_ms)
    pad = scan_round.scan()          # the pad that was scanned; None: there is none to ask at the moment
    if pad and pad.picture.due(pad.scanned_at):
        tell(pad.name, pad.state, pad.picture.tell(pad.scanned_at))

*ticks_ms* tells milliseconds, which may wrap at 2**30, as that of MicroPython does, or not.
"""

from firmware import elapsed
from firmware.iso14443a import SILENT, Inventory, inventory

RETRY_MS = 1000  # a reader that does not answer is not asked in every round: it would slow down the others
YOUNG_MS = 1000  # a picture this young is news: arrivals are decided now
NEWS_MS = 90  # news is repeated after this, at the next scan: about every 100 ms
BEAT_MS = 900  # and an old picture: at least once a second
OK = "ok"  # a pad's state; the others are the faults of an Inventory

_LIMIT = 9999999  # the longest number on the wire; and sums must stay small integers


class PadPicture:
    """What a pad's scans see, and for how long they have agreed.

    Read `uids` (sorted), `complete`, `age`, `scans`, `errors`, `collisions`. Age is the time between the
    first and the last of the scans that agree: evidence, not waiting.
    """

    def __init__(self) -> None:
        self._told_at = 0
        self._seen_at = 0
        self.forget()

    def forget(self) -> None:
        """The pad was out of sight: whatever the next scan sees is new."""
        self.uids = ()
        self.complete = False
        self.age = 0
        self.scans = 0
        self.errors = 0
        self.collisions = 0
        self._fresh = False

    def see(self, seen, now: int) -> None:
        """Take in one scan, an Inventory of a reader that answered."""
        uids = tuple(sorted(seen.uids))
        if not self.scans or uids != self.uids or seen.complete != self.complete:
            self.forget()
            self.uids = uids
            self.complete = seen.complete
            self._fresh = True
        else:
            self.age = min(self.age + elapsed(now, self._seen_at), _LIMIT)
        self.scans = min(self.scans + 1, _LIMIT)
        self.errors = min(self.errors + seen.errors, _LIMIT)
        self.collisions = min(self.collisions + seen.collisions, _LIMIT)
        self._seen_at = now

    def due(self, now: int) -> bool:
        """Ask after each scan: a picture is only told again with new evidence."""
        if self._fresh or not self.scans:
            return self._fresh
        return elapsed(now, self._told_at) >= (NEWS_MS if self.age < YOUNG_MS else BEAT_MS)

    def tell(self, now: int) -> tuple:
        """All of it, in the order above; from now on it is no news."""
        self._told_at = now
        self._fresh = False
        return self.uids, self.complete, self.age, self.scans, self.errors, self.collisions


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
