"""While nobody plays: a lamp is lit, each game shows a card and its trick, bots play, last winners in chalk.

    attract(page, view, ui)         # the act ui.act says, and what comes after it

A loop of about forty seconds; every act is a function of the time. A touch anywhere, a button or a card
ends it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from controller.view import MatchView, TableView
from display.games import presentation
from display.games.acts import ACT_S, Show
from display.screens import board
from display.screens.ui import Ui
from display.text.words import Words
from display.widgets import typography
from display.widgets.boxes import Box
from display.widgets.theme import BLACK, CHALK_SOFT, GOLD, INK, LAMP, PAPER, Colour, mix
from display.widgets.typography import BOLD, HEAD, TITLE
from display.widgets.widgets import (
    EDGEWISE,
    SHAPE,
    Animation,
    Card,
    Glow,
    Hand,
    Page,
    Panel,
    Picture,
    Text,
    Timer,
    Touchable,
    Widget,
    top_layer,
)
from engine import games

LAMP_S, PLAY_S, CHALK_S = 5.0, 12.0, 4.5
DROP_S, TURN_AT_S, TURN_S = 0.55, 0.75, 0.25  # the large card falls, lies there, turns over
TRICK_AT_S = TURN_AT_S + TURN_S + 0.1
LEAVE_S = 0.35
HERO_S = TRICK_AT_S + ACT_S + LEAVE_S
HIGH = 0.85  # the large card, of the screen's height
CLICK_S = (0.9, 0.96, 1.08)  # the lamp is on, off again, on
NAMED_S, SHOWN_S, APART_S = 1.5, 2.2, 0.25  # the name, the first emblem, from one to the next
CHALKED_S = 0.4  # from one line to the next
WINNERS = 3  # that are told
PULSE_S = 1.2  # of the hand that invites
SHORT = 6  # letters that are read across a room
BAND = 54  # the height of the invitation


class _Played(NamedTuple):
    """An act: how long it is on, which one it is, and what it shows."""

    seconds: float
    name: str
    draw: Callable[[Page, TableView, str], None]


def acts(view: TableView) -> list[_Played]:
    """In their order; who won is told if anybody is remembered."""
    heroes = [_Played(HERO_S, name, _hero) for name in games.names()]
    chalk = [_Played(CHALK_S, "winners", _chalk)] if _winners(None, view) else []
    return [_Played(LAMP_S, "lamp", _lamp), *heroes, _Played(PLAY_S, "play", _play), *chalk]


def attract(page: Page, view: TableView, ui: Ui) -> None:
    every = acts(view)
    number = ui.act % len(every)
    act = every[number]
    act.draw(page, view, f"act {number} {act.name}")
    _invite(page)
    page.add(Timer(act.seconds, replace(ui, act=(number + 1) % len(every))))


def _invite(page: Page) -> None:
    """Throughout: a hand that beckons, and the one sentence there is."""
    px = page.px
    text = page.words.say("Lay a card, or touch")
    wide = min(page.box.w, typography.width(text, BOLD, px(HEAD)) + px(110))
    band = page.box.cut_bottom(px(BAND))[0].centred(wide, px(BAND - 8))
    page.panel(band, INK, 16)
    track, place = band.inset(px(14), 0).cut_left(px(52), px(10))
    page.text(place, text, HEAD, PAPER, BOLD, align=0, lines=1)

    def hand(t: float) -> Sequence[Widget]:
        high = px(30) + round(px(8) * abs(math.sin(t / PULSE_S * math.pi)) / 2) * 2
        return (Picture(track.centred(high, high), "hand", GOLD),)

    page.add(Animation(band, "invitation", math.inf, hand, still=0.0))


# The lamp


def _lamp(page: Page, view: TableView, key: str) -> None:
    px, box = page.px, page.box
    names = games.names()

    def at(t: float) -> Sequence[Widget]:
        on, off, again = CLICK_S
        if not (on <= t < off or t >= again):
            return (Panel(box, BLACK),)  # all is dark
        lit = Page(page.scale, page.words)
        lit.add(Glow(box, mix(LAMP, GOLD, 0.25), BLACK))
        middle = box.cut_top(box.h * 17 // 20)[0]
        if t >= NAMED_S:
            lit.text(middle.cut_top(middle.h * 3 // 5)[0], "Tapis Vert", TITLE * 2.4, PAPER, BOLD, lines=1)
        signs = middle.cut_bottom(middle.h * 2 // 5)[0]
        places = signs.centred(min(signs.w, px(120) * len(names)), px(90)).columns(len(names))
        for number, (name, place) in enumerate(zip(names, places, strict=True)):
            since = t - SHOWN_S - number * APART_S
            if since >= 0:
                side = px(70) if since > 0.12 else px(84)  # it pops up
                lit.add(Picture(place.centred(side, side), presentation(name).emblem, GOLD))
        return lit.widgets

    page.add(Animation(box, key, LAMP_S, at))


# A card of each game


def _hero(page: Page, view: TableView, key: str) -> None:
    """It drops, turns over, does its trick, and leaves."""
    name = key.split(" ")[-1]
    page.add(Animation(page.box, key, HERO_S, partial(_large, page, name), still=TRICK_AT_S + ACT_S * 0.8))


def _large(page: Page, name: str, t: float) -> Sequence[Widget]:
    shown, box = presentation(name), page.box
    behind, front = Page(page.scale, page.words), Page(page.scale, page.words)
    tint = mix(shown.tint, PAPER, 0.12)
    behind.add(Glow(box, tint, mix(shown.tint, BLACK, 0.6)))
    high = round(box.h * HIGH)
    wide = round(high * SHAPE)
    place = Box((box.w - wide) // 2, round(box.h * 0.025), wide, high)
    leaves = max(0.0, (t - TRICK_AT_S - ACT_S) / LEAVE_S)
    y = place.y - round((1 - _fallen(t / DROP_S)) * box.h) - round(leaves * leaves * (high + place.y))
    place = place._replace(y=y)
    cards = shown.samples or games.game(name).deck.names[:4]
    hero = shown.hero or cards[0]
    if t >= TRICK_AT_S and not leaves:
        others = tuple(card for card in cards if card != hero)
        shown.act(Show(name, others, behind, front, place, t - TRICK_AT_S))
    turned = max(0.0, min((t - TURN_AT_S) / TURN_S, 1.0))
    narrow = round((1 - abs(math.cos(turned * math.pi))) * EDGEWISE)
    card = Card(place, name, None if turned < 0.5 else hero, narrow=narrow)
    seen = [card] if place.bottom > 0 else []
    return [*behind.widgets, *seen, *front.widgets]


def _fallen(share: float) -> float:
    """Down to the table, and a small jump."""
    if share < 0.7:
        return max(0.0, share / 0.7) ** 2
    jump = max(0.0, min((share - 0.7) / 0.3, 1.0))
    return 1 - 0.05 * math.sin(jump * math.pi)


# Bots play, cards only


def _play(page: Page, view: TableView, key: str) -> None:
    """The board of the match that is being played, without what is said and asked."""
    match = view.match
    if match is None:
        return
    if match.state["awaiting"] not in presentation(match.game).laying:
        _seen(page, view, match)
        return
    table = Page(page.scale, page.words)
    inside = page.box.inset(page.px(34), page.px(24))
    presentation(match.game).board(table, inside.cut_top(inside.h - page.px(BAND))[0], view, match, Ui())
    page.add(*_players(page, match), *filter(_is_play, table.widgets))


def _seen(page: Page, view: TableView, match: MatchView) -> None:
    """What is no play of cards, as everybody sees it, but for what would be touched."""
    table = Page(page.scale, page.words)
    board.standing(table, view, match, Ui())
    places = [widget.box for widget in top_layer(table.widgets) if isinstance(widget, Touchable)]
    band = page.box.cut_bottom(page.px(BAND))[0]
    for widget in table.widgets:
        touched = isinstance(widget, Touchable) or any(place.holds(widget.box) for place in places)
        if not touched and not band.meets(widget.box):
            page.add(widget)


def _is_play(widget: Widget) -> bool:
    """Cards, sums and what they lie on; of words only the shortest."""
    if isinstance(widget, Text):
        return bool(widget.counts) or len("".join(widget.lines)) <= SHORT
    return not isinstance(widget, Touchable)


def _players(page: Page, match: MatchView) -> list[Widget]:
    """Beyond the screen's edges, from where cards come and where they go."""
    number, box = len(match.names), page.box
    did = {event["player"] for event in match.events if event["kind"] == "laid" and event.get("player")}
    shown: list[Widget] = []
    for seat, name in enumerate(match.names):
        way = math.tau * seat / number + math.pi / 2
        x, y = (
            box.w // 2 + round(box.w * 0.6 * math.cos(way)),
            box.h // 2 + round(box.h * 0.75 * math.sin(way)),
        )
        takes = presentation(match.game).takes(match, name)
        shown.append(Hand(Box(x, y, 1, 1), name in did, takes, seat))
    return shown


# The last winners


def _chalk(page: Page, view: TableView, key: str) -> None:
    px, box = page.px, page.box
    told = list(_winners(page.words, view))[:WINNERS]

    def at(t: float) -> Sequence[Widget]:
        shown = Page(page.scale, page.words)
        middle = box.cut_top(box.h * 17 // 20)[0].inset(px(40), px(30))
        crown, lines = middle.cut_top(px(110), px(6))
        shown.sign(crown, "crown", GOLD, 96)
        for number, (line, names) in enumerate(zip(lines.rows(WINNERS, px(8)), told, strict=False)):
            if t >= CHALKED_S * (number + 1):
                colour: Colour = CHALK_SOFT if number else PAPER
                shown.text(line, names, TITLE if number else TITLE + 14, colour, BOLD, lines=1)
        return shown.widgets

    page.add(Animation(box, key, CHALKED_S * (WINNERS + 1), at))


def _winners(words: Words | None, view: TableView) -> Sequence[str]:
    """Who won lately, as far as their names are remembered."""
    lines = []
    for played in view.last:
        names = [played.names[seat] for seat in played.winners if played.names[seat]]
        if names:
            lines.append(f"{words.say(' and ').join(names)} · {words.game(played.game)}" if words else "")
    return lines
