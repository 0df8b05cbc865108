"""Alone at a terminal, on simulated hardware: every game is played to its end with keys."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from controller import config
from controller.app import App, opened
from controller.intents import SetLanguage
from display.menus import ENTER, ESCAPE
from display.terminal import Terminal
from engine import games

LONGEST = 20_000  # turns of the loop


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
    keys = [option.key for option in desk.keys(view)]
    may_lay = view.hand and any(card.zones for card in view.hand.cards)
    return next((key for key in (ENTER, *("l" if may_lay else ""), ESCAPE, *"123") if key in keys), "")


@pytest.mark.parametrize(("game", "language"), list(zip(games.NAMES, ["fr", "en", "de", "fr"], strict=True)))
def test_a_game_is_played_with_keys_alone(game: str, language: str, tmp_path: Path) -> None:
    now, out, fingers = 1000.0, io.StringIO(), Fingers()
    file = config.read("", None)
    with opened(file, tmp_path, lambda: now, lambda: 1.8e9, by_hand=True) as parts:
        console = Console(file=out, width=80, height=24, force_terminal=True)
        terminal = Terminal(console, fingers, "fr")
        app = App(parts, terminal)
        parts.table.handle(SetLanguage(language), now)
        seats = games.game(game).SEATS[0]
        fingers.next = f"{games.NAMES.index(game) + 1}{seats}Marie{ENTER}"
        for _ in range(LONGEST):
            app.turn(now)
            rest = app.rest(now)
            now += 0.05 if rest is None else min(max(rest, 0.02), 1.0)
            shown = terminal._view.match
            if shown and shown.results:
                break
            if shown and (rest is None or rest > 0.2):
                fingers.next = what_to_press(terminal)
        assert shown, "the match began"
        assert shown.results, f"and its first round ended: {shown.state}"
        assert shown.names[0] == "Marie"
        terminal.close()
