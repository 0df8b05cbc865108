"""The table's benchmark: it measures what it says it does, on a small scale, and its table is legible."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.bench import table, turns


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TAPIS_DATA", str(tmp_path))
    monkeypatch.setattr(table, "RUNS", 3)
    monkeypatch.setattr(table, "SETTLING", 0.2)
    monkeypatch.setattr(turns, "FSYNC_S", 0.2)


def test_everything_is_measured_and_every_number_is_in_the_table(tmp_path: Path) -> None:
    results = table.measure(samples=30, seconds=0.2, rounds=12, matches=20)
    accepted, history = results["accepted"], results["history"]
    assert accepted["ratio_p50"] == accepted["accepted"]["p50_ms"] / accepted["commit"]["p50_ms"]
    assert 0 < accepted["commit"]["p50_ms"] <= accepted["commit"]["p99_ms"]
    assert results["memory"]["after_mb"] >= results["memory"]["after_10_mb"] > 5
    assert results["idle"]["simulated"]["wake_ups_per_second"] == 0.0
    assert history["start"]["many_ms"] > 0 < history["scores"]["few_ms"]
    for case in results["turns"].values():
        assert 0 < case["p50_ms"] <= case["p99_ms"] <= case["longest_ms"]
        assert case["moves"] > 0
    text = table.table(results)
    for case in results["turns"].values():
        assert f"longest {case['longest_ms']:6.1f} ms" in text
    assert f"{accepted['ratio_p50']:.2f} bare commits at p50" in text
    assert f"{history['start']['ratio']:.2f} times" in text
    assert list(tmp_path.iterdir()) == []  # nothing is left behind


def test_a_lay_that_is_not_accepted_is_no_measurement(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(table, "teach", lambda registry, deck: None)
    with pytest.raises(AssertionError, match="every lay of a bot is accepted"):
        table.measure(samples=2)
