"""The board on a screen that lies in the table: what to do, and what to touch, beside the player who acts.

    frame(page, view, match, ui, presentation(match.game))
    facing(page, match, lambda sheet: notices.refused(sheet, view, notice))

The board itself stays where it is, as the pads do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from controller.view import MatchView, TableView
from display.games import Presentation
from display.screens import board as boards
from display.screens.ui import Ui
from display.widgets.boxes import Box, Room
from display.widgets.widgets import Card, Page, Picture, Text

STRIP = 52  # the height of the instruction
# Where people sit, clockwise, by how many they are: 0 at the bottom, 1 left, 2 at the top, 3 right.
SIDES = {
    2: (0, 2),
    3: (0, 1, 3),
    4: (0, 1, 2, 3),
    5: (0, 1, 2, 2, 3),
    6: (0, 1, 2, 2, 3, 0),
    7: (0, 1, 1, 2, 2, 3, 0),
    8: (0, 1, 1, 2, 2, 3, 3, 0),
}


def side(match: MatchView) -> int:
    """The side of the player who acts."""
    acting = match.state["turn"] or match.state.get("seat")
    seat = match.names.index(acting) if acting in match.names else 0
    return SIDES[len(match.names)][seat]


def frame(page: Page, view: TableView, match: MatchView, ui: Ui, shown: Presentation) -> None:
    px, gap, turn = page.px, page.gap, side(match)
    room = Room(boards.played(page, view, match, 6))
    cut = (room.bottom, room.left, room.top, room.right)[turn]
    place = cut(px(STRIP) + gap + page.touch, gap)
    turned_onto(page, turn, place, lambda desk: _desk(desk, match, ui))
    if not (turn % 2 and match.state["awaiting"] in shown.whole_width):
        boards.roster(page, room.left(px(178), px(10)), match)
    boards.happened(page, room.bottom(px(32), px(2)), view, match)
    shown.board(page, room.rest, view, match, ui)


def _desk(desk: Page, match: MatchView, ui: Ui) -> None:
    asked, rest = desk.box.cut_top(desk.px(STRIP), desk.gap)
    boards.instruction(desk, asked, desk.words.of(match.game).asked(match))
    boards.footer(desk, rest, match, ui)


def facing(page: Page, match: MatchView | None, sheet: Callable[[Page], None]) -> None:
    """A sheet over the board, turned to the player who acts; upright where the screen stands."""
    if page.scale.flat and match:
        turned_onto(page, side(match), page.box, sheet)
    else:
        sheet(page)


def turned_onto(page: Page, turn: int, place: Box, lay_out: Callable[[Page], None]) -> None:
    """Lay it out upright, and add it to *page* in *place*, turned clockwise by so many quarters."""
    desk = Page(page.scale, page.words, place.upright(turn))
    lay_out(desk)
    for widget in desk.widgets:
        box = widget.box.turned(turn, place)
        if isinstance(widget, Text | Picture | Card):
            page.add(replace(widget, box=box, turn=turn))
        else:
            page.add(replace(widget, box=box))
