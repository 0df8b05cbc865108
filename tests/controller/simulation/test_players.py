"""Played by hand on simulated hardware: a person at the mouse, bots, and every card where it should be."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.intents import (
    Act,
    ForgetGuest,
    LayCard,
    Leave,
    Line,
    NewMatch,
    Pause,
    PlayAgain,
    RaiseCurtain,
    Ready,
    RenameGuest,
    ResumeMatch,
    SwapCards,
    TakeBack,
    TryFault,
)
from controller.ports import CardRef
from controller.simulation.dealing import Dealt, fitted
from controller.simulation.players import HAND, SEAT_PLAYERS, usual
from controller.view import Hint, NoticeKind, Ruled
from engine import games
from engine.events import Laid
from engine.games import thirteen
from engine.hands import Deal, in_play
from engine.match import UNDO, line
from engine.rules import Choose, Refusal
from tests.controller.parlour import NAMES, Parlour

TABLES = [("thirteen", 4), ("ninja", 3), ("gamate", 4), ("pot", 5)]


def relabelled(cards: Deal, one: int, other: int) -> Deal:
    """The same deal with two cards changing places."""
    swap = {one: other, other: one}

    def piles(all_of_them: list[list[int]]) -> list[list[int]]:
        return [[swap.get(card, card) for card in pile] for pile in all_of_them]

    return Deal(piles(cards.hands), piles([cards.stock])[0], piles(cards.face_up), piles(cards.face_down))


def assert_consistent(parlour: Parlour) -> None:
    """Everybody holds as many cards as the table says, every card is somewhere once, and nothing was bent."""
    match, cards = parlour.table.match, parlour.dealt
    assert match and parlour.players._dealt
    state = match.state
    assert [len(hand) for hand in cards.hands] == list(state.hands)
    assert [len(lying) for lying in cards.face_up] == list(getattr(state, "face_up", ()))
    held = [card for pile in (*cards.hands, cards.stock, *cards.face_up, *cards.face_down) for card in pile]
    laid = [card for card in in_play(match.game, state) if state.laid >> card & 1]
    assert sorted(held + laid) == sorted(in_play(match.game, state))
    followed, again = parlour.players._dealt.cards.copy(), match.start
    for move in line(match.actions):
        again, events, refusal = match.game.apply(again, move)
        assert refusal is None
        for laid_card in (event for event in events if isinstance(event, Laid)):
            pile = followed.stock if laid_card.player is None else followed.hands[laid_card.player]
            assert laid_card.card in pile
        followed.follow(events)
    assert [sorted(hand) for hand in followed.hands] == [sorted(hand) for hand in cards.hands]


# Whole matches


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_one_person_plays_a_whole_match_against_bots_and_the_score_is_the_engines_own(
    game: str, seats: int
) -> None:
    parlour = Parlour(game, seats=seats, seed=1)
    scores: dict[int, tuple[int, ...]] = {}

    def scored(parlour: Parlour) -> bool:
        match = parlour.table.match
        assert match and parlour.players._dealt
        if match.state.over and match.round not in scores:
            assert_consistent(parlour)
            state = match.start
            for move in line(match.actions):
                state = match.game.apply(state, move).state
            scores[match.round] = match.game.points(state)
        return False

    parlour.play(Random(1), scored)
    scored(parlour)
    assert parlour.match.state["match_over"]
    assert [tuple(points.values()) for points in parlour.match.results] == list(scores.values())
    assert parlour.heard and not parlour.pads.lying()


def test_one_pad_is_enough() -> None:
    parlour = Parlour("thirteen", seats=6, seed=2, pads=1)
    parlour.play(Random(2), lambda parlour: parlour.match.state["round"] == 2)
    assert len(parlour.match.results) == 1


def test_bots_alone_play_on_by_themselves() -> None:
    parlour = Parlour("pot", seats=3, seed=3, seat_players=("careful",) * 3, rounds=2)
    assert parlour.view.hand is None
    while not parlour.match.state["match_over"]:
        parlour.wait(1.0)
    assert len(parlour.match.results) == 2
    parlour.heard.clear()
    parlour.wait(10.0)
    assert not any(isinstance(effect, Ruled) for effect in parlour.heard)


def test_bots_take_their_time() -> None:
    parlour = Parlour("thirteen", seats=3, seed=1, pace=1.0)
    parlour.settle()
    parlour.touch(parlour.wish(Random(1)))
    parlour.wait(1.0)
    seen = []
    for _ in range(100):
        parlour.step()
        seen.append(len(parlour.match.log))
    first, second = seen.index(2), seen.index(3)
    assert 0.8 <= (second - first) * 0.05 <= 2.5


# Hands follow the table


@settings(max_examples=6, deadline=None)
@given(table=st.sampled_from(TABLES), seed=st.integers(0, 10**6))
def test_whatever_is_played_and_undone_the_cards_agree_with_the_table(
    table: tuple[str, int], seed: int
) -> None:
    game, seats = table
    dice = Random(seed)
    parlour = Parlour(
        game, seats=seats, seed=seed, seat_players=(HAND, *dice.choices(SEAT_PLAYERS[:2], k=seats - 1))
    )
    for _ in range(25):
        parlour.settle()
        assert_consistent(parlour)
        if dice.random() < 0.3 and parlour.match.log:
            parlour.touch(Act(UNDO))
        else:
            wish = parlour.wish(dice)
            assert wish
            parlour.touch(wish)
        if parlour.match.state["match_over"]:
            break
    assert_consistent(parlour)


def test_an_undo_goes_back_to_what_the_person_did_and_the_same_card_is_drawn_again() -> None:
    parlour = Parlour("thirteen", seats=3, seed=4)
    parlour.settle()
    before = parlour.hand
    parlour.touch(parlour.wish(Random(1)))
    parlour.settle()
    after = parlour.hand
    assert len(parlour.match.log) == 3
    parlour.touch(Act(UNDO))
    assert parlour.match.log == ()
    assert parlour.hand == before
    parlour.settle()
    parlour.touch(parlour.wish(Random(1)))
    parlour.settle()
    assert parlour.hand.cards == after.cards


def test_an_undo_takes_back_a_lay_and_not_only_that_it_was_done() -> None:
    """A lay to which nothing can be added is done by itself: that alone would only be done again."""
    parlour = Parlour("ninja", seats=3, seed=1)
    parlour.settle()
    parlour.touch(Ready())
    parlour.settle()
    before, log = parlour.hand, parlour.match.log
    lay = parlour.wish(Random(1))
    assert isinstance(lay, LayCard)
    parlour.touch(lay)
    parlour.wait(2.0)
    assert {"press": "done"} in [entry.line for entry in parlour.match.log]
    parlour.touch(Act(UNDO))
    assert parlour.match.log == log
    assert parlour.hand == before


def test_a_card_chosen_on_the_screen_is_taken_from_wherever_it_was() -> None:
    parlour = Parlour("pot", seats=3, seed=5)
    parlour.settle()
    foreign = parlour.dealt.hands[1][0]
    name = games.game("pot").deck.names[foreign]
    parlour.touch(Line({"lay": name, "zone": "play"}))
    hands = parlour.dealt.hands
    assert [len(hand) for hand in hands] == [8, 9, 9]
    assert not any(foreign in hand for hand in hands)
    parlour.play(Random(1))
    assert parlour.match.state["match_over"]


def test_corrected_counts_are_believed() -> None:
    parlour = Parlour("ninja", seats=3, seed=5)
    parlour.play(Random(1), lambda parlour: bool(parlour.match.log))
    parlour.settle()
    parlour.touch(Line({"correct": {"hand": {"Luc": 1}}}))
    assert len(parlour.dealt.hands[1]) == 1
    parlour.touch(Line({"correct": {"hand": {"Luc": 5}}}))
    assert len(parlour.dealt.hands[1]) == 5


def test_cards_that_agree_are_left_alone() -> None:
    parlour = Parlour("ninja", seats=4, seed=6)
    match, cards = parlour.table.match, parlour.dealt
    assert match
    assert fitted(match.game, match.state, cards) == cards


def test_the_same_hands_are_back_after_the_power_went() -> None:
    parlour = Parlour("thirteen", seats=3, seed=7)
    for _ in range(3):
        parlour.settle()
        parlour.touch(parlour.wish(Random(1)))
    parlour.settle()
    before, dealt = parlour.hand, parlour.dealt.copy()
    parlour.sit_down()
    parlour.step()
    assert parlour.dealt == dealt
    assert parlour.hand == before


def test_a_match_that_was_left_is_taken_up_with_its_cards_and_its_bots() -> None:
    parlour = Parlour("pot", seats=3, seed=8, seat_players=("expert", HAND, "careful"))
    parlour.settle()
    before, number = parlour.hand, parlour.match.id
    parlour.touch(Leave())
    assert parlour.view.hand is None
    parlour.touch(NewMatch("thirteen", ("A", "B", "C")))
    parlour.settle()
    parlour.touch(Leave())
    parlour.touch(ResumeMatch(number))
    parlour.settle()
    assert parlour.hand == before


def test_the_deal_of_another_match_with_the_same_number_is_not_taken_up() -> None:
    parlour = Parlour("pot", seats=3, seed=8, seat_players=("careful", HAND, "careful"))
    old = parlour.players._dealt
    assert old
    for name in ("running.db", "history.db"):
        parlour.forget(name)
    parlour.sit_down()
    parlour.touch(NewMatch("pot", ("A", "B", "C")))
    assert parlour.match.id == 1
    assert parlour.hand.seat_players == usual(3)
    assert parlour.players._dealt and parlour.players._dealt.cards != old.cards


def test_bots_go_on_with_a_match_that_was_begun_with_another_box() -> None:
    parlour = Parlour("thirteen", seats=3, seed=8)
    parlour.settle()
    parlour.wait(1.0)
    parlour.registry.teach("04aabbccddee01", CardRef("thirteen", 2, "blue-7#1"))
    parlour.pads.put("04aabbccddee01", "left")
    parlour.wait(0.5)
    assert len(parlour.match.log) == 1
    parlour.pads.lift("04aabbccddee01")
    parlour.wait(20.0)
    assert parlour.match.state["turn"] == "Marie"
    assert len(parlour.match.log) == 3


def test_again_means_the_same_players() -> None:
    parlour = Parlour("pot", seats=3, seed=9, seat_players=("careful", HAND, "careful"))
    parlour.play(Random(1))
    parlour.touch(PlayAgain())
    assert parlour.hand.seat_players == ("careful", HAND, "careful")


def test_nobody_is_asked_how_the_seats_are_taken_and_the_first_plays_by_hand() -> None:
    assert (
        Parlour("pot", seats=4, seed=1).hand.seat_players
        == usual(4)
        == (HAND, "careful", "careful", "careful")
    )


# What may be seen


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_cards_that_nobody_at_the_mouse_may_know_change_nothing_there(game: str, seats: int) -> None:
    dice = Random(11)
    parlour = Parlour(game, seats=seats, seed=11)
    for _ in range(12):
        parlour.settle()
        hand, dealt, match = parlour.hand, parlour.players._dealt, parlour.table.match
        assert dealt and match
        names = match.game.deck.names
        shown = {card.name for card in hand.cards} | {card for pile in hand.face_up for card in pile}
        shown |= set(hand.beside[1] if hand.beside else ())
        known = sum(getattr(match.state, "known", ()))
        hidden = [
            card
            for card in in_play(match.game, match.state)
            if not (match.state.laid | known) >> card & 1 and names[card] not in shown
        ]
        if len(hidden) > 1:
            view = parlour.view
            parlour.players._dealt = Dealt(match.start, relabelled(dealt.cards, *dice.sample(hidden, 2)))
            assert parlour.view == view
        wish = parlour.wish(dice)
        if wish:
            parlour.touch(wish)


def test_a_curtain_falls_when_the_mouse_goes_to_somebody_else() -> None:
    parlour = Parlour("thirteen", seats=3, seed=12, seat_players=(HAND, "careful", HAND))
    assert parlour.hand.curtain
    assert parlour.hand.cards == ()
    parlour.touch(RaiseCurtain())
    assert parlour.hand.seat == 0
    assert len(parlour.hand.cards) == 5
    parlour.settle()
    parlour.touch(parlour.wish(Random(1)))
    while parlour.match.state["turn"] != "Zoé":
        assert not parlour.hand.curtain  # Marie is still there, and may look at her own cards
        parlour.step()
    parlour.step()
    assert (parlour.hand.seat, parlour.hand.curtain, parlour.hand.cards) == (2, True, ())
    parlour.touch(LayCard(games.game("thirteen").deck.names[parlour.dealt.hands[2][0]], "blue"))
    parlour.wait(2.0)
    assert parlour.match.state["turn"] == "Zoé"


def test_nobody_answers_for_a_bot() -> None:
    parlour = Parlour("gamate", seats=4, seed=13, seat_players=(HAND, "careful", "careful", "careful"))
    assert parlour.match.state["turn"] == "Bob"
    assert parlour.match.choices == ()
    parlour.settle()
    assert parlour.match.state["turn"] == "Marie"
    assert Choose("pass", True) in parlour.match.choices or Choose("oppose", False) in parlour.match.choices


def test_in_gamate_the_declarer_lays_the_open_hand_too_and_everybody_sees_it() -> None:
    parlour = Parlour("gamate", seats=4, seed=14, seat_players=(HAND,) * 4)
    for move in (("multiples", 6), ("multiples", 6)):
        parlour.touch(Act(Choose("bid", move)))
    for _ in range(3):
        assert parlour.hand.beside is None
        parlour.touch(Act(Choose("oppose", False)))
    for move in (Choose("direction", "up"), Choose("tricks", 7), Choose("lead", "partner")):
        parlour.touch(Act(move))
    parlour.touch(RaiseCurtain())
    assert (parlour.hand.seat, parlour.hand.owner) == (3, 1)
    names = games.game("gamate").deck.names
    assert [card.name for card in parlour.hand.cards] == [
        names[card] for card in sorted(parlour.dealt.hands[1])
    ]
    assert parlour.hand.beside == (3, tuple(names[card] for card in sorted(parlour.dealt.hands[3])))
    parlour.touch(LayCard(parlour.hand.cards[0].name, "trick"))
    parlour.wait(2.0)
    assert (parlour.hand.seat, parlour.hand.curtain) == (2, True)
    parlour.touch(RaiseCurtain())
    assert parlour.hand.beside == (1, tuple(names[card] for card in sorted(parlour.dealt.hands[1])))


# Laying


def test_a_card_goes_to_its_pad_is_seen_and_then_it_is_taken() -> None:
    parlour = Parlour("thirteen", seats=3, seed=4)
    parlour.settle()
    card = next(card for card in parlour.hand.cards if card.zones)
    parlour.touch(LayCard(card.name, card.zones[0]))
    parlour.wait(0.1)
    assert parlour.hand.lying == (card.name, card.zones[0])
    assert card.name not in {other.name for other in parlour.hand.cards}
    parlour.wait(1.0)
    assert parlour.match.log[0].line == {"lay": card.name, "zone": card.zones[0]}


def test_a_card_on_the_wrong_target_is_refused_and_goes_back_to_the_hand() -> None:
    parlour = Parlour("thirteen", seats=3, seed=4)
    parlour.settle()
    before = parlour.hand
    card = next(card for card in before.cards if len(card.zones) == 1)
    wrong = next(zone for zone in ("blue", "yellow", "green") if zone not in card.zones)
    parlour.touch(LayCard(card.name, wrong))
    parlour.wait(5.0)
    notice = parlour.view.notice
    assert notice and (notice.kind, notice.code) == (NoticeKind.REFUSED, thirteen.Refused.WRONG_COLOUR.value)
    assert parlour.hand.lying == (card.name, wrong)
    parlour.touch(TakeBack())
    parlour.wait(1.0)
    assert parlour.view.notice is None
    assert parlour.hand == before


def test_a_card_out_of_turn_stays_in_the_hand() -> None:
    parlour = Parlour("thirteen", seats=3, seed=4, pace=1.0)
    parlour.settle()
    parlour.touch(parlour.wish(Random(1)))
    parlour.wait(1.0)
    assert parlour.match.state["turn"] == "Luc"
    parlour.touch(LayCard(parlour.hand.cards[0].name, "blue"))
    assert not parlour.hand.lying or parlour.hand.lying[0] not in {card.name for card in parlour.hand.cards}
    parlour.wait(3.0)
    assert parlour.match.log[1].events[0]["player"] == "Luc"
    assert_consistent(parlour)


def test_a_card_that_nobody_holds_is_nothing_to_lay() -> None:
    parlour = Parlour("pot", seats=3, seed=1)
    parlour.settle()
    theirs = games.game("pot").deck.names[parlour.dealt.hands[1][0]]
    for wish in (LayCard(theirs, "play"), LayCard("nonsense", "play"), LayCard(theirs, "nowhere")):
        parlour.touch(wish)
    parlour.wait(1.0)
    assert parlour.match.state["played"] == {}


def test_a_paused_table_waits_and_so_do_the_bots() -> None:
    parlour = Parlour("thirteen", seats=3, seed=4, pace=1.0)
    parlour.settle()
    parlour.touch(parlour.wish(Random(1)))
    parlour.wait(1.1)
    parlour.touch(Pause())
    parlour.wait(5.0)
    assert len(parlour.match.log) == 1


# Ninja


def test_cards_are_swapped_before_the_start_and_the_bots_wait() -> None:
    parlour = Parlour("ninja", seats=3, seed=15, seat_players=("careful", HAND, "careful"))
    parlour.wait(3.0)
    hand = parlour.hand
    assert hand.swapping
    assert parlour.match.log == ()
    mine, lying = hand.cards[0].name, hand.face_up[1][2]
    parlour.touch(SwapCards(mine, lying))
    assert mine in parlour.hand.face_up[1]
    assert lying in {card.name for card in parlour.hand.cards}
    parlour.touch(SwapCards("13#1", "nonsense"))
    after = parlour.dealt.copy()
    parlour.sit_down()
    parlour.step()
    assert parlour.dealt == after
    parlour.touch(Ready())
    parlour.wait(3.0)
    assert parlour.match.log
    parlour.touch(SwapCards(lying, mine))
    assert mine in parlour.hand.face_up[1]


def test_a_lay_is_done_by_itself_only_where_there_is_nothing_to_add() -> None:
    parlour = Parlour("ninja", seats=2, seed=16, seat_players=(HAND, HAND))
    deck = games.game("ninja").deck
    hands = [[deck.card(name) for name in hand] for hand in (("7#1", "7#2", "4#1"), ("10#1", "11#1", "2#1"))]
    rest = [card for card in range(54) if not any(card in hand for hand in hands)]
    lying = [[rest.pop() for _ in range(3)] for _ in range(4)]
    assert parlour.players._dealt
    parlour.players._dealt = Dealt(parlour.players._dealt.start, Deal(hands, rest, lying[:2], lying[2:]))
    for wish in (Ready(), Ready(), RaiseCurtain(), LayCard("7#1", "centre")):
        parlour.touch(wish)
    parlour.wait(10.0)
    assert parlour.match.state["turn"] == "Marie"
    assert [card.name for card in parlour.hand.cards if card.zones] == ["7#2"]
    parlour.touch(LayCard("7#2", "centre"))
    parlour.wait(2.0)
    assert parlour.match.state["turn"] == "Luc"


# Faults to try


def tried(fault: str) -> Parlour:
    parlour = Parlour("thirteen", seats=3, seed=17)
    parlour.settle()
    parlour.wait(1.0)
    parlour.touch(TryFault(fault))
    parlour.wait(0.8)
    return parlour


def goes_on(parlour: Parlour) -> bool:
    number = len(parlour.match.log)
    parlour.wait(2.0)
    parlour.settle()
    wish = parlour.wish(Random(1))
    assert wish
    parlour.touch(wish)
    parlour.wait(2.0)
    return len(parlour.match.log) > number


def test_a_pulled_cable_stops_the_table_until_it_is_plugged_in_again() -> None:
    parlour = tried("unplug")
    assert [trouble.code for trouble in parlour.view.troubles] == ["link-lost"]
    assert parlour.hand.faults == ("unplug",)
    parlour.touch(parlour.wish(Random(1)))
    parlour.wait(3.0)
    assert parlour.match.log == ()
    parlour.touch(TryFault("unplug"))
    parlour.wait(2.0)
    assert parlour.view.troubles == ()
    assert parlour.match.log or goes_on(parlour)


def test_a_dead_pad_is_named_and_its_cards_are_chosen_on_the_screen() -> None:
    parlour = tried("dead")
    assert [(trouble.code, trouble.pad) for trouble in parlour.view.troubles] == [("silent", "left")]
    parlour.play(Random(1), lambda parlour: len(parlour.match.log) >= 12)
    assert_consistent(parlour)
    parlour.touch(TryFault("dead"))
    parlour.wait(2.0)
    assert parlour.view.troubles == ()
    assert parlour.hand.faults == ()


def test_bad_reading_lets_no_wrong_card_through_and_passes() -> None:
    parlour = tried("flicker")
    assert parlour.hand.faults == ("flicker",)
    parlour.play(Random(1), lambda parlour: len(parlour.match.log) >= 6)
    assert_consistent(parlour)
    parlour.wait(10.0)
    assert parlour.hand.faults == ()


def test_a_tag_nobody_taught_is_refused_until_it_is_taken_back() -> None:
    parlour = tried("unknown")
    assert parlour.view.notice and parlour.view.notice.code == Refusal.UNKNOWN_TAG.value
    parlour.wait(20.0)
    assert parlour.pads.lying()
    parlour.touch(TakeBack())
    parlour.wait(1.0)
    assert parlour.view.notice is None
    assert goes_on(parlour)


def test_two_cards_at_once_are_nobodys_lay() -> None:
    parlour = tried("two")
    assert parlour.view.notice and parlour.view.notice.code == Hint.ONE_AT_A_TIME.value
    parlour.wait(4.0)
    assert parlour.pads.lying() == {}
    assert goes_on(parlour)


def test_every_fault_can_be_tried_in_the_menu_too_and_nothing_happens_there() -> None:
    parlour = Parlour("thirteen", seats=3, seed=1)
    parlour.touch(Leave())
    for fault in ("unplug", "dead", "flicker", "unknown", "two", "unplug", "nonsense"):
        parlour.touch(TryFault(fault))
    parlour.wait(2.0)
    assert parlour.view.troubles == ()


def test_bots_have_names_that_are_nobodys_and_that_nobody_is_offered() -> None:
    parlour = Parlour("pot", seats=3, seed=3)
    parlour.touch(NewMatch("pot", ("Marie", "", ""), seat_players=("hand", "careful", "expert")))
    assert parlour.match.names == ("Marie", "Zig", "Tok")
    parlour.touch(NewMatch("pot", ("zig", "", "Luc"), seat_players=("hand", "careful", "hand")))
    assert parlour.match.names == ("zig", "Ohm", "Luc")
    assert set(parlour.view.guests) <= {*NAMES}


def test_scores_have_a_match_as_soon_as_it_is_over_and_not_while_its_end_is_taken_back() -> None:
    parlour = Parlour("thirteen", seats=3, seed=3)
    parlour.play(Random(3))
    assert parlour.match.state["match_over"]
    (played,) = parlour.view.last
    assert played.totals == tuple(parlour.match.state["totals"].values())
    over, parlour.now = parlour.now, parlour.now + 900
    parlour.table.handle(Act(UNDO), parlour.now)
    assert parlour.view.last == ()
    parlour.table.handle(Line({"correct": {"end_round": True}}), parlour.now)
    (played,) = parlour.view.last
    assert played.ended == parlour.now >= over + 900
    parlour.now += 900
    parlour.sit_down()  # the power went on the podium
    assert parlour.match.state["match_over"]
    parlour.touch(Leave())
    assert [kept.ended for kept in parlour.view.last] == [played.ended]


def test_a_guest_is_renamed_and_forgotten_in_the_running_match_and_in_those_that_wait() -> None:
    parlour = Parlour("pot", seats=3, seed=3)
    parlour.touch(Leave())
    parlour.touch(NewMatch("pot", ("Marie", "Luc", "")))
    parlour.touch(RenameGuest("Luc", "Lucas"))
    assert parlour.match.names[1] == "Lucas"
    assert parlour.view.resumable[0].names == ("Marie", "Lucas", "Zoé")
    parlour.touch(ForgetGuest("Marie"))
    assert "Marie" not in parlour.view.guests
    assert parlour.view.resumable[0].names == ("1", "Lucas", "Zoé")
    assert parlour.match.names[1] == "Lucas"
    parlour.sit_down()
    assert parlour.match.names[1] == "Lucas"


@pytest.mark.parametrize(("game", "other"), [("thirteen", "ninja"), ("ninja", "thirteen"), ("pot", "ninja")])
def test_a_kept_deal_of_another_kind_of_round_is_dealt_anew(game: str, other: str) -> None:
    parlour = Parlour(game, seats=3, seed=3)
    stranger = Parlour(other, seats=3, seed=4)
    stranger.settle()
    kept = stranger.players._deals.of(stranger.match.id)
    parlour.players._deals.keep(parlour.match.id, kept, [])
    parlour.sit_down()
    parlour.wait(1.0)
    assert_consistent(parlour)
