"""What the host changed is kept twice, and whatever happens to it nobody finds the pages open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.settings import host_settings, pin, rows, table_file
from controller.settings.host_settings import COPY_FILE, OLD_HEAD, HostSettings

OWNERS = table_file.read("", None)
KEPT = pin.hashed("2468", b"saltsalt")
CHANGES = {"language": "de", "display.volume": 30, "kiosk.pin": KEPT}
FILES = ("host.toml", COPY_FILE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    host_settings.save(tmp_path, CHANGES)
    return tmp_path


def flipped(content: bytes) -> Iterator[bytes]:
    """*content* with each of its bits turned over."""
    for bit in range(8 * len(content)):
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        yield bytes(changed)


def damages(content: bytes) -> list[bytes]:
    return [*flipped(content), *(content[:size] for size in range(len(content)))]


@pytest.mark.parametrize("name", FILES)
def test_one_copy_is_enough_whatever_the_other_is(folder: Path, name: str) -> None:
    content = (folder / name).read_bytes()
    for damage in damages(content):
        (folder / name).write_bytes(damage)
        assert host_settings.usable(OWNERS, folder).changes == CHANGES
    (folder / name).unlink()
    found = host_settings.mend(OWNERS, folder)
    assert found.changes == CHANGES
    assert ("host.toml" in found.said) == (name == "host.toml")  # the copy is made again, and that is all
    assert (folder / name).read_bytes() == content
    assert host_settings.mend(OWNERS, folder).said == ""


def test_no_damage_to_both_copies_opens_the_pages(folder: Path) -> None:
    for damage in damages((folder / "host.toml").read_bytes()):
        for name in FILES:
            (folder / name).write_bytes(damage)
        found = host_settings.usable(OWNERS, folder)
        assert found.file[rows.PIN] == pin.LOCKED
        assert found.file[rows.VOLUME] == rows.VOLUME.default
        assert "locked until tapis config pin --reset" in found.said
    assert HostSettings(OWNERS, folder).file[rows.PIN] == pin.LOCKED


def test_the_only_copy_that_is_left_opens_nothing_either(folder: Path) -> None:
    (folder / COPY_FILE).unlink()
    for damage in damages((folder / "host.toml").read_bytes()):
        (folder / "host.toml").write_bytes(damage)
        assert not pin.fits("1357", host_settings.usable(OWNERS, folder).file[rows.PIN])


def test_a_flipped_bit_in_a_file_of_an_earlier_version_opens_nothing(folder: Path) -> None:
    """Cut at the end of a line it looks whole: that is over with the first start, which writes it anew."""
    (folder / COPY_FILE).unlink()
    old = OLD_HEAD + host_settings.written(CHANGES).partition("\n")[2]
    (folder / "host.toml").write_text(old)
    assert host_settings.usable(OWNERS, folder).changes == CHANGES
    for damage in flipped(old.encode()):
        (folder / "host.toml").write_bytes(damage)
        assert not pin.fits("1357", host_settings.usable(OWNERS, folder).file[rows.PIN])
    (folder / "host.toml").write_text(old)
    assert host_settings.mend(OWNERS, folder).said == ""
    assert (folder / COPY_FILE).read_text() == (folder / "host.toml").read_text() != old


def test_the_pin_of_the_table_file_counts_where_that_of_the_screen_is_lost(folder: Path) -> None:
    owners = OWNERS.having({"kiosk.pin": pin.hashed("8642", b"pepper!!")})
    for name in FILES:
        (folder / name).write_text("[kiosk]\n")
    found = host_settings.usable(owners, folder)
    assert pin.fits("8642", found.file[rows.PIN]) and "PIN of that file" in found.said


def test_no_pin_fits_what_is_locked() -> None:
    assert not any(pin.fits(typed, pin.LOCKED) for typed in ("", "0000", "locked"))


@pytest.mark.parametrize("text", ["x", "-3", "9" * 5000, ""])
def test_a_count_of_wrong_pins_that_makes_no_sense_is_no_way_round(tmp_path: Path, text: str) -> None:
    (tmp_path / host_settings.TRIES_FILE).write_text(text)
    assert host_settings.tries(tmp_path) in range(host_settings.MOST_TRIES + 1)
    assert text == "-3" or host_settings.tries(tmp_path) >= host_settings.MANY_TRIES
