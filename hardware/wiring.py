"""The hardware part of a table file, checked before anything is opened, and the hardware built from it.

    wiring = parse({"backend": "simulated", "pads": [{"name": "left"}, {"name": "right"}]})
    print("\\n".join(describe(wiring)))
    with closing(build(wiring)) as hardware:
        for event in hardware.pads.poll(now): ...

The backend is the one that was named: nothing falls back to anything. Each mistake is one sentence that names
the key, its value and what to do.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Literal

import msgspec

from firmware.mfrc522 import GAINS_DB
from hardware.pads import WiringError
from hardware.panel import Button, PanelPins
from hardware.pins import BUSES, HEADER, spoken

Backend = Literal["simulated", "spi", "hub"]
BACKENDS: tuple[Backend, ...] = ("simulated", "spi", "hub")
LEVELS = ("scripted", "chip")
PROFILES = ("ideal", "typical", "bad")
SPEEDS = (100_000, 10_000_000)  # hertz; the chip's limit is 10 MHz (datasheet 8.1.2)


class _Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class SimulatedPad(_Section, frozen=True):
    name: str


class SpiPad(_Section, frozen=True):
    """A reader wired to the Pi: by its bus's own chip-enable, or by *cs*, any GPIO.

    With *cs* the reader's select lead is on that GPIO, and chip-enable *ce* is only the door to the bus: its
    own lead goes to no reader.
    """

    name: str
    rst: int
    bus: int = 0
    ce: int = 0
    cs: int | None = None
    gain: int = 38
    rim: tuple[int, int, int] | None = None


class HubPad(_Section, frozen=True):
    """The n-th pad here is the n-th of the hub's own wiring file."""

    name: str


class SimulatedSection(_Section, frozen=True):
    level: str = "scripted"
    profile: str = "ideal"
    seed: int = 0


class SpiSection(_Section, frozen=True):
    speed: int = 1_000_000  # hertz; leads as long as a table want it slow


class HubSection(_Section, frozen=True):
    """Which hub, if there may be several: a Pico by its serial number, or any port by its path."""

    serial_number: str | None = None
    port: str | None = None


class PanelSection(_Section, frozen=True):
    done: int | None = None
    undo: int | None = None
    help: int | None = None
    buzzer: int | None = None
    common_anode: bool = False


class SimulatedWiring(_Section, frozen=True):
    backend: Literal["simulated"]
    pads: tuple[SimulatedPad, ...]
    simulated: SimulatedSection = SimulatedSection()
    panel: PanelSection = PanelSection()


class SpiWiring(_Section, frozen=True):
    backend: Literal["spi"]
    pads: tuple[SpiPad, ...]
    spi: SpiSection = SpiSection()
    panel: PanelSection = PanelSection()


class HubWiring(_Section, frozen=True):
    backend: Literal["hub"]
    pads: tuple[HubPad, ...]
    hub: HubSection = HubSection()
    panel: PanelSection = PanelSection()


AnyPad = SimulatedPad | SpiPad | HubPad
Wiring = SimulatedWiring | SpiWiring | HubWiring
_KINDS: Mapping[str, type[Wiring]] = {"simulated": SimulatedWiring, "spi": SpiWiring, "hub": HubWiring}


def parse(table: Mapping[str, Any]) -> Wiring:
    """The wiring that the hardware part of a table file describes, or WiringError."""
    backend = table.get("backend")
    if backend is None:
        raise WiringError(f"backend is missing: set it to one of {_listed(BACKENDS)}.")
    if backend not in BACKENDS:
        raise WiringError(f"backend = {_said(backend)} is unknown: set it to one of {_listed(BACKENDS)}.")
    wiring = _convert(dict(table), _KINDS[backend])
    _check_names(wiring.pads)
    match wiring:
        case SimulatedWiring(simulated=section):
            _check_choice("simulated.level", section.level, LEVELS)
            _check_choice("simulated.profile", section.profile, PROFILES)
        case SpiWiring():
            _check_spi(wiring)
        case HubWiring(hub=section):
            _check_hub(section)
    _check_pins(wiring)
    return wiring


def describe(wiring: Wiring) -> list[str]:
    """The wiring in words, a line for the backend, one for each pad and one for the panel."""
    match wiring:
        case SimulatedWiring(simulated=section):
            lines = [f"SIMULATED pads, level {section.level}, profile {section.profile}, seed {section.seed}"]
            lines += [f"pad {pad.name}: simulated" for pad in wiring.pads]
        case SpiWiring():
            lines = [f"readers on this Pi, SPI at {wiring.spi.speed / 1e6:g} MHz"]
            lines += [_describe_spi_pad(pad) for pad in wiring.pads]
        case HubWiring(hub=section):
            which = section.port or section.serial_number or "the only one plugged in"
            lines = [f"pad hub: {which}"]
            lines += [f"pad {pad.name}: number {n} of the hub" for n, pad in enumerate(wiring.pads, 1)]
    parts = [f"{part} {spoken(gpio)}" for part, gpio in _panel_parts(wiring.panel)]
    return [*lines, "panel: " + (", ".join(parts) or "none")]


def panel_pins(wiring: Wiring) -> PanelPins:
    """The pins of what the panel drives: buttons, buzzer, and the rims of pads wired to this Pi."""
    panel = wiring.panel
    buttons = {Button.DONE: panel.done, Button.UNDO: panel.undo, Button.HELP: panel.help}
    return PanelPins(
        buttons={button: gpio for button, gpio in buttons.items() if gpio is not None},
        rims={pad.name: pad.rim for pad in wiring.pads if isinstance(pad, SpiPad) and pad.rim},
        buzzer=panel.buzzer,
        common_anode=panel.common_anode,
    )


def _describe_spi_pad(pad: SpiPad) -> str:
    select = f"CE {pad.ce}" if pad.cs is None else f"chip-select {spoken(pad.cs)}"
    rim = "" if pad.rim is None else ", rim GPIO {}/{}/{}".format(*pad.rim)
    return f"pad {pad.name}: SPI {pad.bus} {select}, reset {spoken(pad.rst)}, gain {pad.gain} dB{rim}"


def _check_names(pads: Sequence[AnyPad]) -> None:
    if not pads:
        raise WiringError("pads is empty: add a [[pads]] with a name for each pad of the table.")
    for number, pad in enumerate(pads, 1):
        if not re.fullmatch(r"[a-z][a-z0-9-]{0,23}", pad.name):
            raise WiringError(
                f"pads: name = {_said(pad.name)} of number {number} is no name for a pad: "
                "use up to 24 small letters, digits and dashes, beginning with a letter."
            )
    for one, other in combinations(pads, 2):
        if one.name == other.name:
            raise WiringError(
                f"pads: name = {_said(one.name)} is there twice: give each pad a name of its own."
            )


def _check_choice(key: str, value: str, choices: Iterable[str]) -> None:
    if value not in choices:
        raise WiringError(f"{key} = {_said(value)} is unknown: set it to one of {_listed(choices)}.")


def _check_spi(wiring: SpiWiring) -> None:
    slowest, fastest = SPEEDS
    if not slowest <= wiring.spi.speed <= fastest:
        raise WiringError(
            f"spi.speed = {wiring.spi.speed} is out of the chip's reach: "
            f"use {slowest} to {fastest} hertz; 1000000 is a good start."
        )
    for pad in wiring.pads:
        if pad.bus not in BUSES:
            raise WiringError(
                f"pad {_said(pad.name)}: bus = {pad.bus} is no SPI bus of the header: use 0 or 1."
            )
        ces = len(BUSES[pad.bus].ce)
        if not 0 <= pad.ce < ces:
            raise WiringError(
                f"pad {_said(pad.name)}: ce = {pad.ce} does not exist on bus {pad.bus}: use 0 to {ces - 1}, "
                "or select the reader by any free GPIO with cs."
            )
        if pad.gain not in GAINS_DB:
            raise WiringError(
                f"pad {_said(pad.name)}: gain = {pad.gain} is no step of the chip: "
                f"use one of {_listed(map(str, sorted(GAINS_DB)))} dB."
            )
    for one, other in combinations(wiring.pads, 2):
        if (one.bus, one.ce) != (other.bus, other.ce):
            continue
        both = f"pads {_said(one.name)} and {_said(other.name)}"
        if one.cs is None and other.cs is None:
            raise WiringError(
                f"{both} are both on bus = {one.bus}, ce = {one.ce}: move one lead to another ce, "
                "or select it by a free GPIO with cs."
            )
        if one.cs is None or other.cs is None:
            raise WiringError(
                f"{both} share bus = {one.bus}, ce = {one.ce}, so the one wired to it would answer together "
                "with the one selected by cs: give that one a ce which no reader is wired to."
            )


def _check_hub(hub: HubSection) -> None:
    if hub.serial_number is not None and not re.fullmatch(r"[0-9A-Fa-f]{16}", hub.serial_number):
        raise WiringError(
            f"hub.serial_number = {_said(hub.serial_number)} is not a Pico's: it has 16 hexadecimal digits, "
            "and `tapis hub monitor` shows it."
        )
    if hub.serial_number is not None and hub.port is not None:
        raise WiringError(
            "hub has both serial_number and port: keep serial_number, for a port may change its name."
        )


def _check_pins(wiring: Wiring) -> None:
    taken: dict[int, str] = {}
    for gpio, use in _uses(wiring):
        if gpio not in HEADER:
            raise WiringError(f"{use} = {gpio} is no pin of the header: use GPIO 2 to 27.")
        if gpio in taken:
            raise WiringError(f"{spoken(gpio)} is both {taken[gpio]} and {use}: move one of them.")
        taken[gpio] = use


def _uses(wiring: Wiring) -> Iterator[tuple[int, str]]:
    """Every GPIO in use and by what, the buses first."""
    if isinstance(wiring, SpiWiring):
        for number in sorted({pad.bus for pad in wiring.pads}):
            bus = BUSES[number]
            # The kernel takes both chip-enables of bus 0, and of bus 1 as many as its overlay was asked for.
            ces = len(bus.ce) if number == 0 else 1 + max(pad.ce for pad in wiring.pads if pad.bus == number)
            yield bus.mosi, f"MOSI of SPI bus {number}"
            yield bus.miso, f"MISO of SPI bus {number}"
            yield bus.sclk, f"SCLK of SPI bus {number}"
            for n, gpio in enumerate(bus.ce[:ces]):
                yield gpio, f"CE {n} of SPI bus {number}"
        for pad in wiring.pads:
            whose = f"pad {_said(pad.name)}:"
            yield pad.rst, f"{whose} rst"
            if pad.cs is not None:
                yield pad.cs, f"{whose} cs"
            for gpio in pad.rim or ():
                yield gpio, f"{whose} rim"
    for part, gpio in _panel_parts(wiring.panel):
        yield gpio, f"panel.{part}"


def _panel_parts(panel: PanelSection) -> list[tuple[str, int]]:
    parts = {"done": panel.done, "undo": panel.undo, "help": panel.help, "buzzer": panel.buzzer}
    return [(part, gpio) for part, gpio in parts.items() if gpio is not None]


# From a plain dict to a struct: msgspec finds the first mistake, we say it in a table file's words.

_WORDS = {"int": "a whole number", "str": "text in quotes", "bool": "true or false", "array": "a list",
          "object": "a section", "float": "a number with a point", "null": "nothing",
          "datetime": "a date", "date": "a date", "time": "a time of day"}  # fmt: skip


def _convert(table: Mapping[str, Any], kind: type[Wiring]) -> Wiring:
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        complaint, _, path = str(error).partition(" - at `$")
        raise WiringError(_sentence(complaint, path.rstrip("`"), table, kind)) from error


def _sentence(complaint: str, path: str, table: Mapping[str, Any], kind: type[Wiring]) -> str:
    where = _spoken_path(path, table)
    here = f"{where}: " if where else ""
    if found := re.match(r"Object contains unknown field `(.*)`", complaint):
        keys = _keys_at(path, kind)
        close = difflib.get_close_matches(found[1], keys, n=1)
        hint = f"did you mean {close[0]}?" if close else f"use {_listed(keys)}."
        return f"{here}{found[1]} is not a key of backend {_said(table['backend'])}: {hint}"
    if found := re.match(r"Object missing required field `(.*)`", complaint):
        return f"{here}{found[1]} is missing: add it."
    if found := re.match(r"Expected `array` of length (\d+), got (\d+)", complaint):
        return f"{where} has {found[2]} entries: it takes {found[1]}."
    if found := re.match(r"Expected `(\w+)[^`]*`, got `(\w+)`", complaint):
        return f"{where} is {_WORDS[found[2]]}: make it {_WORDS[found[1]]}."
    return f"{where}: {complaint}."


def _spoken_path(path: str, table: Mapping[str, Any]) -> str:
    """`.pads[0].rst` as `pad "left": rst`, or `pads number 1: rst` while the pad has no name."""
    found = re.match(r"\.pads\[(\d+)\]\.?(.*)", path)
    if not found:
        return path.lstrip(".")
    pad = table["pads"][int(found[1])]
    name = pad.get("name") if isinstance(pad, dict) else None
    whose = f"pad {_said(name)}" if isinstance(name, str) else f"pads number {int(found[1]) + 1}"
    return f"{whose}: {found[2]}" if found[2] else whose


def _keys_at(path: str, kind: type[Wiring]) -> list[str]:
    section: Any = kind
    if path:
        name = re.split(r"[.\[]", path.lstrip("."))[0]
        section = next(field.type for field in msgspec.structs.fields(kind) if field.name == name)
        section = getattr(section, "__args__", (section,))[0]
    return [field.name for field in msgspec.structs.fields(section)]


def _said(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _listed(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
