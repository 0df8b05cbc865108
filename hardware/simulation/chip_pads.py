"""Simulated pads read the hard way: the real driver, over simulated chips, from simulated tags on the air.

    pads = SimulatedPads(names, ChipScanner(names, profile="bad", seed=7))
    reader = SimulatedReader(BAD, seed=7)
    reader.field.put(Tag("04a1b2c3d4e5f6"))
    reader.scan().uids                       # [b"\\x04\\xa1..."], most of the time

Whatever a profile gets wrong happens down there, to bits and to power (field.py); so a table
can be played, at any speed, on readers as bad as real ones. The chips' clock is virtual and follows poll's.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

from firmware.iso14443a import Inventory, inventory
from firmware.scan_round import ScanRound
from hardware.pads import PadEvent
from hardware.scans import IDLE_S, WatchedPad
from hardware.simulation.chip import Chip
from hardware.simulation.clock import Clock
from hardware.simulation.contents import CATCH_UP_S, PadContents
from hardware.simulation.field import IDEAL, PROFILES, Field, Profile
from hardware.simulation.machine import Spi, driver
from hardware.simulation.tags import Tag

POOR = 0.5  # coupling of a card that flickers, and of one that reaches over to a neighbour: every other scan


class SimulatedReader:
    """One reader and its pad, with a field and a clock of its own.

    *with_rst* False leaves the RST pin unwired, so that the driver can reset the chip by command only.
    """

    def __init__(
        self,
        profile: Profile = IDEAL,
        seed: int = 0,
        transfer_us: int = 100,
        version: int = 0x92,
        gain_db: int = 38,
        with_rst: bool = True,
    ) -> None:
        self.clock = Clock(transfer_us)
        self.field = Field(self.clock, random.Random(seed), profile)
        self.chip = Chip(self.field, self.clock, version)
        self.driver = driver(Spi(), self.chip, with_rst, gain_db)
        self.driver.start()

    def scan(self, limit: int = 4, budget_ms: int = 60) -> Inventory:
        seen: Inventory = inventory(self.driver, limit, budget_ms)
        return seen


class ChipScanner:
    """A Scanner at chip level: one chip and one field for each pad, neighbours as the pads are named."""

    def __init__(self, pads: Sequence[str], profile: str = "ideal", seed: int = 0) -> None:
        self._clock = Clock(transfer_us=20)  # a hub's; the Pi's would only make fewer scans
        dice = random.Random(seed)
        self._fields = {pad: Field(self._clock, dice, PROFILES[profile]) for pad in pads}
        for left, right in pairwise(pads):
            self._fields[left].neighbours.append(self._fields[right])
            self._fields[right].neighbours.append(self._fields[left])
        self._chips = {pad: Chip(field, self._clock) for pad, field in self._fields.items()}
        bus = Spi()
        self._placed: dict[tuple[str, str], float] = {}  # (pad, uid): coupling
        self.pads: Sequence[WatchedPad] = [
            WatchedPad(pad, driver(bus, chip)) for pad, chip in self._chips.items()
        ]
        for pad in self.pads:
            pad.chip.start()
        self._scan_round = ScanRound(self.pads, lambda: round(self._time() * 1000))
        self._began: float | None = None  # poll's time when the clock stood at zero

    def _time(self) -> float:
        return (self._began or 0.0) + self._clock.ns / 1e9

    def poll(self, contents: PadContents, now: float) -> list[PadEvent]:
        if self._began is None:
            self._began = now - self._clock.ns / 1e9
        idle = now - CATCH_UP_S - self._time()
        if idle > 0:
            self._clock.sleep_us(round(idle * 1e6))
        events: list[PadEvent] = []
        while self._time() <= now:
            self._arrange(contents, self._time())
            pad = self._scan_round.scan()
            if pad is None:
                self._clock.sleep_us(round(IDLE_S * 1e6))
            else:
                events += pad.events()
        return events

    def _arrange(self, contents: PadContents, now: float) -> None:
        """Lay and lift tags, plug and unplug readers, until chips and fields are as the contents says."""
        for pad, chip in self._chips.items():
            if chip.plugged and pad in contents.silent:
                chip.unplug()
            elif not chip.plugged and pad not in contents.silent:
                chip.plug()
        wanted: dict[tuple[str, str], float] = {}
        for uid, pad in contents.lying_at(now).items():
            wanted[pad, uid] = POOR if contents.flickers(pad, now) else 1.0
            for onto in contents.pads:
                if onto != pad and contents.bleeds(pad, onto, now):
                    wanted[onto, uid] = POOR
        for (pad, uid), _ in self._placed.items() - wanted.items():
            self._fields[pad].lift(uid)
        for (pad, uid), coupling in wanted.items():
            if self._placed.get((pad, uid)) != coupling:
                self._fields[pad].put(Tag(uid), coupling=coupling)
        self._placed = wanted
