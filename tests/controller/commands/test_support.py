"""`tapis support`: everything a helper needs, in one file, and nobody's name in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from controller import cli
from controller.commands.support import anonymous
from controller.intents import Leave, NewMatch
from controller.ports import KeptMatch
from controller.runtime.compose import opened
from controller.settings import host_settings, pin, table_file
from controller.storage.folder import Folder
from controller.storage.history import History
from controller.storage.log import Log

RUNNING, PARKED, FINISHED, RECENT = "Zébulon Quartz", "Parquetine", "Finistère", "Wilhelmine-Anne"
EVERYBODY = (RUNNING, PARKED, FINISHED, RECENT)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house full of names: of matches of every kind, of the owner's home, in the log."""
    home = tmp_path / "home of Wilhelmine-Anne"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "TAPIS_DATA"):
        monkeypatch.delenv(variable, raising=False)
    data = home / ".local/share/tapisvert"
    with Folder.open(data) as folder:
        header = {"game": "pot", "names": [FINISHED, "", "Ann"], "dealer": 0, "options": [], "rounds": 1}
        outcome = {"results": [[1, 2, 3]], "winners": [2]}
        History(folder, lambda: 1e9).add("key", KeptMatch(1, header, []), outcome, 1e9, 1e9)
    with opened(table_file.read("", None), data, wall=lambda: 1e9) as parts:
        parts.table.handle(NewMatch("ninja", (PARKED, RECENT)), 1.0)
        parts.table.handle(Leave(), 2.0)
        parts.table.handle(NewMatch("thirteen", (RUNNING, "", "Bo")), 3.0)
    log = Log(data)
    log.note("careless", text=f"{RUNNING.upper()} and {PARKED} and {FINISHED}")
    log.write()
    return home


def support(home: Path, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    out = home / "support.txt"
    assert cli.main(["support", "--out", str(out), *words]) == 0
    assert str(out) in capsys.readouterr().out
    return out.read_text("utf-8")


def test_nobody_is_named(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = support(home, capsys)
    for name in EVERYBODY:
        assert name.casefold() not in text.casefold()
    assert str(home) not in text
    assert "(guest) and (guest) and (guest)" in text


@pytest.mark.parametrize("name", ["ok", "OK", "lay", "start", "what", "true", "sound", "in", "1"])
def test_a_guest_who_is_called_like_a_word_of_ours(
    home: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    data = home / ".local/share/tapisvert"
    before = support(home, capsys)
    with opened(table_file.read("", None), data, wall=lambda: 1e9) as parts:
        parts.table.handle(NewMatch("pot", (name, "Bo", "Cy")), 1.0)
    log = Log(data)
    log.note("ruled", move="lay", trace=f"KeyError: {name}!")
    log.write()
    text = support(home, capsys)
    assert before.count("\nok ") <= text.count("\nok ")
    log_lines = [json.loads(line) for line in text.partition("== log ==\n")[2].splitlines()]
    assert (log_lines[-1]["what"], log_lines[-1]["move"]) == ("ruled", "lay")
    assert log_lines[-1]["trace"] == "KeyError: (guest)!"


def test_it_has_what_a_helper_needs(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = support(home, capsys)
    for title in ("versions", "table file", "tapis check", "data folder", "log"):
        assert f"== {title} ==" in text
    assert "tapisvert 0." in text
    assert 'backend = "simulated"' in text
    assert "running.db is sound" in text
    assert "~/.local/share/tapisvert" in text
    assert "2 rows in running.match" in text
    assert "1 rows in history.match" in text
    log = [json.loads(line) for line in text.partition("== log ==\n")[2].splitlines()]
    assert [line["what"] for line in log[:1]] == ["start"]


def test_a_pin_is_not_in_it_not_even_hashed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hashed = pin.hashed("2468", b"12345678")
    table = home / "table.toml"
    table.write_text(f'[kiosk]\npin = "{hashed}"\n')
    text = support(home, capsys, "--table", str(table))
    assert hashed not in text
    assert "with a PIN" in text


def test_what_the_host_set_is_in_force_but_for_the_pin(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hashed = pin.hashed("2468", b"12345678")
    host_settings.save(home / ".local/share/tapisvert", {"language": "de", "kiosk.pin": hashed})
    text = support(home, capsys)
    assert 'language = "de"' in text
    assert hashed not in text


def test_a_wrong_table_file_is_a_part_of_the_report(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = home / "table.toml"
    table.write_text("language = 7")
    assert "language = 7 does not fit" in support(home, capsys, "--table", str(table))


def test_a_damaged_database_does_not_stop_it(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / ".local/share/tapisvert/history.db").write_bytes(b"no database at all" * 100)
    assert "history.db is damaged" in support(home, capsys)


def test_before_anything_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "nothing"))
    assert "== log ==" in support(tmp_path, capsys)
    assert not (tmp_path / "nothing").exists()


def test_without_a_place_to_write_it_is_one_sentence(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["support", "--out", str(home / "no" / "file.txt")]) == cli.USAGE_ERROR
    assert capsys.readouterr().err.endswith("choose another place with --out.\n")


def test_other_homes_are_nobodys_business() -> None:
    text = '/home/marie/table.toml and "/media/luc/STICK/x"'
    assert anonymous(text) == '/home/(user)/table.toml and "/media/(user)/STICK/x"'
