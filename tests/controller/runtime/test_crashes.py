"""What should not happen happens: the table says so and works on, and no start meets the same crash again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.intents import Act, Line, NewMatch, PlayByTouch, ResumeMatch, Touch
from controller.runtime import compose
from controller.runtime.app import SPIN, App
from controller.runtime.compose import opened
from controller.runtime.crashes import HEALTHY_S, MOST, Crashes
from controller.settings import table_file
from controller.simulation.demo import AttractMode
from controller.simulation.laying import STEP_S
from controller.storage import log
from controller.table import live_match
from controller.view import Mode
from engine import games
from engine.rules import Lay
from hardware.pads import HardwareError, PadReader
from tests.controller.runtime.test_app import BLUE_7, THIRTEEN, Cottage, Screen


@pytest.fixture
def cottage(tmp_path: Path) -> Iterator[Cottage]:
    cottage = Cottage(tmp_path)
    yield cottage
    cottage.close()


def fails(*_: object) -> Any:
    raise ZeroDivisionError


def fails_with_a_match(cottage: Cottage, step: Callable[..., Any]) -> Callable[..., Any]:
    def tried(*args: Any) -> Any:
        return fails() if cottage.parts.table.view.match else step(*args)

    return tried


def codes(cottage: Cottage) -> list[str]:
    return [trouble.code for trouble in cottage.screen.view.troubles]


def played(cottage: Cottage) -> None:
    cottage.touch(THIRTEEN)
    cottage.put()
    cottage.wait(0.4)
    assert len(cottage.screen.view.match.log) == 1


PARTS = {
    "table": lambda cottage: (cottage.parts.table, "tick"),
    "display": lambda cottage: (cottage.screen, "draw"),
    "touches": lambda cottage: (cottage.parts.table, "handle"),
}


@pytest.mark.parametrize("part", PARTS)
def test_the_match_that_made_something_fail_is_put_by_and_the_menu_comes(
    cottage: Cottage, part: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played(cottage)
    owner, step = PARTS[part](cottage)
    monkeypatch.setattr(owner, step, fails_with_a_match(cottage, getattr(owner, step)))
    cottage.touch(Touch())
    cottage.wait(0.1)
    view = cottage.screen.view
    assert (view.match, view.mode, codes(cottage)) == (None, Mode.IDLE, ["crashed"])
    assert [kept.names for kept in view.resumable] == [("Marie", "Joueur 2", "Luc")]
    said = capsys.readouterr().err
    assert said.startswith("Something went wrong that should not (ZeroDivisionError in test_crashes.py")
    assert said.count("\n") == 1
    (crash,) = [line for line in log.last_lines(cottage.folder, 50) if '"what":"crash"' in line]
    assert "ZeroDivisionError" in crash
    assert "Marie" not in crash
    monkeypatch.undo()
    cottage.close()
    cottage.open()
    assert cottage.screen.view.match is None
    assert codes(cottage) == []
    cottage.touch(ResumeMatch(view.resumable[0].match))
    assert len(cottage.screen.view.match.log) == 1


def test_pads_that_fail_are_done_without_and_the_match_goes_on_by_touch(
    cottage: Cottage, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(cottage)
    monkeypatch.setattr(cottage.pads, "poll", fails)
    cottage.wait(1.0)
    assert codes(cottage) == ["link-lost"]
    assert isinstance(cottage.app._hardware.pads, PadReader)
    yellow = games.game("thirteen").deck.names.index("yellow-7#1")
    cottage.touch(Act(Lay(yellow, 1)))
    assert len(cottage.screen.view.match.log) == 2
    assert cottage.app.rest(cottage.now) != 0.0


def test_a_demo_that_fails_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cottage = Cottage(tmp_path, attract_after=5.0)
    monkeypatch.setattr(AttractMode, "turn", fails)
    cottage.wait(10.0)
    assert cottage.app._attract is None
    assert codes(cottage) == []
    cottage.close()


def test_what_fails_again_and_again_ends_the_program_so_that_it_is_started_afresh(
    cottage: Cottage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cottage.parts.table, "tick", fails)
    for _ in range(SPIN):
        cottage.app.turn(cottage.now)
    with pytest.raises(ZeroDivisionError):
        cottage.app.turn(cottage.now)


def test_a_screen_that_cannot_even_show_the_menu_ends_the_program(
    cottage: Cottage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cottage.screen, "draw", fails)
    with pytest.raises(ZeroDivisionError):
        cottage.app.turn(cottage.now)


def test_a_match_that_no_start_can_take_up_is_put_by(
    cottage: Cottage, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(cottage)
    cottage.close()
    monkeypatch.setattr(live_match, "resume", fails)
    cottage.open()
    assert (cottage.screen.view.match, codes(cottage)) == (None, ["crashed"])
    assert len(cottage.screen.view.resumable) == 1


def break_down(cottage: Cottage, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the loop ends by an exception."""
    monkeypatch.setattr(cottage.screen, "draw", fails)
    try:
        cottage.app.turn(cottage.now)
    except ZeroDivisionError as error:
        cottage._stack.__exit__(type(error), error, error.__traceback__)


def test_what_broke_down_twice_is_started_without_its_past_which_is_safe(
    cottage: Cottage, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(cottage)
    for number in range(MOST):
        cottage.open() if number else None
        cottage.screen.wishes.clear()
        cottage.parts.table.give_up("", cottage.now)
        break_down(cottage, monkeypatch)
    assert Crashes(cottage.folder).count == MOST
    cottage.open()
    assert codes(cottage) == ["crashed-again"]
    assert (cottage.screen.view.match, cottage.screen.view.resumable) == (None, ())
    cottage.touch(NewMatch("thirteen", ("Ann", "Bob", "Cy")))
    cottage.put(BLUE_7)
    cottage.wait(HEALTHY_S)
    assert len(cottage.screen.view.match.log) == 1
    cottage.close()
    cottage.open()
    assert codes(cottage) == []
    assert len(cottage.screen.view.resumable) == 1


def test_a_power_cut_is_no_crash(cottage: Cottage, monkeypatch: pytest.MonkeyPatch) -> None:
    played(cottage)
    assert Crashes(cottage.folder).count == 0
    assert not list(cottage.folder.glob("crashed"))


def test_a_hand_that_nobody_can_hold_does_not_stop_the_next_start(tmp_path: Path) -> None:
    file, now = table_file.read("", None), 1000.0
    with opened(file, tmp_path, lambda: now) as parts:
        parts.table.handle(NewMatch("pot", ("Ann", "Bob", "Cy"), seat_players=("careful",) * 3), now)
        parts.table.handle(Line({"correct": {"hand": {"Ann": 12}}}), now)
    with opened(file, tmp_path, lambda: now, by_hand=True) as parts:
        app = App(parts, Screen())
        for _ in range(200):
            now += STEP_S
            app.turn(now)
        assert parts.table.view.match.state["players"][0]["hand"] == 12
        assert parts.players.hand is not None
    assert not [line for line in log.last_lines(tmp_path, 500) if '"what":"crash"' in line]


def test_pads_that_cannot_be_opened_do_not_keep_the_table_from_coming_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(*_: Any, **__: Any) -> None:
        raise HardwareError("spidev0.0 is not there.")

    monkeypatch.setattr(compose, "build", build)
    file = table_file.read("", None)
    with pytest.raises(HardwareError), opened(file, tmp_path, lambda: 0.0):
        pass
    with opened(file, tmp_path, lambda: 0.0, without_pads=True) as parts:
        app = App(parts, screen := Screen())
        screen.wishes += [PlayByTouch(), THIRTEEN, Act(Lay(BLUE_7, 0))]
        app.turn(0.0)
        app.turn(0.1)
        (trouble,) = screen.view.troubles
        assert (trouble.code, trouble.detail) == ("link-lost", "spidev0.0 is not there.")
        assert len(screen.view.match.log) == 1
