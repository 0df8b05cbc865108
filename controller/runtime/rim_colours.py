"""What pads and buzzer show of what the table says: the colours of rims, the beeps.

hardware.light("left", rim(PadView("left", "blue", Light.ZONE)))
hardware.beep(BEEPS[Sound.WIN])
"""

from __future__ import annotations

from functools import cache

from controller.view import Light, PadView, Sound
from engine import games
from hardware import effects
from hardware.effects import Beep, RimLight

RIMS = {
    Light.OFF: effects.OFF,
    Light.WAITING: effects.WAITING,
    Light.SEEN: effects.SEEN,
    Light.ACCEPTED: effects.ACCEPTED,
    Light.REFUSED: effects.REFUSED,
    Light.PICK_UP: effects.PICK_UP,
}
WHITE = effects.zone(255, 255, 255)  # also for a pad that stands for more than one zone: the screen asks
BEEPS = {
    Sound.ACCEPTED: Beep.ACCEPTED,
    Sound.REFUSED: Beep.REFUSED,
    Sound.HINT: Beep.ATTENTION,
    Sound.OVER: Beep.OVER,
    Sound.TRICK: Beep.TRICK,
    Sound.ROUND: Beep.ROUND_OVER,
    Sound.WIN: Beep.WON,
}


def rim(pad: PadView) -> RimLight:
    """How the rim of *pad* shines."""
    if pad.light is Light.ZONE:
        return _zones().get(pad.zone or "", WHITE)
    return RIMS[pad.light]


@cache
def _zones() -> dict[str, RimLight]:
    rims = [games.game(name).rims for name in reversed(games.names())]
    return {zone: effects.zone(*colour) for each in rims for zone, colour in each.items()}
