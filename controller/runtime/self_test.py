"""What the host tries out: every light and sound, one after the other, and every pad with a card.

effects = trial.start(Sound, now, view.pads)
effects = trial.turn(now, view.pads)        # when trial.next_wake has come
readings.add(events)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from controller.cards.registry import Registry
from controller.view import Effect, Light, PadCheck, PadView, Reading, Sound
from hardware.pads import PadEvent, Snapshot

STEP_S = 1.2  # for each light and sound
UNREAD = (Reading.NOTHING, False)

Step = Light | Sound | None  # None: as the table has it


class Trial:
    """Lights and sounds that are shown or played in turn."""

    def __init__(self) -> None:
        self.showing: Step = None
        self._steps: deque[tuple[float, Step]] = deque()  # and when

    @property
    def next_wake(self) -> float | None:
        return self._steps[0][0] if self._steps else None

    def start(self, steps: Iterable[Light | Sound], now: float, pads: Sequence[PadView]) -> list[Effect]:
        """Show these in turn, and then what the table shows."""
        self._steps = deque((now + number * STEP_S, step) for number, step in enumerate([*steps, None]))
        return self.turn(now, pads)

    def turn(self, now: float, pads: Sequence[PadView]) -> list[Effect]:
        """The lights and sounds that are due."""
        effects: list[Effect] = []
        while self._steps and now >= self._steps[0][0]:
            effects += self._show(self._steps.popleft()[1], pads)
        return effects

    def stop(self, pads: Sequence[PadView]) -> list[Effect]:
        """Back to what the table shows, if anything was being tried."""
        if not self._steps:
            return []
        self._steps.clear()
        return self._show(None, pads)

    def _show(self, step: Step, pads: Sequence[PadView]) -> list[Effect]:
        self.showing = step
        if isinstance(step, Sound):
            return [step]
        return [replace(pad, light=step) if step else pad for pad in pads]


class PadReadings:
    """What each pad read last."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._last: dict[str, tuple[Reading, bool]] = {}  # and whether it still sees something

    def clear(self) -> None:
        self._last.clear()

    def add(self, events: Sequence[PadEvent]) -> bool:
        """What the readers reported; whether anything lies on a pad."""
        seen = False
        for event in events:
            if not isinstance(event, Snapshot):
                continue
            last, _ = self._last.get(event.pad, UNREAD)
            there = bool(event.uids or event.collisions or event.errors)
            self._last[event.pad] = (self._reading(event) if there else last, there)
            seen = seen or there
        return seen

    def _reading(self, seen: Snapshot) -> Reading:
        if len(seen.uids) != 1 or seen.collisions:
            return Reading.SEVERAL
        card = self._registry.lookup(seen.uids[0])
        return Reading.KNOWN if card and not card.retired else Reading.UNKNOWN

    def view(self, pads: Sequence[PadView], chips: Mapping[str, str]) -> tuple[PadCheck, ...]:
        names = [pad.name for pad in pads]
        return tuple(PadCheck(name, chips.get(name, ""), *self._last.get(name, UNREAD)) for name in names)
