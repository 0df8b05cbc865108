"""Takes the game of docs/adding-a-game.md through every screen there is, in the first so many sizes.

    python -m tests.the_fifth_game 4        # where that game was added

Prints one JSON object: what is wrong with the screens, and what was seen on the way.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from rich.console import Console

from controller.bench import engine as bench
from controller.gallery.scenes import Shot, played_on, shown, table
from controller.gallery.screens import gallery
from controller.languages import CODES
from controller.view import TableView
from display.screens.layout import layout
from display.screens.ui import PODIUM, Rules, Setting, Ui
from display.terminal import plain
from display.text.words import Words
from display.widgets.theme import Scale
from engine import games
from tests.screen_faults import faults

GAME = "highest"
READY = Ui(ready=(1, 1))  # the cards are dealt
SIZES = [(800, 480), (1024, 600), (1280, 720), (1920, 1080)]
OF_ALL_GAMES = ("menu", "finder", "scores", "rankings")  # screens that show every game


def shots(language: str) -> Iterator[Shot]:
    yield from (shot for shot in gallery(language) if shot.name.startswith(OF_ALL_GAMES))
    for number in range(3):
        yield Shot(f"rules {number}", TableView(), Ui(over=Rules(GAME, number)))
    for players in games.game(GAME).seats:
        opening = table(GAME, players, rounds=2)
        begun = table(GAME, players, {"lay": "high#1"}, rounds=2)
        scored = played_on(begun, "next")
        won = played_on(scored, "over")
        yield Shot(f"players {players}", TableView(), Ui(setting=Setting.of(GAME).seats(players)))
        yield Shot(f"deal {players}", shown(opening))
        yield Shot(f"first {players}", shown(opening), READY)
        yield Shot(f"board {players}", shown(begun), READY)
        yield Shot(f"score {players}", shown(scored), Ui(revealed=(1, scored.match.round, 7)))
        yield Shot(f"podium {players}", shown(won), Ui(revealed=(1, won.match.round, PODIUM)))


def wrong() -> Iterator[str]:
    for language in CODES:
        words = Words(language)
        for shot in shots(language):
            view = replace(shot.view, language=language)
            for size in SIZES[: int(sys.argv[1])]:
                for flat in {False, bool(view.match)}:
                    scale = Scale(*size, flat)
                    for fault in faults(layout(view, shot.ui, scale, words), scale):
                        yield f"{shot.name}, {language}, {size}, {flat}: {fault}"


def in_the_terminal(language: str) -> str:
    words, text = Words(language), StringIO()
    begun = table(GAME, 3, {"lay": "high#1"}, rounds=2)
    match, scored = shown(begun).match, shown(played_on(begun, "next")).match
    assert match and scored
    Console(file=text).print(
        plain.board(words, match), plain.players(words, match), plain.score(words, scored)
    )
    return text.getvalue()


if __name__ == "__main__":
    found = {
        "names": games.names(),
        "faults": list(wrong()),
        "titles": [Words(language).of(GAME).title for language in CODES],
        "terminal": [in_the_terminal(language) for language in CODES],
        "speed": bench.measure(slices=1)["moves_per_second"][GAME],
    }
    print(json.dumps(found))
