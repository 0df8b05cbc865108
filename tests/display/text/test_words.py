"""Every sentence exists in every language, fills the same blanks, and is used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import polib
import pytest

from controller.languages import CODES, SOURCE, by_code
from controller.settings import rows
from controller.settings.rows import Row
from controller.view import Choice, Finding, Hint, Notice, NoticeKind, Steps, Trouble
from display.card_art.pdf import typeface
from display.games import presentation
from display.text.i18n import CATALOGS
from display.text.words import HINTS, REFUSALS, Words
from display.widgets.typography import BOLD, PLAIN
from engine import games
from engine.games import gamate, ninja, pot, thirteen
from engine.rules import Refusal

DISPLAY = Path(__file__).parents[3] / "display"
TRANSLATED = [code for code in CODES if code != SOURCE]


def messages() -> dict[str, str | None]:
    """Every message of the source and of the settings: singular to plural."""
    return _marked() | {text: None for row in rows.every() for text in messages_of(row)}


def messages_of(row: Row[Any]) -> Iterator[str]:
    """What the catalogs must have for a setting."""
    yield from filter(None, (row.label, row.caption))
    match row.widget:
        case Choice(options, names=False):
            yield from (label for _, label in options)
        case Steps(zero=zero, zero_in_full=in_full):
            yield from (zero, in_full)


@cache
def _marked() -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for path in DISPLAY.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            texts = [
                arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            ]
            if name in ("mark", "say", "RulePage") and texts:
                found[texts[0]] = None
            elif name == "count" and len(texts) == 2:
                found[texts[0]] = texts[1]
    return found


@cache
def catalog(language: str) -> dict[str, polib.POEntry]:
    return {entry.msgid: entry for entry in polib.pofile(str(CATALOGS / f"{language}.po"))}


def blanks(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_message_is_missing_and_none_is_unused(language: str) -> None:
    assert set(catalog(language)) == set(messages())


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_translation_is_there_and_fills_the_same_blanks(language: str) -> None:
    for message, plural in messages().items():
        entry = catalog(language)[message]
        assert (entry.msgid_plural or None) == plural
        texts = list(entry.msgstr_plural.values()) if plural else [entry.msgstr]
        assert all(texts), message
        assert not entry.fuzzy
        for text in texts:
            # The rotten four has a name of its own in French; a singular may leave out its number.
            assert blanks(text) <= blanks(plural or message), message
            assert blanks(plural or message) - blanks(text) <= {"number", "value"}, message


@pytest.mark.parametrize("code", CODES)
def test_the_bundled_typeface_has_every_letter_of_a_language(code: str) -> None:
    texts = [by_code(code).name, *by_code(code).keyboard]
    for entry in catalog(code).values() if code != SOURCE else ():
        texts += [entry.msgstr, *entry.msgstr_plural.values()]
    wanted = set("".join(texts)) - set("\n\u202f")
    for face in (PLAIN, BOLD):
        assert "".join(sorted(wanted - typeface(face).letters)) == ""


def test_french_sets_narrow_spaces_before_high_marks() -> None:
    for entry in catalog("fr").values():
        for text in [entry.msgstr, *entry.msgstr_plural.values()]:
            assert not re.search(r"[^\u202f][:;?!](\s|$)", text), text
            assert "'" not in text, text


@pytest.mark.parametrize("language", CODES)
def test_every_refusal_and_hint_is_a_sentence(language: str) -> None:
    words = Words(language)
    own = {name: presentation(name).refusals for name in games.names()}
    codes = (
        *(Refusal, thirteen.Refused, ninja.Refused, gamate.Refused, pot.Refused),
        *(thirteen.Doubts, pot.Doubts),
    )
    told = {*REFUSALS, *(code for each in own.values() for code in each)}
    assert told == {code.value for kind in codes for code in kind}
    assert set(HINTS) == set(Hint)
    about = (
        ("card", "blue-7#1"),
        ("player", "Luc"),
        ("game", "pot"),
        ("deck", "pot"),
        ("copy", "2"),
        ("why", "so."),
        ("holder", "Luc"),
        ("name", "Luc"),
        ("other", "Anna"),
    )
    notices = [(code, name) for name, each in own.items() for code in (*REFUSALS, *each)]
    for code, game in [*notices, *((hint.value, "") for hint in Hint)]:
        sentence = words.notice(Notice(NoticeKind.REFUSED, code, None, about), game)
        assert sentence.endswith((".", "!", "?")), sentence
        assert "{" not in sentence


def test_who_holds_a_card_is_named() -> None:
    sentence = Words("en").of("thirteen").refusal("held-by-another", {"holder": "Luc"})
    assert sentence.startswith("Luc ")


@pytest.mark.parametrize("language", CODES)
def test_every_card_and_zone_has_a_name(language: str) -> None:
    words = Words(language)
    for name in games.names():
        game = games.game(name)
        own = words.of(name)
        assert all(own.card(card) for card in game.deck.names)
        assert all(own.zone(zone) for zone in game.zones)
        assert words.game(name)


def test_numbers_agree_in_each_language() -> None:
    took = {"kind": "took", "player": "Luc"}
    assert Words("fr").of("thirteen").event({**took, "count": 1}).endswith("Luc prend une carte.")
    assert Words("fr").of("thirteen").event({**took, "count": 3}).endswith("Luc prend 3 cartes.")
    assert Words("de").of("thirteen").event({**took, "count": 1}).endswith("Luc nimmt eine Karte.")
    assert Words("en").of("thirteen").event({**took, "count": 2}) == "Over 13! Luc takes 2 cards."


def test_a_sentence_names_its_pad_as_people_would() -> None:
    silent = [Trouble("silent", "left"), Trouble("silent", "centre"), Trouble("silent", "A2")]
    beginnings = {
        "en": ("The left pad does", "The middle pad does", "Pad A2 does"),
        "fr": ("La zone de gauche ne", "La zone du milieu ne", "La zone A2 ne"),
        "de": ("Das linke Feld antwortet", "Das mittlere Feld antwortet", "Feld A2 antwortet"),
    }
    for language, expected in beginnings.items():
        words = Words(language)
        for trouble, beginning in zip(silent, expected, strict=True):
            assert words.trouble(trouble).startswith(beginning)
    found = Finding("right", "several")
    assert Words("en").finding(found, "thirteen") == "The right pad: several cards lie there."
