"""The pictures in the documents are those that `tapis screens` takes today."""

from __future__ import annotations

import re
from pathlib import Path

import pygame
import pytest

from controller.gallery import sheets
from controller.gallery.scenes import Shot
from controller.gallery.screens import gallery
from display.screens.layout import layout
from display.text.words import Words
from display.widgets.theme import Scale
from display.window.paint import Painter

ROOT = Path(__file__).parent.parent.parent
SIZE = (800, 480)
SMALL = (80, 48)  # letters differ a little from one pygame to the other: compare from afar
ALIKE = 32  # of 255
LARGEST = 300_000  # bytes


@pytest.fixture(scope="module")
def shots() -> dict[str, Shot]:
    return {shot.name: shot for shot in gallery("en")}


def shown_in(document: str) -> list[str]:
    return re.findall(r"\]\((?:docs/)?pictures/([a-z0-9-]+)\.png\)", (ROOT / document).read_text("utf-8"))


def from_afar(surface: pygame.Surface) -> bytes:
    return bytes(pygame.image.tostring(pygame.transform.smoothscale(surface, SMALL), "RGB"))


SHEETS = [name for name in shown_in("docs/screens.md") if name.startswith("boards-")]
MOMENTS = [name for name in shown_in("docs/screens.md") if name not in SHEETS]


def test_there_are_pictures_of_the_five_moments_and_of_the_boards_of_each_game() -> None:
    assert len(MOMENTS) == 5
    assert [f"boards-{game}" for game in ("thirteen", "ninja", "gamate", "pot")] == SHEETS


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_shows_the_boards_as_they_are(name: str) -> None:
    file = ROOT / "docs" / "pictures" / f"{name}.png"
    assert file.stat().st_size < LARGEST
    drawn = sheets.drawn(dict(sheets.sheets("en"))[name], "en")
    kept = pygame.image.load(str(file))
    assert kept.get_size() == drawn.get_size()
    whole = pygame.Surface(kept.get_size(), depth=24)
    whole.blit(kept, (0, 0))
    differences = [abs(a - b) for a, b in zip(from_afar(whole), from_afar(drawn), strict=True)]
    assert max(differences) < ALIKE


@pytest.mark.parametrize("name", [*MOMENTS, *shown_in("README.md")])
def test_a_picture_shows_the_screen_as_it_is(name: str, shots: dict[str, Shot]) -> None:
    kept = pygame.image.load(str(ROOT / "docs" / "pictures" / f"{name}.png"))
    assert kept.get_size() == SIZE
    drawn = pygame.Surface(SIZE, depth=24)
    shot = shots[name]
    Painter(drawn).show(layout(shot.view, shot.ui, Scale(*SIZE), Words("en")))
    whole = pygame.Surface(SIZE, depth=24)
    whole.blit(kept, (0, 0))
    differences = [abs(a - b) for a, b in zip(from_afar(whole), from_afar(drawn), strict=True)]
    assert max(differences) < ALIKE
