"""Every setting of the table file, one row each: all the rest is made from these rows.

    DEMO_AFTER = Row("kiosk.attract_after", seconds(0, 86400), 180, "until the demo begins", ...)
    file[DEMO_AFTER]                            # in a TableFile: what is in force

From a row come its line in the commented default file, the check of what an owner writes, the sentence about
a mistake, its place on the host's pages and its line in docs/table-file.md. To add a setting, add a row to
ROWS, its label and caption to the catalogs, and read `file[ROW]` where it counts.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Literal, Protocol, TypeVar

import msgspec
from msgspec import Meta

from controller.errors import UserError, listed
from controller.languages import CODES, LANGUAGES
from controller.settings.pin import LOCKED
from controller.view import Choice, Hours, Minutes, Sound, Steps, Widget
from engine import games

DAY_S = 86400
LAPSE_S = 2.0  # until an open lay counts as done, of games that have such
TIME = "([01][0-9]|2[0-3]):[0-5][0-9]"

T = TypeVar("T")


@dataclass(frozen=True)
class Form(Generic[T]):
    """What fits a key: a type with its limits for msgspec, and words that end "does not fit: use …"."""

    kind: Any
    words: str


def whole(least: int, most: int) -> Form[int]:
    return Form(Annotated[int, Meta(ge=least, le=most)], f"a whole number from {least} to {most}")


def seconds(least: float, most: float) -> Form[float]:
    return Form(Annotated[float, Meta(ge=least, le=most)], f"a number of seconds from {least} to {most}")


def one_of(*words: str) -> Form[str]:
    return Form(Literal[words], listed(map(json.dumps, words)))


def text(pattern: str, words: str) -> Form[str]:
    return Form(Annotated[str, Meta(pattern=rf"^{pattern}\Z")], words)


FLAG: Form[bool] = Form(bool, "true or false")
SIDE = Annotated[int, Meta(ge=200, le=8000)]
PIXELS: Form[tuple[int, int]] = Form(tuple[SIDE, SIDE], "width and height in pixels, as in [1024, 600]")


class Reach(Protocol):
    """What a setting acts on at once, when the host changes it."""

    def set_language(self, language: str) -> None: ...
    def set_volume(self, percent: int) -> None: ...
    def set_demo_after(self, seconds: float) -> None: ...


@dataclass(frozen=True)
class Row(Generic[T]):
    """A setting. Without *label* only the file sets it; with *widget* the host does it on *page*."""

    key: str  # with its section: "display.volume"
    form: Form[T]
    default: T
    comment: str = ""  # what it means, for the default file and the docs; "": what it takes, and *caption*
    label: str = ""  # a message: its name among what the host changed
    page: str = ""  # of display.screens.host.PAGES
    caption: str = ""  # a message, above the widget
    widget: Widget | None = None
    effect: Callable[[Reach, T], object] | None = None  # None: it is read when needed, or at the next start
    sample: Sound | None = None  # played when the host touches it

    @property
    def section(self) -> str:
        """The section it is in; "" at the top of the file."""
        return self.key.rpartition(".")[0]

    @property
    def name(self) -> str:
        return self.key.rpartition(".")[2]

    def checked(self, value: object) -> T:
        """*value* as this setting keeps it; UserError, in one sentence, if it does not fit."""
        try:
            fitting: T = msgspec.convert(value, self.form.kind)
        except msgspec.ValidationError:
            raise unfit(self.key, value, self.form.words) from None
        return fitting


def quoted(value: object) -> str:
    """*value* as a sentence cites it: as JSON, cut short if it is long."""
    said = json.dumps(value, ensure_ascii=False, default=str)
    return said if len(said) <= 60 else f"{said[:57]}..."


def unfit(key: str, value: object, use: str) -> UserError:
    return UserError(f"{key} = {quoted(value)} does not fit: use {use}.")


LANGUAGE = Row(
    "language",
    one_of(*CODES),
    CODES[0],
    label="language",
    page="language",
    caption="The table starts in this language. Guests can change it for themselves in the menu.",
    widget=Choice(tuple((code, name) for code, name, _ in LANGUAGES), names=True),
    effect=lambda reach, language: reach.set_language(language),
)
DATA = Row(
    "data",
    text(r"[^\x00]*", 'the path of a folder, or ""'),
    "",
    'Where matches, scores and tags are kept. "": the usual place, ~/.local/share/tapisvert. A path that '
    "begins with neither / nor ~ begins at the folder of this file. The option --data and $TAPIS_DATA go "
    "before it.",
)

DEMO_AFTER = Row(
    "kiosk.attract_after",
    seconds(0, DAY_S),
    180,
    "seconds without a card or a touch before the demo begins; 0: never",
    label="demo",
    page="rest",
    caption="When nobody is there, bots play a demo after",
    widget=Minutes((0, 1, 3, 5, 10, 30)),
    effect=lambda reach, after: reach.set_demo_after(after),
)
BLANK = Row(
    "kiosk.blank",
    text(f"({TIME}-{TIME})?", 'two times of day, as in "23:30-07:00", or ""'),
    "",
    'when the screen is dark, as in "23:30-07:00"; a touch wakes it',
    label="dark at night",
    page="rest",
    caption="At night the screen is dark; a touch wakes it",
    widget=Hours("23:30-07:00"),
)
PIN = Row(
    "kiosk.pin",
    text(f"(scrypt-[0-9a-f]{{16}}-[0-9a-f]{{64}}|{LOCKED})?", 'what `tapis config pin` prints, or ""'),
    "",
    'of the host\'s pages, as `tapis config pin` prints it; "": open to everybody',
    label="PIN",
)

SIZE = Row("display.size", PIXELS, (1024, 600), "of the window, in pixels")
FULLSCREEN = Row(
    "display.fullscreen",
    FLAG,
    False,
    "the table has the whole screen, and is left only by the host's pages",
    label="whole screen",
    page="rest",
    caption="The table has the whole screen (from the next start on)",
    widget=Choice(((True, "yes"), (False, "no, a window"))),
)
ORIENTATION = Row(
    "display.orientation",
    one_of("normal", "flat"),
    "normal",
    '"flat": the screen lies in the table, and texts turn to whose turn it is',
)
VOLUME = Row(
    "display.volume",
    whole(0, 100),
    70,
    "0 to 100; 0: silent, the buzzer too",
    label="sound",
    page="sound",
    caption="Touch a bar: the table plays a sound as loud as that.",
    widget=Steps(100, 10, "%", "silent", "silent: buzzer, too; the lights say it all"),
    effect=lambda reach, percent: reach.set_volume(percent),
    sample=Sound.ACCEPTED,
)
MOTION = Row("display.motion", FLAG, True, "cards slide and sums tick; false: each picture at once")

DWELL = Row("timings.dwell", seconds(0.05, 2), 0.2, "seconds a card lies still before it counts")
CLEAR = Row("timings.clear", seconds(0.1, 5), 0.4, "seconds a pad is empty before the next card counts")
ABANDON_AFTER = Row(
    "timings.abandon_after",
    seconds(0, DAY_S),
    1800,
    "seconds without a card or a touch before a match is put aside; 0: never",
)
GUESTS_DAYS = Row(
    "timings.guests_days",
    whole(1, 3650),
    30,
    "days after their last game until names are forgotten; the scores stay",
)

# In the order of the file and of the host's pages.
ROWS: tuple[Row[Any], ...] = (
    LANGUAGE, DATA,
    DEMO_AFTER, BLANK, PIN,
    SIZE, FULLSCREEN, ORIENTATION, VOLUME, MOTION,
    DWELL, CLEAR, ABANDON_AFTER, GUESTS_DAYS,
)  # fmt: skip


def lapses() -> dict[str, Row[float]]:
    """A row for each game in which an open lay counts as done after a while."""
    comment = "{}: seconds after a card until the lay is done by itself; 0: only by the button"
    return {
        name: Row(f"timings.{name}_lapse", seconds(0, DAY_S), LAPSE_S, comment.format(name))
        for name in games.names()
        if games.game(name).lapse
    }


def every() -> tuple[Row[Any], ...]:
    """ROWS, and those that games bring."""
    return (*ROWS, *lapses().values())


def sections() -> dict[str, list[Row[Any]]]:
    """All rows by the section of the file they are in."""
    found: dict[str, list[Row[Any]]] = {}
    for row in every():
        found.setdefault(row.section, []).append(row)
    return found
