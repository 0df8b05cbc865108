"""Many random rounds of 13, held against the rule book."""

import os
import random
from collections.abc import Callable
from itertools import chain

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import Drew, Laid, RoundScored, Took
from engine.games import thirteen
from engine.games.thirteen import DECK, ZONES
from engine.rules import Choose, Count, EndRound, HandCount, Lay, Press, Setup, Turn

thoroughly = settings(max_examples=int(os.environ.get("TAPIS_EXAMPLES", "40")), deadline=None)


def value(card: int) -> int:
    return int(DECK.names[card].split("-")[1].split("#")[0])


def colour(card: int) -> str:
    return DECK.names[card].split("-")[0]


Taste = Callable[[random.Random, thirteen.State, list[Lay]], Lay]


def anything(rng: random.Random, state: thirteen.State, lays: list[Lay]) -> Lay:
    return rng.choice(lays)


def fullest(rng: random.Random, state: thirteen.State, lays: list[Lay]) -> Lay:
    return max(lays, key=lambda lay: (state.targets[lay.zone].sum + value(lay.card), rng.random()))


def emptiest(rng: random.Random, state: thirteen.State, lays: list[Lay]) -> Lay:
    return min(lays, key=lambda lay: (state.targets[lay.zone].sum + value(lay.card), rng.random()))


class Dealt:
    """A round as it lies on a real table: shuffled and dealt, with players of one taste."""

    def __init__(self, state: thirteen.State, rng: random.Random, taste: Taste = anything) -> None:
        self.state = state
        self.rng = rng
        self.taste = taste
        self.draw_pile = rng.sample(range(50), 50)
        self.hands = [[self.draw_pile.pop() for _ in range(count)] for count in state.hands]
        self.events: list[object] = []

    def make(self, move: object) -> None:
        self.state, events, refusal = thirteen.apply(self.state, move)
        assert refusal is None
        self.events += events
        for event in events:
            if isinstance(event, Laid):
                self.hands[event.player].remove(event.card)
            if isinstance(event, Drew):
                self.hands[event.player].append(self.draw_pile.pop())

    def move(self) -> None:
        lays = thirteen.legal_moves(self.state, self.hands[self.state.turn])
        assert lays, "some card is always playable"
        self.make(self.taste(self.rng, self.state, lays))

    def play(self) -> None:
        while not self.state.over:
            self.move()


setups = st.builds(
    Setup, st.sampled_from(thirteen.SEATS), st.sampled_from([frozenset(), frozenset({"all_dealt"})])
)
tables = st.builds(
    lambda setup, seed, taste: Dealt(
        thirteen.first_round(setup, seed % setup.seats), random.Random(seed), taste
    ),
    setups,
    st.integers(0, 2**32),
    st.sampled_from([anything, fullest, emptiest]),
)


def recount(piles: list[list[int]]) -> tuple[int, ...]:
    """The points for piles of cards, by the rule book."""
    points = []
    for pile in piles:
        total = 0
        for name in ("blue", "yellow", "green"):
            own = sum(colour(card) == name for card in pile)
            rivals = [sum(colour(card) == name for card in other) for other in piles if other is not pile]
            total += own if own <= max(rivals) else 0
        points.append(total + 2 * sum(colour(card) == "rotten" for card in pile))
    return tuple(points)


@thoroughly
@given(tables)
def test_random_rounds_keep_to_the_rule_book_and_score_what_was_taken(table):
    seats, dealer = table.state.setup.seats, table.state.dealer
    first_pile = table.state.draw_pile
    table.play()

    targets: dict[int, list[int]] = {zone: [] for zone in range(3)}
    piles: list[list[int]] = [[] for _ in range(seats)]
    events = iter(table.events)
    for turn in range(50):
        laid = next(events)
        assert isinstance(laid, Laid)
        assert laid.player == (dealer + 1 + turn) % seats
        before = targets[laid.zone]
        if sum(map(value, before)) + value(laid.card) > 13:
            assert next(events) == Took(laid.player, tuple(before))
            piles[laid.player] += before
            before = []
        targets[laid.zone] = [*before, laid.card]
        if turn < first_pile:
            assert next(events) == Drew(laid.player, 1)
    scored = next(events)
    assert next(events, None) is None

    assert isinstance(scored, RoundScored)
    assert scored.points == recount(piles)
    for points, explanation, pile in zip(scored.points, scored.explain, piles, strict=True):
        terms, _, end = explanation.rpartition(" = ")
        assert int(end) == points == sum(map(int, terms.split("+") if terms else []))
        assert len(terms.split("+") if terms else []) == len(pile)


@thoroughly
@given(tables)
def test_no_card_is_ever_lost_or_doubled(table):
    while not table.state.over:
        table.move()
        state = table.state
        lying = [*chain(*(target.cards for target in state.targets), *state.taken)]
        assert sorted(chain(lying, table.draw_pile, *table.hands)) == list(range(50))
        assert state.laid == sum(1 << card for card in lying)
        assert list(state.hands) == [len(hand) for hand in table.hands]
        assert state.draw_pile == len(table.draw_pile)
        assert all(target.sum == sum(map(value, target.cards)) <= 13 for target in state.targets)
    assert not any(table.hands)


def goes_there(state: thirteen.State, lay: Lay) -> bool:
    """Whether the colour fits, by the rule book."""
    if colour(lay.card) == "rotten":
        return True
    if "all_dealt" not in state.setup.options:
        return colour(lay.card) == ZONES[lay.zone]
    lying = [{colour(card) for card in target.cards} - {"rotten"} for target in state.targets]
    here = lying[lay.zone]
    elsewhere = set.union(*(colours for zone, colours in enumerate(lying) if zone != lay.zone))
    return here <= {colour(lay.card)} and colour(lay.card) not in elsewhere


@thoroughly
@given(tables, st.integers(0, 50))
def test_a_move_is_accepted_if_and_only_if_it_is_listed(table, moves):
    for _ in range(moves):
        table.move()
    state = table.state
    lays = [Lay(card, zone) for card in range(50) for zone in range(3)]
    listed = thirteen.legal_moves(state)
    assert len(listed) == len(set(listed))
    assert set(listed) == {lay for lay in lays if not state.laid >> lay.card & 1 and goes_there(state, lay)}
    for move in [*lays, Press("done"), Choose("give", None)]:
        after, events, refusal = thirteen.apply(state, move)
        assert refusal is thirteen.why_refused(state, move)
        assert (refusal is None) == (move in listed)
        assert (after is state and events == ()) if refusal else after != state


@thoroughly
@given(setups, st.integers(0, 2**32))
def test_matches_end_when_everybody_has_dealt(setup, seed):
    rng = random.Random(seed)
    state = thirteen.first_round(setup, setup.seats - 1)
    results: list[tuple[int, ...]] = []
    dealers = []
    while not thirteen.standings(setup, results).over:
        dealers.append(state.dealer)
        table = Dealt(state, rng)
        table.play()
        results.append(thirteen.points(table.state))
        state = thirteen.next_round(table.state, results)
    assert sorted(dealers) == sorted(list(range(setup.seats)) * (2 if setup.seats == 3 else 1))
    standings = thirteen.standings(setup, results)
    for seat, total in enumerate(standings.totals):
        assert total == sum(points[seat] for points in results)
        assert (seat in standings.winners) == (total == min(standings.totals))


@thoroughly
@given(tables, st.data())
def test_whatever_is_corrected_the_round_comes_to_its_score(table, data):
    """Turns and counts go wrong, whoever is near lays a card, and one card is lost."""
    seats = table.state.setup.seats
    lost = data.draw(st.integers(0, 50))  # 50: none
    for card in table.rng.sample(range(50), 50):
        if data.draw(st.integers(0, 9)) == 0:
            seat = data.draw(st.integers(0, seats - 1))
            correction = data.draw(st.sampled_from([Turn(seat), HandCount(seat, 3)]))
            table.state, _, refusal = thirteen.apply(table.state, correction)
            assert refusal is None
        if card != lost:
            move = table.rng.choice(thirteen.legal_moves(table.state, [card]))
            table.state = thirteen.apply(table.state, move).state
    assert table.state.over == (lost == 50)
    if not table.state.over:
        table.state, events, refusal = thirteen.apply(table.state, EndRound())
        assert refusal is None
        assert events[-1].points == recount([list(pile) for pile in table.state.taken])
    assert table.state.over


@thoroughly
@given(tables)
def test_the_piles_of_every_round_that_was_played_are_a_possible_count(table):
    start = table.state
    table.play()
    counted = thirteen.apply(start, Count(table.state.taken))
    assert counted.refusal is None
    assert counted.events[-1] == table.events[-1]
