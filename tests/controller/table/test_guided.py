"""That a match is explained is agreed with the match, kept with it, and over with it."""

from __future__ import annotations

from controller.intents import Leave, NewMatch, PlayAgain, ResumeMatch
from tests.controller.house import House

GUIDED = NewMatch("thirteen", ("Marie", "Luc", "Zoé"), guided=True)


def test_it_survives_a_power_cut_and_a_way_through_the_menu() -> None:
    house = House()
    house.touch(GUIDED)
    assert house.match.guided
    house.lay("blue-7#1", on="blue")
    house.restart()
    assert house.match.guided
    assert len(house.match.log) == 1
    house.touch(Leave())
    house.touch(ResumeMatch(house.view.resumable[0].match))
    assert house.match.guided


def test_the_next_match_is_not_explained_unless_players_ask_again() -> None:
    house = House()
    house.touch(GUIDED, PlayAgain())
    assert not house.match.guided
    house.touch(NewMatch("thirteen", ("Marie", "Luc", "Zoé")))
    assert not house.match.guided
