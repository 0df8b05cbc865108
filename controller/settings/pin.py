"""The PIN of the host's pages: kept as a salted hash, so that the table file does not tell it.

    kept = hashed("2468", salt=secrets.token_bytes(8))
    assert fits("2468", kept)

It keeps guests out of the settings, not a thief out of the house: anybody with the table file and an hour can
try every PIN of a few digits.
"""

from __future__ import annotations

import hashlib
import hmac

from controller.errors import UserError

LOCKED = "locked"  # in place of a PIN that was lost: none fits until the host resets it on the machine


def hashed(pin: str, salt: bytes) -> str:
    """*pin* as the table file keeps it; *salt* is eight random bytes."""
    if not (pin.isascii() and pin.isdigit() and 4 <= len(pin) <= 8):
        raise UserError("A PIN has 4 to 8 digits: the host types it on the screen.")
    return f"scrypt-{salt.hex()}-{_digest(pin, salt).hex()}"


def fits(pin: str, kept: str) -> bool:
    """Whether this is the PIN; without one, everything is."""
    if not kept:
        return True
    if kept == LOCKED:
        return False
    _, salt, digest = kept.split("-")
    return hmac.compare_digest(_digest(pin, bytes.fromhex(salt)).hex(), digest)


def _digest(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=2**14, r=8, p=1, dklen=32)
