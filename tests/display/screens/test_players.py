"""Who plays: names of any length fit their seats."""

from __future__ import annotations

import pytest

from controller.languages import CODES
from controller.view import TableView
from display.screens.layout import layout
from display.screens.ui import Setting, Typing, Ui
from display.text.words import Words
from display.widgets.theme import GOLD, Scale
from display.widgets.widgets import Panel, Text, extent
from tests.display.screens.test_screens import SIZES, faults

NAMES = ("Anne-Charlotte", "Maximilien", "", "Wilhelmine-Marie", "M" * 16, "Jean Christophe")
LAPTOP = ("hand", "careful", "expert")


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("kinds", [(), LAPTOP], ids=["table", "laptop"])
def test_six_long_names_fit_at_every_size(language: str, kinds: tuple[str, ...]) -> None:
    setting = Setting("pot", NAMES, seat_players=("hand", "careful", "careful", "hand", "expert", "hand"))
    view = TableView(language=language, seat_players=kinds)
    for size in SIZES:
        widgets = layout(view, Ui(setting=setting), Scale(*size), Words(language))
        assert list(faults(widgets, Scale(*size))) == []
        plates = [panel.box for panel in widgets if isinstance(panel, Panel) and panel.shadow]
        for text in widgets:
            if isinstance(text, Text) and "M…" in text.lines[0]:
                assert any(plate.holds(extent(text)) for plate in plates)
        assert sum(isinstance(panel, Panel) and panel.fill == GOLD for panel in widgets) == 1  # go!


def test_the_last_of_sixteen_letters_still_fits_the_keyboard() -> None:
    typing = Typing(0, "M" * 16, full=True)
    for size in SIZES:
        ui = Ui(setting=Setting.of("pot"), over=typing)
        widgets = layout(TableView(), ui, Scale(*size), Words("de"))
        assert list(faults(widgets, Scale(*size))) == []
