"""Everything a screen may show, and nothing the rules keep face down.

A `TableView` is a value: two views that are equal look the same. Cards and zones go by their names, the state
and events are those of the public notation (docs/referee-protocol.md), words are left to the display.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from engine.cards import Deck
from engine.rules import Move

# Who plays by itself is called so, seat by seat: nobody's names, the same in every language. No guest is
# remembered by one of them.
BOT_NAMES = ("Bip", "Zig", "Tok", "Pixel", "Vox", "Kilo", "Robo", "Ohm")


class Mode(enum.Enum):
    """What the table is busy with."""

    IDLE = "idle"
    PLAYING = "playing"
    PAUSED = "paused"
    COUNTING = "counting"
    ENROLLING = "enrolling"
    CHECKING = "checking"


class Light(enum.Enum):
    """What the rim of a pad says."""

    OFF = "off"
    ZONE = "zone"
    WAITING = "waiting"
    SEEN = "seen"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    PICK_UP = "pick-up"


class Sound(enum.Enum):
    """What there is to hear, once each time."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    HINT = "hint"
    OVER = "over"  # 13: a target went over
    TRICK = "trick"
    ROUND = "round"
    WIN = "win"


class Ruled(Struct, frozen=True):
    """A move was accepted or refused; public, like everything here."""

    line: dict[str, Any]  # as in the protocol
    refusal: str | None
    events: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class PadView:
    """A pad and what its rim says. Among the effects: this pad looks different now."""

    name: str
    zone: str | None  # what the running game calls it; None: unused, or the table asks
    light: Light = Light.OFF
    fault: str | None = None  # a code of hardware.pads.Fault: this pad is frozen
    zones: tuple[str, ...] = ()  # everything it may be: more than one where the table asks


Effect = PadView | Sound | Ruled


class NoticeKind(enum.Enum):
    ACCEPTED = "accepted"
    REFUSED = "refused"  # stays until the card is lifted
    HINT = "hint"  # no mistake was made: "one card at a time", "lay it again"


class Hint(enum.Enum):
    """The table's own codes, beside those of engine.rules.Refusal."""

    # Hints
    ONE_AT_A_TIME = "one-at-a-time"  # several cards on a pad
    LAY_AGAIN = "lay-again"  # lift the card and lay it again
    OTHER_PAD = "other-pad"  # the game does not use this pad
    ANSWER_FIRST = "answer-first"  # a question is open
    PAUSED = "paused"
    CARD_OF_GAME = "card-of-game"  # no match is running: the card belongs to `game`
    HELP = "help"  # the help button was pressed
    SHOWN_ALREADY = "shown-already"  # teaching or checking a deck: `card` was shown before
    ALL_TAUGHT = "all-taught"  # teaching: no card is left
    # Refusals
    OTHER_COPY = "other-copy"  # the same deck, but not the box this round is played with
    RETIRED_TAG = "retired-tag"  # `card` was retired and is found again: teach it
    TAG_TAKEN = "tag-taken"  # teaching: the tag is that of `card`, of copy `copy` of `deck`
    TWO_PEOPLE = "two-people"  # `name` and `other` played in one match, so they cannot be one person
    BAD_SETUP = "bad-setup"  # no such match: `why`
    NO_SUCH_DECK = "no-such-deck"  # `why`
    PILES_SHOWN = "piles-shown"  # the round was ended early and cannot go on
    CANNOT_RESUME = "cannot-resume"  # the kept match no longer follows the rules


@dataclass(frozen=True, slots=True)
class Notice:
    """The last thing the table has to say about a card or a touch."""

    kind: NoticeKind
    code: str  # of a Refusal or a Hint; ACCEPTED: the word of the line, "lay", "undo", …; "taught", "shown"
    pad: str | None = None
    about: tuple[tuple[str, str], ...] = ()  # card, holder, owner, …: names for the sentence


class Question(Struct, frozen=True):
    """The table cannot know where this card goes."""

    card: str
    zones: tuple[str, ...]


class Reveal(Struct, frozen=True):
    """A scored round: now the taken cards may be turned up."""

    taken: tuple[tuple[str, ...], ...]  # per seat; empty piles where the game has none
    points: dict[str, int]  # name or side → points
    explain: dict[str, str]


@dataclass(frozen=True, slots=True)
class MatchView:
    id: int
    game: str
    names: tuple[str, ...]
    options: frozenset[str]
    rounds: int | None
    state: dict[str, Any]  # public
    events: tuple[dict[str, Any], ...]  # public, of the last accepted action
    log: tuple[Ruled, ...]  # the accepted actions of this round, oldest first; no card that lies face down
    choices: tuple[Move, ...]  # presses and choices that may be made now
    results: tuple[dict[str, int], ...]  # points per finished round, this one included once scored
    first: int = 0  # the seat that begins this round
    colours: tuple[str, ...] = ()  # Le Pot: those in play, seat by seat
    pick_up: int | None = None  # 13: who still has to take the pile that was over
    theirs: int | None = None  # Ninja: the last card may have been this seat's: one touch says so
    reveal: Reveal | None = None
    has_shown_piles: bool = False  # the round was ended early: it can be dealt again, but not go on
    deck: Deck | None = None  # completed by its owner, in place of the game's own
    by_lot: bool = False  # the dealer of this round was drawn
    guided: bool = False  # each thing is explained as it comes up

    @property
    def round_over(self) -> bool:
        return bool(self.state["round_over"])


class Finding(Struct, frozen=True):
    """Something on a pad that the game does not account for; its codes are in controller.table.live_match."""

    pad: str
    code: str
    card: str | None = None
    zone: str | None = None  # where the card lies by the rules, if on another zone


STOPPING = ("link-lost", "link-refused", "disk-full", "read-only", "disk", "storage", "not-kept")


class Trouble(Struct, frozen=True):
    """Something people can cure; gone by itself once cured."""

    code: str  # of hardware.pads.Fault, or "disk-full", "clock", …
    pad: str | None = None
    detail: str = ""
    waived: bool = False  # players go on in spite of it

    @property
    def stops(self) -> bool:
        """Whether nothing can be laid, or nothing be kept, until it is cured."""
        return self.code in STOPPING and not self.waived


class CountView(Struct, frozen=True):
    seat: int
    counts: tuple[int, ...]  # cards shown so far, per seat
    doubt: Notice | None = None  # the piles look impossible: why; they may be scored all the same


class EnrolView(Struct, frozen=True):
    """Teaching or checking a deck, card by card."""

    deck: str
    copy: int
    card: str | None  # which card to lay next; None: done, or (checking) any card
    done: int
    total: int
    missing: tuple[str, ...] = ()  # checking: not shown yet
    complete: bool = False  # every card is taught; checking: every card that can be recognised was shown


class Sighted(Struct, frozen=True):
    """One card of a box, and where a pad saw it last: *pad* is None if none ever did."""

    copy: int  # the box
    card: str
    pad: str | None = None
    at: float = 0.0  # seconds since the epoch, as far as the table's clock can be trusted
    match: int | None = None  # None: no match was running
    busy: bool = False  # its box is in a match that was left in mid-round: where it was seen is not told


class BoxView(Struct, frozen=True):
    """A box that was played with this evening, and its cards that no pad has seen since."""

    deck: str
    copy: int
    seen: int
    missing: tuple[Sighted, ...]
    busy: bool = False  # it is in a match that was left in mid-round: nothing is told of it


class FinderView(Struct, frozen=True):
    """Where cards were last seen; between rounds only."""

    deck: str = ""
    kind: str = ""  # a card without its number: people cannot tell two equal ones apart
    found: tuple[Sighted, ...] = ()
    boxes: tuple[BoxView, ...] = ()


class Played(Struct, frozen=True):
    """A finished match; a name that was forgotten is ""."""

    match: int
    game: str
    begun: float
    ended: float
    names: tuple[str, ...]
    totals: tuple[int, ...]  # per seat; partners have their side's
    winners: tuple[int, ...]
    results: tuple[tuple[int, ...], ...]


class Rank(Struct, frozen=True):
    name: str
    matches: int
    won: int
    mean: float  # points a match


class Course(Struct, frozen=True):
    """How one player fared from match to match, the oldest first."""

    name: str
    values: tuple[int, ...]


class ScoresView(Struct, frozen=True):
    """A page of the past: of one game or all, of one guest or everybody."""

    game: str = ""
    guest: str = ""
    page: int = 0
    number: int = 0  # of matches in all
    matches: tuple[Played, ...] = ()  # of this page, the newest first
    guests: int = 0  # who has a rank, in all
    most_won: int = 0  # by one of them
    forgotten: int = 0  # won by players without a name, or whose name was forgotten
    ranks: tuple[Rank, ...] = ()  # of this page
    courses: tuple[Course, ...] = ()  # matches won so far; of one guest at one game: the points of each


class HandCard(Struct, frozen=True):
    """A simulated card, and the zones where the table would take it now."""

    name: str
    zones: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HandView:
    """On simulated hardware, the cards of the player at the mouse: what that player may see, and no more."""

    seat: int
    seat_players: tuple[str, ...]  # per seat: "hand", or the name of a bot
    owner: int  # whose cards these are: in Gamate the declarer lays those of the partner too
    cards: tuple[HandCard, ...] = ()
    acting: bool = False  # they are the ones to lay
    curtain: bool = False  # another player was at the mouse: no card is shown before *seat* asks for it
    beside: tuple[int, tuple[str, ...]] | None = None  # Gamate: a second hand they see, and whose
    face_up: tuple[tuple[str, ...], ...] = ()  # Ninja: what lies openly before each seat
    swapping: bool = False  # Ninja, before the start: cards may change places with those face up
    lying: tuple[str, str] | None = None  # the card that waits on a pad, and the zone it is meant for
    faults: tuple[str, ...] = ()  # what is being tried out, by the names of TryFault


@dataclass(frozen=True, slots=True)
class Resumable:
    match: int
    game: str
    names: tuple[str, ...]
    round: int
    when: float  # seconds since the epoch, as far as the table's clock can be trusted


# The host's pages


class LockView(Struct, frozen=True):
    """The PIN is asked for."""

    tries: int = 0  # wrong ones in a row
    wait: int = 0  # seconds until the next may be typed
    busy: bool = False  # one is being looked at


Value = str | int | float | bool  # of a setting


class Choice(Struct, frozen=True):
    """One of a few values, each with its label."""

    options: tuple[tuple[Value, str], ...]
    names: bool = False  # the labels are names, the same in every language; otherwise they are messages


class Steps(Struct, frozen=True):
    """A whole number from 0 to *most*, in steps, with its unit; what 0 means, in a word and in full."""

    most: int
    step: int
    unit: str
    zero: str
    zero_in_full: str


class Minutes(Struct, frozen=True):
    """A number of seconds, offered as these numbers of minutes; 0: never."""

    offers: tuple[int, ...]


class Hours(Struct, frozen=True):
    """From one time of day to another, as in "23:30-07:00", or "": never; *usual* is offered first."""

    usual: str


Widget = Choice | Steps | Minutes | Hours


class SettingView(Struct, frozen=True):
    """A key of the table file that the host may change on a page, and its value in force."""

    key: str
    page: str
    caption: str  # a message: what is set here
    widget: Widget
    value: Value


class TaughtBox(Struct, frozen=True):
    """A physical copy of a deck of which cards were taught."""

    deck: str
    copy: int
    taught: frozenset[str]


class Reading(enum.Enum):
    """What a pad saw last."""

    NOTHING = "nothing"
    KNOWN = "known"
    UNKNOWN = "unknown"
    SEVERAL = "several"


class PadCheck(Struct, frozen=True):
    name: str
    chip: str  # "": simulated, or not heard of yet
    last: Reading
    there: bool  # it still sees something


class ColoursView(Struct, frozen=True):
    """The colours of Gamate, as far as they are marked."""

    numbers: tuple[tuple[str, tuple[str, ...]], ...]  # number → its colours
    settled: tuple[str, ...]  # may be demanded
    begun: tuple[str, ...]  # are on some numbers, perhaps not yet on all
    fixed: tuple[str, ...]  # come with the game
    short: tuple[str, ...]  # numbers known to have one more colour than is marked
    finished: bool  # there are no others


class Told(Struct, frozen=True):
    """What came of the last thing the host wanted."""

    code: str  # "pin-set", "pin-none", "exported", "no-stick", "bad-stick", "not-off", "not-kept", "failed"
    detail: str = ""


class Stick(Struct, frozen=True):
    """A USB stick that can be written."""

    path: str
    label: str  # what its owner called it, or where it is
    size: int  # in megabytes, and what of it is free
    free: int


@dataclass(frozen=True, slots=True)
class HostView:
    """What the host sees, and guests do not."""

    settings: tuple[SettingView, ...]
    changed: tuple[str, ...]  # messages: what was set on the screen
    has_pin: bool
    silent: bool  # no sound is to be heard
    table_file: str  # "": the built-in one
    folder: str
    backend: str
    zones: Mapping[str, Mapping[str, tuple[str, ...]]]  # game → pad → the zones it stands for
    boxes: tuple[TaughtBox, ...]
    pads: tuple[PadCheck, ...]
    colours: ColoursView
    sticks: tuple[Stick, ...]
    offers: tuple[str, ...]  # of SwitchOff
    version: str
    driver: str  # how the screen is reached
    disk: tuple[int, int]  # megabytes the table takes, and those that are free
    trying: Light | Sound | None = None  # just being shown or played, to be looked at
    busy: bool = False  # something takes its time
    told: Told | None = None


@dataclass(frozen=True, slots=True)
class TableView:
    mode: Mode = Mode.IDLE
    language: str = "fr"
    simulated: bool = True
    demo: bool = False
    quiet: bool = False  # the guests want no sound
    dark: bool = False  # it is night and the table stands idle: a black screen
    pads: tuple[PadView, ...] = ()
    match: MatchView | None = None
    notice: Notice | None = None
    question: Question | None = None
    troubles: tuple[Trouble, ...] = ()
    count: CountView | None = None
    enrol: EnrolView | None = None
    resumable: tuple[Resumable, ...] = ()
    guests: tuple[str, ...] = ()  # recent names, the last first
    seat_players: tuple[str, ...] = ()  # who may sit at a simulated table: "hand", bots; () at a real one
    hand: HandView | None = None
    enrolled: dict[str, int] = field(default_factory=dict)  # deck → cards taught in its fullest copy
    last: tuple[Played, ...] = ()  # the last finished matches, newest first
    scores: ScoresView | None = None  # once asked for
    finder: FinderView | None = None  # once asked for, and only between rounds
    findings: tuple[Finding, ...] = ()  # what lies on the pads and should not, while an Audit is on
    lock: LockView | None = None  # a PIN is asked for on the way to the host's pages
    host: HostView | None = None  # the host's pages are open

    @property
    def between_rounds(self) -> bool:
        """Whether no round is being played: then where a card was seen gives nothing away."""
        return self.match is None or self.match.round_over
