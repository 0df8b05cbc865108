"""The contract of pads_contract.py, on every backend that ships."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from hardware.backends.simulated import SimulatedPads
from hardware.backends.spi import SpiPad, SpiPads
from hardware.simulation.bus import RaspberryPi
from hardware.simulation.chip import Chip
from hardware.simulation.chip_pads import ChipScanner
from hardware.simulation.clock import Clock
from hardware.simulation.field import Field
from hardware.simulation.tags import Tag
from tests.hardware.backends.pads_contract import PADS, PadsContract, Table
from tests.hardware.simulation.hub_table import HubTable


def scripted() -> Iterator[Table]:
    pads = SimulatedPads(PADS)
    yield Table(pads, pads)


def chips() -> Iterator[Table]:
    pads = SimulatedPads(PADS, ChipScanner(PADS, "ideal"))
    yield Table(pads, pads)


def spi() -> Iterator[Table]:
    """The real package mfrc522 on a simulated bus; one reader by chip-enable, two by chip-selects."""
    clock = Clock(start_us=1_000_000_000)
    fields = {pad: Field(clock, random.Random(1)) for pad in PADS}
    chips = {pad: Chip(field, clock) for pad, field in fields.items()}
    pi = RaspberryPi()
    pi.wire(chips["left"], ce=0, rst=25)
    pi.wire(chips["middle"], cs=24, rst=23)
    pi.wire(chips["right"], cs=27, rst=22)
    with pi.modules():
        reader = SpiPads(
            [
                SpiPad("left", rst=25, ce=0),
                SpiPad("middle", rst=23, ce=1, cs=24),
                SpiPad("right", rst=22, ce=1, cs=27),
            ],
            clock=lambda: clock.ns / 1e9,
            sleep=lambda seconds: clock.sleep_us(round(seconds * 1e6)),
            thread=False,
        )

        def scan_until(now: float) -> None:
            while clock.ns / 1e9 < now:
                reader.step()

        yield Table(reader, ChipHands(chips), scan_until)


class ChipHands:
    """Hands over simulated chips."""

    def __init__(self, chips: dict[str, Chip]) -> None:
        self._chips = chips

    def put(self, uid: str, pad: str) -> None:
        self._chips[pad].field.put(Tag(uid))

    def lift(self, uid: str) -> None:
        for chip in self._chips.values():
            if uid in [tag.uid for tag in chip.field.tags]:
                chip.field.lift(uid)

    def silence(self, pad: str) -> None:
        self._chips[pad].unplug()

    def heal(self, pad: str) -> None:
        self._chips[pad].plug()


def hub() -> Iterator[Table]:
    """The real pyserial on a pty, and behind it the real firmware on simulated chips."""
    with TemporaryDirectory() as folder:
        behind = HubTable(Path(folder))
        yield Table(behind.reader, behind, behind.pass_time)
        behind.close()


BACKENDS: dict[str, Callable[[], Iterator[Table]]] = {
    "scripted": scripted,
    "chips": chips,
    "spi": spi,
    "hub": hub,
}


class TestWhatShips(PadsContract):
    @pytest.fixture(params=BACKENDS)
    def table(self, request: pytest.FixtureRequest) -> Iterator[Table]:
        for table in BACKENDS[request.param]():
            with closing(table.reader):
                yield table
