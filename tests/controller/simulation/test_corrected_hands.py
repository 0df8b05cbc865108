"""Guests put right what was right: simulated players go on, or wait for people, whatever the table holds."""

from __future__ import annotations

import os
from random import Random

import pytest

from controller.intents import Act, RaiseCurtain, UndoTo
from controller.simulation.players import HAND, SEAT_PLAYERS, STUCK
from engine import games
from engine.match import NEXT, UNDO, Action, Insert
from engine.rules import Choose, EndRound, HandCount, Lay, Out, Press, Turn
from tests.controller.parlour import Parlour

MATCHES = int(os.environ.get("TAPIS_CORRECTED", "40"))
PATIENCE_S = 5.0  # in which a simulated player does something
STEPS = 400  # in which a match is spoilt, at about one correction a second
EXPERTS = 0.1  # of the seats: they take their time


def put_right(parlour: Parlour, dice: Random) -> Action:
    """Something the corrections' page offers, or a program may say; most of it makes no sense."""
    match = parlour.table.match
    assert match
    game, seat = match.game, dice.randrange(match.setup.seats)
    lay = Lay(dice.randrange(len(game.deck)), dice.randrange(len(game.zones)))
    match dice.choices(range(8), (8, 6, 1, 0.3, 2, 4, 2, 1))[0]:
        case 0:
            return HandCount(seat, dice.choice((0, 0, 1, 2, 9, 12, 40, 1000)))
        case 1:
            return Turn(seat)
        case 2:
            return Out(seat)
        case 3:
            return EndRound()
        case 4:
            return Insert(lay, dice.randrange(4))
        case 5:
            return lay
        case 6:
            return dice.choice(
                [*parlour.match.choices, Press("done"), Press("pick-up"), Choose("give", seat)]
            )
    return dice.choice((UNDO, NEXT))


def spoil(seed: int) -> Parlour:
    dice = Random(f"corrected {seed}")
    game = games.game(games.names()[seed % len(games.names())])
    seats = dice.choice(game.seats)
    weights = (0.3, 0.7 - EXPERTS, EXPERTS)
    parlour = Parlour(
        game.name,
        seats=seats,
        seed=seed,
        seat_players=tuple(dice.choices(SEAT_PLAYERS, weights, k=seats)),
        options=frozenset(option for option in game.options if dice.random() < 0.3),
        rounds=2,
    )
    for _ in range(STEPS):
        assert parlour.view.match
        if dice.random() < 0.05:
            parlour.touch(Act(put_right(parlour, dice)))
        elif dice.random() < 0.02:
            parlour.touch(UndoTo(dice.randrange(len(parlour.table.match.actions) + 1)))
        elif parlour.view.hand and dice.random() < 0.3 and (wish := parlour.wish(dice)):
            parlour.touch(wish)
        else:
            parlour.step()
    return parlour


def settled(parlour: Parlour) -> bool:
    """Whether it is for people to decide, to put something right or to take a card back."""
    match = parlour.table.match
    assert match
    if match.state.over or STUCK in parlour.view.troubles:
        return True
    hand = parlour.view.hand
    return hand is not None and (hand.lying is not None or parlour.wish(Random(0)) is not None)


@pytest.mark.parametrize("seed", range(MATCHES))
def test_whatever_people_put_right_simulated_hands_play_on_or_say_that_nobody_can(seed: int) -> None:
    parlour = spoil(seed)
    for _ in range(10):
        before = parlour.table.match
        parlour.wait(PATIENCE_S)
        assert settled(parlour) or parlour.table.match is not before, parlour.match.state


@pytest.mark.parametrize("who", SEAT_PLAYERS)
def test_without_a_card_to_lay_the_table_says_what_to_do_until_people_have_done_it(who: str) -> None:
    parlour = Parlour("pot", seats=3, seed=1, seat_players=(who,) * 3)
    parlour.wait(5.0)
    assert STUCK not in parlour.view.troubles
    for seat in range(3):
        parlour.touch(Act(HandCount(seat, 0)))
    parlour.touch(RaiseCurtain())
    parlour.wait(2.0)
    actions = parlour.table.match.actions
    assert parlour.view.troubles == (STUCK,)
    parlour.wait(5.0)
    assert parlour.table.match.actions == actions
    for seat in range(3):
        parlour.touch(Act(HandCount(seat, 9)))
    parlour.wait(2.0)
    assert parlour.view.troubles == ()
    assert who == HAND or len(parlour.table.match.actions) > len(actions) + 3
