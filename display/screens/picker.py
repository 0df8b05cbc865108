"""What is chosen on the screen: a card by its colour and its number, a name among others, another page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from controller.intents import Intent
from display.screens.ui import Ui
from display.text.words import GameWords
from display.widgets.boxes import Box
from display.widgets.typography import BODY
from display.widgets.widgets import Page
from engine import games

Turned = Callable[[str, int], Ui]  # another colour, another page
OTHERS = "-"  # cards without a colour
Way = tuple[Sequence[Intent], Ui]  # what a touch does
Chosen = Callable[[str], Way]
Drawn = Callable[[Box, str, str], None]  # a place, the name, and the sign it has instead of a label


def picker(page: Page, box: Box, game: str, colour: str, number: int, turned: Turned, chosen: Chosen) -> None:
    """Every kind of card of a deck: colour by colour, or page by page where it has none."""
    px = page.px
    kinds = [kind.name for kind in games.game(game).deck.kinds]
    colours: dict[str, list[str]] = {}
    for kind in kinds:
        colours.setdefault(kind.partition("-")[0] if "-" in kind else OTHERS, []).append(kind)
    if len(colours) > 1:
        tabs, box = box.cut_top(page.touch, px(10))
        colour = colour or next(iter(colours))
        _tabs(page, tabs, page.words.of(game), colours, colour, turned)
        kinds = colours[colour]
    columns, rows = (5, 2) if len(colours) > 1 else (8, 2)
    pages = -(-len(kinds) // (columns * rows))
    if pages > 1:
        box = turns(page, box, *(((), turned(colour, (number + step) % pages)) for step in (-1, 1)))
        kinds = kinds[number * columns * rows :][: columns * rows]
    rows = min(rows, -(-len(kinds) // columns))
    for kind, cell in zip(kinds, box.cells(columns, rows, px(8), px(6)), strict=False):
        page.card(cell, game, kind)
        does, then = chosen(kind)
        page.hot(cell, *does, then=then)


def _tabs(
    page: Page, box: Box, words: GameWords, colours: Mapping[str, Sequence[str]], chosen: str, turned: Turned
) -> None:
    for (colour, kinds), place in zip(colours.items(), box.columns(len(colours), page.px(5)), strict=True):
        look = "chosen" if colour == chosen else "unchosen"
        label = words.card(kinds[0]) if len(kinds) == 1 or colour == OTHERS else words.colour(colour)
        page.button(place, label, then=turned(colour, 0), look=look, size=BODY - 2)


def tabs(page: Page, box: Box, names: Sequence[str], chosen: str, most: int, gap: int, draw: Drawn) -> None:
    """The *most* names side by side among which the chosen one is; "right" stands on what leads further."""
    if len(names) <= most:
        shown = list(names)
    else:
        at = names.index(chosen) // most * most if chosen in names else 0
        shown = list(names[at : at + most])
        further, box = box.cut_right(page.touch, gap)
        draw(further, names[at + most] if at + most < len(names) else names[0], "right")
    for name, place in zip(shown, box.columns(len(shown), gap), strict=True):
        draw(place, name, "")


def turns(page: Page, box: Box, *ways: Way | None) -> Box:
    """Up and down to other pages, where there are any; what is left of the box."""
    if not any(ways):
        return box
    column, box = box.cut_right(page.touch, page.px(8))
    for sign, place, way in zip(("up", "down"), column.rows(2, page.px(8)), ways, strict=True):
        if way:
            page.button(place, "", *way[0], then=way[1], sign=sign, key=f"page {sign}")
    return box
