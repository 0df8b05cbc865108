"""Curves: the scale beside them has a few lines, at round numbers."""

from __future__ import annotations

import pytest

from display.widgets.brush import Curve, plot

WIDTH, HEIGHT = 300, 200


def lines_of_the_scale(*values: int) -> int:
    """How many there are where no curve is: at the right edge."""
    surface = plot(WIDTH, HEIGHT, (Curve("blue", values),), 15)
    drawn = [surface.get_at((WIDTH - 1, y)).a > 0 for y in range(HEIGHT)]
    return sum(now and not before for before, now in zip([False, *drawn], drawn, strict=False))


@pytest.mark.parametrize(
    "highest, lines",
    [(1, 2), (4, 5), (5, 4), (8, 5), (9, 3), (20, 5), (21, 4), (100, 3), (180, 5)],
)
def test_a_scale_has_at_most_five_lines(highest: int, lines: int) -> None:
    assert lines_of_the_scale(0, highest) == lines


def test_points_below_nothing_are_on_the_scale() -> None:
    assert lines_of_the_scale(-2, 2) == 5
