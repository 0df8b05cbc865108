"""Pictures that were drawn once and are kept: as many as there is room for, the last ones used.

    @kept(megabytes=24)
    def card(game: str, name: str) -> pygame.Surface: ...

Their number alone says little: a card that fills the screen takes as much as a hundred in a hand.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import update_wrapper
from typing import Generic, NamedTuple, ParamSpec

import pygame

What = ParamSpec("What")


class Drawn(NamedTuple):
    misses: int  # pictures that were drawn


class Kept(Generic[What]):
    def __init__(self, draw: Callable[What, pygame.Surface], most: int) -> None:
        self._draw, self._most = draw, most
        self._pictures: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._bytes = self._drawn = 0
        update_wrapper(self, draw)

    def __call__(self, *args: What.args, **named: What.kwargs) -> pygame.Surface:
        key = (args, *named.items())
        if key in self._pictures:
            self._pictures.move_to_end(key)
            return self._pictures[key]
        made = self._pictures[key] = self._draw(*args, **named)
        self._drawn += 1
        self._bytes += _size(made)
        while self._bytes > self._most and len(self._pictures) > 1:
            self._bytes -= _size(self._pictures.popitem(last=False)[1])
        return made

    def cache_clear(self) -> None:
        self._pictures.clear()
        self._bytes = 0

    def cache_info(self) -> Drawn:
        return Drawn(self._drawn)


def kept(megabytes: int) -> Callable[[Callable[What, pygame.Surface]], Kept[What]]:
    return lambda draw: Kept(draw, megabytes * 1_000_000)


def _size(picture: pygame.Surface) -> int:
    return picture.get_height() * picture.get_pitch()
