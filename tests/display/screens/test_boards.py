"""The boards: seats on the rim, what to do growing from one of them, and what each game shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from controller.gallery.scenes import Shot, held, reached, shown, table
from controller.gallery.screens import gallery
from controller.intents import Act
from controller.languages import CODES
from controller.view import HandCard, HandView, Light, Mode
from display.games import Scene, presentation
from display.games.defaults import LONG_NAMES
from display.games.thirteen import tint_of
from display.screens import seats
from display.screens.layout import layout
from display.screens.ui import Rules, Ui
from display.text.words import Words
from display.widgets.boxes import Box
from display.widgets.theme import GOLD, PAPER, SUITS, Scale
from display.widgets.widgets import (
    Card,
    Gauge,
    Loose,
    Pad,
    Panel,
    Scrim,
    Text,
    Touchable,
    Widget,
    extent,
    touchables,
)
from display.window.paint import badge_of
from engine.rules import Choose, Press

SIZES = [(800, 480), (1024, 600), (1280, 720), (1920, 1080)]
SMALL = Scale(800, 480)
LONGEST = 16  # letters of a name
LEAST = 17  # pixels of 480 that letters are high
READY = Ui(ready=(1, 1))


@cache
def boards(language: str) -> list[Shot]:
    """Whatever is seen while a round is played, with nothing lying over it."""
    return [
        shot
        for shot in gallery(language)
        if (match := shot.view.match)
        and match.state["awaiting"] not in ("next", "over")
        and shot.view.mode is Mode.PLAYING
        and not shot.view.count
        and not any(isinstance(widget, Scrim) for widget in drawn(shot, SMALL, language))
    ]


def drawn(shot: Shot, scale: Scale, language: str = "fr") -> list[Widget]:
    return layout(shot.view, shot.ui, replace(scale, flat=shot.flat), Words(language))


def texts(widgets: list[Widget]) -> list[str]:
    return [" ".join(widget.lines) for widget in widgets if isinstance(widget, Text)]


def picture(game: str, scene: Scene, ui: Ui = READY) -> list[Widget]:
    return layout(shown(reached(game, scene)), ui, SMALL, Words("en"))


# Every board


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_is_smaller_than_people_round_a_table_can_read(language: str, size: tuple[int, int]) -> None:
    scale = Scale(*size)
    small = {
        f"{shot.name}: {' '.join(widget.lines)}, {widget.size / scale.unit:.1f}"
        for shot in boards(language)
        for widget in drawn(shot, scale, language)
        if isinstance(widget, Text) and widget.size < int(LEAST * scale.unit)
    }
    assert small == set()


def test_only_what_comes_next_is_gold_and_a_child_may_press_it() -> None:
    for shot in boards("fr"):
        widgets = drawn(shot, SMALL)
        gold = [widget.box for widget in widgets if isinstance(widget, Panel) and widget.fill == GOLD]
        assert len(gold) <= 1, shot.name
        assert not any(isinstance(w, Text) and w.colour == GOLD for w in widgets), shot.name
        match = shot.view.match
        assert match
        lays = shot.view.hand is None or any(card.zones for card in shot.view.hand.cards)
        for place in [place for place in touchables(widgets) if place.box in gold]:
            moves = [wish.action for wish in place.does if isinstance(wish, Act)]
            assert not (lays and any(map(presentation(match.game).costly, moves))), shot.name
            assert not any(move == Choose("oppose", True) for move in moves), shot.name


def test_to_pick_up_the_pile_is_gold_for_nobody_who_may_lay_and_for_whoever_cannot() -> None:
    scene = Scene(name="", seats=4, steps=[{"lay": "7#1"}, {"press": "done"}])
    view = held(reached("ninja", scene))
    assert view.hand and view.match

    def look(hand: HandView) -> bool:
        widgets = layout(replace(view, hand=hand), READY, SMALL, Words("en"))
        (place,) = [
            w
            for w in touchables(widgets)
            for d in w.does
            if isinstance(d, Act) and d.action == Press("pick-up")
        ]
        return any(isinstance(w, Panel) and w.fill == GOLD and w.box == place.box for w in widgets)

    cards = tuple(view.hand.cards)
    none = tuple(HandCard(card.name) for card in cards)
    assert any(card.zones for card in cards)
    assert not look(view.hand)
    assert look(replace(view.hand, cards=none))


def test_names_of_sixteen_letters_are_seen_whole_on_every_seat() -> None:
    assert {len(name) for name in LONG_NAMES} == {LONGEST}
    for shot in [shot for shot in boards("fr") if "names" in shot.name]:
        assert shot.view.match
        for size in SIZES:
            seen = texts(drawn(shot, Scale(*size)))
            names = set(shot.view.match.names)
            if shot.view.hand:  # whose own name may give way to what is said
                names.discard(shot.view.match.names[shot.view.hand.seat])
            assert names <= set(seen), (shot.name, size)


@pytest.mark.parametrize("number", range(2, 9))
def test_people_sit_clockwise_from_the_lower_left_corner(number: int) -> None:
    low, high = seats.sides(number)
    assert [*low[:1], *high, *low[:0:-1]] == list(range(number))
    assert len(high) <= max(seats.LONGEST, number - len(low))


def test_what_to_do_grows_from_the_seat_of_whoever_acts() -> None:
    for laid in range(4):
        cards = ("blue-7#1", "yellow-5#1", "green-5#1")[:laid]
        steps = [{"lay": card, "zone": card.partition("-")[0]} for card in cards]
        widgets = picture("thirteen", Scene(name="", seats=4, steps=steps))
        (sheet,) = [w.box for w in widgets if isinstance(w, Panel) and w.fill == PAPER and w.shadow]
        name = ("Marie", "Luc", "Zoé", "Maximilian")[laid]
        (seat,) = [
            w.box
            for w in widgets
            if isinstance(w, Panel) and w.fill == PAPER and not w.shadow and w.radius == SMALL.px(12)
        ]
        (said,) = [w for w in widgets if isinstance(w, Text) and w.lines == (name,)]
        assert seat.holds(extent(said))
        assert seat.meets(sheet), "the sheet hangs together with the seat"


def test_the_question_mark_opens_the_rules_and_leads_back_to_the_board() -> None:
    widgets = picture("thirteen", Scene(name="", seats=4))
    (place,) = [place for place in touchables(widgets) if place.key == "?"]
    assert isinstance(place.then, Ui)
    assert isinstance(place.then.over, Rules)
    assert place.then.over.game == "thirteen"


# 13


def test_a_target_takes_the_colour_of_its_first_coloured_card_where_all_are_dealt() -> None:
    steps = [
        {"lay": "yellow-5#1", "zone": "blue"},
        {"lay": "rotten-4#1", "zone": "yellow"},
        {"lay": "yellow-1#1", "zone": "blue"},
    ]
    scene = Scene(name="", seats=3, steps=steps, options="all_dealt")
    now = reached("thirteen", scene)
    assert [tint_of(now.view, zone) for zone in ("blue", "yellow", "green")] == ["yellow", "", ""]
    widgets = picture("thirteen", scene)
    pads = {widget.zone: widget.tint for widget in widgets if isinstance(widget, Pad)}
    assert pads == {"blue": "yellow", "yellow": "", "green": ""}
    fills = [widget.fill for widget in widgets if isinstance(widget, Gauge)]
    assert fills[0] == SUITS["yellow"].fill
    assert SUITS["blue"].fill not in fills
    assert "free" in texts(widgets)


def test_a_target_keeps_its_colour_where_cards_are_drawn() -> None:
    now = reached("thirteen", Scene(name="", seats=3))
    assert [tint_of(now.view, zone) for zone in ("blue", "yellow")] == ["blue", "yellow"]


def test_exactly_thirteen_is_stamped_and_the_sum_is_never_under_the_cards() -> None:
    for shot in [shot for shot in boards("en") if shot.view.match and shot.view.match.game == "thirteen"]:
        for size in SIZES:
            widgets = drawn(shot, Scale(*size), "en")
            cards = [extent(w) for w in widgets if isinstance(w, Card) and not isinstance(w, Loose)]
            sums = [w for w in widgets if isinstance(w, Text) and w.counts in ("blue", "yellow", "green")]
            assert not any(extent(text).meets(card) for text in sums for card in cards), shot.name
            exactly = sum(" ".join(text.lines) == "13" for text in sums)
            assert texts(widgets).count("EXACT") == exactly, shot.name


# Ninja


def test_a_card_of_the_pile_stays_where_it_fell() -> None:
    def lying(*cards: str) -> dict[str | None, Box]:
        steps = [step for card in cards for step in ({"lay": card}, {"press": "done"})]
        widgets = picture("ninja", Scene(name="", seats=4, steps=steps))
        return {widget.name: widget.box for widget in widgets if isinstance(widget, Card)}

    few, more = lying("4#1", "5#1"), lying("4#1", "5#1", "7#1", "10#1")
    assert few.items() <= more.items()


def test_a_skipped_player_and_one_who_is_given_the_pile_bear_a_sign() -> None:
    marks = presentation("ninja").marks
    skipped = [{"lay": "7#1"}, {"press": "done"}, {"lay": "8#1"}, {"press": "done"}]
    assert marks(reached("ninja", Scene(name="", seats=4, steps=skipped)).view) == {"Zoé": "skip"}
    given = [step for card in ("4#1", "13#1") for step in ({"lay": card}, {"press": "done"})]
    given.append({"choose": {"give": "1"}})
    assert marks(reached("ninja", Scene(name="", seats=4, steps=given)).view)["Marie"] == "gift"


def test_what_lies_face_up_is_seen_as_cards() -> None:
    view = held(reached("ninja", Scene(name="", seats=4)))
    assert view.hand
    seen = [w.name for w in layout(view, READY, SMALL, Words("en")) if isinstance(w, Card)]
    for seat, cards in enumerate(view.hand.face_up):
        assert seat == view.hand.seat or set(cards) <= set(seen)


# Gamate

DECLARED = (
    {"choose": {"bid": {"run": [4, 12]}}},
    {"choose": {"bid": {"run": [4, 12]}}},
    *({"choose": {"oppose": False}} for _ in range(3)),
    {"choose": {"direction": "up"}},
    {"choose": {"tricks": 8}},
    {"choose": {"lead": "own"}},
)


def trick(*cards: str) -> tuple[dict[str, object], ...]:
    return (*DECLARED, *({"lay": card, "zone": "trick"} for card in cards))


def test_trumps_are_marked_in_the_trick_and_in_every_hand() -> None:
    widgets = picture("gamate", Scene(name="", seats=4, steps=trick("17", "35", "5")))
    assert {w.name: w.trump for w in widgets if isinstance(w, Card)} == {"17": False, "35": False, "5": True}
    view = held(table("gamate", 4, *trick("17")))
    assert view.hand and view.hand.beside
    own = [w for w in layout(view, READY, SMALL, Words("en")) if isinstance(w, Card)]
    names = {card.name for card in view.hand.cards} | set(view.hand.beside[1])
    for card in own:
        if card.name in names:
            assert card.trump == (card.name in map(str, range(4, 13))), card.name
    assert any(card.trump for card in own)


def test_cards_that_cannot_go_on_the_trick_are_dim() -> None:
    view = held(table("gamate", 4, *trick("17")))
    assert view.hand and view.hand.acting
    may = {card.name: "trick" in card.zones for card in view.hand.cards}
    assert len(set(may.values())) == 2
    strip = [w for w in layout(view, READY, SMALL, Words("en")) if isinstance(w, Card) and w.name in may]
    assert {w.name: not w.dim for w in strip} == may


def test_whoever_plays_for_the_dummy_is_told_so_and_the_dummy_bears_a_sign() -> None:
    now = table("gamate", 4, *trick("17", "35"))
    assert now.view.state["seat"] == "Luc"
    assert now.view.state["turn"] == "Maximilian"
    widgets = layout(shown(now), READY, SMALL, Words("en"))
    assert any("dummy" in text and "Luc" in text for text in texts(widgets))
    assert presentation("gamate").marks(now.view) == {"Maximilian": "crown", "Luc": "face-up"}


def test_the_sign_of_an_accepted_card_is_not_under_the_cards() -> None:
    view = shown(table("gamate", 4, *trick("17", "35", "5", "7")))
    lit = tuple(replace(pad, light=Light.ACCEPTED) if pad.zone == "trick" else pad for pad in view.pads)
    for size in SIZES:
        widgets = layout(replace(view, pads=lit), READY, Scale(*size), Words("en"))
        (pad,) = [w for w in widgets if isinstance(w, Pad) and w.zone == "trick"]
        assert not any(extent(w).meets(badge_of(pad)) for w in widgets if isinstance(w, Card))


# Le Pot


def pot(*cards: str) -> Iterator[dict[str, object]]:
    for card in ("yellow-7", "yellow-4", "red-8", "red-1", "green-6", "blue-4"):
        yield {"lay": card, "zone": "pot"}
    for card in cards:
        yield {"lay": card, "zone": "play"}


LAID = ("green-7", "green-2", "yellow-9", "red-5", "blue-10", "red-6")


def test_a_column_grows_from_the_cards_of_each_colour() -> None:
    widgets = picture("pot", Scene(name="", seats=6, steps=tuple(pot(*LAID))))
    columns = {w.counts: extent(w) for w in widgets if isinstance(w, Gauge)}
    assert columns["bar red"].h > columns["bar blue"].h > columns["bar green"].h == columns["bar yellow"].h
    for card in [w for w in widgets if isinstance(w, Card) and w.name in ("red-5", "red-6")]:
        column = columns["bar red"]
        assert column.x <= card.box.x + card.box.w // 2 <= column.right
        assert 0 <= card.box.y - column.bottom < SMALL.px(20)


def test_a_card_that_has_joined_the_pot_is_seen_once() -> None:
    taken = [{"choose": {"colour": colour}} for colour in ("yellow", "red", "green")]
    widgets = picture("pot", Scene(name="", seats=6, steps=(*pot(*LAID), *taken)))
    seen = [widget.name for widget in widgets if isinstance(widget, Card)]
    assert sorted(seen) == sorted(set(seen))
    assert set(LAID) <= set(seen)


def test_choices_do_not_touch_each_other() -> None:
    widgets = picture("pot", Scene(name="", seats=6, steps=tuple(pot(*LAID))))
    choices = [
        place.box
        for place in widgets
        if isinstance(place, Touchable)
        and any(isinstance(wish, Act) and isinstance(wish.action, Choose) for wish in place.does)
    ]
    assert len(choices) == 4
    for at, one in enumerate(choices):
        assert not any(one.inset(-1).meets(other) for other in choices[at + 1 :])
