"""Experts think in a process of their own: the same moves, nobody waits, and nothing is left behind."""

from __future__ import annotations

import os
import pickle
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from random import Random
from typing import Any

import pytest

from controller.simulation import thinking as module
from controller.simulation.thinking import FAILURES, NOT_YET, PATIENCE_S, Thinking
from engine import games
from engine.bots import expert
from engine.bots.sense import CAREFUL
from engine.bots.view import View, see
from engine.hands import deal
from engine.rules import Setup
from tests.controller.parlour import Parlour

LONG_S = 60.0  # for a process to say or do something


def seen(name: str) -> View:
    game = games.game(name)
    state = game.first_round(Setup(seats=game.seats[-1]), 0)
    while game.to_act(state) is None:
        state = game.apply(state, game.legal_moves(state, range(len(game.deck)))[-1]).state
    actor = game.to_act(state)
    assert actor is not None
    return see(game, state, deal(game, state, Random(3)), actor)


def answered(thinking: Thinking) -> Any:
    while True:
        move = thinking.answer(0.0)
        if move != NOT_YET:
            return move
        assert thinking.process
        assert select.select([thinking.process.stdout], [], [], LONG_S)[0]


@pytest.fixture
def thinking() -> Iterator[Thinking]:
    with closing(Thinking()) as thinking:
        yield thinking


def test_nothing_is_started_before_an_expert_has_to_think(thinking: Thinking) -> None:
    parlour = Parlour("thirteen", seats=3, seed=1, seat_players=("careful", "hand", "expert"))
    parlour.players._thinking = thinking
    parlour.wait(1.0)
    assert thinking.process is None


def test_every_game_gets_the_move_that_an_expert_makes_with_that_seed(thinking: Thinking) -> None:
    pids = set()
    for name in games.names():
        for seed in (1, 2):
            thinking.ask(seen(name), seed, 0.0)
            assert thinking.process
            pids.add(thinking.process.pid)
            assert answered(thinking) == expert.choose(seen(name), Random(seed))
    assert len(pids) == 1


def test_what_was_asked_before_is_forgotten(thinking: Thinking) -> None:
    for seed in range(4):
        thinking.ask(seen("pot"), seed, 0.0)
    assert answered(thinking) == expert.choose(seen("pot"), Random(3))


def test_who_dies_is_replaced_and_the_move_is_a_careful_one(thinking: Thinking) -> None:
    for _ in range(FAILURES + 1):
        thinking.ask(seen("pot"), 7, 0.0)
        if thinking.process:
            thinking.process.kill()
        assert answered(thinking) == CAREFUL.choose(seen("pot"), Random(7))
    assert thinking.process is None


def test_who_thinks_for_too_long_is_not_waited_for(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "COMMAND", (sys.executable, "-c", "import sys; sys.stdin.read()"))
    thinking.ask(seen("pot"), 7, 100.0)
    process = thinking.process
    assert process
    assert thinking.answer(100.0 + PATIENCE_S - 0.1) == NOT_YET
    assert thinking.answer(100.0 + PATIENCE_S) == CAREFUL.choose(seen("pot"), Random(7))
    assert process.returncode == -signal.SIGKILL


ASK = """
import pickle, signal, sys
from controller.simulation.thinking import Thinking
thinking = Thinking()
thinking.ask(pickle.loads(bytes.fromhex(sys.argv[1])).view(), 1, 0.0)
print(thinking.process.pid, flush=True)
signal.pause()
"""


class Asked:
    """A view, as pickle has it: a game goes by its name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def view(self) -> View:
        return seen(self.name)


def test_nothing_is_left_when_the_table_is_killed() -> None:
    command = [sys.executable, "-c", ASK, pickle.dumps(Asked("pot")).hex()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as table:
        assert table.stdout
        process = os.pidfd_open(int(table.stdout.readline()))
        table.kill()
    assert select.select([process], [], [], LONG_S)[0], "it thinks on for nobody"
    os.close(process)


def test_a_match_is_the_same_with_the_process_and_without(thinking: Thinking) -> None:
    def played(thinking: Thinking | None) -> Any:
        parlour = Parlour("pot", seats=3, seed=5, seat_players=("expert", "careful", "careful"))
        parlour.players._thinking = thinking
        while len(parlour.table.match.actions) < 12:
            if thinking and thinking.process and parlour.players._pondering:
                select.select([thinking.process.stdout], [], [], LONG_S)
            parlour.step()
        return parlour.table.match.actions

    assert played(thinking) == played(None)
    assert thinking.process


def test_a_match_that_is_left_needs_no_process(thinking: Thinking) -> None:
    from controller.intents import Leave

    parlour = Parlour("pot", seats=3, seed=5, seat_players=("expert", "expert", "expert"))
    parlour.players._thinking = thinking
    while thinking.process is None:
        parlour.step()
    parlour.touch(Leave())
    parlour.step()
    assert thinking.process is None
