"""The deal: who deals, how many cards to whom, what goes where, and which pad is which.

    if deal.is_due(match): deal.deal(page, view, match, ui)

It is gone with the first card or bid, or when somebody says that all is ready; a table that was switched off
before shows it again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from controller.intents import Act, CheckDeck, Pause, StartCounting
from controller.view import MatchView, PadView, TableView
from display.screens.board import instruction, round_title, title_row
from display.screens.ui import Ui
from display.widgets.boxes import Box
from display.widgets.theme import BAIZE_DEEP, BODY, CHALK_SOFT, LARGE, MARGIN, PAPER, SMALL, SUITS
from display.widgets.typography import BOLD
from display.widgets.widgets import Pad, Page, Picture
from engine import games
from engine.games.pot import COLOURS
from engine.match import UNDO
from engine.rules import Choose

COUNTED = ("thirteen", "pot")  # a round played without the table can be scored from its piles
DRAW = 5  # backs that stand for a draw pile


@dataclass(frozen=True)
class Step:
    """Something to do with the cards, and how that looks."""

    text: str
    cards: tuple[str | None, ...] = ()


def is_due(match: MatchView) -> bool:
    """Nothing has happened in this round but that colours were chosen."""
    agreed = all("colours" in entry.line.get("choose", {}) for entry in match.log)
    return agreed and match.state["awaiting"] in ("lay", "bid", "pot-card")


def deal(page: Page, view: TableView, match: MatchView, ui: Ui) -> None:
    px, gap = page.px, page.gap
    room = page.box.inset(px(MARGIN), px(6))
    top, room = room.cut_top(px(20), px(3))
    title_row(page, view, top, round_title(page, match))
    asked, room = room.cut_top(px(52), px(10))
    instruction(page, asked, _who(page, match))
    last, room = room.cut_bottom(page.touch, px(10))
    _footer(page, last, match, ui)
    right, left = room.cut_right(px(300), px(14))
    steps = list(_steps(page, match))
    for step, row in zip(steps, left.rows(max(3, len(steps)), px(8)), strict=False):
        _step(page, row, match.game, step)
    if match.colours:
        chosen, right = right.cut_bottom(2 * page.touch + gap + px(28), gap)
        _colours(page, chosen, match)
    _pads(page, right, view)


def _who(page: Page, match: MatchView) -> str:
    say, dealer, first = page.words.say, match.state["dealer"], match.names[match.first]
    if match.game == "gamate":
        return say("{player} deals and opens the bidding.", player=dealer)
    if dealer is None:
        return say("Shuffle the cards. {player} leads the first trick.", player=first)
    return say("{dealer} deals. {player} begins.", dealer=dealer, player=first)


def _steps(page: Page, match: MatchView) -> Iterator[Step]:
    words, state = page.words, match.state
    hands = sorted({player["hand"] for player in state["players"]})
    backs = (None,) * hands[-1]
    if match.game == "pot":
        text = words.say("Only the cards of {number} colours are in play.", number=len(match.names))
        yield Step(text, tuple(f"{colour}-{number}" for number, colour in enumerate(match.colours, 4)))
        text = words.say("Turn up {number} cards and lay them on the pot pad.", number=len(match.names))
        yield Step(text, tuple(f"{colour}-{9 - number}" for number, colour in enumerate(match.colours)))
    if match.game == "ninja":
        yield Step(words.say("Three cards face down in front of everybody."), (None,) * 3)
        yield Step(words.say("Three more face up on top of them."), ("4#1", "9#1", "11#1"))
        text = words.say("Three in hand: swap them with those face up until the first card is laid.")
        yield Step(text, ("7#1", "ninja#1", "2#1"))
    elif len(hands) > 1:
        text = words.say("{low} or {high} cards to each: all are dealt.", low=hands[0], high=hands[-1])
        yield Step(text, backs)
    else:
        yield Step(words.say("{number} cards to each player.", number=hands[0]), backs)
    if state.get("draw_pile"):
        text = words.say("The other {number} cards are the draw pile.", number=state["draw_pile"])
        yield Step(text, (None,) * DRAW)
        if match.game == "thirteen":
            text = words.say("In turn, lay one card on a target, then draw one.")
            yield Step(text, ("blue-7#1", "rotten-4#1"))
    elif match.game == "thirteen":
        text = words.say("In turn, lay one card on a target; the first coloured one gives it its colour.")
        yield Step(text, ("blue-7#1", "rotten-4#1"))
    if match.game == "gamate":
        yield Step(words.say("Demand trumps here, on the screen."), ("6", "12", "18", "24"))
        yield Step(words.say("Then lay on the trick or renounce."), ("17", "35", "mute#1"))


def _step(page: Page, box: Box, game: str, step: Step) -> None:
    px = page.px
    page.panel(box, BAIZE_DEEP, 10)
    picture, text = box.inset(px(12), px(8)).cut_left(px(140), px(14))
    page.fan(picture, game, step.cards, seen=0.1 if None in step.cards else 0.3)
    page.text(text, step.text, LARGE - 3, PAPER, BOLD, align=0)


# Pads


def _pads(page: Page, box: Box, view: TableView) -> None:
    px = page.px
    head, box = box.cut_top(px(22), px(4))
    page.text(head, page.words.say("The pads"), SMALL + 1, CHALK_SOFT, BOLD, align=0, lines=1)
    high = min(box.h, px(230))
    columns = box.cut_top(high)[0].columns(max(3, len(view.pads)), px(8))
    for pad, place in zip(view.pads, columns, strict=False):
        _pad(page, place, pad)


def _pad(page: Page, box: Box, pad: PadView) -> None:
    px, words = page.px, page.words
    names, rim = box.cut_bottom(px(62), px(4))
    zone, where = names.cut_top(px(42), px(2))
    page.add(Pad(rim, pad.zone, pad.light))
    if pad.zone in SUITS:
        side = min(px(34), rim.w // 2)
        page.add(Picture(rim.centred(side, side), SUITS[pad.zone].shape, PAPER))
    said = " / ".join(words.place(name) for name in pad.zones)
    page.text(zone, said or words.say("not used"), BODY - 2, PAPER if said else CHALK_SOFT, BOLD, lines=2)
    page.text(where, words.pad(pad.name), SMALL, CHALK_SOFT, lines=1)


# Le Pot: everybody's colour


def _colours(page: Page, box: Box, match: MatchView) -> None:
    """Chosen for the whole match before its first card, and chosen again as long as that is all there was."""
    px, words = page.px, page.words
    head, box = box.cut_top(px(22), px(4))
    may_change = match.log or any(isinstance(move, Choose) for move in match.choices)
    spare = [colour for colour in COLOURS if may_change and colour not in match.colours]
    text = words.say("The colours: touch one to change it.") if spare else words.say("The colours")
    page.text(head, text, SMALL + 1, CHALK_SOFT, BOLD, align=0, lines=1)
    cells = [cell for row in box.rows(2, page.gap) for cell in row.columns(3, page.gap)]
    for seat, (name, colour, place) in enumerate(zip(match.names, match.colours, cells, strict=False)):
        suit = SUITS[colour]
        page.panel(place, suit.fill, 9, PAPER, 2)
        sign, said = place.inset(px(7), px(3)).cut_left(px(18), px(6))
        page.add(Picture(sign.centred(px(18), px(18)), suit.shape, suit.on))
        whose, which = said.rows(2)
        page.name(whose, name, SMALL, suit.on, align=0)
        page.text(which, words.colour(colour), SMALL, suit.on, align=0, lines=1)
        if spare:
            after = [*COLOURS, *COLOURS][COLOURS.index(colour) + 1 :]
            other = next(each for each in after if each in spare)
            choice = Choose("colours", (*match.colours[:seat], other, *match.colours[seat + 1 :]))
            page.hot(place, *[Act(UNDO) for _ in match.log], Act(choice), key=str(seat + 1))


def _footer(page: Page, box: Box, match: MatchView, ui: Ui) -> None:
    say = page.words.say
    wide = max(page.touch, page.px(140))
    pause, box = box.cut_left(wide, page.gap)
    page.button(pause, say("pause"), Pause(), look="quiet", sign="pause", key="p", size=SMALL)
    if not match.log:
        check, box = box.cut_left(wide, page.gap)
        does = CheckDeck(games.game(match.game).deck.name)
        page.button(check, say("check the deck"), does, look="quiet", sign="tick", key="d", size=SMALL)
    if match.game in COUNTED:
        count, box = box.cut_left(wide, page.gap)
        label = say("only count the piles")
        page.button(count, label, StartCounting(), look="quiet", sign="plus", key="n", size=SMALL)
    ready = replace(ui, ready=(match.id, match.state["round"]))
    page.button(box, say("ready"), then=ready, look="primary", sign="right", size=LARGE, key="return")
