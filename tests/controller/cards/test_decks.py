"""Decks: those that ship, and Gamate's colours as the owner sees them on the real cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.cards import decks
from controller.errors import UserError
from engine import games
from engine.cards import Deck, DeckError
from engine.decks import standard
from engine.games import gamate
from engine.games.gamate.demands import trumps
from engine.rules import Choose, Refusal, Setup

GAMATE = standard("gamate")
NUMBERS = [str(number) for number in range(1, 49)]


def write(folder: Path, name: str, text: str | bytes) -> None:
    (folder / "decks").mkdir(exist_ok=True)
    (folder / "decks" / f"{name}.toml").write_bytes(text.encode() if isinstance(text, str) else text)


def complaint(folder: Path) -> str:
    with pytest.raises(UserError) as caught:
        decks.load(folder)
    sentence = str(caught.value)
    assert "\n" not in sentence and sentence.startswith(f"{folder}/decks/")
    return sentence.removeprefix(f"{folder}/decks/")


def marked(deck: Deck, **numbers: Iterable[int]) -> Deck:
    """*deck* with a trace of each colour on these numbers more."""
    for colour, its in numbers.items():
        for number in its:
            deck = decks.traced(deck, str(number), colour)
    return deck


def all_decided() -> Deck:
    """Red on the multiples of three, blue on all that would be green alone and are known not to be."""
    deck = marked(GAMATE, red=range(3, 49, 3), blue=map(int, decks.short(GAMATE)))
    return decks.finished(decks.settled(decks.settled(deck, "red"), "blue"))


def may_bid(deck: Deck, *demand: str) -> Refusal | None:
    state = gamate.first_round(Setup(4, deck=deck), dealer=0)
    choice = Choose("bid", ("colour", *demand))
    refusal = gamate.why_refused(state, choice)
    assert (refusal is None) == (choice in gamate.legal_moves(state, []))
    return refusal


def test_without_files_every_game_has_the_deck_that_ships(tmp_path: Path) -> None:
    assert decks.load(tmp_path) == {name: games.game(name).deck for name in games.names()}
    assert decks.owned(tmp_path) == {}


def test_a_completed_deck_is_saved_and_used(tmp_path: Path) -> None:
    completed = all_decided()
    assert decks.save(tmp_path, completed) == tmp_path / "decks" / "gamate.toml"
    assert decks.owned(tmp_path) == {"gamate": completed}
    assert decks.load(tmp_path)["gamate"] == completed
    assert decks.load(tmp_path)["pot"] == standard("pot")


def test_a_colour_can_be_bid_once_all_its_numbers_are_marked() -> None:
    begun = marked(GAMATE, red=(6, 12, 18))
    assert decks.unsettled(begun) == ("red",)
    assert may_bid(begun, "red") is gamate.Refused.COLOUR_UNKNOWN
    complete = decks.settled(begun, "red")
    assert decks.unsettled(complete) == ()
    assert may_bid(complete, "red") is None
    assert trumps(complete, ("colour", "red")) == sum(1 << number - 1 for number in (6, 12, 18))


def test_where_a_colour_stands_alone_is_known_only_once_there_is_no_other_one() -> None:
    red = decks.settled(marked(GAMATE, red=(6, 12, 18)), "red")
    assert may_bid(red, "red", "exclusive") is gamate.Refused.COLOUR_UNKNOWN
    assert may_bid(red, "green", "exclusive") is None
    assert may_bid(decks.finished(red), "red", "exclusive") is None
    assert decks.undecided(decks.finished(red)) == ()


def test_one_number_more_or_less_opens_its_colour_again() -> None:
    red = decks.settled(marked(GAMATE, red=(6, 12, 18)), "red")
    for changed in (
        decks.traced(red, "6", "red"),
        decks.traced(red, "24", "red"),
        decks.reopened(red, "red"),
    ):
        assert decks.unsettled(changed) == ("red",)
        assert may_bid(changed, "red") is gamate.Refused.COLOUR_UNKNOWN
    assert decks.traced(decks.traced(red, "6", "red"), "6", "red").kinds == red.kinds


def test_numbers_known_to_be_more_than_green_are_asked_for() -> None:
    assert decks.short(GAMATE) == ("10", "14", "15", "20", "21", "25", "28", "30", "37", "40", "42", "45")
    assert "25" not in decks.short(marked(GAMATE, red=(25,)))
    assert decks.short(all_decided()) == ()


def test_a_colour_that_no_number_has_cannot_be_complete() -> None:
    with pytest.raises(DeckError, match="colours lists red, which no card has"):
        decks.settled(GAMATE, "red")


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(NUMBERS), st.sampled_from(["red", "blue"])), max_size=60),
    st.booleans(),
)
def test_whatever_was_decided_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, marks: list[tuple[str, str]], all_of_them: bool
) -> None:
    folder = tmp_path_factory.mktemp("table")
    deck = GAMATE
    for number, colour in marks:
        deck = decks.traced(deck, number, colour)
    for colour in decks.unsettled(deck)[: 2 if all_of_them else 1]:
        deck = decks.settled(deck, colour)
    if all_of_them:
        deck = decks.finished(deck)
    decks.save(folder, deck)
    assert decks.load(folder)["gamate"] == deck


def test_saving_again_replaces_the_file_in_one_step(tmp_path: Path) -> None:
    decks.save(tmp_path, marked(GAMATE, red=(6,)))
    decks.save(tmp_path, all_decided())
    assert decks.owned(tmp_path) == {"gamate": all_decided()}
    assert [path.name for path in (tmp_path / "decks").iterdir()] == ["gamate.toml", "gamate.copy"]


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "decks").write_text("a file where the folder should be")
    with pytest.raises(UserError, match=r"gamate\.toml cannot be written \(File exists\)"):
        decks.save(tmp_path, all_decided())


def test_an_invented_colour_is_refused() -> None:
    with pytest.raises(DeckError, match='kind 6: "Dark Red" is no colour'):
        decks.traced(GAMATE, "6", "Dark Red")


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("tarot", "", "tarot.toml: There is no deck of that name: call the file thirteen, ninja, gamate or"),
        ("gamate", "", "gamate.toml: A deck file needs a name."),
        ("gamate", b"\xff", "gamate.toml: This is not a TOML file: correct it, or remove it."),
        ("gamate", "name =", "gamate.toml: This is not TOML (Invalid value"),
        ("gamate", "a = " + "[" * 100_000, "gamate.toml: This is not a TOML file"),
        (
            "gamate",
            decks.to_toml(standard("pot")),
            'gamate.toml: name = "pot" does not fit the file: make it "gamate".',
        ),
        (
            "gamate",
            decks.to_toml(replace(GAMATE, kinds=GAMATE.kinds[::-1])),
            "gamate.toml: Deck gamate: list the same cards in the same order as the deck",
        ),
        (
            "gamate",
            decks.to_toml(replace(GAMATE, kinds=GAMATE.kinds[:-1])),
            "gamate.toml: Deck gamate: list the same cards in the same order as the deck",
        ),
        (
            "gamate",
            decks.to_toml(replace(GAMATE, colours=("green", "gren"))),
            "gamate.toml: Deck gamate: colours lists gren, which no card has: take it out.",
        ),
        (
            "gamate",
            decks.to_toml(replace(GAMATE, colours=("green", "unknown"))),
            "gamate.toml: Deck gamate: colours lists unknown, which no card has: take it out.",
        ),
        (
            "gamate",
            decks.to_toml(replace(marked(GAMATE, red=(6,)), colours=("green", "red"), exclusive=None)),
            'gamate.toml: Deck gamate: colours lists red, but 1 is still "unknown": decide every card',
        ),
        (
            "gamate",
            'exclusive = ["red"]\n' + decks.to_toml(GAMATE),
            "gamate.toml: Deck gamate: exclusive must list words of colours.",
        ),
        (
            "pot",
            decks.to_toml(replace(standard("pot"), colours=("blue",))),
            "pot.toml: Deck pot: nothing in it is left to complete: remove this file.",
        ),
    ],
)
def test_a_wrong_file_is_one_sentence(tmp_path: Path, name: str, text: str | bytes, sentence: str) -> None:
    write(tmp_path, name, text)
    assert complaint(tmp_path).startswith(sentence)


def test_a_copy_of_a_deck_that_ships_is_fine(tmp_path: Path) -> None:
    for name in games.names():
        write(tmp_path, name, decks.to_toml(standard(name)))
    assert decks.owned(tmp_path) == {name: standard(name) for name in games.names()}


def test_a_deck_file_that_may_not_be_read_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "decks" / "gamate.toml").mkdir(parents=True)
    assert (
        complaint(tmp_path)
        == "gamate.toml: It cannot be read (Is a directory): check its permissions, or remove it."
    )


def test_a_damaged_deck_is_set_aside_and_its_copy_goes_on(tmp_path: Path) -> None:
    deck = decks.traced(decks.load(tmp_path)["gamate"], "6", "red")
    path = decks.save(tmp_path, deck)
    path.write_text("colours = [")
    with pytest.raises(UserError):
        decks.owned(tmp_path)
    assert decks.usable(tmp_path) == {"gamate": deck}
    found, (said,) = decks.mend(tmp_path)
    assert found == {"gamate": deck} and said.endswith("The table goes on with its copy.")
    assert path.with_suffix(".damaged").read_text() == "colours = ["
    assert decks.mend(tmp_path) == ({"gamate": deck}, [])


def test_without_a_copy_the_deck_that_ships_is_played_with(tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "gamate.toml").write_text("colours = [")
    found, (said,) = decks.mend(tmp_path)
    assert found == {} and said.endswith("The table goes on with the deck that ships with the game.")
    assert decks.DeckColours(tmp_path).view() == decks.colours(decks.shipped()["gamate"])
