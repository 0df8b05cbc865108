"""Cards to print: what is on the sheets, and what bad input is told."""

from __future__ import annotations

import io
import re
import unicodedata
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from pypdf import PageObject, PdfReader
from pypdf.generic import DictionaryObject

from controller import cli
from controller.commands.cards import PAPERS
from controller.languages import CODES
from display.card_art.pdf import Book, typeface, width
from display.card_art.printed import ACROSS, CARD_H_MM, CARD_W_MM, DOWN, TAG_MM, deck_as_pdf
from display.text.words import Words
from display.widgets.theme import SUITS
from display.widgets.typography import BOLD, FONTS
from engine import games
from engine.decks import standard

POINT = 25.4 / 72
INSTRUCTIONS = 2  # pages before the cards


def printed(deck: str, paper: str = "a4", backs: str = "plain", language: str = "en") -> PdfReader:
    data = deck_as_pdf(standard(deck), Words(language), PAPERS[paper], backs=backs)
    return PdfReader(io.BytesIO(data))


def feet(page: PageObject) -> list[str]:
    """The cards of a page, as their feet name them."""
    return re.findall(r"^\d+ · .+$", page.extract_text(), re.MULTILINE)


def named(deck: str, language: str = "en") -> list[str]:
    """Every card's number and name, as people say it."""
    words = Words(language).of(deck)
    return [f"{number} · {words.card(name)}" for number, name in enumerate(standard(deck).names, 1)]


def lines(page: PageObject) -> set[tuple[float, ...]]:
    """Every straight line that is drawn on its own: both ends, in millimetres from the top left."""
    drawn = re.findall(
        r"([\d.]+) ([\d.]+) m\n([\d.]+) ([\d.]+) l\nS", page.get_contents().get_data().decode("latin-1")
    )
    return {tuple(round(float(number), 2) for number in numbers) for numbers in drawn}


@pytest.mark.parametrize("deck", games.names())
def test_every_card_is_printed_once_in_the_order_in_which_it_is_taught(deck: str) -> None:
    pages = printed(deck).pages
    assert [foot for page in pages for foot in feet(page)] == named(deck)


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_have_the_size_of_the_paper_and_cards_the_size_of_the_sleeves(paper: str) -> None:
    for page in printed("pot", paper).pages:
        size = (float(page.mediabox.width) * POINT, float(page.mediabox.height) * POINT)
        assert size == pytest.approx(PAPERS[paper], abs=0.01)
    assert {"a4": (210, 297), "letter": (pytest.approx(8.5 * 25.4), pytest.approx(11 * 25.4))} == PAPERS
    sleeves = (Path(__file__).parents[3] / "docs/hardware/stickers-and-sleeves.md").read_text("utf-8")
    assert f"66 × 91 mm for {CARD_W_MM:g} × {CARD_H_MM:g} mm cards" in sleeves
    assert f"round, {TAG_MM:g} mm" in sleeves


@pytest.mark.parametrize("paper", PAPERS)
def test_crop_marks_stand_outside_at_every_cut(paper: str) -> None:
    width, height = PAPERS[paper]
    left, top = (width - ACROSS * CARD_W_MM) / 2, (height - DOWN * CARD_H_MM) / 2
    assert min(left, top) > 5, "the marks must fit on the sheet"
    found = lines(printed("thirteen", paper).pages[INSTRUCTIONS])
    for cut in range(ACROSS + 1):
        x = left + cut * CARD_W_MM
        assert tuple(round(n, 2) for n in (x, top - 5, x, top - 1)) in found
    for cut in range(DOWN + 1):
        y = top + cut * CARD_H_MM
        right = width - left
        assert tuple(round(n, 2) for n in (right + 1, y, right + 5, y)) in found


def test_a_sheet_turned_over_has_a_ring_behind_every_card() -> None:
    pages = printed("thirteen").pages
    front, back = pages[-2], pages[-1]
    assert len(feet(front)) == 5
    rings = re.findall(r"1 0 0 1 ([\d.]+) ([\d.]+) cm", back.get_contents().get_data().decode("latin-1"))
    width = PAPERS["a4"][0]
    behind = {(round(width - float(x) - CARD_W_MM, 2), round(float(y), 2)) for x, y in rings}
    left, top = (width - ACROSS * CARD_W_MM) / 2, (PAPERS["a4"][1] - DOWN * CARD_H_MM) / 2
    cards = {(left + place % ACROSS * CARD_W_MM, top + place // ACROSS * CARD_H_MM) for place in range(5)}
    assert behind == cards
    assert feet(back) == []


def test_all_backs_are_the_same() -> None:
    for backs in ("plain", "drawn"):
        pages = printed("pot", backs=backs).pages[INSTRUCTIONS + 1 :: 2]
        full = {page.get_contents().get_data() for page in pages[:-1]}
        assert len(full) == 1


def test_without_backs_there_are_only_fronts() -> None:
    assert len(printed("thirteen", backs="none").pages) == INSTRUCTIONS + 6


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("deck", games.names())
def test_the_first_pages_say_how_and_list_every_card(deck: str, language: str) -> None:
    first, second = (page.extract_text() for page in printed(deck, language=language).pages[:INSTRUCTIONS])
    assert f"tapis enrol {deck}" in first.replace("\n", " ").replace("\xa0", " ")
    assert "NTAG213" in first
    listed = re.findall(r"^\d+ .+$", second, re.MULTILINE)
    assert [re.sub(" ", " · ", line, count=1) for line in listed] == named(deck, language)
    assert not re.search(r"\w-\d|#\d", second)  # no name of ours for a card


def test_colours_of_gamate_are_printed_only_where_they_are_known() -> None:
    green = " ".join(f"{round(part / 255, 3)}" for part in SUITS["green"].fill) + " rg"
    with_green = {kind.name for kind in standard("gamate").kinds if "green" in kind.colours}
    for number, page in enumerate(printed("gamate", backs="none").pages[INSTRUCTIONS:]):
        drawn = page.get_contents().get_data().decode("latin-1")
        cards = standard("gamate").names[number * 9 : number * 9 + 9]
        assert drawn.count(green) == 2 * sum(card in with_green for card in cards)  # a trace and its shape
    assert "44 numbers" in printed("gamate").pages[0].extract_text()


def written(*texts: str) -> PdfReader:
    book = Book(100, 100, "Ŧ")
    page = book.page()
    for number, text in enumerate(texts):
        page.text(text, 5, 10 + 8 * number, size=5, face=BOLD)
    return PdfReader(io.BytesIO(book.to_bytes()))


def test_every_letter_of_the_typeface_is_printed_and_can_be_selected() -> None:
    letters = sorted(filter(str.isalpha, typeface(BOLD).letters))
    assert {"ß", "ő", "Ħ", "Ж", "ґ", "ế", "ώ", "Ψ"} <= set(letters)
    (page,) = written(*("".join(letters[first : first + 60]) for first in range(0, len(letters), 60))).pages
    assert "".join(page.extract_text().split()) == unicodedata.normalize("NFC", "".join(letters))


def test_only_the_letters_that_are_printed_are_embedded_each_as_wide_as_it_is() -> None:
    (page,) = written("Жő").pages
    (font,) = (font.get_object() for font in page["/Resources"]["/Font"].values())
    assert b"<0400> <04FF> <0400>" in font["/ToUnicode"].get_data()
    drawn = font["/DescendantFonts"][0].get_object()
    file = TTFont(io.BytesIO(drawn["/FontDescriptor"]["/FontFile2"].get_data()))
    assert file["maxp"].numGlyphs < 8  # both, the box, and what an accent is put together from
    assert file["glyf"][file.getGlyphName(glyph_of(drawn, "Ж"))].numberOfContours > 0
    whole = TTFont(FONTS / f"{BOLD}.ttf")
    advances = {letter: whole["hmtx"][whole.getBestCmap()[ord(letter)]][0] for letter in "őЖ"}
    assert drawn["/W"] == [ord("ő"), [advances["ő"]], ord("Ж"), [advances["Ж"]]]
    assert width("őЖ", BOLD, 10) == pytest.approx(sum(advances.values()) / 100)


def glyph_of(font: DictionaryObject, letter: str) -> int:
    numbers = font["/CIDToGIDMap"].get_data()
    return int.from_bytes(numbers[2 * ord(letter) : 2 * ord(letter) + 2], "big")


def test_a_letter_the_typeface_has_not_loses_its_accents_or_is_a_box() -> None:
    missing = "ǟ", "Ϣ", "\u202f", "🂡"
    assert not set(missing) & typeface(BOLD).letters
    (page,) = written("a".join(missing)).pages
    assert page.extract_text() == "aaϢa a\ufffd"
    (font,) = (font.get_object() for font in page["/Resources"]["/Font"].values())
    drawn = font["/DescendantFonts"][0].get_object()
    assert glyph_of(drawn, "Ϣ") == 0
    assert glyph_of(drawn, "a") > 0
    assert written("e\u0301ĳ").pages[0].extract_text() == "éij"


def test_the_same_deck_gives_the_same_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = tmp_path / "one.pdf", tmp_path / "other.pdf"
    for path in (one, other):
        assert cli.main(["cards", "ninja", "--pdf", str(path), "--data", str(tmp_path)]) == 0
    assert one.read_bytes() == other.read_bytes()
    assert "54 cards" in capsys.readouterr().out


def test_a_lost_card_is_printed_alone(tmp_path: Path) -> None:
    path = tmp_path / "one.pdf"
    args = [
        "cards",
        "thirteen",
        "--only",
        "blue-7#2",
        "--only",
        "rotten-4",
        "--backs",
        "none",
        "--pdf",
        str(path),
    ]
    assert cli.main([*args, "--data", str(tmp_path)]) == 0
    (page,) = PdfReader(path).pages
    cards = standard("thirteen").names
    lost = [number for number, card in enumerate(cards) if card == "blue-7#2" or card.startswith("rotten")]
    assert feet(page) == [named("thirteen", "fr")[number] for number in lost]


def test_a_lost_card_is_known_by_the_number_at_its_foot(tmp_path: Path) -> None:
    path = tmp_path / "one.pdf"
    args = ["cards", "gamate", "--number", "51", "--number", "17", "--backs", "none", "--pdf", str(path)]
    assert cli.main([*args, "--data", str(tmp_path)]) == 0
    (page,) = PdfReader(path).pages
    assert feet(page) == [named("gamate", "fr")[50], named("gamate", "fr")[16]]
    assert cli.main([*args, "--number", "53", "--data", str(tmp_path)]) == cli.USAGE_ERROR


def test_backs_are_drawn_unless_they_are_not_wanted(tmp_path: Path) -> None:
    chosen, usual = tmp_path / "chosen.pdf", tmp_path / "usual.pdf"
    args = ["cards", "ninja", "--number", "1", "--data", str(tmp_path), "--pdf"]
    assert cli.main([*args, str(chosen), "--backs", "drawn"]) == 0
    assert cli.main([*args, str(usual)]) == 0
    assert chosen.read_bytes() == usual.read_bytes()


def test_every_deck_has_a_back_of_its_own() -> None:
    backs = {printed(deck, backs="drawn").pages[-1].get_contents().get_data() for deck in games.names()}
    assert len(backs) == len(games.names())


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["belote", "--pdf", "x.pdf"], "invalid choice: 'belote'"),
        (["pot"], "--pdf"),
        (["pot", "--pdf", "no/such/folder/x.pdf"], "no/such/folder/x.pdf cannot be written"),
        (["pot", "--pdf", "x.pdf", "--only", "blue-11"], "pot has no card blue-11: write it as blue-1."),
    ],
)
def test_what_cannot_be_is_one_sentence(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["cards", *arguments]) == cli.USAGE_ERROR
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())
