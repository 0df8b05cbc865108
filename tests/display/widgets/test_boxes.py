"""Boxes: cut, laid out and turned to the pixel, wherever they lie."""

from __future__ import annotations

import pytest

from display.widgets.boxes import Box, Room

PAGE = Box(13, 7, 101, 53)


def test_a_part_is_cut_off_each_edge_and_the_rest_lies_beyond_the_gap() -> None:
    assert PAGE.cut_top(20, gap=3) == (Box(13, 7, 101, 20), Box(13, 30, 101, 30))
    assert PAGE.cut_bottom(20, gap=3) == (Box(13, 40, 101, 20), Box(13, 7, 101, 30))
    assert PAGE.cut_left(20, gap=3) == (Box(13, 7, 20, 53), Box(36, 7, 78, 53))
    assert PAGE.cut_right(20, gap=3) == (Box(94, 7, 20, 53), Box(13, 7, 78, 53))


def test_a_room_gives_the_same_pieces_and_keeps_the_rest() -> None:
    for side in ("top", "bottom", "left", "right"):
        room = Room(PAGE)
        piece = getattr(room, side)(20, gap=3)
        assert (piece, room.rest) == getattr(PAGE, f"cut_{side}")(20, gap=3)


def test_cells_go_row_by_row_with_a_gap_of_their_own_between_columns() -> None:
    rows = PAGE.rows(2, gap=3)
    assert PAGE.cells(3, 2, gap=3) == rows[0].columns(3, gap=3) + rows[1].columns(3, gap=3)
    assert PAGE.cells(3, 2, gap=3, across=0) == rows[0].columns(3) + rows[1].columns(3)


def test_an_inset_is_the_same_on_opposite_edges() -> None:
    assert PAGE.inset(5) == Box(18, 12, 91, 43)
    assert PAGE.inset(5, 2) == Box(18, 9, 91, 49)


def test_columns_and_rows_fill_a_box_but_for_the_gaps() -> None:
    assert PAGE.columns(2, gap=3) == [Box(13, 7, 49, 53), Box(65, 7, 49, 53)]
    assert PAGE.rows(2, gap=3) == [Box(13, 7, 101, 25), Box(13, 35, 101, 25)]


@pytest.mark.parametrize(("number", "columns"), [(1, 1), (2, 2), (3, 3), (4, 2), (5, 3), (6, 3)])
def test_a_grid_has_up_to_three_side_by_side_and_four_in_a_square(number: int, columns: int) -> None:
    cells = PAGE.grid(number)
    assert len(cells) == number
    assert len({cell.x for cell in cells}) == columns


def test_a_box_in_the_middle_has_the_same_room_on_both_sides() -> None:
    assert PAGE.centred(21, 13) == Box(53, 27, 21, 13)


def test_a_page_is_as_wide_as_its_player_sees_it() -> None:
    assert [PAGE.upright(turn) for turn in range(4)] == [Box(0, 0, 101, 53), Box(0, 0, 53, 101)] * 2


@pytest.mark.parametrize(
    ("turn", "lies"),
    [
        (0, Box(16, 12, 20, 10)),
        (1, Box(99, 10, 10, 20)),
        (2, Box(91, 45, 20, 10)),
        (3, Box(18, 37, 10, 20)),
    ],
)
def test_what_is_turned_lies_as_far_from_its_player_s_corner(turn: int, lies: Box) -> None:
    assert Box(3, 5, 20, 10).turned(turn, PAGE) == lies


def test_boxes_that_only_touch_do_not_meet() -> None:
    assert PAGE.meets(Box(113, 59, 5, 5))
    assert not PAGE.meets(Box(114, 7, 5, 5))
    assert not PAGE.meets(Box(13, 60, 5, 5))
    assert PAGE.holds(PAGE)
    assert not PAGE.holds(Box(14, 7, 101, 53))
    assert PAGE.has(13, 7)
    assert not PAGE.has(114, 7)
    assert not PAGE.has(13, 60)
