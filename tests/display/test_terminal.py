"""The terminal: the same views as text, a key for everything."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

from controller import playing, record
from controller.intents import (
    Act,
    Continue,
    Intent,
    Leave,
    Line,
    NewMatch,
    Pause,
    PlaceCard,
    PlayAgain,
    ResumeMatch,
    SetLanguage,
    Touch,
    WasTheirs,
)
from controller.playing import Accepted
from controller.view import Mode, Notice, NoticeKind, Question, Resumable, TableView, Trouble
from display.i18n import LANGUAGES
from display.terminal import BACKSPACE, ENTER, ESCAPE, QUIT, Desk, Terminal, demand
from engine import games
from engine.match import NEXT, UNDO

NAMES = ("Marie", "Luc", "Zoé", "Bob")


def table(game: str, *lines: dict[str, Any], players: int = 3) -> TableView:
    """A table on which these lines were accepted."""
    names = NAMES[:players]
    now = playing.begin(1, record.Header(game, names, players - 1), names)
    seats = {name: str(seat + 1) for seat, name in enumerate(names)}
    for line in lines:
        text = {
            key: seats.get(value, value) if isinstance(value, str) else value for key, value in line.items()
        }
        ruling = now.play(record.read(now.match, text))
        assert isinstance(ruling, Accepted), (line, ruling)
        now = ruling.playing
    return TableView(mode=Mode.PLAYING, language="en", match=now.view)


def text_of(desk: Desk, view: TableView, width: int = 100) -> str:
    out = io.StringIO()
    Console(file=out, width=width, no_color=True).print(desk.render(view))
    return out.getvalue()


def typed(desk: Desk, view: TableView, text: str) -> list[Intent]:
    wishes: list[Intent] = []
    for key in text:
        wishes += desk.press(key, view)
    return wishes


def test_whose_turn_it_is_and_what_lies_where_can_be_read() -> None:
    shown = text_of(Desk("en"), table("thirteen", {"lay": "blue-7", "zone": "blue"}))
    assert "Luc, lay a card on a target." in shown
    assert "● blue" in shown
    assert " 7/13" in shown
    assert "▶    Luc" in shown
    assert "Marie: blue 7 on the blue target." in shown


def test_a_match_is_agreed_with_a_few_keys() -> None:
    desk, idle = Desk("en"), TableView(language="en")
    assert typed(desk, idle, "2a3Marie, Luc" + BACKSPACE + "c" + ENTER)[-1] == NewMatch(
        "ninja", ("Marie", "Luc", ""), options=frozenset({"four_in_a_row"})
    )
    assert desk.setting is None


def test_escape_leads_back_to_the_menu() -> None:
    desk, idle = Desk("en"), TableView(language="en")
    typed(desk, idle, "1")
    assert desk.setting
    typed(desk, idle, ESCAPE)
    assert desk.setting is None


def test_a_match_left_behind_is_taken_up_again() -> None:
    view = TableView(language="en", resumable=(Resumable(7, "pot", ("Marie", ""), 2, 0.0),))
    assert "take up Le Pot again (Marie)" in text_of(Desk("en"), view)
    assert typed(Desk("en"), view, "r") == [ResumeMatch(7)]


def test_every_choice_has_a_key_and_does_what_it_says() -> None:
    for game, players, lines in (
        ("ninja", 3, [{"lay": "13"}, {"press": "done"}]),
        ("gamate", 4, [{"choose": {"bid": {"multiples": 6}}}, {"choose": {"bid": {"multiples": 6}}}]),
        ("pot", 3, [{"lay": card, "zone": "pot"} for card in ("blue-1", "green-2", "red-3")]),
    ):
        desk, view = Desk("en"), table(game, *lines, players=players)
        assert view.match
        plain = [move for move in view.match.choices if not isinstance(move[-1], tuple)]  # not demands
        offered = [action for _, _, action in desk.keys(view) if action and isinstance(action, list)]
        for move in plain:
            assert [Act(move)] in offered, (game, move)


def test_no_key_means_two_things() -> None:
    for view in (
        TableView(),
        table("thirteen"),
        table("ninja", {"lay": "13"}),
        table("ninja", {"lay": "13"}, {"press": "done"}),
        table("gamate", players=4),
        replace(table("thirteen"), mode=Mode.PAUSED),
    ):
        keys = [key for key, _, _ in Desk("en").keys(view)]
        assert len(keys) == len(set(keys))


def test_undo_pause_next_and_leave() -> None:
    view = table("thirteen", {"lay": "blue-7", "zone": "blue"})
    assert typed(Desk("en"), view, "u") == [Act(UNDO)]
    assert typed(Desk("en"), view, "p") == [Pause()]
    assert typed(Desk("en"), view, "q") == [Leave()]
    assert typed(Desk("en"), replace(view, mode=Mode.PAUSED), "p") == [Continue()]
    over = table("thirteen", {"correct": {"end_round": True}})
    assert typed(Desk("en"), over, ENTER) == [Act(NEXT)]
    assert "Score" in text_of(Desk("en"), over)
    ended = table("ninja", {"correct": {"end_round": True}})
    assert typed(Desk("en"), ended, ENTER) == [PlayAgain()]


def test_what_the_pads_cannot_know_is_asked_and_typed() -> None:
    desk, view = Desk("en"), table("thirteen")
    assert typed(desk, view, "lrotten-4 blue" + ENTER) == [Line({"lay": "rotten-4", "zone": "blue"})]
    assert typed(desk, view, "lblue-7" + ENTER) == [Line({"lay": "blue-7"})]
    asked = replace(view, question=Question("rotten-4#1", ("blue", "green")))
    assert "Where does rotten 4 go?" in text_of(desk, asked)
    assert typed(desk, asked, "2") == [PlaceCard("green")]
    assert typed(desk, asked, ESCAPE) == [PlaceCard(None)]


@pytest.mark.parametrize(
    ("text", "correction"),
    [
        ("end", {"end_round": True}),
        ("turn Marie", {"turn": "Marie"}),
        ("out Anne Marie", {"out": "Anne Marie"}),
        ("hand Luc 4", {"hand": {"Luc": 4}}),
        ("missed blue-7 3", {"insert": {"lay": "blue-7"}, "back": 3}),
        ("missed rotten-4 blue 1", {"insert": {"lay": "rotten-4", "zone": "blue"}, "back": 1}),
        ("nonsense", {}),
    ],
)
def test_corrections_are_typed(text: str, correction: dict[str, Any]) -> None:
    assert typed(Desk("en"), table("thirteen"), "c" + text + ENTER) == [Line({"correct": correction})]


def test_a_demand_is_typed() -> None:
    view = table("gamate", players=4)
    assert typed(Desk("en"), view, "d4-12" + ENTER) == [Line({"choose": {"bid": {"run": [4, 12]}}})]
    assert demand("green only") == {"colour": "green", "exclusive": True}
    assert demand("what is this now") == {}


def test_that_one_was_luc_s() -> None:
    view = table("ninja", {"lay": "7"}, {"lay": "7"})
    assert view.match
    doubt = replace(view, match=replace(view.match, theirs=1))
    assert "that one was Luc’s" in text_of(Desk("en"), doubt)
    assert typed(Desk("en"), doubt, "!") == [WasTheirs()]


def test_refusals_troubles_and_the_simulation_are_said() -> None:
    view = replace(
        table("thirteen"),
        notice=Notice(NoticeKind.REFUSED, "wrong-colour", "left", (("card", "blue-7#1"),)),
        troubles=(Trouble("link-lost"),),
    )
    shown = text_of(Desk("en"), view)
    assert "✖ A coloured card goes only on the target of its own colour." in shown
    assert "plug their cable back in" in shown
    assert "SIMULATED" in shown
    assert "SIMULATED" not in text_of(Desk("en"), replace(view, simulated=False))


def test_the_language_changes_with_a_key_and_follows_the_table() -> None:
    desk, view = Desk("fr"), replace(table("thirteen"), language="fr")
    assert "pose une carte sur une cible" in text_of(desk, view)
    assert typed(desk, view, "L") == [SetLanguage("en")]
    assert "lay a card on a target" in text_of(desk, replace(view, language="en"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 120])
def test_every_board_draws_in_every_language(language: str, width: int) -> None:
    for game in games.NAMES:
        players = max(3, games.game(game).SEATS[0])
        for lines in ([], [{"correct": {"end_round": True}}]):
            view = replace(table(game, *lines, players=players), language=language)
            shown = text_of(Desk(language), view, width)
            assert all(len(line) <= width for line in shown.splitlines())


def test_any_other_key_is_a_touch_and_ctrl_c_leaves() -> None:
    desk = Desk("en")
    assert typed(desk, TableView(language="en"), "~") == [Touch()]
    desk.press(QUIT, TableView(language="en"))
    assert desk.quit


class TypedKeys:
    def __init__(self, text: str = "") -> None:
        self.text = text

    def read(self) -> str:
        text, self.text = self.text, ""
        return text

    def close(self) -> None:
        pass


def test_the_display_draws_only_what_changed() -> None:
    out = io.StringIO()
    keys = TypedKeys()
    display = Terminal(Console(file=out, width=80, height=24, force_terminal=True), keys, "en")
    view = table("thirteen")
    display.draw(view, 0.0)
    drawn = len(out.getvalue())
    display.draw(view, 1.0)
    assert len(out.getvalue()) == drawn
    keys.text = "p"
    assert display.intents(2.0) == [Pause()]
    display.draw(view, 2.0)
    assert len(out.getvalue()) > drawn
    display.close()
