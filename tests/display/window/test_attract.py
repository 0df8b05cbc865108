"""Hours in which nobody comes: the demo plays every game in turn on the real screens, and nothing wears out.

TAPIS_ATTRACT_HOURS=1 pytest tests/display/window/test_attract.py -n0 -s      # an hour, in a few minutes
"""

from __future__ import annotations

import gc
import os
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from controller.gallery.scenes import shown, table
from controller.settings import table_file
from controller.simulation.demo import AttractMode
from controller.view import Played, TableView
from display.card_art import cards
from display.games import Presentation, presentation
from display.games.acts import Show
from display.screens.attract import acts, attract
from display.screens.ui import Ui
from display.text.words import Words
from display.widgets import brush, typography
from display.widgets.boxes import Box
from display.widgets.theme import BLACK, Scale
from display.widgets.widgets import Animation, Card, Glow, Page, Panel, Picture, Text, Widget
from display.window import paint, surfaces
from display.window.screen import opened
from display.window.window import Window
from engine import games

HOURS = float(os.environ.get("TAPIS_ATTRACT_HOURS", 0))
STEP = 0.05 if HOURS else 0.2  # seconds between two looks
WARM = HOURS / 2 * 3600  # seconds until everything is kept that will be kept
CARD = Box(300, 20, 286, 408)
PAGE = os.sysconf("SC_PAGE_SIZE")


def memory() -> int:
    """Of this process, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def blocks() -> int:
    """What Python holds on to, but for the pictures that are kept on purpose, so many and no more."""
    for module in (cards, paint, surfaces, brush, typography):
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


IDLE = replace(shown(table("thirteen", 4), demo=True), language="en")
WON = Played(1, "thirteen", 0.0, 0.0, ("Marie", "Luc", ""), (1, 2, 3), (0,), ())


def seen(view: TableView, seconds: float, moves: bool = True, every: float = 0.1) -> list[list[Widget]]:
    """The pictures of the loop."""
    pictures: list[list[Widget]] = []
    with closing(Window(opened((800, 480)), moves=moves)) as window:
        show = window._painter.show

        def remember(widgets: Sequence[Widget]) -> list[Box]:
            pictures.append(list(widgets))
            return show(widgets)

        window._painter.show = remember  # type: ignore[method-assign]
        for step in range(round(seconds / every)):
            window.draw(view, step * every)
    return pictures


def words_of(pictures: Sequence[Sequence[Widget]]) -> set[str]:
    return {" ".join(w.lines) for picture in pictures for w in picture if isinstance(w, Text)}


def test_the_loop_shows_every_act_in_about_forty_seconds_and_begins_again() -> None:
    every = acts(replace(IDLE, last=(WON,)))
    assert [act.name for act in every] == ["lamp", *games.names(), "play", "winners"]
    length = sum(act.seconds for act in every)
    assert 35 < length < 45
    pictures = seen(replace(IDLE, last=(WON,)), length + 3)
    large = [w for picture in pictures for w in picture if isinstance(w, Card) and w.box.h > 480 * 0.8]
    assert {(card.deck, card.name) for card in large if card.name} == {
        (name, presentation(name).hero or presentation(name).samples[0]) for name in games.names()
    }
    assert len({w.fill for picture in pictures for w in picture if isinstance(w, Glow)}) == 1 + len(
        games.names()
    )
    assert "Marie · 13" in words_of(pictures)
    dark = [any(isinstance(w, Panel) and w.fill == BLACK for w in picture) for picture in pictures]
    assert dark[0]
    assert dark.index(False) < 15, "the lamp is lit"
    assert any(dark[round(length * 10) - 5 :]), "and everything begins again"


def test_hardly_a_word_and_the_invitation_throughout() -> None:
    pictures = seen(IDLE, 30.0)
    invitation = "Lay a card, or touch"
    assert all(invitation in words_of([picture]) for picture in pictures)
    said = {text for text in words_of(pictures) - {invitation, "Tapis Vert"} if len(text) > 6}
    assert said == set()
    hands = [w.box for picture in pictures for w in picture if isinstance(w, Picture) and w.name == "hand"]
    assert len(hands) == len(pictures)
    assert len({box.h for box in hands}) > 2, "it beckons"


def test_nobody_is_told_to_have_won_who_is_forgotten() -> None:
    forgotten = Played(2, "thirteen", 0.0, 0.0, ("", "", ""), (1, 2, 3), (0,), ())
    assert "winners" not in [act.name for act in acts(replace(IDLE, last=(forgotten,)))]
    assert "winners" in [act.name for act in acts(replace(IDLE, last=(forgotten, WON)))]


def test_a_game_that_says_nothing_of_itself_has_an_act() -> None:
    plain = Show("pot", ("red-1", "blue-2"), *(Page(Scale(800, 480), Words("en")) for _ in "12"), CARD, 3.0)
    Presentation(title="Plain").act(plain)
    spread = [w for w in plain.behind.widgets if isinstance(w, Card)]
    assert {card.box.x < CARD.x for card in spread} == {True, False}


def test_without_motion_each_act_is_one_picture() -> None:
    every = acts(IDLE)
    pictures = seen(IDLE, sum(act.seconds for act in every) - 0.5, moves=False)
    assert len(pictures) == len(every)


def test_an_act_is_drawn_from_the_time_alone() -> None:
    page = [Page(Scale(800, 480), Words("en")) for _ in "12"]
    for each in page:
        attract(each, IDLE, Ui(act=1))
    one, other = (next(w for w in each.widgets if isinstance(w, Animation)) for each in page)
    for at in (0.0, 0.4, 0.9, 2.0, 4.0, one.seconds):
        assert list(one.at(at)) == list(other.at(at))
