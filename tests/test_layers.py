"""The architecture's table of who may import whom, enforced on the source text."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "firmware", "hardware", "controller", "display")

# The rooms, the lowest first, and what each may import besides itself. A room is a module or a folder of
# them, the most particular name counts; "x.games.*" are the modules in a folder without its own __init__,
# which is a room below them. Of its own package a room sees only rooms above it in this table, so no two of
# them can need each other. What is imported for type hints only is not counted.
CORE = ("engine.cards", "engine.rules", "engine.events", "engine.forms")
VALUES = (
    "controller.errors",
    "controller.view",
    "controller.intents",
    "controller.languages",
    "controller.ports",
    "controller.outside",
)
TABLE = (*VALUES, "controller.storage", "controller.settings", "controller.cards", "controller.table")
PICTURES = ("display.text.i18n", "display.widgets", "display.card_art")
SEEN = ("controller.view", "controller.intents", "controller.languages", "controller.outside", "engine")

ROOMS: dict[str, tuple[str, ...]] = {
    "engine.cards": (),
    "engine.rules": ("engine.cards",),
    "engine.events": ("engine.cards", "engine.rules"),
    "engine.forms": ("engine.rules",),
    "engine.rounds": ("engine.events", "engine.rules"),
    "engine.serial": ("engine.cards",),
    "engine.decks": ("engine.cards",),
    "engine.games": (*CORE, "engine.decks"),  # which there are
    "engine.games.*": (*CORE, "engine.rounds", "engine.decks"),
    "engine.hands": CORE,
    "engine.match": CORE,
    "engine.notation": (*CORE, "engine.decks", "engine.games", "engine.match"),
    "engine.referee": (*CORE, "engine.games", "engine.match", "engine.notation"),
    "engine.bots": (*CORE, "engine.games", "engine.games.*", "engine.hands"),
    "engine.simulate": ("engine.rules", "engine.hands", "engine.bots"),
    "firmware": (),
    "hardware.effects": ("firmware",),
    "hardware.pads": ("hardware.effects",),
    "hardware.pins": ("hardware.pads",),
    "hardware.panel": ("hardware.effects", "hardware.pads", "firmware"),
    "hardware.scans": ("hardware.pads", "firmware"),
    "hardware.wiring": ("hardware.pads", "hardware.pins", "hardware.panel", "firmware"),
    "hardware.simulation": ("hardware.pads", "hardware.pins", "hardware.scans", "firmware"),
    "hardware.backends": (
        "hardware.effects",
        "hardware.pads",
        "hardware.pins",
        "hardware.scans",
        "hardware.wiring",
        "hardware.simulation",
        "firmware",
    ),
    "hardware.build": (
        "hardware.effects",
        "hardware.pads",
        "hardware.pins",
        "hardware.panel",
        "hardware.wiring",
        "hardware.backends",
    ),
    "hardware.flash": ("hardware.pads", "hardware.backends", "firmware"),
    "controller.errors": (),
    "controller.view": ("engine",),
    "controller.intents": ("engine",),
    "controller.languages": (),
    "controller.outside": (),
    "controller.streams": ("controller.errors", "controller.outside"),
    "controller.ports": ("controller.view", "controller.intents"),
    "controller.storage": (*VALUES, "engine"),
    "controller.settings": (*VALUES, "controller.storage", "engine", "hardware"),
    "controller.cards": (*VALUES, "controller.storage", "engine"),
    "controller.table": (
        *VALUES,
        "controller.storage",
        "controller.settings",
        "controller.cards",
        "engine",
        "hardware.pads",
    ),
    "controller.simulation": (*TABLE, "engine", "hardware"),
    "display.sound": ("controller.view",),
    "display.text.i18n": SEEN,
    "display.widgets": (*SEEN, "display.text.i18n"),
    "display.card_art": (*SEEN, "display.text.i18n", "display.widgets"),
    "display.games": (*SEEN, *PICTURES),  # the record of what a game brings, and how it is found
    "display.card_art.cards": (*SEEN, *PICTURES, "display.games"),
    "display.text": (*SEEN, "display.text.i18n", "display.games"),
    "display.card_art.printed": (*SEEN, *PICTURES, "display.games", "display.text"),
    "display.screens": (*SEEN, *PICTURES, "display.games", "display.text"),
    "display.terminal": (*SEEN, "display.text.i18n", "display.games", "display.text"),
    "display.games.*": (
        *SEEN,
        *PICTURES,
        "display.games",
        "display.text",
        "display.screens",
        "display.terminal",
    ),
    "display.window": (
        *SEEN,
        *PICTURES,
        "display.card_art.cards",
        "display.sound",
        "display.games",
        "display.text",
        "display.screens",
    ),
    # What puts everything together. The table as it is installed knows no gallery and no bench.
    "controller.runtime": (
        *TABLE,
        "controller.streams",
        "controller.simulation",
        "engine",
        "firmware",
        "hardware",
        "display",
    ),
    "controller.cli": ("controller.errors", "controller.streams"),
    "controller.__main__": ("controller.cli",),
    "controller.gallery": (
        *TABLE,
        "controller.simulation",
        "controller.runtime",
        "engine",
        "display",
    ),
    "controller.commands": (
        *TABLE,
        "controller.streams",
        "controller.simulation",
        "controller.runtime",
        "controller.gallery",
        "engine",
        "firmware",
        "hardware",
        "display",
    ),
    "controller.bench": (
        *TABLE,
        "controller.simulation",
        "controller.runtime",
        "controller.cli",
        "engine",
        "hardware",
        "display",
    ),
}
# A module that belongs to another room than its folder says.
ELSEWHERE = {f"display.games.{name}": "display.games" for name in ("acts", "defaults", "moments")}


def modules() -> list[Path]:
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def package_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0]


def is_for_hints(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def imports(path: Path, hints: bool = True) -> set[str]:
    """The absolute names of everything a module imports, wherever in it; *hints*: for type hints too."""
    found = set()
    package = name_of(path).split(".") if path.name == "__init__.py" else name_of(path).split(".")[:-1]
    tree = ast.parse(path.read_text("utf-8"))
    if not hints:
        tree.body = [node for node in tree.body if not is_for_hints(node)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return found


def within(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def module_of(found: str) -> str:
    """The module that an import of *found* takes it from: found is one, or a name in one."""
    place = ROOT.joinpath(*found.split("."))
    is_module = place.with_suffix(".py").exists() or (place / "__init__.py").exists()
    return found if is_module or "." not in found else module_of(found.rpartition(".")[0])


def room_of(module: str) -> str:
    """The most particular room of ROOMS that *module* is in, or the module itself."""
    module = ELSEWHERE.get(module, module)
    if module in ROOMS:
        return module
    outer = module
    while "." in outer:
        outer = outer.rpartition(".")[0]
        for room in (f"{outer}.*", outer):
            if room in ROOMS:
                return room
    return module


def strangers(path: Path) -> set[str]:
    """What a module imports of ours that its room may not."""
    room = room_of(name_of(path))
    assert room in ROOMS, f"{room} is no room: add a line to ROOMS"
    ours = {module_of(found) for found in imports(path, hints=False) if within(found, PACKAGES)}
    allowed = (room, *ROOMS[room])
    return {
        module
        for module in ours
        if room_of(module) not in allowed and not within(module, tuple(set(allowed) & set(PACKAGES)))
    }


def test_no_room_needs_one_that_comes_later_in_the_table() -> None:
    rooms = list(ROOMS)
    for number, (room, others) in enumerate(ROOMS.items()):
        later = [other for other in others if other not in PACKAGES and other not in rooms[:number]]
        assert (room, later) == (room, [])


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_layers_point_one_way(path: Path) -> None:
    if name_of(path) not in PACKAGES:  # their own __init__ is empty
        assert strangers(path) == set()


# For type hints too
BELOW = {
    "engine": ("engine",),
    "firmware": ("firmware",),
    "hardware": ("hardware", "firmware"),
    "display": ("display", *SEEN),
}


@pytest.mark.parametrize("path", [path for path in modules() if package_of(path) in BELOW], ids=name_of)
def test_packages_point_one_way(path: Path) -> None:
    ours = {found for found in imports(path) if within(found, PACKAGES)}
    assert {found for found in ours if not within(found, BELOW[package_of(path)])} == set()


@pytest.mark.parametrize("path", sorted((ROOT / "engine").rglob("*.py")), ids=name_of)
def test_the_engine_is_pure(path: Path) -> None:
    """Standard library only, and of it nothing that has a clock, a thread or a process."""
    roots = {found.split(".")[0] for found in imports(path)}
    assert roots <= {"engine", *sys.stdlib_module_names}
    assert not roots & {"time", "datetime", "threading", "asyncio", "subprocess", "socket", "os", "sqlite3"}
    if name_of(path) != "engine.decks":  # it reads the deck files that ship with it
        assert not roots & {"pathlib", "io"}


def test_the_referee_starts_without_pygame_or_hardware() -> None:
    import subprocess

    code = "import sys, controller.commands.referee as _; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not {"pygame", "hardware", "serial", "rich"} & set(loaded.split())
