"""Played by hand: a touch that can do nothing says why, and for a moment only."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from controller.gallery.scenes import Shot
from controller.gallery.screens import gallery
from controller.view import TableView
from display.screens.hand import WHY_S, awaits_card
from display.screens.layout import layout
from display.screens.ui import Ui
from display.text.words import Words
from display.widgets.theme import Scale
from display.widgets.widgets import Card, Pad, Text, Touchable, touchables
from display.window.screen import opened
from display.window.window import Window
from tests.display.visitors import happens, middle


def waiting(acting: bool) -> list[Shot]:
    """Whoever is at the mouse has cards, and it is their turn or not."""
    return [
        shot
        for shot in gallery("en")
        if (hand := shot.view.hand) and shot.view.match and awaits_card(shot.view.match)
        if hand.acting is acting and not (hand.curtain or hand.swapping or hand.lying)
        if hand.cards and shot.ui == Ui(ready=shot.ui.ready)
        if not (shot.view.notice or shot.view.troubles or shot.view.question)
    ]


def table(view: TableView, acting: bool) -> TableView:
    assert view.hand
    return replace(view, hand=replace(view.hand, acting=acting))


def said(view: TableView, ui: Ui) -> str:
    texts = [widget for widget in layout(view, ui, Scale(800, 480), Words("en")) if isinstance(widget, Text)]
    return "\n".join(" ".join(text.lines) for text in texts)


def in_vain(view: TableView, ui: Ui) -> list[Touchable]:
    places = touchables(layout(view, ui, Scale(800, 480), Words("en")))
    return [place for place in places if isinstance(place.then, Ui) and place.then.vain]


@pytest.mark.parametrize("shot", waiting(acting=True)[:6], ids=lambda shot: shot.name)
def test_out_of_turn_every_card_and_pad_says_whose_turn_it_is(shot: Shot) -> None:
    view = table(shot.view, acting=False)
    assert view.match and view.hand
    widgets = layout(view, shot.ui, Scale(800, 480), Words("en"))
    places = in_vain(view, shot.ui)
    pads = [widget.box for widget in widgets if isinstance(widget, Pad)]
    held = {card.name for card in view.hand.cards}
    cards = [widget.box for widget in widgets if isinstance(widget, Card) and widget.name in held]
    for box in (*pads, *cards):
        assert any(place.box.has(*middle(box)) for place in places)
    for place in places:
        assert f"It is {view.match.state['turn']}’s turn." in said(view, place.then)


@pytest.mark.parametrize("shot", waiting(acting=True)[:6], ids=lambda shot: shot.name)
def test_in_turn_a_pad_without_a_card_asks_for_one(shot: Shot) -> None:
    places = in_vain(shot.view, shot.ui)
    assert places and all(place.then.vain.card == "" for place in places)
    assert "First touch a card, then the pad." in said(shot.view, places[0].then)


def test_the_card_wobbles_and_it_is_over_soon() -> None:
    shot = waiting(acting=True)[0]
    view = table(shot.view, acting=False)
    window = Window(opened((800, 480)), language="en")
    window._ui = shot.ui
    for now in (0.0, 5.0, 9.0):
        window.draw(view, now)
    thens = ((place, place.then) for place in touchables(window.widgets))
    place = next(place for place, then in thens if then and then.vain and then.vain.card)
    happens(pygame.MOUSEBUTTONDOWN, pos=middle(place.box), button=1, touch=False)
    window.intents(10.0)
    window.draw(view, 10.0)
    shaken = {
        widget.box.x
        for step in range(20)
        for widget in window._motion.at(10.0 + step / 20)
        if isinstance(widget, Card) and widget.name == place.then.vain.card
    }
    assert len(shaken) > 3
    happens(pygame.MOUSEBUTTONUP, pos=middle(place.box), button=1, touch=False)
    window.intents(10.2)
    window.draw(view, 10.2)
    assert window._ui.vain
    window.draw(view, 10.2 + WHY_S)
    assert window._ui.vain is None
    window.close()
