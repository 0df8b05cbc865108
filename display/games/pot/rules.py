"""Le Pot explained: its pages, its lessons for a guided match, its hints."""

from __future__ import annotations

from collections.abc import Sequence

from controller.view import HandView, MatchView
from display.games import AIM, SCORE, TURN, RulePage, defaults
from display.screens.drawn import cards, figure, player, row, rows, sign
from display.text.i18n import mark
from display.text.words import GameWords
from display.widgets.boxes import Box
from display.widgets.theme import GOLD
from display.widgets.widgets import Page
from engine.games.pot import NAME

# The pages

POT = ("yellow-7", "yellow-4", "red-8", "green-6", "blue-4")


def _aim(page: Page, box: Box) -> None:
    row(
        page,
        box,
        cards(NAME, *POT, seen=0.6, said=mark("Pot")),
        sign("right"),
        player(0, "A", size=0.5),
        cards(NAME, "yellow-7", "yellow-4", seen=0.6, said=mark("11 points")),
    )


def _turn(page: Page, box: Box) -> None:
    row(
        page,
        box,
        cards(NAME, "green-7"),
        sign("plus"),
        cards(NAME, "green-2"),
        figure("= 9", GOLD, said=mark("strength of green"), size=1.1),
        figure("", size=0.1),
        cards(NAME, "red-6"),
        figure("= 6", said=mark("strength of red"), size=1.1),
    )


def _settling(page: Page, box: Box) -> None:
    rows(
        page,
        box,
        (
            cards(NAME, "red-6", "red-5", seen=0.7),
            figure("11", GOLD, size=0.8),
            sign("right"),
            player(0, "A", size=0.7),
            cards(NAME, "yellow-7", "yellow-4", seen=0.6),
            player(1, "B", size=0.7),
            cards(NAME, "red-8"),
        ),
        (
            cards(NAME, "blue-10"),
            figure("10", size=0.8),
            sign("right"),
            player(2, "C", size=0.7),
            cards(NAME, "green-6"),
        ),
    )


def _tie(page: Page, box: Box) -> None:
    row(
        page,
        box,
        cards(NAME, "green-7", "green-2", seen=0.6),
        figure("9 = 9", GOLD, said=mark("equal: stop"), size=1.5),
        cards(NAME, "yellow-9"),
        sign("right"),
        sign("no", size=0.5, said=mark("nothing")),
    )


def _next(page: Page, box: Box) -> None:
    row(
        page,
        box,
        cards(NAME, "green-7", "red-6", "yellow-9", seen=0.6, said=mark("cards laid")),
        sign("right"),
        cards(NAME, "blue-4", "green-7", "red-6", "yellow-9", seen=0.6, said=mark("Pot")),
    )


def _score(page: Page, box: Box) -> None:
    row(
        page,
        box,
        cards(NAME, "yellow-7", "yellow-4", "red-8", seen=1.05),
        figure("7 + 4 + 8 = 19", size=2.6),
    )


PAGES = (
    RulePage(
        AIM,
        (),
        "Take cards from the pot, trick after trick. Their numbers are your points, and the most points win.",
        ("pot-card", "over", "pot-already-full"),
        _aim,
    ),
    RulePage(
        TURN,
        (),
        "Everybody plays one card. Cards of one colour add up: that is how strong the colour is.",
        ("lay", "strength"),
        _turn,
    ),
    RulePage(
        mark("Who takes"),
        (),
        "The strongest colour first, in it the highest card. Each takes all cards of one colour there.",
        ("colour", "pot-taken", "not-in-pot", "not-your-choice"),
        _settling,
    ),
    RulePage(
        mark("A tie"),
        (),
        "Two colours equally strong? It stops at once: they and all weaker ones get nothing.",
        ("settling-stopped",),
        _tie,
    ),
    RulePage(
        mark("The next trick"),
        (),
        "The cards played join the pot. Whoever took first leads; if nobody took, the same player leads "
        "again.",
        ("lead",),
        _next,
    ),
    RulePage(
        SCORE,
        (),
        "After nine tricks, add up what you took. What is left in the pot counts for nobody.",
        ("round-scored", "next", "too-few-left", "tied-trick-left"),
        _score,
    ),
)

# A guided match

LESSONS = {
    "pot-card": mark("The cards turned up are the pot: everybody plays for them."),
    "lay": mark("Lay one card. It makes its colour stronger, whoever else lays that colour."),
    "strength": mark("The same colour twice: the cards add up, and together they are stronger."),
    "settling-stopped": mark("Equally strong: it stops, and nobody from there on gets anything."),
    "colour": mark("The strongest colour takes first: all cards of one colour from the pot."),
    "pot-taken": mark("What was taken lies face down until the round is over."),
    "lead": mark("The cards laid are in the pot now. Whoever took first leads the next trick."),
    "next": mark("The numbers on the cards taken are the points."),
}


def situation(match: MatchView) -> Sequence[str]:
    state = match.state
    codes = [code for code in defaults.situation(match)[:-1] if code != "laid"]
    colours = [card.partition("-")[0] for card in state["played"].values()]
    if len(colours) < len(match.names) and len(set(colours)) < len(colours):
        codes.append("strength")
    if state["awaiting"] == "lay" and len(colours) == len(match.names):
        codes.append("lead")
    return [*codes, state["awaiting"]]


def hint(words: GameWords, match: MatchView, hand: HandView | None) -> str:
    state = match.state
    if state["awaiting"] == "colour":
        worth = {colour: sum(map(_value, cards)) for colour, cards in _by_colour(state["pot"]).items()}
        best = max(worth, key=lambda colour: worth[colour])
        return words.say(
            "{colour} is worth most: {points} points.", colour=words.colour(best), points=worth[best]
        )
    if state["awaiting"] != "lay":
        return ""
    begins = len(state["played"]) == len(match.names)  # what lies there is the last trick
    strengths = {} if begins else dict(state["strengths"])
    if not hand:
        if not strengths:
            return words.say("A high card is strong alone; a low one waits for others of its colour.")
        told = ", ".join(f"{words.colour(colour)} {strength}" for colour, strength in strengths.items())
        return words.say("Strong so far: {told}. Go higher, join one, but never be equal.", told=told)
    own = [card.name for card in hand.cards if card.zones] if hand.acting else []
    if not own:
        return ""
    card = max(own, key=lambda name: _promise(name, strengths))
    colour, value = card.partition("-")[0], _value(card)
    strength = strengths.get(colour, 0) + value
    if _rank(card, strengths) == 0:
        return words.say(
            "{card} makes {colour} {strength} strong, the strongest so far.",
            card=words.card(card), colour=words.colour(colour), strength=strength,
        )  # fmt: skip
    return words.say("Little to win here: {card} costs you least.", card=words.card(card))


def _by_colour(cards_: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for card in cards_:
        found.setdefault(card.partition("-")[0], []).append(card)
    return found


def _value(card: str) -> int:
    return int(card.partition("-")[2])


def _rank(card: str, strengths: dict[str, int]) -> int | None:
    """So many colours would be stronger than its own; None: another one would be equal."""
    colour = card.partition("-")[0]
    mine = strengths.get(colour, 0) + _value(card)
    others = [strength for other, strength in strengths.items() if other != colour]
    return None if mine in others else sum(strength > mine for strength in others)


def _promise(card: str, strengths: dict[str, int]) -> tuple[bool, int]:
    """To be the strongest with as little as it takes; else to lose the least."""
    leads = _rank(card, strengths) == 0
    return leads, -_value(card) if strengths or not leads else _value(card)
