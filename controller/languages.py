"""The languages of the table, one line each, in the order in which menu and host page offer them.

A language is its line here and its catalog, display/locale/<code>.po. English, in which the sentences of the
code are written, needs no catalog. Name and keyboard are here and not in the catalog's header because the
host page names every language, but only the catalog of the one in use is opened.
"""

from __future__ import annotations

from typing import NamedTuple

SOURCE = "en"  # the language of the code
QWERTY = ("qwertyuiop", "asdfghjkl’", "zxcvbnm-", "éèêëàâïóôñ")


class Language(NamedTuple):
    code: str  # in the table file, at --lang and in the name of its catalog
    name: str  # as its speakers call it
    keyboard: tuple[str, ...] = QWERTY  # for names: the rows, in small letters


LANGUAGES = (
    Language("fr", "Français", ("azertyuiop", "qsdfghjklm", "wxcvbn-’ç", "éèêëàâîïôùœ")),
    Language("en", "English"),
    Language("de", "Deutsch", ("qwertzuiop", "asdfghjklß", "yxcvbnm-’", "äöüéèêàâôñ")),
)
CODES = tuple(language.code for language in LANGUAGES)


def by_code(code: str) -> Language:
    """The language of that code; ValueError if there is none."""
    return LANGUAGES[CODES.index(code)]


def following(code: str) -> str:
    """The code of the language after that one; the first comes after the last."""
    return CODES[(CODES.index(code) + 1) % len(CODES)]
