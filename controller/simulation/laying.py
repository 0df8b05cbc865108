"""Simulated cards on simulated pads: their tags, and how one card at a time is laid and lifted again.

on_pad = CardOnPad(pads, pace=1.0)
on_pad.put(games.game("thirteen"), Lay(11, 0), "left", now)
on_pad.watch(table, is_taken, now)                 # at every STEP_S, until it was lifted
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass

from controller import ports
from controller.cards.registry import Registry
from controller.intents import PlaceCard
from controller.ports import CardRef
from controller.table.table import Table
from engine import games
from engine.cards import Card
from engine.rules import Game, Lay
from hardware.pads import HardwareError, SimulatedHands

STEP_S = 0.05  # between two looks at the table: as often as the pads are scanned
PATIENCE_S = 1.5  # until a card that was not taken is lifted and laid again
CLEARED_S = 0.55  # between two cards on a pad, for it to be clear
SLIDE_S = 0.35  # a card that was taken still lies there, at leisure


def tag(deck: str, card: Card, copy: int = 1) -> str:
    """The tag of a simulated card: seven bytes that no real tag has."""
    return f"04{games.names().index(deck):02x}{copy:02x}00{card:02x}5a01"


def teach(registry: Registry, deck: str, copy: int = 1) -> None:
    """Teach *registry* every card of a simulated deck."""
    for card, name in enumerate(games.game(deck).deck.names):
        registry.teach(tag(deck, card, copy), CardRef(deck, copy, name))


class SimulatedTags:
    """A registry that knows the tags of all simulated cards besides its own; they never reach the disk."""

    def __init__(self, registry: ports.Registry) -> None:
        self._registry = registry
        self._tags = {
            tag(name, card): CardRef(name, 1, full)
            for name in games.names()
            for card, full in enumerate(games.game(name).deck.names)
        }

    def lookup(self, uid: str) -> CardRef | None:
        return self._registry.lookup(uid) or self._tags.get(uid)

    def saw(self, card: CardRef, pad: str, match: int | None) -> None:
        self._registry.saw(card, pad, match)

    def retire(self, deck: str, copy: int, card: str) -> None:
        self._registry.retire(deck, copy, card)

    def enrolled(self) -> dict[str, int]:
        return {name: len(games.game(name).deck) for name in games.names()} | self._registry.enrolled()


@dataclass
class _Lying:
    uid: str
    pad: str
    card: str
    zone: str
    since: float
    taken: float | None = None  # when the table was seen to have taken it


class CardOnPad:
    """The one card that simulated players are laying."""

    def __init__(self, pads: SimulatedHands, pace: float) -> None:
        """*pace* stretches the leisure of the players; at 0 they have none."""
        self._pads = pads
        self._pace = pace
        self._lying: _Lying | None = None

    def __bool__(self) -> bool:
        """Whether a card lies there."""
        return self._lying is not None

    @property
    def pad(self) -> str | None:
        return self._lying.pad if self._lying else None

    @property
    def waiting(self) -> tuple[str, str] | None:
        """The card that the table has not taken yet, and the zone it is meant for."""
        lying = self._lying
        return (lying.card, lying.zone) if lying and lying.taken is None else None

    def put(self, game: Game, lay: Lay, pad: str, now: float) -> None:
        uid = tag(game.name, lay.card)
        self._pads.put(uid, pad)
        self._lying = _Lying(uid, pad, game.deck.names[lay.card], game.zones[lay.zone], now)

    def watch(
        self, table: Table, is_taken: Callable[[], bool], now: float, *, patient: bool = False
    ) -> bool | None:
        """Answer what the table asks about the card, and lift it when it is time; None: it still lies there.

        What is said of a card that was lifted is whether it had been taken. *is_taken* is asked until it says
        yes, once. *patient*: a card that is not taken stays for now.
        """
        lying = self._lying
        assert lying, "a card is watched after it was put"
        question = table.view.question
        if question and question.card == lying.card:
            table.handle(PlaceCard(lying.zone), now)
        if patient:
            lying.since = now
        if lying.taken is None and is_taken():
            lying.taken = now
        if lying.taken is None and now < lying.since + PATIENCE_S:
            return None
        if lying.taken is not None and now < lying.taken + SLIDE_S * self._pace:
            return None
        self.lift()
        return lying.taken is not None

    def lift(self) -> None:
        """Take the card away, if one lies there."""
        if self._lying:
            with contextlib.suppress(HardwareError):  # it was swept away with the pad's other tags
                self._pads.lift(self._lying.uid)
            self._lying = None
