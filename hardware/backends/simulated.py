"""Backend "simulated": pads like any other, except that their cards are laid by calling them.

    pads = SimulatedPads(["left", "centre", "right"])
    pads.put("04a2b3c4d5e680", "left")
    pads.poll(now)                       # ... Snapshot("left", ("04a2b3c4d5e680",), complete=True, ...)
    pads.hover("04112233445580", "centre", seconds=0.1)
    pads.light("left", ACCEPTED)         # pads.rims and pads.beeps say what a real table would show

What is called for begins at the time of the last poll. The pads are read at one of two levels: by script, as
here, or by the real driver from simulated chips (hardware/simulation/chip_pads.py).
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Protocol

import msgspec

from firmware.iso14443a import SILENT, Inventory
from hardware.effects import OFF, Beep, RimLight
from hardware.pads import Fault, Finding, PadCured, PadEvent, PadFault, PadReader
from hardware.scans import WatchedPad
from hardware.simulation.contents import CATCH_UP_S, PadContents
from hardware.wiring import Section, Wiring, check_choice

SCAN_S = 0.05  # between two scans of a pad, about a round over three real readers
MAX_TAGS = 4  # tags a scan looks for
LEVELS = ("scripted", "chip")
PROFILES = ("ideal", "typical", "bad")


class SimulatedSection(Section, frozen=True):
    level: str = "scripted"
    profile: str = "ideal"
    seed: int = 0


class SimulatedWiring(Wiring, frozen=True, kw_only=True):
    simulated: ClassVar[bool] = True
    section: SimulatedSection = msgspec.field(name="simulated", default=SimulatedSection())

    def check(self) -> None:
        check_choice("simulated.level", self.section.level, LEVELS)
        check_choice("simulated.profile", self.section.profile, PROFILES)

    def describe(self) -> list[str]:
        section = self.section
        how = f"SIMULATED pads, level {section.level}, profile {section.profile}, seed {section.seed}"
        return [how, *(f"pad {pad.name}: simulated" for pad in self.pads)]

    def open(self, clock: Callable[[], float], sleep: Callable[[float], object]) -> SimulatedPads:
        return stand_in(self, self.section.seed)


BACKEND = SimulatedWiring


def stand_in(wiring: Wiring, seed: int) -> SimulatedPads:
    """Simulated pads called like those of *wiring*; if these are simulated, too, at their level."""
    names = [pad.name for pad in wiring.pads]
    if isinstance(wiring, SimulatedWiring) and wiring.section.level == "chip":
        from hardware.simulation.chip_pads import ChipScanner

        return SimulatedPads(names, ChipScanner(names, wiring.section.profile, seed))
    return SimulatedPads(names, ScriptedScanner(names, seed))


class Scanner(Protocol):
    """How the pads are read. Must: report all there was to see in *contents* up to *now*."""

    pads: Sequence[WatchedPad]

    def poll(self, contents: PadContents, now: float) -> list[PadEvent]: ...


class ScriptedScanner:
    """Every scan sees what lies there, unless the script says otherwise. *seed* decides what flickers."""

    def __init__(self, pads: Sequence[str], seed: int = 0) -> None:
        self.pads: Sequence[WatchedPad] = [WatchedPad(pad) for pad in pads]
        self._dice = random.Random(seed)
        self._next: float | None = None

    def poll(self, contents: PadContents, now: float) -> list[PadEvent]:
        if self._next is None:
            self._next = now
        self._next = max(self._next, now - CATCH_UP_S)
        events: list[PadEvent] = []
        while self._next <= now:
            for pad in self.pads:
                events += pad.see(self._scan(contents, pad.name, self._next), self._next)
            self._next += SCAN_S
        return events

    def _scan(self, contents: PadContents, pad: str, now: float) -> Inventory:
        seen = Inventory()
        if pad in contents.silent:
            seen.fault = SILENT
            return seen
        for uid, lies_on in contents.lying_at(now).items():
            if lies_on == pad or (contents.bleeds(lies_on, pad, now) and self._dice.random() < 0.5):
                seen.uids.append(bytes.fromhex(uid))
        if contents.flickers(pad, now) and seen.uids:
            missed = self._dice.choice(["seen", "silence", "garbled"])
            if missed != "seen":
                seen.uids.clear()
                seen.errors = int(missed == "garbled")
        seen.collisions = max(0, len(seen.uids) - 1)
        seen.complete = not seen.errors and len(seen.uids) <= MAX_TAGS
        del seen.uids[MAX_TAGS:]
        return seen


class SimulatedPads(PadContents, PadReader):
    """Pads with hands to lay cards; `rims` and `beeps` remember what a real table would show."""

    def __init__(self, pads: Sequence[str], scanner: Scanner | None = None) -> None:
        super().__init__(pads)
        self.rims: dict[str, RimLight] = dict.fromkeys(pads, OFF)
        self.beeps: deque[Beep] = deque(maxlen=100)
        self._scanner = scanner or ScriptedScanner(pads)
        self._plugged = True
        self._said: list[PadEvent] = []

    def poll(self, now: float) -> Sequence[PadEvent]:
        self.now = now
        events, self._said = self._said, []
        if self._plugged:
            events += self._scanner.poll(self, now)
        return events

    def close(self) -> None:
        self._plugged = False

    def next_wake(self, now: float) -> None:
        return None  # nothing lies there that this program did not lay

    def self_check(self) -> Iterator[Finding]:
        yield Finding("ok", "SIMULATED: no real card is read")

    @property
    def hands(self) -> SimulatedPads:
        return self

    def light(self, pad: str, light: RimLight) -> None:
        if pad in self.rims:
            self.rims[pad] = light

    def beep(self, beep: Beep) -> None:
        self.beeps.append(beep)

    def unplug(self) -> None:
        """All readers are gone at once, as when a cable is pulled."""
        if self._plugged:
            self._plugged = False
            message = "The simulated pads are unplugged: plug them in again."
            self._said.append(PadFault(None, Fault.LINK_LOST, message))

    def plug(self) -> None:
        if not self._plugged:
            self._plugged = True
            for pad in self._scanner.pads:
                pad.picture.forget()  # everything is to be said anew
            self._said.append(PadCured(None, Fault.LINK_LOST))
