"""What is asked of whoever plays: a colour, a demand, a card of a simulated hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from controller.intents import Act, LayCard, Line, RaiseCurtain, Ready, SwapCards, TakeBack
from controller.view import HandView, MatchView, TableView
from display.terminal.menus.pages import ENTER, ESCAPE, Option, Page
from display.text.words import Words
from engine import games
from engine.games import gamate, pot
from engine.rules import Choose

LAYING = ("lay", "counter")  # what a card may be the answer to


# Le Pot: everybody's colour, before the first card


def may_change_colours(match: MatchView) -> bool:
    return any(isinstance(move, Choose) and move.what == "colours" for move in match.choices)


def colours(words: Words, view: TableView) -> Page | None:
    match = view.match
    if match is None or not may_change_colours(match):
        return None
    options = [
        Option(f"{name}: {words.colour(colour)}", then=partial(other_colour, seat), key=str(seat + 1))
        for seat, (name, colour) in enumerate(zip(match.names, match.colours, strict=True))
    ]
    return Page(words.say("The colours"), options)


def other_colour(seat: int, words: Words, view: TableView) -> Page | None:
    match = view.match
    if match is None or not may_change_colours(match):
        return None
    spare = [colour for colour in pot.COLOURS if colour not in match.colours]
    options = []
    for key, colour in enumerate(spare, 1):
        chosen = (*match.colours[:seat], colour, *match.colours[seat + 1 :])
        options.append(Option(words.colour(colour), [Act(Choose("colours", chosen))], key=str(key)))
    return Page(match.names[seat], options)


# Gamate's demands


def is_demand(move: object) -> bool:
    return isinstance(move, Choose) and move.what in ("bid", "oppose") and isinstance(move.value, tuple)


def demands(words: Words, view: TableView) -> Page | None:
    return _demand(words, view, lambda bid: bid)


def _demand(
    words: Words, view: TableView, whole: Callable[[dict[str, Any]], dict[str, Any]], sure: bool = False
) -> Page | None:
    match = view.match
    moves = [move for move in match.choices if is_demand(move)] if match else []
    if match is None or not moves:
        return None
    options = []
    for move in moves:
        assert isinstance(move, Choose)
        bid = gamate.CHOICES["bid"].write(move.value, match.names)
        label = words.demand(bid)
        if "expert_trumps" in match.options and not sure:
            options.append(Option(label, then=partial(combined, move.what, bid)))
        else:
            options.append(Option(label, [Line({"choose": {move.what: whole(bid)}})]))
    return Page(words.say("Which numbers are trumps?"), options, search=True)


def combined(what: str, bid: Mapping[str, Any], words: Words, view: TableView) -> Page | None:
    """A demand alone, turned round, or together with a second one."""
    say = words.say
    negated = {"not": bid}
    options = [
        Option(words.demand(bid), [Line({"choose": {what: bid}})], key="1"),
        Option(words.demand(negated), [Line({"choose": {what: negated}})], key="2"),
    ]
    for key, word, label in (
        ("3", "and", say("both, this and another one")),
        ("4", "or", say("this or another one")),
    ):
        both = partial(_with, bid, word)
        options.append(Option(label, then=partial(_demand, whole=both, sure=True), key=key))
    return Page(words.demand(bid), options)


def _with(bid: Mapping[str, Any], word: str, other: dict[str, Any]) -> dict[str, Any]:
    return {word: [bid, other]}


# Simulated cards in a hand


def hand(words: Words, match: MatchView, held: HandView) -> Iterator[Option]:
    say = words.say
    if held.curtain:
        label = say("show {player}’s cards; the others look away", player=match.names[held.seat])
        yield Option(label, [RaiseCurtain()], key=ENTER)
    elif held.lying and held.acting:  # a bot's card is not ours to take
        yield Option(say("take the card back"), [TakeBack()], key=ESCAPE)
    elif held.swapping:
        yield Option(say("swap a card with one face up"), then=swap, key="s")
        yield Option(say("ready"), [Ready()], key=ENTER)
    elif _may_lay(match, held):
        yield Option(say("lay a card"), then=lay, key="l")


def _may_lay(match: MatchView, held: HandView) -> bool:
    ready = held.acting and not held.curtain and not held.lying
    return ready and match.state["awaiting"] in LAYING


def lay(words: Words, view: TableView) -> Page | None:
    """Those that may be laid now first; the others are refused by the table, which says why."""
    hand, match = view.hand, view.match
    if not (hand and match and _may_lay(match, hand)):
        return None
    zones = games.game(match.game).zones
    options = []
    for card in sorted(hand.cards, key=lambda card: not card.zones):
        places = card.zones or zones
        label = words.card(card.name)
        if len(places) == 1:
            options.append(Option(label, [LayCard(card.name, places[0])]))
        else:
            options.append(Option(label, then=partial(lay_where, card.name, places)))
    return Page(words.say("Which card?"), _once(options), search=True)


def lay_where(card: str, zones: Sequence[str], words: Words, view: TableView) -> Page:
    options = [
        Option(words.zone(zone), [LayCard(card, zone)], key=str(number))
        for number, zone in enumerate(zones, 1)
    ]
    return Page(words.say("Where does {card} go?", card=words.card(card)), options)


def swap(words: Words, view: TableView) -> Page | None:
    if not (view.hand and view.hand.swapping):
        return None
    options = [Option(words.card(card.name), then=partial(swap_with, card.name)) for card in view.hand.cards]
    return Page(words.say("Which card of the hand?"), _once(options), search=True)


def swap_with(card: str, words: Words, view: TableView) -> Page | None:
    if not (view.hand and view.hand.swapping):
        return None
    lying = view.hand.face_up[view.hand.seat]
    options = [Option(words.card(other), [SwapCards(card, other)]) for other in lying]
    return Page(words.say("With which one?"), _once(options), search=True)


def _once(options: Sequence[Option]) -> list[Option]:
    """People cannot tell two equal cards apart."""
    return list({option.label: option for option in reversed(options)}.values())[::-1]
