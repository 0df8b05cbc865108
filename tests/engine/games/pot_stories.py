"""Rounds of Le Pot to start a story from."""

from engine.games import pot
from tests.engine.stories import Story

ANNA, BOB, CECILE, DORO, ERIC, FRANCK = range(6)
SIX = ("Anna", "Bob", "Cécile", "Doro", "Éric", "Franck")
THREE = SIX[:3]  # with blue, green and red


def three_players(*pot_cards: str, rounds: int = 1) -> Story:
    story = Story(pot.GAME, *THREE, rounds=rounds)
    story.lay(*pot_cards, on="pot")
    return story


def a_choice_is_open() -> Story:
    """Bob may take blue, red or green, then Cécile, then Anna."""
    story = three_players("blue-9", "blue-3", "green-5")
    story.lay("red-1", "red-7", "red-4", on="play")
    assert pot.awaiting(story.state) is pot.Awaits.COLOUR
    return story


def nine_tricks_of_ties() -> Story:
    """Everybody always lays the same value: nobody ever takes."""
    story = three_players("blue-10", "green-10", "red-10")
    for value in range(1, 10):
        assert not story.state.over
        story.lay(*(f"{colour}-{value}" for colour in ("blue", "green", "red")), on="play")
    return story
