"""The reader benchmark: its rows are complete, its table is legible, and it does without the package."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError

import pytest

from controller.bench import readers

CASES = [name for name, _ in readers.CASES]


def test_every_case_is_measured_for_both_drivers_on_the_same_chip() -> None:
    results = readers.measure()
    rows = results["rows"]
    assert isinstance(rows, list)
    assert [(row["case"], row["driver"].split()[0]) for row in rows] == [
        (case, driver) for case in CASES for driver in ("tapis", "mfrc522")
    ]
    for row in rows:
        assert row["bytes"] >= 2 * row["transfers"]
        assert row["ms"] >= row["transfers"] * 0.1
        assert row["air_ms"] < row["ms"]


def test_ours_finds_all_the_tags_and_theirs_what_it_can() -> None:
    finds = {(row["case"], row["driver"]): row["finds"] for row in readers.measure()["rows"]}  # type: ignore[attr-defined]
    for case, uids in readers.CASES[1:]:
        assert set(finds[case, "tapis"].split()) == set(uids)
    assert finds["one 4-byte tag", "mfrc522 0.0.7"] == "1f2e3d4c"
    assert finds["one 7-byte tag", "mfrc522 0.0.7"] == "8804a2b3, which is no tag's UID"
    assert finds["four tags", "mfrc522 0.0.7"] == "nothing"


def test_the_ramp_is_in_our_time_and_stated() -> None:
    results = readers.measure()
    empty = results["rows"][0]  # type: ignore[index]
    assert empty["ms"] > 10
    assert empty["ms"] - empty["ms_without_ramp"] == pytest.approx(10)
    assert "field cycle of\n10 ms" in readers.table(results)


def test_without_the_package_its_rows_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def not_installed(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(readers, "version", not_installed)
    results = readers.measure()
    theirs = [row for row in results["rows"] if row["driver"] != "tapis"]  # type: ignore[attr-defined]
    assert len(theirs) == len(CASES)
    assert all(row["transfers"] is None and "not installed" in row["finds"] for row in theirs)
    assert readers.table(results).count("not installed") == len(CASES)
