"""Hours in which nobody comes: the demo plays every game in turn on the real screens, and nothing wears out.

TAPIS_ATTRACT_HOURS=1 pytest tests/display/test_attract.py -s      # a whole hour, in a few minutes
"""

from __future__ import annotations

import os
from collections import Counter
from contextlib import closing
from pathlib import Path

from controller import config
from controller.demo import Kiosk
from display.window import Window
from engine import games

HOURS = float(os.environ.get("TAPIS_ATTRACT_HOURS", 0.1))
STEP = 0.05  # seconds of the clock between two looks
PAGE = os.sysconf("SC_PAGE_SIZE")


def memory() -> int:
    """Of this process, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def test_nothing_wears_out_while_nobody_is_there() -> None:
    """A round of each game, again and again; the first time round everything is made that is kept."""
    kiosk = Kiosk(config.read("", None), 0.0, 0.0, seed=13, rounds=1)
    seen: Counter[str] = Counter()
    playing: tuple[int, str] | None = None
    full, now, begun = 0, 0.0, 0.0
    with closing(Window.open((800, 480))) as window:
        while not full or now < begun + HOURS * 3600:
            now += STEP if full else 4 * STEP
            kiosk.turn(now)
            view = kiosk.view
            assert view is not None
            assert view.match is not None
            window.draw(view, now)
            assert list(window.intents(now)) == []
            if playing != (id(view.match.names), view.match.game):
                playing = (id(view.match.names), view.match.game)
                seen[view.match.game] += 1
                if not full and len(seen) == len(games.NAMES) and max(seen.values()) > 1:
                    full, begun = memory(), now
    kiosk.somebody(now)
    assert set(seen) == set(games.NAMES)
    print(f"{HOURS:g} h, {dict(seen)}, {full / 1e6:.1f} MB grew by {memory() / full - 1:.1%}")
    assert memory() < full * 1.05
