"""Ninja by other readings and house rules."""

from __future__ import annotations

import pytest

from engine.events import (
    Drew,
    Laid,
    Removed,
    RoundScored,
)
from engine.games import ninja
from engine.games.ninja import CENTRE, Countered, why_refused
from engine.rules import (
    Awaiting,
    Choose,
    Press,
    Refusal,
    Turn,
)
from tests.engine.games.ninja_stories import A, B, C, D, Game, bits, cards, kinds, pair

# Options: ninja_transparent, six_allows_higher, next_leads.


def test_a_transparent_ninja_leaves_what_is_below_it_to_be_beaten() -> None:
    game = Game(4, "ninja_transparent").lay("7").done().lay("ninja")
    assert game.to_beat == 7
    game.done().lay("ninja").done()
    assert game.to_beat == 7
    assert game.refuses("6") is ninja.Refused.TOO_LOW
    assert game.refuses("7") is None


def test_a_transparent_ninja_lets_a_six_and_a_thirteen_through() -> None:
    game = Game(4, "ninja_transparent").lay("6").done().lay("ninja").done()
    assert (game.to_beat, game.limit) == (6, 6)
    assert game.refuses("7") is ninja.Refused.TOO_HIGH_AFTER_SIX
    game = Game(4, "ninja_transparent").lay("13").done().give(None).lay("ninja").done()
    assert game.refuses("1") is None
    assert game.refuses("12") is ninja.Refused.TOO_LOW


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


OPEN_OR_CLOSED = [(value, closed) for value in ("1", "2", "7", "8", "12") for closed in (False, True)]


@pytest.mark.parametrize(("value", "closed"), [*OPEN_OR_CLOSED, ("13", False)])
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


def test_no_four_is_completed_while_a_thirteen_is_being_given_or_countered() -> None:
    assert pair("13").done().complete(B).refusal is Refusal.NOT_NOW
    given = Game(4, "complete_the_four").lay("13", "13").done().give(B)
    assert given.complete(C).refusal is Refusal.NOT_NOW
    countered = Game(4, "complete_the_four").lay("13").done().give(B).lay("13")  # two on top, by two players
    assert countered.complete(C).refusal is Refusal.NOT_NOW
    assert countered.done().complete(C).refusal is Refusal.NOT_NOW
    assert countered.give(None).complete(C).lay("13", "13").events[1] == Removed(cards(*["13"] * 4))


def test_in_the_first_edition_thirteens_were_completed_while_they_were_given() -> None:
    game = Game(4, "complete_the_four", edition=1).lay("13", "13").done().complete(C).lay("13", "13")
    assert kinds(game) == [Laid, Removed, Drew]


def test_a_pair_laid_by_two_players_is_completed_by_a_third() -> None:
    def after_two() -> Game:
        return Game(4, "complete_the_four").lay("7").done().lay("7")

    for game in (after_two(), after_two().done()):
        assert game.complete(A).refusal is ninja.Refused.NOT_YOURSELF
        assert game.complete(B).refusal is ninja.Refused.NOT_YOURSELF
        assert game.complete(D).refusal is None  # out of turn
        game.lay("7", "7")
        assert Removed(cards("7", "7", "7", "7")) in game.events
        assert (game.turn, game.centre) == (D, [])


def test_a_pair_of_two_lays_by_one_player_is_not_that_players_to_complete() -> None:
    game = Game(2, "complete_the_four").lay("8").done().lay("8").done()
    assert game.complete(A).refusal is ninja.Refused.NOT_YOURSELF
    assert game.complete(B).refusal is None


def test_two_who_play_alone_and_laid_one_each_have_nobody_to_complete_it() -> None:
    game = Game(2, "complete_the_four").lay("7").done().lay("7").done()
    assert [game.complete(seat).refusal for seat in (A, B)] == [ninja.Refused.NOT_YOURSELF] * 2


def test_who_laid_below_the_pair_may_complete_it() -> None:
    game = Game(4, "complete_the_four").lay("5").done().lay("7", "7").done()
    assert game.complete(A).refusal is None


def test_a_pair_of_counters_may_be_completed() -> None:
    game = Game(4, "complete_the_four").lay("13").done().give(B).lay("1", "1").complete(A)
    assert game.events == (Countered(B), Drew(B, 2))
    assert kinds(game.lay("1", "1")) == [Laid, Removed, Drew]
    assert game.turn == A


@pytest.mark.parametrize("value", ["6", "9", "ninja"])
def test_sixes_nines_and_ninjas_are_not_completed(value: str) -> None:
    assert pair(value).complete(C).refusal is Refusal.NOT_NOW
    assert pair(value).done().complete(C).refusal is Refusal.NOT_NOW


def test_only_a_pair_on_top_is_completed() -> None:
    def fresh() -> Game:
        return Game(4, "complete_the_four")

    assert Game().lay("7", "7").complete(C).refusal is Refusal.NOT_NOW  # not agreed
    assert fresh().complete(C).refusal is Refusal.NOT_NOW
    assert fresh().lay("7").complete(C).refusal is Refusal.NOT_NOW
    assert fresh().lay("7").done().lay("8").complete(C).refusal is Refusal.NOT_NOW
    assert fresh().lay("7").done().lay("ninja").done().lay("7").complete(C).refusal is Refusal.NOT_NOW
    assert fresh().lay("7", "7").done().lay("8").complete(C).refusal is Refusal.NOT_NOW
    assert fresh().lay("7", "7").pick_up().complete(C).refusal is Refusal.NOT_NOW
    assert fresh().lay("13", "13").done().give(B).complete(C).refusal is Refusal.NOT_NOW


def test_the_one_who_laid_the_pair_cannot_complete_it() -> None:
    assert pair().complete(A).refusal is ninja.Refused.NOT_YOURSELF
    assert pair().done().complete(A).refusal is ninja.Refused.NOT_YOURSELF


def test_the_other_two_must_possibly_be_in_that_hand() -> None:
    for three in (Game(4, "complete_the_four").lay("7").done().lay("7", "7"), pair().lay("7")):
        assert three.complete(D).refusal is Refusal.ALREADY_LAID
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
    for edition, won in ((1, None), (2, A)):
        game = pair(edition=edition, **out)
        assert game.state.winner == won
        assert game.complete(C).refusal is Refusal.NOT_NOW


def test_a_pair_that_made_four_in_a_row_is_gone() -> None:
    game = Game(4, "complete_the_four", "four_in_a_row").lay("7", "7").done().lay("7", "7").complete(C)
    assert game.refusal is Refusal.NOT_NOW


def test_completing_the_four_with_the_last_cards_wins() -> None:
    out = {"draw_pile": 0, "hands": (5, 3, 2, 3), "face_up": (3, 3, 0, 3), "face_down": (3, 3, 0, 3)}
    game = pair(**out).complete(C).lay("7", "7")
    assert game.events[1:] == (RoundScored((0, 0, 1, 0), ("0", "0", "1", "0")),)
