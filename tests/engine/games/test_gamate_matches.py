"""Gamate beyond a deal: forfeits, the rubber, corrections."""

from typing import Any

import pytest

from engine.events import (
    Corrected,
    DealVoid,
    RoundScored,
    TrickTaken,
)
from engine.games import gamate
from engine.games.gamate import Forfeited, MancheWon, standings
from engine.rules import (
    EndRound,
    HandCount,
    Refusal,
    Setup,
    Turn,
)
from tests.engine.games.gamate_stories import EIGHT_TRICKS, SIXES, Deal


@pytest.fixture
def deal() -> Deal:
    return Deal()


# Forfeit


def test_an_opposer_without_a_demand_forfeits(deal: Deal) -> None:
    deal.bid(SIXES)
    deal.bid(SIXES)
    deal.choose(oppose=False)
    deal.choose(forfeit=True)
    assert deal.events == (Forfeited(deal.seat("Pierre")), RoundScored((0, 26), ("0", "26")))
    assert deal.state.over


@pytest.mark.parametrize("opposed", [False, True])
def test_a_declarer_who_owes_direction_or_number_forfeits_and_it_is_never_doubled(opposed: bool) -> None:
    deal = Deal()
    deal.agree(opposed=opposed)
    owes_direction = deal.state
    deal.choose(forfeit=True)
    assert deal.events == (Forfeited(deal.seat("Marie")), RoundScored((0, 26), ("0", "26")))

    deal.state = owes_direction
    deal.choose(direction="up")
    deal.choose(forfeit=True)
    assert deal.events == (Forfeited(deal.seat("Marie")), RoundScored((0, 26), ("0", "26")))


@pytest.mark.parametrize(("refusals", "points"), [(0, (26, 0)), (1, (0, 26)), (2, (26, 0))])
def test_whoever_forfeits_the_other_side_scores(deal: Deal, refusals: int, points: tuple[int, int]) -> None:
    deal.bid(SIXES)
    deal.bid(SIXES)
    for _ in range(refusals):
        deal.choose(oppose=False)
    deal.choose(forfeit=True)
    assert gamate.points(deal.state) == points


def test_nothing_is_forfeited_while_bidding_leading_or_playing(deal: Deal) -> None:
    deal.choose(forfeit=True)
    assert deal.refusal is Refusal.NOT_NOW
    deal.agree()
    deal.choose(direction="up")
    deal.choose(tricks=8)
    deal.choose(forfeit=True)
    assert deal.refusal is Refusal.NOT_NOW
    deal.choose(lead="own")
    deal.choose(forfeit=True)
    assert deal.refusal is Refusal.NOT_NOW


# The rubber


def rubber(*results: tuple[int, int]) -> Any:
    return standings(Setup(4), results)


def test_a_rubber_starts_from_nothing() -> None:
    start = rubber()
    assert (start.totals, start.over, start.winners, start.won) == ((0, 0), False, (), ())
    assert start.details == {"manche_points": {"0+2": 0, "1+3": 0}, "manches": {"0+2": 0, "1+3": 0}}


def test_51_points_mark_no_manche_and_52_do() -> None:
    assert rubber((26, 0), (25, 0)).won == ()
    marked = rubber((26, 0), (0, 40), (26, 0))
    assert marked.won == (MancheWon(0),)
    assert marked.details == {"manche_points": {"0+2": 0, "1+3": 0}, "manches": {"0+2": 1, "1+3": 0}}
    assert marked.totals == (52, 40)


def test_points_beyond_52_do_not_carry_over_and_a_deal_marks_one_manche() -> None:
    marked = rubber((0, 193))
    assert marked.details == {"manche_points": {"0+2": 0, "1+3": 0}, "manches": {"0+2": 0, "1+3": 1}}
    assert not marked.over


def test_a_manche_is_announced_once() -> None:
    later = rubber((60, 0), (0, 12))
    assert later.won == ()
    assert later.details["manche_points"] == {"0+2": 0, "1+3": 12}


def test_two_manches_to_nothing_win_the_rubber_with_26_points_more() -> None:
    won = rubber((0, 60), (43, 0), (0, 52))
    assert (won.over, won.winners, won.won) == (True, (1, 3), (MancheWon(1),))
    assert won.totals == (43, 60 + 52 + 26)


def test_two_manches_to_one_win_it_without() -> None:
    won = rubber((60, 0), (0, 52), (0, 0), (52, 0))
    assert (won.over, won.winners, won.totals) == (True, (0, 2), (112, 52))
    assert won.details["manches"] == {"0+2": 2, "1+3": 1}


# Corrections


def test_whose_turn_it_is_to_bid_can_be_put_right(deal: Deal) -> None:
    deal.make(Turn(deal.seat("Marc")))
    assert deal.events == (Corrected(Turn(deal.seat("Marc"))),)
    assert deal.turn == "Marc"
    deal.bid(SIXES)
    assert (deal.shown["bids"], deal.turn) == ([{"player": "Marc", "bid": SIXES}], "Marie")


def test_whose_card_is_due_can_be_put_right_and_the_trick_still_ends_after_four(deal: Deal) -> None:
    deal.declare()
    deal.play("10")
    deal.make(Turn(deal.seat("Marc")))
    assert deal.shown["seat"] == "Marc"
    deal.play("11 -2 -3")
    assert deal.happened(TrickTaken) == [TrickTaken(deal.seat("Marc"), deal.cards("10", "11"))]


def test_a_turn_that_does_not_go_round_cannot_be_put_right(deal: Deal) -> None:
    deal.bid(SIXES)
    deal.bid(SIXES)
    deal.make(Turn(0))
    assert deal.refusal is Refusal.NOT_NOW
    deal.nobody_opposes()
    for said in ({"direction": "up"}, {"tricks": 8}, {"lead": "own"}):
        deal.make(Turn(1))
        assert deal.refusal is Refusal.NOT_NOW
        deal.choose(**said)


def test_a_hand_count_can_be_put_right_and_never_falls_below_nothing(deal: Deal) -> None:
    deal.declare()
    deal.make(HandCount(deal.seat("Marie"), 0))
    assert deal.events == (Corrected(HandCount(0, 0)),)
    deal.play("10")
    assert [player["hand"] for player in deal.shown["players"]] == [0, 13, 13, 13]


@pytest.mark.parametrize("when", ["bidding", "opposing", "playing"])
def test_a_deal_that_ends_early_is_void(deal: Deal, when: str) -> None:
    if when == "opposing":
        deal.bid(SIXES)
        deal.bid(SIXES)
    if when == "playing":
        deal.declare()
        deal.play(*EIGHT_TRICKS[:-1])
    deal.make(EndRound())
    assert deal.events == (Corrected(EndRound()), DealVoid())
    assert deal.state.over
    assert gamate.points(deal.state) == (0, 0)
    assert deal.shown["seat"] is None
