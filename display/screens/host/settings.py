"""What the host sets: each setting of the view by its widget; and the PIN, asked for or set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from controller.intents import Change, CloseHost, Intent, SetPin, TryPin
from controller.view import Choice, HostView, Hours, LockView, Minutes, SettingView, Steps, TableView, Value
from display.screens.host.page import caption, frame, sure, told, turn_pages
from display.screens.ui import Hosting, Pin, Ui
from display.text.i18n import mark
from display.text.words import Words
from display.widgets.boxes import Box, Room
from display.widgets.theme import ALARM, CHALK_SOFT, GOLD, INK, INK_SOFT, PAPER, PAPER_EDGE, PAPER_SHADE
from display.widgets.typography import BODY, BOLD, HEAD, LARGE, SMALL
from display.widgets.widgets import Page

TITLES = {"language": mark("language"), "sound": mark("sound"), "rest": mark("screen at rest")}
STEP_MIN = 30  # of the hours at rest
SHORTEST, LONGEST = 4, 8  # digits of a PIN


def settings(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    """A page of settings: one has all the room, several share it, and too many are turned over."""
    px = page.px
    room = frame(page, ui, page.words.say(TITLES[hosting.page]))
    mine = [setting for setting in host.settings if setting.page == hosting.page]
    if len(mine) == 1:
        head, room = room.cut_top(px(64), px(10))
        caption(page, head, page.words.say(mine[0].caption))
        _draw(page, room, mine[0])
        return
    fit = (room.h + px(10)) // (px(42) + page.touch)
    if len(mine) > fit:
        room = turn_pages(page, room, ui, hosting, -(-len(mine) // fit))
        mine = mine[hosting.part * fit :][:fit]
    for setting, part in zip(mine, room.rows(max(3, len(mine)), px(10)), strict=False):
        head, row = part.cut_top(px(26), px(6))
        caption(page, head, page.words.say(setting.caption))
        _draw(page, row._replace(h=max(page.touch, min(row.h, px(60)))), setting)


def state(words: Words, setting: SettingView) -> str:
    """How it stands, in a word or two for the tile of its page; "" where it needs its caption."""
    match setting.widget:
        case Steps(unit=unit, zero=zero):
            return f"{setting.value} {unit}" if setting.value else words.say(zero)
        case Choice(options, names=True):
            return dict(options)[setting.value]
        case Hours():
            return str(setting.value).replace("-", " – ")
    return ""


def _draw(page: Page, box: Box, setting: SettingView) -> None:
    say = page.words.say
    match setting.widget:
        case Choice(options, names):
            _choice(page, box, setting, [(value, label if names else say(label)) for value, label in options])
        case Minutes(offers):
            labels = [say("{number} min", number=minutes) if minutes else say("never") for minutes in offers]
            values = [minutes * 60 for minutes in offers]
            _choice(page, box, setting, list(zip(values, labels, strict=True)))
        case Steps():
            _steps(page, box, setting, setting.widget)
        case Hours(usual):
            _hours(page, box, setting, usual)


def _choice(page: Page, box: Box, setting: SettingView, options: Sequence[tuple[Value, str]]) -> None:
    """Large and one below the other, in as many columns as it takes; side by side where the box is low."""
    px, high = page.px, max(page.touch, page.px(76))
    down = min(len(options), max(1, box.h // high))
    across = -(-len(options) // down)
    large = down > 1
    if large:
        box = box.cut_top(down * high)[0]
    elif across == 2:
        box = box.cut_left(box.w // 2)[0]
    places = box.cells(across, down, px(10 if large else 6))
    for number, ((value, label), place) in enumerate(zip(options, places, strict=False), 1):
        look = "primary" if value == setting.value else "plain" if large else "quiet"
        size, key = LARGE if large else BODY - 1, str(number) if large and number < 10 else ""
        page.button(place, label, Change(setting.key, value), look=look, size=size, key=key)


def _steps(page: Page, box: Box, setting: SettingView, steps: Steps) -> None:
    """A row of growing bars to touch; the value stands below, or beside them where the box is low."""
    px, value = page.px, int(setting.value)
    large = box.h >= px(66) + page.touch
    figure, room = box.cut_bottom(px(56), px(10)) if large else box.cut_right(px(110), px(14))
    bars = room.cut_bottom(min(room.h, max(page.touch, px(250))))[0]
    levels = range(0, steps.most + 1, steps.step)
    base = min(px(40), bars.h)
    for number, (level, place) in enumerate(zip(levels, bars.columns(len(levels), px(6)), strict=True)):
        bar = place.cut_bottom(base + (place.h - base) * level // steps.most)[0]
        on = 0 < level <= value
        page.panel(bar, GOLD if on else PAPER, 8, None if on else PAPER_EDGE)
        if not level:
            page.sign(bar, "no", INK_SOFT if value else ALARM, 26)
        page.hot(place, Change(setting.key, level), key=str(number) if large and number < 10 else "")
    zero = steps.zero_in_full if large else steps.zero
    said = f"{value} {steps.unit}" if value else page.words.say(zero)
    page.text(figure, said, HEAD if large else LARGE, PAPER, BOLD, lines=1)


def _hours(page: Page, box: Box, setting: SettingView, usual: str) -> None:
    px, say, hours = page.px, page.words.say, str(setting.value)
    room = Room(box.cut_top(min(box.h, max(page.touch, px(60))))[0])
    never, look = room.left(max(page.touch, px(120)), px(14)), "quiet" if hours else "primary"
    page.button(never, say("never"), Change(setting.key, ""), look=look, size=BODY - 1)
    if not hours:
        begins, ends = usual.split("-")
        label, does = say("from {start} to {end}", start=begins, end=ends), Change(setting.key, usual)
        page.button(room.left(px(260)), label, does, look="quiet", size=BODY - 1)
        return
    for end, place in enumerate(map(Room, room.rest.columns(2, px(14)))):
        for sign, cut, step in (("minus", place.left, -STEP_MIN), ("plus", place.right, STEP_MIN)):
            does, where = Change(setting.key, moved(hours, end, step)), cut(page.touch, px(4))
            page.button(where, "", does, look="plain", sign=sign)
        page.panel(place.rest, GOLD, 9)
        page.text(place.rest, hours.split("-")[end], LARGE, INK, BOLD, lines=1)


def moved(hours: str, end: int, step: int) -> str:
    """*hours* with one of their ends so many minutes later.

    >>> moved("23:30-07:00", 0, 30), moved("00:00-07:00", 0, -30)
    ('00:00-07:00', '23:30-07:00')
    """
    ends = hours.split("-")
    ends[end] = f"{datetime.strptime(ends[end], '%H:%M') + timedelta(minutes=step):%H:%M}"
    return "-".join(ends)


# The PIN


def lock(page: Page, asked: LockView, ui: Ui, pin: Pin) -> None:
    """It is asked for; a wrong one has to wait."""
    px, words = page.px, page.words
    room = Room(page.sheet(760, 400))
    keys = room.right(px(330), px(24))
    back = room.top(page.touch, px(10)).cut_left(max(page.touch, px(130)))[0]
    page.button(back, words.say("back"), CloseHost(), then=Ui(), sign="left", key="escape")
    page.text(room.top(px(64), px(8)), words.say("The host’s PIN, please"), HEAD - 4, INK, BOLD, align=0)
    _dots(page, room.top(px(52), px(10)), pin.typed)
    way_back = words.say("Forgotten? The host’s guide says how to set a new one at this machine.")
    page.text(room.bottom(px(66), px(8)), way_back, SMALL, INK_SOFT, align=0)
    said = [words.count("One wrong try.", "{number} wrong tries.", asked.tries)] if asked.tries else []
    if asked.wait:
        said.append(words.count("Try again in one second.", "Try again in {number} seconds.", asked.wait))
    if asked.busy:
        page.text(room.rest, words.say("One moment …"), BODY, INK_SOFT, BOLD, align=0, lines=1)
    else:
        page.text(room.rest, " ".join(said), BODY, ALARM, BOLD, align=0)

    def typed(text: str) -> Ui:
        return ui.at(Pin(text))

    live = not asked.busy and not asked.wait
    _digits(page, keys, pin.typed, typed, typed(""), TryPin(pin.typed), live=live)


def _dots(page: Page, box: Box, typed: str) -> None:
    page.panel(box, PAPER_SHADE, 8)
    page.text(box.inset(page.px(12), 0), " ".join("•" * len(typed)), HEAD, INK, BOLD, lines=1)


def _digits(
    page: Page, box: Box, typed: str, then: Callable[[str], Ui], done: Ui, *does: Intent, live: bool
) -> None:
    """The digits of a PIN, one key further each; once there are enough, the last key is for *done*."""
    cells = box.cells(3, 4, page.px(6))
    look = "unchosen" if live else "off"
    for digit, cell in zip("123456789", cells, strict=False):
        page.button(cell, digit, then=then((typed + digit)[:LONGEST]), look=look, size=HEAD, key=digit)
    erase, zero, enter = cells[9:]
    page.button(erase, "", then=then(typed[:-1]), look=look, sign="left", key="backspace")
    page.button(zero, "0", then=then((typed + "0")[:LONGEST]), look=look, size=HEAD, key="0")
    look = "primary" if live and len(typed) >= SHORTEST else "off"
    page.button(enter, "", *does, then=done, look=look, sign="tick", key="return")


def pin(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    px, words = page.px, page.words
    room = Room(frame(page, ui, words.say("PIN")))
    keys = room.right(px(360), px(24))
    text = words.say("Type a new PIN, {low} to {high} digits", low=SHORTEST, high=LONGEST)
    if hosting.first is not None:
        text = words.say("Once more, to be sure")
    page.text(room.top(px(90), px(8)), text, HEAD - 4, PAPER, BOLD, align=0)
    _dots(page, room.top(px(56), px(10)), hosting.typed)
    if host.has_pin:
        none = room.bottom(max(page.touch, px(56)), px(10))
        asking = ui.at(replace(hosting, sure="none"))
        page.button(none, words.say("no PIN any more"), then=asking, look="quiet", size=BODY - 1)
    line = room.top(min(room.rest.h, px(100)))
    if hosting.sure == "differs":
        page.text(line, words.say("These were two different PINs: start again."), BODY, GOLD, BOLD, align=0)
    elif host.told or host.busy:
        told(page, line, host)
    else:
        text = words.say("Without it nobody comes to these pages, or out of the table.")
        page.text(line, text, BODY - 2, CHALK_SOFT, align=0)

    def typed(text: str) -> Ui:
        return ui.at(replace(hosting, typed=text, sure=""))

    done, does = _typed(hosting)
    _digits(page, keys, hosting.typed, typed, ui.at(done), *does, live=not host.busy)
    if hosting.sure == "none":
        question = words.say("Everybody could come to these pages, and leave the table. Sure?")
        sure(page, ui, hosting, question, words.say("no PIN any more"), SetPin(""))


def _typed(hosting: Hosting) -> tuple[Hosting, tuple[Intent, ...]]:
    """Where the page goes with the PIN typed so far, and what is wanted then."""
    if hosting.first is None:
        return replace(hosting, first=hosting.typed, typed="", sure=""), ()
    start = replace(hosting, first=None, typed="", sure="")
    if hosting.first != hosting.typed:
        return replace(start, sure="differs"), ()
    return start, (SetPin(hosting.typed),)
