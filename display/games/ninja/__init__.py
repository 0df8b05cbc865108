"""Ninja: the centre pile, what is to beat, and who may be given the pile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from controller.view import HandView, Light, MatchView, TableView
from display.card_art.faces import Face, plain
from display.games import IN_HAND, Count, Presentation, Scene, Zone, defaults
from display.games.acts import Show, samples
from display.games.defaults import Lines, Step
from display.games.moments import Beat, held, last_card, seat
from display.games.ninja import rules
from display.screens.board import answers, caption, on_board, pad_of
from display.screens.ui import Asking, Choosing, Correcting, Held, Ui
from display.text.i18n import mark
from display.text.words import GameWords
from display.widgets.boxes import Box
from display.widgets.theme import GOLD, INK, INK_SOFT, PAPER, Colour
from display.widgets.typography import BODY, BOLD, TITLE
from display.widgets.widgets import SHAPE, Card, Pad, Page, Panel, Picture, lean
from engine.rules import Choose, Move, Press

SKIPPED_S = 0.6  # the word over a player who is skipped can be read
CLEARED_S = 0.3  # what clears the pile lies on it
SHOWN = 10  # cards of the pile that are seen at most, the last ones
HIGH, ASKEW = 0.7, 13  # a card of the pile, to its felt; how far askew it may lie
FALLS = ((0.0, 0.0), (0.56, 0.03), (-0.56, -0.03), (0.98, -0.06), (-0.98, 0.05))  # in its widths and heights
OPEN = 50  # the height of the cards that lie openly before the others
IN_TEXT = 8  # the same on the terminal
NO_COUNTER, PICK_UP = Choose("counter", False), Press("pick-up")
SIGNS = {"1": "shield", "6": "low", "8": "skip", "9": "broom", "13": "gift"}  # what special values do
SKIN: Colour = (236, 198, 160)
MASK: Colour = (22, 20, 18)
LACQUER: Colour = (150, 30, 40)

# Sentences


def deal(words: GameWords, match: MatchView) -> Iterator[Step]:
    yield Step(words.say("Three cards face down in front of everybody."), (None,) * 3)
    yield Step(words.say("Three more face up on top of them."), ("4#1", "9#1", "11#1"))
    text = words.say("Three in hand: swap them with those face up until the first card is played.")
    yield Step(text, ("7#1", "ninja#1", "2#1"))
    if match.state["draw_pile"]:
        yield defaults.draw_pile(words, match)


def instruction(words: GameWords, match: MatchView) -> str:
    state, player = match.state, match.state["turn"]
    if state["awaiting"] == "give":
        return words.say("{player}, who gets the pile?", player=player)
    if state["awaiting"] == "counter":
        return words.say("{player}, counter with a 13 or a 1, or pick up the pile.", player=player)
    if Press("done") in match.choices:
        return words.say("{player}, another card of the same value, or done?", player=player)
    if state["to_beat"] is None:
        if any(event["kind"] == "picked-up" for event in match.events) and "next_leads" not in match.options:
            return words.say("{player}, nobody beat you: play any card.", player=player)
        return words.say("{player}, play any card.", player=player)
    if state["limit"] is not None:
        return words.say("{player}, play 6 or less or a Ninja, or pick up the pile.", player=player)
    if state["to_beat"] == 13:
        return words.say("{player}, play a 13, a 1 or a Ninja, or pick up the pile.", player=player)
    value = state["to_beat"]
    return words.say("{player}, play {value} or more, or pick up the pile.", player=player, value=value)


def event(words: GameWords, event: Mapping[str, Any]) -> str | None:
    match event:
        case {"kind": "given", "player": player, "to": None}:
            return words.say("{player} gives the pile to nobody.", player=player)
        case {"kind": "given", "player": player, "to": to}:
            return words.say("{player} gives the pile to {to}.", player=player, to=to)
        case {"kind": "countered", "player": player}:
            return words.say("{player} counters!", player=player)
    return None


def choice(words: GameWords, move: Move, names: Sequence[str]) -> str | None:
    match move:
        case Choose("give", None):
            return words.say("to nobody")
        case Choose("give", seat):
            return words.say("to {player}", player=names[seat])
        case Choose("counter"):
            return words.say("no counter: pick up")
        case Choose("complete", seat):
            return words.say("{player} completes the four", player=names[seat])
    return None


def offered(match: MatchView) -> Sequence[Move]:
    """Not to counter and to pick up are the same thing."""
    return [move for move in match.choices if not (move == PICK_UP and NO_COUNTER in match.choices)]


def moments(words: GameWords, before: MatchView, after: MatchView) -> Iterator[Beat]:
    """A pile that is given or countered, a player who is skipped, a pile that leaves the game."""
    lay = held(before, after, centre=[*before.state["centre"], *_laid(after)])
    pile = tuple(lay.state["centre"])
    for event in after.events:
        match event:
            case {"kind": "given", "to": str(to)}:
                stamps = {seat(after, to): words.say("for you!")}
                yield Beat(lay, leans=pile, towards=seat(after, to), stamps=stamps)
            case {"kind": "countered", "player": player}:
                stamps = {seat(after, player): words.say("countered!")}
                yield Beat(lay, leans=pile, towards=seat(after, after.state["turn"] or player), stamps=stamps)
            case {"kind": "skipped", "player": player}:
                yield Beat(
                    held(before, after), hold_s=SKIPPED_S, stamps={seat(after, player): words.say("skipped!")}
                )
            case {"kind": "removed"}:
                yield Beat(lay, hold_s=CLEARED_S)
                yield Beat(held(before, after), sweeps=True)
    yield from last_card(words, before, after)


def _laid(match: MatchView) -> list[str]:
    return [event["card"] for event in match.events if event["kind"] == "laid"]


# The board


def board(page: Page, box: Box, view: TableView, match: MatchView, ui: Ui) -> None:
    if view.hand and view.hand.face_up:
        _face_up(page, box.cut_top(page.px(OPEN))[0], view.hand)
        box = box.cut_top(page.px(OPEN), page.px(6))[1]
    answering, columns = on_board(match) and bool(match.choices), 0
    if answering:
        rows = max(1, (box.h + page.gap) // (page.touch + page.gap))  # that a finger can hit
        columns = max(2, -(-len(match.choices) // rows))
    pile, beside = box.cut_left(box.w * (13 if columns < 3 else 9) // 20, page.px(14))
    pad = pile.inset(page.px(4), page.px(2))
    page.add(Pad(pad, "centre", pad_of(view, "centre").light, round=True))
    heap(page, pad, match.state["centre"])
    if answering:
        answers(page, beside, match, columns)
    else:
        _to_beat(page, beside, match)


def _face_up(page: Page, row: Box, hand: HandView) -> None:
    """What lies openly before the others, each below their seat."""
    number = len(hand.face_up)
    others = [(hand.seat + step) % number for step in range(1, number)]
    for other, place in zip(others, row.columns(number - 1, page.gap), strict=True):
        page.fan(place.centred(min(place.w, page.px(150)), place.h), "ninja", hand.face_up[other], 0.5)


def heap(page: Page, box: Box, centre: Sequence[str]) -> None:
    """One loose pile: every card stays where it fell, and the next one falls on it."""
    high = round(min(box.h * HIGH, box.w * 0.4))
    wide = round(high * SHAPE)
    first = max(0, len(centre) - SHOWN)
    for number, card in enumerate(centre[first:], first):
        aside, down = FALLS[number % len(FALLS)]
        middle = Box(round(box.x + box.w / 2 + aside * wide), round(box.y + box.h / 2 + down * high), 0, 0)
        page.add(Card(middle.centred(wide, high), "ninja", card, angle=lean(card, ASKEW), shadow=True))


def _to_beat(page: Page, box: Box, match: MatchView) -> None:
    """A badge on the pile: what the next card must be, as large as can be, and which way."""
    px = page.px
    number = len(match.state["centre"])
    badge, count = box.cut_top(box.h - px(28), px(4))
    badge = badge.centred(badge.w, min(badge.h, px(210)))
    counted = page.words.count("one card in the centre", "{number} cards in the centre", number)
    caption(page, count, counted if number else "")
    page.panel(badge, PAPER, 18, shadow=True)
    head, rest = badge.inset(px(12), px(8)).cut_top(px(24))
    foot, value = rest.cut_bottom(min(px(34), rest.h // 3), px(2))
    page.text(head, page.words.say("to beat"), BODY, INK_SOFT, BOLD, lines=1)
    figure, way, meaning = _demand(page, match)
    if way:
        sign, value = value.cut_right(value.w * 2 // 5)
        side = min(px(64), value.h * 7 // 10, sign.w)
        page.add(Picture(sign.centred(side, side), way, INK))
    page.text(value, figure, TITLE * 2.2, INK, BOLD, lines=1)
    page.text(foot, meaning, BODY + 2, INK, BOLD, lines=1)


def _demand(page: Page, match: MatchView) -> tuple[str, str, str]:
    """The value to beat, the way from there, and what that means."""
    state, say = match.state, page.words.say
    if state["awaiting"] == "counter":
        return "13", "shield", say("13 or 1")
    if state["to_beat"] is None:
        return "–", "", say("any card")
    if state["limit"] is not None:
        return "6", "down", say("6 or less")
    if state["to_beat"] == 13:
        return "13", "", say("13, 1 or Ninja")
    return str(state["to_beat"]), "up", say("{value} or more", value=state["to_beat"])


def marks(match: MatchView) -> dict[str, str]:
    """Who was skipped, who was given the pile, who countered and who picked it up, until the next card."""
    found = {}
    for event in match.events:
        match event:
            case {"kind": "skipped", "player": str(player)}:
                found[player] = "skip"
            case {"kind": "given", "to": str(player)}:
                found[player] = "gift"
            case {"kind": "countered", "player": str(player)}:
                found[player] = "shield"
            case {"kind": "picked-up", "player": str(player)}:
                found[player] = "lift"
    return found


def costly(move: Move) -> bool:
    """To pick up the pile is never what a child should press first."""
    return move in (PICK_UP, NO_COUNTER)


def text_board(words: GameWords, match: MatchView) -> Lines:
    state = match.state
    beat = state["to_beat"] if state["to_beat"] is not None else "–"
    cards = words.cards(state["centre"][-IN_TEXT:]) or "–"
    said = words.say("Centre: {cards}. To beat: {value}.", cards=cards, value=beat)
    return [f"{said} {words.draw_pile(match)}"]


def told(page: Page, box: Box, match: MatchView, who: str) -> None:
    """Who has no card left, and what the others were left with."""
    assert match.reveal
    px, words = page.px, page.words
    if match.reveal.points[who]:
        sign, box = box.cut_left(px(26), px(10))
        page.add(Picture(sign.centred(px(24), px(24)), "crown", INK))
        page.text(box, words.say("has no card left"), BODY, INK, BOLD, align=0, lines=1)
        return
    player = match.state["players"][match.names.index(who)]
    left = player["hand"] + player["face_up"] + player["face_down"]
    page.text(
        box, words.count("one card left", "{number} cards left", left), BODY, INK_SOFT, align=0, lines=1
    )


# The cards


def face(drawn: Face, kind: str, traces: Sequence[str]) -> None:
    if kind == "ninja":
        _masked(drawn)
    elif sign := SIGNS.get(kind):
        plain(drawn, kind, mark=sign, sign=sign, colour=LACQUER)
    else:
        plain(drawn, kind, mark="shuriken")


def _masked(drawn: Face) -> None:
    drawn.fill(LACQUER)
    drawn.pen.ink(GOLD).disc(0.5, 0.5, 0.35).ink(MASK).disc(0.5, 0.5, 0.31)
    drawn.pen.ink(SKIN).block(0.235, 0.435, 0.53, 0.11, 0.07)
    drawn.pen.ink(MASK).oval(0.33, 0.462, 0.1, 0.056).oval(0.57, 0.462, 0.1, 0.056)
    drawn.pen.line((0.29, 0.446), (0.45, 0.47), thick=0.035)
    drawn.pen.line((0.71, 0.446), (0.55, 0.47), thick=0.035)
    drawn.corners("00", None, GOLD)


BLINKS_S = (0.3, 0.62, 2.6)
BLINK_S = 0.12
THROWS = ((1.0, 1, 0.35), (1.5, -1, 0.55), (2.0, 1, 0.7))  # when, to which side, how far down the screen
THROW_S = 0.5


def act(show: Show) -> None:
    """The ninja blinks, and throws."""
    samples(show)
    for x in (0.38, 0.62):
        if any(start <= show.t < start + BLINK_S for start in BLINKS_S):
            lid = show.at(x, 0.49, 0.13)
            show.front.add(Panel(lid.centred(lid.w, round(show.card.h * 0.07)), SKIN))
            show.front.add(Panel(lid.centred(lid.w, max(2, show.card.h // 90)), MASK))
    for start, side, down in THROWS:
        share = show.share(start, THROW_S)
        if 0 < share < 1:
            star = show.at(0.5, 0.5, 0.42)
            x = star.x + round(share * side * (show.screen.w // 2 + star.w))
            y = star.y + round(share * (show.screen.h * down - star.y - star.h // 2))
            spin = round(share * 24) * 30 % 90  # it has four points
            show.front.add(Picture(star._replace(x=x, y=y), "shuriken", GOLD, angle=spin))


# The gallery


def scenes() -> Iterator[Scene]:
    names = defaults.LONG_NAMES
    yield Scene(name="ninja-names", seats=6, steps=[9], names=names, flat=True)
    yield Scene(name="hand-ninja-names", seats=6, steps=[6], names=names, hand={})
    done = {"press": "done"}
    yield Scene(name="deal-ninja", seats=6)
    yield Scene(name="ninja-first", seats=4, dealt=True)
    six = [{"lay": "5#1"}, done, {"lay": "6#1"}, {"lay": "6#2"}, done]
    yield Scene(name="ninja-six-or-less", seats=4, steps=six, lit=("centre", Light.WAITING))
    eight = Scene(
        name="ninja-skipped", seats=4, steps=[{"lay": "7#1"}, done, {"lay": "8#1"}, done], flat=True
    )
    yield eight
    opened = [{"lay": "7#1"}, done, {"lay": "9#1"}]
    yield Scene(name="ninja-open", seats=4, steps=opened, match={"theirs": 2})
    thirteen = [step for card in ("4#1", "ninja#1", "10#1", "13#1") for step in ({"lay": card}, done)]
    give = Scene(name="ninja-give", seats=6, steps=thirteen, flat=True)
    yield give
    to_luc = {"choose": {"give": "2"}}
    yield replace(give, name="ninja-counter", steps=[*thirteen, to_luc])
    eight = replace(eight, flat=False)
    low = ("too-low", "centre", "3#1", "centre")
    yield replace(eight, name="ninja-refused", refused=low, lit=("centre", Light.REFUSED))
    yield replace(eight, name="ninja-choose", over=Choosing())
    yield replace(eight, name="ninja-correct", over=Correcting())
    yield replace(give, name="ninja-out", over=Asking("out"), flat=False)
    yield replace(eight, name="ninja-podium", steps=[*eight.steps, {"correct": {"out": "3"}}])
    yield Scene(name="ninja-score", seats=6, rounds=3, steps=["next"], turned=7)
    start = Scene(name="hand-ninja-swap", seats=4, hand={"seat": 0, "swapping": True, "acting": False})
    yield start
    yield replace(start, name="hand-ninja-swap-held", held=Held("3#3"))
    cards = ("2#1", "3#1", "4#1", "5#1", "7#1", "10#1")
    laid = [step for card in cards for step in ({"lay": card}, done)]
    yield Scene(name="hand-ninja", seats=6, steps=laid, hand={})
    given = [*laid, {"lay": "13#1"}, done]
    yield Scene(name="hand-ninja-give", seats=6, steps=given, hand={})
    yield Scene(name="hand-ninja-give-guided", seats=6, steps=given, hand={}, guided=True)
    to_zoe = {"choose": {"give": "3"}}
    yield Scene(name="hand-ninja-counter", seats=6, steps=[*given, to_zoe], hand={})
    values = ("2", "3", "4", "5", "7", "10", "11", "12")
    heap = [step for value in values for copy in "12" for step in ({"lay": f"{value}#{copy}"}, done)]
    taken = [*heap, {"press": "pick-up"}, {"lay": "1#1"}, done]
    yield Scene(name="hand-ninja-many", seats=2, steps=taken, hand={})


PRESENTATION = Presentation(
    title=mark("Ninja"),
    idea=mark("Be the first without a card."),
    age=8,
    minutes=20,
    emblem="shuriken",
    tint=LACQUER,
    samples=("8#1", "13#1", "ninja#1"),
    rules=rules.PAGES,
    situation=rules.situation,
    lessons=rules.LESSONS,
    hint=rules.hint,
    cards={"ninja": mark("Ninja")},
    figures={"ninja": "N"},
    zones={"centre": Zone(mark("Centre"), mark("the centre"))},
    options={
        "four_in_a_row": mark("four in a row clear the pile"),
        "complete_the_four": mark("complete the four out of turn"),
        "ninja_transparent": mark("the Ninja is see-through"),
        "six_allows_higher": mark("after a 6 also higher"),
        "next_leads": mark("the next player leads"),
    },
    counts=(
        IN_HAND,
        Count("face-up", "face_up", mark("face up")),
        Count("face-down", "face_down", mark("face down")),
    ),
    deal=deal,
    instruction=instruction,
    event=event,
    choice=choice,
    moments=moments,
    refusals={
        "too-low": mark("Too low: play at least the value to beat, or pick up the pile."),
        "too-high-after-six": mark(
            "After a 6 only a 6 or less, or a Ninja: play lower, or pick up the pile."
        ),
        "not-yourself": mark("It must be somebody else: name another player."),
        "not-a-counter": mark("Only a 13 or a 1 answers a 13: counter with one, or pick up the pile."),
    },
    offered=offered,
    marks=marks,
    costly=costly,
    board=board,
    asks=("give",),
    laying=("lay", "counter"),
    told=told,
    text_board=text_board,
    face=face,
    hero="ninja#1",
    act=act,
    scenes=scenes,
)
