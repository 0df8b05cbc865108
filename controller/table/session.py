"""The croupier: takes cards and choices for the running match, has them kept, and says what came of them.

    croupier = Croupier(playing, settings, journal, signals, now)
    croupier.lay("left", CardRef("thirteen", 1, "blue-7#1"), now)
    croupier.act(now, Press("done"))

An action is in the journal before anything shows it accepted; if the journal cannot keep it, its UserError
goes up and nothing has changed. Whatever is not in the journal goes by: a pause, an open question, whose pile
still lies there, a count that was begun.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from controller.ports import CardRef, Journal
from controller.storage import record
from controller.table.audit import lying
from controller.table.counting import Counting
from controller.table.feedback import Feedback
from controller.table.live_match import DONE, Accepted, LiveMatch, Refused, may_be_theirs
from controller.table.settings import Settings
from controller.view import Hint, Light, MatchView, Question, Sound
from engine.cards import Card
from engine.events import DealVoid, MatchOver, PickedUp, RoundScored, Took, moved_cards
from engine.match import UNDO, Action, Undo
from engine.rules import Count, Lay, Refusal, Seat

CLEARING = 20.0  # seconds to clear a pile away: its cards may sweep over the pads
DOUBT = 5.0  # seconds in which "that one was Luc's" is offered
RETRY = 1.0  # seconds until a lapse that could not be kept is tried again

# The first of these that happened is what there is to hear.
SOUNDS: tuple[tuple[Sound, tuple[type, ...]], ...] = (
    (Sound.WIN, (MatchOver,)),
    (Sound.ROUND, (RoundScored, DealVoid)),
    (Sound.OVER, (Took,)),
)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A card whose zone only its player knows."""

    pad: str
    ref: CardRef
    card: Card
    zones: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Doubt:
    """A card that joined a lay and may have been the next player's; *keep* actions came before it."""

    seat: Seat
    lay: Lay
    keep: int
    until: float


class Session:
    def __init__(
        self, live: LiveMatch, settings: Settings, journal: Journal, signals: Feedback, now: float
    ) -> None:
        self.live = live
        self.paused = False
        self.counting: Counting | None = None
        self._settings = settings
        self._journal = journal
        self._feedback = signals
        named = settings.zones.get(live.header.game, {})
        self._zones = {pad: tuple(map(live.game.zones.index, named.get(pad, ()))) for pad in settings.pads}
        self._expected: tuple[LiveMatch, Lay, Accepted | Refused] | None = None  # a card that dwells
        self._asked: _Asked | None = None
        self._doubt: _Doubt | None = None
        self._lapse: float | None = None  # when an open lay is taken as done
        self._pick_ups: dict[int, tuple[Seat, float]] = {}  # zone → who takes what lay there, until when
        self._moved: dict[Card, float] = {}  # cards cleared away, until when they may sweep over a pad
        self._watch_lapse(now)

    # Cards

    def expect(self, pad: str, ref: CardRef) -> None:
        """A card dwells on *pad*: rule on it now, so that nobody waits for that once it has arrived."""
        card = self._card(ref)
        zone = self.live.implied_zone(card, self.zones(pad)) if card is not None and self.zones(pad) else None
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

    def _card(self, ref: CardRef) -> Card | None:
        deck = self.live.game.deck
        return deck.card(ref.card) if ref.deck == deck.name else None

    def zones(self, pad: str) -> tuple[int, ...]:
        """What *pad* stands for in this game, as places in its ZONES."""
        return self._zones[pad]

    def lay(self, pad: str, ref: CardRef, now: float) -> None:
        """A card that the registry knows has come to *pad*."""
        card, signals = self._card(ref), self._feedback
        about = (("card", ref.card), ("deck", ref.deck))
        if ref.retired:
            signals.refused(pad, Hint.RETIRED_TAG.value, about, now)
        elif card is None:
            signals.refused(pad, Refusal.FOREIGN_CARD.value, about, now)
        elif self.counting:
            self.count(card, now, pad)
        elif self._copy not in (None, ref.copy):
            signals.refused(pad, Hint.OTHER_COPY.value, about, now)
        elif self._is_only_lying(card, now):
            signals.seen(pad)
        elif self.paused:
            signals.hint(pad, Hint.PAUSED.value, about, now)
        elif self._asked:
            signals.hint(pad, Hint.ANSWER_FIRST.value, about, now)
        elif self.live.match.state.over:
            signals.hint(pad, Refusal.ROUND_OVER.value, about, now)
        elif not self.zones(pad):
            signals.hint(pad, Hint.OTHER_PAD.value, about, now)
        else:
            self._lay(pad, ref, card, now)

    def is_only_lying(self, ref: CardRef, now: float) -> bool:
        card = self._card(ref)
        return card is not None and self._is_only_lying(card, now)

    def _is_only_lying(self, card: Card, now: float) -> bool:
        """Nobody laid it: it lies on the table, or it swept over the pad while a pile was cleared away.

        Except that in Le Pot a card of the pot may be laid to point at its colour.
        """
        state, game = self.live.match.state, self.live.game
        if self._asked and self._asked.card == card:
            return True
        refusals = {game.why_refused(state, Lay(card, zone)) for zone in range(len(game.zones))}
        elsewhere = not refusals.isdisjoint((Refusal.ALREADY_LAID, Refusal.HELD_BY_ANOTHER))
        if None in refusals and not elsewhere and not self.paused:
            return False  # as most often: so soon that people need not wait for the rest
        if card in lying(self.live.match):
            return self.paused or None not in refusals
        return elsewhere and now < self._moved.get(card, now)

    @property
    def _copy(self) -> int | None:
        """The physical copy of the deck that this round is played with: that of its first card."""
        begun = any(isinstance(action, Lay) for action in self.live.match.actions)
        return self.live.header.copy if begun else None

    def _lay(self, pad: str, ref: CardRef, card: Card, now: float) -> None:
        zones = self.zones(pad)
        zone = self.live.implied_zone(card, zones)
        if zone is None:
            rulings = [self.live.play(Lay(card, zone)) for zone in zones]
            if any(isinstance(ruling, Accepted) for ruling in rulings):
                self._asked = _Asked(pad, ref, card, zones)
                self._feedback.tell(Sound.HINT)
                return
            zone = zones[0]
        self.act(now, Lay(card, zone), pad=pad, copy=ref.copy)

    @property
    def question(self) -> Question | None:
        if self._asked is None:
            return None
        zones = tuple(self.live.game.zones[zone] for zone in self._asked.zones)
        return Question(self._asked.ref.card, zones)

    def place(self, zone: str | None, now: float) -> None:
        """The question is answered; None: the card is taken back."""
        asked = self._asked
        if asked and zone is not None:
            lay = Lay(asked.card, self.live.game.zones.index(zone))
            self.act(now, lay, pad=asked.pad, copy=asked.ref.copy)
        self._asked = None

    # Actions

    def act(
        self,
        now: float,
        *actions: Action,
        pad: str | None = None,
        copy: int | None = None,
        quietly: bool = False,
    ) -> None:
        """Make *actions*, all or none."""
        before = self.live
        ruled = self._rule(actions)
        if isinstance(ruled, Refused):
            about, line = before.about(ruled.action), before.public_line(ruled.action)
            self._feedback.refused(pad, ruled.refusal.value, about, now, line)
            return
        after, header = ruled.live, None
        if copy not in (None, before.header.copy):  # the first card says which box is played with
            after = replace(after, header=msgspec.structs.replace(before.header, copy=copy))
            header = record.to_json(after.header)
        self._journal.record(before.id, *ruled.lines, header=header)
        self.live = after
        self._follow(before, actions, ruled, now)
        self._tell(actions, ruled, pad, now, quietly)

    def _follow(self, before: LiveMatch, actions: Sequence[Action], ruled: Accepted, now: float) -> None:
        """What is on people's hands after this."""
        action = actions[-1]
        self._asked = self.counting = None
        if any(isinstance(each, Undo) for each in actions):
            self._moved.clear()
            self._feedback.undone()
        for event in ruled.events:
            self._moved |= dict.fromkeys(moved_cards(event), now + CLEARING)
            if isinstance(event, PickedUp):  # the card on the pad is in a hand now, and may be laid again
                self._feedback.undone()
        if not isinstance(action, Lay) or ruled.live.match.state.over:
            self._pick_ups.clear()
        else:
            self._pick_ups.pop(action.zone, None)
            for event in ruled.events:
                if isinstance(event, Took):
                    self._pick_ups[action.zone] = (event.player, now + CLEARING)
        if actions != (
            self.live.game.lapse,
        ):  # a lay that was taken as done may still have been somebody else's
            self._doubt = None
        if len(actions) == 1 and isinstance(action, Lay):
            seat = may_be_theirs(before.match, action, ruled.events)
            if seat is not None:
                self._doubt = _Doubt(seat, action, len(before.match.actions), now + DOUBT)
        self._watch_lapse(now)

    def _tell(
        self, actions: Sequence[Action], ruled: Accepted, pad: str | None, now: float, quietly: bool
    ) -> None:
        for ruling in ruled.rulings:
            self._feedback.tell(ruling)
        kinds = {type(event) for event in ruled.events}
        taken = Sound.TRICK if any(map(moved_cards, ruled.events)) else None
        loud = next((sound for sound, types in SOUNDS if not kinds.isdisjoint(types)), taken)
        if loud or not quietly:
            self._feedback.tell(loud or Sound.ACCEPTED)
        if not quietly:
            line = ruled.rulings[-1].line
            about = self.live.about(actions[-1]) if "lay" in line else ()
            self._feedback.accepted(pad, next(iter(line)), about, now)

    def undo_to(self, keep: int, now: float) -> None:
        undone = len(self.live.match.actions) - keep
        if undone > 0:
            self.act(now, *[UNDO] * undone)
        else:
            self._feedback.refused(None, Refusal.NOT_NOW.value, (), now)

    def was_theirs(self, now: float) -> None:
        """Ninja: the card that joined a lay was the first of the next player's."""
        doubt, match = self._doubt, self.live.match
        if doubt is None:
            self._feedback.refused(None, Refusal.NOT_NOW.value, (), now)
        else:
            undone = len(match.actions) - doubt.keep
            self.act(now, *[UNDO] * undone, DONE, doubt.lay)

    def pile_taken(self) -> None:
        if self._pick_ups:
            self._pick_ups.popitem()

    def pause(self) -> None:
        self.paused = True
        self._lapse = None

    def go_on(self, now: float) -> None:
        self.paused = False
        self._watch_lapse(now)

    # Counting

    def start_counting(self, now: float) -> None:
        seats = len(self.live.names)
        refusal = self.live.game.why_refused(self.live.match.state, Count(((),) * seats))
        if refusal in (Refusal.BAD_INPUT, Refusal.NOT_NOW, Refusal.ROUND_OVER):
            self._feedback.refused(None, Refusal.NOT_NOW.value, (), now)
        else:
            self.counting = Counting(seats)

    def count(self, card: Card, now: float, pad: str | None = None) -> None:
        """A card of the pile that is being shown."""
        assert self.counting
        about: tuple[tuple[str, str], ...] = (("card", self.live.game.deck.names[card]),)
        owner, added = self.counting.owner(card), self.counting.add(card)
        refusal = self.live.game.why_refused(self.live.match.state, Count(added.piles))
        if owner == self.counting.seat and pad:
            self._feedback.seen(pad)
        elif owner is not None:
            holder = ("holder", self.live.names[owner])
            self._feedback.refused(pad, Refusal.ALREADY_LAID.value, (*about, holder), now)
        elif refusal is Refusal.NOT_IN_PLAY:
            self._feedback.refused(pad, refusal.value, about, now)
        else:
            self.counting = added
            self._feedback.accepted(pad, "count", about, now)
            self._feedback.tell(Sound.ACCEPTED)

    def count_done(self, now: float) -> None:
        assert self.counting
        self.act(now, Count(self.counting.piles))

    # Time

    def _watch_lapse(self, now: float) -> None:
        lapse, move = self._settings.lapse, self.live.game.lapse
        self._lapse = now + lapse if lapse and move in self.live.choices else None

    @property
    def next_wake(self) -> float | None:
        due = [until for _, until in self._pick_ups.values()]
        due += [self._doubt.until] if self._doubt else []
        due += [self._lapse] if self._lapse is not None else []
        return min(due, default=None)

    def tick(self, now: float) -> None:
        self._pick_ups = {zone: taker for zone, taker in self._pick_ups.items() if taker[1] > now}
        if self._doubt and self._doubt.until <= now:
            self._doubt = None
        if self._lapse is not None and self._lapse <= now:
            self._lapse = now + RETRY
            assert self.live.game.lapse
            self.act(now, self.live.game.lapse, quietly=True)

    # What everybody may see

    @property
    def view(self) -> MatchView:
        pick_up = next(reversed(self._pick_ups.values()))[0] if self._pick_ups else None
        theirs = self._doubt.seat if self._doubt else None
        if pick_up is None and theirs is None:
            return self.live.view
        return replace(self.live.view, pick_up=pick_up, theirs=theirs)

    def light(self, pad: str) -> Light:
        """What the rim of a pad shows when there is nothing to say about a card."""
        zones = self._zones[pad]
        if self.counting:
            return Light.WAITING
        if self.paused or not zones:
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
