"""The screen people look at and touch: finds a driver for it, opens it, and finds it again when it was lost.

    screen = Screen((1024, 600))        # None: the whole screen
    screen.open()                       # NoScreen, in one sentence, where there is none
    if screen.is_there(now):            # and if not, it is tried again every few seconds
        screen.update(boxes, now)
    for event in screen.events(): ...

Drivers are chosen, not guessed by SDL: the desktop's if there is one, else the console's. Nothing here knows
of tables and cards.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pygame

from display.widgets.boxes import Box
from display.window.icon import icon
from display.window.wake import Wake

BLIND = ("dummy", "offscreen")  # drivers without a screen
RETRY_S = 3.0  # until a lost screen is looked for again
GLANCE_S = 0.5  # between two looks at the cable of one that is there
LOOK_S = 1 / 30  # between two looks for touches, where nothing tells us of them
TITLE_BAR_PX = 32  # what a window manager takes of the height, about
CONNECTORS = Path("/sys/class/drm")


class NoScreen(Exception):
    """No screen can be opened; the message is one sentence, *why* is what each driver said."""

    def __init__(self, why: str) -> None:
        super().__init__(f"No window can be opened here ({why}).")
        self.why = why


def drivers(environment: Mapping[str, str] = os.environ) -> list[str]:
    """What to try, the best first; "" leaves it to SDL."""
    if asked := environment.get("SDL_VIDEODRIVER"):
        return [asked]
    if not sys.platform.startswith("linux"):
        return [""]
    desktop = {"DISPLAY": "x11", "WAYLAND_DISPLAY": "wayland"}
    return [driver for variable, driver in desktop.items() if environment.get(variable)] + ["kmsdrm"]


def opened(size: tuple[int, int] | None, *, cursor: bool = True, patient: bool = False) -> Screen:
    """A window of that *size*, or the whole screen; NoScreen where there is none, unless *patient*: it may be
    found later."""
    screen = Screen(size, cursor=cursor)
    try:
        screen.open()
    except NoScreen:
        if not patient:
            raise
    return screen


def fitting(size: tuple[int, int], desktops: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """A window of that *size*, or as much of it as the desktop it opens on has room for."""
    if not desktops or (size[0] <= desktops[0][0] and size[1] <= desktops[0][1]):
        return size
    (wide, high), (most_wide, most_high) = size, desktops[0]
    return min(wide, most_wide), min(high, max(most_high - TITLE_BAR_PX, most_high // 2))


class Screen:
    def __init__(
        self, size: tuple[int, int] | None, *, cursor: bool = True, connectors: Path = CONNECTORS
    ) -> None:
        self.surface: pygame.Surface | None = None
        self.driver = ""  # how SDL reaches the screen: x11, wayland, kmsdrm, …
        self._size = size
        self._cursor = cursor
        self._connectors = connectors
        self._wake: Wake | None = None
        self._look_at = 0.0

    # Open, lost, found

    def open(self) -> None:
        """With the first driver that works."""
        reasons = []
        for driver in drivers():
            try:
                self._open(driver)
                return
            except pygame.error as error:
                self.close()
                reasons.append(f"{driver or 'SDL'}: {str(error).rstrip('.')}")
        raise NoScreen("; ".join(reasons))

    def _open(self, driver: str) -> None:
        before = os.environ.get("SDL_VIDEODRIVER")
        self._wake = Wake()
        os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")  # the first touch counts, too
        if driver:
            os.environ["SDL_VIDEODRIVER"] = driver  # there is no other way to tell SDL
        try:
            pygame.display.init()
        finally:
            if driver and before is None:
                del os.environ["SDL_VIDEODRIVER"]
        self.driver = pygame.display.get_driver()
        if self.driver in BLIND and before not in BLIND:
            raise pygame.error("there is no screen")
        if self._is_unplugged():
            raise pygame.error("no screen is plugged in")
        flags = pygame.RESIZABLE if self._size else pygame.FULLSCREEN
        pygame.display.set_icon(icon())
        size = fitting(self._size, pygame.display.get_desktop_sizes()[:1]) if self._size else (0, 0)
        surface = pygame.display.set_mode(size, flags)
        pygame.display.set_caption("Tapis Vert")
        pygame.mouse.set_visible(self._cursor)
        self._wake.watch(self.driver)
        self.surface = surface

    def is_there(self, now: float) -> bool:
        """Whether there is something to draw on."""
        if now >= self._look_at:
            if self.surface is None:
                with contextlib.suppress(NoScreen):
                    self.open()
            elif self._is_unplugged():
                self.close()
            self._look_at = now + (GLANCE_S if self.surface else RETRY_S)
        return self.surface is not None

    def next_look(self, now: float) -> float:
        """When it is time for `is_there`, or, where nothing tells us of touches, for `events`."""
        if self.surface and self.fileno() is None:
            return now + LOOK_S
        return self._look_at

    def _is_unplugged(self) -> bool:
        """On the console the kernel tells whether a screen is on one of the cables; SDL does not notice."""
        if self.driver.lower() != "kmsdrm":
            return False
        states = [path.read_text().strip() for path in self._connectors.glob("card*-*/status")]
        return bool(states) and "connected" not in states

    def resized(self) -> None:
        """The window has another size: what there is to draw on is another surface."""
        self.surface = pygame.display.get_surface()

    def close(self) -> None:
        self.surface = None
        if self._wake:
            self._wake.close()
            self._wake = None
        pygame.display.quit()

    # Out and in

    def update(self, boxes: Sequence[Box], now: float) -> bool:
        """Show what was drawn there; False if the screen is lost."""
        try:
            pygame.display.update(boxes)
        except pygame.error:
            self.close()
            self._look_at = now + RETRY_S
        return self.surface is not None

    def events(self) -> Iterator[pygame.event.Event]:
        if self._wake:
            self._wake.drain()
        if self.surface:
            yield from pygame.event.get()

    def fileno(self) -> int | None:
        """Readable when the screen was touched; None: nothing tells of it, look often."""
        return self._wake.fileno() if self._wake else None
