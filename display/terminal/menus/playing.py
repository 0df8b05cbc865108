"""A match is agreed: the game, its house rules, who plays; and at a simulated table cards are laid by key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from controller.intents import LayCard, NewMatch, RaiseCurtain, Ready, SwapCards, TakeBack
from controller.view import HandView, MatchView, TableView
from display.games import presentation
from display.terminal.menus.pages import ENTER, ESCAPE, Option, Prompt
from display.text.words import Words
from engine import games


@dataclass(frozen=True)
class Agreed:
    """What the players agreed on so far."""

    game: str
    options: frozenset[str] = frozenset()
    alone: bool = True  # on simulated hardware: against bots


def agree(words: Words, view: TableView, agreed: Agreed) -> Prompt:
    say, game = words.say, games.game(agreed.game)
    options = []
    for seats in game.seats:
        label = words.count("one player", "{number} players", seats)
        options.append(Option(label, then=partial(names, agreed, seats), key=str(seats)))
    for key, option in zip("abcdefg", game.options, strict=False):
        mark = "✔ " if option in agreed.options else "· "
        changed = replace(agreed, options=agreed.options ^ {option})
        label = mark + words.of(agreed.game).option(option)
        options.append(Option(label, then=partial(agree, agreed=changed), key=key, instead=True))
    if view.seat_players:
        label = say("you against bots") if agreed.alone else say("everybody at this keyboard")
        changed = replace(agreed, alone=not agreed.alone)
        options.append(Option("✔ " + label, then=partial(agree, agreed=changed), key="m", instead=True))
    return Prompt(words.game(agreed.game), options)


def names(agreed: Agreed, seats: int, words: Words, view: TableView) -> Prompt:
    def begin(text: str) -> Option:
        typed = [name.strip() for name in text.split(",")] if text else []
        seat_players = () if agreed.alone or not view.seat_players else ("hand",) * seats
        players = tuple((typed + [""] * seats)[:seats])
        return Option("", [NewMatch(agreed.game, players, options=agreed.options, seat_players=seat_players)])

    return Prompt(words.say("Names, clockwise, with commas (or just Enter)"), answer=begin)


# The player at the keyboard: which card, and where it goes


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
    return ready and match.state["awaiting"] in presentation(match.game).laying


def lay(words: Words, view: TableView) -> Prompt | None:
    """Those that may be laid now first; the others are refused by the table, which says why."""
    hand, match = view.hand, view.match
    if not (hand and match and _may_lay(match, hand)):
        return None
    zones = games.game(match.game).zones
    options = []
    for card in sorted(hand.cards, key=lambda card: not card.zones):
        places = card.zones or zones
        label = words.of(match.game).card(card.name)
        if len(places) == 1:
            options.append(Option(label, [LayCard(card.name, places[0])]))
        else:
            options.append(Option(label, then=partial(lay_where, card.name, places)))
    return Prompt(words.say("Which card?"), _once(options), search=True)


def lay_where(card: str, zones: Sequence[str], words: Words, view: TableView) -> Prompt | None:
    if view.match is None:
        return None
    own = words.of(view.match.game)
    options = [
        Option(own.zone(zone), [LayCard(card, zone)], key=str(number)) for number, zone in enumerate(zones, 1)
    ]
    return Prompt(words.say("Where does {card} go?", card=own.card(card)), options)


def swap(words: Words, view: TableView) -> Prompt | None:
    if not (view.hand and view.hand.swapping and view.match):
        return None
    own = words.of(view.match.game)
    options = [Option(own.card(card.name), then=partial(swap_with, card.name)) for card in view.hand.cards]
    return Prompt(words.say("Which card of the hand?"), _once(options), search=True)


def swap_with(card: str, words: Words, view: TableView) -> Prompt | None:
    if not (view.hand and view.hand.swapping and view.match):
        return None
    lying, own = view.hand.face_up[view.hand.seat], words.of(view.match.game)
    options = [Option(own.card(other), [SwapCards(card, other)]) for other in lying]
    return Prompt(words.say("With which one?"), _once(options), search=True)


def _once(options: Sequence[Option]) -> list[Option]:
    """People cannot tell two equal cards apart."""
    return list({option.label: option for option in reversed(options)}.values())[::-1]
