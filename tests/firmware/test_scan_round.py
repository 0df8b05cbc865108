"""The scan round, which hub and Pi share: fair, patient with silent readers, and the same words for both."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from firmware.iso14443a import SILENT, UNKNOWN_CHIP, Inventory
from firmware.scan_round import RETRY_MS, PadPicture, ScannedPad, ScanRound
from hardware.pads import Fault, PadCured, PadEvent, PadFault, Snapshot, fault_changed
from hardware.scans import WatchedPad
from hardware.simulation.chip_pads import SimulatedReader
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


# A pad's picture: age is evidence, news is repeated, old pictures at a slow beat.

ANNA = bytes.fromhex("04a1b2c3")
BERT = bytes.fromhex("04a1b2c4d5e6f7")


@dataclass
class Scan:
    uids: list[bytes] = field(default_factory=list)
    complete: bool = True
    errors: int = 0
    collisions: int = 0


def watched(scans: list[Scan], every: int = 50, start: int = 0) -> PadPicture:
    picture = PadPicture()
    for number, scan in enumerate(scans):
        picture.see(scan, (start + number * every) % 2**30)
    return picture


def test_age_runs_from_the_first_scan_that_agrees_to_the_last() -> None:
    picture = watched([Scan(), Scan([ANNA]), Scan([ANNA]), Scan([ANNA])])
    assert (picture.uids, picture.complete, picture.age, picture.scans) == ((ANNA,), True, 100, 3)


def test_the_order_in_which_tags_answer_is_no_change() -> None:
    picture = watched([Scan([BERT, ANNA]), Scan([ANNA, BERT])])
    assert (picture.uids, picture.scans) == (tuple(sorted((ANNA, BERT))), 2)


@pytest.mark.parametrize("change", [Scan(), Scan([ANNA], complete=False), Scan([BERT]), Scan([ANNA, BERT])])
def test_any_change_of_tags_or_completeness_starts_afresh(change: Scan) -> None:
    picture = watched([Scan([ANNA], errors=2), Scan([ANNA], collisions=1), change])
    assert (picture.age, picture.scans, picture.errors, picture.collisions) == (0, 1, 0, 0)


def test_errors_and_collisions_add_up_over_the_scans_that_agree() -> None:
    picture = watched([Scan([ANNA], errors=1), Scan([ANNA], errors=2, collisions=3)])
    assert (picture.errors, picture.collisions) == (3, 3)


def test_age_goes_on_where_the_clock_wraps_and_stops_at_the_limit() -> None:
    assert watched([Scan([ANNA])] * 3, start=2**30 - 60).age == 100
    picture = watched([Scan([ANNA])] * 4, every=5_000_000)
    assert picture.age == 9_999_999


def told_at(scans: list[Scan], every: int) -> list[int]:
    picture = PadPicture()
    times = []
    for number, scan in enumerate(scans):
        now = number * every
        picture.see(scan, now)
        if picture.due(now):
            picture.tell(now)
            times.append(now)
    return times


def test_news_is_told_at_once_repeated_for_a_second_and_then_at_a_slow_beat() -> None:
    times = told_at([Scan()] * 10 + [Scan([ANNA])] * 200, every=20)
    since = [time - 200 for time in times if time >= 200]
    assert since[:10] == [0, 100, 200, 300, 400, 500, 600, 700, 800, 900]
    assert since[10:] == [1800, 2700, 3600]


def test_nothing_is_told_before_the_first_scan() -> None:
    assert not PadPicture().due(5000)


def test_a_pad_that_was_out_of_sight_starts_afresh_even_if_it_looks_the_same() -> None:
    picture = watched([Scan([ANNA])] * 10)
    picture.tell(500)
    picture.forget()
    assert not picture.due(5000)
    picture.see(Scan([ANNA]), 5000)
    assert (picture.age, picture.scans, picture.due(5000)) == (0, 1, True)
