"""A guided match: each thing is explained once, when it first comes up; a hint never knows a hidden card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from controller.simulation.bot_match import BotMatch
from controller.simulation.players import hand_of, holder_of
from controller.storage.record import Header
from controller.table.live_match import LiveMatch
from controller.view import HandView, MatchView
from display.games import Presentation, presentation
from display.text.guide import Guide, followed, said
from display.text.words import Words
from engine import games
from engine.bots import bot
from engine.bots.view import imagine, see
from engine.hands import Deal

NAMES = ("Marie", "Luc", "Zoé", "Bob")
ENGLISH = Words("en")
RARE = {"countered", "dodged", "counter", "manche-won", "settling-stopped", "exactly", "ninja"}


def played(game: str, seed: int, guided: bool = True) -> Iterator[tuple[LiveMatch, Deal]]:
    """A whole match among careful players, move by move."""
    header = Header(game, NAMES, 3, rounds=2, guided=guided)
    match = BotMatch(header, NAMES, [bot("careful")] * 4, Random(seed))
    while not match.over:
        yield match.live, match.cards
        _ = match.due
        match.go_on()
    yield match.live, match.cards


def guides(game: str, seed: int) -> Iterator[tuple[MatchView, Guide]]:
    guide = None
    for live, _ in played(game, seed):
        guide = followed(guide, live.view)
        assert guide
        yield live.view, guide


@pytest.mark.parametrize("game", games.names())
def test_each_lesson_comes_once_when_it_comes_up_and_nearly_all_come_in_a_match(game: str) -> None:
    lessons, told = presentation(game).lessons, []
    for view, guide in guides(game, seed=3):
        new = guide.told[len(told) :]
        assert len(new) <= 1, "one thing at a time"
        for code in new:
            assert code in presentation(game).situation(view)
            assert guide.says == code
        told = list(guide.told)
    assert len(told) == len(set(told))
    assert set(told) <= set(lessons)
    assert len(told) >= len(lessons) - 4, set(lessons) - set(told)
    assert {*lessons} - {*told} <= RARE | {"face-down", "removed", "skipped", "six", "give", "drew"}


FIRST = {
    "thirteen": ("lay", "drew"),
    "ninja": ("start", "open"),
    "gamate": ("bid",),
    "pot": ("pot-card",),
}


@pytest.mark.parametrize("game", games.names())
def test_the_first_lessons_are_about_the_first_things_to_do(game: str) -> None:
    *_, (_, guide) = guides(game, seed=3)
    assert guide.told[: len(FIRST[game])] == FIRST[game]


def test_a_contract_is_explained_in_the_order_in_which_it_comes_about() -> None:
    *_, (_, guide) = guides("gamate", seed=3)
    order = [
        guide.told.index(code)
        for code in ("bid", "oppose", "contract", "direction", "tricks", "lead", "leads")
    ]
    assert order == sorted(order)


def test_a_sentence_goes_when_everybody_has_moved_since() -> None:
    shown = [(guide.says, guide.since, guide.at) for _, guide in guides("thirteen", seed=3)]
    for says, (begun_in, begun_at), (round_number, moves, _) in shown:
        if says:
            assert round_number == begun_in and moves - begun_at < len(NAMES)


def test_a_match_that_is_not_guided_is_not_explained() -> None:
    live, _ = next(played("pot", 1, guided=False))
    assert followed(None, live.view) is None
    assert followed(None, None) is None


def test_a_guide_that_was_lost_explains_what_comes_up_from_then_on() -> None:
    views = [live.view for live, _ in played("thirteen", 3)][:20]
    whole, late = None, None
    for number, view in enumerate(views):
        whole = followed(whole, view)
        late = followed(late, view) if number > 9 else None
    assert whole and late
    assert late.told
    assert set(late.told) <= set(whole.told)


def test_an_undo_explains_nothing_again() -> None:
    first, second = (live.view for (live, _), _ in zip(played("thirteen", 3), range(2), strict=False))
    guide = followed(followed(None, first), second)
    assert guide
    again = followed(guide, first)
    assert again
    assert again.told == guide.told


def test_a_hint_is_for_now_only() -> None:
    first, second = (live.view for (live, _), _ in zip(played("thirteen", 3), range(2), strict=False))
    words = ENGLISH.of("thirteen")
    guide = followed(None, first)
    assert guide
    hinting = replace(guide, hinting=True)
    assert said(words, first, None, hinting).startswith("Safe up to: blue 13")
    after = followed(hinting, second)
    assert after
    assert not after.hinting


# Hints


def asked(live: LiveMatch, cards: Deal) -> HandView | None:
    actor = live.game.to_act(live.match.state)
    return None if actor is None else hand_of(live.match, cards, actor, ("hand",) * 4)


def otherwise(live: LiveMatch, cards: Deal, dice: Random) -> tuple[LiveMatch, Deal]:
    """The same to the eyes of the player who acts: everything else that lies face down is other cards."""
    match, seat = live.match, live.game.to_act(live.match.state)
    assert seat is not None
    dealt = imagine(see(match.game, match.state, cards, seat), dice)
    state: Any = match.state
    if hasattr(state, "taken") and state.taken and isinstance(state.taken[0], tuple):
        number = len(match.game.deck)
        piles = tuple(tuple((card + 7) % number for card in pile) for pile in state.taken)
        state = state._replace(taken=piles)
    return replace(live, match=match._replace(state=state)), dealt


@pytest.mark.parametrize("game", games.names())
def test_a_hint_never_depends_on_a_hidden_card(game: str) -> None:
    words, dice, given, different = ENGLISH.of(game), Random(1), 0, 0
    for live, cards in played(game, seed=5):
        hand = asked(live, cards)
        if hand is None or live.match.state.over:
            continue
        other, dealt = otherwise(live, cards, dice)
        different += dealt.hands != cards.hands
        for own, others in ((hand, asked(other, dealt)), (None, None)):
            hint = presentation(game).hint(words, live.view, own)
            assert hint == presentation(game).hint(words, other.view, others)
            given += bool(hint)
    assert given > 20
    assert different > 10


@pytest.mark.parametrize("game", games.names())
def test_a_hint_names_a_card_that_the_table_would_take(game: str) -> None:
    words = ENGLISH.of(game)
    for live, cards in played(game, seed=6):
        hand = asked(live, cards)
        if hand is None or live.view.state["awaiting"] not in presentation(game).laying:
            continue
        hint = presentation(game).hint(words, live.view, hand)
        named = [card for card in hand.cards if words.card(card.name) in hint]
        fits = [card for card in hand.cards if card.zones]
        assert hint or not fits, live.view.state
        assert not fits or not named or any(card.zones for card in named), hint


def test_what_is_safe_is_what_a_careful_player_does() -> None:
    """In 13 a careful player lays the highest card that is safe, whatever lies in the piles."""
    words = ENGLISH.of("thirteen")
    agreed = 0
    for live, cards in played("thirteen", seed=4):
        actor = live.game.to_act(live.match.state)
        hand = asked(live, cards)
        if actor is None or hand is None or live.match.state.over:
            continue
        hint = presentation("thirteen").hint(words, live.view, hand)
        move: Any = bot("careful").choose(see(live.game, live.match.state, cards, actor), Random(1))
        if "safe" in hint:
            card, zone = live.game.deck.names[move.card], live.game.zones[move.zone]
            total = live.view.state["targets"][zone]["sum"] + (live.game.deck.kind_of[move.card].value or 0)
            assert hint.startswith(f"{words.card(card)} on {words.zone(zone)} makes {total}: safe")
            agreed += 1
    assert agreed > 30


def test_dummys_hand_is_what_the_declarer_is_told_of() -> None:
    seen = 0
    for live, cards in played("gamate", seed=5):
        state, actor = live.match.state, live.game.to_act(live.match.state)
        if actor is not None and holder_of(live.match, actor) != actor:
            hand = asked(live, cards)
            assert hand and hand.owner == state.turn
            seen += bool(presentation("gamate").hint(ENGLISH.of("gamate"), live.view, hand))
    assert seen


def test_a_game_that_says_nothing_has_lessons_and_a_hint_all_the_same() -> None:
    plain = Presentation(title="Highest")
    live, cards = next(played("thirteen", 1))
    assert plain.situation(live.view)[-1] in plain.lessons
    hint = plain.hint(ENGLISH.of("thirteen"), live.view, asked(live, cards))
    assert hint.startswith("You could lay: ")
