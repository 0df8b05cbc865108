"""The complete serial form of states and moves: every card, nothing lost, both ways. Not for players' eyes.

    >>> from engine.games import thirteen
    >>> from engine.rules import Setup
    >>> state = thirteen.first_round(Setup(seats=3), dealer=0)
    >>> loads(thirteen.State, dumps(state)) == state
    True

The other serial form, the public one, is `engine.notation.describe`.
"""

from __future__ import annotations

import json
import types
import typing
from functools import cache
from typing import Any, TypeVar

from engine.cards import Deck, deck_from

T = TypeVar("T")


def dumps(value: Any) -> str:
    return json.dumps(_plain(value), separators=(",", ":"))


def loads(form: type[T], text: str) -> T:
    """The value of type *form* that `dumps` wrote."""
    return typing.cast(T, _shaped(form, json.loads(text)))


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, Deck):
        return {
            "name": value.name,
            "colours": list(value.colours),
            "kinds": [
                {key: list(field) if isinstance(field, tuple) else field for key, field in vars(kind).items()}
                for kind in value.kinds
            ],
        }
    return value


def _shaped(form: Any, data: Any) -> Any:
    """*data* in the shape that the type *form* asks for."""
    if isinstance(form, types.UnionType):
        return None if data is None else _shaped(form.__args__[0], data)
    if hasattr(form, "_fields"):
        return form(*(_shaped(*pair) for pair in zip(_hints(form), data, strict=True)))
    if form is Deck:
        return deck_from(data)
    origin, items = typing.get_origin(form), typing.get_args(form)
    if origin is frozenset:
        return frozenset(data)
    if origin is tuple and items[-1] is ...:
        return tuple(_shaped(items[0], each) for each in data)
    if origin is tuple:
        return tuple(_shaped(*pair) for pair in zip(items, data, strict=True))
    return _tuples(data)


@cache
def _hints(form: type) -> list[Any]:
    return list(typing.get_type_hints(form).values())


def _tuples(data: Any) -> Any:
    """Where a type says nothing, as for a bid, lists were tuples."""
    return tuple(map(_tuples, data)) if isinstance(data, list) else data
