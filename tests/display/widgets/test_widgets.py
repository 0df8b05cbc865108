"""The checks that stand in for eyes, and drawing no more than what changed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

import pygame
import pytest

from controller.gallery.screens import gallery
from controller.view import Light
from display.screens.layout import layout
from display.text.words import Words
from display.widgets.boxes import Box
from display.widgets.theme import INK, PAPER, Scale
from display.widgets.widgets import (
    Card,
    Gauge,
    Pad,
    Page,
    Panel,
    Scrim,
    Text,
    Touchable,
    Widget,
    touchables,
)
from display.window.motion import LENGTH_S, Motion
from display.window.paint import Painter, joined
from tests.screen_faults import faults

SCALE = Scale(800, 480)


def label(x: int, text: str, wide: int = 100) -> Text:
    return Text(Box(x, 10, wide, 30), (text,), 20, INK)


@pytest.mark.parametrize(
    ("widgets", "fault"),
    [
        ([label(10, "Marie")], None),
        ([label(750, "Marie")], "off the screen"),
        ([label(10, "Maximilian", wide=40)], "cut off"),
        ([label(10, "Marie"), label(60, "Luc", wide=40)], "one over the other"),
        ([label(10, "Marie"), label(200, "Luc")], None),
        ([Touchable(Box(10, 10, 100, 47))], "too small for a finger"),
        ([Touchable(Box(10, 10, 100, 48))], None),
        ([Touchable(Box(10, 10, 90, 60)), Touchable(Box(90, 10, 90, 60))], "one over the other"),
        ([Card(Box(10, 10, 70, 100), "pot", "red-5"), Card(Box(40, 10, 70, 100), "pot", "red-6")], None),
        ([label(10, "Marie"), Scrim(Box(0, 0, 800, 480)), label(10, "Marie")], None),
    ],
)
def test_what_eyes_would_see_is_found(widgets: list[Widget], fault: str | None) -> None:
    found = list(faults(widgets, SCALE))
    assert [sentence.partition(":")[0] for sentence in found] == [fault] * (fault is not None)


def test_what_is_dimmed_cannot_be_touched() -> None:
    under, over = Touchable(Box(0, 0, 60, 60)), Touchable(Box(0, 0, 60, 60))
    assert touchables([under, Scrim(Box(0, 0, 800, 480)), over]) == [over]
    assert touchables([under, Scrim(Box(0, 0, 800, 480)), over])[0] is over


def test_text_shrinks_and_breaks_until_it_fits() -> None:
    page = Page(SCALE, Words("en"))
    page.text(Box(0, 0, 200, 60), "Marie, play a card on a target.", 40)
    (text,) = page.widgets
    assert isinstance(text, Text)
    assert len(text.lines) == 2
    assert not list(faults(page.widgets, SCALE))


def test_a_fan_stays_in_its_box_and_shows_every_corner() -> None:
    page, box = Page(SCALE, Words("en")), Box(10, 10, 160, 140)
    page.fan(box, "thirteen", ["blue-1#1"] * 7)
    boxes = [widget.box for widget in page.widgets]
    assert all(box.holds(card) for card in boxes)
    steps = {second.x - first.x for first, second in pairwise(boxes)}
    assert min(steps) >= boxes[0].w * 0.3


def test_only_the_change_is_drawn() -> None:
    painter = Painter(pygame.Surface((800, 480)))
    sheet = Panel(Box(0, 0, 400, 300), PAPER)
    assert painter.show([sheet, label(10, "7")]) == [Box(0, 0, 800, 480)]
    assert painter.show([sheet, label(10, "7")]) == []
    (box,) = painter.show([sheet, label(10, "8")])
    assert box.w * box.h < 40 * 40


def test_a_partial_picture_is_the_same_as_a_whole_one() -> None:
    sheet = Panel(Box(20, 20, 400, 300), PAPER, 12, INK, 2, shadow=True)
    card = Card(Box(100, 60, 70, 100), "pot", "red-5")
    moved = Card(Box(130, 80, 70, 100), "pot", "red-5")
    once, twice = pygame.Surface((800, 480)), pygame.Surface((800, 480))
    Painter(once).show([sheet, label(30, "Luc"), moved])
    painter = Painter(twice)
    painter.show([sheet, label(30, "Marie"), card])
    painter.show([sheet, label(30, "Luc"), moved])
    assert once.get_buffer().raw == twice.get_buffer().raw


@pytest.mark.parametrize("before", Light, ids=lambda light: light.value)
@pytest.mark.parametrize("wide", [240, 420], ids=["ring", "oval"])
def test_a_ring_of_felt_that_shines_otherwise_is_all_that_is_drawn_and_all_of_it(
    before: Light, wide: int
) -> None:
    pad, card = Box(40, 30, wide, 240), Card(Box(100, 60, 70, 100), "pot", "red-5", angle=7, shadow=True)
    once, twice = pygame.Surface((800, 480)), pygame.Surface((800, 480))
    for after in Light:
        painter = Painter(twice)
        painter.show([Pad(pad, "blue", before, round=True), card])
        boxes = painter.show([Pad(pad, "blue", after, round=True), card])
        assert sum(box.w * box.h for box in boxes) < pad.w * pad.h / 2
        Painter(once).show([Pad(pad, "blue", after, round=True), card])
        assert once.get_buffer().raw == twice.get_buffer().raw, after


def test_of_an_arc_only_the_segments_that_change_are_drawn() -> None:
    box = Box(40, 30, 240, 240)
    once, twice = pygame.Surface((800, 480)), pygame.Surface((800, 480))
    painter = Painter(twice)
    for value in range(18):
        drawn = painter.show([Gauge(box, value, 13, INK, arc=True)])
        Painter(once).show([Gauge(box, value, 13, INK, arc=True)])
        assert once.get_buffer().raw == twice.get_buffer().raw, value
        if 0 < value <= 10:
            assert 0 < sum(found.w * found.h for found in drawn) < box.w * box.h / 20


def test_a_card_that_lies_askew_is_moved_without_a_trace() -> None:
    once, twice = pygame.Surface((800, 480)), pygame.Surface((800, 480))
    painter = Painter(twice)
    for at, angle in ((100, -13), (130, 9), (300, 0)):
        card = Card(Box(at, 60, 70, 100), "ninja", "7#1", angle=angle, shadow=True, trump=True)
        painter.show([card])
        Painter(once).show([card])
        assert once.get_buffer().raw == twice.get_buffer().raw


@pytest.mark.parametrize("before", Light, ids=lambda light: light.value)
def test_a_rim_that_shines_otherwise_is_all_that_is_drawn_and_all_of_it(before: Light) -> None:
    pad, card = Box(40, 30, 300, 240), Card(Box(100, 60, 70, 100), "pot", "red-5")
    once, twice = pygame.Surface((800, 480)), pygame.Surface((800, 480))
    for after in Light:
        painter = Painter(twice)
        painter.show([Pad(pad, "blue", before), card])
        boxes = painter.show([Pad(pad, "blue", after), card])
        assert sum(box.w * box.h for box in boxes) < pad.w * pad.h / 3
        Painter(once).show([Pad(pad, "blue", after), card])
        assert once.get_buffer().raw == twice.get_buffer().raw, after


def test_a_match_drawn_bit_by_bit_looks_as_if_drawn_at_once() -> None:
    """Every screen after another, half-way there and then wholly."""
    once, twice = pygame.Surface((800, 480)), pygame.Surface((800, 480))
    painter = Painter(twice)
    shots = [shot for shot in gallery("fr") if shot.view.match and not shot.flat][::2]
    shown: Sequence[Widget] = ()
    for shot in shots:
        motion = Motion(shown, layout(shot.view, shot.ui, SCALE, Words("fr")), 0.0)
        for now in (0.05, LENGTH_S):
            shown = motion.at(now)
            painter.show(shown)
            Painter(once).show(shown)
            assert once.get_buffer().raw == twice.get_buffer().raw, shot.name


def test_a_steady_screen_makes_no_surfaces(monkeypatch: pytest.MonkeyPatch) -> None:
    painter = Painter(pygame.Surface((800, 480)))
    screens = [[Panel(Box(0, 0, 300, 200), PAPER, 9), label(10, number)] for number in ("7", "8")]
    for screen in screens:
        painter.show(screen)
    made: list[object] = []
    monkeypatch.setattr(pygame, "Surface", lambda *size: made.append(size))
    for screen in screens:
        assert painter.show(screen)
    assert made == []


def test_boxes_are_joined_where_that_is_no_more_to_draw() -> None:
    beside, within, far = Box(10, 0, 10, 10), Box(2, 2, 3, 3), Box(100, 0, 5, 5)
    assert joined([Box(0, 0, 10, 10), beside, within, far]) == [Box(0, 0, 20, 10), far]
    apart = joined([Box(0, 0, 10, 10), Box(9, 9, 10, 10)])
    assert sum(box.w * box.h for box in apart) == 199
    assert not any(one.meets(other) for one, other in combinations(apart, 2))
    assert joined([Box(0, 0, 10, 10), Box(50, 50, -5, 10)]) == [Box(0, 0, 10, 10)]


def test_what_changes_its_order_is_drawn_again_and_nothing_else() -> None:
    low, high = Card(Box(100, 60, 70, 100), "pot", "red-5"), Card(Box(130, 80, 70, 100), "pot", "red-6")
    sheet, name = Panel(Box(400, 20, 300, 300), PAPER), label(10, "Luc")
    once, twice = pygame.Surface((800, 480)), pygame.Surface((800, 480))
    Painter(once).show([sheet, high, low, name])
    painter = Painter(twice)
    painter.show([sheet, low, high, name])
    drawn = painter.show([sheet, high, low, name])
    assert sum(box.w * box.h for box in drawn) <= 2 * 70 * 100
    assert once.get_buffer().raw == twice.get_buffer().raw


def test_a_bar_needs_no_surface_of_its_own_for_each_length(monkeypatch: pytest.MonkeyPatch) -> None:
    painter = Painter(pygame.Surface((800, 480)))
    bar = Box(10, 10, 300, 24)
    painter.show([Gauge(bar, 100, 100, INK)])
    monkeypatch.setattr(pygame, "Surface", None)
    for value in range(100):
        painter.show([Gauge(bar, value, 100, INK)])
