"""The people round the table: their seats on its rim, and what to do, growing from the seat of whoever acts.

low, high = sides(6)                      # who sits at the lower rim, who at the upper one
plate(page, box, match, seat, hand)
says(page, box, match, said_to(page, match))  # the sheet that grows from a plate
"""

from __future__ import annotations

from typing import NamedTuple

from controller.view import HandView, MatchView
from display.games import presentation
from display.widgets import typography
from display.widgets.boxes import Box, Room
from display.widgets.theme import CHALK_SOFT, INK, INK_SOFT, PAPER, SEATS, WOOD_DEEP, Colour
from display.widgets.typography import BODY, BOLD, LARGE, PLAY
from display.widgets.widgets import Backs, Hand, Page, Panel
from engine import games

ROW = 48  # the height of a plate on the rim
WIDEST, ROOMY, NARROW = 250, 210, 180  # a plate; a narrow one has no room beside the name
NAME = 34  # of whoever acts
LONGEST = 4  # so many have room along the upper rim
HELD, BACK = 5, 17  # backs of cards that are drawn at most, and how high they are


def sides(number: int) -> tuple[list[int], list[int]]:
    """The seats along the lower rim and along the upper one, from left to right; they go round clockwise."""
    low = max(min(2, number // 2), number - LONGEST)
    high = number - low
    return [0, *range(number - 1, high, -1)], list(range(1, high + 1))


def acting(match: MatchView) -> int | None:
    """The seat of whoever acts."""
    name = match.state["turn"] or match.state.get("seat")
    return match.names.index(name) if name in match.names else None


class Said(NamedTuple):
    seat: int | None  # None: to all
    name: str
    what: str


def said_to(page: Page, match: MatchView) -> Said:
    """Who is told what to do; first of all, a player who must take a pile takes it."""
    words, shown = page.words.of(match.game), presentation(match.game)
    if match.pick_up is not None and (what := shown.pick_up(words, match)):
        return Said(match.pick_up, match.names[match.pick_up], what)
    seat, text = acting(match), words.instruction(match)
    name = match.names[seat] if seat is not None else ""
    if name and text.startswith(f"{name}, "):
        text = text.removeprefix(f"{name}, ")
    return Said(seat, name, text)


def spots(row: Box, number: int, widest: int, gap: int) -> list[Box]:
    """Places side by side, and none wider than that."""
    columns = row.columns(max(1, number), gap)
    return [column.centred(min(column.w, widest), column.h) for column in columns[:number]]


# A plate


def plate(page: Page, box: Box, match: MatchView, seat: int, hand: HandView | None = None) -> None:
    """Somebody who does not act: their colour and initial, name, cards, points."""
    page.panel(box, WOOD_DEEP, 12)
    place(page, box, match, seat, hand)
    narrow = box.w < page.px(NARROW)
    room = Room(box.inset(page.px(0 if narrow else 4), page.px(3)))
    if not narrow:
        side = page.px(24 if box.w < page.px(ROOMY) else 32)
        disc(page, room.left(min(side, room.rest.h), page.px(4)), match, seat, hand)
    name = room.top(room.rest.h // 2)
    if narrow:  # the name needs all of it
        disc(page, room.left(page.px(24), page.px(3)), match, seat, hand)
    mark = presentation(match.game).marks(match).get(match.names[seat])
    if mark:
        sign, name = name.cut_right(page.px(20), page.px(2))
        page.sign(sign, mark, PAPER)
    page.name(name, match.names[seat], PLAY if narrow else PLAY + 1, PAPER, align=0)
    said = [said for who, said in page.words.of(match.game).said(match) if who == match.names[seat]]
    if said:
        page.text(room.rest, said[-1], PLAY, CHALK_SOFT, align=0, lines=1)
    else:
        _tally(page, room.rest, match, seat, (CHALK_SOFT, PAPER), 1 if narrow else HELD)


def lit(page: Page, box: Box, match: MatchView, seat: int, hand: HandView | None, under: int) -> None:
    """Whoever acts, on paper, with a large name; so far it runs *under* the sheet that grows from it, which
    is below, or above where that is negative."""
    page.panel(Box(box.x, box.y + min(0, under), box.w, box.h + abs(under)), PAPER, 12)
    place(page, box, match, seat, hand)
    roomy = box.w >= page.px(ROOMY)
    room = Room(box.inset(page.px(6 if roomy else 4), page.px(3)))
    side = page.px(38 if roomy else 26)
    disc(page, room.left(min(side, room.rest.h), page.px(7 if roomy else 4)), match, seat, hand)
    page.name(room.rest, match.names[seat], NAME, INK, align=0)


def place(page: Page, box: Box, match: MatchView, seat: int, hand: HandView | None) -> None:
    """Where cards come from and go to."""
    name = match.names[seat]
    did = [event["kind"] for event in match.events if event.get("player") == name]
    gives = seat == acting(match) if hand and hand.lying else "laid" in did
    page.add(Hand(box, gives, presentation(match.game).takes(match, name), seat))


def disc(page: Page, box: Box, match: MatchView, seat: int, hand: HandView | None = None) -> None:
    """A player's colour with what stands for the name."""
    side = min(box.w, box.h)
    place = box.centred(side, side)
    page.add(Panel(place, SEATS[seat % len(SEATS)], side // 2))
    if hand and hand.seat_players[seat] != "hand":
        page.sign(place.centred(side * 6 // 10, side * 6 // 10), "robot", PAPER)
    else:
        page.text(place, initial(match.names[seat]), LARGE, PAPER, BOLD, lines=1)


def initial(name: str) -> str:
    """What stands for a name: its first letter, or the number at its end."""
    last = name.split(" ")[-1]
    return last if last.isdigit() else name[:1].upper()


class Piece(NamedTuple):
    """A number that is told of a player, with backs or a sign before it."""

    width: int
    backs: int = 0
    sign: str = ""
    number: str = ""


def _pieces(page: Page, match: MatchView, seat: int, most: int) -> list[Piece]:
    """Cards in hand as backs, what lies before a player as signs with numbers; last the points."""
    px, player = page.px, match.state["players"][seat]
    found = []
    for sign, name, _ in presentation(match.game).counts:
        if name in player:
            number, held = str(player[name]), min(most, player[name]) if name == "hand" else 0
            wide = typography.width(number, BOLD, page.letters(PLAY)) + px(3)
            if name != "hand":
                found.append(Piece(wide + px(16), 0, sign, number))
            else:
                found.append(Piece(wide + (_backs_wide(page, held) + px(3) if held else 0), held, "", number))
    total = str(list(match.state["totals"].values())[games.game(match.game).side(seat)])
    return [*found, Piece(typography.width(total, BOLD, page.letters(PLAY)) + px(3), number=total)]


def _backs_wide(page: Page, held: int) -> int:
    wide = page.px(BACK) * 7 // 10
    return wide + (held - 1) * round(wide * 0.55) + 1


def tally_wide(page: Page, match: MatchView, seat: int, most: int = HELD) -> int:
    pieces = _pieces(page, match, seat, most)
    return sum(piece.width for piece in pieces) + page.px(6) * (len(pieces) - 1)


def _tally(
    page: Page, box: Box, match: MatchView, seat: int, inks: tuple[Colour, Colour], most: int = HELD
) -> None:
    """The numbers of a player, the points at the right; *inks*: of the numbers, of the points."""
    px, room = page.px, Room(box)
    *pieces, total = _pieces(page, match, seat, most)
    page.text(
        room.right(total.width, px(4)),
        total.number,
        PLAY,
        inks[1],
        BOLD,
        1,
        lines=1,
        counts=f"total {match.names[seat]}",
    )
    for piece in pieces:
        place = Room(room.left(piece.width, px(6)))
        if piece.backs:
            back = place.left(_backs_wide(page, piece.backs), px(3))
            page.add(Backs(back.centred(back.w, px(BACK)), piece.backs))
        if piece.sign:
            page.sign(place.left(px(14), px(2)), piece.sign, inks[0])
        page.text(place.rest, piece.number, PLAY, inks[0], BOLD, align=0, lines=1)


# What to do


def wanted(page: Page, match: MatchView, said: Said) -> int:
    """How wide the sheet would be with everything on one line."""
    wide = typography.width(said.what, BOLD, page.letters(LARGE)) + page.px(26)
    return wide + (page.px(16) + tally_wide(page, match, said.seat) if said.seat is not None else 0)


def says(page: Page, box: Box, match: MatchView, said: Said, hand: HandView | None = None) -> None:
    """The sheet with what to do, and the cards and points of whoever it is said to; by hand, whose cards
    these are."""
    page.panel(box, PAPER, 12, shadow=True)
    room = Room(box.inset(page.px(12), page.px(3)))
    if hand:
        owner(page, room, match, hand, INK, said.what)
    if said.seat is not None:
        wide = tally_wide(page, match, said.seat)
        left = room.rest.w - wide - page.px(12)
        lines = typography.broken(said.what, BOLD, page.letters(PLAY), max(1, left))
        if typography.fits(lines, BOLD, page.letters(PLAY), left, room.rest.h):
            tally = room.right(wide, page.px(12))
            _tally(page, tally.centred(wide, page.px(24)), match, said.seat, (INK_SOFT, INK))
    page.text(room.rest, said.what, LARGE, INK, BOLD, align=0, lines=3)


def owner(page: Page, room: Room, match: MatchView, hand: HandView, ink: Colour, beside: str = "") -> None:
    """Whose cards lie below; the name only where there is room *beside* it for what is said."""
    side = page.px(36)
    disc(page, room.left(side, page.px(6)).centred(side, side), match, hand.owner, None)
    name = match.names[hand.owner]
    wide = min(typography.width(name, BOLD, page.letters(BODY)) + page.px(4), page.px(160))
    left = room.rest.w - wide - page.px(12)
    lines = typography.broken(beside, BOLD, page.letters(PLAY), max(1, left))
    if typography.fits(lines, BOLD, page.letters(PLAY), left, room.rest.h):
        page.name(room.left(wide, page.px(12)), name, BODY, ink, align=0)
    if hand.owner != hand.seat:
        dummy = page.words.say("dummy")
        badge = room.left(typography.width(dummy, BOLD, page.letters(PLAY)) + page.px(14), page.px(12))
        badge = badge.centred(badge.w, page.px(26))
        page.panel(badge, INK_SOFT, 6)
        page.text(badge, dummy, PLAY, PAPER, BOLD, lines=1)
