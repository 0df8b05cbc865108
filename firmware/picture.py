"""A pad's picture: what its scans see, for how long they have agreed, and when it is due to be told.

    picture = PadPicture()
    picture.see(inventory(chip), now)
    if picture.due(now):
        tell(picture.uids, picture.complete, picture.age)
        picture.told(now)

Age is the time between the first and the last of the scans that agree: evidence, not waiting. Times are
milliseconds that may wrap at 2**30, as ticks_ms of MicroPython does, or not.
"""

YOUNG_MS = 1000  # a picture this young is news: arrivals are decided now
NEWS_MS = 90  # news is repeated after this, at the next scan: about every 100 ms
BEAT_MS = 900  # and an old picture: at least once a second

_TICKS_MASK = 0x3FFFFFFF
_LIMIT = 9999999  # the longest number on the wire; and sums must stay small integers


class PadPicture:
    """Read `uids` (sorted), `complete`, `age`, `scans`, `errors`, `collisions`."""

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

    def told(self, now: int) -> None:
        self._told_at = now
        self._fresh = False


def elapsed(now: int, then: int) -> int:
    return (now - then) & _TICKS_MASK
