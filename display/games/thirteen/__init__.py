"""13: three targets with their cards, and how far each is from 13."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from controller.view import Finding, Light, MatchView, Mode, Notice, NoticeKind, Question, TableView, Trouble
from display.card_art.faces import Face, suited
from display.games import Presentation, Scene, Steps, Zone, defaults
from display.games.acts import Show, samples
from display.games.defaults import Cell, Lines, Piece, Step, tinted
from display.games.moments import Beat, held, last_card
from display.games.thirteen import rules
from display.screens.board import pad_of
from display.screens.ui import PODIUM, Asking, Choosing, Correcting, Held, Trying, Ui
from display.text.i18n import mark
from display.text.words import GameWords
from display.widgets import typography
from display.widgets.boxes import Box
from display.widgets.theme import ALARM, CHALK_SOFT, INK, PAPER, SUITS, Colour, mix
from display.widgets.typography import BOLD, PLAY
from display.widgets.widgets import Gauge, Pad, Page, Panel, Picture

LIMIT = 13
OVER_S = 0.5  # a target that is over 13 stands still after it has shaken, before its cards are taken
ASKEW = 5  # degrees
SUM, FIGURE = 56, 48  # the height of the row with the sum, and of its figures
RING = 0.885  # of the arc's height: where the felt within it ends, above the sum
MOULD: Colour = (132, 142, 60)

# Sentences


def deal(words: GameWords, match: MatchView) -> Iterator[Step]:
    yield from defaults.deal(words, match)
    if match.state["draw_pile"]:
        text = words.say("In turn, play one card on a target, then draw one.")
    else:
        text = words.say("In turn, play one card on a target; the first coloured one gives it its colour.")
    yield Step(text, ("blue-7#1", "rotten-4#1"))


def instruction(words: GameWords, match: MatchView) -> str:
    return words.say("{player}, play a card on a target.", player=match.state["turn"])


def pick_up(words: GameWords, match: MatchView) -> str:
    took = [
        words.count(
            "Over 13! {player} takes one card, face down.",
            "Over 13! {player} takes {number} cards, face down.",
            event["count"],
            player=event["player"],
        )
        for event in match.events
        if event["kind"] == "took"
    ]
    return " ".join(took)


def event(words: GameWords, event: Mapping[str, Any]) -> str | None:
    match event:
        case {"kind": "took", "player": player, "count": number}:
            return words.count(
                "Over 13! {player} takes one card.",
                "Over 13! {player} takes {number} cards.",
                number,
                player=player,
            )
    return None


def moments(words: GameWords, before: MatchView, after: MatchView) -> Iterator[Beat]:
    """Over 13: the card lands on the others, and the sum is seen, before the cards go to their player."""
    if any(event["kind"] == "took" for event in after.events):
        zone, card = after.events[0]["zone"], after.events[0]["card"]
        target = before.state["targets"][zone]
        cards = [*target["cards"], card]
        target = target | {"cards": cards, "sum": target["sum"] + after.state["targets"][zone]["sum"]}
        targets = after.state["targets"] | {zone: target}
        over = held(before, after, targets=targets, players=before.state["players"])
        yield Beat(over, hold_s=OVER_S, shakes=(*cards, zone))
    yield from last_card(words, before, after)


# The board


def board(page: Page, box: Box, view: TableView, match: MatchView, ui: Ui) -> None:
    targets = match.state["targets"]
    for place, (zone, target) in zip(box.columns(len(targets), page.px(8)), targets.items(), strict=True):
        _target(page, place, view, zone, tint_of(match, zone), target["cards"], target["sum"])


def tint_of(match: MatchView, zone: str) -> str:
    """The colour of a target: that of its zone, or, where all cards are dealt, of its first coloured card."""
    if "all_dealt" not in match.options:
        return zone
    colours = [card.partition("-")[0] for card in match.state["targets"][zone]["cards"]]
    return next((colour for colour in colours if colour != "rotten"), "")


def _target(
    page: Page, box: Box, view: TableView, zone: str, tint: str, cards: list[str], total: int
) -> None:
    """A ring of felt with its cards, the arc round it, and in the opening of the arc the sum."""
    px = page.px
    side = min(box.w, round((box.h - px(SUM) + px(4)) / RING))
    arc = Box(
        box.x + (box.w - side) // 2, box.y + (box.h - px(SUM) + px(4) - round(side * RING)) // 2, side, side
    )
    ring = arc.inset(round(side * (1 - RING)))
    page.add(Gauge(arc, total, LIMIT, SUITS[tint].fill if tint else CHALK_SOFT, f"gauge {zone}", arc=True))
    page.add(Pad(ring, zone, pad_of(view, zone).light, round=True, tint=tint))
    page.fan(ring.centred(round(ring.w * 0.94), round(ring.h * 0.7)), "thirteen", cards, most=ASKEW)
    row = Box(box.x, ring.bottom - px(6), box.w, px(SUM))
    _sum(page, row, zone, tint, total)


def _sum(page: Page, box: Box, zone: str, tint: str, total: int) -> None:
    """The colour by its shape, how much lies there, and how much room is left."""
    px, say, left = page.px, page.words.say, LIMIT - total
    if left < 0:  # for a moment, before its cards are taken
        plate = box.centred(px(110), box.h + px(6))
        page.panel(plate, ALARM, 10, PAPER, 2, shadow=True)
        page.text(plate, str(total), FIGURE * 5 // 4, PAPER, BOLD, lines=1, counts=zone)
        return
    figure, beside = str(total), say("room for {number}", number=left) if left else say("EXACT")
    size = FIGURE * 5 // 6 if page.scale.flat else FIGURE
    wide = typography.width(figure, BOLD, px(size)) + px(2)
    middle = box.centred(wide, box.h)
    if not left:  # the stamp needs the room
        middle = Box(middle.x - px(14), middle.y, middle.w, middle.h)
    page.text(middle, figure, size, PAPER, BOLD, lines=1, counts=zone)
    sign = Box(middle.x - px(32), box.y, px(30), box.h)
    if tint:
        page.add(Picture(sign.centred(px(28), px(28)), SUITS[tint].shape, mix(SUITS[tint].fill, PAPER, 0.3)))
    said = Box(middle.right + px(3), box.y, box.right - middle.right - px(3), box.h)
    if not tint and not total:
        beside = say("free")
    if left:
        page.text(said, beside, PLAY, CHALK_SOFT, BOLD, align=0, lines=2)
        return
    stamp = said.cut_left(min(said.w, typography.width(beside, BOLD, page.letters(PLAY)) + px(8)))[0]
    stamp = stamp.centred(stamp.w, px(28))
    page.panel(stamp, PAPER, 6)
    page.text(stamp, beside, PLAY, INK, BOLD, lines=1)


def text_board(words: GameWords, match: MatchView) -> Lines:
    rows: list[list[Cell]] = []
    for zone, target in match.state["targets"].items():
        full = min(target["sum"], LIMIT)
        rows.append(
            [
                tinted(zone, words.colour(zone)),
                f"{target['sum']:>2}/{LIMIT}",
                (Piece("█" * full, zone), Piece("░" * (LIMIT - full), "dim")),
                " + ".join(card.partition("#")[0].partition("-")[2] for card in target["cards"]),
            ]
        )
    return [rows, words.draw_pile(match)]


def face(drawn: Face, kind: str, traces: object) -> None:
    colour, _, value = kind.partition("-")
    suited(drawn, colour, value, _mould if colour == "rotten" else None)


def _mould(drawn: Face) -> None:
    drawn.pen.ink(MOULD)
    for x, drop in ((0.44, 0.13), (0.56, 0.22), (0.68, 0.11), (0.8, 0.17)):
        drawn.pen.line((x, 0.06), (x, drop), thick=0.1)
    drawn.pen.block(0.37, 0.045, 0.52, 0.055)


DRIPS = ((0.44, 0.30, 0.2), (0.56, 0.62, 0.0), (0.68, 0.24, 0.9), (0.8, 0.45, 0.5))  # where, how far, when
DRIP_S, FALL_S = 1.6, 0.8


def act(show: Show) -> None:
    """Mould runs down the card, and drops fall off it."""
    samples(show)
    thick = 0.1
    for x, far, start in DRIPS:
        share = show.share(start, DRIP_S)
        if not share:
            continue
        tip = show.at(x, 0.09 + far * (1 - (1 - share) ** 2), thick)
        body = Box(tip.x, show.card.y + round(show.card.h * 0.07), tip.w, tip.y + tip.h // 2 - show.card.y)
        show.front.add(
            Panel(body._replace(h=tip.y + tip.h // 2 - body.y), MOULD), Picture(tip, "circle", MOULD)
        )
        if fallen := show.share(start + DRIP_S, FALL_S):
            away = round(fallen * fallen * (show.screen.h - tip.y))
            show.front.add(Picture(tip._replace(y=tip.y + away), "circle", MOULD))


# The gallery


def scenes() -> Iterator[Scene]:
    names = defaults.LONG_NAMES
    yield Scene(name="thirteen-names", seats=6, steps=[33], names=names, flat=True)
    yield Scene(name="hand-thirteen-names", seats=6, steps=[33], names=names, hand={})
    cards = ("blue-7#1", "yellow-5#1", "blue-4#1", "green-1#1", "blue-2#1", "yellow-7#1")
    laid = [{"lay": card, "zone": card.partition("-")[0]} for card in cards]
    laid.append({"lay": "rotten-4#1", "zone": "green"})
    now = Scene(name="thirteen", seats=4, steps=laid)
    yield Scene(name="deal-thirteen", seats=4)
    yield Scene(name="deal-all", seats=6, options="all_dealt")
    yield Scene(name="thirteen-first", seats=4, dealt=True)
    yield replace(now, lit=("green", Light.ACCEPTED), flat=True)
    over = [*laid, {"lay": "rotten-4#2", "zone": "yellow"}]
    yield replace(
        now, name="thirteen-over", steps=over, lit=("yellow", Light.PICK_UP), match={"pick_up": 3}, flat=True
    )
    unknown = replace(now, lit=("yellow", Light.REFUSED), refused=("unknown-tag", "yellow"))
    wrong_colour = ("wrong-colour", "yellow", "blue-5#1", "yellow")
    yield replace(unknown, name="thirteen-refused", refused=wrong_colour, flat=True)
    yield replace(unknown, name="thirteen-unknown")
    hint = {"notice": Notice(NoticeKind.HINT, "one-at-a-time", "yellow")}
    yield replace(now, name="thirteen-hint", lit=("yellow", Light.SEEN), view=hint)
    question = Question("rotten-4#3", ("blue", "yellow", "green"))
    yield replace(now, name="thirteen-question", view={"question": question}, flat=True)
    yield replace(now, name="thirteen-paused", view={"mode": Mode.PAUSED})
    yield replace(now, name="thirteen-attract", view={"demo": True})
    yield replace(now, name="thirteen-disk", view={"troubles": (Trouble("disk-full"),)})
    yield replace(now, name="thirteen-slow-disk", view={"troubles": (Trouble("slow-disk"),)})
    wrong = (Finding("left", "elsewhere", "yellow-7#2", "yellow"), Finding("right", "not-laid"))
    yield replace(now, name="correct-audit", view={"findings": wrong}, over=Correcting())
    for name, lies_over in (
        ("thirteen-correct", Correcting()),
        ("correct-insert", Correcting(inserting=True)),
        ("correct-insert-earlier", Correcting(3, inserting=True)),
        ("correct-insert-card", Choosing("yellow", back=2)),
        ("thirteen-choose", Choosing()),
        ("thirteen-place", Choosing(card="rotten-4")),
        ("thirteen-turn", Asking("turn")),
        ("thirteen-end", Asking("end")),
    ):
        yield replace(now, name=name, over=lies_over)
    six: Steps = [{"correct": {"hand": {"3": 4}}}, laid[0]]
    yield Scene(name="correct-hands", seats=6, steps=six, over=Asking("hands"))
    forgotten = {"correct": {"insert": {"lay": "yellow-1#1", "zone": "yellow"}, "back": 1}}
    yield Scene(name="correct-log", seats=6, steps=[*six, forgotten], over=Correcting())
    yield Scene(name="thirteen-six", seats=6, steps=[33])
    yield Scene(name="thirteen-reveal", seats=4, steps=["next"], turned=0)
    yield Scene(name="thirteen-reveal-2", seats=4, steps=["next"], turned=2)
    yield Scene(name="thirteen-score", seats=4, steps=["next"], turned=7)
    yield Scene(name="thirteen-score-attract", seats=4, steps=["next"], turned=7, view={"demo": True})
    yield Scene(name="thirteen-score-six", seats=6, steps=["next"], turned=7)
    yield Scene(name="thirteen-last", seats=4, steps=["next", "over"], turned=7)
    yield Scene(name="thirteen-podium", seats=4, steps=["next", "over"], turned=PODIUM)
    yield from _by_hand()


def _by_hand() -> Iterator[Scene]:
    now = Scene(name="hand-thirteen", seats=4, steps=[8], hand={"seat": 0})
    yield now
    yield replace(now, name="hand-thirteen-held", held=Held("blue-2#1"))
    yield replace(now, name="hand-thirteen-dragged", held=Held("blue-2#1", (420, 250)))
    laid = {"seat": 0, "lying": ("blue-2#1", "blue"), "acting": False}
    yield replace(now, name="hand-thirteen-seen", hand=laid, lit=("blue", Light.SEEN))
    wrong = {**laid, "lying": ("blue-2#1", "yellow")}
    refused = replace(now, lit=("yellow", Light.REFUSED), refused=("wrong-colour", "pad yellow", "blue-2#1"))
    yield replace(refused, name="hand-thirteen-refused", hand=wrong)
    yield Scene(name="hand-thirteen-guided", seats=6, steps=[10], hand={"seat": 0}, guided=True)
    yield Scene(name="thirteen-guided", seats=6, steps=[1], guided=True)
    yield Scene(name="hand-thirteen-bots", seats=6, steps=[10], hand={"seat": 0})
    seat_players = ("hand", "careful", "hand", "expert")
    curtain = {"seat": 2, "seat_players": seat_players, "curtain": True, "cards": ()}
    yield replace(now, name="hand-curtain", steps=[8, 2], hand=curtain)
    yield Scene(name="hand-thirteen-all", seats=3, steps=[3], options="all_dealt", hand={"seat": 0})
    yield replace(now, name="hand-faults", over=Trying())
    broken = {"seat": 0, "faults": ("unplug", "dead")}
    yield replace(now, name="hand-faults-cure", over=Trying(), hand=broken)
    yield replace(now, name="hand-unplugged", hand=broken, view={"troubles": (Trouble("link-lost"),)})
    yield replace(now, name="hand-dead-pad", hand=broken, view={"troubles": (Trouble("silent", "left"),)})
    yield replace(now, name="hand-stuck", view={"troubles": (Trouble("stuck"),)})


PRESENTATION = Presentation(
    title=mark("13"),
    idea=mark("Play your cards and never go over 13."),
    age=8,
    minutes=45,
    emblem="target",
    tint=(14, 92, 100),
    samples=("blue-7#1", "rotten-4#1", "yellow-2#1"),
    rules=rules.PAGES,
    situation=rules.situation,
    lessons=rules.LESSONS,
    hint=rules.hint,
    cards={"rotten": mark("rotten {value}")},
    zones={
        "blue": Zone(mark("Blue target"), mark("the blue target")),
        "yellow": Zone(mark("Yellow target"), mark("the yellow target")),
        "green": Zone(mark("Green target"), mark("the green target")),
    },
    options={"all_dealt": mark("all cards are dealt")},
    deal=deal,
    instruction=instruction,
    pick_up=pick_up,
    event=event,
    moments=moments,
    refusals={
        "wrong-colour": mark("A coloured card goes only on the target of its own colour."),
        "small-pile": mark(
            "{player}’s pile is worth less than 7, and nobody takes so little. Is a card missing?"
        ),
        "too-many-left": mark(
            "More cards are left over than the targets can hold: at most 13 on each. Is a card missing?"
        ),
        "too-few-left": mark(
            "Too few cards are left over: at the end a target is never empty. Is there a card too many?"
        ),
    },
    board=board,
    sorted_piles=True,
    nothing=lambda words, match: words.say("most of this colour: they count 0"),
    text_board=text_board,
    face=face,
    hero="rotten-4#1",
    act=act,
    scenes=scenes,
)
