"""The first picture: the cloth and the table's name, for the moment until the menu can be laid out."""

from __future__ import annotations

from display.widgets.boxes import Box
from display.widgets.theme import CHALK_SOFT, Scale
from display.widgets.typography import BOLD, TITLE, rendered
from display.window.background import background
from display.window.screen import Screen


def splash(screen: Screen) -> None:
    surface = screen.surface
    assert surface, "it was just opened"
    whole = Box(0, 0, *surface.get_size())
    name = rendered("Tapis Vert", BOLD, Scale(whole.w, whole.h).px(TITLE), CHALK_SOFT)
    surface.blit(background(whole.w, whole.h), (0, 0))
    surface.blit(name, whole.centred(*name.get_size()))
    screen.update([whole], 0.0)
