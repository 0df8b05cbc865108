"""What the table says, in the players' language: cards, zones, what to do next, what happened.

    >>> words = Words("fr")
    >>> words.card("blue-7#2"), words.card("rotten-4#1")
    ('7 bleu', 'Quatre Pourri')
    >>> words.event({"kind": "skipped", "player": "Luc"})
    'Luc passe son tour.'

Screens and the terminal take their sentences from here; every one is in the catalogs of `display/locale`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from controller.view import Finding, Hint, MatchView, Notice, NoticeKind, Trouble
from display.text.i18n import mark, translations
from display.text.refusals import refusal_sentence
from engine.games import gamate
from engine.rules import Choose, Move, Press

GAMES = {
    "thirteen": mark("13"),
    "ninja": mark("Ninja"),
    "gamate": mark("Gamate"),
    "pot": mark("Le Pot"),
}
CARDS = {
    "blue": mark("blue {value}"),
    "green": mark("green {value}"),
    "red": mark("red {value}"),
    "yellow": mark("yellow {value}"),
    "violet": mark("violet {value}"),
    "orange": mark("orange {value}"),
    "rotten": mark("rotten {value}"),
}
SINGLE = {"ninja": mark("Ninja"), "mute": mark("mute")}
COLOURS = {
    "blue": mark("blue"),
    "green": mark("green"),
    "red": mark("red"),
    "yellow": mark("yellow"),
    "violet": mark("violet"),
    "orange": mark("orange"),
    "pink": mark("pink"),
    "turquoise": mark("turquoise"),
    "brown": mark("brown"),
    "grey": mark("grey"),
    "black": mark("black"),
    "white": mark("white"),
}
ZONES = {
    "blue": mark("the blue target"),
    "yellow": mark("the yellow target"),
    "green": mark("the green target"),
    "centre": mark("the centre"),
    "trick": mark("the trick"),
    "renounce": mark("the renounce pad"),
    "play": mark("the play pad"),
    "pot": mark("the pot"),
}
PLACES = {
    "blue": mark("Blue target"),
    "yellow": mark("Yellow target"),
    "green": mark("Green target"),
    "centre": mark("Centre"),
    "trick": mark("Trick"),
    "renounce": mark("Renounce"),
    "play": mark("Cards laid"),
    "pot": mark("Pot"),
}
PAD_NAMED = {
    "left": mark("the left pad"),
    "middle": mark("the middle pad"),
    "centre": mark("the middle pad"),
    "right": mark("the right pad"),
}
PADS = {"left": mark("left"), "middle": mark("middle"), "centre": mark("middle"), "right": mark("right")}
OPTIONS = {
    "all_dealt": mark("all cards are dealt"),
    "four_in_a_row": mark("four in a row clear the pile"),
    "complete_the_four": mark("complete the four out of turn"),
    "ninja_transparent": mark("a Ninja lets the value below through"),
    "six_allows_higher": mark("after a 6 also higher"),
    "next_leads": mark("the next player leads"),
    "expert_trumps": mark("combined demands"),
}
HINTS = {
    Hint.ONE_AT_A_TIME: mark("One card at a time, please."),
    Hint.LAY_AGAIN: mark("Lift the card and lay it again."),
    Hint.OTHER_PAD: mark("This game does not use that pad."),
    Hint.ANSWER_FIRST: mark("First say where the other card goes."),
    Hint.PAUSED: mark("The game is paused."),
    Hint.CARD_OF_GAME: mark("This card belongs to {game}."),
    Hint.SHOWN_ALREADY: mark("{card} was shown already."),
    Hint.ALL_TAUGHT: mark("Every card of this deck is taught."),
    Hint.TAG_TAKEN: mark("This tag already belongs to {card} ({deck}, box {copy}): lay the card asked for."),
    Hint.HELP: mark("Help is on its way."),
    Hint.OTHER_COPY: mark("This card is from another box of the same game: put it back there."),
    Hint.RETIRED_TAG: mark("This card was retired: teach it again to play with it."),
    Hint.BAD_SETUP: mark("That match cannot be played: {why}"),
    Hint.NO_SUCH_DECK: mark("That deck cannot be taught: {why}"),
    Hint.CANNOT_RESUME: mark("The last match cannot be taken up again: {why}"),
}
TROUBLES = {
    "silent": mark("{pad} does not answer: choose its cards on the screen, and check its cable."),
    "unknown-chip": mark("{pad} has an unknown reader: watch whether it reads well."),
    "link-lost": mark("The pads are not connected: plug their cable back in. The game is safe."),
    "link-refused": mark("The pad hub runs another version: flash it again. The game is safe."),
    "disk-full": mark("The disk is full: make room. The game is safe."),
    "read-only": mark("The disk cannot be written: check it. The game is safe."),
    "disk": mark("The disk fails: check it. The game is safe."),
    "damaged": mark("A file is damaged: start the table again, it goes on with its backup."),
    "set-aside": mark("A damaged file was set aside: call the host. What its backup had is there."),
    "clock": mark("The clock of the table is behind: dates will be wrong until somebody sets it."),
}
FINDINGS = {
    "several": mark("{pad}: several cards lie there."),
    "unknown": mark("{pad}: a card the table does not know."),
    "foreign": mark("{pad}: {card} belongs to another game."),
    "not-laid": mark("{pad}: a card that was not laid."),
    "elsewhere": mark("{pad}: {card} should be on {zone}."),
}
MONTHS = (
    mark("Jan"),
    mark("Feb"),
    mark("Mar"),
    mark("Apr"),
    mark("May"),
    mark("Jun"),
    mark("Jul"),
    mark("Aug"),
    mark("Sep"),
    mark("Oct"),
    mark("Nov"),
    mark("Dec"),
)
KEPT = mark("The move could not be kept: {detail}")


class Words:
    """Everything there is to say, in one language."""

    def __init__(self, language: str) -> None:
        self._catalog = translations(language)

    def say(self, message: str, **values: object) -> str:
        """The sentence in this language, with its blanks filled in."""
        return _filled(self._catalog.gettext(message), message, values)

    def count(self, one: str, many: str, number: int, **values: object) -> str:
        """The sentence in its singular or plural; {number} is the number."""
        text = self._catalog.ngettext(one, many, number)
        return _filled(text, one if number == 1 else many, {**values, "number": number})

    # Names

    def label(self, seat: int) -> str:
        """What a guest without a name is called."""
        return self.say("Player {number}", number=seat + 1)

    def game(self, game: str) -> str:
        return self.say(GAMES[game])

    def colour(self, colour: str) -> str:
        return self.say(COLOURS[colour]) if colour in COLOURS else colour

    def zone(self, zone: str) -> str:
        return self.say(ZONES[zone])

    def place(self, zone: str) -> str:
        """A zone by itself, as a label."""
        return self.say(PLACES[zone])

    def pad(self, name: str) -> str:
        """A pad as people call it; one with a name of its own keeps it."""
        return self.say(PADS[name]) if name in PADS else name

    def _about_pad(self, sentence: str, pad: str, **values: object) -> str:
        """A sentence that begins with its pad."""
        named = self.say(PAD_NAMED[pad]) if pad in PAD_NAMED else self.say("pad {name}", name=pad)
        text = self.say(sentence, pad=named, **values)
        return text[:1].upper() + text[1:]

    def tenths(self, number: float) -> str:
        whole, _, tenth = f"{number:.1f}".partition(".")
        return self.say("{whole}.{tenth}", whole=whole, tenth=tenth)

    def day(self, at: float) -> str:
        """A date; *at* counts seconds since the epoch."""
        then = time.localtime(at)
        month = self.say(MONTHS[then.tm_mon - 1])
        return self.say("{day} {month} {year}", day=then.tm_mday, month=month, year=then.tm_year)

    def moment(self, at: float) -> str:
        then = time.localtime(at)
        return self.say("{day}, {hour}:{minute:02}", day=self.day(at), hour=then.tm_hour, minute=then.tm_min)

    def card(self, name: str) -> str:
        """A card as people call it: copies are all the same to them."""
        kind = name.partition("#")[0]
        colour, _, value = kind.partition("-")
        if value:
            return self.say(CARDS[colour], value=value)
        return self.say(SINGLE[kind]) if kind in SINGLE else kind

    def cards(self, names: list[str]) -> str:
        return ", ".join(map(self.card, names))

    def demand(self, bid: Mapping[str, Any]) -> str:
        """A demand of Gamate."""
        match bid:
            case {"multiples": digit}:
                return self.say("multiples of {digit}", digit=digit)
            case {"odd": _}:
                return self.say("odd numbers")
            case {"colour": colour, "exclusive": True}:
                return self.say("{colour} and nothing else", colour=self.colour(colour))
            case {"colour": colour}:
                return self.say("all with {colour}", colour=self.colour(colour))
            case {"run": [low, high]}:
                return self.say("{low} to {high}", low=low, high=high)
            case {"and": parts}:
                return self.say(" and ").join(f"({self.demand(part)})" for part in parts)
            case {"or": parts}:
                return self.say(" or ").join(f"({self.demand(part)})" for part in parts)
            case {"not": part}:
                return self.say("not ({demand})", demand=self.demand(part))
        return str(dict(bid))

    def bid(self, bid: Mapping[str, Any]) -> str:
        """What somebody said in their turn: a demand, or nothing."""
        return self.demand(bid["bid"]) if "bid" in bid else self.say("passes")

    # What to do next

    def instruction(self, match: MatchView) -> str:
        """What the table waits for, as one sentence to whoever must act."""
        state = match.state
        player = state["turn"]
        match state["awaiting"]:
            case "over":
                return self.winners(state["winners"])
            case "next":
                return self.say("The round is over. On to the next one?")
            case "lay":
                return self._lay(match)
            case "pot-card":
                missing = len(match.names) - len(state["pot"])
                return self.count(
                    "Turn up one more card for the pot.", "Turn up {number} more cards for the pot.", missing
                )
            case "give":
                return self.say("{player}, who gets the pile?", player=player)
            case "counter":
                return self.say("{player}, counter with a 13 or a 1, or pick up the pile.", player=player)
            case "bid":
                return self.say("{player}, demand trumps or pass.", player=player)
            case "oppose":
                return self.say("{player}, do you oppose?", player=player)
            case "direction":
                return self.say("{player}, up or down?", player=player)
            case "tricks":
                return self.say("{player}, how many tricks?", player=player)
            case "lead":
                return self.say("{player}, lead from your hand or your partner’s?", player=player)
            case _:
                return self.say("{player}, take a colour from the pot.", player=player)

    def _lay(self, match: MatchView) -> str:
        state, player = match.state, match.state["turn"]
        match state:
            case {"game": "ninja"}:
                return self._lay_ninja(match)
            case {"game": "gamate", "trick": []}:
                return self.say("{player}, lead the trick.", player=state["seat"])
            case {"game": "gamate"}:
                return self.say("{player}, lay on the trick or renounce.", player=state["seat"])
            case {"game": "thirteen"}:
                return self.say("{player}, lay a card on a target.", player=player)
            case {"game": "pot", "played": played} if len(played) in (0, len(match.names)):
                return self.say("{player}, lead the trick: lay a card.", player=player)
        return self.say("{player}, lay a card.", player=player)

    def _lay_ninja(self, match: MatchView) -> str:
        state, player = match.state, match.state["turn"]
        if Press("done") in match.choices:
            return self.say("{player}, another card of the same value, or done?", player=player)
        if state["to_beat"] is None:
            return self.say("{player}, lay any card.", player=player)
        if state["limit"] is not None:
            return self.say("{player}, lay 6 or less or a Ninja, or pick up the pile.", player=player)
        if state["to_beat"] == 13:
            return self.say("{player}, lay a 13, a 1 or a Ninja, or pick up the pile.", player=player)
        value = state["to_beat"]
        return self.say("{player}, lay {value} or more, or pick up the pile.", player=player, value=value)

    def winners(self, winners: list[str]) -> str:
        if len(winners) == 1:
            return self.say("{player} has won!", player=winners[0])
        return self.say("{players} have won!", players=self.say(" and ").join(winners))

    # What may be chosen

    def choice(self, move: Move, names: Sequence[str]) -> str:
        """A press or a choice as a label for its key or button."""
        match move:
            case Press("done"):
                return self.say("done")
            case Press("pick-up"):
                return self.say("pick up the pile")
            case Choose("give", None):
                return self.say("to nobody")
            case Choose("give", seat):
                return self.say("to {player}", player=names[seat])
            case Choose("counter"):
                return self.say("no counter: pick up")
            case Choose("complete", seat):
                return self.say("{player} completes the four", player=names[seat])
            case Choose("pass"):
                return self.say("pass")
            case Choose("oppose", False):
                return self.say("no opposition")
            case Choose("bid" | "oppose" as what, bid):
                demand = self.demand(gamate.CHOICES["bid"].write(bid, names))
                return demand if what == "bid" else self.say("oppose: {demand}", demand=demand)
            case Choose("direction", "up"):
                return self.say("up")
            case Choose("direction"):
                return self.say("down")
            case Choose("tricks", number):
                return self.count("one trick", "{number} tricks", number)
            case Choose("lead", "own"):
                return self.say("from your hand")
            case Choose("lead"):
                return self.say("from your partner’s hand")
            case Choose("forfeit"):
                return self.say("forfeit")
            case Choose("colour", colour):
                return self.colour(colour)
        return str(move)

    # What happened

    def event(self, event: Mapping[str, Any]) -> str:
        """An event of the public notation as a sentence; "" for what goes without saying."""
        match event:
            case {"kind": "laid", "player": None, "card": card}:
                return self.say("In the pot: {card}.", card=self.card(card))
            case {"kind": "laid", "player": player, "card": card, "zone": zone}:
                return self.say(
                    "{player}: {card} on {zone}.", player=player, card=self.card(card), zone=self.zone(zone)
                )
            case {"kind": "took", "player": player, "count": number}:
                return self.count(
                    "Over 13! {player} takes one card.",
                    "Over 13! {player} takes {number} cards.",
                    number,
                    player=player,
                )
            case {"kind": "skipped", "player": player}:
                return self.say("{player} is skipped.", player=player)
            case {"kind": "picked-up", "player": player, "cards": cards}:
                return self.count(
                    "{player} picks up one card.",
                    "{player} picks up {number} cards.",
                    len(cards),
                    player=player,
                )
            case {"kind": "removed", "cards": cards}:
                return self.count("One card leaves the game.", "{number} cards leave the game.", len(cards))
            case {"kind": "given", "player": player, "to": None}:
                return self.say("{player} gives the pile to nobody.", player=player)
            case {"kind": "given", "player": player, "to": to}:
                return self.say("{player} gives the pile to {to}.", player=player, to=to)
            case {"kind": "countered", "player": player}:
                return self.say("{player} counters!", player=player)
            case {"kind": "contract", "player": player, "bid": bid, "opposed": False}:
                return self.say("{player} declares: {demand}.", player=player, demand=self.demand(bid))
            case {"kind": "contract", "player": player, "bid": bid}:
                return self.say(
                    "{player} opposes and declares: {demand}.", player=player, demand=self.demand(bid)
                )
            case {"kind": "deal-void"}:
                return self.say("The deal is void.")
            case {"kind": "forfeited", "player": player}:
                return self.say("{player} forfeits the deal.", player=player)
            case {"kind": "trick-taken", "player": player}:
                return self.say("{player} takes the trick.", player=player)
            case {"kind": "manche-won", "side": side}:
                return self.say("Side {side} marks a manche.", side=side)
            case {"kind": "pot-taken", "player": player, "count": number}:
                return self.count(
                    "{player} takes one card from the pot.",
                    "{player} takes {number} cards from the pot.",
                    number,
                    player=player,
                )
            case {"kind": "settling-stopped", "colours": colours, "strength": strength}:
                names = self.say(" and ").join(map(self.colour, colours))
                return self.say(
                    "Tie at {strength}: {colours}. Nobody takes any more.", strength=strength, colours=names
                )
            case {"kind": "corrected"}:
                return self._corrected(event)
            case {"kind": "round-scored", "points": points}:
                return ", ".join(f"{name} {number}" for name, number in points.items())
            case {"kind": "match-over", "winners": winners}:
                return self.winners(winners)
        return ""

    def _corrected(self, event: Mapping[str, Any]) -> str:
        match event:
            case {"turn": player}:
                return self.say("Put right: it is {player}’s turn.", player=player)
            case {"hand": hand}:
                ((player, number),) = hand.items()
                return self.count(
                    "Put right: {player} holds one card.",
                    "Put right: {player} holds {number} cards.",
                    number,
                    player=player,
                )
            case {"out": player}:
                return self.say("Put right: {player} has no card left.", player=player)
            case {"insert": {"lay": card}}:
                return self.say("Put right: {card} had been forgotten.", card=self.card(card))
            case {"end_round": True}:
                return self.say("Put right: the round ends here.")
        return self.say("Put right.")

    def finding(self, finding: Finding) -> str:
        """What lies on a pad and should not."""
        card = self.card(finding.card) if finding.card else ""
        zone = self.zone(finding.zone) if finding.zone else ""
        return self._about_pad(FINDINGS[finding.code], finding.pad, card=card, zone=zone)

    def notice(self, notice: Notice) -> str:
        """What the table has to say about a card or a touch; "" where the light says it all."""
        about = dict(notice.about)
        if notice.kind is NoticeKind.ACCEPTED:
            return self.card(about["card"]) if "card" in about else ""
        if notice.code in {hint.value for hint in Hint}:
            return self.say(HINTS[Hint(notice.code)], **self._named(about))
        return refusal_sentence(notice.code, about, self._catalog.gettext)

    def _named(self, about: Mapping[str, str]) -> dict[str, str]:
        """The names a notice is about, as people say them."""
        named = dict(about)
        if "card" in about:
            named["card"] = self.card(about["card"])
        for key in ("game", "deck"):
            if about.get(key) in GAMES:
                named[key] = self.game(about[key])
        return named

    def trouble(self, trouble: Trouble) -> str:
        if trouble.code in TROUBLES:
            return self._about_pad(TROUBLES[trouble.code], trouble.pad or "")
        return self.say(KEPT, detail=trouble.detail)


def _filled(text: str, message: str, values: Mapping[str, object]) -> str:
    """*text* with its blanks filled; a translation with blanks that *message* has not gives way to it."""
    try:
        return text.format_map(values)
    except (LookupError, ValueError, AttributeError, TypeError):
        return message.format_map(values)
