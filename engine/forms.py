"""The usual forms of a choice in JSON: a player's name, one of a few words, a number in a range.

>>> SEAT_OR_NOBODY.read("Luc", ["Marie", "Luc"])
1
>>> SEAT_OR_NOBODY.write(None, ["Marie", "Luc"]) is None
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.rules import Seat


@dataclass(frozen=True)
class Player:
    """A seat, by its player's name; null for nobody where that is a choice."""

    or_nobody: bool = False

    def read(self, data: Any, names: Sequence[str]) -> Seat | None:
        if data is None and self.or_nobody:
            return None
        return names.index(data)

    def write(self, value: Seat | None, names: Sequence[str]) -> str | None:
        return None if value is None else names[value]


@dataclass(frozen=True)
class OneOf:
    """One of these JSON values, itself the value."""

    values: tuple[Any, ...]

    def read(self, data: Any, names: Sequence[str]) -> Any:
        for value in self.values:
            if type(value) is type(data) and value == data:
                return value
        raise ValueError(f"expected one of {self.values}")

    def write(self, value: Any, names: Sequence[str]) -> Any:
        return value


SEAT = Player()
SEAT_OR_NOBODY = Player(or_nobody=True)
FALSE = OneOf((False,))
