"""The architecture's table of who may import whom, enforced on the source text."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "firmware", "hardware", "controller", "display")

# Modules that put everything together; each imports what it needs only when it is called.
COMPOSITION = (
    "controller.cli",
    "controller.runtime",
    "controller.commands",
    "controller.bench",
    "controller.gallery",
)

MAY_IMPORT = {
    "engine": ("engine",),
    "firmware": ("firmware",),
    "hardware": ("hardware", "firmware"),
    "controller": ("controller", "engine", "hardware"),
    "display": ("display", "engine", "controller.view", "controller.intents", "controller.languages"),
}
LEAVES: dict[str, tuple[str, ...]] = {
    "controller.view": ("engine",),
    "controller.intents": ("engine",),
    "controller.languages": (),
}


def modules() -> list[Path]:
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports(path: Path) -> set[str]:
    """The absolute names of everything a module imports, wherever in it."""
    found = set()
    package = name_of(path).split(".") if path.name == "__init__.py" else name_of(path).split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return found


def within(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_layers_point_one_way(path: Path) -> None:
    name = name_of(path)
    if within(name, COMPOSITION):
        return
    allowed = LEAVES.get(name, MAY_IMPORT[name.split(".")[0]])
    ours = {found for found in imports(path) if within(found, PACKAGES)}
    assert {found for found in ours if not within(found, allowed)} == set()


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
