"""How a game is played: a few illustrated pages, and the house rules in force.

rules(page, view, ui, Rules("pot", number=1))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from controller.view import TableView
from display.screens.ui import Rules, Ui
from display.text.i18n import mark
from display.text.words import OPTIONS
from display.widgets.boxes import Box
from display.widgets.theme import BAIZE, BODY, HEAD, INK, INK_SOFT, LARGE, SMALL
from display.widgets.typography import BOLD
from display.widgets.widgets import Page


@dataclass(frozen=True)
class Leaf:
    """A page: a heading, some cards as a picture, the text."""

    title: str
    cards: Sequence[str | None]
    text: str


AIM, TURN, SPECIAL, SCORE = mark("The aim"), mark("Your turn"), mark("What happens"), mark("The score")

LEAVES = {
    "thirteen": (
        Leaf(
            AIM,
            ("blue-7#1", "yellow-5#1", "green-2#1", "rotten-4#1"),
            mark(
                "Lay your cards on the three targets. Whoever brings a target over 13 takes its cards, "
                "and cards taken are penalty points. The fewest points win."
            ),
        ),
        Leaf(
            TURN,
            ("blue-7#1", "blue-4#1"),
            mark(
                "Lay one card on the target of its colour, then draw one. A rotten four goes on any "
                "target. Nobody passes."
            ),
        ),
        Leaf(
            SPECIAL,
            ("yellow-7#1", "yellow-4#1", "rotten-4#1"),
            mark(
                "Exactly 13 is safe. Over 13, you take what lay there, face down; your own card stays. "
                "What was taken stays hidden until the end of the round."
            ),
        ),
        Leaf(
            SCORE,
            (None, None, "green-1#1", "rotten-4#1"),
            mark(
                "Each card taken is 1 point, a rotten four 2. Whoever alone has the most cards of a "
                "colour counts that colour as 0."
            ),
        ),
    ),
    "ninja": (
        Leaf(
            AIM,
            ("3#1", "7#1", "12#1", "ninja#1"),
            mark(
                "Be the first without a card. Everybody has three cards in hand, three face up and three "
                "face down on the table."
            ),
        ),
        Leaf(
            TURN,
            ("7#1", "9#1", "9#2"),
            mark(
                "Lay one, two or three cards of the same value, at least as high as the last ones. Then "
                "draw up to three. If you cannot, pick up the pile."
            ),
        ),
        Leaf(
            SPECIAL,
            ("6#1", "8#1", "9#1", "ninja#1"),
            mark(
                "After a 6: 6 or less. An 8 skips the next player. A 9 clears the pile, and you lay "
                "again. A Ninja goes on anything."
            ),
        ),
        Leaf(
            mark("The 13 and the 1"),
            ("13#1", "1#1"),
            mark(
                "With a 13 you may give the pile to somebody. They counter with a 13 or a 1, or pick it "
                "up. The 1 is the lowest card, but it may go on a 13."
            ),
        ),
    ),
    "gamate": (
        Leaf(
            AIM,
            ("1", "17", "48", "mute#1"),
            mark(
                "Two against two: partners sit opposite. Choose which numbers are trumps, say how many "
                "tricks you will take, and take them."
            ),
        ),
        Leaf(
            mark("The bidding"),
            ("6", "12", "18", "24"),
            mark(
                "In turn, demand a set of trumps or pass: multiples of a digit, odd numbers, a colour, "
                "or a run. A demand said twice, or followed by four passes, is the contract. Then the "
                "others may oppose."
            ),
        ),
        Leaf(
            mark("The tricks"),
            ("17", "35", "mute#1"),
            mark(
                "The declarer’s partner lays down their hand. Upward, the higher number wins; downward, "
                "the lower. Trumps beat the others, a mute dodges, and whoever does not lead may "
                "renounce."
            ),
        ),
        Leaf(
            SCORE,
            ("1", "48", "mute#1", "mute#2"),
            mark(
                "Tricks, brisques (the 1, the 48 and the mutes) and renounces of the other side score. "
                "52 points make a manche, two manches win."
            ),
        ),
    ),
    "pot": (
        Leaf(
            AIM,
            ("yellow-7", "red-8", "green-6", "blue-4"),
            mark(
                "Take the best cards from the pot, trick after trick. What you took are your points: the "
                "most points win."
            ),
        ),
        Leaf(
            TURN,
            ("green-7", "green-2", "red-6"),
            mark(
                "Everybody lays one card. Cards of the same colour add up: that is the strength of the "
                "colour."
            ),
        ),
        Leaf(
            SPECIAL,
            ("red-6", "red-5", "blue-10"),
            mark(
                "The strongest colour chooses first, the highest card of it before the others: all cards "
                "of one colour of the pot. Then the next strongest, while the pot lasts."
            ),
        ),
        Leaf(
            mark("A tie"),
            ("green-9", "yellow-9"),
            mark(
                "Two colours equally strong? Then it stops at once: they and all weaker ones get "
                "nothing. The cards laid join the pot."
            ),
        ),
    ),
}


def rules(page: Page, view: TableView, ui: Ui, reading: Rules) -> None:
    px, words = page.px, page.words
    leaves = LEAVES[reading.game]
    leaf = leaves[reading.number]
    box = page.sheet(940, 470)
    head, box = box.cut_top(page.touch, px(8))
    close, head = head.cut_right(page.touch, page.gap)
    page.button(close, "", then=replace(ui, over=None), sign="no", key="escape")
    title = f"{words.game(reading.game)}  ·  {words.say(leaf.title)}"
    page.text(head, title, HEAD, INK, BOLD, align=0, lines=1)
    turn, box = box.cut_bottom(page.touch, px(8))
    back, on = turn.cut_left(turn.w // 3, page.gap)
    where, on = on.cut_left(on.w // 3, page.gap)
    page.text(where, f"{reading.number + 1} / {len(leaves)}", BODY, INK_SOFT, BOLD, lines=1)
    for sign, place, step, key in (("left", back, -1, "left"), ("right", on, 1, "right")):
        number = reading.number + step
        if 0 <= number < len(leaves):
            then = replace(ui, over=replace(reading, number=number))
            page.button(place, "", then=then, sign=sign, look="primary" if step > 0 else "plain", key=key)
    agreed = view.match.options if view.match else ui.setting.options if ui.setting else frozenset()
    if agreed:
        last, box = box.cut_bottom(px(34), px(4))
        named = ", ".join(words.say(OPTIONS[option]) for option in sorted(agreed))
        page.text(last, words.say("House rules: {names}", names=named), SMALL, INK_SOFT, BOLD, lines=2)
    _leaf(page, box, reading.game, leaf)


def _leaf(page: Page, box: Box, game: str, leaf: Leaf) -> None:
    picture, text = box.cut_left(box.w * 9 // 20, page.px(20))
    page.panel(picture, BAIZE, 14)
    page.fan(picture.inset(page.px(18), page.px(20)), game, leaf.cards, 0.5)
    page.text(text, page.words.say(leaf.text), LARGE, INK, align=0)
