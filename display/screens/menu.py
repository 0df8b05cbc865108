"""The menu: the games as four cards, languages, matches that wait."""

from __future__ import annotations

from dataclasses import replace

from controller.intents import AskFinder, OpenHost, ResumeMatch, SetLanguage
from controller.languages import CODES, following
from controller.view import NoticeKind, TableView
from display.screens.scores import asked
from display.screens.ui import Pin, Scores, Searching, Setting, Ui
from display.text.i18n import mark
from display.widgets.boxes import Box
from display.widgets.theme import BODY, GOLD, HEAD, INK, INK_SOFT, MARGIN, PAPER, PAPER_SHADE, SMALL, TITLE
from display.widgets.typography import BOLD
from display.widgets.widgets import Page, Picture
from engine import games

IDEAS = {
    "thirteen": mark("Lay your cards and never go over 13."),
    "ninja": mark("Be the first without a card."),
    "gamate": mark("Choose the trumps, win the tricks."),
    "pot": mark("Be the strongest colour, but never equal."),
}
AGES = {"thirteen": 8, "pot": 10}
MINUTES = {"thirteen": 45}  # where the rules say it
SAMPLES = {
    "thirteen": ("blue-7#1", "rotten-4#1", "yellow-2#1"),
    "ninja": ("8#1", "13#1", "ninja#1"),
    "gamate": ("mute#1", "35", "48"),
    "pot": ("red-5", "violet-9", "orange-3"),
}

MOST_LANGUAGES = 5  # with a button each; with more there is one button, which leads to the next language


def menu(page: Page, view: TableView, ui: Ui) -> None:
    px = page.px
    room = page.box.inset(px(MARGIN + 4), px(10))
    head, room = room.cut_top(page.touch, px(10))
    _head(page, head, view)
    foot, room = room.cut_bottom(page.touch, px(10))
    _foot(page, foot, view, ui)
    for number, (name, place) in enumerate(zip(games.names(), room.columns(4, px(12)), strict=True), 1):
        _game(page, place, name)
        page.hot(place, then=replace(ui, setting=Setting.of(name)), key=str(number))


def _head(page: Page, box: Box, view: TableView) -> None:
    all_fit = len(CODES) <= MOST_LANGUAGES
    for code in reversed(CODES) if all_fit else (view.language,):
        one, box = box.cut_right(page.touch, page.gap)
        look = "primary" if code == view.language else "quiet"
        then = SetLanguage(code if all_fit else following(code))
        page.button(one, code.upper(), then, look=look, size=SMALL + 1)
    gear, box = box.cut_right(page.touch, page.px(14))
    page.button(gear, "", OpenHost(), then=Ui(over=Pin()), look="quiet", sign="gear", key="h")
    if view.simulated:
        badge, box = box.cut_right(page.px(92), page.px(14))
        badge = badge.centred(badge.w, page.px(22))
        page.panel(badge, GOLD, 6)
        page.text(badge.inset(page.px(6), 0), page.words.say("SIMULATED"), SMALL, INK, BOLD, lines=1)
    page.text(box, "Tapis Vert", TITLE, PAPER, BOLD, align=0, lines=1)


def _game(page: Page, box: Box, name: str) -> None:
    px, words = page.px, page.words
    page.panel(box, PAPER, 16, shadow=True)
    inner = box.inset(px(12), px(12))
    fan, inner = inner.cut_top(inner.h * 2 // 5, px(6))
    page.fan(fan, name, SAMPLES[name], seen=0.6)
    title, inner = inner.cut_top(px(36), px(2))
    page.text(title, words.game(name), HEAD, INK, BOLD, lines=1)
    facts, idea = inner.cut_bottom(px(26), px(4))
    page.text(idea, words.say(IDEAS[name]), BODY - 1, INK_SOFT, lines=4)
    page.panel(facts, PAPER_SHADE, 8)
    sign, said = facts.inset(px(8), px(2)).cut_left(px(18), px(6))
    page.add(Picture(sign.centred(px(18), px(18)), "people", INK))
    seats = games.game(name).seats
    low, high = seats.start, seats.stop - 1
    people = str(low) if low == high else f"{low}–{high}"
    age = f"{AGES[name]}+" if name in AGES else ""
    time = words.say("{number} min", number=MINUTES[name]) if name in MINUTES else ""
    time = time.replace(" ", "\u202f")  # a number stays with its unit
    page.text(said, "  ·  ".join(filter(None, (people, age, time))), SMALL, INK, BOLD, align=0, lines=1)


def _foot(page: Page, box: Box, view: TableView, ui: Ui) -> None:
    """Matches that can be taken up again, or what a card that was laid here is; the past, and lost cards."""
    words = page.words
    find, box = box.cut_right(page.px(132), page.gap)
    then = replace(ui, over=Searching())
    page.button(
        find, words.say("find a card"), AskFinder(), then=then, look="quiet", sign="find", key="f", size=SMALL
    )
    past, box = box.cut_right(page.px(132), page.px(14))
    then = replace(ui, over=Scores())
    page.button(
        past, words.say("scores"), asked(Scores()), then=then, look="quiet", sign="chart", key="c", size=SMALL
    )
    notice = view.notice
    hint = words.notice(notice) if notice and notice.kind is NoticeKind.HINT else ""
    if hint or not view.resumable:
        real = not view.seat_players  # there are pads to lay a card on
        text = words.say("Touch a game, or lay one of its cards.") if real else words.say("Touch a game.")
        page.text(box, hint or text, BODY, PAPER, lines=2)
        return
    for number, (place, found) in enumerate(zip(box.columns(2, page.gap), view.resumable, strict=False)):
        game = words.game(found.game)
        names = ", ".join(filter(None, found.names)) or words.say("round {number}", number=found.round)
        label = words.say("take up {game} again ({names})", game=game, names=names)
        page.button(
            place,
            label,
            ResumeMatch(found.match),
            look="quiet",
            sign="cards",
            key="rs"[number],
            size=BODY - 2,
        )
