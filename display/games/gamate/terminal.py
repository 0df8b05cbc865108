"""Gamate on the terminal: what lies on the table, and demands that are put together key by key."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from controller.intents import Line
from controller.view import MatchView, TableView
from display.games.defaults import Lines
from display.games.gamate.sentences import demand, direction, taken_trick
from display.terminal.menus.pages import Option, Prompt, numbered, of_match
from display.text.words import GameWords, Words
from engine.games.gamate import CHOICES, NAME
from engine.rules import Choose, Move

LAST_BIDS = 4

Whole = Callable[[Mapping[str, Any]], Mapping[str, Any]]


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


def demands(words: Words, view: TableView) -> Prompt | None:
    return _demand(words, view, lambda bid: bid)


@of_match
def _demand(
    words: GameWords, view: TableView, match: MatchView, whole: Whole, sure: bool = False
) -> Prompt | None:
    moves = [move for move in match.choices if is_demand(move)]
    if not moves:
        return None
    options = []
    for move in moves:
        assert isinstance(move, Choose)
        bid = CHOICES["bid"].write(move.value, match.names)
        label = demand(words, bid)
        if "expert_trumps" in match.options and not sure:
            options.append(Option(label, then=partial(_combined, move.what, bid)))
        else:
            options.append(Option(label, [Line({"choose": {move.what: whole(bid)}})]))
    return Prompt(words.say("Which numbers are trumps?"), options, search=True)


def _combined(what: str, bid: Mapping[str, Any], words: Words, view: TableView) -> Prompt | None:
    """A demand alone, turned round, or together with a second one."""
    own = words.of(NAME)
    options = [Option(demand(own, said), [Line({"choose": {what: said}})]) for said in (bid, {"not": bid})]
    for word, label in (
        ("and", words.say("both, this and another one")),
        ("or", words.say("this or another one")),
    ):
        options.append(Option(label, then=partial(_demand, whole=partial(_with, bid, word), sure=True)))
    return Prompt(demand(own, bid), numbered(options))


def _with(bid: Mapping[str, Any], word: str, other: Mapping[str, Any]) -> dict[str, Any]:
    return {word: [bid, other]}
