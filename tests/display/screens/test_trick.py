"""Gamate: a trick is seen whole before it goes to whoever took it."""

from __future__ import annotations

from rich.console import Console

from controller.gallery.scenes import accept, shown, table
from controller.storage import record
from controller.table.live_match import LiveMatch
from display.screens.layout import layout
from display.screens.ui import Ui
from display.terminal import plain
from display.text.words import Words
from display.widgets.theme import Scale
from display.widgets.widgets import Card, Hand, Text, Widget
from display.window.motion import Motion
from engine.match import UNDO

DECLARED = (
    {"choose": {"bid": {"run": [4, 12]}}},
    {"choose": {"bid": {"run": [4, 12]}}},
    *({"choose": {"oppose": False}} for _ in range(3)),
    {"choose": {"direction": "up"}},
    {"choose": {"tricks": 8}},
    {"choose": {"lead": "own"}},
)


def on(zone: str, card: str) -> dict[str, str]:
    return {"lay": card, "zone": zone}


def three_cards() -> LiveMatch:
    return table("gamate", 4, *DECLARED, on("trick", "17"), on("renounce", "35"), on("trick", "5"))


def then(now: LiveMatch, line: dict[str, str]) -> LiveMatch:
    return accept(now, record.read(now.match, line))


def picture(now: LiveMatch) -> list[Widget]:
    return list(layout(shown(now), Ui(ready=(1, 1)), Scale(800, 480), Words("en")))


def cards(widgets: list[Widget]) -> list[str | None]:
    return [widget.name for widget in widgets if isinstance(widget, Card)]


def texts(widgets: list[Widget]) -> list[str]:
    return [" ".join(widget.lines) for widget in widgets if isinstance(widget, Text)]


def test_the_last_card_of_a_trick_is_seen_with_who_takes_it_until_the_next_is_led() -> None:
    taken = then(three_cards(), on("trick", "7"))
    taker = taken.view.state["seat"]
    assert cards(picture(taken)) == ["17", "5", "7"]
    assert f"{taker} takes the trick." in texts(picture(taken))
    led = then(taken, on("trick", "40"))
    assert cards(picture(led)) == ["40"]
    assert f"{taker} takes the trick." not in texts(picture(led))


def test_a_taken_trick_lies_smaller_than_one_that_is_being_played() -> None:
    now = three_cards()
    (before, *_) = (widget.box for widget in picture(now) if isinstance(widget, Card))
    (after, *_) = (widget.box for widget in picture(then(now, on("trick", "7"))) if isinstance(widget, Card))
    assert after.h < before.h


def test_a_taken_trick_that_is_undone_is_being_played_again() -> None:
    undone = picture(accept(then(three_cards(), on("trick", "7")), UNDO))
    assert cards(undone) == ["17", "5"]
    assert not any("takes the trick" in text for text in texts(undone))


def test_a_trick_goes_to_whoever_took_it_when_the_next_is_led() -> None:
    taken = then(three_cards(), on("trick", "7"))
    led = picture(then(taken, on("trick", "40")))
    (taker,) = (widget for widget in led if isinstance(widget, Hand) and widget.takes)
    motion = Motion(picture(taken), led, 0.0)
    nearly = motion.at(motion.end - 0.001)
    gone = [widget.box for widget in nearly if isinstance(widget, Card) and widget.name != "40"]
    assert len(gone) == 1  # the last of three
    assert abs(gone[0].x + gone[0].w // 2 - taker.box.x - taker.box.w // 2) < 5


def test_a_terminal_shows_the_taken_trick_too() -> None:
    taken = then(three_cards(), on("trick", "7"))
    console = Console(width=80, color_system=None)
    with console.capture() as captured:
        console.print(plain.board(Words("en"), taken.view))
    assert f"Trick: 17 → 5 → 7  {taken.view.state['seat']} takes the trick." in captured.get()
