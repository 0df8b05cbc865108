"""The session of one match: takes cards and choices for it, has them kept, and says what came of them.

    session = Session(live_match.begin(7, header, names), settings, journal, feedback, now)
    session.lay("left", CardRef("thirteen", 1, "blue-7#1"), now)
    session.view, session.mode, session.light("left")

An action is in the journal before anything shows it accepted; if the journal cannot keep it, its UserError
goes up and nothing has changed. A pause, an open question and a count that was begun go with the power.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec

from controller import intents as wish
from controller.intents import Intent
from controller.ports import CardRef, Journal
from controller.settings.rows import LAPSE_S
from controller.storage import record
from controller.table import counting
from controller.table.counting import Counting
from controller.table.feedback import Feedback
from controller.table.live_match import DONE, Accepted, LiveMatch, Refused, may_be_theirs
from controller.table.settings import Settings
from controller.view import CountView, Hint, Light, MatchView, Mode, Question, Sound
from engine import notation
from engine.cards import Card
from engine.events import DealVoid, MatchOver, PickedUp, RoundScored, Took, moved_cards
from engine.match import NEXT, UNDO, Action, Undo, awaiting
from engine.rules import Awaiting, Count, Lay, Refusal, Seat

CLEARING_S = 20.0  # to clear a pile away: its cards may sweep over the pads
DOUBT_S = 5.0  # in which "that one was Luc's" is offered
RETRY_S = 1.0  # until a lapse that could not be kept is tried again

# The first of these that happened is what there is to hear.
SOUNDS: tuple[tuple[Sound, tuple[type, ...]], ...] = (
    (Sound.WIN, (MatchOver,)),
    (Sound.ROUND, (RoundScored, DealVoid)),
    (Sound.OVER, (Took,)),
)


class _Asked(NamedTuple):
    """A card whose zone only its player knows."""

    pad: str
    ref: CardRef
    card: Card


class _Doubt(NamedTuple):
    """A card that joined a lay and may have been the next player's; *keep* actions came before it."""

    seat: Seat
    lay: Lay
    keep: int
    until: float


class Session:
    def __init__(
        self, live: LiveMatch, settings: Settings, journal: Journal, feedback: Feedback, now: float
    ) -> None:
        self.live = live  # the match itself, with what the rules keep face down: never for a screen
        self._paused = False
        self._counting: Counting | None = None
        self._settings = settings
        self._journal = journal
        self._feedback = feedback
        named = settings.zones.get(live.header.game, {})
        self._zones = {pad: tuple(map(live.game.zones.index, named.get(pad, ()))) for pad in settings.pads}
        self._expected: tuple[LiveMatch, Lay, Accepted | Refused] | None = None  # a card that dwells
        self._asked: _Asked | None = None
        self._doubt: _Doubt | None = None
        self._lapse: float | None = None  # when an open lay is taken as done
        self._pick_ups: dict[int, tuple[Seat, float]] = {}  # zone → who takes what lay there, until when
        self._moved: dict[Card, float] = {}  # cards cleared away, until when they may sweep over a pad
        self._watch_lapse(now)

    # The match

    @property
    def mode(self) -> Mode:
        if self._counting:
            return Mode.COUNTING
        return Mode.PAUSED if self._paused else Mode.PLAYING

    def rename(self, names: tuple[str, ...], shown: tuple[str, ...], *, keep: bool = False) -> None:
        """Players have other *names*, in the journal too if *keep*; a screen calls them *shown*."""
        header = msgspec.structs.replace(self.live.header, names=names)
        if keep:
            self._journal.record(self.live.id, header=record.to_json(header), outcome=self.live.outcome)
        self.live = self.live.renamed(header, shown)

    def speak(self, language: str) -> None:
        """The guests' language is kept with the match."""
        header = msgspec.structs.replace(self.live.header, language=language)
        self._journal.record(self.live.id, header=record.to_json(header), outcome=self.live.outcome)
        self.live = self.live.renamed(header, self.live.names)

    def close(self) -> None:
        """A match that can end here goes into the history, any other one can be resumed."""
        live = self.live
        if live.winners is None:
            self._journal.park(live.id)
        else:
            self._journal.finish(live.id, live.results, live.winners)

    # What players want

    def done_means(self) -> Intent:
        """What the button "done" means now: the one obvious way to go on."""
        if self._counting:
            return wish.Touch()
        if self._paused:
            return wish.Continue()
        if DONE in self.live.choices:
            return wish.Act(DONE)
        return wish.Act(NEXT) if awaiting(self.live.match) is Awaiting.NEXT else wish.PileTaken()

    def handle(self, intent: Intent, now: float) -> None:
        """An intent about the match; one that does not fit is refused."""
        match intent:
            case wish.Line(data):
                self._read(dict(data), now)
            case wish.Leave() | wish.StopShowing() if self._counting:
                self._counting = None
            case wish.Pause() if not self._counting:
                self._paused = True
                self._lapse = None
            case wish.Continue():
                self._paused = False
                self._watch_lapse(now)
            case wish.PileTaken():
                if self._pick_ups:
                    self._pick_ups.popitem()
            case _ if self._paused:
                self._feedback.hint(None, Hint.PAUSED.value, (), now)
            case _ if self._counting:
                self._handle_count(self._counting, intent, now)
            case wish.StartCounting():
                self._start_counting(now)
            case wish.Act(action):
                self._act(now, action)
            case wish.UndoTo(keep) if keep < len(self.live.match.actions):
                self._act(now, *self._undone_to(keep))
            case wish.PlaceCard(zone):
                if self._asked and zone is not None:  # otherwise the card is taken back
                    pad, ref, card = self._asked
                    self._act(now, Lay(card, self.live.game.zones.index(zone)), pad=pad, copy=ref.copy)
                self._asked = None
            case wish.WasTheirs() if self._doubt:
                self._act(now, *self._undone_to(self._doubt.keep), DONE, self._doubt.lay)
            case _:
                self._feedback.refused(None, Refusal.NOT_NOW.value, (), now)

    def _read(self, line: dict[str, Any], now: float) -> None:
        live = self.live
        try:
            if "count" in line and live.game.counts_piles:
                action: Action = counting.read(live.game.deck, live.names, line)
            else:
                action = notation.read(live.match, line, live.names)
        except notation.Unreadable as unreadable:
            self._feedback.refused(None, unreadable.refusal.value, (), now, line)
        else:
            self.handle(wish.Act(action), now)

    # Cards

    def expect(self, pad: str, ref: CardRef) -> None:
        """A card dwells on *pad*: rule on it now, so that its arrival need not wait for that."""
        card, zones = self.live.card(ref), self._zones[pad]
        zone = self.live.implied_zone(card, zones) if card is not None and zones else None
        if card is not None and zone is not None:
            lay = Lay(card, zone)
            ruled = self.live.play(lay)
            self._expected = self.live, lay, ruled
            if isinstance(ruled, Accepted):
                _ = ruled.live.view, ruled.live.open_zones  # they are kept with the value

    def _rule(self, actions: Sequence[Action]) -> Accepted | Refused:
        live, lay, ruled = self._expected or (None, None, None)
        if ruled and live is self.live and isinstance(actions[0], Lay) and actions == (lay,):
            return ruled
        return self.live.play(*actions)

    def zones(self, pad: str) -> tuple[str, ...]:
        """What *pad* stands for in this game."""
        return tuple(self.live.game.zones[zone] for zone in self._zones[pad])

    def lay(self, pad: str, ref: CardRef, now: float) -> None:
        """A card that the registry knows has come to *pad*."""
        card, feedback = self.live.card(ref), self._feedback
        about = (("card", ref.card), ("deck", ref.deck))
        # The first card says with which physical copy of the deck a round is played.
        begun = any(isinstance(action, Lay) for action in self.live.match.actions)
        if ref.retired:
            feedback.refused(pad, Hint.RETIRED_TAG.value, about, now)
        elif card is None:
            feedback.refused(pad, Refusal.FOREIGN_CARD.value, about, now)
        elif self._counting:
            self._count(self._counting, card, now, pad)
        elif begun and self.live.header.copy not in (None, ref.copy):
            feedback.refused(pad, Hint.OTHER_COPY.value, about, now)
        elif self.is_only_lying(ref, now):
            feedback.seen(pad)
        elif self._paused:
            feedback.hint(pad, Hint.PAUSED.value, about, now)
        elif self._asked:
            feedback.hint(pad, Hint.ANSWER_FIRST.value, about, now)
        elif self.live.match.state.over:
            feedback.hint(pad, Refusal.ROUND_OVER.value, about, now)
        elif not self._zones[pad]:
            feedback.hint(pad, Hint.OTHER_PAD.value, about, now)
        else:
            self._lay(pad, ref, card, now)

    def is_only_lying(self, ref: CardRef, now: float) -> bool:
        """Whether a card on a pad means nothing: laid before, or swept over it while a pile was cleared away.

        Except that in Le Pot a card of the pot may be laid to point at its colour.
        """
        state, game, card = self.live.match.state, self.live.game, self.live.card(ref)
        if card is None:
            return False
        if self._asked and self._asked.card == card:
            return True
        refusals = {game.why_refused(state, Lay(card, zone)) for zone in range(len(game.zones))}
        elsewhere = not refusals.isdisjoint((Refusal.ALREADY_LAID, Refusal.HELD_BY_ANOTHER))
        if None in refusals and not elsewhere and not self._paused:
            return False  # as most often: so soon that people need not wait for the rest
        if card in self.live.lying:
            return self._paused or None not in refusals
        return elsewhere and now < self._moved.get(card, now)

    def _lay(self, pad: str, ref: CardRef, card: Card, now: float) -> None:
        zones = self._zones[pad]
        zone = self.live.implied_zone(card, zones)
        if zone is None:
            if any(isinstance(self.live.play(Lay(card, zone)), Accepted) for zone in zones):
                self._asked = _Asked(pad, ref, card)
                self._feedback.tell(Sound.HINT)
                return
            zone = zones[0]
        self._act(now, Lay(card, zone), pad=pad, copy=ref.copy)

    # Actions

    def _act(
        self,
        now: float,
        *actions: Action,
        pad: str | None = None,
        copy: int | None = None,
        quietly: bool = False,
    ) -> None:
        """Make *actions*, all or none."""
        before = self.live
        undone = sum(isinstance(action, Undo) for action in actions)
        if before.has_shown_piles and 0 < undone < len(before.match.actions):
            self._feedback.refused(None, Hint.PILES_SHOWN.value, (), now, before.public_line(UNDO))
            return
        ruled = self._rule(actions)
        if isinstance(ruled, Refused):
            about, line = before.about(ruled.action), before.public_line(ruled.action)
            self._feedback.refused(pad, ruled.refusal.value, about, now, line)
            return
        after, header = ruled.live, None
        if copy not in (None, before.header.copy):  # the first card says which box is played with
            after = replace(after, header=msgspec.structs.replace(before.header, copy=copy))
            header = record.to_json(after.header)
        self._journal.record(before.id, *ruled.lines, header=header, outcome=after.outcome)
        self.live = after
        self._follow(before, actions, ruled, now)
        for ruling in ruled.rulings:
            self._feedback.tell(ruling)
        kinds = {type(event) for event in ruled.events}
        taken = Sound.TRICK if any(map(moved_cards, ruled.events)) else None
        loud = next((sound for sound, types in SOUNDS if not kinds.isdisjoint(types)), taken)
        if not quietly:
            line = ruled.rulings[-1].line
            about = after.about(actions[-1]) if "lay" in line else ()
            self._feedback.accepted(pad, next(iter(line)), about, now, loud or Sound.ACCEPTED)
        elif loud:
            self._feedback.tell(loud)

    def _follow(self, before: LiveMatch, actions: Sequence[Action], ruled: Accepted, now: float) -> None:
        """What is on people's hands after this."""
        action = actions[-1]
        self._asked = self._counting = None
        if any(isinstance(each, Undo) for each in actions):
            self._moved.clear()
            self._feedback.undone()
        for event in ruled.events:
            self._moved |= dict.fromkeys(moved_cards(event), now + CLEARING_S)
            if isinstance(event, PickedUp):  # the card on the pad is in a hand now, and may be laid again
                self._feedback.undone()
        if not isinstance(action, Lay) or ruled.live.match.state.over:
            self._pick_ups.clear()
        else:
            self._pick_ups.pop(action.zone, None)
            for event in ruled.events:
                if isinstance(event, Took):
                    self._pick_ups[action.zone] = (event.player, now + CLEARING_S)
        if actions != (self.live.game.lapse,):  # what was taken as done may be another player's still
            self._doubt = None
        if len(actions) == 1 and isinstance(action, Lay):
            seat = may_be_theirs(before.match, action, ruled.events)
            if seat is not None:
                self._doubt = _Doubt(seat, action, len(before.match.actions), now + DOUBT_S)
        self._watch_lapse(now)

    def _undone_to(self, keep: int) -> list[Action]:
        return [UNDO] * (len(self.live.match.actions) - keep)

    # Counting

    def _start_counting(self, now: float) -> None:
        seats = len(self.live.names)
        refusal = self.live.game.why_refused(self.live.match.state, Count(((),) * seats))
        if refusal in (Refusal.BAD_INPUT, Refusal.NOT_NOW, Refusal.ROUND_OVER):
            self._feedback.refused(None, Refusal.NOT_NOW.value, (), now)
        else:
            self._counting = Counting(seats)

    def _handle_count(self, count: Counting, intent: Intent, now: float) -> None:
        match intent:
            case wish.Act(Lay(card)):
                self._count(count, card, now)
            case wish.Act(Undo()):
                self._counting = count.take_back()
            case wish.CountFor(seat):
                self._counting = count.of(seat)
            case wish.CountDone(anyway):
                self._act(now, Count(count.piles, anyway))
                if self._counting:  # still: they look impossible
                    self._counting = replace(count, doubt=self._feedback.notice)
            case _:
                self._feedback.refused(None, Refusal.NOT_NOW.value, (), now)

    def _count(self, count: Counting, card: Card, now: float, pad: str | None = None) -> None:
        """A card of the pile that is being shown."""
        about: tuple[tuple[str, str], ...] = (("card", self.live.game.deck.names[card]),)
        owner, added = count.owner(card), count.add(card)
        refusal = self.live.game.why_refused(self.live.match.state, Count(added.piles))
        if owner == count.seat and pad:
            self._feedback.seen(pad)
        elif owner is not None:
            holder = ("holder", self.live.names[owner])
            self._feedback.refused(pad, Refusal.ALREADY_LAID.value, (*about, holder), now)
        elif refusal is Refusal.NOT_IN_PLAY:
            self._feedback.refused(pad, refusal.value, about, now)
        else:
            self._counting = added
            self._feedback.accepted(pad, "count", about, now)

    # Time

    def _watch_lapse(self, now: float) -> None:
        lapse = self._settings.lapses.get(self.live.header.game, LAPSE_S)
        move = self.live.game.lapse
        self._lapse = now + lapse if lapse and move in self.live.choices else None

    @property
    def next_wake(self) -> float | None:
        due = [until for _, until in self._pick_ups.values()]
        due += [self._doubt.until] if self._doubt else []
        due += [self._lapse] if self._lapse is not None else []
        return min(due, default=None)

    def delay(self, seconds: float) -> None:
        """Nothing could be done for so long: players have as much time as before."""
        self._pick_ups = {zone: (seat, until + seconds) for zone, (seat, until) in self._pick_ups.items()}
        self._moved = {card: until + seconds for card, until in self._moved.items()}
        self._doubt = self._doubt and self._doubt._replace(until=self._doubt.until + seconds)
        self._lapse = None if self._lapse is None else self._lapse + seconds

    def tick(self, now: float) -> None:
        self._pick_ups = {zone: taker for zone, taker in self._pick_ups.items() if taker[1] > now}
        if self._doubt and self._doubt.until <= now:
            self._doubt = None
        if self._lapse is not None and self._lapse <= now:
            self._lapse = now + RETRY_S
            assert self.live.game.lapse
            self._act(now, self.live.game.lapse, quietly=True)

    # What everybody may see

    @property
    def count(self) -> CountView | None:
        return self._counting.view if self._counting else None

    @property
    def view(self) -> MatchView:
        pick_up = next(reversed(self._pick_ups.values()))[0] if self._pick_ups else None
        theirs = self._doubt.seat if self._doubt else None
        if pick_up is None and theirs is None:
            return self.live.view
        return replace(self.live.view, pick_up=pick_up, theirs=theirs)

    @property
    def question(self) -> Question | None:
        return Question(self._asked.ref.card, self.zones(self._asked.pad)) if self._asked else None

    def light(self, pad: str) -> Light:
        """What the rim of a pad shows when there is nothing to say about a card."""
        zones = self._zones[pad]
        if self._counting:
            return Light.WAITING
        if self._paused or not zones:
            return Light.OFF
        if not self._pick_ups.keys().isdisjoint(zones):
            return Light.PICK_UP
        # Waiting is said only where it tells something: while other pads of the game do not wait.
        waits = self.live.open_zones
        if waits.isdisjoint(zones) or not any(
            other and waits.isdisjoint(other) for other in self._zones.values()
        ):
            return Light.ZONE
        return Light.WAITING
