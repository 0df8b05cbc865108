"""The host at the window: through pygame's own events, on the real table with its data folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pygame
import pytest

from controller.cards import decks
from controller.intents import PlayByTouch
from controller.runtime.app import App
from controller.runtime.compose import make_host, opened
from controller.runtime.host import IDLE_S
from controller.settings import host_settings, pin, rows, table_file
from controller.simulation.demo import AttractMode
from controller.simulation.laying import STEP_S, tag, teach
from controller.view import Light, Mode, Stick, TableView
from display.games.gamate.grid import LIT
from display.screens.ui import Hosting
from display.sound.sounds import Noise
from display.widgets.widgets import Pad, Panel, Text, touchables
from display.window import screen
from display.window.window import Window
from engine import games
from hardware.effects import SEEN, WAITING
from tests.controller.house import AtOnce
from tests.display.visitors import Visitors, happens

PIN = pin.hashed("2468", b"saltsalt")
KIOSK = f'language = "en"\n[display]\nfullscreen = true\n[kiosk]\npin = "{PIN}"\nattract_after = 0\n'


class Landlord(Visitors):
    """Whoever lets the cottage, at its table."""

    def __init__(self, folder: Path, text: str = 'language = "en"') -> None:
        self.folder, self.text, self.now, self.size = folder, text, 1000.0, (800, 480)
        self.start()

    def start(self) -> None:
        self._stack = ExitStack()
        parts = self._stack.enter_context(
            opened(table_file.read(self.text, None), self.folder, lambda: self.now, lambda: 1.8e9)
        )
        self.parts = parts
        kiosk = parts.file[rows.FULLSCREEN]
        opened_screen = screen.opened(self.size, cursor=not kiosk)
        self.window = Window(opened_screen, language="en", volume=0.7, kiosk=kiosk, moves=False)
        pygame.event.get()
        self.demo_after(None)

    def demo_after(self, seconds: float | None) -> None:
        kiosk = AttractMode(self.parts.file, seconds, self.now, seed=1) if seconds else None
        host = make_host(self.parts, self.window, kiosk, AtOnce(), self.now)
        self.app = App(self.parts, self.window, kiosk, host)
        self.wait(1.0)

    def close(self) -> None:
        self.window.close()
        self._stack.close()

    def restart(self) -> None:
        self.close()
        self.start()

    def look(self) -> None:
        for _ in range(3):
            self.app.turn(self.now)

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP_S)):
            self.now += STEP_S
            self.app.turn(self.now)

    def type(self, digits: str) -> None:
        self.keys(*digits, "return")

    def hold(self, sign: str) -> None:
        """Touch what only has a sign on it."""
        (place,) = self.signs(sign)
        self.press(place.box)

    def enter(self, digits: str = "") -> None:
        self.hold("gear")
        if digits:
            self.type(digits)

    @property
    def view(self) -> TableView:
        return self.parts.table.view


@pytest.fixture
def landlord(tmp_path: Path) -> Iterator[Landlord]:
    landlord = Landlord(tmp_path)
    yield landlord
    landlord.close()


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Landlord]:
    landlord = Landlord(tmp_path, KIOSK)
    yield landlord
    landlord.close()


# The lock


def test_the_gear_asks_for_the_pin_and_the_right_one_opens(kiosk: Landlord) -> None:
    kiosk.enter()
    assert kiosk.sees("The host’s PIN, please")
    kiosk.touch("2", "4", "6", "8")
    kiosk.hold("tick")
    assert kiosk.sees("For the host")
    kiosk.touch("Done")
    assert kiosk.sees("Touch a game")
    kiosk.enter()
    assert kiosk.sees("The host’s PIN, please")


def test_a_wrong_pin_has_to_wait_and_the_screen_says_how_long(kiosk: Landlord) -> None:
    kiosk.enter("1111")
    assert kiosk.sees("One wrong try. Try again in 2 seconds.")
    assert len(touchables(kiosk.window.widgets)) == 1  # the way back
    kiosk.type("2468")
    assert not kiosk.sees("For the host")
    kiosk.wait(1.1)
    assert kiosk.sees("Try again in one second.")
    kiosk.wait(1.0)
    kiosk.type("1111")
    assert kiosk.sees("2 wrong tries. Try again in 4 seconds.")
    kiosk.restart()
    kiosk.enter()
    assert kiosk.sees("2 wrong tries. Try again in 4 seconds.")
    kiosk.wait(4.1)
    kiosk.type("2468")
    assert kiosk.sees("For the host")


def test_a_pin_is_corrected_and_given_up(kiosk: Landlord) -> None:
    kiosk.enter()
    kiosk.keys("2", "4", "7", "backspace", "6", "8", "return")
    assert kiosk.sees("For the host")
    kiosk.touch("Done")
    kiosk.enter()
    kiosk.touch("Back")
    assert kiosk.sees("Touch a game")
    assert not kiosk.app._shown(kiosk.now).lock


def test_after_a_while_the_pages_are_locked_again(kiosk: Landlord) -> None:
    kiosk.enter("2468")
    kiosk.touch("About")
    kiosk.now += IDLE_S - 1
    kiosk.look()
    assert kiosk.sees("GPL-3.0 or later")
    kiosk.wait(2)
    assert kiosk.sees("Touch a game")
    kiosk.enter()
    assert kiosk.sees("The host’s PIN, please")


def test_no_demo_begins_while_the_host_is_here(landlord: Landlord) -> None:
    landlord.demo_after(20.0)
    landlord.enter()
    landlord.touch("About")
    landlord.wait(40.0)
    assert landlord.sees("GPL-3.0 or later")
    landlord.touch("Back", "Done")
    landlord.wait(21.0)
    assert landlord.sees("Lay a card, or touch")


def test_a_kiosk_is_left_only_with_the_pin(kiosk: Landlord) -> None:
    happens(pygame.QUIT)
    kiosk.keys("escape", "q")
    assert not kiosk.app.wants_to_quit
    kiosk.enter("2468")
    kiosk.touch("Switch off", "Leave the table")
    assert kiosk.sees("Leave the table, back to the desktop?") and not kiosk.app.wants_to_quit
    kiosk.touch("No, back")
    assert not kiosk.app.wants_to_quit
    kiosk.touch("Leave the table", "Leave the table")
    assert kiosk.app.wants_to_quit


def test_guests_see_nothing_of_it(kiosk: Landlord) -> None:
    kiosk.enter()
    shown = kiosk.app._shown(kiosk.now)
    assert shown.lock and shown.host is None
    kiosk.touch("Back")
    assert kiosk.app._shown(kiosk.now) == kiosk.view


def test_a_new_pin_is_typed_twice(landlord: Landlord) -> None:
    landlord.enter()
    landlord.touch("PIN")
    landlord.type("13579")
    landlord.type("24680")
    assert landlord.sees("These were two different PINs: start again.")
    landlord.type("13579")
    assert landlord.sees("Once more, to be sure")
    landlord.type("13579")
    assert landlord.sees("New PIN saved.")
    landlord.restart()
    landlord.enter("13579")
    assert landlord.sees("For the host")
    landlord.touch("PIN", "No PIN any more", "No PIN any more", "Back", "Done")
    landlord.enter()
    assert landlord.sees("For the host")


# Settings


def test_the_volume_is_heard_at_once_and_kept(landlord: Landlord, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Any] = []
    monkeypatch.setattr(landlord.window._sounds, "play", played.append)
    landlord.enter()
    landlord.touch("Sound")
    assert landlord.sees("70 %")
    beeps = landlord.parts.hardware.pads.beeps
    landlord.keys("3")
    heard = [sound for sound in played if sound is not Noise.BUTTON]
    assert landlord.sees("30 %") and (len(heard), len(beeps)) == (1, 1)
    assert landlord.window._sounds.volume == 0.3
    landlord.keys("0")
    assert landlord.sees("silent") and len(beeps) == 1  # the buzzer is silent, too
    landlord.restart()
    assert landlord.parts.file[rows.VOLUME] == 0


def test_language_rest_and_the_way_back_to_the_table_file(landlord: Landlord) -> None:
    landlord.enter()
    landlord.touch("Language", "Deutsch")
    assert landlord.sees("In dieser Sprache beginnt der Tisch.")
    landlord.touch("English", "Back", "Screen saver", "10 min", "From 23:30 to 07:00")
    assert landlord.sees("23:30")
    assert host_settings.load(landlord.folder) == {"kiosk.attract_after": 600, "kiosk.blank": "23:30-07:00"}
    assert landlord.app.file[rows.BLANK] == "23:30-07:00"
    landlord.touch("Back", "Table file", "All as in the file again", "All as in the file again")
    assert host_settings.load(landlord.folder) == {}


def test_new_guests_begin_without_the_names_of_the_last_ones(landlord: Landlord) -> None:
    landlord.touch("13", "Player 1")
    landlord.keys(*"zoe", "return")
    landlord.touch("4 players: go!")
    assert landlord.view.guests == ("zoe",)
    landlord.keys("return", "p", "q")
    assert landlord.view.match is None
    landlord.enter()
    landlord.touch("Guests")
    assert landlord.sees("zoe")
    landlord.touch("Forget all names", "No, back")
    assert landlord.view.guests == ("zoe",)
    landlord.touch("Forget all names", "Forget all names")
    assert landlord.view.guests == ()
    assert landlord.sees("No name is remembered.")


def test_scores_go_to_the_stick_once_there_is_one(
    landlord: Landlord, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    sticks: list[Stick] = []
    landlord.close()
    monkeypatch.setattr("controller.runtime.compose.list_sticks", lambda: sticks)
    landlord.start()
    landlord.enter()
    landlord.touch("USB stick")
    assert landlord.sees("There is no USB stick: plug one in.")
    stick = tmp_path_factory.mktemp("STICK")
    sticks.append(Stick(str(stick), "INTENSO", 15_938, 900))
    landlord.wait(1.2)
    with pytest.raises(AssertionError, match="cannot be touched"):  # whose stick that is, nobody has said yet
        landlord.touch("Write to the stick")
    assert not list(stick.iterdir())
    landlord.touch("INTENSO  ·  16 GB, 900 MB free", "Write to the stick")
    assert landlord.sees("You can take the stick out.")
    (folder,) = stick.iterdir()
    assert (folder / "scores.csv").exists() and (folder / "backup" / "history.db").exists()


# Cards and pads


def test_a_box_is_taught_from_here_and_back_again(landlord: Landlord) -> None:
    landlord.enter()
    landlord.touch("Register cards", "Le Pot", "Register the whole box")
    assert landlord.view.mode is Mode.ENROLLING
    pads = landlord.parts.hardware.pads
    pads.put("04a1b2c3", "left")
    landlord.wait(0.5)
    pads.lift("04a1b2c3")
    landlord.wait(0.6)
    landlord.touch("Stop")
    assert landlord.sees("1 of 60 cards have their tag")
    landlord.touch("One card: register it again, or it is lost")
    first = games.game("pot").deck.names[0]
    landlord.press(landlord.card(first))
    assert landlord.cards() == [first]
    assert landlord.sees("has its tag.")
    landlord.touch("It is lost or broken: forget its tag")
    assert landlord.sees("has no tag.")
    landlord.touch("Register it, with a new tag")
    assert landlord.view.enrol and landlord.view.enrol.card == first


def test_each_pad_answers_a_card(landlord: Landlord) -> None:
    teach(landlord.parts.registry, "pot")
    landlord.enter()
    landlord.touch("Pads and lights")
    pads = landlord.parts.hardware.pads
    pads.put(tag("pot", 3), "left")
    landlord.wait(0.5)
    pads.put("04ffffff", "right")
    landlord.wait(0.5)
    assert landlord.sees("It reads a card it knows.")
    assert landlord.sees("It reads a tag it does not know: register the card.")
    rims = [widget.light for widget in landlord.window.widgets if isinstance(widget, Pad)]
    assert rims == [Light.SEEN, Light.OFF, Light.SEEN]
    assert isinstance(landlord.window._ui.over, Hosting)  # the card did not pick its game
    landlord.touch("Try the lights")
    assert landlord.sees("Now: the table waits")
    assert set(pads.rims.values()) == {WAITING}
    landlord.wait(8)
    assert pads.rims["left"] == SEEN


def test_lost_pads_stop_guests_but_not_the_host(landlord: Landlord) -> None:
    landlord.enter()
    landlord.touch("Pads and lights")
    landlord.parts.hardware.pads.unplug()
    landlord.wait(1.0)
    assert landlord.sees("The pads are not connected")
    landlord.touch("Back", "Done")
    assert landlord.sees("The pads are not connected")
    assert [place.does for place in touchables(landlord.window.widgets)] == [(PlayByTouch(),)]


# Gamate's colours


def test_a_complete_colour_can_be_demanded_in_the_next_match(landlord: Landlord) -> None:
    def demands() -> None:
        landlord.touch("Gamate", "4 players: go!")
        landlord.keys("return")
        landlord.touch("One colour")

    landlord.enter()
    landlord.touch("Gamate colours", "red", "6", "12", "18", "24", "24")
    assert decks.owned(landlord.folder)["gamate"].colours == ("green",)
    landlord.touch("Back", "Done")
    demands()
    assert landlord.sees("Green") and not landlord.sees("Red")
    landlord.keys("p", "q")
    landlord.enter()
    landlord.touch("Gamate colours", "These are all with red")
    assert landlord.sees("Red is complete and can be demanded")
    landlord.touch("Back", "Done")
    demands()
    landlord.touch("Red")
    assert landlord.sees("3 trumps")
    lit = {panel.box for panel in landlord.window.widgets if isinstance(panel, Panel) and panel.fill == LIT}
    found = [text for text in landlord.window.widgets if isinstance(text, Text) and text.box in lit]
    assert [text.lines for text in found] == [("6",), ("12",), ("18",)]
    assert not landlord.sees("Exclusive")
