"""A scored round: what each player took, on a stage of their own, then where everybody stands.

    reveal(page, view, match, ui)

Cards turn up, those that count nothing lie on a lit place with the reason, and the sum is that of the rule
book. Whoever has been seen can be seen again: a touch on a row brings their cards back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from controller.intents import Act
from controller.view import MatchView, TableView
from display.games import presentation
from display.screens.board import titled
from display.screens.score import at_stage, find_button, in_rank, shown_name, stage, standing, undo_button
from display.screens.ui import PODIUM, Ui
from display.widgets.boxes import Box, Room
from display.widgets.theme import BAIZE_DEEP, CHALK_SOFT, INK, INK_SOFT, PAPER, PAPER_EDGE, PAPER_SHADE
from display.widgets.typography import BODY, BOLD, HEAD, LARGE, SMALL, TITLE
from display.widgets.widgets import Animation, Group, Page, Timer, Widget
from engine import games
from engine.match import NEXT

TURN_S = 2.6  # until the next player's cards turn up
SUM_S = 0.7  # after the first card of a pile turns up, its sum is told
WRITTEN_OUT = 8  # more terms than these are counted: 6×0 + 3×1
APART = 2  # cards’ worth of room beside each colour
MANY = 10  # more cards than these lie in rows
ROW = 12  # cards side by side


def reveal(page: Page, view: TableView, match: MatchView, ui: Ui) -> None:
    px, words = page.px, page.words
    number, last_stage = stage(match, ui), standing(match) + 1
    over = match.state["awaiting"] == "over"
    room = Room(titled(page, view, words.game(match.game), high=22))
    head = room.top(px(40), px(6))
    last = Room(room.bottom(page.touch, px(8)))
    undo_button(page, last.left(px(150), page.gap), match)
    if not view.seat_players:
        find_button(page, last.left(px(150), page.gap), ui)
    go = partial(page.button, last.rest, look="primary", size=LARGE, key="return")
    if number < last_stage:
        _next(page, head, match)
        go(words.say("continue"), then=at_stage(match, ui, last_stage), sign="right")
        thin = room.right(px(190), px(10))
        _on_stage(page, room.rest, match, order(match)[number - 1])
        _thin(page, thin, match, ui, number)
        page.hot(room.rest, then=at_stage(match, ui, number + 1), key="space")
        page.add(Timer(TURN_S, at_stage(match, ui, number + 1)))
        return
    text = words.of(match.game).say("Round {number}: scores", number=match.state["round"])
    brought = presentation(match.game).brought(words.of(match.game), match)
    if over:
        text = words.winners(match.state["winners"])
    elif brought:
        text = brought
    page.text(head.cut_right(px(220), page.gap)[1], text, HEAD, PAPER, BOLD, align=0, lines=1)
    heads = Room(head.cut_bottom(px(20))[0].inset(px(12), 0))
    for label, wide in ((words.say("total"), px(84)), (words.of(match.game).say("this round"), px(90))):
        page.text(heads.right(wide, px(8)), label, SMALL, CHALK_SOFT, BOLD, align=1, lines=1)
    if over:
        go(words.say("continue"), then=at_stage(match, ui, PODIUM), sign="crown")
        if view.demo:
            page.add(Timer(TURN_S, at_stage(match, ui, PODIUM)))
    else:
        go(words.of(match.game).say("next round"), Act(NEXT), sign="right")
    _rows(page, room.rest, match, ui)


def order(match: MatchView) -> list[str]:
    """Who did worst in this round is turned up first, who did best last."""
    assert match.reveal
    best_first = [who for _, who, _ in in_rank(match, match.reveal.points)]
    return [who for who in reversed(best_first) if who in match.names]


def _next(page: Page, box: Box, match: MatchView) -> None:
    text = page.words.of(match.game).say("Round {number}: scores", number=match.state["round"])
    page.text(box, text, HEAD, PAPER, BOLD, align=0, lines=1)


# One player


def _on_stage(page: Page, box: Box, match: MatchView, who: str) -> None:
    """Their cards, by colour where that decides, and how they add up."""
    assert match.reveal
    px, seat = page.px, match.names.index(who)
    page.add(Group(box, f"stage {who}", enters=(box.w // 3, 0), turns=True))
    page.panel(box, PAPER, 14, shadow=True)
    room = Room(box.inset(px(16), px(10)))
    head = Room(room.top(px(52), px(4)))
    points = head.right(px(120), px(8))
    page.name(head.rest, who, HEAD + 4, INK, align=0)
    sum_ = room.bottom(px(44), px(4))
    taken = match.reveal.taken[seat]
    if taken:
        found = _groups(match, taken, match.reveal.explain.get(who, ""))
        _fans(page, room.rest, match, found)
    else:
        page.text(room.rest, page.words.say("took nothing"), HEAD, INK_SOFT, BOLD, lines=1)
    late = Page(page.scale, page.words)
    late.text(points, f"+{match.reveal.points.get(who, 0)}", TITLE, INK, BOLD, align=1, lines=1)
    late.panel(sum_, PAPER_SHADE, 9)
    told = summed(match.reveal.explain.get(who, ""))
    late.text(sum_.inset(px(10), px(2)), told, LARGE, INK, BOLD, lines=1)
    page.add(_appearing(box, f"sum {match.id} {match.state['round']} {who}", late.widgets))


def _appearing(box: Box, key: str, widgets: Sequence[Widget]) -> Animation:
    """These, once the cards have turned up."""
    return Animation(box, key, SUM_S, lambda t: widgets if t >= SUM_S else ())


class _Lying(NamedTuple):
    """Cards that lie together, and what each is worth where that is told of them."""

    cards: Sequence[str]
    worth: Sequence[int] = ()

    @property
    def free(self) -> bool:
        return bool(self.worth) and not any(self.worth)


def _groups(match: MatchView, taken: Sequence[str], explained: str) -> list[_Lying]:
    """Colour by colour where a colour may count nothing, else as they were taken."""
    shown = presentation(match.game)
    terms = [int(term) for term in explained.partition(" = ")[0].split("+") if term.strip().isdigit()]
    if not shown.sorted_piles or len(terms) != len(taken):
        rows = -(-len(taken) // ROW)
        each = -(-len(taken) // rows)
        return [_Lying(taken[at : at + each]) for at in range(0, len(taken), each)]
    deck = games.game(match.game).deck.names
    cards = sorted(taken, key=deck.index)
    colours = list(dict.fromkeys(card.partition("-")[0] for card in cards))
    found = []
    for colour in colours:
        own = [at for at, card in enumerate(cards) if card.partition("-")[0] == colour]
        found.append(_Lying([cards[at] for at in own], [terms[at] for at in own]))
    return found


def _fans(page: Page, box: Box, match: MatchView, found: Sequence[_Lying]) -> None:
    """By colour side by side, each with what it counts; what has no colours row by row."""
    px = page.px
    if not found[0].worth:
        for row, lying in zip(box.rows(len(found), px(8)), found, strict=True):
            page.fan(row.centred(row.w, min(row.h, px(190))), match.game, lying.cards)
        return
    if sum(len(lying.cards) for lying in found) > MANY:
        for row, lying in zip(box.rows(max(3, len(found)), px(6)), found, strict=False):
            _lit(page, row, lying)
            cards, said = row.inset(px(8), px(3)).cut_left(row.w * 3 // 5, px(12))
            page.fan(cards, match.game, lying.cards, seen=0.3)
            _worth(page, *said.cut_left(said.w * 2 // 5, px(6)), match, lying, align=0)
        return
    shares = [len(lying.cards) + APART for lying in found]
    used, gap = 0, px(10)
    for lying, share in zip(found, shares, strict=True):
        left = box.x + (box.w + gap) * used // sum(shares)
        used += share
        place = Box(left, box.y, box.x + (box.w + gap) * used // sum(shares) - left - gap, box.h)
        _lit(page, place, lying)
        said, cards = place.inset(px(6), px(6)).cut_bottom(px(68), px(4))
        page.fan(cards.centred(cards.w, min(cards.h, px(170))), match.game, lying.cards, seen=0.3)
        _worth(page, *said.cut_top(px(28)), match, lying, align=0.5)


def _lit(page: Page, box: Box, lying: _Lying) -> None:
    if lying.free:
        page.panel(box, PAPER_SHADE, 10, PAPER_EDGE, 3)


def _worth(page: Page, count: Box, why: Box, match: MatchView, lying: _Lying, align: float) -> None:
    """How much each of these cards counts, and why, if it is nothing."""
    text = f"{len(lying.cards)} × {lying.worth[0]}"
    page.text(count, text, LARGE + 2, INK, BOLD, align=align, lines=1)
    if lying.free:
        reason = presentation(match.game).nothing(page.words.of(match.game), match)
        page.text(why, reason, BODY - 2, INK_SOFT, BOLD, align=align, lines=2)


def summed(explained: str) -> str:
    """As the rule book writes it; beyond a few terms, how often each: 6×0 + 3×1 + 2×2 = 7."""
    terms, equals, total = explained.partition(" = ")
    numbers = terms.split("+")
    if not equals or len(numbers) <= WRITTEN_OUT or not all(term.strip().isdigit() for term in numbers):
        return explained
    often = sorted(Counter(map(int, numbers)).items())
    return (
        " + ".join(f"{count}×{value}" if count > 1 else str(value) for value, count in often) + f" = {total}"
    )


# Everybody


def _totals(match: MatchView, number: int) -> dict[str, int]:
    """What everybody had before this round, and those who were turned up have now."""
    points = match.reveal.points if match.reveal else {}
    seen = {*order(match)[:number]} if standing(match) else {*match.state["totals"]}
    totals = match.state["totals"].items()
    return {who: total - (0 if who in seen else points.get(who, 0)) for who, total in totals}


def _thin(page: Page, box: Box, match: MatchView, ui: Ui, number: int) -> None:
    """Where everybody stands so far; who was turned up can be seen again."""
    px, turn = page.px, order(match)
    now = in_rank(match, _totals(match, number))
    places = box.rows(max(4, len(now)), px(6))
    for at, ((_, who, total), row) in reversed(list(enumerate(zip(now, places, strict=False)))):
        shown = who == turn[number - 1]
        page.add(Group(row, f"row {who}", rank=at + 1))
        page.panel(row, PAPER if shown else BAIZE_DEEP, 9)
        ink = INK if shown else PAPER
        room = Room(row.inset(px(12), px(2)))
        counts = f"total {who}"
        figure = room.right(px(52), px(6))
        page.text(figure, str(total), LARGE + 2, ink, BOLD, align=1, lines=1, counts=counts)
        page.name(room.rest, who, BODY, ink, align=0)
        if who in turn[: number - 1] and row.h >= page.touch:
            page.hot(row, then=at_stage(match, ui, turn.index(who) + 1))


def _rows(page: Page, box: Box, match: MatchView, ui: Ui) -> None:
    """The best on top: what they took, the sum, the total."""
    now = in_rank(match, match.state["totals"])
    places = box.rows(max(3, len(now)), page.px(6))
    for at, ((_, who, total), row) in reversed(list(enumerate(zip(now, places, strict=False)))):
        _row(page, row, match, who, total, at + 1)
        if standing(match) and who in match.names and row.h >= page.touch:
            page.hot(row, then=at_stage(match, ui, order(match).index(who) + 1))
    note = presentation(match.game).score_note
    if note and len(now) < len(places):
        text = page.words.of(match.game).say(note)
        page.text(places[-1].cut_top(page.px(40))[0], text, BODY - 2, CHALK_SOFT, lines=2)


def _row(page: Page, box: Box, match: MatchView, who: str, total: int, rank: int) -> None:
    px, revealed = page.px, match.reveal
    page.add(Group(box, f"row {who}", rank=rank))
    page.panel(box, PAPER if rank == 1 else PAPER_SHADE, 10, shadow=rank == 1)
    room = Room(box.inset(px(12), px(5) if box.h > px(64) else px(2)))
    sides = shown_name(match, who).split(" + ")
    names = room.left(px(150), px(10))
    for name, line in zip(sides, names.rows(len(sides)), strict=True):
        page.name(line, name, LARGE - 2, INK, align=0)
    counts = f"total {who}"
    page.text(room.right(px(84), px(8)), str(total), HEAD + 4, INK, BOLD, align=1, lines=1, counts=counts)
    figure = room.right(px(56), px(10))
    if not revealed:
        return
    page.text(figure, f"+{revealed.points.get(who, 0)}", LARGE, INK_SOFT, BOLD, align=1, lines=1)
    taken = revealed.taken[match.names.index(who)] if who in match.names and revealed.taken else ()
    if not taken:
        presentation(match.game).told(page, room.rest, match, who)
        return
    deck = games.game(match.game).deck.names
    cards = sorted(taken, key=deck.index) if presentation(match.game).sorted_piles else taken
    said, place = room.rest.cut_bottom(px(24) if box.h > px(64) else px(19))
    page.fan(place, match.game, cards)
    page.text(said, summed(revealed.explain.get(who, "")), SMALL + 2, INK_SOFT, BOLD, lines=1)
