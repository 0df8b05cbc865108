"""On the way from one picture to the next: what moves, where it comes from, and that it arrives."""

from __future__ import annotations

from itertools import pairwise

from controller.gallery.screens import gallery
from display.screens.layout import layout
from display.text.words import Words
from display.widgets.boxes import Box
from display.widgets.theme import INK, PAPER, Scale
from display.widgets.widgets import Card, Gauge, Group, Hand, Panel, Scrim, Text, Widget
from display.window.motion import FRAME, LENGTH_S, Motion, eased

LUC, ZOE = Box(0, 100, 100, 40), Box(0, 200, 100, 40)
HANDS: list[Widget] = [Hand(LUC), Hand(ZOE)]
HALF = LENGTH_S / 2


def red(value: int, x: int, y: int = 300) -> Card:
    return Card(Box(x, y, 70, 100), "pot", f"red-{value}")


def total(number: str, x: int = 10) -> Text:
    return Text(Box(x, 10, 100, 30), (number,), 20, INK, counts=True)


def middle(box: Box) -> tuple[int, int]:
    return box.x + box.w // 2, box.y + box.h // 2


def test_a_card_slides_and_comes_to_rest_where_it_belongs() -> None:
    motion = Motion([*HANDS, red(5, 0)], [*HANDS, red(5, 300)], start=7.0)
    at = [motion.at(7.0 + share * LENGTH_S)[-1].box.x for share in (0, 0.25, 0.5, 0.75, 1)]
    assert at[0] == 0
    assert at[-1] == 300
    steps = [b - a for a, b in pairwise(at)]
    assert steps == sorted(steps, reverse=True)  # gently
    assert min(steps) > 0
    assert motion.at(7.0 + LENGTH_S) is motion.after
    assert motion.end == 7.0 + LENGTH_S


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
    before = [*HANDS, red(5, 300), red(6, 340)]
    after = [Hand(LUC, takes=True), Hand(ZOE), red(1, 300)]
    motion = Motion(before, after, 0.0)
    on_the_way = motion.at(HALF)
    assert [card.name for card in on_the_way if isinstance(card, Card)] == ["red-1", "red-5", "red-6"]
    nearly = [card for card in motion.at(LENGTH_S * 0.999) if isinstance(card, Card)][1:]
    assert all(abs(card.box.x + 35 - middle(LUC)[0]) < 5 for card in nearly)
    assert motion.at(LENGTH_S) == after


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
    motion = Motion([Gauge(box, 3, 13, INK)], [Gauge(box, 13, 13, INK)], 0.0)
    values = [motion.at(share * LENGTH_S)[0].value for share in (0, 0.2, 0.5, 1)]
    assert values == sorted(values)
    assert (values[0], values[-1]) == (3, 13)


def test_a_row_slides_into_its_rank_with_everything_on_it_and_its_sum_ticks() -> None:
    def row(y: int, points: str) -> list[Widget]:
        box = Box(0, y, 800, 50)
        return [
            Group(box, "Luc"),
            Panel(box, PAPER),
            Text(Box(9, y + 9, 90, 30), (points,), 20, INK, counts=True),
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
