"""What a game does by itself to be looked at: one card, very large, and its trick.

    def act(show: Show) -> None:
        show.front.add(Picture(show.at(0.5, 0.5, 0.3), "star", GOLD))

Called for each picture while nobody plays, from the moment the card lies there face up; drawn anew each time
from nothing but the time.
"""

from __future__ import annotations

from typing import NamedTuple

from display.widgets.boxes import Box
from display.widgets.widgets import SHAPE, Card, Page

ACT_S = 3.4  # a trick has so long
SPREAD_S = 0.5


class Show(NamedTuple):
    game: str
    samples: tuple[str, ...]  # of its cards
    behind: Page  # what is drawn there lies under the card
    front: Page
    card: Box  # where it lies
    t: float  # seconds since then

    @property
    def screen(self) -> Box:
        return self.front.box

    def at(self, x: float, y: float, size: float) -> Box:
        """A square round a point of the card, in shares of its width and height; *size* in widths."""
        side = max(2, round(self.card.w * size))
        middle = Box(self.card.x + round(self.card.w * x), self.card.y + round(self.card.h * y), 0, 0)
        return middle.centred(side, side)

    def share(self, start: float, seconds: float) -> float:
        """How much of so many seconds from *start* is over."""
        return max(0.0, min((self.t - start) / seconds, 1.0))


def samples(show: Show) -> None:
    """Of any game: some of its cards spread out from behind the large one."""
    high = show.card.h * 3 // 5
    for number, name in enumerate(show.samples[:4]):
        share = 1 - (1 - show.share(0.2 * number, SPREAD_S)) ** 3
        side = -1 if number % 2 else 1
        away = round(share * side * show.card.w * (0.75 if number < 2 else 1.15))
        place = show.card.centred(round(high * SHAPE), high)
        angle = round(share * side * (8 if number < 2 else 14))
        show.behind.add(Card(place._replace(x=place.x + away), show.game, name, angle=angle))
