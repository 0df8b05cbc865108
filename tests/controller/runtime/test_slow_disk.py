"""A disk that takes two seconds for each move: it is named, and neither hub nor table is taken for dead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.intents import Act, NewMatch
from controller.runtime.app import HUNG_S, App
from controller.runtime.compose import opened
from controller.runtime.systemd import Service
from controller.settings import table_file
from controller.simulation.bot_match import BotMatch
from controller.simulation.laying import tag, teach
from controller.storage.disk import SLOW_S, STEP_S, Disk
from controller.storage.record import Header
from controller.table.feedback import GREEN_S
from controller.table.table import SLOW_SHOWN_S
from controller.view import Light, Ruled
from engine.bots import bot
from engine.rules import Lay
from hardware.effects import ACCEPTED
from hardware.pads import PadEvent
from hardware.simulation.hub import HubSimulator
from tests.controller.runtime.test_app import Screen

NAMES = ("Marie", "Luc", "Zoé", "Bob")
PADS = ("left", "centre", "right")
TURN_S = 0.02
WATCHDOG_S = 10.0
LONGEST_S = 200.0


class SlowDisk(Executor):
    """What a commit costs on it, in the time of the house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.takes = 0.0
        self._over = 0.0

    def submit(self, work: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        self._over = self.house.now + self.takes
        future: Future[Any] = Future()
        future.set_result(work())
        return future

    def done_within(self, future: Future[Any], seconds: float) -> bool:
        if self.house.now < self._over:
            self.house.pass_time(seconds)
        return self.house.now >= self._over


class House(Service):
    """A table on a simulated hub, in virtual time, with what systemd hears of it."""

    def __init__(self, folder: Path, text: str = "") -> None:
        super().__init__(None, WATCHDOG_S)
        self.now = 1000.0
        self.hub = HubSimulator(folder / "hub", len(PADS))
        self.disk = SlowDisk(self)
        self.screen, self.beats = Screen(), list[float]()
        self._stack = ExitStack()
        self._stack.callback(self.hub.close)
        self.pass_time(4.0)
        disk = Disk(lambda: self.now, self.disk, self.disk.done_within)
        file = table_file.read(text, None).with_hub(str(folder / "hub"))
        self.parts = self._stack.enter_context(
            opened(file, folder / "data", lambda: self.now, lambda: 1.79e9, disk=disk)
        )
        teach(self.parts.registry, "thirteen")
        self.looks = [self.now]
        pads = self.parts.hardware.pads
        poll = pads.poll

        def watched(now: float) -> Sequence[PadEvent]:
            self.looks.append(now)
            return poll(now)

        pads.poll = watched  # type: ignore[method-assign]
        self.app = App(self.parts, self.screen)
        self.app._service = self
        self.ready(self.now)
        self.beats.append(self.now)
        self.faults = 0

    def _send(self, message: str) -> None:
        if message == "WATCHDOG=1":
            self.beats.append(self.now)

    def pass_time(self, seconds: float) -> None:
        self.now += seconds
        self.hub.run(self.now - 1000.0, patient=True)

    def turn(self) -> None:
        self.pass_time(TURN_S)
        self.app._turned(self.now)
        self.app.turn(self.now)
        self.faults += any(trouble.code.startswith("link") for trouble in self.screen.view.troubles)

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.turn()

    def until_accepted(self, number: int) -> None:
        until = self.now + LONGEST_S
        while len(self.lays()) < number:
            self.turn()
            assert self.now < until

    def lays(self) -> list[Ruled]:
        return [effect for effect, _ in self.screen.heard if isinstance(effect, Ruled) and not effect.refusal]

    def close(self) -> None:
        self._stack.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    house.wait(2.0)
    house.screen.wishes.append(NewMatch("thirteen", NAMES, dealer=3))
    house.wait(1.0)
    yield house
    house.close()


def slow(house: House) -> bool:
    return any(trouble.code == "slow-disk" for trouble in house.screen.view.troubles)


def test_sixty_lays_on_a_disk_of_two_seconds_and_nobody_but_the_disk_is_blamed(house: House) -> None:
    played = BotMatch(Header("thirteen", NAMES, dealer=3), NAMES, [bot("careful")] * 4, Random(1))
    zones = house.parts.file.zones["thirteen"]
    house.disk.takes = 2.0
    accepted = 0
    while accepted < 60:
        due = played.due
        if isinstance(due, Lay):
            zone = played.live.game.zones[due.zone]
            pad = next(number for number, name in enumerate(PADS, 1) if zone in zones[name])
            house.hub.put(tag("thirteen", due.card), pad)
        else:
            house.screen.wishes.append(Act(due))
        accepted += 1
        house.until_accepted(accepted)
        if isinstance(due, Lay):
            house.hub.lift(tag("thirteen", due.card))
            house.wait(0.7)
        played.go_on()
        assert slow(house)
    assert house.faults == 0
    assert max(after - before for before, after in pairwise(house.looks)) < 0.05
    house.wait(WATCHDOG_S)
    assert max(after - before for before, after in pairwise(house.beats)) < 0.6 * WATCHDOG_S
    house.disk.takes = 0.0
    house.wait(SLOW_SHOWN_S + WATCHDOG_S)
    assert not slow(house)


def test_the_screen_says_so_while_it_is_waited_for(house: House) -> None:
    seen: list[tuple[float, bool]] = []
    began = house.now
    draw = house.screen.draw

    def drawn(view: Any, now: float) -> None:
        draw(view, now)
        seen.append((round(now - began, 3), slow(house)))

    house.screen.draw = drawn  # type: ignore[method-assign]
    house.disk.takes = 2.0
    house.hub.put(tag("thirteen", 11), 1)
    house.until_accepted(1)
    said = [at for at, is_said in seen if is_said]
    assert said[-1] - said[0] > 2.0 - SLOW_S - 2 * STEP_S
    assert max(after - before for before, after in pairwise(said)) < 0.05


def test_a_move_is_green_only_when_it_is_kept_and_as_long_as_ever(house: House) -> None:
    house.disk.takes = 2.0
    house.hub.put(tag("thirteen", 11), 1)
    lit = []
    for _ in range(300):
        house.turn()
        lit.append((house.now, house.screen.view.pads[0].light))
    green = [at for at, light in lit if light is Light.ACCEPTED]
    assert green[0] - lit[0][0] > 2.0
    assert GREEN_S - 0.1 < green[-1] - green[0] < GREEN_S + 0.1


def test_cards_that_come_meanwhile_count_in_their_order(house: House) -> None:
    house.disk.takes = 2.0
    deck = house.parts.table.match.game.deck
    cards = [deck.card(name) for name in ("blue-7#1", "yellow-5#1", "green-5#1")]
    house.hub.put(tag("thirteen", cards[0]), 1)
    house.wait(0.3)
    house.hub.put(tag("thirteen", cards[1]), 2)
    house.wait(0.1)
    house.hub.put(tag("thirteen", cards[2]), 3)
    house.until_accepted(3)
    assert [ruling.line["lay"] for ruling in house.lays()] == ["blue-7#1", "yellow-5#1", "green-5#1"]
    assert [ruling.events[0]["player"] for ruling in house.lays()] == ["Marie", "Luc", "Zoé"]


def test_the_watchdog_is_fed_while_a_move_takes_longer_than_it_waits(house: House) -> None:
    house.disk.takes = 2.5 * WATCHDOG_S
    house.hub.put(tag("thirteen", 11), 1)
    house.until_accepted(1)
    assert max(after - before for before, after in pairwise(house.beats)) < 0.6 * WATCHDOG_S


def test_a_disk_that_never_comes_back_is_left_to_systemd(house: House) -> None:
    house.disk.takes = HUNG_S + 2 * WATCHDOG_S
    house.hub.put(tag("thirteen", 11), 1)
    house.until_accepted(1)
    assert max(after - before for before, after in pairwise([*house.beats, house.now])) > WATCHDOG_S


def test_a_disk_as_it_should_be_is_not_called_slow(house: House) -> None:
    house.disk.takes = 0.1
    house.hub.put(tag("thirteen", 11), 1)
    house.until_accepted(1)
    assert house.screen.view.troubles == ()
    assert house.parts.hardware.pads._rims["left"] == ACCEPTED
