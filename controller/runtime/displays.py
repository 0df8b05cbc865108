"""What a display is to the loop, and which one there is: a window, the terminal, or none.

display = open_display("terminal", parts.file)
display.draw(table.view, now)
for intent in display.intents(now): ...
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from controller.errors import UserError
from controller.intents import Intent
from controller.settings import rows
from controller.settings.table_file import TableFile
from controller.streams import Outlet
from controller.view import Effect, TableView

if TYPE_CHECKING:
    from display.window.screen import Screen

FRAME_S = 0.05  # between two looks at a display that cannot wake us


class Display(Protocol):
    """Shows the table to people and says what they want.

    Must: neither `draw` nor `intents` waits; `draw` with the view of the last time costs next to nothing;
          `intents` may be lazy: what it yields is ruled on before it is asked for the next; close() may be
          called twice.
    May:  be a Listener; have a `fileno()` to wait on, which may be None, and is then looked at only when
          something can be read there or the table has news; be Lively.
    """

    @property
    def wants_to_quit(self) -> bool: ...
    def draw(self, view: TableView, now: float) -> None: ...
    def intents(self, now: float) -> Iterable[Intent]: ...
    def close(self) -> None: ...


@runtime_checkable
class Listener(Protocol):
    """A display that wants to know of each sound and ruling, not only how things stand."""

    def hear(self, effect: Effect, view: TableView) -> None: ...


@runtime_checkable
class Lively(Protocol):
    """A display on which something moves by itself."""

    def next_wake(self, now: float) -> float | None:
        """When it wants to draw again; None: not before there is news."""


@runtime_checkable
class Adjustable(Protocol):
    """A display with loudspeakers, on a screen that some driver reaches."""

    @property
    def driver(self) -> str: ...
    def set_volume(self, volume: float) -> None: ...


@runtime_checkable
class Readable(Protocol):
    def fileno(self) -> int | None: ...


def next_look(display: Display, now: float) -> float | None:
    """When to look at it, if nothing can be read there and there is no news."""
    if isinstance(display, Lively):
        return display.next_wake(now)
    return None if isinstance(display, Readable) else now + FRAME_S


def readable(*parts: object) -> list[int]:
    """What a select can wait on."""
    numbers = [part.fileno() for part in parts if isinstance(part, Readable)]
    return [number for number in numbers if number is not None]


class NoDisplay:
    """No display: a table with pads and lights only."""

    wants_to_quit = False

    def draw(self, view: TableView, now: float) -> None: ...
    def close(self) -> None: ...

    def intents(self, now: float) -> Sequence[Intent]:
        return ()

    def fileno(self) -> int | None:
        return None


def open_display(
    name: str | None, file: TableFile, screen: Screen | None = None, without: str = "--display none --json"
) -> Display:
    """The display of that name, loaded only now; in place of a window that cannot be opened, the terminal.

    *screen*: if it was opened before. *without*: the options of the command that go without one.
    """
    if name == "none":
        return NoDisplay()
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    patient = file[rows.FULLSCREEN] and not terminal  # a table that starts by itself waits for its screen
    window, said = (None, "") if name == "terminal" else _window(file, patient, screen)
    if not (window or terminal):
        raise UserError(f"There is no screen and no terminal to show the table on: use {without}.")
    if said:
        print(said if window else f"{said} The table is shown in the terminal.", file=sys.stderr)
    return window or _terminal(file, instead=bool(said))


def _window(file: TableFile, patient: bool, screen: Screen | None) -> tuple[Display | None, str]:
    """The window, or None, and a sentence: how it reaches the screen, or why it does not."""
    try:
        from display.window.screen import NoScreen, opened
        from display.window.window import Window
    except ImportError as missing:
        return None, f"A window needs {missing.name}, which is not installed."
    kiosk = file[rows.FULLSCREEN]
    try:
        size = None if kiosk else file[rows.SIZE]
        screen = screen or opened(size, cursor=not kiosk, patient=patient)
    except NoScreen as error:
        return None, str(error)
    flat = file[rows.ORIENTATION] == "flat"
    window = Window(screen, file.language, file[rows.VOLUME] / 100, kiosk, file[rows.MOTION], flat)
    if not window.driver:
        return window, "No screen can be opened yet; the table goes by its lights until one is there."
    return window, f"The window uses the {window.driver} driver of SDL."


def _terminal(file: TableFile, instead: bool) -> Display:
    from rich.console import Console

    from display.terminal.terminal import Terminal, TtyKeys

    if isinstance(sys.stdout, Outlet):
        sys.stdout.obeyed = True
    return Terminal(Console(), TtyKeys(), file.language, instead)
