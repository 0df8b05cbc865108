"""Cards come to pads: once each, alone, after a dwell, and never because a reader or a link was silent."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.table.debounce import Arrived, Debounce, Gone, Happened, Seen, Several, Unread
from hardware.backends.simulated import SimulatedPads
from hardware.pads import Fault, PadCured, PadFault, Snapshot
from hardware.simulation.chip_pads import ChipScanner

PADS = ("left", "centre", "right")
BLUE, RED, GREEN = "04a2b3c4d5e680", "04a2b3c4d5e681", "04112233445566"
TURN = 0.02  # seconds between two turns of the main loop
EXAMPLES = int(os.environ.get("TAPIS_EXAMPLES", "60"))


class Cloth:
    """Simulated pads with an Arrivals behind them, in a time of their own."""

    def __init__(self, pads: SimulatedPads | None = None) -> None:
        self.pads = pads or SimulatedPads(PADS)
        self.arrivals = Debounce(PADS)
        self.now = 1000.0

    def wait(self, seconds: float) -> list[Happened]:
        happened: list[Happened] = []
        for _ in range(round(seconds / TURN)):
            self.now += TURN
            for event in self.pads.poll(self.now):
                happened += self.arrivals.take(event, self.now)
        return happened


@pytest.fixture
def cloth() -> Cloth:
    """Three pads that have been clear for a while."""
    cloth = Cloth()
    assert cloth.wait(1.0) == []
    return cloth


def test_a_card_is_seen_at_once_and_arrives_after_its_dwell(cloth: Cloth) -> None:
    cloth.pads.put(BLUE, "left")
    assert cloth.wait(0.1) == [Seen("left", BLUE)]
    assert cloth.wait(0.2) == [Arrived("left", BLUE)]
    assert cloth.wait(5.0) == []


def test_a_hovering_card_is_seen_and_gone(cloth: Cloth) -> None:
    cloth.pads.hover(BLUE, "left", seconds=0.17)
    assert cloth.wait(2.0) == [Seen("left", BLUE), Gone("left")]


def test_two_hovers_do_not_add_up(cloth: Cloth) -> None:
    for _ in range(4):
        cloth.pads.hover(BLUE, "left", seconds=0.15)
        assert cloth.wait(0.8) == [Seen("left", BLUE), Gone("left")]


def test_the_pad_takes_the_next_card_once_it_is_clear(cloth: Cloth) -> None:
    cloth.pads.put(BLUE, "left")
    cloth.wait(1.0)
    cloth.pads.lift(BLUE)
    assert cloth.wait(0.3) == []
    assert cloth.wait(0.3) == [Gone("left")]
    cloth.pads.put(RED, "left")
    assert cloth.wait(0.5) == [Seen("left", RED), Arrived("left", RED)]


def test_a_card_pushed_onto_an_uncleared_pad_must_be_laid_again(cloth: Cloth) -> None:
    cloth.pads.put(BLUE, "left")
    cloth.wait(1.0)
    cloth.pads.lift(BLUE)
    cloth.pads.put(RED, "left")
    assert cloth.wait(0.15) == []
    assert cloth.wait(0.15) == [Unread("left", RED)]  # people must hear of it while they are looking
    cloth.pads.lift(RED)
    assert cloth.wait(1.0) == [Gone("left")]
    cloth.pads.put(RED, "left")
    assert Arrived("left", RED) in cloth.wait(0.5)


def test_two_cards_at_once_arrive_neither_together_nor_one_by_one(cloth: Cloth) -> None:
    cloth.pads.put(BLUE, "left")
    cloth.pads.put(RED, "left")
    assert cloth.wait(1.0) == [Several("left")]
    cloth.pads.lift(RED)
    assert cloth.wait(3.0) == [Unread("left", BLUE)]
    cloth.pads.lift(BLUE)
    assert cloth.wait(1.0) == [Gone("left")]
    cloth.pads.put(BLUE, "left")
    assert cloth.wait(1.0) == [Seen("left", BLUE), Arrived("left", BLUE)]


def test_a_second_card_before_the_first_has_dwelt_stops_both(cloth: Cloth) -> None:
    cloth.pads.put(BLUE, "left")
    cloth.wait(0.12)
    cloth.pads.put(RED, "left")
    assert cloth.wait(1.0) == [Several("left")]


def test_a_card_on_top_of_one_that_arrived_is_one_too_many(cloth: Cloth) -> None:
    cloth.pads.put(BLUE, "left")
    cloth.wait(1.0)
    cloth.pads.put(RED, "left")
    assert cloth.wait(1.0) == [Several("left")]


def test_another_card_in_between_starts_the_dwell_afresh(cloth: Cloth) -> None:
    cloth.pads.hover(BLUE, "left", seconds=0.13)
    cloth.wait(0.14)
    cloth.pads.put(RED, "left")
    assert cloth.wait(0.16) == []
    assert cloth.wait(0.2) == [Arrived("left", RED)]


def test_a_flickering_card_arrives_once_and_does_not_leave(cloth: Cloth) -> None:
    cloth.pads.flicker("left")
    cloth.pads.put(BLUE, "left")
    happened = cloth.wait(1.5)
    assert [event for event in happened if isinstance(event, Arrived)] == [Arrived("left", BLUE)]


def test_a_card_back_within_a_moment_arrives_again_and_later_anew(cloth: Cloth) -> None:
    cloth.pads.put(BLUE, "left")
    cloth.wait(10.0)
    cloth.pads.lift(BLUE)
    cloth.wait(0.6)
    cloth.pads.put(BLUE, "left")
    assert Arrived("left", BLUE, again=True) in cloth.wait(0.5)
    cloth.pads.lift(BLUE)
    cloth.wait(3.0)
    cloth.pads.put(BLUE, "left")
    assert Arrived("left", BLUE, again=False) in cloth.wait(0.5)


def test_what_lies_there_at_the_start_arrives_only_when_lifted_and_laid() -> None:
    cloth = Cloth()
    cloth.pads.put(BLUE, "left")
    assert cloth.wait(5.0) == []
    cloth.pads.lift(BLUE)
    assert cloth.wait(1.0) == []
    cloth.pads.put(BLUE, "left")
    assert cloth.wait(0.5) == [Seen("left", BLUE), Arrived("left", BLUE)]


def test_a_moved_card_arrives_on_the_newer_pad(cloth: Cloth) -> None:
    cloth.pads.put(BLUE, "left")
    cloth.wait(5.0)
    cloth.pads.put(BLUE, "centre")
    assert cloth.wait(0.36) == [Seen("centre", BLUE), Arrived("centre", BLUE)]
    assert cloth.wait(1.0) == [Gone("left")]


@pytest.mark.parametrize("pad", PADS)
def test_a_card_that_bleeds_onto_the_neighbour_arrives_where_it_lies(cloth: Cloth, pad: str) -> None:
    onto = "left" if pad == "centre" else "centre"
    cloth.pads.bleed(pad, onto=onto)
    cloth.pads.put(BLUE, pad)
    happened = cloth.wait(0.5) + cloth.wait(8.0)
    assert [event for event in happened if isinstance(event, Arrived)] == [Arrived(pad, BLUE)]


def test_a_card_that_bleeds_in_from_its_own_pad_does_not_count_as_a_second_one(cloth: Cloth) -> None:
    cloth.pads.put(BLUE, "left")
    cloth.wait(1.0)
    cloth.pads.bleed("left", onto="centre", seconds=0.5)
    cloth.pads.put(RED, "centre")
    assert Arrived("centre", RED) in cloth.wait(0.8)
    assert not any(isinstance(event, Several) for event in cloth.wait(2.0))


# Readers and links that fail


@pytest.mark.parametrize("all_at_once", [False, True])
def test_a_card_laid_while_the_pad_was_dead_must_be_laid_again(cloth: Cloth, all_at_once: bool) -> None:
    fail, cure = _failure(cloth, all_at_once)
    fail()
    cloth.wait(0.5)
    cloth.pads.put(BLUE, "left")
    assert cloth.wait(5.0) == []
    cure()
    assert cloth.wait(3.0) == [Unread("left", BLUE)]
    cloth.pads.lift(BLUE)
    cloth.wait(1.0)
    cloth.pads.put(BLUE, "left")
    assert Arrived("left", BLUE) in cloth.wait(0.5)


@pytest.mark.parametrize("all_at_once", [False, True])
def test_the_card_that_lay_there_before_the_fault_is_the_same_card_after_it(
    cloth: Cloth, all_at_once: bool
) -> None:
    fail, cure = _failure(cloth, all_at_once)
    cloth.pads.put(BLUE, "left")
    cloth.wait(1.0)
    fail()
    assert cloth.wait(5.0) == []
    cure()
    assert cloth.wait(5.0) == []
    cloth.pads.lift(BLUE)
    assert cloth.wait(1.0) == [Gone("left")]


def test_a_card_that_was_dwelling_when_the_link_went_does_not_arrive_when_it_is_back(cloth: Cloth) -> None:
    cloth.pads.put(BLUE, "left")
    assert cloth.wait(0.15) == [Seen("left", BLUE)]
    cloth.pads.unplug()
    cloth.wait(3.0)
    cloth.pads.plug()
    assert cloth.wait(3.0) == [Unread("left", BLUE)]


def test_a_reader_of_unknown_make_is_believed(cloth: Cloth) -> None:
    cloth.arrivals.take(PadFault("left", Fault.UNKNOWN_CHIP, "clone"), cloth.now)
    cloth.pads.put(BLUE, "left")
    assert Arrived("left", BLUE) in cloth.wait(0.5)


def _failure(cloth: Cloth, all_at_once: bool) -> tuple[Callable[[], None], Callable[[], None]]:
    if all_at_once:
        return cloth.pads.unplug, cloth.pads.plug
    return (lambda: cloth.pads.silence("left")), (lambda: cloth.pads.heal("left"))


# Snapshots one by one: what the host is told, and when


class Wire:
    """Pads at the end of a link, clear; snapshots come when the test says."""

    def __init__(self, *pads: str) -> None:
        self.arrivals = Debounce(pads or ("left",))
        self.now = 1000.0
        for pad in pads or ("left",):
            assert self.tell(0.0, scans=1, after=0.1, pad=pad) == []
            assert self.tell(0.5, scans=11, after=0.5, pad=pad) == []

    def tell(
        self,
        age: float,
        *uids: str,
        scans: int,
        after: float,
        complete: bool = True,
        errors: int = 0,
        collisions: int = 0,
        pad: str = "left",
    ) -> list[Happened]:
        self.now += after
        snapshot = Snapshot(pad, uids, complete, age, scans, errors, collisions)
        return list(self.arrivals.take(snapshot, self.now))


def test_a_silent_link_makes_no_card_dwell() -> None:
    wire = Wire()
    assert wire.tell(0.0, BLUE, scans=1, after=0.05) == [Seen("left", BLUE)]
    assert wire.tell(0.1, BLUE, scans=3, after=0.1) == []
    # What the hub saw for a second and a half got lost; then the card passes by once more.
    assert wire.tell(0.0, BLUE, scans=1, after=1.5) == []
    assert wire.tell(0.15, BLUE, scans=4, after=0.15) == []
    assert wire.tell(0.2, BLUE, scans=5, after=0.05) == [Arrived("left", BLUE)]


def test_a_picture_as_old_as_the_last_but_begun_later_is_another_one() -> None:
    wire = Wire()
    wire.tell(0.0, BLUE, scans=1, after=0.05)
    wire.tell(0.1, BLUE, scans=3, after=0.1)
    assert wire.tell(0.15, BLUE, scans=4, after=1.0) == []
    assert wire.tell(0.2, BLUE, scans=5, after=0.05) == [Arrived("left", BLUE)]


def test_the_same_snapshot_over_and_over_is_no_new_evidence() -> None:
    wire = Wire()
    wire.tell(0.0, BLUE, scans=1, after=0.05)
    for _ in range(20):
        assert wire.tell(0.15, BLUE, scans=4, after=0.1) == []


def test_a_slow_link_that_tells_everything_late_loses_nothing() -> None:
    wire = Wire()
    wire.tell(0.0, BLUE, scans=1, after=2.0)
    wire.tell(0.1, BLUE, scans=3, after=0.0)
    assert wire.tell(0.2, BLUE, scans=5, after=0.0) == [Arrived("left", BLUE)]


def test_three_clean_time_outs_or_a_short_time_are_not_absence() -> None:
    wire = Wire()
    wire.tell(0.0, BLUE, scans=1, after=0.05)
    assert wire.tell(0.3, BLUE, scans=7, after=0.3) == [Arrived("left", BLUE)]
    assert wire.tell(0.6, scans=3, after=0.6) == []
    wire.tell(0.0, BLUE, scans=1, after=0.05)
    assert wire.tell(0.35, scans=8, after=0.4) == []
    assert wire.tell(0.4, scans=9, after=0.05) == [Gone("left")]


def test_dropped_scans_between_two_sightings_do_not_matter() -> None:
    wire = Wire()
    wire.tell(0.0, BLUE, scans=1, after=0.05)
    for _ in range(2):
        assert wire.tell(0.0, scans=1, after=0.05) == []
        assert wire.tell(0.0, BLUE, scans=1, after=0.05) in ([], [Arrived("left", BLUE)])
    assert wire.arrivals.take(Snapshot("left", (), True), wire.now) == ()


def test_a_card_with_company_that_cannot_be_read_does_not_arrive() -> None:
    wire = Wire()
    assert wire.tell(0.0, BLUE, scans=1, after=0.05, complete=False, errors=1) == [Seen("left", BLUE)]
    assert wire.tell(0.9, BLUE, scans=19, after=0.9, complete=False, errors=19) == [Unread("left")]
    assert wire.tell(1.1, BLUE, scans=23, after=0.2, complete=False, errors=23) == []


def test_collisions_that_persist_are_several_cards_whatever_was_read() -> None:
    wire = Wire()
    happened: list[Happened] = []
    for turn in range(12):
        happened += wire.tell(0.1 * turn, BLUE, scans=1 + 2 * turn, after=0.1, collisions=1 + 2 * turn)
    assert happened == [Several("left")]


def test_a_card_missed_for_a_moment_still_lies_where_it_was() -> None:
    wire = Wire("left", "centre")
    wire.tell(0.0, BLUE, scans=1, after=0.1)
    assert wire.tell(0.3, BLUE, scans=7, after=0.3) == [Arrived("left", BLUE)]
    # It reaches over to the neighbour, who reads it well just when its own pad does not.
    wire.tell(0.0, scans=1, after=0.05)
    assert wire.tell(0.0, BLUE, scans=1, after=0.0, pad="centre") == [Seen("centre", BLUE)]
    wire.tell(0.0, BLUE, scans=1, after=0.05)
    wire.tell(0.0, scans=1, after=0.13)
    assert wire.tell(0.2, BLUE, scans=5, after=0.02, pad="centre") == []
    wire.tell(0.2, scans=5, after=0.2)
    assert wire.tell(0.3, BLUE, scans=7, after=0.05, pad="centre") == [Arrived("centre", BLUE)]


def test_two_cards_read_in_turn_are_several() -> None:
    wire = Wire()
    happened: list[Happened] = []
    for turn in range(20):
        happened += wire.tell(0.0, (BLUE, RED)[turn % 2], scans=1, after=0.05)
    assert happened == [Seen("left", BLUE), Several("left")]


def test_a_collision_that_was_only_noise_delays_a_lone_card() -> None:
    wire = Wire()
    assert wire.tell(0.0, BLUE, scans=1, after=0.05, collisions=1) == []
    assert wire.tell(0.1, BLUE, scans=3, after=0.1, collisions=1) == [Seen("left", BLUE)]
    assert wire.tell(0.2, BLUE, scans=5, after=0.1, collisions=1) == []
    assert wire.tell(0.3, BLUE, scans=7, after=0.1, collisions=1) == [Arrived("left", BLUE)]


def test_a_card_that_is_hardly_ever_read_is_not_alone() -> None:
    wire = Wire()
    happened: list[Happened] = []
    for _ in range(10):
        happened += wire.tell(0.0, BLUE, scans=1, after=0.05)
        happened += wire.tell(0.1, scans=3, after=0.15)
    assert happened == [Seen("left", BLUE)]


def test_noise_without_a_card_for_a_second_is_said_once() -> None:
    wire = Wire()
    assert wire.tell(0.0, scans=1, after=0.05, complete=False, errors=1) == []
    assert wire.tell(0.8, scans=17, after=0.8, complete=False, errors=17) == []
    assert wire.tell(1.0, scans=21, after=0.2, complete=False, errors=21) == [Unread("left")]
    assert wire.tell(3.0, scans=61, after=2.0, complete=False, errors=61) == []
    assert wire.tell(0.5, scans=11, after=0.5) == [Gone("left")]


def test_a_frozen_pad_listens_to_nobody() -> None:
    wire = Wire()
    wire.arrivals.take(PadFault(None, Fault.LINK_LOST, "unplugged"), wire.now)
    assert "left" not in wire.arrivals.lying
    assert wire.tell(0.5, BLUE, scans=11, after=0.5) == []
    wire.arrivals.take(PadFault("left", Fault.SILENT, "dead"), wire.now)
    wire.arrivals.take(PadCured(None, Fault.LINK_LOST), wire.now)
    assert wire.tell(0.5, BLUE, scans=11, after=0.5) == []
    assert "left" not in wire.arrivals.lying


# Anything may happen


actions = st.lists(
    st.tuples(
        st.sampled_from(["put", "lift", "hover", "flicker", "bleed", "silence", "heal", "unplug", "plug"]),
        st.sampled_from([BLUE, RED, GREEN]),
        st.sampled_from(PADS),
        st.floats(0.1, 1.5),  # hands are no faster
    ),
    max_size=25,
)


@settings(max_examples=EXAMPLES, deadline=None)
@given(actions)
def test_only_a_card_that_lay_alone_arrives_and_only_where_it_lay(steps: list) -> None:
    cloth = Cloth()
    lay: list[tuple[float, dict[str, str]]] = []  # what lay where, at every turn
    for what, uid, pad, seconds in steps:
        _do(cloth.pads, what, uid, pad)
        for _ in range(round(seconds / TURN)):
            happened = cloth.wait(TURN)
            lay.append((cloth.now, cloth.pads.lying()))
            for event in happened:
                if isinstance(event, Arrived):
                    # A scan takes 0.05 seconds: what came since the last one cannot be known.
                    window = [lying for when, lying in lay if 0.05 < cloth.now - when <= 0.2]
                    there = [{uid for uid, on in lying.items() if on == event.pad} for lying in window]
                    assert set().union(*there) == {event.uid}


def _do(pads: SimulatedPads, what: str, uid: str, pad: str) -> None:
    neighbour = PADS[(PADS.index(pad) + 1) % len(PADS)]
    match what:
        case "lift" if uid in pads.lying():
            pads.lift(uid)
        case "put" if uid not in pads.lying():  # to be anywhere else, it must have been lifted
            pads.put(uid, pad)
        case "hover" if uid not in pads.lying():
            pads.hover(uid, pad, 0.15)
        # A pad that reads its card worse than the neighbour does is beyond telling: not both at once.
        case "flicker" if pad == "right":
            pads.flicker(pad, 1.0)
        case "bleed" if pad != "right":
            pads.bleed(pad, neighbour, 1.0)
        case "silence" | "heal" if pad == "right":
            getattr(pads, what)(pad)
        case "unplug" | "plug":
            getattr(pads, what)()


snapshots = st.builds(
    Snapshot,
    st.sampled_from(PADS),
    st.lists(st.sampled_from([BLUE, RED, GREEN]), max_size=3, unique=True).map(lambda uids: (*sorted(uids),)),
    st.booleans(),
    st.floats(0.0, 3.0),
    st.integers(1, 60),
    st.integers(0, 3),
    st.integers(0, 3),
)
faults = st.builds(PadFault, st.sampled_from([None, *PADS]), st.sampled_from(Fault), st.just("broken"))
cures = st.builds(PadCured, st.sampled_from([None, *PADS]), st.sampled_from(Fault))


@settings(max_examples=EXAMPLES * 2, deadline=None)
@given(st.lists(st.tuples(snapshots | faults | cures, st.floats(0.0, 2.0)), max_size=60))
def test_no_sequence_of_reports_makes_a_card_arrive_twice_without_leaving(steps: list) -> None:
    arrivals, now = Debounce(PADS), 0.0
    here: set[str] = set()
    for event, after in steps:
        now += after
        for happened in arrivals.take(event, now):
            if isinstance(happened, Arrived):
                assert happened.pad not in here
                here.add(happened.pad)
            elif isinstance(happened, Gone):
                here.discard(happened.pad)


def test_two_cards_exactly_on_each_other_are_never_taken_for_one() -> None:
    cloth = Cloth(SimulatedPads(PADS, ChipScanner(PADS, "typical", seed=4)))
    cloth.wait(1.0)
    for turn in range(15):
        for uid in (BLUE, RED):
            cloth.pads.put(uid, PADS[turn % 3])
        assert not any(isinstance(event, Arrived) for event in cloth.wait(2.0))
        for uid in (BLUE, RED):
            cloth.pads.lift(uid)
        cloth.wait(1.0)


def test_on_bad_readers_cards_arrive_once_where_they_lie() -> None:
    """The whole way up from the chips: nothing arrives that was not laid, nearly everything that was."""
    cloth = Cloth(SimulatedPads(PADS, ChipScanner(PADS, "bad", seed=3)))
    cloth.wait(2.0)
    laid = 0
    for turn in range(25):
        uid, pad = f"04a2b3c4d5{turn:04x}", PADS[turn % 3]
        cloth.pads.put(uid, pad)
        happened = [event for event in cloth.wait(2.0) if isinstance(event, Arrived)]
        assert {(event.pad, event.uid) for event in happened} <= {(pad, uid)}
        laid += any(not event.again for event in happened)
        cloth.pads.lift(uid)
        assert not any(isinstance(event, Arrived) for event in cloth.wait(1.5))
    assert laid >= 23
