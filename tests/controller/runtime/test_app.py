"""The loop: cards, buttons and touches go in, rims, beeps and views come out; nothing burns while idle."""

from __future__ import annotations

import argparse
import os
import signal
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from datetime import datetime
from pathlib import Path

import pytest

from controller.commands import play
from controller.errors import UserError
from controller.intents import Act, Enrol, Intent, Leave, NewMatch, SetLanguage, Touch
from controller.runtime.app import SETTLED_S, App
from controller.runtime.blanking import AWAKE_S
from controller.runtime.compose import opened
from controller.runtime.displays import FRAME_S, NoDisplay, open_display
from controller.runtime.rim_colours import rim
from controller.settings import rows, table_file
from controller.simulation.demo import AttractMode
from controller.simulation.laying import STEP_S, tag, teach
from controller.view import Effect, Light, Mode, PadView, Ruled, TableView
from engine import games
from engine.match import UNDO
from engine.rules import Out
from hardware import effects
from hardware.backends.hub import HAIL_EVERY_S
from hardware.effects import Beep
from hardware.panel import Button
from hardware.simulation.hub import HubSimulator

BLUE_7 = games.game("thirteen").deck.names.index("blue-7#1")


class Screen:
    """A display that remembers what it was shown, and wants what it is told to want."""

    def __init__(self) -> None:
        self.view = TableView()
        self.heard: list[tuple[Effect, TableView]] = []
        self.wishes: list[Intent] = []
        self.wants_to_quit = False
        self.closed = False

    def draw(self, view: TableView, now: float) -> None:
        self.view = view

    def hear(self, effect: Effect, view: TableView) -> None:
        self.heard.append((effect, view))

    def intents(self, now: float) -> Iterable[Intent]:
        wishes, self.wishes = self.wishes, []
        return wishes

    def fileno(self) -> int | None:
        return None

    def close(self) -> None:
        self.closed = True


class Cottage:
    """A table in a cottage, with a screen, in a time of its own."""

    def __init__(
        self, folder: Path, text: str = "", attract_after: float | None = None, hour: int = 12
    ) -> None:
        self.now, self.hour = 1000.0, hour
        self.folder, self.file = folder, table_file.read(text, None)
        self._stack = ExitStack()
        self.open(attract_after)

    def open(self, attract_after: float | None = None) -> None:
        parts = self._stack.enter_context(opened(self.file, self.folder, lambda: self.now, self.wall))
        if not parts.registry.enrolled():
            teach(parts.registry, "thirteen")
        self.parts, self.screen = parts, Screen()
        kiosk = AttractMode(self.file, attract_after, self.now, seed=1) if attract_after is not None else None
        self.app = App(parts, self.screen, kiosk)
        self.wait(1.0)

    def wall(self) -> float:
        return datetime(2026, 7, 1, self.hour).timestamp()

    def close(self) -> None:
        self._stack.close()

    @property
    def pads(self) -> object:
        return self.parts.hardware.pads

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP_S)):
            self.now += STEP_S
            self.app.turn(self.now)

    def touch(self, *wishes: Intent) -> None:
        self.screen.wishes += wishes
        self.app.turn(self.now)

    def put(self, card: int = BLUE_7, pad: str = "left") -> None:
        self.pads.put(tag("thirteen", card), pad)

    def rim(self, pad: str = "left") -> effects.RimLight:
        return self.pads.rims[pad]


@pytest.fixture
def cottage(tmp_path: Path) -> Iterator[Cottage]:
    cottage = Cottage(tmp_path)
    yield cottage
    cottage.close()


THIRTEEN = NewMatch("thirteen", ("Marie", "", "Luc"))


def test_a_card_shines_white_when_seen_and_green_when_it_is_on_disk(cottage: Cottage) -> None:
    cottage.touch(THIRTEEN)
    assert cottage.rim() == effects.zone(0, 60, 255)
    cottage.put()
    cottage.wait(2 * STEP_S)
    assert cottage.rim() == effects.SEEN
    assert list(cottage.pads.beeps) == []
    cottage.wait(0.3)
    assert cottage.rim() == effects.ACCEPTED
    assert list(cottage.pads.beeps) == [Beep.ACCEPTED]
    assert cottage.screen.view.match.log[-1].line == {"lay": "blue-7#1", "zone": "blue"}
    cottage.wait(2.0)
    assert cottage.rim() == effects.zone(0, 60, 255)


def test_every_light_of_the_view_has_a_rim_and_every_zone_a_colour() -> None:
    for light in Light:
        assert rim(PadView("left", "blue", light))
    colours = [
        rim(PadView("left", zone, Light.ZONE)) for name in games.names() for zone in games.game(name).zones
    ]
    assert all(shines.pattern == "steady" and 0 < max(shines[:3]) < 100 for shines in colours)
    assert len({rim(PadView("left", zone, Light.ZONE)) for zone in ("blue", "yellow", "green")}) == 3


def test_the_demo_and_whoever_comes_next_find_the_language_of_the_house(tmp_path: Path) -> None:
    cottage = Cottage(tmp_path, attract_after=30.0)
    cottage.touch(SetLanguage("de"))
    cottage.wait(29.0)
    assert cottage.screen.view.language == "de"
    cottage.wait(3.0)
    assert (cottage.screen.view.demo, cottage.screen.view.language) == (True, "fr")
    cottage.touch(Touch())
    assert (cottage.screen.view.demo, cottage.screen.view.language) == (False, "fr")
    cottage.close()


def test_a_display_hears_each_ruling_with_the_view_it_made(cottage: Cottage) -> None:
    cottage.touch(THIRTEEN)
    cottage.put()
    cottage.wait(0.4)
    cottage.touch(Act(UNDO), Act(UNDO))
    rulings = [(effect, view) for effect, view in cottage.screen.heard if isinstance(effect, Ruled)]
    assert [effect.line for effect, _ in rulings] == [
        {"lay": "blue-7#1", "zone": "blue"},
        {"undo": True},
        {"undo": True},
    ]
    assert [effect.refusal for effect, _ in rulings] == [None, None, "not-now"]
    assert [len(view.match.log) for _, view in rulings] == [1, 0, 0]


def test_the_match_goes_on_where_it_stood(cottage: Cottage) -> None:
    cottage.touch(THIRTEEN)
    cottage.put()
    cottage.wait(0.4)
    before = cottage.screen.view.match
    cottage.close()
    cottage.open()
    assert cottage.screen.view.match.state == before.state
    assert cottage.screen.view.match.names == ("Marie", "Joueur 2", "Luc")


def test_teaching_a_deck_leaves_a_match_as_it_stands(cottage: Cottage) -> None:
    cottage.touch(THIRTEEN)
    cottage.put()
    cottage.wait(0.4)
    before = cottage.screen.view.match
    cottage.close()
    with opened(cottage.file, cottage.folder, lambda: cottage.now, cottage.wall, matches=False) as parts:
        parts.table.handle(Enrol("pot"), cottage.now)
        assert (parts.table.view.mode, parts.table.view.match) == (Mode.ENROLLING, None)
        assert parts.registry.enrolled() == {"thirteen": 50}
    cottage.open()
    assert cottage.screen.view.match.state == before.state


def test_nothing_is_due_while_nobody_is_there_but_a_backup_a_day(cottage: Cottage) -> None:
    assert cottage.app.rest(cottage.now) > 86_000
    cottage.touch(SetLanguage("de"))
    assert cottage.app.rest(cottage.now) > 86_000


def test_the_loop_wakes_for_whatever_the_table_waits_for(cottage: Cottage) -> None:
    cottage.touch(THIRTEEN)
    abandoned = cottage.file[rows.ABANDON_AFTER]
    assert cottage.app.rest(cottage.now) == pytest.approx(abandoned)
    cottage.now += abandoned
    cottage.app.turn(cottage.now)
    assert cottage.screen.view.mode is Mode.IDLE
    assert len(cottage.screen.view.resumable) == 1


def test_a_display_that_cannot_wake_us_is_looked_at(cottage: Cottage) -> None:
    class Window:
        wants_to_quit = False

        def draw(self, view: TableView, now: float) -> None:
            pass

        def intents(self, now: float) -> Iterable[Intent]:
            return ()

        def close(self) -> None:
            pass

    assert App(cottage.parts, Window()).rest(cottage.now) == pytest.approx(FRAME_S)


def test_a_hub_is_hailed_often_enough_and_waited_on(tmp_path: Path) -> None:
    hub = HubSimulator(tmp_path / "hub")
    hub.run(4.0)
    file = table_file.read("", None).with_hub(str(tmp_path / "hub"))
    with opened(file, tmp_path / "data", lambda: 0.0) as parts:
        app = App(parts, NoDisplay())
        app.turn(0.0)
        assert app.rest(0.0) == pytest.approx(HAIL_EVERY_S)
        assert app.rest(10.0) == pytest.approx(HAIL_EVERY_S)
        assert parts.hardware.pads.fileno() in app._readable()
    hub.close()


def test_where_cards_were_seen_is_written_down_in_a_quiet_moment(cottage: Cottage) -> None:
    cottage.touch(THIRTEEN)
    cottage.put()
    cottage.wait(SETTLED_S + 1)
    cottage.close()
    cottage.open()
    assert cottage.parts.registry.last_seen("thirteen", 1).keys() == {"blue-7#1"}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_system_may_end_it_in_order(cottage: Cottage, number: signal.Signals) -> None:
    before = signal.getsignal(number)

    class Impatient(Screen):
        def draw(self, view: TableView, now: float) -> None:
            os.kill(os.getpid(), number)

    App(cottage.parts, Impatient()).run(lambda: cottage.now)  # otherwise it would sleep for ever
    assert signal.getsignal(number) is before


def test_a_display_may_end_it(cottage: Cottage) -> None:
    cottage.screen.wants_to_quit = True
    turns = cottage.app.turns
    cottage.app.run(lambda: cottage.now)
    assert cottage.app.turns == turns + 1


def test_without_a_screen_and_a_terminal_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    file = table_file.read("", None)
    assert isinstance(open_display("none", file), NoDisplay)
    for name in ("window", "terminal", None):
        with pytest.raises(UserError, match=r"no terminal .* --display none --json\.$"):
            open_display(name, file)


def test_where_there_is_a_screen_there_is_a_window_that_says_how_it_gets_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with closing(open_display(None, table_file.read("[display]\nsize = [800, 480]", None))) as window:
        window.draw(TableView(), 0.0)
        assert list(window.intents(0.0)) == []
    assert capsys.readouterr().err == "The window uses the dummy driver of SDL.\n"


def test_a_table_that_starts_by_itself_waits_for_its_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such")
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    with closing(open_display(None, table_file.read("[display]\nfullscreen = true", None))) as window:
        window.draw(TableView(), 0.0)
        assert list(window.intents(0.0)) == []
    assert capsys.readouterr().err.startswith("No screen can be opened yet")


def test_without_a_screen_the_terminal_shows_the_table_and_one_sentence_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such")
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True)
    asked: list[bool] = []
    monkeypatch.setattr(
        "controller.runtime.displays._terminal", lambda file, instead: asked.append(instead) or NoDisplay()
    )
    assert isinstance(open_display(None, table_file.read("[display]\nfullscreen = true", None)), NoDisplay)
    said = capsys.readouterr().err
    open_display("terminal", table_file.read("", None))
    assert asked == [True, False]
    assert capsys.readouterr().err == ""
    assert said.startswith("No window can be opened here (no-such: ")
    assert said.endswith("). The table is shown in the terminal.\n")


# The kiosk


def attracted(cottage: Cottage) -> bool:
    return cottage.screen.view.demo


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Cottage]:
    kiosk = Cottage(tmp_path, attract_after=60.0)
    yield kiosk
    kiosk.close()


def test_when_nobody_has_been_there_for_a_while_bots_play(kiosk: Cottage) -> None:
    kiosk.wait(58.0)
    assert not attracted(kiosk)
    kiosk.wait(2.0)
    assert attracted(kiosk)
    assert kiosk.screen.view.match.game == "thirteen"
    kiosk.wait(20.0)
    assert kiosk.screen.view.match.log
    assert kiosk.app.rest(kiosk.now) <= STEP_S


def test_a_touch_ends_the_demo_and_means_nothing_else(kiosk: Cottage) -> None:
    kiosk.wait(70.0)
    kiosk.touch(THIRTEEN)
    assert not attracted(kiosk)
    assert kiosk.screen.view.match is None
    kiosk.touch(THIRTEEN)
    assert kiosk.screen.view.match.game == "thirteen"


def test_a_real_card_ends_the_demo_at_once_and_is_named(kiosk: Cottage) -> None:
    kiosk.wait(70.0)
    kiosk.put()
    kiosk.wait(2 * STEP_S)
    assert not attracted(kiosk)
    kiosk.wait(0.3)
    assert kiosk.screen.view.notice.code == "card-of-game"


def test_the_demo_tells_who_won_here(kiosk: Cottage) -> None:
    kiosk.touch(NewMatch("ninja", ("Marie", "Luc")))
    kiosk.touch(Act(Out(1)))
    kiosk.touch(Leave())
    kiosk.wait(70.0)
    assert attracted(kiosk)
    (played,) = kiosk.screen.view.last
    assert (played.game, [played.names[seat] for seat in played.winners]) == ("ninja", ["Luc"])


def test_a_button_ends_the_demo(kiosk: Cottage, monkeypatch: pytest.MonkeyPatch) -> None:
    kiosk.wait(70.0)
    monkeypatch.setattr(kiosk.parts.hardware, "buttons", lambda now: [Button.DONE])
    kiosk.app.turn(kiosk.now)
    assert not attracted(kiosk)


def test_nobody_is_disturbed_by_a_demo_while_they_think(kiosk: Cottage) -> None:
    kiosk.touch(THIRTEEN)
    kiosk.wait(120.0)
    assert not attracted(kiosk)


def test_each_touch_puts_the_demo_off(kiosk: Cottage) -> None:
    for _ in range(3):
        kiosk.wait(50.0)
        kiosk.touch(Touch())
    assert not attracted(kiosk)


def test_a_demo_leaves_nothing_behind(kiosk: Cottage) -> None:
    before = {path.name: path.read_bytes() for path in kiosk.folder.iterdir()}
    kiosk.wait(300.0)
    assert attracted(kiosk)
    kiosk.touch(Touch())
    assert {path.name: path.read_bytes() for path in kiosk.folder.iterdir()} == before
    assert kiosk.screen.view.guests == ()
    assert kiosk.screen.view.resumable == ()


# The night

NIGHT = '[kiosk]\nblank = "23:30-07:00"\nattract_after = 0'


@pytest.fixture
def asleep(tmp_path: Path) -> Iterator[Cottage]:
    asleep = Cottage(tmp_path, NIGHT, attract_after=60.0, hour=3)
    yield asleep
    asleep.close()


def test_at_night_the_screen_is_dark_and_the_demo_sleeps(asleep: Cottage) -> None:
    assert asleep.screen.view.dark
    asleep.wait(120.0)
    assert asleep.screen.view.dark
    assert not attracted(asleep)
    assert asleep.app.rest(asleep.now) >= 10.0
    asleep.hour = 8
    asleep.wait(61.0)
    assert attracted(asleep)
    assert not asleep.screen.view.dark


def test_a_touch_makes_light_for_a_while_and_means_nothing_else(asleep: Cottage) -> None:
    asleep.touch(THIRTEEN)
    assert not asleep.screen.view.dark
    assert asleep.screen.view.match is None
    asleep.wait(50.0)
    assert not asleep.screen.view.dark
    asleep.wait(AWAKE_S)
    assert asleep.screen.view.dark


def test_a_card_makes_light(asleep: Cottage) -> None:
    asleep.put()
    asleep.wait(0.5)
    assert not asleep.screen.view.dark
    assert asleep.screen.view.notice.code == "card-of-game"


def test_nobody_is_left_in_the_dark_in_the_middle_of_a_match(asleep: Cottage) -> None:
    asleep.touch(Touch(), THIRTEEN)
    asleep.touch(THIRTEEN)
    asleep.wait(2 * AWAKE_S)
    assert not asleep.screen.view.dark


# Played by hand


def test_simulated_pads_are_a_table_to_play_on_where_somebody_can_see_it(tmp_path: Path) -> None:
    file = table_file.read("", None)
    with opened(file, tmp_path, lambda: 0.0, lambda: 0.0, by_hand=True) as parts:
        assert parts.players
        assert "thirteen" not in parts.registry.enrolled()  # simulated cards are nobody's real ones
    with opened(file, tmp_path, lambda: 0.0, lambda: 0.0) as parts:
        assert parts.players is None


def test_real_pads_never_are(tmp_path: Path) -> None:
    with closing(HubSimulator(tmp_path / "hub")) as hub:
        hub.run(4.0)
        file = table_file.read("", None).with_hub(str(tmp_path / "hub"))
        with opened(file, tmp_path / "data", lambda: 0.0, by_hand=True) as parts:
            assert parts.players is None
            assert parts.table.view.seat_players == ()


def test_the_command_line_says_who_plays_by_hand() -> None:
    def asked(*words: str) -> tuple[str, ...]:
        parser = argparse.ArgumentParser()
        play.arguments(parser)
        wanted = play.match(parser.parse_args(["--game", "pot", "--players", "Ann,Bob,Cy", *words]))
        assert wanted
        return wanted.seat_players

    assert asked() == ("hand", "careful", "careful")
    assert asked("--bots", "expert") == ("hand", "expert", "expert")
    assert asked("--hands", "Bob,Cy") == ("careful", "hand", "hand")
