"""One reader and its pad: the real driver on a simulated chip, with a field and a clock of its own.

reader = SimulatedReader(BAD, seed=7)
reader.field.put(Tag("04a1b2c3d4e5f6"))
reader.scan().uids                       # [b"\\x04\\xa1..."], most of the time
"""

from __future__ import annotations

import random

from firmware.iso14443a import Inventory, inventory
from hardware.simulation.chip import Chip
from hardware.simulation.clock import Clock
from hardware.simulation.field import IDEAL, Field, Profile
from hardware.simulation.machine import Spi, driver


class SimulatedReader:
    """*with_rst* False leaves the RST pin unwired, so that the driver can reset the chip by command only."""

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
