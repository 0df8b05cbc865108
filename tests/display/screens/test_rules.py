"""The pages of rules: short, drawn, whole at every size, and the one that matters now opens."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from controller.gallery.scenes import reached, shots, shown
from controller.languages import CODES
from controller.view import Notice, NoticeKind, TableView
from display.games import RulePage, Scene, presentation
from display.games.gamate import BIDS, CONTRACT, LEAD, UNOPPOSED
from display.screens.layout import layout
from display.screens.rules import TEXT, now
from display.screens.ui import Rules, Setting, Ui
from display.terminal.terminal import Desk
from display.text.words import Words
from display.widgets.theme import Scale
from display.widgets.widgets import Card, Text, top_layer, touchables
from engine import games
from tests.display.screens.test_screens import SIZES
from tests.screen_faults import faults

SMALL, ENGLISH = Scale(800, 480), Words("en")
MOST_WORDS = 20
PLAYING = Ui(ready=(1, 1))


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


# How it opens


def opens(view: TableView, ui: Ui = PLAYING) -> Rules:
    """What the sign "?" on the screen leads to."""
    (place,) = [place for place in touchables(layout(view, ui, SMALL, ENGLISH)) if place.key == "?"]
    assert isinstance(place.then.over, Rules)
    return place.then.over


def test_the_sign_on_the_board_and_that_on_a_refusal_open_the_page_that_matters() -> None:
    over = shown(reached("thirteen", Scene(name="", seats=4, steps=NOW["13, over"][2])))
    assert leaf("thirteen", opens(over).number).title == "Over 13"
    refused = replace(over, notice=Notice(NoticeKind.REFUSED, "wrong-colour", "left"))
    reading = opens(refused)
    assert leaf("thirteen", reading.number).title == "Your turn"
    widgets = layout(refused, replace(PLAYING, over=reading), SMALL, ENGLISH)
    told = [" ".join(w.lines) for w in top_layer(widgets) if isinstance(w, Text)]
    assert leaf("thirteen", reading.number).text in told, "the refusal waits under it"


def test_the_rules_on_the_terminal_are_the_same_pages_as_text() -> None:
    view = shown(reached("gamate", Scene(name="", seats=4, steps=UNOPPOSED)), language="en")
    desk = Desk("en")
    desk.press("?", view)
    page = desk.page(view)
    assert page and "Dummy, up or down" in page.title
    assert page.text == leaf("gamate", 5).text
    for number in (6, 7):
        desk.press(">", view)
        page = desk.page(view)
        assert page and page.text == leaf("gamate", number).text
    assert ">" not in [option.key for option in page.options]


# Terms

TERMS = {  # of Gamate's rules, and where they are explained, in French
    "demandeur", "mort", "muettes", "brisques", "renonce", "opposition", "donne", "manche", "robre",
    "bonification", "contrat", "atouts", "hausse", "baisse", "force", "coupe", "esquive", "pli",
}  # fmt: skip


def explained(language: str) -> str:
    """All that the pages of Gamate say."""
    words, texts = Words(language), []
    for number in range(len(presentation("gamate").rules)):
        for widget in layout(TableView(), Ui(over=Rules("gamate", number)), SMALL, words):
            texts += widget.lines if isinstance(widget, Text) else ()
    return " ".join(texts).lower()


def test_every_term_of_gamate_is_explained_somewhere() -> None:
    pages = explained("fr")
    assert {term for term in TERMS if term not in pages} == set()


TECHNICAL = {  # words of prompts that a newcomer cannot know: of a game, by the language
    "fr": ("contrat", "atout", "renonce", "mort", "opposition", "brisque", "manche", "donne", "pli"),
    "en": ("contract", "trump", "renounce", "dummy", "oppose", "brisque", "manche", "deal", "trick"),
    "de": ("kontrakt", "trumpf", "trümpf", "abwurf", "strohmann", "widersp", "brisque", "manche", "stich"),
}


@pytest.mark.parametrize("language", TECHNICAL)
def test_every_term_that_a_prompt_uses_is_on_a_page(language: str) -> None:
    prompts = []
    for shot in shots("gamate"):
        if shot.view.match and shot.view.match.state["awaiting"] not in ("next", "over"):
            words = Words(language).of("gamate")
            prompts.append(words.instruction(shot.view.match).lower())
            prompts += [words.choice(move, shot.view.match.names).lower() for move in shot.view.match.choices]
    used = {term for term in TECHNICAL[language] if any(term in prompt for prompt in prompts)}
    assert len(used) >= 4
    pages = explained(language)
    assert {term for term in used if term not in pages} == set()
