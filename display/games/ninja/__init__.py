"""Ninja: the centre pile, what is to beat, and who may be given the pile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from controller.view import Light, MatchView, TableView
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
from display.widgets.theme import GOLD, INK, INK_SOFT, PAPER, PAPER_SHADE, Colour
from display.widgets.typography import BODY, BOLD, TITLE
from display.widgets.widgets import Pad, Page, Panel, Picture
from engine.rules import Choose, Move, Press

SKIPPED_S = 0.6  # the word over a player who is skipped can be read
CLEARED_S = 0.3  # what clears the pile lies on it
SHOWN = 6  # cards of the pile that are fanned out at most, the last ones
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
    state, px = match.state, page.px
    if on_board(match) and match.choices:
        asked, box = box.cut_bottom(2 * page.touch + page.gap, px(10))
        answers(page, asked, match, 3)
    beat, pile = box.cut_right(px(150), px(12))
    _to_beat(page, beat, match)
    head, pad = pile.cut_top(px(20), px(3))
    centre = state["centre"]
    caption(
        page, head, page.words.count("one card in the centre", "{number} cards in the centre", len(centre))
    )
    page.add(Pad(pad, "centre", pad_of(view, "centre").light))
    page.fan(pad.inset(px(16), px(14)), "ninja", fanned(centre), places=SHOWN)


def fanned(centre: list[str]) -> list[str]:
    """The pile as it is laid out: when it is full, the next card begins anew, on top of what there was."""
    begun = max(0, len(centre) - 2) // (SHOWN - 1) * (SHOWN - 1)
    return centre[begun:]


def _to_beat(page: Page, box: Box, match: MatchView) -> None:
    """What the next card must be, as large as can be."""
    page.panel(box, PAPER, 14, shadow=True)
    head, rest = box.inset(page.px(8), page.px(8)).cut_top(page.px(24))
    foot, value = rest.cut_bottom(min(page.px(42), rest.h // 2))
    page.text(head, page.words.say("to beat"), BODY - 2, INK_SOFT, BOLD, lines=1)
    figure, meaning = _demand(page, match)
    page.text(value, figure, TITLE * 1.7, INK, BOLD, lines=1)
    page.panel(foot, PAPER_SHADE, 8)
    page.text(foot.inset(page.px(4), page.px(2)), meaning, BODY - 2, INK, BOLD, lines=2)


def _demand(page: Page, match: MatchView) -> tuple[str, str]:
    state, say = match.state, page.words.say
    if state["awaiting"] == "counter":
        return "13", say("13 or 1")
    if state["to_beat"] is None:
        return "–", say("any card")
    if state["limit"] is not None:
        return "6", say("6 or less")
    if state["to_beat"] == 13:
        return "13", say("13, 1 or Ninja")
    return str(state["to_beat"]), say("{value} or more", value=state["to_beat"])


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
