"""The pages of rules: short, drawn, whole at every size, and the one that matters now opens."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from controller.gallery.scenes import reached, shown
from controller.languages import CODES
from controller.view import Notice, NoticeKind, TableView
from display.games import RulePage, Scene, presentation
from display.games.gamate import BIDS, CONTRACT, LEAD, UNOPPOSED
from display.screens.layout import layout
from display.screens.rules import TEXT, now
from display.screens.ui import Rules, Setting, Ui
from display.text.words import Words
from display.widgets.theme import Scale
from display.widgets.widgets import Card, Text, top_layer, touchables
from engine import games
from tests.display.screens.test_screens import SIZES
from tests.screen_faults import faults

SMALL, ENGLISH = Scale(800, 480), Words("en")
MOST_WORDS = 20


def lay(card: str, zone: str = "") -> dict[str, object]:
    return {"lay": card, "zone": zone} if zone else {"lay": card}


POT = [lay(card, "pot") for card in ("blue-10", "green-9", "red-8")]
TRICK = [lay(card, "play") for card in ("blue-7", "green-6", "red-5")]
TIE = [lay(card, "play") for card in ("blue-7", "green-7", "red-5")]
PAGES = [(name, number) for name in games.names() for number in range(len(presentation(name).rules))]


def leaf(name: str, number: int) -> RulePage:
    return presentation(name).rules[number]


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize(("name", "number"), PAGES)
def test_a_page_says_little(name: str, number: int, language: str) -> None:
    text = Words(language).of(name).say(leaf(name, number).text)
    words = [word for word in text.split() if re.search(r"\w", word)]
    assert len(words) <= MOST_WORDS, text


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_page_is_drawn_and_written_large_and_nothing_is_cut(size: tuple[int, int], language: str) -> None:
    words, scale = Words(language), Scale(*size)
    for name, number in PAGES:
        agreed = replace(Setting.of(name), options=frozenset(games.game(name).options))
        for ui in (Ui(over=Rules(name, number)), Ui(setting=agreed, over=Rules(name, number))):
            widgets = layout(TableView(language=language), ui, scale, words)
            assert list(faults(widgets, scale)) == [], (name, number)
            said = words.of(name).say(leaf(name, number).text)
            (text,) = [w for w in widgets if isinstance(w, Text) and " ".join(w.lines) == said]
            assert text.size == scale.px(TEXT), (name, number)


@pytest.mark.parametrize(("name", "number"), PAGES)
def test_the_house_rules_in_force_stand_under_every_page(name: str, number: int) -> None:
    option = games.game(name).options[:1]
    ui = Ui(setting=replace(Setting.of(name), options=frozenset(option)), over=Rules(name, number))
    said = [" ".join(w.lines) for w in layout(TableView(), ui, SMALL, ENGLISH) if isinstance(w, Text)]
    for each in option:
        assert f"House rules: {ENGLISH.of(name).option(each)}" in said


@pytest.mark.parametrize("name", games.names())
def test_the_last_page_leads_to_the_players(name: str) -> None:
    last = len(presentation(name).rules) - 1
    widgets = layout(TableView(), Ui(over=Rules(name, last)), SMALL, ENGLISH)
    (play,) = [place.then for place in touchables(widgets) if place.key == "return"]
    assert (play.setting.game, play.over) == (name, None)


def test_a_page_draws_cards_that_there_are() -> None:
    for name, number in PAGES:
        widgets = layout(TableView(), Ui(over=Rules(name, number)), Scale(800, 480), Words("fr"))
        drawn = {w.name for w in top_layer(widgets) if isinstance(w, Card) and w.name}
        known = {*games.game(name).deck.names}
        assert drawn <= known, (name, number, drawn - known)


# The page that matters now

DONE = {"press": "done"}
NOW: dict[str, tuple[str, int, list[dict[str, object]], str, str]] = {
    # the game, seats, what was played, why a card is refused; the page
    "13, a turn": ("thirteen", 4, [], "", "Your turn"),
    "13, wrong colour": ("thirteen", 4, [], "wrong-colour", "Your turn"),
    "13, a rotten four": ("thirteen", 4, [lay("rotten-4#1", "blue")], "", "The rotten four"),
    "13, exactly": ("thirteen", 4, [lay(f"blue-{n}#1", "blue") for n in (7, 4, 2)], "", "Exactly 13"),
    "13, over": ("thirteen", 4, [lay(f"blue-{n}#1", "blue") for n in (7, 4, 5)], "", "Over 13"),
    "Ninja, the start": ("ninja", 3, [], "", "Before the first card"),
    "Ninja, too low": ("ninja", 3, [], "too-low", "Your turn"),
    "Ninja, a second card?": ("ninja", 3, [lay("7#1")], "", "Your turn"),
    "Ninja, a six": ("ninja", 3, [lay("6#1"), DONE], "", "Special cards"),
    "Ninja, skipped": ("ninja", 3, [lay("8#1"), DONE], "", "Special cards"),
    "Ninja, a 13": ("ninja", 3, [lay("13#1"), DONE], "", "The 13 and the 1"),
    "Ninja, a pick-up": ("ninja", 3, [lay("7#1"), DONE, {"press": "pick-up"}], "", "The pile"),
    "Gamate, a bid": ("gamate", 4, [], "", "The demand"),
    "Gamate, too many trumps": ("gamate", 4, [], "bid-out-of-range", "The demand"),
    "Gamate, a second bid": ("gamate", 4, BIDS[:1], "", "The contract"),
    "Gamate, the contract": ("gamate", 4, CONTRACT, "", "The opposition"),
    "Gamate, opposition": ("gamate", 4, UNOPPOSED[:-1], "", "The opposition"),
    "Gamate, up or down": ("gamate", 4, UNOPPOSED, "", "Dummy, up or down"),
    "Gamate, a lead": ("gamate", 4, LEAD, "", "The trick"),
    "Gamate, plain on a trump": ("gamate", 4, LEAD, "plain-on-trump", "The trick"),
    "Le Pot, the pot": ("pot", 3, [], "", "The aim"),
    "Le Pot, a card": ("pot", 3, POT, "", "Your turn"),
    "Le Pot, who takes": ("pot", 3, [*POT, *TRICK], "", "Who takes"),
    "Le Pot, a tie": ("pot", 3, [*POT, *TIE], "", "A tie"),
}


@pytest.mark.parametrize("state", NOW)
def test_what_matters_now_is_the_page_that_opens(state: str) -> None:
    name, seats, steps, refused, title = NOW[state]
    view = shown(reached(name, Scene(name=state, seats=seats, steps=steps)))
    if refused:
        view = replace(view, notice=Notice(NoticeKind.REFUSED, refused, "left"))
    assert view.match
    assert leaf(name, now(view, view.match).number).title == title


@pytest.mark.parametrize("name", games.names())
def test_every_refusal_of_a_game_and_all_that_is_awaited_has_its_page(name: str) -> None:
    about = {code for page in presentation(name).rules for code in page.about}
    assert set(presentation(name).refusals) <= about
    assert {*presentation(name).asks, *presentation(name).laying, "next"} <= about
