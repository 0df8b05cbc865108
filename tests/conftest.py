"""What every test stands on."""

from __future__ import annotations

import signal

# Started in the background by a shell, the suite inherits a SIGINT that is ignored, and so would every
# command that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)
