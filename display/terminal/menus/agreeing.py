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
class Setting:
    game: str
    options: frozenset[str] = frozenset()
    alone: bool = True  # on simulated hardware: against bots


def agree(words: Words, view: TableView, setting: Setting) -> Page:
    say, game = words.say, games.game(setting.game)
    options = [
        Option(
            words.count("one player", "{number} players", seats),
            then=partial(names, setting, seats),
            key=str(seats),
        )
        for seats in game.seats
    ]
    for key, option in zip("abcdefg", game.options, strict=False):
        mark = "✔ " if option in setting.options else "· "
        changed = replace(setting, options=setting.options ^ {option})
        options.append(
            Option(mark + say(OPTIONS[option]), then=partial(agree, setting=changed), key=key, instead=True)
        )
    if view.seat_players:
        label = say("you against bots") if setting.alone else say("everybody at this keyboard")
        changed = replace(setting, alone=not setting.alone)
        options.append(Option("✔ " + label, then=partial(agree, setting=changed), key="m", instead=True))
    return Page(words.game(setting.game), options)


def names(setting: Setting, seats: int, words: Words, view: TableView) -> Page:
    def begin(text: str) -> Option:
        typed = [name.strip() for name in text.split(",")] if text else []
        seat_players = () if setting.alone or not view.seat_players else ("hand",) * seats
        players = tuple((typed + [""] * seats)[:seats])
        return Option(
            "", [NewMatch(setting.game, players, options=setting.options, seat_players=seat_players)]
        )

    return Page(words.say("Names, clockwise, with commas (or just Enter)"), answer=begin)
