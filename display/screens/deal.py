"""The deal: who deals, how many cards to whom, what goes where, and which pad is which.

    if deal.is_due(match): deal.deal(page, view, match, ui)

It is gone with the first card or bid, or when a player says that all is ready; a table that was switched off
before shows it again.
"""

from __future__ import annotations

from dataclasses import replace

from controller.intents import CheckDeck, Pause, StartCounting
from controller.view import MatchView, PadView, TableView
from display.games import presentation
from display.games.defaults import Step
from display.screens.board import instruction, round_title, titled
from display.screens.ui import Ui
from display.text.words import GameWords
from display.widgets.boxes import Box, Room
from display.widgets.theme import BAIZE_DEEP, CHALK_SOFT, PAPER, SUITS
from display.widgets.typography import BODY, BOLD, LARGE, PLAY
from display.widgets.widgets import Pad, Page, Picture
from engine import games


def is_due(match: MatchView) -> bool:
    """Nothing has happened in this round but choices that come before the deal."""
    before = presentation(match.game).before_deal
    return all(any(what in before for what in entry.line.get("choose", {})) for entry in match.log)


def deal(page: Page, view: TableView, match: MatchView, ui: Ui) -> None:
    px, shown, words = page.px, presentation(match.game), page.words.of(match.game)
    room = Room(titled(page, view, round_title(page, match), margin=6, gap=3))
    instruction(page, room.top(px(52), px(10)), words.dealing(match))
    _footer(page, room.bottom(page.touch, px(10)), view, match, ui)
    right = room.right(px(350), px(12))
    steps = list(shown.deal(words, match))
    for step, row in zip(steps, room.rest.rows(max(3, len(steps)), px(8)), strict=False):
        _step(page, row, match.game, step)
    _pads(page, shown.beside_deal(page, right, match), view, words)


def _step(page: Page, box: Box, game: str, step: Step) -> None:
    px = page.px
    page.panel(box, BAIZE_DEEP, 10)
    room = Room(box.inset(px(12), px(8)))
    page.fan(room.left(px(140), px(14)), game, step.cards, seen=0.1 if None in step.cards else 0.3)
    page.text(room.rest, step.text, LARGE - 3, PAPER, BOLD, align=0)


# Pads


def _pads(page: Page, box: Box, view: TableView, words: GameWords) -> None:
    px, room = page.px, Room(box)
    head = room.top(px(22), px(4))
    page.text(head, page.words.say("The pads"), PLAY, CHALK_SOFT, BOLD, align=0, lines=1)
    columns = room.top(min(room.rest.h, px(230))).columns(max(3, len(view.pads)), px(8))
    for pad, place in zip(view.pads, columns, strict=False):
        _pad(page, place, pad, words)


def _pad(page: Page, box: Box, pad: PadView, words: GameWords) -> None:
    px = page.px
    names, rim = box.cut_bottom(px(67), px(4))
    zone, where = names.cut_top(px(42), px(2))
    page.add(Pad(rim, pad.zone, pad.light))
    if pad.zone in SUITS:
        side = min(px(34), rim.w // 2)
        page.add(Picture(rim.centred(side, side), SUITS[pad.zone].shape, PAPER))
    said = " / ".join(words.place(name) for name in pad.zones)
    page.text(zone, said or words.say("not used"), BODY, PAPER if said else CHALK_SOFT, BOLD, lines=2)
    page.text(where, words.pad(pad.name), PLAY, CHALK_SOFT, lines=1)


def _footer(page: Page, box: Box, view: TableView, match: MatchView, ui: Ui) -> None:
    say, game, room = page.words.say, games.game(match.game), Room(box)
    real = not view.seat_players  # there are cards to lay on a pad
    for shown, label, does, sign, key in (
        (True, say("pause"), Pause(), "pause", "p"),
        (real and not match.log, say("check the deck"), CheckDeck(game.deck.name), "tick", "d"),
        (real and game.counts_piles, say("only count the piles"), StartCounting(), "plus", "n"),
    ):
        if shown:
            place = room.left(max(page.touch, page.px(140)), page.gap)
            page.button(place, label, does, look="quiet", sign=sign, key=key, size=PLAY)
    ready = replace(ui, ready=(match.id, match.state["round"]))
    page.button(room.rest, say("ready"), then=ready, look="primary", sign="right", size=LARGE, key="return")
