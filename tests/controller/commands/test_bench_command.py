"""`tapis bench`: the README's table is written where its place is marked, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller import cli
from controller.commands.bench import BEGIN, BENCHES, END, ROWS, replaced


def test_every_bench_has_its_rows() -> None:
    assert tuple(ROWS) == BENCHES


def test_the_table_replaces_what_is_between_the_marks(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"# Before\n\n{BEGIN}\nold\n{END}\n\nafter {BEGIN} and {END}\n")
    assert cli.main(["bench", "readers", "--readme", str(readme)]) == 0
    text = readme.read_text()
    assert text.startswith(
        f"# Before\n\n{BEGIN}\n| | measured | with |\n|---|---:|---|\n| empty pad, read by tapis"
    )
    assert text.endswith(f"| `tapis bench readers` |\n{END}\n\nafter {BEGIN} and {END}\n")
    assert cli.main(["bench", "readers", "--readme", str(readme)]) == 0
    assert readme.read_text() == text


def test_a_backslash_in_a_table_is_a_backslash() -> None:
    assert replaced(f"{BEGIN}{END}", r"\1 \n") == f"{BEGIN}\n\\1 \\n\n{END}"


@pytest.mark.parametrize("text", ["", BEGIN, f"{END} {BEGIN}"])
def test_a_file_without_a_place_is_told_before_anything_is_measured(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(text)
    assert cli.main(["bench", "--readme", str(readme)]) == cli.USAGE_ERROR
    assert "has no place for the table" in capsys.readouterr().err
    assert readme.read_text() == text


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "--readme", "/no/such/file"]) == cli.USAGE_ERROR
    assert "/no/such/file cannot be used" in capsys.readouterr().err
