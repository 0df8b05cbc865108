"""Gamate with common sense: what a careful player demands, announces and lays, and that it pays."""

from __future__ import annotations

from random import Random
from statistics import mean, stdev
from typing import Any

import pytest

from engine.bots import bot
from engine.bots.gamate import Sight, best_demand, choose
from engine.bots.table import Bot, next_move
from engine.bots.view import View, imagine, see
from engine.games import gamate
from engine.hands import deal
from engine.rules import Awaiting, Choose, Lay, Move, Setup
from engine.simulate import play_round
from tests.engine.stories import Story

NAMES = ("Anna", "Bob", "Cécile", "Doro")
LOW = "2 3 4 5 6 7 8 9 10 11 12 mute#1 mute#2"  # nearly every trick is theirs with 2 to 12 as trumps
MIXED = "4 9 13 17 20 22 24 27 29 31 33 37 42"  # no hand to demand anything with


def deal_of(*said: str) -> Story:
    """A deal that Anna opens; each in turn passes (`-`) or demands (`6`: its multiples, `4-12`: a run)."""
    story = Story(gamate.GAME, *NAMES, dealer="Anna")
    for word in said:
        story.make(Choose("pass", True) if word == "-" else Choose("bid", demand(word)))
        assert story.refusal is None
    return story


def demand(word: str) -> tuple[Any, ...]:
    low, _, high = word.partition("-")
    return ("run", int(low), int(high)) if high else ("multiples", int(low))


def contract(trumps: str, direction: str = "up", leads: str = "Anna") -> Story:
    """Anna declares and announces one trick; the first card is *leads*' to lay."""
    story = deal_of(trumps, "-", trumps)
    for choice in (*[Choose("oppose", False)] * 3, Choose("direction", direction), Choose("tricks", 1)):
        story.make(choice)
    story.make(Choose("lead", "own"))
    story.state = story.state._replace(turn=story.seat(leads))
    return story


def decide(story: Story, hand: str, open_hand: str = "") -> Any:
    """What a careful player with *hand* decides, whoever's turn it is: a card and its zone, or a choice."""
    seat = gamate.to_act(story.state)
    assert seat is not None
    view = View(
        gamate.GAME, story.state, seat, story.cards(*hand.split()), (), story.cards(*open_hand.split())
    )
    move = choose(view, Random(0))
    story.make(move)
    assert story.refusal is None
    if isinstance(move, Lay):
        return gamate.DECK.names[move.card], gamate.ZONES[move.zone]
    assert isinstance(move, Choose)
    return move.value


# The auction


def test_a_strong_hand_demands_its_own_numbers() -> None:
    assert decide(deal_of(), LOW) == ("run", 2, 12)


def test_a_hand_good_for_nothing_passes() -> None:
    story = deal_of()
    assert decide(story, MIXED)
    assert story.state.bids == ((0, None),)


def test_a_demand_of_the_partner_is_stated_again_and_so_the_contract() -> None:
    story = deal_of("6", "4-12")
    assert decide(story, LOW) == ("multiples", 6)
    assert (story.state.declared.player, story.state.declared.demand) == (0, ("multiples", 6))


def test_nobody_helps_the_others_to_their_contract() -> None:
    story = deal_of("2-12")
    assert decide(story, LOW) != ("run", 2, 12)
    assert story.state.declared.player is None


def test_only_a_strong_hand_opposes_and_never_the_partner() -> None:
    story = deal_of("6", "-", "6")
    assert decide(story, MIXED) is False
    assert decide(story, LOW) is False  # Cécile, the partner of Anna
    assert decide(story, LOW) == ("run", 2, 12)
    assert story.state.declared.opposed


# Before the first card


def declaring(trumps: str, opposed: bool = False) -> Story:
    story = deal_of("6", "-", "6")
    if opposed:
        story.make(Choose("oppose", demand(trumps)))
        return story
    story = deal_of(trumps, "-", trumps)
    for _ in range(3):
        story.make(Choose("oppose", False))
    return story


def test_the_direction_suits_both_hands_together() -> None:
    low, high = "1 2 3 4 5 6 7 8 13 14 15 16 17", "36 37 38 39 40 41 42 43 44 45 46 47 48"
    assert decide(declaring("13-24"), low, "9 10 11 12 18 19 20 21 22 23 24 25 26") == "down"
    assert decide(declaring("13-24"), high, "15 16 17 18 19 20 21 22 23 24 33 34 35") == "up"


def test_better_hands_announce_more_tricks_but_never_all_they_hope_for() -> None:
    def announced(hand: str, open_hand: str, opposed: bool = False) -> int:
        story = declaring("2-12", opposed)
        story.make(Choose("direction", "down"))
        return int(decide(story, hand, open_hand))

    best = LOW, "1 13 14 15 16 17 18 19 20 21 22 23 24"
    worst = MIXED, "14 15 16 18 19 21 23 25 26 28 30 32 34"
    assert 1 <= announced(*worst) < announced(*best) < 13
    assert announced(*worst) < 7 == announced(*worst, opposed=True)


def test_the_first_card_comes_from_the_hand_with_the_better_lead() -> None:
    def leads_from(hand: str, open_hand: str) -> str:
        story = declaring("37-48")
        story.make(Choose("direction", "up"))
        story.make(Choose("tricks", 1))
        return str(decide(story, hand, open_hand))

    weak, strong = "2 3 4 5 6 7 8 9 10 11 12 13 14", "20 21 22 23 24 46 47 48 25 mute#1 mute#2 mute#3 mute#4"
    assert leads_from(strong, weak) == "own"
    assert leads_from(weak, strong) == "partner"


# Tricks, with 37 to 48 as trumps, the higher the better, unless told otherwise


def test_the_last_to_play_wins_with_the_cheapest_card_that_does() -> None:
    story = contract("37-48", leads="Bob")
    story.lay("20", on="trick")
    story.lay("2", "3", on="renounce")
    assert decide(story, "48 25 31 4", "1 5 6") == ("25", "trick")


def test_a_trick_that_is_the_partners_already_costs_only_a_worthless_card() -> None:
    story = contract("37-48", leads="Bob")
    story.lay("10", "40", on="trick")
    story.lay("2", on="renounce")
    assert decide(story, "48 47 mute#1 4", "1 5 6") == ("4", "renounce")


def test_a_mute_dodges_what_nothing_else_can_beat() -> None:
    story = contract("37-48", leads="Bob")
    story.lay("48", on="trick")
    story.lay("2", "3", on="renounce")
    assert decide(story, "47 mute#1 4", "1 5 6") == ("mute#1", "trick")


def test_a_mute_is_not_spent_before_others_who_can_beat_it() -> None:
    story = contract("37-48", leads="Doro")
    story.lay("48", on="trick")
    assert decide(story, "47 mute#1 4", "1 5 6") == ("4", "renounce")


def test_a_defender_lays_a_card_that_wins_nothing_rather_than_renounce() -> None:
    """A renounce gives the declarer two points, a beaten card nothing."""
    story = contract("37-48")
    story.lay("5", on="trick")
    assert decide(story, "30 3", "48 47 46") == ("30", "trick")


def test_a_defender_beats_what_the_open_hand_beats_only_where_that_holds() -> None:
    def third_to_lay(open_hand: str) -> Any:
        story = contract("37-48", leads="Doro")
        story.lay("20", on="trick")
        story.lay("2", on="renounce")
        return decide(story, "3 30 40", open_hand)

    assert third_to_lay("21 22 31") == ("40", "trick")
    assert third_to_lay("21 22 41") == ("30", "trick")


def test_a_declarer_leads_what_the_others_can_only_renounce_to() -> None:
    story = contract("37-48")
    assert decide(story, "2 47", "48 mute#1 mute#2 mute#3 mute#4") == ("47", "trick")


def test_a_defender_does_not_give_the_declarer_a_brisque() -> None:
    """The lower the better: 48 and 47 are equally worthless, but in Anna's trick the 48 counts."""
    story = contract("2-13", direction="down")
    story.lay("mute#1", on="trick")
    assert decide(story, "48 47", "14 15 16") == ("47", "trick")


def test_the_declarer_plays_the_open_hand_too() -> None:
    story = contract("37-48", leads="Doro")
    story.lay("20", on="trick")
    story.lay("2", on="renounce")
    story.lay("30", on="trick")
    assert story.state.turn == story.seat("Cécile")
    assert decide(story, "48 47 46", "35 5 44") == ("35", "trick")


# Anywhere


@pytest.mark.parametrize("seed", range(6))
def test_in_any_position_the_choice_is_legal_and_owes_nothing_to_hidden_cards(seed: int) -> None:
    """Positions that careful players would not get into: the others play by chance."""
    rng = Random(seed)
    state: Any = gamate.GAME.first_round(Setup(4), seed % 4)
    cards = deal(gamate.GAME, state, rng)
    while not state.over:
        seat = gamate.to_act(state)
        assert seat is not None
        view = see(gamate.GAME, state, cards, seat)
        move = choose(view, Random(0))
        assert move in gamate.legal_moves(state, view.cards)
        assert move != Choose("forfeit", True)
        elsewhere = see(gamate.GAME, state, imagine(view, rng), seat)
        assert choose(elsewhere, Random(1)) == move
        state, events, _ = gamate.apply(state, next_move(gamate.GAME, state, cards, [bot("random")] * 4, rng))
        cards.follow(events)


@pytest.mark.parametrize("seed", range(10))
def test_no_demand_of_all_is_better_than_the_best_found(seed: int) -> None:
    """Not all runs are looked at; none of the others would make the hand stronger."""
    state = gamate.GAME.first_round(Setup(4), 0)
    hand = tuple(sorted(deal(gamate.GAME, state, Random(seed)).hands[0]))
    others = gamate.ALL & ~sum(gamate.BIT[card] for card in hand)
    powers = [
        sum(map(Sight(gamate.trumps(gamate.DECK, move.value), up, others).power, hand))
        for move in gamate.legal_moves(state, ())
        if isinstance(move, Choose) and move.what == "bid"
        for up in (True, False)
    ]
    assert best_demand(gamate.DECK, hand)[1] == max(powers)


def test_careful_partners_score_far_more_than_partners_by_chance() -> None:
    assert gain(bot("random")) > 5


def test_their_cards_alone_are_worth_it_too() -> None:
    """Against partners who bid and announce as carefully, then lay by chance."""

    def by_chance(view: View, rng: Random) -> Move:
        laying = view.game.awaiting(view.state) is Awaiting.LAY
        return bot("random" if laying else "careful").choose(view, rng)

    assert gain(bot("careful")._replace(choose=by_chance)) > 5


def gain(others: Bot) -> float:
    """What careful partners score more than *others*, in standard errors; every deal from both sides."""
    nets = []
    for number in range(20):
        net = 0
        for side in (0, 1):
            seat_players = [bot("careful") if seat % 2 == side else others for seat in range(4)]
            first = gamate.GAME.first_round(Setup(4), number % 4)
            scores = play_round(gamate.GAME, first, seat_players, Random(number)).points
            net += scores[side] - scores[1 - side]
        nets.append(net)
    return mean(nets) / (stdev(nets) / len(nets) ** 0.5)
