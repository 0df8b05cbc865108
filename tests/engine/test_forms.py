"""The forms of choices in JSON."""

from __future__ import annotations

from typing import Any

import pytest

from engine.forms import FALSE, SEAT, SEAT_OR_NOBODY, OneOf, Player

NAMES = ("Marie", "Luc")


def test_a_seat_is_written_as_its_players_name() -> None:
    for form in (SEAT, SEAT_OR_NOBODY):
        for seat, name in enumerate(NAMES):
            assert form.read(name, NAMES) == seat
            assert form.write(seat, NAMES) == name


def test_nobody_is_null_where_that_is_a_choice() -> None:
    assert SEAT_OR_NOBODY.read(None, NAMES) is None
    assert SEAT_OR_NOBODY.write(None, NAMES) is None
    with pytest.raises(ValueError):
        SEAT.read(None, NAMES)


@pytest.mark.parametrize("data", ["Pierre", "", 0, 1, True, []])
def test_who_does_not_play_is_no_seat(data: Any) -> None:
    for form in (SEAT, SEAT_OR_NOBODY):
        with pytest.raises(ValueError):
            form.read(data, NAMES)


def test_one_of_a_few_values_is_that_very_value() -> None:
    form = OneOf(("up", "down", 1))
    for value in ("up", "down", 1):
        assert form.read(value, NAMES) == value
        assert form.write(value, NAMES) == value
    for data in ("Up", "", None, True, 1.0, 0, ["up"]):
        with pytest.raises(ValueError):
            form.read(data, NAMES)


def test_false_is_no_number() -> None:
    assert FALSE.read(False, NAMES) is False
    for data in (True, 0, "", None):
        with pytest.raises(ValueError):
            FALSE.read(data, NAMES)


def test_forms_are_values() -> None:
    assert Player() == SEAT != SEAT_OR_NOBODY
    assert OneOf((False,)) == FALSE
    assert len({SEAT, Player(), FALSE, OneOf((False,))}) == 2
