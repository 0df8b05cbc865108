"""`tapis check`: what is well, what is not, and what to do about it; on a laptop, a hub and a Pi."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from controller import cli
from controller.cards import decks
from controller.cards.enrolment import DeckTeaching
from controller.cards.registry import Registry
from controller.commands import check
from controller.commands.check import Line
from controller.settings import host_settings, table_file
from controller.storage.folder import Folder
from controller.storage.journal import MIGRATIONS
from controller.storage.log import Log
from hardware.build import Hardware, build
from hardware.pads import HardwareError, PadEvent, PadReader
from hardware.simulation.bus import RaspberryPi
from hardware.simulation.chip import Chip
from hardware.simulation.clock import Clock
from hardware.simulation.field import Dice, Field
from tests.hardware.simulation.hub_table import HubTable


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("TAPIS_DATA", raising=False)
    return tmp_path / "tapisvert"


def said(lines: Iterator[Line], part: str) -> list[tuple[str, str]]:
    return [(line.state, line.text) for line in lines if line.part == part]


def teach(folder: Path, deck: str, copy: int = 1, cards: int = 100) -> None:
    with Folder.open(folder) as data:
        lesson = DeckTeaching(Registry(data, lambda: 0.0), decks.load(folder)).enrol(deck, copy, None)
        for _ in range(cards):
            lesson.arrived(f"{deck} {copy} {lesson.view().card}")


# On a laptop


def test_a_laptop_with_nothing_on_it_is_well(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in out} <= {"ok", "warning"}
    assert "ok       readers      SIMULATED: no real card is read" in out
    assert "ok       table file   the built-in one" in out
    for part in ("data folder", "disk", "decks", "buttons", "lights", "display", "clock"):
        assert any(line[9:].startswith(part) for line in out)
    assert not home.exists(), "looking makes nothing"


def test_the_same_as_json(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home.parent.joinpath("wrong.toml").write_text("language = 7")
    assert cli.main(["check", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["ok"] and {"state": "ok", "part": "table file", "text": "the built-in one"} in found["lines"]
    assert cli.main(["check", "--json", "--table", str(home.parent / "wrong.toml")]) == 1
    found = json.loads(capsys.readouterr().out)
    assert not found["ok"]
    assert found["lines"][0]["state"] == "fault"
    assert found["lines"][0]["text"].endswith('language = 7 does not fit: use "fr", "en" or "de".')


# Disk


def data_lines(folder: Path) -> list[Line]:
    return list(check.check_data(folder))


def test_sound_databases_are_named_with_their_backup(home: Path) -> None:
    teach(home, "pot", cards=3)
    (line,) = [line for line in data_lines(home) if line.part == "database"]
    assert line == Line("ok", "database", "registry.db is sound, no backup yet")
    with Folder.open(home) as folder:
        Registry(folder, lambda: 0.0).back_up()
    os.utime(home / "registry.backup-1.db", (1_800_000_000, 1_800_000_000))
    (line,) = [line for line in data_lines(home) if line.part == "database"]
    assert line.text.startswith("registry.db is sound, backed up 2027-01-1")


def test_a_damaged_database_is_a_fault_and_is_left_alone(home: Path) -> None:
    home.mkdir()
    (home / "running.db").write_bytes(b"not a database at all" * 1000)
    (state, text), *_ = said(iter(data_lines(home)), "database")
    assert state == "fault"
    assert text == f"{home}/running.db is damaged: start the table, which sets it aside and says so."
    assert (home / "running.db").read_bytes().startswith(b"not a database")


def test_a_database_of_a_newer_version_is_a_fault(home: Path) -> None:
    with Folder.open(home) as folder:
        folder.database("running", [*MIGRATIONS, "CREATE TABLE more (x)"])
    (state, text), *_ = said(iter(data_lines(home)), "database")
    assert state == "fault" and "was written by a newer version of Tapis Vert: install that version" in text


def test_a_file_that_was_set_aside_is_not_forgotten(home: Path) -> None:
    home.mkdir()
    (home / "history.damaged-1.db").touch()
    (found,) = said(iter(data_lines(home)), "database")
    assert found[0] == "warning" and "history.damaged-1.db was damaged and set aside" in found[1]


def test_a_folder_that_cannot_be_used_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (found,) = said(iter(data_lines(tmp_path / "file" / "data")), "data folder")
    assert found[0] == "fault"
    assert found[1].endswith(f"make {tmp_path}/file writable, or choose another folder with --data.")
    (found,) = said(iter(data_lines(tmp_path / "file")), "data folder")
    assert found[0] == "fault" and "cannot be written" in found[1]


@pytest.mark.parametrize(("free", "state"), [(49, "fault"), (51, "warning"), (499, "warning"), (501, "ok")])
def test_a_disk_is_watched_before_it_is_full(
    free: int, state: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=free * check.MEGABYTE)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    ((found, text),) = said(iter(data_lines(tmp_path)), "disk")
    assert found == state and text.startswith(f"{free} MB free")


def test_while_a_table_runs_its_hardware_is_left_alone(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    teach(home, "pot", cards=3)
    with Folder.open(home):
        assert cli.main(["check"]) == 0
    out = capsys.readouterr().out
    assert "A table is running and uses it: stop that, then check again." in out
    assert "readers" not in out
    assert "registry.db is sound" in out


# Decks


def deck_lines(folder: Path, real: bool = False) -> list[tuple[str, str]]:
    return said(check.check_decks(folder, real=real), "decks")


def test_decks_are_counted_copy_by_copy(home: Path) -> None:
    teach(home, "pot", 1)
    teach(home, "pot", 2)
    teach(home, "ninja", 2, cards=53)
    assert deck_lines(home) == [
        ("ok", "thirteen: not taught; tapis enrol thirteen begins"),
        ("warning", "ninja, copy 2: 53 of 54 cards are taught: tapis enrol ninja --copy 2 goes on."),
        ("ok", "gamate: not taught; tapis enrol gamate begins"),
        ("ok", "pot: all 60 cards are taught, copy 1, 2"),
    ]


def test_what_the_host_set_on_the_screen_is_told(home: Path) -> None:
    table = table_file.read("", None)
    assert list(check.check_changes(table, home)) == []
    host_settings.save(home, {"display.volume": 20, "language": "de"})
    (line,) = check.check_changes(table, home)
    assert (line.state, line.text) == ("ok", f"{home}/host.toml goes before it: language, display.volume")
    for name in ("host.toml", "host.copy.toml"):
        (home / name).write_text("display.volume = 200")
    (line,) = check.check_changes(table, home)
    assert line.state == "warning" and "host.toml: This is not as the table wrote it" in line.text


def test_gamate_wants_its_colours(home: Path) -> None:
    teach(home, "gamate")
    assert ("ok", "gamate: all 52 cards are taught, copy 1") in deck_lines(home)
    text = f"44 numbers of gamate have unknown colours: complete {home}/decks/gamate.toml."
    assert ("warning", text) in deck_lines(home)
    decks.save(home, decks.finished(decks.load(home)["gamate"]))
    assert all(state == "ok" for state, _ in deck_lines(home))


def test_a_real_table_that_knows_no_card_is_warned(home: Path) -> None:
    assert deck_lines(home, real=True) == [
        ("warning", "No card is taught, so none is recognised: tapis enrol thirteen.")
    ]


def test_a_real_table_counts_its_decks_too(home: Path) -> None:
    teach(home, "pot")
    assert ("ok", "pot: all 60 cards are taught, copy 1") in deck_lines(home, real=True)


def test_a_wrong_deck_file_is_a_fault(home: Path) -> None:
    (home / "decks").mkdir(parents=True)
    (home / "decks" / "tarot.toml").touch()
    ((state, text),) = deck_lines(home)
    assert state == "fault" and text.endswith("call the file thirteen, ninja, gamate or pot.toml.")


def test_a_damaged_registry_is_said_once(home: Path) -> None:
    home.mkdir()
    (home / "registry.db").write_bytes(b"not a database at all" * 1000)
    assert deck_lines(home) == []


# A hub


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[HubTable]:
    with closing(HubTable(tmp_path)) as hub:
        hub.reader.close()
        hub.pass_time(hub.now + 4)
        yield hub


def hub_lines(hub: HubTable) -> list[Line]:
    """Look at the pads of *hub*, in its own time."""
    text = 'backend = "hub"\n' + "".join(f'[[pads]]\nname = "{pad}"\n' for pad in ("left", "middle", "right"))
    wiring = table_file.read(text, None).with_hub(str(hub.link)).wiring
    return list(
        check.check_hardware(
            wiring, lambda: build(wiring), lambda: hub.now, lambda seconds: hub.pass_time(hub.now + seconds)
        )
    )


def test_a_hub_and_its_readers_are_well(hub: HubTable) -> None:
    lines = hub_lines(hub)
    assert {line.state for line in lines} == {"ok"}
    ((_, version),) = said(iter(lines), "hub")
    assert version.startswith(f"{hub.link}, version 1, cpython-")
    assert said(iter(lines), "readers") == [
        ("ok", f"pad {pad} reads: MFRC522 2.0 (0x92), gain as in the hub's wiring.txt")
        for pad in ("left", "middle", "right")
    ]
    assert said(iter(lines), "lights")[0][1].startswith("the rims of left, middle, right breathed white")


def test_rims_shine_while_it_looks(hub: HubTable) -> None:
    shone: set[str] = set()
    pass_time = hub.pass_time

    def watch(now: float) -> None:
        pass_time(now)
        shone.update(hub.hub.lights())

    hub.pass_time = watch  # type: ignore[method-assign]
    hub_lines(hub)
    assert "#ffffff pulse" in shone


def test_a_dead_reader_is_a_fault_with_what_to_do(hub: HubTable) -> None:
    hub.silence("middle")
    faults = [line for line in hub_lines(hub) if line.state == "fault"]
    assert [line.text for line in faults] == [
        "Pad middle: its reader does not answer; check its leads and its supply."
    ]


def test_a_hub_that_says_nothing_is_a_fault(hub: HubTable) -> None:
    hub.do("silence 60")
    lines = hub_lines(hub)
    ((state, text),) = said(iter(lines), "hub")
    assert state == "fault" and text.endswith("has gone quiet; unplug it and plug it in again.")
    assert not said(iter(lines), "readers") and not said(iter(lines), "lights")


def test_a_hub_of_another_version_is_a_fault(hub: HubTable) -> None:
    hub.do("version 7")
    ((state, text),) = said(iter(hub_lines(hub)), "hub")
    assert state == "fault" and text.endswith("run `tapis hub flash` from this installation.")


# A Pi

SPI = """
backend = "spi"
[[pads]]
name = "left"
rst = 25
gain = 33
rim = [16, 20, 21]
[[pads]]
name = "right"
rst = 24
ce = 1
[panel]
done = 5
help = 6
buzzer = 12
"""


class Pi(RaspberryPi):
    """A Pi with a reader and a place for a second one."""

    def __init__(self, second: bool = True) -> None:
        super().__init__()
        self.time = Clock()
        self.pins = MockFactory(pin_class=MockPWMPin)
        self.pressed: list[int] = []
        self.wire(Chip(Field(self.time, Dice(1)), self.time), ce=0, rst=25)
        other = Chip(Field(self.time, Dice(2)), self.time)
        self.wire(other, ce=1, rst=24)
        if not second:
            other.unplug()

    @property
    def now(self) -> float:
        return self.time.ns / 1e9

    def sleep(self, seconds: float) -> None:
        self.time.sleep_us(round(seconds * 1e6))

    def lines(self, table: str = SPI) -> list[Line]:
        wiring = table_file.read(table, None).wiring

        def open_hardware() -> Hardware:
            hardware = build(wiring, lambda: self.pins, clock=lambda: self.now, sleep=self.sleep)
            for pin in self.pressed:
                self.pins.pin(pin).drive_low()
            return hardware

        with self.modules():
            return list(check.check_hardware(wiring, open_hardware, lambda: self.now, lambda seconds: None))


def test_readers_on_a_pi_tell_chip_and_gain() -> None:
    lines = Pi().lines()
    assert said(iter(lines), "readers") == [
        ("ok", "pad left reads: MFRC522 2.0 (0x92), gain 33 dB"),
        ("ok", "pad right reads: MFRC522 2.0 (0x92), gain 38 dB"),
    ]
    assert said(iter(lines), "buttons") == [
        ("ok", "done on GPIO 5 (pin 29)"),
        ("ok", "help on GPIO 6 (pin 31)"),
    ]
    assert said(iter(lines), "lights")[0][1].startswith("the rims of left breathed white")
    assert said(iter(lines), "buzzer")[0][1].startswith("on GPIO 12 (pin 32)")


def test_a_reader_that_is_not_there_is_a_fault() -> None:
    (_, right) = said(iter(Pi(second=False).lines()), "readers")
    assert right == ("fault", "The reader of pad right does not answer: check its leads and its 3.3 V.")


def test_a_button_that_is_stuck_is_found() -> None:
    pi = Pi()
    pi.pressed = [6]
    done, stuck = said(iter(pi.lines()), "buttons")
    assert done[0] == "ok"
    assert stuck == (
        "warning",
        "help on GPIO 6 (pin 31) is down: let go of it, or look where it touches ground.",
    )


def test_a_pi_without_lights_or_buttons_says_so() -> None:
    lines = Pi().lines('backend = "spi"\n[[pads]]\nname = "left"\nrst = 25\n')
    assert said(iter(lines), "lights") == [("ok", "none in the table file")]
    assert said(iter(lines), "buttons") == [("ok", "none in the table file: the screen has them all")]
    assert not said(iter(lines), "buzzer")


class Mute(PadReader):
    """Pads that never say anything, and the time they are given."""

    pads = ("left",)

    def __init__(self) -> None:
        self.waited = 0.0

    def poll(self, now: float) -> list[PadEvent]:
        return []

    def close(self) -> None:
        pass

    def sleep(self, seconds: float) -> None:
        self.waited += seconds


def test_a_pad_that_is_not_read_in_time_is_a_fault() -> None:
    mute = Mute()
    wiring = table_file.read('backend = "hub"\n[[pads]]\nname = "left"\n', None).wiring
    lines = check.check_hardware(wiring, lambda: Hardware(mute, None), lambda: mute.waited, mute.sleep)
    assert said(lines, "readers") == [
        ("fault", "Pad left was not read within 5 s: check its leads and its supply.")
    ]
    assert mute.waited == pytest.approx(5.0, abs=0.1)


def test_simulated_pads_are_said_to_be_and_cost_no_time() -> None:
    wiring = table_file.read("", None).wiring
    waited: list[float] = []
    lines = list(check.check_hardware(wiring, lambda: build(wiring), lambda: sum(waited), waited.append))
    assert said(iter(lines), "readers")[0] == ("ok", "SIMULATED: no real card is read")
    assert said(iter(lines), "lights") == [("ok", "simulated")]
    assert sum(waited) < 0.5


def test_hardware_that_cannot_be_opened_is_one_fault() -> None:
    def broken() -> Hardware:
        raise HardwareError("No pins today: come back tomorrow.")

    wiring = table_file.read("", None).wiring
    assert list(check.check_hardware(wiring, broken, lambda: 0.0, lambda seconds: None)) == [
        Line("fault", "hardware", "No pins today: come back tomorrow.")
    ]


# Screen and clock


def test_a_machine_without_a_screen_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    (line,) = check.check_display(sys.executable)
    assert line.state == "warning" and "driver dummy): connect one." in line.text
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    (line,) = check.check_display(sys.executable)
    assert line.state == "warning" and line.text.endswith(": connect one.")


def test_a_screen_is_told_with_its_driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pygame")
    sdl = tmp_path / "sdl"
    sdl.write_text("#!/bin/sh\necho KMSDRM 1920x1080 2.28.4 2.6.1\n")
    sdl.chmod(0o755)
    found = Line("ok", "display", "SDL 2.28.4 driver KMSDRM, 1920x1080, pygame 2.6.1")
    monkeypatch.setattr(check, "_is_in_group", lambda name: True)
    assert list(check.check_display(str(sdl))) == [found]
    monkeypatch.setattr(check, "_is_in_group", lambda name: name != "input")
    first, deaf = check.check_display(str(sdl))
    assert first == found
    assert deaf.state == "fault" and deaf.text.endswith("sudo adduser $USER input, and log in again.")
    sdl.write_text("#!/bin/sh\necho x11 1920x1080 2.28.4 2.6.1\n")
    assert [line.state for line in check.check_display(str(sdl))] == ["ok"]


def test_a_machine_without_pygame_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    (line,) = check.check_display(sys.executable)
    assert line.state == "warning" and line.text.endswith("(pygame is missing): pip install pygame.")


def test_sound_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    assert said(check.check_sound(sys.executable, 70), "sound") == [
        ("ok", "a loudspeaker is found, volume 70")
    ]
    monkeypatch.setenv("SDL_AUDIODRIVER", "none such")
    ((state, text),) = said(check.check_sound(sys.executable, 70), "sound")
    assert (state, text.endswith("connect one, or set volume = 0 in the table file.")) == ("warning", True)
    ((state, text),) = said(check.check_sound("no python", 0), "sound")
    assert (state, text.startswith("off")) == ("ok", True)


def test_a_table_that_broke_down_lately_is_a_warning(tmp_path: Path) -> None:
    at = 1_800_000_000.0
    log = Log(tmp_path, lambda: at)
    assert list(check.check_log(at, tmp_path)) == []
    log.note("start")
    log.write()
    assert said(check.check_log(at, tmp_path), "log") == [("ok", f"0 kB in {tmp_path / 'tapis.log'}")]
    log.crash(ValueError("no"))
    log.write()
    (tmp_path / "tapis.log").open("a").write('{"at":"half a li')
    ((state, text),) = said(check.check_log(at + 3600, tmp_path), "log")
    assert (state, text) == (
        "warning",
        "The table broke down, last on 2027-01-15T08:00:00Z: send what tapis support writes.",
    )
    assert said(check.check_log(at + 30 * 24 * 3600, tmp_path), "log")[0][0] == "ok"


def test_a_clock_that_cannot_be_right_is_a_warning(home: Path) -> None:
    (line,) = check.check_clock(60.0, home)
    assert line.state == "warning" and line.text.startswith("It is not 1970-01-01")
    (line,) = check.check_clock(1_800_000_000.0, home)
    assert line.state == "ok"
    home.mkdir()
    with sqlite3.connect(home / "running.db") as database:
        database.execute("CREATE TABLE something (x)")
    os.utime(home / "running.db", (1_800_100_000, 1_800_100_000))
    (line,) = check.check_clock(1_800_000_000.0, home)
    assert line.state == "warning" and "but the last match is of 2027-01-16" in line.text
    (line,) = check.check_clock(1_800_099_000.0, home)
    assert line.state == "ok", "a quarter of an hour may be summer, or a lazy network"
