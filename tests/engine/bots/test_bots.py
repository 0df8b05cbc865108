"""Bots: never an illegal move, the same game from the same seed, nothing known that cannot be seen."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from controller.bench import strength
from engine import games
from engine.bots import BOTS, bot, expert
from engine.bots import sense as common
from engine.bots.sense import Sense, sense
from engine.bots.table import next_move
from engine.bots.view import imagine, see
from engine.hands import Deal, deal
from engine.rules import Setup
from engine.simulate import play_round
from tests.engine.playing import play_match, setups

QUICK = [(game, mind) for game in games.names() for mind in ("random", "careful")]


@pytest.mark.parametrize(("name", "mind"), QUICK)
def test_a_match_is_played_to_its_end_under_every_house_rule(name: str, mind: str) -> None:
    """`simulate` lets no refusal pass, so every move was legal."""
    for setup in setups(name):
        played = play_match(games.game(name), setup, 0, [bot(mind)] * setup.seats, Random(5))
        assert played.standings.over


@pytest.mark.parametrize("name", games.names())
def test_the_expert_plays_a_round_with_any_number_of_players(name: str) -> None:
    game = games.game(name)
    for seats in game.seats:
        seat_players = [bot("expert"), *[bot("careful")] * (seats - 1)]
        assert play_round(game, game.first_round(Setup(seats), 0), seat_players, Random(2)).state.over


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("mind", BOTS)
def test_a_seed_gives_the_same_game(name: str, mind: str) -> None:
    game = games.game(name)
    seat_players = [bot(mind), *[bot("careful")] * 3]
    first, second = (
        play_round(game, game.first_round(Setup(4), 0), seat_players, Random(8)) for _ in range(2)
    )
    assert first == second


def positions(name: str, every: int) -> list[tuple[Any, Deal]]:
    """Situations of a careful round, with the cards as they are."""
    game = games.game(name)
    rng = Random(name)
    state: Any = game.first_round(Setup(4), 0)
    cards = deal(game, state, rng)
    found = []
    for number in range(200):
        if state.over:
            break
        if number % every == 0 and game.to_act(state) is not None:
            found.append((state, cards.copy()))
        move = next_move(game, state, cards, [bot("careful")] * 4, rng)
        state, events, _ = game.apply(state, move)
        cards.follow(events)
    return found


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("mind", BOTS)
def test_a_bot_does_not_know_what_it_cannot_see(name: str, mind: str) -> None:
    """All unseen cards are dealt anew; the bot decides as before."""
    game = games.game(name)
    swapped = 0
    for state, cards in positions(name, every=9 if mind == "expert" else 3):
        seat = game.to_act(state)
        assert seat is not None
        view = see(game, state, cards, seat)
        other = imagine(view, Random(1))
        swapped += other != cards
        assert see(game, state, other, seat) == view
        assert bot(mind).choose(view, Random(3)) == bot(mind).choose(see(game, state, other, seat), Random(3))
    assert swapped > 2


@pytest.mark.parametrize("name", games.names())
def test_an_imagined_deal_fits_everything_that_is_known(name: str) -> None:
    game = games.game(name)
    for state, cards in positions(name, every=5):
        seat = game.to_act(state)
        assert seat is not None
        view = see(game, state, cards, seat)
        world = imagine(view, Random(4))
        assert sorted(world.hands[seat]) == sorted(view.hand)
        assert [len(hand) for hand in world.hands] == [len(hand) for hand in cards.hands]
        assert len(world.stock) == len(cards.stock)
        everything = [*world.hands, world.stock, *world.face_up, *world.face_down]
        before = [*cards.hands, cards.stock, *cards.face_up, *cards.face_down]
        assert sorted(card for pile in everything for card in pile) == sorted(
            card for pile in before for card in pile
        )
        for other, known in enumerate(getattr(state, "known", ())):
            assert all(card in world.hands[other] for card in range(54) if known >> card & 1)


@pytest.mark.parametrize("name", games.names())
def test_the_expert_keeps_to_its_budget_and_uses_most_of_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_out: list[Any] = []
    monkeypatch.setattr(expert, "_play_out", lambda *args: played_out.append(args) or 0.0)
    game = games.game(name)
    for state, cards in positions(name, every=3):
        seat = game.to_act(state)
        assert seat is not None
        view = see(game, state, cards, seat)
        for playouts in (0, 7, 50):
            played_out.clear()
            expert.choose(view, Random(3), playouts)
            assert len(played_out) <= playouts
        candidates = len(sense(view.game).candidates(view))
        assert len(played_out) == 0 if candidates < 2 else len(played_out) >= 36


def test_a_game_without_a_sense_of_its_own_is_played_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.game("thirteen")
    for module in (common, expert):
        monkeypatch.setattr(module, "sense", lambda game: Sense())
    by_chance = play_round(game, game.first_round(Setup(3), 0), [bot("random")] * 3, Random(4))
    for mind in ("careful", "expert"):
        assert play_round(game, game.first_round(Setup(3), 0), [bot(mind)] * 3, Random(4)) == by_chance


# Small fixed samples, so that they cannot fail by chance; `tapis bench engine --strength` measures properly.


def test_careful_beats_random_in_every_game() -> None:
    results = strength.measure(0.2, pairs=[("careful", "random")])
    found = {name: rows["careful against random"]["value"] for name, rows in results.items()}
    assert found["thirteen"] < 0.25
    assert found["pot"] > 1.5
    assert found["ninja"] > 0.6
    assert found["gamate"] > 100


def test_expert_beats_careful_at_thirteen() -> None:
    results = strength.measure(0.08, ["thirteen"], [("expert", "careful")])
    assert results["thirteen"]["expert against careful"]["value"] < 0.85
