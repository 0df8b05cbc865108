"""What every board shares: whose turn it is and what to do, the players, what happened, undo, correct, pause.

    frame(page, view, match, ui, thirteen.board)

A board draws the middle: `board(page, box, view, match, ui)`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from controller.intents import Act, Audit, Pause, PileTaken, WasTheirs
from controller.view import HandView, MatchView, NoticeKind, PadView, TableView
from display.screens.ui import Correcting, Ui
from display.widgets import typography
from display.widgets.boxes import Box
from display.widgets.theme import (
    BAIZE_DEEP,
    BODY,
    CHALK_SOFT,
    GOLD,
    HEAD,
    INK,
    INK_SOFT,
    LARGE,
    MARGIN,
    PAPER,
    SMALL,
    Colour,
)
from display.widgets.typography import BOLD, PLAIN
from display.widgets.widgets import Group, Hand, Page, Picture
from engine.match import UNDO
from engine.rules import Choose, Move, Press

Board = Callable[[Page, Box, TableView, MatchView, Ui], None]

PICK_UP, NO_COUNTER, FORFEIT = Press("pick-up"), Choose("counter", False), Choose("forfeit", True)
FIGURES = {"ninja": "N"}
FEW = 2  # so many choices have room in the last row
TAKES = ("took", "picked-up", "trick-taken", "pot-taken")  # what brings cards into somebody's hands


def frame(page: Page, view: TableView, match: MatchView, ui: Ui, board: Board) -> None:
    px, gap = page.px, page.gap
    room = page.box.inset(px(MARGIN), px(6))
    top, room = room.cut_top(px(20), px(3))
    played_row(page, view, match, top)
    above, room = room.cut_top(px(52), gap)
    instruction(page, above, asked(page, match))
    last, room = room.cut_bottom(page.touch, gap)
    footer(page, last, match, ui)
    seats, middle = room.cut_left(px(178), px(10))
    roster(page, seats, match)
    said, middle = middle.cut_bottom(px(36), px(2))
    happened(page, said, view, match)
    board(page, middle, view, match, ui)


def played_row(page: Page, view: TableView, match: MatchView, box: Box) -> None:
    title_row(page, view, box, round_title(page, match), _draw_pile(page, match))


def title_row(page: Page, view: TableView, box: Box, left: str, middle: str = "") -> None:
    """What is played, and the badges."""
    badges = [page.words.say("DEMO")] * view.demo + [page.words.say("SIMULATED")] * view.simulated
    for badge in badges:
        one, box = box.cut_right(page.px(92), page.gap)
        page.panel(one, GOLD, 6)
        page.text(one.inset(page.px(6), 0), badge, SMALL, INK, BOLD, lines=1)
    name, rest = box.cut_left(box.w * 11 // 20, page.gap)
    page.text(name, left, SMALL + 1, PAPER, BOLD, align=0, lines=1)
    page.text(rest, middle, SMALL, CHALK_SOFT, align=1, lines=1)


def asked(page: Page, match: MatchView) -> str:
    """What to do next; first of all, whoever went over takes the pile."""
    words = page.words
    took = [
        words.count(
            "Over 13! {player} takes one card, face down.",
            "Over 13! {player} takes {number} cards, face down.",
            event["count"],
            player=event["player"],
        )
        for event in match.events
        if event["kind"] == "took" and match.pick_up is not None
    ]
    return " ".join([*took, words.instruction(match)])


def round_title(page: Page, match: MatchView) -> str:
    number = page.words.say("round {number}", number=match.state["round"])
    return f"{page.words.game(match.game)}  ·  {number}"


def _draw_pile(page: Page, match: MatchView) -> str:
    left = match.state.get("draw_pile")
    if not left:
        return ""
    return page.words.count("one card to draw", "{number} cards to draw", left)


def instruction(page: Page, box: Box, text: str) -> None:
    page.panel(box, PAPER, 12, shadow=True)
    arrow, rest = box.inset(page.px(12), page.px(4)).cut_left(page.px(22), page.px(10))
    page.add(Picture(arrow.centred(page.px(22), page.px(22)), "right", INK))
    page.text(rest, text, HEAD - 4, INK, BOLD, align=0, lines=2)


def happened(page: Page, box: Box, view: TableView, match: MatchView) -> None:
    """The last thing that happened; a hint comes before it."""
    notice = view.notice
    hint = page.words.notice(notice) if notice and notice.kind is NoticeKind.HINT else ""
    hint = hint or next((page.words.trouble(trouble) for trouble in view.troubles if trouble.pad), "")
    if hint:
        box = box.inset(0, page.px(2))
        page.add(Group(box, "hint", enters=(0, box.h)))
        page.panel(box, GOLD, 8)
        page.text(box.inset(page.px(10), 0), hint, BODY - 2, INK, BOLD, lines=2)
        return
    sentences = [sentence for event in match.events if (sentence := page.words.event(event))]
    if not sentences and match.state["awaiting"] in ("bid", "oppose"):
        sentences = [
            page.words.say("{player}: {said}", player=bid["player"], said=page.words.bid(bid))
            for bid in match.state["bids"]
        ]
    both = "   ".join(sentences[-2:])
    if typography.width(both, PLAIN, page.px(SMALL)) > box.w:  # the last one is the one to read
        both = sentences[-1]
    page.text(box, both, BODY - 1, PAPER, align=0, lines=2)


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
    state, px = match.state, page.px
    acts = player["name"] in (state["turn"], state.get("seat"))
    page.panel(box, PAPER if acts else BAIZE_DEEP, 9)
    did = [event["kind"] for event in match.events if event.get("player") == player["name"]]
    gives = acts if hand and hand.lying else "laid" in did
    sweeps = "laid" in did and len(state.get("trick", ())) == 1  # Gamate: who took a trick leads the next
    page.add(Hand(box, gives=gives, takes=sweeps or any(kind in TAKES for kind in did)))
    inner = box.inset(px(9), px(3))
    if acts:
        arrow, inner = inner.cut_left(px(13), px(6))
        page.add(Picture(arrow.centred(px(13), px(13)), "right", INK))
    totals = state["totals"]
    total = totals[player["name"]] if player["name"] in totals else list(totals.values())[seat % 2]
    points, inner = inner.cut_right(px(34), px(4))
    page.text(points, str(total), LARGE, INK if acts else GOLD, BOLD, align=1, lines=1, counts=True)
    name, counts = inner.cut_top(inner.h * 11 // 20)
    if hand and hand.seat_players[seat] != "hand":
        sign, name = name.cut_left(px(15), px(5))
        page.add(Picture(sign.centred(px(15), px(15)), "robot", INK if acts else PAPER))
    page.name(name, player["name"], BODY - 1, INK if acts else PAPER, align=0)
    said = _said(page, match, player)
    if said:
        page.text(counts, said, SMALL - 1, INK_SOFT if acts else CHALK_SOFT, align=0, lines=1)
    else:
        open_cards = hand.face_up[seat] if hand and hand.face_up else ()
        _counts(page, counts, match, player, INK if acts else PAPER, open_cards)


def _said(page: Page, match: MatchView, player: dict[str, Any]) -> str:
    """While there are demands: what somebody said last."""
    state = match.state
    if state["awaiting"] not in ("bid", "oppose"):
        return ""
    bids = [bid for bid in state["bids"] if bid["player"] == player["name"]]
    return page.words.bid(bids[-1]) if bids else ""


def _counts(
    page: Page, box: Box, match: MatchView, player: dict[str, Any], ink: Colour, face_up: Sequence[str]
) -> None:
    """Cards in hand, then what lies in front of somebody, each as a small picture and a number.

    Those that lie there face up are named where it is known which they are.
    """
    px = page.px
    numbers: list[tuple[str, Any]] = [("cards", player["hand"])]
    if match.game == "ninja":
        lying = "  ".join(FIGURES.get(kind_of(card), kind_of(card)) for card in face_up)
        numbers += [("face-up", lying or player["face_up"]), ("face-down", player["face_down"])]
    elif match.game == "gamate":
        numbers += [("tick", player["taken"])]
    else:
        numbers += [("face-down", player["taken"])]
    side = px(14)
    for sign, number in numbers:
        room, box = box.cut_left(side, px(3))
        page.add(Picture(room.centred(side, side), sign, ink))
        room, box = box.cut_left(px(20) if isinstance(number, int) else px(66), px(2))
        page.text(room, str(number), SMALL, ink, BOLD, align=0, lines=1)


def kind_of(card: str) -> str:
    """A card's name without its number: equal cards look the same."""
    return card.partition("#")[0]


# The last row


def footer(page: Page, box: Box, match: MatchView, ui: Ui) -> None:
    say = page.words.say
    short = box.w < page.px(600)  # only their signs fit
    wide = page.touch if short else max(page.touch, page.px(122))
    for label, sign, key, does, then in (
        (say("undo"), "undo", "u", (Act(UNDO),), None),
        (say("correct"), "pencil", "c", (Audit(),), replace(ui, over=Correcting())),
        (say("pause"), "pause", "p", (Pause(),), None),
    ):
        one, box = box.cut_left(wide, page.gap)
        look = "faint" if sign == "undo" and not match.log else "quiet"
        page.button(one, "" if short else label, *does, then=then, key=key, look=look, sign=sign, size=SMALL)
    few_answers(page, box, said(page, match))


Answer = tuple[str, Any, str]  # a label, what it does, its key


def said(page: Page, match: MatchView) -> list[Answer]:
    """The few things that can be said now; more than a few need room on the board."""
    say = page.words.say
    answers: list[Answer] = []
    if match.pick_up is not None:
        answers.append((say("the pile is taken"), PileTaken(), "space"))
    if match.theirs is not None:
        answers.append((say("that one was {player}’s", player=match.names[match.theirs]), WasTheirs(), "!"))
    if FORFEIT in match.choices:
        answers.append((page.words.choice(FORFEIT, match.names), Act(FORFEIT), ""))
    if not on_board(match):
        # Not to counter and to pick up are the same thing.
        moves = [move for move in match.choices if not (move == PICK_UP and NO_COUNTER in match.choices)]
        choices = [(page.words.choice(move, match.names), Act(move)) for move in moves]
        answers += [
            (*choice, "return" if number == 0 else str(number)) for number, choice in enumerate(choices)
        ]
    return answers


def few_answers(page: Page, box: Box, answers: Sequence[Answer]) -> None:
    for place, (label, does, key) in zip(box.columns(max(1, len(answers)), page.gap), answers, strict=False):
        look = "quiet" if does == Act(FORFEIT) else "primary"
        page.button(place, label, does, key=key, look=look, size=BODY)


def on_board(match: MatchView) -> bool:
    """The board itself offers the choices."""
    asked = match.state["awaiting"] in ("give", "bid", "oppose", "direction", "tricks", "lead", "colour")
    return asked or len(match.choices) > FEW


def answers(page: Page, box: Box, moves: Sequence[Move], names: Sequence[str], columns: int) -> None:
    """Choices as a grid of buttons."""
    rows = max(1, -(-len(moves) // columns))
    places = [cell for row in box.rows(rows, page.gap) for cell in row.columns(columns, page.gap)]
    for number, (place, move) in enumerate(zip(places, moves, strict=False), 1):
        label = page.words.choice(move, names)
        if isinstance(move, Choose) and move.what == "tricks":
            label = str(move.value)
        key = str(number) if number < 10 else ""
        page.button(place, label, Act(move), key=key, look="primary", size=LARGE)


def caption(page: Page, box: Box, text: str, size: float = SMALL) -> None:
    page.text(box, text, size, CHALK_SOFT, PLAIN, lines=1)


def pad_of(view: TableView, zone: str) -> PadView:
    """The pad that stands for *zone*, or one that says nothing."""
    return next((pad for pad in view.pads if pad.zone == zone), PadView("", zone))
