"""Decks: those that ship, and Gamate's colours as the owner sees them on the real cards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller import decks
from controller.errors import UserError
from engine import gamate, games
from engine.cards import Deck, DeckError
from engine.decks import standard
from engine.rules import Choose, Refusal, Setup

GAMATE = standard("gamate")
NUMBERS = [str(number) for number in range(1, 49)]
COLOURS = {"green", "red", "blue"}


def write(folder: Path, name: str, text: str | bytes) -> None:
    (folder / "decks").mkdir(exist_ok=True)
    (folder / "decks" / f"{name}.toml").write_bytes(text.encode() if isinstance(text, str) else text)


def complaint(folder: Path) -> str:
    with pytest.raises(UserError) as caught:
        decks.load(folder)
    sentence = str(caught.value)
    assert "\n" not in sentence and sentence.startswith(f"{folder}/decks/")
    return sentence.removeprefix(f"{folder}/decks/")


def all_decided() -> Deck:
    """Every number looked at: the multiples of three are red, those of five green, and 1 has no trace."""
    traces = {n: ({"red"} if int(n) % 3 == 0 else set()) | ({"green"} if int(n) % 5 == 0 else set())
              for n in NUMBERS}  # fmt: skip
    return decks.complete(GAMATE, traces)


def test_without_files_every_game_has_the_deck_that_ships(tmp_path: Path) -> None:
    assert decks.load(tmp_path) == {name: games.game(name).DECK for name in games.NAMES}
    assert decks.owned(tmp_path) == {}


def test_a_completed_deck_is_saved_and_used(tmp_path: Path) -> None:
    completed = all_decided()
    assert decks.save(tmp_path, completed) == tmp_path / "decks" / "gamate.toml"
    assert decks.owned(tmp_path) == {"gamate": completed}
    assert decks.load(tmp_path)["gamate"] == completed
    assert decks.load(tmp_path)["pot"] == standard("pot")


def test_a_colour_can_be_bid_once_every_number_is_decided() -> None:
    red = Choose("bid", ("colour", "red"))
    for deck, refusal in [(GAMATE, Refusal.COLOUR_UNKNOWN), (all_decided(), None)]:
        state = gamate.first_round(Setup(4, deck=deck), dealer=0)
        assert gamate.why_refused(state, red) is refusal


def test_until_then_only_what_was_known_can_be_bid() -> None:
    begun = decks.complete(GAMATE, {"6": {"red"}, "12": {"red", "blue"}})
    assert begun.colours == ("green",)
    assert begun.kind_of[5].colours == ("red",)
    assert "6" not in decks.undecided(begun) and "11" in decks.undecided(begun)
    again = decks.complete(begun, {"6": None})
    assert "6" in decks.undecided(again)


def test_the_last_number_completes_every_colour_at_once() -> None:
    almost = decks.complete(GAMATE, {number: {"green", "red"} for number in NUMBERS[:-1]})
    assert (almost.colours, decks.undecided(almost)) == (("green",), ("48",))
    assert decks.complete(almost, {"48": {"blue"}}).colours == ("blue", "green", "red")


@settings(max_examples=50, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(NUMBERS), st.none() | st.frozensets(st.sampled_from(sorted(COLOURS))), max_size=48
    )
)
def test_whatever_was_decided_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, traces: dict[str, frozenset[str] | None]
) -> None:
    folder = tmp_path_factory.mktemp("table")
    completed = decks.complete(GAMATE, traces)
    decks.save(folder, completed)
    assert decks.load(folder)["gamate"] == completed


def test_saving_again_replaces_the_file_in_one_step(tmp_path: Path) -> None:
    decks.save(tmp_path, decks.complete(GAMATE, {"6": {"red"}}))
    decks.save(tmp_path, all_decided())
    assert decks.owned(tmp_path) == {"gamate": all_decided()}
    assert [path.name for path in (tmp_path / "decks").iterdir()] == ["gamate.toml"]


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "decks").write_text("a file where the folder should be")
    with pytest.raises(UserError, match=r"gamate\.toml cannot be written \(File exists\)"):
        decks.save(tmp_path, all_decided())


def test_an_invented_colour_is_refused() -> None:
    with pytest.raises(DeckError, match='kind 6: "Dark Red" is no colour'):
        decks.complete(GAMATE, {"6": {"Dark Red"}})


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
            decks.to_toml(replace(decks.complete(GAMATE, {"6": {"red"}}), colours=("green", "red"))),
            'gamate.toml: Deck gamate: colours lists red, but 1 is still "unknown": decide every card',
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
    for name in games.NAMES:
        write(tmp_path, name, decks.to_toml(standard(name)))
    assert decks.owned(tmp_path) == {name: standard(name) for name in games.NAMES}


def test_a_deck_file_that_may_not_be_read_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "decks" / "gamate.toml").mkdir(parents=True)
    assert (
        complaint(tmp_path)
        == "gamate.toml: It cannot be read (Is a directory): check its permissions, or remove it."
    )
