"""Teaching a table its cards, and reading a deck back: one card after the other, in any number of evenings.

    enrolment = DeckTeaching(registry, decks).enrol("thirteen", copy=1, card=None)
    enrolment.arrived("04a2b3c4d5e680")    # Notice(ACCEPTED, "taught", ...)

What is taught is kept at once, so an enrolment can end at any moment and the next one goes on from there.
"""

from __future__ import annotations

import difflib
from collections import deque
from collections.abc import Callable, Mapping

from controller.cards import finder
from controller.cards.finder import DeckReport
from controller.cards.registry import Registry, TagTaken
from controller.errors import UserError, listed
from controller.ports import CardRef
from controller.view import EnrolView, FinderView, Hint, Mode, Notice, NoticeKind
from engine.cards import Deck
from engine.rules import Refusal

COPIES = range(1, 100)


class NoSuchCard(UserError, ValueError):
    """There is no such deck, copy or card; the message is one sentence."""


class DeckTeaching:
    """A Teaching; `begun` is the enrolment or the check that was begun last."""

    def __init__(self, registry: Registry, decks: Mapping[str, Deck]) -> None:
        self.begun: Enrolment | DeckCheck | None = None
        self._registry = registry
        self._decks = decks

    def enrol(self, deck: str, copy: int, card: str | None) -> Enrolment:
        cards = self._find(deck, copy)
        only = None if card is None else _known(cards, card)
        self.begun = enrolment = Enrolment(self._registry, cards, copy, only)
        return enrolment

    def check(self, deck: str, copy: int) -> DeckCheck:
        self.begun = check = DeckCheck(self._registry, self._find(deck, copy), copy)
        return check

    def find(self, deck: str, kind: str, in_mid_round: Callable[[int], bool]) -> FinderView:
        return finder.find(self._registry, self._decks, deck, kind, in_mid_round)

    def retire(self, deck: str, copy: int, card: str) -> None:
        """Forget the tag of a card; NoSuchCard if it has none."""
        name = _known(self._find(deck, copy), card)
        if name not in self._registry.taught().get((deck, copy), ()):
            raise NoSuchCard(f"{name} of {deck}, copy {copy}, has no tag: there is nothing to retire.")
        self._registry.retire(deck, copy, name)

    def _find(self, deck: str, copy: int) -> Deck:
        if deck not in self._decks:
            raise NoSuchCard(f"There is no deck {deck!r}: use {listed(self._decks)}.")
        if copy not in COPIES:
            raise NoSuchCard(f"A deck cannot have a copy {copy}: use 1 to {COPIES[-1]}.")
        return self._decks[deck]


def _known(deck: Deck, card: str) -> str:
    if deck.card(card) is not None:
        return card
    alike = [deck.names[number] for number in deck.copies(card)]
    if alike:
        raise NoSuchCard(f"{deck.name} has several cards {card}: say {listed(alike)}.")
    close = difflib.get_close_matches(card, deck.names, n=1) or [deck.names[0]]
    raise NoSuchCard(f"{deck.name} has no card {card!r}: say it as {close[0]}, for instance.")


class Enrolment:
    """Teaches all the cards of a physical copy that have no tag yet, or one card anew."""

    mode = Mode.ENROLLING

    def __init__(self, registry: Registry, deck: Deck, copy: int, only: str | None) -> None:
        self._registry = registry
        self._deck = deck
        self._copy = copy
        taught = registry.taught().get((deck.name, copy), set())
        self._left = deque([only] if only else [name for name in deck.names if name not in taught])
        self._total = 1 if only else len(deck)
        self._last: CardRef | None = None

    def arrived(self, uid: str) -> Notice:
        if self._last and self._registry.lookup(uid) == self._last:  # it only was not lifted away far enough
            return _say(NoticeKind.HINT, Hint.SHOWN_ALREADY.value, self._last)
        if not self._left:
            return Notice(NoticeKind.HINT, Hint.ALL_TAUGHT.value)
        card = CardRef(self._deck.name, self._copy, self._left[0])
        try:
            self._registry.teach(uid, card)
        except TagTaken as taken:
            return _say(NoticeKind.REFUSED, Hint.TAG_TAKEN.value, taken.owner)
        self._left.popleft()
        self._last = card
        return _say(NoticeKind.ACCEPTED, "taught", card)

    def skip(self) -> None:
        self._left.rotate(-1)

    def view(self) -> EnrolView:
        card = self._left[0] if self._left else None
        done = self._total - len(self._left)
        return EnrolView(self._deck.name, self._copy, card, done, self._total, complete=not self._left)


class DeckCheck:
    """Reads a physical copy back. `foreign` is what does not belong to it: tag to card, or to None."""

    mode = Mode.CHECKING

    def __init__(self, registry: Registry, deck: Deck, copy: int) -> None:
        self._registry = registry
        self._deck = deck
        self._copy = copy
        self._shown: set[str] = set()
        self.foreign: dict[str, CardRef | None] = {}

    def arrived(self, uid: str) -> Notice:
        card = self._registry.lookup(uid)
        if card is None:
            self.foreign[uid] = None
            return Notice(NoticeKind.REFUSED, Refusal.UNKNOWN_TAG.value)
        if card[:2] != (self._deck.name, self._copy) or card.retired:
            self.foreign[uid] = card
            other = Hint.RETIRED_TAG if card.retired else Hint.OTHER_COPY
            why = other if card.deck == self._deck.name else Refusal.FOREIGN_CARD
            return _say(NoticeKind.REFUSED, why.value, card)
        if card.card in self._shown:
            return _say(NoticeKind.HINT, Hint.SHOWN_ALREADY.value, card)
        self._shown.add(card.card)
        return _say(NoticeKind.ACCEPTED, "shown", card)

    def skip(self) -> None:
        """Any card may come next."""

    @property
    def complete(self) -> bool:
        """Whether every card that can be recognised was shown."""
        return self._registry.taught().get((self._deck.name, self._copy), set()) <= self._shown

    def view(self) -> EnrolView:
        deck, done = self._deck, len(self._shown)
        missing = tuple(name for name in deck.names if name not in self._shown)
        return EnrolView(deck.name, self._copy, None, done, len(deck), missing, self.complete)

    def report(self) -> DeckReport:
        """What was shown so far, what was not, and what does not belong there."""
        deck, copy, view = self._deck.name, self._copy, self.view()
        missing = finder.missing_cards(self._registry, deck, copy, view.missing)
        return DeckReport(deck, copy, view.done, missing, tuple(self.foreign.values()))


def _say(kind: NoticeKind, code: str, card: CardRef) -> Notice:
    return Notice(kind, code, about=(("card", card.card), ("deck", card.deck), ("copy", str(card.copy))))
