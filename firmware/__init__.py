"""The pad hub's firmware for a Raspberry Pi Pico, and the driver core it shares with the Pi.

Every module runs unchanged on MicroPython and on CPython.
"""


def elapsed(now: int, then: int) -> int:
    """The time between two readings of a clock that wraps at 2**30, as MicroPython's do, or not at all."""
    return (now - then) & 0x3FFFFFFF
