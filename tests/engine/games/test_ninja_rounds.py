"""Ninja beyond a turn: corrections, names, matches, and random games with real hidden cards."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import (
    Corrected,
    Drew,
    Laid,
    PickedUp,
    Removed,
    RoundScored,
)
from engine.games import ninja
from engine.games.ninja import CENTRE, DECK, Countered, State, first_round, legal_moves, why_refused
from engine.rules import (
    Awaiting,
    Choose,
    EndRound,
    HandCount,
    Lay,
    Move,
    Out,
    Refusal,
    Setup,
    Turn,
)
from tests.engine.games.ninja_stories import (
    A,
    B,
    C,
    D,
    Game,
    assert_legal_moves_are_the_accepted_ones,
    bits,
    cards,
    kinds,
    pair,
)

EXAMPLES = int(os.environ.get("TAPIS_EXAMPLES", "60"))

# Corrections.


def test_whose_turn_it_is_closes_the_open_lay_without_its_skip() -> None:
    game = Game().lay("8").move(Turn(D))
    assert game.events == (Corrected(Turn(D)), Drew(A, 1))
    assert (game.turn, game.awaits, game.to_beat, game.state.open) == (D, Awaiting.LAY, 8, False)


def test_whose_turn_it_is_leaves_a_closed_lay_alone() -> None:
    game = Game().lay("5").done().move(Turn(D))
    assert game.events == (Corrected(Turn(D)),)
    assert (game.turn, game.to_beat) == (D, 5)


def test_whose_turn_it_is_keeps_a_nine_and_a_victory() -> None:
    game = Game().lay("9").move(Turn(D))
    assert game.events == (Corrected(Turn(D)), Removed(cards("9")), Drew(A, 1))
    assert (game.turn, game.centre) == (D, [])


def test_in_the_first_edition_a_victory_waited_for_the_lay_to_close() -> None:
    last = {"draw_pile": 0, "hands": (1, 3), "face_up": (0, 3), "face_down": (0, 3)}
    game = Game(2, edition=1, **last).lay("5")
    assert (game.turn, game.awaits, game.state.winner) == (A, Awaiting.LAY, None)
    assert game.done().events == (RoundScored((1, 0), ("1", "0")),)
    game = Game(2, edition=1, **last).lay("5").move(Turn(B))
    assert game.events == (Corrected(Turn(B)), RoundScored((1, 0), ("1", "0")))
    game = Game(2, edition=1, **last).lay("5").move(HandCount(A, 2)).done()
    assert (game.turn, game.state.over) == (B, False)
    game = Game(2, edition=1, **{**last, "hands": (2, 3)}).lay("5").move(HandCount(A, 0))
    assert not game.state.over
    assert game.done().state.winner == A


@pytest.mark.parametrize("moves", [[], [Choose("give", C)]])
def test_whose_turn_it_is_drops_a_gift_or_a_counter_and_the_pile_stays(moves: list[Move]) -> None:
    game = Game().lay("13").done()
    for move in moves:
        game.move(move)
    game.move(Turn(D))
    assert (game.turn, game.awaits, game.to_beat, game.centre) == (D, Awaiting.LAY, 13, ["13#1"])
    assert game.pick_up().turn == A


def test_whose_turn_it_is_keeps_an_open_thirteen_from_being_given() -> None:
    game = Game().lay("13").move(Turn(D))
    assert (game.turn, game.awaits) == (D, Awaiting.LAY)
    game = Game().lay("13").done().give(C).lay("13").move(Turn(B))
    assert game.events == (Corrected(Turn(B)), Countered(C), Drew(C, 1))
    assert (game.turn, game.awaits) == (B, Awaiting.LAY)


@pytest.mark.parametrize("completing", [0, 1])
def test_whose_turn_it_is_ends_a_completion_that_was_a_mistake(completing: int) -> None:
    game = pair("8").complete(C).lay(*["8"] * completing).move(Turn(B))
    assert kinds(game) == [Corrected, Drew][: 1 + completing]
    assert (game.turn, game.awaits, len(game.centre)) == (B, Awaiting.LAY, 2 + completing)
    assert game.shows(C, "hand") == 3
    assert game.lay("10").refusal is None


def test_a_hand_count_is_believed() -> None:
    game = Game().move(HandCount(B, 7))
    assert game.events == (Corrected(HandCount(B, 7)),)
    assert game.shows(B, "hand") == 7


def test_a_hand_count_below_what_is_known_makes_the_hand_unknown() -> None:
    game = Game(known=(0, bits("4", "5"), 0, 0)).move(HandCount(B, 2))
    assert game.shows(B, "known") == ["4#1", "5#1"]
    game.move(HandCount(B, 1))
    assert game.shows(B, "known") == []
    assert game.lay("2").done().refuses("8") is None


def test_a_hand_count_of_none_wins_when_nothing_else_is_left() -> None:
    out = {"draw_pile": 0, "face_up": (0, 0, 1, 0), "face_down": (0, 0, 0, 1)}
    game = Game(**out).move(HandCount(B, 0))
    assert game.events == (Corrected(HandCount(B, 0)), RoundScored((0, 1, 0, 0), ("0", "1", "0", "0")))
    assert Game(**out).move(HandCount(A, 0)).state.winner == A  # whose turn it is
    for correction in (HandCount(B, 1), HandCount(C, 0), HandCount(D, 0)):
        assert not Game(**out).move(correction).state.over


def test_a_hand_count_of_none_closes_an_open_lay_and_wins() -> None:
    out = {"draw_pile": 0, "face_up": (0, 0, 0, 0), "face_down": (0, 0, 0, 0)}
    game = Game(**out).lay("5").move(HandCount(A, 0))
    scored = RoundScored((1, 0, 0, 0), ("1", "0", "0", "0"))
    assert game.events == (Corrected(HandCount(A, 0)), scored)
    assert (game.state.open, game.state.winner) == (False, A)
    assert not Game(**{**out, "draw_pile": 1}).lay("5").move(HandCount(A, 0)).state.over
    assert Game(**out).lay("5").move(HandCount(B, 0)).state.winner == B


def test_an_empty_hand_can_lay_nothing_until_it_is_corrected() -> None:
    game = Game().move(HandCount(A, 0))
    assert game.refuses("5") is Refusal.NOT_IN_HAND
    assert legal_moves(game.state) == []
    assert game.move(HandCount(A, 3)).refuses("5") is None


def test_an_open_lay_is_no_longer_open_once_the_game_has_ended() -> None:
    for end in (EndRound(), Out(B)):
        assert not Game().lay("5").move(end).state.open


# A name without a number.


def named(game: Game, kind: str) -> str:
    return DECK.names[ninja.pick_copy(game.state, DECK.copies(kind), CENTRE)]


def test_a_name_means_the_players_known_copy_first_then_the_first_unseen() -> None:
    game = Game(known=(bits("7#2"), bits("7#3"), 0, 0))
    assert named(game, "7") == "7#2"
    game.lay("7#2")
    assert named(game, "7") == "7#1"  # joins the lay of A, who does not hold the third
    game.done()
    assert named(game, "7") == "7#3"


def test_a_name_is_meant_for_whoever_would_lay_the_card() -> None:
    known = (bits("10#1"), bits("10#2"), bits("10#3"), 0)
    game = Game(known=known).lay("8")
    assert named(game, "10") == "10#3"  # B will be skipped
    game = Game(known=(0, bits("1#2"), bits("1#3"), 0)).lay("13").done().give(C)
    assert named(game, "1") == "1#3"
    game = Game(4, "complete_the_four", known=(0, 0, bits("7#4"), 0)).lay("7", "7").complete(C)
    assert [named(game, "7"), named(game.lay("7"), "7")] == ["7#4", "7#3"]


def test_a_name_of_which_none_can_be_laid_is_refused_for_the_best_reason() -> None:
    game = Game(known=(0, bits("7#4"), 0, 0)).lay("7#1", "7#2", "7#3").move(Turn(D))
    assert named(game, "7") == "7#4"
    assert game.refuses("7") is Refusal.HELD_BY_ANOTHER
    game = Game().lay("7", "7", "7").lay("7").done()
    assert named(game, "7") == "7#1"
    assert game.refuses("7") is Refusal.ALREADY_LAID


def test_whose_lay_a_card_would_be() -> None:
    game = Game().lay("8")
    assert ninja.layer(game.state, *cards("8#2")) == A
    assert ninja.layer(game.state, *cards("10")) == C


# Match.


def test_the_deal_moves_clockwise_and_games_won_are_counted() -> None:
    setup = Setup(3, rounds=3)
    state = first_round(setup, dealer=2)
    assert ninja.next_round(state, [(1, 0, 0)]) == first_round(setup, dealer=0)
    assert ninja.standings(setup, []).totals == (0, 0, 0)
    two = ninja.standings(setup, [(1, 0, 0), (0, 0, 1)])
    assert (two.totals, two.over, two.winners) == ((1, 0, 1), False, ())
    three = ninja.standings(setup, [(1, 0, 0), (0, 0, 1), (0, 0, 1)])
    assert (three.totals, three.over, three.winners) == ((1, 0, 2), True, (2,))


def test_equal_games_won_share_the_match() -> None:
    assert ninja.standings(Setup(3, rounds=2), [(1, 0, 0), (0, 0, 1)]).winners == (0, 2)


def test_players_may_play_on_until_they_stop() -> None:
    assert not ninja.standings(Setup(2, rounds=None), [(1, 0)] * 50).over


# What is shown.


def test_the_public_form_has_counts_known_cards_and_what_lies_open() -> None:
    game = Game(2).lay("5").done().pick_up().lay("6")
    assert ninja.describe(game.state, ["Marie", "Luc"]) == {
        "players": [
            {"name": "Marie", "hand": 2, "taken": 0, "face_up": 3, "face_down": 3, "known": []},
            {"name": "Luc", "hand": 4, "taken": 0, "face_up": 3, "face_down": 3, "known": ["5#1"]},
        ],
        "centre": ["6#1"],
        "to_beat": 6,
        "limit": 6,
        "draw_pile": 35,
    }


# A state is a value.


def test_the_same_moves_make_equal_states_and_no_move_changes_an_old_one() -> None:
    def told() -> list[State]:
        game = Game(4, "complete_the_four")
        states = [game.state]
        for name in ("5", "7", "7", "10", "13"):
            states.append(game.lay(name).state)
        states.append(game.done().state)
        states.append(game.give(A).state)
        states.append(game.pick_up().state)
        return states

    first, second = told(), told()
    assert first == second
    assert list(map(hash, first)) == list(map(hash, second))
    assert len(set(first)) == len(first)


def test_a_closed_lay_leaves_no_trace_of_how_it_was_closed() -> None:
    by_card = Game().lay("5", "7").state
    by_button = Game().lay("5").done().lay("7").state
    assert by_card == by_button
    picked_up_after_done = Game().lay("5").done().pick_up().state
    assert Game().lay("5").pick_up().state == picked_up_after_done


# Random games, with real hidden cards under the counts.


class Hidden:
    """The cards as they really lie, moved by the events of the rulings alone."""

    def __init__(self, seats: int, rng: random.Random) -> None:
        deck = list(range(len(DECK)))
        rng.shuffle(deck)
        self.hands = [{deck.pop() for _ in range(3)} for _ in range(seats)]
        self.face_up = [[deck.pop() for _ in range(3)] for _ in range(seats)]
        self.face_down = [[deck.pop() for _ in range(3)] for _ in range(seats)]
        self.draw_pile = deck
        self.centre: list[int] = []
        self.gone: set[int] = set()

    def follow(self, event: Any) -> None:
        match event:
            case Laid(player, card, _):
                self.hands[player].remove(card)
                self.centre.append(card)
            case Drew(player, number, source):
                own = {"face-up": self.face_up, "face-down": self.face_down}
                pile = own[source][player] if source in own else self.draw_pile
                self.hands[player].update(pile.pop() for _ in range(number))
            case PickedUp(player, pile):
                assert list(pile) == self.centre
                self.hands[player].update(pile)
                self.centre = []
            case Removed(pile):
                assert list(pile) == self.centre
                self.gone.update(pile)
                self.centre = []

    def can(self, state: State, move: Move) -> bool:
        """Whether the players have the cards for *move*."""
        if isinstance(move, Lay):
            return move.card in self.hands[ninja.layer(state, move.card)]
        if isinstance(move, Choose) and move.what == "complete":
            first, second = state.centre[-2:]
            others = set(DECK.copies(DECK.kind_of[first].name)) - {first, second}
            return others <= self.hands[move.value]
        return True

    def check(self, state: State) -> None:
        assert state.hands == tuple(map(len, self.hands))
        assert state.face_up == tuple(map(len, self.face_up))
        assert state.face_down == tuple(map(len, self.face_down))
        assert state.draw_pile == len(self.draw_pile)
        assert list(state.centre) == self.centre
        assert (state.lay == 0) == (state.centre == ())
        assert state.laid == sum(ninja.BIT[card] for card in (*self.centre, *self.gone))
        for known, hand in zip(state.known, self.hands, strict=True):
            assert not known & ~sum(ninja.BIT[card] for card in hand)
        counted = sum(state.hands) + sum(state.face_up) + sum(state.face_down) + state.draw_pile
        assert counted + state.laid.bit_count() == len(DECK)


setups = st.builds(
    Setup,
    seats=st.sampled_from(ninja.SEATS),
    options=st.frozensets(st.sampled_from(ninja.OPTIONS)),
)


@settings(max_examples=EXAMPLES, deadline=None)
@given(setup=setups, seed=st.integers(0, 2**32))
def test_whatever_is_played_cards_are_conserved_and_exactly_the_legal_moves_are_accepted(
    setup: Setup, seed: int
) -> None:
    rng = random.Random(seed)
    hidden = Hidden(setup.seats, rng)
    state = first_round(setup, dealer=rng.randrange(setup.seats))
    for step in range(400):
        hidden.check(state)
        if step % 7 == 0:
            assert_legal_moves_are_the_accepted_ones(state)
        where = {Refusal.ALREADY_LAID, Refusal.HELD_BY_ANOTHER, Refusal.NOT_IN_HAND}
        for card in set[int]().union(*hidden.hands):
            if hidden.can(state, Lay(card, CENTRE)):  # a card that is in the hand is never thought elsewhere
                assert why_refused(state, Lay(card, CENTRE)) not in where
        moves = [move for move in legal_moves(state) if hidden.can(state, move)]
        lays = [move for move in moves if isinstance(move, Lay)]
        ruling = ninja.apply(state, rng.choice(lays if lays and rng.random() < 0.7 else moves))
        for event in ruling.events:
            hidden.follow(event)
        state = ruling.state
        if state.over:
            break
    if state.over:
        assert state.winner is not None
        assert not hidden.hands[state.winner]
        assert not hidden.face_up[state.winner] + hidden.face_down[state.winner]
        assert sum(ninja.points(state)) == 1


def corrections(seats: int) -> st.SearchStrategy[Move]:
    seat = st.integers(0, seats - 1)
    return st.one_of(
        st.builds(Turn, seat),
        st.builds(HandCount, seat, st.integers(0, 12)),
        st.builds(Out, seat),
        st.just(EndRound()),
    )


@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data(), setup=setups)
def test_corrections_at_any_moment_leave_a_game_that_can_be_played_and_ended(
    data: st.DataObject, setup: Setup
) -> None:
    state = first_round(setup, dealer=0)
    for _ in range(40):
        moves = legal_moves(state)
        if not moves or data.draw(st.integers(0, 5)) == 0:
            move = data.draw(corrections(setup.seats))
        else:
            move = data.draw(st.sampled_from(moves))
        ruling = ninja.apply(state, move)
        assert (ruling.refusal is None) == (not state.over)
        state = ruling.state
        assert all(known.bit_count() <= hand for known, hand in zip(state.known, state.hands, strict=True))
        if state.over:
            break
    assert_legal_moves_are_the_accepted_ones(state)
    if not state.over:
        assert ninja.apply(state, EndRound()).state.over
