"""Many random rounds of Le Pot, held against the rule book."""

import os
import random
from itertools import chain, permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import Laid, RoundScored
from engine.games import pot
from engine.games.pot import DECK, PLAY, POT, PotTaken, SettlingStopped
from engine.rules import Choose, Count, EndRound, Lay, Press, Setup, Turn

thoroughly = settings(max_examples=int(os.environ.get("TAPIS_EXAMPLES", "40")), deadline=None)
seats_and_seeds = st.tuples(st.integers(3, 6), st.integers(0, 2**32))


class Dealt:
    """A round as it lies on a real table: shuffled, a few cards for the pot, the others in hands."""

    def __init__(self, state: pot.State, rng: random.Random) -> None:
        self.state = state
        self.rng = rng
        stock = [card for card in range(60) if DECK.kind_of[card].colours[0] in state.colours]
        rng.shuffle(stock)
        seats = state.setup.seats
        self.pot_cards = stock[:seats]
        self.hands = [stock[seats + 9 * seat :][:9] for seat in range(seats)]
        self.events: list[object] = []

    def make(self, move: object) -> None:
        self.state, events, refusal = pot.apply(self.state, move)
        assert refusal is None
        for event in events:
            self.events.append(event)
            if isinstance(event, Laid):
                (self.pot_cards if event.player is None else self.hands[event.player]).remove(event.card)

    def move(self) -> None:
        """Whoever acts makes any move that is allowed."""
        seat = pot.to_act(self.state)
        cards = self.pot_cards if seat is None else self.hands[seat]
        self.make(self.rng.choice(pot.legal_moves(self.state, cards)))

    def play(self) -> None:
        while not self.state.over:
            self.move()


def dealt(seats: int, seed: int, rounds: int = 1) -> Dealt:
    """A first round, with any colours."""
    rng = random.Random(seed)
    state = pot.first_round(Setup(seats, rounds=rounds), 0)
    colours = tuple(rng.sample(pot.COLOURS, seats))
    return Dealt(pot.apply(state, Choose("colours", colours)).state, rng)


def value(card: int) -> int:
    return int(DECK.names[card].split("-")[1])


def colour(card: int) -> str:
    return DECK.names[card].split("-")[0]


def may_take(trick: dict[int, int]) -> list[int]:
    """Who may take, by the rule book: look for the strongest colour, again and again."""
    order: list[int] = []
    waiting = dict(trick)
    while waiting:
        strength = {colour(card): 0 for card in waiting.values()}
        for card in waiting.values():
            strength[colour(card)] += value(card)
        strongest = [name for name in strength if strength[name] == max(strength.values())]
        if len(strongest) > 1:
            break
        own = [seat for seat, card in waiting.items() if colour(card) == strongest[0]]
        order += sorted(own, key=lambda seat: -value(waiting[seat]))
        waiting = {seat: card for seat, card in waiting.items() if seat not in own}
    return order


def recount(events: list[object], seats: int, leader: int) -> list[int]:
    """The points of a round, from what happened alone; every event is checked on the way."""
    lying: list[int] = []
    trick: dict[int, int] = {}
    points = [0] * seats
    takers: list[int] = []
    tricks = 0
    stopped = False

    for event in events:
        match event:
            case Laid(None, card, zone):
                assert (zone, tricks, trick) == (POT, 0, {})
                lying.append(card)
            case Laid(player, card, zone):
                assert zone == PLAY
                assert len(lying) >= seats
                assert player == (leader + len(trick)) % seats
                trick[player] = card
            case PotTaken(player, name, cards):
                assert player == may_take(trick)[len(takers)]
                assert list(cards) == [card for card in lying if colour(card) == name] != []
                lying = [card for card in lying if card not in cards]
                points[player] += sum(map(value, cards))
                takers.append(player)
            case SettlingStopped(names, strength):
                assert takers == may_take(trick)
                assert lying
                for name in names:
                    assert strength == sum(value(card) for card in trick.values() if colour(card) == name)
                assert len(names) > 1
                stopped = True
            case RoundScored():
                assert tricks == 9
        if len(trick) == seats and (stopped or not lying or len(takers) == seats):
            leader = takers[0] if takers else leader
            lying += trick.values()
            tricks += 1
            trick, takers, stopped = {}, [], False

    return points


@thoroughly
@given(seats_and_seeds)
def test_random_rounds_keep_to_the_rule_book_and_score_what_was_taken(table):
    game = dealt(*table)
    game.play()
    scored = game.events[-1]
    assert isinstance(scored, RoundScored)
    assert list(scored.points) == recount(game.events, table[0], leader=0)
    for total, explanation in zip(scored.points, scored.explain, strict=True):
        *terms, end = explanation.replace(" = ", "+").split("+")
        assert total == int(end) == (sum(map(int, terms)) if terms else 0)


@thoroughly
@given(seats_and_seeds)
def test_no_card_is_ever_lost_or_doubled(table):
    game = dealt(*table)
    everything = sorted(chain(game.pot_cards, *game.hands))
    assert len(everything) == 10 * table[0]
    while not game.state.over:
        game.move()
        state = game.state
        settled = None not in state.played and not state.choosers
        on_table = [] if settled else [card for card in state.played if card is not None]
        lying = [*chain(state.pot, on_table, *state.taken)]
        assert sorted(chain(lying, game.pot_cards, *game.hands)) == everything
        assert state.laid == sum(1 << card for card in lying)
        assert list(state.hands) == [len(hand) for hand in game.hands]


@thoroughly
@given(seats_and_seeds, st.integers(0, 70))
def test_a_move_is_accepted_if_and_only_if_it_is_listed(table, moves):
    seats, seed = table
    game = dealt(seats, seed) if moves else Dealt(pot.first_round(Setup(seats), 0), random.Random(seed))
    for _ in range(moves):
        if not game.state.over:
            game.move()
    state = game.state
    universe = [Lay(card, zone) for card in range(60) for zone in (PLAY, POT)]
    universe += [Choose("colour", name) for name in pot.COLOURS]
    universe += [Choose("colours", names) for n in (2, 3, 4, 5, 6) for names in permutations(pot.COLOURS, n)]
    universe += [Press("done"), Choose("give", None)]
    listed = pot.legal_moves(state)
    assert len(listed) == len(set(listed))
    assert set(listed) == {move for move in universe if pot.why_refused(state, move) is None}
    for move in universe:
        after, events, refusal = pot.apply(state, move)
        assert refusal is pot.why_refused(state, move)
        assert (after is state and events == ()) if refusal else after != state


@thoroughly
@given(seats_and_seeds, st.integers(1, 3))
def test_matches_end_after_the_agreed_rounds_with_the_highest_total(table, rounds):
    game = dealt(*table, rounds=rounds)
    results: list[tuple[int, ...]] = []
    while not pot.standings(game.state.setup, results).over:
        if game.state.over:
            game = Dealt(pot.next_round(game.state, results), game.rng)
        game.play()
        results.append(game.events[-1].points)
    standings = pot.standings(game.state.setup, results)
    assert len(results) == rounds
    for seat, total in enumerate(standings.totals):
        assert total == sum(points[seat] for points in results)
        assert (seat in standings.winners) == (total == max(standings.totals))


@thoroughly
@given(seats_and_seeds, st.data())
def test_whatever_turn_is_corrected_the_round_comes_to_its_score(table, data):
    game = dealt(*table)
    while not game.state.over:
        if data.draw(st.integers(0, 4)) == 0:
            correction = Turn(data.draw(st.integers(0, table[0] - 1)))
            if not pot.why_refused(game.state, correction):
                game.make(correction)
        game.move()
    assert game.state.tricks == 9
    assert game.events[-1] == RoundScored(pot.points(game.state), pot.explain(game.state))
    assert all(hand == [] for hand in game.hands)


@thoroughly
@given(seats_and_seeds, st.integers(0, 70))
def test_with_a_card_lost_at_any_moment_the_round_can_be_ended_and_scored(table, moves):
    game = dealt(*table)
    for _ in range(moves):
        if not game.state.over:
            game.move()
    if not game.state.over:
        game.make(EndRound())
    taken = [event for event in game.events if isinstance(event, PotTaken)]
    assert game.events[-1].points == tuple(
        sum(value(card) for event in taken if event.player == seat for card in event.cards)
        for seat in range(table[0])
    )


@thoroughly
@given(seats_and_seeds)
def test_the_piles_of_every_round_that_was_played_are_a_possible_count(table):
    game = dealt(*table)
    start = game.state
    game.play()
    counted = pot.apply(start, Count(game.state.taken))
    assert counted.refusal is None
    assert counted.events[-1] == game.events[-1]
