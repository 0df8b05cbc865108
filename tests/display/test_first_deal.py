"""docs/first-deal-of-gamate.md is true: whoever follows what the table explains comes to the score of a deal.

A newcomer at the real window does what the hints say, with the mouse. Each lesson is a picture of the page,
which has its sentence. With TAPIS_PICTURES=1 in the environment the pictures are taken again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from display.games import presentation
from display.text.words import Words
from display.widgets.widgets import Touchable, capital, touchables
from engine.rules import Choose
from tests.display.screens.test_hand import Laptop
from tests.display.test_pictures import ALIKE, ROOT, from_afar

GAME, WORDS = "gamate", Words("en").of("gamate")
PAGE = ROOT / "docs" / "first-deal-of-gamate.md"
PICTURES = ROOT / "docs" / "pictures"
SIZE = (400, 240)
REVEALED_S = 20.0  # until a score is told


class Newcomer:
    """Somebody who never played it, and does what they are told."""

    def __init__(self, folder: Path) -> None:
        self.laptop = Laptop(folder)
        self.pictures: dict[str, pygame.Surface] = {}
        self.told: list[str] = []

    def look(self, name: str) -> None:
        surface = self.laptop.window._surface
        assert surface
        self.pictures[name] = pygame.transform.smoothscale(surface.convert(24), SIZE)

    def play(self) -> None:
        self.laptop.press("Gamate", "First time? The table explains.")
        self.laptop.wait(1.0)
        self.look("players")
        self.laptop.press("4 players: go!")
        while self.laptop.match.state["awaiting"] not in ("next", "over"):
            guide = self.laptop.window._ui.guide
            assert guide, "the table explains to the end"
            if guide.told[len(self.told) :]:
                self.told = [*guide.told]
                self.look(guide.says)
            elif not self._act():
                self.laptop.turn()
        self.laptop.wait(REVEALED_S)
        self.look("score")

    def _act(self) -> bool:
        """What the hint says, if it is this player's turn."""
        hand = self.laptop.view.hand
        if not hand or not hand.acting or hand.lying:
            return False
        self._press(lambda place: place.key == "h")
        guide = self.laptop.window._ui.guide
        assert guide
        assert guide.hinting
        hint = presentation(GAME).hint(WORDS, self.laptop.match, hand)
        assert hint
        if "hint" not in self.pictures:
            self.look("hint")
        if self.laptop.match.state["awaiting"] == "lay":
            self._lay(hint)
        else:
            self._say(hint)
        return True

    def _lay(self, hint: str) -> None:
        cards = {card.name: card.zones for card in self.laptop.hand.cards if card.zones}
        named = [name for name in cards if re.search(rf"\b{WORDS.card(name)}\b", hint)]
        name = named[0] if named else next(iter(cards))
        zone = "renounce" if "renounce" in hint else "trick"
        self.laptop.drag(self.laptop.card(name), self.laptop.pad(zone))
        self.laptop.wait(1.0)

    def _say(self, hint: str) -> None:
        match = self.laptop.match
        moves = [move for move in match.choices if isinstance(move, Choose)]
        label = {move: WORDS.choice(move, match.names) for move in moves}
        wanted = [move for move in moves if hint.lower().startswith(label[move].lower() + " ")]
        wanted += [move for move in moves if f"{label[move]}: say it again" in hint]
        silent = [move for move in moves if move.what == "pass" or move == Choose("oppose", False)]
        move = (wanted or silent or moves)[0]
        if move.what == "bid" and isinstance(move.value, tuple):
            self._compose(move.value)
        self._press(lambda place: move in [getattr(wish, "action", None) for wish in place.does])

    def _compose(self, demand: tuple[Any, ...]) -> None:
        match demand:
            case ("multiples", digit):
                self.laptop.press("Multiples", str(digit))
            case ("odd",):
                self.laptop.press("Odd numbers")
            case ("run", *limits):
                self.laptop.press("From … to …")
                for which, limit in enumerate(limits):
                    self._slide(which, limit)
            case ("colour", colour, *exclusive):
                self.laptop.press("One colour", capital(WORDS.colour(colour)))
                if exclusive:
                    self.laptop.press("And no other colour")

    def _slide(self, which: int, number: int) -> None:
        track = [place.box for place in touchables(self.laptop.window.widgets) if place.along][which]
        wide = track.w // 48 or 1
        self.laptop.click(track._replace(x=track.x + (2 * number - 1) * track.w // 96 - wide // 2, w=wide))

    def _press(self, wanted: Any) -> None:
        (place,) = [place for place in touchables(self.laptop.window.widgets) if wanted(place)][:1]
        assert isinstance(place, Touchable)
        self.laptop.click(place.box)


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Newcomer]:
    newcomer = Newcomer(tmp_path_factory.mktemp("first"))
    newcomer.play()
    if os.environ.get("TAPIS_PICTURES"):
        for number, (name, picture) in enumerate(newcomer.pictures.items(), 1):
            pygame.image.save(picture, str(PICTURES / f"first-deal-{number:02}-{name}.png"))
    yield newcomer
    newcomer.laptop.close()


def shown() -> list[tuple[str, str]]:
    """The pictures of the page, each with the text under it."""
    step = r"!\[[^\]]*\]\(pictures/(first-deal-\d\d-[a-z-]+)\.png\)\n\n(.+?)(?=\n\n!|\n\n#|\Z)"
    return re.findall(step, PAGE.read_text("utf-8"), re.DOTALL)


def test_whoever_follows_the_table_comes_to_a_score(newcomer: Newcomer) -> None:
    match = newcomer.laptop.match
    assert match.round_over
    assert sum(match.results[0].values()) > 0
    assert match.state["awaiting"] == "next"


def test_the_page_has_every_step_of_it_and_its_sentence(newcomer: Newcomer) -> None:
    steps = [f"first-deal-{number:02}-{name}" for number, name in enumerate(newcomer.pictures, 1)]
    assert [name for name, _ in shown()] == steps
    lessons = presentation(GAME).lessons
    for (name, text), code in zip(shown(), newcomer.pictures, strict=True):
        if code in lessons:
            assert lessons[code] in " ".join(text.split()), name


def test_the_pictures_show_it_as_it_is(newcomer: Newcomer) -> None:
    for number, (name, picture) in enumerate(newcomer.pictures.items(), 1):
        kept = pygame.image.load(str(PICTURES / f"first-deal-{number:02}-{name}.png")).convert(24)
        differences = [abs(a - b) for a, b in zip(from_afar(kept), from_afar(picture), strict=True)]
        assert max(differences) < ALIKE, name
