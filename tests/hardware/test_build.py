"""From a table file to hardware that reads and shines: the backend named, and no other."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from serial.tools.list_ports_common import ListPortInfo

from hardware.backends import parse
from hardware.backends.hub import USB_ID, HubPads
from hardware.backends.simulated import SimulatedPads
from hardware.backends.spi import SpiPads
from hardware.build import Hardware, build
from hardware.effects import ACCEPTED, Beep
from hardware.pads import Fault, HardwareError, PadCured, Snapshot
from hardware.panel import Button
from hardware.simulation.bus import RaspberryPi
from hardware.simulation.chip import Chip
from hardware.simulation.clock import Clock
from hardware.simulation.field import Dice, Field
from tests.hardware.simulation.hub_table import HubTable

NTAG = "04a2b3c4d5e680"
SIMULATED: dict[str, Any] = {"backend": "simulated", "pads": [{"name": "left"}, {"name": "right"}]}
SPI: dict[str, Any] = {"backend": "spi", "pads": [{"name": "left", "rst": 25, "rim": [16, 20, 21]}]}


def no_pins() -> MockFactory:
    raise AssertionError("a table without a panel has no business with pins")


@pytest.mark.parametrize("level", ["scripted", "chip"])
def test_simulated_pads_read_what_is_laid_and_say_they_are_simulated(level: str) -> None:
    table = {**SIMULATED, "simulated": {"level": level, "profile": "ideal", "seed": 3}}
    wiring = parse(table)
    with closing(build(wiring, no_pins)) as hardware:
        assert wiring.simulated
        assert hardware.pads.versions == {}
        assert isinstance(hardware.pads, SimulatedPads)
        hardware.pads.put(NTAG, "right")
        events = [event for tick in range(20) for event in hardware.pads.poll(tick / 20)]
        assert [e.uids for e in events if isinstance(e, Snapshot) and e.pad == "right"][-1] == (NTAG,)


def test_the_profile_reaches_the_simulated_chips() -> None:
    def errors(profile: str) -> int:
        table = {**SIMULATED, "simulated": {"level": "chip", "profile": profile}}
        with closing(build(parse(table), no_pins)) as hardware:
            events = [event for tick in range(400) for event in hardware.pads.poll(tick / 20)]
            return sum(event.errors for event in events if isinstance(event, Snapshot))

    assert errors("ideal") == 0
    assert errors("bad") > 0


def test_simulated_pads_show_the_lights_and_remember_the_beeps() -> None:
    with closing(build(parse(SIMULATED), no_pins)) as hardware:
        assert isinstance(hardware.pads, SimulatedPads)
        hardware.light("left", ACCEPTED)
        hardware.beep(Beep.WON)
        hardware.tick(1.0)
        assert hardware.pads.rims["left"] == ACCEPTED
        assert list(hardware.pads.beeps) == [Beep.WON]
        assert hardware.buttons(1.0) == ()
        assert not hardware.pads.stalled(1e9)


def test_a_panel_on_simulated_pads_has_its_buttons_and_its_buzzer() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    table = {**SIMULATED, "panel": {"done": 5, "buzzer": 12}}
    with closing(build(parse(table), lambda: factory, clock=lambda: 1.0)) as hardware:
        assert isinstance(hardware.pads, SimulatedPads)
        hardware.beep(Beep.ACCEPTED)
        hardware.tick(1.0)
        assert factory.pin(12).frequency == 1760
        assert list(hardware.pads.beeps) == [Beep.ACCEPTED]
        factory.pin(5).drive_low()
        assert hardware.buttons(1.1) == [Button.DONE]
    assert factory.pin(12).frequency is None


class Pi(RaspberryPi):
    """A Pi with one reader, and its time."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = Clock()
        self.wire(Chip(Field(self.clock, Dice(1)), self.clock), ce=0, rst=25)

    def build(self, pin_factory: Callable[[], MockFactory]) -> Hardware:
        return build(
            parse(SPI),
            pin_factory,
            clock=lambda: self.clock.ns / 1e9,
            sleep=lambda seconds: self.clock.sleep_us(round(seconds * 1e6)),
        )


def test_readers_on_the_pi_shine_through_the_panel() -> None:
    pi, factory = Pi(), MockFactory(pin_class=MockPWMPin)
    with pi.modules(), closing(pi.build(lambda: factory)) as hardware:
        assert isinstance(hardware.pads, SpiPads)
        assert not parse(SPI).simulated
        assert hardware.pads.versions == {"left": "MFRC522 2.0 (0x92)"}
        hardware.light("left", ACCEPTED)
        hardware.tick(1.0)
        assert [factory.pin(pin).state for pin in (16, 20, 21)] == [0, 1, 0]
        hardware.pads.close()
        assert hardware.pads.stalled(pi.clock.ns / 1e9 + 10)


def test_a_panel_that_cannot_be_opened_closes_the_readers_again() -> None:
    def broken() -> MockFactory:
        raise HardwareError("no pins today")

    pi = Pi()
    with pi.modules(), pytest.raises(HardwareError, match="no pins today"):
        pi.build(broken)
    assert not pi.outputs


def test_readers_that_cannot_be_opened_are_not_replaced_by_anything() -> None:
    with RaspberryPi().modules(), pytest.raises(HardwareError, match=r"spidev0\.0 is not there"):
        build(parse(SPI), no_pins)


def test_a_hub_is_opened_by_name_and_waits_for_its_cable(tmp_path: Path) -> None:
    with closing(build(parse({"backend": "hub", "pads": [{"name": "left"}]}), no_pins)) as hardware:
        assert isinstance(hardware.pads, HubPads)
        assert tuple(hardware.pads.pads) == ("left",)


def test_a_hub_tells_the_versions_of_its_readers(tmp_path: Path) -> None:
    with closing(HubTable(tmp_path)) as behind:
        pads = [{"name": name} for name in ("left", "middle", "right")]
        table = {"backend": "hub", "hub": {"port": str(behind.link)}, "pads": pads}
        behind.reader.close()
        with closing(build(parse(table), no_pins)) as hardware:
            assert isinstance(hardware.pads, HubPads)
            behind.reader = hardware.pads
            behind.wait(1)
            assert hardware.pads.versions == dict.fromkeys(("left", "middle", "right"), "MFRC522 2.0 (0x92)")


@pytest.mark.parametrize("named", [True, False])
def test_a_hub_that_is_not_there_is_said_and_taken_when_it_comes(
    named: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pads = [{"name": name} for name in ("left", "middle", "right")]
    with closing(HubTable(tmp_path)) as behind:

        def ports() -> list[ListPortInfo]:
            found = ListPortInfo(str(behind.link))
            found.vid, found.pid = USB_ID
            return [found] if behind.hub.port.plugged else []

        monkeypatch.setattr("hardware.backends.hub.list_ports.comports", ports)
        behind.reader.close()
        behind.do("unplug")
        table = {"backend": "hub", "pads": pads} | ({"hub": {"port": str(behind.link)}} if named else {})
        with closing(build(parse(table), no_pins)) as hardware:
            behind.reader = hardware.pads
            (fault,) = behind.wait(5)
            assert (fault.pad, fault.fault) == (None, Fault.LINK_LOST)
            assert ("There is no port" if named else "No pad hub is plugged in") in fault.message
            behind.do("plug")
            assert PadCured(None, Fault.LINK_LOST) in behind.wait(6)
