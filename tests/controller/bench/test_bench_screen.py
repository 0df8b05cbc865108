"""Drawing stays cheap: the same counts as `tapis bench screen`, over less time."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.bench import screen


@pytest.fixture(autouse=True)
def nobody_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(screen, "IDLE", 5.0)
    monkeypatch.setattr(screen, "ATTRACT", 8.0)


def test_a_card_is_seen_within_two_pictures_and_idle_draws_nothing(tmp_path: Path) -> None:
    found = screen._seen_and_idle(tmp_path)
    assert found["seen_frames"] in (1, 2)
    assert found["idle_fps"] == 0


def test_a_lay_draws_less_than_a_quarter_of_the_screen() -> None:
    found = screen._lays("pot")
    assert found["lays"] > 30
    assert 0.02 < found["share"] <= 0.25
    assert found["frame"] <= 0.25


def test_no_surface_is_made_for_what_was_seen_before() -> None:
    found = screen._attract()
    assert found["surfaces"] == 0
    assert found["pixels"] > 0
    assert found["share"] < 0.25


def test_the_table_names_what_is_asked_for() -> None:
    lay = {"lays": 1, "share": 0.2, "nine_in_ten": 0.3, "largest": 0.9, "frame": 0.1}
    attract = {"surfaces": 0, "share": 0.1, "pixels": 1000, "flips": 0.5, "core": 0.055}
    moving = {"pictures": 9, "ms": 3.0, "nine_in_ten_ms": 8.0, "core": 0.09}
    text = screen.table(
        {
            "size": "1920x1080",
            "fps": 30,
            "seen_frames": 1,
            "idle_fps": 0.0,
            "lay": {"pot": lay},
            "moments": {"pot": moving},
            "attract": attract,
            "start": {"ratio": 1.5, "seconds": 0.3, "menu_seconds": 0.5},
        }
    )
    assert "drawn for a lay, of the whole screen (median): pot" in text
    assert "20.0%  at most 25%" in text
    assert "9%  at most 50%" in text
    assert "5.5%  at most 25%" in text


def test_only_pictures_that_are_drawn_are_counted() -> None:
    costs = list(screen._moving("pot"))
    assert 100 < len(costs) < 3000
    assert all(cost >= 0 for cost in costs)
