"""Everything written can be read, and no colour stands alone."""

from __future__ import annotations

import math

import pytest

from display.widgets.theme import (
    ALARM,
    BAIZE,
    BAIZE_DEEP,
    CHALK_SOFT,
    FINE,
    GOLD,
    INK,
    INK_SOFT,
    NIGHT,
    PAPER,
    PAPER_SHADE,
    SUITS,
    Colour,
    Scale,
)
from engine.decks import standard

SIZES = [(800, 480), (1024, 600), (1280, 720), (1920, 1080)]

# What is written in which colour on what.
PAIRS: tuple[tuple[Colour, Colour], ...] = (
    (PAPER, BAIZE),
    (PAPER, BAIZE_DEEP),
    (CHALK_SOFT, BAIZE),
    (CHALK_SOFT, BAIZE_DEEP),
    (GOLD, BAIZE),
    (GOLD, BAIZE_DEEP),
    (INK, PAPER),
    (INK, PAPER_SHADE),
    (INK_SOFT, PAPER),
    (INK_SOFT, PAPER_SHADE),
    (INK, GOLD),
    (PAPER, NIGHT),
    (PAPER, ALARM),
    (ALARM, PAPER),
    (PAPER, FINE),
    (FINE, PAPER),
    *((suit.on, suit.fill) for suit in SUITS.values()),
)


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of WCAG 2: from 1, the same, to 21, black on white."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    linear = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("pair", PAIRS)
def test_text_stands_out_from_what_it_is_written_on(pair: tuple[Colour, Colour]) -> None:
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
