"""When the screen is dark."""

from __future__ import annotations

from datetime import time

import pytest

from controller.runtime.blanking import within


@pytest.mark.parametrize(
    ("hours", "dark", "light"),
    [
        ("23:30-07:00", ("23:30", "00:00", "06:59"), ("23:29", "07:00", "12:00")),
        ("12:00-14:00", ("12:00", "13:00"), ("11:59", "14:00", "00:00")),
        ("", (), ("03:00",)),
    ],
)
def test_hours_have_a_beginning_and_an_end_also_over_midnight(
    hours: str, dark: tuple[str, ...], light: tuple[str, ...]
) -> None:
    assert all(within(hours, time.fromisoformat(when)) for when in dark)
    assert not any(within(hours, time.fromisoformat(when)) for when in light)
