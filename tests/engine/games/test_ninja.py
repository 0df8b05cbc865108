"""Ninja at the table, told as stories of a few moves: every turn and every special card."""

from __future__ import annotations

import pytest

from engine.events import (
    Corrected,
    Drew,
    Laid,
    PickedUp,
    Removed,
    RoundScored,
    Skipped,
)
from engine.games import ninja
from engine.games.ninja import CENTRE, DECK, Countered, Given, first_round, legal_moves
from engine.rules import (
    Awaiting,
    Choose,
    Count,
    EndRound,
    HandCount,
    Lay,
    Out,
    Press,
    Refusal,
    Setup,
    Turn,
)
from tests.engine.games.ninja_stories import A, B, C, D, Game, bits, cards, every_move, kinds

# The golden examples.


def test_two_sevens_on_a_five_are_to_be_beaten_and_a_six_is_too_low() -> None:
    game = Game().lay("5").done().lay("7", "7")
    assert game.refusal is None
    assert (game.to_beat, game.turn) == (7, B)
    game.done().lay("6")
    assert game.refusal is ninja.Refused.TOO_LOW


def test_after_a_six_only_six_or_less_or_a_ninja_may_be_laid() -> None:
    game = Game().lay("4").done().lay("6").done()
    assert game.refusal is None
    assert (game.to_beat, game.limit) == (6, 6)
    assert game.refuses("8") is ninja.Refused.TOO_HIGH_AFTER_SIX
    assert [game.refuses(name) for name in ("3", "6", "1", "ninja")] == [None] * 4


def test_two_eights_skip_two_of_four_players() -> None:
    game = Game(4).lay("8", "8").done()
    assert game.turn == D
    assert game.events == (Skipped(B), Skipped(C), Drew(A, 2))


def test_one_eight_between_two_players_gives_another_turn() -> None:
    game = Game(2).lay("8").done()
    assert game.turn == A
    assert game.events == (Skipped(B), Drew(A, 1))


def test_a_nine_on_three_cards_takes_all_four_out_and_its_player_leads() -> None:
    game = Game().lay("7", "7").done().lay("8").done()  # A, B; C is skipped
    assert game.turn == D
    game.lay("9").done()
    assert game.events == (Removed(cards("7#1", "7#2", "8#1", "9#1")), Drew(D, 1))
    assert (game.turn, game.centre, game.to_beat) == (D, [], None)
    assert game.refuses("2") is None
    assert game.refuses("9#1") is Refusal.ALREADY_LAID


def test_a_thirteen_given_to_c_is_countered_with_a_one() -> None:
    game = Game().lay("13").done()
    assert (game.turn, game.awaits) == (A, ninja.Awaits.GIVE)
    game.give(C)
    assert game.events == (Given(A, C),)
    assert (game.turn, game.awaits) == (C, ninja.Awaits.COUNTER)
    game.lay("1").done()
    assert game.events == (Countered(C), Drew(C, 1))
    assert (game.to_beat, game.turn, game.awaits) == (1, D, Awaiting.LAY)
    assert game.centre == ["13#1", "1#1"]
    assert game.state.known == (0, 0, 0, 0)


def test_a_thirteen_countered_with_a_thirteen_goes_to_a_who_picks_everything_up() -> None:
    game = Game().lay("13").done().give(C).lay("13").done()
    assert game.events == (Countered(C), Drew(C, 1))
    assert (game.turn, game.awaits) == (C, ninja.Awaits.GIVE)
    game.give(A).no_counter()
    assert game.events == (PickedUp(A, cards("13#1", "13#2")),)
    assert (game.turn, game.awaits, game.centre) == (C, Awaiting.LAY, [])
    assert game.shows(A, "hand") == 5


def test_a_pile_picked_up_openly_is_known_and_nobody_else_can_lay_it() -> None:
    game = Game().lay("3").done().move(Turn(A)).lay("4", "4").done().pick_up()
    assert game.events == (PickedUp(B, cards("3", "4", "4")),)
    assert (game.turn, game.to_beat) == (A, None)
    assert game.shows(B, "known") == ["3#1", "4#1", "4#2"]
    assert game.shows(B, "hand") == 6
    game.lay("2").done().lay("3").done()  # A and B: the 3 that B picked up
    assert game.shows(B, "known") == ["4#1", "4#2"]
    assert game.turn == C
    assert game.refuses("4#1") is Refusal.HELD_BY_ANOTHER
    assert ninja.holder(game.state, *cards("4#1")) == B
    assert game.refuses("4") is None  # some other 4


def test_face_up_cards_fill_the_hand_and_face_down_ones_stay_until_needed() -> None:
    game = Game(2, draw_pile=0, hands=(2, 3), face_up=(2, 3)).lay("5").done()
    assert game.events == (Drew(A, 2, "face-up"),)
    assert [game.shows(A, pile) for pile in ("hand", "face_up", "face_down")] == [3, 0, 3]
    game.lay("5").done().lay("5").done()
    assert game.events == (Drew(A, 1, "face-down"),)
    assert [game.shows(A, pile) for pile in ("hand", "face_up", "face_down")] == [3, 0, 2]


def test_who_has_no_card_anywhere_has_won_at_once() -> None:
    game = Game(2, draw_pile=0, hands=(1, 3), face_up=(0, 3), face_down=(0, 3)).lay("5")
    assert game.events == (Laid(A, *cards("5"), CENTRE), RoundScored((1, 0), ("1", "0")))
    assert (game.turn, game.awaits, game.state.open) == (None, Awaiting.NEXT, False)
    assert game.done().refusal is Refusal.NOT_NOW
    assert ninja.points(game.state) == (1, 0)


def test_luc_is_out_gives_luc_the_game() -> None:
    game = Game().lay("5").done().move(Out(C))
    assert game.events == (Corrected(Out(C)), RoundScored((0, 0, 1, 0), ("0", "0", "1", "0")))
    assert game.state.over
    assert game.state.winner == C


def test_a_game_ended_early_is_nobodys() -> None:
    game = Game().lay("5").move(EndRound())
    assert game.events == (Corrected(EndRound()), RoundScored((0, 0, 0, 0), ("0",) * 4))
    assert game.state.over
    assert game.state.winner is None


# Set-up.


@pytest.mark.parametrize("seats", ninja.SEATS)
def test_nine_cards_each_and_the_rest_is_the_draw_pile(seats: int) -> None:
    state = first_round(Setup(seats), dealer=0)
    assert state.draw_pile == {2: 36, 3: 27, 4: 18, 5: 9, 6: 0}[seats]
    assert (state.hands, state.face_up, state.face_down) == ((3,) * seats,) * 3
    assert (state.turn, state.centre, state.lay) == (1, (), 0)
    assert first_round(Setup(seats), dealer=seats - 1).turn == 0


def test_two_to_six_play_on_one_centre() -> None:
    assert list(ninja.SEATS) == [2, 3, 4, 5, 6]
    assert ninja.ZONES[CENTRE] == "centre"


def test_the_deck_has_four_of_each_value_and_two_ninjas() -> None:
    assert len(DECK) == 54
    assert [len(DECK.copies(str(value))) for value in range(1, 14)] == [4] * 13
    assert len(DECK.copies("ninja")) == 2


# Turn, 1: the value.


@pytest.mark.parametrize("below", range(1, 14))
@pytest.mark.parametrize("value", range(1, 14))
def test_at_least_the_value_laid_last_but_six_or_less_after_a_six_and_a_one_on_a_thirteen(
    below: int, value: int
) -> None:
    game = Game().lay(str(below)).done()
    if below == 13:
        game.give(None)
    if below == 9:
        expected = None
    elif below == 6:
        expected = ninja.Refused.TOO_HIGH_AFTER_SIX if value > 6 else None
    elif below == 13:
        expected = None if value in (13, 1) else ninja.Refused.TOO_LOW
    else:
        expected = ninja.Refused.TOO_LOW if value < below else None
    assert game.refuses(str(value)) is expected
    assert game.limit == (6 if below == 6 else None)


@pytest.mark.parametrize("below", [str(value) for value in range(1, 14)] + ["ninja"])
def test_a_ninja_may_be_laid_on_anything_and_anything_on_a_ninja(below: str) -> None:
    game = Game().lay(below).done()
    if below == "13":
        game.give(None)
    game.lay("ninja").done()
    assert game.refusal is None
    assert (game.to_beat, game.limit) == (None, None)
    assert [game.refuses(str(value)) for value in range(1, 14)] == [None] * 13


def test_eights_and_nines_have_no_licence_to_be_low() -> None:
    game = Game().lay("10").done()
    assert game.refuses("8") is ninja.Refused.TOO_LOW
    assert game.refuses("9") is ninja.Refused.TOO_LOW


def test_two_ninjas_are_one_lay() -> None:
    game = Game().lay("5").done().lay("ninja", "ninja")
    assert (game.refusal, game.turn, game.state.lay) == (None, B, 2)
    assert game.done().turn == C


def test_an_open_lay_shows_its_value_and_its_layer_acts() -> None:
    game = Game().lay("6")
    assert game.events == (Laid(A, *cards("6"), CENTRE),)
    assert (game.to_beat, game.limit, game.turn, game.awaits) == (6, 6, A, Awaiting.LAY)
    assert game.shows(A, "hand") == 2
    game.done()
    assert (game.events, game.turn, game.shows(A, "hand")) == ((Drew(A, 1),), B, 3)


# How a lay ends.


def test_done_without_an_open_lay_is_not_now() -> None:
    assert Game().done().refusal is Refusal.NOT_NOW
    assert Game().lay("5").done().done().refusal is Refusal.NOT_NOW


def test_the_third_card_closes_the_lay() -> None:
    game = Game().lay("5", "5", "5")
    assert game.events == (Laid(A, *cards("5#3"), CENTRE), Drew(A, 3))
    assert game.turn == B
    game.lay("5")
    assert game.events == (Laid(B, *cards("5#4"), CENTRE),)  # a lay of its own


def test_a_card_of_another_value_closes_the_lay_and_is_the_next_players() -> None:
    game = Game().lay("8", "10")
    assert game.events == (Skipped(B), Drew(A, 1), Laid(C, *cards("10"), CENTRE))
    assert (game.turn, game.to_beat) == (C, 10)
    assert (game.shows(A, "hand"), game.shows(C, "hand")) == (3, 2)


def test_after_a_nine_the_next_card_is_the_same_players_lead() -> None:
    game = Game().lay("7").done().lay("9", "2")
    assert game.events == (Removed(cards("7", "9")), Drew(B, 1), Laid(B, *cards("2"), CENTRE))
    assert game.turn == B


def test_a_refused_card_of_another_value_leaves_the_lay_open() -> None:
    game = Game().lay("7", "5")
    assert game.refusal is ninja.Refused.TOO_LOW
    assert game.state.open
    assert game.shows(A, "hand") == 2
    game.move(Lay(*cards("7#2"), CENTRE))
    assert (game.refusal, game.turn, game.state.lay) == (None, A, 2)


def test_a_card_after_an_open_thirteen_must_wait_for_the_gift() -> None:
    game = Game().lay("13", "1")
    assert game.refusal is Refusal.NOT_NOW
    assert game.awaits is Awaiting.LAY


def test_a_card_after_the_winning_lay_is_not_now() -> None:
    game = Game(2, draw_pile=0, hands=(1, 3), face_up=(0, 3), face_down=(0, 3)).lay("5", "6")
    assert game.refusal is Refusal.NOT_NOW
    assert game.state.winner == A
    waiting = Game(2, edition=1, draw_pile=0, hands=(1, 3), face_up=(0, 3), face_down=(0, 3)).lay("5", "6")
    assert waiting.refusal is Refusal.NOT_NOW


def test_a_pick_up_closes_the_lay_and_is_the_next_players() -> None:
    game = Game().lay("8", "8").pick_up()
    assert game.events == (Skipped(B), Skipped(C), Drew(A, 2), PickedUp(D, cards("8", "8")))
    assert (game.turn, game.shows(D, "hand"), game.shows(A, "hand")) == (A, 5, 3)


@pytest.mark.parametrize("laid", ["9", "13"])
def test_a_pick_up_is_not_now_when_the_open_lay_leaves_nothing_to_pick_up(laid: str) -> None:
    game = Game().lay("7").done().lay(laid).pick_up()
    assert game.refusal is Refusal.NOT_NOW
    assert game.state.open


def test_a_pick_up_after_the_winning_lay_is_not_now() -> None:
    game = Game(2, draw_pile=0, hands=(1, 3), face_up=(0, 3), face_down=(0, 3)).lay("5").pick_up()
    assert game.refusal is Refusal.NOT_NOW


def test_an_equal_card_joins_even_when_the_next_player_could_lay_it() -> None:
    game = Game(hands=(1, 3, 3, 3)).lay("5", "5")
    assert game.refusal is Refusal.NOT_IN_HAND
    game.done().lay("5")
    assert (game.refusal, game.turn) == (None, B)


def test_an_equal_card_that_another_player_picked_up_does_not_join() -> None:
    game = Game(known=(0, bits("5#2"), 0, 0)).lay("5#1", "5#2")
    assert game.refusal is Refusal.HELD_BY_ANOTHER
    assert game.done().lay("5#2").refusal is None


# Turn, 2: refilling.


def test_with_three_or_more_in_hand_nothing_is_drawn() -> None:
    game = Game(hands=(4, 3, 3, 3)).lay("5").done()
    assert game.events == ()
    assert game.shows(A, "hand") == 3
    assert game.state.draw_pile == 18


def test_refilling_mixes_the_sources_in_order() -> None:
    game = Game(2, draw_pile=1, face_up=(1, 3), face_down=(2, 3)).lay("5", "5", "5")
    assert game.events[1:] == (Drew(A, 1), Drew(A, 1, "face-up"), Drew(A, 1, "face-down"))
    assert game.state.draw_pile == 0
    assert [game.shows(A, pile) for pile in ("hand", "face_up", "face_down")] == [3, 0, 1]


def test_one_face_up_card_and_two_face_down_ones_make_a_hand() -> None:
    game = Game(2, draw_pile=0, face_up=(1, 3)).lay("5", "5", "5")
    assert game.events[1:] == (Drew(A, 1, "face-up"), Drew(A, 2, "face-down"))
    assert [game.shows(A, pile) for pile in ("hand", "face_up", "face_down")] == [3, 0, 1]


def test_the_last_cards_are_held_until_they_are_laid() -> None:
    game = Game(2, draw_pile=0, hands=(2, 3), face_up=(0, 3), face_down=(1, 3)).lay("5", "5").done()
    assert game.events == (Drew(A, 1, "face-down"),)
    assert not game.state.over
    assert game.shows(A, "hand") == 1


def test_cards_left_to_draw_are_not_a_win() -> None:
    for left in ({"draw_pile": 1}, {"face_up": (1, 3)}, {"face_down": (1, 3)}):
        piles = {"draw_pile": 0, "hands": (1, 3), "face_up": (0, 3), "face_down": (0, 3)} | left
        game = Game(2, **piles).lay("5").done()
        assert (game.state.over, game.shows(A, "hand")) == (False, 1)


# Turn, 3: picking up.


def test_an_empty_centre_cannot_be_picked_up() -> None:
    assert Game().pick_up().refusal is Refusal.NOT_NOW


def test_whoever_laid_last_leads_after_a_pick_up_wherever_they_sit() -> None:
    assert Game().lay("8", "8").done().pick_up().turn == A
    assert Game().lay("5").done().lay("5").done().pick_up().turn == B


def test_the_one_who_laid_last_may_have_to_pick_up_themselves() -> None:
    game = Game(2).lay("8").done().pick_up()
    assert game.events == (PickedUp(A, cards("8")),)
    assert (game.turn, game.shows(A, "known")) == (A, ["8#1"])


def test_a_card_picked_up_may_be_laid_again_and_then_lies_in_the_centre() -> None:
    game = Game(2).lay("5").done().pick_up().lay("2").done().lay("5#1")
    assert game.refusal is None
    assert game.shows(B, "known") == []
    assert game.refuses("5#1") is Refusal.ALREADY_LAID


def test_a_card_is_laid_once_and_gone_cards_stay_gone() -> None:
    game = Game().lay("5#1").done()
    assert game.refuses("5#1") is Refusal.ALREADY_LAID
    game.lay("9#1").done().lay("2").done()
    assert game.refuses("5#1") is Refusal.ALREADY_LAID


def test_a_hand_known_to_the_last_card_holds_no_other() -> None:
    game = Game(2, hands=(3, 2), known=(0, bits("4#1", "4#2"))).lay("2").done()
    assert game.refuses("5") is Refusal.NOT_IN_HAND
    assert game.refuses("4#3") is Refusal.NOT_IN_HAND
    assert game.refuses("4#1") is None
    game.lay("4")
    assert game.centre == ["2#1", "4#1"]


def test_where_a_card_is_comes_before_whether_it_is_high_enough() -> None:
    game = Game(known=(0, 0, bits("4#2"), 0)).lay("4#1").done().lay("7").done().move(Turn(D))
    assert game.refuses("4#1") is Refusal.ALREADY_LAID
    assert game.refuses("4#2") is Refusal.HELD_BY_ANOTHER
    assert game.refuses("4#3") is ninja.Refused.TOO_LOW


# 8s and 9s, for every number of players.


@pytest.mark.parametrize("seats", ninja.SEATS)
@pytest.mark.parametrize("eights", [1, 2, 3])
def test_each_eight_skips_one_more_seat_round_the_table(seats: int, eights: int) -> None:
    game = Game(seats).move(Turn(1)).lay(*["8"] * eights)
    if eights < 3:
        game.done()
    skipped = [event.player for event in game.events if isinstance(event, Skipped)]
    assert skipped == [(2 + skip) % seats for skip in range(eights)]
    assert game.turn == (2 + eights) % seats


@pytest.mark.parametrize("seats", ninja.SEATS)
@pytest.mark.parametrize("nines", [1, 2, 3])
def test_nines_take_the_pile_with_them_and_their_player_leads(seats: int, nines: int) -> None:
    game = Game(seats).lay("5").done().lay(*["9"] * nines)
    if nines < 3:
        game.done()
    assert Removed(cards("5", *["9"] * nines)) in game.events
    assert (game.turn, game.centre, game.state.lay) == (1, [], 0)


# 13s and 1s.


@pytest.mark.parametrize("seats", ninja.SEATS)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_thirteens_are_one_gift_of_the_whole_pile(seats: int, number: int) -> None:
    last = seats - 1
    game = Game(seats).lay("7").done().lay(*["13"] * number)
    if number < 3:
        game.done()
    pile = cards("7", *["13"] * number)
    game.give(last).no_counter() if last != B else game.give(A).no_counter()
    receiver = last if last != B else A
    assert game.events == (PickedUp(receiver, pile),)
    assert (game.turn, game.awaits) == (B, Awaiting.LAY)
    assert game.shows(receiver, "hand") == 3 + len(pile)


def test_thirteens_on_an_empty_centre_are_themselves_the_gift() -> None:
    game = Game().lay("13").done().give(B).no_counter()
    assert game.events == (PickedUp(B, cards("13")),)
    assert game.turn == A


def test_the_gift_is_for_somebody_else() -> None:
    assert Game().lay("13").done().give(A).refusal is ninja.Refused.NOT_YOURSELF


def test_nobody_may_get_the_pile_and_then_only_thirteen_one_or_ninja_go_on_it() -> None:
    game = Game().lay("13").done().give(None)
    assert game.events == (Given(A, None),)
    assert (game.turn, game.awaits, game.to_beat) == (B, Awaiting.LAY, 13)
    assert game.refuses("12") is ninja.Refused.TOO_LOW
    assert [game.refuses(name) for name in ("13", "1", "ninja")] == [None] * 3


def test_while_a_gift_is_named_nothing_else_goes_on() -> None:
    game = Game().lay("13").done()
    assert game.lay("13").refusal is Refusal.NOT_NOW
    for move in (Press("pick-up"), Press("done"), Choose("counter", False)):
        assert game.move(move).refusal is Refusal.NOT_NOW


def test_a_gift_is_named_only_after_the_thirteens_are_all_laid() -> None:
    game = Game()
    assert game.give(B).refusal is Refusal.NOT_NOW
    assert game.lay("13").give(B).refusal is Refusal.NOT_NOW


def test_only_thirteen_or_one_answer_a_gift() -> None:
    game = Game(known=(0, 0, bits("1#4"), 0)).lay("13").done().give(B)
    for name in ("12", "ninja", "2"):
        assert game.refuses(name) is ninja.Refused.NOT_A_COUNTER
    assert game.refuses("13#1") is Refusal.ALREADY_LAID
    assert game.refuses("1#4") is Refusal.HELD_BY_ANOTHER
    assert game.move(Press("done")).refusal is Refusal.NOT_NOW
    assert game.give(D).refusal is Refusal.NOT_NOW


def test_a_hand_known_to_the_last_card_cannot_counter_with_another() -> None:
    game = Game(hands=(3, 1, 3, 3), known=(0, bits("5#1"), 0, 0)).lay("13").done().give(B)
    assert game.refuses("1") is Refusal.NOT_IN_HAND
    assert game.refuses("5#1") is ninja.Refused.NOT_A_COUNTER


def test_the_pick_up_button_means_no_counter_while_one_is_awaited() -> None:
    game = Game().lay("13").done().give(C).pick_up()
    assert game.events == (PickedUp(C, cards("13")),)
    assert game.turn == A


def test_no_counter_is_a_choice_only_while_one_is_awaited() -> None:
    assert Game().no_counter().refusal is Refusal.NOT_NOW
    assert Game().lay("13").done().give(C).lay("1").no_counter().refusal is Refusal.NOT_NOW


def test_a_countering_lay_is_open_like_any_other() -> None:
    game = Game().lay("13").done().give(C)
    before = game.state
    game.lay("13")
    assert (game.turn, game.awaits, game.to_beat) == (C, Awaiting.LAY, 13)
    assert kinds(game) == [Laid]
    assert ninja.awaiting(before) is ninja.Awaits.COUNTER  # what an undo goes back to
    game.lay("13", "13")
    assert kinds(game) == [Laid, Countered, Drew]
    assert (game.turn, game.awaits) == (C, ninja.Awaits.GIVE)


def test_a_card_of_another_value_closes_a_countering_one() -> None:
    game = Game().lay("13").done().give(C).lay("1", "2")
    assert game.events == (Countered(C), Drew(C, 1), Laid(D, *cards("2"), CENTRE))
    assert game.turn == D


def test_a_pick_up_closes_a_countering_one_and_is_the_next_players() -> None:
    game = Game().lay("13").done().give(C).lay("1").pick_up()
    assert game.events == (Countered(C), Drew(C, 1), PickedUp(D, cards("13", "1")))
    assert game.turn == C


def test_a_card_on_a_countering_thirteen_waits_for_its_gift() -> None:
    game = Game().lay("13").done().give(C).lay("13")
    assert game.lay("1").refusal is Refusal.NOT_NOW
    assert game.pick_up().refusal is Refusal.NOT_NOW


def test_a_countering_thirteen_may_be_given_to_nobody() -> None:
    game = Game().lay("13").done().give(C).lay("13").done().give(None)
    assert game.events == (Given(C, None),)
    assert (game.turn, game.to_beat) == (D, 13)


@pytest.mark.parametrize("seats", ninja.SEATS)
def test_after_a_counter_play_goes_on_after_the_one_who_countered(seats: int) -> None:
    game = Game(seats).lay("13").done().give(seats - 1).lay("1").done()
    assert game.turn == 0
    assert game.to_beat == 1


@pytest.mark.parametrize("last_card", ["9", "13", "8", "6", "ninja"])
def test_who_lays_the_last_card_has_won_whatever_it_does(last_card: str) -> None:
    game = Game(2, draw_pile=0, hands=(3, 1), face_up=(3, 0), face_down=(3, 0))
    game.lay("5").done().lay(last_card)
    assert game.events == (Laid(B, *cards(last_card), CENTRE), RoundScored((0, 1), ("0", "1")))
    assert game.state.winner == B


def test_a_counter_with_the_last_card_wins() -> None:
    game = Game(2, draw_pile=0, hands=(4, 1), face_up=(3, 0), face_down=(3, 0))
    assert game.lay("13").done().give(B).lay("1").state.winner == B


# After the game.


def test_a_finished_game_refuses_everything_with_not_now() -> None:
    game = Game().lay("5").move(Out(A))
    for move in every_move(4):
        assert game.move(move).refusal is Refusal.NOT_NOW, move
    for correction in (Turn(B), HandCount(B, 2), EndRound(), Out(B)):
        assert game.move(correction).refusal is Refusal.NOT_NOW
    assert legal_moves(game.state) == []


def test_what_is_not_of_this_game_is_bad_input_even_when_it_is_over() -> None:
    for game in (Game(), Game().lay("5"), Game().move(EndRound())):
        for move in (
            Press("next"),
            Choose("bid", ("odd",)),
            Choose("counter", True),
            Choose("complete", None),
            Choose("give", 4),
            Count(((), (), (), ())),
        ):
            assert game.move(move).refusal is Refusal.BAD_INPUT, move
