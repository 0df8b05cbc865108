"""The table: arrivals, buttons and touches become moves; rulings become a view, lights and sounds.

    table = Table(settings, registry, journal, history, teaching, now=clock())
    table.handle(NewMatch("thirteen", ("Marie", "", "Luc")), now)
    table.pads(reader.poll(now), now)
    table.press("done", now)
    table.tick(now)                       # at the latest when table.next_wake(now) has come
    draw(table.view); show(table.effects())

One loop calls it and passes its own monotonic time. What the journal cannot keep has not happened: the table
says what is the matter, lets the card wait on its pad, and tries again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from controller import intents as wish
from controller.cards import finder
from controller.errors import UserError
from controller.intents import Intent
from controller.ports import History, Journal, Kept, Registry, Showing, Teaching
from controller.storage import record
from controller.storage.record import Damaged, Header
from controller.table import counting, live_match
from controller.table.audit import audit
from controller.table.debounce import Arrived, Debounce, Gone, Happened, Seen, Several, Unreadable
from controller.table.feedback import Feedback
from controller.table.live_match import DONE, LiveMatch
from controller.table.session import Session
from controller.table.settings import Settings
from controller.view import (
    Effect,
    FinderView,
    Finding,
    Hint,
    Light,
    Lit,
    Mode,
    PadView,
    Played,
    Resumable,
    ScoresView,
    TableView,
    Trouble,
)
from engine import notation
from engine.cards import Deck
from engine.match import NEXT, UNDO, Action, Match, Undo, awaiting
from engine.referee import Referee, SetupError
from engine.rules import Awaiting, Lay, Refusal, Seat
from hardware.pads import Fault, PadCured, PadEvent, PadFault

RETRY = 1.0  # seconds between two tries to write again
STORAGE = "storage"
FREEZING = (Fault.LINK_LOST, Fault.LINK_REFUSED, Fault.SILENT)  # a reader of unknown make may well read


class Table:
    def __init__(
        self,
        settings: Settings,
        registry: Registry,
        journal: Journal,
        history: History,
        teaching: Teaching,
        *,
        now: float,
        label: Callable[[Seat, str], str] = lambda seat, language: f"{seat + 1}",
        news: Sequence[Trouble] = (),
    ) -> None:
        """Whatever was being played is on the table again.

        *label* names a guest, by seat and language. *news* are shown until somebody does something.
        """
        self._settings = settings
        self._registry = registry
        self._journal = journal
        self._history = history
        self._teaching = teaching
        self._label = label
        self._language = settings.language
        self._debounce = Debounce(settings.pads, settings.dwell, settings.clear)
        self._feedback = Feedback()
        self._troubles: dict[tuple[str | None, str], Trouble] = {}  # by pad and code
        self._news = tuple(news)
        self._held: dict[str, str] = {}  # pad → tag: a card that waits until its move can be kept
        self._session: Session | None = None
        self._showing: Showing | None = None
        self._checking = False
        self._resumable: tuple[Resumable, ...] = ()
        self._guests: tuple[str, ...] = ()
        self._enrolled: dict[str, int] = {}
        self._last: tuple[Played, ...] = ()
        self._scores: ScoresView | None = None
        self._finder: FinderView | None = None
        self._auditing = False
        self._active = now
        self._probe: float | None = None  # when to try again to write
        kept = journal.running()
        if kept:
            self._resume(kept, now)
        self._read_up()
        self._view = TableView()
        self._view = self._look()

    # What comes in

    def pads(self, events: Sequence[PadEvent], now: float) -> None:
        """What the readers reported since the last call."""
        changed = False
        for event in events:
            match event:
                case PadFault(pad, fault, message):
                    self._troubles[pad, fault.value] = Trouble(fault.value, pad, message)
                    changed = True
                case PadCured(pad, fault):
                    self._troubles.pop((pad, fault.value), None)
                    changed = True
            for happened in self._debounce.take(event, now):
                self._happened(happened, now)
                changed = True
        if changed:
            self._view = self._look()

    def press(self, button: str, now: float) -> None:
        """One of the table's own buttons: "done" goes on in the obvious way, "undo", "help"."""
        if button == "help":
            self._feedback.hint(None, Hint.HELP.value, (), now)
        self.handle(self._meant_by(button), now)

    def handle(self, intent: Intent, now: float) -> None:
        """A touch, a key, a typed line."""
        self._active = now
        if not isinstance(intent, wish.Touch):
            self._auditing = isinstance(intent, wish.Audit)
            self._news = ()
        self._try(lambda: self._handle(intent, now), now)
        self._view = self._look()

    def tick(self, now: float) -> None:
        """Time has passed: whatever is due by now happens."""
        due = self.next_wake(now)
        if due is None or now < due:
            return
        self._feedback.expire(now)
        session = self._session
        if session:
            self._try(lambda: session.tick(now), now)
        if self._probe is not None and now >= self._probe:
            self._try_again(now)
        if self._abandoned is not None and now >= self._abandoned:
            self._active = now  # should it fail, then not again at once
            self._try(self._close_down, now)
        self._view = self._look()

    def next_wake(self, now: float) -> float | None:
        """When `tick` is due; None: not before something else happens."""
        session = self._session.next_wake if self._session else None
        due = (self._feedback.next_wake, session, self._probe, self._abandoned)
        return min((at for at in due if at is not None), default=None)

    def use(self, decks: Mapping[str, Deck]) -> None:
        """From the next match on, these are the decks that their owner completed."""
        self._settings = replace(self._settings, decks=decks)

    # What goes out

    @property
    def view(self) -> TableView:
        """What a screen may show; the same object while nothing has changed."""
        return self._view

    def effects(self) -> list[Effect]:
        """Lights that changed, sounds and rulings since the last call."""
        return self._feedback.drain()

    @property
    def match(self) -> Match | None:
        """The running match itself, for whoever reads lines against it; not for screens."""
        return self._session.live.match if self._session else None

    def audit(self) -> tuple[Finding, ...]:
        """What lies on the pads and should not, by the running match."""
        if self._session is None:
            return ()
        match, zones = self._session.live.match, self._session.zones
        return audit(match, zones, self._debounce.lying, self._registry.lookup)

    # Storage that fails

    def _try(self, step: Callable[[], object], now: float) -> bool:
        """Do *step*; if something could not be kept, say so: nothing has changed."""
        try:
            step()
        except UserError as error:
            code = getattr(error, "code", STORAGE)
            self._troubles[None, STORAGE] = Trouble(code, detail=str(error))
            self._probe = now + RETRY
            return False
        return True

    def _try_again(self, now: float) -> None:
        self._probe = None
        if self._try(self._journal.probe, now):
            self._troubles.pop((None, STORAGE), None)
            for pad, uid in list(self._held.items()):
                if uid in self._debounce.lying.get(pad, ()):
                    self._arrived(pad, uid, now)
            if self._held and self._probe is None:
                self._probe = now + RETRY  # not seen just now: it comes back into sight, or is gone for good

    # Cards on pads

    def _happened(self, happened: Happened, now: float) -> None:
        self._feedback.came(happened.pad)
        match happened:
            case Seen(pad, uid):
                self._feedback.seen(pad)
                ref = self._registry.lookup(uid)
                if self._session and ref:
                    self._session.expect(pad, ref)
            case Arrived(pad, again=True) if self._feedback.was_accepted(pad):
                self._feedback.seen(pad)  # it only was read badly for a moment
            case Arrived(pad, uid):
                self._active = now
                self._arrived(pad, uid, now)
            case Several(pad):
                self._not_laid(pad, self._debounce.lying.get(pad, ()), Hint.ONE_AT_A_TIME, now)
            case Unreadable(pad, uid):
                self._not_laid(pad, (uid,) if uid else (), Hint.LAY_AGAIN, now)
            case Gone(pad):
                self._feedback.gone(pad, now)
                self._held.pop(pad, None)

    def _not_laid(self, pad: str, uids: Sequence[str], hint: Hint, now: float) -> None:
        """Say so, unless nobody wanted to: a pile that is cleared away sweeps over the pads."""
        refs = [self._registry.lookup(uid) for uid in uids]
        if self._session and refs and all(ref and self._session.is_only_lying(ref, now) for ref in refs):
            self._feedback.seen(pad)
        else:
            self._feedback.hint(pad, hint.value, (), now)

    def _arrived(self, pad: str, uid: str, now: float) -> None:
        if self._try(lambda: self._receive(pad, uid, now), now):
            self._held.pop(pad, None)
        else:
            self._held[pad] = uid

    def _receive(self, pad: str, uid: str, now: float) -> None:
        if self._showing:
            self._feedback.pass_on(replace(self._showing.arrived(uid), pad=pad), now)
            self._enrolled = self._registry.enrolled()
            return
        ref = self._registry.lookup(uid)
        if ref is None:
            say = self._feedback.refused if self._session else self._feedback.hint
            say(pad, Refusal.UNKNOWN_TAG.value, (), now)
            return
        self._registry.saw(ref, pad, self._session.live.id if self._session else None)
        if self._session:
            self._session.lay(pad, ref, now)
        elif ref.retired:
            self._feedback.hint(pad, Hint.RETIRED_TAG.value, (("card", ref.card), ("deck", ref.deck)), now)
        else:
            self._feedback.hint(pad, Hint.CARD_OF_GAME.value, (("game", ref.deck), ("card", ref.card)), now)

    # Buttons and touches

    def _meant_by(self, button: str) -> Intent:
        session = self._session
        if session is None or self._showing:
            return wish.Touch()
        if button == "undo":
            return wish.Act(UNDO)
        if button != "done" or session.counting:
            return wish.Touch()
        if session.paused:
            return wish.Continue()
        if DONE in session.live.choices:
            return wish.Act(DONE)
        return wish.Act(NEXT) if awaiting(session.live.match) is Awaiting.NEXT else wish.PileTaken()

    def _handle(self, intent: Intent, now: float) -> None:
        match intent:
            case wish.Touch() | wish.Audit():
                pass
            case wish.AskScores():
                self._scores = self._history.scores(intent)
            case wish.AskFinder(deck, kind) if finder.may_search(self._view):
                self._finder = self._teaching.find(deck, kind)
            case wish.SetLanguage(language):
                self._language = language
                self._rename()
            case wish.NewMatch():
                self._new_match(intent, now)
            case wish.ResumeMatch(match) if any(kept.match == match for kept in self._resumable):
                self._close_match()
                self._resume(self._journal.resume(match), now)
                self._read_up()
            case wish.ForgetGuests():
                self._forget_guests()
            case wish.Enrol(deck, copy, card):
                self._show(lambda: self._teaching.enrol(deck, copy, card), False, now)
            case wish.CheckDeck(deck, copy):
                self._show(lambda: self._teaching.check(deck, copy), True, now)
            case wish.SkipCard() if self._showing:
                self._showing.skip()
            case wish.Retire(deck, copy, card):
                self._registry.retire(deck, copy, card)
                self._enrolled = self._registry.enrolled()
            case wish.Leave() | wish.StopShowing() if self._showing:
                self._showing = None
            case wish.Line(data) if self._session:
                self._read(self._session, dict(data), now)
            case _ if self._session:
                self._showing = None
                self._handle_match(self._session, intent, now)
            case wish.Leave():
                pass
            case _:
                self._feedback.refused(None, Refusal.NOT_NOW.value, (), now)

    def _read(self, session: Session, line: dict[str, Any], now: float) -> None:
        shown = session.live
        try:
            if line.keys() == {"count"}:
                action: Action = counting.read(shown.game.deck, shown.names, line["count"])
            else:
                action = notation.read(shown.match, line, shown.names)
        except notation.Unreadable as unreadable:
            self._feedback.refused(None, unreadable.refusal.value, (), now, line)
        else:
            self._handle_match(session, wish.Act(action), now)

    def _handle_match(self, session: Session, intent: Intent, now: float) -> None:
        counting = session.counting
        match intent:
            case wish.Leave() | wish.StopShowing() if counting:
                session.counting = None
            case wish.Leave():
                self._close_match()
            case wish.PlayAgain():
                self._begin(msgspec.structs.replace(session.live.header, copy=None), now)
            case wish.NameSeat(seat, name):
                self._name(session, seat, name.strip(), now)
            case wish.Pause() if not counting:
                session.pause()
            case wish.Continue():
                session.go_on(now)
            case wish.PileTaken():
                session.pile_taken()
            case _ if session.paused:
                self._feedback.hint(None, Hint.PAUSED.value, (), now)
            case wish.Act(Lay(card)) if counting:
                session.count(card, now)
            case wish.Act(Undo()) if counting:
                session.counting = counting.take_back()
            case wish.CountFor(seat) if counting:
                session.counting = counting.of(seat)
            case wish.CountDone() if counting:
                session.count_done(now)
            case _ if counting:
                self._feedback.refused(None, Refusal.NOT_NOW.value, (), now)
            case wish.StartCounting():
                session.start_counting(now)
            case wish.Act(action):
                session.act(now, action)
            case wish.UndoTo(keep):
                session.undo_to(keep, now)
            case wish.PlaceCard(zone):
                session.place(zone, now)
            case wish.WasTheirs():
                session.was_theirs(now)
            case _:
                self._feedback.refused(None, Refusal.NOT_NOW.value, (), now)

    # Matches begin and end

    def _new_match(self, intent: wish.NewMatch, now: float) -> None:
        names = tuple(name.strip() for name in intent.players)
        shown, seats = self._shown_names(names), range(len(names))
        deck = self._settings.decks.get(intent.game)
        try:
            if intent.dealer not in (None, *seats):
                raise SetupError(f"There is no seat {intent.dealer} to deal.")
            dealer = None if intent.dealer is None else shown[intent.dealer]
            referee = Referee.start(
                intent.game, shown, dealer=dealer, options=intent.options, rounds=intent.rounds, deck=deck
            )
        except ValueError as error:
            self._feedback.refused(None, Hint.BAD_SETUP.value, (("why", str(error)),), now)
            return
        seat = referee.match.start.dealer if intent.dealer is None else intent.dealer
        self._begin(Header(intent.game, names, seat, intent.options, intent.rounds, deck), now)

    def _begin(self, header: Header, now: float) -> None:
        self._close_match()
        number = self._journal.begin(record.to_json(header))
        self._sit_down(live_match.begin(number, header, self._shown_names(header.names)), now)
        self._history.welcome([name for name in header.names if name])
        self._read_up()

    def _resume(self, kept: Kept, now: float) -> None:
        try:
            header = record.from_json(kept.header)
            self._sit_down(live_match.resume(kept, header, self._shown_names(header.names)), now)
        except Damaged as damage:
            self._journal.park(kept.match)
            self._feedback.refused(None, Hint.CANNOT_RESUME.value, (("why", str(damage)),), now)

    def _sit_down(self, resumed: LiveMatch, now: float) -> None:
        self._session = Session(resumed, self._settings, self._journal, self._feedback, now)
        self._showing = None

    def _close_match(self) -> None:
        """A match that can end here is history, any other one waits to be resumed."""
        if self._session:
            ending = self._session.live
            if ending.winners is None:
                self._journal.park(ending.id)
            else:
                self._journal.finish(ending.id, ending.results, ending.winners)
            self._session = None
            self._read_up()

    def _close_down(self) -> None:
        self._showing = None
        self._close_match()

    @property
    def _abandoned(self) -> float | None:
        """When nobody is there any more, if there is anything to close."""
        after = self._settings.abandon_after
        return self._active + after if after and (self._session or self._showing) else None

    # Names

    def _shown_names(self, names: Sequence[str]) -> tuple[str, ...]:
        """A name for everybody: a guest's label gives way to somebody who really is called so."""
        shown = list(names)
        for seat, name in enumerate(names):
            if not name:
                label = self._label(seat, self._language)
                while label in shown:
                    label += "’"
                shown[seat] = label
        return tuple(shown)

    def _name(self, session: Session, seat: Seat, name: str, now: float) -> None:
        header = session.live.header
        others = [*header.names[:seat], *header.names[seat + 1 :]]
        if seat not in range(len(header.names)) or (name and name in others):
            self._feedback.refused(None, Hint.BAD_SETUP.value, (("why", f"{name} is already there."),), now)
            return
        names = (*header.names[:seat], name, *header.names[seat + 1 :])
        header = msgspec.structs.replace(header, names=names)
        self._journal.amend(session.live.id, record.to_json(header))
        self._rename(header)
        self._history.welcome([name] if name else [])
        self._read_up()

    def _rename(self, header: Header | None = None) -> None:
        """Everybody by their name as it is now, or in the language of now."""
        if self._session:
            header = header or self._session.live.header
            self._session.live = self._session.live.renamed(header, self._shown_names(header.names))

    def _forget_guests(self) -> None:
        self._history.forget_guests()
        self._journal.forget_names()
        if self._session:
            header = self._session.live.header
            self._rename(msgspec.structs.replace(header, names=("",) * len(header.names)))
        self._read_up()

    def _read_up(self) -> None:
        """What the others keep, and the view shows."""
        self._resumable = tuple(self._journal.resumable())
        self._guests = tuple(self._history.guests())
        self._last = tuple(self._history.last())
        self._scores = self._finder = None
        self._enrolled = self._registry.enrolled()

    # Decks

    def _show(self, begin: Callable[[], Showing], checking: bool, now: float) -> None:
        """Cards laid from now on are shown, not played; between rounds, or with nobody playing."""
        match = self.match
        if match and match.actions and not match.state.over:
            self._feedback.refused(None, Refusal.NOT_NOW.value, (), now)
            return
        try:
            self._showing, self._checking = begin(), checking
        except ValueError as error:
            self._feedback.refused(None, Hint.NO_SUCH_DECK.value, (("why", str(error)),), now)

    # The view

    def _look(self) -> TableView:
        """The view as it is now: the last one if nothing has changed."""
        session = self._session
        counting = session.counting if session else None
        view = TableView(
            mode=self._mode,
            language=self._language,
            simulated=self._settings.simulated,
            demo=self._settings.demo,
            pads=tuple(map(self._pad_view, self._settings.pads)),
            match=session.view if session else None,
            notice=self._feedback.notice,
            question=session.question if session else None,
            troubles=(*self._troubles.values(), *self._news),
            count=counting.view if counting else None,
            enrol=self._showing.view() if self._showing else None,
            resumable=tuple(replace(kept, names=self._shown_names(kept.names)) for kept in self._resumable),
            guests=self._guests,
            enrolled=self._enrolled,
            last=self._last,
            scores=self._scores,
            findings=self.audit() if self._auditing else (),
        )
        if finder.may_search(view):
            view = replace(view, finder=self._finder)
        for pad in view.pads:
            self._feedback.show(Lit(pad.name, pad.light, pad.zone))
        return self._view if view == self._view else view

    @property
    def _mode(self) -> Mode:
        if self._showing:
            return Mode.CHECKING if self._checking else Mode.ENROLLING
        if self._session is None:
            return Mode.IDLE
        if self._session.counting:
            return Mode.COUNTING
        return Mode.PAUSED if self._session.paused else Mode.PLAYING

    def _pad_view(self, pad: str) -> PadView:
        fault = next((fault.value for fault in FREEZING if self._is_faulty(pad, fault)), None)
        zones = self._session.zones(pad) if self._session else ()
        rest = Light.WAITING if self._showing else self._session.light(pad) if self._session else Light.OFF
        light = Light.OFF if fault else self._feedback.light(pad) or rest
        names = tuple(self._session.live.game.zones[zone] for zone in zones) if self._session else ()
        return PadView(pad, names[0] if len(names) == 1 else None, light, fault, names)

    def _is_faulty(self, pad: str, fault: Fault) -> bool:
        return (pad, fault.value) in self._troubles or (None, fault.value) in self._troubles
