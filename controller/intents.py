"""What people want: touches, keys, buttons and typed lines become these values before the table sees them.

table.handle(NewMatch("thirteen", ("Marie", "", "Luc")), now)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.match import Action


class Intent(msgspec.Struct, frozen=True):
    """What somebody wants; each kind is a class below."""


class HostIntent(Intent, frozen=True):
    """What is wanted on the host's pages, behind the gear in the menu."""


class NewMatch(Intent, frozen=True):
    """Play *game* with these players, clockwise; "" is a guest without a name."""

    game: str
    players: tuple[str, ...]
    dealer: int | None = None  # a seat; None: as the game has it
    options: frozenset[str] = frozenset()
    rounds: int | None = 1  # None: play on
    seat_players: tuple[str, ...] = ()  # simulated, per seat: "hand" or a bot; (): the first by hand
    guided: bool = False  # each thing is explained as it comes up
    by_lot: bool = False  # the table draws who deals first


class Act(Intent, frozen=True):
    """Make this move or correction: a choice, a press, a card chosen on the screen, undo, the next round."""

    action: Action


class Line(Intent, frozen=True):
    """A line of the referee protocol: a card chosen by its name, a demand, a correction."""

    data: Mapping[str, Any]


class UndoTo(Intent, frozen=True):
    """Undo until *keep* actions of the round are left."""

    keep: int


class PlaceCard(Intent, frozen=True):
    """The card the table asked about goes to this zone; None: take the card back."""

    zone: str | None


class WasTheirs(Intent, frozen=True):
    """The last card was not the same player's: it was the next player's lay."""


class PileTaken(Intent, frozen=True):
    """13: the pile that was over has been picked up."""


class PlayAgain(Intent, frozen=True):
    """The same players, the same game, from the start."""


class Pause(Intent, frozen=True):
    pass


class Continue(Intent, frozen=True):
    pass


class Leave(Intent, frozen=True):
    """Back to the menu; an unfinished match stays resumable."""


class ResumeMatch(Intent, frozen=True):
    match: int


class NameSeat(Intent, frozen=True):
    """Give a guest a name, or another one, during the match."""

    seat: int
    name: str


class StartCounting(Intent, frozen=True):
    """Score a round that was played without the table, from the taken piles."""


class CountFor(Intent, frozen=True):
    """The next cards shown are of this seat's pile."""

    seat: int


class CountDone(Intent, frozen=True):
    """All piles were shown: score them, *anyway* even if they look impossible. Cancel with Leave."""

    anyway: bool = False


class Enrol(Intent, frozen=True):
    """Teach a physical copy of a deck, or only one of its cards again."""

    deck: str
    copy: int = 1
    card: str | None = None


class SkipCard(Intent, frozen=True):
    """Enrolment: go on with the next card, come back to this one later."""


class Retire(Intent, frozen=True):
    """Forget the tag of one card of a physical copy: lost or broken."""

    deck: str
    copy: int
    card: str


class CheckDeck(Intent, frozen=True):
    """Read a deck back, card by card, and say what is missing or foreign."""

    deck: str
    copy: int = 1


class StopShowing(Intent, frozen=True):
    """End enrolment, counting or deck check; what was done is kept."""


class AskScores(Intent, frozen=True):
    """Show the past: of one game or of all (""), of one guest or of everybody (""), so many rows a page."""

    game: str = ""
    guest: str = ""
    page: int = 0
    rows: int = 6


class AskFinder(Intent, frozen=True):
    """Show what was not seen this evening and, of a kind of card, where it was; between rounds only."""

    deck: str = ""
    kind: str = ""


class Audit(Intent, frozen=True):
    """Compare what lies on the pads with the game, until the next intent but a Touch."""


class PlayByTouch(Intent, frozen=True):
    """Go on without the pads, which cannot be read: cards are chosen on the screen until they can."""


class PlayUnkept(Intent, frozen=True):
    """Go on although nothing can be kept: what is played is gone when the table is switched off."""


class ForgetGuests(Intent, frozen=True):
    """New guests: no name of the old ones is offered or shown any more."""


class RenameGuest(Intent, frozen=True):
    """A guest who is remembered has another name; that of another guest: they are one person."""

    name: str
    other: str


class ForgetGuest(Intent, frozen=True):
    """No match says this name any more; the scores stay."""

    name: str


class SetLanguage(Intent, frozen=True):
    language: str


class SetQuiet(Intent, frozen=True):
    """The guests want no sound, or want it again; how loud it is, is the host's."""

    quiet: bool


class OpenHost(HostIntent, frozen=True):
    """To the host's pages: the PIN is asked for, if there is one."""


class CloseHost(HostIntent, frozen=True):
    """Out again: the next OpenHost is asked for the PIN."""


class PinIntent(HostIntent, frozen=True):
    pin: str

    def __repr__(self) -> str:  # no log and no traceback tells it
        return f"{type(self).__name__}()"


class TryPin(PinIntent, frozen=True):
    pass


class SetPin(PinIntent, frozen=True):
    """The PIN from now on; "": none is asked for any more."""


class Change(HostIntent, frozen=True):
    """Another value for a key of the table file that may be set on the screen."""

    key: str  # with its section: "display.volume"
    value: str | int | float | bool


class UndoChanges(HostIntent, frozen=True):
    """Everything is as in the table file again, but for the PIN."""


class TryLights(HostIntent, frozen=True):
    """Show everything a rim can say, on every pad."""


class TrySounds(HostIntent, frozen=True):
    """Play everything there is to hear."""


class MarkColour(HostIntent, frozen=True):
    """This number of Gamate has a trace of this colour, or does not after all."""

    number: str
    colour: str


class SettleColour(HostIntent, frozen=True):
    """Every number that has a trace of this colour is marked; *done* False: not every one, after all."""

    colour: str
    done: bool


class FinishColours(HostIntent, frozen=True):
    """There are no other colours on the cards of Gamate."""


class Export(HostIntent, frozen=True):
    """Scores, and a copy of what the table keeps, onto the USB stick that is there and of that name."""

    path: str
    label: str


class SwitchOff(HostIntent, frozen=True):
    """ "quit" leaves the table; "poweroff" and "reboot" are for the machine."""

    what: str


class Touch(Intent, frozen=True):
    """Any touch or key that means nothing else. It ends the demo."""


# Cards played by hand on simulated hardware: for controller/simulation/players.py, never for the table.


class LayCard(Intent, frozen=True):
    """Lay a card of the simulated hand on the pad that stands for *zone*."""

    card: str
    zone: str


class TakeBack(Intent, frozen=True):
    """Lift what lies on the pads: a card that was refused goes back to its hand."""


class SwapCards(Intent, frozen=True):
    """Ninja, before the start: a card of the hand changes places with one that lies face up."""

    card: str
    face_up: str


class Ready(Intent, frozen=True):
    """Ninja: no more swapping."""


class RaiseCurtain(Intent, frozen=True):
    """The player whose turn it is sits at the mouse now: show their cards."""


class TryFault(Intent, frozen=True):
    """Make the simulated pads misbehave, or behave again: "unplug", "dead", "flicker", "unknown" or "two"."""

    fault: str
