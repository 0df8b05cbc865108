"""Who plays: seats round the table, house rules, a keyboard for names. One touch starts without any."""

from __future__ import annotations

from dataclasses import replace

from controller.intents import Intent, NameSeat, RenameGuest
from controller.languages import by_code
from controller.view import BOT_NAMES, TableView
from display.screens.board import titled
from display.screens.menu import samples
from display.screens.ui import ROUNDS, Hosting, Over, Rules, Setting, Typing, Ui
from display.text.i18n import mark
from display.widgets.boxes import Box, Room
from display.widgets.theme import (
    ALARM,
    BAIZE_PALE,
    CHALK_SOFT,
    GOLD,
    INK,
    INK_SOFT,
    NIGHT,
    PAPER,
    PAPER_SHADE,
    WOOD,
)
from display.widgets.typography import BODY, BOLD, HEAD, LARGE, SMALL, width
from display.widgets.widgets import Page
from engine import games

# Places round the table, clockwise from the nearest, as column and row of three by three.
SEATS = {
    1: ((1, 2),),
    2: ((1, 2), (1, 0)),
    3: ((1, 2), (0, 1), (2, 1)),
    4: ((1, 2), (0, 1), (1, 0), (2, 1)),
    5: ((1, 2), (0, 1.4), (0, 0.2), (2, 0.2), (2, 1.4)),
    6: ((1, 2), (0, 1.5), (0, 0.5), (1, 0), (2, 0.5), (2, 1.5)),
    7: ((1, 2), (0, 2), (0, 1), (0, 0), (2, 0), (2, 1), (2, 2)),
    8: ((1, 2), (0, 2), (0, 1), (0, 0), (1, 0), (2, 0), (2, 1), (2, 2)),
}


def players(page: Page, view: TableView, ui: Ui, setting: Setting) -> None:
    px, words = page.px, page.words
    room = Room(titled(page, view, words.game(setting.game), high=22, gap=6))
    last = Room(room.bottom(page.touch + px(4), px(10)))
    back, book = last.left(max(page.touch, px(120)), page.gap), last.left(max(page.touch, px(150)), page.gap)
    page.button(book, words.say("rules"), then=ui.at(Rules(setting.game)), look="quiet", sign="book", key="r")
    page.button(back, words.say("back"), then=Ui(), look="quiet", sign="left", key="escape")
    look = "chosen" if setting.guided else "quiet"
    guided = replace(ui, setting=replace(setting, guided=not setting.guided))
    explain = last.left(max(page.touch, px(186)), page.gap)
    label = words.say("First time? The table explains.")
    page.button(explain, label, then=guided, look=look, sign="bulb", key="x", size=SMALL + 2)
    go = words.count("one player: go!", "{number} players: go!", len(setting.names))
    page.button(last.rest, go, setting.match, then=Ui(), look="primary", size=LARGE, key="return")
    choices = room.right(px(292), px(14))
    _table(page, room.rest, view, ui, setting)
    _choices(page, choices, ui, setting)


def _table(page: Page, box: Box, view: TableView, ui: Ui, setting: Setting) -> None:
    px = page.px
    page.panel(box.inset(box.w // 6, box.h // 6), WOOD, 90)
    page.panel(box.inset(box.w // 6 + px(7), box.h // 6 + px(7)), BAIZE_PALE, 84)
    wide, high = (box.w - 2 * px(8)) // 3, max(page.touch, px(60))
    middle = box.centred(wide - px(20), min(px(96), box.h - 2 * high - px(30)))
    page.fan(middle, setting.game, samples(setting.game), 0.6)
    for seat, (column, row) in enumerate(SEATS[len(setting.names)]):
        x, name = box.x + column * (wide + px(8)), setting.names[seat]
        place = Room(Box(x, box.y + round((box.h - high) * row / 2), wide, high))
        page.panel(place.rest, PAPER if name else PAPER_SHADE, 10, shadow=True)
        if view.seat_players:
            _mind(page, place.left(page.touch), view, ui, setting, seat)
        said, deals = Room(place.rest.inset(px(8), px(4))), setting.dealer == seat
        if deals or not view.seat_players:
            page.sign(said.left(px(18), px(6)), "cards" if deals else "person")
        if view.seat_players:
            _, mind = SIGNS[setting.seated[seat]]
            page.text(said.bottom(px(16)), page.words.say(mind), SMALL, INK_SOFT, BOLD, align=0, lines=1)
        _name(page, said.rest, name or seat_label(page, view, setting, seat))
        page.hot(place.rest, then=ui.at(Typing(seat, name)), key=str(seat + 1))


def _name(page: Page, box: Box, name: str) -> None:
    """On one line or, if it has two parts and is long, on two; shortened where even that is too much."""
    parts = name.replace("-", "-\n").replace(" ", "\n").splitlines()
    if len(parts) == 2 and width(name, BOLD, page.px(SMALL + 1)) > box.w:
        for part, row in zip(parts, box.rows(2), strict=True):
            page.name(row, part, SMALL + 1, INK, align=0)
    else:
        page.name(box, name, BODY, INK, align=0)


def seat_label(page: Page, view: TableView, setting: Setting, seat: int) -> str:
    """What a player without a name is called."""
    is_bot = view.seat_players and setting.seated[seat] != "hand"
    return BOT_NAMES[seat % len(BOT_NAMES)] if is_bot else page.words.label(seat)


SIGNS = {
    "hand": ("hand", mark("human")),
    "careful": ("robot", mark("careful")),
    "expert": ("robot", mark("expert")),
}


def _mind(page: Page, box: Box, view: TableView, ui: Ui, setting: Setting, seat: int) -> None:
    """Who plays this seat of a simulated table: a touch goes on to the next kind."""
    mind = setting.seated[seat]
    sign, _ = SIGNS[mind]
    following = view.seat_players[(view.seat_players.index(mind) + 1) % len(view.seat_players)]
    fill = WOOD if mind == "hand" else NIGHT
    page.panel(box, fill, 10)
    page.sign(box, sign, PAPER, 28)
    page.hot(box, then=replace(ui, setting=setting.minded(seat, following)))


def _choices(page: Page, box: Box, ui: Ui, setting: Setting) -> None:
    game, words, px, room = games.game(setting.game), page.words, page.px, Room(box)
    rows: list[tuple[str, dict[int, Setting]]] = []
    if len(game.seats) > 1:
        rows.append((words.say("players"), {number: setting.seats(number) for number in game.seats}))
    if game.rounds_agreed:
        rows.append((words.say("rounds"), {number: replace(setting, rounds=number) for number in ROUNDS}))
    for caption, offers in rows:
        page.text(room.top(px(18), px(2)), caption, SMALL, CHALK_SOFT, BOLD, align=0, lines=1)
        places = room.top(page.touch, px(8)).columns(max(4, len(offers)), px(4))
        for (number, offer), place in zip(offers.items(), places, strict=False):
            look = "plain" if offer == setting else "quiet"
            page.button(place, str(number), then=replace(ui, setting=offer), look=look)
    if game.dealer_by_lot:
        page.text(
            room.top(px(18), px(2)), words.say("first dealer"), SMALL, CHALK_SOFT, BOLD, align=0, lines=1
        )
        look, sign = ("primary", "tick") if setting.by_lot else ("quiet", "")
        then = replace(ui, setting=replace(setting, dealer=None))
        page.button(room.top(page.touch, px(8)), words.say("drawn by lot"), then=then, look=look, sign=sign)
    if len(game.options) <= 3:
        text = words.say("Touch a seat to give it a name, to move it, or to say who comes first.")
        page.text(room.bottom(px(64), px(10)), text, SMALL + 1, CHALK_SOFT, align=0)
    if not game.options:
        return
    page.text(room.top(px(18), px(2)), words.say("house rules"), SMALL, CHALK_SOFT, BOLD, align=0, lines=1)
    across, down = 2 if len(game.options) > 3 else 1, max(3, -(-len(game.options) // 2))
    for option, place in zip(game.options, room.rest.cells(across, down, px(5)), strict=False):
        look, sign = ("plain", "tick") if option in setting.options else ("quiet", "")
        then = replace(ui, setting=replace(setting, options=setting.options ^ {option}))
        place = place._replace(h=max(page.touch, min(place.h, px(56))))
        label = words.of(setting.game).option(option)
        page.button(place, label, then=then, look=look, sign=sign, size=SMALL + 1)


# The keyboard

LONGEST = 16  # letters of a name


def keyboard(page: Page, view: TableView, ui: Ui, typing: Typing) -> None:
    px, words, room = page.px, page.words, Room(page.sheet(1000, 470))
    top = Room(room.top(page.touch, px(7)))
    done, cancel = top.right(max(page.touch, px(90)), page.gap), top.right(page.touch, page.gap)
    shown, ink = typing.text or typing.guest or words.label(typing.seat), INK if typing.text else INK_SOFT
    edge = ALARM if typing.full else GOLD
    page.panel(top.rest, PAPER_SHADE, 8, edge, 3 if typing.full else 2)
    said = Room(top.rest.inset(px(10), 0))
    if typing.full:
        full = words.say("{number} letters at most", number=LONGEST)
        page.text(said.right(px(150), px(8)), full, SMALL + 1, ALARM, BOLD, align=1, lines=2)
    page.text(said.rest, shown, HEAD - 4, ink, BOLD, align=0, lines=1)
    page.button(cancel, "", then=ui.at(_back(typing)), sign="no", key="escape")
    does, then = finished(typing, ui)
    page.button(done, words.say("done"), *does, then=then, look="primary", key="return")
    guests = Room(room.top(page.touch, px(7)))
    if ui.setting and not (typing.running or typing.guest):
        _first(page, guests.right(px(140), page.gap), ui, ui.setting, typing.seat)
        moved = ui.setting.named(typing.seat, typing.text.strip()).moved(typing.seat)
        over = replace(typing, seat=(typing.seat + 1) % len(moved.names))
        move, then = guests.right(px(120), page.gap), replace(ui, setting=moved, over=over)
        page.button(move, words.say("move one seat"), then=then, look="unchosen", sign="right", size=BODY - 3)
    _guests(page, guests.rest, view, ui, typing)
    letters = by_code(view.language).keyboard
    *rows, last = room.rest.rows(len(letters) + 1, px(5))
    for line, row in zip(letters, rows, strict=True):
        for letter, place in zip(line, row.columns(len(line), px(4)), strict=True):
            large = letter.upper()
            shown = large if starts_word(typing.text) and len(large) == 1 else letter  # ß is SS then
            page.button(place, shown, then=typed(ui, typing, shown), look="unchosen", size=LARGE)
    erase, space = last.cut_right(last.w // 4, px(5))
    page.button(space, " ", then=typed(ui, typing, " "), look="unchosen", key="space")
    page.button(erase, "", then=typed(ui, typing, "\b"), look="unchosen", sign="left", key="backspace")


def _first(page: Page, box: Box, ui: Ui, setting: Setting, seat: int) -> None:
    """The player who deals first or, where there is no dealer, is the oldest: a switch."""
    no_dealer = games.game(setting.game).leader_instead_of_dealer
    label = page.words.say("is the oldest") if no_dealer else page.words.say("deals first")
    chosen = setting.dealer == seat
    then = replace(ui, setting=replace(setting, dealer=None if chosen else seat))
    page.button(box, label, then=then, look="chosen" if chosen else "unchosen", sign="cards", size=BODY - 3)


def _guests(page: Page, box: Box, view: TableView, ui: Ui, typing: Typing) -> None:
    """Who was here before, one touch each."""
    taken = ui.setting.names if ui.setting and not typing.running else ()
    room = 4 if typing.running else 3
    offered = [name for name in view.guests if name not in taken][:room]
    for name, place in zip(offered, box.columns(room, page.gap), strict=False):
        does, then = finished(replace(typing, text=name), ui)
        page.button(place, name, *does, then=then, verbatim=True)
    if not offered:
        page.text(box, page.words.say("A name, or none: as you like."), BODY, INK_SOFT)


def starts_word(text: str) -> bool:
    return not text or text[-1] in " -"


def typed(ui: Ui, typing: Typing, letter: str) -> Ui:
    """One key further; a backspace takes one back."""
    text = typing.text[:-1] if letter == "\b" else (typing.text + letter).lstrip()
    if len(text) > LONGEST:
        return ui.at(replace(typing, full=True))
    return ui.at(replace(typing, text=text, full=False))


def _back(typing: Typing) -> Over | None:
    """What was there before the keyboard."""
    return Hosting("guests") if typing.guest else None


def finished(typing: Typing, ui: Ui) -> tuple[tuple[Intent, ...], Ui]:
    """The name is done: told to the table in a running match, else kept for the match being agreed."""
    name = typing.text.strip()
    if typing.guest:
        return (RenameGuest(typing.guest, name),), ui.at(_back(typing))
    if typing.running:
        return (NameSeat(typing.seat, name),), ui.at(None)
    return (), replace(ui, over=None, setting=ui.setting and ui.setting.named(typing.seat, name))
