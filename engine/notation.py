"""Matches as text: the lines of the referee protocol, both ways, and the state and events as JSON values.

    >>> from engine import games, match
    >>> from engine.rules import Setup
    >>> start = match.begin(games.game("thirteen"), Setup(seats=3), dealer=2)
    >>> read(start, {"lay": "blue-7"}, ["Ann", "Bob", "Cy"])
    Lay(card=11, zone=0)

A line that cannot be read (`Unreadable`) is no move at all; a move that is refused is one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine import games
from engine.cards import Card
from engine.match import Action, Insert, Match, Next, Undo, apply, awaiting, standings, state_before
from engine.rules import Choose, Code, Count, EndRound, Game, HandCount, Lay, Out, Press, Refusal, Seat, Turn

Json = Mapping[str, Any]
Names = Sequence[str]


class Unreadable(ValueError):
    """The line is not a move of this game: `refusal` says whether the line, the card or the deck is wrong."""

    def __init__(self, refusal: Code = Refusal.BAD_INPUT) -> None:
        super().__init__(refusal.value)
        self.refusal: Final = refusal


# Reading


def read(match: Match, data: Any, names: Names) -> Action:
    """The action that a line means in the situation of *match*."""
    if not isinstance(data, dict):
        raise Unreadable
    match data:
        case {"lay": card, **rest}:
            return _read_lay(match, card, rest)
        case {"press": button, **rest} if not rest and button in match.game.buttons:
            return Press(button)
        case {"choose": dict(choice), **rest} if not rest and len(choice) == 1:
            ((what, value),) = choice.items()
            return _read_choice(match.game, what, value, names)
        case {"correct": dict(correction), **rest} if not rest:
            return _read_correction(match, correction, names)
        case {"undo": True} if len(data) == 1:
            return Undo()
        case {"next": True} if len(data) == 1:
            return Next()
    raise Unreadable


def _read_lay(match: Match, name: Any, rest: Mapping[Any, Any]) -> Lay:
    return _pick(match.game, match.state, _possible_lays(match, name, rest))


def _possible_lays(match: Match, name: Any, rest: Mapping[Any, Any]) -> list[Lay]:
    """The lay of the card of that name; without `#n`, of each of its copies."""
    game = match.game
    if not isinstance(name, str) or rest.keys() - {"zone"}:
        raise Unreadable
    copies = _copies(game, name)
    if "zone" in rest:
        if rest["zone"] not in game.zones:
            raise Unreadable
        zone = game.zones.index(rest["zone"])
    else:
        zone = _implied_zone(match, copies)
    if not copies:
        foreign = any(name in games.game(other).deck for other in games.names())
        raise Unreadable(Refusal.FOREIGN_CARD if foreign else Refusal.UNKNOWN_TAG)
    return [Lay(card, zone) for card in copies]


def _pick(game: Game, state: Any, lays: list[Lay]) -> Lay:
    """Which copy is meant: the lowest that was not laid, unless the game knows better."""
    if game.pick_copy:
        return Lay(game.pick_copy(state, tuple(lay.card for lay in lays), lays[0].zone), lays[0].zone)
    for lay in lays:
        if game.why_refused(state, lay) is not Refusal.ALREADY_LAID:
            return lay
    return lays[0]


def _read_insert(match: Match, card: Any, zone: Mapping[Any, Any], back: int) -> Insert:
    """The copy meant is the one that fits best back then, and with everything that followed."""
    lays = _possible_lays(match, card, zone)
    then = _pick(match.game, state_before(match, back), lays)
    inserts = [Insert(lay, back) for lay in (then, *lays)]
    return next((insert for insert in inserts if apply(match, insert).refusal is None), inserts[0])


def _copies(game: Game, name: str) -> tuple[Card, ...]:
    """The card of that name, or every copy of the kind of that name."""
    card = game.deck.card(name)
    return game.deck.copies(name) if card is None else (card,)


def _implied_zone(match: Match, copies: tuple[Card, ...]) -> int:
    if len(match.game.zones) == 1:
        return 0
    zone = match.game.implied_zone(match.state, copies[0]) if copies else None
    if zone is None:
        raise Unreadable
    return zone


def _read_choice(game: Game, what: str, value: Any, names: Names) -> Choose:
    try:
        return Choose(what, game.choices[what].read(value, names))
    except (KeyError, ValueError, TypeError):
        raise Unreadable from None


def _read_correction(match: Match, correction: Json, names: Names) -> Action:
    move: Action
    match correction:
        case {"turn": str(name), **rest} if not rest and name in names:
            move = Turn(names.index(name))
        case {"hand": dict(hand), **rest} if not rest and len(hand) == 1:
            ((name, number),) = hand.items()
            if name not in names or type(number) is not int or not 0 <= number <= len(match.game.deck):
                raise Unreadable
            move = HandCount(names.index(name), number)
        case {"end_round": True} if len(correction) == 1:
            move = EndRound()
        case {"out": str(name), **rest} if not rest and name in names:
            move = Out(names.index(name))
        case {"insert": {"lay": card, **zone}, "back": int(back), **rest}:
            if rest or isinstance(back, bool) or back < 0:
                raise Unreadable
            return _read_insert(match, card, zone, back)
        case _:
            raise Unreadable
    if not isinstance(move, match.game.corrections):
        raise Unreadable
    return move


# Writing


def write(game: Game, action: Action, names: Names) -> dict[str, Any]:
    """The line that `read` reads as *action*: complete, with the copy's number and the zone."""
    match action:
        case Lay(card, zone):
            return {"lay": game.deck.names[card], "zone": game.zones[zone]}
        case Press(button):
            return {"press": button}
        case Choose(what, value):
            return {"choose": {what: game.choices[what].write(value, names)}}
        case Undo():
            return {"undo": True}
        case Next():
            return {"next": True}
        case Count(piles, anyway):
            counted = {"count": [[game.deck.names[card] for card in pile] for pile in piles]}
            return {**counted, "anyway": True} if anyway else counted
        case _:
            return {"correct": _write_correction(game, action, names)}


def _write_correction(game: Game, correction: Any, names: Names) -> dict[str, Any]:
    match correction:
        case Turn(seat):
            return {"turn": names[seat]}
        case HandCount(seat, number):
            return {"hand": {names[seat]: number}}
        case Out(seat):
            return {"out": names[seat]}
        case Insert(lay, back):
            return {"insert": write(game, lay, names), "back": back}
        case _:
            return {"end_round": True}


# State and events


def describe(match: Match, names: Names) -> dict[str, Any]:
    """The state of the match for people and programs: public, nothing that lies face down."""
    game, state = match.game, match.state
    standing = standings(match)
    return {
        "game": game.name,
        "round": match.round,
        "dealer": None if game.leader_instead_of_dealer else names[state.dealer],
        "turn": _name(game.to_act(state), names),
        "awaiting": awaiting(match).value,
        **game.describe(state, names),
        "totals": _scores(game, standing.totals, names),
        **standing.details,
        "round_over": state.over,
        "match_over": standing.over,
        "winners": [names[seat] for seat in standing.winners],
    }


def event(game: Game, happened: Any, names: Names, *, public: bool = False) -> dict[str, Any]:
    """An event as JSON: everything, as in a referee's log, or only what players may see."""
    hidden = game.hidden.get(type(happened), ()) if public else ()
    fields: dict[str, Any] = {"kind": _kind(type(happened).__name__)}
    for field, value in happened._asdict().items():
        if field == "correction":
            fields |= write(game, value, names).get("correct", {})
        elif field not in hidden:
            fields["from" if field == "source" else field] = _written(game, field, value, names)
        elif field == "cards":
            fields["count"] = len(value)
    return fields


def _written(game: Game, field: str, value: Any, names: Names) -> Any:
    match field:
        case "player" | "to":
            return _name(value, names)
        case "card":
            return game.deck.names[value]
        case "cards":
            return [game.deck.names[card] for card in value]
        case "zone":
            return game.zones[value]
        case "side":
            return game.sides[value]
        case "points" | "explain" | "totals":
            return _scores(game, value, names)
        case "winners":
            return [names[seat] for seat in value]
        case _ if field in game.choices:
            return game.choices[field].write(value, names)
        case _:
            return list(value) if isinstance(value, tuple) else value


def _name(seat: Seat | None, names: Names) -> str | None:
    return None if seat is None else names[seat]


def _scores(game: Game, values: Sequence[Any], names: Names) -> dict[str, Any]:
    return dict(zip(game.sides or names, values, strict=True))


def _kind(name: str) -> str:
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")
