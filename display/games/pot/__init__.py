"""Le Pot: the pot by colour, the cards laid, and how strong each colour is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from controller.intents import Act
from controller.view import Light, MatchView, TableView
from display.card_art.faces import Face
from display.games import Presentation, Scene, Zone, defaults
from display.games.acts import Show
from display.games.defaults import Cell, Lines, Step, tinted
from display.games.moments import Beat, held, last_card
from display.games.pot import rules
from display.screens import seats
from display.screens.board import caption, pad_of
from display.screens.ui import PODIUM, Choosing, Ui
from display.terminal.menus.pages import Option, Prompt, numbered, of_match
from display.text.i18n import mark
from display.text.words import GameWords
from display.widgets import typography
from display.widgets.boxes import Box
from display.widgets.theme import ALARM, BAIZE_DEEP, CHALK_SOFT, INK, PAPER, SUITS, mix, suit
from display.widgets.typography import BODY, BOLD, LARGE, PLAY
from display.widgets.widgets import SHAPE, Gauge, Pad, Page, Panel, Picture, column_height
from engine.games.pot import COLOURS, NAME
from engine.match import UNDO
from engine.rules import Choose, Move

STRONG_S = 0.4  # how strong every colour was, before anybody takes
ACROSS = 4  # so many colours have room side by side in the pot
ASKEW = 4  # degrees
STRONGEST = 20  # a column is full then; twice that, and it is drawn half as high
TIED_S = 0.5  # equal strengths stand still after they have shaken

# Sentences


def deal(words: GameWords, match: MatchView) -> Iterator[Step]:
    number = len(match.names)
    text = words.say("Only the cards of {number} colours are in play.", number=number)
    yield Step(text, tuple(f"{colour}-{value}" for value, colour in enumerate(match.colours, 4)))
    text = words.say("Turn up {number} cards and lay them on the pot pad.", number=number)
    yield Step(text, tuple(f"{colour}-{9 - less}" for less, colour in enumerate(match.colours)))
    yield from defaults.deal(words, match)


def instruction(words: GameWords, match: MatchView) -> str:
    state, player = match.state, match.state["turn"]
    if state["awaiting"] == "pot-card":
        missing = len(match.names) - len(state["pot"])
        return words.count(
            "Turn up one more card for the pot.", "Turn up {number} more cards for the pot.", missing
        )
    if state["awaiting"] == "colour":
        return words.say("{player}, take a colour from the pot.", player=player)
    if len(state["played"]) in (0, len(match.names)):
        return words.say("{player}, lead the trick: play a card.", player=player)
    return words.say("{player}, play a card.", player=player)


def event(words: GameWords, event: Mapping[str, Any]) -> str | None:
    match event:
        case {"kind": "laid", "player": None, "card": card}:
            return words.say("In the pot: {card}.", card=words.card(card))
        case {"kind": "face-down", "player": None}:
            return words.say("In the pot: a card.")
        case {"kind": "pot-taken", "player": player, "count": number}:
            return words.count(
                "{player} takes one card from the pot.",
                "{player} takes {number} cards from the pot.",
                number,
                player=player,
            )
        case {"kind": "settling-stopped", "colours": colours, "strength": strength}:
            names = words.say(" and ").join(map(words.colour, colours))
            return words.say(
                "Tie at {strength}: {colours}. Nobody takes any more.", strength=strength, colours=names
            )
    return None


def choice(words: GameWords, move: Move, names: Sequence[str]) -> str | None:
    match move:
        case Choose("colour", colour):
            return words.colour(colour)
        case Choose("colours"):
            return words.say("a choice")
    return None


def moments(words: GameWords, before: MatchView, after: MatchView) -> Iterator[Beat]:
    """A trick is settled: the strengths first, then who takes, one after the other, and what stops them."""
    pot, taken = list(before.state["pot"]), [event for event in after.events if event["kind"] == "pot-taken"]
    laid = [event for event in after.events if event["kind"] == "laid"]
    stopped = [event for event in after.events if event["kind"] == "settling-stopped"]
    if laid and (taken or stopped):
        yield Beat(
            held(before, after, events=laid, pot=pot, players=before.state["players"]), hold_s=STRONG_S
        )
    left = [card for card in pot if card in after.state["pot"]]
    for takings, cards in _taken(pot, left, taken):
        pot = [card for card in pot if card not in cards]
        yield Beat(held(before, after, events=takings, pot=list(pot)))
    for event in stopped:
        tied = tuple(f"{what} {colour}" for colour in event["colours"] for what in ("strength", "bar"))
        yield Beat(held(before, after, events=stopped, pot=list(pot)), hold_s=TIED_S, shakes=tied)
    yield from last_card(words, before, after)


def _taken(
    pot: list[str], left: list[str], taken: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[Sequence[Mapping[str, Any]], list[str]]]:
    """What each of them took, as far as it can be told from outside: of two equal numbers it cannot, and they
    go together."""
    gone = list(colours([card for card in pot if card not in left]).values())
    numbers = [event["count"] for event in taken]
    if len({*numbers}) < len(numbers):
        yield taken, [card for cards in gone for card in cards]
        return
    for event in taken:
        yield [event], next((cards for cards in gone if len(cards) == event["count"]), [])


# Every player's colour, before the first card


def beside_deal(page: Page, box: Box, match: MatchView) -> Box:
    chosen, rest = box.cut_bottom(2 * page.touch + page.gap + page.px(46), page.gap)
    _colours(page, chosen, match)
    return rest


def _colours(page: Page, box: Box, match: MatchView) -> None:
    """Chosen for the whole match before its first card, and chosen again as long as that is all there was."""
    px, words = page.px, page.words
    head, box = box.cut_top(px(42), px(4))
    may_change = match.log or any(isinstance(move, Choose) for move in match.choices)
    spare = [colour for colour in COLOURS if may_change and colour not in match.colours]
    text = words.say("The colours: touch one to change it.") if spare else words.say("The colours")
    page.text(head, text, PLAY, CHALK_SOFT, BOLD, align=0, lines=2)
    cells = [cell for row in box.rows(2, page.gap) for cell in row.columns(3, page.gap)]
    for seat, (name, colour, place) in enumerate(zip(match.names, match.colours, cells, strict=False)):
        suit = SUITS[colour]
        page.panel(place, suit.fill, 9, PAPER, 2)
        whose, which = place.inset(px(5), px(2)).rows(2)
        page.name(whose, name, PLAY, suit.on, align=0)
        sign, said = which.cut_left(px(18), px(5))
        page.add(Picture(sign.centred(px(16), px(16)), suit.shape, suit.on))
        page.text(said, words.colour(colour), PLAY, suit.on, align=0, lines=1)
        if spare:
            after = [*COLOURS, *COLOURS][COLOURS.index(colour) + 1 :]
            other = next(each for each in after if each in spare)
            choice = Choose("colours", (*match.colours[:seat], other, *match.colours[seat + 1 :]))
            page.hot(place, *[Act(UNDO) for _ in match.log], Act(choice), key=str(seat + 1))


def is_swap(move: Move) -> bool:
    return isinstance(move, Choose) and move.what == "colours"


def questions(words: GameWords, match: MatchView) -> Iterator[Option]:
    if any(map(is_swap, match.choices)):
        yield Option(words.say("other colours"), then=_whose, key="k")


@of_match
def _whose(words: GameWords, view: TableView, match: MatchView) -> Prompt | None:
    if not any(map(is_swap, match.choices)):
        return None
    options = [
        Option(f"{name}: {words.colour(colour)}", then=partial(_other, seat=seat))
        for seat, (name, colour) in enumerate(zip(match.names, match.colours, strict=True))
    ]
    return Prompt(words.say("The colours"), numbered(options))


@of_match
def _other(words: GameWords, view: TableView, match: MatchView, seat: int) -> Prompt | None:
    if not any(map(is_swap, match.choices)):
        return None
    options = []
    for colour in COLOURS:
        if colour not in match.colours:
            chosen = (*match.colours[:seat], colour, *match.colours[seat + 1 :])
            options.append(Option(words.colour(colour), [Act(Choose("colours", chosen))]))
    return Prompt(match.names[seat], numbered(options))


# The board


def board(page: Page, box: Box, view: TableView, match: MatchView, ui: Ui) -> None:
    left, right = box.cut_left(box.w * 29 // 50, page.px(12))
    _pot(page, left, view, match)
    _played(page, right, view, match)


def colours(cards: list[str]) -> dict[str, list[str]]:
    """Cards by colour, in the order the colours came."""
    found: dict[str, list[str]] = {}
    for card in cards:
        found.setdefault(card.partition("-")[0], []).append(card)
    return found


def _pot(page: Page, box: Box, view: TableView, match: MatchView) -> None:
    """A colour that may be taken answers to touch."""
    px = page.px
    page.add(Pad(box, "pot", pad_of(view, "pot").light, round=True))
    caption(page, box.cut_top(px(30))[0], page.words.of(NAME).place("pot"))
    found = colours(match.state["pot"])
    rows = 2 if len(found) > ACROSS else 1
    inner = box.centred(box.w * 4 // 5, box.h * (11 + 2 * rows) // 20)
    places = inner.cells(-(-max(2, len(found)) // rows), rows, px(8), px(10))
    for number, (place, (colour, cards)) in enumerate(zip(places, found.items(), strict=False), 1):
        take = Choose("colour", colour)
        choice = take in match.choices
        if choice:
            page.panel(place, PAPER, 12)
        fan, worth = place.inset(px(3)).cut_top(place.h - px(32), px(2))
        page.fan(fan, NAME, cards, most=ASKEW)
        sign, figure = worth.inset((worth.w - px(56)) // 2, 0).cut_left(px(22), px(4))
        ink = INK if choice else PAPER
        page.add(Picture(sign.centred(px(18), px(18)), SUITS[colour].shape, ink))
        total = str(sum(int(card.partition("-")[2]) for card in cards))
        page.text(figure, total, BODY + 2, ink, BOLD, align=0, lines=1, counts=f"pot {colour}")
        if choice:
            page.hot(place, Act(take), key=str(number))


def _played(page: Page, box: Box, view: TableView, match: MatchView) -> None:
    """The cards laid, colour by colour, the strongest first, and from each colour its strength grows."""
    px, state = page.px, match.state
    page.add(Pad(box, "play", pad_of(view, "play").light))
    inner, strengths = box.inset(px(8), px(6)), state["strengths"]
    laid = sorted(state["played"].items(), key=lambda item: _rank(strengths, item[1]))
    waiting = [name for name in match.names if name not in state["played"]]
    places = inner.columns(max(3, len(match.names)), px(4))
    high = min(round(places[0].w / SHAPE), inner.h // 3)
    groups: dict[str, list[Box]] = {}
    for place, (name, card) in zip(places, laid, strict=False):
        names, column = place.cut_bottom(px(26), px(2))
        _who(page, names, match, name)
        lying, above = column.cut_bottom(high, px(4))
        if card not in state["pot"]:  # it has joined it
            page.card(lying, NAME, card)
        groups.setdefault(card.partition("-")[0], []).append(above)
    for place, name in zip(places[len(laid) :], waiting, strict=True):
        _who(page, place.cut_bottom(px(26))[0], match, name)
    for colour, columns in groups.items():
        left, right = columns[0], columns[-1]
        above = Box(left.x, left.y, right.right - left.x, left.h)
        tied = sum(other == strengths[colour] for other in strengths.values()) > 1
        _strength(page, above, colour, strengths[colour], tied)


def _rank(strengths: Mapping[str, int], card: str) -> tuple[int, str, int]:
    colour, _, value = card.partition("-")
    return -strengths[colour], colour, -int(value)


def _who(page: Page, box: Box, match: MatchView, name: str) -> None:
    side = min(box.w, box.h)
    seats.disc(page, box.centred(side, side), match, match.names.index(name))


def _strength(page: Page, box: Box, colour: str, strength: int, tied: bool) -> None:
    """A column over the cards of a colour; equal ones are struck, for they stop the settling."""
    px, text = page.px, f"= {strength}" if tied else str(strength)
    bar = box.centred(min(box.w, px(84)), box.h).cut_bottom(box.h - px(30))[0]
    limit = STRONGEST if strength <= STRONGEST else 2 * STRONGEST
    fill = mix(SUITS[colour].fill, BAIZE_DEEP, 0.5) if tied else SUITS[colour].fill
    page.add(Gauge(bar, strength, limit, fill, f"bar {colour}", grows=True))
    top = bar.bottom - column_height(bar, strength, limit)
    head = Box(box.x, top - px(28), box.w, px(26))
    if tied:
        wide = typography.width(text, BOLD, page.letters(BODY)) + px(12)
        page.panel(head.centred(min(wide, head.w), head.h), ALARM, 6)
    page.text(head, text, BODY if tied else LARGE - 2, PAPER, BOLD, lines=1, counts=f"strength {colour}")


def text_board(words: GameWords, match: MatchView) -> Lines:
    state = match.state
    pot: list[list[Cell]] = [
        [tinted(colour, words.colour(colour)), " ".join(card.partition("-")[2] for card in cards)]
        for colour, cards in colours(state["pot"]).items()
    ]
    laid: list[list[Cell]] = []
    for name, card in state["played"].items():
        colour = card.partition("-")[0]
        laid.append([name, tinted(colour, words.card(card)), f"= {state['strengths'][colour]}"])
    return [words.say("The pot:"), pot, laid]


# The cards


def face(drawn: Face, kind: str, traces: Sequence[str]) -> None:
    """Its value on a plate: 13 has blue sevens too, and the decks do get mixed up."""
    colour, _, value = kind.partition("-")
    its = suit(colour)
    drawn.fill(its.fill)
    drawn.pen.ink(mix(its.fill, INK, 0.35)).disc(0.5, 0.52, 0.32).ink(PAPER).disc(0.5, 0.52, 0.29)
    drawn.value(value, 0.52, 0.46 if len(value) < 2 else 0.38, INK)
    drawn.corners(value, its.shape, its.on)


POUR_S, WAVE_S = 1.8, 0.9
LEVELS = (0.62, 0.42, 0.78, 0.36, 0.7, 0.5)  # how high each colour rises, of the screen


def act(show: Show) -> None:
    """Colours are poured in, and rise, no two equally high."""
    screen = show.screen
    for number, (place, colour) in enumerate(zip(screen.columns(len(COLOURS)), COLOURS, strict=True)):
        share = show.share(0.12 * number, POUR_S)
        swing = 0.012 * math.sin(show.t / WAVE_S * math.pi + number)
        high = round(screen.h * (LEVELS[number] * (1 - (1 - share) ** 2) + swing * share))
        if high > 0:
            level, suit = place.cut_bottom(high)[0], SUITS[colour]
            show.behind.add(Panel(level, suit.fill))
            side = place.w // 2
            sign = Box(place.x + (place.w - side) // 2, level.y + side // 3, side, side)
            show.behind.add(Picture(sign, suit.shape, suit.on))


# The gallery: the example of the rules, and a tie


def scenes() -> Iterator[Scene]:
    names = defaults.LONG_NAMES
    yield Scene(name="pot-names", seats=6, steps=[9], names=names, flat=True)
    yield Scene(name="hand-pot-names", seats=6, steps=[9], names=names, hand={})
    pot = ("yellow-7", "yellow-4", "red-8", "red-1", "green-6", "blue-4")
    turned = [{"lay": card, "zone": "pot"} for card in pot]
    cards = ("green-7", "green-2", "yellow-9", "red-5", "blue-10", "red-6")
    laid = [{"lay": card, "zone": "play"} for card in cards]
    yield Scene(name="deal-pot", seats=3)
    yield Scene(name="deal-pot-six", seats=6)
    yield Scene(name="pot-turn-up", seats=6, steps=turned[:3])
    lit = ("play", Light.ACCEPTED)
    yield Scene(name="pot", seats=6, steps=[*turned, *laid[:4]], lit=lit, flat=True)
    choice = Scene(name="pot-choice", seats=6, steps=[*turned, *laid], flat=True)
    yield choice
    taken = [{"choose": {"colour": colour}} for colour in ("yellow", "red", "green")]
    yield Scene(name="pot-tie", seats=6, steps=[*turned, *laid, *taken])
    yield replace(choice, name="pot-refused", refused=("not-your-choice", "play", "blue-3"), flat=False)
    yield Scene(name="pot-choose", seats=6, steps=turned, over=Choosing(colour="violet"))
    scored = Scene(name="pot-reveal", seats=6, rounds=2, steps=["next"], turned=3)
    yield scored
    yield replace(scored, name="pot-score", turned=7)
    yield replace(scored, name="pot-podium", steps=["next", "over"], turned=PODIUM)
    yield Scene(name="hand-pot-turned-up", seats=4, hand={"lying": ("red-8", "pot")})
    yield Scene(name="hand-pot", seats=4, steps=[6], hand={})
    yield Scene(name="hand-pot-choice", seats=4, steps=[6, "colour"], hand={})
    yield Scene(name="hand-pot-guided", seats=6, steps=[7], hand={}, guided=True)
    yield Scene(name="hand-pot-six", seats=6, steps=[9], hand={})


PRESENTATION = Presentation(
    title=mark("Le Pot"),
    idea=mark("Be the strongest colour, but never equal."),
    age=10,
    minutes=20,
    emblem="cauldron",
    tint=(140, 72, 26),
    samples=("red-5", "violet-9", "orange-3"),
    rules=rules.PAGES,
    situation=rules.situation,
    lessons=rules.LESSONS,
    hint=rules.hint,
    zones={
        "play": Zone(mark("Cards played"), mark("the play pad")),
        "pot": Zone(mark("Pot"), mark("the pot")),
    },
    before_deal=("colours",),
    deal=deal,
    beside_deal=beside_deal,
    instruction=instruction,
    event=event,
    choice=choice,
    moments=moments,
    refusals={
        "not-in-pot": mark("The pot does not hold that: choose a colour that lies in the pot."),
        "not-your-choice": mark("First a colour of the pot must be chosen: take this card back for now."),
        "pot-already-full": mark("The pot needs no more cards: play this one on the play pad."),
        "too-few-left": mark(
            "Too few cards are left over: those of the last trick stay in the pot. Is there a card too many?"
        ),
        "tied-trick-left": mark(
            "Only a last trick that nobody won is left over: then more would be. Is there a card too many?"
        ),
    },
    board=board,
    asks=("colour",),
    text_board=text_board,
    questions=questions,
    asked_there=is_swap,
    hero="red-8",
    act=act,
    face=face,
    scenes=scenes,
)
