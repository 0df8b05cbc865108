"""Nobody is there to correct the table file: what can be used of it counts, and the rest is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.settings import pin, rows
from controller.settings.usable_file import Usable, usable

KEPT = pin.hashed("2468", b"saltsalt")
WHOLE = f"""\
language = "de"

[kiosk]
pin = "{KEPT}"
blank = "23:30-07:00"

[display]
volume = 30
fullscreen = true

[zones.pot]
left = "pot"
right = "play"

[zones.ninja]
left = "centre"
"""


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TAPIS_TABLE", str(tmp_path / "table.toml"))
    return tmp_path / "table.toml"


def used(path: Path, text: str) -> Usable:
    path.write_text(text)
    return usable()


def test_a_file_that_is_right_is_used_as_it_is(path: Path) -> None:
    found = used(path, WHOLE)
    assert (found.said, found.has_pads, found.file[rows.PIN]) == ((), True, KEPT)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("volume = 30", "volume = 300"), "display.volume = 300 does not fit"),
        (("volume = 30", "volumne = 30"), 'display: "volumne" is no key here: did you mean volume?'),
        (('left = "pot"', 'left = "pit"'), 'zones.pot.left = "pit" does not fit'),
        (("[zones.ninja]", "[zones.nynja]"), 'zones: "nynja" is no game here'),
        (("volume = 30", "volume = "), "The part that begins with '[display]' is not TOML"),
    ],
)
def test_one_mistake_costs_what_it_is_in_and_no_more(path: Path, wrong: tuple[str, str], said: str) -> None:
    found = used(path, WHOLE.replace(*wrong))
    (sentence,) = found.said
    assert sentence.startswith(f"{path}: {said}") and found.has_pads
    assert (found.file.language, found.file[rows.PIN], found.file[rows.BLANK]) == ("de", KEPT, "23:30-07:00")
    in_display = "display" in wrong[0] or "volume" in wrong[0]
    assert found.file[rows.VOLUME] == (rows.VOLUME.default if in_display else 30)
    pot_is_right = found.file.zones["pot"]["left"] == ("pot",)
    assert pot_is_right == ("pit" not in wrong[1])


def test_readers_that_make_no_sense_are_left_out_and_never_simulated_hands(path: Path) -> None:
    found = used(path, f'backend = "hubb"\n{WHOLE}')
    assert not found.has_pads and "No pads are used" in found.said[-1]
    assert found.file[rows.VOLUME] == 30


@pytest.mark.parametrize(
    "wrong",
    [
        (KEPT, KEPT[:-1]),
        ("[kiosk]", "[kyosk]"),
        ("[kiosk]", "[kiosk"),
        ("pin =", "pyn ="),
        (KEPT + '"', KEPT),
    ],
)
def test_a_pin_that_cannot_be_read_locks_the_pages(path: Path, wrong: tuple[str, str]) -> None:
    found = used(path, WHOLE.replace(*wrong))
    assert found.file[rows.PIN] == pin.LOCKED
    assert any("the host's pages are locked" in sentence for sentence in found.said)
    assert found.file[rows.VOLUME] == 30


def test_no_flipped_bit_opens_the_pages(path: Path) -> None:
    content = WHOLE.encode()
    begin, end = content.index(b"[kiosk]"), content.index(b"blank")
    for bit in range(8 * begin, 8 * end):
        flipped = bytearray(content)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        assert not pin.fits("1357", usable().file[rows.PIN]), f"bit {bit}"


def test_a_file_that_cannot_be_read_at_all_is_done_without(path: Path) -> None:
    path.mkdir()
    found = usable()
    assert (found.file[rows.PIN], found.has_pads) == (pin.LOCKED, False)
    assert str(path) in found.said[0]
    path.rmdir()
    path.write_bytes(b"\xff\xfe" + WHOLE.encode("utf-16-le"))
    assert usable().file[rows.VOLUME] == rows.VOLUME.default
