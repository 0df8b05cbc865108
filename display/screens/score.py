"""A scored round: what everybody took, how it adds up, and where the match stands; at its end the podium."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from controller.intents import Act, AskFinder, AskScores, Leave, PlayAgain
from controller.view import MatchView, TableView
from display.games import presentation
from display.screens.board import titled
from display.screens.ui import PODIUM, Scores, Searching, Ui
from display.widgets.boxes import Box, Room
from display.widgets.theme import CHALK_SOFT, GOLD, INK, INK_SOFT, PAPER, PAPER_SHADE, ink, suit
from display.widgets.typography import BODY, BOLD, HEAD, LARGE, SMALL, TITLE
from display.widgets.widgets import Group, Page, Panel, Timer
from engine import games
from engine.match import NEXT, UNDO

TURN_S = 0.9  # until the next player's cards turn up
APPLAUSE_S = 6.0  # until a match that is over goes on to the podium
SCORES = 5  # past matches on a page
COLUMNS = 8  # rounds the score sheet has room for, the last ones


def ranked(match: MatchView) -> list[tuple[int, str, int]]:
    """Rank, name and total, the best first; who won is the referee's word."""
    totals = match.state["totals"]
    sign = 1 if games.game(match.game).lowest_wins else -1
    order = sorted(totals.items(), key=lambda item: sign * item[1])
    values = [value for _, value in order]
    return [(values.index(value) + 1, name, value) for name, value in order]


def shown_name(match: MatchView, who: str) -> str:
    """A player, or the two of a side."""
    if who in match.names:
        return who
    return " + ".join(match.names[int(seat)] for seat in who.split("+"))


# The reveal: one player after the other, then everybody in rank


def _standing(match: MatchView) -> int:
    """How many players' piles are turned up one after the other."""
    return len(match.names) if match.reveal and any(match.reveal.taken) else 0


def stage(match: MatchView, ui: Ui) -> int:
    """So many have been turned up; one more: everybody is in rank."""
    seen = ui.revealed[2] if ui.revealed[:2] == (match.id, match.state["round"]) else 0
    return seen if _standing(match) else max(1, seen)


def at_stage(match: MatchView, ui: Ui, number: int) -> Ui:
    return replace(ui, revealed=(match.id, match.state["round"], number))


def is_revealing(match: MatchView, ui: Ui) -> bool:
    """The last round of a match is revealed before its winners stand on the podium."""
    worth_it = match.reveal is not None and any("=" in text for text in match.reveal.explain.values())
    return worth_it and stage(match, ui) < PODIUM


def reveal(page: Page, view: TableView, match: MatchView, ui: Ui) -> None:
    px, words = page.px, page.words
    number, last_stage = stage(match, ui), _standing(match) + 1
    over = match.state["awaiting"] == "over"
    room = Room(titled(page, view, words.game(match.game), high=22))
    head = room.top(px(40), px(6))
    text = words.say("Round {number} is scored", number=match.state["round"])
    if over and number >= last_stage:
        text = words.winners(match.state["winners"])
    page.text(head.cut_right(px(220), page.gap)[1], text, HEAD, PAPER, BOLD, align=0, lines=1)
    heads = Room(head.cut_bottom(px(20))[0].inset(px(12), 0))
    for label, wide in ((words.say("total"), px(84)), (words.say("this round"), px(90))):
        page.text(heads.right(wide, px(8)), label, SMALL, CHALK_SOFT, BOLD, align=1, lines=1)
    last = Room(room.bottom(page.touch, px(8)))
    undo = last.left(px(150), page.gap)
    page.button(undo, words.say("undo"), Act(UNDO), look="quiet", sign="undo", key="u")
    find_button(page, last.left(px(150), page.gap), ui)
    go = partial(page.button, last.rest, look="primary", size=LARGE, key="return")
    if over:
        go(words.say("on"), then=at_stage(match, ui, PODIUM), sign="crown")
    else:
        go(words.say("next round"), Act(NEXT), sign="right")
    rows(page, room.rest, match, number)
    if number < last_stage:
        page.hot(room.rest, then=at_stage(match, ui, last_stage), key="space")
        page.add(Timer(TURN_S, at_stage(match, ui, number + 1)))
    elif over:
        page.add(Timer(APPLAUSE_S, at_stage(match, ui, PODIUM)))


def find_button(page: Page, box: Box, ui: Ui) -> None:
    label, then = page.words.say("find a card"), ui.at(Searching())
    page.button(box, label, AskFinder(), then=then, look="quiet", sign="find", key="f", size=SMALL)


def asked(looking: Scores) -> AskScores:
    return AskScores(looking.game, looking.guest, looking.page, SCORES)


def scores_button(page: Page, box: Box, ui: Ui, looking: Scores, key: str) -> None:
    label, then = page.words.say("scores"), ui.at(looking)
    page.button(box, label, asked(looking), then=then, look="quiet", sign="chart", key=key, size=SMALL)


def rows(page: Page, box: Box, match: MatchView, number: int) -> None:
    """Player by player: the cards, the sum as in the rule book, the total."""
    now = ranked(match)
    final = number > _standing(match)
    if not final:
        points = match.reveal.points if match.reveal else {}
        before = {who: total - points.get(who, 0) for _, who, total in now}
        now = [(0, who, before[who]) for who in before]
        now.sort(key=lambda row: match.names.index(row[1]))
    places = box.rows(max(3, len(now)), page.px(6))
    for at, ((rank, who, total), row) in enumerate(zip(now, places, strict=False)):
        _row(page, row, match, who, total, turned=final or at < number, first=final and rank == 1)
    note = presentation(match.game).score_note
    if note and len(now) < len(places):
        text = page.words.of(match.game).say(note)
        page.text(places[-1].cut_top(page.px(40))[0], text, BODY - 2, CHALK_SOFT, lines=2)


def _row(page: Page, box: Box, match: MatchView, who: str, total: int, turned: bool, first: bool) -> None:
    px, revealed = page.px, match.reveal
    page.add(Group(box, f"row {who}"))
    page.panel(box, PAPER, 10, GOLD if first else None, 4)
    room = Room(box.inset(px(12), px(5) if box.h > px(64) else px(2)))
    page.text(room.left(px(136), px(10)), shown_name(match, who), LARGE - 2, INK, BOLD, align=0, lines=2)
    page.text(
        room.right(px(84), px(8)), str(total), HEAD + 4, INK, BOLD, align=1, lines=1, counts=f"total {who}"
    )
    figure = room.right(px(56), px(10))
    if not revealed:
        return
    if turned:
        page.text(figure, f"+{revealed.points.get(who, 0)}", LARGE, INK_SOFT, BOLD, align=1, lines=1)
    taken = revealed.taken[match.names.index(who)] if who in match.names and revealed.taken else ()
    if taken:
        shown = taken if turned else (None,) * len(taken)
        _taken(page, room.rest, match, shown, revealed.explain.get(who, ""))
    elif turned:
        presentation(match.game).told(page, room.rest, match, who)


def _taken(page: Page, box: Box, match: MatchView, taken: Sequence[str | None], sum_: str) -> None:
    """A pile, turned up or not."""
    px, sorts = page.px, presentation(match.game).sorted_piles
    said, cards = box.cut_bottom(px(24) if box.h > px(64) else px(17))
    up = [card for card in taken if card]
    deck = games.game(match.game).deck.names
    if sorts:
        up.sort(key=deck.index)
    start = len(page.widgets)
    page.fan(cards, match.game, up or taken)
    if not up:
        return
    page.text(said, sum_, SMALL, INK_SOFT, BOLD, lines=1)
    worth = sum_.partition(" = ")[0].split("+")
    laid = page.widgets[start : start + len(up)]
    if not sorts or len(worth) != len(laid):
        return
    free = [widget.box for widget, points in zip(laid, worth, strict=True) if points == "0"]
    for box in _joined(free):
        page.widgets.insert(start, Panel(box.inset(-px(3)), GOLD, px(5)))


def _joined(boxes: Sequence[Box]) -> list[Box]:
    """Cards that lie one over the other as one box each."""
    joined: list[Box] = []
    for box in boxes:
        if joined and box.x <= joined[-1].right:
            joined[-1] = joined[-1]._replace(w=box.right - joined[-1].x)
        else:
            joined.append(box)
    return joined


# The end


def podium(page: Page, view: TableView, match: MatchView, ui: Ui) -> None:
    px, words, wide = page.px, page.words, page.px(120)
    room = Room(titled(page, view, words.game(match.game), high=22))
    last = Room(room.bottom(page.touch, px(8)))
    undo = last.left(wide, page.gap)
    page.button(undo, words.say("undo"), Act(UNDO), look="quiet", sign="undo", key="u", size=SMALL)
    find_button(page, last.left(wide, page.gap), ui)
    scores_button(page, last.left(wide, page.gap), ui, Scores(game=match.game), "s")
    menu = last.right(px(110), page.gap)
    label = words.say("again, same players")
    page.button(last.rest, label, PlayAgain(), look="primary", size=LARGE - 2, key="return")
    page.button(menu, words.say("menu"), Leave(), then=Ui(), look="plain", size=LARGE - 2, key="q")
    head = Room(room.top(px(60), px(8)))
    page.sign(head.left(px(56), px(14)), "crown", GOLD, 52)
    page.text(head.rest, words.winners(match.state["winners"]), TITLE - 6, PAPER, BOLD, align=0, lines=1)
    _steps(page, room.left(room.rest.w * 9 // 20, px(16)), match)
    rows = [
        (shown_name(match, who), [result[who] for result in match.results], total)
        for _, who, total in ranked(match)
    ]
    score_sheet(page, room.rest, rows)


def _steps(page: Page, box: Box, match: MatchView) -> None:
    """The first three on steps, the winners highest."""
    px = page.px
    order = ranked(match)[:3]
    places = box.columns(len(order), px(8))
    where = (1, 0, 2)  # the first in the middle, or on the right of two
    for (rank, who, total), column in zip(order, where, strict=False):
        step, above = places[column].cut_bottom(box.h * (10, 7, 5)[min(rank, 3) - 1] // 13)
        page.panel(step, GOLD if rank == 1 else PAPER, 10, shadow=True)
        name = above.cut_bottom(min(above.h, px(46)), px(2))[0]
        page.text(name, shown_name(match, who), LARGE - 2, PAPER, BOLD, lines=2)
        room = Room(step.inset(px(6)))
        page.text(room.top(px(50)), str(rank), TITLE, INK, BOLD, lines=1)
        page.text(room.rest, str(total), LARGE, INK, BOLD, lines=1)


def score_sheet(
    page: Page, box: Box, rows: Sequence[tuple[str, Sequence[int], int]], signs: Sequence[str] = ()
) -> None:
    """Every round and the total, a player in each row; *signs*: the suit whose shape marks them elsewhere."""
    px = page.px
    page.panel(box, PAPER, 10, PAPER_SHADE if signs else None, 2, shadow=not signs)
    head, inner = box.inset(px(12), px(10)).cut_top(px(26), px(4))
    rounds = max((len(points) for _, points, _ in rows), default=0)
    heads = [str(number + 1) for number in range(rounds)][-COLUMNS:]
    _line(page, head, "", heads, page.words.say("total"), heading=True)
    lines = map(Room, inner.rows(max(4, len(rows)), px(2)))
    for number, ((name, points, total), line) in enumerate(zip(rows, lines, strict=False)):
        if signs:
            page.sign(line.left(px(14), px(4)), suit(signs[number]).shape, ink(signs[number]))
        _line(page, line.rest, name, [str(point) for point in points][-COLUMNS:], str(total))


def _line(page: Page, box: Box, name: str, points: Sequence[str], total: str, heading: bool = False) -> None:
    px = page.px
    if heading:
        page.panel(box, PAPER_SHADE, 6)
    room = Room(box.inset(px(6), 0))
    page.text(room.right(px(50), px(4)), total, SMALL if heading else BODY, INK, BOLD, align=1, lines=1)
    wide = room.rest.w
    rest = room.right(min(max(px(34) * len(points), wide // 2), wide * 11 // 20), px(6))
    sides, label = name.split(" + "), room.rest
    for part, place in zip(sides, label.centred(label.w, min(label.h, px(46))).rows(len(sides)), strict=True):
        page.name(place, part, BODY - 1, INK, align=0)
    for text, place in zip(points, rest.columns(max(3, len(points)), px(2)), strict=False):
        page.text(place, text, SMALL if heading else BODY - 2, INK_SOFT, BOLD, align=1, lines=1)
