"""The colours that the owner of a deck completes from the real cards, colour by colour.

colours = DeckColours(folder)
if colours.handle(MarkColour("6", "red")): table.use(decks.owned(folder))
"""

from __future__ import annotations

from pathlib import Path

from controller import intents as wish
from controller.cards import decks
from controller.intents import Intent
from controller.view import ColoursView
from engine.cards import Deck


class DeckColours:
    def __init__(self, folder: Path) -> None:
        """*folder* is the data folder; UserError if a deck file in it is wrong."""
        self._folder = folder
        self._deck = decks.completed(folder)

    def handle(self, intent: Intent) -> bool:
        """Do what is wanted of the colours, on disk; False: it was about something else.

        DeckError if the deck would make no sense, StorageError if the disk does not take it.
        """
        match intent:
            case wish.MarkColour(number, colour) if colour not in decks.original(self._deck).colours:
                deck = decks.traced(self._deck, number, colour)
            case wish.SettleColour(colour, done) if colour not in decks.original(self._deck).colours:
                deck = (decks.settled if done else decks.reopened)(self._deck, colour)
            case wish.FinishColours():
                deck = decks.finished(self._deck)
            case _:
                return False
        decks.save(self._folder, deck)
        self._deck = deck
        return True

    def view(self) -> ColoursView:
        return colours(self._deck)


def colours(deck: Deck) -> ColoursView:
    """What is known of the colours of *deck*."""
    return ColoursView(
        numbers=tuple(
            (kind.name, tuple(colour for colour in kind.colours if colour != decks.UNKNOWN))
            for kind in deck.kinds
            if kind.value is not None
        ),
        settled=deck.colours,
        begun=decks.unsettled(deck),
        fixed=decks.original(deck).colours,
        short=decks.short(deck),
        finished=not decks.undecided(deck),
    )
