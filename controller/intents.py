"""What people want: touches, keys, buttons and typed lines become these values before the table sees them.

table.handle(Act(Press("done")), now)
table.handle(NewMatch("thirteen", ("Marie", "", "Luc")), now)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.match import Action


@dataclass(frozen=True, slots=True)
class NewMatch:
    """Play *game* with these players, clockwise; "" is a guest without a name."""

    game: str
    players: tuple[str, ...]
    dealer: int | None = None  # a seat; None: as the game has it
    options: frozenset[str] = frozenset()
    rounds: int | None = 1  # None: play on
    seat_players: tuple[
        str, ...
    ] = ()  # on simulated hardware, per seat: "hand" or a bot; (): the first by hand


@dataclass(frozen=True, slots=True)
class Act:
    """Make this move or correction: a choice, a press, a card chosen on the screen, undo, the next round."""

    action: Action


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the referee protocol: a card chosen by its name, a demand, a correction."""

    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class UndoTo:
    """Undo until *keep* actions of the round are left."""

    keep: int


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """The card the table asked about goes to this zone; None: take the card back."""

    zone: str | None


@dataclass(frozen=True, slots=True)
class WasTheirs:
    """The last card was not the same player's: it was the next player's lay."""


@dataclass(frozen=True, slots=True)
class PileTaken:
    """13: the pile that was over has been picked up."""


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """The same players, the same game, from the start."""


@dataclass(frozen=True, slots=True)
class Pause:
    pass


@dataclass(frozen=True, slots=True)
class Continue:
    pass


@dataclass(frozen=True, slots=True)
class Leave:
    """Back to the menu; an unfinished match stays resumable."""


@dataclass(frozen=True, slots=True)
class ResumeMatch:
    match: int


@dataclass(frozen=True, slots=True)
class NameSeat:
    """Give a guest a name, or another one, during the match."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class StartCounting:
    """Score a round that was played without the table, from the taken piles."""


@dataclass(frozen=True, slots=True)
class CountFor:
    """The next cards shown are of this seat's pile."""

    seat: int


@dataclass(frozen=True, slots=True)
class CountDone:
    """All piles were shown: score them. Cancel with Leave."""


@dataclass(frozen=True, slots=True)
class Enrol:
    """Teach a physical copy of a deck, or only one of its cards again."""

    deck: str
    copy: int = 1
    card: str | None = None


@dataclass(frozen=True, slots=True)
class SkipCard:
    """Enrolment: go on with the next card, come back to this one later."""


@dataclass(frozen=True, slots=True)
class Retire:
    """Forget the tag of one card of a physical copy: lost or broken."""

    deck: str
    copy: int
    card: str


@dataclass(frozen=True, slots=True)
class CheckDeck:
    """Read a deck back, card by card, and say what is missing or foreign."""

    deck: str
    copy: int = 1


@dataclass(frozen=True, slots=True)
class StopShowing:
    """End enrolment, counting or deck check; what was done is kept."""


@dataclass(frozen=True, slots=True)
class AskScores:
    """Show the past: of one game or of all (""), of one guest or of everybody (""), so many rows a page."""

    game: str = ""
    guest: str = ""
    page: int = 0
    rows: int = 6


@dataclass(frozen=True, slots=True)
class AskFinder:
    """Show what was not seen this evening and, of a kind of card, where it was; between rounds only."""

    deck: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Audit:
    """Compare what lies on the pads with the game, until the next intent but a Touch."""


@dataclass(frozen=True, slots=True)
class ForgetGuests:
    """New guests: no name of the old ones is offered or shown any more."""


@dataclass(frozen=True, slots=True)
class SetLanguage:
    language: str


# The host's pages, behind the gear in the menu


@dataclass(frozen=True, slots=True)
class OpenHost:
    """To the host's pages: the PIN is asked for, if there is one."""


@dataclass(frozen=True, slots=True)
class CloseHost:
    """Out again: the next OpenHost is asked for the PIN."""


@dataclass(frozen=True, slots=True)
class TryPin:
    pin: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SetPin:
    pin: str = field(repr=False)  # "": none is asked for any more


@dataclass(frozen=True, slots=True)
class Change:
    """Another value for a key of the table file that may be set on the screen."""

    key: str  # with its section: "display.volume"
    value: str | int | float | bool


@dataclass(frozen=True, slots=True)
class UndoChanges:
    """Everything is as in the table file again, but for the PIN."""


@dataclass(frozen=True, slots=True)
class TryLights:
    """Show everything a rim can say, on every pad."""


@dataclass(frozen=True, slots=True)
class TrySounds:
    """Play everything there is to hear."""


@dataclass(frozen=True, slots=True)
class MarkColour:
    """This number of Gamate has a trace of this colour, or does not after all."""

    number: str
    colour: str


@dataclass(frozen=True, slots=True)
class SettleColour:
    """Every number that has a trace of this colour is marked; *done* False: not every one, after all."""

    colour: str
    done: bool


@dataclass(frozen=True, slots=True)
class FinishColours:
    """There are no other colours on the cards of Gamate."""


@dataclass(frozen=True, slots=True)
class Export:
    """Scores, and a copy of what the table keeps, onto the first USB stick."""


@dataclass(frozen=True, slots=True)
class SwitchOff:
    """ "quit" leaves the table; "poweroff" and "reboot" are for the machine."""

    what: str


@dataclass(frozen=True, slots=True)
class Touch:
    """Any touch or key that means nothing else. It ends the demo."""


HostIntent = (
    OpenHost
    | CloseHost
    | TryPin
    | SetPin
    | Change
    | UndoChanges
    | TryLights
    | TrySounds
    | MarkColour
    | SettleColour
    | FinishColours
    | Export
    | SwitchOff
)
# Cards played by hand on simulated hardware: for controller/simulation/players.py, never for the table.


@dataclass(frozen=True, slots=True)
class LayCard:
    """Lay a card of the simulated hand on the pad that stands for *zone*."""

    card: str
    zone: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Lift what lies on the pads: a card that was refused goes back to its hand."""


@dataclass(frozen=True, slots=True)
class SwapCards:
    """Ninja, before the start: a card of the hand changes places with one that lies face up."""

    card: str
    face_up: str


@dataclass(frozen=True, slots=True)
class Ready:
    """Ninja: no more swapping."""


@dataclass(frozen=True, slots=True)
class RaiseCurtain:
    """The player whose turn it is sits at the mouse now: show their cards."""


@dataclass(frozen=True, slots=True)
class TryFault:
    """Make the simulated pads misbehave, or behave again: "unplug", "dead", "flicker", "unknown" or "two"."""

    fault: str


Intent = (
    NewMatch
    | Act
    | Line
    | UndoTo
    | PlaceCard
    | WasTheirs
    | PileTaken
    | PlayAgain
    | Pause
    | Continue
    | Leave
    | ResumeMatch
    | NameSeat
    | StartCounting
    | CountFor
    | CountDone
    | Enrol
    | SkipCard
    | Retire
    | CheckDeck
    | StopShowing
    | AskScores
    | AskFinder
    | Audit
    | ForgetGuests
    | SetLanguage
    | Touch
    | HostIntent
    | LayCard
    | TakeBack
    | SwapCards
    | Ready
    | RaiseCurtain
    | TryFault
)
