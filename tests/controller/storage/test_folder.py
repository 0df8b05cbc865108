"""The data folder: one table at a time, nothing replaced in silence, every fault one sentence."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest

from controller.storage.database import Database, StorageError
from controller.storage.files import keep
from controller.storage.folder import BACKUPS, Folder

FIRST = ("CREATE TABLE note (text TEXT)",)
SECOND = (*FIRST, "ALTER TABLE note ADD COLUMN colour TEXT; UPDATE note SET colour = 'green'")


def notes(database: Database | sqlite3.Connection) -> list[tuple[str, ...]]:
    return database.execute("SELECT * FROM note").fetchall()


def write(database: Database, text: str) -> None:
    with database.transaction():
        database.execute("INSERT INTO note (text) VALUES (?)", (text,))


def test_what_was_written_is_there_the_next_time(tmp_path: Path) -> None:
    with Folder.open(tmp_path / "new" / "deep") as folder:
        write(folder.database("book", FIRST), "hello")
    with Folder.open(tmp_path / "new" / "deep") as folder:
        assert notes(folder.database("book", FIRST)) == [("hello",)]


def test_commits_reach_the_disk(tmp_path: Path) -> None:
    with Folder.open(tmp_path) as folder:
        database = folder.database("book", FIRST)
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_a_transaction_is_all_or_nothing(tmp_path: Path) -> None:
    with Folder.open(tmp_path) as folder:
        database = folder.database("book", FIRST)
        with pytest.raises(ZeroDivisionError), database.transaction():
            database.execute("INSERT INTO note VALUES ('lost')")
            _ = 1 / 0
        assert notes(database) == []


def test_an_old_file_is_brought_up_to_date(tmp_path: Path) -> None:
    with Folder.open(tmp_path) as folder:
        write(folder.database("book", FIRST), "hello")
    with Folder.open(tmp_path) as folder:
        assert notes(folder.database("book", SECOND)) == [("hello", "green")]


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    with Folder.open(tmp_path) as folder:
        write(folder.database("book", SECOND), "hello")
    with Folder.open(tmp_path) as folder, pytest.raises(StorageError, match=r"newer version.*--data\.$"):
        folder.database("book", FIRST)
    with Folder.open(tmp_path) as folder:
        assert len(notes(folder.database("book", SECOND))) == 1


def test_a_damaged_file_is_set_aside_and_said_so(tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / "book.db").write_bytes(b"not a database " * 400)
        (tmp_path / "book.db-wal").unlink(missing_ok=True)
        with Folder.open(tmp_path) as folder:
            assert notes(folder.database("book", FIRST)) == []
            (notice,) = folder.notices
            assert f"book.damaged-{number}.db" in notice
        assert (tmp_path / f"book.damaged-{number}.db").read_bytes().startswith(b"not a database")


def test_a_page_gone_bad_is_found_at_the_start(tmp_path: Path) -> None:
    with Folder.open(tmp_path) as folder:
        database = folder.database("book", FIRST)
        for number in range(200):
            write(database, f"line {number} " * 20)
    content = bytearray((tmp_path / "book.db").read_bytes())
    content[4096:8192] = b"\xff" * 4096
    (tmp_path / "book.db").write_bytes(content)
    with Folder.open(tmp_path) as folder:
        folder.database("book", FIRST)
        assert len(folder.notices) == 1


def test_two_tables_do_not_share_a_folder(tmp_path: Path) -> None:
    with (
        Folder.open(tmp_path),
        pytest.raises(StorageError, match=r"Another table is using .*--data\.") as error,
    ):
        Folder.open(tmp_path)
    assert error.value.code == "in-use"
    Folder.open(tmp_path).close()


def test_one_may_look_while_a_table_plays(tmp_path: Path) -> None:
    with Folder.open(tmp_path) as folder:
        write(folder.database("book", FIRST), "hello")
        with Folder.beside(tmp_path) as beside:
            assert notes(beside.database("book", FIRST)) == [("hello",)]


def test_who_only_looks_sets_nothing_aside(tmp_path: Path) -> None:
    (tmp_path / "book.db").write_bytes(b"not a database " * 400)
    with Folder.beside(tmp_path) as beside, pytest.raises(StorageError, match="damaged"):
        beside.database("book", FIRST)
    assert (tmp_path / "book.db").exists()


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError, match=r"cannot be written .*--data\.") as error:
        Folder.open(tmp_path / "file" / "folder")
    assert error.value.code == "read-only"


def test_no_room_to_open_a_file_is_said_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "book.db").mkdir()  # which SQLite cannot open either
    with Folder.open(tmp_path) as folder:
        with pytest.raises(StorageError, match="cannot be opened for writing") as error:
            folder.database("book", FIRST)
        assert error.value.code == "read-only"
        monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=0))
        with pytest.raises(StorageError, match=r"The disk is full, so .* make room and try again") as error:
            folder.database("book", FIRST)
        assert error.value.code == "disk-full"


def test_who_only_looks_leaves_the_doubt_to_the_table(tmp_path: Path) -> None:
    with Folder.open(tmp_path) as folder:
        write(folder.database("book", FIRST), "hello")
    (tmp_path / "book.suspect").touch()
    with Folder.beside(tmp_path) as beside:
        beside.database("book", FIRST)
    assert (tmp_path / "book.suspect").exists()


def test_a_full_disk_loses_nothing_and_is_over_once_there_is_room(tmp_path: Path) -> None:
    with Folder.open(tmp_path) as folder:
        database = folder.database("book", FIRST)
        write(database, "before")
        (pages,) = database.execute("PRAGMA page_count").fetchone()
        database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StorageError, match="The disk is full: nothing was lost") as error:
            write(database, "x" * 50_000)
        assert error.value.code == "disk-full"
        assert notes(database) == [("before",)]
        database.execute("PRAGMA max_page_count = 100000")
        write(database, "after")
        assert notes(database) == [("before",), ("after",)]


def test_a_database_that_turns_read_only_is_one_sentence(tmp_path: Path) -> None:
    with Folder.open(tmp_path) as folder:
        database = folder.database("book", FIRST)
        database.execute("PRAGMA query_only = ON")
        with pytest.raises(StorageError, match="cannot be written: nothing was lost") as error:
            write(database, "hello")
        assert error.value.code == "read-only"


def test_backups_rotate(tmp_path: Path) -> None:
    with Folder.open(tmp_path) as folder:
        database = folder.database("book", FIRST)
        for number in range(BACKUPS + 2):
            write(database, f"line {number}")
            folder.back_up("book")
    kept = sorted(path.name for path in tmp_path.glob("book.backup-*"))
    assert kept == [f"book.backup-{number}.db" for number in range(1, BACKUPS + 1)]
    with sqlite3.connect(tmp_path / "book.backup-1.db") as newest:
        assert len(notes(newest)) == BACKUPS + 2
    with sqlite3.connect(tmp_path / f"book.backup-{BACKUPS}.db") as oldest:
        assert len(notes(oldest)) == 3


def test_a_backup_of_what_has_not_changed_pushes_none_out(tmp_path: Path) -> None:
    with Folder.open(tmp_path) as folder:
        write(folder.database("book", FIRST), "hello")
        for _ in range(BACKUPS + 1):
            folder.back_up("book")
    assert [path.name for path in tmp_path.glob("book.backup-*")] == ["book.backup-1.db"]


def test_a_backup_is_one_file_and_nothing_half_done_is_left(tmp_path: Path) -> None:
    (tmp_path / "book.backup-1.partial").write_bytes(b"the power went here")
    with Folder.open(tmp_path) as folder:
        write(folder.database("book", FIRST), "hello")
        folder.back_up("book")
        folder.in_backups("book", lambda backup: write(backup, "more"))
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"lock", "marks", "book.db", "book.backup-1.db"}


def ruin(path: Path) -> None:
    path.write_bytes(b"not a database " * 400)


def test_the_newest_sound_backup_takes_the_place_of_a_damaged_file_and_it_is_said(tmp_path: Path) -> None:
    with Folder.open(tmp_path) as folder:
        database = folder.database("book", FIRST)
        for text in ("first", "second", "third"):
            write(database, text)
            folder.back_up("book")
        write(database, "lost")
    ruin(tmp_path / "book.db")
    ruin(tmp_path / "book.backup-1.db")
    with Folder.open(tmp_path) as folder:
        assert notes(folder.database("book", FIRST)) == [("first",), ("second",)]
        (notice,) = folder.notices
    assert "set aside as book.damaged-1.db; the table goes on with its backup of 20" in notice
    assert notice.endswith("what came after is missing.")
    assert (tmp_path / "book.damaged-1.db").exists()
    with Folder.open(tmp_path) as folder:
        assert len(notes(folder.database("book", FIRST))) == 2
        assert folder.notices == []


def test_an_old_backup_is_brought_up_to_date(tmp_path: Path) -> None:
    with Folder.open(tmp_path) as folder:
        write(folder.database("book", FIRST), "hello")
        folder.back_up("book")
    ruin(tmp_path / "book.db")
    with Folder.open(tmp_path) as folder:
        assert notes(folder.database("book", SECOND)) == [("hello", "green")]


def test_damage_that_a_start_does_not_see_is_found_by_the_next_backup(tmp_path: Path) -> None:
    with Folder.open(tmp_path) as folder:
        database = folder.database("book", FIRST)
        for number in range(200):
            write(database, f"line {number} " * 20)
        folder.back_up("book")
    content = bytearray((tmp_path / "book.db").read_bytes())
    content[4096:8192] = b"\xff" * 4096
    (tmp_path / "book.db").write_bytes(content)
    with Folder.open(tmp_path) as folder:
        folder.database("book", FIRST, lambda database, thorough: thorough and database.look_at_pages())
        with pytest.raises(StorageError, match=r"book\.db is damaged: start the table again") as error:
            folder.back_up("book")
        assert error.value.code == "damaged"
    assert len(list(tmp_path.glob("book.backup-*"))) == 1  # and no good one went for it
    with Folder.open(tmp_path) as folder:
        assert (
            len(
                notes(
                    folder.database(
                        "book", FIRST, lambda database, thorough: thorough and database.look_at_pages()
                    )
                )
            )
            == 200
        )
        assert len(folder.notices) == 1
    with Folder.open(tmp_path) as folder:  # and that was that
        folder.database("book", FIRST, lambda database, thorough: thorough and database.look_at_pages())
        assert folder.notices == []


def test_a_backup_that_cannot_be_changed_goes(tmp_path: Path) -> None:
    with Folder.open(tmp_path) as folder:
        write(folder.database("book", FIRST), "a name")
        folder.back_up("book")
        ruin(tmp_path / "book.backup-1.db")
        folder.in_backups("book", lambda backup: write(backup, "more"))
    assert not (tmp_path / "book.backup-1.db").exists()


def modes(path: Path) -> dict[str, int]:
    """Those of *path* and of all in it."""
    return {each.name: stat.S_IMODE(each.stat().st_mode) for each in (path, *path.rglob("*"))}


@pytest.mark.parametrize(("folder_mode", "mode"), [(0o755, 0o600), (0o2770, 0o660)])
def test_only_its_owner_reads_what_is_kept_or_the_group_the_folder_was_given_to(
    tmp_path: Path, folder_mode: int, mode: int
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    data.chmod(folder_mode)
    for name in ("host.toml", "tapis.log", "decks/gamate.toml"):  # as an earlier version left them
        (data / name).parent.mkdir(exist_ok=True)
        (data / name).write_text("")
        (data / name).chmod(0o664)
    before = os.umask(0o007 if mode == 0o660 else 0o022)
    try:
        with Folder.open(data) as folder:
            folder.database("running", FIRST)
            folder.back_up("running")
            keep(data / "pin-tries", "3")
            found = modes(data)
    finally:
        os.umask(before)
    assert found.pop("data") == (0o700 if mode == 0o600 else folder_mode)
    found.pop("decks")
    written = {"lock", "marks", "running.db", "running.db-wal", "running.backup-1.db", "pin-tries"}
    assert found.keys() >= written | {"host.toml", "tapis.log", "gamate.toml"}
    assert set(found.values()) == {mode}


def test_what_is_not_ours_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear aunt")
    (tmp_path / "letter.txt").chmod(0o644)
    (tmp_path / "host.toml").symlink_to(tmp_path / "letter.txt")
    tmp_path.chmod(0o755)
    Folder.open(tmp_path).close()
    assert modes(tmp_path)["letter.txt"] == 0o644
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


@pytest.mark.parametrize("version", [0, -2, 2_000_000])
def test_a_version_that_cannot_be_is_damage(tmp_path: Path, version: int) -> None:
    with Folder.open(tmp_path) as folder:
        write(folder.database("book", SECOND), "hello")
        folder.back_up("book")
    with sqlite3.connect(tmp_path / "book.db") as database:
        database.execute(f"PRAGMA user_version = {version}")
    with Folder.open(tmp_path) as folder:
        assert len(notes(folder.database("book", SECOND))) == 1
        assert "set aside" in folder.notices[0]
