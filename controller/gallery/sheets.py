"""A game on one picture: six of its boards, small and side by side.

for name, shots in sheets("fr"):
    pygame.image.save(drawn(shots, "fr"), f"{name}.png")
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame

from controller.gallery.scenes import Shot, shots
from controller.view import Mode
from display.screens.deal import is_due
from display.screens.layout import layout
from display.text.words import Words
from display.widgets.theme import Scale
from display.window.paint import Painter
from engine import games

SIZE = (800, 480)  # that they are drawn for
SMALL = (260, 156)  # and that they are shown in
ACROSS, DOWN = 3, 2


def sheets(language: str) -> Iterator[tuple[str, list[Shot]]]:
    """Of each game its boards, evenly taken from all there are."""
    for game in games.names():
        boards = [shot for shot in shots(game) if _is_board(shot)]
        number = min(len(boards), ACROSS * DOWN)
        yield f"boards-{game}", [boards[len(boards) * at // number] for at in range(number)]


def _is_board(shot: Shot) -> bool:
    view, match = shot.view, shot.view.match
    return (
        match is not None
        and match.state["awaiting"] not in ("next", "over")
        and view.mode is Mode.PLAYING
        and not (view.demo or view.notice or view.question or view.troubles or shot.ui.over)
        and (view.hand is not None or not is_due(match))
    )


def drawn(shots: Sequence[Shot], language: str) -> pygame.Surface:
    sheet = pygame.Surface((SMALL[0] * ACROSS, SMALL[1] * DOWN), depth=24)
    whole = pygame.Surface(SIZE, depth=24)
    for number, shot in enumerate(shots):
        scale = Scale(*SIZE, flat=shot.flat)
        Painter(whole).show(layout(shot.view, shot.ui, scale, Words(language)))
        place = (number % ACROSS * SMALL[0], number // ACROSS * SMALL[1])
        sheet.blit(pygame.transform.smoothscale(whole, SMALL), place)
    return sheet
