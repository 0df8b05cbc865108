"""Catalogs: compiled once, joined, and never in the way of a table that wants to start."""

from __future__ import annotations

import gettext
import os
from pathlib import Path

import polib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.text import i18n
from display.text.words import Words

HEAD = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of the table's catalogs."""
    monkeypatch.setattr(i18n, "CATALOGS", tmp_path / "locale")
    (tmp_path / "locale").mkdir()
    return tmp_path / "locale"


def write(path: Path, **messages: str) -> Path:
    path.write_text(HEAD + "".join(f'\nmsgid "{one}"\nmsgstr "{other}"\n' for one, other in messages.items()))
    return path


def start(language: str = "xx", *modules: Path) -> gettext.NullTranslations:
    """As a table that has just started."""
    i18n._joined.cache_clear()
    return i18n.translations(language, modules)


def never(*_: object) -> None:
    raise AssertionError("the catalog was parsed again")


def test_a_catalog_is_parsed_once_until_it_changes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(folder / "xx.po", yes="ŧ")
    assert start().gettext("yes") == "ŧ"
    parse = polib.pofile
    monkeypatch.setattr(polib, "pofile", never)
    assert start().gettext("yes") == "ŧ"
    monkeypatch.setattr(polib, "pofile", parse)
    write(path, yes="đ")
    os.utime(path, ns=(7, 7))  # it is another one, even if it is an older one
    assert start().gettext("yes") == "đ"
    assert {file.name for file in folder.iterdir()} == {"xx.po", "xx.mo"}


def test_a_package_needs_only_what_is_compiled(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(folder / "xx.po", yes="ŧ")
    polib.pofile(str(path)).save_as_mofile(str(folder / "xx.mo"))
    path.unlink()
    monkeypatch.setattr(polib, "pofile", never)
    assert start().gettext("yes") == "ŧ"


def test_a_folder_that_cannot_be_written_is_no_obstacle(folder: Path) -> None:
    write(folder / "xx.po", yes="ŧ")
    (folder / f"xx.{os.getpid()}.mo").mkdir()
    assert start().gettext("yes") == "ŧ"
    assert not (folder / "xx.mo").exists()


def test_what_power_left_of_a_compiled_catalog_is_made_again(folder: Path) -> None:
    path = write(folder / "xx.po", yes="ŧ")
    time = path.stat().st_mtime_ns
    (folder / "xx.mo").write_bytes(b"")
    os.utime(folder / "xx.mo", ns=(time, time))
    assert start().gettext("yes") == "ŧ"
    assert (folder / "xx.mo").stat().st_size


@pytest.mark.parametrize(
    "text", ["not a catalog", 'msgid "yes"\nmsgid "no"\n', HEAD.replace("(n != 1)", "(n ? (")]
)
def test_a_damaged_catalog_is_one_sentence_and_english(
    text: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "xx.po").write_text(text)
    assert start().gettext("yes") == "yes"
    said = capsys.readouterr().err
    assert said.startswith("The catalog xx.po cannot be read, English is used instead: ")
    assert said.count("\n") == 1


def test_a_catalog_that_is_not_there_is_one_sentence_and_english(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start().gettext("yes") == "yes"
    assert "xx.po cannot be read" in capsys.readouterr().err


WHOLE = {
    ".po": (i18n.CATALOGS / "fr.po").read_bytes()[:4000],
    ".mo": polib.pofile(str(i18n.CATALOGS / "fr.po")).to_binary(),
}


@pytest.mark.parametrize("suffix", WHOLE)
@given(cut=st.integers(0, 4000), noise=st.binary(max_size=8))
def test_no_damage_keeps_the_table_from_starting(
    suffix: str, cut: int, noise: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    whole = WHOLE[suffix]
    path = tmp_path_factory.mktemp("locale") / "xx.po"
    path.with_suffix(suffix).write_bytes(whole[:cut] + noise + whole[cut + len(noise) :])
    i18n._joined(path).gettext("The round is over.")


def test_the_catalog_beside_a_game_completes_the_table_and_does_not_change_it(
    folder: Path, tmp_path: Path
) -> None:
    write(folder / "xx.po", yes="ŧ", no="đ")
    write(tmp_path / "belote.xx.po", no="changed", trump="ħ")
    words = start("xx", tmp_path / "belote.py", tmp_path / "without.py")
    assert [words.gettext(message) for message in ("yes", "no", "trump", "other")] == ["ŧ", "đ", "ħ", "other"]
    assert (tmp_path / "belote.xx.mo").exists()


def test_a_translation_with_a_blank_of_its_own_gives_way_to_english(folder: Path) -> None:
    write(folder / "xx.po", **{"{player} passes.": "{plyer} ŧ", "Pad {name}": "{name} {"})
    i18n._joined.cache_clear()
    words = Words("xx")
    assert words.say("{player} passes.", player="Luc") == "Luc passes."
    assert words.say("Pad {name}", name="A2") == "Pad A2"
    assert words.count("one card of {whose}", "{number} cards of {whose}", 2, whose="Luc") == "2 cards of Luc"
