"""Which tag is which card: taught once, known for good, answered from memory.

    registry.teach("04a2b3c4d5e680", CardRef("thirteen", 1, "blue-7#2"))
    registry.lookup("04a2b3c4d5e680")              # CardRef("thirteen", 1, "blue-7#2")

A card has one tag at a time. A tag that is taught or retired is on disk when the method returns; where cards
were last seen waits for `flush`, because nobody should wait for that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, NamedTuple

from msgspec import Meta

from controller.errors import UserError
from controller.ports import CardRef
from controller.storage.database import Database, Flag, Moment, Number, Word, shape
from controller.storage.folder import Folder
from engine import games

MIGRATIONS = (
    """
    CREATE TABLE tag (
        uid TEXT PRIMARY KEY,
        deck TEXT NOT NULL,
        copy INTEGER NOT NULL,
        card TEXT NOT NULL,
        retired INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX one_tag_a_card ON tag (deck, copy, card) WHERE NOT retired;
    CREATE TABLE sighting (
        deck TEXT NOT NULL,
        copy INTEGER NOT NULL,
        card TEXT NOT NULL,
        pad TEXT NOT NULL,
        at REAL NOT NULL,
        match INTEGER,
        PRIMARY KEY (deck, copy, card)
    ) WITHOUT ROWID
    """,
)
RETIRE = "UPDATE tag SET retired = 1 WHERE deck = ? AND copy = ? AND card = ?"


class TagTaken(UserError):
    """The tag is another card's already; `owner` says whose."""

    def __init__(self, owner: CardRef) -> None:
        super().__init__(
            f"This tag is {owner.card} of {owner.deck}, copy {owner.copy}, already: "
            f"lay another card, or retire that one first."
        )
        self.owner = owner


class Sighting(NamedTuple):
    """Where a card was last seen, and when: seconds since the epoch, as far as the clock could be trusted."""

    pad: str
    at: float
    match: int | None  # of the journal; None: nobody was playing


# As it is kept.


class _Tag(NamedTuple):
    uid: Annotated[str, Meta(pattern=r"^[ -~]{1,64}\Z")]
    deck: Word
    copy: Number
    card: Word
    retired: Flag


class _Seen(NamedTuple):
    deck: Word
    copy: Number
    card: Word
    pad: Word
    at: Moment
    match: Number | None


def _known(deck: str, card: str) -> None:
    """ValueError if a deck that is here has no such card."""
    if deck in games.names() and games.game(deck).deck.card(card) is None:
        raise ValueError(card)


def _tag(*row: object) -> tuple[str, CardRef]:
    tag = shape(_Tag)(*row)
    _known(tag.deck, tag.card)
    return tag.uid, CardRef(tag.deck, tag.copy, tag.card, bool(tag.retired))


def _sighting(*row: object) -> tuple[tuple[str, int, str], Sighting]:
    seen = shape(_Seen)(*row)
    _known(seen.deck, seen.card)
    return (seen.deck, seen.copy, seen.card), Sighting(seen.pad, seen.at, seen.match)


TAGS = "SELECT uid, deck, copy, card, retired FROM tag"
SIGHTINGS = "SELECT deck, copy, card, pad, at, match FROM sighting"


def check(database: Database, thorough: bool = True) -> None:
    """Of a registry, every page and every row; StorageError."""
    database.look_at_pages()
    database.rows(_tag, TAGS)
    database.rows(_sighting, SIGHTINGS)


class Registry:
    def __init__(self, folder: Folder, clock: Callable[[], float]) -> None:
        self._folder = folder
        self._database = folder.database("registry", MIGRATIONS, check)
        self._clock = clock
        folder.count("registry", "SELECT count(*) FROM tag", "tags that had been taught")
        self._tags = dict(self._database.rows(_tag, TAGS))
        self._unsaved: dict[tuple[str, int, str], Sighting] = {}

    # Tags

    def lookup(self, uid: str) -> CardRef | None:
        return self._tags.get(uid)

    def teach(self, uid: str, card: CardRef) -> None:
        """*uid* is *card*'s tag from now on, and the only one; TagTaken if it is another card's."""
        owner = self._tags.get(uid)
        if owner and not owner.retired and owner != card:
            raise TagTaken(owner)
        with self._database.transaction():
            self._database.execute(RETIRE, card[:3])
            self._database.execute("INSERT OR REPLACE INTO tag VALUES (?, ?, ?, ?, 0)", (uid, *card[:3]))
        self._forget(*card[:3])
        self._tags[uid] = card
        self._folder.marks.put("registry", len(self._tags))

    def retire(self, deck: str, copy: int, card: str) -> None:
        """Forget the tag of one card: lost or broken. If it turns up again it will be recognised as such."""
        with self._database.transaction():
            self._database.execute(RETIRE, (deck, copy, card))
        self._forget(deck, copy, card)

    def _forget(self, deck: str, copy: int, card: str) -> None:
        for uid, ref in self._tags.items():
            if ref[:3] == (deck, copy, card):
                self._tags[uid] = ref._replace(retired=True)

    def taught(self) -> dict[tuple[str, int], set[str]]:
        """The cards that have a tag, for each physical copy of each deck."""
        found: dict[tuple[str, int], set[str]] = {}
        for deck, copy, card, retired in self._tags.values():
            if not retired:
                found.setdefault((deck, copy), set()).add(card)
        return found

    def enrolled(self) -> dict[str, int]:
        by_number = sorted((len(cards), deck) for (deck, _), cards in self.taught().items())
        return {deck: number for number, deck in by_number}  # of a deck, its fullest copy comes last

    # Where cards were seen

    def saw(self, card: CardRef, pad: str, match: int | None) -> None:
        self._unsaved[card.deck, card.copy, card.card] = Sighting(pad, self._clock(), match)

    def flush(self) -> None:
        """Write what was seen since the last time; if the disk does not take it, it is kept for the next."""
        if not self._unsaved:
            return
        with self._database.transaction():
            self._database.executemany(
                "INSERT OR REPLACE INTO sighting VALUES (?, ?, ?, ?, ?, ?)",
                [(*card, *seen) for card, seen in self._unsaved.items()],
            )
        self._unsaved.clear()

    def last_seen(self, deck: str, copy: int) -> Mapping[str, Sighting]:
        """Where each card of a physical copy was last seen, those that ever were."""
        rows = self._database.rows(_sighting, f"{SIGHTINGS} WHERE deck = ? AND copy = ?", (deck, copy))
        seen = {card: sighting for (_, _, card), sighting in rows}
        new = {ref[2]: sighting for ref, sighting in self._unsaved.items() if ref[:2] == (deck, copy)}
        return {**seen, **new}

    def back_up(self) -> None:
        """A copy beside the last few: teaching a deck again takes an evening."""
        self._folder.back_up("registry")
