"""A simulated hub driven by lines: each line gets one answer, and does what it says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from hardware.pads import Fault, HardwareError
from hardware.simulation.hub import HubSimulator, wiring_for
from tests.hardware.simulation.hub_table import HubTable, faults, snapshots

CARD, OTHER = "04a2b3c4d5e680", "1f2e3d4c"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[HubTable]:
    with closing(HubTable(tmp_path)) as table:
        table.wait(0.5)
        yield table


def test_hands_lay_move_and_lift(table: HubTable) -> None:
    assert table.script.answer(f"put {CARD.upper()} 1") == f"ok {CARD} lies on pad 1"
    assert table.script.answer(f"put {OTHER} 1") == f"ok {OTHER} lies on pad 1"
    table.wait(0.3)
    assert table.last("left").uids == (CARD, OTHER)
    assert table.script.answer(f"move {CARD} 3") == f"ok {CARD} lies on pad 3"
    assert table.script.answer("pads") == f"ok pad 1: {OTHER}; pad 2: empty; pad 3: {CARD}"
    table.wait(0.3)
    assert (table.last("left").uids, table.last("right").uids) == ((OTHER,), (CARD,))
    assert table.script.answer("lift 1") == f"ok {OTHER} lifted"
    assert table.script.answer(f"lift {CARD}") == f"ok {CARD} lifted"
    table.wait(0.3)
    assert (table.last("left").uids, table.last("right").uids) == ((), ())


def test_a_hovering_card_is_there_for_so_long_and_then_gone(table: HubTable) -> None:
    assert table.script.answer(f"hover {CARD} 2 300") == f"ok {CARD} hovers over pad 2 for 300 ms"
    table.wait(0.2)
    assert table.last("middle").uids == (CARD,)
    table.wait(0.3)
    assert table.last("middle").uids == ()
    assert table.script.answer("pads") == "ok pad 1: empty; pad 2: empty; pad 3: empty"


def test_a_flickering_card_is_out_of_reach_for_a_moment(table: HubTable) -> None:
    table.do(f"put {CARD} 1")
    table.wait(0.5)
    table.do("flicker 1")
    events = table.wait(0.5)
    assert snapshots(events, "left")[0].uids == ()
    assert table.last("left").uids == (CARD,)


def test_a_card_lifted_while_it_flickers_does_not_come_back(table: HubTable) -> None:
    table.do(f"put {CARD} 1")
    table.do("flicker 1 200")
    table.do(f"lift {CARD}")
    table.wait(0.5)
    assert table.last("left").uids == ()


def test_a_card_that_was_unplugged_with_the_hub_lies_there_when_it_is_back(table: HubTable) -> None:
    table.do(f"put {CARD} 1")
    table.do("unplug")
    assert not table.link.exists()
    assert table.script.answer("unplug") == "error the hub is unplugged already"
    assert table.script.answer("reboot") == "error the hub is unplugged; plug it first"
    table.wait(1)
    table.do("plug")
    assert table.link.exists()
    assert table.script.answer("plug") == "error the hub is plugged in already"
    table.wait(4)
    assert table.last("left").uids == (CARD,)


def test_a_reboot_takes_the_port_away_for_a_second_and_the_hub_for_four(table: HubTable) -> None:
    assert table.script.answer("reboot") == "ok the hub runs again in 4 s"
    table.wait(0.9)
    assert not table.link.exists()
    table.wait(0.2)
    assert table.link.exists()
    assert not table.hub.running
    table.wait(3)
    assert table.hub.running


def test_a_reboot_is_over_when_the_lead_is_pulled(table: HubTable) -> None:
    table.do("reboot")
    table.do("unplug")
    table.wait(6)
    assert not table.link.exists()
    assert not table.hub.running


def test_a_reader_can_get_stuck_and_is_reset_by_the_firmware(table: HubTable) -> None:
    table.do(f"put {CARD} 2")
    table.do("lockup 2")
    assert faults(table.wait(1.5)) == []
    assert table.reader.readers["middle"].resets > 0
    assert table.last("middle").uids == (CARD,)


def test_an_echo_brings_back_to_each_what_it_said(table: HubTable) -> None:
    table.do("echo 1")
    table.wait(1.5)
    assert table.hub._hub is not None
    assert table.hub._hub._receiver.echoes > 0
    assert table.reader._receiver.echoes > 0


def test_a_dead_reader_is_reported_until_it_is_revived(table: HubTable) -> None:
    table.do("dead 3")
    assert [(event.pad, event.fault) for event in faults(table.wait(1))] == [("right", Fault.SILENT)]
    table.do("revive 3")
    assert len(faults(table.wait(2))) == 1


def test_waiting_is_part_of_a_script(table: HubTable) -> None:
    assert table.script.answer("wait 1.5") == "ok 1.5 s have passed"
    assert table.script.wait_until == pytest.approx(table.hub.now + 1.5)


def test_help_names_every_verb_and_quit_ends_it(table: HubTable) -> None:
    answer = table.script.answer("help")
    for verb in ("put UID PAD", "lift UID|PAD", "hover UID PAD MS", "flicker PAD", "silence SECONDS", "echo"):
        assert verb in answer
    for verb in ("truncate", "noise", "reboot", "unplug", "plug", "dead PAD", "revive PAD", "lights", "quit"):
        assert verb in answer
    assert not table.script.done
    table.do("quit")
    assert table.script.done


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("", "error an empty line says nothing; help lists the verbs"),
        ("dance", "error there is no verb 'dance'; help lists them"),
        ("put", "error say it as: put UID PAD"),
        (f"put {CARD} 1 2", "error say it as: put UID PAD"),
        ("reboot now", "error say it as: reboot"),
        ("put 04a2 1", "error 04a2 is not a UID; those have 8, 14 or 20 hexadecimal digits"),
        (f"put {CARD}00 1", f"error {CARD}00 is not a UID; those have 8, 14 or 20 hexadecimal digits"),
        (f"put {CARD} 4", "error there is no pad 4; the pads are 1 to 3"),
        (f"put {CARD} 0", "error there is no pad 0; the pads are 1 to 3"),
        (f"put {CARD} -1", "error there is no pad -1; the pads are 1 to 3"),
        (f"put {OTHER} 1", f"error {OTHER} lies on pad 2 already; lift or move it"),
        (f"hover {OTHER} 1 100", f"error {OTHER} lies on pad 2 already; lift or move it"),
        (f"lift {CARD}", f"error {CARD} lies on no pad"),
        ("lift 1", "error nothing lies on pad 1"),
        ("silence long", "error long is no number of seconds; use 0 to 3600"),
        ("silence 4000", "error 4000 is no number of seconds; use 0 to 3600"),
        ("noise 1e9", "error 1e9 is no number of bytes; use 0 to 4000"),
        ("dead x", "error there is no pad x; the pads are 1 to 3"),
    ],
)
def test_a_line_that_cannot_be_done_says_why(table: HubTable, line: str, answer: str) -> None:
    table.do(f"put {OTHER} 2")
    assert table.script.answer(line) == answer
    assert table.script.answer("pads") == f"ok pad 1: empty; pad 2: {OTHER}; pad 3: empty"


@pytest.mark.parametrize("pads", [1, 4, 8])
def test_a_hub_may_have_one_to_eight_pads(tmp_path: Path, pads: int) -> None:
    with closing(HubSimulator(tmp_path / "hub", pads)) as hub:
        hub.put(CARD, pads)
        hub.run(0.3)
        assert len(hub.lights()) == pads


@pytest.mark.parametrize(("pads", "profile"), [(0, "ideal"), (9, "ideal"), (3, "dreadful")])
def test_a_hub_that_cannot_be_gets_one_sentence(tmp_path: Path, pads: int, profile: str) -> None:
    with pytest.raises(HardwareError, match=r"A hub has 1 to 8 pads|There is no profile 'dreadful'"):
        HubSimulator(tmp_path / "hub", pads, profile)


def test_the_same_seed_gives_the_same_hub(tmp_path: Path) -> None:
    def scans(seed: int) -> list[tuple[int, int]]:
        with closing(HubSimulator(tmp_path / "hub", profile="bad", seed=seed)) as hub:
            hub.put(CARD, 1)
            hub.run(5)
            assert hub._hub is not None
            return [(pad.picture.scans, pad.picture.errors) for pad in hub._hub.pads]

    assert scans(7) == scans(7)
    assert scans(7) != scans(8)


def test_the_wiring_of_the_simulator_begins_like_the_one_shipped() -> None:
    shipped = (Path(__file__).parents[3] / "firmware" / "wiring.txt").read_text()
    for line in wiring_for(3).splitlines()[1:]:
        leads, _, light = line.partition(" light ")
        assert f"{leads} gain 38 light {light}" in shipped
