"""The referee as a process: one JSON object a line in, exactly one JSON object a line out.

    >>> referee = Referee.start("thirteen", ["Marie", "Luc", "Pierre"])
    >>> referee.answer('{"lay": "blue-7"}')["state"]["turn"]
    'Luc'

docs/referee-protocol.md is the whole protocol. Whatever the line, it gets one answer, and only an accepted
one changes anything.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine import games, notation
from engine.cards import Deck, DeckError
from engine.match import Action, Match, apply, begin
from engine.notation import Unreadable
from engine.rules import Code, Lay, Setup

LONGEST_LINE = 1 << 16

# What a refusal says: its code, and the names and cards it is about.
Message = Callable[[Code, dict[str, str]], str]


class SetupError(ValueError):
    """The match asked for cannot be played; the message is one sentence."""


def _code(refusal: Code, about: dict[str, str]) -> str:
    return str(refusal.value)


class Referee:
    """Holds one match and answers lines."""

    def __init__(self, match: Match, names: Sequence[str], message: Message = _code) -> None:
        self.match = match
        self.names = tuple(names)
        self._message = message

    @classmethod
    def start(
        cls,
        game_name: str,
        names: Sequence[str],
        *,
        dealer: str | None = None,
        options: Iterable[str] = (),
        rounds: int | None = None,
        deck: Deck | None = None,
        message: Message = _code,
    ) -> Referee:
        """A referee for a new match; SetupError if it cannot be played so."""
        try:
            game = games.game(game_name)
        except games.GameError as error:
            raise SetupError(str(error)) from error
        if len(set(names)) != len(names) or not all(name.strip() for name in names):
            raise SetupError("Every player needs a name of their own.")
        if len(names) not in game.seats:
            few, many = game.seats[0], game.seats[-1]
            wanted = f"{few}" if few == many else f"{few} to {many}"
            raise SetupError(f"{game_name} is for {wanted} players, not {len(names)}.")
        if dealer is not None and dealer not in names:
            raise SetupError(f"The dealer {dealer!r} is not one of the players.")
        unknown = [option for option in options if option not in game.options]
        if unknown:
            known = f"it has {', '.join(game.options)}" if game.options else "it has none"
            raise SetupError(f"{game_name} has no option {unknown[0]!r}: {known}.")
        if rounds is not None and rounds < 1:
            raise SetupError(f"A match has at least one round, not {rounds}.")
        setup = Setup(len(names), frozenset(options), rounds or 1, deck)
        nobody_deals = game.leader_instead_of_dealer
        seat = 0 if nobody_deals else len(names) - 1 if dealer is None else names.index(dealer)
        try:
            return cls(begin(game, setup, seat), names, message)
        except DeckError as error:
            raise SetupError(str(error)) from error

    def answer(self, line: str | bytes) -> dict[str, Any]:
        """The answer to one line."""
        try:
            data = parse(line)
            if isinstance(data, dict) and len(data) == 1 and data.get("state") is True:
                return self._accept(())
            action = notation.read(self.match, data, self.names)
        except Unreadable as unreadable:
            return self._refuse(unreadable.refusal, {})
        match, events, refusal = apply(self.match, action)
        if refusal:
            return self._refuse(refusal, self._about(action))
        self.match = match
        return self._accept(events)

    def _accept(self, events: Iterable[Any]) -> dict[str, Any]:
        told = [notation.event(self.match.game, happened, self.names) for happened in events]
        return {"ok": True, "events": told, "state": self._state()}

    def _refuse(self, refusal: Code, about: dict[str, str]) -> dict[str, Any]:
        message = self._message(refusal, about)
        return {"ok": False, "refusal": refusal.value, "message": message, "state": self._state()}

    def _state(self) -> dict[str, Any]:
        return notation.describe(self.match, self.names)

    def _about(self, action: Action) -> dict[str, str]:
        """The card a refusal is about, and who is known to hold it."""
        if not isinstance(action, Lay):
            return {}
        game = self.match.game
        about = {"card": game.deck.names[action.card], "zone": game.zones[action.zone]}
        seat = game.holder(self.match.state, action.card)
        return about if seat is None else about | {"holder": self.names[seat]}


def parse(line: str | bytes) -> Any:
    """The JSON value of a line, or Unreadable."""
    if len(line) > LONGEST_LINE:
        raise Unreadable
    try:
        return json.loads(line, object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError):
        raise Unreadable from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found
