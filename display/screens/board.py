"""What every board shares: whose turn it is and what to do, the players, what happened, undo, correct, pause.

    standing(page, view, match, ui)

The presentation's board draws the middle. On a screen that lies in the table, what to do and what to touch is
beside the player who acts; the board itself stays where it is, as the pads do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

from controller.intents import Act, Audit, Intent, Pause, PileTaken, WasTheirs
from controller.view import MatchView, NoticeKind, PadView, TableView
from display.games import page_now, presentation
from display.games.defaults import cards_lying
from display.screens import seats
from display.screens.notices import mild
from display.screens.ui import Correcting, Rules, Ui
from display.widgets import typography
from display.widgets.boxes import Box, Room
from display.widgets.theme import ALARM, CHALK_SOFT, GOLD, INK, MARGIN, PAPER
from display.widgets.typography import BODY, BOLD, HEAD, LARGE, PLAIN, PLAY, SMALL
from display.widgets.widgets import Backs, Card, Group, Pad, Page, Picture, Text
from engine import games
from engine.match import UNDO
from engine.rules import Move, Setup

MOST_ROUNDS = 20  # no match is settled to last longer
FEW = 2  # so many choices have room in the last row
COLUMNS = 3  # choices side by side
SHOWN = 8  # cards of a zone, the last ones
STRIP = 62  # the height of the instruction
BAND = 38  # the same under the upper rim
UNDER = 14  # so far a seat runs under the sheet that grows from it
BESIDE = 220  # answers no wider than that lie beside the instruction there
RIM_SEAT = 48  # the height of a seat on a rim, on a screen that lies in the table
# Where people sit, clockwise, by how many they are: 0 at the bottom, 1 left, 2 at the top, 3 right.
SIDES = {
    2: (0, 2),
    3: (0, 1, 3),
    4: (0, 1, 2, 3),
    5: (0, 1, 2, 2, 3),
    6: (0, 1, 2, 2, 3, 0),
    7: (0, 1, 1, 2, 2, 3, 0),
    8: (0, 1, 1, 2, 2, 3, 3, 0),
}


def standing(page: Page, view: TableView, match: MatchView, ui: Ui) -> None:
    """Seats along the upper and the lower rim, the signs in a corner, and the board between them."""
    px, gap, high = page.px, page.gap, max(page.touch, page.px(seats.ROW))
    said, answers = seats.said_to(page, match), said_now(page, match)
    room = Room(page.box.inset(px(6), px(4)))
    lower, upper = seats.sides(len(match.names))
    top, band = room.top(high, px(2)), room.top(px(BAND), px(4))
    below = Room(room.bottom(2 * high + gap, px(4)))
    icons(page, below.right(2 * page.touch + gap, gap), view, match, ui)
    bottom, answering = below.rest.cut_bottom(high, gap)
    places = dict(zip(upper, seats.spots(top, len(upper), px(seats.WIDEST), gap), strict=True))
    sitting = seats.spots(bottom, len(lower) + 1, px(seats.WIDEST), gap)
    played(page, sitting.pop((len(lower) + 1) // 2), view, match)
    places |= dict(zip(lower, sitting, strict=True))
    above = said.seat in upper
    sheet, free = _sheet(page, band if above else answering, match, said, places, answers)
    if said.seat is not None or said.what:
        seats.says(page, sheet, match, said)
    for seat, place in places.items():
        if seat == said.seat:
            seats.lit(page, place, match, seat, None, px(UNDER) if above else -px(UNDER))
        else:
            seats.plate(page, place, match, seat)
    if above:
        _answering(page, answering, view, match, answers)
    else:
        few_answers(page, free, answers)
        happened(page, band, view, match)
    presentation(match.game).board(page, room.rest, view, match, ui)


def _sheet(
    page: Page,
    row: Box,
    match: MatchView,
    said: seats.Said,
    places: dict[int, Box],
    answers: Sequence[Answer],
) -> tuple[Box, Box]:
    """Where what to do is said, over or under the seat it is said to; and where the answers go beside it."""
    seat = places.get(said.seat, row) if said.seat is not None else row
    beside = width(page, answers) if seat.y > row.y else 0
    beside = min(beside, row.w // 2)
    most = row.w - (beside + page.gap if beside else 0)
    wide = min(most, max(seats.wanted(page, match, said), seat.w if said.seat is not None else 0))
    x = max(row.x, min(seat.x + (seat.w - wide) // 2, row.right - wide))
    if beside:  # the sheet is at one end, the answers are at the other
        x = row.x if seat.x + seat.w // 2 <= row.x + row.w // 2 else row.right - wide
    sheet = Box(x, row.y, wide, row.h)
    left, right = sheet.x - row.x, row.right - sheet.right
    if left > right:
        return sheet, Box(row.x, row.y, left - page.gap, row.h).cut_right(min(beside, left - page.gap))[0]
    return sheet, Box(sheet.right + page.gap, row.y, min(beside, right - page.gap), row.h)


def _answering(page: Page, row: Box, view: TableView, match: MatchView, answers: Sequence[Answer]) -> None:
    """What can be said, and in the rest of the row what happened."""
    if answers:
        place, row = row.cut_right(min(row.w, width(page, answers)), page.gap)
        few_answers(page, place, answers)
    if row.w > page.px(160):
        happened(page, row, view, match)


def width(page: Page, answers: Sequence[Answer]) -> int:
    """What buttons with these labels take side by side, equally wide."""
    wide = max((typography.width(answer.label, BOLD, page.letters(BODY)) for answer in answers), default=0)
    return len(answers) * (max(page.touch, wide + page.px(30)) + page.gap) - page.gap if answers else 0


def icons(
    page: Page,
    box: Box,
    view: TableView,
    match: MatchView,
    ui: Ui,
    more: Sequence[Icon] = (),
    columns: int = 2,
) -> None:
    """Undo, correct, pause and the rules, as signs in a corner."""
    refused = view.notice.code if view.notice and view.notice.kind is NoticeKind.REFUSED else ""
    reading = Rules(match.game, page_now(match, refused))  # the page that matters now
    found = [
        *more,
        Icon("undo", "u", (Act(UNDO),), look="icon" if match.log else "icon-off"),
        Icon("pencil", "c", (Audit(),), ui.at(Correcting())),
        Icon("pause", "p", (Pause(),)),
        Icon("question", "?", (), ui.at(reading)),
    ]
    cells = box.cells(columns, -(-len(found) // columns), page.gap)
    for icon, place in zip(found, cells[len(cells) - len(found) :], strict=True):
        page.button(place, "", *icon.does, then=icon.then, key=icon.key, look=icon.look, sign=icon.sign)


class Icon(NamedTuple):
    sign: str
    key: str
    does: tuple[Intent, ...] = ()
    then: Ui | None = None
    look: str = "icon"


def side(match: MatchView) -> int:
    """The side of the player who acts."""
    return SIDES[len(match.names)][seats.acting(match) or 0]


def lying(page: Page, view: TableView, match: MatchView, ui: Ui) -> None:
    """Seats on all four rims, each turned to whoever sits there; what to touch is before the one who acts."""
    px, gap, high = page.px, page.gap, page.px(RIM_SEAT)
    said, shown = seats.said_to(page, match), presentation(match.game)
    told = SIDES[len(match.names)][said.seat or 0]
    rows = 2 if told % 2 or width(page, said_now(page, match)) > px(BESIDE) else 1
    room = Room(page.box.inset(px(4), px(4)))
    for turn in (2, 0, 1, 3):  # the long rims first
        sitting = [seat for seat, where in enumerate(SIDES[len(match.names)]) if where == turn][::-1]
        if turn == 0:  # the first sits at the left, and they go round clockwise
            sitting = sitting[-1:] + sitting[:-1]
        desk = high + gap + max(px(STRIP), page.touch) + gap + (rows - 1) * (page.touch + gap)
        thick = desk if turn == told else high if sitting else 0
        cut = (room.bottom, room.left, room.top, room.right)[turn]
        if thick:
            turned_onto(
                page,
                turn,
                cut(thick, gap),
                partial(
                    _before,
                    view=view,
                    match=match,
                    ui=ui,
                    sitting=sitting,
                    said=said if turn == told else None,
                    rows=rows,
                ),
            )
    if match.state["awaiting"] not in shown.whole_width:
        left, rest = room.bottom(px(40), px(2)).cut_left(room.rest.w // 3, gap)
        played(page, left, view, match)
        happened(page, rest, view, match)
    shown.board(page, room.rest, view, match, ui)


def _before(
    desk: Page,
    view: TableView,
    match: MatchView,
    ui: Ui,
    sitting: Sequence[int],
    said: seats.Said | None,
    rows: int,
) -> None:
    """One rim as those who sit at it see it, and what is before the one who acts."""
    row, rest = desk.box.cut_bottom(desk.px(RIM_SEAT), desk.gap)
    places = dict(zip(sitting, seats.spots(row, len(sitting), desk.px(seats.WIDEST), desk.gap), strict=True))
    if said:
        columns = 2 if rows > 1 else 4
        signs, rest = rest.cut_left(columns * (desk.touch + desk.gap) - desk.gap, desk.gap)
        corner = signs.cut_bottom(rows * (desk.touch + desk.gap) - desk.gap)[0]
        icons(desk, corner, view, match, ui, (), columns)
        answers = said_now(desk, match)
        if rows > 1:
            answering, sheet = rest.cut_top(desk.touch, desk.gap)
        else:
            beside = width(desk, answers)
            answering, sheet = rest.cut_right(beside, desk.gap if beside else 0)
            answering = answering.cut_top(answering.h - desk.gap)[0]
        seats.says(desk, Box(sheet.x, sheet.y, sheet.w, sheet.h + desk.gap), match, said)
        few_answers(desk, answering, answers)
    for seat, place in places.items():
        if said and seat == said.seat:
            seats.lit(desk, place, match, seat, None, -desk.gap)
        else:
            seats.plate(desk, place, match, seat)


def facing(page: Page, match: MatchView | None, sheet: Callable[[Page], None]) -> None:
    """A sheet over the board, turned to the player who acts; upright where the screen stands."""
    if page.scale.flat and match:
        turned_onto(page, side(match), page.box, sheet)
    else:
        sheet(page)


def turned_onto(page: Page, turn: int, place: Box, lay_out: Callable[[Page], None]) -> None:
    """Lay it out upright, and add it to *page* in *place*, turned clockwise by so many quarters."""
    desk = Page(page.scale, page.words, place.upright(turn), page.shrink)
    lay_out(desk)
    for widget in desk.widgets:
        box = widget.box.turned(turn, place)
        if isinstance(widget, Text | Picture | Card | Backs):
            page.add(replace(widget, box=box, turn=turn))
        else:
            page.add(replace(widget, box=box))


def played(page: Page, box: Box, view: TableView, match: MatchView) -> None:
    """What is played, and what is left to draw."""
    if view.demo:
        badge, box = box.cut_top(box.h // 2)
        _badge(page, badge.centred(min(badge.w, page.px(92)), page.px(21)), page.words.say("DEMO"))
    pile = page.words.of(match.game).draw_pile(match) if match.state.get("draw_pile") else ""
    title = round_title(page, match)
    if view.simulated and not view.hand:  # a table that could be taken for a real one
        title = f"{page.words.game(match.game)}  ·  {page.words.say('SIMULATED')}"
    lines = "\n".join(filter(None, ("" if view.demo else title, pile)))
    page.text(box, lines, PLAY, CHALK_SOFT, BOLD)


def titled(
    page: Page, view: TableView, left: str, middle: str = "", margin: float = 8, high: int = 20, gap: int = 4
) -> Box:
    """A row with a title and the badges; the room under it."""
    box, under = page.box.inset(page.px(MARGIN), page.px(margin)).cut_top(page.px(high), page.px(gap))
    row = Room(box)
    for badge in [page.words.say("DEMO")] * view.demo:
        _badge(page, row.right(page.px(92), page.gap), badge)
    page.text(row.left(row.rest.w * 11 // 20, page.gap), left, PLAY, PAPER, BOLD, align=0, lines=1)
    page.text(row.rest, middle, PLAY, CHALK_SOFT, align=1, lines=1)
    return under


def simulated(page: Page, view: TableView, box: Box) -> Box:
    """On the pages between matches: a badge, if the table is simulated; what is left of the box."""
    if view.simulated:
        badge, box = box.cut_right(page.px(92), page.px(14))
        _badge(page, badge.centred(badge.w, page.px(22)), page.words.say("SIMULATED"))
    return box


def _badge(page: Page, box: Box, text: str) -> None:
    page.panel(box, GOLD, 6)
    page.text(box.inset(page.px(6), 0), text, SMALL, INK, BOLD, lines=1)


@cache
def rounds_in_all(game: str, seats: int, agreed: int | None) -> int | None:
    """How many rounds a match has, where that is settled from its start."""
    rules = games.game(game)
    setup, nothing = Setup(seats, rounds=agreed), (0,) * len(rules.sides or range(seats))
    ends = (number for number in range(1, MOST_ROUNDS) if rules.standings(setup, (nothing,) * number).over)
    return next(ends, None)


def round_title(page: Page, match: MatchView) -> str:
    say, at = page.words.of(match.game).say, match.state["round"]
    of = rounds_in_all(match.game, len(match.names), match.rounds)
    number = say("round {number}", number=at)
    if of and of > 1:
        number = say("round {number} of {all}", number=at, all=of)
    return f"{page.words.game(match.game)}  ·  {number}"


def instruction(page: Page, box: Box, text: str) -> None:
    page.panel(box, PAPER, 12, shadow=True)
    room = Room(box.inset(page.px(12), page.px(4)))
    page.sign(room.left(page.px(22), page.px(10)), "right")
    page.text(room.rest, text, HEAD - 4, INK, BOLD, align=0, lines=2)


def happened(page: Page, box: Box, view: TableView, match: MatchView) -> None:
    """The last thing that happened; a hint comes before it."""
    notice = view.notice
    hint = page.words.notice(notice, match.game) if notice and notice.kind is NoticeKind.HINT else ""
    hint = hint or mild(page.words, view)
    if hint:
        page.add(Group(box, "hint", enters=(0, box.h)))
        page.panel(box, PAPER, 8, shadow=True)
        room = Room(box.inset(page.px(10), page.px(1)))
        page.sign(room.left(page.px(22), page.px(8)), "about", ALARM)
        page.text(room.rest, hint, BODY, INK, BOLD, align=0, lines=2)
        return
    words = page.words.of(match.game)
    sentences = words.happened(match.events) or [
        words.say("{player}: {said}", player=player, said=said) for player, said in words.said(match)
    ]
    both = "   ".join(sentences[-2:])
    rows = 2 if box.h >= 2 * typography.line_height(page.letters(PLAY)) else 1
    if (
        len(typography.broken(both, PLAIN, page.letters(PLAY), box.w)) > rows
    ):  # the last one is the one to read
        both = sentences[-1]
    page.text(box, both, BODY, PAPER, lines=rows)


def any_board(page: Page, box: Box, view: TableView, match: MatchView, ui: Ui) -> None:
    """Of any game: the zones with their lights, the cards the public state names, what may be chosen."""
    px, words = page.px, page.words.of(match.game)
    if on_board(match) and match.choices:
        rows = min(3, -(-len(match.choices) // COLUMNS))
        asked, box = box.cut_bottom(rows * (page.touch + page.gap), px(10))
        answers(page, asked, match, COLUMNS, match.choices[: rows * COLUMNS])
    zones, lying = games.game(match.game).zones, cards_lying(match)
    elsewhere = {name: cards for name, cards in lying.items() if name not in zones and cards}
    for zone, place in zip(zones, box.columns(len(zones), px(12)), strict=True):
        head, pad = place.cut_top(px(20), px(3))
        caption(page, head, words.place(zone))
        page.add(Pad(pad, zone, pad_of(view, zone).light))
        cards = lying.get(zone) or (next(iter(elsewhere.values()), []) if zone == zones[0] else [])
        page.fan(pad.inset(px(12), px(12)), match.game, cards[-SHOWN:])


# What can be said


class Answer(NamedTuple):
    label: str
    does: Intent
    key: str
    look: str = "primary"


def said_now(page: Page, match: MatchView, stuck: bool = False) -> list[Answer]:
    """The few things that can be said now; more than a few need room on the board. The next thing to do is
    gold, if it is one that a child may press; *stuck*: no card can be laid."""
    words, shown = page.words.of(match.game), presentation(match.game)
    answers: list[Answer] = []
    if match.pick_up is not None:
        answers.append(Answer(words.say("picked up"), PileTaken(), "space"))
    if match.theirs is not None:
        label = words.say("that one was {player}’s", player=match.names[match.theirs])
        answers.append(Answer(label, WasTheirs(), "!", "plain"))
    for move in shown.aside:
        if move in match.choices:
            answers.append(Answer(words.choice(move, match.names), Act(move), "", "quiet"))
    if not on_board(match):
        offered = shown.offered(match)
        harmless = [move for move in offered if not shown.costly(move)] or list(offered) * stuck
        for number, move in enumerate(offered):
            label, key = words.choice(move, match.names), str(number) if number else "return"
            next_one = [move] == harmless and not answers
            answers.append(Answer(label, Act(move), key, "primary" if next_one else "plain"))
    return answers


def few_answers(page: Page, box: Box, answers: Sequence[Answer]) -> None:
    for place, answer in zip(box.columns(max(1, len(answers)), page.gap), answers, strict=False):
        page.button(place, answer.label, answer.does, key=answer.key, look=answer.look, size=BODY)


def on_board(match: MatchView) -> bool:
    """The board itself offers the choices."""
    return match.state["awaiting"] in presentation(match.game).asks or len(match.choices) > FEW


def answers(
    page: Page,
    box: Box,
    match: MatchView,
    columns: int,
    moves: Sequence[Move] | None = None,
    labels: Sequence[str] = (),
) -> None:
    """The choices, or some *moves*, as a grid of buttons, with *labels* of their own where they have any."""
    moves = match.choices if moves is None else moves
    words = page.words.of(match.game)
    rows = max(1, -(-len(moves) // columns))
    places = [cell for row in box.rows(rows, page.gap) for cell in row.columns(columns, page.gap)]
    for number, (place, move) in enumerate(zip(places, moves, strict=False), 1):
        label = labels[number - 1] if labels else words.choice(move, match.names)
        key = str(number) if number < 10 else ""
        page.button(place, label, Act(move), key=key, size=LARGE)


def caption(page: Page, box: Box, text: str, size: float = PLAY) -> None:
    page.text(box, text, size, CHALK_SOFT, PLAIN, lines=1)


def pad_of(view: TableView, zone: str) -> PadView:
    """The pad that stands for *zone*, or one that says nothing."""
    return next((pad for pad in view.pads if pad.zone == zone), PadView("", zone))
