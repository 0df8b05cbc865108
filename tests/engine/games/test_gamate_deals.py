"""Gamate, many random deals: what holds for every one of them. TAPIS_EXAMPLES asks for more."""

import os
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import serial
from engine.events import DealVoid, Laid, RoundScored, TrickTaken
from engine.games import gamate
from engine.games.gamate import DECK, VALUE, Contract, Forfeited, State
from engine.rules import (
    Choose,
    EndRound,
    HandCount,
    Lay,
    Move,
    Out,
    Press,
    Setup,
    Turn,
)

thoroughly = settings(max_examples=int(os.environ.get("TAPIS_EXAMPLES", "60")), deadline=None)
seeds = st.integers(0, 2**32)
setups = st.sampled_from([Setup(4), Setup(4, frozenset({"expert_trumps"}))])
NAMES = ["Marie", "Luc", "Pierre", "Marc"]

Step = tuple[State, Move, tuple[Any, ...]]  # a state, the move made in it, and what happened


def likely(state: State, moves: list[Move], rng: Random) -> Move:
    """One of *moves*, weighed so that most deals are played, some opposed, a few forfeited or void."""
    said = [move for move in moves if isinstance(move, Choose)]
    quiet = [move for move in said if not isinstance(move.value, tuple) and move.what != "forfeit"]
    again = [move for move in said if move.value in [stated for _, stated in state.bids]]
    if gamate.awaiting(state) is gamate.Awaits.BID:
        return rng.choice(rng.choice([said, quiet, again or quiet]))
    if said and rng.random() < 0.85:
        return rng.choice(quiet)
    return rng.choice(moves)


def a_deal(start: State, rng: Random) -> list[Step]:
    """A deal played to its end with real hands."""
    cards = list(range(len(DECK)))
    rng.shuffle(cards)
    hands = [cards[seat::4] for seat in range(4)]
    state, steps = start, []
    while not state.over:
        move = likely(state, gamate.legal_moves(state, hands[state.turn]), rng)
        if isinstance(move, Lay):
            hands[state.turn].remove(move.card)
        ruling = gamate.apply(state, move)
        assert ruling.refusal is None
        steps.append((state, move, ruling.events))
        state = ruling.state
    return [*steps, (state, EndRound(), ())]


def last(steps: list[Step]) -> State:
    return steps[-1][0]


def events_of(steps: list[Step]) -> list[Any]:
    return [event for _, _, events in steps for event in events]


# Cards and tricks


@given(setups, seeds)
@thoroughly
def test_every_card_is_laid_once_and_each_trick_is_four_actions(setup: Setup, seed: int) -> None:
    steps = a_deal(gamate.first_round(setup, seed % 4), Random(seed))
    laid = [event for event in events_of(steps) if isinstance(event, Laid)]
    taken = [event for event in events_of(steps) if isinstance(event, TrickTaken)]
    for state, _, _ in steps:
        assert sum(state.hands) + state.laid.bit_count() == 52
        assert sum(state.taken) * 4 + state.actions == state.laid.bit_count()
    if taken:
        assert sorted(event.card for event in laid) == list(range(52))
        assert len(taken) == 13
        on_tricks = [event.card for event in laid if event.zone == gamate.TRICK]
        assert [card for trick in taken for card in trick.cards] == on_tricks
        assert sum(last(steps).renounces) + len(on_tricks) == 52
        assert last(steps).hands == (0, 0, 0, 0)


@given(seeds)
@thoroughly
def test_on_a_trick_nothing_ever_loses_to_what_it_lies_on(seed: int) -> None:
    """Trumps, once there, stay on top, and numbers of a kind go one way between mutes."""
    steps = a_deal(gamate.first_round(Setup(4), 0), Random(seed))
    declared = last(steps).declared
    for event in events_of(steps):
        if isinstance(event, TrickTaken):
            for under, over in pairwise(event.cards):
                below, above = VALUE[under], VALUE[over]
                if below is None or above is None:
                    continue
                trump_below, trump_above = (declared.trumps >> card & 1 for card in (under, over))
                assert trump_below <= trump_above
                if trump_below == trump_above:
                    assert (below < above) == (declared.direction == "up")


# The score, from the log alone


def rescored(steps: list[Step]) -> tuple[int, int]:
    """What the deal is worth, from what was said and what happened, by the table of the rule book."""
    log = events_of(steps)
    forfeits = [event.player for event in log if isinstance(event, Forfeited)]
    if forfeits:
        return (26, 0) if forfeits[0] in (1, 3) else (0, 26)
    if DealVoid() in log:
        return (0, 0)
    contract = [event for event in log if isinstance(event, Contract)][-1]
    (announced,) = [move.value for _, move, _ in steps if isinstance(move, Choose) and move.what == "tricks"]
    tricks, brisques, renounced = Counter[bool](), Counter[bool](), Counter[bool]()
    for event in log:
        ours = hasattr(event, "player") and event.player in (contract.player, (contract.player + 2) % 4)
        match event:
            case TrickTaken(_, cards):
                tricks[ours] += 1
                names = [DECK.names[card] for card in cards]
                brisques[ours] += sum(name in ("1", "48") or name.startswith("mute") for name in names)
            case Laid(_, _, gamate.RENOUNCE):
                renounced[ours] += 1
    if tricks[True] >= announced:
        score = 3 * tricks[True] + brisques[True] + 2 * renounced[False]
        score += (6 if tricks[True] == announced else 0) + {12: 4, 13: 7}.get(tricks[True], 0)
    else:
        score = 6 * tricks[False] + brisques[False] + 4 * renounced[True]
        score += {12: 8, 13: 14}.get(tricks[False], 0)
    score *= 2 if contract.opposed else 1
    declarers_score = tricks[True] >= announced
    first_side = (contract.player % 2 == 0) == declarers_score
    return (score, 0) if first_side else (0, score)


@given(setups, seeds)
@thoroughly
def test_the_score_follows_from_the_log(setup: Setup, seed: int) -> None:
    steps = a_deal(gamate.first_round(setup, seed % 4), Random(seed))
    expected = rescored(steps)
    assert gamate.points(last(steps)) == expected
    scored = [event for event in events_of(steps) if isinstance(event, RoundScored)]
    if DealVoid() in events_of(steps):
        assert scored == []
    else:
        assert [event.points for event in scored] == [expected]
        for total, text in zip(expected, scored[0].explain, strict=True):
            summed, _, said = text.rpartition(" = ")
            assert int(said) == total
            assert not summed or eval(summed.replace("×", "*")) == total


@given(seeds)
@thoroughly
def test_rubbers_end_by_their_own_rule(seed: int) -> None:
    rng, setup = Random(seed), Setup(4)
    state, results = gamate.first_round(setup, 3), []
    manches, toward = [0, 0], [0, 0]
    while not gamate.standings(setup, results).over:
        state = last(a_deal(state, rng))
        results.append(gamate.points(state))
        toward = [had + got for had, got in zip(toward, results[-1], strict=True)]
        marked = [side for side in (0, 1) if toward[side] >= 52]
        if marked:
            manches[marked[0]] += 1
            toward = [0, 0]
        standing = gamate.standings(setup, results)
        assert [won.side for won in standing.won] == marked
        assert standing.details["manche_points"] == {"0+2": toward[0], "1+3": toward[1]}
        assert standing.details["manches"] == {"0+2": manches[0], "1+3": manches[1]}
        state = gamate.next_round(state, results)
        assert state == gamate.first_round(setup, (3 + len(results)) % 4)
    winner = 0 if manches[0] == 2 else 1
    bonus = 26 if manches[1 - winner] == 0 else 0
    sums = [sum(result[side] for result in results) + (bonus if side == winner else 0) for side in (0, 1)]
    assert standing.totals == tuple(sums)
    assert standing.winners == (winner, winner + 2)


# What is legal


def every_move() -> list[Move]:
    """Everything that could be tried, and some of what could not; combined demands aside."""
    demands: list[Any] = [("odd",), ("odd", "odd"), (), ("green",)]
    demands += [("multiples", digit) for digit in range(10)]
    demands += [("run", low, high) for low in range(50) for high in range(50)]
    demands += [("colour", colour) for colour in COLOURS]
    demands += [("colour", colour, "exclusive") for colour in COLOURS]
    words = [True, False, None, "up", "down", "own", "partner", "", *range(-1, 15), ("odd",)]
    lays: list[Move] = [Lay(card, zone) for card in range(52) for zone in (gamate.TRICK, gamate.RENOUNCE)]
    said = [Choose(what, word) for what in (*gamate.CHOICES, "give") for word in words]
    stated = [Choose(what, demand) for what in ("bid", "oppose") for demand in demands if demand != ("odd",)]
    return [*lays, *said, *stated, Press("done"), Out(0)]


COLOURS = ("green", "red", "unknown")
EVERY_MOVE = every_move()


@given(setups, seeds)
@settings(thoroughly, max_examples=max(thoroughly.max_examples // 3, 5))
def test_the_legal_moves_are_those_that_are_not_refused(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    steps = a_deal(gamate.first_round(setup, 0), rng)
    for state in [*{state.phase: state for state, _, _ in steps}.values(), rng.choice(steps)[0]]:
        accepted = [move for move in EVERY_MOVE if gamate.why_refused(state, move) is None]
        # 1 and True are equal, but only one of them is a number of tricks: compare what is written.
        assert sorted(map(repr, gamate.legal_moves(state))) == sorted(map(repr, accepted))


@given(seeds)
@thoroughly
def test_every_lay_is_legal_or_refused_with_the_cards_of_any_hand(seed: int) -> None:
    rng = Random(seed)
    for state, _, _ in a_deal(gamate.first_round(Setup(4), 0), rng):
        hand = rng.sample(range(52), 13)
        legal = [move for move in gamate.legal_moves(state, hand) if isinstance(move, Lay)]
        lays = [Lay(card, zone) for card in hand for zone in (gamate.TRICK, gamate.RENOUNCE)]
        assert set(legal) == {lay for lay in lays if not gamate.why_refused(state, lay)}


@given(setups, seeds)
@thoroughly
def test_apply_refuses_what_why_refused_refuses_and_changes_nothing(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    corrections: list[Move] = [Turn(1), HandCount(2, 5), EndRound()]
    for state, _, _ in a_deal(gamate.first_round(setup, 0), rng):
        for move in [*rng.sample(EVERY_MOVE, 20), *corrections]:
            ruling = gamate.apply(state, move)
            assert ruling.refusal is gamate.why_refused(state, move)
            if ruling.refusal:
                assert ruling.state is state
                assert ruling.events == ()


# States as values


@given(setups, seeds)
@thoroughly
def test_a_state_survives_text_and_the_moves_lead_to_it_again(setup: Setup, seed: int) -> None:
    steps = a_deal(gamate.first_round(setup, 0), Random(seed))
    again = steps[0][0]
    for state, move, events in steps:
        assert again == state
        assert hash(again) == hash(state)
        assert serial.loads(State, serial.dumps(state)) == state
        assert gamate.describe(state, NAMES)["trick"] == [DECK.names[card] for _, card in state.trick]
        if not state.over:
            again, told, _ = gamate.apply(again, move)
            assert told == events


@given(seeds)
@thoroughly
def test_after_any_correction_a_deal_still_comes_to_its_end(seed: int) -> None:
    rng = Random(seed)
    steps = a_deal(gamate.first_round(Setup(4), 0), rng)
    state = rng.choice(steps)[0]
    state = gamate.apply(state, rng.choice([Turn(rng.randrange(4)), HandCount(rng.randrange(4), 1)])).state
    while not state.over:
        state = gamate.apply(state, likely(state, gamate.legal_moves(state), rng)).state
    if state.declared.announced is not None:
        assert sum(state.taken) == 13
        assert max(gamate.points(state)) > 0
