"""The games there are, found by name: the modules here, and what installed packages bring.

    >>> names()[:2], game("thirteen").seats
    (('thirteen', 'ninja'), range(3, 7))

A module here ends with `GAME = Game(...)`. An installed package has an entry point in group `tapis.games`:
the name of the game, and a package whose module `rules` ends so (docs/adding-a-game.md). A game that cannot
be used is left out, and `left_out` says why; the others are played as ever.
"""

from __future__ import annotations

import importlib
import pkgutil
import types
import typing
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any

from engine.cards import DeckError
from engine.rules import Game, Setup

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "tapis.games"


class GameError(ValueError):
    """There is no such game, or it cannot be used; the message is one sentence."""


@cache
def game(name: str) -> Game:
    """The game of that name; GameError if there is none."""
    if name in shipped():
        return _load(name, f"engine.games.{name}", f"engine/games/{name}")
    if name in _installed():
        point = _installed()[name]
        return _load(name, f"{point.value}.rules", _package(point))
    raise GameError(f"There is no game {name!r}; choose one of {', '.join(names())}.")


def names() -> tuple[str, ...]:
    """The names of all games that can be played, in the order of the menus."""
    return _all()[0]


def left_out() -> tuple[str, ...]:
    """A sentence for each game that cannot be used."""
    return _all()[1]


def home(name: str) -> str | None:
    """The package an installed game lives in, its presentation and its bot too; None: it ships with these."""
    return None if name in shipped() else _installed()[name].value


@cache
def _all() -> tuple[tuple[str, ...], tuple[str, ...]]:
    found: list[Game] = []
    faults = [
        _left_out(point.name, _package(point), "there is a game of that name already")
        for point in _entry_points()
        if point.name in shipped() or _installed()[point.name] is not point
    ]
    for name in (*shipped(), *_installed()):
        try:
            found.append(game(name))
        except GameError as error:
            faults.append(str(error))
    return tuple(each.name for each in sorted(found, key=lambda each: (each.place, each.name))), tuple(faults)


@cache
def shipped() -> tuple[str, ...]:
    """The names of the games that come with the table, by the alphabet; none of them is loaded for it."""
    return tuple(module.name for module in pkgutil.iter_modules(__path__))


@cache
def _entry_points() -> tuple[EntryPoint, ...]:
    from importlib.metadata import entry_points  # a third of a referee's start, which does not need it

    return tuple(sorted(entry_points(group=GROUP), key=_package))


@cache
def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in reversed(_entry_points()) if point.name not in shipped()}


def _package(point: EntryPoint) -> str:
    return f"the package {point.dist.name if point.dist else point.value}"


def _left_out(name: str, owner: str, why: str) -> str:
    return f"The game {name} of {owner} is left out: {why}; put that right or remove it."


def _load(name: str, module: str, owner: str) -> Game:
    """The record of that module, tried once; GameError says what is wrong with it."""
    try:
        found = vars(importlib.import_module(module)).get("GAME")
        why = _why_not(name, found)
    except (Exception, SystemExit) as error:  # a stranger's code may fail in any way, and the table comes up
        told = " ".join(str(error).split())
        why = told.rstrip(".") if isinstance(error, DeckError) else f"{type(error).__name__}: {told}"
    if why:
        raise GameError(_left_out(name, owner, why))
    return typing.cast(Game, found)


def _why_not(name: str, found: Any) -> str | None:
    if not isinstance(found, Game):
        return "its rules do not end with GAME = Game(...)"
    if found.name != name:
        return f"its record says the name {found.name!r}"
    if found.deck.name != name:
        return f"its deck says the name {found.deck.name!r}"
    for row in fields(Game):
        if not _fits(getattr(found, row.name), _hints()[row.name]):
            return f"{row.name} in its record is no {row.type}"
    state = found.first_round(Setup(found.seats[0]), 0)
    found.describe(state, [f"{seat}" for seat in range(found.seats[0])])
    begins = not state.over and not state.laid and len(state.hands) == found.seats[0]
    return None if begins else "its first round is no beginning"


@cache
def _hints() -> dict[str, Any]:
    return typing.get_type_hints(Game)


def _fits(value: Any, hint: Any) -> bool:
    kinds = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    return any(isinstance(value, typing.get_origin(kind) or kind) for kind in kinds)
