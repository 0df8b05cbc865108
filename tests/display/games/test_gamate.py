"""Gamate before the first card: a demand among all numbers, what is at stake, what is gold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from controller.gallery.scenes import held, reached, shown
from controller.intents import Act
from controller.view import TableView
from display.games import Scene
from display.games.gamate import BIDS, CONTRACT, EIGHT, UNOPPOSED, UP
from display.games.gamate.bidding import Demanding
from display.games.gamate.grid import LIT
from display.screens.layout import layout
from display.screens.ui import Ui
from display.text.words import Words
from display.widgets.theme import GOLD, Scale
from display.widgets.widgets import Panel, Text, Touchable, Widget, touchables
from engine.rules import Choose

SIZE = Scale(800, 480)


def at(*steps: Any, **changes: Any) -> TableView:
    return shown(reached("gamate", Scene(name="", seats=4, steps=steps)), **changes)


def widgets(view: TableView, demand: Demanding | None = None) -> list[Widget]:
    return layout(view, Ui(ready=(1, 1), on_board=demand), SIZE, Words("en"))


def texts(found: list[Widget]) -> list[str]:
    return [" ".join(widget.lines) for widget in found if isinstance(widget, Text)]


def lit(found: list[Widget]) -> set[int]:
    """The numbers that are shown as trumps."""
    cells = [panel.box for panel in found if isinstance(panel, Panel) and panel.fill == LIT]
    numbers = [widget for widget in found if isinstance(widget, Text) and widget.box in cells]
    return {int(widget.lines[0]) for widget in numbers}


def gold(found: list[Widget]) -> list[Any]:
    """The actions of what is gold and can be touched."""
    panels = [panel.box for panel in found if isinstance(panel, Panel) and panel.fill == GOLD]
    places = [place for place in touchables(found) if isinstance(place, Touchable) and place.box in panels]
    return [wish.action for place in places for wish in place.does if isinstance(wish, Act)]


@pytest.mark.parametrize(
    ("demand", "trumps"),
    [
        (Demanding(), set(range(6, 49, 6))),
        (Demanding("odd"), set(range(1, 49, 2))),
        (Demanding("run", low=9, high=12), {9, 10, 11, 12}),
        (Demanding("colour", exclusive=True), {5, 7, 31, 35}),
    ],
)
def test_trumps_light_up_as_the_demand_is_put_together(demand: Demanding, trumps: set[int]) -> None:
    found = widgets(at(), demand)
    assert lit(found) == trumps
    assert f"{len(trumps)} trumps" in texts(found)


def test_ones_own_numbers_are_framed_and_counted() -> None:
    now = reached("gamate", Scene(name="", seats=4))
    view = held(now)
    assert view.hand
    own = {int(card.name) for card in view.hand.cards if card.name.isdecimal()}
    number = len(own & set(range(6, 49, 6)))
    assert f"8 trumps, {number} of them yours" in texts(widgets(view))


def test_gold_demands_and_never_opposes() -> None:
    assert gold(widgets(at())) == [Choose("bid", ("multiples", 6))]
    for demand in (Demanding(), Demanding("odd"), Demanding("run")):
        assert gold(widgets(at(*CONTRACT), demand)) == [Choose("oppose", False)]
    for steps in (UNOPPOSED, UP, EIGHT):
        assert gold(widgets(at(*steps))) == []


def test_a_demand_that_is_none_is_not_gold() -> None:
    found = widgets(at(), Demanding("run", low=1, high=48))
    assert gold(found) == []
    assert "48 trumps" in texts(found)


def test_it_is_said_against_what_an_opposition_is_and_that_it_doubles() -> None:
    told = texts(widgets(at(*CONTRACT)))
    assert "Against Maximilian’s contract, 4 to 12: all points would be doubled." in told
    opposed = [*CONTRACT, {"choose": {"oppose": {"multiples": 6}}}]
    assert any(text.startswith("Opposed, all doubled") for text in texts(widgets(at(*opposed))))
    assert any("A trick is 3 points" in text for text in texts(widgets(at(*UNOPPOSED))))


def test_who_passed_shows_it() -> None:
    assert "passes" in texts(widgets(at(*BIDS)))


def test_points_toward_the_manche_and_manches_are_there_while_there_is_bidding() -> None:
    view = at()
    assert view.match
    state = {
        **view.match.state, "manche_points": {"0+2": 35, "1+3": 12}, "manches": {"0+2": 0, "1+3": 1},
    }  # fmt: skip
    found = widgets(replace(view, match=replace(view.match, state=state)))
    assert {"35/52", "12/52"} <= set(texts(found))
    crowns = [widget for widget in found if getattr(widget, "name", "") == "crown"]
    assert len(crowns) == 1
