"""The hardware part of a table file: what every backend has in it, and its checks.

    class FilesWiring(Wiring, frozen=True, kw_only=True):      # a backend: docs/adding-a-reader.md
        files: FilesSection = FilesSection()

        def open(self, clock, sleep): ...

Each mistake is one sentence that names the key, its value and what to do.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any, ClassVar, Self, get_args

import msgspec

from hardware.pads import PadReader, WiringError
from hardware.panel import Button, PanelPins
from hardware.pins import HEADER, spoken


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of a table file: an attribute for each key, with a default if it may be left out."""


class PadSection(Section, frozen=True):
    """One `[[pads]]`. A backend whose pads are more than a name has a subclass."""

    name: str

    @property
    def about(self) -> str:
        """What `tapis check` adds when the pad reads well."""
        return ""


class PanelSection(Section, frozen=True):
    """GPIOs of this Pi's own buttons and buzzer."""

    done: int | None = None
    undo: int | None = None
    help: int | None = None
    buzzer: int | None = None
    common_anode: bool = False

    @property
    def parts(self) -> dict[str, int]:
        parts = {"done": self.done, "undo": self.undo, "help": self.help, "buzzer": self.buzzer}
        return {part: gpio for part, gpio in parts.items() if gpio is not None}


class Wiring(Section, frozen=True, kw_only=True):
    """The hardware part of a table file. A backend is a subclass: its keys, and what can be done with them.

    Must: `open`.
    May:  add a section, called like the backend; give `pads` a type of its own; whatever else is here.
    """

    simulated: ClassVar[bool] = False  # no real card is read: every card is known, and the screen says so

    backend: str
    pads: tuple[PadSection, ...]
    panel: PanelSection = PanelSection()

    def check(self) -> None:
        """WiringError for what cannot be, as far as the file tells; the pads' names are right by now."""

    def open(self, clock: Callable[[], float], sleep: Callable[[float], object]) -> PadReader:
        """The reader, opened; HardwareError in one sentence. *clock* is monotonic and counts seconds."""
        raise NotImplementedError

    def describe(self) -> list[str]:
        """The readers in words, for `tapis config check`: a line for all, and one for each pad."""
        return [f"backend {self.backend}", *(f"pad {pad.name}" for pad in self.pads)]

    def gpios(self) -> Iterator[tuple[int, str]]:
        """Every GPIO of this Pi that the readers take, and for what."""
        return iter(())

    def rims(self) -> Mapping[str, tuple[int, int, int]]:
        """By pad, the GPIOs of a rim light that the panel drives: red, green and blue."""
        return {}

    def panel_pins(self) -> PanelPins:
        """The pins of what the panel drives: buttons, buzzer, and rims."""
        parts = self.panel.parts
        return PanelPins(
            buttons={button: parts[button.value] for button in Button if button.value in parts},
            rims=self.rims(),
            buzzer=self.panel.buzzer,
            common_anode=self.panel.common_anode,
        )

    def to_table(self) -> dict[str, Any]:
        """The hardware part of a table file, nothing left out; the panel comes last."""
        table: dict[str, Any] = msgspec.to_builtins(self)
        table["panel"] = table.pop("panel")
        return table

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> Self:
        """The wiring that the hardware part of a table file describes; WiringError."""
        try:
            wiring = msgspec.convert(table, cls)
        except msgspec.ValidationError as error:
            complaint, _, path = str(error).partition(" - at `$")
            raise WiringError(_sentence(complaint, path.rstrip("`"), table, cls)) from error
        _check_names([pad.name for pad in wiring.pads])
        wiring.check()
        _check_pins(wiring)
        return wiring

    @classmethod
    def needs_only_names(cls) -> bool:
        """Whether a `[[pads]]` with nothing but a name will do."""
        pad = _type_of(cls, "pads")
        return [field.name for field in msgspec.structs.fields(pad) if field.required] == ["name"]


def describe(wiring: Wiring) -> list[str]:
    """The whole wiring in words: the readers, then the panel."""
    parts = [f"{part} {spoken(gpio)}" for part, gpio in wiring.panel.parts.items()]
    return [*wiring.describe(), "panel: " + (", ".join(parts) or "none")]


def check_choice(key: str, value: str, choices: Iterable[str]) -> None:
    """WiringError unless *value* is one of *choices*."""
    if value not in choices:
        raise WiringError(f"{key} = {said(value)} is unknown: set it to one of {listed(choices)}.")


def _check_names(names: list[str]) -> None:
    if not names:
        raise WiringError("pads is empty: add a [[pads]] with a name for each pad of the table.")
    for number, name in enumerate(names, 1):
        if not re.fullmatch(r"[a-z][a-z0-9-]{0,23}", name):
            raise WiringError(
                f"pads: name = {said(name)} of number {number} is no name for a pad: "
                "use up to 24 small letters, digits and dashes, beginning with a letter."
            )
    for one, other in combinations(names, 2):
        if one == other:
            raise WiringError(f"pads: name = {said(one)} is there twice: give each pad a name of its own.")


def _check_pins(wiring: Wiring) -> None:
    """No pin is used twice, neither by the readers nor by readers and panel."""
    taken: dict[int, str] = {}
    panel = [(gpio, f"panel.{part}") for part, gpio in wiring.panel.parts.items()]
    for gpio, use in [*wiring.gpios(), *panel]:
        if gpio not in HEADER:
            raise WiringError(f"{use} = {gpio} is no pin of the header: use GPIO 2 to 27.")
        if gpio in taken:
            raise WiringError(f"{spoken(gpio)} is both {taken[gpio]} and {use}: move one of them.")
        taken[gpio] = use


# From a plain dict to a struct: msgspec finds the first mistake, we say it in a table file's words.

_WORDS = {"int": "a whole number", "str": "text in quotes", "bool": "true or false", "array": "a list",
          "object": "a section", "float": "a number with a point", "null": "nothing",
          "datetime": "a date", "date": "a date", "time": "a time of day"}  # fmt: skip


def _sentence(complaint: str, path: str, table: Mapping[str, Any], kind: type[Wiring]) -> str:
    where = _spoken_path(path, table)
    here = f"{where}: " if where else ""
    if found := re.match(r"Object contains unknown field `(.*)`", complaint):
        keys = _keys_at(path, kind)
        close = difflib.get_close_matches(found[1], keys, n=1)
        hint = f"did you mean {close[0]}?" if close else f"use {listed(keys)}."
        return f"{here}{found[1]} is not a key of backend {said(table['backend'])}: {hint}"
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
    whose = f"pad {said(name)}" if isinstance(name, str) else f"pads number {int(found[1]) + 1}"
    return f"{whose}: {found[2]}" if found[2] else whose


def _keys_at(path: str, kind: type[Wiring]) -> list[str]:
    section = _type_of(kind, re.split(r"[.\[]", path.lstrip("."))[0]) if path else kind
    return sorted((field.encode_name for field in msgspec.structs.fields(section)), key="panel".__eq__)


def _type_of(kind: type[Wiring], key: str) -> Any:
    """The type of the section *key*, or of one of its parts if it is a list."""
    found = next(field.type for field in msgspec.structs.fields(kind) if field.encode_name == key)
    return (get_args(found) or (found,))[0]


def said(value: object) -> str:
    """*value* as a table file has it."""
    return f'"{value}"' if isinstance(value, str) else str(value)


def listed(words: Iterable[str]) -> str:
    """*words* with commas and, before the last, an or."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
