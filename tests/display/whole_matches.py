"""A whole match among visitors: the cards they hold are dealt, and they play them to the end.

    visitors.touch("13", "4 players: go!", "Ready")
    Party(visitors, seed=1).play()

Whatever is not a card is touched, clicked or typed, in turn.
"""

from __future__ import annotations

from itertools import cycle
from random import Random
from typing import Any

from controller.intents import Act
from controller.simulation.bot_match import BotMatch
from controller.storage import record
from display.games import presentation
from display.text.words import Words
from display.widgets.widgets import Touchable, capital, touchables
from engine import games
from engine.bots import bot
from engine.match import Next
from engine.rules import Choose, EndRound, Lay
from tests.display.visitors import Visitors, middle

ENGLISH = Words("en")
LONGEST = 60  # moves of a round, then a card is missing: Ninja can go round in circles


class Party:
    """Visitors with cards in their hands."""

    def __init__(self, visitors: Visitors, seed: int) -> None:
        self.visitors, self.house = visitors, visitors.house
        kept = self.house.drawer.running()
        assert kept
        names = self.house.match.names
        self.evening = BotMatch(
            record.from_json(kept.header), names, [bot("careful")] * len(names), Random(seed), LONGEST
        )
        self._ways = cycle((self._touch, self._click, self._type))

    def play(self) -> None:
        while not self.evening.over:
            self._do(self.evening.due)
            assert self.house.match.log == self.evening.then.view.log
            self.evening.go_on()

    def _do(self, action: Any) -> None:
        match action:
            case Lay(card, zone):
                game = games.game(self.house.match.game)
                self._lay(game.deck.names[card], game.zones[zone])
            case EndRound():
                self.visitors.keys("c")
                own = ENGLISH.of(self.house.match.game)
                for label in ("a card is missing: end the round", "end the round"):
                    self.visitors.touch(capital(own.say(label)))
            case Choose("bid" | "oppose", tuple(demand)):
                self._compose(demand)
                self._press(action)
            case _:
                self._press(action)
        if isinstance(action, Next):
            self.visitors.touch("Ready")

    def _lay(self, card: str, zone: str) -> None:
        shown = self.house.match
        told = ENGLISH.of(shown.game).instruction(shown)
        if shown.pick_up is not None:  # first things first
            told = presentation(shown.game).pick_up(ENGLISH.of(shown.game), shown)
        assert self.visitors.sees(told), "everybody knows what to do"
        self.visitors.lay(card, on=zone)
        assert self.house.refusal is None
        lies_open = repr(card) in str(
            [self.house.state.get(key) for key in ("targets", "centre", "trick", "pot")]
        )
        if lies_open and self.house.state["awaiting"] not in ("next", "over"):
            assert card in self.visitors.cards()

    # What is not a card

    def _press(self, action: Any) -> None:
        """Touch, click or type, in turn."""
        if (
            isinstance(action, Next) and "Continue" in self.visitors.texts()
        ):  # piles are still being turned up
            self.visitors.touch("Continue")
        for place in touchables(self.visitors.window.widgets):
            acts = [intent.action for intent in place.does if isinstance(intent, Act)]
            if action in acts and type(action) in map(type, acts):  # empty values are equal
                next(self._ways)(place)
                return
        raise AssertionError(f"{action} is not offered")

    def _touch(self, place: Touchable) -> None:
        self.visitors.press(place.box)

    def _click(self, place: Touchable) -> None:
        self.visitors.drag(middle(place.box))

    def _type(self, place: Touchable) -> None:
        if place.key:
            self.visitors.keys(place.key)
        else:
            self._touch(place)

    def _compose(self, demand: tuple[Any, ...]) -> None:
        """A demand of Gamate, put together on its panel."""
        match demand:
            case ("multiples", digit):
                self.visitors.touch("Multiples", str(digit))
            case ("odd",):
                self.visitors.touch("Odd numbers")
            case ("run", low, high):
                self.visitors.touch("From … to …")
                self._slide(0, low)
                self._slide(1, high)
            case ("colour", colour, *exclusive):
                self.visitors.touch("One colour", ENGLISH.colour(colour).capitalize())
                if exclusive:
                    self.visitors.touch("Exclusive")

    def _slide(self, which: int, number: int) -> None:
        sliders = [place.box for place in touchables(self.visitors.window.widgets) if place.along]
        track = sliders[which]
        x = track.x + (2 * number - 1) * track.w // (2 * 48)
        self.visitors.drag((track.x, middle(track)[1]), (x, middle(track)[1]))


def from_menu_to_podium(visitors: Visitors, game: str) -> None:
    visitors.touch(ENGLISH.game(game), "4 players: go!", "Ready")
    Party(visitors, seed=1).play()
    shown = visitors.house.match
    assert shown.state["match_over"]
    visitors.wait(20.0)  # the last cards are turned up, player by player
    assert visitors.sees(ENGLISH.of(game).instruction(shown))
    for total in shown.state["totals"].values():
        assert visitors.sees(str(total))
    if "Continue" in visitors.texts():  # the score stays until somebody has seen enough
        visitors.touch("Continue")
    visitors.touch("Menu")
    assert visitors.house.view.match is None
    assert visitors.sees("Touch a game, or lay one of its cards.")
