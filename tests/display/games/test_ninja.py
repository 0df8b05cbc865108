"""Ninja on the screen: picking up is gold only if nothing else can be done; who leads after it, and why."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from controller.gallery.scenes import held, reached, shown
from controller.intents import Act
from controller.view import HandCard, TableView
from display.games import Scene
from display.screens.layout import layout
from display.screens.ui import Ui
from display.text.words import Words
from display.widgets.theme import GOLD, Scale
from display.widgets.widgets import Panel, touchables
from engine.rules import Press

DONE = {"press": "done"}
SEVEN = Scene(name="", seats=3, steps=[{"lay": "7#1"}, DONE])


def look_of_picking_up(view: TableView) -> bool:
    """Whether its button is gold."""
    found = layout(view, Ui(ready=(1, 1)), Scale(800, 480), Words("en"))
    (place,) = [place for place in touchables(found) if Act(Press("pick-up")) in place.does]
    return any(isinstance(panel, Panel) and panel.box == place.box and panel.fill == GOLD for panel in found)


def test_on_a_real_table_picking_up_is_quiet() -> None:
    assert not look_of_picking_up(shown(reached("ninja", SEVEN)))


@pytest.mark.parametrize("fits", [True, False])
def test_by_hand_it_is_gold_only_if_no_card_fits(fits: bool) -> None:
    view = held(reached("ninja", SEVEN))
    assert view.hand
    cards = tuple(HandCard(card.name, ("centre",) if fits else ()) for card in view.hand.cards)
    assert look_of_picking_up(replace(view, hand=replace(view.hand, cards=cards))) is not fits


@pytest.mark.parametrize(("options", "why"), [("", True), ("next_leads", False)])
def test_after_a_pick_up_it_is_said_why_the_one_before_leads(options: str, why: bool) -> None:
    steps: list[Any] = [*SEVEN.steps, {"press": "pick-up"}]
    match = reached("ninja", replace(SEVEN, steps=steps, options=options)).view
    told = Words("en").of("ninja").instruction(match)
    assert ("nobody beat you" in told) is why
    assert told.startswith(match.state["turn"])
