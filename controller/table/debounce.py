"""The one debounce: what readers see becomes cards that arrive on pads, once each.

    for happened in debounce.take(event, now):      # an event of pads.poll(now)
        match happened: case Arrived(pad, uid): ...

A card arrives when it was seen alone for a dwell on a pad that had been clear. Time is counted by the reader
(`Snapshot.age` and `scans`); the host's clock can only make us doubt, never make a card dwell. "Not seen" is
not "gone": a pad is clear after enough clean time-outs, and a frozen one is neither clear nor occupied.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import Struct

from hardware.pads import Fault, PadCured, PadEvent, PadFault, Snapshot

CLEAN_SCANS = 4  # a pad is clear after so many clean time-outs in a row, and `clear` seconds
PATIENCE_S = 0.9  # of presence without an arrival before people are told; readers report less after 1
RETURN_S = 2.0  # the same card on the same pad this soon may never have left
LEAD = 3  # scans: a neighbour that reads a tag through the wood reads it less often than its own pad
GLIMPSE_S = 0.15  # a tag missed for so short a time still lies where it was
MILLISECOND = 0.001  # seconds: what ages are counted in: sums of them must not miss a limit by less
COLLISIONS = 3  # reports of collisions: one may be noise on a lone card, so many are cards


class Happened(Struct, frozen=True):
    """What is the matter on a pad; each kind is a class below."""

    pad: str


class Seen(Happened, frozen=True):
    """A card is above an armed pad; it may be passing. Once until the pad is clear."""

    uid: str


class Arrived(Happened, frozen=True):
    """A card was laid. *again*: it was here a moment ago, and perhaps was only read badly."""

    uid: str
    again: bool = False


class Several(Happened, frozen=True):
    """More than one card: which was meant cannot be known. The pad must be cleared."""


class Unread(Happened, frozen=True):
    """Something lies here and will not arrive: it cannot be read, or *uid* came before the pad was clear."""

    uid: str | None = None


class Gone(Happened, frozen=True):
    """The pad is clear again, after one of the others."""


@dataclass(slots=True)
class _Pad:
    """What is known of one pad. The second half is of the present visit: since the pad was clear."""

    name: str
    faults: set[Fault] = field(default_factory=set)
    last: Snapshot | None = None  # None: nothing is known, at the start and while frozen
    before: tuple[str, ...] = ()  # the tags of the picture before the last
    heard: float = 0.0  # when it came, by the host's clock
    interval: float = 0.0  # seconds between two scans, by the reader's
    awake: bool = False  # it has been clear once: what lay there from the start is nobody's lay
    armed: bool = False
    left: str | None = None  # the card that was here last, and when it was last seen
    left_at: float = 0.0

    card: str | None = None  # the card that has arrived
    candidate: str | None = None  # the card seen alone, and how long from its first to its latest sighting
    dwell: float = 0.0
    unseen: float = 0.0  # how long ago that latest sighting is
    scans: int = 0  # since the first sighting, and in how many of them it was seen
    hits: int = 0
    presence: float = 0.0  # how long something was here
    collided: int = 0
    tally: dict[str, int] = field(default_factory=dict)  # in how many scans each tag was seen
    own: set[str] = field(default_factory=set)  # the tags that lie here, and not on a neighbour
    said: set[type] = field(default_factory=set)

    def clear(self) -> None:
        if self.card:
            self.left = self.card
        self.awake = self.armed = True
        self.card = self.candidate = None
        self.presence, self.collided = 0.0, 0
        self.tally, self.own, self.said = {}, set(), set()

    def freeze(self) -> None:
        """Whatever lies here when the fault is gone has not just been laid."""
        self.last = self.candidate = None
        self.before = ()
        self.armed = False

    def once(self, happened: Happened) -> Iterator[Happened]:
        if type(happened) not in self.said:
            self.said.add(type(happened))
            yield happened


class _News(NamedTuple):
    """What a snapshot adds to the one before it."""

    same: bool  # the same picture still
    elapsed: float
    scans: int
    collisions: int


class Debounce:
    """The debounce of all pads, fed with the readers' events."""

    def __init__(self, pads: Sequence[str], dwell: float = 0.2, clear: float = 0.4) -> None:
        self._pads = {pad: _Pad(pad) for pad in pads}
        self._dwell = dwell - MILLISECOND / 2
        self._clear = clear

    @property
    def lying(self) -> Mapping[str, tuple[str, ...]]:
        """The tags each pad sees now; a pad of which nothing is known is missing."""
        return {pad.name: pad.last.uids for pad in self._pads.values() if pad.last}

    def take(self, event: PadEvent, now: float) -> Sequence[Happened]:
        """What *event* means; *now* is when it came."""
        match event:
            case Snapshot():
                pad = self._pads[event.pad]
                return () if pad.faults else tuple(self._see(pad, event, now))
            case PadFault(name, fault) if fault is not Fault.UNKNOWN_CHIP:  # such a reader may well read
                for pad in self._named(name):
                    pad.faults.add(fault)
                    pad.freeze()
            case PadCured(name, fault):
                for pad in self._named(name):
                    pad.faults.discard(fault)
        return ()

    def _named(self, name: str | None) -> list[_Pad]:
        return list(self._pads.values()) if name is None else [self._pads[name]]

    def _see(self, pad: _Pad, seen: Snapshot, now: float) -> Iterator[Happened]:
        news = self._news(pad, seen, now)
        if pad.last and not news.same:
            pad.before = pad.last.uids
        pad.last, pad.heard = seen, now
        if seen.scans > 1:
            pad.interval = seen.age / (seen.scans - 1)
        for uid in seen.uids:
            pad.tally[uid] = pad.tally.get(uid, 0) + news.scans
        if pad.card in seen.uids:
            pad.left_at = now
        pad.unseen += news.elapsed
        pad.scans += news.scans

        if not seen.uids and seen.complete and not seen.collisions:
            if seen.scans >= CLEAN_SCANS and seen.age >= self._clear:
                if pad.said:
                    yield Gone(pad.name)
                pad.clear()
        elif pad.awake:
            yield from self._present(pad, seen, news, now)

    def _news(self, pad: _Pad, seen: Snapshot, now: float) -> _News:
        last = pad.last
        # Snapshots may have been lost on the way. A stretch nobody told us about, as long as it takes to
        # clear a pad, could have been just that.
        if last is None or now - seen.age - pad.heard > self._clear:
            pad.candidate = None
            return _News(False, seen.age, seen.scans, seen.collisions)
        elapsed, scans = seen.age - last.age, seen.scans - last.scans
        if (seen.uids, seen.complete) != (last.uids, last.complete) or elapsed < 0 or scans < 0:
            return _News(False, seen.age + pad.interval, seen.scans, seen.collisions)
        return _News(True, elapsed, scans, max(seen.collisions - last.collisions, 0))

    def _present(self, pad: _Pad, seen: Snapshot, news: _News, now: float) -> Iterator[Happened]:
        """Something lies on the pad."""
        uids = tuple(uid for uid in seen.uids if not self._is_elsewhere(uid, pad))
        if seen.uids and not uids:
            return
        pad.own.update(uids)
        pad.presence += news.elapsed
        if len(uids) > 1:
            yield from self._several(pad)
            return
        # Noise makes a lone card collide now and then, a second card in every other scan at least. A tag that
        # bleeds in from a neighbour collides as well, and proves nothing about this pad.
        if news.collisions and 2 * news.collisions >= news.scans and uids == seen.uids:
            pad.collided += 1
            pad.candidate = None
        elif uids and seen.complete:
            yield from self._sighted(pad, uids[0], seen, news, now)
        elif uids and pad.armed:
            yield from pad.once(Seen(pad.name, uids[0]))
        if pad.armed and pad.presence >= PATIENCE_S:
            if pad.collided >= COLLISIONS or len(pad.own) > 1:
                yield from self._several(pad)
            else:
                yield from pad.once(Unread(pad.name))

    def _sighted(self, pad: _Pad, uid: str, seen: Snapshot, news: _News, now: float) -> Iterator[Happened]:
        """A card is there, alone as far as this scan can tell."""
        if pad.candidate == uid and pad.unseen - news.elapsed < GLIMPSE_S:
            pad.dwell += pad.unseen
            pad.hits += news.scans
        else:
            pad.candidate = uid
            pad.dwell = 0.0 if news.same else seen.age
            pad.hits = pad.scans = news.scans
        pad.unseen = 0.0
        if not pad.armed:
            # After a card that arrived this one is late by a moment only, and nobody may be looking any more.
            enough = self._dwell if pad.card else PATIENCE_S
            if uid != pad.card and pad.dwell >= enough and not self._is_contested(uid, pad):
                yield from pad.once(Unread(pad.name, uid))
            return
        yield from pad.once(Seen(pad.name, uid))
        # Two cards exactly on each other are hardly ever read: what is read rarely is not alone.
        if pad.dwell >= self._dwell and 2 * pad.hits >= pad.scans and not self._is_contested(uid, pad):
            pad.armed = False
            pad.card = uid
            again = uid == pad.left and now - pad.left_at < RETURN_S
            pad.left_at = now
            yield from pad.once(Arrived(pad.name, uid, again))

    def _several(self, pad: _Pad) -> Iterator[Happened]:
        pad.armed = False
        pad.candidate = None
        yield from pad.once(Several(pad.name))

    # A tag near the edge of one pad is seen by its neighbour now and then. It lies where it is seen more
    # often, among the pads that see it now: a card that was moved is not seen any more where it was.

    def _is_elsewhere(self, uid: str, pad: _Pad) -> bool:
        return any(
            uid in last.uids and other.tally[uid] >= pad.tally[uid] + LEAD
            for other, last in self._others(pad)
        )

    def _is_contested(self, uid: str, pad: _Pad) -> bool:
        return any(
            (uid in last.uids or (uid in other.before and last.age < GLIMPSE_S))
            and pad.tally[uid] < other.tally.get(uid, 0) + LEAD
            for other, last in self._others(pad)
        )

    def _others(self, pad: _Pad) -> Iterator[tuple[_Pad, Snapshot]]:
        """The other pads of which something is known, and what."""
        for other in self._pads.values():
            if other is not pad and other.last:
                yield other, other.last
