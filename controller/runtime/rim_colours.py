"""What pads and buzzer show of what the table says: the colours of rims, the beeps.

    hardware.light("left", rim(PadView("left", "blue", Light.ZONE)))
    hardware.beep(BEEPS[Sound.WIN])

Lights and sounds of the view are meanings; here they get a colour and a melody.
"""

from __future__ import annotations

from controller.view import Light, PadView, Sound
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
ZONES = {
    "blue": effects.zone(0, 60, 255),
    "yellow": effects.zone(255, 190, 0),
    "green": effects.zone(0, 255, 60),
    "centre": effects.zone(255, 255, 255),
    "trick": effects.zone(255, 255, 255),
    "renounce": effects.zone(160, 0, 255),
    "play": effects.zone(255, 255, 255),
    "pot": effects.zone(255, 90, 0),
}
SEVERAL_ZONES = effects.zone(255, 255, 255)  # a pad that stands for more than one: the screen asks
BEEPS = {
    Sound.ACCEPTED: Beep.ACCEPTED,
    Sound.REFUSED: Beep.REFUSED,
    Sound.HINT: Beep.ATTENTION,
    Sound.OVER: Beep.TRICK,
    Sound.TRICK: Beep.TRICK,
    Sound.ROUND: Beep.ROUND_OVER,
    Sound.WIN: Beep.WON,
}


def rim(pad: PadView) -> RimLight:
    """How the rim of *pad* shines."""
    if pad.light is Light.ZONE:
        return ZONES.get(pad.zone or "", SEVERAL_ZONES)
    return RIMS[pad.light]
