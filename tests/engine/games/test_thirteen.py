"""13, told as stories at the table. test_thirteen_rounds.py plays many random rounds."""

import pytest

from engine.events import Corrected, Drew, Laid, RoundScored, Took
from engine.games import thirteen
from engine.games.thirteen import BLUE, DECK, GREEN, YELLOW
from engine.rules import (
    Awaiting,
    Choose,
    Count,
    Doubt,
    EndRound,
    HandCount,
    Lay,
    Out,
    Press,
    Refusal,
    Setup,
    Turn,
)
from tests.engine.stories import Story

MARIE, LUC, PIERRE, MARC = range(4)
FOUR = ("Marie", "Luc", "Pierre", "Marc")


def four_players(options: str = "") -> Story:
    """Marc deals, Marie begins."""
    return Story(thirteen.GAME, *FOUR, options=options)


def took(story: Story) -> list[int]:
    return [player["taken"] for player in story.shown["players"]]


# The examples of the rule book.


def test_exactly_13_is_safe_and_the_next_card_takes_what_lay_there():
    story = four_players()
    story.lay("blue-4", "blue-7", "blue-2", on="blue")
    assert story.shown["targets"]["blue"] == {"cards": ["blue-4#1", "blue-7#1", "blue-2#1"], "sum": 13}
    assert took(story) == [0, 0, 0, 0]

    story.lay("blue-4", on="blue")
    assert story.events == (
        Laid(MARC, *story.cards("blue-4#2"), BLUE),
        Took(MARC, story.cards("blue-4#1", "blue-7#1", "blue-2#1")),
        Drew(MARC, 1),
    )
    assert story.shown["targets"]["blue"] == {"cards": ["blue-4#2"], "sum": 4}
    assert took(story) == [0, 0, 0, 3]


def test_a_rotten_four_counts_and_is_taken_like_the_others():
    story = four_players()
    story.lay("green-7", "rotten-4", on="green")
    assert story.shown["targets"]["green"]["sum"] == 11
    story.lay("green-5", on="green")
    assert Took(PIERRE, story.cards("green-7#1", "rotten-4#1")) in story.events
    assert story.shown["targets"]["green"] == {"cards": ["green-5#1"], "sum": 5}


def test_rotten_fours_alone_do_not_change_the_colour_of_a_target():
    story = four_players()
    story.lay("rotten-4", "rotten-4", on="yellow")
    story.lay("blue-1", on="yellow")
    assert story.refusal is thirteen.Refused.WRONG_COLOUR
    story.lay("yellow-1", on="yellow")
    assert story.refusal is None
    assert story.shown["targets"]["yellow"]["sum"] == 9


def test_rotten_fours_that_go_over_stay_alone_and_leave_the_targets_their_colours():
    story = four_players()
    story.lay("blue-7", "blue-5", "rotten-4", on="blue")
    story.lay("yellow-7", "yellow-5", "rotten-4", on="yellow")
    assert story.shown["targets"]["yellow"] == {"cards": ["rotten-4#2"], "sum": 4}
    story.lay("blue-1", on="yellow")
    assert story.refusal is thirteen.Refused.WRONG_COLOUR
    story.lay("blue-1", on="blue")
    assert story.refusal is None


def piles(*counts: tuple[int, int, int, int]) -> tuple[tuple[int, ...], ...]:
    """Piles of so many blue, yellow, green and rotten cards, always the next ones of the deck."""
    stock = {
        colour: iter([card for card, name in enumerate(DECK.names) if name.startswith(colour)])
        for colour in ("blue", "yellow", "green", "rotten")
    }
    return tuple(
        tuple(next(stock[colour]) for colour, count in zip(stock, pile, strict=True) for _ in range(count))
        for pile in counts
    )


THE_EXAMPLE = piles((3, 2, 0, 1), (0, 6, 2, 0), (2, 5, 6, 2), (6, 1, 6, 4))


def test_marc_alone_has_most_blue_luc_most_yellow_and_green_is_tied():
    story = four_players()
    story.state = story.state._replace(taken=THE_EXAMPLE)
    story.make(EndRound())
    assert story.events[-1] == RoundScored(
        points=(7, 2, 17, 15),
        explain=(
            "1+1+1+1+1+2 = 7",
            "0+0+0+0+0+0+1+1 = 2",
            "1+1+1+1+1+1+1+1+1+1+1+1+1+2+2 = 17",
            "0+0+0+0+0+0+1+1+1+1+1+1+1+2+2+2+2 = 15",
        ),
    )


def test_the_piles_of_that_example_cannot_arise_in_play():
    story = four_players()
    story.make(Count(THE_EXAMPLE))
    assert story.refusal is Refusal.IMPOSSIBLE_COUNT


# The deal and the draw pile.


def test_three_to_six_play():
    assert list(thirteen.SEATS) == [3, 4, 5, 6]


@pytest.mark.parametrize(("seats", "draw_pile"), [(3, 35), (4, 30), (5, 25), (6, 20)])
def test_everybody_is_dealt_five_and_the_player_left_of_the_dealer_begins(seats, draw_pile):
    state = thirteen.first_round(Setup(seats), dealer=1)
    assert state.hands == (5,) * seats
    assert state.draw_pile == draw_pile
    assert state.dealer == 1
    assert thirteen.to_act(state) == 2
    last = thirteen.first_round(Setup(seats), dealer=seats - 1)
    assert thirteen.to_act(last) == 0


def test_the_table_before_the_first_card():
    empty = {"cards": [], "sum": 0}
    assert four_players().shown == {
        "players": [{"name": name, "hand": 5, "taken": 0} for name in FOUR],
        "targets": {"blue": empty, "yellow": empty, "green": empty},
        "draw_pile": 30,
    }


def test_after_each_lay_the_player_draws_and_the_next_one_is_to_act():
    story = four_players()
    story.lay("blue-1", on="blue")
    assert story.events == (Laid(MARIE, *story.cards("blue-1#1"), BLUE), Drew(MARIE, 1))
    assert story.turn == "Luc"
    assert story.shown["draw_pile"] == 29
    assert story.shown["players"][MARIE]["hand"] == 5


def test_when_the_draw_pile_is_empty_hands_shrink():
    story = four_players()
    story.state = story.state._replace(draw_pile=1)
    story.lay("blue-1", on="blue")
    assert Drew(MARIE, 1) in story.events
    story.lay("blue-2", on="blue")
    assert story.events == (Laid(LUC, *story.cards("blue-2#1"), BLUE),)
    assert [player["hand"] for player in story.shown["players"]] == [5, 4, 5, 5]


# Refusals.


@pytest.mark.parametrize(("card", "home"), [("blue-7", "blue"), ("yellow-7", "yellow"), ("green-7", "green")])
def test_a_coloured_card_goes_only_on_the_target_of_its_colour(card, home):
    for zone in thirteen.ZONES:
        story = four_players()
        story.lay(card, on=zone)
        assert story.refusal is (None if zone == home else thirteen.Refused.WRONG_COLOUR)


def test_a_rotten_four_goes_on_any_target_also_as_its_first_card():
    for zone in thirteen.ZONES:
        story = four_players()
        story.lay("rotten-4", on=zone)
        assert story.refusal is None


def test_only_a_coloured_card_implies_its_target_and_with_all_dealt_none_does():
    usual, all_dealt = four_players().state, four_players("all_dealt").state
    (blue, yellow, rotten) = map(DECK.names.index, ("blue-7#1", "yellow-7#1", "rotten-4#1"))
    assert thirteen.implied_zone(usual, blue) == BLUE
    assert thirteen.implied_zone(usual, yellow) == YELLOW
    assert thirteen.implied_zone(usual, rotten) is None
    assert thirteen.implied_zone(all_dealt, blue) is None


def test_one_card_is_not_laid_twice_in_a_round():
    story = four_players()
    story.lay("blue-7#1", "blue-7#2", "blue-7#1", on="blue")
    assert story.refusal is Refusal.ALREADY_LAID
    story.lay("blue-7#1", on="green")
    assert story.refusal is Refusal.ALREADY_LAID  # before its colour
    story.lay("blue-7", on="blue")  # there is a third one
    assert story.refusal is None


@pytest.mark.parametrize(
    "move",
    [Press("done"), Choose("colour", "blue"), Choose("give", 1), Out(1), Count(((),) * 3), Count(((),) * 5)],
    ids=str,
)
def test_moves_of_other_games_are_bad_input(move):
    story = four_players()
    story.make(move)
    assert story.refusal is Refusal.BAD_INPUT


# The end of a round.


def all_but_one_laid() -> Story:
    """Only the last rotten four is still in a hand. Targets of one colour each keep within reach of 13."""
    story = four_players()
    for name in DECK.names[:-1]:
        story.lay(name, on=name.split("-")[0] if name[0] != "r" else "green")
    return story


def test_the_round_ends_when_every_card_has_been_laid():
    story = all_but_one_laid()
    assert not story.state.over
    assert thirteen.awaiting(story.state) is Awaiting.LAY
    story.lay("rotten-4", on="yellow")
    assert isinstance(story.events[-1], RoundScored)
    assert thirteen.awaiting(story.state) is Awaiting.NEXT
    assert story.turn is None
    assert [player["hand"] for player in story.shown["players"]] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "move",
    [Lay(0, BLUE), Lay(0, GREEN), Turn(0), HandCount(0, 3), EndRound(), Count(((), (), (), ()))],
    ids=lambda move: type(move).__name__,
)
def test_after_the_round_nothing_is_accepted_any_more(move):
    story = all_but_one_laid()
    story.lay("rotten-4", on="yellow")
    story.make(move)
    assert story.refusal is Refusal.ROUND_OVER
    assert thirteen.legal_moves(story.state) == []


def test_after_a_round_ended_early_no_card_may_be_laid():
    story = four_players()
    story.make(EndRound())
    assert thirteen.legal_moves(story.state) == []
    story.lay("blue-7", on="blue")
    assert story.refusal is Refusal.ROUND_OVER


def test_a_line_of_another_game_is_bad_input_even_after_the_round():
    story = four_players()
    story.make(EndRound())
    story.make(Press("done"))
    assert story.refusal is Refusal.BAD_INPUT


# Scoring.


def points(*counts: tuple[int, int, int, int]) -> tuple[int, ...]:
    setup = Setup(len(counts))
    return thirteen.points(thirteen.first_round(setup, 0)._replace(taken=piles(*counts)))


def test_who_took_nothing_scores_nothing():
    assert points((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)) == (0, 0, 0)


def test_who_alone_has_most_of_a_colour_counts_it_as_nothing():
    assert points((3, 0, 0, 0), (2, 0, 0, 0), (0, 0, 0, 0)) == (0, 2, 0)


def test_a_tie_for_the_most_counts_for_each_of_the_tied():
    assert points((3, 0, 0, 0), (3, 0, 0, 0), (1, 0, 0, 0)) == (3, 3, 1)


def test_one_player_may_have_the_most_of_every_colour():
    assert points((3, 4, 5, 0), (1, 1, 1, 0), (1, 1, 1, 0)) == (0, 3, 3)


def test_rotten_fours_always_count_two():
    assert points((0, 0, 0, 3), (1, 0, 0, 1), (0, 0, 0, 0)) == (6, 2, 0)


# The match.


def test_the_deal_moves_clockwise():
    story = four_players()
    for dealer, first in (("Marie", "Luc"), ("Luc", "Pierre"), ("Pierre", "Marc"), ("Marc", "Marie")):
        story.make(EndRound())
        story.next_round()
        assert story.names[story.state.dealer] == dealer
        assert story.turn == first


@pytest.mark.parametrize(("seats", "rounds"), [(3, 6), (4, 4), (5, 5), (6, 6)])
def test_everybody_deals_once_and_with_three_players_twice(seats, rounds):
    setup = Setup(seats)
    result = tuple(range(1, seats + 1))
    assert not thirteen.standings(setup, [result] * (rounds - 1)).over
    end = thirteen.standings(setup, [result] * rounds)
    assert end.over
    assert end.totals == tuple(rounds * points for points in result)
    assert end.winners == (0,)


def test_equal_lowest_totals_share_the_win():
    results = [(1, 0, 5, 9), (2, 3, 0, 9), (3, 3, 3, 9), (1, 1, 8, 9)]
    assert thirteen.standings(Setup(4), results).winners == (MARIE, LUC)


def test_nobody_wins_before_the_end():
    before = thirteen.standings(Setup(4), [])
    assert (before.totals, before.over, before.winners) == ((0, 0, 0, 0), False, ())
    assert thirteen.standings(Setup(4), [(1, 2, 3, 4)]).winners == ()


# Corrections.


def test_the_turn_is_put_right_and_goes_on_from_there():
    story = four_players()
    story.make(Turn(PIERRE))
    assert story.events == (Corrected(Turn(PIERRE)),)
    assert story.turn == "Pierre"
    story.lay("blue-7", on="blue")
    assert story.turn == "Marc"


def test_a_hand_is_counted_again():
    story = four_players()
    story.state = story.state._replace(draw_pile=0)
    story.make(HandCount(MARIE, 0))
    assert story.events == (Corrected(HandCount(MARIE, 0)),)
    story.lay("blue-7", on="blue")
    assert story.shown["players"][MARIE]["hand"] == 0  # never less
    assert story.shown["players"][LUC]["hand"] == 5


def test_a_round_ended_early_scores_what_has_been_taken():
    story = four_players()
    story.lay("blue-7#1", "blue-7#2", on="blue")
    story.make(EndRound())
    assert story.events == (Corrected(EndRound()), RoundScored((0, 0, 0, 0), ("0", "0 = 0", "0", "0")))
    assert story.state.over


# House rule: all cards are dealt, and targets take the colour of their first coloured card.


@pytest.mark.parametrize(
    ("seats", "hands"),
    [(3, (17, 16, 17)), (4, (12, 12, 13, 13)), (5, (10,) * 5), (6, (8, 8, 9, 9, 8, 8))],
)
def test_all_cards_are_dealt_and_the_first_players_get_those_left_over(seats, hands):
    state = thirteen.first_round(Setup(seats, frozenset({"all_dealt"})), dealer=1)
    assert state.hands == hands
    assert state.draw_pile == 0
    assert thirteen.to_act(state) == 2


def test_with_all_dealt_nobody_draws():
    story = four_players("all_dealt")
    story.lay("blue-7", on="blue")
    assert story.events == (Laid(MARIE, *story.cards("blue-7#1"), BLUE),)
    assert story.shown["players"][MARIE]["hand"] == 12


def test_with_all_dealt_a_target_takes_the_colour_of_its_first_coloured_card():
    story = four_players("all_dealt")
    story.lay("rotten-4", "blue-7", on="green")
    assert story.refusal is None
    story.lay("green-1", on="green")
    assert story.refusal is thirteen.Refused.WRONG_COLOUR
    story.lay("blue-1", on="green")
    assert story.refusal is None


def test_with_all_dealt_the_first_coloured_card_may_go_anywhere():
    story = four_players("all_dealt")
    (blue,) = story.cards("blue-7#1")
    assert thirteen.legal_moves(story.state, [blue]) == [Lay(blue, zone) for zone in (BLUE, YELLOW, GREEN)]


def test_with_all_dealt_no_colour_lies_on_two_targets():
    story = four_players("all_dealt")
    story.lay("blue-7", on="green")
    story.lay("rotten-4", on="blue")
    for zone in ("blue", "yellow"):
        story.lay("blue-1", on=zone)
        assert story.refusal is thirteen.Refused.WRONG_COLOUR


def test_with_all_dealt_a_target_that_holds_no_coloured_card_any_more_takes_a_new_colour():
    story = four_players("all_dealt")
    story.lay("blue-7#1", "blue-5#1", "rotten-4", on="green")  # 16: the rotten four stays alone
    assert took(story) == [0, 0, 2, 0]
    story.lay("yellow-1", on="green")
    assert story.refusal is None
    story.lay("blue-1", on="yellow")
    assert story.refusal is None


def test_with_all_dealt_a_coloured_card_that_goes_over_keeps_its_colour_on_the_target():
    story = four_players("all_dealt")
    story.lay("blue-7#1", "blue-7#2", on="green")
    story.lay("yellow-1", on="green")
    assert story.refusal is thirteen.Refused.WRONG_COLOUR


# Counting mode. `ALL` is everything; what is left out stayed on the targets.


def counted(*left: str, options: str = "", apart: tuple[str, ...] = (), anyway: bool = False) -> Story:
    """Marie took all cards but those *left* and those *apart*, which Luc took."""
    story = four_players(options)
    mine = tuple(card for card, name in enumerate(DECK.names) if name not in (*left, *apart))
    story.make(Count((mine, story.cards(*apart), (), ()), anyway))
    return story


def test_a_round_played_without_the_table_is_counted_from_the_piles():
    story = counted("blue-1#1", "yellow-1#1", "green-1#1", apart=("blue-5#1", "rotten-4#1"))
    assert story.refusal is None
    assert story.events[-1] == RoundScored(
        (14, 3, 0, 0), ("0+" * 38 + "2+2+2+2+2+2+2 = 14", "1+2 = 3", "0", "0")
    )
    assert story.state.over


def test_a_count_is_refused_once_the_table_has_seen_a_card():
    story = four_players()
    story.lay("blue-7", on="blue")
    story.make(Count(((), (), (), ())))
    assert story.refusal is Refusal.NOT_NOW


def test_no_card_is_counted_twice():
    story = four_players()
    seven = story.cards("blue-7#1")
    story.make(Count((seven, (), (), seven)))
    assert story.refusal is Refusal.ALREADY_LAID


@pytest.mark.parametrize(
    "left",
    [
        ("blue-1#1", "yellow-1#1", "green-1#1"),
        ("rotten-4#1", "rotten-4#2", "rotten-4#3"),
        ("blue-7#1", "blue-5#1", "blue-1#1", "yellow-1#1", "green-1#1"),  # exactly 13
        ("blue-5#1", "rotten-4#1", "rotten-4#2", "yellow-1#1", "green-1#1"),
        ("blue-1#1", "yellow-1#1", "green-1#1", *(f"rotten-4#{n}" for n in range(1, 9))),
        ("blue-7#1", "yellow-7#1", *(f"rotten-4#{n}" for n in range(1, 6))),
    ],
    ids=" ".join,
)
def test_what_can_lie_on_the_targets_at_the_end_is_accepted(left):
    assert counted(*left).refusal is None


@pytest.mark.parametrize(
    "left",
    [
        (),
        ("blue-1#1", "yellow-1#1"),
        ("blue-1#1", "blue-2#1", "yellow-1#1", "yellow-2#1"),  # the green target is bare
        ("blue-1#1", "blue-2#1", "rotten-4#1"),  # so is one of two here
        ("blue-7#1", "blue-7#2", "yellow-1#1", "green-1#1"),  # 14 blue
        ("blue-7#1", "yellow-7#1", "green-7#1", *(f"rotten-4#{n}" for n in range(1, 5))),  # room for three
        ("blue-7#1", "yellow-7#1", *(f"rotten-4#{n}" for n in range(1, 7))),
        ("blue-5#1", "blue-5#2", "yellow-5#1", "yellow-5#2", "green-5#1", "green-5#2", "rotten-4#1"),
    ],
    ids=" ".join,
)
def test_what_cannot_lie_on_the_targets_at_the_end_is_refused(left):
    assert counted(*left).refusal is Refusal.IMPOSSIBLE_COUNT
    assert counted(*left, anyway=True).refusal is None


def test_nobody_took_less_than_seven():
    left = ("blue-1#1", "yellow-1#1", "green-1#1")
    for apart in (("blue-1#2",), ("blue-5#1", "blue-1#2")):
        assert counted(*left, apart=apart).refusal is Refusal.IMPOSSIBLE_COUNT
        assert counted(*left, apart=apart, anyway=True).refusal is None
    assert counted(*left, apart=("blue-7#1",)).refusal is None


def test_what_looks_impossible_is_said():
    state = four_players().state
    cards = set(range(len(thirteen.DECK)))

    def doubt(*left, apart=()):
        second = tuple(map(thirteen.DECK.card, apart))
        first = tuple(cards - set(map(thirteen.DECK.card, left)) - set(second))
        return thirteen.doubt(state, (first, second, (), ()))

    ones = ("blue-1#1", "yellow-1#1", "green-1#1")
    assert doubt(*ones) is None
    assert doubt(*ones, apart=("blue-5#1",)) == Doubt(thirteen.Doubts.SMALL_PILE, 1)
    assert doubt(*ones, "blue-7#1", "blue-7#2") == Doubt(thirteen.Doubts.TOO_MANY_LEFT)
    assert doubt(*ones[:2]) == Doubt(thirteen.Doubts.TOO_FEW_LEFT)


def test_a_card_counted_twice_is_no_count_anyway():
    story = four_players()
    seven = story.cards("blue-7#1")
    story.make(Count((seven, seven, (), ()), anyway=True))
    assert story.refusal is Refusal.ALREADY_LAID


def test_with_all_dealt_a_target_may_never_have_been_used():
    assert counted("blue-1#1", options="all_dealt").refusal is None
    assert counted(options="all_dealt").refusal is Refusal.IMPOSSIBLE_COUNT
    assert counted("blue-7#1", "blue-7#2", options="all_dealt").refusal is Refusal.IMPOSSIBLE_COUNT


def test_what_was_taken_stays_hidden_until_the_score():
    story = four_players()
    story.lay("blue-7#1", "blue-5#1", "blue-4#1", on="blue")
    other = story.state._replace(taken=((), (), story.cards("rotten-4#1", "rotten-4#2"), ()))
    assert took(story) == [0, 0, 2, 0]
    assert thirteen.describe(other, FOUR) == story.shown


def test_the_deck_has_50_cards_of_the_printed_values():
    assert len(DECK) == 50
    for zone in (BLUE, YELLOW, GREEN):
        values = [thirteen.VALUE[card] for card in range(50) if thirteen.COLOUR[card] == zone]
        assert values == [1, 1, 1, 2, 2, 2, 4, 4, 5, 5, 5, 7, 7, 7]
    assert [thirteen.VALUE[card] for card in range(50) if thirteen.COLOUR[card] == thirteen.ROTTEN] == [4] * 8
