"""The moves of a round in public words, as corrections name them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from controller.view import LogEntry, MatchView
from display.text.words import Words


def in_order(log: Sequence[LogEntry]) -> list[LogEntry]:
    """The moves as they count, with every forgotten card in its place."""
    moves: list[LogEntry] = []
    for entry in log:
        match entry.line:
            case {"correct": {"insert": _, "back": back}}:
                moves.insert(len(moves) - back, entry)
            case _:
                moves.append(entry)
    return moves


def taken_trick(match: MatchView) -> dict[str, Any] | None:
    """Gamate: the trick that was just taken, as long as nobody leads the next one."""
    if match.state["trick"]:
        return None
    events = (event for entry in reversed(match.log) for event in reversed(entry.events))
    return next((event for event in events if event["kind"] == "trick-taken"), None)


def said(words: Words, entry: LogEntry) -> str:
    """A move in public words."""
    sentences = [sentence for event in entry.events if (sentence := words.event(event))]
    return sentences[0] if sentences else _written(words, entry.line)


def _written(words: Words, line: dict[str, Any]) -> str:
    """A choice nothing else is said about, such as a pass."""
    match line:
        case {"choose": {"bid": demand}}:
            return words.demand(demand)
        case {"choose": {"pass": _}}:
            return words.say("pass")
        case {"choose": {"oppose": False}}:
            return words.say("no opposition")
        case {"choose": {"direction": "up"}}:
            return words.say("up")
        case {"choose": {"direction": _}}:
            return words.say("down")
        case {"choose": {"tricks": number}}:
            return words.count("one trick", "{number} tricks", number)
        case {"choose": {"lead": "own"}}:
            return words.say("from your hand")
        case {"choose": {"lead": _}}:
            return words.say("from your partner’s hand")
        case {"press": "done"}:
            return words.say("done")
    return words.say("a choice")
