"""The decks of this table: those that ship with the games, and what the owner completed from the real cards.

    gamate = traced(load(data_folder)["gamate"], "6", "red")   # 6 has a trace of red, or no longer has one
    save(data_folder, settled(gamate, "red"))      # and that were all the numbers that have one

An owner's deck is a file in `decks/` of the data folder, named after its game. It has the same cards as the
one that ships; only colours that nobody had written down yet can be filled in.
"""

from __future__ import annotations

import contextlib
import json
import re
import tomllib
from collections.abc import Iterable
from dataclasses import asdict, replace
from operator import attrgetter
from pathlib import Path

import tomli_w

from controller.errors import UserError, listed
from controller.intents import FinishColours, Intent, MarkColour, SettleColour
from controller.storage.database import StorageError
from controller.storage.files import keep
from controller.view import ColoursView
from engine import games
from engine.cards import Deck, DeckError, Kind, deck_from

COPY = ".copy"  # beside a deck that was completed on the screen
UNKNOWN = "unknown"  # stands for the traces of a card that nobody has looked at


def load(folder: Path) -> dict[str, Deck]:
    """Every deck of the table whose data *folder* this is."""
    return shipped() | owned(folder)


def shipped() -> dict[str, Deck]:
    return {name: games.game(name).deck for name in games.names()}


def owned(folder: Path) -> dict[str, Deck]:
    """The decks that their owner completed; UserError, in one sentence, if a file is wrong."""
    decks = {}
    for path in sorted((folder / "decks").glob("*.toml")):
        try:
            decks[path.stem] = _read(path)
        except (OSError, ValueError, RecursionError) as error:  # a DeckError is a ValueError
            raise UserError(f"{path}: {_why(error)}") from None
    return decks


def usable(folder: Path) -> dict[str, Deck]:
    """Those of `owned` that can be used; a damaged file is as if it were not there."""
    return mend(folder, look=True)[0]


def mend(folder: Path, *, look: bool = False) -> tuple[dict[str, Deck], list[str]]:
    """The decks that their owner completed, as far as they can be used, and a sentence about each other.

    A file that is wrong is set aside, and the copy that the table keeps takes its place; with *look* only in
    what is returned.
    """
    decks, said = {}, []
    for path in sorted((folder / "decks").glob("*.toml")):
        try:
            decks[path.stem] = _read(path)
            continue
        except (OSError, ValueError, RecursionError) as error:
            why = f"{path}: {_why(error)}"
        with contextlib.suppress(OSError, ValueError, RecursionError):
            decks[path.stem] = _read(path.with_suffix(COPY))
        goes_on = "its copy" if path.stem in decks else "the deck that ships with the game"
        said.append(f"{why} The table goes on with {goes_on}.")
        if not look and path.stem in games.names():  # others wait until their game is installed again
            with contextlib.suppress(OSError, StorageError):
                path.replace(path.with_suffix(".damaged"))
                if path.stem in decks:
                    keep(path, to_toml(decks[path.stem]))
    return decks, said


def original(deck: Deck) -> Deck:
    """The deck as it ships with its game."""
    return games.game(deck.name).deck


def undecided(deck: Deck) -> tuple[str, ...]:
    """The kinds whose colours nobody has looked at yet, or not all of them."""
    return tuple(kind.name for kind in deck.kinds if UNKNOWN in kind.colours)


# Colour by colour, as the host does it on the screen


def traced(deck: Deck, number: str, colour: str) -> Deck:
    """*deck* with a trace of *colour* on this number, or without the one it had."""
    kinds = tuple(
        replace(kind, colours=tuple(sorted({*kind.colours} ^ {colour}))) if kind.name == number else kind
        for kind in deck.kinds
    )
    return reopened(replace(deck, kinds=kinds), colour)


def settled(deck: Deck, colour: str) -> Deck:
    """Every number with a trace of *colour* has it: it may be demanded from now on."""
    return _with(deck, sorted({*deck.colours, colour}))


def reopened(deck: Deck, colour: str) -> Deck:
    """Not every number with a trace of *colour* has it, after all."""
    return _with(deck, [known for known in deck.colours if known != colour])


def finished(deck: Deck) -> Deck:
    """There are no other colours: of every one it is known where it stands alone."""
    kinds = tuple(replace(kind, colours=noted(kind)) for kind in deck.kinds)
    return _with(replace(deck, kinds=kinds), deck.colours)


def noted(kind: Kind) -> tuple[str, ...]:
    """The colours of *kind* that were written down."""
    return tuple(colour for colour in kind.colours if colour != UNKNOWN)


def unsettled(deck: Deck) -> tuple[str, ...]:
    """The colours that are on some numbers, but perhaps not yet on all that have them."""
    found = {colour for kind in deck.kinds for colour in noted(kind)}
    return tuple(sorted(found.difference(deck.colours)))


def short(deck: Deck) -> tuple[str, ...]:
    """The numbers that are known to have one more colour than was written down for them."""
    return tuple(
        kind.name
        for kind, was in zip(deck.kinds, original(deck).kinds, strict=True)
        if len(was.colours) > 1 and {*noted(kind)} == {*noted(was)}
    )


class DeckColours:
    """The colours that the owner of a deck completes, number by number."""

    def __init__(self, folder: Path) -> None:
        """*folder* is the data folder."""
        self._folder = folder
        name = next(name for name in games.names() if games.game(name).owner_completes_deck)
        self._deck = usable(folder).get(name, games.game(name).deck)

    def handle(self, intent: Intent) -> bool:
        """Do what is wanted of the colours, on disk; False: it was about something else.

        DeckError if the deck would make no sense, StorageError if the disk does not take it.
        """
        match intent:
            case MarkColour(number, colour) if colour not in original(self._deck).colours:
                deck = traced(self._deck, number, colour)
            case SettleColour(colour, done) if colour not in original(self._deck).colours:
                deck = (settled if done else reopened)(self._deck, colour)
            case FinishColours():
                deck = finished(self._deck)
            case _:
                return False
        save(self._folder, deck)
        self._deck = deck
        return True

    def view(self) -> ColoursView:
        return colours(self._deck)


def colours(deck: Deck) -> ColoursView:
    """What is known of the colours of *deck*."""
    return ColoursView(
        numbers=tuple((kind.name, noted(kind)) for kind in deck.kinds if kind.value is not None),
        settled=deck.colours,
        begun=unsettled(deck),
        fixed=original(deck).colours,
        short=short(deck),
        finished=not undecided(deck),
    )


def _with(deck: Deck, colours: Iterable[str]) -> Deck:
    """Where a colour stands alone is known once nothing is unknown; of those that ship it always was."""
    changed = replace(deck, colours=tuple(colours), exclusive=None)
    if undecided(changed):
        shipped = original(deck).colours
        changed = replace(changed, exclusive=tuple(filter(shipped.__contains__, changed.colours)))
    _check(changed)
    return changed


def save(folder: Path, deck: Deck) -> Path:
    """Keep the owner's *deck*: the old file or the new one is there whenever the power goes."""
    path = folder / "decks" / f"{deck.name}.toml"
    keep(path, to_toml(deck))
    keep(path.with_suffix(COPY), to_toml(deck))
    return path


def to_toml(deck: Deck) -> str:
    said = asdict(deck, dict_factory=lambda pairs: {key: value for key, value in pairs if value is not None})
    return tomli_w.dumps(said)


def _read(path: Path) -> Deck:
    if path.stem not in games.names():
        raise DeckError(f"There is no deck of that name: call the file {listed(games.names())}.toml.")
    deck = deck_from(tomllib.loads(path.read_text("utf-8")))
    if deck.name != path.stem:
        raise DeckError(f'name = "{deck.name}" does not fit the file: make it "{path.stem}".')
    _check(deck)
    return deck


def _check(deck: Deck) -> None:
    """DeckError if *deck* is not the one that ships, but for colours that could be filled in."""
    shipped = original(deck)
    face = attrgetter("name", "value", "copies")
    if [*map(face, deck.kinds)] != [*map(face, shipped.kinds)]:
        raise DeckError(
            f"Deck {deck.name}: list the same cards in the same order as the deck that ships; "
            "only colours may differ."
        )
    if deck == shipped:
        return
    if not undecided(shipped):
        raise DeckError(f"Deck {deck.name}: nothing in it is left to complete: remove this file.")
    for kind in deck.kinds:
        for colour in kind.colours:
            if not re.fullmatch("[a-z]{1,20}", colour):
                where = f"Deck {deck.name}, kind {kind.name}"
                raise DeckError(f'{where}: "{colour}" is no colour: use small letters only.')
    for colour in deck.colours:
        if not any(colour in kind.colours for kind in deck.kinds) or colour == UNKNOWN:
            raise DeckError(f"Deck {deck.name}: colours lists {colour}, which no card has: take it out.")
    missing = undecided(deck)
    alone = deck.colours if deck.exclusive is None else deck.exclusive
    if missing and not set(alone) <= set(shipped.colours):
        new = next(colour for colour in alone if colour not in shipped.colours)
        raise DeckError(
            f'Deck {deck.name}: colours lists {new}, but {missing[0]} is still "{UNKNOWN}": '
            f"decide every card first, or add the line exclusive = {json.dumps(shipped.colours)}."
        )


def _why(error: Exception) -> str:
    match error:
        case DeckError():
            return str(error)
        case OSError():
            return f"It cannot be read ({error.strerror}): check its permissions, or remove it."
        case UnicodeDecodeError() | RecursionError():
            return "This is not a TOML file: correct it, or remove it."
    return f"This is not TOML ({str(error).rstrip('.')}): correct it, or remove it."
