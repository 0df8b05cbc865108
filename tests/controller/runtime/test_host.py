"""The host of the house: a PIN that cannot be hurried, and what is set on the screen outlasts a restart."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from controller import cli
from controller.cards import decks
from controller.cards.registry import Registry
from controller.errors import UserError
from controller.intents import (
    Change,
    CloseHost,
    Export,
    FinishColours,
    Intent,
    MarkColour,
    OpenHost,
    SetLanguage,
    SetPin,
    SettleColour,
    SwitchOff,
    Touch,
    TryLights,
    TryPin,
    TrySounds,
    UndoChanges,
)
from controller.ports import CardRef
from controller.runtime import lock, systemd
from controller.runtime.host import IDLE_S, Host, Machine
from controller.settings import host_settings, pin, rows, table_file
from controller.storage.folder import Folder
from controller.view import HostView, Light, LockView, PadView, Reading, Sound, Stick, TableView
from hardware.pads import Snapshot
from tests.controller.house import AtOnce

KEPT = pin.hashed("2468", b"saltsalt")
WITH_PIN = f'[kiosk]\npin = "{KEPT}"\n'


class Later(Executor):
    """Work is done when the test says so."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[..., Any]]] = []

    def submit(self, work: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, work))
        return future

    def work(self) -> None:
        for future, work in self.waiting:
            future.set_result(work())
        self.waiting.clear()


class TableOfTests:
    def __init__(self) -> None:
        self.view = TableView(pads=(PadView("left", None), PadView("right", None)))
        self.wishes: list[Intent] = []
        self.decks: Any = {}

    def handle(self, intent: Intent, now: float) -> None:
        self.wishes.append(intent)

    def use(self, known: Any) -> None:
        self.decks = known


class Cottage:
    """A host at a table, in a time of their own."""

    def __init__(self, folder: Path, text: str = "", executor: Executor | None = None) -> None:
        self.folder, self.text = folder, text
        self.executor = executor or AtOnce()
        self.sticks: list[Stick] = []
        self.asked: list[str] = []
        self.volume = self.attract = -1.0
        self.now = 1000.0
        self.data = Folder.open(folder)
        self.registry = Registry(self.data, lambda: 0.0)
        self.start()

    def start(self) -> None:
        """Again, with nothing left but what is on disk."""
        self.table = TableOfTests()
        machine = Machine(
            set_volume=lambda volume: setattr(self, "volume", volume),
            set_demo_after=lambda after: setattr(self, "attract", after),
            chips=lambda: {"left": "MFRC522 2.0"},
            sticks=lambda: self.sticks,
            offers=("quit", "poweroff"),
            switch_off=self.switch_off,
            driver="kmsdrm",
            wall=lambda: datetime(2026, 7, 14, 21, 30),
        )
        file = table_file.read(self.text, None)
        self.host = Host(self.table, self.registry, file, self.folder, machine, self.executor, now=self.now)

    def switch_off(self, what: str) -> None:
        self.asked.append(what)
        if what == "poweroff" and len(self.asked) > 1:
            raise UserError("systemctl poweroff was not allowed.")

    def wants(self, *intents: Intent) -> None:
        for intent in intents:
            self.host.handle(intent, self.now)
            self.host.tick(self.now)

    def wait(self, seconds: float) -> None:
        """As the loop does it: it comes round when the host asks for it."""
        until = self.now + seconds
        while (due := self.host.next_wake(self.now)) is not None and due <= until:
            self.now = max(self.now + 0.001, due)
            self.host.tick(self.now)
        self.now = until
        if self.host.busy:
            self.host.tick(until)

    @property
    def lock(self) -> LockView | None:
        return self.host.shown(self.table.view).lock

    @property
    def view(self) -> HostView | None:
        return self.host.shown(self.table.view).host

    @property
    def told(self) -> tuple[str, str] | None:
        assert self.view
        return self.view.told and (self.view.told.code, self.view.told.detail)


@pytest.fixture
def cottage(tmp_path: Path) -> Cottage:
    cottage = Cottage(tmp_path)
    cottage.wants(OpenHost())
    return cottage


# The lock


def test_without_a_pin_the_pages_are_open(tmp_path: Path) -> None:
    cottage = Cottage(tmp_path)
    assert cottage.host.shown(cottage.table.view) is cottage.table.view
    cottage.wants(OpenHost())
    assert cottage.view and cottage.lock is None


def test_the_pin_opens_them_and_leaving_locks_them_again(tmp_path: Path) -> None:
    cottage = Cottage(tmp_path, WITH_PIN)
    cottage.wants(OpenHost())
    assert cottage.lock == LockView() and cottage.view is None
    cottage.wants(TryPin("2468"))
    assert cottage.view and cottage.lock is None
    cottage.wants(CloseHost())
    assert cottage.view is None and not cottage.host.busy
    cottage.wants(TryPin("2468"))
    assert cottage.view is None


def test_nothing_can_be_wanted_before(tmp_path: Path) -> None:
    cottage = Cottage(tmp_path, WITH_PIN)
    for locked in (Touch(), OpenHost(), TryPin("0000")):
        cottage.wants(
            locked, Change("display.volume", 0), SetPin(""), SwitchOff("quit"), MarkColour("6", "red")
        )
    assert not cottage.host.wants_to_quit
    assert host_settings.load(tmp_path) == {} and decks.owned(tmp_path) == {}


def test_each_wrong_pin_makes_the_next_wait_longer(tmp_path: Path) -> None:
    cottage = Cottage(tmp_path, WITH_PIN)
    cottage.wants(OpenHost())
    for tries, seconds in enumerate((2, 4, 8, 16, 32), 1):
        cottage.wants(TryPin("0000"))
        assert cottage.lock == LockView(tries, seconds)
        cottage.wait(seconds - 0.5)
        cottage.wants(TryPin("2468"))
        assert cottage.lock == LockView(tries, 1)
        cottage.wait(0.5)
        assert cottage.lock == LockView(tries, 0)
    cottage.wants(TryPin("2468"))
    assert cottage.view
    cottage.wants(CloseHost(), OpenHost())
    assert cottage.lock == LockView()


def test_neither_leaving_the_page_nor_a_restart_is_a_way_round(tmp_path: Path) -> None:
    cottage = Cottage(tmp_path, WITH_PIN)
    cottage.wants(OpenHost(), TryPin("0000"))
    cottage.wait(2)
    cottage.wants(TryPin("0000"), CloseHost(), OpenHost())
    assert cottage.lock == LockView(2, 4)
    cottage.wait(3)
    cottage.start()
    cottage.wants(OpenHost(), TryPin("2468"))
    assert cottage.lock == LockView(2, 4)
    cottage.wait(4)
    cottage.wants(TryPin("2468"))
    assert cottage.view
    cottage.start()
    cottage.wants(OpenHost())
    assert cottage.lock == LockView()


def test_a_power_cut_while_a_pin_is_looked_at_does_not_hide_it(tmp_path: Path) -> None:
    cottage = Cottage(tmp_path, WITH_PIN, Later())
    cottage.wants(OpenHost(), TryPin("0000"))
    assert cottage.lock == LockView(1, 2, busy=True)
    cottage.start()
    cottage.wants(OpenHost())
    assert cottage.lock == LockView(1, 2)


def test_looking_at_a_pin_holds_nothing_up(tmp_path: Path) -> None:
    later = Later()
    cottage = Cottage(tmp_path, WITH_PIN, later)
    cottage.wants(OpenHost(), TryPin("2468"))
    cottage.wait(1)
    assert cottage.view is None
    later.work()
    cottage.wait(0.1)
    assert cottage.view


def test_a_disk_that_is_full_does_not_keep_the_host_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cottage = Cottage(tmp_path, WITH_PIN)

    def full(*_: object) -> None:
        raise UserError("full")

    monkeypatch.setattr(host_settings, "keep_tries", full)
    cottage.wants(OpenHost(), TryPin("2468"))
    assert cottage.view


def test_after_a_while_everybody_is_out_again(tmp_path: Path) -> None:
    cottage = Cottage(tmp_path, WITH_PIN)
    cottage.wants(OpenHost())
    cottage.wait(IDLE_S - 1)
    assert cottage.lock
    cottage.wait(1)
    assert cottage.lock is None
    cottage.wants(OpenHost(), TryPin("2468"))
    cottage.wait(IDLE_S - 1)
    cottage.wants(Touch())
    cottage.wait(IDLE_S - 1)
    cottage.host.pads([Snapshot("left", ("04a1",), True)], cottage.now)
    cottage.wait(IDLE_S - 1)
    assert cottage.view
    cottage.wait(1)
    assert cottage.view is None
    assert cottage.host.next_wake(cottage.now) is None


def test_a_forgotten_pin_is_reset_at_the_machine_while_the_table_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cottage = Cottage(tmp_path, WITH_PIN)
    cottage.wants(OpenHost(), TryPin("0000"))
    assert cli.main(["config", "pin", "--reset", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("No PIN is asked for any more")
    cottage.wants(OpenHost())
    assert cottage.view and not cottage.view.has_pin
    cottage.wants(SetPin("1357"), CloseHost(), OpenHost())
    assert cottage.lock == LockView()
    cottage.wants(TryPin("1357"))
    assert cottage.view


def test_a_pin_cannot_be_reset_where_there_is_no_table(tmp_path: Path) -> None:
    assert cli.main(["config", "pin", "--reset", "--data", str(tmp_path / "none")]) == cli.USAGE_ERROR


# What is set


def test_a_new_pin_is_kept_hashed_and_one_too_short_is_not_kept(cottage: Cottage) -> None:
    cottage.wants(SetPin("123"))
    assert cottage.told == ("failed", "A PIN has 4 to 8 digits: the host types it on the screen.")
    assert not host_settings.path(cottage.folder).exists()
    cottage.wants(SetPin("97531"))
    assert cottage.told == ("pin-set", "")
    assert "97531" not in host_settings.path(cottage.folder).read_text()
    assert pin.fits("97531", host_settings.load(cottage.folder)["kiosk.pin"])
    cottage.wants(SetPin(""))
    assert cottage.told == ("pin-none", "")
    assert cottage.view and not cottage.view.has_pin


def test_what_is_set_on_the_screen_is_in_force_at_once_and_after_a_restart(cottage: Cottage) -> None:
    cottage.wants(
        Change("display.volume", 20),
        Change("kiosk.attract_after", 600),
        Change("kiosk.blank", "23:00-07:30"),
        Change("language", "de"),
        Change("display.fullscreen", True),
    )
    assert (cottage.volume, cottage.attract) == (20, 600)
    assert cottage.table.wishes == [SetLanguage("de")]
    assert cottage.host.effects() == [Sound.ACCEPTED]
    cottage.start()
    cottage.wants(OpenHost())
    view = cottage.view
    assert view
    assert {setting.key: setting.value for setting in view.settings} == {
        "display.volume": 20,
        "kiosk.attract_after": 600,
        "kiosk.blank": "23:00-07:30",
        "language": "de",
        "display.fullscreen": True,
    }
    assert set(view.changed) == {"sound", "demo", "dark at night", "language", "whole screen"}


def test_what_is_set_as_in_the_table_file_is_no_change(cottage: Cottage) -> None:
    cottage.wants(Change("display.volume", 20), Change("display.volume", 70))
    assert cottage.view and cottage.view.changed == ()


def test_all_changes_but_the_pin_can_be_undone(cottage: Cottage) -> None:
    cottage.wants(SetPin("97531"), Change("display.volume", 20), UndoChanges())
    assert cottage.view and cottage.view.changed == ("PIN",)
    assert cottage.volume == 70


def test_a_value_that_does_not_fit_is_said_and_not_kept(cottage: Cottage) -> None:
    cottage.wants(Change("display.volume", 101))
    told = cottage.told
    assert told and told[1] == "display.volume = 101 does not fit: use a whole number from 0 to 100."
    assert cottage.volume == -1 and host_settings.load(cottage.folder) == {}


def test_a_disk_that_cannot_be_written_changes_nothing(
    cottage: Cottage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("controller.storage.files.write", full)
    cottage.wants(Change("display.volume", 20))
    told = cottage.told
    assert told and told[0] == "not-kept"
    assert "host.toml cannot be written (No space left on device)" in told[1]
    assert cottage.view and cottage.view.changed == () and cottage.host.file[rows.VOLUME] == 70
    assert cottage.volume == -1


def test_config_show_names_what_the_host_changed(
    cottage: Cottage, capsys: pytest.CaptureFixture[str]
) -> None:
    cottage.wants(Change("display.volume", 20))
    assert cli.main(["config", "show", "--data", str(cottage.folder)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"# Set on the screen, in {cottage.folder}/host.toml: display.volume\n")
    assert table_file.read(shown, None)[rows.VOLUME] == 20


@pytest.mark.parametrize(
    "text", ["volume =", 'backend = "spi"', "display.volume = 300", "display.size = [800, 480]"]
)
def test_a_file_of_changes_that_is_wrong_is_set_aside(tmp_path: Path, text: str) -> None:
    from controller.runtime.compose import opened

    host_settings.path(tmp_path).write_text(text)
    with pytest.raises(UserError, match=r"host\.toml"):
        host_settings.in_force(table_file.read("", None), tmp_path)
    with opened(table_file.read("", None), tmp_path) as parts:
        assert parts.file[rows.VOLUME] == 70
        assert any("host.toml" in notice and "locked" in notice for notice in parts.notices)
        assert parts.file[rows.PIN] == pin.LOCKED
    with opened(table_file.read("", None), tmp_path) as parts:  # and stays so
        assert (parts.file[rows.PIN], parts.notices) == (pin.LOCKED, ())
    assert (tmp_path / "host.damaged.toml").read_text() == text


# Gamate's colours


def test_a_colour_is_marked_number_by_number_and_used_from_the_next_match_on(cottage: Cottage) -> None:
    cottage.wants(
        MarkColour("6", "red"), MarkColour("12", "red"), MarkColour("7", "red"), MarkColour("7", "red")
    )
    view = cottage.view
    assert view and (view.colours.begun, view.colours.settled) == (("red",), ("green",))
    assert [number for number, colours in view.colours.numbers if "red" in colours] == ["6", "12"]
    cottage.wants(SettleColour("red", True))
    assert cottage.table.decks["gamate"].colours == ("green", "red")
    cottage.start()
    cottage.wants(OpenHost())
    assert cottage.view and cottage.view.colours.settled == ("green", "red")
    cottage.wants(SettleColour("red", False))
    assert cottage.table.decks["gamate"].colours == ("green",)
    cottage.wants(FinishColours())
    assert cottage.view and cottage.view.colours.finished


def test_green_comes_with_the_game_and_stays_as_it_is(cottage: Cottage) -> None:
    cottage.wants(MarkColour("6", "green"), SettleColour("green", False))
    assert cottage.view and cottage.view.colours.settled == ("green",)
    assert decks.owned(cottage.folder) == {}


def test_a_colour_without_a_number_is_not_complete(cottage: Cottage) -> None:
    cottage.wants(SettleColour("red", True))
    told = cottage.told
    assert told and told[0] == "failed"
    assert cottage.view and cottage.view.colours.settled == ("green",)


# Hardware


def test_each_pad_says_whether_it_knows_what_it_reads(cottage: Cottage) -> None:
    cottage.registry.teach("04a1", CardRef("pot", 1, "red-5"))
    cottage.registry.teach("04a2", CardRef("pot", 1, "red-6"))
    cottage.registry.retire("pot", 1, "red-6")

    def read(*uids: str, **more: Any) -> tuple[Reading, bool]:
        cottage.host.pads([Snapshot("left", uids, True, **more)], cottage.now)
        assert cottage.view
        left, right = cottage.view.pads
        assert (left.chip, right.chip) == ("MFRC522 2.0", "")
        assert (right.last, right.there) == (Reading.NOTHING, False)
        return left.last, left.there

    assert read() == (Reading.NOTHING, False)
    assert read("04a1") == (Reading.KNOWN, True)
    assert read() == (Reading.KNOWN, False)
    assert read("04a2") == read("04ff") == (Reading.UNKNOWN, True)
    assert read("04a1", "04a2") == (Reading.SEVERAL, True)
    assert read(errors=3) == (Reading.SEVERAL, True)


def test_every_light_is_shown_and_then_the_table_has_them_back(cottage: Cottage) -> None:
    cottage.table.view = replace(
        cottage.table.view, pads=(PadView("left", None, Light.SEEN), PadView("right", None))
    )
    cottage.wants(TryLights())
    assert cottage.view and cottage.view.trying is Light.WAITING
    cottage.wait(10)
    lit = [effect for effect in cottage.host.effects() if isinstance(effect, PadView)]
    assert [effect.light for effect in lit if effect.name == "right"] == [
        Light.WAITING,
        Light.SEEN,
        Light.ACCEPTED,
        Light.REFUSED,
        Light.PICK_UP,
        Light.OFF,
    ]
    assert lit[-2] == PadView("left", None, Light.SEEN)
    assert cottage.view and cottage.view.trying is None


def test_leaving_ends_what_is_being_tried(cottage: Cottage) -> None:
    cottage.wants(TryLights(), CloseHost())
    assert cottage.host.effects()[-1] == PadView("right", None, Light.OFF)
    cottage.wait(10)
    assert cottage.host.effects() == []


def test_every_sound_is_played(cottage: Cottage) -> None:
    cottage.wants(TrySounds())
    cottage.wait(20)
    assert [effect for effect in cottage.host.effects() if isinstance(effect, Sound)] == list(Sound)


# Out of the house


def test_without_a_stick_there_is_one_sentence(cottage: Cottage) -> None:
    cottage.wants(Export("/media/stick", "STICK"))
    assert cottage.told == ("no-stick", "")


def test_nothing_goes_to_a_stick_but_the_one_that_was_chosen(cottage: Cottage, tmp_path: Path) -> None:
    """Between the choice and the touch another one may have come in its place."""
    cottage.sticks = [Stick(str(tmp_path / "one"), "OURS", 1, 1)]
    for path, label in (("one", "THEIRS"), ("two", "OURS")):
        cottage.wants(Export(str(tmp_path / path), label))
        assert cottage.told == ("no-stick", "")


def test_what_the_host_set_goes_along_without_the_pin(
    cottage: Cottage, tmp_path_factory: pytest.TempPathFactory
) -> None:
    stick = tmp_path_factory.mktemp("STICK")
    cottage.sticks = [Stick(str(stick), "STICK", 15_938, 12_000)]
    cottage.wants(Change("display.volume", 20), SetPin("2468"))
    cottage.wait(1)
    assert cottage.view and cottage.view.sticks == tuple(cottage.sticks)
    cottage.wants(Export(str(stick), "STICK"))
    target = stick / "tapisvert-2026-07-14-2130"
    assert cottage.told == ("exported", str(target))
    assert "volume = 20" in (target / "backup" / "host.toml").read_text("utf-8")
    assert not [path for path in target.rglob("*") if path.is_file() and b"scrypt" in path.read_bytes()]


def test_a_stick_that_is_full_is_one_sentence(cottage: Cottage, tmp_path: Path) -> None:
    cottage.sticks = [Stick(str(tmp_path / "host.toml"), "STICK", 1, 0)]
    cottage.wants(Change("display.volume", 20), Export(str(tmp_path / "host.toml"), "STICK"))
    told = cottage.told
    assert told and told[0] == "bad-stick" and told[1].endswith("(Not a directory): try another stick.")


def test_the_machine_is_switched_off_or_says_why_not(cottage: Cottage) -> None:
    cottage.wants(SwitchOff("reboot"))
    assert cottage.asked == []
    cottage.wants(SwitchOff("poweroff"))
    assert (cottage.asked, cottage.told) == (["poweroff"], None)
    cottage.wants(SwitchOff("poweroff"))
    assert cottage.told == ("not-off", "systemctl poweroff was not allowed.")
    assert not cottage.host.wants_to_quit
    cottage.wants(SwitchOff("quit"))
    assert cottage.host.wants_to_quit


def test_a_window_on_somebodys_machine_is_only_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(systemd.shutil, "which", lambda name: f"/usr/bin/{name}")
    assert systemd.can_switch_off(True, tmp_path)
    assert not systemd.can_switch_off(False, tmp_path)
    assert not systemd.can_switch_off(True, tmp_path / "no-systemd")
    monkeypatch.setattr(systemd.shutil, "which", lambda name: None)
    assert not systemd.can_switch_off(True, tmp_path)


def test_systemd_is_asked_and_then_sudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, answers in (
        ("systemctl", "echo denied >&2; exit 1"),
        ("sudo", f"printf '%s ' $@ > {tmp_path}/asked"),
    ):
        (tmp_path / name).write_text(f"#!/bin/sh\n{answers}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    systemd.switch_off("poweroff")
    assert (tmp_path / "asked").read_text() == "-n systemctl --no-ask-password poweroff "
    (tmp_path / "sudo").write_text("#!/bin/sh\nexit 1\n")
    with pytest.raises(UserError, match=r"systemctl reboot was not allowed \(denied\)"):
        systemd.switch_off("reboot")


def test_pins_wait_ten_minutes_at_most() -> None:
    assert [lock.slowed(tries) for tries in (0, 1, 9, 10, 10_000)] == [0, 2, 512, 600, 600]
