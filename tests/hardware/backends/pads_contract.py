"""What every PadReader owes the table, whatever is behind it: one suite over all backends.

class TestMine(PadsContract):
    @pytest.fixture
    def table(self) -> Iterator[Table]: ...      # the reader under test, hands to lay cards on its pads
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Protocol

import pytest

from hardware.pads import Fault, PadCured, PadEvent, PadFault, PadReader, Snapshot

PADS = ("left", "middle", "right")
NTAG = "04a2b3c4d5e680"
OTHER = "04a2b3c4d5e681"  # alike until its last bit
CLASSIC = "1f2e3d4c"
LONG = "04a2b3c4d5e6801f2e3d"
TURN = 0.02  # seconds between two turns of the main loop


class Hands(Protocol):
    """What people and accidents do at the table."""

    def put(self, uid: str, pad: str) -> None: ...
    def lift(self, uid: str) -> None: ...
    def silence(self, pad: str) -> None: ...
    def heal(self, pad: str) -> None: ...


class Table:
    """A reader under test, in a time of its own; `pass_time` lets what is behind it live as long."""

    def __init__(
        self, reader: PadReader, hands: Hands, pass_time: Callable[[float], None] = lambda now: None
    ) -> None:
        self.reader = reader
        self.hands = hands
        self.now = 1000.0
        self._pass_time = pass_time
        self.heard: list[tuple[float, PadEvent]] = []

    def wait(self, seconds: float) -> list[PadEvent]:
        """The main loop's turns; what was heard in them."""
        first = len(self.heard)
        for _ in range(round(seconds / TURN)):
            self.now += TURN
            self._pass_time(self.now)
            self.heard += [(self.now, event) for event in self.reader.poll(self.now)]
        return [event for _, event in self.heard[first:]]

    def last(self, pad: str) -> Snapshot:
        return next(e for _, e in reversed(self.heard) if isinstance(e, Snapshot) and e.pad == pad)


def snapshots(events: list[PadEvent], pad: str) -> list[Snapshot]:
    return [event for event in events if isinstance(event, Snapshot) and event.pad == pad]


class PadsContract:
    """Subclasses have a fixture `table`, whose pads are PADS; they are empty at first."""

    def test_the_pads_keep_their_names_and_order(self, table: Table) -> None:
        table.wait(0.5)
        assert tuple(table.reader.pads) == PADS

    def test_empty_pads_are_said_to_be_empty(self, table: Table) -> None:
        table.wait(1)
        assert [table.last(pad).uids for pad in PADS] == [(), (), ()]
        assert all(table.last(pad).complete for pad in PADS)

    @pytest.mark.parametrize("uid", [NTAG, CLASSIC, LONG])
    def test_a_card_is_seen_on_its_pad_and_nowhere_else(self, table: Table, uid: str) -> None:
        table.wait(0.5)
        table.hands.put(uid, "middle")
        events = table.wait(0.3)
        assert snapshots(events, "middle")[-1].uids == (uid,)
        assert snapshots(events, "middle")[-1].complete
        assert all(not event.uids for pad in ("left", "right") for event in snapshots(events, pad))

    def test_a_card_taken_up_leaves_an_empty_pad(self, table: Table) -> None:
        table.hands.put(NTAG, "left")
        table.wait(1)
        table.hands.lift(NTAG)
        events = table.wait(0.3)
        assert snapshots(events, "left")[0].uids == ()
        assert snapshots(events, "left")[0].age < 0.05

    def test_a_card_that_moves_is_on_one_pad_at_a_time(self, table: Table) -> None:
        table.hands.put(NTAG, "left")
        table.wait(0.5)
        table.hands.lift(NTAG)
        table.hands.put(NTAG, "right")
        table.wait(0.5)
        assert (table.last("left").uids, table.last("right").uids) == ((), (NTAG,))

    def test_two_cards_at_once_are_both_named_and_sorted(self, table: Table) -> None:
        table.hands.put(OTHER, "left")
        table.hands.put(NTAG, "left")
        table.wait(0.5)
        assert table.last("left").uids == (NTAG, OTHER)
        assert table.last("left").collisions > 0

    def test_age_is_evidence_it_grows_with_the_scans_and_never_runs_ahead(self, table: Table) -> None:
        table.wait(0.5)
        table.hands.put(NTAG, "left")
        laid = table.now
        table.wait(3)
        seen = [(at, e) for at, e in table.heard if isinstance(e, Snapshot) and e.uids == (NTAG,)]
        assert all(event.age <= at - laid + 0.001 for at, event in seen)
        assert all(before.age <= after.age for (_, before), (_, after) in pairwise(seen))
        assert all(before.scans < after.scans for (_, before), (_, after) in pairwise(seen))
        at, last = seen[-1]
        assert last.age > at - laid - 0.3

    def test_news_is_repeated_ten_times_a_second_and_old_pictures_every_second(self, table: Table) -> None:
        table.wait(0.5)
        table.hands.put(NTAG, "left")
        laid = table.now
        table.wait(6)
        times = [at for at, e in table.heard if isinstance(e, Snapshot) and e.pad == "left" and e.uids]
        young = [at - laid for at in times if at - laid < 1]
        assert 6 <= len(young) <= 12
        assert max(b - a for a, b in pairwise(young)) < 0.25
        assert all(0.7 < b - a < 1.3 for a, b in pairwise(at for at in times if at - laid > 1.5))

    def test_a_silent_reader_is_said_once_and_its_card_is_frozen_not_gone(self, table: Table) -> None:
        table.hands.put(NTAG, "left")
        table.wait(1)
        table.hands.silence("left")
        events = table.wait(4)
        faults = [event for event in events if isinstance(event, PadFault)]
        assert [(fault.pad, fault.fault) for fault in faults] == [("left", Fault.SILENT)]
        assert "left" in faults[0].message
        assert table.last("left").uids == (NTAG,)
        assert not snapshots(events[events.index(faults[0]) :], "left")

    def test_a_silent_reader_does_not_keep_the_others_from_being_read(self, table: Table) -> None:
        table.wait(0.5)
        table.hands.silence("left")
        table.wait(1)
        table.hands.put(NTAG, "right")
        assert snapshots(table.wait(0.4), "right")[-1].uids == (NTAG,)

    def test_a_reader_that_is_back_is_said_once_and_tells_what_lies_there_now(self, table: Table) -> None:
        table.hands.put(NTAG, "left")
        table.wait(1)
        table.hands.silence("left")
        table.wait(2)
        table.hands.lift(NTAG)
        table.hands.put(OTHER, "left")
        table.hands.heal("left")
        events = table.wait(3)
        assert [event for event in events if isinstance(event, PadCured)] == [PadCured("left", Fault.SILENT)]
        fresh = snapshots(events, "left")
        assert events.index(PadCured("left", Fault.SILENT)) < events.index(fresh[0])
        assert fresh[0].uids == (OTHER,)
        assert fresh[0].age < 0.1

    def test_a_card_that_lay_there_all_the_while_has_to_prove_itself_anew(self, table: Table) -> None:
        table.hands.put(NTAG, "left")
        table.wait(2)
        table.hands.silence("left")
        table.wait(2)
        table.hands.heal("left")
        fresh = snapshots(table.wait(2), "left")
        assert fresh[0].uids == (NTAG,)
        assert fresh[0].age < 0.1

    def test_a_pause_of_the_main_loop_makes_no_card_look_older_than_it_is(self, table: Table) -> None:
        table.wait(0.5)
        table.hands.put(NTAG, "left")
        laid = table.now
        table.now += 10
        table.wait(3)  # a hub that was not spoken to is asleep, and has to be woken
        ages = [e.age for _, e in table.heard if isinstance(e, Snapshot) and e.uids == (NTAG,)]
        assert ages
        assert max(ages) <= table.now - laid

    def test_closing_twice_is_fine_and_a_closed_reader_says_nothing(self, table: Table) -> None:
        table.hands.put(NTAG, "left")
        table.wait(0.5)
        table.reader.close()
        table.reader.close()
        table.reader.poll(table.now)  # what was under way
        assert list(table.reader.poll(table.now + 1)) == []
