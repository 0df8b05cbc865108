"""A setting is one row: added here, it is in the file, on the host's pages, in the docs and in force."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller import cli
from controller.errors import UserError
from controller.gallery import host as gallery
from controller.languages import CODES
from controller.settings import host_settings, rows, table_file, written
from controller.settings.rows import FLAG, Row, one_of, seconds, text, whole
from controller.view import Choice, Hours, Minutes, Steps, TableView
from display.screens.layout import layout
from display.screens.ui import Hosting, Ui
from display.text.words import Words
from display.widgets.theme import Scale
from display.widgets.widgets import Text, touchables
from tests.display.screens.test_host_pages import Landlord
from tests.display.screens.test_screens import SIZES
from tests.display.text.test_words import messages, messages_of
from tests.screen_faults import faults
from tests.test_layers import ROOT

heard: list[float] = []  # what the effect of GREET was told
GREET = Row(
    "house.greet_after",
    seconds(0, 600),
    60,
    "seconds until the table greets its guests; 0: never",
    label="Greeting",
    page="rest",
    caption="The table greets its guests after",
    widget=Minutes((0, 1, 2, 4)),
    effect=lambda reach, after: heard.append(after),
)
# One for each widget; words of the catalogs, so that they are as long as words are in every language.
CAPTION = rows.FULLSCREEN.caption
MORE: dict[str, Row[Any]] = {
    "switch": Row("display.dim", FLAG, True, widget=Choice(((True, "yes"), (False, "no, a window")))),
    "choice": Row(
        "display.cloth",
        one_of("green", "blue", "red"),
        "blue",
        widget=Choice((("green", "dark at night"), ("blue", "whole screen"), ("red", "screen saver"))),
    ),
    "steps": Row("display.light", whole(0, 10), 7, widget=Steps(10, 1, "lx", "silent", "silent")),
    "minutes": Row("house.wait", seconds(0, 600), 60, widget=Minutes((0, 1, 3, 5, 10))),
    "hours": Row("house.hours", text(".*", "hours"), "08:00-20:00", widget=Hours("08:00-20:00")),
}


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "ROWS", (*rows.ROWS, GREET))
    heard.clear()


@pytest.fixture
def landlord(added: None, tmp_path: Path) -> Iterator[Landlord]:
    landlord = Landlord(tmp_path)
    yield landlord
    landlord.close()


# In the file


def test_it_is_in_the_default_file_with_its_comment(added: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["config", "show", "--default"]) == 0
    shipped = capsys.readouterr().out
    assert shipped.endswith(
        "\n[house]\ngreet_after = 60  # seconds until the table greets its guests; 0: never\n"
    )
    assert table_file.read(shipped, None)[GREET] == 60
    assert table_file.read("", None)[GREET] == 60


def test_it_joins_the_section_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "ROWS", (*rows.ROWS, replace(GREET, key="kiosk.greet_after")))
    assert list(tomllib.loads(written.default())["kiosk"]) == ["attract_after", "blank", "pin", "greet_after"]


def test_a_file_sets_it_and_shows_it(added: None) -> None:
    table = table_file.read("[house]\ngreet_after = 90", None)
    assert table[GREET] == 90
    assert table_file.read(written.shown(table), None) == table


TAKES = "does not fit: use a number of seconds from 0 to 600."


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("house.greet_after = 601", f"house.greet_after = 601 {TAKES}"),
        ('house.greet_after = "x"', f'house.greet_after = "x" {TAKES}'),
        ("house.greet = 1", 'house: "greet" is no key here: did you mean greet_after?'),
        ("house = 1", "house = 1 does not fit: use a section: write [house] and its keys below it."),
        ("[hause]", '"hause" is no key here: did you mean house?'),
    ],
)
def test_a_mistake_is_one_sentence(added: None, line: str, sentence: str) -> None:
    with pytest.raises(UserError) as caught:
        table_file.read(line, None)
    assert str(caught.value) == f"table file: {sentence}"


# In the documentation


def test_it_is_in_the_documentation(added: None) -> None:
    page = (ROOT / "docs" / "table-file.md").read_text("utf-8")
    line = (
        "| `greet_after` | `60` | a number of seconds from 0 to 600 "
        "| seconds until the table greets its guests; 0: never | Greeting |"
    )
    assert (
        f"\nIn `[house]`:\n\n{chr(10).join(written.COLUMNS)}\n{line}\n\n{written.END}"
        in written.documented(page)
    )
    assert line not in page


def test_the_catalogs_are_asked_for_its_words(added: None) -> None:
    assert {"Greeting", "The table greets its guests after"} <= set(messages())
    for row in MORE.values():
        assert set(messages_of(row)) <= set(messages())
    assert set(messages_of(MORE["choice"])) == {"dark at night", "whole screen", "screen saver"}


# On the host's pages


def drawn(page: str, language: str, size: tuple[int, int], part: int = 0) -> tuple[list[str], list[str], int]:
    """What is wrong with that page, what can be read there, and how much can be touched."""
    view = TableView(host=gallery.seen())
    widgets = layout(view, Ui(over=Hosting(page, part=part)), Scale(*size), Words(language))
    texts = [" ".join(widget.lines) for widget in widgets if isinstance(widget, Text)]
    return list(faults(widgets, Scale(*size))), texts, len(touchables(widgets))


@pytest.mark.parametrize("page", ["rest", "sound", "language"])
@pytest.mark.parametrize("kind", MORE)
def test_it_is_on_its_page_at_every_size_and_in_every_language(
    page: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = replace(MORE[kind], page=page, caption=CAPTION, label="demo")
    for size in SIZES:
        for language in CODES:
            with monkeypatch.context() as patch:
                patch.setattr(rows, "ROWS", [other for other in rows.ROWS if other.caption != CAPTION])
                _, _, before = drawn(page, language, size)
                patch.setattr(rows, "ROWS", (*rows.ROWS, row))
                wrong, texts, touchable = drawn(page, language, size)
                assert wrong == [] and drawn("", language, size)[0] == [], (size, language)
                assert Words(language).say(CAPTION) in texts
                assert touchable >= before + 2


@pytest.mark.parametrize("kind", MORE)
def test_it_has_a_page_to_itself_if_it_is_alone_there(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "ROWS", (rows.DATA, replace(MORE[kind], page="rest", caption=CAPTION)))
    for size in SIZES:
        for language in CODES:
            wrong, texts, _ = drawn("rest", language, size)
            assert wrong == [] and Words(language).say(CAPTION) in texts


def test_a_page_with_too_many_is_turned_over(monkeypatch: pytest.MonkeyPatch) -> None:
    captions = sorted(messages(), key=len)[40:49]
    many = [
        replace(row, page="rest", caption=say)
        for say, row in zip(captions, [*MORE.values()] * 2, strict=False)
    ]
    monkeypatch.setattr(
        rows, "ROWS", (*rows.ROWS, *(replace(row, key=f"x.{n}") for n, row in enumerate(many)))
    )
    for size in SIZES:
        found: set[str] = set()
        for part in range(3):
            wrong, texts, _ = drawn("rest", "en", size, part)
            assert wrong == []
            found |= {*texts}
        assert {*captions, rows.BLANK.caption} <= found


# In force


def test_the_host_sets_it_by_touch_and_it_counts_at_once_and_after_a_restart(landlord: Landlord) -> None:
    landlord.enter()
    landlord.touch("Screen saver")
    assert landlord.sees("The table greets its guests after")
    landlord.touch("4 min")
    assert heard == [240] and landlord.app.file[GREET] == 240
    assert host_settings.load(landlord.folder) == {"house.greet_after": 240}
    landlord.restart()
    assert landlord.parts.file[GREET] == 240
    landlord.enter()
    landlord.touch("Table file")
    assert landlord.sees("Set here, and before the file: Greeting")
    landlord.touch("All as in the file again", "All as in the file again")
    assert heard == [240, 60] and landlord.app.file[GREET] == 60


def test_without_a_label_only_the_file_sets_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(rows, "ROWS", (*rows.ROWS, replace(GREET, label="")))
    settings = host_settings.HostSettings(table_file.read("", None), tmp_path)
    with pytest.raises(
        UserError, match=r"house\.greet_after cannot be set on the screen, only language, kiosk"
    ):
        settings.change({"house.greet_after": 240})
    assert not host_settings.path(tmp_path).exists()
