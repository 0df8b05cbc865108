"""The screen is chosen, lost and found, and wakes the loop when it is touched."""

from __future__ import annotations

import os
import select
import socket
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from controller.intents import Touch
from controller.runtime.displays import open_display
from controller.settings import table_file
from controller.view import TableView
from display.window import wake
from display.window.screen import LOOK_S, RETRY_S, NoScreen, Screen, drivers, fitting, opened
from display.window.wake import Wake
from display.window.window import Window

GERMAN = TableView(language="de")


@pytest.fixture
def window() -> Iterator[Window]:
    window = Window(opened((800, 480)))
    window.draw(TableView(), 0.0)
    yield window
    window.close()


def drawn(monkeypatch: pytest.MonkeyPatch) -> list[list[object]]:
    """What is shown from now on."""
    shown: list[list[object]] = []
    monkeypatch.setattr(pygame.display, "update", shown.append)
    return shown


def fails(*_: object) -> None:
    raise pygame.error("the screen is gone")


def test_a_desktop_is_preferred_and_a_wish_is_granted() -> None:
    assert drivers({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}) == ["x11", "wayland", "kmsdrm"]
    assert drivers({}) == ["kmsdrm"]
    assert drivers({"SDL_VIDEODRIVER": "dummy", "DISPLAY": ":0"}) == ["dummy"]


def test_where_no_driver_works_one_sentence_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER")
    monkeypatch.setattr("display.window.screen.drivers", lambda: ["no-such", "dummy"])
    with pytest.raises(NoScreen) as refused:
        Screen((800, 480)).open()
    sentence = str(refused.value)
    assert sentence.startswith("No window can be opened here (no-such: ")
    assert sentence.endswith("; dummy: there is no screen).")
    assert "SDL_VIDEODRIVER" not in os.environ


def test_a_screen_that_is_lost_is_found_again_and_drawn_whole(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(pygame.display, "update", fails)
        tries: list[float] = []
        window.draw(GERMAN, 1.0)
        broken.setattr(pygame.display, "set_mode", lambda *_: fails(tries.append(1.0)))
        window.draw(GERMAN, 1.5)
        assert tries == []  # not at once: it takes a moment each time
        window.draw(GERMAN, 1.0 + RETRY_S)
        assert tries == [1.0]
        assert window.intents(1.0 + RETRY_S) == []
        assert window.next_wake(1.0 + RETRY_S) == 1.0 + 2 * RETRY_S  # nobody burns time meanwhile
    shown = drawn(monkeypatch)
    window.draw(GERMAN, 1.5 + RETRY_S)
    assert shown == []
    window.draw(GERMAN, 1.0 + 2 * RETRY_S)
    assert shown == [[(0, 0, 800, 480)]]
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=1, touch=False))
    assert window.intents(9.0) == [Touch()]


def test_a_kiosk_may_start_before_its_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as dark:
        dark.setattr(pygame.display, "set_mode", fails)
        with pytest.raises(NoScreen):
            opened(None)
        window = Window(opened(None, patient=True))
        window.draw(GERMAN, 0.0)
        assert window.intents(0.0) == []
    shown = drawn(monkeypatch)
    window.draw(GERMAN, RETRY_S)
    assert len(shown) == 1
    window.close()


def test_a_cable_that_is_pulled_is_noticed_on_the_console(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cable = tmp_path / "card1-HDMI-A-1" / "status"
    cable.parent.mkdir()
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "KMSDRM")
    monkeypatch.setattr(wake, "INPUT", tmp_path)
    screen = Screen((800, 480), connectors=tmp_path)
    cable.write_text("disconnected\n")
    with pytest.raises(NoScreen, match="no screen is plugged in"):
        screen.open()
    cable.write_text("connected\n")
    assert screen.is_there(0.0)
    cable.write_text("disconnected\n")
    assert screen.is_there(0.1)  # not every picture is worth a look
    assert not screen.is_there(0.6)
    cable.write_text("connected\n")
    assert not screen.is_there(1.0)
    assert screen.is_there(0.6 + RETRY_S)
    screen.close()


def test_an_exposed_window_is_drawn_whole(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = drawn(monkeypatch)
    window.draw(TableView(), 1.0)
    assert shown == []
    pygame.event.post(pygame.event.Event(pygame.VIDEOEXPOSE))
    window.intents(1.0)
    window.draw(TableView(), 1.0)
    assert shown == [[(0, 0, 800, 480)]]


# Waking the loop


def readable(wakes: Wake) -> bool:
    return bool(select.select([wakes.fileno()], [], [], 0)[0])


def test_the_connection_to_the_display_server_wakes_us_and_no_other(tmp_path: Path) -> None:
    ends = []
    for folder in (".X11-unix", "bus"):
        (tmp_path / folder).mkdir()
        server = socket.socket(socket.AF_UNIX)
        server.bind(str(tmp_path / folder / "X0"))
        server.listen()
        ends.append(server)
    wakes = Wake()
    for server in list(ends):
        client = socket.socket(socket.AF_UNIX)
        client.connect(server.getsockname())
        ends += [client, server.accept()[0]]
    wakes.watch("x11")
    x_server, bus = ends[3], ends[5]
    bus.send(b"news")
    assert not readable(wakes)
    x_server.send(b"a touch")
    assert readable(wakes)
    wakes.close()
    for end in ends:
        end.close()


@pytest.fixture
def x_server(tmp_path: Path) -> Iterator[str]:
    """Where a display server listens."""
    (tmp_path / ".X11-unix").mkdir()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / ".X11-unix" / "X0"))
        server.listen()
        yield server.getsockname()


def connected(address: str) -> socket.socket:
    client = socket.socket(socket.AF_UNIX)
    client.connect(address)
    return client


def test_a_connection_that_was_closed_or_is_another_one_by_now_is_not_waited_for(x_server: str) -> None:
    wakes = Wake()
    client = connected(x_server)
    wakes.watch("x11")
    assert wakes.fileno() is not None
    number = client.fileno()
    client.close()
    assert wakes.fileno() is None
    with connected(x_server) as other:
        assert other.fileno() == number, "the number means another file now"
        assert wakes.fileno() is None
    wakes.close()


def test_where_it_is_not_certain_what_belongs_to_the_screen_nothing_is_waited_for(
    x_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    unknown = Wake()
    with monkeypatch.context() as hidden:
        hidden.setattr(wake, "_open_files", set)
        unlisted = Wake()
    with connected(x_server):
        unknown.watch("offscreen")
        unlisted.watch("x11")
        assert (unknown.fileno(), unlisted.fileno()) == (None, None)
    unknown.close()
    unlisted.close()


def test_on_the_console_every_input_device_wakes_us_also_one_plugged_in_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wake, "INPUT", tmp_path)
    os.mkfifo(tmp_path / "event0")
    wakes = Wake()
    wakes.watch("KMSDRM")
    os.mkfifo(tmp_path / "event1")
    wakes.drain()
    for name in ("event0", "event1"):
        device = os.open(tmp_path / name, os.O_WRONLY)
        assert not readable(wakes)
        os.write(device, b"a touch")
        assert readable(wakes)
        wakes.drain()
        assert not readable(wakes)
        (tmp_path / name).unlink()
        wakes.drain()
        os.close(device)
    wakes.close()
    wakes.close()


def test_where_nothing_can_wake_us_the_window_is_looked_at_as_often_as_it_is_drawn(window: Window) -> None:
    window.intents(5.0)
    assert window.fileno() is None
    assert window.next_wake(5.0) == 5.0 + LOOK_S


def test_what_came_while_drawing_is_looked_at_at_once(window: Window) -> None:
    pygame.event.clear()
    for _ in range(2):
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=1, touch=False))
    assert window.intents(5.0) == [Touch()]
    assert window.next_wake(5.0) == 5.0
    assert window.intents(5.0) == [Touch()]
    assert window.next_wake(5.0) > 5.0


# Nobody leaves a kiosk


def test_a_kiosk_hides_the_cursor_and_knows_no_key_that_ends_it() -> None:
    window = open_display("window", table_file.read("[display]\nfullscreen = true", None))
    assert isinstance(window, Window)
    window.draw(TableView(), 0.0)
    assert not pygame.mouse.get_visible()
    pygame.event.clear()
    closes = [pygame.event.Event(pygame.QUIT), pygame.event.Event(pygame.WINDOWCLOSE)]
    for name in ("escape", "q", "f4", "f11", "c", "tab", "return"):
        for mod in (0, pygame.KMOD_ALT, pygame.KMOD_CTRL):
            code = pygame.key.key_code(name)
            closes.append(pygame.event.Event(pygame.KEYDOWN, key=code, unicode="", mod=mod))
    for event in closes:
        pygame.event.post(event)
    while window.next_wake(1.0) <= 1.0 or pygame.event.peek():
        window.intents(1.0)
        window.draw(TableView(), 1.0)
    assert not window.wants_to_quit
    window.close()


def test_a_desktop_window_keeps_its_cursor(window: Window) -> None:
    assert pygame.mouse.get_visible()


@pytest.mark.parametrize(
    ("size", "desktops", "fits"),
    [
        ((1024, 600), [(1920, 1080)], (1024, 600)),
        ((1024, 600), [(1024, 600)], (1024, 600)),
        ((1024, 600), [(800, 480)], (800, 448)),
        ((1024, 600), [(1366, 480)], (1024, 448)),
        ((1024, 600), [], (1024, 600)),
    ],
)
def test_a_window_is_no_larger_than_the_screen_it_opens_on(
    size: tuple[int, int], desktops: list[tuple[int, int]], fits: tuple[int, int]
) -> None:
    assert fitting(size, desktops) == fits


def test_a_window_opens_within_a_small_screen_and_has_an_icon_of_our_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    icons: list[pygame.Surface] = []
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(800, 480)])
    monkeypatch.setattr(pygame.display, "set_icon", icons.append)
    screen = opened((1024, 600))
    assert screen.surface and screen.surface.get_size() == (800, 448)
    (drawn,) = icons
    assert drawn.get_size() == (64, 64) and len({tuple(drawn.get_at((at, 32))) for at in range(64)}) > 8
    screen.close()
