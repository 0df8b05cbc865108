"""What lies on simulated pads, however they are read: laid and lifted by calls, for as long as they say.

contents = PadContents(["left", "right"])
contents.lay("04a2b3c4d5e680", "left", until=math.inf)
contents.lying(now)                  # {"04a2b3c4d5e680": "left"}
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hardware.pads import HardwareError

CATCH_UP_S = 1.0  # of scans are made up for after a long pause


def checked_uid(uid: str) -> str:
    """*uid* if a reader could report it: 4, 7 or 10 bytes in small hexadecimal digits."""
    if not re.fullmatch(r"[0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20}", uid):
        raise HardwareError(f'"{uid}" is no UID: write 8, 14 or 20 hexadecimal digits in small letters.')
    if uid[-8:-6] == "88":  # ISO 14443-3: there it would announce that the UID goes on
        raise HardwareError(f'"{uid}" is no UID: no tag has 88, the cascade tag, four bytes from the end.')
    return uid


class PadContents:
    """What lies on which pad and what is going wrong there; everything has an end, which may be never."""

    def __init__(self, pads: Sequence[str]) -> None:
        self.pads = tuple(pads)
        self.silent: set[str] = set()
        self._lying: dict[str, tuple[str, float]] = {}
        self._flicker: dict[str, float] = {}
        self._bleed: dict[tuple[str, str], float] = {}

    def lay(self, uid: str, pad: str, until: float) -> None:
        self._lying[checked_uid(uid)] = (self.known(pad), until)

    def lift(self, uid: str, now: float) -> None:
        if uid not in self.lying(now):
            raise HardwareError(f'No card with the tag "{uid}" lies on a pad.')
        del self._lying[uid]

    def flicker(self, pad: str, until: float) -> None:
        self._flicker[self.known(pad)] = until

    def bleed(self, pad: str, onto: str, until: float) -> None:
        self._bleed[self.known(pad), self.known(onto)] = until

    def lying(self, now: float) -> dict[str, str]:
        """Tag to pad, in the order in which they were laid."""
        return {uid: pad for uid, (pad, until) in self._lying.items() if now < until}

    def flickers(self, pad: str, now: float) -> bool:
        return now < self._flicker.get(pad, 0.0)

    def bleeds(self, pad: str, onto: str, now: float) -> bool:
        return now < self._bleed.get((pad, onto), 0.0)

    def known(self, pad: str) -> str:
        if pad not in self.pads:
            raise HardwareError(f'There is no pad "{pad}": use one of {", ".join(self.pads)}.')
        return pad
