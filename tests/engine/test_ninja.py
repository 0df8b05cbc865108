"""Ninja at the table: stories of a few moves, then every special card and option, then random games."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import ninja
from engine.events import (
    Corrected,
    Countered,
    Drew,
    Given,
    Laid,
    PickedUp,
    Removed,
    RoundScored,
    Skipped,
)
from engine.ninja import CENTRE, DECK, State, first_round, legal_moves, why_refused
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

A, B, C, D, E, F = range(6)
EXAMPLES = int(os.environ.get("TAPIS_EXAMPLES", "60"))


def cards(*names: str) -> tuple[int, ...]:
    """Cards by name; without a number, the next copy of that kind in this list."""
    found: list[int] = []
    for name in names:
        whole = DECK.card(name)
        found.append(
            next(card for card in DECK.copies(name) if card not in found) if whole is None else whole
        )
    return tuple(found)


def bits(*names: str) -> int:
    return sum(ninja.BIT[card] for card in cards(*names))


class Game:
    """A game of Ninja being told: A begins, D deals (or the last of fewer players)."""

    def __init__(self, seats: int = 4, *options: str, **state: Any) -> None:
        self.state = first_round(Setup(seats, frozenset(options)), dealer=seats - 1)._replace(**state)
        self.events: tuple[Any, ...] = ()
        self.refusal: Refusal | None = None

    def move(self, move: Move) -> Game:
        before = self.state
        self.state, self.events, self.refusal = ninja.apply(before, move)
        assert why_refused(before, move) is self.refusal
        if self.refusal:
            assert self.state is before
            assert self.events == ()
        assert_legal_moves_are_the_accepted_ones(self.state)
        return self

    def lay(self, *names: str) -> Game:
        """One card after the other, by `pick_copy`; each but the last must be accepted."""
        for number, name in enumerate(names):
            assert number == 0 or self.refusal is None
            whole = DECK.card(name)
            card = ninja.pick_copy(self.state, DECK.copies(name), CENTRE) if whole is None else whole
            self.move(Lay(card, CENTRE))
        return self

    def done(self) -> Game:
        return self.move(Press("done"))

    def pick_up(self) -> Game:
        return self.move(Press("pick-up"))

    def give(self, to: int | None) -> Game:
        return self.move(Choose("give", to))

    def no_counter(self) -> Game:
        return self.move(Choose("counter", False))

    def complete(self, seat: int) -> Game:
        return self.move(Choose("complete", seat))

    def refuses(self, name: str) -> Refusal | None:
        """Why that card may not be laid now; the game goes on as if nobody had tried."""
        whole = DECK.card(name)
        card = ninja.pick_copy(self.state, DECK.copies(name), CENTRE) if whole is None else whole
        return why_refused(self.state, Lay(card, CENTRE))

    @property
    def turn(self) -> int | None:
        return ninja.to_act(self.state)

    @property
    def awaits(self) -> Awaiting:
        return ninja.awaiting(self.state)

    @property
    def to_beat(self) -> int | None:
        return ninja.to_beat(self.state)

    @property
    def limit(self) -> int | None:
        return ninja.limit(self.state)

    @property
    def centre(self) -> list[str]:
        return [DECK.names[card] for card in self.state.centre]

    def shows(self, seat: int, field: str) -> Any:
        return ninja.describe(self.state, "ABCDEF"[: self.state.setup.seats])["players"][seat][field]


def kinds(game: Game) -> list[type]:
    return [type(event) for event in game.events]


# The golden examples.


def test_two_sevens_on_a_five_are_to_be_beaten_and_a_six_is_too_low() -> None:
    game = Game().lay("5").done().lay("7", "7")
    assert game.refusal is None
    assert (game.to_beat, game.turn) == (7, B)
    game.done().lay("6")
    assert game.refusal is Refusal.TOO_LOW


def test_after_a_six_only_six_or_less_or_a_ninja_may_be_laid() -> None:
    game = Game().lay("4").done().lay("6").done()
    assert game.refusal is None
    assert (game.to_beat, game.limit) == (6, 6)
    assert game.refuses("8") is Refusal.TOO_HIGH_AFTER_SIX
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
    assert (game.turn, game.awaits) == (A, Awaiting.GIVE)
    game.give(C)
    assert game.events == (Given(A, C),)
    assert (game.turn, game.awaits) == (C, Awaiting.COUNTER)
    game.lay("1").done()
    assert game.events == (Countered(C), Drew(C, 1))
    assert (game.to_beat, game.turn, game.awaits) == (1, D, Awaiting.LAY)
    assert game.centre == ["13#1", "1#1"]
    assert game.state.known == (0, 0, 0, 0)


def test_a_thirteen_countered_with_a_thirteen_goes_to_a_who_picks_everything_up() -> None:
    game = Game().lay("13").done().give(C).lay("13").done()
    assert game.events == (Countered(C), Drew(C, 1))
    assert (game.turn, game.awaits) == (C, Awaiting.GIVE)
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
    assert not game.state.over  # the lay is still open
    game.done()
    assert game.events == (RoundScored((1, 0), ("1", "0")),)
    assert (game.turn, game.awaits) == (None, Awaiting.NEXT)
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
        expected = Refusal.TOO_HIGH_AFTER_SIX if value > 6 else None
    elif below == 13:
        expected = None if value in (13, 1) else Refusal.TOO_LOW
    else:
        expected = Refusal.TOO_LOW if value < below else None
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
    assert game.refuses("8") is Refusal.TOO_LOW
    assert game.refuses("9") is Refusal.TOO_LOW


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
    assert game.refusal is Refusal.TOO_LOW
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
    assert game.done().state.winner == A


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
    assert game.refuses("4#3") is Refusal.TOO_LOW


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
    assert Game().lay("13").done().give(A).refusal is Refusal.NOT_YOURSELF


def test_nobody_may_get_the_pile_and_then_only_thirteen_one_or_ninja_go_on_it() -> None:
    game = Game().lay("13").done().give(None)
    assert game.events == (Given(A, None),)
    assert (game.turn, game.awaits, game.to_beat) == (B, Awaiting.LAY, 13)
    assert game.refuses("12") is Refusal.TOO_LOW
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
        assert game.refuses(name) is Refusal.NOT_A_COUNTER
    assert game.refuses("13#1") is Refusal.ALREADY_LAID
    assert game.refuses("1#4") is Refusal.HELD_BY_ANOTHER
    assert game.move(Press("done")).refusal is Refusal.NOT_NOW
    assert game.give(D).refusal is Refusal.NOT_NOW


def test_a_hand_known_to_the_last_card_cannot_counter_with_another() -> None:
    game = Game(hands=(3, 1, 3, 3), known=(0, bits("5#1"), 0, 0)).lay("13").done().give(B)
    assert game.refuses("1") is Refusal.NOT_IN_HAND
    assert game.refuses("5#1") is Refusal.NOT_A_COUNTER


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
    assert ninja.awaiting(before) is Awaiting.COUNTER  # what an undo goes back to
    game.lay("13", "13")
    assert kinds(game) == [Laid, Countered, Drew]
    assert (game.turn, game.awaits) == (C, Awaiting.GIVE)


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
    game.lay("5").done().lay(last_card).done()
    assert game.events == (RoundScored((0, 1), ("0", "1")),)
    assert game.state.winner == B


def test_a_counter_with_the_last_card_wins() -> None:
    game = Game(2, draw_pile=0, hands=(4, 1), face_up=(3, 0), face_down=(3, 0))
    game.lay("13").done().give(B).lay("1").done()
    assert game.state.winner == B


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


# Options: ninja_transparent, six_allows_higher, next_leads.


def test_a_transparent_ninja_leaves_what_is_below_it_to_be_beaten() -> None:
    game = Game(4, "ninja_transparent").lay("7").done().lay("ninja")
    assert game.to_beat == 7
    game.done().lay("ninja").done()
    assert game.to_beat == 7
    assert game.refuses("6") is Refusal.TOO_LOW
    assert game.refuses("7") is None


def test_a_transparent_ninja_lets_a_six_and_a_thirteen_through() -> None:
    game = Game(4, "ninja_transparent").lay("6").done().lay("ninja").done()
    assert (game.to_beat, game.limit) == (6, 6)
    assert game.refuses("7") is Refusal.TOO_HIGH_AFTER_SIX
    game = Game(4, "ninja_transparent").lay("13").done().give(None).lay("ninja").done()
    assert game.refuses("1") is None
    assert game.refuses("12") is Refusal.TOO_LOW


def test_a_transparent_ninja_with_nothing_below_asks_for_nothing() -> None:
    game = Game(4, "ninja_transparent").lay("ninja").done()
    assert game.to_beat is None
    assert game.refuses("1") is None


def test_after_a_six_lower_or_higher_where_that_is_agreed() -> None:
    game = Game(4, "six_allows_higher").lay("6").done()
    assert (game.to_beat, game.limit) == (6, None)
    assert [game.refuses(str(value)) for value in range(1, 14)] == [None] * 13


@pytest.mark.parametrize("seats", ninja.SEATS)
def test_the_player_after_the_last_layer_leads_where_that_is_agreed(seats: int) -> None:
    def fresh() -> Game:
        return Game(seats, "next_leads", "four_in_a_row", "complete_the_four")

    after_a, after_b = 1, 2 % seats
    assert fresh().lay("9").done().turn == after_a
    assert fresh().lay("7").done().lay("7").done().pick_up().turn == after_b
    assert fresh().lay("13").done().give(B).no_counter().turn == after_a
    assert fresh().lay("7", "7").done().lay("7", "7").done().turn == after_b
    assert fresh().lay("7", "7").complete(B).lay("7", "7").turn == after_b


# House rule: four in a row.


def test_four_equal_cards_over_several_lays_leave_the_game() -> None:
    game = Game(4, "four_in_a_row").lay("5").done().lay("7").done().lay("7", "7").done().lay("7")
    assert game.centre == ["5#1", "7#1", "7#2", "7#3", "7#4"]
    game.done()
    assert game.events == (Removed(cards("5", "7", "7", "7", "7")), Drew(D, 1))
    assert (game.turn, game.centre, game.to_beat) == (D, [], None)


def test_four_in_a_row_stay_where_the_rule_is_not_agreed() -> None:
    game = Game().lay("7", "7").done().lay("7", "7").done()
    assert game.events == (Drew(B, 2),)
    assert (game.turn, len(game.centre)) == (C, 4)


def test_three_in_a_row_stay() -> None:
    game = Game(4, "four_in_a_row").lay("7", "7", "7")
    assert (game.turn, len(game.centre)) == (B, 3)


def test_a_card_in_between_breaks_the_row() -> None:
    game = Game(4, "four_in_a_row", "ninja_transparent").lay("7", "7").done().lay("ninja").done()
    game.lay("7", "7").done()
    assert (game.turn, len(game.centre)) == (D, 5)


@pytest.mark.parametrize("value", ["6", "8", "13"])
def test_a_fourth_special_card_has_no_effect_but_to_clear_the_centre(value: str) -> None:
    game = Game(4, "four_in_a_row").lay(value, value).done()
    if value == "13":
        game.give(None)
    game.move(Turn(B)).lay(value, value).done()
    assert kinds(game) == [Removed, Drew]
    assert (game.turn, game.awaits, game.limit) == (B, Awaiting.LAY, None)


def test_a_counter_that_makes_four_thirteens_clears_the_centre() -> None:
    game = Game(4, "four_in_a_row").lay("13", "13").done().give(C).lay("13", "13").done()
    assert kinds(game) == [Countered, Removed, Drew]
    assert (game.turn, game.awaits) == (C, Awaiting.LAY)


# House rule: complete the four.


def pair(value: str = "7", *options: str, **state: Any) -> Game:
    """A has just laid two of *value*, and the lay is still open."""
    return Game(4, "complete_the_four", *options, **state).lay(value, value)


@pytest.mark.parametrize("value", ["1", "2", "7", "8", "12", "13"])
@pytest.mark.parametrize("closed", [False, True])
def test_whoever_has_the_other_two_lays_them_out_of_turn(value: str, closed: bool) -> None:
    game = pair(value)
    if closed:
        game.done().complete(C)
        assert game.events == ()
    else:
        game.complete(C)
        assert game.events == (Drew(A, 2),)  # neither skip nor gift
    assert (game.turn, game.awaits) == (C, Awaiting.LAY)
    game.lay(value)
    assert game.events == (Laid(C, *cards(f"{value}#3"), CENTRE),)
    game.lay(value)
    removed = cards(value, value, value, value)
    assert game.events == (Laid(C, removed[3], CENTRE), Removed(removed), Drew(C, 2))
    assert (game.turn, game.awaits, game.centre) == (C, Awaiting.LAY, [])
    assert game.refuses("2" if value != "2" else "3") is None


def test_the_pair_to_complete_is_the_one_on_top() -> None:
    game = Game(4, "complete_the_four").lay("5", "6").done().lay("4", "4").complete(A).lay("4", "4")
    assert game.events[1] == Removed(cards("5", "6", "4", "4", "4", "4"))


def test_only_the_other_two_complete_the_four_and_nothing_else_happens_meanwhile() -> None:
    game = pair().complete(C)
    for _ in range(2):
        assert game.refuses("8") is Refusal.NOT_NOW
        assert game.refuses("ninja") is Refusal.NOT_NOW
        assert game.refuses("7#1") is Refusal.NOT_NOW
        for move in (
            Press("done"),
            Press("pick-up"),
            Choose("complete", C),
            Choose("complete", D),
            Choose("give", D),
            Choose("counter", False),
        ):
            assert why_refused(game.state, move) is Refusal.NOT_NOW, move
        game.lay("7")


def test_the_four_may_be_completed_after_nobody_got_the_thirteens() -> None:
    game = pair("13").done().give(None).complete(B).lay("13", "13")
    assert kinds(game) == [Laid, Removed, Drew]


def test_a_pair_of_counters_may_be_completed() -> None:
    game = Game(4, "complete_the_four").lay("13").done().give(B).lay("1", "1").complete(A)
    assert game.events == (Countered(B), Drew(B, 2))
    assert kinds(game.lay("1", "1")) == [Laid, Removed, Drew]
    assert game.turn == A


@pytest.mark.parametrize("value", ["6", "9", "ninja"])
def test_sixes_nines_and_ninjas_are_not_completed(value: str) -> None:
    assert pair(value).complete(C).refusal is Refusal.NOT_NOW
    assert pair(value).done().complete(C).refusal is Refusal.NOT_NOW


def test_only_a_pair_just_laid_is_completed() -> None:
    def fresh() -> Game:
        return Game(4, "complete_the_four")

    assert Game().lay("7", "7").complete(C).refusal is Refusal.NOT_NOW  # not agreed
    assert fresh().complete(C).refusal is Refusal.NOT_NOW
    assert fresh().lay("7").complete(C).refusal is Refusal.NOT_NOW
    assert fresh().lay("7", "7", "7").complete(C).refusal is Refusal.NOT_NOW
    assert fresh().lay("7").done().lay("7").done().complete(C).refusal is Refusal.NOT_NOW
    assert fresh().lay("7", "7").done().lay("8").complete(C).refusal is Refusal.NOT_NOW
    assert fresh().lay("7", "7").pick_up().complete(C).refusal is Refusal.NOT_NOW
    assert fresh().lay("13", "13").done().give(B).complete(C).refusal is Refusal.NOT_NOW


def test_the_one_who_laid_the_pair_cannot_complete_it() -> None:
    assert pair().complete(A).refusal is Refusal.NOT_YOURSELF
    assert pair().done().complete(A).refusal is Refusal.NOT_YOURSELF


def test_the_other_two_must_possibly_be_in_that_hand() -> None:
    game = Game(4, "complete_the_four").lay("7").done().lay("7", "7").complete(D)
    assert game.refusal is Refusal.ALREADY_LAID
    assert pair(known=(0, bits("7#4"), 0, 0)).complete(C).refusal is Refusal.HELD_BY_ANOTHER
    assert pair(known=(0, bits("7#4"), 0, 0)).complete(B).refusal is None
    assert pair(hands=(3, 3, 1, 3)).complete(C).refusal is Refusal.NOT_IN_HAND
    assert pair(hands=(3, 3, 2, 3)).complete(C).refusal is None
    # two cards known to be others leave room for one 7, which is enough when the second one is known
    assert pair(known=(0, 0, bits("2", "3"), 0)).complete(C).refusal is Refusal.NOT_IN_HAND
    assert pair(known=(0, 0, bits("2", "7#4"), 0)).complete(C).refusal is None
    assert pair(hands=(3, 3, 2, 3), known=(0, 0, bits("7#3", "7#4"), 0)).complete(C).refusal is None


def test_a_pair_that_wins_is_not_completed() -> None:
    out = {"draw_pile": 0, "hands": (2, 3, 3, 3), "face_up": (0, 3, 3, 3), "face_down": (0, 3, 3, 3)}
    game = pair(**out).complete(C)
    assert game.refusal is Refusal.NOT_NOW
    assert game.done().state.winner == A


def test_a_pair_that_made_four_in_a_row_is_gone() -> None:
    game = Game(4, "complete_the_four", "four_in_a_row").lay("7", "7").done().lay("7", "7").complete(C)
    assert game.refusal is Refusal.NOT_NOW


def test_completing_the_four_with_the_last_cards_wins() -> None:
    out = {"draw_pile": 0, "hands": (5, 3, 2, 3), "face_up": (3, 3, 0, 3), "face_down": (3, 3, 0, 3)}
    game = pair(**out).complete(C).lay("7", "7")
    assert game.events[1:] == (RoundScored((0, 0, 1, 0), ("0", "0", "1", "0")),)


# Corrections.


def test_whose_turn_it_is_closes_the_open_lay_without_its_skip() -> None:
    game = Game().lay("8").move(Turn(D))
    assert game.events == (Corrected(Turn(D)), Drew(A, 1))
    assert (game.turn, game.awaits, game.to_beat, game.state.open) == (D, Awaiting.LAY, 8, False)


def test_whose_turn_it_is_leaves_a_closed_lay_alone() -> None:
    game = Game().lay("5").done().move(Turn(D))
    assert game.events == (Corrected(Turn(D)),)
    assert (game.turn, game.to_beat) == (D, 5)


def test_whose_turn_it_is_keeps_a_nine_and_a_victory() -> None:
    game = Game().lay("9").move(Turn(D))
    assert game.events == (Corrected(Turn(D)), Removed(cards("9")), Drew(A, 1))
    assert (game.turn, game.centre) == (D, [])
    game = Game(2, draw_pile=0, hands=(1, 3), face_up=(0, 3), face_down=(0, 3)).lay("5").move(Turn(B))
    assert game.events == (Corrected(Turn(B)), RoundScored((1, 0), ("1", "0")))
    assert game.state.winner == A


@pytest.mark.parametrize("moves", [[], [Choose("give", C)]])
def test_whose_turn_it_is_drops_a_gift_or_a_counter_and_the_pile_stays(moves: list[Move]) -> None:
    game = Game().lay("13").done()
    for move in moves:
        game.move(move)
    game.move(Turn(D))
    assert (game.turn, game.awaits, game.to_beat, game.centre) == (D, Awaiting.LAY, 13, ["13#1"])
    assert game.pick_up().turn == A


def test_whose_turn_it_is_keeps_an_open_thirteen_from_being_given() -> None:
    game = Game().lay("13").move(Turn(D))
    assert (game.turn, game.awaits) == (D, Awaiting.LAY)
    game = Game().lay("13").done().give(C).lay("13").move(Turn(B))
    assert game.events == (Corrected(Turn(B)), Countered(C), Drew(C, 1))
    assert (game.turn, game.awaits) == (B, Awaiting.LAY)


@pytest.mark.parametrize("completing", [0, 1])
def test_whose_turn_it_is_ends_a_completion_that_was_a_mistake(completing: int) -> None:
    game = pair("8").complete(C).lay(*["8"] * completing).move(Turn(B))
    assert kinds(game) == [Corrected, Drew][: 1 + completing]
    assert (game.turn, game.awaits, len(game.centre)) == (B, Awaiting.LAY, 2 + completing)
    assert game.shows(C, "hand") == 3
    assert game.lay("10").refusal is None


def test_a_hand_count_is_believed() -> None:
    game = Game().move(HandCount(B, 7))
    assert game.events == (Corrected(HandCount(B, 7)),)
    assert game.shows(B, "hand") == 7


def test_a_hand_count_below_what_is_known_makes_the_hand_unknown() -> None:
    game = Game(known=(0, bits("4", "5"), 0, 0)).move(HandCount(B, 2))
    assert game.shows(B, "known") == ["4#1", "5#1"]
    game.move(HandCount(B, 1))
    assert game.shows(B, "known") == []
    assert game.lay("2").done().refuses("8") is None


def test_a_hand_count_of_none_wins_when_nothing_else_is_left() -> None:
    out = {"draw_pile": 0, "face_up": (0, 0, 1, 0), "face_down": (0, 0, 0, 1)}
    game = Game(**out).move(HandCount(B, 0))
    assert game.events == (Corrected(HandCount(B, 0)), RoundScored((0, 1, 0, 0), ("0", "1", "0", "0")))
    assert Game(**out).move(HandCount(A, 0)).state.winner == A  # whose turn it is
    for correction in (HandCount(B, 1), HandCount(C, 0), HandCount(D, 0)):
        assert not Game(**out).move(correction).state.over


def test_a_hand_count_of_none_during_an_open_lay_wins_when_it_closes() -> None:
    out = {"draw_pile": 0, "face_up": (0, 0, 0, 0), "face_down": (0, 0, 0, 0)}
    game = Game(**out).lay("5").move(HandCount(A, 0))
    assert not game.state.over
    assert game.done().state.winner == A
    assert Game(**out).lay("5").move(HandCount(B, 0)).state.winner == B


def test_an_empty_hand_can_lay_nothing_until_it_is_corrected() -> None:
    game = Game().move(HandCount(A, 0))
    assert game.refuses("5") is Refusal.NOT_IN_HAND
    assert legal_moves(game.state) == []
    assert game.move(HandCount(A, 3)).refuses("5") is None


def test_an_open_lay_is_no_longer_open_once_the_game_has_ended() -> None:
    for end in (EndRound(), Out(B)):
        assert not Game().lay("5").move(end).state.open


# A name without a number.


def named(game: Game, kind: str) -> str:
    return DECK.names[ninja.pick_copy(game.state, DECK.copies(kind), CENTRE)]


def test_a_name_means_the_players_known_copy_first_then_the_first_unseen() -> None:
    game = Game(known=(bits("7#2"), bits("7#3"), 0, 0))
    assert named(game, "7") == "7#2"
    game.lay("7#2")
    assert named(game, "7") == "7#1"  # joins the lay of A, who does not hold the third
    game.done()
    assert named(game, "7") == "7#3"


def test_a_name_is_meant_for_whoever_would_lay_the_card() -> None:
    known = (bits("10#1"), bits("10#2"), bits("10#3"), 0)
    game = Game(known=known).lay("8")
    assert named(game, "10") == "10#3"  # B will be skipped
    game = Game(known=(0, bits("1#2"), bits("1#3"), 0)).lay("13").done().give(C)
    assert named(game, "1") == "1#3"
    game = Game(4, "complete_the_four", known=(0, 0, bits("7#4"), 0)).lay("7", "7").complete(C)
    assert [named(game, "7"), named(game.lay("7"), "7")] == ["7#4", "7#3"]


def test_a_name_of_which_none_can_be_laid_is_refused_for_the_best_reason() -> None:
    game = Game(known=(0, bits("7#4"), 0, 0)).lay("7#1", "7#2", "7#3").move(Turn(D))
    assert named(game, "7") == "7#4"
    assert game.refuses("7") is Refusal.HELD_BY_ANOTHER
    game = Game().lay("7", "7", "7").lay("7").done()
    assert named(game, "7") == "7#1"
    assert game.refuses("7") is Refusal.ALREADY_LAID


def test_whose_lay_a_card_would_be() -> None:
    game = Game().lay("8")
    assert ninja.layer(game.state, *cards("8#2")) == A
    assert ninja.layer(game.state, *cards("10")) == C


# Match.


def test_the_deal_moves_clockwise_and_games_won_are_counted() -> None:
    setup = Setup(3, rounds=3)
    state = first_round(setup, dealer=2)
    assert ninja.next_round(state, [(1, 0, 0)]) == first_round(setup, dealer=0)
    assert ninja.standings(setup, []).totals == (0, 0, 0)
    two = ninja.standings(setup, [(1, 0, 0), (0, 0, 1)])
    assert (two.totals, two.over, two.winners) == ((1, 0, 1), False, ())
    three = ninja.standings(setup, [(1, 0, 0), (0, 0, 1), (0, 0, 1)])
    assert (three.totals, three.over, three.winners) == ((1, 0, 2), True, (2,))


def test_equal_games_won_share_the_match() -> None:
    assert ninja.standings(Setup(3, rounds=2), [(1, 0, 0), (0, 0, 1)]).winners == (0, 2)


def test_players_may_play_on_until_they_stop() -> None:
    assert not ninja.standings(Setup(2, rounds=None), [(1, 0)] * 50).over


# What is shown.


def test_the_public_form_has_counts_known_cards_and_what_lies_open() -> None:
    game = Game(2).lay("5").done().pick_up().lay("6")
    assert ninja.describe(game.state, ["Marie", "Luc"]) == {
        "players": [
            {"name": "Marie", "hand": 2, "taken": 0, "face_up": 3, "face_down": 3, "known": []},
            {"name": "Luc", "hand": 4, "taken": 0, "face_up": 3, "face_down": 3, "known": ["5#1"]},
        ],
        "centre": ["6#1"],
        "to_beat": 6,
        "limit": 6,
        "draw_pile": 35,
    }


# A state is a value.


def test_the_same_moves_make_equal_states_and_no_move_changes_an_old_one() -> None:
    def told() -> list[State]:
        game = Game(4, "complete_the_four")
        states = [game.state]
        for name in ("5", "7", "7", "10", "13"):
            states.append(game.lay(name).state)
        states.append(game.done().state)
        states.append(game.give(A).state)
        states.append(game.pick_up().state)
        return states

    first, second = told(), told()
    assert first == second
    assert list(map(hash, first)) == list(map(hash, second))
    assert len(set(first)) == len(first)


def test_a_closed_lay_leaves_no_trace_of_how_it_was_closed() -> None:
    by_card = Game().lay("5", "7").state
    by_button = Game().lay("5").done().lay("7").state
    assert by_card == by_button
    picked_up_after_done = Game().lay("5").done().pick_up().state
    assert Game().lay("5").pick_up().state == picked_up_after_done


# Random games, with real hidden cards under the counts.


def every_move(seats: int) -> list[Move]:
    """All lays, presses and choices there are, whether they make sense now or not."""
    return [
        *(Lay(card, CENTRE) for card in range(len(DECK))),
        Press("done"),
        Press("pick-up"),
        Choose("counter", False),
        Choose("give", None),
        *(Choose("give", seat) for seat in range(seats)),
        *(Choose("complete", seat) for seat in range(seats)),
    ]


def assert_legal_moves_are_the_accepted_ones(state: State) -> None:
    legal = legal_moves(state)
    assert len(set(legal)) == len(legal)
    for move in every_move(state.setup.seats):
        ruling = ninja.apply(state, move)
        assert ruling.refusal is why_refused(state, move)
        assert (ruling.refusal is None) == (move in legal), (state, move, ruling.refusal)
        if ruling.refusal:
            assert ruling.state is state
            assert ruling.events == ()


class Hidden:
    """The cards as they really lie, moved by the events of the rulings alone."""

    def __init__(self, seats: int, rng: random.Random) -> None:
        deck = list(range(len(DECK)))
        rng.shuffle(deck)
        self.hands = [{deck.pop() for _ in range(3)} for _ in range(seats)]
        self.face_up = [[deck.pop() for _ in range(3)] for _ in range(seats)]
        self.face_down = [[deck.pop() for _ in range(3)] for _ in range(seats)]
        self.draw_pile = deck
        self.centre: list[int] = []
        self.gone: set[int] = set()

    def follow(self, event: Any) -> None:
        match event:
            case Laid(player, card, _):
                self.hands[player].remove(card)
                self.centre.append(card)
            case Drew(player, number, source):
                own = {"face-up": self.face_up, "face-down": self.face_down}
                pile = own[source][player] if source in own else self.draw_pile
                self.hands[player].update(pile.pop() for _ in range(number))
            case PickedUp(player, pile):
                assert list(pile) == self.centre
                self.hands[player].update(pile)
                self.centre = []
            case Removed(pile):
                assert list(pile) == self.centre
                self.gone.update(pile)
                self.centre = []

    def can(self, state: State, move: Move) -> bool:
        """Whether the players have the cards for *move*."""
        if isinstance(move, Lay):
            return move.card in self.hands[ninja.layer(state, move.card)]
        if isinstance(move, Choose) and move.what == "complete":
            first, second = state.centre[-2:]
            others = set(DECK.copies(DECK.kind_of[first].name)) - {first, second}
            return others <= self.hands[move.value]
        return True

    def check(self, state: State) -> None:
        assert state.hands == tuple(map(len, self.hands))
        assert state.face_up == tuple(map(len, self.face_up))
        assert state.face_down == tuple(map(len, self.face_down))
        assert state.draw_pile == len(self.draw_pile)
        assert list(state.centre) == self.centre
        assert (state.lay == 0) == (state.centre == ())
        assert state.laid == sum(ninja.BIT[card] for card in (*self.centre, *self.gone))
        for known, hand in zip(state.known, self.hands, strict=True):
            assert not known & ~sum(ninja.BIT[card] for card in hand)
        counted = sum(state.hands) + sum(state.face_up) + sum(state.face_down) + state.draw_pile
        assert counted + state.laid.bit_count() == len(DECK)


setups = st.builds(
    Setup,
    seats=st.sampled_from(ninja.SEATS),
    options=st.frozensets(st.sampled_from(ninja.OPTIONS)),
)


@settings(max_examples=EXAMPLES, deadline=None)
@given(setup=setups, seed=st.integers(0, 2**32))
def test_whatever_is_played_cards_are_conserved_and_exactly_the_legal_moves_are_accepted(
    setup: Setup, seed: int
) -> None:
    rng = random.Random(seed)
    hidden = Hidden(setup.seats, rng)
    state = first_round(setup, dealer=rng.randrange(setup.seats))
    for step in range(400):
        hidden.check(state)
        if step % 7 == 0:
            assert_legal_moves_are_the_accepted_ones(state)
        where = {Refusal.ALREADY_LAID, Refusal.HELD_BY_ANOTHER, Refusal.NOT_IN_HAND}
        for card in set[int]().union(*hidden.hands):
            if hidden.can(state, Lay(card, CENTRE)):  # a card that is in the hand is never thought elsewhere
                assert why_refused(state, Lay(card, CENTRE)) not in where
        moves = [move for move in legal_moves(state) if hidden.can(state, move)]
        lays = [move for move in moves if isinstance(move, Lay)]
        ruling = ninja.apply(state, rng.choice(lays if lays and rng.random() < 0.7 else moves))
        for event in ruling.events:
            hidden.follow(event)
        state = ruling.state
        if state.over:
            break
    if state.over:
        assert state.winner is not None
        assert not hidden.hands[state.winner]
        assert not hidden.face_up[state.winner] + hidden.face_down[state.winner]
        assert sum(ninja.points(state)) == 1


def corrections(seats: int) -> st.SearchStrategy[Move]:
    seat = st.integers(0, seats - 1)
    return st.one_of(
        st.builds(Turn, seat),
        st.builds(HandCount, seat, st.integers(0, 12)),
        st.builds(Out, seat),
        st.just(EndRound()),
    )


@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data(), setup=setups)
def test_corrections_at_any_moment_leave_a_game_that_can_be_played_and_ended(
    data: st.DataObject, setup: Setup
) -> None:
    state = first_round(setup, dealer=0)
    for _ in range(40):
        moves = legal_moves(state)
        if not moves or data.draw(st.integers(0, 5)) == 0:
            move = data.draw(corrections(setup.seats))
        else:
            move = data.draw(st.sampled_from(moves))
        ruling = ninja.apply(state, move)
        assert (ruling.refusal is None) == (not state.over)
        state = ruling.state
        assert all(known.bit_count() <= hand for known, hand in zip(state.known, state.hands, strict=True))
        if state.over:
            break
    assert_legal_moves_are_the_accepted_ones(state)
    if not state.over:
        assert ninja.apply(state, EndRound()).state.over
