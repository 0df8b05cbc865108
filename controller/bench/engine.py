"""How fast the rules are: accepted moves per second of random play-outs, rulings and events included.

With peers, the same for RLCard's `uno` (its game core, without encoding) and OpenSpiel's C++ `hearts` driven
from Python, side by side: short slices of processor time in turn, and the median of the slices' ratios.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any

from engine import games
from engine.hands import deal
from engine.rules import Choose, Game, Lay, Move, Press, Setup
from engine.simulate import LONGEST

SLICE = 0.2  # seconds of processor time
SLICES = 15
SEATS = 4  # where a game has as many

PlayOut = Callable[[Random], int]  # plays one round and says how many moves it took


def measure(peers: bool = False, slices: int = SLICES) -> dict[str, Any]:
    contestants: dict[str, PlayOut] = {name: _play_out(name) for name in games.names()}
    missing = []
    if peers:
        for name, prepare in (("rlcard-uno", _uno), ("openspiel-hearts", _hearts)):
            try:
                contestants[name] = prepare()
            except ImportError as error:
                missing.append(f"{name}: {error.name} is not installed (pip install tapisvert[bench])")
    rng, median = Random(1), statistics.median
    rounds = [{name: _speed(one, rng) for name, one in contestants.items()} for _ in range(slices)]
    return {
        "moves_per_second": {name: round(median(speed[name] for speed in rounds)) for name in contestants},
        "ratios": {
            f"thirteen/{peer}": round(median(speed["thirteen"] / speed[peer] for speed in rounds), 2)
            for peer in contestants
            if peer not in games.names()
        },
        "missing": missing,
    }


def table(results: dict[str, Any]) -> str:
    lines = ["random play-outs, accepted moves per second of processor time (median of the slices)"]
    lines += [f"  {name:<18} {speed:>9,}" for name, speed in results["moves_per_second"].items()]
    lines += [f"  {name:<30} {ratio:>5.2f} ×" for name, ratio in results["ratios"].items()]
    return "\n".join(lines + [f"  {sentence}" for sentence in results["missing"]])


def _speed(play_out: PlayOut, rng: Random) -> float:
    moves, start = 0, time.process_time()
    while (spent := time.process_time() - start) < SLICE:
        moves += play_out(rng)
    return moves / spent


def _play_out(name: str) -> PlayOut:
    game = games.game(name)
    setup = Setup(SEATS if SEATS in game.seats else game.seats[-1])
    return lambda rng: play_out(game, setup, rng)


def play_out(game: Game, setup: Setup, rng: Random) -> int:
    """A round of random moves by players who hold real hands; how many moves it took."""
    state: Any = game.first_round(setup, 0)
    cards = deal(game, state, rng)
    number = 0
    while game.to_act(state) is None:  # cards are turned up before the first player lays
        moves = game.legal_moves(state, cards.stock[-1:])
        state, events, _ = game.apply(state, next(move for move in moves if isinstance(move, Lay)))
        cards.follow(events)
        number += 1
    hands, follow = cards.hands, cards.follow
    apply, legal_moves, random = game.apply, game.legal_moves, rng.random
    only_lays = not (game.buttons or game.choices)
    while not state.over and number < LONGEST:
        hand = hands[state.turn]
        moves = legal_moves(state, (hand[int(random() * len(hand))],) if hand else ())
        if not only_lays:
            moves = _sensible(game, state, hand, moves, rng)
        move = moves[0] if len(moves) == 1 else moves[int(random() * len(moves))]
        state, events, _ = apply(state, move)
        follow(events)
        number += 1
    return number


DONE: Move = Press("done")
PICK_UP: Move = Press("pick-up")
SILENCE: tuple[Move, ...] = (Choose("pass", True), Choose("oppose", False))


def _sensible(game: Game, state: Any, hand: list[int], moves: list[Move], rng: Random) -> list[Move]:
    """What keeps a play-out going where there is more to do than to lay a card."""
    if moves and isinstance(moves[-1], Lay):
        return moves
    if DONE in moves:  # one card a lay; any other is the next player's
        return [DONE]
    if PICK_UP in moves:  # only if no card of the hand fits
        return [move for move in game.legal_moves(state, hand) if move != PICK_UP] or [PICK_UP]
    silent = [move for move in moves if move in SILENCE] if rng.random() < 0.5 else []  # or they never end
    return silent or moves


def _uno() -> PlayOut:
    from rlcard.games.uno import Game as Uno

    uno = Uno()

    def play(rng: Random) -> int:
        number = 0
        uno.init_game()
        while not uno.is_over():
            actions = uno.get_legal_actions()
            uno.step(actions[int(rng.random() * len(actions))])
            number += 1
        return number

    return play


def _hearts() -> PlayOut:
    import pyspiel

    hearts = pyspiel.load_game("hearts")

    def play(rng: Random) -> int:
        number = 0
        state = hearts.new_initial_state()
        while not state.is_terminal():
            number += not state.is_chance_node()  # dealing is not a move
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
        return number

    return play
