"""Every screen as a list of widgets: a pure function of what the table shows and what people do here.

    widgets = layout(table.view, Ui(), Scale(800, 480), Words("fr"))

One module for each kind of screen; the board in the middle is the presentation's of the game that is played.
"""

from __future__ import annotations

from controller.view import Mode, NoticeKind, TableView
from display.screens import board, correct, deal, guided, hand, menu, notices, players, showing
from display.screens import ui as busy
from display.screens.attract import attract
from display.screens.finder import finder
from display.screens.host import host
from display.screens.host.pin import lock
from display.screens.rules import rules
from display.screens.score import is_revealing, podium, reveal, sheet
from display.screens.scores import scores
from display.screens.ui import Ui
from display.text.words import Words
from display.widgets.theme import BLACK, Scale
from display.widgets.widgets import Page, Panel, Widget


def layout(view: TableView, ui: Ui, scale: Scale, words: Words) -> list[Widget]:
    page = Page(scale, words)
    if view.dark:
        return [Panel(page.box, BLACK)]
    if view.demo:
        attract(page, view, ui)
        return page.widgets
    if view.match and ui.guide and guided.is_on(view, ui):
        row, above = page.box.cut_bottom(guided.high(page))
        upper = Page(scale, words, above, shrink=above.h / page.box.h)
        _main(upper, view, ui)
        page.add(*upper.widgets)
        guided.row(page, row, view, view.match, ui.guide, ui)
    else:
        _main(page, view, ui)
    _over(page, view, ui)
    return page.widgets


def _main(page: Page, view: TableView, ui: Ui) -> None:
    match = view.match
    awaiting = match.state["awaiting"] if match else ""
    if view.enrol:
        showing.enrolment(page, view, view.enrol)
    elif view.host and isinstance(ui.over, busy.Hosting):
        host(page, view, view.host, ui, ui.over)
    elif view.host and isinstance(ui.over, busy.Typing):
        host(page, view, view.host, ui, busy.Hosting("guests"))
    elif match is None and ui.setting:
        players.players(page, view, ui, ui.setting)
    elif match is None:
        menu.menu(page, view, ui)
    elif view.count:
        showing.counting(page, view, match, view.count)
    elif awaiting == "next" or (awaiting == "over" and is_revealing(match, ui)):
        reveal.reveal(page, view, match, ui)
    elif awaiting == "over":
        podium.podium(page, view, match, ui)
    elif view.hand:
        hand.frame(page, view, match, view.hand, ui)
    elif deal.is_due(match) and ui.ready != (match.id, match.state["round"]):
        deal.deal(page, view, match, ui)
    elif page.scale.flat and not view.demo:
        board.lying(page, view, match, ui)
    else:
        board.standing(page, view, match, ui)


def _over(page: Page, view: TableView, ui: Ui) -> None:
    """What lies over the screen: the last one that applies is the one that can be touched."""
    if view.mode is Mode.PAUSED:
        notices.paused(page, view, ui)
    match view.match, ui.over:
        case _, busy.Rules() as reading:
            rules(page, view, ui, reading)
        case _, busy.Typing() as typing:
            players.keyboard(page, view, ui, typing)
        case _, busy.Scores() as looking:
            scores(page, view, ui, looking)
        case _, busy.Searching() as searching:
            finder(page, view, ui, searching)
        case _, busy.Pin() as pin if view.lock:
            lock(page, view.lock, ui, pin)
        case None, _:
            pass
        case match, busy.Correcting() as correcting:
            correct.correct(page, view, match, ui, correcting)
        case match, busy.Sheet():
            sheet.opened(page, match, ui)
        case match, busy.Choosing() as choosing:
            correct.choose_card(page, match, ui, choosing)
        case match, busy.Asking() as asking:
            correct.ask(page, match, ui, asking)
        case _, busy.Trying() if view.hand:
            hand.faults(page, view.hand, ui)
    if (match := view.match) and (asked := view.question):
        board.facing(page, match, lambda sheet: notices.question(sheet, match.game, asked))
    doubt = view.count.doubt if view.count else None  # stands on the page itself
    notice = None if isinstance(ui.over, busy.Rules) else view.notice  # why not, is being read
    if notice and notice.kind is NoticeKind.REFUSED and notice != doubt:
        board.facing(page, match, lambda sheet: notices.refused(sheet, view, ui, notice))
    grave = [trouble for trouble in view.troubles if trouble.stops]
    if grave and not view.host:  # the host sees it on the page of the pads
        notices.trouble(page, view, grave[0])
