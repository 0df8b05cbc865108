"""What can go wrong with pads, for people to try on simulated ones: what does the table do, what cures it?

    faults.toggle("unplug", ["left"], now)      # and once more: plugged in again
    faults.tidy(now)                            # now and then, while faults.until is to come

"unplug" and "dead" last until toggled again, "unknown" until it is lifted; the others end by themselves.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Sequence

from hardware.pads import HardwareError, SimulatedHands

FLICKER_S = 8.0  # of bad reading
TOGETHER_S = 3.0  # two cards lie on one pad
SETTLING_S = 1.1  # until the pads can be relied on again
STRAYS = ("04ff0000000001", "04ff0000000002")  # tags of no card


class FaultInjection:
    def __init__(self, pads: SimulatedHands) -> None:
        self.until = 0.0  # before this the pads are not as they should be, or were not just now
        self._pads = pads
        self._unplugged = False
        self._dead: str | None = None  # the pad that does not answer
        self._flicker: float | None = None  # until when cards are read badly
        self._strays: dict[str, float] = {}  # tags of no card that lie on a pad, until when

    @property
    def in_the_way(self) -> bool:
        """Whether a stray tag lies on a pad: no card can be laid beside it."""
        return bool(self._strays)

    @property
    def active(self) -> tuple[str, ...]:
        on = {"unplug": self._unplugged, "dead": self._dead, "flicker": self._flicker}
        return tuple(fault for fault in on if on[fault])

    def toggle(self, fault: str, used: Sequence[str], now: float) -> None:
        """Try *fault* on the pads that are in use, or cure it."""
        self.until = max(self.until, now + SETTLING_S)
        match fault:
            case "unplug":
                self._unplugged = not self._unplugged
                (self._pads.unplug if self._unplugged else self._pads.plug)()
            case "dead" if self._dead:
                self._pads.heal(self._dead)
                self._dead = None
            case "dead" if used:
                self._dead = used[0]
                self._pads.silence(self._dead)
            case "flicker":
                self._flicker = self.until = now + FLICKER_S
                for pad in used:
                    self._pads.flicker(pad, FLICKER_S)
            case "unknown" if used:
                self._put(STRAYS[:1], used[0], math.inf)
            case "two" if used:
                self._put(STRAYS, used[0], now + TOGETHER_S)

    def _put(self, strays: Sequence[str], pad: str, until: float) -> None:
        for uid in strays:
            self._pads.put(uid, pad)
            self._strays[uid] = until

    def lift(self, now: float) -> None:
        """Take away whatever lies there."""
        self._strays = dict.fromkeys(self._strays, now)
        self.tidy(now)

    def tidy(self, now: float) -> None:
        """End what has lasted long enough."""
        if self._flicker is not None and now >= self._flicker:
            self._flicker = None
        for uid in [uid for uid, until in self._strays.items() if now >= until]:
            del self._strays[uid]
            with contextlib.suppress(HardwareError):
                self._pads.lift(uid)
            self.until = max(self.until, now + SETTLING_S)
