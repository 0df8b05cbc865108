"""What every test stands on."""

from __future__ import annotations

import os
import signal

# Started in the background by a shell, the suite inherits a SIGINT that is ignored, and so would every
# command that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Examples print what they print, and no greeting of a library that they happen to be the first to import.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
