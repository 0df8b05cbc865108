"""systemd hears of the table what is true, over a real socket, and nobody else is disturbed."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from controller.intents import NewMatch
from controller.runtime import app as loop
from controller.runtime.app import App
from controller.runtime.compose import opened
from controller.runtime.systemd import Service
from controller.settings import table_file
from controller.view import TableView
from tests.controller.runtime.test_app import Screen

DOG = 10.0


class Systemd:
    """The other end of $NOTIFY_SOCKET."""

    def __init__(self, address: str) -> None:
        self.environment = {"NOTIFY_SOCKET": address.replace("\0", "@"), "WATCHDOG_USEC": str(int(DOG * 1e6))}
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(address)

    def heard(self) -> list[str]:
        messages = []
        while True:
            try:
                messages.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return messages

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=["in a folder", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Systemd]:
    name = str(tmp_path / "notify") if request.param == "in a folder" else f"\0tapis-test-{os.getpid()}"
    systemd = Systemd(name)
    yield systemd
    systemd.close()


@pytest.fixture
def service(systemd: Systemd) -> Service:
    return Service.of(systemd.environment, pid=7)


def test_it_is_ready_alive_and_stopping(systemd: Systemd, service: Service) -> None:
    service.ready(100.0)
    assert systemd.heard() == ["READY=1"]
    service.turned(105.0, True, "")
    assert systemd.heard() == ["WATCHDOG=1"]
    service.stopping()
    assert systemd.heard() == ["STOPPING=1"]


def test_the_dog_is_fed_at_half_its_time_and_not_at_every_turn(systemd: Systemd, service: Service) -> None:
    assert service.rest(0.0) is None  # before it is ready the dog sleeps
    service.ready(0.0)
    systemd.heard()
    for tenth in range(1, 201):
        service.turned(tenth / 10, True, "")
    assert systemd.heard() == ["WATCHDOG=1"] * 4
    assert service.rest(20.0) == DOG / 2
    assert service.rest(23.0) == pytest.approx(DOG / 2 - 3.0)
    assert service.rest(99.0) == 0.0


def test_a_table_that_is_not_well_does_not_feed_it_nor_spin(systemd: Systemd, service: Service) -> None:
    service.ready(0.0)
    systemd.heard()
    service.turned(6.0, False, "")
    assert systemd.heard() == []
    assert service.rest(6.0) == DOG / 2
    service.turned(11.0, True, "")
    assert systemd.heard() == ["WATCHDOG=1"]


def test_what_it_does_is_said_when_that_changes(systemd: Systemd, service: Service) -> None:
    for doing in ("waiting", "waiting", "playing pot", "playing pot", "waiting"):
        service.turned(0.0, True, doing)
    assert systemd.heard() == ["STATUS=waiting", "STATUS=playing pot", "STATUS=waiting"]


@pytest.mark.parametrize(
    "differs",
    [{"WATCHDOG_PID": "8"}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "soon"}],
)
def test_without_a_dog_of_ours_nothing_is_due(systemd: Systemd, differs: dict[str, str]) -> None:
    service = Service.of({**systemd.environment, **differs}, pid=7)
    service.ready(0.0)
    assert systemd.heard() == ["READY=1"]
    assert service.rest(0.0) is None


def test_our_own_dog_is_known_by_the_number_of_the_process(systemd: Systemd) -> None:
    service = Service.of({**systemd.environment, "WATCHDOG_PID": "7"}, pid=7)
    service.ready(0.0)
    assert service.rest(0.0) == DOG / 2


@pytest.mark.parametrize("address", ["", "/nowhere/at/all", "@nobody-listens-here"])
def test_where_nobody_listens_the_table_plays_on(address: str) -> None:
    service = Service.of({"NOTIFY_SOCKET": address}, pid=7)
    service.ready(0.0)
    service.turned(9.0, True, "waiting")
    service.stopping()
    assert service.rest(0.0) is None


# The loop


class Evening:
    """A table run by the real loop: *turns* of it, each *seconds* after the last, and then SIGTERM."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        self.slept: list[float | None] = []
        self._stack = ExitStack()
        self.parts = self._stack.enter_context(
            opened(table_file.read("", None), folder, lambda: self.now, lambda: 0.0)
        )
        monkeypatch.setattr(loop.select, "select", self._sleep)

    def run(self, service: Service, turns: int) -> None:
        self._left = turns
        App(self.parts, Screen()).run(lambda: self.now, service)

    def _sleep(self, reads: object, writes: object, errors: object, seconds: float | None) -> None:
        self.slept.append(seconds)
        self._left -= 1
        if not self._left:
            os.kill(os.getpid(), signal.SIGTERM)
        self.now += seconds or 0.0

    def close(self) -> None:
        self._stack.close()


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    evening = Evening(tmp_path / "data", monkeypatch)
    yield evening
    evening.close()


def test_an_idle_table_wakes_only_to_say_it_is_alive(
    evening: Evening, systemd: Systemd, service: Service
) -> None:
    evening.run(service, 4)
    assert evening.slept == [DOG / 2] * 4
    assert systemd.heard() == ["READY=1", "STATUS=waiting for players", *["WATCHDOG=1"] * 3, "STOPPING=1"]


def test_a_table_nobody_watches_sleeps_on(evening: Evening) -> None:
    evening.run(Service(None), 1)
    (slept,) = evening.slept
    assert slept is None or slept > 1000 * DOG


def test_a_reader_thread_that_stands_still_starves_the_dog(
    evening: Evening, systemd: Systemd, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evening.parts.hardware.pads, "stalled", lambda now: now > 1007.0)
    evening.run(service, 6)
    assert systemd.heard().count("WATCHDOG=1") == 1
    assert 0.0 not in evening.slept


def test_it_is_ready_only_after_its_first_picture(
    evening: Evening, systemd: Systemd, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw(self: Screen, view: TableView, now: float) -> None:
        assert drawn or systemd.heard() == []
        drawn.append(view)

    drawn: list[TableView] = []
    monkeypatch.setattr(Screen, "draw", draw)
    evening.run(service, 1)
    assert systemd.heard()[0] == "READY=1"


def test_it_says_the_game_and_nobody_s_name(evening: Evening, systemd: Systemd, service: Service) -> None:
    evening.parts.table.handle(NewMatch("pot", ("Marie", "Luc", "Anna")), evening.now)
    evening.run(service, 1)
    assert "STATUS=playing pot" in systemd.heard()
