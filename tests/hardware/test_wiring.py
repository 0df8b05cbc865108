"""Table files: good ones are described, bad ones get one sentence that says what to do."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from hardware.backends import parse
from hardware.backends.spi import SpiWiring
from hardware.pads import WiringError
from hardware.wiring import describe

SPI: dict[str, Any] = {
    "backend": "spi",
    "pads": [
        {"name": "left", "rst": 25, "ce": 0, "rim": [16, 20, 21]},
        {"name": "centre", "rst": 23, "ce": 1, "cs": 24, "gain": 33},
        {"name": "right", "rst": 22, "ce": 1, "cs": 27},
    ],
    "panel": {"done": 5, "undo": 6, "help": 2, "buzzer": 12},
}
SIMULATED: dict[str, Any] = {"backend": "simulated", "pads": [{"name": "left"}, {"name": "right"}]}
HUB: dict[str, Any] = {"backend": "hub", "pads": [{"name": "left"}, {"name": "right"}]}


def changed(table: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """*table* with other values; `pads__0__ce=1` reaches inside, None takes away."""
    table = copy.deepcopy(table)
    for path, value in changes.items():
        *way, last = (int(step) if step.isdigit() else step for step in path.split("__"))
        inside: Any = table
        for step in way:
            inside = inside.setdefault(step, {}) if isinstance(inside, dict) else inside[step]
        if value is None:
            del inside[last]
        else:
            inside[last] = value
    return table


def test_readers_on_the_pi_are_described_pin_by_pin() -> None:
    assert describe(parse(SPI)) == [
        "readers on this Pi, SPI at 1 MHz",
        "pad left: SPI 0 CE 0, reset GPIO 25 (pin 22), gain 38 dB, rim GPIO 16/20/21",
        "pad centre: SPI 0 chip-select GPIO 24 (pin 18), reset GPIO 23 (pin 16), gain 33 dB",
        "pad right: SPI 0 chip-select GPIO 27 (pin 13), reset GPIO 22 (pin 15), gain 38 dB",
        "panel: done GPIO 5 (pin 29), undo GPIO 6 (pin 31), help GPIO 2 (pin 3), buzzer GPIO 12 (pin 32)",
    ]


def test_simulated_pads_say_so_first() -> None:
    assert describe(parse(changed(SIMULATED, simulated__profile="bad", simulated__level="chip"))) == [
        "SIMULATED pads, level chip, profile bad, seed 0",
        "pad left: simulated",
        "pad right: simulated",
        "panel: none",
    ]


@pytest.mark.parametrize(
    ("hub", "said"),
    [
        ({}, "pad hub: the only one plugged in"),
        ({"serial_number": "e6614103e7452d2f"}, "pad hub: e6614103e7452d2f"),
        ({"port": "/dev/ttyACM0"}, "pad hub: /dev/ttyACM0"),
    ],
)
def test_a_hub_is_described_by_what_finds_it(hub: dict[str, Any], said: str) -> None:
    lines = describe(parse({**HUB, "hub": hub}))
    assert lines == [said, "pad left: number 1 of the hub", "pad right: number 2 of the hub", "panel: none"]


def test_the_panel_gets_the_rims_of_the_pads_that_have_one() -> None:
    pins = parse(SPI).panel_pins()
    assert pins.rims == {"left": (16, 20, 21)}
    assert pins.buzzer == 12
    assert {button.value: pin for button, pin in pins.buttons.items()} == {"done": 5, "undo": 6, "help": 2}


def test_three_readers_on_the_chip_enables_of_bus_1_are_fine() -> None:
    pads = [{"name": f"pad-{n}", "bus": 1, "ce": n, "rst": rst} for n, rst in enumerate((22, 23, 24))]
    assert isinstance(parse({"backend": "spi", "pads": pads}), SpiWiring)


def test_bus_1_leaves_the_chip_enables_it_was_not_asked_for_to_others() -> None:
    pads = [{"name": "left", "bus": 1, "ce": 0, "rst": 22, "rim": [17, 16, 13]}]
    assert isinstance(parse({"backend": "spi", "pads": pads}), SpiWiring)


BAD_FILES = [
    ({}, "backend is missing: set it to one of hub, simulated or spi."),
    (
        changed(SIMULATED, backend="simulatd"),
        'backend = "simulatd" is unknown: set it to one of hub, simulated or spi.',
    ),
    (changed(SIMULATED, backend=3), "backend = 3 is unknown: set it to one of hub, simulated or spi."),
    (changed(SIMULATED, pads=None), "pads is missing: add it."),
    (changed(SIMULATED, pads=[]), "pads is empty: add a [[pads]] with a name for each pad of the table."),
    (changed(SIMULATED, pads="left"), "pads is text in quotes: make it a list."),
    (changed(SIMULATED, pads__1=7), "pads number 2 is a whole number: make it a section."),
    (changed(SIMULATED, pads__1__name=None), "pads number 2: name is missing: add it."),
    (
        changed(SIMULATED, pads__1__name="left"),
        'pads: name = "left" is there twice: give each pad a name of its own.',
    ),
    (
        changed(SIMULATED, pads__1__name="Rechts unten"),
        'pads: name = "Rechts unten" of number 2 is no name for a pad: '
        "use up to 24 small letters, digits and dashes, beginning with a letter.",
    ),
    (
        changed(SIMULATED, simulated__profile="awful"),
        'simulated.profile = "awful" is unknown: set it to one of ideal, typical or bad.',
    ),
    (
        changed(SIMULATED, simulated__level="deep"),
        'simulated.level = "deep" is unknown: set it to one of scripted or chip.',
    ),
    (changed(SIMULATED, simulated__seed="7"), "simulated.seed is text in quotes: make it a whole number."),
    (
        changed(SIMULATED, pads__0__ce=0),
        'pad "left": ce is not a key of backend "simulated": use name.',
    ),
    (
        changed(SIMULATED, spi__speed=5),
        'spi is not a key of backend "simulated": use backend, pads, simulated or panel.',
    ),
    (changed(SPI, pads__0__gian=38), 'pad "left": gian is not a key of backend "spi": did you mean gain?'),
    (changed(SPI, panel__buzer=12), 'panel: buzer is not a key of backend "spi": did you mean buzzer?'),
    (changed(SPI, pads__0__rst="25"), 'pad "left": rst is text in quotes: make it a whole number.'),
    (changed(SPI, pads__0__rst=None), 'pad "left": rst is missing: add it.'),
    (changed(SPI, pads__0__rim=[1, 2]), 'pad "left": rim has 2 entries: it takes 3.'),
    (
        changed(SPI, pads__1__ce=0, pads__1__cs=None),
        'pads "left" and "centre" are both on bus = 0, ce = 0: move one lead to another ce, '
        "or select it by a free GPIO with cs.",
    ),
    (
        changed(SPI, pads__1__ce=0),
        'pads "left" and "centre" share bus = 0, ce = 0, so the one wired to it would answer together '
        "with the one selected by cs: give that one a ce which no reader is wired to.",
    ),
    (changed(SPI, pads__0__bus=2), 'pad "left": bus = 2 is no SPI bus of the header: use 0 or 1.'),
    (
        changed(SPI, pads__0__ce=2),
        'pad "left": ce = 2 does not exist on bus 0: use 0 to 1, '
        "or select the reader by any free GPIO with cs.",
    ),
    (
        changed(SPI, pads__1__gain=40),
        'pad "centre": gain = 40 is no step of the chip: use one of 18, 23, 33, 38, 43 or 48 dB.',
    ),
    (
        changed(SPI, spi__speed=20_000_000),
        "spi.speed = 20000000 is out of the chip's reach: use 100000 to 10000000 hertz; "
        "1000000 is a good start.",
    ),
    (
        changed(SPI, panel__done=25),
        'GPIO 25 (pin 22) is both pad "left": rst and panel.done: move one of them.',
    ),
    (
        changed(SPI, panel__done=9),
        "GPIO 9 (pin 21) is both MISO of SPI bus 0 and panel.done: move one of them.",
    ),
    (
        changed(SPI, pads__2__cs=7),
        'GPIO 7 (pin 26) is both CE 1 of SPI bus 0 and pad "right": cs: move one of them.',
    ),
    (
        changed(SPI, pads__2__cs=24),
        'GPIO 24 (pin 18) is both pad "centre": cs and pad "right": cs: move one of them.',
    ),
    (
        changed(SPI, pads__0__rim=[16, 16, 21]),
        'GPIO 16 (pin 36) is both pad "left": rim and pad "left": rim: move one of them.',
    ),
    (
        changed(SPI, panel__undo=5),
        "GPIO 5 (pin 29) is both panel.done and panel.undo: move one of them.",
    ),
    (changed(SPI, panel__undo=28), "panel.undo = 28 is no pin of the header: use GPIO 2 to 27."),
    (changed(HUB, panel__done=0), "panel.done = 0 is no pin of the header: use GPIO 2 to 27."),
    (changed(SPI, panel__common_anode=1), "panel.common_anode is a whole number: make it true or false."),
    (
        changed(HUB, hub__serial_number="E661-4103"),
        'hub.serial_number = "E661-4103" is not a Pico\'s: it has 16 hexadecimal digits, '
        "and `tapis hub monitor` shows it.",
    ),
    (
        changed(HUB, hub__serial_number="e6614103e7452d2f", hub__port="/dev/ttyACM0"),
        "hub has both serial_number and port: keep serial_number, for a port may change its name.",
    ),
]


@pytest.mark.parametrize(("table", "sentence"), BAD_FILES, ids=[said[:60] for _, said in BAD_FILES])
def test_a_bad_table_file_gets_one_sentence(table: dict[str, Any], sentence: str) -> None:
    with pytest.raises(WiringError) as refused:
        parse(table)
    assert str(refused.value) == sentence


def test_a_refused_file_is_left_as_it_was() -> None:
    table = changed(SPI, panel__done=25)
    before = copy.deepcopy(table)
    with pytest.raises(WiringError):
        parse(table)
    assert table == before
