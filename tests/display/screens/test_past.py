"""Score, podium, the past and lost cards, at the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.intents import CheckDeck
from controller.storage import record
from controller.storage.folder import Folder
from controller.storage.history import DAY, History
from controller.storage.journal import Journal
from display.screens.score.reveal import TURN_S, summed
from display.screens.score.sheet import score_sheet
from display.text.words import Words
from display.widgets.boxes import Box
from display.widgets.theme import Scale
from display.widgets.widgets import Curve, Page, Plot, Text, touchables
from tests.display.visitors import Visitors


@pytest.fixture
def visitors() -> Iterator[Visitors]:
    visitors = Visitors()
    yield visitors
    visitors.window.close()


def an_over_and_an_end(visitors: Visitors) -> None:
    """Player 4 takes two cards, and the round is given up."""
    for card, zone in (
        ("blue-7#1", "blue"),
        ("yellow-2#1", "yellow"),
        ("rotten-4#1", "blue"),
        ("blue-5#1", "blue"),
    ):
        visitors.lay(card, on=zone)
    visitors.keys("c")
    visitors.touch("A card is missing: end the round", "End the round")


def pass_on(visitors: Visitors, seconds: float) -> None:
    visitors.house.wait(seconds)
    visitors.look()


def test_taken_cards_turn_up_one_player_after_the_other(visitors: Visitors) -> None:
    visitors.touch("13", "4 players: go!")
    an_over_and_an_end(visitors)
    assert visitors.sees("Round 1: scores")
    assert visitors.cards() == ["blue-7#1", "rotten-4#1"]  # who did worst comes first
    assert visitors.sees("0+2 = 2")
    assert visitors.sees("most of this colour: they count 0")
    for _ in range(3):
        pass_on(visitors, TURN_S + 0.1)
        assert visitors.sees("took nothing")
    pass_on(visitors, TURN_S + 0.1)
    assert visitors.cards() == ["blue-7#1", "rotten-4#1"]
    assert visitors.sees("0+2 = 2")
    texts = [widget for widget in visitors.window.widgets if isinstance(widget, Text)]
    rows = {text.lines[0]: text.box.y for text in texts if text.lines[0].startswith("Player")}
    assert max(rows, key=rows.__getitem__) == "Player 4"
    visitors.touch("Next round")
    assert visitors.house.state["round"] == 2


def test_a_touch_goes_on_to_the_next_player_and_a_row_brings_one_back(visitors: Visitors) -> None:
    visitors.touch("13", "4 players: go!")
    an_over_and_an_end(visitors)
    visitors.keys("space")
    assert visitors.sees("took nothing")
    visitors.touch("Continue")
    assert visitors.sees("total")
    rows = [place for place in touchables(visitors.window.widgets) if place.then and not place.key]
    (row,) = [place for place in rows if place.then.revealed[2] == 1]
    visitors.press(row.box)
    assert visitors.sees("most of this colour: they count 0")


def test_a_long_sum_is_counted_as_in_the_rule_book() -> None:
    assert summed("0+0+0+0+0+0+1+1+1+2+2 = 7") == "6×0 + 3×1 + 2×2 = 7"
    assert summed("1+1+1+1+1+2 = 7") == "1+1+1+1+1+2 = 7"
    assert summed("10+9+8+7+7+3+3+3+2 = 52") == "2 + 3×3 + 2×7 + 8 + 9 + 10 = 52"
    assert summed("(7×3 + 1 + 7×2 + 6) ×2 = 84") == "(7×3 + 1 + 7×2 + 6) ×2 = 84"
    assert summed("0") == "0"


def test_the_last_round_is_revealed_before_the_podium(visitors: Visitors) -> None:
    visitors.touch("Le Pot", "3", "3 players: go!", "Ready")
    for card in ("blue-4", "green-9", "red-8"):
        visitors.lay(card, on="pot")
    for card in ("blue-10", "green-2", "red-1"):
        visitors.lay(card, on="play")
    visitors.press(visitors.card("green-9"))
    visitors.keys("c")
    visitors.touch("A card is missing: end the round", "End the round")
    assert visitors.sees("Round 1: scores")
    for _ in range(3):
        pass_on(visitors, TURN_S + 0.1)
    assert visitors.sees("Player 1 has won!")
    pass_on(visitors, 60.0)
    assert not visitors.sees("Again, same players")  # it stays until somebody has seen enough
    visitors.touch("Continue")
    assert visitors.sees("Player 1 has won!")
    visitors.touch("Score")
    assert visitors.sees("total")
    visitors.touch("Continue", "Sheet")
    assert visitors.sees("total")
    visitors.keys("escape")
    visitors.touch("Again, same players")
    assert visitors.house.state["round"] == 1


def test_what_a_match_gives_on_top_of_its_rounds_has_a_column_and_everything_adds_up() -> None:
    page = Page(Scale(800, 480), Words("en"))
    rows = [("Luc + Maximilian", (67, 178), 271), ("Marie + Zoé", (0, 0), 0)]
    score_sheet(page, Box(10, 10, 380, 300), rows, game="gamate")
    texts = [" ".join(widget.lines) for widget in page.widgets if isinstance(widget, Text)]
    assert "rubber" in texts
    assert [text for text in texts if text in ("67", "178", "+26")] == ["67", "178", "+26"]
    plain = Page(Scale(800, 480), Words("en"))
    score_sheet(plain, Box(10, 10, 380, 300), [("Luc", (67, 178), 245)], game="gamate")
    assert not any("+" in line for w in plain.widgets if isinstance(w, Text) for line in w.lines)


def test_a_last_round_that_is_dealt_again_is_revealed_again(visitors: Visitors) -> None:
    visitors.touch("Le Pot", "3", "3 players: go!", "Ready")
    for _ in range(2):
        for card in ("blue-4", "green-9", "red-8"):
            visitors.lay(card, on="pot")
        for card in ("blue-10", "green-2", "red-1"):
            visitors.lay(card, on="play")
        visitors.press(visitors.card("green-9"))
        visitors.keys("c")
        visitors.touch("A card is missing: end the round", "End the round")
        assert not visitors.sees("Again, same players")
        visitors.touch("Continue", "Continue")
        assert visitors.sees("Again, same players")
        visitors.keys("u")
        assert not visitors.sees("Round 1: scores")


def test_the_past_opens_page_by_page_and_match_by_match(visitors: Visitors, tmp_path: Path) -> None:
    with Folder.open(tmp_path) as folder:
        history = History(folder, lambda: 100 * DAY)
        journal = Journal(folder, history, lambda: 100 * DAY)
        for points in range(1, 8):
            header = record.Header("pot", ("Marie", "", "Luc"), 0, rounds=2)
            match = journal.begin(record.to_json(header))
            journal.finish(match, [[points, 0, 1], [points, 5, 1]], (0,))
        visitors.house.drawer.scores = history.scores  # type: ignore[method-assign]
        visitors.touch("Scores")
        assert visitors.sees("Marie: 14   Player 2: 5   Luc: 2")
        assert not any(
            widget.lines == ("5",) for widget in visitors.window.widgets if isinstance(widget, Text)
        )
        visitors.keys("page down")
        assert visitors.sees("Marie: 4   Player 2: 5   Luc: 2")
        visitors.touch("Marie: 4   Player 2: 5   Luc: 2")
        (plot,) = [widget for widget in visitors.window.widgets if isinstance(widget, Plot)]
        assert plot.curves[1] == Curve("green", (0, 0, 5))
        visitors.keys("left")
        visitors.touch("Rankings", "Le Pot", "Luc")
        (plot,) = [widget for widget in visitors.window.widgets if isinstance(widget, Plot)]
        assert plot.curves == (Curve("blue", (2,) * 7),)
        visitors.keys("left", "escape")
        assert visitors.sees("Touch a game, or lay one of its cards.")


def test_a_lost_card_is_found_between_rounds(visitors: Visitors) -> None:
    visitors.touch("13", "4 players: go!")
    an_over_and_an_end(visitors)
    visitors.touch("Find a card", "13", "Yellow")
    assert visitors.sees("Which card are you looking for?")
    visitors.press(visitors.card("yellow-2"))
    assert visitors.sees("pad: middle")
    assert visitors.place("Check box 1").does == (CheckDeck("thirteen", 1),)


def test_a_menu_without_a_past_says_so(visitors: Visitors) -> None:
    visitors.keys("c")
    assert visitors.sees("Nothing has been played yet.")
    visitors.keys("escape", "f")
    assert visitors.sees("No card has been seen yet.")
