"""What lies on simulated pads, however they are read: laid and lifted by calls, for as long as they say.

contents = PadContents(["left", "right"])
contents.put("04a2b3c4d5e680", "left")
contents.lying_at(now)               # {"04a2b3c4d5e680": "left"}
"""

from __future__ import annotations

import math
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
    """What lies on which pad and what is going wrong there; everything has an end, which may be never.

    What is called for begins at `now`.
    """

    now = 0.0

    def __init__(self, pads: Sequence[str]) -> None:
        self._pads = tuple(pads)
        self.silent: set[str] = set()
        self._lying: dict[str, tuple[str, float]] = {}
        self._flicker: dict[str, float] = {}
        self._bleed: dict[tuple[str, str], float] = {}

    @property
    def pads(self) -> Sequence[str]:
        return self._pads

    def put(self, uid: str, pad: str) -> None:
        """Lay a card; one that lies elsewhere moves. Put a second one and there are two at once."""
        self.hover(uid, pad, math.inf)

    def hover(self, uid: str, pad: str, seconds: float) -> None:
        """A card passes over the pad and is gone."""
        self._lying[checked_uid(uid)] = (self._known(pad), self.now + seconds)

    def lift(self, uid: str) -> None:
        if uid not in self.lying():
            raise HardwareError(f'No card with the tag "{uid}" lies on a pad.')
        del self._lying[uid]

    def flicker(self, pad: str, seconds: float = math.inf) -> None:
        """Cards on the pad are read badly: some scans see nothing, some hear only noise."""
        self._flicker[self._known(pad)] = self.now + seconds

    def bleed(self, pad: str, onto: str, seconds: float = math.inf) -> None:
        """Cards on *pad* are now and then seen by the reader of *onto* as well."""
        self._bleed[self._known(pad), self._known(onto)] = self.now + seconds

    def silence(self, pad: str) -> None:
        """The reader does not answer any more."""
        self.silent.add(self._known(pad))

    def heal(self, pad: str) -> None:
        """The reader answers again, and reads well."""
        self.silent.discard(self._known(pad))
        self.flicker(pad, 0.0)

    def lying(self) -> dict[str, str]:
        """Tag to pad, in the order in which they were laid."""
        return self.lying_at(self.now)

    def lying_at(self, now: float) -> dict[str, str]:
        return {uid: pad for uid, (pad, until) in self._lying.items() if now < until}

    def flickers(self, pad: str, now: float) -> bool:
        return now < self._flicker.get(pad, 0.0)

    def bleeds(self, pad: str, onto: str, now: float) -> bool:
        return now < self._bleed.get((pad, onto), 0.0)

    def _known(self, pad: str) -> str:
        if pad not in self.pads:
            raise HardwareError(f'There is no pad "{pad}": use one of {", ".join(self.pads)}.')
        return pad
