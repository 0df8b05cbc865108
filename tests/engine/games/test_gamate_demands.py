"""What may be demanded as trumps in Gamate, of which deck, and how it is written."""

from typing import Any

import pytest

from engine.cards import Deck, DeckError, Kind
from engine.decks import standard
from engine.games import gamate
from engine.games.gamate import CHOICES, DECK, is_trump
from engine.games.gamate.demands import is_demand
from engine.rules import (
    Refusal,
)
from tests.engine.games.gamate_stories import GREEN, SIXES, Deal


@pytest.fixture
def deal() -> Deal:
    return Deal()


def numbers(demand: Any, deck: Deck = DECK) -> list[int]:
    """The trumps that *demand*, in JSON, makes."""
    made = gamate.trumps(deck, CHOICES["bid"].read(demand, ()))
    return [kind.value or 0 for card, kind in enumerate(deck.kind_of) if made >> card & 1]


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
    assert deal.refusal is gamate.Refused.BID_OUT_OF_RANGE


def test_odd_numbers_make_twenty_four_trumps() -> None:
    assert numbers({"odd": True}) == list(range(1, 49, 2))


@pytest.mark.parametrize(
    ("run", "refusal"),
    [
        ([7, 8], None),
        ([7, 7], gamate.Refused.BID_OUT_OF_RANGE),
        ([8, 7], gamate.Refused.BID_OUT_OF_RANGE),
        ([1, 24], None),
        ([1, 25], gamate.Refused.BID_OUT_OF_RANGE),
        ([25, 48], None),
    ],
)
def test_a_demand_makes_2_to_24_trumps(deal: Deal, run: list[int], refusal: Refusal | None) -> None:
    deal.bid({"run": run})
    assert deal.refusal is refusal


@pytest.mark.parametrize("colour", ["red", "blue", "unknown", "", "Green"])
def test_a_colour_that_is_not_documented_is_refused(deal: Deal, colour: str) -> None:
    deal.bid({"colour": colour})
    assert deal.refusal is gamate.Refused.COLOUR_UNKNOWN
    deal.bid({"colour": colour, "exclusive": True})
    assert deal.refusal is gamate.Refused.COLOUR_UNKNOWN


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
    assert deal.refusal is gamate.Refused.COLOUR_UNKNOWN
    deal.bid({"colour": "testblue"})
    assert deal.refusal is gamate.Refused.BID_OUT_OF_RANGE


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
    assert deal.refusal is gamate.Refused.BID_OUT_OF_RANGE
    deal.bid({"not": {"run": [1, 46]}})
    assert deal.refusal is None


def test_one_unknown_colour_leaves_the_whole_unknown() -> None:
    deal = Deal(options="expert_trumps")
    deal.bid({"and": [{"odd": True}, {"not": {"colour": "red"}}]})
    assert deal.refusal is gamate.Refused.COLOUR_UNKNOWN
    deal.bid({"and": [{"run": [1, 1]}, {"colour": "red"}]})
    assert deal.refusal is gamate.Refused.COLOUR_UNKNOWN


def test_the_same_trumps_in_other_words_are_another_demand() -> None:
    deal = Deal(options="expert_trumps")
    deal.bid({"multiples": 2})
    deal.bid({"not": {"odd": True}})
    assert deal.awaiting is gamate.Awaits.BID
