"""Screens that lie in the table: what is meant for one player is turned to face them.

    turned_onto(page, 1, place, lambda desk: instruction(desk, desk.box, "Luc, lay a card."))

It is laid out upright, on a page of its own, and then turned by quarters, clockwise: 0 faces the player at
the bottom, 1 at the left, 2 at the top, 3 at the right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from display.widgets.boxes import Box
from display.widgets.widgets import Card, Page, Picture, Text

# Where people sit, clockwise, by how many they are; the first at the bottom.
SIDES = {
    2: (0, 2),
    3: (0, 1, 3),
    4: (0, 1, 2, 3),
    5: (0, 1, 2, 2, 3),
    6: (0, 1, 2, 2, 3, 0),
    7: (0, 1, 1, 2, 2, 3, 0),
    8: (0, 1, 1, 2, 2, 3, 3, 0),
}


def side_of(seat: int, players: int) -> int:
    """The quarters by which a text is turned for that seat."""
    return SIDES[players][seat]


def turned_onto(page: Page, turn: int, place: Box, lay_out: Callable[[Page], None]) -> None:
    """Lay it out upright, and add it to *page* turned, in *place*."""
    desk = Page(page.scale, page.words, place.upright(turn))
    lay_out(desk)
    for widget in desk.widgets:
        box = widget.box.turned(turn, place)
        if isinstance(widget, Text | Picture | Card):
            page.add(replace(widget, box=box, turn=turn))
        else:
            page.add(replace(widget, box=box))
