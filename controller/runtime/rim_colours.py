"""What pads and buzzer show of what the table says: the colours of rims, the beeps.

    hardware.light("left", rim(Lit("left", Light.ZONE, "blue")))
    hardware.beep(BEEPS[Sound.WIN])

Lights and sounds of the view are meanings; here they get a colour and a melody.
"""

from __future__ import annotations

from functools import cache

from controller.view import Light, Lit, Sound
from engine import games
from hardware import effects
from hardware.effects import Beep, Colour, Rim

RIMS = {
    Light.OFF: effects.OFF,
    Light.WAITING: effects.WAITING,
    Light.SEEN: effects.SEEN,
    Light.ACCEPTED: effects.ACCEPTED,
    Light.REFUSED: effects.REFUSED,
    Light.PICK_UP: effects.PICK_UP,
}
WHITE = Colour(255, 255, 255)  # also for a pad that stands for more than one zone: the screen asks
BEEPS = {
    Sound.ACCEPTED: Beep.ACCEPTED,
    Sound.REFUSED: Beep.REFUSED,
    Sound.HINT: Beep.ATTENTION,
    Sound.OVER: Beep.TRICK,
    Sound.TRICK: Beep.TRICK,
    Sound.ROUND: Beep.ROUND_OVER,
    Sound.WIN: Beep.WON,
}


def rim(lit: Lit) -> Rim:
    """How a rim shines that says so."""
    if lit.light is Light.ZONE:
        return effects.zone(_zones().get(lit.zone or "", WHITE))
    return RIMS[lit.light]


@cache
def _zones() -> dict[str, Colour]:
    rims = [games.game(name).rims for name in reversed(games.names())]
    return {zone: Colour(*colour) for each in rims for zone, colour in each.items()}
