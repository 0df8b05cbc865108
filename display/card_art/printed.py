"""A deck to print, cut out and play with: how to, a list to tick off, the cards, and where their tags go.

    path.write_bytes(deck_as_pdf(deck, Words("fr"), (210, 297), backs="plain"))

Cards are of poker size, nine to a sheet. Every front is on an odd page and its backs on the next, so that
sheets printed on both sides fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager

from display.card_art import faces
from display.card_art.faces import CAPITAL, Face
from display.card_art.pdf import Book, PrintedPage, PrintPen, width
from display.games import game_of, presentation
from display.text.words import Words
from display.widgets.shapes import SHAPES
from display.widgets.theme import INK, INK_SOFT, PAPER_EDGE, Colour
from display.widgets.typography import BOLD, PLAIN, lines_of
from engine.cards import Card, Deck

# docs/hardware/stickers-and-sleeves.md has the same measures.
CARD_W_MM, CARD_H_MM = 63.0, 88.0
SLEEVE = "66 × 91"  # millimetres
TAG_MM = 25.0  # across
ACROSS, DOWN = 3, 3
MARGIN_MM = 18.0
RULER_MM = 100
WHITE: Colour = (255, 255, 255)
UNKNOWN = "unknown"  # in a deck: colours of a card that are not known


class PrintedFace(Face):
    """A card from the page's present corner on. Its border is the bare paper: a cut may miss a little."""

    def __init__(self, page: PrintedPage) -> None:
        super().__init__(PrintPen(page, CARD_W_MM, CARD_H_MM, INK, WHITE), CARD_W_MM / CARD_H_MM)
        self._page = page
        self._ground = WHITE

    def sign(self, name: str, x: float, y: float, size: float, colour: Colour, turned: bool = False) -> None:
        side = size * CARD_W_MM
        with self._seen_from(turned), self._page.moved(x * CARD_W_MM - side / 2, y * CARD_H_MM - side / 2):
            SHAPES[name](PrintPen(self._page, side, side, colour, self._ground))

    def write(self, text: str, x: float, y: float, size: float, colour: Colour, turned: bool = False) -> None:
        points = size * CARD_W_MM
        with self._seen_from(turned):
            base = y * CARD_H_MM + points * CAPITAL / 2
            self._page.text(text, x * CARD_W_MM, base, size=points, face=BOLD, colour=colour, centred=True)

    def _seen_from(self, other_end: bool) -> AbstractContextManager[None]:
        return self._page.moved(CARD_W_MM, CARD_H_MM, True) if other_end else self._page.moved(0, 0)


def deck_as_pdf(
    deck: Deck, words: Words, paper: tuple[float, float], *, backs: str, only: Sequence[Card] = ()
) -> bytes:
    """The file; *only* these cards, to replace lost ones, without instructions and list."""
    book = Book(*paper, f"{words.game(game_of(deck.name))} ({len(deck)})")
    if not only:
        _instructions(book, deck, words, backs)
        _list(book, deck, words)
    cards = only or range(len(deck))
    for first in range(0, len(cards), ACROSS * DOWN):
        sheet = cards[first : first + ACROSS * DOWN]
        _fronts(book, deck, words, sheet)
        if backs != "none":
            _backs(book, deck, len(sheet), drawn=backs == "drawn")
    return book.to_bytes()


# Cards


def _fronts(book: Book, deck: Deck, words: Words, cards: Sequence[Card]) -> None:
    """Each with its number at its foot: a deck is taught in that order."""
    page, shown = book.page(), presentation(game_of(deck.name))
    _cutting_lines(book, page)
    for place, card in enumerate(cards):
        with page.moved(*_corner(book, place % ACROSS, place // ACROSS)):
            kind, face = deck.kind_of[card], PrintedFace(page)
            shown.face(face, kind.name, kind.colours)
            face.emblem(shown.emblem)
            foot = CARD_H_MM - faces.MARGIN * CARD_W_MM / 2 + 0.7  # in the border
            named = f"{card + 1} · {words.of(game_of(deck.name)).card(deck.names[card])}"
            page.text(named, CARD_W_MM / 2, foot, size=2.1, colour=INK_SOFT, centred=True)


def _backs(book: Book, deck: Deck, count: int, *, drawn: bool) -> None:
    """Turned over its long edge, the sheet has its right column where the left one was."""
    page, shown = book.page(), presentation(game_of(deck.name))
    for place in range(count):
        with page.moved(*_corner(book, ACROSS - 1 - place % ACROSS, place // ACROSS)):
            if drawn:
                faces.back(PrintedFace(page), shown.emblem, shown.tint)
            _place_of_tag(page)


def _place_of_tag(page: PrintedPage) -> None:
    x, y, radius = CARD_W_MM / 2, CARD_H_MM / 2, TAG_MM / 2
    PrintPen(page, 1, 1, WHITE, WHITE).fill_disc((x, y), radius)
    page.circle(x, y, radius, dash=(1, 1))
    page.line((x - 2, y), (x + 2, y), thick=0.1)
    page.line((x, y - 2), (x, y + 2), thick=0.1)


def _corner(book: Book, column: int, row: int) -> tuple[float, float]:
    left, top = (book.width - ACROSS * CARD_W_MM) / 2, (book.height - DOWN * CARD_H_MM) / 2
    return left + column * CARD_W_MM, top + row * CARD_H_MM


def _cutting_lines(book: Book, page: PrintedPage) -> None:
    """Hairlines where scissors go, and marks outside for a ruler and a knife."""
    (left, top), (right, low) = _corner(book, 0, 0), _corner(book, ACROSS, DOWN)
    for column in range(ACROSS + 1):
        x, _ = _corner(book, column, 0)
        page.line((x, top), (x, low), thick=0.05, colour=PAPER_EDGE)
        page.line((x, top - 5), (x, top - 1))
        page.line((x, low + 1), (x, low + 5))
    for row in range(DOWN + 1):
        _, y = _corner(book, 0, row)
        page.line((left, y), (right, y), thick=0.05, colour=PAPER_EDGE)
        page.line((left - 5, y), (left - 1, y))
        page.line((right + 1, y), (right + 5, y))


# What to read


def _instructions(book: Book, deck: Deck, words: Words, backs: str) -> None:
    page = book.page()
    y = MARGIN_MM + 6
    page.text(words.game(game_of(deck.name)), MARGIN_MM, y, size=9, face=BOLD)
    y += 8
    page.text(words.count("one card to print", "{number} cards to print", len(deck)), MARGIN_MM, y, size=4.6)
    y += 6
    for number, step in enumerate(_steps(deck, words, backs), 1):
        y += 4
        page.text(f"{number}", MARGIN_MM, y, size=4.6, face=BOLD)
        for line in _broken(step, 4.2, book.width - 2 * MARGIN_MM - 8):
            page.text(line, MARGIN_MM + 8, y, size=4.2)
            y += 5.4
    y = max(y + 6, book.height - MARGIN_MM - CARD_H_MM - 26)
    _ruler(page, MARGIN_MM, y)
    _template(page, words, MARGIN_MM, y + 18)


def _steps(deck: Deck, words: Words, backs: str) -> list[str]:
    say = words.say
    steps = [
        say("Print in actual size, on card of 200 to 300 g/m²: the ruler must measure {mm} mm.", mm=RULER_MM)
    ]
    if backs != "none":
        steps.append(
            say("Print on both sides and turn over the long edge: the dashed rings are on the backs.")
        )
    steps += [
        say("Cut along the marks: a card is {w} × {h} mm.", w=f"{CARD_W_MM:g}", h=f"{CARD_H_MM:g}"),
        say(
            "Put a round tag of {mm} mm (NTAG213) in the middle of every back, always in the same place.",
            mm=f"{TAG_MM:g}",
        ),
        say("Put every card into an opaque sleeve of {size} mm, all of one kind.", size=SLEEVE),
        say(
            "Register them with “tapis enrol {deck}”: it asks by the small numbers at their feet.",
            deck=deck.name,
        ),
    ]
    if unknown := sum(UNKNOWN in kind.colours for kind in deck.kinds):
        steps.append(
            words.count(
                "The traces of colour on one number are not all known, so they are not all printed.",
                "The traces of colour on {number} numbers are not all known, so they are not all printed.",
                unknown,
            )
        )
    return steps


def _ruler(page: PrintedPage, x: float, y: float) -> None:
    page.line((x, y), (x + RULER_MM, y))
    for millimetre in range(0, RULER_MM + 1, 5):
        long = millimetre % 10 == 0
        page.line((x + millimetre, y), (x + millimetre, y - (3 if long else 1.5)))
        if long:
            page.text(f"{millimetre}", x + millimetre, y + 4, size=3, centred=True)
    page.text("mm", x + RULER_MM + 5, y + 4, size=3)


def _template(page: PrintedPage, words: Words, x: float, y: float) -> None:
    """A card with a hole: laid on a back, it shows where the tag goes."""
    with page.moved(x, y):
        page.line((0, 0), (CARD_W_MM, 0), (CARD_W_MM, CARD_H_MM), (0, CARD_H_MM), (0, 0))
        _place_of_tag(page)
        page.text(f"{TAG_MM:g} mm", CARD_W_MM / 2, CARD_H_MM / 2 + TAG_MM / 2 + 5, size=3.4, centred=True)
        page.text(f"{CARD_W_MM:g} × {CARD_H_MM:g} mm", CARD_W_MM / 2, CARD_H_MM - 4, size=3.4, centred=True)
    advice = words.say("A template: cut it out, cut out the ring, and lay it on a back to place the tag.")
    for number, line in enumerate(_broken(advice, 4.2, 80)):
        page.text(line, x + CARD_W_MM + 8, y + 8 + 5.4 * number, size=4.2)


def _list(book: Book, deck: Deck, words: Words) -> None:
    """Every card, to tick off."""
    page = book.page()
    page.text(words.game(game_of(deck.name)), MARGIN_MM, MARGIN_MM + 6, size=9, face=BOLD)
    rows, step = 30, 7.4
    for number, name in enumerate(deck.names):
        x = MARGIN_MM + number // rows * (book.width - 2 * MARGIN_MM) / 2
        y = MARGIN_MM + 18 + number % rows * step
        page.line((x, y), (x, y - 3.4), (x + 3.4, y - 3.4), (x + 3.4, y), (x, y))
        page.text(f"{number + 1}", x + 6, y - 0.2, size=3.8, face=BOLD)
        page.text(words.of(game_of(deck.name)).card(name), x + 16, y - 0.2, size=3.8)


def _broken(text: str, size: float, limit: float) -> tuple[str, ...]:
    """*text* in lines no wider than *limit* millimetres."""
    return lines_of(text, lambda line: width(line, PLAIN, size) <= limit)
