"""A question on the terminal: a page of options, chosen by a key or by typing what they are called.

A question is a function from the view to a page, so that it is up to date and in the language of now; None:
there is nothing left to ask. The table never hears of a question, only of what came of it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Concatenate, ParamSpec

from controller.intents import Intent
from controller.view import MatchView, TableView
from display.text.words import GameWords, Words

ENTER, ESCAPE, SPACE = "\r", "\x1b", " "
KEYS = "123456789abcdefghijk"

More = ParamSpec("More")
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


def of_match(
    ask: Callable[Concatenate[GameWords, TableView, MatchView, More], Prompt | None],
) -> Callable[Concatenate[Words, TableView, More], Prompt | None]:
    """Makes a question about the match, in the words of its game; without a match there is nothing to ask."""

    def asked(words: Words, view: TableView, /, *args: More.args, **kwargs: More.kwargs) -> Prompt | None:
        return ask(words.of(view.match.game), view, view.match, *args, **kwargs) if view.match else None

    return asked


def numbered(options: Iterable[Option]) -> list[Option]:
    """The options with KEYS, in turn."""
    return [replace(option, key=key) for key, option in zip(KEYS, options, strict=False)]


def matching(page: Prompt, typed: str) -> list[Option]:
    """The options that *typed* may mean, the exact ones first: "7b" is "blue 7", or "7 bleu"."""
    wanted = _spoken(typed)
    found = []
    for option in page.options:
        label = _spoken(option.label)
        if all(any(word.startswith(each) for word in label) for each in wanted):
            found.append((sum(each not in label for each in wanted), option))
    return [option for _, option in sorted(found, key=lambda one: one[0])]


def _spoken(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.findall(r"\d+|[^\W\d_]+", bare)
