"""Playing by hand in the window: cards are dragged, touched and clicked through pygame, against bots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from controller.runtime.app import App
from controller.runtime.compose import opened
from controller.settings import table_file
from controller.simulation.players import HAND
from controller.view import HandView, MatchView, TableView
from display.screens.layout import layout
from display.screens.ui import Ui
from display.text.words import Words
from display.widgets.boxes import Box
from display.widgets.theme import Scale
from display.widgets.widgets import Card, Loose, Pad, Ring, Text, Touchable, extent, touchables
from display.window import screen
from display.window.window import Window
from engine.rules import Choose
from tests.display.visitors import seen

SIZE = (800, 480)
LONGEST = 4000.0  # seconds that a match may take
STEP = 0.2  # seconds between two turns of the loop: the pads make up for what nobody looked at


class Laptop:
    """Somebody has cloned the repository and started it: the app, its window, and a mouse."""

    def __init__(self, folder: Path) -> None:
        self.now = 100.0
        self._opened = opened(
            table_file.read('language = "en"', None), folder, lambda: self.now, lambda: 0.0, by_hand=True
        )
        parts = self._opened.__enter__()
        assert parts.players
        parts.players._pace = 0.0
        parts.players._rng = Random(7)
        parts.table._draw = lambda seats: seats - 1  # a lot falls on the last
        self.window = Window(screen.opened(SIZE), language="en", moves=False)
        pygame.event.get()
        self.app = App(parts, self.window)
        self.turn()

    def close(self) -> None:
        self.window.close()
        self._opened.__exit__(None, None, None)

    def turn(self) -> None:
        self.now += STEP
        self.app.turn(self.now)
        while self.window._events:
            self.app.turn(self.now)

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.turn()

    # What there is to see

    @property
    def view(self) -> TableView:
        return self.window._view

    @property
    def match(self) -> MatchView:
        assert self.view.match
        return self.view.match

    @property
    def hand(self) -> HandView:
        assert self.view.hand
        return self.view.hand

    def sees(self, words: str) -> bool:
        return seen(words, [" ".join(w.lines) for w in self.window.widgets if isinstance(w, Text)])

    def card(self, name: str) -> Box:
        return next(place.box for place in touchables(self.window.widgets) if place.grab == name)

    def pad(self, zone: str) -> Box:
        return next(w.box for w in self.window.widgets if isinstance(w, Pad) and w.zone == zone)

    def button(self, words: str) -> Touchable:
        for text in [widget for widget in self.window.widgets if isinstance(widget, Text)]:
            if " ".join(text.lines) == words:
                for place in touchables(self.window.widgets):
                    if place.box.holds(extent(text)):
                        return place
        raise AssertionError(f"{words!r} cannot be touched")

    # What people do

    def click(self, box: Box) -> None:
        mouse(pygame.MOUSEBUTTONDOWN, middle(box))
        mouse(pygame.MOUSEBUTTONUP, middle(box))
        self.turn()

    def press(self, *words: str) -> None:
        for word in words:
            self.click(self.button(word).box)

    def go_on(self, seat: int) -> None:
        """The next kind of player for this seat."""
        agreed = self.window._ui.setting
        assert agreed
        for place in touchables(self.window.widgets):
            setting = place.then and place.then.setting
            if (
                setting
                and len(setting.names) == len(agreed.names)
                and setting.seated[seat] != agreed.seated[seat]
            ):
                self.click(place.box)
                return

    def drag(self, source: Box, target: Box) -> None:
        (x, y), (to_x, to_y) = middle(source), middle(target)
        mouse(pygame.MOUSEBUTTONDOWN, (x, y))
        for share in (0.3, 0.6, 1.0):
            mouse(pygame.MOUSEMOTION, (round(x + (to_x - x) * share), round(y + (to_y - y) * share)))
            self.turn()
        mouse(pygame.MOUSEBUTTONUP, (to_x, to_y))
        self.turn()

    def slide(self, source: Box, target: Box) -> None:
        """With a finger; SDL makes mouse events of it, too."""
        finger(pygame.FINGERDOWN, middle(source))
        mouse(pygame.MOUSEBUTTONDOWN, middle(source), touch=True)
        finger(pygame.FINGERMOTION, middle(target))
        self.turn()
        finger(pygame.FINGERUP, middle(target))
        mouse(pygame.MOUSEBUTTONUP, middle(target), touch=True)
        self.turn()

    def lay(self, card: str, zone: str, dice: Random) -> None:
        """By one of the ways there are."""
        match dice.randrange(4):
            case 0:
                self.drag(self.card(card), self.pad(zone))
            case 1:
                self.slide(self.card(card), self.pad(zone))
            case 2:
                self.click(self.card(card))
                self.click(self.pad(zone))
            case _:
                self.click(self.card(card))
                zones = next(other.zones for other in self.hand.cards if other.name == card)
                self.click(self.card(card) if len(zones) == 1 else self.pad(zone))

    def play(self, dice: Random) -> None:
        """To the end, by whatever the screen offers; nobody looks at each picture."""
        self.window._painter.show = lambda widgets: []
        while self.match.state["awaiting"] != "over":
            assert self.now < LONGEST, f"no end: {self.match.state}"
            if not self.decide(dice):
                self.turn()

    def decide(self, dice: Random) -> bool:
        hand, match = self.view.hand, self.match
        if match.state["awaiting"] == "next":
            return self.key("return")
        if hand is None:
            return False
        if hand.curtain or hand.swapping:
            return self.key("return")
        lays = [
            (card.name, zone)
            for card in hand.cards
            for zone in card.zones
            if any(place.grab == card.name for place in touchables(self.window.widgets))
        ]
        if lays:
            self.lay(*dice.choice(lays), dice)
            return True
        said = [
            place
            for place in touchables(self.window.widgets)
            if any(getattr(wish, "action", None) in match.choices for wish in place.does)
            and not any(getattr(wish, "action", None) == Choose("forfeit", True) for wish in place.does)
        ]
        if said:
            self.click(dice.choice(said).box)
        return bool(said)

    def key(self, name: str) -> bool:
        code = pygame.key.key_code(name)
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, unicode="", mod=0))
        self.turn()
        return True


def mouse(kind: int, at: tuple[int, int], touch: bool = False) -> None:
    details: dict[str, Any] = (
        {"rel": (1, 1), "buttons": (1, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
    )
    pygame.event.post(pygame.event.Event(kind, pos=at, touch=touch, **details))


def finger(kind: int, at: tuple[int, int]) -> None:
    place = {"x": at[0] / SIZE[0], "y": at[1] / SIZE[1]}
    pygame.event.post(pygame.event.Event(kind, finger_id=0, touch_id=0, **place))


def middle(box: Box) -> tuple[int, int]:
    return box.x + box.w // 2, box.y + box.h // 2


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[Laptop]:
    laptop = Laptop(tmp_path)
    yield laptop
    laptop.close()


def started(laptop: Laptop, *words: str) -> HandView:
    """Until it is the person's turn to lay."""
    laptop.press(*words)
    while not (laptop.view.hand and any(card.zones for card in laptop.hand.cards)):
        laptop.turn()
    return laptop.hand


@pytest.mark.parametrize(
    ("game", "rounds"), [("13", 4), ("Ninja", 1), ("Gamate", None), ("Le Pot", 1)], ids=lambda game: str(game)
)
def test_a_whole_match_is_played_by_hand_from_the_menu_to_the_podium(
    laptop: Laptop, game: str, rounds: int | None
) -> None:
    laptop.press(game)
    assert laptop.sees("human")
    laptop.press("4 players: go!")
    laptop.play(Random(5))
    laptop.wait(20.0)
    assert rounds is None or len(laptop.match.results) == rounds
    if game != "Ninja":  # whose rounds bring no cards to add up
        laptop.press("Continue")  # the score stays until somebody has seen enough
        laptop.turn()
    assert laptop.sees("Again, same players")
    laptop.press("Menu")
    assert laptop.view.match is None


def test_two_touches_begin_a_game_against_careful_bots(laptop: Laptop) -> None:
    hand = started(laptop, "13", "4 players: go!")
    assert hand.seat_players == (HAND, "careful", "careful", "careful")
    assert laptop.sees("Player 1, play a card on a target.")
    assert laptop.sees("Drag a card to its place; or touch the card, then the place.")


def test_who_plays_a_seat_is_chosen_by_touch(laptop: Laptop) -> None:
    laptop.press("13")
    for seat in (1, 2, 2, 0):
        laptop.go_on(seat)
    laptop.press("4 players: go!")
    laptop.turn()
    assert laptop.hand.seat_players == ("careful", "expert", HAND, "careful")


def test_the_places_where_a_card_may_go_light_up_while_it_is_held(laptop: Laptop) -> None:
    hand = started(laptop, "13", "4 players: go!")
    card = next(card for card in hand.cards if len(card.zones) == 1)
    laptop.click(laptop.card(card.name))
    rings = [widget.box for widget in laptop.window.widgets if isinstance(widget, Ring)]
    assert [
        zone for zone in ("blue", "yellow", "green") if any(ring.holds(laptop.pad(zone)) for ring in rings)
    ] == [*card.zones]
    mouse(pygame.MOUSEBUTTONDOWN, (5, 5))
    laptop.turn()
    assert laptop.window._ui == Ui(ready=laptop.window._ui.ready)


def test_a_card_that_is_dragged_stays_under_the_pointer_and_falls_back_beside_a_pad(laptop: Laptop) -> None:
    hand = started(laptop, "13", "4 players: go!")
    card = hand.cards[0].name
    mouse(pygame.MOUSEBUTTONDOWN, middle(laptop.card(card)))
    mouse(pygame.MOUSEMOTION, (300, 300))
    laptop.turn()
    dragged = next(widget for widget in laptop.window.widgets if isinstance(widget, Loose))
    assert (dragged.name, dragged.box.has(300, 300)) == (card, True)
    shown = [widget.name for widget in laptop.window.widgets if isinstance(widget, Card)]
    assert shown.count(card) == 1
    mouse(pygame.MOUSEBUTTONUP, (60, 20))
    laptop.wait(2.0)
    assert laptop.hand == hand
    assert laptop.match.log == ()


def test_a_card_on_the_wrong_pad_is_refused_and_taken_back_by_touch(laptop: Laptop) -> None:
    hand = started(laptop, "13", "4 players: go!")
    card = next(card for card in hand.cards if len(card.zones) == 1)
    wrong = next(zone for zone in ("blue", "yellow", "green") if zone not in card.zones)
    laptop.drag(laptop.card(card.name), laptop.pad(wrong))
    laptop.wait(1.0)
    assert laptop.sees("A coloured card goes only on the target of its own colour.")
    laptop.press("Take the card back")
    laptop.wait(1.0)
    assert laptop.hand == hand


def test_two_people_at_one_mouse_look_away_in_turn(laptop: Laptop) -> None:
    laptop.press("13")
    for _ in range(2):
        laptop.go_on(1)
    laptop.press("4 players: go!")
    laptop.turn()
    prompt = "Player 1, touch here to see your cards; everybody else looks away."
    assert laptop.sees(prompt)
    assert not any(isinstance(widget, Card) for widget in laptop.window.widgets)
    laptop.press(prompt)
    assert len(laptop.hand.cards) == 5


def test_a_pulled_cable_is_shown_and_plugged_in_again(laptop: Laptop) -> None:
    started(laptop, "13", "4 players: go!")
    laptop.key("f")
    laptop.press("Pull the cable")
    laptop.wait(0.5)
    assert laptop.sees("The pads are not connected: plug their cable back in. The game is safe.")
    laptop.press("Plug the cable in again")
    laptop.wait(0.5)
    assert not laptop.sees("The pads are not connected: plug their cable back in. The game is safe.")


def test_cards_are_picked_up_and_laid_with_tab_and_enter(laptop: Laptop) -> None:
    hand = started(laptop, "13", "4 players: go!")
    card = next(card for card in hand.cards if len(card.zones) == 1)
    places = touchables(laptop.window.widgets)
    number = next(at for at, place in enumerate(places) if place.grab == card.name)
    for _ in range(number + 1):
        laptop.key("tab")
    laptop.key("return")
    for _ in range(number + 1):
        laptop.key("tab")
    laptop.key("return")
    laptop.wait(1.0)
    assert laptop.match.log[0].line == {"lay": card.name, "zone": card.zones[0]}


def test_the_menu_asks_for_a_real_card_only_where_there_are_pads_for_it() -> None:
    def said(view: TableView) -> list[str]:
        widgets = layout(view, Ui(), Scale(*SIZE), Words("en"))
        return [" ".join(widget.lines) for widget in widgets if isinstance(widget, Text)]

    assert "Touch a game, or lay one of its cards." in said(TableView())
    assert "Touch a game." in said(TableView(seat_players=("hand", "careful")))
