"""Everything that people can read in one language: on the screens, in the terminal, on paper."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace

from pypdf import PdfReader
from rich.console import Console, Group

from controller.commands.cards import PAPERS
from controller.gallery.screens import gallery
from display.card_art.printed import deck_as_pdf
from display.screens.layout import layout
from display.terminal.terminal import Desk
from display.text.words import Words
from display.widgets.theme import Scale
from display.widgets.widgets import Text
from engine import games
from engine.decks import standard
from tests.display.terminal.test_terminal import VIEWS, everything_asked


def on_screens(language: str) -> Iterator[str]:
    words = Words(language)
    for shot in gallery(language):
        for widget in layout(shot.view, shot.ui, Scale(1024, 600, flat=shot.flat), words):
            if isinstance(widget, Text):
                yield " ".join(widget.lines)


def in_the_terminal(language: str) -> Iterator[str]:
    pages = [(shot.view, []) for shot in gallery(language)]
    for view in VIEWS.values():
        view = replace(view, language=language)
        pages += [(view, path) for path, _ in everything_asked(view)]
    for view, path in pages:
        desk = Desk(language)
        desk.asked = path
        console = Console(file=io.StringIO(), width=120, height=40, no_color=True)
        console.print(Group(*(part.what for part in desk.parts(view))))
        yield from console.file.getvalue().splitlines()  # type: ignore[attr-defined]


def on_paper(language: str) -> Iterator[str]:
    words = Words(language)
    for name in games.names():
        data = deck_as_pdf(standard(name), words, PAPERS["a4"], backs="drawn")
        for page in PdfReader(io.BytesIO(data)).pages:
            yield from page.extract_text().splitlines()
