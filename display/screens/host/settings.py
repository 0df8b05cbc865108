"""What the host sets: each setting of the view by its widget."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from controller.intents import Change
from controller.view import Choice, HostView, Hours, Minutes, SettingView, Steps, TableView, Value
from display.screens.host.page import caption, frame, turn_pages
from display.screens.ui import Hosting, Ui
from display.text.i18n import mark
from display.text.words import Words
from display.widgets.boxes import Box, Room
from display.widgets.theme import ALARM, GOLD, INK, INK_SOFT, PAPER, PAPER_EDGE
from display.widgets.typography import BODY, BOLD, HEAD, LARGE
from display.widgets.widgets import Page

TITLES = {"language": mark("language"), "sound": mark("sound"), "rest": mark("screen saver")}
STEP_MIN = 30  # of the hours at rest


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
