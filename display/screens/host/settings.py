"""What the host sets: a part of a page for each setting of the view, by its widget; and the PIN."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from controller.intents import Change, Intent, SetPin
from controller.view import Choice, HostView, Hours, Minutes, SettingView, Steps, TableView, Value
from display.screens.host.lock import dots
from display.screens.host.page import LONGEST, SHORTEST, caption, digits, frame, sure, told, turn_pages
from display.screens.ui import Hosting, Ui
from display.text.i18n import mark
from display.text.words import Words
from display.widgets.boxes import Box
from display.widgets.theme import ALARM, CHALK_SOFT, GOLD, INK, INK_SOFT, PAPER, PAPER_EDGE
from display.widgets.typography import BODY, BOLD, HEAD, LARGE
from display.widgets.widgets import Page, Picture

TITLES = {"language": mark("language"), "sound": mark("sound"), "rest": mark("screen at rest")}
DAY_MIN, STEP_MIN = 24 * 60, 30  # minutes


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
    gap = px(10 if large else 6)
    places = [place for row in box.rows(down, gap) for place in row.columns(across, gap)]
    for number, ((value, label), place) in enumerate(zip(options, places, strict=False), 1):
        look = "primary" if value == setting.value else "plain" if large else "quiet"
        size, key = LARGE if large else BODY - 1, str(number) if large and number < 10 else ""
        page.button(place, label, Change(setting.key, value), look=look, size=size, key=key)


def _steps(page: Page, box: Box, setting: SettingView, steps: Steps) -> None:
    """A row of growing bars to touch; the value stands below, or beside them where the box is low."""
    px, words, value = page.px, page.words, int(setting.value)
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
            page.add(Picture(bar.centred(px(26), px(26)), "no", INK_SOFT if value else ALARM))
        page.hot(place, Change(setting.key, level), key=str(number) if large and number < 10 else "")
    zero = steps.zero_in_full if large else steps.zero
    said = f"{value} {steps.unit}" if value else words.say(zero)
    page.text(figure, said, HEAD if large else LARGE, PAPER, BOLD, lines=1)


def _hours(page: Page, box: Box, setting: SettingView, usual: str) -> None:
    px, words, hours = page.px, page.words, str(setting.value)
    box = box.cut_top(min(box.h, max(page.touch, px(60))))[0]
    never, box = box.cut_left(max(page.touch, px(120)), px(14))
    look = "quiet" if hours else "primary"
    page.button(never, words.say("never"), Change(setting.key, ""), look=look, size=BODY - 1)
    if not hours:
        begins, ends = usual.split("-")
        label = words.say("from {start} to {end}", start=begins, end=ends)
        place = box.cut_left(px(260))[0]
        page.button(place, label, Change(setting.key, usual), look="quiet", size=BODY - 1)
        return
    for end, place in enumerate(box.columns(2, px(14))):
        less, place = place.cut_left(page.touch, px(4))
        more, figure = place.cut_right(page.touch, px(4))
        for sign, where, step in (("minus", less, -STEP_MIN), ("plus", more, STEP_MIN)):
            page.button(where, "", Change(setting.key, moved(hours, end, step)), look="plain", sign=sign)
        page.panel(figure, GOLD, 9)
        page.text(figure, hours.split("-")[end], LARGE, INK, BOLD, lines=1)


def moved(hours: str, end: int, step: int) -> str:
    """*hours* with one of their ends so many minutes later.

    >>> moved("23:30-07:00", 0, 30), moved("00:00-07:00", 0, -30)
    ('00:00-07:00', '23:30-07:00')
    """
    ends = hours.split("-")
    hour, minutes = map(int, ends[end].split(":"))
    later = (hour * 60 + minutes + step) % DAY_MIN
    ends[end] = f"{later // 60:02}:{later % 60:02}"
    return "-".join(ends)


# The PIN


def pin(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    px, words = page.px, page.words
    room = frame(page, ui, words.say("PIN"))
    keys, said = room.cut_right(px(360), px(24))
    head, said = said.cut_top(px(90), px(8))
    text = words.say("Type a new PIN, {low} to {high} digits", low=SHORTEST, high=LONGEST)
    if hosting.first is not None:
        text = words.say("Once more, to be sure")
    page.text(head, text, HEAD - 4, PAPER, BOLD, align=0)
    field, said = said.cut_top(px(56), px(10))
    dots(page, field, hosting.typed)
    if host.has_pin:
        none, said = said.cut_bottom(max(page.touch, px(56)), px(10))
        asking = replace(ui, over=replace(hosting, sure="none"))
        page.button(none, words.say("no PIN any more"), then=asking, look="quiet", size=BODY - 1)
    line, said = said.cut_top(min(said.h, px(100)))
    if hosting.sure == "differs":
        page.text(line, words.say("These were two different PINs: start again."), BODY, GOLD, BOLD, align=0)
    elif host.told or host.busy:
        told(page, line, host)
    else:
        text = words.say("Without it nobody comes to these pages, or out of the table.")
        page.text(line, text, BODY - 2, CHALK_SOFT, align=0)

    def typed(text: str) -> Ui:
        return replace(ui, over=replace(hosting, typed=text, sure=""))

    done, does = _typed(hosting)
    digits(page, keys, hosting.typed, typed, replace(ui, over=done), *does, live=not host.busy)
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
