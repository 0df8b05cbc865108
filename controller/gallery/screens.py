"""The gallery: every screen there is, in the states that matter.

    for shot in gallery("fr"):
        painter.show(layout(shot.view, shot.ui, scale, Words("fr")))

`tapis screens` makes pictures of them, and the tests look for text cut off and targets too small. What is
played on each game's screens, its presentation says (`scenes`); here is what all games share.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from controller import view as views
from controller.gallery import host
from controller.gallery.scenes import NAMES, Shot, reached, shots, shown, table
from controller.simulation.players import SEAT_PLAYERS
from controller.view import Played, Sighted, TableView, Trouble
from display.games import Scene, presentation
from display.screens.attract import acts
from display.screens.menu import samples
from display.screens.ui import Rules, Scores, Searching, Setting, Typing, Ui
from engine import games

FOUR_ROUNDS = ((10, 7, 8, 15), (7, 15, 10, 8), (10, 12, 7, 12), (10, 4, 16, 8))
TWO_ROUNDS = ((60, 53, 47, 29, 61, 36), (36, 60, 54, 59, 19, 25))


def game(number: int) -> str:
    """One of the games; others for other numbers, as far as there are."""
    return games.names()[number % len(games.names())]


def gallery(language: str) -> Iterator[Shot]:
    """Every screen there is, in the states that matter."""
    for shot in (*_idle(), *_games(), *_past(), *_showing(), *(Shot(*page) for page in host.shots())):
        yield replace(shot, view=replace(shot.view, language=language))


def _games() -> Iterator[Shot]:
    for name in games.names():
        yield from shots(name)
    last = (
        Played(3, game(2), 0, 0, NAMES[2:6], (271, 0, 271, 0), (0, 2), ()),
        Played(2, game(3), 0, 0, ("", "", ""), (1, 2, 3), (2,), ()),
        Played(1, game(0), 0, 0, NAMES[:3], (1, 2, 3), (0,), ()),
    )
    now = next(shot for shot in shots(game(0)) if shot.view.match and shot.view.match.log)
    idle = replace(now.view, demo=True, last=last)
    for number, act in enumerate(acts(idle)):
        yield Shot(f"attract-{act.name}", idle, Ui(act=number))


def _idle() -> Iterator[Shot]:
    idle = TableView(guests=host.GUESTS)
    by_hand = TableView(seat_players=SEAT_PLAYERS, guests=("Marie", "Luc"))
    yield Shot("menu", idle)
    waiting = (
        views.Resumable(1, game(3), ("Marie", "Luc", "Zoé"), 2, 0.0),
        views.Resumable(2, game(2), ("",) * 4, 1, 0.0),
    )
    yield Shot("menu-resume", replace(idle, resumable=waiting))
    yield Shot("menu-crashed", replace(idle, resumable=waiting, troubles=(Trouble("crashed"),)))
    about = (("game", game(0)), ("card", samples(game(0))[0]))
    card = views.Notice(views.NoticeKind.HINT, views.Hint.CARD_OF_GAME.value, "left", about)
    yield Shot("menu-card", replace(idle, notice=card))
    for name in games.names():
        yield Shot(f"players-{name}", idle, Ui(setting=Setting.of(name)))
        yield Shot(f"hand-players-{name}", by_hand, Ui(setting=Setting.of(name)))
        for number in range(len(presentation(name).rules) or 1):
            yield Shot(f"rules-{name}-{number + 1}", idle, Ui(over=Rules(name, number)))
    largest = max(games.names(), key=lambda name: (games.game(name).seats[-1], len(games.game(name).options)))
    seats = games.game(largest).seats[-1]
    agreed = frozenset(games.game(largest).options[:1])
    full = replace(Setting.of(largest).seats(seats), names=NAMES[:seats], dealer=2, options=agreed, rounds=3)
    yield Shot("players-six", idle, Ui(setting=full))
    seat_players = ("hand", "expert", "careful", "hand", "careful", "expert", "careful", "expert")[:seats]
    names = ("Marie", "", "", "Maximilian", "", "", "", "")[:seats]
    full = replace(Setting.of(largest).seats(seats), names=names, seat_players=seat_players)
    yield Shot("hand-players-six", by_hand, Ui(setting=full))
    agreed = frozenset(games.game(largest).options[::4])
    read = Ui(setting=replace(Setting.of(largest), options=agreed), over=Rules(largest))
    yield Shot("rules-agreed", idle, read)
    yield Shot("keyboard", idle, Ui(setting=Setting.of(game(3)), over=Typing(1, "Élis")))
    yield Shot("keyboard-first", TableView(), Ui(setting=Setting.of(game(3)), over=Typing(0)))
    yield Shot("trouble", replace(idle, troubles=(Trouble("link-lost"),)))


def _past() -> Iterator[Shot]:
    now = 1_795_000_000.0
    names = ("Marie", "Luc", "Zoé", "Maximilian", "Wilhelmine-Marie", "Jo")
    matches = (
        Played(60, game(0), now, now, names[:4], (37, 38, 41, 43), (0,), FOUR_ROUNDS),
        Played(59, game(3), now - 5e3, now - 4e3, names, (96, 113, 101, 88, 80, 61), (1,), TWO_ROUNDS),
        Played(58, game(2), now - 9e4, now - 9e4, names[1:5], (271, 0, 271, 0), (0, 2), ((67, 0), (178, 0))),
        Played(57, game(1), now - 9e5, now - 9e5, ("", "", ""), (1, 1, 0), (0, 1), ((1, 0, 0), (0, 1, 0))),
        Played(56, game(3), now - 2e6, now - 2e6, ("", "Luc", ""), (40, 61, 58), (1,), ((40, 61, 58),)),
    )
    ranks = tuple(views.Rank(name, 31 - 3 * at, 14 - 2 * at, 38.5 + at) for at, name in enumerate(names[:5]))
    wins = [tuple(step * number // 9 for step in range(30)) for number in range(5, 0, -1)]
    courses = tuple(map(views.Course, names, wins))
    past = partial(
        views.ScoresView, number=60, matches=matches, guests=6, ranks=ranks, most_won=14, forgotten=5
    )
    view = TableView(scores=past(courses=courses))
    yield Shot("scores", view, Ui(over=Scores()))
    yield Shot("scores-none", TableView(scores=views.ScoresView()), Ui(over=Scores()))
    forgotten = views.ScoresView(number=1, matches=matches[3:4], forgotten=2)
    yield Shot("scores-forgotten", TableView(scores=forgotten), Ui(over=Scores()))
    yield Shot("scores-forgotten-ranks", TableView(scores=forgotten), Ui(over=Scores("ranks")))
    yield Shot("scores-ranks", view, Ui(over=Scores("ranks")))
    yield Shot("scores-ranks-game", view, Ui(over=Scores("ranks", game(0), page=1)))
    points = past(courses=(views.Course("Marie", (41, 37, 52, 33, 38, 29, 61, 37)),))
    guest = Scores("ranks", game(0), "Wilhelmine-Marie")
    yield Shot("scores-guest", TableView(scores=points), Ui(over=guest))
    for match in (60, 59, 58):
        yield Shot(f"scores-match-{match}", view, Ui(over=Scores(match=match)))
    deck, other = games.game(game(0)).deck, games.game(game(3)).deck
    kind = samples(game(0))[0].partition("#")[0]
    first, *_, last = copies = [deck.names[card] for card in (*deck.copies(kind) * 2,)]
    busy = Sighted(2, copies[1], match=7, busy=True)
    there = Sighted(1, first, "left", now, 1), Sighted(1, copies[1], "right", now - 4e3, 7), Sighted(1, last)
    seen = *there, Sighted(2, first, "middle", now - 9e5), busy, Sighted(2, last)
    boxes = (
        views.BoxView(deck.name, 1, len(deck) - 2, (Sighted(1, last), Sighted(1, samples(game(0))[1]))),
        views.BoxView(games.game(game(1)).deck.name, 1, 54, ()),
        views.BoxView(other.name, 2, 48, tuple(Sighted(2, name) for name in other.names[:12])),
    )
    found = views.FinderView(deck.name, kind, seen, boxes)
    scored = Scene(name="scored", seats=games.game(game(0)).seats[-1], steps=["next"], rounds=2)
    lost = shown(reached(game(0), scored), finder=found)
    yield Shot("finder", lost, Ui(over=Searching()))
    yield Shot("finder-none", TableView(finder=views.FinderView()), Ui(over=Searching()))
    yield Shot("finder-cards", lost, Ui(over=Searching(deck.name)))
    plain = next((name for name in games.names() if "-" not in games.game(name).deck.names[0]), game(0))
    yield Shot(f"finder-cards-{plain}", lost, Ui(over=Searching(games.game(plain).deck.name)))
    yield Shot("finder-card", lost, Ui(over=Searching(deck.name, kind=kind)))
    untaught = Ui(over=Searching(other.name, kind=other.kinds[0].name))
    yield Shot("finder-untaught", TableView(finder=views.FinderView()), untaught)


def _showing() -> Iterator[Shot]:
    for name in games.names():
        if games.game(name).counts_piles:
            seats = games.game(name).seats[-1]
            counted = views.CountView(1, (4, 2, 0, 11, 0, 0, 0, 0)[:seats])
            yield Shot(f"count-{name}", shown(table(name, seats), mode=views.Mode.COUNTING, count=counted))
            about = (("why", "too-few-left"),)
            doubt = views.Notice(views.NoticeKind.REFUSED, "impossible-count", about=about)
            counted = views.CountView(1, counted.counts, doubt)
            yield Shot(
                f"count-doubt-{name}", shown(table(name, seats), mode=views.Mode.COUNTING, count=counted)
            )
    deck = games.game(game(0)).deck
    taught = views.EnrolView(deck.name, 1, samples(game(0))[0], 12, len(deck))
    yield Shot("enrol", TableView(mode=views.Mode.ENROLLING, enrol=taught))
    deck = games.game(game(3)).deck
    names = deck.names
    for name, copy, missing in (("check", 2, names[:4]), ("check-all", 2, ()), ("check-begun", 1, names[3:])):
        check = views.EnrolView(deck.name, copy, None, len(deck) - len(missing), len(deck), missing)
        yield Shot(name, TableView(mode=views.Mode.CHECKING, enrol=check))
