"""The table: arrivals, buttons and touches become moves; rulings become a view, lights and sounds.

    table = Table(settings, registry, journal, history, teaching, now=clock())
    table.handle(NewMatch("thirteen", ("Marie", "", "Luc")), now)
    table.pads(reader.poll(now), now); table.tick(now); draw(table.view)

What the journal cannot keep has not happened: the table says what is the matter and tries again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import msgspec

from controller import intents as wish
from controller.errors import UserError
from controller.intents import Intent
from controller.languages import CODES
from controller.ports import History, Journal, KeptMatch, Outcome, Registry, Showing, Teaching
from controller.storage import record
from controller.storage.database import StorageError
from controller.storage.record import Damaged, Header
from controller.table import live_match
from controller.table.debounce import Arrived, Debounce, Gone, Happened, Seen, Several, Unread
from controller.table.feedback import Feedback
from controller.table.live_match import LiveMatch
from controller.table.session import Session
from controller.table.settings import Settings
from controller.table.table_view import Naming, build_view
from controller.view import Effect, Finding, Hint, Mode, TableView, Trouble
from engine.cards import Deck
from engine.match import UNDO, Match
from engine.referee import Referee, SetupError
from engine.rules import EDITION, Refusal, Seat
from hardware.pads import Fault, PadCured, PadEvent, PadFault

RETRY_S = 1.0  # between two tries to write again
SLOW_SHOWN_S = 60.0  # after a slow commit
NOT_KEPT = "not-kept"  # of a storage that has no disk just now
LINK = (Fault.LINK_LOST.value, Fault.LINK_REFUSED.value)
STORAGE = "storage"
SLOW = Trouble("slow-disk", detail="The disk is slow, and cards count late: check it, or change it.")


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
        draw: Callable[[int], int] = secrets.randbelow,
    ) -> None:
        """The match that was being played is on the table again.

        *label* names a guest, by seat and language; *news* are shown till an intent, *draw* draws lots.
        """
        self._settings = settings
        self._registry = registry
        self._journal = journal
        self._history = history
        self._teaching = teaching
        self._naming = Naming(label, settings.language)
        self._draw = draw
        self._debounce = Debounce(settings.pads, settings.dwell, settings.clear)
        self._feedback = Feedback()
        self._troubles: dict[tuple[str | None, str], Trouble] = {}  # by pad and code
        self._news = tuple(news)
        self._held: dict[str, str] = {}  # pad → tag: a card that waits until its move can be kept
        self._session: Session | None = None
        self._showing: Showing | None = None  # a deck is taught or checked: cards are shown, not played
        self._stored = TableView(simulated=settings.simulated, demo=settings.demo)
        self._auditing = False
        self._waived: set[str] = set()  # codes of troubles in spite of which players go on
        self._outcome: Outcome | None = None  # of the running match, as the history was read up last
        self._active = now
        self._probe: float | None = None  # when to try again to write
        self._slow_until: float | None = None  # the disk is called slow
        self._try(journal.probe, now)  # a table without a disk says so from the first picture on
        if kept := journal.running():
            self._resume(kept, now)
        self._read_up()
        self._view = TableView()
        self._update_view()

    # What comes in

    def pads(self, events: Sequence[PadEvent], now: float, came: float | None = None) -> None:
        """What the readers reported since the last call; *came*: when they did, if not just now."""
        changed = False
        for event in events:
            match event:
                case PadFault(pad, fault, message):
                    self._troubles[pad, fault.value] = Trouble(fault.value, pad, message)
                    changed = True
                case PadCured(pad, fault):
                    self._troubles.pop((pad, fault.value), None)
                    if pad is None:
                        self._waived -= {*LINK}
                    changed = True
            for happened in self._debounce.take(event, now if came is None else came):
                self._happened(happened, now)
                changed = True
        if changed:
            self._update_view()

    def press(self, button: str, now: float) -> None:
        """One of the table's own buttons: "done" goes on in the obvious way, "undo", "help"."""
        if button == "help":
            self._feedback.hint(None, Hint.HELP.value, (), now)
        meant: Intent = wish.Touch()
        if self._session and not self._showing:
            means = {"undo": lambda: wish.Act(UNDO), "done": self._session.done_means}
            meant = means.get(button, wish.Touch)()
        self.handle(meant, now)

    def handle(self, intent: Intent, now: float) -> None:
        """A touch, a key, a typed line."""
        self._active = now
        if not isinstance(intent, wish.Touch):
            self._auditing = isinstance(intent, wish.Audit)
            self._news = ()
        self._try(lambda: self._handle(intent, now), now)
        self._update_view()

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
        if self._slow_until is not None and now >= self._slow_until:
            self._slow_until = None
            self._troubles.pop((None, SLOW.code), None)
        if self._abandoned is not None and now >= self._abandoned:
            self._active = now  # should it fail, then not again at once
            self._try(self._close_match, now)
        self._update_view()

    def next_wake(self, now: float) -> float | None:
        """When `tick` is due; None: not before something else happens."""
        session = self._session.next_wake if self._session else None
        due = (self._feedback.next_wake, session, self._probe, self._slow_until, self._abandoned)
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
        """The running match itself, with what the rules keep face down: never for a screen."""
        return self._session.live.match if self._session else None

    def audit(self) -> tuple[Finding, ...]:
        """What lies on the pads and should not, by the running match."""
        session = self._session
        lying, lookup = self._debounce.lying, self._registry.lookup
        return session.live.audit(session.zones, lying, lookup) if session else ()

    # Storage that fails

    def _try(self, step: Callable[[], object], now: float) -> bool:
        """Do *step*; if something could not be kept, say so: nothing has changed."""
        try:
            step()
        except UserError as error:
            code = error.code if isinstance(error, StorageError) else STORAGE
            self._troubles[None, STORAGE] = Trouble(code, detail=str(error))
            self._probe = now + RETRY_S
            return False
        return True

    def _try_again(self, now: float) -> None:
        self._probe = None
        if self._try(self._journal.probe, now):
            self._troubles.pop((None, STORAGE), None)
            self._waived.discard(NOT_KEPT)
            for pad, uid in list(self._held.items()):
                if uid in self._debounce.lying.get(pad, ()):
                    self._arrived(pad, uid, now)
            if self._held and self._probe is None:  # not seen just now: it comes back, or is gone for good
                self._probe = now + RETRY_S

    def disk_is_slow(self, now: float) -> None:
        """Something was kept only after a while: say so, for a while."""
        self._troubles[None, SLOW.code] = SLOW
        self._slow_until = now + SLOW_SHOWN_S
        self._update_view()

    def delay(self, seconds: float) -> None:
        """The table could do nothing for so long: whatever people have time for, they have it still."""
        self._feedback.delay(seconds)
        if self._session:
            self._session.delay(seconds)

    # What should not have happened

    def give_up(self, detail: str, now: float) -> None:
        """What is played here made something fail: it is left, to be looked at, and the menu comes."""
        session, self._session, self._showing, self._held = self._session, None, None, {}
        self._feedback = Feedback()
        if session:
            try:
                session.close()
            except Exception:  # it may be this match itself that cannot be closed as usual
                self._try(lambda: self._journal.park(session.live.id), now)
        self._try(self._read_up, now)
        self._news = (Trouble("crashed", detail=detail),)
        self._update_view()

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
            case Unread(pad, uid):
                self._not_laid(pad, (uid,) if uid else (), Hint.LAY_AGAIN, now)
            case Gone(pad):
                self._feedback.gone(pad, now)
                self._held.pop(pad, None)

    def _not_laid(self, pad: str, uids: Sequence[str], hint: Hint, now: float) -> None:
        """Say so, unless no player meant it: a pile that is cleared away sweeps over the pads."""
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
            self._recount()
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

    def _handle(self, intent: Intent, now: float) -> None:
        session = self._session
        match intent:
            case wish.Touch() | wish.Audit():
                pass
            case wish.PlayByTouch():
                self._waived |= {*LINK}
            case wish.PlayUnkept():
                self._waived.add(NOT_KEPT)
            case wish.AskScores():
                self._stored = replace(self._stored, scores=self._history.scores(intent))
            case wish.AskFinder(deck, kind) if self._view.between_rounds:
                found = self._teaching.find(deck, kind, self._was_left_in_mid_round)
                self._stored = replace(self._stored, finder=found)
            case wish.SetLanguage(language):
                self._naming = self._naming._replace(language=language)
                if session:
                    names = session.live.header.names
                    session.rename(names, self._naming.all(names))
                    session.speak(language)
            case wish.SetQuiet(quiet):
                self._stored = replace(self._stored, quiet=quiet)
            case wish.NewMatch():
                self._new_match(intent, now)
            case wish.ResumeMatch(match) if any(kept.match == match for kept in self._stored.resumable):
                self._close_match()
                self._resume(self._journal.resume(match), now)
                self._read_up()
            case wish.ForgetGuests():
                self._forget_guests()
            case wish.RenameGuest(name, other) if other.strip():
                self._rename_guest(name, other.strip(), now)
            case wish.ForgetGuest(name):
                self._rename_guest(name, "", now)
            case wish.Enrol(deck, copy, card):
                self._show(lambda: self._teaching.enrol(deck, copy, card), now)
            case wish.CheckDeck(deck, copy):
                self._show(lambda: self._teaching.check(deck, copy), now)
            case wish.SkipCard() if self._showing:
                self._showing.skip()
            case wish.Retire(deck, copy, card):
                self._registry.retire(deck, copy, card)
                self._recount()
            case wish.Leave() | wish.StopShowing() if self._showing:
                self._showing = None
            case wish.Leave() if session is None or session.mode is not Mode.COUNTING:
                self._close_match()
            case _ if session is None:
                self._feedback.refused(None, Refusal.NOT_NOW.value, (), now)
            case wish.PlayAgain():
                header = session.live.header
                self._begin(msgspec.structs.replace(header, copy=None, edition=EDITION, guided=False), now)
            case wish.NameSeat(seat, name):
                self._showing = None
                self._name(session, seat, name.strip(), now)
            case _:
                if not isinstance(intent, wish.Line):
                    self._showing = None
                session.handle(intent, now)

    # Matches begin and end

    def _new_match(self, intent: wish.NewMatch, now: float) -> None:
        names = tuple(name.strip() for name in intent.players)
        shown, seats = self._naming.all(names), range(len(names))
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
        agreed = Header(intent.game, names, seat, intent.options, intent.rounds, deck, guided=intent.guided)
        self._begin(msgspec.structs.replace(agreed, by_lot=intent.by_lot), now)

    def _begin(self, header: Header, now: float) -> None:
        self._close_match()
        header = msgspec.structs.replace(header, language=self._naming.language)
        if header.by_lot:
            header = msgspec.structs.replace(header, dealer=self._draw(len(header.names)))
        number = self._journal.begin(record.to_json(header))
        self._sit_down(live_match.begin(number, header, self._naming.all(header.names)), now)
        self._history.welcome([name for name in header.names if name])
        self._read_up()

    def _resume(self, kept: KeptMatch, now: float) -> None:
        try:
            header = record.from_json(kept.header)
            if header.language in CODES:
                self._naming = self._naming._replace(language=header.language)
            self._sit_down(live_match.resume(kept, header, self._naming.all(header.names)), now)
        except Damaged as damage:
            self._journal.park(kept.match)
            self._feedback.refused(None, Hint.CANNOT_RESUME.value, (("why", str(damage)),), now)

    def _was_left_in_mid_round(self, match: int) -> bool:
        parked = any(kept.match == match for kept in self._stored.resumable)
        return parked and live_match.is_in_mid_round(self._journal.parked(match))

    def _sit_down(self, live: LiveMatch, now: float) -> None:
        self._session = Session(live, self._settings, self._journal, self._feedback, now)

    def _close_match(self) -> None:
        if self._session:
            self._session.close()
            self._session = None
            self._read_up()
        self._showing = None

    @property
    def _abandoned(self) -> float | None:
        """When match or showing are closed, unless a card or a touch comes before; None: nothing is open."""
        after = self._settings.abandon_after
        return self._active + after if after and (self._session or self._showing) else None

    # Names

    def _name(self, session: Session, seat: Seat, name: str, now: float) -> None:
        names = session.live.header.names
        others = [*names[:seat], *names[seat + 1 :]]
        if seat not in range(len(names)) or (name and name in others):
            self._feedback.refused(None, Hint.BAD_SETUP.value, (("why", f"{name} is already there."),), now)
            return
        names = (*names[:seat], name, *names[seat + 1 :])
        session.rename(names, self._naming.all(names), keep=True)
        self._history.welcome([name] if name else [])
        self._read_up()

    def _rename_guest(self, name: str, other: str, now: float) -> None:
        """A guest who is remembered, here and in matches that wait; "": is not remembered any more."""
        try:
            if other:
                self._history.rename(name, other)
            else:
                self._history.forget(name)
        except StorageError:
            raise
        except UserError:  # two people, or nobody any more
            self._feedback.refused(None, Hint.TWO_PEOPLE.value, (("name", name), ("other", other)), now)
            return
        self._journal.rename(name, other)
        if self._session:
            names = tuple(other if each == name else each for each in self._session.live.header.names)
            self._session.rename(names, self._naming.all(names))
        self._read_up()

    def _forget_guests(self) -> None:
        self._history.forget_guests()
        self._journal.forget_names()
        if self._session:
            nobody = ("",) * len(self._session.live.names)
            self._session.rename(nobody, self._naming.all(nobody))
        self._read_up()

    def _read_up(self) -> None:
        """Read again what the others keep and the view shows; pages that were asked for are closed."""
        self._stored = replace(
            self._stored,
            resumable=tuple(self._journal.resumable()),
            guests=tuple(self._history.guests()),
            last=tuple(self._history.last()),
            enrolled=self._registry.enrolled(),
            scores=None,
            finder=None,
        )

    def _recount(self) -> None:
        self._stored = replace(self._stored, enrolled=self._registry.enrolled())

    # Decks

    def _show(self, begin: Callable[[], Showing], now: float) -> None:
        """Cards laid from now on are shown, not played; refused while a round is being played."""
        match = self.match
        if match and match.actions and not match.state.over:
            self._feedback.refused(None, Refusal.NOT_NOW.value, (), now)
            return
        try:
            self._showing = begin()
        except ValueError as error:
            self._feedback.refused(None, Hint.NO_SUCH_DECK.value, (("why", str(error)),), now)

    # The view

    def _update_view(self) -> None:
        """Build the view, and tell which rims changed; equal to the last one, that one stays."""
        outcome = self._session.live.outcome if self._session else None
        if outcome != self._outcome:  # a match has ended, or goes on after all: that is in the history
            self._outcome = outcome
            self._read_up()
        troubles = (*self._troubles.values(), *self._news)
        if self._waived:
            troubles = tuple(
                msgspec.structs.replace(trouble, waived=True) if trouble.code in self._waived else trouble
                for trouble in troubles
            )
        stored = replace(self._stored, troubles=troubles, findings=self.audit() if self._auditing else ())
        view = build_view(stored, self._settings, self._naming, self._session, self._showing, self._feedback)
        for pad in view.pads:
            self._feedback.show(pad)
        if view != self._view:
            self._view = view
