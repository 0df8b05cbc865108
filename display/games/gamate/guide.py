"""A guided match of Gamate: its lessons, and hints by what is public and the hand of the player who asks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from controller.view import HandView, MatchView
from display.games import defaults
from display.games.gamate import sentences
from display.text.i18n import mark
from display.text.words import GameWords
from engine.bots.gamate import (
    MARGIN,
    TRICKS_BY_POWER,
    WORTH_DEMANDING,
    WORTH_OPPOSING,
    Sight,
    best_demand,
)
from engine.cards import Card
from engine.games.gamate import ALL, BIT, CHOICES, DECK, FEWEST_OPPOSED, VALUE
from engine.games.gamate.demands import trumps

LESSONS = {
    "bid": mark("Demand the numbers that are to be trumps: those in which your hand is strong. Or pass."),
    "demanded": mark(
        "The same demand again, by anybody, is the contract; so is the last one after four passes."
    ),
    "contract": mark(
        "The contract stands. Whoever said it first declares, with their partner, against the others."
    ),
    "oppose": mark("To oppose is to declare other trumps in their place, for double points. Mostly: no."),
    "direction": mark("Up: the higher number beats the lower. Down: the lower beats the higher."),
    "tricks": mark("Fewer tricks than announced is lost; exactly as many brings 6 points more."),
    "lead": mark("Dummy’s cards lie open now. The declarer plays them too, and leads from either hand."),
    "leads": mark("Whoever leads lays any card on the trick, a strong one for instance."),
    "follow": mark("Beat the card that lies there, if you like. Else renounce: any card, beside the trick."),
    "cut": mark("That was a cut: a trump goes on any card that is none."),
    "forced": mark("That was forcing: a better number of the same kind, trump on trump or plain on plain."),
    "dodged": mark("That was a dodge: a mute goes on anything, and anything goes on a mute."),
    "renounced": mark(
        "Renounced: that card belongs to no trick, and brings the other side points if it wins."
    ),
    "dummy": mark("It is dummy’s turn: the declarer plays the open hand."),
    "trick-taken": mark("The last card on the trick takes it, even a mute; whoever laid it leads."),
    "manche-won": mark("52 points: a manche is marked, and both sides begin again at 0."),
    "next": mark("Only the winners of the deal score: tricks, brisques, renounces of the others, bonuses."),
}


def situation(match: MatchView) -> Sequence[str]:
    state = match.state
    codes = [code for code in defaults.situation(match)[:-1] if code != "laid"]
    laid = next((event for event in match.events if event["kind"] == "laid"), None)
    if laid and laid["zone"] == "renounce":
        codes.insert(0, "renounced")
    elif laid:
        taken = next((event["cards"] for event in match.events if event["kind"] == "trick-taken"), None)
        codes += _went_on(match, taken or state["trick"])
    if state["awaiting"] == "oppose":  # that is asked first, and dear; the contract stands as long
        return ["oppose", "contract"]
    if state["awaiting"] == "bid" and any("bid" in bid for bid in state["bids"]):
        codes.append("demanded")
    if state["awaiting"] == "lay" and state["seat"] != state["turn"]:
        codes.append("dummy")
    if state["awaiting"] == "lay":
        codes.append("follow" if state["trick"] else "leads")
    return [*codes, state["awaiting"]]


def _went_on(match: MatchView, trick: Sequence[str]) -> Iterable[str]:
    """How the last card went on the one before it."""
    if len(trick) < 2:
        return
    *_, before, card = trick
    chosen = sentences.trumps_of(match)
    if card.startswith("mute"):
        yield "dodged"
    elif card in chosen and before not in chosen and not before.startswith("mute"):
        yield "cut"
    elif not before.startswith("mute"):
        yield "forced"


# Hints


def hint(words: GameWords, match: MatchView, hand: HandView | None) -> str:
    if hand and not hand.acting:
        return ""
    cards = [_card(card.name) for card in hand.cards] if hand else []
    match match.state["awaiting"]:
        case "bid":
            return _bid(words, match, cards)
        case "oppose":
            return _oppose(words, match, cards)
        case "direction" | "tricks" | "lead":
            return _declare(words, match, cards, hand)
        case "lay":
            return _lay(words, match, hand)
    return ""


def _card(name: str) -> Card:
    card = DECK.card(name)
    assert card is not None
    return card


def _bid(words: GameWords, match: MatchView, cards: Sequence[Card]) -> str:
    if not cards:
        return words.say(
            "Demand what makes about half of your hand trumps, above all strong cards. Else pass."
        )
    stated = [(bid["player"], bid["bid"]) for bid in match.state["bids"] if "bid" in bid]
    seat = match.names.index(match.state["turn"])
    ours = [bid for player, bid in stated if match.names.index(player) % 2 == seat % 2]
    if ours:
        return words.say(
            "Your side demanded {demand}: say it again, and it is the contract.",
            demand=sentences.demand(words, ours[-1]),
        )
    theirs = [CHOICES["bid"].read(bid, match.names) for _, bid in stated]
    return _strongest(words, match, cards, WORTH_DEMANDING, theirs) or words.say(
        "No trumps make this hand strong: pass."
    )


def _strongest(
    words: GameWords, match: MatchView, cards: Sequence[Card], worth: float, without: Sequence[Any] = ()
) -> str:
    deck = match.deck or DECK
    demand, power = best_demand(deck, tuple(cards), without)
    if power < worth:
        return ""
    own = sum(trumps(deck, demand) >> card & 1 for card in cards)
    said = sentences.demand(words, CHOICES["bid"].write(demand, match.names))
    return words.count(
        "{demand} makes one card of this hand a trump.",
        "{demand} makes {number} cards of this hand trumps.",
        own,
        demand=said,
    )


def _oppose(words: GameWords, match: MatchView, cards: Sequence[Card]) -> str:
    state = match.state
    if match.names.index(state["turn"]) % 2 == match.names.index(state["declarer"]) % 2:
        return words.say("It is your partner’s contract: no opposition.")
    if cards and (strong := _strongest(words, match, cards, WORTH_OPPOSING)):
        return words.say("A strong hand. {strong}", strong=strong)
    return words.say("Oppose only with a hand that takes 7 tricks: what you lose counts double.")


def _declare(words: GameWords, match: MatchView, cards: Sequence[Card], hand: HandView | None) -> str:
    state, awaiting = match.state, match.state["awaiting"]
    if awaiting == "lead":
        return words.say("Lead from the hand that has the best trump.")
    if not hand or not hand.beside:
        if awaiting == "direction":
            return words.say("Up if both open hands have high trumps, down if they have low ones.")
        return words.say("Count the trumps of both hands that hardly any other beats, and take off two.")
    both = [*cards, *map(_card, hand.beside[1])]
    chosen = trumps(match.deck or DECK, CHOICES["bid"].read(state["contract"], match.names))
    others = ALL & ~sum(BIT[card] for card in both)
    power = {way: sum(map(Sight(chosen, way == "up", others).power, both)) for way in ("up", "down")}
    if awaiting == "direction":
        best = max(power, key=lambda way: power[way])
        return words.say(
            "{direction}: so both hands together are stronger.",
            direction=sentences.direction(words, best).capitalize(),
        )
    base, slope = TRICKS_BY_POWER
    least = FEWEST_OPPOSED if state["opposed"] else 1
    number = max(least, int(base + slope * power[state["direction"]] - MARGIN))
    return words.say("{tricks} should be safe with these two hands.", tricks=sentences.tricks(words, number))


def _lay(words: GameWords, match: MatchView, hand: HandView | None) -> str:
    trick, up = match.state["trick"], match.state["direction"] == "up"
    chosen = sentences.trumps_of(match)
    if hand:
        on_trick = [card.name for card in hand.cards if "trick" in card.zones]
        # Mutes last, then trumps, and of each kind the weakest card that is enough.
        on_trick.sort(key=lambda name: (name.startswith("mute"), name in chosen, _strength(name, up)))
        if not trick and on_trick:
            numbers = [name for name in on_trick if not name.startswith("mute")] or on_trick
            return words.say("Lead the {card}: it is hard to beat.", card=words.card(numbers[-1]))
        if _partner_leads(match):
            return words.say("Your partner has the trick so far: renounce, with a card you will not need.")
        if on_trick:
            return words.say("The {card} is enough to go on the trick.", card=words.card(on_trick[0]))
        return words.say("Nothing goes on it: renounce, with a card you will not need.")
    if not trick:
        return words.say("Any card may lead. A strong trump is hard to beat.")
    last = trick[-1]
    if last.startswith("mute"):
        return words.say("Anything goes on a mute.")
    said = GOES[last in chosen, up]
    return words.say(said, number=last)


GOES = {  # on a trump, or not; up, or down
    (True, True): mark("Higher trumps than {number} go on it, and mutes."),
    (True, False): mark("Lower trumps than {number} go on it, and mutes."),
    (False, True): mark("Higher numbers than {number}, trumps and mutes go on it."),
    (False, False): mark("Lower numbers than {number}, trumps and mutes go on it."),
}


def _strength(name: str, up: bool) -> int:
    value = VALUE[_card(name)] or 0
    return value if up else -value


def _partner_leads(match: MatchView) -> bool:
    """The last card on the trick is of the side whose card is due."""
    laid = [event for entry in match.log for event in entry.events if event["kind"] == "laid"]
    player = next(event["player"] for event in reversed(laid) if event["zone"] == "trick")
    return match.names.index(player) % 2 == match.names.index(match.state["seat"]) % 2
