"""What every board shares: whose turn it is and what to do, the players, what happened, undo, correct, pause.

    standing(page, view, match, ui)

The presentation's board draws the middle. On a screen that lies in the table, what to do and what to touch is
beside the player who acts; the board itself stays where it is, as the pads do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from controller.intents import Act, Audit, Intent, Pause, PileTaken, WasTheirs
from controller.view import HandView, MatchView, NoticeKind, PadView, TableView
from display.games import presentation
from display.games.defaults import cards_lying
from display.screens.notices import mild
from display.screens.ui import Correcting, Ui
from display.widgets import typography
from display.widgets.boxes import Box, Room
from display.widgets.theme import BAIZE_DEEP, CHALK_SOFT, GOLD, INK, INK_SOFT, MARGIN, PAPER, Colour
from display.widgets.typography import BODY, BOLD, HEAD, LARGE, PLAIN, SMALL
from display.widgets.widgets import Card, Group, Hand, Pad, Page, Picture, Text
from engine import games
from engine.match import UNDO
from engine.rules import Move

FEW = 2  # so many choices have room in the last row
COLUMNS = 3  # choices side by side
SHOWN = 8  # cards of a zone, the last ones
STRIP = 52  # the height of the instruction
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
    px, gap = page.px, page.gap
    room = Room(played(page, view, match, 6))
    instruction(page, room.top(px(52), gap), page.words.of(match.game).asked(match))
    footer(page, room.bottom(page.touch, gap), match, ui)
    roster(page, room.left(px(178), px(10)), match)
    happened(page, room.bottom(px(36), px(2)), view, match)
    presentation(match.game).board(page, room.rest, view, match, ui)


def side(match: MatchView) -> int:
    """The side of the player who acts."""
    acting = match.state["turn"] or match.state.get("seat")
    seat = match.names.index(acting) if acting in match.names else 0
    return SIDES[len(match.names)][seat]


def lying(page: Page, view: TableView, match: MatchView, ui: Ui) -> None:
    px, gap, turn, shown = page.px, page.gap, side(match), presentation(match.game)
    room = Room(played(page, view, match, 6))
    cut = (room.bottom, room.left, room.top, room.right)[turn]
    turned_onto(page, turn, cut(px(STRIP) + gap + page.touch, gap), lambda desk: _desk(desk, match, ui))
    if not (turn % 2 and match.state["awaiting"] in shown.whole_width):
        roster(page, room.left(px(178), px(10)), match)
    happened(page, room.bottom(px(32), px(2)), view, match)
    shown.board(page, room.rest, view, match, ui)


def _desk(desk: Page, match: MatchView, ui: Ui) -> None:
    asked, rest = desk.box.cut_top(desk.px(STRIP), desk.gap)
    instruction(desk, asked, desk.words.of(match.game).asked(match))
    footer(desk, rest, match, ui)


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
        if isinstance(widget, Text | Picture | Card):
            page.add(replace(widget, box=box, turn=turn))
        else:
            page.add(replace(widget, box=box))


def played(page: Page, view: TableView, match: MatchView, margin: float) -> Box:
    """What is played, and what is left to draw; the room under it."""
    pile = page.words.of(match.game).draw_pile(match) if match.state.get("draw_pile") else ""
    return titled(page, view, round_title(page, match), pile, margin, gap=3)


def titled(
    page: Page, view: TableView, left: str, middle: str = "", margin: float = 8, high: int = 20, gap: int = 4
) -> Box:
    """A row with a title and the badges; the room under it."""
    box, under = page.box.inset(page.px(MARGIN), page.px(margin)).cut_top(page.px(high), page.px(gap))
    row = Room(box)
    for badge in [page.words.say("DEMO")] * view.demo + [page.words.say("SIMULATED")] * view.simulated:
        _badge(page, row.right(page.px(92), page.gap), badge)
    page.text(row.left(row.rest.w * 11 // 20, page.gap), left, SMALL + 1, PAPER, BOLD, align=0, lines=1)
    page.text(row.rest, middle, SMALL, CHALK_SOFT, align=1, lines=1)
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


def round_title(page: Page, match: MatchView) -> str:
    number = page.words.say("round {number}", number=match.state["round"])
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
        box = box.inset(0, page.px(2))
        page.add(Group(box, "hint", enters=(0, box.h)))
        page.panel(box, GOLD, 8)
        page.text(box.inset(page.px(10), 0), hint, BODY - 2, INK, BOLD, lines=2)
        return
    words = page.words.of(match.game)
    sentences = words.happened(match.events) or [
        words.say("{player}: {said}", player=player, said=said) for player, said in words.said(match)
    ]
    both = "   ".join(sentences[-2:])
    if typography.width(both, PLAIN, page.px(SMALL)) > box.w:  # the last one is the one to read
        both = sentences[-1]
    page.text(box, both, BODY - 1, PAPER, align=0, lines=2)


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


# Players


def roster(page: Page, box: Box, match: MatchView, hand: HandView | None = None) -> None:
    """Everybody, clockwise; the one to act stands out."""
    seats = match.state["players"]
    rows = box.rows(max(4, len(seats)), page.px(5))
    for row, player, seat in zip(rows, seats, range(len(seats)), strict=False):
        _seat(page, row, match, player, seat, hand)


def _seat(
    page: Page, box: Box, match: MatchView, player: dict[str, Any], seat: int, hand: HandView | None
) -> None:
    px, state = page.px, match.state
    acts = player["name"] in (state["turn"], state.get("seat"))
    ink = INK if acts else PAPER
    page.panel(box, PAPER if acts else BAIZE_DEEP, 9)
    did = [event["kind"] for event in match.events if event.get("player") == player["name"]]
    gives = acts if hand and hand.lying else "laid" in did
    takes = presentation(match.game).takes(match, player["name"])
    page.add(Hand(box, gives, takes, seat))
    room = Room(box.inset(px(9), px(3)))
    if acts:
        page.sign(room.left(px(13), px(6)), "right")
    total = str(list(state["totals"].values())[games.game(match.game).side(seat)])
    colour = INK if acts else GOLD
    counts = f"total {player['name']}"
    page.text(room.right(px(34), px(4)), total, LARGE, colour, BOLD, align=1, lines=1, counts=counts)
    name = Room(room.top(room.rest.h * 11 // 20))
    if hand and hand.seat_players[seat] != "hand":
        page.sign(name.left(px(15), px(5)), "robot", ink)
    page.name(name.rest, player["name"], BODY - 1, ink, align=0)
    said = [said for who, said in page.words.of(match.game).said(match) if who == player["name"]]
    if said:
        page.text(room.rest, said[-1], SMALL - 1, INK_SOFT if acts else CHALK_SOFT, align=0, lines=1)
    else:
        _counts(page, room.rest, match, player, ink, hand.face_up[seat] if hand and hand.face_up else ())


def _counts(
    page: Page, box: Box, match: MatchView, player: dict[str, Any], ink: Colour, face_up: Sequence[str]
) -> None:
    """Cards in hand, then what lies in front of a player, each as a small picture and a number.

    Those that lie there face up are named where it is known which they are.
    """
    px, room = page.px, Room(box)
    for sign, name, _ in presentation(match.game).counts:
        if name not in player:
            continue
        number, wide = str(player[name]), px(20)
        if name == "face_up" and face_up:
            number, wide = "  ".join(map(page.words.of(match.game).figure, face_up)), px(66)
        page.sign(room.left(px(14), px(3)), sign, ink)
        page.text(room.left(wide, px(2)), number, SMALL, ink, BOLD, align=0, lines=1)


# The last row


def footer(page: Page, box: Box, match: MatchView, ui: Ui) -> None:
    say, room = page.words.say, Room(box)
    short = box.w < page.px(600)  # only their signs fit
    wide = page.touch if short else max(page.touch, page.px(122))
    for label, sign, key, does, then in (
        (say("undo"), "undo", "u", Act(UNDO), None),
        (say("correct"), "pencil", "c", Audit(), ui.at(Correcting())),
        (say("pause"), "pause", "p", Pause(), None),
    ):
        one, look = room.left(wide, page.gap), "faint" if sign == "undo" and not match.log else "quiet"
        page.button(one, "" if short else label, does, then=then, key=key, look=look, sign=sign, size=SMALL)
    few_answers(page, room.rest, said(page, match))


class Answer(NamedTuple):
    label: str
    does: Intent
    key: str
    look: str = "primary"


def said(page: Page, match: MatchView) -> list[Answer]:
    """The few things that can be said now; more than a few need room on the board."""
    words, shown = page.words.of(match.game), presentation(match.game)
    answers: list[Answer] = []
    if match.pick_up is not None:
        answers.append(Answer(words.say("the pile is taken"), PileTaken(), "space"))
    if match.theirs is not None:
        label = words.say("that one was {player}’s", player=match.names[match.theirs])
        answers.append(Answer(label, WasTheirs(), "!"))
    for move in shown.aside:
        if move in match.choices:
            answers.append(Answer(words.choice(move, match.names), Act(move), "", "quiet"))
    if not on_board(match):
        for number, move in enumerate(shown.offered(match)):
            label = words.choice(move, match.names)
            answers.append(Answer(label, Act(move), str(number) if number else "return"))
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
        page.button(place, label, Act(move), key=key, look="primary", size=LARGE)


def caption(page: Page, box: Box, text: str, size: float = SMALL) -> None:
    page.text(box, text, size, CHALK_SOFT, PLAIN, lines=1)


def pad_of(view: TableView, zone: str) -> PadView:
    """The pad that stands for *zone*, or one that says nothing."""
    return next((pad for pad in view.pads if pad.zone == zone), PadView("", zone))
