"""What drawing costs: how soon a card is seen, how much is drawn for it, and what while nothing happens.

On SDL's dummy driver, whose screen nobody sees: what is counted is ours. Times are of this machine and stand
beside the time of something plain on the same one.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from controller.intents import NewMatch
from controller.runtime.app import App
from controller.runtime.compose import opened
from controller.settings import table_file
from controller.simulation import demo
from controller.simulation.laying import tag, teach
from controller.view import Light
from engine import games

SIZE = (1920, 1080)
FPS = 30
SEED = 13
IDLE = 60.0  # seconds watched while nobody plays
ATTRACT = 45.0  # seconds of the loop while nobody plays, and a little more
STARTS = 5
FLIPS = 60


def measure() -> dict[str, object]:
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    results: dict[str, object] = {"size": "x".join(map(str, SIZE)), "fps": FPS}
    with tempfile.TemporaryDirectory() as folder:
        results |= _seen_and_idle(Path(folder))
    results["lay"] = {game: _lays(game) for game in games.names()}
    results["moments"] = {game: _moments(game) for game in games.names()}
    results["attract"] = _attract()
    results["start"] = _start()
    return results


def table(results: dict[str, Any]) -> str:
    lines = [
        ("a card that arrives is seen on the picture number", f"{results['seen_frames']}", "2"),
        ("frames a second while nobody plays", f"{results['idle_fps']:g}", "0"),
    ]
    for game, lay in results["lay"].items():
        lines.append((f"drawn for a lay, of the whole screen (median): {game}", f"{lay['share']:.1%}", "25%"))
        lines.append(("  for nine in ten of them at most", f"{lay['nine_in_ten']:.1%}", ""))
        lines.append(("  for a picture while it slides", f"{lay['frame']:.1%}", ""))
    for game, moving in results["moments"].items():
        lines.append((f"of a core, while something moves: {game}", f"{moving['core']:.0%}", "50%"))
        lines.append(("  milliseconds a picture", f"{moving['ms']:.1f}", "16"))
        lines.append(("  nine in ten of them at most", f"{moving['nine_in_ten_ms']:.1f}", "33"))
    attract, start = results["attract"], results["start"]
    lines += [
        ("of a core, while nobody plays: the attract loop", f"{attract['core']:.1%}", "25%"),
        ("surfaces made for a picture of it, once every card was seen", f"{attract['surfaces']:.2g}", ""),
        ("drawn for a picture of the demo", f"{attract['share']:.1%}", ""),
        ("  pixels", f"{attract['pixels']:,}", ""),
        ("processor time of a picture of the demo, in full-screen flips", f"{attract['flips']:.2f}", ""),
        ("start to the first picture, in times of set_mode", f"{start['ratio']:.2f}", "2"),
        ("  seconds", f"{start['seconds']:.2f}", ""),
        ("  seconds to the menu", f"{start['menu_seconds']:.2f}", ""),
    ]
    wide = max(len(line[0]) for line in lines)
    rows = [f"{what:<{wide}}  {value:>10}  {most and f'at most {most}'}" for what, value, most in lines]
    head = f"At {results['size']}, {results['fps']} frames a second."
    return "\n".join([head, *map(str.rstrip, rows)])


@contextmanager
def _window(moves: bool = True) -> Iterator[Any]:
    """A window, and what it draws: (pixels of each update)."""
    from display.window.screen import Screen
    from display.window.window import Window

    class Meter(Screen):
        def __init__(self) -> None:
            super().__init__(SIZE)
            self.drawn: list[int] = []

        def update(self, boxes: Sequence[Any], now: float) -> bool:
            self.drawn.append(sum(box.w * box.h for box in boxes))
            return super().update(boxes, now)

    meter = Meter()
    meter.open()
    with closing(Window(meter, volume=0, moves=moves)) as window:
        yield window, meter.drawn


def _seen_and_idle(folder: Path) -> dict[str, object]:
    """A real table with simulated pads, in a time of its own."""
    from display.widgets.widgets import Pad

    now = 0.0
    file = table_file.read("", None)
    with _window() as (window, drawn), opened(file, folder, lambda: now) as parts:
        teach(parts.registry, "thirteen")
        app = App(parts, window)

        def picture() -> None:
            nonlocal now
            now += 1 / FPS
            app.turn(now)

        parts.table.handle(NewMatch("thirteen", ("",) * 4), now)
        for _ in range(2 * FPS):
            picture()
        drawn.clear()
        for _ in range(round(IDLE * FPS)):
            picture()
        idle = len(drawn)
        parts.hardware.pads.put(tag("thirteen", 0), file.wiring.pads[0].name)  # type: ignore[attr-defined]
        frames = 0
        while not any(isinstance(pad, Pad) and pad.light is Light.SEEN for pad in window.widgets):
            picture()
            frames += 1
        return {"seen_frames": frames, "idle_fps": idle / IDLE}


def _lays(game: str) -> dict[str, float]:
    """Every lay of a round among bots: what is drawn for it at once, and for a picture on the way there.

    The last one ends the round, which is another screen: that is the largest.
    """
    at_once = sorted(sum(pictures) for pictures in _pictures(game, moves=False))
    moving = [pixels for pictures in _pictures(game, moves=True) for pixels in pictures[1:]]
    whole = SIZE[0] * SIZE[1]
    return {
        "lays": len(at_once),
        "share": statistics.median(at_once) / whole,
        "nine_in_ten": at_once[len(at_once) * 9 // 10] / whole,
        "largest": at_once[-1] / whole,
        "frame": statistics.mean(moving) / whole,
    }


def _pictures(game: str, moves: bool) -> Iterator[list[int]]:
    """Of each lay, the pixels of each picture."""
    file, now = table_file.read("", None), 0.0
    with _window(moves) as (window, drawn), closing(demo.Demo(file, game, SEED, rounds=1)) as match:
        shown = match.table.view.match
        while not match.over and shown and shown.state["awaiting"] not in ("next", "over"):
            log = shown.log
            now += 1 / FPS
            match.turn(now)
            view = replace(match.table.view, demo=False)  # as people play
            shown = view.match
            drawn.clear()
            window.draw(view, now)
            if shown and len(shown.log) > len(log) and "lay" in shown.log[-1].line and drawn:
                for step in range(1, FPS):
                    window.draw(view, now + step / FPS)
                now += 1.0
                yield list(drawn)


def _moments(game: str) -> dict[str, float]:
    """A round among bots as people would see it, every moment to its end: processor time of each picture that
    is drawn while something moves. Once to see every card, once more to count."""
    for _ in range(2):
        costs = sorted(_moving(game))
    return {
        "pictures": len(costs),
        "ms": 1000 * statistics.mean(costs),
        "nine_in_ten_ms": 1000 * costs[len(costs) * 9 // 10],
        "core": FPS * statistics.mean(costs),
    }


def _moving(game: str) -> Iterator[float]:
    file, now = table_file.read("", None), 0.0
    with _window() as (window, drawn), closing(demo.Demo(file, game, SEED, rounds=1)) as match:
        while not match.over:
            now += 1 / FPS
            match.turn(now)
            view, before = replace(match.table.view, demo=False), len(drawn)
            begun = time.process_time()
            window.draw(view, now)
            if len(drawn) > before:
                yield time.process_time() - begun


def _attract() -> dict[str, float]:
    """The loop that nobody interrupts, twice: once to see every card, once more to count."""
    _loop()
    before = _misses()
    pixels, drawing, playing = _loop()
    frames, whole = ATTRACT * FPS, SIZE[0] * SIZE[1]
    bare = _bare_flip()
    return {
        "frames": frames,
        "pixels": round(pixels / frames),
        "share": pixels / frames / whole,
        "surfaces": (_misses() - before) / frames,
        "ms": drawing / frames * 1000,
        "flip_ms": bare * 1000,
        "flips": drawing / frames / bare,
        "core": (drawing + playing) / ATTRACT,
    }


def _loop() -> tuple[int, float, float]:
    """What it draws, and the processor time that drawing and playing take."""
    kiosk = demo.AttractMode(table_file.read("", None), 0.0, 0.0, SEED, speed=demo.FAST)
    drawing = playing = 0.0
    with _window() as (window, drawn):
        for step in range(round(ATTRACT * FPS)):
            begun = time.process_time()
            kiosk.turn(step / FPS)
            turned = time.process_time()
            assert kiosk.view, "nobody is there"
            window.draw(kiosk.view, step / FPS)
            playing += turned - begun
            drawing += time.process_time() - turned
        kiosk.touched(0.0)
        return sum(drawn[1:]), drawing, playing  # the first picture is all of it, whatever comes then


def _bare_flip() -> float:
    import pygame

    with _window():
        screen = pygame.display.get_surface()
        picture = screen.copy()
        begun = time.process_time()
        for _ in range(FLIPS):
            screen.blit(picture, (0, 0))
            pygame.display.flip()
        return (time.process_time() - begun) / FLIPS


def _misses() -> int:
    """Every surface the display makes is made once and kept: so many were made so far."""
    from display.card_art import cards
    from display.widgets import brush, typography
    from display.window import paint, surfaces

    kept = [
        found for module in (cards, paint, surfaces, brush, typography) for found in vars(module).values()
    ]
    caches = {id(found): found for found in kept if hasattr(found, "cache_info")}
    return sum(cache.cache_info().misses for cache in caches.values())


# A process that is over once its picture is there.
_OVER = "import os; os._exit(0)"
_PLAIN = f"import pygame; pygame.display.set_mode((1024, 600)); {_OVER}"
_TABLE = """
import sys
from controller import cli
from controller.commands import play
{ends}
raise SystemExit(cli.main(["play", "--data", sys.argv[1]]) or "it came back")
"""
_FIRST = _TABLE.format(ends=f"play._play = lambda *_: exec({_OVER!r})")
_MENU = _TABLE.format(
    ends=f"""
from controller.runtime.app import App
def run(self, **_): self._display.draw(self._table.view, 0.0); {_OVER}
App.run = run
"""
)


def _start() -> dict[str, float]:
    """The quickest of a few: to a bare window, to the first picture, and to the menu."""
    runs = [(_started(_PLAIN), _started(_FIRST), _started(_MENU)) for _ in range(STARTS)]
    plain, first, menu = (min(times) for times in zip(*runs, strict=True))
    return {"plain_seconds": plain, "seconds": first, "ratio": first / plain, "menu_seconds": menu}


def _started(code: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", code, folder], check=True, stderr=subprocess.DEVNULL)
        return time.perf_counter() - begun
