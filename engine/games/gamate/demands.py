"""Gamate's demands: the ways to define which numbers are trumps.

A demand is a tuple of words and numbers; identical demands are equal tuples. Which numbers have a colour is
the deck's to say:

    >>> from engine.decks import standard
    >>> deck = standard("gamate")
    >>> [deck.names[card] for card in range(48) if trumps(deck, ("colour", "green", "exclusive")) >> card & 1]
    ['5', '7', '31', '35']
    >>> trumps(deck, ("run", 4, 12)).bit_count(), why_not(deck, ("run", 1, 48))
    (9, <Refused.BID_OUT_OF_RANGE: 'bid-out-of-range'>)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.cards import Deck, Kind
from engine.rules import Code


class Refused(Code):
    DOES_NOT_BEAT = "does-not-beat"
    PLAIN_ON_TRUMP = "plain-on-trump"
    LEADER_CANNOT_RENOUNCE = "leader-cannot-renounce"
    BID_OUT_OF_RANGE = "bid-out-of-range"
    COLOUR_UNKNOWN = "colour-unknown"
    TOO_FEW_TRICKS = "too-few-tricks"


Demand = tuple[Any, ...]

DIGITS = range(2, 9)
NUMBERS = range(1, 49)
COMBINED = ("and", "or", "not")
DEEPEST, LONGEST = 6, 32  # far beyond what is said at a table; what a program sends stays small


def is_demand(value: Any) -> bool:
    """Whether *value* is a demand at all, whatever trumps it would give.

    >>> all(map(is_demand, [("multiples", 6), ("odd",), ("run", 4, 12), ("colour", "green", "exclusive")]))
    True
    >>> is_demand(("and", ("odd",), ("not", ("colour", "green")))), is_demand(("multiples", 9))
    (True, False)
    """
    return _is_demand(value, DEEPEST) and _length(value) <= LONGEST


def _is_demand(value: Any, depth: int) -> bool:
    if not isinstance(value, tuple) or not depth:
        return False
    match value:
        case ("multiples", int(digit)):
            return digit in DIGITS
        case ("odd",) | ("colour", str()) | ("colour", str(), "exclusive"):
            return True
        case ("run", low, high):
            return type(low) is type(high) is int and low in NUMBERS and high in NUMBERS
        case ("not", _) | ("and" | "or", _, _, *_):
            return all(_is_demand(part, depth - 1) for part in value[1:])
    return False


def _length(demand: Demand) -> int:
    return 1 + sum(_length(part) for part in demand if isinstance(part, tuple))


def trumps(deck: Deck, demand: Demand) -> int:
    """The trumps that *demand* makes, a bit per card. Mutes, which have no number, are never among them."""
    return sum(
        1 << card
        for card, kind in enumerate(deck.kind_of)
        if kind.value is not None and _is_among(kind, kind.value, demand)
    )


def _is_among(kind: Kind, number: int, demand: Demand) -> bool:
    match demand:
        case ("multiples", digit):
            return bool(number % digit == 0)
        case ("odd",):
            return number % 2 == 1
        case ("run", low, high):
            return bool(low <= number <= high)
        case ("colour", colour):
            return colour in kind.colours
        case ("colour", colour, "exclusive"):
            return set(kind.colours) == {colour}
        case ("not", part):
            return not _is_among(kind, number, part)
        case ("and", *parts):
            return all(_is_among(kind, number, part) for part in parts)
        case _:
            return any(_is_among(kind, number, part) for part in demand[1:])


def why_not(deck: Deck, demand: Demand) -> Code | None:
    """The reason *demand* cannot be stated with this deck, or None.

    Of a combination only the whole is counted, but one unknown colour in it leaves the whole unknown.
    """
    if not _is_known(deck, demand):
        return Refused.COLOUR_UNKNOWN
    return None if _counts(deck, demand) else Refused.BID_OUT_OF_RANGE


def _is_known(deck: Deck, demand: Demand) -> bool:
    """Whether the deck says of every number if it is among them."""
    match demand:
        case ("colour", colour):
            return colour in deck.colours
        case ("colour", colour, _):
            return colour in (deck.colours if deck.exclusive is None else deck.exclusive)
    return all(_is_known(deck, part) for part in demand if isinstance(part, tuple))


def _counts(deck: Deck, demand: Demand) -> bool:
    return 2 <= trumps(deck, demand).bit_count() <= 24


# Everything that can be demanded of the numbers themselves; a run of 2 to 24 numbers.
NUMERIC: tuple[Demand, ...] = (
    *(("multiples", digit) for digit in DIGITS),
    ("odd",),
    *(("run", low, high) for low in NUMBERS for high in range(low + 1, min(low + 24, 49))),
)


@cache
def of_colours(deck: Deck) -> tuple[Demand, ...]:
    """Everything that can be demanded of the colours of *deck*."""
    traces: list[Demand] = []
    for colour in deck.colours:
        traces += [("colour", colour), ("colour", colour, "exclusive")]
    return tuple(demand for demand in traces if why_not(deck, demand) is None)


@dataclass(frozen=True)
class Bid:
    """A demand in JSON: `{"run": [4, 12]}`; where it may be declined, also `false`."""

    or_false: bool = False

    def read(self, data: Any, names: Sequence[str]) -> Demand | bool:
        if data is False and self.or_false:
            return False
        demand = _read(data, DEEPEST)
        if not is_demand(demand):
            raise ValueError("no such demand")
        return demand

    def write(self, value: Demand | bool, names: Sequence[str]) -> Any:
        return value if isinstance(value, bool) else to_json(value)


def _read(data: Any, depth: int) -> Demand:
    if not isinstance(data, dict) or not depth:
        raise ValueError("a demand is an object")
    match sorted(data.items(), key=lambda item: str(item[0])):
        case [("odd", True)]:
            return ("odd",)
        case [("multiples" | "colour" as what, value)]:
            return (what, value)
        case [("run", [low, high])]:
            return ("run", low, high)
        case [("colour", colour), ("exclusive", bool(exclusive))]:
            return ("colour", colour, "exclusive") if exclusive else ("colour", colour)
        case [("not", part)]:
            return ("not", _read(part, depth - 1))
        case [("and" | "or" as what, [*parts])]:
            return (what, *(_read(part, depth - 1) for part in parts))
    raise ValueError("no such demand")


def to_json(demand: Demand) -> dict[str, Any]:
    match demand:
        case ("odd",):
            return {"odd": True}
        case ("run", low, high):
            return {"run": [low, high]}
        case ("colour", colour, "exclusive"):
            return {"colour": colour, "exclusive": True}
        case ("not", part):
            return {"not": to_json(part)}
        case ("and" | "or" as what, *parts):
            return {what: [to_json(part) for part in parts]}
        case _:
            what, value = demand
            return {what: value}
