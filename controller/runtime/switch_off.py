"""Switching the machine off, where it is the table's own.

if can_switch_off(fullscreen=True): order("poweroff")
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from controller.errors import UserError

SYSTEMD = Path("/run/systemd/system")
PATIENCE = 20.0  # seconds for systemd to answer


def can_switch_off(fullscreen: bool, systemd: Path = SYSTEMD) -> bool:
    """A table that has the whole screen has the machine; a window is only closed."""
    return fullscreen and systemd.is_dir() and shutil.which("systemctl") is not None


def order(what: str) -> None:
    """ "poweroff" or "reboot"; UserError, in one sentence, if the system does not let us."""
    command, why = ["systemctl", "--no-ask-password", what], ""
    for ask in (command, ["sudo", "-n", *command]):  # without a session of its own, a service may not
        try:
            asked = subprocess.run(ask, capture_output=True, text=True, timeout=PATIENCE)
        except (OSError, subprocess.TimeoutExpired) as error:
            why = why or str(error)
            continue
        if asked.returncode == 0:
            return
        why = why or (asked.stderr.strip().splitlines() or [f"exit code {asked.returncode}"])[-1]
    raise UserError(f"systemctl {what} was not allowed ({why}): switch the table off by its plug.")
