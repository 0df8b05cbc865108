"""The decks of this table: those that ship with the games, and what the owner completed from the real cards.

    decks = load(data_folder)                      # every deck, by the name of its game
    gamate = complete(decks["gamate"], {"6": {"red", "blue"}, "7": None, ...})
    save(data_folder, gamate)

An owner's deck is a file in `decks/` of the data folder, named after its game. It has the same cards as the
one that ships; only colours that nobody had written down yet can be filled in.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from controller.errors import UserError, listed
from engine import games
from engine.cards import Deck, DeckError, Kind, deck_from
from engine.decks import standard

UNKNOWN = "unknown"  # stands for the traces of a card that nobody has looked at


def load(folder: Path) -> dict[str, Deck]:
    """Every deck of the table whose data *folder* this is."""
    return {name: standard(name) for name in games.NAMES} | owned(folder)


def owned(folder: Path) -> dict[str, Deck]:
    """The decks that their owner completed; UserError, in one sentence, if a file is wrong."""
    decks = {}
    for path in sorted((folder / "decks").glob("*.toml")):
        try:
            decks[path.stem] = _read(path)
        except (OSError, ValueError, RecursionError) as error:  # a DeckError is a ValueError
            raise UserError(f"{path}: {_why(error)}") from None
    return decks


def undecided(deck: Deck) -> tuple[str, ...]:
    """The kinds whose colours nobody has looked at yet, or not all of them."""
    return tuple(kind.name for kind in deck.kinds if UNKNOWN in kind.colours)


def complete(deck: Deck, traces: Mapping[str, Collection[str] | None]) -> Deck:
    """*deck* with these colours on its kinds; None: not decided yet.

    A colour may be demanded once every kind is decided: until then nobody knows all the cards that have it.
    """
    decided = replace(deck, kinds=tuple(_decide(kind, traces) for kind in deck.kinds))
    if not undecided(decided):
        colours = {colour for kind in decided.kinds for colour in kind.colours}
        decided = replace(decided, colours=tuple(sorted(colours)))
    _check(decided)
    return decided


def save(folder: Path, deck: Deck) -> Path:
    """Keep the owner's *deck*: the old file or the new one is there whenever the power goes."""
    path = folder / "decks" / f"{deck.name}.toml"
    partial = path.with_suffix(".partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("w", encoding="utf-8") as file:
            file.write(to_toml(deck))
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        raise UserError(f"{path} cannot be written ({error.strerror}): check the disk.") from None
    return path


def to_toml(deck: Deck) -> str:
    kinds = "".join(f"    {{ {', '.join(_fields(kind))} }},\n" for kind in deck.kinds)
    colours = json.dumps(list(deck.colours))
    return f"name = {json.dumps(deck.name)}\ncolours = {colours}\nkinds = [\n{kinds}]\n"


def _fields(kind: Kind) -> list[str]:
    fields = {"name": kind.name, "value": kind.value, "colours": list(kind.colours), "copies": kind.copies}
    return [f"{key} = {json.dumps(value)}" for key, value in fields.items() if value is not None]


def _decide(kind: Kind, traces: Mapping[str, Collection[str] | None]) -> Kind:
    if kind.name not in traces:
        return kind
    colours = traces[kind.name]
    return replace(kind, colours=(UNKNOWN,) if colours is None else tuple(sorted(colours)))


def _read(path: Path) -> Deck:
    if path.stem not in games.NAMES:
        raise DeckError(f"There is no deck of that name: call the file {listed(games.NAMES)}.toml.")
    deck = deck_from(tomllib.loads(path.read_text("utf-8")))
    if deck.name != path.stem:
        raise DeckError(f'name = "{deck.name}" does not fit the file: make it "{path.stem}".')
    _check(deck)
    return deck


def _check(deck: Deck) -> None:
    """DeckError if *deck* is not the one that ships, but for colours that could be filled in."""
    original = standard(deck.name)
    if [_face(kind) for kind in deck.kinds] != [_face(kind) for kind in original.kinds]:
        raise DeckError(
            f"Deck {deck.name}: list the same cards in the same order as the deck that ships; "
            "only colours may differ."
        )
    if deck == original:
        return
    if not undecided(original):
        raise DeckError(f"Deck {deck.name}: nothing in it is left to complete: remove this file.")
    for kind in deck.kinds:
        for colour in kind.colours:
            if not re.fullmatch("[a-z]{1,20}", colour):
                raise DeckError(
                    f'Deck {deck.name}, kind {kind.name}: "{colour}" is no colour: use small letters only.'
                )
    for colour in deck.colours:
        if not any(colour in kind.colours for kind in deck.kinds) or colour == UNKNOWN:
            raise DeckError(f"Deck {deck.name}: colours lists {colour}, which no card has: take it out.")
    missing = undecided(deck)
    if missing and not set(deck.colours) <= set(original.colours):
        new = next(colour for colour in deck.colours if colour not in original.colours)
        raise DeckError(
            f'Deck {deck.name}: colours lists {new}, but {missing[0]} is still "{UNKNOWN}": '
            f"decide every card first, or take {new} out."
        )


def _face(kind: Kind) -> tuple[str, int | None, int]:
    return kind.name, kind.value, kind.copies


def _why(error: Exception) -> str:
    match error:
        case DeckError():
            return str(error)
        case OSError():
            return f"It cannot be read ({error.strerror}): check its permissions, or remove it."
        case UnicodeDecodeError() | RecursionError():
            return "This is not a TOML file: correct it, or remove it."
    return f"This is not TOML ({str(error).rstrip('.')}): correct it, or remove it."
