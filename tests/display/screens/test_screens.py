"""Every screen, in every language and size: nothing is cut off, covered or too small to touch."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pygame
import pytest

from controller.gallery import host
from controller.gallery.scenes import Shot
from controller.gallery.screens import gallery
from controller.languages import CODES, Language, by_code
from controller.settings import rows
from controller.view import Choice
from display.screens import menu
from display.screens.layout import layout
from display.text.words import Words
from display.widgets.theme import Scale
from display.widgets.widgets import Text
from display.window.paint import Painter
from tests.screen_faults import faults

SIZES = [(800, 480), (1024, 600), (1280, 720), (1920, 1080)]


@cache
def shots(language: str) -> list[Shot]:
    return list(gallery(language))


def test_every_screen_can_be_drawn() -> None:
    painter = Painter(pygame.Surface(SIZES[0]))
    for shot in shots("fr"):
        painter.forget()
        boxes = painter.show(layout(shot.view, shot.ui, Scale(*SIZES[0], flat=shot.flat), Words("fr")))
        assert boxes == [(0, 0, *SIZES[0])], shot.name


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("number", [2, 5, 6, 15])
def test_menu_and_host_page_have_room_for_languages(
    number: int, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    more = [Language(f"x{count:x}", "Türkçe") for count in range(1, number)]
    monkeypatch.setattr(menu, "CODES", ("fr", *(other.code for other in more)))
    offered = Choice(tuple((code, name) for code, name, _ in (by_code("fr"), *more)), names=True)
    others = [row for row in rows.ROWS if row is not rows.LANGUAGE]
    monkeypatch.setattr(rows, "ROWS", (replace(rows.LANGUAGE, widget=offered), *others))
    shown = [(shot.view, shot.ui) for shot in shots("fr") if shot.name == "menu"]
    shown += [(view, ui) for name, view, ui in host.shots() if name == "host-language"]
    assert len(shown) == 2
    for view, ui in shown:
        widgets = layout(view, ui, Scale(*size), Words("fr"))
        assert list(faults(widgets, Scale(*size))) == []
    names = [widget for widget in widgets if isinstance(widget, Text) and widget.lines == ("Türkçe",)]
    assert len(names) == number - 1


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_screen_can_be_read_and_touched(language: str, size: tuple[int, int]) -> None:
    """Those of a match also where the screen lies in the table."""
    words = Words(language)
    found = [
        f"{shot.name}{', flat' * flat}: {fault}"
        for shot in shots(language)
        for flat in {shot.flat, bool(shot.view.match)}
        for fault in faults(layout(shot.view, shot.ui, Scale(*size, flat), words), Scale(*size))
    ]
    assert found == []
