"""The power goes at any instant: what was accepted is there, once, and the match can be finished."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

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


def outcome(match: Match) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    return [*match.results, match.game.points(match.state)], standings(match).winners


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> RecordingDisk:
    """The disk on which the match was played; a Mark follows whatever was accepted."""
    disk = RecordingDisk()
    with Folder.open(tmp_path_factory.mktemp("played"), disk.connect) as folder:
        history = History(folder, lambda: 0.0)
        journal = Journal(folder, history, lambda: 0.0)
        number = journal.begin(record.to_json(HEADER))
        disk.mark("begun")
        for line in LINES:
            journal.record(number, line)
            disk.mark(line)
        journal.finish(number, *outcome(replayed(HEADER, LINES)))
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
    if "finished" in said or archived:
        assert kept is None
        assert len(archived) == 1
        assert history.record(archived[0].match).lines == LINES
        return
    if kept is None:
        assert said == []
        return
    # What was accepted is there; the line under way may be, whole; nothing else.
    assert list(kept.lines) in (accepted, LINES[: len(accepted) + 1])
    for line in LINES[len(kept.lines) :]:
        journal.record(kept.match, line)
    again = journal.running()
    assert again is not None
    match = replayed(record.from_json(again.header), again.lines)
    assert outcome(match) == outcome(replayed(HEADER, LINES))
    journal.finish(kept.match, *outcome(match))
    assert [played.winners for played in history.matches()] == [standings(match).winners]
