"""A screen that lies in the table: what is meant for one player faces them and answers where it is seen."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.screens.board import SIDES, turned_onto
from display.screens.ui import Rules
from display.text.words import Words
from display.widgets.boxes import Box
from display.widgets.theme import INK, PAPER, Scale
from display.widgets.widgets import Card, Page, Picture, Text, touchables
from display.window.paint import Painter
from engine import games
from tests.display.visitors import Visitors

boxes = st.builds(Box, *[st.integers(0, 400)] * 2, *[st.integers(1, 300)] * 2)


@given(boxes, boxes, st.integers(0, 3))
def test_what_lies_on_a_page_lies_in_its_place_however_it_is_turned(box: Box, place: Box, turn: int) -> None:
    page = place.upright(turn)
    lies = box.turned(turn, place)
    assert place.holds(lies) == page.holds(box)
    assert page.turned(turn, place) == place
    assert sorted(lies[2:]) == sorted(box[2:])


def test_the_first_corner_of_a_page_is_at_the_left_hand_of_whoever_reads_it() -> None:
    corner, place = Box(0, 0, 1, 1), Box(0, 0, 100, 50)
    assert [corner.turned(turn, place)[:2] for turn in range(4)] == [(0, 0), (99, 0), (99, 49), (0, 49)]


def test_everybody_has_a_side_and_they_go_round_clockwise() -> None:
    seats = {number for name in games.names() for number in games.game(name).seats}
    assert seats <= SIDES.keys()
    for number in seats:
        sides = [SIDES[number][seat] for seat in range(number)]
        assert sides[0] == 0
        round_the_table = [*sides[:-1], sides[-1] or 4]
        assert round_the_table == sorted(round_the_table)


@pytest.mark.parametrize("turn", range(4))
def test_what_is_turned_is_the_upright_picture_turned(turn: int) -> None:
    place = Box(40, 30, 260, 180)

    def lay_out(page: Page) -> None:
        page.panel(page.box, PAPER, 0)
        page.add(Text(Box(10, 10, 110, 70), ("Marie,", "lay a card."), 18, INK, align=0.0))
        page.add(Picture(Box(130, 20, 30, 30), "undo", INK), Card(Box(90, 80, 49, 70), "pot", "red-5"))

    page = Page(Scale(400, 300), Words("en"))
    turned_onto(page, turn, place, lay_out)
    shown = pygame.Surface((400, 300))
    Painter(shown).show(page.widgets)
    straight = Page(Scale(400, 300), Words("en"), place.upright(turn))
    lay_out(straight)
    upright = pygame.Surface(straight.box[2:])
    Painter(upright).show(straight.widgets)
    expected = pygame.transform.rotate(upright, -90 * turn)
    assert pygame.image.tostring(shown.subsurface(place), "RGB") == pygame.image.tostring(expected, "RGB")


def test_whoever_acts_touches_what_lies_before_them() -> None:
    visitors = Visitors(flat=True)
    visitors.touch("13", "4 players: go!", "Ready")
    cards = ("blue-7#1", "yellow-2#1", "green-5#1", "blue-1#1")
    for number, card in enumerate(cards, 1):
        visitors.lay(card, on=card.partition("-")[0])
        (undo,) = visitors.signs("undo")
        x, y = undo.box.x + undo.box.w / 2, undo.box.y + undo.box.h / 2
        where = [y > 310, x < 170, y < 170, x > 630]  # bottom, left, top, right
        assert where[number % 4], f"player {number % 4 + 1} acts"
        visitors.press(undo.box)
        assert len(visitors.house.match.log) == number - 1
        visitors.lay(card, on=card.partition("-")[0])
    visitors.window.close()


def test_a_refusal_faces_whoever_laid_the_card() -> None:
    visitors = Visitors(flat=True)
    visitors.touch("13", "4 players: go!", "Ready")
    visitors.lay("blue-7#1", on="blue")
    visitors.house.put("blue-1#1", on="yellow")
    visitors.house.wait(0.3)
    visitors.look()
    texts = [widget for widget in visitors.window.widgets if isinstance(widget, Text)]
    (why,) = [text for text in texts if "target of its own colour" in " ".join(text.lines)]
    assert why.turn == 1
    (rule,) = touchables(visitors.window.widgets)
    assert rule.then and isinstance(rule.then.over, Rules), "nothing but to read why"
    visitors.window.close()
