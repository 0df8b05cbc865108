"""Nothing that lies face down can be seen: two tables where only that differs look the same in every way.

Both tables are at the same moment of a round, and everything that lies open is the same; but other cards were
laid before, so other cards lie in the piles. Guests who know the product well then do the same at both, and
whatever leaves a table is compared, channel by channel.
"""

from __future__ import annotations

import io
import json
import os
import random
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from rich.console import Console, Group

from controller.commands.json_lines import JsonLines
from controller.intents import (
    Act,
    AskFinder,
    AskScores,
    Audit,
    CheckDeck,
    Continue,
    Intent,
    Leave,
    Line,
    NewMatch,
    Pause,
    ResumeMatch,
    SetLanguage,
    StartCounting,
    StopShowing,
    UndoTo,
)
from controller.ports import CardRef
from controller.runtime.compose import Parts, opened
from controller.runtime.export import export
from controller.settings import table_file
from controller.storage.log import Log
from controller.view import Ruled, TableView
from display.screens.layout import layout
from display.screens.ui import Choosing, Correcting, Searching, Ui
from display.terminal.menus import idle, in_match
from display.terminal.terminal import Desk
from display.text.words import Words
from display.widgets.theme import Scale
from engine import games, notation
from engine.match import UNDO, Match, apply
from engine.rules import Choose, EndRound, HandCount, Lay, Move, Turn
from tests.controller.house import House, uid_of

EXAMPLES = int(os.environ.get("TAPIS_EXAMPLES", "4"))
PLAYERS = ("Marie", "", "Luc", "Zoé")
BEFORE = 32  # moves until guests begin to be curious, about two thirds of a round
CURIOUS = 24  # things they do then
SIZE = (1024, 600)
GAMES = ("thirteen", "pot")  # with piles that lie face down


# Two tables


def played(start: Match, moves: list[Move]) -> tuple[Match, list[Any]] | None:
    """Where they lead to, and who had taken how many cards after each; None if one is refused."""
    match, numbers = start, []
    for move in moves:
        match, _, refusal = apply(match, move)
        if refusal:
            return None
        numbers.append((match.game.to_act(match.state), *map(len, match.game.taken(match.state))))
    return match, numbers


def lies_open(match: Match) -> str:
    return json.dumps(notation.describe(match, PLAYERS))


def piles(match: Match) -> list[list[int]]:
    return [sorted(pile) for pile in match.game.taken(match.state)]


def two_ways(start: Match, dice: random.Random) -> tuple[list[Move], list[Move]]:
    """Moves in two ways to the same table, but that some of what lies face down lies in other piles."""
    for _ in count():
        match, moves = start, list[Move]()
        while len(moves) < BEFORE:
            moves.append(some_move(match, dice))
            match = apply(match, moves[-1]).state
        match, numbers = played(start, moves) or (match, [])
        other = list(moves)
        for _ in range(150):
            tried = with_two_changed(other, dice)
            ends = played(start, tried) if tried != other else None
            if not ends or ends[1] != numbers or lies_open(ends[0]) != lies_open(match):
                continue
            hidden = {card for pile in piles(match) for card in pile}
            pairs = zip(moves, tried, strict=True)
            laid = {move.card for move, then in pairs if isinstance(move, Lay) and move != then}
            if piles(ends[0]) != piles(match) and hidden.issuperset(laid):
                other = tried
        if other != moves:
            return moves, other
    raise AssertionError("count() has no end")


def with_two_changed(moves: list[Move], dice: random.Random) -> list[Move]:
    """Two lays on one zone, or two colours chosen, in each other's place."""
    one, other = dice.sample(range(len(moves)), 2)
    changed = list(moves)
    match moves[one], moves[other]:
        case Lay(_, zone), Lay(_, same) if zone == same:
            changed[one], changed[other] = moves[other], moves[one]
        case Choose("colour"), Choose("colour"):
            changed[one], changed[other] = moves[other], moves[one]
    return changed


def some_move(match: Match, dice: random.Random) -> Move:
    """Something that may be done now; to take from the pot is to say a colour."""
    moves = match.game.legal_moves(match.state, range(len(match.game.deck)))
    takes = [move for move in moves if isinstance(move, Choose) and move.what == "colour"]
    lays: list[Move] = [move for move in moves if isinstance(move, Lay)]
    return dice.choice(takes or lays)


def curious(match: Match | None, dice: random.Random) -> list[Intent]:
    """What a guest does who knows the product well and would like to know more, but for what opens a pile."""
    if match is None:
        return [dice.choice([AskFinder(), CheckDeck("pot"), AskScores()]), StopShowing(), ResumeMatch(1)]
    game, since = match.game, len(match.actions) - BEFORE
    move, seat = some_move(match, dice), dice.randrange(len(PLAYERS))
    lay = move if isinstance(move, Lay) else Lay(0, 0)
    missed = {"lay": game.deck.names[lay.card], "zone": game.zones[lay.zone]}
    ways: list[list[Intent]] = [
        [Act(move)],
        [Act(move), Act(UNDO)],
        [Act(move), Act(some_move(apply(match, move).state, dice)), UndoTo(BEFORE)],
        [Line({"correct": {"insert": missed, "back": dice.randint(0, max(0, since))}})],
        [Act(Turn(seat)), Audit()],
        [Act(HandCount(seat, dice.randrange(6)))],
        [AskFinder(), AskFinder(game.name, dice.choice(game.deck.kinds).name)],
        [Leave(), AskFinder(game.name, dice.choice(game.deck.kinds).name), CheckDeck(game.name), Leave()],
        [StartCounting(), CheckDeck(game.name), AskScores()],
        [Pause(), Act(move), Continue()],
        [SetLanguage(dice.choice(("fr", "en", "de")))],
    ]
    if since > 0:
        ways.append([UndoTo(BEFORE + dice.randrange(since))])
    return dice.choice(ways)


# What leaves them


class Outlets:
    """Everything that leaves a table, as text, channel by channel."""

    def __init__(self, house: House) -> None:
        self.house = house
        file = SimpleNamespace(wiring=SimpleNamespace(simulated=True))
        self.json = JsonLines(SimpleNamespace(table=house.table, file=file))  # type: ignore[arg-type]
        self.log = Log(Path("never written"), lambda: 0.0, lambda: 0.0, print)

    def after(self, intent: Intent) -> dict[str, Any]:
        self.house.touch(intent)
        view = self.house.view
        heard, self.house.heard = self.house.heard, []
        self.log.log_changes(view)
        for effect in heard:
            self.log.hear(effect)
        return {
            "rulings": [effect for effect in heard if isinstance(effect, Ruled)],
            "view": view,
            "json": self.printed(heard, view),
            "log": list(self.log._lines),
        }

    def pages(self) -> dict[str, Any]:
        """What displays make of the view; as that is compared at each step, now and then will do."""
        view = self.house.view
        words = Words(view.language)
        return {"terminal": [*self.terminal(view, words)], "window": self.window(view, words)}

    def terminal(self, view: TableView, words: Words) -> Iterator[str]:
        """What it shows, and each question that can be asked about the round."""
        console = Console(file=io.StringIO(), width=100, no_color=True)
        console.print(Group(*(part.what for part in Desk(view.language).parts(view))))
        yield console.file.getvalue()  # type: ignore[attr-defined]
        questions: list[Any] = [idle.finder]
        if view.match:
            questions += [in_match.put_right, in_match.moves, in_match.moments, in_match.hands]
        for question in questions:
            if page := question(words, view):
                yield "\n".join([page.title, page.text, *(option.label for option in page.options)])

    def window(self, view: TableView, words: Words) -> list[Any]:
        pages = (None, Correcting(), Correcting(back=7), Correcting(inserting=True), Choosing(), Searching())
        return [layout(view, Ui(over=page), Scale(*SIZE), words) for page in pages]

    def printed(self, heard: list[Any], view: TableView) -> bytes:
        stdout, sys.stdout = sys.stdout, io.TextIOWrapper(io.BytesIO())
        try:
            self.json.draw(view, 0.0)
            for effect in heard:
                self.json.hear(effect, view)
            return sys.stdout.buffer.getvalue()  # type: ignore[attr-defined, no-any-return]
        finally:
            sys.stdout = stdout


def begun(house: House) -> Match:
    assert house.table.match
    return house.table.match


@settings(max_examples=EXAMPLES, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**32))
def test_guests_who_know_the_product_well_learn_no_card_that_lies_face_down(game: str, seed: int) -> None:
    dice = random.Random(seed)
    houses = [House(game, *PLAYERS) for _ in range(2)]
    with pytest.MonkeyPatch.context() as patch, open(os.devnull) as nothing:
        patch.setattr(sys, "stdin", nothing)
        outlets = [Outlets(house) for house in houses]
    for house, moves in zip(houses, two_ways(begun(houses[0]), dice), strict=True):
        house.touch(*map(Act, moves), Act(HandCount(0, 4)))
        house.heard.clear()
    assert piles(begun(houses[0])) != piles(begun(houses[1]))
    for _ in range(CURIOUS):
        match = houses[0].table.match
        if match and len(match.game.legal_moves(match.state, range(len(match.game.deck)))) < 4:
            break  # the round is nearly over
        for intent in curious(match, dice):
            one, other = (outlet.after(intent) for outlet in outlets)
            assert [channel for channel in one if one[channel] != other[channel]] == [], intent
        if dice.random() < 0.2:
            for house in houses:
                house.restart()
                house.heard.clear()
    one, other = (outlet.pages() for outlet in outlets)
    assert [channel for channel in one if one[channel] != other[channel]] == []


def test_the_list_of_moves_names_what_lies_open_and_no_other_card() -> None:
    house = House("thirteen", *PLAYERS)
    house.lay("blue-7#1", "blue-5#1", "rotten-4#1", on="blue")  # 16: the first two are taken
    house.touch(Line({"correct": {"insert": {"lay": "blue-1#1", "zone": "blue"}, "back": 3}}))
    told = [(entry.line, entry.events[0]["kind"]) for entry in house.match.log]
    assert [line.get("lay", line) for line, _ in told] == [
        *(None, None, "rotten-4#1"),
        {"correct": {"insert": {"lay": None, "zone": "blue"}, "back": 3}},
    ]
    assert [kind for _, kind in told] == ["face-down", "face-down", "laid", "corrected"]
    texts = [in_match.moves(Words("en"), house.view), in_match.moments(Words("en"), house.view)]
    labels = [option.label for page in texts if page for option in page.options]
    assert "Joueur 2: a card on the blue target." in labels
    assert not any("blue 7" in label or "blue 5" in label or "blue 1" in label for label in labels)
    house.touch(Act(UNDO), Act(UNDO))
    assert [entry.line["lay"] for entry in house.match.log] == ["blue-7#1", "blue-5#1"]  # they lie open again


def test_a_forgotten_lay_tells_the_moves_after_it_again_but_no_card_that_lies_face_down() -> None:
    house = House("thirteen", *PLAYERS)
    house.lay("blue-7#1", "blue-5#1", "rotten-4#1", on="blue")
    house.heard.clear()
    house.touch(Line({"correct": {"insert": {"lay": "yellow-1#1", "zone": "yellow"}, "back": 3}}))
    (ruled,) = house.rulings()
    kinds = [event["kind"] for event in ruled.events]
    assert kinds[:2] == ["corrected", "laid"]  # what was forgotten lies open
    assert kinds.count("face-down") == 2
    for told in (ruled.events, house.match.events):
        assert not any(name in json.dumps(told) for name in ("blue-7", "blue-5"))


def test_strengths_of_a_settled_trick_are_not_remembered_for_anybody() -> None:
    house = House("pot", "Anna", "Bob", "Cleo")
    house.lay("blue-4", "green-9", "red-8", on="pot")
    house.lay("blue-1", "green-1", on="play")
    house.lay("red-7", on="play")  # the strongest takes; the others tie
    house.touch(Act(Choose("colour", "blue")))
    assert [event["kind"] for event in house.match.events] == ["pot-taken", "settling-stopped"]
    assert [event["kind"] for event in house.match.log[-1].events] == ["pot-taken"]


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_a_round_is_no_way_to_look_at_the_piles_and_play_on(game: str) -> None:
    dice = random.Random(3)
    house = House(game, *PLAYERS)
    while len(begun(house).actions) < BEFORE:
        house.touch(Act(some_move(begun(house), dice)))
    running = [Act(UNDO), UndoTo(BEFORE), UndoTo(BEFORE - 5), UndoTo(1), Line({"undo": True})]
    house.touch(Act(EndRound()))
    assert house.match.reveal
    for way in running:
        house.touch(way)
        assert house.state["round_over"]
    house.touch(Act(UNDO))
    assert house.refusal == "piles-shown"
    house.restart()
    house.touch(Act(UNDO), UndoTo(BEFORE))
    assert house.state["round_over"]
    house.touch(UndoTo(0))  # what was dealt is gathered and dealt again
    assert not house.state["round_over"]
    assert not any(begun(house).game.taken(begun(house).state))


# What is kept on disk: where cards were seen


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_was_left_is_not_looked_into_by_what_the_table_remembers(
    game: str, tmp_path: Path
) -> None:
    """The log, and so what `tapis support` writes, is compared above."""
    left = []
    with ExitStack() as stack:
        dice = random.Random(5)
        tables = [stack.enter_context(cottage(tmp_path / name, game)) for name in "ab"]
        assert tables[0].table.match
        for parts, moves in zip(tables, two_ways(tables[0].table.match, dice), strict=True):
            for move in moves:
                if isinstance(move, Lay):
                    lay(parts, game, move)
                parts.table.handle(Act(move), 0.0)
            parts.registry.flush()
            left.append(list(looked_into(parts, game, tmp_path)))
    for one, other in zip(*left, strict=True):
        assert one == other


@contextmanager
def cottage(folder: Path, game: str) -> Iterator[Parts]:
    """A table on disk and a box of cards."""
    folder.mkdir()
    seconds = count(1_784_151_000)
    file = table_file.read("", None)
    with opened(file, folder / "data", lambda: 0.0, lambda: float(next(seconds))) as parts:
        for card in games.game(game).deck.names:
            parts.registry.teach(uid_of(game, card), CardRef(game, 1, card))
        parts.table.handle(NewMatch(game, PLAYERS), 0.0)
        yield parts


def lay(parts: Parts, game: str, move: Lay) -> None:
    """The card is seen on its pad, whatever comes of it."""
    card, match = games.game(game).deck.names[move.card], parts.table.view.match
    assert match
    parts.registry.saw(CardRef(game, 1, card), games.game(game).zones[move.zone], match.id)


def looked_into(parts: Parts, game: str, folder: Path) -> Iterator[object]:
    """Leave, look, resume."""
    table, kinds = parts.table, [kind.name for kind in games.game(game).deck.kinds]
    yield from exported(parts, folder)
    table.handle(Leave(), 0.0)
    yield from exported(parts, folder)
    for kind in ("", *kinds):
        table.handle(AskFinder(game if kind else "", kind), 0.0)
        found = table.view.finder
        assert found and not any(sighted.pad for sighted in found.found)
        assert not any(box.missing for box in found.boxes)
        yield found
    table.handle(NewMatch(game, PLAYERS), 0.0)  # with the same box: what the first one saw stays hidden
    lay(parts, game, Lay(0, 0))
    table.handle(Leave(), 0.0)
    for kind in kinds:
        table.handle(AskFinder(game, kind), 0.0)
        assert table.view.finder and not any(sighted.pad for sighted in table.view.finder.found)
    first = table.view.resumable[-1].match
    table.handle(ResumeMatch(first), 0.0)
    assert table.view.match and table.view.finder is None
    table.handle(Act(EndRound()), 0.0)
    table.handle(AskFinder(game, kinds[0]), 0.0)
    assert table.view.finder and any(sighted.pad for sighted in table.view.finder.found)


def exported(parts: Parts, folder: Path) -> Iterator[bytes]:
    """Every byte on the stick but for those of which the clock is a part."""
    stick = folder / f"stick-{len(list(folder.glob('stick-*')))}"
    stick.mkdir()
    target = export(parts.folder, None, stick, datetime(2026, 7, 14, 21, 30))
    for file in sorted(target.rglob("*")):
        if file.is_file():
            yield file.read_bytes()
