"""A deal of Gamate being told, for the tests."""

from typing import Any

from engine.cards import Deck
from engine.games import gamate
from engine.rules import (
    Awaiting,
)
from tests.engine.stories import Story

SIXES = {"multiples": 6}
GREEN = {"colour": "green"}


PLAIN = (
    "1 2 3 4",
    "5 7 8 9",
    "10 11 13 14",
    "15 16 17 19",
    "20 21 22 23",
    "25 26 27 28",
    "29 31 32 33",
    "34 35 37 38",
    "39 40 41 43",
    "44 45 46 47",
)  # rising and no trump: the last to play takes each; five tricks for either side, the 1 to Luc and Marc
EIGHT_TRICKS = (*PLAIN, "48 -mute#1 mute#2 -6", "12 -18 24 -30", "mute#3 36 42 -mute#4")


class Deal(Story):
    """Marie and Pierre (0+2) against Luc and Marc (1+3). Marie deals, so she opens the bidding."""

    def __init__(self, *, dealer: str = "Marie", options: str = "", deck: Deck | None = None) -> None:
        super().__init__(gamate.GAME, "Marie", "Luc", "Pierre", "Marc", dealer=dealer, options=options)
        if deck:
            setup = self.state.setup._replace(deck=deck)
            self.state = gamate.first_round(setup, self.seat(dealer))

    def bid(self, demand: Any) -> None:
        self.choose(bid=demand)

    def all_pass(self, times: int = 1) -> None:
        for _ in range(times):
            self.choose(**{"pass": True})

    def nobody_opposes(self) -> None:
        for _ in range(3):
            self.choose(oppose=False)

    def agree(self, demand: Any = SIXES, *, opposed: bool = False) -> None:
        """Marie declares; under opposition it was Luc's contract first."""
        if opposed:
            self.all_pass()
            self.bid({"odd": True})
            self.all_pass(4)
            self.choose(oppose=False)
            self.choose(oppose=False)
            self.choose(oppose=demand)
        else:
            self.bid(demand)
            self.bid(demand)
            self.nobody_opposes()

    def declare(self, *, direction: str = "up", tricks: int = 8, lead: str = "own", **agreed: Any) -> None:
        self.agree(**agreed)
        self.choose(direction=direction)
        self.choose(tricks=tricks)
        self.choose(lead=lead)
        assert self.awaiting is Awaiting.LAY

    def play(self, *tricks: str) -> None:
        """Whole tricks, `-` before what is renounced: `play("10 12 -3 mute")`."""
        for card in " ".join(tricks).split():
            self.lay(card.lstrip("-"), on="renounce" if card.startswith("-") else "trick")
            assert self.refusal is None, (card, self.refusal)

    @property
    def awaiting(self) -> Awaiting:
        return gamate.awaiting(self.state)

    def happened(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]
