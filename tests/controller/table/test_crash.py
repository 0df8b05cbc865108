"""The power goes at any instant: what was accepted is there, once, and the match can be finished."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.ports import Outcome
from controller.storage import record
from controller.storage.folder import Folder
from controller.storage.history import History
from controller.storage.journal import Journal
from engine.match import NEXT, Match, apply, awaiting, standings
from engine.rules import Awaiting
from tests.controller.house import replayed
from tests.controller.storage.disk import Mark, RecordingDisk, after_crash

EVERY = int(os.environ.get("TAPIS_CRASH_EVERY", "7"))  # which of the crashes are tried; 1: all
HEADER = record.Header("pot", ("Marie", "", "Luc"), dealer=0, rounds=1)


def lines_of_a_match(seed: int) -> list[dict[str, Any]]:
    """A whole match, line by line."""
    rng = Random(seed)
    match = record.begin(HEADER)
    lines = []
    while awaiting(match) is not Awaiting.OVER:
        moves = [NEXT] if match.state.over else match.game.legal_moves(match.state, range(60))
        action = rng.choice(moves)
        lines.append(record.write(match, action))
        match = apply(match, action).state
    return lines


LINES = lines_of_a_match(1)
TAKEN_BACK = [*LINES, {"undo": True}, LINES[-1]]  # what ended the match is undone, and done again


def outcome(match: Match) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    return [*match.results, match.game.points(match.state)], standings(match).winners


OVER = replayed(HEADER, LINES)


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> RecordingDisk:
    """The disk on which the match was played; a Mark follows whatever was accepted."""
    disk = RecordingDisk()
    with Folder.open(tmp_path_factory.mktemp("played"), disk.connect) as folder:
        history = History(folder, lambda: 0.0)
        journal = Journal(folder, history, lambda: 0.0)
        number = journal.begin(record.to_json(HEADER))
        disk.mark("begun")
        for line in TAKEN_BACK:
            over = line == LINES[-1]
            journal.record(number, line, outcome=Outcome(*outcome(OVER)) if over else None)
            disk.mark(line)
        journal.finish(number, *outcome(OVER))
        disk.mark("finished")
    return disk


def restart(files: dict[str, bytes], path: Path) -> tuple[Journal, History, Folder]:
    path.mkdir()
    for name, content in files.items():
        (path / name).write_bytes(content)
    folder = Folder.open(path)
    history = History(folder, lambda: 0.0)
    return Journal(folder, history, lambda: 0.0), history, folder


@pytest.mark.parametrize("fate", ["dropped", "kept", "torn"])
def test_every_accepted_move_survives_every_crash(disk: RecordingDisk, tmp_path: Path, fate: str) -> None:
    rng = Random(fate)
    tried = 0
    for end in range(len(disk.log) + 1):
        if end % EVERY and end < len(disk.log) - 40:  # the steps into the history are all tried
            continue
        tried += 1
        said = [operation.said for operation in disk.log[:end] if isinstance(operation, Mark)]
        journal, history, folder = restart(after_crash(disk.log[:end], fate, rng), tmp_path / str(end))
        with folder:
            assert folder.notices == []
            check(journal, history, said)
    assert tried > 30


def check(journal: Journal, history: History, said: list[Any]) -> None:
    accepted = [line for line in said if isinstance(line, dict)]
    archived = history.matches()
    kept = journal.running()
    if kept is None:
        assert said == [] or len(accepted) == len(TAKEN_BACK)
        assert len(archived) == bool(said)
        return
    # What was accepted is there; the line under way may be, whole; nothing else.
    assert list(kept.lines) in (accepted, TAKEN_BACK[: len(accepted) + 1])
    # The history has the match while it is over.
    assert [history.record(played.match).lines for played in archived] == (
        [kept.lines] if kept.lines and kept.lines[-1] == LINES[-1] else []
    )
    for line in TAKEN_BACK[len(kept.lines) :]:
        journal.record(kept.match, line, outcome=Outcome(*outcome(OVER)) if line == LINES[-1] else None)
    again = journal.running()
    assert again is not None
    match = replayed(record.from_json(again.header), again.lines)
    assert outcome(match) == outcome(OVER)
    journal.finish(kept.match, *outcome(match))
    assert [played.winners for played in history.matches()] == [standings(match).winners]
