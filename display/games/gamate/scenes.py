"""Gamate in the gallery."""

from __future__ import annotations

from display.games import Scene


def scenes() -> list[Scene]:
    return []
