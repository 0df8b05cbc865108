"""Sentences in the players' language.

    >>> translate = translator("fr")
    >>> translate("The round is over.")
    'La manche est terminée.'

The catalogs are gettext .po files, read as they are: there is no compiled file that could be stale.
English is the language of the code and needs no catalog.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Callable
from functools import cache
from pathlib import Path

LANGUAGES = ("fr", "en", "de")
CATALOGS = Path(__file__).parents[1] / "locale"

Translate = Callable[[str], str]


@cache
def translations(language: str) -> gettext.NullTranslations:
    if language == "en":
        return gettext.NullTranslations()
    import polib  # English needs no catalog, and nothing else needs it

    catalog = polib.pofile(str(CATALOGS / f"{language}.po"))
    return gettext.GNUTranslations(io.BytesIO(catalog.to_binary()))


def translator(language: str) -> Translate:
    return translations(language).gettext


def mark(message: str) -> str:
    """Marks a sentence for the catalogs without translating it yet."""
    return message
