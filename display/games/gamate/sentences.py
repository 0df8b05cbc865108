"""Gamate in words: demands and bids, what to do, what happened; the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from controller.intents import Line
from controller.view import MatchView, TableView
from display.games import defaults
from display.games.defaults import Lines, Step
from display.terminal.menus.pages import Option, Prompt, of_match
from display.text.words import GameWords, Words
from engine.games.gamate import CHOICES, DECK, NAME
from engine.games.gamate.demands import trumps
from engine.rules import Choose, Move

BIDDING = ("bid", "oppose")  # what is awaited then
LAST_BIDS = 4  # on the terminal


def demand(words: GameWords, bid: Mapping[str, Any]) -> str:
    """Which numbers are to be trumps, in the form of the referee protocol."""
    match bid:
        case {"multiples": digit}:
            return words.say("multiples of {digit}", digit=digit)
        case {"odd": _}:
            return words.say("odd numbers")
        case {"colour": colour, "exclusive": True}:
            return words.say("{colour} and nothing else", colour=words.colour(colour))
        case {"colour": colour}:
            return words.say("all with {colour}", colour=words.colour(colour))
        case {"run": [low, high]}:
            return words.say("{low} to {high}", low=low, high=high)
        case {"and": parts}:
            return words.say(" and ").join(f"({demand(words, part)})" for part in parts)
        case {"or": parts}:
            return words.say(" or ").join(f"({demand(words, part)})" for part in parts)
        case {"not": part}:
            return words.say("not ({demand})", demand=demand(words, part))
    return str(dict(bid))


def trumps_of(match: MatchView) -> frozenset[str]:
    """The trumps of the contract, by the names of their cards."""
    if not match.state["contract"]:
        return frozenset()
    deck = match.deck or DECK
    chosen = trumps(deck, CHOICES["bid"].read(match.state["contract"], match.names))
    return frozenset(name for card, name in enumerate(deck.names) if chosen >> card & 1)


def tricks(words: GameWords, number: int) -> str:
    return words.count("one trick", "{number} tricks", number)


def direction(words: GameWords, way: str | None) -> str:
    return {"up": words.say("up"), "down": words.say("down")}.get(way or "", "–")


def said(words: GameWords, match: MatchView) -> Sequence[tuple[str, str]]:
    if match.state["awaiting"] not in BIDDING:
        return ()
    return bids(words, match)


def bids(words: GameWords, match: MatchView) -> list[tuple[str, str]]:
    """Everything that was said in turn: a demand, or nothing."""
    return [
        (bid["player"], demand(words, bid["bid"]) if "bid" in bid else words.say("passes"))
        for bid in match.state["bids"]
    ]


def dealing(words: GameWords, match: MatchView) -> str:
    return words.say("{player} deals and opens the bidding.", player=match.state["dealer"])


def deal(words: GameWords, match: MatchView) -> Iterator[Step]:
    yield from defaults.deal(words, match)
    yield Step(words.say("Demand trumps here, on the screen."), ("6", "12", "18", "24"))
    yield Step(words.say("Then play to the trick or renounce."), ("17", "35", "mute#1"))


def instruction(words: GameWords, match: MatchView) -> str:
    state, player = match.state, match.state["turn"]
    match state["awaiting"]:
        case "bid":
            return words.say("{player}, demand trumps or pass.", player=player)
        case "oppose":
            return words.say("{player}, do you oppose the contract?", player=player)
        case "direction":
            return words.say("{player}, up or down?", player=player)
        case "tricks":
            return words.say("{player}, how many tricks?", player=player)
        case "lead":
            return words.say("{player}, lead from your hand or your partner’s?", player=player)
    if state["seat"] != player:
        return words.say(
            "{player}, lay for the dummy: a card of {partner}.", player=player, partner=state["seat"]
        )
    if state["trick"]:
        return words.say("{player}, play to the trick or renounce.", player=state["seat"])
    return words.say("{player}, lead the trick.", player=state["seat"])


def event(words: GameWords, event: Mapping[str, Any]) -> str | None:
    match event:
        case {"kind": "contract", "player": player, "bid": bid, "opposed": False}:
            return words.say("{player} declares: {demand}.", player=player, demand=demand(words, bid))
        case {"kind": "contract", "player": player, "bid": bid}:
            return words.say(
                "{player} opposes and declares: {demand}.", player=player, demand=demand(words, bid)
            )
        case {"kind": "deal-void"}:
            return words.say("The deal is void.")
        case {"kind": "forfeited", "player": player}:
            return words.say("{player} forfeits the deal.", player=player)
        case {"kind": "manche-won", "side": side}:
            return words.say("Side {side} marks a manche.", side=side)
    return None


def choice(words: GameWords, move: Move, names: Sequence[str]) -> str | None:
    match move:
        case Choose("oppose", False):
            return words.say("no opposition")
        case Choose("bid" | "oppose" as what, bid):
            said = demand(words, CHOICES["bid"].write(bid, names))
            return said if what == "bid" else words.say("oppose: {demand}", demand=said)
        case Choose("direction", way):
            return direction(words, way)
        case Choose("tricks", number):
            return tricks(words, number)
        case Choose("lead", "own"):
            return words.say("from your hand")
        case Choose("lead"):
            return words.say("from your partner’s hand")
        case Choose("forfeit"):
            return words.say("forfeit")
    return None


def taken_trick(match: MatchView) -> dict[str, Any] | None:
    """The trick that was just taken, until a card leads the next one."""
    if match.state["trick"]:
        return None
    events = (event for entry in reversed(match.log) for event in reversed(entry.events))
    return next((event for event in events if event["kind"] == "trick-taken"), None)


def takes(match: MatchView, player: str) -> bool:
    """Who lays on a trick that holds nothing else leads it: the cards of the last one are swept away."""
    did = [event["kind"] for event in match.events if event.get("player") == player]
    return "trick-taken" in did or ("laid" in did and len(match.state["trick"]) == 1)


# On the terminal: what lies on the table, and demands that are put together key by key


def text_board(words: GameWords, match: MatchView) -> Lines:
    state = match.state
    for bid in state["bids"][-LAST_BIDS:]:
        said = demand(words, bid["bid"]) if "bid" in bid else words.say("pass")
        yield f"{bid['player']}: {said}"
    if state["contract"]:
        contract = words.say("Contract: {demand}", demand=demand(words, state["contract"]))
        way = direction(words, state["direction"])
        yield f"{contract} ({state['declarer']}, {way}, {state['announced'] or '–'})"
    taken = taken_trick(match)
    cards = taken["cards"] if taken else state["trick"]
    if cards:
        trick = words.say("Trick: {cards}", cards=" → ".join(map(words.card, cards)))
        yield f"{trick}  {words.event(taken)}" if taken else trick
    for side, tricks in state["tricks_taken"].items():
        yield words.say(
            "Side {side}: {tricks} tricks, {points} of 52 points",
            side=" + ".join(match.names[int(seat)] for seat in side.split("+")),
            tricks=tricks,
            points=state["manche_points"][side],
        )


def is_demand(move: Move) -> bool:
    return isinstance(move, Choose) and move.what in ("bid", "oppose") and isinstance(move.value, tuple)


def questions(words: GameWords, match: MatchView) -> Iterator[Option]:
    if any(map(is_demand, match.choices)):
        yield Option(words.say("state a demand"), then=demands, key="d")


@of_match
def demands(
    words: GameWords,
    view: TableView,
    match: MatchView,
    both: str = "",
    first: Mapping[str, Any] | None = None,
) -> Prompt | None:
    """Demands to choose one from; *both*: "and" or "or" puts it together with the *first* one."""
    moves = [move for move in match.choices if is_demand(move)]
    if not moves:
        return None
    options = []
    for move in moves:
        assert isinstance(move, Choose)
        bid = CHOICES["bid"].write(move.value, match.names)
        label = demand(words, bid)
        if "expert_trumps" in match.options and not both:
            options.append(Option(label, then=partial(_combined, move.what, bid)))
        else:
            whole = {both: [first, bid]} if both else bid
            options.append(Option(label, [Line({"choose": {move.what: whole}})]))
    return Prompt(words.say("Which numbers are trumps?"), options, search=True)


def _combined(what: str, bid: Mapping[str, Any], words: Words, view: TableView) -> Prompt | None:
    """A demand alone, turned round, or together with a second one."""
    own, negated = words.of(NAME), {"not": bid}
    another, other = partial(demands, both="and", first=bid), partial(demands, both="or", first=bid)
    options = [
        Option(demand(own, bid), [Line({"choose": {what: bid}})], key="1"),
        Option(demand(own, negated), [Line({"choose": {what: negated}})], key="2"),
        Option(words.say("both, this and another one"), then=another, key="3"),
        Option(words.say("this or another one"), then=other, key="4"),
    ]
    return Prompt(demand(own, bid), options)
