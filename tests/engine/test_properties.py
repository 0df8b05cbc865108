"""What holds for every game, every number of players and every house rule."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import games, notation, serial
from engine.bots import bot
from engine.events import Took
from engine.games.pot import PotTaken
from engine.match import NEXT, UNDO, Match, apply, awaiting, begin, standings
from engine.rules import Awaiting, EndRound, Setup
from tests.engine.playing import matches, play_match, setups, walk

NAMES = ("Ann", "Bob", "Cléo", "Dora", "Éric", "Fée")


def names_of(match: Match) -> tuple[str, ...]:
    return NAMES[: match.setup.seats]


@settings(max_examples=60, deadline=None)
@given(matches())
def test_undo_goes_back_to_the_start_of_the_round_and_redo_is_invisible(match: Match) -> None:
    after = match
    undone = []
    while match.actions:
        undone.append(match.actions[-1])
        match = apply(match, UNDO).state
    assert match.state == match.start
    assert apply(match, UNDO).refusal is not None
    for action in reversed(undone):
        match = apply(match, action).state
    assert match == after


@settings(max_examples=150, deadline=None)
@given(matches())
def test_a_state_survives_its_text(match: Match) -> None:
    text = serial.dumps(match.state)
    assert serial.loads(type(match.state), text) == match.state


@settings(max_examples=60, deadline=None)
@given(matches())
def test_accepted_lines_replay_to_the_same_match(match: Match) -> None:
    names = names_of(match)
    text = [json.dumps(notation.write(match.game, action, names)) for action in match.actions]
    again = Match(match.game, match.setup, match.results, match.start, (), match.start)
    for line in text:
        ruling = apply(again, notation.read(again, json.loads(line), names))
        assert ruling.refusal is None
        again = ruling.state
    assert again == match


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(games.names()), st.integers(0, 2**32))
def test_a_whole_match_replays_undo_and_next_included(name: str, seed: int) -> None:
    rng = Random(seed)
    setup = rng.choice(setups(name))
    start = match = begin(games.game(name), setup, 0)
    journal = []
    for action, after in walk(match, rng, 250, corrections=True):
        journal.append(action)
        match = after
    again = start
    for action in journal:
        again = apply(again, action).state
    assert again == match


@settings(max_examples=60, deadline=None)
@given(matches())
def test_totals_are_the_sum_of_the_rounds(match: Match) -> None:
    results = match.results + ((match.game.points(match.state),) if match.state.over else ())
    totals = standings(match).totals
    sums = tuple(sum(points) for points in zip(*results, strict=True)) or (0,) * len(totals)
    if match.game.name == "gamate" and standings(match).over:
        won, lost = sorted(standings(match).details["manches"].values(), reverse=True)
        bonus = 26 if (won, lost) == (2, 0) else 0
        assert sum(totals) == sum(sums) + bonus
    else:
        assert totals == sums


@settings(max_examples=100, deadline=None)
@given(st.one_of(matches("thirteen"), matches("pot")), st.randoms(use_true_random=False))
def test_public_bytes_do_not_tell_what_lies_face_down(match: Match, rng: Random) -> None:
    if match.state.over:  # scored: now the cards are turned up
        return
    cards = [card for pile in match.state.taken for card in pile]
    rng.shuffle(cards)
    other = match._replace(
        state=match.state._replace(
            taken=tuple(tuple(cards.pop() for _ in pile) for pile in match.state.taken)
        )
    )
    names = names_of(match)
    assert json.dumps(notation.describe(other, names)) == json.dumps(notation.describe(match, names))


def test_public_events_count_what_is_taken_and_do_not_name_it() -> None:
    thirteen, pot = games.game("thirteen"), games.game("pot")
    names = NAMES[:3]
    assert notation.event(thirteen, Took(1, (4, 5, 6)), names, public=True) == {
        "kind": "took",
        "player": "Bob",
        "count": 3,
    }
    blue, red = PotTaken(0, "blue", (1, 2)), PotTaken(0, "red", (21, 25))
    assert notation.event(pot, blue, names, public=True) == notation.event(pot, red, names, public=True)
    assert notation.event(pot, blue, names) != notation.event(pot, red, names)


@settings(max_examples=80, deadline=None)
@given(matches())
def test_a_round_can_always_be_brought_to_a_score(match: Match) -> None:
    if match.state.over:
        return
    ended = apply(match, EndRound())
    assert ended.refusal is None
    assert ended.state.state.over
    assert awaiting(ended.state) in (Awaiting.NEXT, Awaiting.OVER)


@settings(max_examples=100, deadline=None)
@given(matches(), st.integers(0, 2**32))
def test_a_refusal_changes_nothing(match: Match, seed: int) -> None:
    rng = Random(seed)
    game = match.game
    lay = rng.choice(game.legal_moves(game.first_round(match.setup, 0), range(len(game.deck))))
    ruling = apply(match, lay)
    if ruling.refusal is not None:
        assert ruling.state is match
        assert ruling.events == ()


@pytest.mark.parametrize("name", games.names())
def test_random_matches_run_to_their_end_by_their_own_rule(name: str) -> None:
    game = games.game(name)
    for setup in setups(name):
        played = play_match(game, setup, 0, [bot("random")] * setup.seats, Random(13))
        assert played.standings.over
        assert played.standings.winners
        assert not game.standings(setup, played.results[:-1]).over


def test_thirteen_with_three_players_takes_six_rounds() -> None:
    game = games.game("thirteen")
    match = begin(game, Setup(3), 2)
    for number in range(1, 7):
        assert match.round == number
        match = apply(match, EndRound()).state
        match = apply(match, NEXT).state
    assert standings(match).over
