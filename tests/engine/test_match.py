"""Matches: rounds in a row, undo, and missed lays put in their place."""

from __future__ import annotations

from typing import Any

import pytest

from engine import games
from engine.events import Corrected, Drew, Laid, MatchOver, RoundScored, Took
from engine.games.gamate import MancheWon
from engine.match import (
    NEXT,
    UNDO,
    Action,
    Insert,
    Match,
    apply,
    awaiting,
    begin,
    line,
    standings,
    state_before,
)
from engine.rounds import best
from engine.rules import Awaiting, Choose, EndRound, HandCount, Lay, Refusal, Setup, Turn

THIRTEEN = games.game("thirteen")
ANN, BOB, CY = range(3)


def lay(name: str, zone: str = "") -> Lay:
    card = THIRTEEN.deck.card(name)
    assert card is not None
    return Lay(card, THIRTEEN.zones.index(zone or name.split("-")[0]))


def played(match: Match, *actions: Action) -> Match:
    """*match* after these actions, each of which is accepted."""
    for action in actions:
        match, _, refusal = apply(match, action)
        assert refusal is None, (action, refusal)
    return match


def kinds(events: tuple[Any, ...]) -> list[type]:
    return [type(event) for event in events]


@pytest.fixture
def match() -> Match:
    """13 among three, Ann leads."""
    return begin(THIRTEEN, Setup(3), dealer=CY)


def test_a_match_begins_with_its_first_round_and_no_points(match: Match) -> None:
    assert (match.round, match.results, match.actions) == (1, (), ())
    assert match.state == match.start
    assert standings(match).totals == (0, 0, 0)
    assert awaiting(match) is Awaiting.LAY


def test_what_the_game_refuses_is_refused_and_nothing_changes(match: Match) -> None:
    match = played(match, lay("blue-7#1"))
    ruling = apply(match, lay("blue-7#1"))
    assert ruling.refusal is Refusal.ALREADY_LAID
    assert ruling.state is match
    assert ruling.events == ()


def test_the_points_of_a_round_count_once_it_is_over_and_only_once(match: Match) -> None:
    match = played(match, lay("blue-7#1"), lay("blue-7#2"))  # Bob takes the first seven
    match = played(match, Turn(CY), lay("green-7#1"), lay("green-7#2"), lay("green-5#1"))
    assert standings(match).totals == (0, 0, 0)
    match = played(match, HandCount(ANN, 5), EndRound())
    points = THIRTEEN.points(match.state)
    assert sum(points) == 0  # each alone has the most of a colour
    match = played(match, UNDO, lay("rotten-4#1", "yellow"), lay("rotten-4#2", "yellow"))
    match = played(match, lay("rotten-4#3", "yellow"), lay("rotten-4#4", "yellow"), EndRound())
    points = THIRTEEN.points(match.state)
    assert sum(points) == 6
    assert standings(match).totals == points
    match = played(match, NEXT)
    assert (match.results, match.round) == ((points,), 2)
    assert standings(match).totals == points
    assert played(match, EndRound(), NEXT).results == (points, (0, 0, 0))


def test_the_next_round_starts_afresh_with_the_next_dealer(match: Match) -> None:
    match = played(match, lay("blue-7#1"), EndRound(), NEXT)
    assert match.actions == ()
    assert match.state == match.start == THIRTEEN.first_round(match.setup, ANN)
    assert apply(match, UNDO).refusal is Refusal.NOT_NOW


def test_next_is_for_after_a_round_and_before_the_end_of_the_match(match: Match) -> None:
    early = apply(match, NEXT)
    assert early.refusal is Refusal.NOT_NOW
    assert early.state is match
    for number in range(1, 7):
        assert match.round == number
        match = played(match, EndRound())
        assert awaiting(match) is (Awaiting.NEXT if number < 6 else Awaiting.OVER)
        if number < 6:
            match = played(match, NEXT)
    late = apply(match, NEXT)
    assert late.refusal is Refusal.NOT_NOW
    assert late.state is match


def test_the_last_round_ends_with_the_winners_after_the_score() -> None:
    ninja = games.game("ninja")
    match = begin(ninja, Setup(3, rounds=2), dealer=0)
    first = apply(match, EndRound())
    assert kinds(first.events) == [Corrected, RoundScored]
    last = apply(played(first.state, NEXT), EndRound())
    assert kinds(last.events) == [Corrected, RoundScored, MatchOver]
    assert last.events[-1] == MatchOver(standings(last.state).winners, standings(last.state).totals)


def test_a_manche_is_won_between_the_score_and_the_end() -> None:
    gamate = games.game("gamate")
    match = begin(gamate, Setup(4), dealer=0)
    told = []
    while awaiting(match) is not Awaiting.OVER:
        match = played(match, Choose("bid", ("odd",)), Choose("bid", ("odd",)))
        match, events, _ = apply(match, Choose("forfeit", True))
        told.append([kind for kind in kinds(events) if kind in (RoundScored, MancheWon, MatchOver)])
        if awaiting(match) is Awaiting.NEXT:
            match = played(match, NEXT)
    assert told[-1] == [RoundScored, MancheWon, MatchOver]
    assert told[0] == [RoundScored]


def test_undo_takes_back_one_action_after_the_other(match: Match) -> None:
    one = played(match, lay("blue-7#1"))
    two = played(one, lay("green-7#1"))
    assert played(two, UNDO) == one
    assert played(two, UNDO, UNDO) == match
    assert apply(two, UNDO).events == ()
    nothing = apply(match, UNDO)
    assert nothing.refusal is Refusal.NOT_NOW
    assert nothing.state is match


# Missed lays


def test_a_missed_lay_stands_where_it_was_missed() -> None:
    a, b, c, d, e = (Lay(card, 0) for card in range(5))
    assert line([a, b]) == (a, b)
    assert line([a, b, Insert(c, 1)]) == (a, c, b)
    assert line([a, b, Insert(c, 0)]) == (a, b, c)
    assert line([a, b, Insert(c, 2)]) == (c, a, b)
    assert line([a, b, Insert(c, 1), d, Insert(e, 3)]) == (a, e, c, b, d)


def test_the_round_is_known_as_it_was_some_moves_ago(match: Match) -> None:
    one = played(match, lay("blue-7#1"))
    two = played(one, lay("green-7#1"))
    assert state_before(two, 0) == two.state
    assert state_before(two, 1) == one.state
    assert state_before(two, 2) == state_before(two, 3) == match.state
    assert state_before(played(two, lay("green-5#1")), 1) == two.state


def test_of_a_missed_lay_only_what_follows_from_it_is_told(match: Match) -> None:
    match = played(match, lay("blue-7#1"), lay("blue-5#1"), lay("blue-2#1"))
    match, events, refusal = apply(match, Insert(lay("green-7#1"), 1))
    assert refusal is None
    assert [event for event in events if not isinstance(event, Drew)] == [
        Corrected(Insert(lay("green-7#1"), 1)),
        Laid(CY, *lay("green-7#1")),
        Laid(ANN, *lay("blue-2#1")),
        Took(ANN, (lay("blue-7#1").card, lay("blue-5#1").card)),
    ]
    assert match.state.turn == BOB


def test_a_lay_may_have_been_missed_before_all_others_but_not_before_that(match: Match) -> None:
    match = played(match, lay("blue-7#1"))
    assert apply(match, Insert(lay("green-7#1"), 2)).refusal is Refusal.NOT_NOW
    first = played(match, Insert(lay("green-7#1"), 1))
    assert first.state == played(first, UNDO, UNDO, lay("green-7#1"), lay("blue-7#1")).state


def test_a_missed_lay_is_undone_like_any_other_action(match: Match) -> None:
    before = played(match, lay("blue-7#1"), lay("blue-5#1"))
    after = played(before, Insert(lay("green-7#1"), 1))
    assert after.actions == (*before.actions, Insert(lay("green-7#1"), 1))
    assert played(after, UNDO) == before


def test_a_missed_lay_that_a_later_move_contradicts_is_refused(match: Match) -> None:
    match = played(match, lay("blue-7#1"), lay("green-7#1"))
    ruling = apply(match, Insert(lay("green-7#1"), 1))
    assert ruling.refusal is Refusal.ALREADY_LAID
    assert ruling.state is match
    assert ruling.events == ()


def test_a_missed_lay_can_end_the_round_and_the_match() -> None:
    match = begin(THIRTEEN, Setup(3), dealer=CY)
    for _ in range(5):
        match = played(match, EndRound(), NEXT)
    *rest, missed = (moves[0] for moves in all_cards())
    match = played(match, *rest)
    assert not match.state.over
    match, events, _ = apply(match, Insert(missed, 3))
    assert kinds(events)[0] is Corrected
    assert kinds(events)[-2:] == [RoundScored, MatchOver]


def all_cards() -> list[list[Any]]:
    state = THIRTEEN.first_round(Setup(3), CY)
    return [THIRTEEN.legal_moves(state, [card]) for card in range(len(THIRTEEN.deck))]


def test_without_an_agreed_number_a_match_is_one_round():
    pot = games.game("pot")
    assert not pot.standings(Setup(seats=3), []).over
    assert pot.standings(Setup(seats=3), [(4, 9, 9)]).over


def test_the_best_total_is_the_highest_or_the_lowest_and_equals_share_it():
    assert best((4, 9, 9), max) == (BOB, CY)
    assert best((4, 9, 4), min) == (ANN, CY)
