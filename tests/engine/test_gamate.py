"""Gamate, told as stories at the table. test_gamate_deals.py plays many random deals."""

from typing import Any

import pytest
from stories import Story

from engine import gamate
from engine.cards import Deck, DeckError, Kind
from engine.decks import standard
from engine.demands import is_demand
from engine.events import (
    Contract,
    Corrected,
    DealVoid,
    Forfeited,
    Laid,
    MancheWon,
    RoundScored,
    TrickTaken,
)
from engine.gamate import CHOICES, DECK, is_trump, standings
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
    Setup,
    Turn,
)

SIXES = {"multiples": 6}
GREEN = {"colour": "green"}


class Deal(Story):
    """Marie and Pierre (0+2) against Luc and Marc (1+3). Marie deals, so she opens the bidding."""

    def __init__(self, *, dealer: str = "Marie", options: str = "", deck: Deck | None = None) -> None:
        super().__init__(gamate, "Marie", "Luc", "Pierre", "Marc", dealer=dealer, options=options)
        if deck:
            setup = self.state.setup._replace(deck=deck)
            self.state = gamate.first_round(setup, self.seat(dealer))

    def bid(self, demand: Any) -> None:
        self.choose(bid=demand)

    def all_pass(self, times: int = 1) -> None:
        for _ in range(times):
            self.choose(**{"pass": True})

    def nobody_opposes(self) -> None:
        for _ in range(3):
            self.choose(oppose=False)

    def agree(self, demand: Any = SIXES, *, opposed: bool = False) -> None:
        """Marie declares; under opposition it was Luc's contract first."""
        if opposed:
            self.all_pass()
            self.bid({"odd": True})
            self.all_pass(4)
            self.choose(oppose=False)
            self.choose(oppose=False)
            self.choose(oppose=demand)
        else:
            self.bid(demand)
            self.bid(demand)
            self.nobody_opposes()

    def declare(self, *, direction: str = "up", tricks: int = 8, lead: str = "own", **agreed: Any) -> None:
        self.agree(**agreed)
        self.choose(direction=direction)
        self.choose(tricks=tricks)
        self.choose(lead=lead)
        assert self.awaiting is Awaiting.LAY

    def play(self, *tricks: str) -> None:
        """Whole tricks, `-` before what is renounced: `play("10 12 -3 mute")`."""
        for card in " ".join(tricks).split():
            self.lay(card.lstrip("-"), on="renounce" if card.startswith("-") else "trick")
            assert self.refusal is None, (card, self.refusal)

    @property
    def awaiting(self) -> Awaiting:
        return gamate.awaiting(self.state)

    def happened(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
def deal() -> Deal:
    return Deal()


def numbers(demand: Any, deck: Deck = DECK) -> list[int]:
    """The trumps that *demand*, in JSON, makes."""
    made = gamate.trumps(deck, CHOICES["bid"].read(demand, ()))
    return [kind.value or 0 for card, kind in enumerate(deck.kind_of) if made >> card & 1]


def test_gamate_is_for_four() -> None:
    assert list(gamate.SEATS) == [4]


# The deck and what can be demanded of it


def test_multiples_of_six_make_eight_trumps() -> None:
    assert numbers(SIXES) == [6, 12, 18, 24, 30, 36, 42, 48]


def test_green_makes_sixteen_trumps() -> None:
    assert numbers(GREEN) == [5, 7, 10, 14, 15, 20, 21, 25, 28, 30, 31, 35, 37, 40, 42, 45]


def test_green_exclusive_makes_four_trumps() -> None:
    assert numbers({"colour": "green", "exclusive": True}) == [5, 7, 31, 35]


def test_a_run_from_4_to_12_makes_nine_trumps(deal: Deal) -> None:
    assert numbers({"run": [4, 12]}) == [4, 5, 6, 7, 8, 9, 10, 11, 12]
    deal.bid({"run": [4, 12]})
    assert deal.refusal is None


def test_a_run_from_1_to_48_is_refused(deal: Deal) -> None:
    deal.bid({"run": [1, 48]})
    assert deal.refusal is Refusal.BID_OUT_OF_RANGE


def test_odd_numbers_make_twenty_four_trumps() -> None:
    assert numbers({"odd": True}) == list(range(1, 49, 2))


@pytest.mark.parametrize(
    ("run", "refusal"),
    [
        ([7, 8], None),
        ([7, 7], Refusal.BID_OUT_OF_RANGE),
        ([8, 7], Refusal.BID_OUT_OF_RANGE),
        ([1, 24], None),
        ([1, 25], Refusal.BID_OUT_OF_RANGE),
        ([25, 48], None),
    ],
)
def test_a_demand_makes_2_to_24_trumps(deal: Deal, run: list[int], refusal: Refusal | None) -> None:
    deal.bid({"run": run})
    assert deal.refusal is refusal


@pytest.mark.parametrize("colour", ["red", "blue", "unknown", "", "Green"])
def test_a_colour_that_is_not_documented_is_refused(deal: Deal, colour: str) -> None:
    deal.bid({"colour": colour})
    assert deal.refusal is Refusal.COLOUR_UNKNOWN
    deal.bid({"colour": colour, "exclusive": True})
    assert deal.refusal is Refusal.COLOUR_UNKNOWN


def artificial_deck() -> Deck:
    """Like no real cards: testred on 1 to 8, alone on 1 and 2; testblue on 9; testpink on mutes too."""
    traces = dict.fromkeys(range(1, 49), ("unknown",))
    traces |= dict.fromkeys(range(1, 9), ("testred", "unknown"))
    traces |= dict.fromkeys((1, 2), ("testred",))
    traces |= {9: ("testblue",), 47: ("testpink",), 48: ("testpink",)}
    numbered = [Kind(str(number), number, colours) for number, colours in traces.items()]
    mutes = Kind("mute", colours=("testpink",), copies=4)
    return Deck("artificial", (*numbered, mutes), ("testred", "testblue", "testpink"))


def test_a_colour_that_the_owner_completed_can_be_demanded() -> None:
    deal = Deal(deck=artificial_deck())
    deal.declare(demand={"colour": "testred"})
    assert [card for card in range(len(DECK)) if is_trump(deal.state, card)] == list(range(8))
    assert numbers({"colour": "testred", "exclusive": True}, artificial_deck()) == [1, 2]


def test_a_completed_deck_knows_only_its_own_colours() -> None:
    deal = Deal(deck=artificial_deck())
    deal.bid(GREEN)
    assert deal.refusal is Refusal.COLOUR_UNKNOWN
    deal.bid({"colour": "testblue"})
    assert deal.refusal is Refusal.BID_OUT_OF_RANGE


def test_a_mute_is_no_trump_whatever_its_traces() -> None:
    assert numbers({"colour": "testpink"}, artificial_deck()) == [47, 48]


def test_a_deck_of_other_cards_is_not_played_with() -> None:
    with pytest.raises(DeckError, match="thirteen"):
        Deal(deck=standard("thirteen"))


# Demands in JSON


@pytest.mark.parametrize(
    ("data", "demand"),
    [
        ({"multiples": 2}, ("multiples", 2)),
        ({"multiples": 8}, ("multiples", 8)),
        ({"odd": True}, ("odd",)),
        ({"colour": "green"}, ("colour", "green")),
        ({"colour": "green", "exclusive": True}, ("colour", "green", "exclusive")),
        ({"run": [1, 48]}, ("run", 1, 48)),
        ({"not": {"odd": True}}, ("not", ("odd",))),
        (
            {"and": [{"odd": True}, {"or": [{"multiples": 3}, {"colour": "green"}]}]},
            ("and", ("odd",), ("or", ("multiples", 3), ("colour", "green"))),
        ),
    ],
)
def test_a_demand_is_written_as_it_is_read(data: Any, demand: Any) -> None:
    for what in ("bid", "oppose"):
        assert CHOICES[what].read(data, ()) == demand
        assert CHOICES[what].write(demand, ()) == data


def test_not_exclusive_is_the_colour_itself() -> None:
    assert CHOICES["bid"].read({"exclusive": False, "colour": "green"}, ()) == ("colour", "green")


def nested(depth: int) -> Any:
    return {"not": nested(depth - 1)} if depth > 1 else {"odd": True}


@pytest.mark.parametrize(
    "data",
    [
        None,
        True,
        False,
        6,
        "odd",
        [],
        {},
        {"multiples": 1},
        {"multiples": 9},
        {"multiples": True},
        {"multiples": 6.0},
        {"multiples": "6"},
        {"multiples": 6, "odd": True},
        {"odd": False},
        {"odd": 1},
        {"colour": 5},
        {"colour": ["green"]},
        {"colour": "green", "exclusive": 1},
        {"exclusive": True},
        {"run": [0, 4]},
        {"run": [4, 49]},
        {"run": [True, 4]},
        {"run": [1, True]},
        {"run": [4.0, 8]},
        {"run": [4]},
        {"run": [4, 8, 12]},
        {"run": "ab"},
        {"and": [{"odd": True}]},
        {"or": []},
        {"and": {"odd": True}},
        {"and": [{"odd": True}, {"multiples": 9}]},
        {"not": [{"odd": True}]},
        {"xor": [{"odd": True}, {"odd": True}]},
        nested(7),
        {"or": [{"odd": True}] * 32},
    ],
)
def test_what_is_no_demand_cannot_be_read(data: Any) -> None:
    with pytest.raises(ValueError):
        CHOICES["bid"].read(data, ())


def test_long_combinations_are_read_up_to_a_limit() -> None:
    assert CHOICES["bid"].read(nested(6), ())
    assert CHOICES["bid"].read({"or": [{"odd": True}] * 31}, ())


def test_a_demand_nested_without_end_is_no_demand() -> None:
    data, demand = {"odd": True}, ("odd",)
    for _ in range(5000):
        data, demand = {"or": [{"odd": True}, {"not": data}]}, ("or", ("odd",), ("not", demand))
    with pytest.raises(ValueError):
        CHOICES["bid"].read(data, ())
    assert not is_demand(demand)


@pytest.mark.parametrize(
    "value", [("not", 5), ("and", ("odd",), None), ("or", ("odd",), ["odd"]), "odd", None]
)
def test_only_demands_make_a_demand(value: Any) -> None:
    assert not is_demand(value)


def test_a_demand_is_at_most_six_deep() -> None:
    six_deep = ("not", ("not", ("and", ("not", ("or", ("odd",), ("odd",))), ("odd",))))
    assert is_demand(six_deep)
    assert not is_demand(("not", six_deep))
    assert not is_demand(("or", ("odd",), six_deep))


def test_declining_to_oppose_is_false_and_nothing_else() -> None:
    assert CHOICES["oppose"].read(False, ()) is False
    assert CHOICES["oppose"].write(False, ()) is False
    for data in (True, 0, None):
        with pytest.raises(ValueError):
            CHOICES["oppose"].read(data, ())


# Expert trumps


def test_combined_demands_are_an_option(deal: Deal) -> None:
    odd_sixes = {"or": [{"run": [1, 2]}, SIXES]}
    deal.bid(odd_sixes)
    assert deal.refusal is Refusal.BAD_INPUT
    expert = Deal(options="expert_trumps")
    expert.bid(odd_sixes)
    assert expert.refusal is None


def test_combinations_mean_what_they_say() -> None:
    assert numbers({"and": [SIXES, GREEN]}) == [30, 42]
    assert numbers({"or": [{"run": [1, 2]}, {"run": [2, 4]}]}) == [1, 2, 3, 4]
    assert numbers({"not": {"odd": True}}) == list(range(2, 49, 2))
    assert numbers({"and": [{"odd": True}, {"not": {"run": [4, 48]}}, {"run": [2, 9]}]}) == [3]


def test_of_a_combination_only_the_whole_is_counted() -> None:
    deal = Deal(options="expert_trumps")
    deal.bid({"not": {"run": [1, 23]}})
    assert deal.refusal is Refusal.BID_OUT_OF_RANGE
    deal.bid({"not": {"run": [1, 46]}})
    assert deal.refusal is None


def test_one_unknown_colour_leaves_the_whole_unknown() -> None:
    deal = Deal(options="expert_trumps")
    deal.bid({"and": [{"odd": True}, {"not": {"colour": "red"}}]})
    assert deal.refusal is Refusal.COLOUR_UNKNOWN
    deal.bid({"and": [{"run": [1, 1]}, {"colour": "red"}]})
    assert deal.refusal is Refusal.COLOUR_UNKNOWN


def test_the_same_trumps_in_other_words_are_another_demand() -> None:
    deal = Deal(options="expert_trumps")
    deal.bid({"multiples": 2})
    deal.bid({"not": {"odd": True}})
    assert deal.awaiting is Awaiting.BID


# Bidding


def test_the_dealer_opens_and_the_bidding_goes_round() -> None:
    deal = Deal(dealer="Pierre")
    assert (deal.awaiting, deal.turn) == (Awaiting.BID, "Pierre")
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
    assert deal.awaiting is Awaiting.BID
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
    assert (deal.awaiting, deal.turn) == (Awaiting.OPPOSE, "Pierre")


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
    assert deal.awaiting is Awaiting.BID
    deal.all_pass()
    assert deal.shown["declarer"] == "Marc"


def test_exclusive_is_another_demand(deal: Deal) -> None:
    deal.bid(GREEN)
    deal.bid({"colour": "green", "exclusive": True})
    assert deal.awaiting is Awaiting.BID


# Opposition


def test_each_of_the_other_three_is_asked_once(deal: Deal) -> None:
    deal.bid(SIXES)
    deal.bid(SIXES)
    asked = []
    while deal.awaiting is Awaiting.OPPOSE:
        asked.append(deal.turn)
        deal.choose(oppose=False)
    assert asked == ["Luc", "Pierre", "Marc"]
    assert (deal.awaiting, deal.turn) == (Awaiting.DIRECTION, "Marie")
    assert deal.shown["opposed"] is False


@pytest.mark.parametrize("demand", [GREEN, SIXES, {"run": [4, 12]}])
def test_the_first_to_oppose_declares_a_demand_new_or_not(deal: Deal, demand: Any) -> None:
    deal.bid(SIXES)
    deal.bid(SIXES)
    deal.choose(oppose=False)
    deal.choose(oppose=demand)
    assert deal.events == (Contract(deal.seat("Pierre"), CHOICES["bid"].read(demand, ()), opposed=True),)
    assert (deal.awaiting, deal.turn) == (Awaiting.DIRECTION, "Pierre")
    assert (deal.shown["declarer"], deal.shown["opposed"]) == ("Pierre", True)
    assert deal.shown["contract"] == demand


def test_an_opposition_must_be_a_demand_that_counts(deal: Deal) -> None:
    deal.bid(SIXES)
    deal.bid(SIXES)
    deal.choose(oppose={"colour": "red"})
    assert deal.refusal is Refusal.COLOUR_UNKNOWN
    deal.choose(oppose={"run": [1, 48]})
    assert deal.refusal is Refusal.BID_OUT_OF_RANGE
    deal.choose(oppose={"not": {"odd": True}})
    assert deal.refusal is Refusal.BAD_INPUT


# Before the first card


def test_the_declarer_announces_direction_then_tricks_then_leads(deal: Deal) -> None:
    deal.agree()
    deal.choose(tricks=8)
    assert deal.refusal is Refusal.NOT_NOW
    deal.choose(direction="down")
    assert (deal.awaiting, deal.turn) == (Awaiting.TRICKS, "Marie")
    deal.choose(tricks=8)
    assert (deal.awaiting, deal.turn) == (Awaiting.LEAD, "Marie")
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
        assert deal.refusal is Refusal.TOO_FEW_TRICKS
    deal.choose(tricks=fewest)
    assert deal.refusal is None


# Tricks


def test_a_trick_is_cut_forced_and_dodged(deal: Deal) -> None:
    deal.declare()
    deal.play("10 12")
    deal.lay("47", on="trick")
    assert deal.refusal is Refusal.PLAIN_ON_TRUMP
    deal.play("18")
    assert gamate.winning_seat(deal.state) == deal.seat("Pierre")
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
    assert deal.refusal is Refusal.DOES_NOT_BEAT
    deal.lay("2", on="renounce")
    assert deal.refusal is None


@pytest.mark.parametrize(
    ("direction", "visible", "card", "refusal"),
    [
        ("up", "10", "11", None),
        ("up", "10", "9", Refusal.DOES_NOT_BEAT),
        ("down", "10", "9", None),
        ("down", "10", "11", Refusal.DOES_NOT_BEAT),
        ("up", "18", "24", None),
        ("up", "18", "12", Refusal.DOES_NOT_BEAT),
        ("down", "18", "12", None),
        ("down", "18", "24", Refusal.DOES_NOT_BEAT),
        ("up", "47", "6", None),
        ("down", "1", "48", None),
        ("up", "6", "47", Refusal.PLAIN_ON_TRUMP),
        ("down", "48", "1", Refusal.PLAIN_ON_TRUMP),
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
    assert deal.refusal is Refusal.LEADER_CANNOT_RENOUNCE
    deal.play("mute -11 -12 -13")
    assert deal.shown["seat"] == "Marie"
    deal.lay("14", on="renounce")
    assert deal.refusal is Refusal.LEADER_CANNOT_RENOUNCE


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
    assert gamate.winning_seat(deal.state) == deal.seat("Pierre")
    deal.play("-9")
    assert deal.happened(TrickTaken) == [TrickTaken(deal.seat("Pierre"), deal.cards("10", "11"))]
    assert deal.shown["trick"] == []
    assert deal.shown["renounces"] == {"0+2": 0, "1+3": 2}
    assert gamate.winning_seat(deal.state) is None


def test_play_goes_on_from_whoever_took_the_trick(deal: Deal) -> None:
    deal.declare()
    deal.play("10 11 -2 -3")
    assert (deal.turn, deal.shown["seat"]) == ("Luc", "Luc")
    deal.play("13")
    assert (deal.turn, deal.shown["seat"]) == ("Marie", "Pierre")


# Score

PLAIN = (
    "1 2 3 4",
    "5 7 8 9",
    "10 11 13 14",
    "15 16 17 19",
    "20 21 22 23",
    "25 26 27 28",
    "29 31 32 33",
    "34 35 37 38",
    "39 40 41 43",
    "44 45 46 47",
)  # rising and no trump: the last to play takes each; five tricks for either side, the 1 to Luc and Marc
EIGHT_TRICKS = (*PLAIN, "48 -mute#1 mute#2 -6", "12 -18 24 -30", "mute#3 36 42 -mute#4")
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
