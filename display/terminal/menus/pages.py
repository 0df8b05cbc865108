"""A question on the terminal: a page of options, chosen by a key or by typing what they are called.

A question is a function from the view to a page, so that it is up to date and in the language of now; None:
there is nothing left to ask. The table never hears of a question, only of what came of it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from controller.intents import Intent
from controller.view import TableView
from display.text.words import Words

ENTER, ESCAPE, SPACE = "\r", "\x1b", " "

Ask = Callable[[Words, TableView], "Prompt | None"]


@dataclass(frozen=True)
class Option:
    """Something to choose: what is wanted then, and what is asked next."""

    label: str
    does: Sequence[Intent] = ()
    then: Ask | None = None
    key: str = ""  # chooses it at once
    instead: bool = False  # *then* is the same question, changed


@dataclass(frozen=True)
class Prompt:
    """A question: choose by a key, or by typing what it is called; or type the answer."""

    title: str
    options: Sequence[Option] = ()
    search: bool = False
    answer: Callable[[str], Option | None] | None = None  # what a typed line means
    text: str = ""


def where(
    card: str, zones: Sequence[str], lay: Callable[[str], Intent], words: Words, view: TableView
) -> Prompt | None:
    """On which of *zones* a card goes; *lay* makes the answer an intent."""
    if view.match is None:
        return None
    own = words.of(view.match.game)
    options = [Option(own.zone(zone), [lay(zone)], key=str(key)) for key, zone in enumerate(zones, 1)]
    return Prompt(words.say("Where does {card} go?", card=own.card(card)), options)


def matching(page: Prompt, typed: str) -> list[Option]:
    """The options that *typed* may mean, the exact ones first: "7b" is "blue 7", or "7 bleu"."""
    wanted = _spoken(typed)
    found = [
        (sum(each not in label for each in wanted), place, option)
        for place, option in enumerate(page.options)
        if (label := _spoken(option.label)) is not None
        and all(any(word.startswith(each) for word in label) for each in wanted)
    ]
    return [option for _, _, option in sorted(found, key=lambda one: one[:2])]


def _spoken(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.findall(r"\d+|[^\W\d_]+", bare)
