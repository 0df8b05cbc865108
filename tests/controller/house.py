"""A house with a table, for tests: people lay simulated tags, touch and wait, in a time of their own.

    house = House("thirteen", "Marie", "Luc", "Pierre")
    house.lay("blue-7#1", on="blue")
    assert house.turn == "Luc"

Everything above the pads is the real thing but for the disk, which is a dictionary that can be full. The loop
ticks only when the table asks for it, so that a time it forgets to ask for is a time that never comes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Any

from controller.errors import UserError
from controller.intents import Act, AskScores, Intent, NewMatch
from controller.ports import CardRef, Json, KeptMatch, Outcome, Showing
from controller.storage import record
from controller.storage.database import StorageError
from controller.storage.record import Header
from controller.table.settings import Settings
from controller.table.table import Table
from controller.view import (
    Effect,
    EnrolView,
    FinderView,
    Light,
    MatchView,
    Mode,
    Notice,
    NoticeKind,
    PadView,
    Played,
    Resumable,
    Ruled,
    ScoresView,
    Sighted,
    Sound,
    TableView,
)
from engine import games
from engine.match import Match, apply
from engine.rules import Choose
from hardware.backends.simulated import SimulatedPads

TURN = 0.02  # seconds between two turns of the main loop
PADS = ("left", "centre", "right")
THREE_PADS = {
    "thirteen": {"left": ("blue",), "centre": ("yellow",), "right": ("green",)},
    "ninja": {"centre": ("centre",)},
    "gamate": {"left": ("trick",), "right": ("renounce",)},
    "pot": {"left": ("play",), "right": ("pot",)},
}
ONE_PAD = {name: {"left": games.game(name).zones} for name in games.names()}


def uid_of(deck: str, card: str, copy: int = 1) -> str:
    """The tag of a card in these tests."""
    return f"04{games.names().index(deck):02x}{copy:02x}00{games.game(deck).deck.names.index(card):06x}"


def replayed(header: Header, lines: Iterable[Json]) -> Match:
    """The match that the lines of a journal make, by the rules alone."""
    match = record.begin(header)
    for line in lines:
        match, _, refusal = apply(match, record.read(match, line))
        assert refusal is None
    return match


class AtOnce(Executor):
    """Work is done when it is given; what it would hold up is looked at elsewhere."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args, **named))
        except UserError as error:
            future.set_exception(error)
        return future


class Drawer:
    """A Journal and a History in memory; as JSON text, as a file would have it."""

    def __init__(self) -> None:
        self.full = False
        self.headers: dict[int, str] = {}
        self.texts: dict[int, list[str]] = {}
        self.status: dict[int, str] = {}
        self.finished: dict[int, tuple[Any, Any]] = {}
        self.names: list[str] = []

    def _write(self) -> None:
        if self.full:
            raise StorageError("The disk is full: make room, the game waits.", "disk-full")

    def begin(self, header: Json) -> int:
        self._write()
        match = len(self.headers) + 1
        self.headers[match], self.texts[match] = json.dumps(header), []
        self._run(match)
        return match

    def _run(self, match: int) -> None:
        parked = {other: "parked" for other, status in self.status.items() if status == "running"}
        self.status |= {**parked, match: "running"}

    def record(
        self, match: int, *lines: Json, header: Json | None = None, outcome: Outcome | None = None
    ) -> None:
        self._write()
        assert self.status[match] == "running"
        if header:
            self.amend(match, header)
        self.texts[match] += [json.dumps(line) for line in lines]

    def amend(self, match: int, header: Json) -> None:
        self._write()
        self.headers[match] = json.dumps(header)

    def forget_names(self) -> None:
        self._write()
        for match, text in self.headers.items():
            header = json.loads(text)
            self.headers[match] = json.dumps({**header, "names": [""] * len(header["names"])})

    def running(self) -> KeptMatch | None:
        return next((self._kept(match) for match, now in self.status.items() if now == "running"), None)

    def park(self, match: int) -> None:
        self._write()
        self.status[match] = "parked"

    def parked(self, match: int) -> KeptMatch:
        return self._kept(match)

    def resume(self, match: int) -> KeptMatch:
        self._write()
        self._run(match)
        return self._kept(match)

    def finish(self, match: int, results: Sequence[Sequence[int]], winners: Sequence[int]) -> None:
        self._write()
        self.status[match] = "finished"
        self.finished[match] = (results, winners)

    def resumable(self) -> list[Resumable]:
        parked = [self._kept(match) for match, now in self.status.items() if now == "parked"]
        return [
            Resumable(
                kept.match,
                kept.header["game"],
                tuple(kept.header["names"]),
                1 + sum("next" in line for line in kept.lines),
                0.0,
            )
            for kept in reversed(parked)
        ]

    def probe(self) -> None:
        self._write()

    def lines(self, match: int = 1) -> list[Any]:
        return [json.loads(text) for text in self.texts[match]]

    def _kept(self, match: int) -> KeptMatch:
        return KeptMatch(match, json.loads(self.headers[match]), self.lines(match))

    def guests(self) -> list[str]:
        return self.names

    def welcome(self, names: Sequence[str]) -> None:
        self.names = [*names, *(name for name in self.names if name not in names)]

    def rename(self, name: str, other: str) -> None:
        if name in self.names and other in self.names:
            raise UserError("They are two people.")
        self.names = [other if each == name else each for each in self.names if other or each != name]
        for match, text in self.headers.items():
            header = json.loads(text)
            names = [other if each == name else each for each in header["names"]]
            self.headers[match] = json.dumps({**header, "names": names})

    def forget(self, name: str) -> None:
        self.rename(name, "")

    def forget_guests(self) -> None:
        self._write()
        self.names = []

    def last(self) -> list[Played]:
        return []

    def scores(self, asked: AskScores) -> ScoresView:
        return ScoresView(asked.game, asked.guest, asked.page)


class Shoebox:
    """A Registry and a Teaching in memory: every card of every deck is taught, in two copies."""

    def __init__(self) -> None:
        self.cards = {
            uid_of(name, card, copy): CardRef(name, copy, card)
            for name in games.names()
            for copy in (1, 2)
            for card in games.game(name).deck.names
        }
        self.sightings: list[tuple[CardRef, str]] = []

    def lookup(self, uid: str) -> CardRef | None:
        return self.cards.get(uid)

    def saw(self, card: CardRef, pad: str, match: int | None) -> None:
        self.sightings.append((card, pad))

    def retire(self, deck: str, copy: int, card: str) -> None:
        uid = uid_of(deck, card, copy)
        self.cards[uid] = self.cards[uid]._replace(retired=True)

    def enrolled(self) -> dict[str, int]:
        return {
            name: sum(ref.deck == name and ref.copy == 1 for ref in self.cards.values())
            for name in games.names()
        }

    def enrol(self, deck: str, copy: int, card: str | None) -> Showing:
        return Enrolment(self, deck, copy, card)

    def check(self, deck: str, copy: int) -> Showing:
        return Enrolment(self, deck, copy, None, Mode.CHECKING)

    def find(self, deck: str, kind: str, in_mid_round: Callable[[int], bool]) -> FinderView:
        seen = [
            Sighted(ref.copy, ref.card, pad)
            for ref, pad in self.sightings
            if ref.deck == deck and ref.card.partition("#")[0] == kind
        ]
        return FinderView(deck, kind, tuple(seen))


class Enrolment:
    """Teaches a single card; enough to see that the table passes everything on."""

    def __init__(
        self, box: Shoebox, deck: str, copy: int, card: str | None, mode: Mode = Mode.ENROLLING
    ) -> None:
        if deck not in games.names():
            raise ValueError(f"There is no deck {deck}.")
        self.box, self.deck, self.copy, self.card = box, deck, copy, card
        self.mode = mode
        self.taught: list[str] = []
        self.skipped = 0

    def arrived(self, uid: str) -> Notice:
        if uid in self.taught:
            return Notice(NoticeKind.REFUSED, "taken", about=(("owner", uid),))
        if self.taught:
            return Notice(NoticeKind.HINT, "enough")
        self.taught.append(uid)
        self.box.cards["04aabbcc00ddee"] = CardRef(self.deck, 1, "one more")
        return Notice(NoticeKind.ACCEPTED, "taught")

    def skip(self) -> None:
        self.skipped += 1

    def view(self) -> EnrolView:
        done = len(self.taught)
        return EnrolView(self.deck, self.copy, f"card {done + self.skipped}", done, 50)


class House:
    def __init__(
        self,
        game: str | None = None,
        *players: str,
        pads: Sequence[str] = PADS,
        zones: Any = None,
        options: str = "",
        rounds: int | None = 1,
        dealer: int | None = None,
        **settings: Any,
    ) -> None:
        self.drawer, self.box = Drawer(), Shoebox()
        self.pads = SimulatedPads(pads)
        self.settings = Settings(
            pads=tuple(pads), zones=zones or (THREE_PADS if len(pads) == 3 else ONE_PAD), **settings
        )
        self.now = 1000.0
        self.heard: list[Effect] = []
        self.lots = [2, 0, 3, 1] * 9  # as the table will draw them
        self.table = self._open()
        self.wait(1.0)
        if game:
            self.touch(NewMatch(game, players, dealer, frozenset(options.split()), rounds))

    def _open(self) -> Table:
        return Table(
            self.settings,
            self.box,
            self.drawer,
            self.drawer,
            self.box,
            now=self.now,
            label=lambda seat, language: f"{'Joueur' if language == 'fr' else 'Player'} {seat + 1}",
            draw=lambda number: self.lots.pop(0) % number,
        )

    def restart(self) -> None:
        """The power went and came back: only what is in the drawer is left."""
        self.table = self._open()

    # People

    def put(self, card: str, on: str, copy: int = 1, deck: str | None = None) -> None:
        self.pads.put(self.uid(card, copy, deck), self._pad(on))

    def lift(self, card: str, copy: int = 1, deck: str | None = None) -> None:
        self.pads.lift(self.uid(card, copy, deck))

    def lay(self, *cards: str, on: str, copy: int = 1, deck: str | None = None) -> None:
        """One after the other: put it down, wait for the light, slide it to its pile."""
        for card in cards:
            self.put(card, on, copy, deck)
            self.wait(0.3)
            self.lift(card, copy, deck)
            self.wait(0.52)

    def hover(self, card: str, over: str, seconds: float = 0.15) -> None:
        self.pads.hover(self.uid(card), self._pad(over), seconds)
        self.wait(seconds + 0.6)

    def touch(self, *intents: Intent) -> None:
        for intent in intents:
            self.table.handle(intent, self.now)
        self._listen()

    def choose(self, **choice: Any) -> None:
        """In the words of the protocol: `choose(give="Luc")`."""
        assert self.table.match
        for what, data in choice.items():
            value = self.table.match.game.choices[what].read(data, self.match.names)
            self.touch(Act(Choose(what, value)))

    def press(self, button: str) -> None:
        self.table.press(button, self.now)
        self._listen()

    def wait(self, seconds: float, turn: float = TURN) -> None:
        for _ in range(round(seconds / turn)):
            self.now += turn
            self.table.pads(self.pads.poll(self.now), self.now)
            self.table.tick(self.now)
            self._listen()

    def _listen(self) -> None:
        self.heard += self.table.effects()

    # What there is to see and hear

    @property
    def view(self) -> TableView:
        return self.table.view

    @property
    def match(self) -> MatchView:
        assert self.view.match
        return self.view.match

    @property
    def state(self) -> dict[str, Any]:
        return self.match.state

    @property
    def turn(self) -> str | None:
        return self.state["turn"]

    @property
    def lasting(self) -> TableView:
        """The view without what goes by."""
        match = self.view.match and replace(self.view.match, pick_up=None, theirs=None)
        mode = Mode.PLAYING if self.view.mode in (Mode.PAUSED, Mode.COUNTING) else self.view.mode
        pads = tuple(replace(pad, light=Light.OFF, fault=None) for pad in self.view.pads)
        return replace(
            self.view, mode=mode, match=match, pads=pads, notice=None, question=None, count=None, troubles=()
        )

    def light(self, zone: str) -> Light:
        return next(pad.light for pad in self.view.pads if pad.name == self._pad(zone))

    @property
    def refusal(self) -> str | None:
        """The code of the refusal that stands."""
        notice = self.view.notice
        return notice.code if notice and notice.kind is NoticeKind.REFUSED else None

    @property
    def hint(self) -> str | None:
        notice = self.view.notice
        return notice.code if notice and notice.kind is NoticeKind.HINT else None

    def sounds(self) -> list[Sound]:
        """What was to be heard since the last time."""
        sounds = [effect for effect in self.heard if isinstance(effect, Sound)]
        self.heard = [effect for effect in self.heard if not isinstance(effect, Sound)]
        return sounds

    def rulings(self) -> list[Ruled]:
        rulings = [effect for effect in self.heard if isinstance(effect, Ruled)]
        self.heard = [effect for effect in self.heard if not isinstance(effect, Ruled)]
        return rulings

    def lit(self) -> dict[str, Light]:
        """The rims, as whoever drives them was told."""
        return {effect.name: effect.light for effect in self.heard if isinstance(effect, PadView)}

    def uid(self, card: str, copy: int = 1, deck: str | None = None) -> str:
        return uid_of(deck or self.match.game, card, copy)

    def _pad(self, place: str) -> str:
        """A pad by its name, or by the zone it stands for in the running game."""
        if place in self.settings.pads or self.view.match is None:
            return place
        zones = self.settings.zones[self.match.game]
        return next(pad for pad, stands_for in zones.items() if place in stands_for)
