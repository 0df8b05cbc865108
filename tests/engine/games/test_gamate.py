"""Gamate, told as stories at the table. test_gamate_deals.py plays many random deals."""

from typing import Any

import pytest

from engine.events import (
    DealVoid,
    Laid,
    RoundScored,
    TrickTaken,
)
from engine.games import gamate
from engine.games.gamate import CHOICES, DECK, Contract, is_trump, standings
from engine.rules import (
    Awaiting,
    Choose,
    Count,
    EndRound,
    HandCount,
    Lay,
    Move,
    Out,
    Press,
    Refusal,
    Turn,
)
from tests.engine.games.gamate_stories import EIGHT_TRICKS, GREEN, PLAIN, SIXES, Deal


@pytest.fixture
def deal() -> Deal:
    return Deal()


def test_gamate_is_for_four() -> None:
    assert list(gamate.SEATS) == [4]


# Bidding


def test_the_dealer_opens_and_the_bidding_goes_round() -> None:
    deal = Deal(dealer="Pierre")
    assert (deal.awaiting, deal.turn) == (gamate.Awaits.BID, "Pierre")
    deal.all_pass()
    assert deal.turn == "Marc"
    deal.bid(SIXES)
    assert deal.turn == "Marie"
    assert deal.shown["bids"] == [{"player": "Pierre", "pass": True}, {"player": "Marc", "bid": SIXES}]
    said = ("contract", "declarer", "direction", "announced", "seat")
    assert [deal.shown[what] for what in said] == [None] * 5
    assert deal.shown["opposed"] is False
    assert not any(is_trump(deal.state, card) for card in range(len(DECK)))


def test_four_passes_before_any_demand_void_the_deal(deal: Deal) -> None:
    deal.all_pass(3)
    assert deal.awaiting is gamate.Awaits.BID
    deal.all_pass()
    assert deal.events == (DealVoid(),)
    assert deal.state.over
    assert deal.awaiting is Awaiting.NEXT
    assert deal.turn is None
    assert gamate.points(deal.state) == (0, 0)
    assert gamate.explain(deal.state) == ("0", "0")


def test_after_a_void_deal_the_next_seat_deals(deal: Deal) -> None:
    deal.all_pass(4)
    deal.next_round()
    assert deal.state == Deal(dealer="Luc").state
    assert standings(deal.state.setup, deal.results).totals == (0, 0)


def test_a_demand_stated_again_is_the_contract_of_who_stated_it_first(deal: Deal) -> None:
    deal.all_pass()
    deal.bid(SIXES)
    deal.bid(GREEN)
    deal.all_pass()
    deal.bid(SIXES)
    assert deal.events == (Contract(deal.seat("Luc"), ("multiples", 6), opposed=False),)
    assert deal.shown["contract"] == SIXES
    assert deal.shown["declarer"] == "Luc"
    assert (deal.awaiting, deal.turn) == (gamate.Awaits.OPPOSE, "Pierre")


def test_repeating_ones_own_demand_counts(deal: Deal) -> None:
    deal.bid(GREEN)
    deal.all_pass(3)
    deal.bid(GREEN)
    assert deal.shown["declarer"] == "Marie"


def test_after_four_passes_the_last_demand_stands(deal: Deal) -> None:
    deal.bid(SIXES)
    deal.bid(GREEN)
    deal.all_pass(3)
    assert deal.shown["contract"] is None
    deal.all_pass()
    assert deal.events == (Contract(deal.seat("Luc"), ("colour", "green"), opposed=False),)
    assert deal.turn == "Pierre"


def test_three_passes_before_a_demand_do_not_count_toward_the_four_after_it(deal: Deal) -> None:
    deal.all_pass(3)
    deal.bid(GREEN)
    deal.all_pass(3)
    assert deal.awaiting is gamate.Awaits.BID
    deal.all_pass()
    assert deal.shown["declarer"] == "Marc"


def test_exclusive_is_another_demand(deal: Deal) -> None:
    deal.bid(GREEN)
    deal.bid({"colour": "green", "exclusive": True})
    assert deal.awaiting is gamate.Awaits.BID


# Opposition


def test_each_of_the_other_three_is_asked_once(deal: Deal) -> None:
    deal.bid(SIXES)
    deal.bid(SIXES)
    asked = []
    while deal.awaiting is gamate.Awaits.OPPOSE:
        asked.append(deal.turn)
        deal.choose(oppose=False)
    assert asked == ["Luc", "Pierre", "Marc"]
    assert (deal.awaiting, deal.turn) == (gamate.Awaits.DIRECTION, "Marie")
    assert deal.shown["opposed"] is False


@pytest.mark.parametrize("demand", [GREEN, SIXES, {"run": [4, 12]}])
def test_the_first_to_oppose_declares_a_demand_new_or_not(deal: Deal, demand: Any) -> None:
    deal.bid(SIXES)
    deal.bid(SIXES)
    deal.choose(oppose=False)
    deal.choose(oppose=demand)
    assert deal.events == (Contract(deal.seat("Pierre"), CHOICES["bid"].read(demand, ()), opposed=True),)
    assert (deal.awaiting, deal.turn) == (gamate.Awaits.DIRECTION, "Pierre")
    assert (deal.shown["declarer"], deal.shown["opposed"]) == ("Pierre", True)
    assert deal.shown["contract"] == demand


def test_an_opposition_must_be_a_demand_that_counts(deal: Deal) -> None:
    deal.bid(SIXES)
    deal.bid(SIXES)
    deal.choose(oppose={"colour": "red"})
    assert deal.refusal is gamate.Refused.COLOUR_UNKNOWN
    deal.choose(oppose={"run": [1, 48]})
    assert deal.refusal is gamate.Refused.BID_OUT_OF_RANGE
    deal.choose(oppose={"not": {"odd": True}})
    assert deal.refusal is Refusal.BAD_INPUT


# Before the first card


def test_the_declarer_announces_direction_then_tricks_then_leads(deal: Deal) -> None:
    deal.agree()
    deal.choose(tricks=8)
    assert deal.refusal is Refusal.NOT_NOW
    deal.choose(direction="down")
    assert (deal.awaiting, deal.turn) == (gamate.Awaits.TRICKS, "Marie")
    deal.choose(tricks=8)
    assert (deal.awaiting, deal.turn) == (gamate.Awaits.LEAD, "Marie")
    assert deal.shown["seat"] is None
    deal.choose(lead="own")
    assert (deal.awaiting, deal.turn, deal.shown["seat"]) == (Awaiting.LAY, "Marie", "Marie")
    assert (deal.shown["direction"], deal.shown["announced"]) == ("down", 8)


def test_the_declarer_may_lead_from_the_partners_hand_and_plays_it(deal: Deal) -> None:
    deal.declare(lead="partner")
    assert (deal.turn, deal.shown["seat"]) == ("Marie", "Pierre")
    deal.lay("10", on="trick")
    assert deal.events == (Laid(deal.seat("Pierre"), *deal.cards("10"), zone=gamate.TRICK),)
    assert (deal.turn, deal.shown["seat"]) == ("Marc", "Marc")
    assert [player["hand"] for player in deal.shown["players"]] == [13, 13, 12, 13]


def test_the_declarers_partner_lays_their_hand_open_once_nobody_may_oppose(deal: Deal) -> None:
    assert gamate.open_hand(deal.state) is None
    deal.bid(SIXES)
    deal.bid(SIXES)
    assert gamate.open_hand(deal.state) is None
    deal.nobody_opposes()
    assert gamate.open_hand(deal.state) == deal.seat("Pierre")
    deal.make(EndRound())
    assert gamate.open_hand(deal.state) is None


@pytest.mark.parametrize(("opposed", "fewest"), [(False, 1), (True, 7)])
def test_under_opposition_at_least_seven_tricks_are_announced(opposed: bool, fewest: int) -> None:
    deal = Deal()
    deal.agree(opposed=opposed)
    deal.choose(direction="up")
    if fewest > 1:
        deal.choose(tricks=fewest - 1)
        assert deal.refusal is gamate.Refused.TOO_FEW_TRICKS
    deal.choose(tricks=fewest)
    assert deal.refusal is None


# Tricks


def test_a_trick_is_cut_forced_and_dodged(deal: Deal) -> None:
    deal.declare()
    deal.play("10 12")
    deal.lay("47", on="trick")
    assert deal.refusal is gamate.Refused.PLAIN_ON_TRUMP
    deal.play("18")
    assert deal.state.trick[-1][0] == deal.seat("Pierre")
    deal.play("mute#1")
    assert deal.happened(TrickTaken) == [
        TrickTaken(deal.seat("Marc"), deal.cards("10", "12", "18", "mute#1"))
    ]
    assert deal.shown["seat"] == "Marc"
    assert deal.shown["tricks_taken"] == {"0+2": 0, "1+3": 1}
    assert [player["taken"] for player in deal.shown["players"]] == [0, 0, 0, 1]


def test_a_plain_three_beats_a_mute_and_a_two_does_not_beat_it(deal: Deal) -> None:
    deal.declare()
    deal.play("mute 3")
    deal.lay("2", on="trick")
    assert deal.refusal is gamate.Refused.DOES_NOT_BEAT
    deal.lay("2", on="renounce")
    assert deal.refusal is None


@pytest.mark.parametrize(
    ("direction", "visible", "card", "refusal"),
    [
        ("up", "10", "11", None),
        ("up", "10", "9", gamate.Refused.DOES_NOT_BEAT),
        ("down", "10", "9", None),
        ("down", "10", "11", gamate.Refused.DOES_NOT_BEAT),
        ("up", "18", "24", None),
        ("up", "18", "12", gamate.Refused.DOES_NOT_BEAT),
        ("down", "18", "12", None),
        ("down", "18", "24", gamate.Refused.DOES_NOT_BEAT),
        ("up", "47", "6", None),
        ("down", "1", "48", None),
        ("up", "6", "47", gamate.Refused.PLAIN_ON_TRUMP),
        ("down", "48", "1", gamate.Refused.PLAIN_ON_TRUMP),
        ("up", "48", "mute", None),
        ("down", "1", "mute", None),
        ("up", "mute#1", "1", None),
        ("down", "mute#1", "48", None),
        ("up", "mute#1", "mute#2", None),
    ],
)
def test_what_goes_on_what(direction: str, visible: str, card: str, refusal: Refusal | None) -> None:
    deal = Deal()
    deal.declare(direction=direction)
    deal.play(visible)
    deal.lay(card, on="trick")
    assert deal.refusal is refusal


def test_the_leader_lays_any_card_but_does_not_renounce(deal: Deal) -> None:
    deal.declare()
    deal.lay("10", on="renounce")
    assert deal.refusal is gamate.Refused.LEADER_CANNOT_RENOUNCE
    deal.play("mute -11 -12 -13")
    assert deal.shown["seat"] == "Marie"
    deal.lay("14", on="renounce")
    assert deal.refusal is gamate.Refused.LEADER_CANNOT_RENOUNCE


def test_a_card_is_laid_once_on_the_trick_or_renounced(deal: Deal) -> None:
    deal.declare()
    deal.play("10 -11")
    for card in ("10", "11"):
        for zone in gamate.ZONES:
            deal.lay(card, on=zone)
            assert deal.refusal is Refusal.ALREADY_LAID


def test_renounced_cards_lie_apart_and_the_trick_stays_as_it_was(deal: Deal) -> None:
    deal.declare()
    deal.play("10 -48 11")
    assert deal.shown["trick"] == ["10", "11"]
    assert deal.shown["renounces"] == {"0+2": 0, "1+3": 1}
    assert deal.state.trick[-1][0] == deal.seat("Pierre")
    deal.play("-9")
    assert deal.happened(TrickTaken) == [TrickTaken(deal.seat("Pierre"), deal.cards("10", "11"))]
    assert deal.shown["trick"] == []
    assert deal.shown["renounces"] == {"0+2": 0, "1+3": 2}
    assert deal.state.trick == ()


def test_play_goes_on_from_whoever_took_the_trick(deal: Deal) -> None:
    deal.declare()
    deal.play("10 11 -2 -3")
    assert (deal.turn, deal.shown["seat"]) == ("Luc", "Luc")
    deal.play("13")
    assert (deal.turn, deal.shown["seat"]) == ("Marie", "Pierre")


# Score

SIX_TRICKS = (*PLAIN, "6 -mute#1 12 18", "24 -30 mute#2 -36", "42 48 -mute#3 mute#4")


def score_of(*tricks: str, announced: int, opposed: bool = False) -> RoundScored:
    deal = Deal()
    deal.declare(tricks=announced, opposed=opposed)
    deal.play(*tricks)
    assert deal.state.over
    assert deal.turn is None
    (scored,) = deal.happened(RoundScored)
    assert scored.points == gamate.points(deal.state)
    assert isinstance(scored, RoundScored)
    return scored


def test_eight_tricks_announced_and_taken_with_three_brisques_and_five_renounces_make_43() -> None:
    scored = score_of(*EIGHT_TRICKS, announced=8)
    assert scored == RoundScored((43, 0), ("8×3 + 3 + 5×2 + 6 = 43", "0"))


def test_under_opposition_they_make_86() -> None:
    scored = score_of(*EIGHT_TRICKS, announced=8, opposed=True)
    assert scored == RoundScored((86, 0), ("(8×3 + 3 + 5×2 + 6) ×2 = 86", "0"))


def test_six_tricks_of_eight_announced_leave_the_score_to_the_defenders() -> None:
    scored = score_of(*SIX_TRICKS, announced=8)
    assert scored == RoundScored((0, 52), ("0", "7×6 + 2 + 2×4 = 52"))


def test_defenders_too_count_twice_under_opposition() -> None:
    assert score_of(*SIX_TRICKS, announced=8, opposed=True).points == (0, 104)


def test_more_tricks_than_announced_win_without_the_six() -> None:
    assert score_of(*EIGHT_TRICKS, announced=7).explain == ("8×3 + 3 + 5×2 = 37", "0")


def nobody_lays_on(cards: range, renounced: list[str]) -> list[str]:
    """A seat leads *cards* one after the other, and the three others renounce."""
    left = iter(renounced)
    return [f"{card} -{next(left)} -{next(left)} -{next(left)}" for card in cards]


REST = [*map(str, range(15, 49)), "1", "mute#1", "mute#2", "mute#3", "mute#4"]
ALL_THIRTEEN = nobody_lays_on(range(2, 15), REST)
ALL_BUT_THE_LAST = [*ALL_THIRTEEN[:-1], "14 -mute#2 -mute#3 mute#4"]
ONLY_THE_FIRST = [
    "14 -15 -16 -17",
    "2 3 -18 -19",
    *nobody_lays_on(range(4, 14), REST[5:]),
    "mute#1 -mute#2 -mute#3 -mute#4",
]
NO_TRICK = ["2 3 -15 -16", *nobody_lays_on(range(4, 15), REST[2:]), "mute#1 -mute#2 -mute#3 -mute#4"]


@pytest.mark.parametrize(
    ("tricks", "announced", "explain"),
    [
        (ALL_BUT_THE_LAST, 12, ("12×3 + 0 + 25×2 + 6 + 4 = 96", "0")),
        (ALL_BUT_THE_LAST, 11, ("12×3 + 0 + 25×2 + 4 = 90", "0")),
        (ALL_THIRTEEN, 13, ("13×3 + 0 + 26×2 + 6 + 7 = 104", "0")),
        (ALL_THIRTEEN, 1, ("13×3 + 0 + 26×2 + 7 = 98", "0")),
        (ONLY_THE_FIRST, 2, ("0", "12×6 + 1 + 24×4 + 8 = 177")),
        (NO_TRICK, 1, ("0", "13×6 + 1 + 25×4 + 14 = 193")),
    ],
)
def test_twelve_and_thirteen_tricks_have_their_own_worth(
    tricks: list[str], announced: int, explain: tuple[str, str]
) -> None:
    assert score_of(*tricks, announced=announced).explain == explain


def test_one_trick_announced_and_made_is_enough() -> None:
    assert score_of(*ONLY_THE_FIRST, announced=1).explain == ("1×3 + 0 + 14×2 + 6 = 37", "0")


# Refusals


@pytest.mark.parametrize(
    "move",
    [
        Press("done"),
        Out(0),
        Count(((), (), (), ())),
        Choose("give", 1),
        Choose("pass", False),
        Choose("pass", 1),
        Choose("pass", ("odd",)),
        Choose("bid", False),
        Choose("bid", None),
        Choose("bid", ["odd"]),
        Choose("bid", ()),
        Choose("bid", ("odd", 1)),
        Choose("bid", ("run", True, 4)),
        Choose("oppose", True),
        Choose("oppose", 0),
        Choose("direction", "left"),
        Choose("direction", ("odd",)),
        Choose("tricks", 0),
        Choose("tricks", 14),
        Choose("tricks", True),
        Choose("tricks", 8.0),
        Choose("lead", "mine"),
        Choose("forfeit", False),
    ],
)
def test_what_is_not_of_this_game_is_bad_input_at_any_moment(deal: Deal, move: Move) -> None:
    deal.make(move)
    assert deal.refusal is Refusal.BAD_INPUT
    deal.declare()
    deal.make(move)
    assert deal.refusal is Refusal.BAD_INPUT
    deal.play(*EIGHT_TRICKS)
    deal.make(move)
    assert deal.refusal is Refusal.BAD_INPUT


EVERY_KIND_OF_MOVE = [
    Lay(0, gamate.TRICK),
    Lay(0, gamate.RENOUNCE),
    Choose("bid", ("colour", "red")),
    Choose("pass", True),
    Choose("oppose", False),
    Choose("oppose", ("run", 1, 48)),
    Choose("direction", "up"),
    Choose("tricks", 6),
    Choose("lead", "own"),
    Choose("forfeit", True),
    Turn(0),
    HandCount(0, 1),
    EndRound(),
]


@pytest.mark.parametrize("move", EVERY_KIND_OF_MOVE)
def test_after_the_deal_nothing_more_is_accepted(deal: Deal, move: Move) -> None:
    deal.declare()
    deal.play(*EIGHT_TRICKS)
    deal.make(move)
    assert deal.refusal is Refusal.NOT_NOW


def test_no_card_is_laid_before_the_declarer_leads(deal: Deal) -> None:
    deal.lay("10", on="trick")
    assert deal.refusal is Refusal.NOT_NOW
    deal.agree(opposed=True)
    for said in ({"direction": "up"}, {"tricks": 8}, {"lead": "own"}):
        deal.lay("10", on="renounce")
        assert deal.refusal is Refusal.NOT_NOW
        deal.choose(**said)


def test_not_now_goes_before_the_rules_of_a_bid(deal: Deal) -> None:
    deal.choose(oppose={"colour": "red"})
    assert deal.refusal is Refusal.NOT_NOW
    deal.declare()
    deal.bid({"run": [1, 48]})
    assert deal.refusal is Refusal.NOT_NOW
