"""From a reader's scans to pad events, for readers on this side of the link: the Pi's own and simulated ones.

rounds = Rounds([Reader("left", chip), Reader("right", other_chip)], clock, sleep)
while running:
    events += rounds.step()      # one pad, one scan, one antenna on at a time
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from firmware.iso14443a import SILENT, Inventory, inventory
from firmware.picture import Picture
from hardware.pads import Fault, PadCured, PadEvent, PadFault, Snapshot

RETRY = (
    1.0  # seconds: a reader that does not answer is not asked in every round, it would slow down the others
)
IDLE = 0.05  # seconds to rest when there is nobody to ask


class Watch:
    """What is known of one pad: its picture, its fault, and what was said about them."""

    def __init__(self, pad: str) -> None:
        self.pad = pad
        self.fault: Fault | None = None
        self._picture = Picture()

    def see(self, seen: Inventory, now: float, version: int = 0) -> list[PadEvent]:
        """Take in one scan, by a chip of that *version*; what there is to say about it."""
        events: list[PadEvent] = []
        fault = Fault(seen.fault) if seen.fault else None
        if fault is not self.fault:
            if self.fault:
                events.append(PadCured(self.pad, self.fault))
            if fault:
                events.append(
                    PadFault(self.pad, fault, _MESSAGES[fault].format(pad=self.pad, version=version))
                )
            self.fault = fault
        if fault is Fault.SILENT:
            self.forget()
            return events
        milliseconds = round(now * 1000)
        self._picture.see(seen, milliseconds)
        if self._picture.due(milliseconds):
            self._picture.told(milliseconds)
            events.append(self._snapshot())
        return events

    def forget(self) -> None:
        """The pad was out of sight: whatever the next scan sees is new."""
        self._picture.forget()

    def _snapshot(self) -> Snapshot:
        picture = self._picture
        uids: tuple[bytes, ...] = picture.uids
        return Snapshot(
            self.pad,
            tuple(uid.hex() for uid in uids),
            picture.complete,
            picture.age / 1000,
            picture.scans,
            picture.errors,
            picture.collisions,
        )


_MESSAGES = {
    Fault.SILENT: "The reader of pad {pad} does not answer: check its leads and its 3.3 V.",
    Fault.UNKNOWN_CHIP: "The reader of pad {pad} has the unknown version 0x{version:02x}: it may read badly.",
}


@dataclass(frozen=True, slots=True)
class Reader:
    """A pad's name and its chip, a firmware.mfrc522.MFRC522."""

    pad: str
    chip: Any


class Rounds:
    """A fair round over the readers, a scan at a time; a scan leaves its antenna off."""

    def __init__(
        self, readers: Sequence[Reader], clock: Callable[[], float], sleep: Callable[[float], object]
    ) -> None:
        self._turns = [(reader.chip, Watch(reader.pad)) for reader in readers]
        self._tried = dict.fromkeys((reader.pad for reader in readers), -RETRY)
        self._clock = clock
        self._sleep = sleep

    def step(self) -> list[PadEvent]:
        """Scan the pad whose turn it is, passing over silent readers that were tried a moment ago."""
        for _ in self._turns:
            chip, watch = turn = self._turns.pop(0)
            self._turns.append(turn)
            if watch.fault is Fault.SILENT and self._clock() - self._tried[watch.pad] < RETRY:
                continue
            self._tried[watch.pad] = self._clock()
            try:
                seen = inventory(chip)
            except OSError:  # the bus itself refused: nobody there, and the next try may do better
                seen = Inventory()
                seen.fault = SILENT
            return watch.see(seen, self._clock(), chip.version)
        self._sleep(IDLE)
        return []

    def forget(self) -> None:
        """The pads were out of sight: whatever the next scans see is new."""
        for _, watch in self._turns:
            watch.forget()
