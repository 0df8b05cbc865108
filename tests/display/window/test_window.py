"""People at the window: touches, clicks and keys, sent through pygame itself, play the real table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest
from msgspec.structs import replace as replace_struct

from controller.gallery.screens import gallery
from controller.intents import Intent, NewMatch, Touch
from controller.view import Hint, Mode, Notice, NoticeKind, Played, Sound, TableView
from display.screens.board import rounds_in_all
from display.screens.layout import layout
from display.screens.ui import Correcting, Hosting, Rules, Setting, Ui
from display.text.words import Words
from display.widgets.boxes import Box
from display.widgets.theme import Scale
from display.widgets.widgets import Text, touchables
from display.window.screen import opened
from display.window.window import PRESSED_S, Window, follow
from tests.controller.house import House
from tests.display.visitors import Visitors, happens, middle


@pytest.fixture
def visitors() -> Iterator[Visitors]:
    visitors = Visitors()
    yield visitors
    visitors.window.close()


def test_four_players_start_with_two_touches(visitors: Visitors) -> None:
    visitors.touch("13", "4 players: go!")
    assert visitors.house.match.names == ("Player 1", "Player 2", "Player 3", "Player 4")
    assert visitors.sees("Player 4 deals. Player 1 begins.")
    visitors.touch("Ready")
    assert visitors.sees("Player 1, play a card on a target.")


def test_somebody_is_named_by_touch_and_deals_first(visitors: Visitors) -> None:
    visitors.touch("Ninja", "Player 2")
    visitors.touch("L", "u", "c", "Deals first", "Done", "4 players: go!")
    assert visitors.house.match.names == ("Player 1", "Luc", "Player 3", "Player 4")
    assert visitors.house.state["dealer"] == "Luc"


def test_a_match_of_13_from_the_menu_to_the_podium(visitors: Visitors) -> None:
    visitors.touch("13", "3", "Player 1")
    visitors.keys("m", "a", "x", "return")
    visitors.touch("3 players: go!")
    assert visitors.sees("Player 3 deals. max begins.")
    visitors.lay("blue-7#1", on="blue")
    assert "blue-7#1" in visitors.cards()
    assert visitors.gauges() == [7, 0, 0]
    visitors.lay("yellow-2#1", on="yellow")
    visitors.lay("rotten-4#1", on="blue")
    visitors.lay("blue-5#1", on="blue")
    assert visitors.sees("Over 13! max takes 2 cards, face down.")
    visitors.click("Picked up")
    assert visitors.gauges() == [5, 2, 0]
    for number in range(1, 7):
        visitors.keys("c")
        visitors.touch("A card is missing: end the round", "End the round")
        if number < 6:
            assert visitors.sees(f"Round {number}: scores")
            if "Continue" in visitors.texts():  # the piles are still being turned up
                visitors.keys("return")
            visitors.keys("return")
            assert visitors.sees("deals.")
            visitors.keys("return")
    assert visitors.sees("have won!")
    visitors.touch("Menu")
    assert visitors.house.view.match is None
    assert visitors.sees("Touch a game, or lay one of its cards.")


def test_a_refused_card_covers_the_board_until_it_is_lifted(visitors: Visitors) -> None:
    visitors.touch("13", "4 players: go!")
    visitors.house.put("blue-7#1", on="yellow")
    visitors.house.wait(0.3)
    visitors.look()
    assert visitors.sees("A coloured card goes only on the target of its own colour.")
    (rule,) = touchables(visitors.window.widgets)
    assert rule.then and isinstance(rule.then.over, Rules), "nothing but to read why"
    visitors.house.lift("blue-7#1")
    visitors.house.wait(0.6)
    visitors.look()
    assert not visitors.sees("A coloured card goes only on the target of its own colour.")
    assert touchables(visitors.window.widgets)


def test_a_card_laid_in_the_menu_picks_its_game(visitors: Visitors) -> None:
    visitors.house.lay("red-5", on="left", deck="pot")
    visitors.look()
    assert visitors.sees("4 players: go!")
    visitors.keys("return")
    assert visitors.house.match.game == "pot"


def test_a_card_laid_during_the_demo_picks_its_game() -> None:
    about = (("game", "pot"), ("card", "red-5"))
    laid = Notice(NoticeKind.HINT, Hint.CARD_OF_GAME.value, "left", about)
    house = House("thirteen", "Marie", "Luc", "Pierre")
    demo = replace(house.view, demo=True)
    assert follow(Ui(), demo, TableView(notice=laid)).setting == Setting.of("pot")


def test_a_touch_counts_once(visitors: Visitors) -> None:
    visitors.touch("13", "4 players: go!")
    visitors.lay("blue-7#1", on="blue")
    visitors.lay("blue-5#1", on="blue")
    visitors.touch("Undo")
    assert visitors.gauges() == [7, 0, 0]


def test_everything_can_be_reached_by_tab_and_enter(visitors: Visitors) -> None:
    places = touchables(visitors.window.widgets)
    games = [at for at, place in enumerate(places) if place.then and isinstance(place.then.setting, Setting)]
    visitors.keys(*["tab"] * (games[0] + 1), "return")
    assert visitors.sees("4 players: go!")


def test_a_demand_is_slid_together(visitors: Visitors) -> None:
    visitors.touch("Gamate", "4 players: go!", "Ready", "From … to …")
    low, high = [place for place in touchables(visitors.window.widgets) if place.along]
    for box, share in ((low.box, 0.51), (high.box, 0.76)):
        down = (round(box.x + box.w * share), box.y + box.h // 2)
        happens(pygame.MOUSEBUTTONDOWN, pos=(box.x + 1, down[1]), button=1, touch=False)
        happens(pygame.MOUSEMOTION, pos=down, rel=(9, 0), buttons=(1, 0, 0), touch=False)
        happens(pygame.MOUSEBUTTONUP, pos=down, button=1, touch=False)
        visitors.look()
    visitors.touch("25 to 37")
    assert visitors.house.state["bids"] == [{"player": "Player 3", "bid": {"run": [25, 37]}}]


def test_a_pause_holds_the_game_and_lets_people_be_named(visitors: Visitors) -> None:
    visitors.touch("13", "4 players: go!", "Pause")
    assert visitors.house.view.mode is Mode.PAUSED
    visitors.touch("Go on")
    assert visitors.house.view.mode is not Mode.PAUSED


def test_the_language_changes_at_any_time(visitors: Visitors) -> None:
    visitors.touch("DE")
    assert visitors.sees("Tippt ein Spiel an")


def test_a_screen_that_has_not_changed_is_not_drawn(
    visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitors.touch("13", "4 players: go!", "Ready")
    updates: list[list[Box]] = []
    monkeypatch.setattr(pygame.display, "update", updates.append)
    visitors.house.wait(2)
    visitors.look()
    updates.clear()
    for _ in range(30):
        visitors.look()
    assert updates == []
    visitors.lay("blue-7#1", on="blue")
    drawn = sum(box.w * box.h for boxes in updates[-1:] for box in boxes)
    assert 0 < drawn < 800 * 480 / 2


def test_touching_nothing_says_that_somebody_is_there(visitors: Visitors) -> None:
    happens(pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=1, touch=False)
    assert visitors.window.intents(0.0) == [Touch()]


def test_a_window_can_be_closed_but_a_kiosk_cannot() -> None:
    for kiosk in (False, True):
        window = Window(opened((800, 480), cursor=not kiosk), kiosk=kiosk)
        happens(pygame.QUIT)
        window.intents(0.0)
        assert window.wants_to_quit is not kiosk
        window.close()
        window.close()


def test_sounds_are_made_and_missing_loudspeakers_are_borne(monkeypatch: pytest.MonkeyPatch) -> None:
    from display.sound.sounds import TUNES, Noise, Sounds, tunes

    assert set(TUNES) == {*Sound, *Noise}
    assert len({tune for sound in TUNES for tune in tunes(sound)}) == sum(map(len, TUNES.values()))
    monkeypatch.setenv("SDL_AUDIODRIVER", "none-such")
    silent = Sounds()
    silent.play(Sound.WIN)
    assert silent.silent
    silent.close()


# A touch is answered at once


def test_whatever_is_touched_looks_it_in_the_next_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[list[Box]] = []
    monkeypatch.setattr(pygame.display, "update", drawn.append)
    window = Window(opened((800, 480)), language="en")
    for shot in [shot for shot in gallery("en") if not shot.flat][::9]:
        for place in touchables(layout(shot.view, shot.ui, Scale(800, 480), Words("en"))):
            window._ui, window._view, window._drawn = shot.ui, shot.view, None
            window.draw(shot.view, 0.0)
            window.draw(shot.view, 60.0)  # whatever moved stands still
            if place not in touchables(window.widgets):  # it has gone on by itself
                continue
            drawn.clear()
            at = middle(place.box)
            happens(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=False)
            window.intents(60.0)
            window.draw(shot.view, 60.0)
            assert drawn or window._ui.held, f"{shot.name}: {place.box}"
            happens(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=False)
            window.intents(61.0)
    window.close()


def test_a_button_looks_pressed_while_the_finger_is_on_it_and_a_moment_at_least(visitors: Visitors) -> None:
    window, view = visitors.window, visitors.house.view
    place = visitors.place("EN").box
    screen = pygame.display.get_surface()
    assert screen

    def colour_at(now: float) -> pygame.Color:
        window.draw(view, now)
        return screen.get_at((place.x + place.w // 2, place.y + 5))

    at_rest = colour_at(10.0)
    happens(pygame.MOUSEBUTTONDOWN, pos=middle(place), button=1, touch=False)
    window.intents(10.0)
    assert sum(colour_at(10.0)[:3]) < sum(at_rest[:3]) - 60
    assert colour_at(15.0) != at_rest  # still held
    happens(pygame.MOUSEBUTTONUP, pos=middle(place), button=1, touch=False)
    window.intents(15.0)
    assert colour_at(15.0) == at_rest
    happens(pygame.MOUSEBUTTONDOWN, pos=middle(place), button=1, touch=False)
    happens(pygame.MOUSEBUTTONUP, pos=middle(place), button=1, touch=False)
    window.intents(20.0), window.intents(20.0)
    assert colour_at(20.0) != at_rest  # a touch as short as that can be seen, too
    assert window.next_wake(20.0) <= 20.0 + PRESSED_S
    assert colour_at(20.0 + PRESSED_S) == at_rest


def test_the_pause_has_the_rules_the_languages_and_the_sound(visitors: Visitors) -> None:
    visitors.touch("13", "4 players: go!", "Ready", "Pause", "Sound on")
    assert visitors.house.view.quiet
    visitors.touch("Sound off")
    assert not visitors.house.view.quiet
    visitors.touch("Rules")
    assert isinstance(visitors.window._ui.over, Rules)
    visitors.keys("escape")
    visitors.touch("DE")
    assert visitors.sees("Das Spiel macht Pause.")
    visitors.house.restart()  # the power went
    visitors.look()
    assert visitors.house.view.language == "de"
    assert visitors.house.match.names[0] == "Player 1"


def test_setup_remembers_how_many_played_and_where_they_sat() -> None:
    played = Played(1, "pot", 0, 0, ("Marie", "Bip", "", "Luc", "Tok", "Anna"), (1,) * 6, (0,), ((1,) * 6,))
    setting = Setting.after("pot", [played])
    assert setting.names == ("Marie", "", "", "Luc", "", "Anna")
    assert setting.seated == ("hand", "careful", "hand", "hand", "careful", "hand")
    assert Setting.after("gamate", [played]).names == ("Marie", "", "", "Luc")
    newer = replace_struct(played, game="ninja", names=("Zoé", "Jo"))
    assert Setting.after("pot", [newer, played]).names == setting.names
    assert Setting.after("thirteen", [newer]).names == ("Zoé", "Jo", "")
    assert Setting.after("pot", []) == Setting.of("pot")


def test_a_name_is_kept_as_typed_and_a_letter_too_many_is_refused_where_it_shows(visitors: Visitors) -> None:
    visitors.touch("13", "4 players: go!", "Ready", "Pause", "Player 1")
    visitors.keys("l", "e", "a", "return")
    assert visitors.house.match.names[0] == "lea"
    visitors.touch("lea")  # not Lea
    visitors.keys(*"abcdefghijklmnop")
    assert visitors.sees("16 letters at most")
    visitors.keys("backspace")
    assert not visitors.sees("16 letters at most")
    visitors.keys("return")
    assert visitors.house.match.names[0] == "leaabcdefghijkl"


def test_a_match_says_how_many_rounds_it_has() -> None:
    assert rounds_in_all("thirteen", 3, 1) == 6
    assert rounds_in_all("thirteen", 5, 1) == 5
    assert rounds_in_all("pot", 4, 3) == 3
    assert rounds_in_all("pot", 4, None) is None
    assert rounds_in_all("gamate", 4, 1) is None  # it ends by points


NOTHING = Ui()


def test_where_cards_are_on_the_screen_only_nothing_is_offered_that_needs_real_ones() -> None:
    words = Words("en")

    def said(view: TableView, ui: Ui = NOTHING) -> str:
        texts = (widget for widget in layout(view, ui, Scale(800, 480), words) if isinstance(widget, Text))
        return "\n".join(" ".join(text.lines) for text in texts)

    table, laptop = TableView(language="en"), TableView(language="en", seat_players=("hand", "careful"))
    assert "Find a card" in said(table) and "Find a card" not in said(laptop)
    assert "SIMULATED" in said(table) and "On the screen, without real cards" in said(laptop)
    shots = {shot.name: shot for shot in gallery("en")}
    hosts = next(shot for name, shot in shots.items() if shot.view.host and shot.ui.over == Hosting("cards"))
    assert "Check the box" in said(hosts.view, hosts.ui)
    alone = replace(hosts.view, seat_players=laptop.seat_players)
    assert "Check the box" not in said(alone, hosts.ui)
    assert "nothing to register" in said(alone, hosts.ui)
    match = House("thirteen", "Marie", "Luc", "Pierre").view
    fixing = Ui(over=Correcting())
    assert "Only count the piles" in said(match, fixing)
    assert "Only count the piles" not in said(replace(match, seat_players=laptop.seat_players), fixing)


def test_the_host_renames_and_forgets_one_guest_on_the_screen(visitors: Visitors) -> None:
    drawer = visitors.house.drawer
    drawer.names = ["Anna", "Luc"]
    visitors.house.touch(NewMatch("pot", ("Anna", "Luc", "")))
    shot = next(shot for shot in gallery("en") if shot.view.host and shot.ui.over == Hosting("guests"))
    window = visitors.window

    def look() -> list[Intent]:
        window.draw(replace(shot.view, guests=tuple(drawer.names)), visitors.house.now)
        wishes = window.intents(visitors.house.now)
        visitors.house.touch(*wishes)
        return wishes

    visitors.look = look  # type: ignore[method-assign,assignment]
    window._ui, window._view = Ui(over=Hosting("guests")), shot.view
    look()
    for words in ("Luc", "Rename Luc"):
        visitors.touch(words)
        look()
    for _ in "Luc":
        visitors.keys("backspace")
        look()
    visitors.keys("z", "o", "return")
    look()
    assert drawer.names[:2] == ["Anna", "zo"]
    assert visitors.house.match.names == ("Anna", "zo", "Player 3")
    for words in ("Anna", "Forget Anna", "Forget Anna"):
        visitors.touch(words)
        look()
    assert drawer.names == ["zo"]
    assert visitors.house.match.names == ("Player 1", "zo", "Player 3")
