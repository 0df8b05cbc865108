"""A match is agreed: the game, its house rules, who plays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from controller.intents import NewMatch
from controller.view import TableView
from display.terminal.menus.pages import Option, Page
from display.text.words import OPTIONS, Words
from engine import games


@dataclass(frozen=True)
class Agreement:
    """What the players agreed on so far."""

    game: str
    options: frozenset[str] = frozenset()
    alone: bool = True  # on simulated hardware: against bots


def agree(words: Words, view: TableView, agreed: Agreement) -> Page:
    say, game = words.say, games.game(agreed.game)
    options = [
        Option(
            words.count("one player", "{number} players", seats),
            then=partial(names, agreed, seats),
            key=str(seats),
        )
        for seats in game.seats
    ]
    for key, option in zip("abcdefg", game.options, strict=False):
        mark = "✔ " if option in agreed.options else "· "
        changed = replace(agreed, options=agreed.options ^ {option})
        options.append(
            Option(mark + say(OPTIONS[option]), then=partial(agree, agreed=changed), key=key, instead=True)
        )
    if view.seat_players:
        label = say("you against bots") if agreed.alone else say("everybody at this keyboard")
        changed = replace(agreed, alone=not agreed.alone)
        options.append(Option("✔ " + label, then=partial(agree, agreed=changed), key="m", instead=True))
    return Page(words.game(agreed.game), options)


def names(agreed: Agreement, seats: int, words: Words, view: TableView) -> Page:
    def begin(text: str) -> Option:
        typed = [name.strip() for name in text.split(",")] if text else []
        seat_players = () if agreed.alone or not view.seat_players else ("hand",) * seats
        players = tuple((typed + [""] * seats)[:seats])
        return Option("", [NewMatch(agreed.game, players, options=agreed.options, seat_players=seat_players)])

    return Page(words.say("Names, clockwise, with commas (or just Enter)"), answer=begin)
