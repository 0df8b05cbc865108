"""Hours in which nobody comes: the demo plays every game in turn on the real screens, and nothing wears out.

TAPIS_ATTRACT_HOURS=1 pytest tests/display/window/test_attract.py -n0 -s      # an hour, in a few minutes
"""

from __future__ import annotations

import gc
import os
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

from controller.gallery.scenes import shown, table
from controller.settings import table_file
from controller.simulation.demo import AttractMode
from display.card_art import cards
from display.widgets import brush, typography
from display.window import paint
from display.window.screen import opened
from display.window.window import Window
from engine import games

HOURS = float(os.environ.get("TAPIS_ATTRACT_HOURS", 0))
STEP = 0.05 if HOURS else 0.2  # seconds between two looks
WARM = HOURS / 2 * 3600  # seconds until everything is kept that will be kept
PAGE = os.sysconf("SC_PAGE_SIZE")


def memory() -> int:
    """Of this process, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def blocks() -> int:
    """What Python holds on to, but for the pictures that are kept on purpose, so many and no more."""
    for module in (cards, paint, brush, typography):
        for found in vars(module).values():
            if hasattr(found, "cache_clear"):
                found.cache_clear()
    gc.collect()
    return sys.getallocatedblocks()


def test_nothing_wears_out_while_nobody_is_there() -> None:
    """A round of each game, again and again."""
    kiosk = AttractMode(table_file.read("", None), 0.0, 0.0, seed=13, rounds=1)
    played: Counter[str] = Counter()
    game = ""
    now, until = 0.0, WARM + HOURS * 3600
    held = filled = 0
    with closing(Window(opened((800, 480)))) as window:
        while now < until or len(played) < len(games.names()) or not held:
            now += STEP
            kiosk.turn(now)
            view = kiosk.view
            assert view is not None
            assert view.match is not None
            window.draw(view, now)
            assert list(window.intents(now)) == []
            if view.match.game != game:
                game = view.match.game
                played[game] += 1
            if not held and played and now > WARM + 30:
                held, filled = blocks(), memory()
    kiosk.touched(now)
    grew, fuller = blocks() / held - 1, memory() / filled - 1
    size = f"{filled / 1e6:.0f} MB grew by {fuller:.1%}, blocks by {grew:.1%}"
    print(f"{now / 3600:.2f} h, {dict(played)}: {size}")
    assert grew < 0.05
    assert not HOURS or fuller < 0.05


def test_the_band_that_invites_beckons_now_and_then() -> None:
    now = 0.0
    view = shown(table("thirteen", 4), demo=True)
    with closing(Window(opened((800, 480)))) as window:
        seen = []
        for _ in range(9):
            window.draw(view, now)
            (hand,) = (widget.box for widget in window.widgets if getattr(widget, "name", "") == "hand")
            seen.append(hand.x)
            now += 1.0
    assert len(set(seen)) == 2
    assert seen[:3] == [seen[0]] * 3
    assert seen[0] == seen[6] != seen[3]
