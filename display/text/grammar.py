"""What a name or a card does to the words before it, in languages where it does something.

>>> filled("les cartes de {player}", {"player": "Élisabeth"}, "fr")
'les cartes d’Élisabeth'
>>> filled("{player} joue sur {zone}, près de {zone}", {"player": "Luc", "zone": "le pli"}, "fr")
'Luc joue sur le pli, près du pli'
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from string import Formatter

Join = Callable[[str, str], str]  # what stands there so far, what comes next: both together


def filled(text: str, values: Mapping[str, object], language: str) -> str:
    """*text* with its blanks filled in; errors are those of `str.format_map`."""
    join = JOINS.get(language)
    if join is None or not _may_change(text):
        return text.format_map(values)
    formatter, so_far = Formatter(), ""
    for literal, blank, spec, _ in formatter.parse(text):
        so_far += literal
        if blank is not None:
            value, _ = formatter.get_field(blank, (), values)
            so_far = join(so_far, format(value, spec or ""))
    return so_far


# French

CHANGING = re.compile(r"\b(de|que|jusque|le|la|à) $", re.IGNORECASE)
ARTICLES = {"de": {"le": "du", "les": "des"}, "à": {"le": "au", "les": "aux"}}

# First names, or how they begin, whose h is silent; without accents, as children type them. Any other h keeps
# apart what stands before it, as in Harry, Hans or Hassan: of a name we do not know nobody minds that.
SILENT_H = (
    "hadrien", "haude", "hector", "helen", "helia", "helie", "helio", "helois", "henor", "henri", "herbert",
    "hercule", "hermance", "hermeline", "hermes", "hermin", "hermione", "herve", "hilair", "hilda",
    "hildegarde", "hippolyt", "homere", "honor", "horac", "hortens", "hubert", "hugo", "hugu", "humbert",
    "hyacinth",
)  # fmt: skip


@lru_cache(maxsize=1024)
def _may_change(text: str) -> bool:
    return any(
        CHANGING.search(literal) and blank is not None for literal, blank, *_ in Formatter().parse(text)
    )


def french(so_far: str, value: str) -> str:
    """d’Anna, du pli, l’orange."""
    found = CHANGING.search(so_far)
    if not found:
        return so_far + value
    word = found[1]
    article, _, rest = value.partition(" ")
    contracted = ARTICLES.get(word.lower(), {}).get(article)
    if contracted and rest:
        contracted = contracted.capitalize() if word[0].isupper() else contracted
        return f"{so_far[: found.start()]}{contracted} {rest}"
    if word.lower() != "à" and begins_with_vowel(value):
        return f"{so_far[:-2]}’{value}"
    return so_far + value


def begins_with_vowel(value: str) -> bool:
    """Whether a French ear hears a vowel first."""
    word = plain(value.lower())
    if word.startswith("h"):
        return word.startswith(SILENT_H)
    if word.startswith("y"):  # Yves and Yvonne, but not Yann and Yasmine
        return bool(re.match("y[^aeiouy]", word))
    return word.startswith(tuple("aeiouæœ"))


def plain(word: str) -> str:
    """Without its accents."""
    return "".join(
        letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter)
    )


JOINS: dict[str, Join] = {"fr": french}
