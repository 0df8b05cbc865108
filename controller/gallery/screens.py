"""The gallery: every screen there is, in the states that matter, each reached by playing.

    for shot in gallery("fr"):
        painter.show(layout(shot.view, shot.ui, scale, Words("fr")))

`tapis screens` makes pictures of them, and the tests look for text cut off and targets too small.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from controller.gallery import host
from controller.storage import record
from controller.table import live_match
from controller.table.live_match import Accepted, LiveMatch
from controller.view import (
    BoxView,
    CountView,
    Course,
    EnrolView,
    FinderView,
    Finding,
    Hint,
    Light,
    Mode,
    Notice,
    NoticeKind,
    PadView,
    Played,
    Question,
    Rank,
    Resumable,
    ScoresView,
    Sighted,
    TableView,
    Trouble,
)
from display.games.gamate.board import Demanding
from display.screens.ui import (
    PODIUM,
    Asking,
    Choosing,
    Correcting,
    Rules,
    Scores,
    Searching,
    Setting,
    Typing,
    Ui,
)
from engine.match import NEXT, awaiting
from engine.rules import Awaiting, Choose, Code, Lay, Refusal

NAMES = ("Marie", "Luc", "Zoé", "Maximilian", "Élisabeth", "Jo")
PADS = ("left", "middle", "right")
NOTHING = Ui()

# Shown also on a screen that lies in the table: somebody at each side of it, and what is turned to them.
FLAT = (
    "thirteen-over",
    "thirteen",
    "thirteen-refused",
    "thirteen-question",
    "ninja-skipped",
    "ninja-counter",
    "ninja-give",
    "gamate",
    "gamate-bid",
    "pot",
    "pot-choice",
)
READY = Ui(ready=(1, 1))  # the cards are dealt


@dataclass(frozen=True)
class Shot:
    """One picture: a name, what the table shows, and what people do on the screen."""

    name: str
    view: TableView
    ui: Ui = NOTHING
    flat: bool = False  # the screen lies in the table


def table(game: str, players: int, *lines: dict[str, Any], options: str = "", rounds: int = 1) -> LiveMatch:
    """A match in which these lines were accepted."""
    names = NAMES[:players]
    header = record.Header(game, names, players - 1, frozenset(options.split()), rounds)
    now = live_match.begin(1, header, names)
    for line in lines:
        now = accept(now, record.read(now.match, line))
    return now


def accept(now: LiveMatch, action: Any) -> LiveMatch:
    ruling = now.play(action)
    if not isinstance(ruling, Accepted):
        raise AssertionError(f"{action} was refused: {ruling.refusal}")
    return ruling.live


def played_on(now: LiveMatch, until: Code, seed: int = 13) -> LiveMatch:
    """Moves at random, as long as it takes."""
    dice = random.Random(seed)
    deck = list(range(len(now.game.deck)))
    dice.shuffle(deck)
    while awaiting(now.match) is not until:
        if awaiting(now.match) is Awaiting.NEXT:
            now = accept(now, NEXT)
            continue
        laid = {action.card for action in now.match.actions if isinstance(action, Lay)}
        moves = now.game.legal_moves(now.match.state, [card for card in deck if card not in laid])
        moves = [move for move in moves if move != Choose("forfeit", True)]
        now = accept(now, dice.choice(moves))
    return now


def gallery(language: str) -> Iterator[Shot]:
    """Every screen there is, in the states that matter."""
    from controller.gallery.hands import by_hand

    games_and_more = (*_idle(), *_thirteen(), *_ninja(), *_gamate(), *_pot(), *_past(), *_showing())
    for shot in (*games_and_more, *by_hand(), *_host()):
        shot = replace(shot, view=replace(shot.view, language=language))
        yield shot
        if shot.name in FLAT:
            yield replace(shot, name=f"flat-{shot.name}", flat=True)


def shown(now: LiveMatch, **changes: Any) -> TableView:
    zones = now.game.zones
    used = dict(zip(PADS[: len(zones)] if len(zones) > 1 else PADS[1:], zones, strict=False))
    pads = tuple(
        PadView(pad, used[pad], Light.ZONE, zones=(used[pad],)) if pad in used else PadView(pad, None)
        for pad in PADS
    )
    return replace(TableView(mode=Mode.PLAYING, match=now.view, pads=pads), **changes)


def turned_up(now: LiveMatch, number: int = 7) -> Ui:
    """So many players' piles are turned up; by default all, and everybody is in rank."""
    return Ui(revealed=(1, now.match.round, number))


def lit(view: TableView, zone: str, light: Light) -> TableView:
    return replace(
        view, pads=tuple(replace(pad, light=light) if pad.zone == zone else pad for pad in view.pads)
    )


def _idle() -> Iterator[Shot]:
    guests = ("Marie", "Luc", "Élisabeth", "Maximilian", "Zoé", "Jo")
    idle = TableView(guests=guests)
    yield Shot("menu", idle)
    waiting = (
        Resumable(1, "pot", ("Marie", "Luc", "Zoé"), 2, 0.0),
        Resumable(2, "gamate", ("",) * 4, 1, 0.0),
    )
    yield Shot("menu-resume", replace(idle, resumable=waiting))
    card = Notice(
        NoticeKind.HINT, Hint.CARD_OF_GAME.value, "left", (("game", "thirteen"), ("card", "blue-7#1"))
    )
    yield Shot("menu-card", replace(idle, notice=card))
    for game in ("thirteen", "ninja", "gamate", "pot"):
        yield Shot(f"players-{game}", idle, Ui(setting=Setting.of(game)))
    six = replace(
        Setting.of("ninja").seats(6), names=NAMES, dealer=2, options=frozenset({"four_in_a_row"}), rounds=3
    )
    yield Shot("players-six", idle, Ui(setting=six))
    yield Shot("keyboard", idle, Ui(setting=Setting.of("pot"), over=Typing(1, "Élis")))
    yield Shot("keyboard-first", TableView(), Ui(setting=Setting.of("pot"), over=Typing(0)))
    for game in ("thirteen", "ninja", "gamate", "pot"):
        for number in range(4):
            yield Shot(f"rules-{game}-{number + 1}", idle, Ui(over=Rules(game, number)))
    agreed = replace(Setting.of("ninja"), options=frozenset({"four_in_a_row", "next_leads"}))
    yield Shot("rules-agreed", idle, Ui(setting=agreed, over=Rules("ninja", 2)))
    yield Shot("trouble", replace(idle, troubles=(Trouble("link-lost"),)))


def _thirteen() -> Iterator[Shot]:
    opening = table("thirteen", 4)
    yield Shot("deal-thirteen", shown(opening))
    yield Shot("deal-all", shown(table("thirteen", 6, options="all_dealt")))
    yield Shot("thirteen-first", shown(opening), READY)
    lines = [
        {"lay": "blue-7#1", "zone": "blue"},
        {"lay": "yellow-5#1", "zone": "yellow"},
        {"lay": "blue-4#1", "zone": "blue"},
        {"lay": "green-1#1", "zone": "green"},
        {"lay": "blue-2#1", "zone": "blue"},
        {"lay": "yellow-7#1", "zone": "yellow"},
        {"lay": "rotten-4#1", "zone": "green"},
    ]
    now = table("thirteen", 4, *lines)
    yield Shot("thirteen", lit(shown(now), "green", Light.ACCEPTED))
    over = accept(now, record.read(now.match, {"lay": "rotten-4#2", "zone": "yellow"}))
    view = lit(shown(over), "yellow", Light.PICK_UP)
    assert view.match
    yield Shot("thirteen-over", replace(view, match=replace(view.match, pick_up=3)))
    about = (("card", "blue-5#1"), ("deck", "thirteen"), ("zone", "yellow"))
    refused = Notice(NoticeKind.REFUSED, "wrong-colour", "yellow", about)
    yield Shot("thirteen-refused", lit(shown(now, notice=refused), "yellow", Light.REFUSED))
    held = Notice(NoticeKind.REFUSED, Refusal.UNKNOWN_TAG.value, "yellow")
    yield Shot("thirteen-unknown", lit(shown(now, notice=held), "yellow", Light.REFUSED))
    hint = Notice(NoticeKind.HINT, Hint.ONE_AT_A_TIME.value, "yellow")
    yield Shot("thirteen-hint", lit(shown(now, notice=hint), "yellow", Light.SEEN))
    yield Shot("thirteen-question", shown(now, question=Question("rotten-4#3", ("blue", "yellow", "green"))))
    yield Shot("thirteen-paused", shown(now, mode=Mode.PAUSED))
    yield Shot("thirteen-correct", shown(now), Ui(over=Correcting()))
    wrong = (Finding("left", "elsewhere", "yellow-7#2", "yellow"), Finding("right", "not-laid"))
    yield Shot("correct-audit", shown(now, findings=wrong), Ui(over=Correcting()))
    yield Shot("correct-insert", shown(now), Ui(over=Correcting(inserting=True)))
    yield Shot("correct-insert-earlier", shown(now), Ui(over=Correcting(3, inserting=True)))
    yield Shot("correct-insert-card", shown(now), Ui(over=Choosing("yellow", back=2)))
    six = table("thirteen", 6, {"correct": {"hand": {"3": 4}}}, lines[0])
    yield Shot("correct-hands", shown(six), Ui(over=Asking("hands")))
    forgotten = {"correct": {"insert": {"lay": "yellow-1#1", "zone": "yellow"}, "back": 1}}
    yield Shot("correct-log", shown(accept(six, record.read(six.match, forgotten))), Ui(over=Correcting()))
    yield Shot("thirteen-choose", shown(now), Ui(over=Choosing()))
    yield Shot("thirteen-place", shown(now), Ui(over=Choosing(card="rotten-4")))
    yield Shot("thirteen-turn", shown(now), Ui(over=Asking("turn")))
    yield Shot("thirteen-end", shown(now), Ui(over=Asking("end")))
    yield Shot("thirteen-six", shown(played_on_for(table("thirteen", 6), 33)))
    yield Shot("thirteen-attract", shown(now, demo=True))
    last = (
        Played(3, "gamate", 0, 0, NAMES[2:6], (271, 0, 271, 0), (0, 2), ()),
        Played(2, "pot", 0, 0, ("", "", ""), (1, 2, 3), (2,), ()),
        Played(1, "thirteen", 0, 0, NAMES[:3], (1, 2, 3), (0,), ()),
    )
    yield Shot("thirteen-attract-winners", shown(now, demo=True, last=last))
    scored = played_on(table("thirteen", 4), Awaiting.NEXT)
    yield Shot("thirteen-reveal", shown(scored), turned_up(scored, 0))
    yield Shot("thirteen-reveal-2", shown(scored), turned_up(scored, 2))
    yield Shot("thirteen-score", shown(scored), turned_up(scored))
    six = played_on(table("thirteen", 6), Awaiting.NEXT)
    yield Shot("thirteen-score-six", shown(six), turned_up(six))
    won = played_on(scored, Awaiting.OVER)
    yield Shot("thirteen-last", shown(won), turned_up(won))
    yield Shot("thirteen-podium", shown(won), turned_up(won, PODIUM))
    yield Shot("thirteen-score-attract", shown(scored, demo=True), turned_up(scored))
    yield Shot("thirteen-disk", shown(now, troubles=(Trouble("disk-full"),)))


def played_on_for(now: LiveMatch, number: int, seed: int = 13) -> LiveMatch:
    """So many moves at random."""
    dice = random.Random(seed)
    for _ in range(number):
        laid = {action.card for action in now.match.actions if isinstance(action, Lay)}
        free = [card for card in range(len(now.game.deck)) if card not in laid]
        now = accept(now, dice.choice(now.game.legal_moves(now.match.state, free)))
    return now


def _ninja() -> Iterator[Shot]:
    done = {"press": "done"}
    yield Shot("deal-ninja", shown(table("ninja", 6)))
    yield Shot("ninja-first", shown(table("ninja", 4)), READY)
    six = table("ninja", 4, {"lay": "5#1"}, done, {"lay": "6#1"}, {"lay": "6#2"}, done)
    yield Shot("ninja-six-or-less", lit(shown(six), "centre", Light.WAITING))
    eight = table("ninja", 4, {"lay": "7#1"}, done, {"lay": "8#1"}, done)
    yield Shot("ninja-skipped", shown(eight))
    opened = table("ninja", 4, {"lay": "7#1"}, done, {"lay": "9#1"})
    view = shown(opened)
    assert view.match
    yield Shot("ninja-open", replace(view, match=replace(view.match, theirs=2)))
    give = table(
        "ninja",
        6,
        {"lay": "4#1"},
        done,
        {"lay": "ninja#1"},
        done,
        {"lay": "10#1"},
        done,
        {"lay": "13#1"},
        done,
    )
    yield Shot("ninja-give", shown(give))
    counter = accept(give, Choose("give", 1))
    yield Shot("ninja-counter", shown(counter))
    low = Notice(
        NoticeKind.REFUSED,
        "too-low",
        "centre",
        (("card", "3#1"), ("deck", "ninja"), ("zone", "centre")),
    )
    yield Shot("ninja-refused", lit(shown(eight, notice=low), "centre", Light.REFUSED))
    yield Shot("ninja-choose", shown(eight), Ui(over=Choosing()))
    yield Shot("ninja-correct", shown(eight), Ui(over=Correcting()))
    yield Shot("ninja-out", shown(give), Ui(over=Asking("out")))
    won = accept(eight, record.read(eight.match, {"correct": {"out": "3"}}))
    yield Shot("ninja-podium", shown(won))
    scored = played_on(table("ninja", 6, rounds=3), Awaiting.NEXT)
    yield Shot("ninja-score", shown(scored), turned_up(scored))


def _gamate() -> Iterator[Shot]:
    first = table("gamate", 4)
    yield Shot("deal-gamate", shown(first))
    yield Shot("gamate-bid", shown(first), READY)
    bids = table("gamate", 4, {"choose": {"bid": {"run": [4, 12]}}}, {"choose": {"pass": True}})
    yield Shot("gamate-bid-run", shown(bids), Ui(on_board=Demanding("run", low=9, high=30)))
    yield Shot("gamate-bid-colour", shown(bids), Ui(on_board=Demanding("colour")))
    yield Shot("gamate-bid-odd", shown(bids), Ui(on_board=Demanding("odd")))
    contract = accept(bids, Choose("bid", ("run", 4, 12)))
    yield Shot("gamate-oppose", shown(contract))
    for _ in range(3):
        contract = accept(contract, Choose("oppose", False))
    yield Shot("gamate-direction", shown(contract))
    contract = accept(contract, Choose("direction", "up"))
    yield Shot("gamate-tricks", shown(contract))
    contract = accept(contract, Choose("tricks", 8))
    yield Shot("gamate-lead", shown(contract))
    contract = accept(contract, Choose("lead", "own"))
    yield Shot("gamate-lead-card", shown(contract))
    for line in (
        {"lay": "17", "zone": "trick"},
        {"lay": "35", "zone": "trick"},
        {"lay": "5", "zone": "trick"},
    ):
        contract = accept(contract, record.read(contract.match, line))
    yield Shot("gamate", lit(shown(contract), "trick", Light.ACCEPTED))
    plain = Notice(
        NoticeKind.REFUSED,
        "plain-on-trump",
        "trick",
        (("card", "48"), ("deck", "gamate"), ("zone", "trick")),
    )
    yield Shot("gamate-refused", lit(shown(contract, notice=plain), "trick", Light.REFUSED))
    taken = accept(contract, record.read(contract.match, {"lay": "7", "zone": "trick"}))
    yield Shot("gamate-trick-taken", lit(shown(taken), "trick", Light.ACCEPTED))
    yield Shot("gamate-correct", shown(contract), Ui(over=Correcting()))
    yield Shot("gamate-choose", shown(contract), Ui(over=Choosing(page=1)))
    yield Shot("gamate-score", shown(played_on(contract, Awaiting.NEXT)))
    won = played_on(contract, Awaiting.OVER)
    yield Shot("gamate-podium", shown(won), turned_up(won, PODIUM))


def _pot() -> Iterator[Shot]:
    """The example of the rules, and a tie."""
    pot = ("yellow-7", "yellow-4", "red-8", "red-1", "green-6", "blue-4")
    turned = [{"lay": card, "zone": "pot"} for card in pot]
    yield Shot("deal-pot", shown(table("pot", 3)))
    yield Shot("deal-pot-six", shown(table("pot", 6)))
    yield Shot("pot-turn-up", shown(table("pot", 6, *turned[:3])))
    laid = [
        {"lay": card, "zone": "play"}
        for card in ("green-7", "green-2", "yellow-9", "red-5", "blue-10", "red-6")
    ]
    yield Shot("pot", lit(shown(table("pot", 6, *turned, *laid[:4])), "play", Light.ACCEPTED))
    yield Shot("pot-choice", shown(table("pot", 6, *turned, *laid)))
    taken = [{"choose": {"colour": "yellow"}}, {"choose": {"colour": "red"}}, {"choose": {"colour": "green"}}]
    yield Shot("pot-tie", shown(table("pot", 6, *turned, *laid, *taken)))
    early = Notice(NoticeKind.REFUSED, "not-your-choice", "play", (("card", "blue-3"), ("deck", "pot")))
    yield Shot("pot-refused", shown(table("pot", 6, *turned, *laid), notice=early))
    yield Shot("pot-choose", shown(table("pot", 6, *turned)), Ui(over=Choosing(colour="violet")))
    scored = played_on(table("pot", 6, rounds=2), Awaiting.NEXT)
    yield Shot("pot-reveal", shown(scored), turned_up(scored, 3))
    yield Shot("pot-score", shown(scored), turned_up(scored))
    won = played_on(scored, Awaiting.OVER)
    yield Shot("pot-podium", shown(won), turned_up(won, PODIUM))


def _past() -> Iterator[Shot]:
    now = 1_795_000_000.0
    names = ("Marie", "Luc", "Zoé", "Maximilian", "Wilhelmine-Marie", "Jo")
    matches = (
        Played(60, "thirteen", now, now, names[:4], (37, 38, 41, 43), (0,), THIRTEEN),
        Played(59, "pot", now - 5e3, now - 4e3, names, (96, 113, 101, 88, 80, 61), (1,), POT),
        Played(58, "gamate", now - 9e4, now - 9e4, names[1:5], (271, 0, 271, 0), (0, 2), ((67, 0), (178, 0))),
        Played(57, "ninja", now - 9e5, now - 9e5, ("", "", ""), (1, 1, 0), (0, 1), ((1, 0, 0), (0, 1, 0))),
        Played(56, "pot", now - 2e6, now - 2e6, ("", "Luc", ""), (40, 61, 58), (1,), ((40, 61, 58),)),
    )
    ranks = tuple(Rank(name, 31 - 3 * at, 14 - 2 * at, 38.5 + at) for at, name in enumerate(names[:5]))
    courses = tuple(
        Course(name, tuple(step * (5 - at) // 9 for step in range(30))) for at, name in enumerate(names[:5])
    )
    past = ScoresView(number=60, matches=matches, guests=6, ranks=ranks, courses=courses)
    view = TableView(scores=past)
    yield Shot("scores", view, Ui(over=Scores()))
    yield Shot("scores-none", TableView(scores=ScoresView()), Ui(over=Scores()))
    forgotten = ScoresView(number=1, matches=matches[3:4])
    yield Shot("scores-forgotten", TableView(scores=forgotten), Ui(over=Scores()))
    yield Shot("scores-forgotten-ranks", TableView(scores=forgotten), Ui(over=Scores("ranks")))
    yield Shot("scores-ranks", view, Ui(over=Scores("ranks")))
    yield Shot("scores-ranks-game", view, Ui(over=Scores("ranks", "thirteen", page=1)))
    points = replace(past, courses=(Course("Marie", (41, 37, 52, 33, 38, 29, 61, 37)),))
    guest = Scores("ranks", "thirteen", "Wilhelmine-Marie")
    yield Shot("scores-guest", TableView(scores=points), Ui(over=guest))
    for match in (60, 59, 58):
        yield Shot(f"scores-match-{match}", view, Ui(over=Scores(match=match)))
    seen = (
        Sighted(1, "blue-7#1", "left", now, 1),
        Sighted(1, "blue-7#2", "right", now - 4e3, 7),
        Sighted(1, "blue-7#3"),
        Sighted(2, "blue-7#1", "middle", now - 9e5),
        Sighted(2, "blue-7#2"),
        Sighted(2, "blue-7#3"),
    )
    missing = tuple(Sighted(1, name) for name in ("blue-7#3", "rotten-4#2"))
    rest = tuple(Sighted(2, f"violet-{number}") for number in range(1, 11))
    boxes = (
        BoxView("thirteen", 1, 48, missing),
        BoxView("ninja", 1, 54, ()),
        BoxView("pot", 2, 48, (*rest, Sighted(2, "red-1"), Sighted(2, "red-2"))),
    )
    found = FinderView("thirteen", "blue-7", seen, boxes)
    lost = replace(shown(played_on(table("thirteen", 4), Awaiting.NEXT)), finder=found)
    yield Shot("finder", lost, Ui(over=Searching()))
    yield Shot("finder-none", TableView(finder=FinderView()), Ui(over=Searching()))
    yield Shot("finder-cards", lost, Ui(over=Searching("thirteen")))
    yield Shot("finder-cards-gamate", lost, Ui(over=Searching("gamate", page=2)))
    yield Shot("finder-card", lost, Ui(over=Searching("thirteen", kind="blue-7")))
    yield Shot("finder-untaught", TableView(finder=FinderView()), Ui(over=Searching("pot", kind="red-1")))


THIRTEEN = ((10, 7, 8, 15), (7, 15, 10, 8), (10, 12, 7, 12), (10, 4, 16, 8))
POT = ((60, 53, 47, 29, 61, 36), (36, 60, 54, 59, 19, 25))


def _showing() -> Iterator[Shot]:
    count = CountView(1, (4, 2, 0, 11))
    yield Shot("count", shown(table("thirteen", 4), mode=Mode.COUNTING, count=count))
    yield Shot(
        "count-six", shown(table("pot", 6), mode=Mode.COUNTING, count=CountView(0, (1, 0, 0, 0, 0, 0)))
    )
    yield Shot("enrol", TableView(mode=Mode.ENROLLING, enrol=EnrolView("thirteen", 1, "blue-7#2", 12, 50)))
    missing = ("red-5", "violet-9", "orange-3", "blue-1")
    check = EnrolView("pot", 2, None, 56, 60, missing)
    yield Shot("check", TableView(mode=Mode.CHECKING, enrol=check))
    yield Shot("check-all", TableView(mode=Mode.CHECKING, enrol=EnrolView("pot", 2, None, 60, 60)))
    begun = EnrolView("gamate", 1, None, 3, 52, tuple(str(number) for number in range(1, 49)))
    yield Shot("check-begun", TableView(mode=Mode.CHECKING, enrol=begun))


def _host() -> Iterator[Shot]:
    for name, view, ui in host.shots():
        yield Shot(name, view, ui)
