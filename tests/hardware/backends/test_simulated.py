"""Simulated pads misbehave on command and remember what they were made to show, at both levels."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.backends.simulated import MAX_TAGS, ScriptedScanner, SimulatedPads
from hardware.effects import ACCEPTED, OFF, SEEN, Beep
from hardware.pads import Fault, HardwareError, PadCured, PadEvent, PadFault, Snapshot
from hardware.simulation.chip_pads import ChipScanner
from hardware.simulation.contents import checked_uid

PADS = ("left", "centre", "right")
NTAG, OTHER = "04a2b3c4d5e680", "04112233445580"


class Table:
    def __init__(self, pads: SimulatedPads) -> None:
        self.pads = pads
        self.now = 50.0

    def wait(self, seconds: float) -> list[PadEvent]:
        events: list[PadEvent] = []
        for _ in range(round(seconds * 50)):
            self.now += 0.02
            events += self.pads.poll(self.now)
        return events


def seen_on(events: list[PadEvent], pad: str) -> list[tuple[str, ...]]:
    """What the snapshots of *pad* showed, one entry per change."""
    shown: list[tuple[str, ...]] = []
    for event in events:
        if isinstance(event, Snapshot) and event.pad == pad and (not shown or shown[-1] != event.uids):
            shown.append(event.uids)
    return shown


@pytest.fixture(params=["scripted", "chips"])
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    reading = ScriptedScanner(PADS) if request.param == "scripted" else ChipScanner(PADS)
    table = Table(SimulatedPads(PADS, reading))
    table.wait(0.5)
    yield table


def test_a_card_that_hovers_is_seen_for_as_long_as_it_hovers(table: Table) -> None:
    table.pads.hover(NTAG, "left", seconds=0.3)
    events = table.wait(2)
    assert seen_on(events, "left") == [(NTAG,), ()]
    ages = [event.age for event in events if isinstance(event, Snapshot) and event.uids]
    assert max(ages) < 0.3
    assert table.pads.lying() == {}


def test_a_card_that_flickers_is_missed_by_some_scans_and_never_taken_for_another(table: Table) -> None:
    table.pads.put(NTAG, "left")
    table.pads.flicker("left", seconds=3)
    shown = seen_on(table.wait(3), "left")
    assert shown.count((NTAG,)) > 5
    assert set(shown) == {(NTAG,), ()}
    table.wait(0.2)
    assert seen_on(table.wait(3), "left") == [(NTAG,)]


def test_what_is_garbled_is_presence_without_identity() -> None:
    table = Table(SimulatedPads(PADS))
    table.pads.put(NTAG, "left")
    table.pads.flicker("left")
    garbled = [e for e in table.wait(3) if isinstance(e, Snapshot) and e.errors]
    assert garbled
    assert all(event.uids == () and not event.complete for event in garbled)


def test_a_pad_that_is_healed_no_longer_flickers(table: Table) -> None:
    table.pads.put(NTAG, "left")
    table.pads.flicker("left")
    table.wait(1)
    table.pads.heal("left")
    table.wait(0.2)
    assert seen_on(table.wait(3), "left") == [(NTAG,)]


def test_an_hour_without_a_poll_is_not_made_up_for_scan_by_scan(table: Table) -> None:
    table.pads.put(NTAG, "left")
    before = [e for e in table.wait(1) if isinstance(e, Snapshot) and e.pad == "left"][-1]
    table.now += 3600
    after = [e for e in table.wait(0.1) if isinstance(e, Snapshot) and e.pad == "left"][-1]
    assert after.age > 3600
    assert after.scans - before.scans < 60


def test_neighbours_on_bad_readers_bleed_to_both_sides() -> None:
    table = Table(SimulatedPads(PADS, ChipScanner(PADS, "bad", 3)))
    table.pads.put(NTAG, "centre")
    events = table.wait(15)
    assert (NTAG,) in seen_on(events, "left")
    assert (NTAG,) in seen_on(events, "right")


def test_a_card_that_bleeds_is_now_and_then_seen_next_door(table: Table) -> None:
    table.pads.put(NTAG, "left")
    table.pads.bleed("left", onto="centre", seconds=2)
    events = table.wait(2)
    assert seen_on(events, "left") == [(NTAG,)]
    assert seen_on(events, "centre").count((NTAG,)) > 2
    assert seen_on(events, "right") in ([()], [])
    table.wait(0.2)
    assert seen_on(table.wait(2), "centre") == [()]


def test_pulling_the_plug_freezes_everything_and_is_said_once(table: Table) -> None:
    table.pads.put(NTAG, "left")
    table.wait(1)
    table.pads.unplug()
    table.pads.unplug()
    [fault] = table.wait(5)
    assert fault == PadFault(None, Fault.LINK_LOST, "The simulated pads are unplugged: plug them in again.")


def test_plugging_in_again_tells_everything_anew(table: Table) -> None:
    table.pads.put(NTAG, "left")
    table.wait(2)
    table.pads.unplug()
    table.wait(1)
    table.pads.plug()
    table.pads.plug()
    cured, *events = table.wait(0.3)
    assert cured == PadCured(None, Fault.LINK_LOST)
    snapshots = [event for event in events if isinstance(event, Snapshot)]
    assert {event.pad: event.uids for event in snapshots} == {"left": (NTAG,), "centre": (), "right": ()}
    assert snapshots[0].age == 0


def test_a_reader_healed_while_unplugged_is_not_silent_for_ever(table: Table) -> None:
    table.pads.silence("left")
    table.wait(1)
    table.pads.unplug()
    table.pads.heal("left")
    table.wait(1)
    table.pads.plug()
    assert PadCured("left", Fault.SILENT) in table.wait(2)


def test_laying_a_card_elsewhere_takes_it_from_where_it_was(table: Table) -> None:
    table.pads.put(NTAG, "left")
    table.pads.put(NTAG, "right")
    events = table.wait(0.5)
    assert table.pads.lying() == {NTAG: "right"}
    assert seen_on(events, "right")[-1] == (NTAG,)


def test_more_tags_than_a_scan_looks_for_leave_the_picture_incomplete(table: Table) -> None:
    for n in range(MAX_TAGS + 1):
        table.pads.put(f"04a2b3c4d5e60{n}", "left")
    snapshot = [e for e in table.wait(2) if isinstance(e, Snapshot) and e.pad == "left"][-1]
    assert len(snapshot.uids) == MAX_TAGS
    assert not snapshot.complete
    assert snapshot.collisions > 0


@pytest.mark.parametrize("level", ["scripted", "chips"])
def test_the_same_seed_makes_the_same_evening(level: str) -> None:
    def evening(seed: int) -> list[PadEvent]:
        reading = ScriptedScanner(PADS, seed) if level == "scripted" else ChipScanner(PADS, "bad", seed)
        table = Table(SimulatedPads(PADS, reading))
        table.pads.put(NTAG, "left")
        table.pads.flicker("left")
        return table.wait(5)

    assert evening(7) == evening(7)
    assert evening(7) != evening(8)


@settings(deadline=None, max_examples=15)
@given(seed=st.integers(0, 2**32), on=st.sampled_from(PADS))
def test_the_worst_readers_never_name_a_card_that_is_not_there(seed: int, on: str) -> None:
    table = Table(SimulatedPads(PADS, ChipScanner(PADS, "bad", seed)))
    table.pads.put(NTAG, on)
    table.pads.flicker(on, seconds=1)
    table.pads.hover(OTHER, "centre", seconds=1)
    shown = {uid for event in table.wait(3) if isinstance(event, Snapshot) for uid in event.uids}
    assert NTAG in shown
    assert shown <= {NTAG, OTHER}


@pytest.mark.parametrize("uid", ["04a2b3c4", "04a2b3c4d5e680", "04a2b3c4d5e680010203", "04a28811223344"])
def test_uids_as_readers_report_them(uid: str) -> None:
    assert checked_uid(uid) == uid


@pytest.mark.parametrize(
    "uid",
    [
        "",
        "04",
        "04A2B3C4D5E680",
        "04:a2:b3:c4",
        "04a2b3c4d5",
        "zzzzzzzz",
        "88a2b3c4",
        "04a2b388112233",
        "04a2b3c4\n",
    ],
)
def test_uids_no_reader_would_report_are_refused(uid: str) -> None:
    pads = SimulatedPads(PADS)
    with pytest.raises(HardwareError, match="is no UID"):
        pads.put(uid, "left")
    assert pads.lying() == {}


def test_pads_that_are_not_there_are_refused_by_name(table: Table) -> None:
    for blunder in (
        lambda: table.pads.put(NTAG, "middle"),
        lambda: table.pads.silence("middle"),
        lambda: table.pads.flicker("middle"),
        lambda: table.pads.bleed("left", onto="middle"),
    ):
        with pytest.raises(
            HardwareError, match=r'There is no pad "middle": use one of left, centre, right\.'
        ):
            blunder()


def test_a_card_that_is_not_there_cannot_be_lifted(table: Table) -> None:
    table.pads.hover(NTAG, "left", seconds=0.1)
    table.wait(0.2)
    with pytest.raises(HardwareError, match=NTAG):
        table.pads.lift(NTAG)


def test_lights_and_beeps_are_there_to_be_looked_at(table: Table) -> None:
    assert table.pads.rims == dict.fromkeys(PADS, OFF)
    table.pads.light("left", SEEN)
    table.pads.light("left", ACCEPTED)
    table.pads.light("nowhere", SEEN)
    table.pads.beep(Beep.ACCEPTED)
    assert table.pads.rims == {"left": ACCEPTED, "centre": OFF, "right": OFF}
    assert list(table.pads.beeps) == [Beep.ACCEPTED]
