"""Staged moments, picture by picture: what is seen, in which order, and that nothing waits for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pygame
import pytest

from controller.gallery.scenes import NAMES, accept, held, played_on, shown, table
from controller.intents import Act, Touch
from controller.simulation.bot_match import BotMatch
from controller.storage import record
from controller.table.live_match import LiveMatch
from controller.view import Light, TableView
from display.games.moments import Beat
from display.screens.deal import is_due
from display.text.words import Words
from display.widgets.widgets import Card, Text, Widget, touchables
from display.window.motion import FRAME
from display.window.screen import opened
from display.window.stage import LONGEST_S, beats
from display.window.window import Window
from engine import games
from engine.bots import bot
from engine.match import UNDO
from tests.display.visitors import Visitors, happens

WORDS = Words("en")
SETTLED_S = 4.0


class Cinema:
    """A window, and every picture it shows."""

    def __init__(self, view: TableView, moves: bool = True) -> None:
        self.window = Window(opened((800, 480)), language="en", moves=moves)
        self.now = 0.0
        self._show = self.window._painter.show
        self.film: list[Sequence[Widget]] = []
        self.window._painter.show = self._seen  # type: ignore[method-assign]
        self.see(view, SETTLED_S)

    def _seen(self, widgets: Sequence[Widget]) -> list[Any]:
        self.film.append(widgets)
        return self._show(widgets)

    def see(self, view: TableView, seconds: float = SETTLED_S) -> list[Sequence[Widget]]:
        """The pictures while the table shows *view*."""
        self.film.clear()
        until = self.now + seconds
        while self.now < until:
            self.window.draw(replace(view, language="en"), self.now)
            self.now += FRAME
        return list(self.film)


def tabled(view: LiveMatch) -> TableView:
    """On a table where everybody has the cards."""
    return replace(shown(view), language="en")


def laid(now: LiveMatch, *lines: dict[str, Any]) -> LiveMatch:
    for line in lines:
        now = accept(now, record.read(now.match, line))
    return now


def distinct(values: Sequence[Any]) -> list[Any]:
    """Each once, in the order they came."""
    return [value for at, value in enumerate(values) if not at or value != values[at - 1]]


def names(picture: Sequence[Widget]) -> list[str | None]:
    return [widget.name for widget in picture if isinstance(widget, Card)]


def said(picture: Sequence[Widget]) -> list[str]:
    return [" ".join(widget.lines) for widget in picture if isinstance(widget, Text)]


def counted(picture: Sequence[Widget], what: str) -> str:
    return next(text.lines[0] for text in picture if isinstance(text, Text) and text.counts == what)


# Over 13

TWELVE = (
    {"lay": "yellow-7#1", "zone": "yellow"},
    {"lay": "blue-1#1", "zone": "blue"},
    {"lay": "yellow-5#1", "zone": "yellow"},
)
FOUR = {"lay": "rotten-4#1", "zone": "yellow"}


@pytest.fixture
def twelve() -> LiveMatch:
    return laid(table("thirteen", 4), *TWELVE)


def test_the_16_is_seen_before_the_4(twelve: LiveMatch) -> None:
    film = Cinema(tabled(twelve)).see(tabled(laid(twelve, FOUR)))
    sums = distinct([int(counted(picture, "yellow").split(" ")[0]) for picture in film])
    assert sums[0] == 12
    assert sums[-1] == 4
    up = sums[: sums.index(16) + 1]
    assert up == sorted(up), "it climbs to 16"
    assert max(sums) == 16
    lying = [sorted(name for name in names(picture) if name and "blue" not in name) for picture in film]
    at_16 = [
        cards for cards, picture in zip(lying, film, strict=True) if counted(picture, "yellow")[:2] == "16"
    ]
    assert ["rotten-4#1", "yellow-5#1", "yellow-7#1"] in at_16, "all three lie there"
    assert lying[-1] == ["rotten-4#1"]


def test_the_16_is_held_for_nearly_a_second_and_shakes(twelve: LiveMatch) -> None:
    cinema, over = Cinema(tabled(twelve)), tabled(laid(twelve, FOUR))
    seen, places = [], set()
    while cinema.now < 2 * SETTLED_S:
        if cinema.see(over, FRAME):
            (sum_,) = (text for text in cinema.film[-1] if isinstance(text, Text) and text.counts == "yellow")
        if sum_.lines[0].startswith("16"):
            seen.append(cinema.now)
            places.add(sum_.box.x)
    assert 0.8 < seen[-1] - seen[0] < 1.1
    assert len(places) > 3


def test_the_cards_taken_turn_over_before_they_go(twelve: LiveMatch) -> None:
    film = Cinema(tabled(twelve)).see(tabled(laid(twelve, FOUR)))
    (home,) = {w.box for w in film[5] if isinstance(w, Card) and w.name == "yellow-7#1"}
    backs = [card.box for picture in film for card in picture if isinstance(card, Card) and card.name is None]
    assert home in backs, "it turns where it lies"
    assert backs[-1] != home
    open_ = [w.box for picture in film for w in picture if isinstance(w, Card) and w.name == "yellow-7#1"]
    assert {box.y for box in open_} == {home.y}, "it does not fly open"


def test_without_motion_the_end_is_there_at_once(twelve: LiveMatch) -> None:
    film = Cinema(tabled(twelve), moves=False).see(tabled(laid(twelve, FOUR)))
    assert len(film) == 1
    assert counted(film[0], "yellow") == "4"


def test_a_card_laid_meanwhile_is_ruled_at_once_and_comes_in_place_of_the_moment(twelve: LiveMatch) -> None:
    over = laid(twelve, FOUR)
    cinema = Cinema(tabled(twelve))
    cinema.see(tabled(over), 0.5)
    assert cinema.window.playing
    nxt = laid(over, {"lay": "blue-5#1", "zone": "blue"})
    film = cinema.see(tabled(nxt), 0.5)
    assert counted(film[0], "blue") in ("1", "2")
    assert counted(film[-1], "blue") == "6"
    assert counted(film[-1], "yellow") == "4"
    assert len(film) * FRAME < 0.8
    assert not cinema.window.playing


def test_what_only_shines_does_not_end_a_moment(twelve: LiveMatch) -> None:
    over, cinema = tabled(laid(twelve, FOUR)), Cinema(tabled(twelve))
    cinema.see(over, 0.5)
    film = cinema.see(replace(over, pads=tuple(replace(pad, light=Light.OFF) for pad in over.pads)))
    assert "16" in [counted(picture, "yellow") for picture in film]
    assert counted(film[-1], "yellow") == "4"


def test_an_undo_is_no_moment(twelve: LiveMatch) -> None:
    over = laid(twelve, FOUR)
    cinema = Cinema(tabled(over))
    cinema.see(tabled(accept(over, UNDO)), FRAME)
    assert not cinema.window.playing


# Nothing waits


def test_a_touch_ends_a_moment_and_does_what_was_to_be_seen() -> None:
    visitors = Visitors()
    visitors.touch("13", "4 players: go!", "Ready")
    for card in ("yellow-7#1", "blue-1#1", "yellow-5#1"):
        visitors.lay(card, on=card.partition("-")[0])
    visitors.lay("rotten-4#1", on="yellow")
    assert visitors.window.playing
    assert "Picked up" in visitors.texts(), "the table has ruled"
    place = visitors.place("Undo")
    happens(pygame.MOUSEBUTTONDOWN, pos=place.box[:2], button=1, touch=False)
    assert visitors.window.intents(visitors.house.now) == [Act(UNDO)]
    visitors.window.draw(visitors.house.view, visitors.house.now)
    assert not visitors.window.playing
    visitors.window.close()


def test_a_touch_on_what_is_not_to_be_seen_yet_only_ends_the_moment(twelve: LiveMatch) -> None:
    last = played_on(table("thirteen", 4), "next")
    cinema = Cinema(tabled(replace(last, match=last.match)))
    before = accept(last, UNDO)
    cinema = Cinema(tabled(before))
    cinema.see(tabled(last), 0.5)
    window = cinema.window
    assert window.playing
    hidden = [place for place in touchables(window.widgets) if place.key == "f"]
    assert hidden, "the score is laid out already"
    happens(pygame.MOUSEBUTTONDOWN, pos=hidden[0].box[:2], button=1, touch=False)
    assert window.intents(cinema.now) == [Touch()]
    film = cinema.see(tabled(last), 1.0)
    assert "Round 1: scores" in said(film[0])


def test_the_card_that_ends_a_round_is_seen_before_the_score() -> None:
    last = played_on(table("thirteen", 4), "next")
    before = accept(last, UNDO)
    card = last.view.log[-1].line["lay"]
    assert card
    film = Cinema(tabled(before)).see(tabled(last))
    first_score = next(at for at, picture in enumerate(film) if "Round 1: scores" in said(picture))
    assert any(card in names(picture) for picture in film[:first_score])
    assert first_score > 5


# The other games


def test_a_player_who_is_skipped_is_told_so_over_their_place() -> None:
    now = laid(table("ninja", 4), {"lay": "7#1"}, {"press": "done"}, {"lay": "8#1"})
    film = Cinema(tabled(now)).see(tabled(laid(now, {"press": "done"})))
    assert "skipped!" in [text for picture in film for text in said(picture)]
    assert "skipped!" not in said(film[-1])


def test_a_pile_that_is_given_is_pushed_to_its_player_and_comes_back() -> None:
    steps = [step for card in ("4#1", "10#1", "13#1") for step in ({"lay": card}, {"press": "done"})]
    now = laid(table("ninja", 4), *steps)
    film = Cinema(tabled(now)).see(tabled(laid(now, {"choose": {"give": "1"}})))
    places = distinct(
        [w.box for picture in film for w in picture if isinstance(w, Card) and w.name == "10#1"]
    )
    assert len(places) > 10
    pushed = max(abs(box.y - places[0].y) + abs(box.x - places[0].x) for box in places)
    assert pushed > 2 * abs(places[-1].x - places[0].x)
    assert "for you!" in [text for picture in film for text in said(picture)]


def test_a_nine_is_seen_before_it_clears_the_pile_off_the_table() -> None:
    now = laid(table("ninja", 4), {"lay": "7#1"}, {"press": "done"}, {"lay": "9#1"})
    film = Cinema(tabled(now)).see(tabled(laid(now, {"press": "done"})))
    assert {"7#1", "9#1"} <= set(names(film[0]))
    assert names(film[-1]) == []
    assert max(w.box.x for picture in film for w in picture if isinstance(w, Card)) > 700


POT = ("yellow-7", "yellow-4", "red-8", "red-1", "green-6", "blue-4")


def test_a_pot_is_settled_colour_by_colour_and_a_tie_stops_it() -> None:
    now = laid(table("pot", 6), *({"lay": card, "zone": "pot"} for card in POT))
    cards = ("green-7", "green-2", "yellow-9", "red-5", "blue-10", "red-6")
    now = laid(now, *({"lay": card, "zone": "play"} for card in cards))
    for colour in ("yellow", "red"):
        now = laid(now, {"choose": {"colour": colour}})
    after = laid(now, {"choose": {"colour": "green"}})
    found = list(beats(WORDS, now.view, after.view))
    pots = [sorted({card.partition("-")[0] for card in beat.match.state["pot"]}) for beat in found]
    assert pots == [["blue"], ["blue"]], "first somebody takes, then nobody any more"
    assert [event["kind"] for beat in found for event in beat.match.events] == [
        "pot-taken",
        "settling-stopped",
    ]
    assert set(found[-1].shakes) >= {"strength yellow", "strength green"}


def test_a_trick_lies_whole_before_it_is_put_aside() -> None:
    before = played_on(table("gamate", 4), "next")
    while not any(event["kind"] == "trick-taken" for event in before.view.log[-1].events):
        before = accept(before, UNDO)
    taken, before = before, accept(before, UNDO)
    found = list(beats(WORDS, before.view, taken.view))
    (event,) = (event for event in taken.view.events if event["kind"] == "trick-taken")
    assert found[0].match.state["trick"] == event["cards"]
    assert found[0].stamps == {taken.view.names.index(event["player"]): "takes it!"}


# Every game


def matches() -> Iterator[tuple[str, TableView, TableView, list[Beat]]]:
    """Rounds at random: each move with the beats that lead there."""
    for name in games.names():
        for seats in (games.game(name).seats[0], games.game(name).seats[-1]):
            names = NAMES[:seats]
            evening = BotMatch(
                record.Header(name, names, 0, rounds=1), names, [bot("careful")] * seats, Random(1)
            )
            while not evening.over and not evening.live.results:
                before = evening.live.view
                evening.go_on()
                after = evening.live
                was, found = replace(shown(after), match=before), list(beats(WORDS, before, after.view))
                yield name, shown(after), was, found


def test_a_beat_never_shows_the_score_and_never_changes_what_is_there() -> None:
    number = 0
    for _, after, before, found in matches():
        assert before.match
        assert after.match
        for beat in found:
            number += 1
            assert beat.match.reveal is None
            assert not beat.match.round_over
            assert beat.match.log == after.match.log
            assert beat.match.choices == ()
    assert number > 100


def test_no_moment_is_longer_than_two_seconds() -> None:
    """Of each kind, in the window: from the move to the last picture."""
    longest: dict[tuple[str, ...], tuple[TableView, TableView]] = {}
    for name, after, before, found in matches():
        if found and after.match:
            kinds = (name, *(event["kind"] for event in after.match.events))
            longest.setdefault(kinds, (before, after))
    assert len(longest) > 8
    for before, after in longest.values():
        cinema = Cinema(before)
        began, last = cinema.now, cinema.now
        assert after.match
        while cinema.now < began + SETTLED_S:
            if (cinema.see(after, FRAME) and not after.match.round_over) or cinema.window.playing:
                last = cinema.now
        assert last - began <= 2.1, after.match.events
        cinema.window.close()
    assert LONGEST_S < 2


def test_cards_are_dealt_round_the_table_when_a_round_begins() -> None:
    """Where bots and hands are dealt to by the table itself: the board is there at once."""
    live = table("thirteen", 4)
    dealt = replace(held(live), language="en")
    assert dealt.match
    assert is_due(dealt.match)
    with closing(Window(opened((800, 480)), language="en")) as window:
        window.draw(TableView(language="en"), 0.0)
        flying = set()
        for frame in range(60):
            window.draw(dealt, frame * FRAME)
            flying |= {w.box for w in window._motion.at(frame * FRAME) if isinstance(w, Card) and not w.name}
        assert len(flying) > 20
        assert not [w for w in window._motion.at(9.0) if isinstance(w, Card) and not w.name]


def test_frames_follow_one_another_smoothly(twelve: LiveMatch) -> None:
    """Nothing jumps: from one picture to the next a card goes less than a third of the screen."""
    film = Cinema(tabled(twelve)).see(tabled(laid(twelve, FOUR)))
    for one, other in pairwise(film):
        were = {w.name: w.box for w in one if isinstance(w, Card) and w.name}
        for card in other:
            if isinstance(card, Card) and card.name in were:
                assert abs(card.box.x - were[card.name].x) < 270
