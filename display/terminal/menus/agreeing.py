"""A match is agreed: the game, its house rules, who plays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from controller.intents import NewMatch
from controller.view import TableView
from display.terminal.menus.pages import Option, Prompt
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
