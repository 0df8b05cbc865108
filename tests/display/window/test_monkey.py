"""A monkey at a locked kiosk: whatever it touches and types, the table works on and stays locked.

TAPIS_MONKEY says how many touches and keys there are; the suite has a small share of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from controller.runtime.app import App
from controller.runtime.compose import make_host, opened
from controller.settings import pin, table_file
from controller.storage import log
from display.widgets.widgets import touchables
from display.window.screen import opened as screen
from display.window.window import Window
from tests.controller.house import AtOnce

TOUCHES = int(os.environ.get("TAPIS_MONKEY", "1200"))
A_TURN_S = 0.15
PIN = "90817263"
KEYS = (
    *(getattr(pygame, f"K_{key}") for key in "abcdefghijklmnopqrstuvwxyz0123456789"),
    *(pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_BACKSPACE, pygame.K_TAB, pygame.K_LEFT, pygame.K_RIGHT),
    *(pygame.K_F4, pygame.K_F11, pygame.K_DELETE, pygame.K_SPACE, pygame.K_PRINT, pygame.K_LSUPER),
)
MODIFIERS = (0, 0, 0, pygame.KMOD_ALT, pygame.KMOD_CTRL, pygame.KMOD_CTRL | pygame.KMOD_ALT, pygame.KMOD_META)


class Kiosk:
    """The whole table in a window nobody may close, behind a PIN."""

    def __init__(self, folder: Path, dice: Random) -> None:
        self.now, self.dice = 1000.0, dice
        text = f'[kiosk]\npin = "{pin.hashed(PIN, bytes(8))}"\n'
        self._opened = opened(table_file.read(text, None), folder, lambda: self.now, by_hand=True)
        self.parts = self._opened.__enter__()
        self.window = Window(screen((800, 480)), "fr", kiosk=True)
        self.host = make_host(self.parts, self.window, None, AtOnce(), self.now)
        self.app = App(self.parts, self.window, None, self.host)

    def turn(self) -> None:
        self.now += A_TURN_S
        self.app.turn(self.now)

    def close(self) -> None:
        self.window.close()
        self._opened.__exit__(None, None, None)

    def mischief(self) -> None:
        dice = self.dice
        if dice.random() < 0.25:
            key, mod = dice.choice(KEYS), dice.choice(MODIFIERS)
            text = chr(key) if 32 < key < 127 else ""
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text))
        elif dice.random() < 0.02:
            pygame.event.post(pygame.event.Event(pygame.QUIT))
        else:
            x, y = dice.random(), dice.random()
            places = touchables(self.window.widgets)
            if places and dice.random() < 0.8:
                box = dice.choice(places).box
                x, y = (box.x + box.w // 2) / 800, (box.y + box.h // 2) / 480
            pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, x=x, y=y, finger_id=0))
            if dice.random() < 0.2:
                x, y = dice.random(), dice.random()
                pygame.event.post(pygame.event.Event(pygame.FINGERMOTION, x=x, y=y, finger_id=0))
            pygame.event.post(pygame.event.Event(pygame.FINGERUP, x=x, y=y, finger_id=0))


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    kiosk = Kiosk(tmp_path, Random(int(os.environ.get("TAPIS_MONKEY_SEED", "11"))))
    yield kiosk
    kiosk.close()


@pytest.mark.timeout(300 + TOUCHES // 10)
def test_no_monkey_gets_out_or_brings_it_down(kiosk: Kiosk, tmp_path: Path) -> None:
    matches = set()
    for number in range(TOUCHES):
        kiosk.mischief()
        kiosk.turn()
        assert not kiosk.app.wants_to_quit, number
        assert kiosk.app._drawn.host is None, number
        assert kiosk.app._crashed == [], number
        if match := kiosk.parts.table.view.match:
            matches.add((match.id, len(match.log)))
    kiosk.parts.log.write()
    assert not [line for line in log.last_lines(tmp_path, 10_000) if '"what":"crash"' in line]
    assert len(matches) > TOUCHES / 200, "it hardly played"
