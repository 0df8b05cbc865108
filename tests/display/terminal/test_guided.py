"""A guided match on the terminal: a line under the instruction, a hint for who asks."""

from __future__ import annotations

from dataclasses import replace

from controller.intents import NewMatch
from controller.view import TableView
from display.terminal.terminal import Desk
from tests.display.terminal.test_terminal import ENTER, table, text_of, typed


def guided(view: TableView) -> TableView:
    assert view.match
    return replace(view, match=replace(view.match, guided=True))


def test_what_comes_up_is_explained_once() -> None:
    desk, first = Desk("en"), guided(table("thirteen"))
    assert "Choose a target where its sum and your card together are 13 at most." in text_of(desk, first)
    second = guided(table("thirteen", {"lay": "blue-7", "zone": "blue"}))
    assert "Whoever has laid draws a card" in text_of(desk, second)
    assert "Choose a target" not in text_of(Desk("en"), table("thirteen")), "only where it is asked for"


def test_a_hint_is_a_key_away() -> None:
    desk, view = Desk("en"), guided(table("thirteen", {"lay": "blue-7", "zone": "blue"}))
    typed(desk, view, "h")
    assert "Safe up to: blue 6, yellow 13, green 13." in text_of(desk, view)
    plain = Desk("en")
    typed(plain, table("thirteen"), "h")
    assert plain.page(table("thirteen")) is None


def test_it_is_agreed_with_the_match() -> None:
    asked = typed(Desk("en"), TableView(language="en"), "1x3" + ENTER)[-1]
    assert asked == NewMatch("thirteen", ("",) * 3, guided=True)
