"""A card is missing: where it was last seen, on which pad and when, in whatever match that was.

    for ref, seen in where(registry, "thirteen", "blue-7#2"): ...

Between rounds only: during a round, where a card was seen may be what players must remember. Of the box of
a match that was left in mid-round, and can be resumed, nothing is told before that round is scored.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from controller.cards.registry import Registry, Sighting
from controller.ports import CardRef
from controller.view import BoxView, FinderView, Sighted
from engine.cards import Deck

EVENING_S = 12 * 3600.0  # before the last card that was seen


class Missing(NamedTuple):
    """A card that was not there; *sighting* is None if no pad ever saw it."""

    card: str
    taught: bool
    sighting: Sighting | None


class DeckReport(NamedTuple):
    """One physical copy of a deck: how many of its cards were seen, and the others, the latest seen first."""

    deck: str
    copy: int
    seen: int
    missing: tuple[Missing, ...]
    foreign: tuple[CardRef | None, ...] = ()  # what does not belong to it; None: a tag of no card

    @property
    def in_order(self) -> bool:
        return not self.missing and not self.foreign


def where(registry: Registry, deck: str, card: str) -> list[tuple[CardRef, Sighting | None]]:
    """Every physical copy of a card that was ever taught, and where it was last seen."""
    copies = sorted(copy for its_deck, copy in registry.taught() if its_deck == deck)
    return [(CardRef(deck, copy, card), registry.last_seen(deck, copy).get(card)) for copy in copies]


def find(
    registry: Registry,
    decks: Mapping[str, Deck],
    deck: str,
    kind: str,
    in_mid_round: Callable[[int], bool] = lambda match: False,
) -> FinderView:
    """Where the cards of that *kind* were last seen, and what was not seen since the evening began.

    *in_mid_round* says of a match whether its round is still to be played on.
    """
    seen = {copy: registry.last_seen(*copy).values() for copy in registry.taught()}
    busy = {
        copy: match
        for copy, sightings in seen.items()
        for match in {sighting.match for sighting in sightings}
        if match is not None and in_mid_round(match)
    }
    cards = [card for card in decks[deck].names if card.partition("#")[0] == kind] if deck in decks else []
    found = [
        Sighted(ref.copy, card, match=busy[deck, ref.copy], busy=True)
        if (deck, ref.copy) in busy
        else _sighted(ref.copy, card, sighting)
        for card in cards
        for ref, sighting in where(registry, deck, card)
    ]
    last = max((sighting.at for sightings in seen.values() for sighting in sightings), default=0.0)
    boxes = [
        BoxView(box, copy, 0, (), busy=True)
        if (box, copy) in busy
        else BoxView(box, copy, seen, tuple(_sighted(copy, one.card, one.sighting) for one in missing))
        for box, copy, seen, missing, _ in played_since(registry, decks, last - EVENING_S)
    ]
    return FinderView(deck, kind, tuple(found), tuple(boxes))


def _sighted(copy: int, card: str, sighting: Sighting | None) -> Sighted:
    return Sighted(copy, card, *sighting) if sighting else Sighted(copy, card)


def played_since(registry: Registry, decks: Mapping[str, Deck], since: float) -> list[DeckReport]:
    """The copies that were played with since then, and the cards of them that no pad has seen."""
    reports = []
    for deck, copy in sorted(registry.taught()):
        sightings = registry.last_seen(deck, copy)
        seen = {card for card, sighting in sightings.items() if sighting.at >= since}
        if seen:
            unseen = [card for card in decks[deck].names if card not in seen]
            reports.append(DeckReport(deck, copy, len(seen), missing_cards(registry, deck, copy, unseen)))
    return reports


def missing_cards(registry: Registry, deck: str, copy: int, cards: Collection[str]) -> tuple[Missing, ...]:
    """What is known about *cards* that were not there, the one that was seen last first."""
    taught = registry.taught().get((deck, copy), set())
    seen = registry.last_seen(deck, copy)
    missing = [Missing(card, card in taught, seen.get(card)) for card in cards]
    return tuple(sorted(missing, key=lambda one: -one.sighting.at if one.sighting else 0.0))
