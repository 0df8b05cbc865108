"""Alone at a terminal, on simulated hardware: every game is played with keys.

TAPIS_WHOLE_GAMES=1 plays a whole round of each; the suite does so for the short ones.
"""

from __future__ import annotations

import io
import os
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from controller.intents import SetLanguage
from controller.runtime.app import App
from controller.runtime.compose import opened
from controller.settings import table_file
from display.terminal import menus
from display.terminal.menus.pages import ENTER, ESCAPE
from display.terminal.terminal import Terminal
from engine import games

LONGEST = 20_000  # turns of the loop
ENOUGH = {} if "TAPIS_WHOLE_GAMES" in os.environ else {"thirteen": 12, "ninja": 20, "gamate": 30}  # moves


class Fingers:
    """They press whatever the terminal offers first: a card, a choice, the next round."""

    def __init__(self) -> None:
        self.next = ""

    def read(self) -> str:
        text, self.next = self.next, ""
        return text

    def fileno(self) -> int | None:
        return None

    def close(self) -> None:
        pass


def what_to_press(terminal: Terminal) -> str:
    desk, view = terminal._desk, terminal._view
    if page := desk.page(view):
        return ENTER if page.search else page.options[0].key
    keys = [option.key for option in menus.keys(desk.words, view)]
    may_lay = view.hand and any(card.zones for card in view.hand.cards)
    return next((key for key in (ENTER, *("l" if may_lay else ""), ESCAPE, *"123") if key in keys), "")


@pytest.mark.parametrize(
    ("game", "language"), list(zip(games.names(), ["fr", "en", "de", "fr"], strict=True))
)
def test_a_game_is_played_with_keys_alone(
    game: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.runtime.compose.SystemRandom", lambda: Random(7))
    now, out, fingers = 1000.0, io.StringIO(), Fingers()
    file = table_file.read("", None)
    with opened(file, tmp_path, lambda: now, lambda: 1.8e9, by_hand=True) as parts:
        console = Console(file=out, width=80, height=24, force_terminal=True)
        terminal = Terminal(console, fingers, "fr")
        loop = App(parts, terminal)
        parts.table.handle(SetLanguage(language), now)
        seats = games.game(game).seats[0]
        fingers.next = f"{games.names().index(game) + 1}{seats}Marie{ENTER}"
        for _ in range(LONGEST):
            loop.turn(now)
            rest = loop.rest(now)
            now += 0.05 if rest is None else min(max(rest, 0.02), 1.0)
            shown = terminal._view.match
            if shown and (shown.results or len(shown.log) >= ENOUGH.get(game, LONGEST)):
                break
            if shown and (rest is None or rest > 0.2):
                fingers.next = what_to_press(terminal)
        assert shown, "the match began"
        assert shown.results or game in ENOUGH, f"and its first round ended: {shown.state}"
        assert any(event.get("player") == "Marie" for entry in shown.log for event in entry.events)
        assert shown.names[0] == "Marie"
        terminal.close()
