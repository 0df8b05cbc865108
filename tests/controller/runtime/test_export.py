"""What goes onto a USB stick, and what does not: nothing through a link, nothing over anything, no PIN."""

from __future__ import annotations

import csv
import json
import os
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from controller.cards.registry import Registry
from controller.errors import UserError
from controller.ports import CardRef, KeptMatch
from controller.runtime.export import export, list_sticks
from controller.settings import host_settings, pin
from controller.storage.folder import Folder
from controller.storage.history import History
from controller.storage.record import Header, to_json

NOW = datetime(2026, 7, 14, 21, 30)
NAME = "tapisvert-2026-07-14-2130"
KEPT = pin.hashed("2468", b"saltsalt")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a match of three, one tag, colours, a PIN, and a match that is being played."""
    folder = tmp_path / "data"
    with Folder.open(folder) as opened:
        history = History(opened, lambda: 0.0)
        header = to_json(Header("pot", ("Marie", "", "=HYPERLINK(1)\x1b[2J\u202e"), 0))
        history.add("a", KeptMatch(1, header, []), {"results": [[3, -1, -2]], "winners": [0, 2]}, 0.0, 0.0)
        registry = Registry(opened, lambda: 0.0)
        registry.teach("04a1", CardRef("pot", 1, "red-5"))
        registry.flush()
    (folder / "running.db").write_bytes(b"nobody may see this")
    host_settings.save(folder, {"kiosk.blank": "", "kiosk.pin": KEPT})
    (folder / "decks").mkdir()
    (folder / "decks" / "gamate.toml").write_text("colours = 1\n")
    return folder


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


def test_scores_and_a_copy_of_everything_but_running_matches(data: Path, stick: Path) -> None:
    target = export(data, None, stick, NOW)
    assert target == stick / NAME
    backup = {"host.toml", "decks/gamate.toml", "history.db", "registry.db"}
    assert files(target) == {"scores.csv", "scores.json", *(f"backup/{name}" for name in backup)}
    with closing(sqlite3.connect(target / "backup" / "registry.db")) as copy:
        assert copy.execute("SELECT card FROM tag").fetchall() == [("red-5",)]
    (match,) = json.loads((target / "scores.json").read_text("utf-8"))
    assert match["players"] == ["Marie", "–", "=HYPERLINK(1)[2J"]
    assert (match["totals"], match["winners"]) == ([3, -1, -2], ["Marie", "=HYPERLINK(1)[2J"])


def test_where_cards_were_seen_stays_at_the_table(data: Path, stick: Path) -> None:
    with Folder.open(data) as opened:
        registry = Registry(opened, lambda: 0.0)
        registry.saw(CardRef("pot", 1, "red-5"), "a-pad-by-the-window", 1)
        registry.flush()
    target = export(data, None, stick, NOW)
    copy = (target / "backup" / "registry.db").read_bytes()
    assert b"red-5" in copy  # taught
    assert b"window" not in copy


def test_cells_are_no_formulas_and_numbers_stay_numbers(data: Path, stick: Path) -> None:
    with Folder.open(data) as opened:
        header = to_json(Header("pot", ("-1+1", "@SUM(A1)", "Zoé"), 0))
        match = KeptMatch(2, header, [])
        History(opened, lambda: 0.0).add("b", match, {"results": [[-3, 1, 2]], "winners": [1]}, 1.0, 1.0)
    with (export(data, None, stick, NOW) / "scores.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert [(line["players"], line["totals"], line["winners"]) for line in lines] == [
        ("'-1+1, @SUM(A1), Zoé", "-3, 1, 2", "'@SUM(A1)"),
        ("Marie, –, =HYPERLINK(1)[2J", "3, -1, -2", "Marie, =HYPERLINK(1)[2J"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        f'pin = "{KEPT}"\n',
        f"  pin='{KEPT}' # ours\n",
        f'# it was pin = "{KEPT}" before\n',
    ],
)
def test_the_pin_stays_at_the_table(data: Path, stick: Path, tmp_path: Path, line: str) -> None:
    table = tmp_path / "table.toml"
    table.write_text(f'language = "de"\n[kiosk]\n{line}blank = "23:30-07:00"\n')
    target = export(data, table, stick, NOW)
    kept = (target / "backup" / "table.toml").read_text("utf-8")
    assert kept.startswith('language = "de"\n[kiosk]\n') and kept.endswith('blank = "23:30-07:00"\n')
    salt, digest = KEPT.split("-")[1:]
    for path in target.rglob("*"):
        assert not path.is_file() or not {salt, digest} & set(path.read_bytes().decode("latin-1").split("-"))
        assert not path.is_file() or digest.encode() not in path.read_bytes()
    # A copy that is put back asks for the PIN of the table file, and not for none.
    assert host_settings.load(target / "backup") == {"kiosk.blank": ""}


def test_what_is_there_is_never_written_over(data: Path, stick: Path) -> None:
    first = export(data, None, stick, NOW)
    (first / "scores.csv").write_text("mine")
    second = export(data, None, stick, NOW)
    assert second == stick / f"{NAME}-2"
    assert (first / "scores.csv").read_text() == "mine"
    assert files(second) == files(first)


def test_no_link_on_a_stick_leads_anywhere(data: Path, stick: Path, tmp_path: Path) -> None:
    """Whoever prepared it knows the names of the files, and when they are written."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (stick / NAME).symlink_to(elsewhere, target_is_directory=True)
    assert export(data, None, stick, NOW) == stick / f"{NAME}-2"
    assert not list(elsewhere.iterdir())


def test_a_folder_that_is_swapped_for_a_link_while_it_is_written(
    data: Path, stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    mkdir = os.mkdir

    def swapped(name: str, mode: int = 0o777, *, dir_fd: int | None = None) -> None:
        if name == "backup":
            os.symlink(elsewhere, name, dir_fd=dir_fd)
        else:
            mkdir(name, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "mkdir", swapped)
    with pytest.raises(UserError, match="cannot be written"):
        export(data, None, stick, NOW)
    assert not list(elsewhere.iterdir())


def test_a_file_that_is_there_first_is_not_followed(
    data: Path, stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    mkdir = os.mkdir

    def booby_trapped(name: str, mode: int = 0o777, *, dir_fd: int | None = None) -> None:
        mkdir(name, mode, dir_fd=dir_fd)
        if name == NAME:
            os.symlink(victim, stick / NAME / "scores.csv")

    monkeypatch.setattr(os, "mkdir", booby_trapped)
    with pytest.raises(UserError, match="cannot be written"):
        export(data, None, stick, NOW)
    assert victim.read_text() == "precious"


def test_a_stick_that_is_a_link_itself(data: Path, stick: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(stick, target_is_directory=True)
    with pytest.raises(UserError, match="try another stick"):
        export(data, None, tmp_path / "link", NOW)


def test_sticks_are_found_where_systems_mount_them(tmp_path: Path) -> None:
    (labels := tmp_path / "labels").mkdir()
    (labels / r"MARIE\x20\xc3\xa9\x1b\xe2\x80\xae").symlink_to("/dev/sdb1")
    mounts = tmp_path / "mounts"
    mounts.write_text(
        "/dev/sda1 / ext4 rw,noatime 0 0\n"
        f"/dev/sdb1 {tmp_path}/media/MY\\040STICK vfat rw,nosuid 0 0\n"
        f"/dev/sdc1 {tmp_path}/media/OLD iso9660 ro 0 0\n"
        f"/dev/sdd1 {tmp_path}/media/NEW exfat rw 0 0\n"
        f"/dev/sde1 {tmp_path}/media/GONE exfat rw 0 0\n"
        "nonsense\n"
    )
    for name in ("MY STICK", "OLD", "NEW"):
        (tmp_path / "media" / name).mkdir(parents=True)
    found = list_sticks(mounts, labels, (f"{tmp_path}/media/",))
    assert [(Path(stick.path).name, stick.label) for stick in found] == [
        ("MY STICK", "MARIE é"),
        ("NEW", "NEW"),
    ]
    assert all(0 <= stick.free <= stick.size for stick in found)
    assert list_sticks(mounts, labels) == []
    assert list_sticks(tmp_path / "none") == []
