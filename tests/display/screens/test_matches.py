"""A whole match of each game at the window, from the menu to the podium, through pygame's own events."""

from __future__ import annotations

import pytest

from engine import games
from tests.display.visitors import Visitors
from tests.display.whole_matches import from_menu_to_podium


@pytest.mark.parametrize("game", games.names())
def test_a_whole_match_from_the_menu_to_the_podium(game: str) -> None:
    visitors = Visitors()
    from_menu_to_podium(visitors, game)
    visitors.window.close()
