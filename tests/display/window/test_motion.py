"""On the way from one picture to the next: what moves, where it comes from, and that it arrives."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from controller.gallery.screens import gallery
from display.screens.layout import layout
from display.text.words import Words
from display.widgets.boxes import Box
from display.widgets.theme import INK, PAPER, Scale
from display.widgets.widgets import Card, Gauge, Group, Hand, Panel, Scrim, Text, Widget
from display.window.motion import (
    APART_S,
    DEALT_S,
    FAR_S,
    FLIP_S,
    FRAME,
    LEAN_S,
    LENGTH_S,
    RANK_S,
    SHAKE_S,
    Effects,
    Motion,
    eased,
)

LUC, ZOE = Box(0, 100, 100, 40), Box(0, 200, 100, 40)
HANDS: list[Widget] = [Hand(LUC), Hand(ZOE)]
HALF = LENGTH_S / 2


def red(value: int, x: int, y: int = 300) -> Card:
    return Card(Box(x, y, 70, 100), "pot", f"red-{value}")


def total(number: str, x: int = 10) -> Text:
    return Text(Box(x, 10, 100, 30), (number,), 20, INK, counts="total")


def middle(box: Box) -> tuple[int, int]:
    return box.x + box.w // 2, box.y + box.h // 2


def test_a_card_slides_and_comes_to_rest_where_it_belongs() -> None:
    motion = Motion([*HANDS, red(5, 0)], [*HANDS, red(5, 240)], start=7.0)
    at = [motion.at(7.0 + share * LENGTH_S)[-1].box.x for share in (0, 0.25, 0.5, 0.75, 1)]
    assert at[0] == 0
    assert at[-1] == 240
    steps = [b - a for a, b in pairwise(at)]
    assert steps == sorted(steps, reverse=True)  # gently
    assert min(steps) > 0
    assert motion.at(7.0 + LENGTH_S) is motion.after
    assert motion.end == 7.0 + LENGTH_S


def test_a_long_way_takes_longer() -> None:
    near = Motion([*HANDS, red(5, 0)], [*HANDS, red(5, 240)], 0.0)
    far = Motion([*HANDS, red(5, 0)], [*HANDS, red(5, 260)], 0.0)
    assert (near.end, far.end) == (LENGTH_S, FAR_S)


def test_a_card_that_nobody_gave_turns_up_where_it_lies() -> None:
    motion = Motion(HANDS, [*HANDS, red(5, 300)], 0.0)
    seen = [motion.at(FLIP_S * share)[-1] for share in (0, 0.3, 0.6, 1)]
    assert [card.name for card in seen] == [None, None, "red-5", "red-5"]
    assert [card.narrow > 0 for card in seen] == [False, True, True, False]
    assert {card.box for card in seen} == {Box(300, 300, 70, 100)}


def test_what_lay_face_down_turns_up_also_where_there_are_no_hands() -> None:
    back = [Card(Box(x, 0, 70, 100), "pot", None) for x in (0, 80)]
    faces = [Card(Box(x, 0, 70, 100), "pot", f"red-{x}") for x in (0, 80)]
    motion = Motion(back, faces, 0.0)
    assert motion.at(0.0) == back
    first, second = motion.at(FLIP_S * 0.6)
    assert (first.name, second.name) == ("red-0", None)  # one after the other
    assert motion.end == FLIP_S + APART_S
    assert Motion(faces, back, 0.0).at(0.0) == faces


def test_a_new_card_comes_from_whoever_laid_it() -> None:
    laid = [Hand(LUC), Hand(ZOE, gives=True), red(5, 300)]
    first = Motion(HANDS, laid, 0.0).at(0.0)[-1]
    assert middle(first.box) == middle(ZOE)
    assert first.box[2:] == (70, 100)


def test_where_two_gave_or_took_nothing_slides() -> None:
    laid = [Hand(LUC, gives=True), Hand(ZOE, gives=True), red(5, 300)]
    assert Motion(HANDS, laid, 0.0).at(0.0) == laid
    taken = [Hand(LUC, takes=True), Hand(ZOE, takes=True)]
    assert Motion([*HANDS, red(5, 300)], taken, 0.0).at(0.0) == taken


def test_a_pile_goes_to_whoever_takes_it_and_is_gone() -> None:
    before = [*HANDS, red(1, 260), red(5, 300), red(6, 340)]
    after = [Hand(LUC, takes=True), Hand(ZOE), red(1, 260)]
    motion = Motion(before, after, 0.0)

    def names(now: float) -> list[str | None]:
        return [card.name for card in motion.at(now) if isinstance(card, Card)]

    assert names(0.0) == ["red-1", "red-5", "red-6"]
    assert names(FLIP_S * 0.6) == ["red-1", None, "red-6"]  # one after the other they turn over
    on_the_way = [card for card in motion.at(FLIP_S + APART_S) if isinstance(card, Card)]
    assert [card.name for card in on_the_way] == ["red-1", None, None]
    assert 0 < on_the_way[1].box.x < 300
    assert on_the_way[2].box == Box(340, 300, 70, 100)  # it has only just turned
    assert on_the_way[1].narrow == 0
    last = [card for card in motion.at(motion.end - 0.001) if isinstance(card, Card)]
    assert all(abs(card.box.x + 35 - middle(LUC)[0]) < 5 for card in last[1:])
    assert motion.at(motion.end) == after
    assert motion.end == pytest.approx(FLIP_S + APART_S + FAR_S)


def test_what_lies_under_a_scrim_stays_under_it() -> None:
    scrim = Scrim(Box(0, 0, 800, 480))
    before = [*HANDS, red(5, 300), scrim, Panel(Box(9, 9, 9, 9), PAPER)]
    motion = Motion(before, [Hand(LUC, takes=True), scrim, Panel(Box(9, 9, 9, 9), PAPER)], 0.0)
    assert [type(widget) for widget in motion.at(HALF)] == [Hand, Card, Scrim, Panel]


def test_a_sheet_rises_over_the_scrim_once() -> None:
    scrim, sheet = Scrim(Box(0, 0, 800, 480)), Panel(Box(100, 100, 600, 280), PAPER)
    rising = Motion([*HANDS], [*HANDS, scrim, sheet], 0.0)
    assert rising.at(0.0)[-2] == scrim
    assert rising.at(0.0)[-1].box == Box(100, 124, 600, 280)
    assert Motion([*HANDS, scrim, sheet], [*HANDS, scrim, sheet], 0.0).end == 0.0


def test_a_sum_ticks_and_words_do_not() -> None:
    def shown(before: Text, after: Text) -> list[str]:
        motion = Motion([before], [after], 0.0)
        return [motion.at(share * LENGTH_S)[0].lines[0] for share in (0, 0.3, 1)]

    assert shown(total("4 / 13"), total("11 / 13")) == ["4 / 13", "9 / 13", "11 / 13"]
    assert shown(total("12"), total("2")) == ["12", "5", "2"]
    assert shown(total("red 4"), total("blue 9")) == ["blue 9"] * 3
    card = Text(Box(10, 10, 100, 30), ("blue 7",), 20, INK)
    other = Text(Box(10, 10, 100, 30), ("blue 1",), 20, INK)
    assert shown(card, other) == ["blue 1"] * 3


def test_a_gauge_fills() -> None:
    box = Box(0, 0, 100, 20)
    motion = Motion([Gauge(box, 3, 13, INK, "sum")], [Gauge(box, 13, 13, INK, "sum")], 0.0)
    values = [motion.at(share * LENGTH_S)[0].value for share in (0, 0.2, 0.5, 1)]
    assert values == sorted(values)
    assert (values[0], values[-1]) == (3, 13)


def test_what_counts_is_known_by_what_it_is_and_not_by_where_it_stands() -> None:
    motion = Motion([total("4"), total("70", 200)], [total("70", 10), total("9", 201)], 0.0)
    assert motion.end == 0.0, "two of one name would be nobody's"
    luc, zoe = (
        Text(Box(10, y, 100, 30), ("4",), 20, INK, counts=name) for y, name in ((9, "Luc"), (50, "Zoé"))
    )
    moved = [replace(zoe, box=luc.box, lines=("12",)), replace(luc, box=zoe.box._replace(h=31))]
    motion = Motion([luc, zoe], moved, 0.0)
    assert [text.lines for text in motion.at(0.0)] == [("4",), ("4",)]
    assert [text.lines for text in motion.at(LENGTH_S * 0.3)] == [("9",), ("4",)]


def test_rows_change_rank_one_after_the_other_and_the_first_last() -> None:
    def rows(*names: str) -> list[Widget]:
        return [
            Group(Box(0, 50 * at, 800, 50), name, rank=at + 1)
            for at, name in reversed(list(enumerate(names)))
        ]

    motion = Motion(rows("Luc", "Zoé", "Jo"), rows("Jo", "Luc", "Zoé"), 0.0)
    assert motion.end == RANK_S
    assert [row.key for row in motion.at(0.1)] == ["Zoé", "Luc", "Jo"]  # the first is drawn last: on top
    places = [{row.key: row.box.y for row in motion.at(now)} for now in (0.0, 0.1, 0.3, RANK_S - 0.12)]
    assert places[0] == {"Luc": 0, "Zoé": 50, "Jo": 100}
    assert places[1]["Zoé"] > 50
    assert places[1]["Luc"] == 0
    assert places[1]["Jo"] == 100
    assert places[2]["Jo"] < 100
    assert places[3]["Zoé"] == 100 > places[3]["Luc"] + 40
    assert places[3]["Jo"] > 0


def test_effects_shake_push_and_deal_and_are_over() -> None:
    table: list[Widget] = [Hand(LUC, seat=0), Hand(ZOE, seat=1), red(5, 300), total("16")]
    shaken = Motion(table, table, 0.0, Effects(shakes=("red-5", "total")))
    card, text = shaken.at(LENGTH_S + 0.03)[2:]
    assert card.box.x != 300
    assert text.box.x != 10
    assert shaken.at(LENGTH_S - 0.01)[2] == red(5, 300)  # not before it has landed
    assert shaken.at(LENGTH_S + SHAKE_S) == table
    pushed = Motion(table, table, 0.0, Effects(leans=("red-5",), towards=1))
    assert pushed.at(LEAN_S / 2)[2].box.x < 250
    assert pushed.at(LEAN_S * 0.99)[2].box.x > 290
    assert pushed.at(LEAN_S) == table
    dealt = Motion(table, table, 0.0, Effects(deals=5, deck="pot"))
    assert dealt.end <= DEALT_S
    flying = [card for now in range(45) for card in dealt.at(now / 30)[4:]]
    assert {card.name for card in flying if isinstance(card, Card)} == {None}
    assert len({card.box for card in flying}) >= 10
    assert dealt.at(dealt.end) == table


def test_a_row_slides_into_its_rank_with_everything_on_it_and_its_sum_ticks() -> None:
    def row(y: int, points: str) -> list[Widget]:
        box = Box(0, y, 800, 50)
        return [
            Group(box, "Luc"),
            Panel(box, PAPER),
            Text(Box(9, y + 9, 90, 30), (points,), 20, INK, counts="Luc"),
        ]

    motion = Motion(row(0, "3"), row(200, "10"), 0.0)
    start, panel, text = motion.at(0.0)
    assert {start.box.y, panel.box.y, text.box.y - 9} == {0}
    assert text.lines == ("3",)
    assert motion.at(LENGTH_S) == row(200, "10")


def test_what_enters_comes_from_beside_its_place() -> None:
    hint = [Group(Box(0, 400, 800, 30), "hint", enters=(0, 30)), Panel(Box(0, 400, 800, 30), PAPER)]
    assert Motion(HANDS, hint, 0.0).at(0.0)[-1].box.y == 430
    assert Motion((), hint, 0.0).end == 0.0  # the first picture is simply there


def test_whoever_interrupts_starts_from_what_is_to_be_seen() -> None:
    first = Motion([*HANDS, red(5, 0)], [*HANDS, red(5, 300)], 0.0)
    seen = first.at(HALF)
    second = Motion(seen, [*HANDS, red(5, 100)], HALF)
    assert second.at(HALF) == seen
    assert second.at(HALF + LENGTH_S) == [*HANDS, red(5, 100)]


def test_illustrations_do_not_fly_about() -> None:
    assert Motion([red(5, 0)], [red(5, 300)], 0.0).end == 0.0


def test_easing_begins_and_ends_where_it_should() -> None:
    assert [eased(share) for share in (-1, 0, 1, 2)] == [0, 0, 1, 1]
    assert LENGTH_S / FRAME <= 10


def test_every_screen_is_reached_from_every_other() -> None:
    """Whatever follows whatever, the end is the picture as it was laid out."""
    pictures = [layout(shot.view, shot.ui, Scale(800, 480), Words("fr")) for shot in gallery("fr")]
    for before, after in pairwise([*pictures, *reversed(pictures[::3])]):
        motion = Motion(before, after, 0.0)
        motion.at(HALF)
        assert motion.at(motion.end) is after
