"""What the host sets: language, sound, what the screen does while nobody is there, the PIN."""

from __future__ import annotations

from dataclasses import replace

from controller.intents import Change, Intent, SetPin
from controller.languages import LANGUAGES
from controller.view import HostView, TableView
from display.screens.host.lock import LONGEST, SHORTEST, dots
from display.screens.host.page import caption, choices, digits, frame, sure, told
from display.screens.ui import Hosting, Ui
from display.widgets.boxes import Box
from display.widgets.theme import ALARM, BODY, CHALK_SOFT, GOLD, HEAD, INK, INK_SOFT, LARGE, PAPER, PAPER_EDGE
from display.widgets.typography import BOLD
from display.widgets.widgets import Page, Picture

LOUDNESS = range(0, 101, 10)
MINUTES = (0, 1, 3, 5, 10, 30)
NIGHT = "23:30-07:00"
DAY, STEP = 24 * 60, 30  # minutes


def language(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    room = frame(page, ui, page.words.say("language"))
    why, room = room.cut_top(page.px(64), page.px(10))
    caption(
        page,
        why,
        page.words.say("The table starts in this language. Guests can change it for themselves in the menu."),
    )
    high = max(page.touch, page.px(76))
    columns = -(-len(LANGUAGES) // (room.h // high))
    down = -(-len(LANGUAGES) // columns)
    rows = room.cut_top(down * high)[0].rows(down, page.px(10))
    places = (place for row in rows for place in row.columns(columns, page.px(10)))
    for number, (other, place) in enumerate(zip(LANGUAGES, places, strict=False), 1):
        look = "primary" if other.code == host.language else "plain"
        key = str(number) if number < 10 else ""
        page.button(place, other.name, Change("language", other.code), look=look, size=LARGE, key=key)


def sound(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    """A row of growing bars: a touch sets the volume and lets it be heard."""
    px, words = page.px, page.words
    room = frame(page, ui, words.say("sound"))
    why, room = room.cut_top(px(40), px(10))
    caption(page, why, words.say("Touch a bar: the table plays a sound as loud as that."))
    figure, room = room.cut_bottom(px(56), px(10))
    bars = room.cut_bottom(max(page.touch, px(250)))[0]
    for loud, place in zip(LOUDNESS, bars.columns(len(LOUDNESS), px(6)), strict=True):
        bar = place.cut_bottom(px(40) + (place.h - px(40)) * loud // 100)[0]
        on = 0 < loud <= host.volume
        page.panel(bar, GOLD if on else PAPER, 8, None if on else PAPER_EDGE)
        if not loud:
            page.add(Picture(bar.centred(px(26), px(26)), "no", ALARM if not host.volume else INK_SOFT))
        page.hot(place, Change("display.volume", loud), key=str(loud // 10) if loud < 100 else "")
    said = words.say("silent: buzzer, too; the lights say it all") if not host.volume else f"{host.volume} %"
    page.text(figure, said, HEAD, PAPER, BOLD, lines=1)


def rest(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    px, words = page.px, page.words
    room = frame(page, ui, words.say("screen at rest"))
    demo, night, full = room.rows(3, px(10))
    head, row = _part(page, demo)
    caption(page, head, words.say("When nobody is there, bots play a demo after"))
    choices(
        page,
        row,
        [
            (
                _minutes(page, minutes),
                host.attract_after == minutes * 60,
                Change("kiosk.attract_after", minutes * 60),
            )
            for minutes in MINUTES
        ],
    )
    head, row = _part(page, night)
    caption(page, head, words.say("At night the screen is dark; a touch wakes it"))
    _blanking(page, row, host)
    head, row = _part(page, full)
    caption(page, head, words.say("The table has the whole screen (from the next start on)"))
    choices(
        page,
        row.cut_left(row.w // 2)[0],
        [
            (words.say("yes"), host.fullscreen, Change("display.fullscreen", True)),
            (words.say("no, a window"), not host.fullscreen, Change("display.fullscreen", False)),
        ],
    )


def _part(page: Page, box: Box) -> tuple[Box, Box]:
    head, row = box.cut_top(page.px(26), page.px(6))
    return head, row._replace(h=max(page.touch, min(row.h, page.px(60))))


def _minutes(page: Page, minutes: int) -> str:
    return page.words.say("{number} min", number=minutes) if minutes else page.words.say("never")


def _blanking(page: Page, box: Box, host: HostView) -> None:
    px, words = page.px, page.words
    never, box = box.cut_left(max(page.touch, px(120)), px(14))
    page.button(
        never,
        words.say("never"),
        Change("kiosk.blank", ""),
        look="quiet" if host.blank else "primary",
        size=BODY - 1,
    )
    if not host.blank:
        start = box.cut_left(px(260))[0]
        page.button(
            start,
            words.say("from {start} to {end}", start="23:30", end="07:00"),
            Change("kiosk.blank", NIGHT),
            look="quiet",
            size=BODY - 1,
        )
        return
    for end, place in enumerate(box.columns(2, px(14))):
        less, place = place.cut_left(page.touch, px(4))
        more, figure = place.cut_right(page.touch, px(4))
        for sign, where, step in (("minus", less, -STEP), ("plus", more, STEP)):
            page.button(
                where, "", Change("kiosk.blank", moved(host.blank, end, step)), look="plain", sign=sign
            )
        page.panel(figure, GOLD, 9)
        page.text(figure, host.blank.split("-")[end], LARGE, INK, BOLD, lines=1)


def moved(blank: str, end: int, step: int) -> str:
    """A schedule with one of its ends so many minutes later.

    >>> moved("23:30-07:00", 0, 30), moved("00:00-07:00", 0, -30)
    ('00:00-07:00', '23:30-07:00')
    """
    ends = blank.split("-")
    hours, minutes = map(int, ends[end].split(":"))
    later = (hours * 60 + minutes + step) % DAY
    ends[end] = f"{later // 60:02}:{later % 60:02}"
    return "-".join(ends)


# The PIN


def pin(page: Page, view: TableView, host: HostView, ui: Ui, hosting: Hosting) -> None:
    px, words = page.px, page.words
    room = frame(page, ui, words.say("PIN"))
    keys, said = room.cut_right(px(360), px(24))
    head, said = said.cut_top(px(90), px(8))
    once_more = hosting.first is not None
    text = (
        words.say("Once more, to be sure")
        if once_more
        else words.say("Type a new PIN, {low} to {high} digits", low=SHORTEST, high=LONGEST)
    )
    page.text(head, text, HEAD - 4, PAPER, BOLD, align=0)
    field, said = said.cut_top(px(56), px(10))
    dots(page, field, hosting.typed)
    if host.has_pin:
        none, said = said.cut_bottom(max(page.touch, px(56)), px(10))
        asking = replace(hosting, sure="none")
        page.button(
            none, words.say("no PIN any more"), then=replace(ui, over=asking), look="quiet", size=BODY - 1
        )
    line, said = said.cut_top(min(said.h, px(100)))
    if hosting.sure == "differs":
        page.text(line, words.say("These were two different PINs: start again."), BODY, GOLD, BOLD, align=0)
    elif host.told or host.busy:
        told(page, line, host)
    else:
        page.text(
            line,
            words.say("Without it nobody comes to these pages, or out of the table."),
            BODY - 2,
            CHALK_SOFT,
            align=0,
        )
    done, does = _typed(hosting)
    digits(
        page,
        keys,
        hosting.typed,
        lambda text: replace(ui, over=replace(hosting, typed=text[:LONGEST], sure="")),
        replace(ui, over=done),
        *does,
        live=not host.busy,
        enough=len(hosting.typed) >= SHORTEST,
    )
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
