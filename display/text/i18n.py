"""Sentences in the players' language.

    >>> translate = translations("fr").gettext
    >>> translate("The round is over.")
    'La manche est terminée.'

The catalogs are gettext's: display/locale/<code>.po for the table, and <module>.<code>.po beside the module
of a game for that game. A package carries them compiled (.mo, made by setup.py). In a source tree each is
compiled when it is first needed and again when it changed: its .mo has the time of the .po it was made from.
"""

from __future__ import annotations

import contextlib
import gettext
import io
import os
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from controller.languages import SOURCE

CATALOGS = Path(__file__).parents[1] / "locale"


def translations(language: str, modules: Sequence[Path] = ()) -> gettext.NullTranslations:
    """The table's catalog, completed by those beside these *modules*; what is in none of them stays English.

    A module need not have a catalog. Of one that cannot be read one sentence is printed on stderr, and its
    messages stay English.
    """
    if language == SOURCE:
        return gettext.NullTranslations()
    beside = [module.with_suffix(f".{language}.po") for module in modules]
    there = [path for path in beside if path.exists() or path.with_suffix(".mo").exists()]
    return _joined(CATALOGS / f"{language}.po", *there)


@cache
def _joined(table: Path, *others: Path) -> gettext.NullTranslations:
    joined = _read(table)
    for path in others:
        joined.add_fallback(_read(path))
    return joined


def _read(path: Path) -> gettext.NullTranslations:
    try:
        return _kept(path) or _compiled(path)
    except Exception as error:  # of many kinds, according to where it is damaged
        why = " ".join(str(error).split())
        print(f"The catalog {path.name} cannot be read, English is used instead: {why}.", file=sys.stderr)
        return gettext.NullTranslations()


def _kept(path: Path) -> gettext.GNUTranslations | None:
    """What was compiled before; None if that was another state of the .po, or is damaged."""
    made = path.with_suffix(".mo")
    if not path.exists():
        return gettext.GNUTranslations(io.BytesIO(made.read_bytes()))
    with contextlib.suppress(Exception):  # nothing is lost: it is made again
        if made.stat().st_mtime_ns == path.stat().st_mtime_ns:
            return gettext.GNUTranslations(io.BytesIO(made.read_bytes()))
    return None


def _compiled(path: Path) -> gettext.GNUTranslations:
    """Compiles the .po, and keeps the result where the folder can be written."""
    import polib  # only here: it takes longer than all the rest

    changed = path.stat().st_mtime_ns
    data = polib.pofile(str(path)).to_binary()
    new = path.with_suffix(f".{os.getpid()}.mo")  # two tables may start at once
    with contextlib.suppress(OSError):
        new.write_bytes(data)
        os.utime(new, ns=(changed, changed))
        new.replace(path.with_suffix(".mo"))
    return gettext.GNUTranslations(io.BytesIO(data))


def mark(message: str) -> str:
    """Marks a sentence for the catalogs without translating it yet."""
    return message
