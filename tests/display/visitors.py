"""People at a window: they touch, click and type, through pygame itself, and lay cards on the table's pads.

visitors = Visitors()
visitors.touch("13", "4 players: go!")
visitors.lay("blue-7#1", on="blue")
assert visitors.sees("Player 2, play a card on a target.")
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pygame

from controller.intents import Intent, Touch
from display.widgets.boxes import Box
from display.widgets.widgets import (
    Card,
    Gauge,
    Picture,
    Text,
    Touchable,
    extent,
    still,
    top_layer,
    touchables,
)
from display.window import screen
from display.window.window import Window
from tests.controller.house import House

SIGNS = {"Undo": "undo", "Fix": "pencil", "Pause": "pause", "Rules": "question"}  # in a corner of a board


class Visitors:
    """A house whose table is shown in a window; *touch* goes where the words are."""

    def __init__(self, size: tuple[int, int] = (800, 480), flat: bool = False) -> None:
        self.size = size
        self.house = House(language="en")
        self.window = Window(screen.opened(size), language="en", flat=flat)
        pygame.event.get()
        self.look()

    def look(self) -> None:
        """Until nobody has anything left to say."""
        intents: list[Intent] = [Touch()]
        while intents:
            self.window.draw(self.house.view, self.house.now)
            intents = self.window.intents(self.house.now)
            self.house.touch(*intents)
        self.window.draw(self.house.view, self.house.now)

    def sees(self, words: str) -> bool:
        return seen(words, self.texts())

    def cards(self) -> list[str | None]:
        return [widget.name for widget in still(self.window.widgets) if isinstance(widget, Card)]

    def gauges(self) -> list[int]:
        return [widget.value for widget in self.window.widgets if isinstance(widget, Gauge)]

    def card(self, name: str) -> Box:
        return next(
            widget.box for widget in self.window.widgets if isinstance(widget, Card) and widget.name == name
        )

    def signs(self, name: str) -> list[Touchable]:
        """What can be touched under such a picture."""
        pictures = [w.box for w in self.window.widgets if isinstance(w, Picture) and w.name == name]
        places = touchables(self.window.widgets)
        return [place for place in places if any(place.box.holds(box) for box in pictures)]

    def texts(self) -> list[str]:
        return [" ".join(text.lines) for text in self._texts()]

    def _texts(self) -> Iterator[Text]:
        return (widget for widget in still(self.window.widgets) if isinstance(widget, Text))

    def place(self, words: str) -> Touchable:
        """What can be touched where these words stand."""
        if words in SIGNS and (places := self.signs(SIGNS[words])):
            return places[0]
        for text in top_layer(self.window.widgets):
            if isinstance(text, Text) and " ".join(text.lines) == words:
                box = extent(text)
                for place in touchables(self.window.widgets):
                    if place.box.holds(box):
                        return place
        raise AssertionError(f"{words!r} cannot be touched: {self.texts()}")

    def touch(self, *words: str) -> None:
        """With a finger, as a touch screen reports it: SDL makes a mouse event of it, too."""
        for word in words:
            self.press(self.place(word).box)

    def skip(self) -> None:
        """Whoever cannot wait for a moment to be over touches the screen."""
        if self.window.playing:
            happens(pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=1, touch=False)
            happens(pygame.MOUSEBUTTONUP, pos=(1, 1), button=1, touch=False)
            self.look()

    def press(self, box: Box) -> None:
        self.skip()
        (x, y), (wide, high) = middle(box), self.size
        happens(pygame.FINGERDOWN, x=x / wide, y=y / high, finger_id=0, touch_id=0)
        happens(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1, touch=True)
        happens(pygame.FINGERUP, x=x / wide, y=y / high, finger_id=0, touch_id=0)
        self.look()

    def click(self, words: str) -> None:
        self.drag(middle(self.place(words).box))

    def drag(self, *way: tuple[int, int]) -> None:
        """With a mouse: press at the first point, let go at the last."""
        self.skip()
        happens(pygame.MOUSEBUTTONDOWN, pos=way[0], button=1, touch=False)
        for point in way[1:]:
            happens(pygame.MOUSEMOTION, pos=point, rel=(1, 0), buttons=(1, 0, 0), touch=False)
        happens(pygame.MOUSEBUTTONUP, pos=way[-1], button=1, touch=False)
        self.look()

    def keys(self, *names: str) -> None:
        for name in names:
            self.skip()
            code = pygame.key.key_code(name)
            letter = name if len(name) == 1 else ""
            happens(pygame.KEYDOWN, key=code, unicode=letter, mod=0)
            self.look()

    def wait(self, seconds: float) -> None:
        """A while, with an eye on the screen."""
        for _ in range(round(seconds / 0.25)):
            self.house.wait(0.25, turn=0.25)
            self.look()

    def lay(self, card: str, on: str) -> None:
        self.house.lay(card, on=on)
        self.look()


def seen(words: str, texts: list[str]) -> bool:
    """Words that stand together; or a player and what they are told to do, which grows from their seat."""
    player, _, told = words.partition(", ")
    here = bool(told) and player in texts and any(text.startswith(told) for text in texts)
    return here or any(words in text for text in texts)


def happens(kind: int, **details: Any) -> None:
    pygame.event.post(pygame.event.Event(kind, **details))


def middle(box: Box) -> tuple[int, int]:
    return box.x + box.w // 2, box.y + box.h // 2
