"""The same window on a real display server: X events in, pictures out, with the driver a desktop has."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
from collections.abc import Iterator

import pygame
import pytest

from display.widgets.boxes import Box
from tests.display.visitors import Visitors, middle
from tests.display.whole_matches import from_menu_to_podium

MISSING = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
SOON = 5.0  # seconds an X event may take


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An X server without a screen, for this test alone."""
    if MISSING:
        why = f"{' and '.join(MISSING)} not installed: no match is played through real X events"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{why} (apt install xvfb xdotool)")
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x480x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as running:
        os.close(writing)
        with open(reading) as told:
            number = told.readline().strip()
        monkeypatch.setenv("DISPLAY", f":{number}")
        monkeypatch.setenv("SDL_VIDEO_WINDOW_POS", "0,0")
        monkeypatch.delenv("SDL_VIDEODRIVER")
        yield
        pygame.display.quit()  # before the server goes: Xlib would end us all
        running.terminate()


class AtTheDesk(Visitors):
    """Their hands are the X server's: every click and key is an X event."""

    def press(self, box: Box) -> None:
        self.drag(middle(box))

    def drag(self, *way: tuple[int, int]) -> None:
        self.skip()
        (x, y), *rest = way
        words = ["mousemove", str(x), str(y), "mousedown", "1"]
        for x, y in rest:
            words += ["mousemove", str(x), str(y)]
        self._do(*words, "mouseup", "1", wait=pygame.MOUSEBUTTONUP)

    def keys(self, *names: str) -> None:
        for name in names:
            self.skip()
            self._do("key", {"return": "Return"}.get(name, name), wait=pygame.KEYUP)

    def _do(self, *words: str, wait: int) -> None:
        subprocess.run(["xdotool", *words], check=True)
        file = self.window.fileno()
        assert file is not None, "a touch wakes the loop"
        while not pygame.event.peek(wait):
            assert select.select([file], [], [], SOON)[0], "the X server has told us nothing"
            pygame.event.pump()
        self.look()


def test_a_whole_match_through_real_x_events(server: None) -> None:
    visitors = AtTheDesk()
    assert visitors.window.driver == "x11"
    from_menu_to_podium(visitors, "pot")
    visitors.window.close()
