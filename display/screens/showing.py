"""Cards shown to the table one by one: a pile that is counted, a deck that is taught or checked."""

from __future__ import annotations

from collections.abc import Sequence

from controller.intents import Act, CountDone, CountFor, Leave, SkipCard, StopShowing
from controller.view import CountView, EnrolView, MatchView, Mode, NoticeKind, TableView
from display.games import game_of
from display.screens.board import instruction, titled
from display.widgets.boxes import Box, Room
from display.widgets.theme import CHALK_SOFT, GOLD, PAPER
from display.widgets.typography import BODY, BOLD, LARGE, SMALL, TITLE
from display.widgets.widgets import Gauge, Page
from engine.match import UNDO

ROW = 10  # cards that were not shown, side by side


def counting(page: Page, view: TableView, match: MatchView, count: CountView) -> None:
    px, words, player = page.px, page.words, match.names[count.seat]
    room = Room(titled(page, view, words.game(match.game)))
    text = words.say("Show {player}’s cards, one after the other.", player=player)
    if count.doubt:
        text = words.notice(count.doubt, match.game)
    instruction(page, room.top(px(56), page.gap), text)
    foot = Room(room.bottom(page.touch, page.gap))
    back, undo, done = foot.rest.columns(3, page.gap)
    if count.doubt:  # never where the first touch was: a finger that trembles scores nothing
        back, undo, anyway, done = foot.rest.columns(4, page.gap)
        label = words.say("score it all the same")
        page.button(anyway, label, CountDone(anyway=True), look="primary", key="s", size=BODY)
    page.button(back, words.say("stop"), Leave(), look="quiet", sign="no", key="escape")
    page.button(undo, words.say("undo"), Act(UNDO), look="quiet", sign="undo", key="u")
    look = "plain" if count.doubt else "primary"
    page.button(done, words.say("count the points"), CountDone(), look=look, key="return")
    _hint(page, room.bottom(px(30), px(6)), view, match.game)
    cells = room.rest.grid(len(match.names), page.gap)
    for seat, (name, place) in enumerate(zip(match.names, cells, strict=True)):
        number = words.count("one card", "{number} cards", count.counts[seat])
        look = "primary" if seat == count.seat else "plain"
        page.button(place, f"{name}\n{number}", CountFor(seat), look=look, size=LARGE, key=str(seat + 1))


def enrolment(page: Page, view: TableView, enrol: EnrolView) -> None:
    px, words, deck = page.px, page.words, game_of(enrol.deck)
    title = words.say("{game}, box {number}", game=words.game(deck), number=enrol.copy)
    room = Room(titled(page, view, title))
    if enrol.card:
        text = words.say("Lay {card}.", card=words.of(deck).card(enrol.card))
    elif enrol.done < enrol.total:
        text = words.say("Lay every card once, in any order.")
    elif view.mode is Mode.CHECKING:
        text = words.say("Every card was seen.")
    else:
        text = words.say("Every card of this deck is registered.")
    instruction(page, room.top(px(56), page.gap), text)
    last = room.bottom(page.touch, page.gap)
    stop, skip = last.columns(2, page.gap)
    if enrol.done < enrol.total:
        page.button(stop, words.say("stop"), StopShowing(), look="quiet", sign="no", key="escape")
    else:
        page.button(last, words.say("done"), StopShowing(), look="primary", sign="tick", key="return")
    if enrol.card:
        page.button(skip, words.say("skip this card"), SkipCard(), look="plain", sign="right", key="s")
    _hint(page, room.bottom(px(30), px(6)), view, deck)
    page.add(Gauge(room.bottom(px(26), px(10)), enrol.done, max(14, enrol.total), GOLD))
    if enrol.card:
        page.card(room.left(px(240), px(20)), deck, enrol.card, 240)
    number = room.left(px(190), px(20))
    page.text(number, f"{enrol.done} / {enrol.total}", TITLE + 6, PAPER, BOLD, lines=1)
    if enrol.done == enrol.total:
        page.sign(room.rest, "tick", GOLD, 120)
    else:
        _missing(page, room.rest, deck, enrol.missing)


def _missing(page: Page, box: Box, deck: str, missing: Sequence[str]) -> None:
    """The cards that were not shown yet, as many as can be told apart."""
    if not missing:
        return
    head, box = box.cut_top(page.px(24), page.px(4))
    text = page.words.count("one card was not shown yet", "{number} cards were not shown yet", len(missing))
    page.text(head, text, BODY - 2, CHALK_SOFT, align=0, lines=1)
    for number, row in enumerate(box.rows(1 if len(missing) <= ROW else 2, page.px(6))):
        row = row.cut_top(min(row.h, page.px(150)))[0]
        page.fan(row, deck, missing[number * ROW : (number + 1) * ROW], seen=0.4)


def _hint(page: Page, box: Box, view: TableView, game: str) -> None:
    notice = view.notice
    text = page.words.notice(notice, game) if notice and notice.kind is not NoticeKind.REFUSED else ""
    page.text(box, text, SMALL + 2, PAPER, BOLD, lines=1)
