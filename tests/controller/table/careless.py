"""Careless people: what the table makes of a hand that hovers, a card out of turn, one that was never shown.

    $ python -m tests.controller.table.careless --trials 100  # prints the tables of docs/lab/carelessness.md

Each trial is a round on bad pads. At some moment somebody is careless, once; then everybody plays on by what
really happened, looking at nothing but the light of the pad, as if nobody had noticed. The truth is kept
beside the table by the rules alone, with the one who really laid each card.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from controller.intents import Act
from controller.simulation.laying import CLEARED_S, PATIENCE_S, tag
from controller.table.live_match import DONE
from controller.view import Notice, NoticeKind
from engine import games
from engine.cards import Card
from engine.games import ninja
from engine.match import Action
from engine.rules import Awaiting, Lay, Turn
from tests.controller.party import Party

TRIES = 4  # so often somebody lays a card that is not taken before they look at the screen
HARMLESS, AT_ONCE, LATER, STUCK, RIGHT, WRONG = OUTCOMES = (
    "no harm",
    "objected to at once",
    "objected to later",
    "round cannot end",
    "right score",
    "wrong score",
)


class Careless:
    """A round in which somebody is careless once."""

    def __init__(self, kind: str, game: str, seats: int, seed: int, profile: str = "bad") -> None:
        self.party = Party(game, seats=seats, seed=seed, profile=profile)
        self.rng = Random(f"{kind} {game} {seats} {seed}")
        self.game = games.game(game)
        self.objected = False
        self._kind = KINDS[kind]
        self._notice: Notice | None = None

    def outcome(self) -> str | None:
        """What came of it; None if there was no occasion."""
        if not self._be_careless():
            return None
        if self.objected:
            return AT_ONCE
        return HARMLESS if self._agree() else self._nobody_notices()

    def _be_careless(self) -> bool:
        patience = self.rng.randrange(1, 30)
        while True:
            self.party.run(lambda party: not party.people._on_pad and self._agree())
            if self.state.over:
                return False
            patience -= 1
            if patience <= 0:
                self.wait(CLEARED_S)
                self.objected = False
                if self._kind(self):
                    return True
            self._wait_for_more_than(len(self.truth.live.log))

    def _wait_for_more_than(self, moves: int) -> None:
        self.party.run(lambda party: len(self.truth.live.log) > moves)

    def _nobody_notices(self) -> str:
        while not self.state.over:
            self._pass_over_the_empty_handed()
            if self.state.over:
                break
            if not self.do(self.truth.due):
                return LATER
            self.truth.go_on()
        self.wait(3.0)
        if not self.party.shown.state["round_over"]:
            return STUCK
        right = tuple(self.truth.live.view.results[0].values())
        return RIGHT if self.party.table_results[0] == right else WRONG

    def _pass_over_the_empty_handed(self) -> None:
        """Who laid out of turn has no card for a turn that is theirs by the order of the seats."""
        hands, seat = self.truth.cards.hands, self.state.turn
        if self.game.awaiting(self.state) is Awaiting.LAY and not hands[seat]:
            seats = [*range(seat + 1, len(hands)), *range(seat)]
            self.truth.happen(Turn(next(other for other in seats if hands[other])))

    # How things are

    @property
    def truth(self) -> Any:
        return self.party.evening

    @property
    def state(self) -> Any:
        return self.truth.live.match.state

    def _agree(self) -> bool:
        """Whether the table knows what happened; a lay that lapses is no more than a moment ahead."""
        shown, truth = self.party.shown.log, self.truth.live.view.log
        return shown == truth or (
            not self.state.over and self.truth.due == DONE and shown == self.truth.then.view.log
        )

    @property
    def hand(self) -> list[Card]:
        """Of whoever lays next."""
        hands = self.truth.cards.hands
        return list(hands[self.state.turn]) if self.game.to_act(self.state) is not None else []

    @property
    def pads(self) -> list[str]:
        """Those the game uses."""
        return [pad for pad, zones in self.party.settings.zones[self.game.name].items() if zones]

    # What people do

    def wait(self, seconds: float) -> None:
        until = self.party.now + seconds
        while self.party.now < until:
            self.step()

    def step(self) -> None:
        self.party.step()
        notice = self.party.table.view.notice
        if notice is not self._notice:
            self._notice = notice
            self.objected |= notice is not None and notice.kind is not NoticeKind.ACCEPTED

    def put(self, card: Card, pad: str) -> None:
        self.party.pads.put(tag(self.game.name, card), pad)

    def lift(self, card: Card) -> None:
        self.party.pads.lift(tag(self.game.name, card))

    def pass_over(self, cards: list[Card], pad: str, seconds: float) -> None:
        for card in cards:
            self.put(card, pad)
        self.wait(seconds)
        for card in cards:
            self.lift(card)

    def do(self, action: Action) -> bool:
        """Whether the table took it without a word."""
        if isinstance(action, Lay):
            return self.lay(action)
        if action == DONE and DONE not in self.party.shown.choices:
            return True  # it has lapsed, or nobody knows what there is to be done with
        before = self.party.shown.log
        self.party.table.handle(Act(action), self.party.now)
        return self.party.shown.log != before

    def lay(self, lay: Lay) -> bool:
        """Put it down, wait for the light, slide it away; if it was not taken, again."""
        self.objected = False
        for _ in range(TRIES):
            if self.show(lay):
                return True
            if self.objected and self._notice and self._notice.kind is NoticeKind.REFUSED:
                return False
        return False

    def show(self, lay: Lay, then: float = CLEARED_S) -> bool:
        taken = len(self.party.shown.log)
        self.put(lay.card, self.pad(lay))
        deadline = self.party.now + PATIENCE_S
        while self.party.now < deadline and not self.laid_since(taken):
            self.step()
        self.lift(lay.card)
        self.wait(then)
        return self.laid_since(taken) > 0

    def pad(self, lay: Lay) -> str:
        return self.party.people._pad_for(lay.zone)

    def laid_since(self, entries: int) -> int:
        return sum("lay" in entry.line for entry in self.party.shown.log[entries:])


# The ways of being careless. Each does its worst and says whether there was an occasion.


def hover(round: Careless, least: float = 0.05, most: float = 0.18) -> bool:
    """A hand with a card passes over a pad."""
    cards = [card for hand in round.truth.cards.hands for card in hand]
    round.pass_over([round.rng.choice(cards)], round.rng.choice(round.pads), round.rng.uniform(least, most))
    round.wait(1.0)
    return True


def linger(round: Careless) -> bool:
    """It rests there for longer than a card must lie to count."""
    return hover(round, 0.25, 0.6)


def out_of_turn(round: Careless) -> bool:
    """The next player is faster: they lay before the one whose turn it is, who lays then."""
    truth, state = round.truth, round.state
    if round.game.awaiting(state) is not Awaiting.LAY or getattr(state, "open", False):
        return False
    slow = state.turn
    fast = (slow + 1) % truth.live.match.setup.seats
    if round.game.why_refused(state, Turn(fast)):
        return False
    before = truth.snapshot()
    truth.happen(Turn(fast))
    if not isinstance(truth.due, Lay):
        truth.restore(before)
        return False
    if not round.lay(truth.due):
        round.objected = True
        return True
    truth.go_on()
    truth.close_lay()
    if round.objected or round.state.over or round.game.why_refused(round.state, Turn(slow)):
        return True
    truth.happen(Turn(slow))
    if isinstance(truth.due, Lay) and round.lay(truth.due):
        truth.go_on()
        truth.close_lay()
        after = (fast + 1) % truth.live.match.setup.seats
        if round.state.turn == fast and not round.game.why_refused(round.state, Turn(after)):
            truth.happen(Turn(after))
    round.objected = False  # what was said of the second card came too late
    return True


def forget(round: Careless) -> bool:
    """A card goes straight to its pile, past the pad."""
    if not isinstance(round.truth.due, Lay):
        return False
    round.truth.go_on()
    round.wait(1.0)
    return True


def too_soon(round: Careless) -> bool:
    """The next card comes to a pad that was not clear yet, and is slid away without a look at the light."""
    truth = round.truth
    first = truth.due
    if not isinstance(first, Lay) or not round.show(first, then=0.0):
        return False
    truth.go_on()
    if round.state.over or not isinstance(truth.due, Lay) or truth.due.zone != first.zone:
        return False
    second = truth.due
    round.wait(round.rng.uniform(0.0, 0.35))
    round.objected = False
    round.pass_over([second.card], round.pad(second), round.rng.uniform(0.4, 1.0))
    truth.go_on()
    round.wait(0.6)
    return True


def same_value(round: Careless) -> bool:
    """Ninja: the next player lays the same value at once, and nobody has pressed the button."""
    truth = round.truth
    if round.game.name != "ninja" or not round.state.open or truth.due != DONE:
        return False
    value, player = ninja.VALUE[round.state.centre[-1]], round.state.turn
    before = truth.snapshot()
    truth.go_on()
    held = [card for card in round.hand if ninja.VALUE[card] == value]
    if round.state.turn == player or not held or round.game.why_refused(round.state, Lay(held[0], 0)):
        truth.restore(before)
        return False
    round.lay(Lay(held[0], 0))
    truth.happen(Lay(held[0], 0))
    round.objected = round.party.shown.theirs is not None  # the table asks whose it was
    return True


def same_value_unanswered(round: Careless) -> bool:
    """The same, and the table's question whose card it was goes unanswered."""
    occasion = same_value(round)
    round.objected = False
    return occasion


def sweep(round: Careless) -> bool:
    """A pile that is taken away goes over the pads: card by card, or as a bundle."""
    truth, rng = round.truth, round.rng
    cards = [card for event in truth.coming() for card in getattr(event, "cards", ())]
    if not cards or not round.do(truth.due):
        return False
    truth.go_on()
    round.objected = False
    if rng.random() < 0.5:
        round.pass_over(cards, rng.choice(round.pads), rng.uniform(0.1, 0.8))
    else:
        for card in cards:
            round.pass_over([card], rng.choice(round.pads), rng.uniform(0.1, 0.6))
            round.wait(rng.uniform(0.0, 0.6))
    round.wait(1.0)
    return True


def two_at_once(round: Careless) -> bool:
    """Another card sticks to the one that is laid; both are lifted when the light says something."""
    truth = round.truth
    lay = truth.due
    others = [card for card in round.hand if isinstance(lay, Lay) and card != lay.card]
    if not isinstance(lay, Lay) or not others:
        return False
    taken = len(round.party.shown.log)
    cards = [lay.card, round.rng.choice(others)]
    for card in cards:
        round.put(card, round.pad(lay))
    deadline = round.party.now + 2 * PATIENCE_S
    while round.party.now < deadline and not round.objected and not round.laid_since(taken):
        round.step()
    for card in cards:
        round.lift(card)
    round.wait(1.0)
    if round.laid_since(taken):
        truth.go_on()  # it was green: the card they meant is on its pile
    return True


KINDS: dict[str, Callable[[Careless], bool]] = {
    "a card passes over a pad (up to 0.18 s)": hover,
    "a card rests over a pad (0.25 to 0.6 s)": linger,
    "lay out of turn": out_of_turn,
    "forget to show a card": forget,
    "lay before the pad is clear, and not look": too_soon,
    "Ninja: lay the same value at once": same_value,
    "Ninja: and not answer whose it was": same_value_unanswered,
    "sweep a pick-up over the pads": sweep,
    "lay two cards at once": two_at_once,
}


def campaign(trials: int, kinds: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Kind, game and outcome of so many trials of each kind and game, as far as there was an occasion."""
    for kind in kinds:
        for game in games.names():
            if kind.startswith("Ninja") and game != "ninja":
                continue
            seats = games.game(game).seats
            seeds = range(4 * trials)
            outcomes = (Careless(kind, game, seats[seed % len(seats)], seed).outcome() for seed in seeds)
            for outcome in islice(filter(None, outcomes), trials):
                yield kind, game, outcome


def table(found: Counter[tuple[str, ...]], rows: Sequence[str]) -> str:
    """Rows of outcomes, as Markdown."""
    lines = ["| | tried | " + " | ".join(OUTCOMES) + " |", "|---|" + "---:|" * (len(OUTCOMES) + 1)]
    for row in rows:
        counts = [found[row, outcome] for outcome in OUTCOMES]
        if any(counts):
            lines.append(f"| {row} | {sum(counts)} | " + " | ".join(map(str, counts)) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=100, help="of each kind and game")
    trials = parser.parse_args().trials
    found: Counter[tuple[str, ...]] = Counter()
    for kind in KINDS:
        by_game = Counter((game, outcome) for _, game, outcome in campaign(trials, [kind]))
        for (_, outcome), number in by_game.items():
            found[kind, outcome] += number
        print(f"**{kind}**\n\n{table(by_game, games.names())}\n", flush=True)
    print(table(found, list(KINDS)))


if __name__ == "__main__":
    main()
