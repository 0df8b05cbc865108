"""Cards and decks as values.

A *card* is a small number: its place in its deck. A deck gives it a name, both ways:

    >>> deck = Deck("tiny", (Kind("blue-1", value=1, colours=("blue",), copies=2), Kind("mute")))
    >>> deck.names
    ('blue-1#1', 'blue-1#2', 'mute')
    >>> deck.card("blue-1#2"), deck.copies("blue-1")
    (1, (0, 1))

Small numbers keep a state small and an `apply` fast; names are for people and for text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

Card = int


class DeckError(ValueError):
    """A deck file says something that cannot be; the message is one sentence."""


@dataclass(frozen=True)
class Kind:
    """All the cards of a deck that look the same: `blue-7`, of which there are three."""

    name: str
    value: int | None = None
    colours: tuple[str, ...] = ()
    copies: int = 1


@dataclass(frozen=True)
class Deck:
    """The cards of a game, in a fixed order. *colours* lists the colours the deck is complete in.

    *exclusive* lists those of them of which it is also known where they stand alone; None: all of them.
    """

    name: str
    kinds: tuple[Kind, ...]
    colours: tuple[str, ...] = ()
    exclusive: tuple[str, ...] | None = None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each card; copies of one kind are numbered `#1`, `#2`, …"""
        return tuple(
            kind.name if kind.copies == 1 else f"{kind.name}#{copy}"
            for kind in self.kinds
            for copy in range(1, kind.copies + 1)
        )

    @cached_property
    def kind_of(self) -> tuple[Kind, ...]:
        """The kind of each card."""
        return tuple(kind for kind in self.kinds for _ in range(kind.copies))

    @cached_property
    def _cards(self) -> dict[str, Card]:
        return {name: card for card, name in enumerate(self.names)}

    @cached_property
    def _copies(self) -> dict[str, tuple[Card, ...]]:
        kinds = enumerate(self.kind_of)
        copies: dict[str, tuple[Card, ...]] = {kind.name: () for kind in self.kinds}
        for card, kind in kinds:
            copies[kind.name] += (card,)
        return copies

    def card(self, name: str) -> Card | None:
        """The one card of that name, or None."""
        return self._cards.get(name)

    def copies(self, kind: str) -> tuple[Card, ...]:
        """Every card of the kind of that name, lowest number first; empty if there is none."""
        return self._copies.get(kind, ())

    def __contains__(self, name: str) -> bool:
        return name in self._cards or name in self._copies

    def __len__(self) -> int:
        return len(self.names)


def deck_from(data: Mapping[str, Any]) -> Deck:
    """The deck that a deck file describes, already parsed from TOML."""
    name = data.get("name")
    if not isinstance(name, str) or not name:
        raise DeckError("A deck file needs a name.")
    rows = data.get("kinds")
    if not isinstance(rows, list) or not rows:
        raise DeckError(f"Deck {name}: kinds must list at least one kind of card.")
    kinds = tuple(_kind_from(name, row) for row in rows)
    if len({kind.name for kind in kinds}) != len(kinds):
        raise DeckError(f"Deck {name}: two kinds have the same name; copies are written copies = 2.")
    colours = data.get("colours", [])
    if not _is_words(colours):
        raise DeckError(f"Deck {name}: colours must be a list of words.")
    exclusive = data.get("exclusive")
    if exclusive is not None and not (_is_words(exclusive) and set(exclusive) <= set(colours)):
        raise DeckError(f"Deck {name}: exclusive must list words of colours.")
    unknown = data.keys() - {"name", "kinds", "colours", "exclusive"}
    if unknown:
        raise DeckError(f"Deck {name}: unknown key {min(unknown)!r}.")
    return Deck(name, kinds, tuple(colours), None if exclusive is None else tuple(exclusive))


def _kind_from(deck: str, row: object) -> Kind:
    if not isinstance(row, dict) or not isinstance(row.get("name"), str) or "#" in row["name"]:
        raise DeckError(f"Deck {deck}: each kind needs a name without '#', as in {{ name = \"blue-7\" }}.")
    where = f"Deck {deck}, kind {row['name']}"
    value, colours, copies = row.get("value"), row.get("colours", []), row.get("copies", 1)
    if value is not None and type(value) is not int:
        raise DeckError(f"{where}: value must be a whole number.")
    if not _is_words(colours):
        raise DeckError(f"{where}: colours must be a list of words.")
    if type(copies) is not int or not 1 <= copies <= 99:
        raise DeckError(f"{where}: copies must be a number from 1 to 99.")
    unknown = row.keys() - {"name", "value", "colours", "copies"}
    if unknown:
        raise DeckError(f"{where}: unknown key {min(unknown)!r}.")
    return Kind(row["name"], value, tuple(colours), copies)


def _is_words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)
