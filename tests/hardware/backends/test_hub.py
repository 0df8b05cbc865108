"""The hub's pads at the table: a real pty, the real pyserial, the real firmware, virtual time."""

from __future__ import annotations

import select
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import serial
from serial.tools.list_ports_common import ListPortInfo

from firmware import wire
from hardware.backends.hub import HAIL_EVERY_S, USB_ID, HubPads, choose
from hardware.effects import ACCEPTED, OFF, REFUSED
from hardware.pads import Fault, HardwareError, PadCured, PadEvent, PadFault, Snapshot
from hardware.simulation.hub import PtyPort
from tests.hardware.simulation.hub_table import PADS, START, HubTable, faults, snapshots

CARD = "04a2b3c4d5e680"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[HubTable]:
    with closing(HubTable(tmp_path)) as table:
        yield table


# --- the way of a card


def test_a_card_laid_on_a_pad_is_on_the_table_within_a_tenth_of_a_second(table: HubTable) -> None:
    table.wait(1)
    assert [table.last(pad).uids for pad in PADS] == [(), (), ()]
    table.put(CARD, "middle")
    seen = snapshots(table.wait(0.1), "middle")[0]
    assert seen == Snapshot("middle", (CARD,), complete=True, age=0.0, scans=1)


def test_the_hub_says_who_it_is_and_how_its_readers_are(table: HubTable) -> None:
    assert table.reader.hello is None
    table.wait(1)
    assert (table.reader.hello.version, table.reader.hello.pads) == (wire.VERSION, 3)
    assert {pad: reader.chip for pad, reader in table.reader.readers.items()} == dict.fromkeys(PADS, 0x92)


# --- the link


def test_two_seconds_of_silence_freeze_the_pads_and_the_first_word_cures_them(table: HubTable) -> None:
    table.put(CARD, "left")
    table.wait(1)
    table.do("silence 4")
    table.do(f"lift {CARD}")
    assert faults(table.wait(1.4)) == []
    events = table.wait(2.5)
    assert [type(event) for event in events] == [PadFault]
    assert (events[0].pad, events[0].fault) == (None, Fault.LINK_LOST)
    assert "gone quiet" in events[0].message
    assert table.last("left").uids == (CARD,)  # frozen, not emptied
    assert table.reader.hello is None
    events = table.wait(1.5)
    assert events[0] == PadCured(None, Fault.LINK_LOST)
    assert len(faults(events)) == 1
    assert snapshots(events, "left")[0].uids == ()


def test_a_hub_that_is_unplugged_is_missed_at_once_and_found_again_under_its_name(table: HubTable) -> None:
    table.put(CARD, "left")
    table.wait(1)
    table.do("unplug")
    events = table.wait(5)
    assert [(fault.pad, fault.fault) for fault in events] == [(None, Fault.LINK_LOST)]
    assert str(table.link) in events[0].message
    table.do("plug")
    events = table.wait(4)
    assert faults(events) == [PadCured(None, Fault.LINK_LOST)]
    assert events[0] == faults(events)[0]
    first = snapshots(events, "left")[0]
    assert first.uids == (CARD,)
    assert first.age < 0.5  # the hub has forgotten, so the dwell begins anew


def test_a_hub_of_another_version_is_refused_in_one_sentence_until_it_is_flashed(table: HubTable) -> None:
    table.wait(1)
    table.do("version 2")
    events = table.wait(3)
    assert [event.fault for event in faults(events)] == [Fault.LINK_REFUSED]
    assert faults(events)[0].message == (
        f"The pad hub on {table.link} speaks version 2 and this table speaks version 1; "
        "run `tapis hub flash` from this installation."
    )
    assert table.heard[-1][1] == faults(events)[0]  # and not another word
    table.do("version 1")
    assert faults(table.wait(2)) == [PadCured(None, Fault.LINK_REFUSED)]


def test_a_hub_with_fewer_pads_than_the_table_file_is_refused(tmp_path: Path) -> None:
    with closing(HubTable(tmp_path, pads=("one", "two"))) as table:
        events = table.wait(2)
    assert [(event.pad, event.fault) for event in events] == [(None, Fault.LINK_REFUSED)]
    assert "wired for 3 pads and the table file names 2" in events[0].message


def test_noise_echo_and_cut_lines_cost_lines_and_nothing_else(table: HubTable) -> None:
    table.put(CARD, "left")
    table.wait(1)
    for fault in ("noise 300", "truncate", "echo 1", "noise 20", "truncate"):
        table.do(fault)
        assert faults(table.wait(1)) == []
    assert [table.last(pad).uids for pad in PADS] == [(CARD,), (), ()]
    assert table.reader._receiver.corrupt > 0


def test_what_waited_in_a_buffer_while_nobody_looked_is_not_news(table: HubTable) -> None:
    table.wait(1)
    table.put(CARD, "left")
    table.pass_time(table.now + 0.5)  # the main loop hangs; the hub goes on talking
    table.lift(CARD)
    table.pass_time(table.now + 10)
    events = table.wait(2)
    assert all(snapshot.uids == () for snapshot in snapshots(events, "left"))
    assert snapshots(events, "left")
    assert faults(events) == []  # it was we who were away


def test_no_more_is_heard_once_it_is_closed(table: HubTable) -> None:
    table.wait(1)
    table.reader.close()
    table.reader.close()
    assert table.wait(3) == []


# --- lights


def test_a_light_shows_at_once_and_again_after_the_hub_was_away(table: HubTable) -> None:
    table.wait(1)
    table.reader.light("middle", REFUSED)
    table.wait(0.06)
    assert table.hub.lights() == ["#000000 steady", "#ff0000 blink", "#000000 steady"]
    table.do("reboot")
    table.wait(2)
    assert table.hub.lights() == ["dark"] * 3
    while not faults(table.turn()):
        pass
    table.wait(0.06)
    assert table.hub.lights() == ["#000000 steady", "#ff0000 blink", "#000000 steady"]


def test_a_light_said_while_the_hub_is_away_is_shown_when_it_is_back(table: HubTable) -> None:
    table.wait(1)
    table.do("unplug")
    table.wait(1)
    table.reader.light("right", ACCEPTED)
    table.do("plug")
    table.wait(4)
    assert table.hub.lights()[2] == "#00ff00 steady"


def test_a_light_whose_line_is_lost_is_put_right_with_the_next_hail(table: HubTable) -> None:
    table.wait(1)
    table.do("silence 0.3")
    table.reader.light("left", ACCEPTED)
    table.wait(1)
    assert table.hub.lights()[0] == "#00ff00 steady"
    table.do("silence 0.3")
    table.reader.light("left", OFF)
    table.wait(1)
    assert table.hub.lights()[0] == "#000000 steady"


def test_no_rim_stays_green_when_the_table_hangs_or_dies(table: HubTable) -> None:
    table.wait(1)
    table.reader.light("left", ACCEPTED)
    table.wait(1)
    table.pass_time(table.now + 3.2)
    assert table.hub.lights() == ["#181008 pulse"] * 3


def test_a_light_for_a_pad_that_is_not_there_is_no_trouble(table: HubTable) -> None:
    table.wait(1)
    table.reader.light("kitchen", ACCEPTED)
    assert faults(table.wait(1)) == []


# --- readers


def test_a_dead_reader_freezes_its_pad_alone(table: HubTable) -> None:
    table.put(CARD, "left")
    table.wait(1)
    table.do("dead 1")
    events = table.wait(3)
    assert faults(events) == [
        PadFault(
            "left", Fault.SILENT, "Pad left: its reader does not answer; check its leads and its supply."
        )
    ]
    assert snapshots(events, "right")
    table.do("silence 3")  # a fault of the link in between changes nothing about that
    table.wait(5)
    table.do("revive 1")
    events = table.wait(2)
    assert faults(events) == [PadCured("left", Fault.SILENT)]
    assert snapshots(events, "left")[0].uids == (CARD,)


def test_an_unknown_chip_is_a_warning_and_reads_all_the_same(table: HubTable) -> None:
    table.hub.board.chips[1].version = 0x77
    table.put(CARD, "middle")
    table.do("reboot")
    events = table.wait(5)
    warning = next(event for event in faults(events) if event.pad == "middle")
    assert (warning.fault, "0x77" in warning.message) == (Fault.UNKNOWN_CHIP, True)
    assert table.last("middle").uids == (CARD,)


# --- ports


def a_port(device: str, serial_number: str | None, ids: tuple[int, int] = USB_ID) -> ListPortInfo:
    port = ListPortInfo(device)
    port.vid, port.pid = ids
    port.serial_number = serial_number
    return port


MODEM = a_port("/dev/ttyACM0", "123", ids=(0x1234, 0x0005))
ONE = a_port("/dev/ttyACM1", "E6614103E7452D2F")
OTHER = a_port("/dev/ttyACM2", "E6614103E7452D30")


def test_the_hub_is_found_by_what_it_is_not_by_where_it_is() -> None:
    assert choose([MODEM, ONE], None) == "/dev/ttyACM1"
    assert choose([ONE, OTHER], "e6614103e7452d30") == "/dev/ttyACM2"


@pytest.mark.parametrize(
    ("ports", "serial_number", "sentence"),
    [
        ([MODEM], None, "No pad hub is plugged in (USB 2e8a:0005); plug it in."),
        (
            [ONE],
            "E6614103E7452D30",
            "No pad hub with serial number E6614103E7452D30 is plugged in; plug it in, "
            "or correct serial_number in the table file.",
        ),
        (
            [ONE, OTHER],
            None,
            "Several pad hubs are plugged in (E6614103E7452D2F, E6614103E7452D30); "
            "name one by its serial_number.",
        ),
    ],
)
def test_no_hub_or_too_many_get_one_sentence(
    ports: list[ListPortInfo], serial_number: str | None, sentence: str
) -> None:
    with pytest.raises(HardwareError) as caught:
        choose(ports, serial_number)
    assert str(caught.value) == sentence


def test_a_port_that_is_not_there_gets_one_sentence_once(tmp_path: Path) -> None:
    with closing(HubPads(PADS, port=str(tmp_path / "hub"))) as hub:
        events = [event for turn in range(300) for event in hub.poll(turn * 0.02)]
    message = f"There is no port {tmp_path / 'hub'}; plug the pad hub in, or correct port in the table file."
    assert events == [PadFault(None, Fault.LINK_LOST, message)]


def test_two_programs_do_not_share_a_hub(table: HubTable) -> None:
    table.wait(1)
    with closing(HubPads(PADS, port=str(table.link))) as second:
        assert [event.message for event in second.poll(table.now)] == [
            f"Port {table.link} is in use by another program; close that first."
        ]
    assert faults(table.wait(1)) == []


# --- what is not a hub, or not any more


class Impostor:
    """Whatever may sit at the other end of a port."""

    def __init__(self, folder: Path) -> None:
        self.port = PtyPort(folder / "hub")
        self.port.plug()
        self.hub = HubPads(PADS, port=str(self.port.link))
        self.now = START
        self.heard: list[PadEvent] = []

    def hear(self) -> bytes:
        """Wait for a hail."""
        for _ in range(100):
            self.now += 0.02
            self.heard += self.hub.poll(self.now)
            if self.port.wait_for_input(0.001):
                return self.port.read()
        raise AssertionError("it does not hail")

    def say(self, data: bytes) -> list[PadEvent]:
        before = self.port.unread()
        self.port.write(data)
        while self.port.unread() < before + len(data):
            pass
        self.now += 0.02
        events = list(self.hub.poll(self.now))
        self.heard += events
        return events

    def close(self) -> None:
        self.hub.close()
        self.port.unplug()


@pytest.fixture
def impostor(tmp_path: Path) -> Iterator[Impostor]:
    with closing(Impostor(tmp_path)) as impostor:
        yield impostor


def number_of(hail: bytes) -> int:
    return wire.Receiver(wire.FROM_HOST).feed(hail)[0].beat


def test_something_that_is_no_hub_is_refused(impostor: Impostor) -> None:
    for _ in range(6):
        impostor.say(impostor.hear() + b">>> Traceback (most recent call last):\r\n")  # a Pico's prompt
    assert [event.fault for event in impostor.heard] == [Fault.LINK_REFUSED]
    assert "if it is a new Pico, run `tapis hub flash`" in impostor.heard[0].message


def test_a_hub_in_trouble_says_why(impostor: Impostor) -> None:
    number = number_of(impostor.hear())
    lines = wire.encode(wire.Hello(1, number, 0, 5, "x")) + wire.encode(
        wire.Trouble(number, "wiring line 2: no.")
    )
    events = impostor.say(lines)
    assert [(event.fault, event.message) for event in events] == [
        (Fault.LINK_REFUSED, f"The pad hub on {impostor.port.link} is in trouble: wiring line 2: no.")
    ]


def test_a_hub_has_no_more_pads_than_there_are_names_for(impostor: Impostor) -> None:
    number = number_of(impostor.hear())
    (event,) = impostor.say(wire.encode(wire.Hello(1, number, 9_999_999, 5, "x")))
    assert "claims 9999999 pads, and a hub has at most 8" in event.message


def test_only_lines_that_bear_one_of_our_last_numbers_count(impostor: Impostor) -> None:
    number = number_of(impostor.hear())
    hello = wire.encode(wire.Hello(1, number, 3, 5, "x"))
    card = bytes.fromhex(CARD)
    assert impostor.say(hello + wire.encode(wire.Seen(number, 0, (card,), True, 0, 1, 0, 0)))
    for strange in (number + 1, number - 1, 0):
        assert impostor.say(wire.encode(wire.Seen(strange % 65536, 0, (), True, 0, 1, 0, 0))) == []
    impostor.now += 1.9
    assert impostor.say(wire.encode(wire.Seen(number, 0, (), True, 0, 1, 0, 0)))
    impostor.now += 0.2
    assert snapshots(impostor.say(wire.encode(wire.Seen(number, 0, (), True, 0, 1, 0, 0))), "left") == []


def test_a_reader_whose_recovery_got_lost_is_well_when_its_pad_is_seen(impostor: Impostor) -> None:
    number = number_of(impostor.hear())
    silent = wire.encode(wire.Reader(number, 0, "silent", 0xFF, 3))
    events = impostor.say(wire.encode(wire.Hello(1, number, 3, 5, "x")) + silent)
    assert [event.fault for event in events] == [Fault.SILENT]
    cured, seen = impostor.say(wire.encode(wire.Seen(number, 0, (), True, 0, 1, 0, 0)))
    assert (cured, seen) == (PadCured("left", Fault.SILENT), Snapshot("left", (), True))


def test_a_port_that_stays_silent_is_opened_afresh(
    impostor: Impostor, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = []

    class CountedSerial(serial.Serial):
        def open(self) -> None:
            opened.append(impostor.now)
            super().open()

    monkeypatch.setattr(serial, "Serial", CountedSerial)
    for _ in range(600):
        impostor.now += 0.02
        impostor.hub.poll(impostor.now)
    assert [round(at - START) for at in opened] == [0, 5, 10]


def test_a_pad_the_hub_does_not_have_is_ignored(impostor: Impostor) -> None:
    number = number_of(impostor.hear())
    impostor.say(wire.encode(wire.Hello(1, number, 3, 5, "x")))
    assert impostor.say(wire.encode(wire.Seen(number, 3, (), True, 0, 1, 0, 0))) == []


def test_a_hub_that_stopped_reading_does_not_stop_the_table(
    impostor: Impostor, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = number_of(impostor.hear())
    impostor.say(wire.encode(wire.Hello(1, number, 3, 5, "x")))
    port = impostor.hub._port
    write = port.write

    def checked_write(data: bytes) -> int:
        assert select.select([], [port.fileno()], [], 0)[1], "pyserial would spin here for ever"
        return int(write(data))

    monkeypatch.setattr(port, "write", checked_write)
    for turn in range(5000):  # more than the port can hold
        impostor.hub.light("left", (ACCEPTED, REFUSED)[turn % 2])
    polls = [impostor.hub.poll(impostor.now + HAIL_EVERY_S * turn) for turn in range(1, 7)]
    assert [event.fault for events in polls for event in events] == [Fault.LINK_LOST]


def test_the_hub_is_not_blamed_for_the_time_we_were_away(table: HubTable) -> None:
    table.put(CARD, "left")
    table.wait(1)
    for away in (2.5, 7.0, 30.0):
        table.pass_time(table.now + away)
        assert faults(table.wait(1.5)) == []


def test_nor_is_it_trusted_for_longer_because_we_were_away(table: HubTable) -> None:
    table.wait(1)
    table.do("silence 60")
    table.pass_time(table.now + 7.0)
    assert [fault.fault for fault in faults(table.wait(4))] == [Fault.LINK_LOST]
