"""What pads and buzzer show of what the table says: the colours of rims, the beeps.

    hardware.light("left", rim(PadView("left", "blue", Light.ZONE)))
    hardware.beep(BEEPS[Sound.WIN])

Lights and sounds of the view are meanings; here they get a colour and a melody.
"""

from __future__ import annotations

from controller.view import Light, PadView, Sound
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
ZONES = {
    "blue": Colour(0, 60, 255),
    "yellow": Colour(255, 190, 0),
    "green": Colour(0, 255, 60),
    "centre": Colour(255, 255, 255),
    "trick": Colour(255, 255, 255),
    "renounce": Colour(160, 0, 255),
    "play": Colour(255, 255, 255),
    "pot": Colour(255, 90, 0),
}
SEVERAL_ZONES = Colour(255, 255, 255)  # a pad that stands for more than one: the screen asks
BEEPS = {
    Sound.ACCEPTED: Beep.ACCEPTED,
    Sound.REFUSED: Beep.REFUSED,
    Sound.HINT: Beep.ATTENTION,
    Sound.OVER: Beep.TRICK,
    Sound.TRICK: Beep.TRICK,
    Sound.ROUND: Beep.ROUND_OVER,
    Sound.WIN: Beep.WON,
}


def rim(pad: PadView) -> Rim:
    """How the rim of *pad* shines."""
    if pad.light is Light.ZONE:
        return effects.zone(ZONES.get(pad.zone or "", SEVERAL_ZONES))
    return RIMS[pad.light]
