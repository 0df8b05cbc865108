"""Who sees fewer colours can still play: suits and states stay apart, by their colours or by their signs.

What people see is computed as in Machado, Oliveira and Fernandes (2009), "A Physiologically-based Model for
Simulation of Color Vision Deficiency", severity 1.0; how far apart two colours are, as in CIE 1976.
"""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from controller.view import Light
from display.widgets.theme import SUITS, Colour
from display.window.paint import RIMS
from engine import games

Rows = tuple[tuple[float, float, float], ...]
NORMAL: Rows = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
VISIONS: dict[str, Rows] = {
    "normal": NORMAL,
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
APART = 20.0  # ten times what one can just tell apart side by side


def seen(colour: Colour, vision: Rows) -> tuple[float, float, float]:
    """Its lightness and two hues, in CIE L*a*b*."""
    linear = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    red, green, blue = (
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, linear, strict=True))))
        for row in vision
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def apart(one: Colour, other: Colour, vision: Rows) -> float:
    return math.dist(seen(one, vision), seen(other, vision))


def test_the_measure_knows_what_is_confused() -> None:
    red, green = (190, 42, 46), (120, 110, 30)
    assert apart(red, green, NORMAL) > 3 * APART
    assert apart(red, green, VISIONS["deuteranopia"]) < APART
    assert apart((0, 0, 0), (255, 255, 255), NORMAL) == pytest.approx(100, abs=0.1)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("deck", games.names())
def test_suits_of_a_deck_stay_apart_by_colour_and_by_shape(deck: str, vision: str) -> None:
    suits = {name.partition("-")[0] for name in games.game(deck).deck.names} & set(SUITS)
    for one, other in combinations(sorted(suits), 2):
        assert apart(SUITS[one].fill, SUITS[other].fill, VISIONS[vision]) >= APART, (one, other)
        assert SUITS[one].shape != SUITS[other].shape


@pytest.mark.parametrize("vision", VISIONS)
def test_states_of_a_pad_stay_apart_by_colour_or_by_sign(vision: str) -> None:
    for one, other in combinations(Light, 2):
        (colour, sign), (another, its) = RIMS[one], RIMS[other]
        assert sign != its or apart(colour, another, VISIONS[vision]) >= APART, (one, other)
