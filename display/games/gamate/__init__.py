"""Gamate: the demand while there is bidding, then the contract, the trick and the sides."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from controller.view import Light, MatchView
from display.card_art.faces import Face
from display.games import IN_HAND, Count, Presentation, Scene, Steps, Zone, defaults
from display.games.acts import Show
from display.games.gamate import bidding, board, guide, rules, sentences
from display.games.gamate.bidding import Demanding
from display.games.moments import Beat, held, last_card, seat
from display.screens.ui import PODIUM, Choosing, Correcting
from display.text.i18n import mark
from display.text.words import GameWords
from display.widgets.boxes import Box
from display.widgets.theme import INK, INK_SOFT, PAPER, SUITS, Colour
from display.widgets.typography import BOLD, TITLE
from display.widgets.widgets import Picture

TAKEN_S = 0.5  # the whole trick, and who takes it
BRISQUES = ("1", "48", "mute")
LILAC: Colour = (228, 222, 240)


def moments(words: GameWords, before: MatchView, after: MatchView) -> Iterator[Beat]:
    """A trick lies whole, with who takes it, before it is put aside."""
    for event in after.events:
        if event["kind"] == "trick-taken":
            laid = [each for each in after.events if each["kind"] == "laid"]
            whole = held(before, after, events=laid, trick=event["cards"])
            yield Beat(whole, hold_s=TAKEN_S, stamps={seat(after, event["player"]): words.say("takes it!")})
    yield from last_card(words, before, after)


def brought(words: GameWords, match: MatchView) -> str:
    """A manche that was won."""
    for event in match.events:
        if event["kind"] == "manche-won":
            partners = [match.names[int(seat)] for seat in str(event["side"]).split("+")]
            return words.say("{players} win the manche!", players=words.say(" and ").join(partners))
    return ""


def face(drawn: Face, kind: str, traces: Sequence[str]) -> None:
    """A number, what it is made of and the colours it is known to carry; or the mute."""
    pen, known = drawn.pen, [colour for colour in traces if colour in SUITS]
    drawn.fill(LILAC)
    sign = "star" if kind in BRISQUES else None
    if kind == "mute":
        pen.ink(INK_SOFT).disc(0.5, 0.52, 0.27)
        pen.ink(LILAC).disc(0.39, 0.485, 0.04).disc(0.61, 0.485, 0.04)
        pen.line((0.38, 0.595), (0.62, 0.595), thick=0.05)
        for x in (0.42, 0.5, 0.58):
            pen.line((x, 0.575), (x, 0.615), thick=0.035)
        drawn.corners("", sign, INK)
    for row, colour in enumerate(known):
        ends = (0.24, 0.78 - row * 0.08), (0.76, 0.74 - row * 0.08)
        pen.ink(SUITS[colour].fill).line(*ends, thick=0.075)
    for colour in known:
        drawn.sign(SUITS[colour].shape, 0.5, 0.84, 0.13, SUITS[colour].fill)
    if kind != "mute":
        drawn.value(kind, 0.48, 0.62 if len(kind) < 2 else 0.56, INK)
        drawn.corners(kind, sign, INK)
        primes = factors(int(kind))
        if len(primes) > 1:
            drawn.write("·".join(map(str, primes)), 0.54, 0.28, 0.13 if len(primes) < 5 else 0.11, INK_SOFT)


def factors(number: int) -> list[int]:
    """The primes it is made of, the smallest first."""
    for prime in range(2, number + 1):
        if number % prime == 0:
            return [prime, *factors(number // prime)]
    return []


# The gallery: from the first demand to the podium, at the table and by hand

RUN = {"choose": {"bid": {"run": [4, 12]}}}
BIDS: Steps = [RUN, {"choose": {"pass": True}}]
CONTRACT: Steps = [*BIDS, RUN]
UNOPPOSED: Steps = [*CONTRACT, *[{"choose": {"oppose": False}}] * 3]
UP: Steps = [*UNOPPOSED, {"choose": {"direction": "up"}}]
EIGHT: Steps = [*UP, {"choose": {"tricks": 8}}]
LEAD: Steps = [*EIGHT, {"choose": {"lead": "own"}}]


HERO = 24
FACTORS = [digit for digit in range(2, 9) if HERO % digit == 0]
FALL_S, APART_S = 0.55, 0.35
SIZE = 0.19  # of the screen's height


def act(show: Show) -> None:
    """The number falls into the digits it is a multiple of: each makes it a trump."""
    screen = show.screen
    side, steps = round(screen.h * SIZE), len(FACTORS) + 1
    for number, digit in enumerate(FACTORS):
        share = show.share(0.2 + APART_S * number, FALL_S)
        if not share:
            continue
        start, x = show.at(0.5, 0.5, 0), screen.w * (number + 1) // steps
        place = Box(start.x + round((x - start.x) * share), start.y, 0, 0).centred(side, side)
        floor = round(screen.h * 0.66)
        jump = math.sin(min(1.0, share / 0.6) * math.pi) * screen.h * 0.3
        place = place._replace(y=place.y + round((floor - place.y) * share - jump * (1 - share)))
        show.front.add(Picture(place, "circle", INK))
        show.front.text(place.inset(side // 8), str(digit), TITLE * 1.7, PAPER, BOLD, lines=1)


def scenes() -> Iterator[Scene]:
    long = Scene(name="gamate-names", seats=4, steps=[*LEAD, 2], names=defaults.LONG_NAMES[:4], flat=True)
    yield long
    yield replace(long, name="gamate-names-bid", steps=BIDS, flat=False)
    yield replace(long, name="hand-gamate-names", hand={}, flat=False)
    first = Scene(name="deal-gamate", seats=4)
    yield first
    yield replace(first, name="gamate-bid", dealt=True, flat=True)
    bids = replace(first, name="gamate-bid-run", steps=BIDS, on_board=Demanding("run", low=9, high=30))
    yield bids
    yield replace(bids, name="gamate-bid-colour", on_board=Demanding("colour"))
    yield replace(bids, name="gamate-bid-odd", on_board=Demanding("odd"))
    known = ("blue", "red", "yellow", "violet", "orange", "turquoise")
    red = Demanding("colour", colour="red")
    yield replace(first, name="gamate-bid-colours", colours=known, dealt=True, on_board=red)
    yield replace(first, name="gamate-oppose", steps=CONTRACT)
    yield replace(first, name="gamate-direction", steps=UNOPPOSED)
    yield replace(first, name="gamate-tricks", steps=UP)
    yield replace(first, name="gamate-lead", steps=EIGHT)
    yield replace(first, name="gamate-lead-card", steps=LEAD)
    laid: Steps = [*LEAD, *({"lay": card, "zone": "trick"} for card in ("17", "35", "5"))]
    now = replace(first, name="gamate", steps=laid, lit=("trick", Light.ACCEPTED), flat=True)
    yield now
    plain, red_rim = ("plain-on-trump", "trick", "48", "trick"), ("trick", Light.REFUSED)
    yield replace(now, name="gamate-refused", refused=plain, lit=red_rim, flat=False)
    taken = [*laid, {"lay": "7", "zone": "trick"}]
    yield replace(now, name="gamate-trick-taken", steps=taken, flat=False)
    now = replace(now, lit=None, flat=False)
    yield replace(now, name="gamate-correct", over=Correcting())
    yield replace(now, name="gamate-choose", over=Choosing(page=1))
    yield replace(now, name="gamate-score", steps=[*laid, "next"])
    yield replace(now, name="gamate-podium", steps=[*laid, "over"], turned=PODIUM)
    yield from _by_hand()


def _by_hand() -> Iterator[Scene]:
    declarer: dict[str, object] = {"seat_players": ("careful", "careful", "careful", "hand")}
    played: Steps = [*LEAD, 1]
    hands: list[tuple[str, Steps, dict[str, object]]] = [
        ("bid", [], declarer),
        ("bids", BIDS, {"seat": 0}),
        ("oppose", CONTRACT, {"seat": 0}),
        ("direction", UNOPPOSED, declarer),
        ("tricks", UP, declarer),
        ("lead", LEAD, declarer),
        ("", played, {}),
        ("partner", [*played, 1], {"seat": 3, **declarer}),
        ("trick-taken", [*played, 3], {"seat": 3, **declarer}),
    ]
    for name, steps, hand in hands:
        yield Scene(name=f"hand-gamate-{name}".rstrip("-"), seats=4, steps=steps, hand=hand)
    for name, steps, hand in hands[1:3]:
        yield Scene(name=f"hand-gamate-{name}-guided", seats=4, steps=steps, hand=hand, guided=True)


PRESENTATION = Presentation(
    title=mark("Gamate"),
    idea=mark("Choose the trumps, win the tricks."),
    age=12,
    minutes=60,
    emblem="factors",
    tint=(92, 60, 130),
    samples=("mute#1", "35", "48"),
    rules=rules.PAGES,
    situation=guide.situation,
    lessons=guide.LESSONS,
    hint=guide.hint,
    otherwise={  # a manche is 52 points here, a round is a deal
        "round {number}": mark("deal {number}"),
        "Round {number}: scores": mark("Deal {number}: scores"),
        "this round": mark("this deal"),
        "next round": mark("next deal"),
        "The round is over. On to the next one?": mark("The deal is over. On to the next one?"),
        "The round is over.": mark("The deal is over."),
        "This card has already been played in this round.": mark(
            "This card has already been played in this deal."
        ),
        "a card is missing: end the round": mark("a card is missing: end the deal"),
        "End the round now? What was taken so far is scored.": mark("End the deal now? Nobody scores."),
        "end the round": mark("end the deal"),
        "Fixed: the round ends here.": mark("Fixed: the deal ends here."),
        "Nobody can go on: correct the turn or the hands, or end the round.": mark(
            "Nobody can go on: correct the turn or the hands, or end the deal."
        ),
    },
    cards={"mute": mark("mute")},
    zones={
        "trick": Zone(mark("Trick"), mark("the trick")),
        "renounce": Zone(mark("Renounce"), mark("the renounce pad")),
    },
    options={"expert_trumps": mark("combined demands")},
    counts=(IN_HAND, Count("tick", "taken", mark("taken"))),
    dealing=sentences.dealing,
    deal=sentences.deal,
    instruction=sentences.instruction,
    event=sentences.event,
    choice=sentences.choice,
    moments=moments,
    brought=brought,
    bonus=mark("rubber"),
    said=sentences.said,
    refusals={
        "does-not-beat": mark("This card does not beat the one on the trick: try the renounce pad."),
        "plain-on-trump": mark("A plain card never goes on a trump: try the renounce pad."),
        "leader-cannot-renounce": mark(
            "Whoever leads plays to the trick: the first card cannot be renounced."
        ),
        "bid-out-of-range": mark("A demand must make at least 2 and at most 24 trumps."),
        "colour-unknown": mark("This colour is not complete in the deck table: choose another demand."),
        "too-few-tricks": mark("Under opposition at least 7 tricks must be announced."),
    },
    takes=sentences.takes,
    board=board.board,
    trumps=sentences.trumps_of,
    wanted_on="trick",
    marks=board.marks,
    asks=("bid", "oppose", "direction", "tricks", "lead"),
    aside=(bidding.FORFEIT,),
    whole_height=("bid", "oppose", "direction", "tricks", "lead"),
    whole_width=sentences.BIDDING,
    told=board.told,
    score_note=mark("Tricks, then brisques, renounces of the other side, and bonuses."),
    text_board=sentences.text_board,
    questions=sentences.questions,
    asked_there=sentences.is_demand,
    face=face,
    hero=str(HERO),
    act=act,
    scenes=scenes,
)
