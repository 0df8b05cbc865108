"""Simulated pads: a backend like any other, except that its cards are laid by calling it.

    pads = SimulatedPads(["left", "centre", "right"])
    pads.put("04a2b3c4d5e680", "left")
    pads.poll(now)                       # ... Snapshot("left", ("04a2b3c4d5e680",), complete=True, ...)
    pads.hover("04112233445580", "centre", seconds=0.1)
    pads.light("left", ACCEPTED)         # pads.rims and pads.beeps say what a real table would show

What is called for begins at the time of the last poll. The pads are read at one of two levels: by script, as
here, or by the real driver from simulated chips (hardware/simulation/chip_pads.py).
"""

from __future__ import annotations

import math
import random
import re
from collections import deque
from collections.abc import Sequence
from typing import Protocol

from firmware.iso14443a import SILENT, Inventory
from hardware.effects import OFF, Beep, Rim
from hardware.pads import Fault, HardwareError, PadCured, PadEvent, PadFault
from hardware.scans import Watch

SCAN = 0.05  # seconds between two scans of a pad, about a round over three real readers
CATCH_UP = 1.0  # seconds of scans made up for after a long pause
LIMIT = 4  # tags a scan looks for


def checked_uid(uid: str) -> str:
    """*uid* if a reader could report it: 4, 7 or 10 bytes in small hexadecimal digits."""
    if not re.fullmatch(r"[0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20}", uid):
        raise HardwareError(f'"{uid}" is no UID: write 8, 14 or 20 hexadecimal digits in small letters.')
    if uid[-8:-6] == "88":  # ISO 14443-3: there it would announce that the UID goes on
        raise HardwareError(f'"{uid}" is no UID: no tag has 88, the cascade tag, four bytes from the end.')
    return uid


class Cloth:
    """What lies on which pad and what is going wrong there; everything has an end, which may be never."""

    def __init__(self, pads: Sequence[str]) -> None:
        self.pads = tuple(pads)
        self.silent: set[str] = set()
        self._lying: dict[str, tuple[str, float]] = {}
        self._flicker: dict[str, float] = {}
        self._bleed: dict[tuple[str, str], float] = {}

    def lay(self, uid: str, pad: str, until: float) -> None:
        self._lying[checked_uid(uid)] = (self.known(pad), until)

    def lift(self, uid: str, now: float) -> None:
        if uid not in self.lying(now):
            raise HardwareError(f'No card with the tag "{uid}" lies on a pad.')
        del self._lying[uid]

    def flicker(self, pad: str, until: float) -> None:
        self._flicker[self.known(pad)] = until

    def bleed(self, pad: str, onto: str, until: float) -> None:
        self._bleed[self.known(pad), self.known(onto)] = until

    def lying(self, now: float) -> dict[str, str]:
        """Tag to pad, in the order in which they were laid."""
        return {uid: pad for uid, (pad, until) in self._lying.items() if now < until}

    def flickers(self, pad: str, now: float) -> bool:
        return now < self._flicker.get(pad, 0.0)

    def bleeds(self, pad: str, onto: str, now: float) -> bool:
        return now < self._bleed.get((pad, onto), 0.0)

    def known(self, pad: str) -> str:
        if pad not in self.pads:
            raise HardwareError(f'There is no pad "{pad}": use one of {", ".join(self.pads)}.')
        return pad


class Reading(Protocol):
    """How the pads are read. Must: report all there was to see on the cloth up to *now*."""

    def poll(self, cloth: Cloth, now: float) -> list[PadEvent]: ...

    def forget(self) -> None:
        """The link was lost and is back: everything is to be said anew."""


class ScriptedReading:
    """Every scan sees what lies there, unless the script says otherwise. *seed* decides what flickers."""

    def __init__(self, pads: Sequence[str], seed: int = 0) -> None:
        self._watches = [Watch(pad) for pad in pads]
        self._dice = random.Random(seed)
        self._next: float | None = None

    def poll(self, cloth: Cloth, now: float) -> list[PadEvent]:
        if self._next is None:
            self._next = now
        self._next = max(self._next, now - CATCH_UP)
        events: list[PadEvent] = []
        while self._next <= now:
            for watch in self._watches:
                events += watch.see(self._scan(cloth, watch.pad, self._next), self._next)
            self._next += SCAN
        return events

    def forget(self) -> None:
        for watch in self._watches:
            watch.forget()

    def _scan(self, cloth: Cloth, pad: str, now: float) -> Inventory:
        seen = Inventory()
        if pad in cloth.silent:
            seen.fault = SILENT
            return seen
        for uid, lies_on in cloth.lying(now).items():
            if lies_on == pad or (cloth.bleeds(lies_on, pad, now) and self._dice.random() < 0.5):
                seen.uids.append(bytes.fromhex(uid))
        if cloth.flickers(pad, now) and seen.uids:
            missed = self._dice.choice(["seen", "silence", "garbled"])
            if missed != "seen":
                seen.uids.clear()
                seen.errors = int(missed == "garbled")
        seen.collisions = max(0, len(seen.uids) - 1)
        seen.complete = not seen.errors and len(seen.uids) <= LIMIT
        del seen.uids[LIMIT:]
        return seen


class SimulatedPads:
    """A PadReader with hands to lay cards, and a Lights and a Buzzer that remember."""

    def __init__(self, pads: Sequence[str], reading: Reading | None = None) -> None:
        self.rims: dict[str, Rim] = dict.fromkeys(pads, OFF)
        self.beeps: deque[Beep] = deque(maxlen=100)
        self._cloth = Cloth(pads)
        self._reading = reading or ScriptedReading(pads)
        self._now = 0.0
        self._plugged = True
        self._said: list[PadEvent] = []

    @property
    def pads(self) -> Sequence[str]:
        return self._cloth.pads

    def poll(self, now: float) -> Sequence[PadEvent]:
        self._now = now
        events, self._said = self._said, []
        if self._plugged:
            events += self._reading.poll(self._cloth, now)
        return events

    def close(self) -> None:
        self._plugged = False

    def light(self, pad: str, rim: Rim) -> None:
        if pad in self.rims:
            self.rims[pad] = rim

    def beep(self, beep: Beep) -> None:
        self.beeps.append(beep)

    # Hands

    def put(self, uid: str, pad: str) -> None:
        """Lay a card; one that lies elsewhere moves. Put a second one and there are two at once."""
        self._cloth.lay(uid, pad, math.inf)

    def lift(self, uid: str) -> None:
        self._cloth.lift(uid, self._now)

    def hover(self, uid: str, pad: str, seconds: float) -> None:
        """A card passes over the pad and is gone."""
        self._cloth.lay(uid, pad, self._now + seconds)

    def lying(self) -> dict[str, str]:
        """Which tag lies on which pad."""
        return self._cloth.lying(self._now)

    # Mischief

    def flicker(self, pad: str, seconds: float = math.inf) -> None:
        """Cards on the pad are read badly: some scans see nobody, some hear only noise."""
        self._cloth.flicker(pad, self._now + seconds)

    def bleed(self, pad: str, onto: str, seconds: float = math.inf) -> None:
        """Cards on *pad* are now and then seen by the reader of *onto* as well."""
        self._cloth.bleed(pad, onto, self._now + seconds)

    def silence(self, pad: str) -> None:
        """The reader does not answer any more."""
        self._cloth.silent.add(self._cloth.known(pad))

    def heal(self, pad: str) -> None:
        """The reader answers again, and reads well."""
        self._cloth.silent.discard(self._cloth.known(pad))
        self._cloth.flicker(pad, self._now)

    def unplug(self) -> None:
        """All readers are gone at once, as when a cable is pulled."""
        if self._plugged:
            self._plugged = False
            message = "The simulated pads are unplugged: plug them in again."
            self._said.append(PadFault(None, Fault.LINK_LOST, message))

    def plug(self) -> None:
        if not self._plugged:
            self._plugged = True
            self._reading.forget()
            self._said.append(PadCured(None, Fault.LINK_LOST))
