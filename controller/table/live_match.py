"""The match on the table, as a value: what was accepted, in public words, and what may be done next.

live = begin(7, Header("thirteen", ("Marie", "", "Luc"), dealer=2), ("Marie", "Joueur 2", "Luc"))
match live.play(Lay(11, 0)):
    case Accepted(live, lines): ...              # keep the lines, then show the match
    case Refused(refusal, action): ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from controller.ports import CardRef, KeptMatch, Outcome
from controller.storage import record
from controller.storage.record import Damaged, Header
from controller.view import Finding, MatchView, Reveal, Ruled
from engine import notation
from engine.cards import Card
from engine.events import Laid, moved_cards
from engine.match import Action, Match, Next, Undo, apply, awaiting
from engine.match import line as moves_of
from engine.rules import Awaiting, Choose, Code, Count, EndRound, Game, Lay, Move, Press, Seat

DONE = Press("done")
SEVERAL, UNKNOWN, FOREIGN, NOT_LAID, ELSEWHERE = "several", "unknown", "foreign", "not-laid", "elsewhere"


class Accepted(NamedTuple):
    live: LiveMatch
    lines: tuple[dict[str, Any], ...]  # for the journal
    rulings: tuple[Ruled, ...]  # for everybody
    events: tuple[Any, ...]  # everything that happened, complete


class Refused(NamedTuple):
    refusal: Code
    action: Action


@dataclass(frozen=True)
class LiveMatch:
    id: int
    header: Header
    names: tuple[str, ...]  # as shown: everybody has one, and no two the same
    match: Match
    events: tuple[dict[str, Any], ...] = ()  # public, of the last action
    log: tuple[Ruled, ...] = ()  # an entry for each of match.actions, with cards that may lie face down now

    @property
    def game(self) -> Game:
        return self.match.game

    def card(self, ref: CardRef) -> Card | None:
        """The card of this game that *ref* is; None: it is of another one."""
        return self.game.deck.card(ref.card) if ref.deck == self.game.deck.name else None

    def play(self, *actions: Action) -> Accepted | Refused:
        """All of *actions* one after the other, or none of them and why."""
        match, log, told = self.match, self.log, self.events
        lines: list[dict[str, Any]] = []
        rulings: list[Ruled] = []
        heard: tuple[Any, ...] = ()
        for action in actions:
            match, events, refusal = apply(match, action)
            if refusal:
                return Refused(refusal, action)
            lines.append(record.write(match, action))
            heard += events
            told = tuple(notation.event(self.game, event, self.names, public=True) for event in events)
            ruled = Ruled(self.public_line(action, events), None, told)
            public = _without(self._face_down(match), ruled)
            told = public.events
            rulings.append(public)
            match action:
                case Undo():
                    log = log[:-1]
                case Next():
                    log = ()
                case _:
                    log = (*log, ruled)
        after = replace(self, match=match, events=told, log=log)
        return Accepted(after, tuple(lines), tuple(rulings), heard)

    def public_line(self, action: Action, events: Iterable[Any] = ()) -> dict[str, Any]:
        """*action* as in the protocol, but for what lies face down after it."""
        kinds = {type(event) for event in events}
        if self.game.hidden_choice and kinds & self.game.hidden.keys() and Laid not in kinds:
            return {"choose": {self.game.hidden_choice: None}}
        if isinstance(action, Choose) and action.what not in self.game.choices:
            return {}  # refused, of course: a choice of another game has no words here
        return notation.write(self.game, action, self.names)

    def renamed(self, header: Header, names: tuple[str, ...]) -> LiveMatch:
        """The same match with other names, in what was said before too."""
        start = self.match._replace(actions=(), state=self.match.start)
        again = replace(self, header=header, names=names, match=start, events=(), log=())
        redone = again.play(*self.match.actions)
        assert isinstance(redone, Accepted), "what was accepted once is accepted again"
        return replace(redone.live, events=redone.live.events if self.events else ())

    # What may be done next

    @cached_property
    def _legal(self) -> list[Move]:
        return self.game.legal_moves(self.match.state, range(len(self.game.deck)))

    @cached_property
    def choices(self) -> tuple[Move, ...]:
        """Presses and choices; NEXT and corrections are always offered where they fit."""
        return tuple(move for move in self._legal if not isinstance(move, Lay))

    @cached_property
    def open_zones(self) -> frozenset[int]:
        """The zones where some card could be laid now."""
        return frozenset(move.zone for move in self._legal if isinstance(move, Lay))

    def implied_zone(self, card: Card, zones: Sequence[int]) -> int | None:
        """Where *card* goes if it can be any of *zones*; None if only the player knows."""
        if len(zones) == 1:
            return zones[0]
        zone = self.game.implied_zone(self.match.state, card)
        if zone is not None:
            return zone if zone in zones else zones[0]
        possible = [zone for zone in zones if zone in self.open_zones] or zones[:1]
        return possible[0] if len(possible) == 1 else None

    def about(self, action: Action) -> tuple[tuple[str, str], ...]:
        """The names for a sentence about *action*: the card, where it was laid, who is known to hold it; of
        counted piles, why they look impossible."""
        if isinstance(action, Count):
            return self._doubts(action)
        if not isinstance(action, Lay):
            return ()
        about = [("card", self.game.deck.names[action.card]), ("zone", self.game.zones[action.zone])]
        seat = self.game.holder(self.match.state, action.card)
        if seat is not None:
            about.append(("holder", self.names[seat]))
        return tuple(about)

    def _doubts(self, count: Count) -> tuple[tuple[str, str], ...]:
        doubt = self.game.doubt(self.match.state, count.piles)
        if doubt is None:
            return ()
        player = () if doubt.seat is None else (("player", self.names[doubt.seat]),)
        return (("why", doubt.why.value), *player)

    # Where cards lie by the rules, and where the pads see them

    @cached_property
    def lying(self) -> dict[Card, int]:
        """Every card that lies open on the table, and its zone: laid in this round, and not taken."""
        where: dict[Card, int] = {}
        state = self.match.start
        for move in moves_of(self.match.actions):
            state, events, _ = self.game.apply(state, move)
            for event in events:
                if isinstance(event, Laid):
                    where[event.card] = event.zone
                for card in moved_cards(event):
                    where.pop(card, None)
            where.update(self.game.moved(state))
        return where

    def audit(
        self,
        zones: Callable[[str], tuple[str, ...]],
        seen: Mapping[str, tuple[str, ...]],
        lookup: Callable[[str], CardRef | None],
    ) -> tuple[Finding, ...]:
        """What lies on the pads and should not; *zones* says what a pad stands for, *seen* its tags.

        A card that is expected and not seen proves nothing; one that was not laid is not named: it may be
        face down.
        """
        findings: list[Finding] = []
        for pad, uids in seen.items():
            if len(uids) > 1:
                findings.append(Finding(pad, SEVERAL))
                continue
            for ref in map(lookup, uids):
                card = self.card(ref) if ref else None
                if ref is None:
                    findings.append(Finding(pad, UNKNOWN))
                elif card is None:
                    findings.append(Finding(pad, FOREIGN, ref.card))
                elif card not in self.lying:
                    findings.append(Finding(pad, NOT_LAID))
                elif (zone := self.game.zones[self.lying[card]]) not in zones(pad):
                    findings.append(Finding(pad, ELSEWHERE, ref.card, zone))
        return tuple(findings)

    # What everybody may see

    def _face_down(self, match: Match) -> frozenset[str]:
        """The cards that lie in piles nobody may look at before the round is scored."""
        if match.state.over:
            return frozenset()
        names = self.game.deck.names
        return frozenset(names[card] for pile in self.game.taken(match.state) for card in pile)

    @property
    def has_shown_piles(self) -> bool:
        """The round was ended early and its piles were turned up: it cannot go on, they were seen."""
        ended_early = any(isinstance(action, EndRound) for action in self.match.actions)
        return ended_early and any(self.game.taken(self.match.state))

    @cached_property
    def view(self) -> MatchView:
        face_down = self._face_down(self.match)
        return MatchView(
            id=self.id,
            game=self.header.game,
            names=self.names,
            options=self.header.options,
            rounds=self.header.rounds,
            state=notation.describe(self.match, self.names),
            events=self.events,
            log=tuple(_remembered(face_down, entry) for entry in self.log),
            has_shown_piles=self.has_shown_piles,
            choices=self.choices,
            results=tuple(map(self._scores, self.results)),
            first=self.match.start.turn,
            colours=self.game.colours(self.match.state),
            reveal=self._reveal(),
            deck=self.header.deck,
            by_lot=self.header.by_lot and self.match.round == 1,
            guided=self.header.guided,
        )

    @property
    def results(self) -> tuple[tuple[int, ...], ...]:
        """The points of every finished round, this one included once it is over."""
        if not self.match.state.over:
            return self.match.results
        return (*self.match.results, self.game.points(self.match.state))

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on, or can."""
        over = awaiting(self.match) is Awaiting.OVER
        return Outcome(self.results, self.winners or ()) if over else None

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        """Who won the match, if it can end here: by its own rule, or where players play on as they like."""
        setup, results = self.match.setup, self.results
        if not results or (self.match.actions and not self.match.state.over):
            return None
        if setup.rounds is None:
            setup = setup._replace(rounds=len(results))
        standings = self.game.standings(setup, results)
        return standings.winners if standings.over else None

    def _reveal(self) -> Reveal | None:
        state = self.match.state
        if not state.over:
            return None
        piles = self.game.taken(state) or ((),) * len(self.names)
        names = self.game.deck.names
        scored = next((event for event in self.events if event["kind"] == "round-scored"), None)
        return Reveal(
            taken=tuple(tuple(names[card] for card in pile) for pile in piles),
            points=self._scores(self.game.points(state)),
            explain=scored["explain"] if scored else {},
        )

    def _scores(self, points: Sequence[int]) -> dict[str, int]:
        return dict(zip(self.game.sides or self.names, points, strict=True))


def _without(face_down: frozenset[str], ruled: Ruled) -> Ruled:
    """*ruled*, but for which of the *face_down* cards were laid: who laid one and where stays."""
    if not face_down:
        return ruled
    events = tuple(_event_without(face_down, event) for event in ruled.events)
    return Ruled(_line_without(face_down, ruled.line), ruled.refusal, events)


def _remembered(face_down: frozenset[str], ruled: Ruled) -> Ruled:
    """An entry of the list of moves: while cards lie face down, not what else came of it back then."""
    remembered = _without(face_down, ruled)
    return Ruled(remembered.line, None, remembered.events[:1]) if face_down else ruled


def _line_without(face_down: frozenset[str], line: dict[str, Any]) -> dict[str, Any]:
    match line:
        case {"lay": card} if card in face_down:
            return {**line, "lay": None}
        case {"correct": {"insert": lay, "back": back}}:
            return {"correct": {"insert": _line_without(face_down, lay), "back": back}}
    return line


def _event_without(face_down: frozenset[str], event: dict[str, Any]) -> dict[str, Any]:
    match event:
        case {"kind": "laid", "player": player, "card": card, "zone": zone} if card in face_down:
            return {"kind": "face-down", "player": player, "zone": zone}
        case {"kind": "corrected", "insert": lay}:
            return {**event, "insert": _line_without(face_down, lay)}
    return event


def begin(number: int, header: Header, names: tuple[str, ...]) -> LiveMatch:
    return LiveMatch(number, header, names, record.begin(header))


def resume(kept: KeptMatch, header: Header, names: tuple[str, ...]) -> LiveMatch:
    """The match as it stood after its last line; Damaged if a line no longer fits."""
    live = begin(kept.match, header, names)
    for number, line in enumerate(kept.lines, 1):
        ruled = live.play(record.read(live.match, line))
        if isinstance(ruled, Refused):
            raise Damaged(f"Line {number} of this match is refused today ({ruled.refusal.value}): {line}.")
        live = ruled.live
    return live


def is_in_mid_round(kept: KeptMatch) -> bool:
    """Whether that match, once resumed, goes on with a round in which something was laid."""
    try:
        header = record.from_json(kept.header)
        left = resume(kept, header, record.SEATS[: len(header.names)]).match
    except Damaged:
        return False
    return bool(left.actions) and not left.state.over


def may_be_theirs(before: Match, lay: Lay, events: Iterable[Any]) -> Seat | None:
    """Who may have laid the card that joined an open lay, as the first of theirs; None: no other player."""
    player = before.game.to_act(before.state)
    if not any(isinstance(event, Laid) and event.player == player for event in events):
        return None
    closed, _, refusal = apply(before, DONE)
    if refusal or apply(closed, lay).refusal:
        return None
    seat = before.game.to_act(closed.state)
    return None if seat == player else seat
