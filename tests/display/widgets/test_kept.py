"""Pictures are kept as far as there is room, the last ones used."""

from __future__ import annotations

import pygame

from display.widgets.kept import Kept

ROW = 100 * 4  # bytes


def test_what_was_used_last_is_kept_and_no_more_than_there_is_room_for() -> None:
    drawn = []

    def draw(height: int, name: str = "") -> pygame.Surface:
        drawn.append((height, name))
        return pygame.Surface((100, height), pygame.SRCALPHA)

    picture = Kept(draw, most=10 * ROW)
    one = picture(4, "one")
    picture(4, "two")
    assert picture(4, "one") is one
    picture(4, "three")  # there is no room for all of them: "two" goes
    assert picture(4, "one") is one
    picture(4, "two")
    assert drawn == [(4, "one"), (4, "two"), (4, "three"), (4, "two")]
    assert picture.cache_info().misses == 4


def test_one_picture_is_kept_however_large() -> None:
    picture = Kept(lambda height: pygame.Surface((100, height), pygame.SRCALPHA), most=10 * ROW)
    picture(2)
    assert picture(50) is picture(50)
    picture(3)
    assert picture(3) is picture(3)


def test_cleared_it_draws_anew() -> None:
    picture = Kept(lambda: pygame.Surface((100, 9), pygame.SRCALPHA), most=10 * ROW)
    one = picture()
    picture.cache_clear()
    assert picture() is not one
    assert picture() is picture()
