"""Random matches for property tests: any game, any number of players, any options, corrections and all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from engine import games
from engine.bots.table import Bot
from engine.match import NEXT, UNDO, Action, Insert, Match, apply, awaiting, begin, line
from engine.rules import Awaiting, Choose, EndRound, Game, HandCount, Lay, Out, Seat, Setup, Standings, Turn
from engine.simulate import play_round


class Played(NamedTuple):
    results: tuple[tuple[int, ...], ...]
    standings: Standings


def play_match(game: Game, setup: Setup, dealer: Seat, bots: Sequence[Bot], rng: Random) -> Played:
    """Rounds among bots until the game's own rule ends the match, or the number that *setup* agrees on."""
    results: tuple[tuple[int, ...], ...] = ()
    state = game.first_round(setup, dealer)
    while True:
        played = play_round(game, state, bots, rng)
        results += (played.points,)
        standings = game.standings(setup, results)
        if standings.over:
            return Played(results, standings)
        state = game.next_round(played.state, results)


def setups(name: str) -> list[Setup]:
    """Every number of players with every combination of options."""
    game = games.game(name)
    options = [
        frozenset(chosen)
        for size in range(len(game.options) + 1)
        for chosen in combinations(game.options, size)
    ]
    return [Setup(seats, chosen, 2) for seats in game.seats for chosen in options]


@st.composite
def matches(draw: st.DrawFn, game: str | None = None, corrections: bool = True) -> Match:
    """A match after some random accepted actions."""
    name = game or draw(st.sampled_from(games.names()))
    setup = draw(st.sampled_from(setups(name)))
    rng = Random(draw(st.integers(0, 2**32)))
    match = begin(games.game(name), setup, rng.randrange(setup.seats))
    for step in walk(match, rng, draw(st.integers(0, 120)), corrections):
        match = step[1]
    return match


def walk(match: Match, rng: Random, steps: int, corrections: bool) -> Iterator[tuple[Action, Match]]:
    """Accepted actions, one after the other, with the match after each."""
    for _ in range(steps):
        action = random_action(match, rng, corrections)
        if action is None:
            return
        ruling = apply(match, action)
        if ruling.refusal is None:
            match = ruling.state
            yield action, match


def random_action(match: Match, rng: Random, corrections: bool) -> Action | None:
    if awaiting(match) is Awaiting.OVER:
        return None
    if match.state.over:
        return NEXT
    if corrections and rng.random() < 0.1:
        return random_correction(match, rng)
    moves = match.game.legal_moves(match.state, range(len(match.game.deck)))
    if not moves:  # a corrected hand count can leave somebody with nothing to lay: people correct it again
        return random_correction(match, rng)
    # Bids outnumber passes a thousand to one; a deal must get to its cards.
    plain = [move for move in moves if not isinstance(move, Choose) or move.what not in ("bid", "oppose")]
    return rng.choice(plain if plain and rng.random() < 0.5 else moves)


def random_correction(match: Match, rng: Random) -> Any:
    seat = rng.randrange(match.setup.seats)
    corrections: list[Action] = [UNDO, Turn(seat), HandCount(seat, rng.randrange(10))]
    card, zone = rng.randrange(len(match.game.deck)), rng.randrange(len(match.game.zones))
    corrections.append(Insert(Lay(card, zone), rng.randint(0, len(line(match.actions)))))
    if rng.random() < 0.05:
        corrections += [EndRound(), Out(seat)]
    return rng.choice([one for one in corrections if not isinstance(one, Out) or match.game.name == "ninja"])
