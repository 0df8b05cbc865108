"""Everything written can be read, and no colour stands alone."""

from __future__ import annotations

import math

import pytest

from display.widgets import theme
from display.widgets.theme import PAIRS, SUITS, Scale, contrast
from engine.decks import standard

SIZES = [(800, 480), (1024, 600), (1280, 720), (1920, 1080)]


@pytest.mark.parametrize("pair", PAIRS)
def test_text_stands_out_from_what_it_is_written_on(pair: tuple[theme.Colour, theme.Colour]) -> None:
    assert contrast(*pair) >= 4.5


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.005)


def test_every_colour_has_a_shape_of_its_own() -> None:
    suits = {name.partition("-")[0] for deck in ("thirteen", "pot") for name in standard(deck).names}
    assert suits == set(SUITS)
    assert len({suit.shape for suit in SUITS.values()}) == len(SUITS)


@pytest.mark.parametrize("size", SIZES)
def test_a_finger_has_nine_millimetres_on_seven_inches(size: tuple[int, int]) -> None:
    scale = Scale(*size)
    millimetres = scale.touch * 7 * 25.4 / math.hypot(*size)
    assert 9 <= millimetres < 9.3
