"""Buttons, rim lights and buzzer on the real gpiozero, over its mock pins."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.effects import ACCEPTED, OFF, REFUSED, SEEN, WAITING, Beep, zone
from hardware.pads import HardwareError
from hardware.panel import SETTLED_S, Button, ButtonDebounce, Panel, PanelPins

PINS = PanelPins(
    buttons={Button.DONE: 5, Button.UNDO: 6, Button.HELP: 2},
    rims={"left": (16, 20, 21), "right": (19, 26, 13)},
    buzzer=12,
)


class Bench:
    """A panel on mock pins and a clock to move by hand."""

    def __init__(self, pins: PanelPins = PINS, pin_class: type[MockPWMPin] = MockPWMPin) -> None:
        self.factory = MockFactory(pin_class=pin_class)
        self.now = 100.0
        self.panel = Panel(pins, self.factory, clock=lambda: self.now)

    def wait(self, seconds: float) -> list[Button]:
        """Let time pass as the table's main loop does, 100 turns a second; the buttons it heard."""
        heard: list[Button] = []
        for _ in range(round(seconds * 100)):
            self.now += 0.01
            heard += self.panel.poll(self.now)
            self.panel.tick(self.now)
        return heard

    def contact(self, pin: int, closed: bool, after: float = 0.0) -> None:
        self.now += after
        self.factory.pin(pin).drive_low() if closed else self.factory.pin(pin).drive_high()

    def tap(self, pin: int, held: float = 0.08) -> None:
        self.contact(pin, closed=True)
        self.contact(pin, closed=False, after=held)

    def colour(self, pad: str) -> tuple[int, ...]:
        self.panel.tick(self.now)
        return tuple(round(self.factory.pin(pin).state ** 0.5 * 255) for pin in PINS.rims[pad])

    def tune(self, seconds: float = 1.0) -> list[float | None]:
        """The frequencies heard, one entry per change."""
        heard: list[float | None] = []
        for _ in range(round(seconds * 100)):
            self.panel.tick(self.now)
            hertz = self.factory.pin(12).frequency
            if not heard or heard[-1] != hertz:
                heard.append(hertz)
            self.now += 0.01
        return heard


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.panel.close()


# Buttons


def test_each_button_says_its_name(bench: Bench) -> None:
    for pin, button in [(5, Button.DONE), (6, Button.UNDO), (2, Button.HELP)]:
        bench.tap(pin)
        assert bench.wait(0.1) == [button]


def test_a_bouncing_press_counts_once(bench: Bench) -> None:
    for _ in range(5):
        bench.contact(5, closed=True, after=0.001)
        bench.contact(5, closed=False, after=0.001)
    bench.contact(5, closed=True, after=0.001)
    assert bench.wait(0.2) == [Button.DONE]
    for _ in range(5):
        bench.contact(5, closed=False, after=0.001)
        bench.contact(5, closed=True, after=0.001)
    bench.contact(5, closed=False, after=0.001)
    assert bench.wait(0.2) == []


def test_a_button_held_down_is_one_press(bench: Bench) -> None:
    bench.contact(6, closed=True)
    assert bench.wait(3) == [Button.UNDO]


def test_a_spike_on_a_long_lead_is_no_press(bench: Bench) -> None:
    bench.tap(5, held=0.003)
    assert bench.wait(0.2) == []


def test_a_tap_while_the_table_was_busy_is_not_lost(bench: Bench) -> None:
    bench.tap(5)
    bench.now += 0.1
    bench.tap(5)
    bench.now += 2
    assert bench.panel.poll(bench.now) == [Button.DONE, Button.DONE]


class HeldDown(MockPWMPin):  # type: ignore[misc]
    """A pin tied to ground harder than its pull-up can lift it."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self._state = False


def test_a_button_stuck_since_the_start_presses_nothing_until_it_is_let_go() -> None:
    bench = Bench(PanelPins(buttons={Button.HELP: 2}), HeldDown)
    assert bench.wait(0.1) == []
    bench.contact(2, closed=False)
    assert bench.wait(0.1) == []
    bench.tap(2)
    assert bench.wait(0.1) == [Button.HELP]


@settings(deadline=None, max_examples=200)
@given(st.lists(st.tuples(st.floats(0.0001, 0.1), st.booleans()), max_size=40))
def test_presses_are_exactly_the_long_closures_after_long_openings(edges: list[tuple[float, bool]]) -> None:
    """Against the plain definition: merge levels into runs, drop the short ones, count the closed ones."""
    contact, now, presses = ButtonDebounce(), 0.0, 0
    runs: list[list[float]] = [[0.0, 0.0]]  # level, seconds
    for gap, closed in edges:
        now += gap
        runs[-1][1] += gap
        presses += contact.edge(now, closed)
        if runs[-1][0] != closed:
            runs.append([float(closed), 0.0])
    presses += contact.pressed(now + 1)
    runs[-1][1] += 1
    expected, level = 0, 0.0
    for run, seconds in runs:
        if abs(seconds - SETTLED_S) < 1e-9:
            return  # on the edge of rounding
        if seconds > SETTLED_S and run != level:
            level = run
            expected += bool(run)
    assert presses == expected


# Rim lights


def test_a_rim_shows_its_colour_at_once(bench: Bench) -> None:
    for rim in (ACCEPTED, SEEN, WAITING, REFUSED):
        bench.panel.light("left", rim)
        assert bench.colour("left") == rim[:3]
        assert bench.colour("right") == OFF[:3]


def test_a_zone_glows_on_dimmed_leds(bench: Bench) -> None:
    bench.panel.light("right", zone(0, 80, 255))
    bench.panel.tick(bench.now)
    assert bench.factory.pin(13).state == pytest.approx(0.25**2, abs=0.01)


def test_refused_blinks_and_accepted_does_not(bench: Bench) -> None:
    def darkest(seconds: float) -> int:
        levels = []
        for _ in range(round(seconds * 100)):
            bench.now += 0.01
            levels.append(max(bench.colour("left")))
        return min(levels)

    bench.panel.light("left", REFUSED)
    assert darkest(2) == 0
    bench.panel.light("left", ACCEPTED)
    assert darkest(2) == 255


def test_asking_for_the_same_light_again_does_not_disturb_its_rhythm(bench: Bench) -> None:
    bench.panel.light("left", REFUSED)
    seen = set()
    for _ in range(200):
        bench.panel.light("left", REFUSED)
        bench.now += 0.01
        seen.add(max(bench.colour("left")))
    assert seen == {0, 255}


def test_an_idle_panel_leaves_its_pins_alone(bench: Bench) -> None:
    bench.panel.light("left", ACCEPTED)
    bench.panel.tick(bench.now)
    pins = [bench.factory.pin(pin) for pin in (16, 20, 21, 19, 26, 13, 12)]
    for pin in pins:
        pin.clear_states()
    bench.wait(5)
    assert [len(pin.states) for pin in pins] == [1] * len(pins)


def test_common_anode_leds_light_when_their_pin_is_low() -> None:
    bench = Bench(PanelPins(rims={"left": (16, 20, 21)}, common_anode=True))
    bench.panel.light("left", ACCEPTED)
    bench.panel.tick(bench.now)
    assert [bench.factory.pin(pin).state for pin in (16, 20, 21)] == [1, 0, 1]


# Buzzer


@pytest.mark.parametrize("beep", Beep)
def test_a_beep_plays_its_tones_and_falls_silent(bench: Bench, beep: Beep) -> None:
    bench.panel.beep(beep)
    expected = [tone.hertz or None for tone in beep.tones]
    assert bench.tune() == pytest.approx([*expected, None])


def test_a_new_beep_replaces_the_one_that_plays(bench: Bench) -> None:
    bench.panel.beep(Beep.WON)
    bench.wait(0.3)
    bench.panel.beep(Beep.ACCEPTED)
    assert bench.tune() == [1760, None]


# All of it


def test_everything_is_optional() -> None:
    bench = Bench(PanelPins())
    bench.panel.light("left", ACCEPTED)
    bench.panel.beep(Beep.WON)
    assert bench.wait(0.1) == []
    assert not bench.factory.pins


def test_a_pad_without_a_light_is_no_error(bench: Bench) -> None:
    bench.panel.light("nowhere", ACCEPTED)
    assert bench.colour("left") == OFF[:3]


def test_closing_twice_darkens_everything_and_frees_the_pins(bench: Bench) -> None:
    bench.panel.light("left", ACCEPTED)
    bench.panel.beep(Beep.WON)
    bench.panel.tick(bench.now)
    bench.tap(5)
    bench.panel.close()
    bench.panel.close()
    assert bench.factory.pin(20).function == "input"
    assert bench.factory.pin(12).frequency is None
    assert bench.wait(0.1) == []
    Panel(PINS, bench.factory).close()


def test_a_pin_that_does_not_exist_is_one_sentence_and_leaves_nothing_open() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    with pytest.raises(HardwareError, match="panel's pins"):
        Panel(PanelPins(buttons={Button.DONE: 5}, buzzer=99), factory)
    Panel(PanelPins(buttons={Button.DONE: 5}), factory).close()


def test_no_global_pin_factory_is_touched(bench: Bench) -> None:
    bench.wait(0.1)
    assert Device.pin_factory is None
