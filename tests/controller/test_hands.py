"""Played by hand on simulated hardware: a person at the mouse, bots, and every card where it should be."""

from __future__ import annotations

from random import Random

import pytest

from tests.controller.parlour import Parlour

TABLES = [("thirteen", 4), ("ninja", 3), ("gamate", 4), ("pot", 5)]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_one_person_plays_a_whole_match_against_bots(game: str, seats: int) -> None:
    parlour = Parlour(game, seats=seats, seed=1)
    parlour.play(Random(1))
    assert parlour.match.state["match_over"]
