"""The menu: the games as cards on the table, languages, matches that wait."""

from __future__ import annotations

from dataclasses import replace

from controller.intents import OpenHost, ResumeMatch, SetLanguage
from controller.languages import CODES, following
from controller.view import BOT_NAMES, NoticeKind, TableView
from display.games import presentation
from display.screens.board import simulated
from display.screens.notices import mild
from display.screens.score import find_button, scores_button
from display.screens.ui import Pin, Scores, Setting, Ui
from display.widgets.boxes import Box, Room
from display.widgets.theme import CHALK_SOFT, GOLD, INK, INK_SOFT, MARGIN, PAPER, PAPER_SHADE, mix
from display.widgets.typography import BODY, BOLD, LARGE, SMALL, SMALLEST, TITLE, width
from display.widgets.widgets import SHAPE, Card, Glow, Page, capital
from engine import games

FEWEST, ROW, TWO_ROWS = 3, 4, 8  # games there are places for at least, in a row, in two rows
HERO, STEP, LEAN = 3, 0.5, 11  # cards that stand for a game; how far apart, in widths, and askew, in degrees
TURNED = 6  # games of a page where there are more

MOST_LANGUAGES = 5  # with a button each; with more there is one button, which leads to the next language


def menu(page: Page, view: TableView, ui: Ui) -> None:
    px = page.px
    room = Room(page.box.inset(px(MARGIN + 4), px(10)))
    _head(page, room.top(page.touch, px(10)), view)
    _foot(page, room.bottom(page.touch, px(10)), view, ui)
    if said := mild(page.words, view):
        band = room.bottom(px(40), px(10))
        page.panel(band, GOLD, 8)
        page.text(band.inset(px(10), 0), said, BODY - 1, INK, BOLD, lines=2)
    _games(page, room.rest, view, ui)


def _head(page: Page, box: Box, view: TableView) -> None:
    all_fit, room = len(CODES) <= MOST_LANGUAGES, Room(box)
    for code in reversed(CODES) if all_fit else (view.language,):
        look = "plain" if code == view.language else "quiet"
        then = SetLanguage(code if all_fit else following(code))
        page.button(room.right(page.touch, page.gap), code.upper(), then, look=look, size=SMALL + 1)
    gear = room.right(page.touch, page.px(14))
    page.button(gear, "", OpenHost(), then=Ui(over=Pin()), look="quiet", sign="gear", key="h")
    name = room.left(min(room.rest.w, width("Tapis Vert", BOLD, page.px(TITLE)) + page.px(4)), page.px(20))
    page.text(name, "Tapis Vert", TITLE, PAPER, BOLD, align=0, lines=1)
    if view.seat_players:  # said here, and nowhere else: nobody takes this for a table with cards on it
        text = page.words.say("on the screen, without real cards")
        page.text(room.rest, capital(text), SMALL + 1, CHALK_SOFT, align=0, lines=2)
    else:
        simulated(page, view, room.rest)


def _games(page: Page, box: Box, view: TableView, ui: Ui) -> None:
    """As many as can be read side by side; what is left turns to the next ones."""
    names, gap = games.names(), page.px(12)
    if len(names) > TWO_ROWS:
        pages = -(-len(names) // TURNED)
        turn, box = box.cut_right(page.touch, gap)
        then = replace(ui, menu=(ui.menu + 1) % pages)
        page.button(turn, "", then=then, look="quiet", sign="right", key="right")
        names = names[ui.menu % pages * TURNED :][:TURNED]
    places = box.columns(max(FEWEST, len(names)), gap)
    if len(names) > ROW:
        places = box.cells(-(-len(names) // 2), 2, gap)
    for number, (name, place) in enumerate(zip(names, places, strict=False), 1):
        if len(names) > ROW:
            _small_game(page, place, name)
        else:
            _game(page, place, name)
        page.hot(place, then=replace(ui, setting=Setting.after(name, view.last)), key=str(number))


def _game(page: Page, box: Box, name: str) -> None:
    px, words, tint = page.px, page.words.of(name), presentation(name).tint
    page.panel(box, tint, 16, shadow=True)
    hero, told = box.cut_top(box.h * 53 // 100)
    _hero(page, hero, name)
    page.panel(told, PAPER, 16)
    page.panel(told.cut_top(px(18))[0], PAPER, 0)
    room = Room(told.inset(px(10), px(6)))
    page.text(room.top(px(42)), words.title, 40, tint, BOLD, lines=1)
    facts = room.bottom(px(26), px(4))
    page.text(room.rest, words.idea, BODY - 1, INK_SOFT, lines=4)
    _facts(page, facts, name)


def _hero(page: Page, box: Box, name: str) -> None:
    """The game's own colour, lit, and some of its cards thrown on it."""
    px, tint = page.px, presentation(name).tint
    page.add(Glow(box.inset(px(5)), mix(tint, PAPER, 0.4), tint))
    shown = samples(name)[:HERO]
    high = min(box.h - px(34), round((box.w - px(30)) / (1 + STEP * (len(shown) - 1)) / SHAPE))
    wide = round(high * SHAPE)
    for at, card in enumerate(shown):
        away = at - (len(shown) - 1) / 2
        x = box.x + (box.w - wide) // 2 + round(away * wide * STEP)
        y = box.y + (box.h - high) // 2 + round(abs(away) * high * 0.05)
        page.add(
            Card(
                Box(x, y, wide, high), games.game(name).deck.name, card, angle=round(away * LEAN), shadow=True
            )
        )


def _small_game(page: Page, box: Box, name: str) -> None:
    """Where there are many: what it is called beside its cards."""
    px = page.px
    page.panel(box, PAPER, 14, shadow=True)
    facts, inner = box.inset(px(10), px(8)).cut_bottom(px(26), px(4))
    title, fan = inner.cut_bottom(px(34), px(2))
    page.fan(fan, name, samples(name), seen=0.6)
    page.text(title, page.words.game(name), LARGE, presentation(name).tint, BOLD, lines=1)
    _facts(page, facts, name)


def samples(name: str) -> tuple[str, ...]:
    """A few cards that stand for the game: its own choice, or some of its deck."""
    deck = games.game(name).deck
    return presentation(name).samples or deck.names[:: max(1, len(deck) // 3)][:3]


def _facts(page: Page, box: Box, name: str) -> None:
    """How many play it, from what age, how long."""
    px, seats, shown = page.px, games.game(name).seats, presentation(name)
    page.panel(box, PAPER_SHADE, 8)
    room = Room(box.inset(px(8), px(2)))
    page.sign(room.left(px(18), px(6)), "people")
    low, high = seats[0], seats[-1]
    people = str(low) if low == high else f"{low}–{high}"
    age = f"{shown.age}+" if shown.age else ""
    time = page.words.say("{number} min", number=shown.minutes) if shown.minutes else ""
    time = time.replace(" ", "\u202f")  # a number stays with its unit
    told = list(filter(None, (people, age, time)))
    while len(told) > 1 and width(" · ".join(told), BOLD, px(SMALLEST)) > room.rest.w:
        told.pop()
    page.text(room.rest, " · ".join(told), SMALL, INK, BOLD, align=0, lines=1)


def _foot(page: Page, box: Box, view: TableView, ui: Ui) -> None:
    """Matches that can be taken up again, or what a card that was laid here is; the past, and lost cards."""
    words, notice, room = page.words, view.notice, Room(box)
    if not view.seat_players:  # where cards are on the screen only, none can be lost
        find_button(page, room.right(page.px(132), page.gap), ui)
    scores_button(page, room.right(page.px(132), page.px(14)), ui, Scores(), "c")
    hint = words.notice(notice) if notice and notice.kind is NoticeKind.HINT else ""
    if hint or not view.resumable:
        real = not view.seat_players  # there are pads to lay a card on
        text = words.say("Touch a game, or lay one of its cards.") if real else words.say("Touch a game.")
        page.text(room.rest, hint or text, BODY, PAPER, lines=2)
        return
    for key, place, found in zip("rs", room.rest.columns(2, page.gap), view.resumable, strict=False):
        does, game = ResumeMatch(found.match), words.game(found.game)
        people = [name for name in found.names if name and name not in BOT_NAMES]
        names = ", ".join(people) or words.say("round {number}", number=found.round)
        label = words.say("resume {game} ({names})", game=game, names=names)
        page.button(place, label, does, look="quiet", sign="cards", key=key, size=BODY - 2)
