"""Names side by side of which one is chosen: as many as can be read, and one further on to the next ones.

tabs(page, box, games.names(), chosen, 6, px(5), lambda place, name, sign: page.button(place, name, ...))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from display.widgets.boxes import Box
from display.widgets.widgets import Page

Drawn = Callable[[Box, str, str], None]  # a place, the name, and the sign it has instead of a label


def tabs(page: Page, box: Box, names: Sequence[str], chosen: str, most: int, gap: int, draw: Drawn) -> None:
    """Draws the *most* names among which the chosen one is; "right" stands on what leads to the others."""
    if len(names) <= most:
        shown = list(names)
    else:
        at = names.index(chosen) // most * most if chosen in names else 0
        shown = list(names[at : at + most])
        further, box = box.cut_right(page.touch, gap)
        draw(further, names[at + most] if at + most < len(names) else names[0], "right")
    for name, place in zip(shown, box.columns(len(shown), gap), strict=True):
        draw(place, name, "")
