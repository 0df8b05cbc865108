"""Nothing that lies face down can be seen: two tables where only that differs look the same in every way.

One table plays as it is. At the other, whenever cards are taken, others lie in the pile: in the state, and in
what is said to have happened. Whatever leaves a table is then compared, channel by channel.
"""

from __future__ import annotations

import io
import json
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console, Group

from controller.commands.json_lines import JsonLines
from controller.intents import Act, Intent, UndoTo
from controller.storage.log import Log
from controller.table import live_match
from controller.view import Ruled, TableView
from display.screens.layout import layout
from display.screens.ui import Correcting, Ui
from display.terminal.menus import in_match
from display.terminal.terminal import Desk
from display.text.words import Words
from display.widgets.theme import Scale
from engine.events import Took
from engine.games import pot
from engine.games.pot import PotTaken
from engine.match import Action, Match, apply
from engine.rules import Choose, Lay, Ruling
from tests.controller.house import House

PLAYERS = ("Marie", "", "Luc", "Zoé")
MOVES = 45  # fewer than a round of either game has
SIZE = (1024, 600)


# Two tables


def with_others_taken(match: Match, action: Action) -> Ruling:
    """As the rules have it, but for which cards were taken, wherever that is said."""
    after, events, refusal = apply(match, action)
    if refusal or after.state.over or after.state.taken == match.state.taken:
        return Ruling(after, events, refusal)
    piles = [tuple(other(card, match) for card in pile) for pile in after.state.taken]
    after = after._replace(state=after.state._replace(taken=tuple(piles)))
    return Ruling(after, tuple(event_of_others(event, match) for event in events), None)


def other(card: int, match: Match) -> int:
    """Some other card of the deck."""
    return (card + 1) % len(match.game.deck)


def event_of_others(event: Any, match: Match) -> Any:
    match event:
        case Took(player, cards):
            return Took(player, tuple(other(card, match) for card in cards))
        case PotTaken(player, colour, cards):
            following = pot.COLOURS[(pot.COLOURS.index(colour) + 1) % len(pot.COLOURS)]
            return PotTaken(player, following, tuple(other(card, match) for card in cards))
    return event


def acts(match: Match, dice: random.Random) -> Intent:
    """Something that may be done now, now and then a step back; to take from the pot is to say a colour."""
    if len(match.actions) > 5 and dice.random() < 0.05:
        return UndoTo(len(match.actions) - 2)
    moves = match.game.legal_moves(match.state, range(len(match.game.deck)))
    takes = [move for move in moves if isinstance(move, Choose) and move.what == "colour"]
    return Act(dice.choice(takes or [move for move in moves if isinstance(move, Lay)]))


# What leaves them


class Outlets:
    """Everything that leaves a table, as text, channel by channel."""

    def __init__(self, house: House) -> None:
        self.house = house
        file = SimpleNamespace(wiring=SimpleNamespace(simulated=True))
        self.json = JsonLines(SimpleNamespace(table=house.table, file=file))  # type: ignore[arg-type]
        self.log = Log(Path("never written"), lambda: 0.0, lambda: 0.0, print)
        self.words = Words("fr")

    def after(self, intent: Intent) -> dict[str, Any]:
        self.house.touch(intent)
        view, match = self.house.view, self.house.match
        heard, self.house.heard = self.house.heard, []
        self.log.log_changes(view)
        for effect in heard:
            self.log.hear(effect)
        return {
            "state": json.dumps(match.state),
            "rulings": [effect for effect in heard if isinstance(effect, Ruled)],
            "moves": (match.log, match.events, match.choices, match.reveal),
            "notices": (view.notice, view.question, view.findings, view.troubles),
            "terminal": [*self.terminal(view)],
            "window": self.window(view),
            "json": self.printed(heard, view),
            "log": list(self.log._lines),
        }

    def terminal(self, view: TableView) -> Iterator[str]:
        """What it shows, and each question that can be asked about the round."""
        console = Console(file=io.StringIO(), width=100, no_color=True)
        console.print(Group(*(part.what for part in Desk("fr").parts(view))))
        yield console.file.getvalue()  # type: ignore[attr-defined]
        for question in (in_match.put_right, in_match.moves, in_match.moments, in_match.hands):
            page = question(self.words, view)
            assert page
            yield "\n".join([page.title, page.text, *(option.label for option in page.options)])

    def window(self, view: TableView) -> list[Any]:
        scales = [Scale(*SIZE, flat) for flat in (False, True)]
        return [
            layout(view, ui, scale, self.words) for ui in (Ui(), Ui(over=Correcting())) for scale in scales
        ]

    def printed(self, heard: list[Any], view: TableView) -> bytes:
        stdout, sys.stdout = sys.stdout, io.TextIOWrapper(io.BytesIO())
        try:
            self.json.draw(view, 0.0)
            for effect in heard:
                self.json.hear(effect, view)
            return sys.stdout.buffer.getvalue()  # type: ignore[attr-defined, no-any-return]
        finally:
            sys.stdout = stdout


def left_by_both(game: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """What leaves either table, move by move."""
    dice = random.Random(2)
    different = 0
    with pytest.MonkeyPatch.context() as patch, open(os.devnull) as nothing:
        patch.setattr(sys, "stdin", nothing)
        houses = [House(game, *PLAYERS) for _ in range(2)]
        outlets = [Outlets(house) for house in houses]
        for _ in range(MOVES):
            assert houses[0].table.match
            intent = acts(houses[0].table.match, dice)
            left = []
            for outlet, rules in zip(outlets, (apply, with_others_taken), strict=True):
                patch.setattr(live_match, "apply", rules)
                left.append(outlet.after(intent))
            one, other = (house.table.match for house in houses)
            assert one and other and not one.state.over
            different += one.state.taken != other.state.taken
            yield left[0], left[1]
    assert different > 10


@pytest.mark.parametrize("game", ["thirteen", "pot"])
def test_which_cards_were_taken_does_not_show_before_the_round_is_scored(game: str) -> None:
    leaks = [
        (channel, one[channel], other[channel])
        for one, other in left_by_both(game)
        for channel in one
        if one[channel] != other[channel]
    ]
    assert leaks == []
