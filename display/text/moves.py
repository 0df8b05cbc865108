"""The moves of a round as they count."""

from __future__ import annotations

from collections.abc import Sequence

from controller.view import LogEntry


def in_order(log: Sequence[LogEntry]) -> list[LogEntry]:
    """The moves, with every forgotten card in its place."""
    moves: list[LogEntry] = []
    for entry in log:
        match entry.line:
            case {"correct": {"insert": _, "back": back}}:
                moves.insert(len(moves) - back, entry)
            case _:
                moves.append(entry)
    return moves
