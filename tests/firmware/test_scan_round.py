"""The scan round, which hub and Pi share: fair, patient with silent readers, and the same words for both."""

from __future__ import annotations

import pytest

from firmware.iso14443a import SILENT, UNKNOWN_CHIP, Inventory
from firmware.scan_round import RETRY_MS, ScannedPad, ScanRound
from hardware.pads import Fault, PadCured, PadEvent, PadFault, Snapshot, fault_changed
from hardware.scans import WatchedPad
from hardware.simulation.reader import SimulatedReader
from tests.hardware.simulation.hub_table import HubTable, faults


class Bench:
    """Three readers in turn, on one clock."""

    def __init__(self) -> None:
        self.ms = 5000
        self.readers = [SimulatedReader(transfer_us=1) for _ in range(3)]
        pads = [ScannedPad(number, reader.driver) for number, reader in enumerate(self.readers)]
        self.round = ScanRound(pads, lambda: self.ms)

    def scanned(self, times: int) -> list[int | None]:
        found = []
        for _ in range(times):
            self.ms += 10
            pad = self.round.scan()
            found.append(None if pad is None else pad.name)
        return found


def test_every_pad_has_its_turn() -> None:
    assert Bench().scanned(6) == [0, 1, 2, 0, 1, 2]


def test_a_silent_reader_is_passed_over_until_it_is_due_again() -> None:
    bench = Bench()
    bench.readers[1].chip.unplug()
    assert bench.scanned(3) == [0, 1, 2]
    assert bench.scanned(4) == [0, 2, 0, 2]
    bench.ms += RETRY_MS
    assert bench.scanned(3) == [0, 1, 2]


def test_with_silent_readers_only_there_is_none_to_ask() -> None:
    bench = Bench()
    for reader in bench.readers:
        reader.chip.unplug()
    assert bench.scanned(5) == [0, 1, 2, None, None]


def test_a_bus_that_refuses_is_a_silent_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()

    def refuse() -> bool:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(bench.readers[0].driver, "awake", refuse)
    assert bench.scanned(1) == [0]
    assert bench.round.pads[0].state == SILENT
    monkeypatch.undo()
    bench.ms += RETRY_MS
    bench.scanned(3)
    assert bench.round.pads[0].state == "ok"


# Which is told first when one fault takes the place of another


def healthy_moments(events: list[PadEvent]) -> int:
    """How often, taken event by event, the pad has no fault."""
    open_faults: set[Fault] = set()
    healthy = 0
    for event in events:
        match event:
            case PadFault(fault=fault):
                open_faults.add(fault)
            case PadCured(fault=fault):
                open_faults.remove(fault)
        healthy += not open_faults
    return healthy


def test_a_new_fault_is_told_before_the_cure_of_the_old_one() -> None:
    events = fault_changed("left", Fault.UNKNOWN_CHIP, Fault.SILENT, "Gone.")
    assert events == [PadFault("left", Fault.SILENT, "Gone."), PadCured("left", Fault.UNKNOWN_CHIP)]
    assert fault_changed("left", Fault.SILENT, Fault.SILENT, "Gone.") == []
    assert fault_changed("left", None, None, "") == []


def scan(fault: str | None) -> Inventory:
    seen = Inventory()
    seen.fault = fault
    return seen


def test_a_reader_of_the_pi_looks_healthy_at_no_moment_between_two_faults() -> None:
    pad = WatchedPad("left")
    scans = enumerate([UNKNOWN_CHIP, SILENT, UNKNOWN_CHIP])
    events = [event for now, fault in scans for event in pad.see(scan(fault), now)]
    told = [(type(event), event.fault) for event in events if not isinstance(event, Snapshot)]
    assert told == [
        (PadFault, Fault.UNKNOWN_CHIP),
        (PadFault, Fault.SILENT),
        (PadCured, Fault.UNKNOWN_CHIP),
        (PadFault, Fault.UNKNOWN_CHIP),
        (PadCured, Fault.SILENT),
    ]
    assert healthy_moments(events) == 0


def test_nor_does_a_reader_of_the_hub(tmp_path_factory: pytest.TempPathFactory) -> None:
    table = HubTable(tmp_path_factory.mktemp("hub"))
    table.hub.board.chips[0].version = 0x77
    table.do("reboot")
    table.wait(6)
    table.heard.clear()
    table.silence("left")
    told = faults(table.wait(1))
    table.close()
    assert [(type(event), event.fault) for event in told] == [
        (PadFault, Fault.SILENT),
        (PadCured, Fault.UNKNOWN_CHIP),
    ]
