"""Games as the displays know them: those that ship, some that say nothing of themselves, broken, many."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import pygame
import pytest
from rich.console import Console, Group

from controller.gallery import screens
from controller.gallery.scenes import Shot, reached, shots, shown
from controller.view import Finding, Notice, NoticeKind
from display.card_art import cards
from display.games import Presentation, RulePage, Scene, game_of, presentation
from display.screens.layout import layout
from display.screens.ui import Asking, Choosing, Correcting, Hosting, Rules, Scores, Searching, Setting, Ui
from display.terminal.terminal import Desk
from display.text import words as sentences
from display.text.words import Words
from display.widgets.theme import Scale
from display.widgets.widgets import Card, Text
from display.window.paint import Painter
from engine import games
from engine.rules import Game
from tests.display.screens.test_screens import SIZES
from tests.display.text.test_words import messages
from tests.screen_faults import faults

Add = Callable[..., None]
SHIPPED = games.names()
HOST = screens.TableView(host=screens.host.seen())


def forget() -> None:
    for kept in (presentation, sentences._of, cards.card):
        kept.cache_clear()


@pytest.fixture
def add(monkeypatch: pytest.MonkeyPatch) -> Iterator[Add]:
    """Makes these records the games there are."""

    def only(*records: Game) -> None:
        known = {record.name: record for record in records}
        monkeypatch.setattr(games, "game", known.__getitem__)
        monkeypatch.setattr(games, "names", lambda: tuple(known))
        monkeypatch.setattr(games, "home", lambda name: None)
        forget()

    yield only
    forget()


def bare(name: str, new: str) -> Game:
    """The rules and the deck of a game under another name, for which there is no presentation."""
    game = games.game(name)
    return replace(game, name=new, deck=replace(game.deck, name=new))


def wrong(shot: Shot, size: tuple[int, int], language: str = "fr") -> list[str]:
    scale = Scale(*size, flat=shot.flat)
    return [
        f"{shot.name}: {fault}" for fault in faults(layout(shot.view, shot.ui, scale, Words(language)), scale)
    ]


def texts(shot: Shot, language: str = "en") -> list[str]:
    widgets = layout(shot.view, shot.ui, Scale(*SIZES[0]), Words(language))
    return [" ".join(widget.lines) for widget in widgets if isinstance(widget, Text)]


# Those that ship


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_game_is_shown_by_its_own_presentation(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = presentation(name)
    assert found.idea and found.samples and len(found.rules) >= 4
    assert set(found.zones) == set(games.game(name).zones)
    assert set(found.options) == set(games.game(name).options)
    assert f"deal-{name}" in [shot.name for shot in shots(name)]
    assert not capsys.readouterr().err, "none of its functions fell back to the default"


def test_a_deal_that_does_not_come_out_even_says_both_numbers() -> None:
    (dealt,) = (shot for shot in shots("thirteen") if shot.name == "deal-all")
    assert any("8 or 9 cards to each" in text for text in texts(dealt))


# One that says nothing of itself


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_game_without_a_presentation_goes_through_all_screens(
    name: str, size: tuple[int, int], add: Add
) -> None:
    add(*(games.game(other) for other in SHIPPED), bare(name, "invented"))
    found = [*shots("invented")]
    now = next(shot for shot in found if shot.name == "invented").view
    assert now.match
    notice = Notice(NoticeKind.REFUSED, "never-heard-of", "left", (("card", games.game(name).deck.names[0]),))
    found += [
        Shot("players", screens.TableView(), Ui(setting=Setting.of("invented"))),
        Shot("rules", screens.TableView(), Ui(over=Rules("invented"))),
        Shot("correct", now, Ui(over=Correcting())),
        Shot("forgotten", now, Ui(over=Correcting(inserting=True))),
        Shot("choose", now, Ui(over=Choosing())),
        Shot("hands", now, Ui(over=Asking("hands"))),
        Shot("refused", replace(now, notice=notice)),
        Shot("finder", screens.TableView(), Ui(over=Searching("invented"))),
        Shot("host", HOST, Ui(over=Hosting("card", deck="invented"))),
    ]
    painter = Painter(pygame.Surface(size))
    for shot in found:
        assert wrong(shot, size) == []
        painter.show(layout(shot.view, shot.ui, Scale(*size, flat=shot.flat), Words("de")))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_game_without_a_presentation_can_be_read_on_the_terminal(name: str, add: Add) -> None:
    add(bare(name, "invented"))
    for shot in shots("invented"):
        console = Console(width=100, height=40)
        with console.capture() as taken:
            console.print(Group(*(part.what for part in Desk("en").parts(replace(shot.view, language="en")))))
        assert "Invented" in taken.get()


def test_a_bare_board_shows_the_cards_that_lie_there_and_what_is_to_be_done(add: Add) -> None:
    add(bare("ninja", "invented"))
    view = shown(reached("invented", Scene(name="", seats=4, steps=[{"lay": "7#1"}, {"press": "done"}])))
    widgets = layout(view, Ui(), Scale(800, 480), Words("en"))
    assert "7#1" in [widget.name for widget in widgets if isinstance(widget, Card)]
    assert "play a card." in texts(Shot("", view))
    assert Words("en").of("invented").card("7#1") == "7"
    assert Words("fr").of("invented").zone("centre") == "centre"
    assert "Pad" not in Words("en").finding(Finding("left", "foreign", "7#1"), "invented")


def test_choices_of_a_bare_game_are_on_its_board(add: Add) -> None:
    add(bare("ninja", "invented"))
    done = {"press": "done"}
    given = [{"lay": "4#1"}, done, {"lay": "13#1"}, done]
    told = texts(Shot("", shown(reached("invented", Scene(name="", seats=4, steps=given)))))
    assert {"Give: None", "Give: 0"} <= set(told)


def test_what_a_removed_game_left_in_the_past_is_still_shown(add: Add) -> None:
    played = next(shot for shot in screens._past() if shot.name == "scores")
    add(games.game("thirteen"))
    assert "Gamate" in texts(played)
    assert wrong(played, SIZES[0]) == []
    assert game_of("gamate") == "gamate"


# A broken one


def bring(monkeypatch: pytest.MonkeyPatch, home: str | None = "brought", **fields: Any) -> None:
    """A presentation of the game "invented", which is installed or, without a *home*, ships."""
    module = ModuleType(f"{home}.presentation" if home else "display.games.invented")
    module.__spec__ = ModuleSpec(module.__name__, None)
    module.__dict__["PRESENTATION"] = Presentation(**{"title": "Brought", **fields})
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(games, "home", lambda name: home)


def test_a_presentation_that_is_none_gives_way_to_the_default_in_one_sentence(
    add: Add, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    add(bare("ninja", "invented"))
    monkeypatch.setattr(games, "home", lambda name: "brought")
    monkeypatch.setitem(sys.modules, "brought.presentation", ModuleType("brought.presentation"))
    assert presentation("invented").title == "Invented"
    told = capsys.readouterr().err
    assert told.startswith("The game invented is shown plainly: ValueError: its module does not end")
    assert told.count("\n") == 1


def test_a_presentation_with_cards_of_another_deck_gives_way_to_the_default(
    add: Add, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    add(bare("ninja", "invented"))
    bring(monkeypatch, rules=(RulePage("How", ("blue-7#1",), "So."),))
    assert presentation("invented").rules == ()
    assert "there is no card blue-7#1" in capsys.readouterr().err


def test_a_board_that_fails_gives_way_to_the_bare_one_and_leaves_nothing_behind(
    add: Add, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def board(page: Any, box: Any, *rest: Any) -> None:
        page.text(box, "half a board", 20)
        raise RuntimeError("no such\nfield")

    add(bare("ninja", "invented"))
    bring(monkeypatch, board=board)
    shot = next(shot for shot in shots("invented") if shot.name == "invented-first")
    for _ in range(2):
        told = texts(shot)
        assert any(text.startswith("Brought") for text in told)
        assert "half a board" not in told and "Centre" in told
    assert capsys.readouterr().err == "The game invented is shown plainly: RuntimeError: no such field.\n"


def test_a_mistake_in_a_game_that_ships_is_not_hidden(add: Add, monkeypatch: pytest.MonkeyPatch) -> None:
    add(bare("ninja", "invented"))
    bring(monkeypatch, home=None, instruction=lambda words, match: 1 / 0)
    shot = next(shot for shot in shots("invented") if shot.name == "invented-first")
    with pytest.raises(ZeroDivisionError):
        texts(shot)
    bring(monkeypatch, home=None, samples=("blue-7#1",))
    presentation.cache_clear()
    with pytest.raises(ValueError, match="there is no card blue-7#1"):
        presentation("invented")


# Many, and few


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("number", [1, 2, 3, 5, 6, 8, 12])
def test_any_number_of_games_has_room_wherever_they_are_listed(
    number: int, size: tuple[int, int], add: Add
) -> None:
    more = [bare(SHIPPED[at % 4], f"game_{at}") for at in range(4, 12)]
    add(*[*(games.game(name) for name in SHIPPED), *more][:number])
    names, reachable = games.names(), set()
    for page in range(3):
        menu = Shot("menu", screens.TableView(), Ui(menu=page))
        assert wrong(menu, size) == []
        widgets = layout(menu.view, menu.ui, Scale(*size), Words("fr"))
        reachable |= {widget.deck for widget in widgets if isinstance(widget, Card)}
    assert reachable == set(names)
    for name in (names[0], names[-1]):
        for over in (Scores(game=name), Searching(name), Hosting("cards", deck=name), Hosting("file")):
            view = HOST if isinstance(over, Hosting) else screens.TableView()
            assert wrong(Shot(f"{over}", view, Ui(over=over)), size) == []


@pytest.mark.parametrize("name", SHIPPED)
def test_what_a_game_says_otherwise_is_something_the_table_says(name: str) -> None:
    assert set(presentation(name).otherwise) <= set(messages())


def test_a_deal_is_no_manche_in_a_game_that_has_manches() -> None:
    now = shown(reached("gamate", Scene(name="", seats=4)), simulated=False)
    assert any("donne 1" in text for text in texts(Shot("", now, Ui(ready=(1, 1))), "fr"))
    assert Words("fr").of("pot").say("round {number}", number=1) == "manche 1"
