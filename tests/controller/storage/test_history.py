"""Finished matches, rankings, and names that are remembered only for a while."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from controller.errors import UserError
from controller.intents import AskScores
from controller.ports import Outcome
from controller.storage import record
from controller.storage.folder import Folder
from controller.storage.history import DAY, History
from controller.storage.journal import Journal
from controller.view import Course


class Cottage:
    """A table with a calendar."""

    def __init__(self, path: Path) -> None:
        self.day = 100.0
        self.folder = Folder.open(path)
        self.history = History(self.folder, self.now)
        self.journal = Journal(self.folder, self.history, self.now)

    def now(self) -> float:
        return self.day * DAY

    def play(self, game: str, *names: str, results: list[list[int]], winners: tuple[int, ...]) -> None:
        self.history.welcome(names)
        match = self.journal.begin(record.to_json(record.Header(game, names, 0, rounds=len(results))))
        self.journal.record(match, {"correct": {"end_round": True}})
        self.journal.finish(match, results, winners)


@pytest.fixture
def cottage(tmp_path: Path) -> Iterator[Cottage]:
    cottage = Cottage(tmp_path)
    yield cottage
    cottage.folder.close()


def test_a_finished_match_is_in_the_history_with_its_totals(cottage: Cottage) -> None:
    cottage.play("pot", "Marie", "", "Luc", results=[[10, 20, 30], [5, 0, 1]], winners=(2,))
    (played,) = cottage.history.matches()
    assert (played.names, played.totals, played.winners) == (("Marie", "", "Luc"), (15, 20, 31), (2,))
    assert cottage.journal.running() is None


def test_a_match_is_in_the_history_when_it_ends_and_leaves_it_when_its_end_is_taken_back(
    cottage: Cottage,
) -> None:
    names = ("Marie", "", "Luc")
    match = cottage.journal.begin(record.to_json(record.Header("pot", names, 0)))
    cottage.day = 101
    cottage.journal.record(match, {"correct": {"end_round": True}}, outcome=Outcome([[1, 2, 3]], (2,)))
    (played,) = cottage.history.matches()
    assert (played.ended, played.winners) == (101 * DAY, (2,))
    cottage.day = 102
    cottage.journal.record(match, {"undo": True})
    assert cottage.history.matches() == []
    cottage.day = 103
    cottage.journal.record(match, {"correct": {"end_round": True}}, outcome=Outcome([[4, 2, 3]], (0,)))
    (played,) = cottage.history.matches()
    assert (played.ended, played.winners, played.totals) == (103 * DAY, (0,), (4, 2, 3))
    cottage.day = 104  # somebody stays on the podium, gives a name, and touches the menu in the end
    header = record.to_json(record.Header("pot", ("Marie", "Anna", "Luc"), 0))
    cottage.journal.record(match, header=header, outcome=Outcome([[4, 2, 3]], (0,)))
    cottage.journal.finish(match, [[4, 2, 3]], (0,))
    (played,) = cottage.history.matches()
    assert (played.ended, played.names) == (103 * DAY, ("Marie", "Anna", "Luc"))
    assert cottage.journal.running() is None


def test_a_match_that_is_over_survives_a_power_cut_on_the_podium_and_in_the_history(
    cottage: Cottage, tmp_path: Path
) -> None:
    match = cottage.journal.begin(record.to_json(record.Header("pot", ("Marie", "", "Luc"), 0)))
    cottage.journal.record(match, {"correct": {"end_round": True}}, outcome=Outcome([[1, 2, 3]], (2,)))
    for written in (True, False):  # the power went after, or before it was copied
        if not written:
            with sqlite3.connect(tmp_path / "history.db") as database:
                database.execute("DELETE FROM match")
        cottage.day += 1
        cottage.journal = Journal(cottage.folder, cottage.history, cottage.now)
        assert cottage.journal.running() is not None
        assert [played.ended for played in cottage.history.matches()] == [100 * DAY]


def test_what_the_history_cannot_take_it_gets_later(
    cottage: Cottage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise UserError("The disk is full.")

    match = cottage.journal.begin(record.to_json(record.Header("pot", ("Marie", "", "Luc"), 0)))
    with monkeypatch.context() as without:
        without.setattr(cottage.history, "add", full)
        cottage.journal.record(match, {"correct": {"end_round": True}}, outcome=Outcome([[1, 2, 3]], (2,)))
    assert cottage.history.matches() == []
    cottage.journal.finish(match, [[1, 2, 3]], (2,))
    assert [played.winners for played in cottage.history.matches()] == [(2,)]


def test_partners_share_their_side_s_total(cottage: Cottage) -> None:
    cottage.play("gamate", "A", "B", "C", "D", results=[[60, 0], [60, 0]], winners=(0, 2))
    (played,) = cottage.history.matches()
    assert played.totals == (146, 0, 146, 0)  # 26 more for two manches to none


def test_wins_without_a_name_are_counted_together(cottage: Cottage) -> None:
    cottage.play("pot", "Marie", "", "Luc", results=[[1, 9, 3]], winners=(1,))
    cottage.play("pot", "Marie", "", "Luc", results=[[9, 0, 3]], winners=(0,))
    cottage.play("thirteen", "Marie", "", "Luc", results=[[9, 0, 3]], winners=(0,))
    cottage.history.forget("Marie")
    assert cottage.history.scores(AskScores("pot")).forgotten == 2
    assert cottage.history.scores(AskScores()).forgotten == 3


def test_rankings_count_wins_of_named_players(cottage: Cottage) -> None:
    cottage.play("pot", "Marie", "", "Luc", results=[[1, 9, 3]], winners=(1,))
    cottage.play("pot", "Marie", "Luc", "Zoé", results=[[9, 3, 2]], winners=(0,))
    cottage.play("thirteen", "Marie", "Luc", "Zoé", results=[[9, 3, 2]], winners=(2,))
    ranks = [(rank.name, rank.matches, rank.won, rank.mean) for rank in cottage.history.rankings("pot")]
    assert ranks == [("Marie", 2, 1, 5.0), ("Zoé", 1, 0, 2.0), ("Luc", 2, 0, 3.0)]


def test_matches_by_game_by_player_and_page_by_page(cottage: Cottage) -> None:
    for number in range(5):
        cottage.play("pot", "Marie", "", "Luc", results=[[number, 0, 0]], winners=(0,))
    cottage.play("ninja", "Zoé", "Luc", results=[[1, 0]], winners=(0,))
    history = cottage.history
    assert [played.game for played in history.matches(game="ninja")] == ["ninja"]
    assert len(history.matches(player="marie")) == 5
    first = history.matches(game="pot", limit=2)
    second = history.matches(game="pot", limit=2, before=first[-1].match)
    assert [played.totals[0] for played in first + second] == [4, 3, 2, 1]


def test_the_scores_of_all_games_page_by_page(cottage: Cottage) -> None:
    for number in range(5):
        cottage.play("pot", "Marie", "", "Luc", results=[[number, 0, 0]], winners=(0,))
    cottage.play("ninja", "Zoé", "Luc", results=[[0, 1]], winners=(1,))
    page = cottage.history.scores(AskScores(page=1, rows=2))
    assert (page.number, page.guests) == (6, 3)
    assert [(played.game, played.totals[0]) for played in page.matches] == [("pot", 3), ("pot", 2)]
    assert [rank.name for rank in page.ranks] == ["Zoé"]
    assert cottage.history.scores(AskScores("ninja", rows=2)).number == 1


def test_how_somebody_fared_is_followed_from_match_to_match(cottage: Cottage) -> None:
    for points in ([9, 3, 2], [1, 5, 7], [8, 3, 0]):
        cottage.play("pot", "Marie", "Luc", "Zoé", results=[points], winners=(points.index(max(points)),))
    cottage.play("ninja", "Zoé", "Luc", results=[[0, 1]], winners=(1,))
    scores = cottage.history.scores
    won = {course.name: course.values for course in scores(AskScores()).courses}
    assert won == {"Marie": (1, 1, 2, 2), "Luc": (0, 0, 0, 1), "Zoé": (0, 1, 1, 1)}
    assert scores(AskScores("pot", "Zoé")).courses == (Course("Zoé", (2, 7, 0)),)
    assert scores(AskScores("", "Luc")).courses == (Course("Luc", (0, 0, 0, 1)),)


def test_scores_of_forgotten_guests_stay_without_their_names(cottage: Cottage) -> None:
    cottage.play("pot", "Marie", "", "Luc", results=[[1, 9, 3]], winners=(1,))
    cottage.history.forget_guests()
    page = cottage.history.scores(AskScores())
    assert page.matches[0].names == ("", "", "")
    assert (page.guests, page.ranks, page.courses) == (0, (), ())


def test_recent_guests_come_first_and_old_ones_are_forgotten(cottage: Cottage) -> None:
    cottage.play("pot", "Old", "", "Luc", results=[[1, 0, 0]], winners=(0,))
    cottage.day += 20
    cottage.history.welcome(["Luc", "", "Zoé"])
    assert cottage.history.guests() == ["Zoé", "Luc", "Old"]
    cottage.day += 15
    cottage.history.welcome(["New"])
    assert cottage.history.guests() == ["New", "Zoé", "Luc"]
    assert cottage.history.matches()[0].names == ("", "", "Luc")


def test_a_name_can_be_forgotten_and_the_score_stays(cottage: Cottage) -> None:
    cottage.play("pot", "Marie", "", "Luc", results=[[1, 2, 3]], winners=(2,))
    cottage.history.forget("luc")
    (played,) = cottage.history.matches()
    assert (played.names, played.totals) == (("Marie", "", ""), (1, 2, 3))
    cottage.history.forget_guests()
    assert cottage.history.matches()[0].names == ("", "", "")
    assert cottage.history.guests() == []


def test_no_forgotten_name_is_left_in_the_files(cottage: Cottage, tmp_path: Path) -> None:
    cottage.play("pot", "Amandine", "", "Luc", results=[[1, 2, 3]], winners=(2,))
    cottage.history.forget_guests()
    cottage.folder.close()
    leftovers = [path.name for path in tmp_path.iterdir() if b"Amandine" in path.read_bytes()]
    assert leftovers == []


def test_a_player_is_renamed_or_becomes_one_with_another(cottage: Cottage) -> None:
    cottage.play("pot", "Mari", "", "Luc", results=[[1, 2, 3]], winners=(2,))
    cottage.history.rename("Mari", "Marie")
    cottage.play("pot", "Maire", "Zoé", "Luc", results=[[9, 2, 3]], winners=(0,))
    cottage.history.rename("Maire", "Marie")
    assert [
        (rank.name, rank.matches) for rank in cottage.history.rankings("pot") if rank.name == "Marie"
    ] == [("Marie", 2)]
    with pytest.raises(UserError, match="two people"):
        cottage.history.rename("Marie", "Luc")
    with pytest.raises(UserError, match="Nobody called 'Bob'"):
        cottage.history.rename("Bob", "Luc")


def test_the_same_match_added_twice_is_there_once(cottage: Cottage) -> None:
    cottage.play("pot", "Marie", "", "Luc", results=[[1, 2, 3]], winners=(2,))
    kept = cottage.history.record(1)
    for _ in range(2):
        cottage.history.add("key", kept, {"results": [[1, 2, 3]], "winners": [2]}, 0.0, 0.0)
    assert len(cottage.history.matches()) == 2


def test_a_journal_is_kept_line_by_line_and_parked_matches_come_back(cottage: Cottage) -> None:
    rng = Random(4)
    journal = cottage.journal
    lines: dict[int, list[dict[str, object]]] = {}
    current = 0
    for _ in range(200):
        parked = [found.match for found in journal.resumable()]
        match rng.randrange(6):
            case 0:
                current = journal.begin(record.to_json(record.Header("pot", ("A", "B", "C"), 0)))
                lines[current] = []
            case 1 if current:
                journal.park(current)
                current = 0
            case 2 if parked:
                current = rng.choice(parked)
                assert list(journal.resume(current).lines) == lines[current]
            case _ if current:
                fresh: list[dict[str, object]] = [{"undo": True}, {"next": True}][: rng.randint(1, 2)]
                journal.record(current, *fresh)
                lines[current] += fresh
        running = journal.running()
        assert (running.match if running else 0) == current
        if running:
            assert list(running.lines) == lines[current]
    assert {found.match for found in journal.resumable()} == set(lines) - {current}


def test_a_name_changes_in_matches_that_wait_and_in_their_backups_too(cottage: Cottage) -> None:
    waiting = cottage.journal.begin(record.to_json(record.Header("pot", ("Marie", "", "Luc"), 0)))
    cottage.journal.park(waiting)
    cottage.journal.rename("Luc", "Lucas")
    assert [found.names for found in cottage.journal.resumable()] == [("Marie", "", "Lucas")]
    cottage.journal.rename("Marie", "")
    assert [found.names for found in cottage.journal.resumable()] == [("", "", "Lucas")]


def test_bots_are_no_guests_and_keep_their_names(cottage: Cottage) -> None:
    cottage.play("pot", "Marie", "Bip", "Zig", results=[[1, 9, 3]], winners=(1,))
    assert cottage.history.guests() == ["Marie"]
    assert [rank.name for rank in cottage.history.rankings("pot")] == ["Marie"]
    cottage.history.forget_guests()
    (played,) = cottage.history.matches()
    assert played.names == ("", "Bip", "Zig")
    assert cottage.history.scores(AskScores()).forgotten == 0
