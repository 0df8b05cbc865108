"""The first picture: the cloth and the table's name, for the moment until the menu can be laid out."""

from __future__ import annotations

from display.boxes import Box
from display.cloth import cloth
from display.glass import Glass
from display.theme import CHALK_SOFT, TITLE, Scale
from display.typography import BOLD, rendered


def splash(glass: Glass) -> None:
    surface = glass.surface
    assert surface, "it was just opened"
    screen = Box(0, 0, *surface.get_size())
    name = rendered("Tapis Vert", BOLD, Scale(screen.w, screen.h).px(TITLE), CHALK_SOFT)
    surface.blit(cloth(screen.w, screen.h), (0, 0))
    surface.blit(name, screen.centred(*name.get_size()))
    glass.update([screen], 0.0)
