"""The maker's guide agrees with the code: valid table files, the right pins drawn, a script that runs."""

from __future__ import annotations

import re
import time
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import hardware.build
from firmware import wiring as hub_wiring
from hardware import effects
from hardware.backends import parse
from hardware.backends.hub import HubWiring
from hardware.backends.simulated import SimulatedPads, SimulatedWiring
from hardware.backends.spi import SpiWiring
from hardware.build import Hardware
from hardware.pins import BUSES, HEADER

DOCS = Path(__file__).parents[2] / "docs" / "hardware"
FIRMWARE = Path(__file__).parents[2] / "firmware"

# The Pico's edge: every fifth pin from 3 is ground, and GP23 to GP25 are not brought out.
PICO_EDGE = dict(
    zip(
        [*range(23), 26, 27, 28],
        [1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29, 31, 32, 34],
        strict=True,
    )
)


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (DOCS / page).read_text(), re.DOTALL)


def tables() -> list[dict[str, Any]]:
    return [tomllib.loads(block) for block in blocks("wiring.md", "toml")]


def drawn(drawing: str) -> dict[str, list[str]]:
    """The controller's pins in a drawing, by its parts: the bus, each pad, the panel."""
    text = (DOCS / drawing).read_text()
    ElementTree.fromstring(text)  # well-formed
    parts = re.split(r"<!-- (.*?) -->", text)
    pins = r">((?:GPIO |GP)[^<]* · pin \d+)<"
    return {name: re.findall(pins, part) for name, part in zip(parts[1::2], parts[2::2], strict=True)}


def on_pi(*gpios: int) -> list[str]:
    return [f"GPIO {gpio} · pin {HEADER[gpio]}" for gpio in gpios]


def test_the_pi_is_drawn_as_its_table_file_says() -> None:
    wiring = parse(tables()[0])
    assert isinstance(wiring, SpiWiring)
    pins = drawn("wiring-pi.svg")
    bus = BUSES[0]
    assert pins["the bus"] == on_pi(bus.sclk, bus.mosi, bus.miso)
    for pad in wiring.pads:
        select = on_pi(pad.cs) if pad.cs else [f"GPIO {bus.ce[pad.ce]} (CE{pad.ce}) · pin 24"]
        assert pins[f"pad {pad.name}"] == select + on_pi(pad.rst, *(pad.rim or ()))
    panel = wiring.panel
    assert pins["panel"] == on_pi(*(pin for pin in (panel.done, panel.undo, panel.help, panel.buzzer) if pin))


def test_the_hub_is_drawn_as_its_wiring_file_says() -> None:
    table = parse(tables()[1])
    assert isinstance(table, HubWiring)
    plan = hub_wiring.parse((FIRMWARE / "wiring.txt").read_text())
    pins = drawn("wiring-hub.svg")

    def on_pico(*gpios: int) -> list[str]:
        return [f"GP{gpio} · pin {PICO_EDGE[gpio]}" for gpio in gpios]

    assert pins["the bus"] == on_pico(plan.sck, plan.mosi, plan.miso)
    assert len(table.pads) == len(plan.pads)
    for name, pad in zip(table.pads, plan.pads, strict=True):
        assert pins[f"pad {name.name}"] == on_pico(pad.cs, pad.rst, *pad.light)


def test_the_simulated_table_file_is_valid() -> None:
    assert isinstance(parse(tables()[2]), SimulatedWiring)


def test_each_rim_light_is_explained() -> None:
    rows = re.findall(r"^\| ([a-z ]+) \|.*\|$", (DOCS / "wiring.md").read_text(), re.MULTILINE)
    rims = [
        name.replace("_", " ").lower()
        for name, value in vars(effects).items()
        if isinstance(value, effects.RimLight)
    ]
    assert {*rims, "zone"} <= set(rows)


def test_every_page_and_drawing_that_is_linked_to_is_there() -> None:
    for page in DOCS.glob("*.md"):
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (DOCS / link).exists(), f"{page.name} links to {link}"


def test_the_calibration_script_counts_how_often_a_card_is_lost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    [script] = blocks("calibration.md", "python")
    pads = SimulatedPads(["left"])
    now = 100.0

    def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds
        if round(now * 50) % 1000 == 0:  # every 20 s somebody takes the card away for a moment
            pads.hover("04a2b3c4d5e680", "left", seconds=19)

    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(time, "sleep", sleep)
    monkeypatch.setattr(hardware.build, "build", lambda wiring: Hardware(pads, None))
    exec(compile(script, "calibration.md", "exec"), {})
    heard = capsys.readouterr().out.splitlines()
    assert heard[:3] == ["left: 04a2b3c4d5e680", "left: lost", "left: 04a2b3c4d5e680"]
    assert heard[-1] == "lost 2 times in 60 s"
