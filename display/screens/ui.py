"""What this screen is busy with by itself, before the table knows of it: a page, a match being agreed.

    ui = Ui(setting=Setting.of("highest"))
    ui = ui.at(Typing(seat=1))

A value: a touch replaces it by another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from controller.intents import NewMatch
from controller.view import BOT_NAMES, Played
from display.text.guide import Guide
from engine import games

ROUNDS = (1, 2, 3, 5, 10)  # what the players can agree on where the game asks
PODIUM = 99  # the stage of a reveal at which the podium is shown


@dataclass(frozen=True, slots=True)
class Rules:
    """Reading how a game is played."""

    game: str
    number: int = 0  # of the page


@dataclass(frozen=True, slots=True)
class Correcting:
    """Putting something right: the page of the last moves starts so many moves back."""

    back: int = 0
    inserting: bool = False  # a touch says where a card was forgotten


@dataclass(frozen=True, slots=True)
class Choosing:
    """A card that was not read is chosen on the screen."""

    colour: str = ""
    page: int = 0
    card: str = ""  # chosen, but not yet where it goes
    back: int | None = None  # it was forgotten, before so many moves; None: it is being laid


@dataclass(frozen=True, slots=True)
class Typing:
    """A name for a seat; *running*: of a match that is being played."""

    seat: int
    text: str = ""
    running: bool = False
    full: bool = False  # one letter more was typed than a name may have
    guest: str = ""  # on the host's pages: a guest who gets another name


@dataclass(frozen=True, slots=True)
class Asking:
    """Whose turn is it, who is out, who holds how many cards; or end the round: are you sure?"""

    what: str


@dataclass(frozen=True, slots=True)
class Trying:
    """Looking for what could go wrong: the faults of simulated pads."""


@dataclass(frozen=True, slots=True)
class Pin:
    """The host types the PIN, to come to the host's pages."""

    typed: str = ""


@dataclass(frozen=True, slots=True)
class Hosting:
    """On the host's pages: which one, and what is chosen or typed there before it is wanted."""

    page: str = ""  # "": all of them
    deck: str = field(default_factory=lambda: games.names()[0])
    copy: int = 1
    card: str = ""
    part: int = 0  # of the cards of a deck
    colour: str = ""
    typed: str = ""
    guest: str = ""  # who is renamed or forgotten
    stick: str = ""  # where the chosen USB stick is
    first: str | None = None  # the new PIN as it was typed the first time
    sure: str = ""  # what is asked again before it is done


@dataclass(frozen=True, slots=True)
class Scores:
    """Looking at the past."""

    tab: str = "matches"  # or "ranks"
    game: str = ""
    guest: str = ""
    page: int = 0
    match: int | None = None  # opened, to see how it went


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet of the match that is over."""


@dataclass(frozen=True, slots=True)
class Searching:
    """Where is a card? Of a deck, or (""): which ones no pad saw this evening."""

    deck: str = ""
    colour: str = ""
    page: int = 0
    kind: str = ""  # chosen


Over = Rules | Correcting | Choosing | Typing | Asking | Trying | Scores | Sheet | Searching | Pin | Hosting


@dataclass(frozen=True, slots=True)
class Setting:
    """A match that is being agreed."""

    game: str
    names: tuple[str, ...] = ()
    dealer: int | None = None
    options: frozenset[str] = frozenset()
    rounds: int = 1
    seat_players: tuple[str, ...] = ()  # who plays each seat on simulated hardware; (): as is usual there
    guided: bool = False  # each thing is explained as it comes up

    @classmethod
    def of(cls, game: str) -> Setting:
        seats = games.game(game).seats
        return cls(game, ("",) * min(max(4, seats.start), seats.stop - 1))

    @classmethod
    def after(cls, game: str, last: Sequence[Played]) -> Setting:
        """As many players as last time, and where they sat: at this game or, if it is new, at another."""
        played = next((played for played in last if played.game == game), last[0] if last else None)
        if played is None:
            return cls.of(game)
        seats, bots = games.game(game).seats, [name in BOT_NAMES for name in played.names]
        number = min(max(len(played.names), seats.start), seats.stop - 1)
        names = tuple("" if is_bot else name for name, is_bot in zip(played.names, bots, strict=True))
        minds = tuple("careful" if is_bot else "hand" for is_bot in bots) if any(bots) else ()
        return cls(game, names, seat_players=minds[:number]).seats(number)

    @property
    def match(self) -> NewMatch:
        return NewMatch(
            self.game,
            self.names,
            self.dealer,
            self.options,
            self.rounds,
            self.seated,
            self.guided,
            by_lot=self.by_lot,
        )

    @property
    def by_lot(self) -> bool:
        """The table draws who deals first: where the game has it so, and no player was named."""
        return self.dealer is None and games.game(self.game).dealer_by_lot

    @property
    def seated(self) -> tuple[str, ...]:
        """Who plays each seat: the first by hand, the others by themselves, unless it was said otherwise."""
        return (self.seat_players + ("hand", *("careful",) * len(self.names))[len(self.seat_players) :])[
            : len(self.names)
        ]

    def minded(self, seat: int, mind: str) -> Setting:
        return replace(self, seat_players=(*self.seated[:seat], mind, *self.seated[seat + 1 :]))

    def seats(self, number: int) -> Setting:
        dealer = self.dealer if self.dealer is not None and self.dealer < number else None
        return replace(self, names=(self.names + ("",) * number)[:number], dealer=dealer)

    def moved(self, seat: int) -> Setting:
        """The player on *seat* and the next one change seats."""
        other = (seat + 1) % len(self.names)
        names = list(self.names)
        names[seat], names[other] = names[other], names[seat]
        dealer = {seat: other, other: seat}.get(self.dealer, self.dealer) if self.dealer is not None else None
        return replace(self, names=tuple(names), dealer=dealer)

    def named(self, seat: int, name: str) -> Setting:
        return replace(self, names=(*self.names[:seat], name, *self.names[seat + 1 :]))


@dataclass(frozen=True, slots=True)
class Held:
    """A card of the simulated hand that was picked up; *at*: where the pointer drags it."""

    card: str
    at: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Vain:
    """A touch that could do nothing, on a card or ("") on a pad; the last of so many."""

    card: str
    times: int


@dataclass(frozen=True, slots=True)
class Ui:
    setting: Setting | None = None
    over: Over | None = None
    on_board: Any = None  # what the board of a game keeps for itself, such as half a demand
    revealed: tuple[int, int, int] = (0, 0, 0)  # the match, the round, and how far its cards are turned up
    ready: tuple[int, int] | None = None  # the match and the round that everybody has the cards for
    menu: int = 0  # the page of the games
    held: Held | None = None
    vain: Vain | None = None  # it is said why, for a moment
    guide: Guide | None = None  # of a match in which the table explains
    act: int = 0  # while nobody plays

    def at(self, over: Over | None) -> Ui:
        """The same with something else lying over it, or nothing."""
        return replace(self, over=over)
