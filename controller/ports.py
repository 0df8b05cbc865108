"""What the table needs from the others: cards by their tags, a journal, a history, decks to teach.

Whatever must be on disk and cannot be raises a UserError; its attribute `code`, if it has one ("disk-full",
"read-only"), names the trouble for the display.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from controller.intents import AskScores
from controller.view import EnrolView, FinderView, Mode, Notice, Played, Resumable, ScoresView

Json = Mapping[str, Any]


class CardRef(NamedTuple):
    """A physical card: which deck, which copy of that deck, which card of it (its complete name)."""

    deck: str
    copy: int
    card: str
    retired: bool = False  # its tag was retired, and here it is again


class Registry(Protocol):
    """Tag to card. Must: answer from memory; it is asked for every arrival."""

    def lookup(self, uid: str) -> CardRef | None:
        """The card this tag was taught for, or None if it was never taught."""

    def saw(self, card: CardRef, pad: str, match: int | None) -> None:
        """The card came to this pad, just now, in this match.

        Must: be cheap, never raise. May: reach the disk later.
        """

    def retire(self, deck: str, copy: int, card: str) -> None:
        """Forget the tag of one card."""

    def enrolled(self) -> dict[str, int]:
        """Deck to cards taught in its fullest copy."""


class Showing(Protocol):
    """The cards of a deck are shown one after the other: to teach them, or to check them."""

    @property
    def mode(self) -> Mode:
        """ENROLLING or CHECKING."""

    def arrived(self, uid: str) -> Notice:
        """A tag was laid, alone. ACCEPTED, REFUSED or HINT, and what there is to say; `pad` is filled in."""

    def skip(self) -> None:
        """Go on with the next card."""

    def view(self) -> EnrolView: ...


class Teaching(Protocol):
    """Begins showings; ValueError, in one sentence, if there is no such deck or card."""

    def enrol(self, deck: str, copy: int, card: str | None) -> Showing: ...
    def check(self, deck: str, copy: int) -> Showing: ...

    def find(self, deck: str, kind: str, in_mid_round: Callable[[int], bool]) -> FinderView:
        """Where cards were seen; *in_mid_round* says of which matches that is not told yet."""


class KeptMatch(NamedTuple):
    """A match as the journal keeps it."""

    match: int
    header: Json  # controller.storage.record.Header as JSON
    lines: Sequence[Json]  # every accepted action, undo and next too, oldest first


class Outcome(NamedTuple):
    """How a match ended."""

    results: Sequence[Sequence[int]]  # points of each round, per seat or per side
    winners: Sequence[int]  # the seats that won


class Journal(Protocol):
    """Matches that are not finished yet, or can still be taken back.

    Must: have on disk what a method was asked to keep when it returns, all of it or nothing; append only.
    """

    def begin(self, header: Json) -> int:
        """A new match, which is now the running one; its number."""

    def record(
        self, match: int, *lines: Json, header: Json | None = None, outcome: Outcome | None = None
    ) -> None:
        """Append these lines, and have another header if there is one (of the same game), all at once.

        With an *outcome* the match is over, and in the history from now on; without one it is not, or no
        longer: what was taken back is not in the history.
        """

    def forget_names(self) -> None:
        """No header names a player any more, that of the running match included."""

    def rename(self, name: str, other: str) -> None:
        """Headers that name this player say *other*, or nobody (""), that of the running match included."""

    def running(self) -> KeptMatch | None: ...

    def park(self, match: int) -> None:
        """The match is left: not running any more, but resumable."""

    def parked(self, match: int) -> KeptMatch:
        """A parked match, to be looked at."""

    def resume(self, match: int) -> KeptMatch:
        """A parked match is the running one again."""

    def finish(self, match: int, results: Sequence[Sequence[int]], winners: Sequence[int]) -> None:
        """The match is left, and history: what its outcome is, unless it was recorded."""

    def resumable(self) -> Sequence[Resumable]:
        """Parked matches, the last first, with the names of their headers."""

    def probe(self) -> None:
        """Return if something can be written just now."""


class History(Protocol):
    """Who played and how it ended, as far as the table itself asks."""

    def guests(self) -> Sequence[str]:
        """Recent names, the last first."""

    def welcome(self, names: Sequence[str]) -> None:
        """These people sit down now."""

    def forget_guests(self) -> None:
        """No name that is kept is offered any more."""

    def rename(self, name: str, other: str) -> None:
        """Another name for the same person; UserError if that is another one, or nobody is called *name*."""

    def forget(self, name: str) -> None:
        """The scores stay, without the name; UserError if nobody has it."""

    def last(self) -> Sequence[Played]:
        """The last few finished matches, the newest first."""

    def scores(self, asked: AskScores) -> ScoresView:
        """Must: answer in no time, however long the history."""
