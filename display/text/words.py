"""What the table says, in the players' language: names, what to do next, what happened.

    >>> words = Words("fr").of("thirteen")
    >>> words.card("blue-7#2"), words.event({"kind": "skipped", "player": "Luc"})
    ('7 bleu', 'Luc passe son tour.')

What only one game says is in its presentation (display/games).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from controller.view import Finding, Hint, MatchView, Notice, NoticeKind, Ruled, Trouble
from display.games import files, game_of, presentation
from display.text.grammar import filled
from display.text.i18n import mark, translations
from engine import games
from engine.rules import Choose, Move, Press

CARDS = {
    "blue": mark("blue {value}"), "green": mark("green {value}"), "red": mark("red {value}"),
    "yellow": mark("yellow {value}"), "violet": mark("violet {value}"), "orange": mark("orange {value}"),
}  # fmt: skip
COLOURS = {
    mark("blue"), mark("green"), mark("red"), mark("yellow"), mark("violet"), mark("orange"),
    mark("pink"), mark("turquoise"), mark("brown"), mark("grey"), mark("black"), mark("white"),
}  # fmt: skip
MIDDLE = mark("middle"), mark("the middle pad")
PADS = {  # by itself, and in a sentence
    "left": (mark("left"), mark("the left pad")),
    "middle": MIDDLE,
    "centre": MIDDLE,
    "right": (mark("right"), mark("the right pad")),
}
HINTS = {
    Hint.ONE_AT_A_TIME: mark("One card at a time, please."),
    Hint.LAY_AGAIN: mark("Lift the card and lay it again."),
    Hint.OTHER_PAD: mark("This game does not use that pad."),
    Hint.ANSWER_FIRST: mark("First say where the other card goes."),
    Hint.PAUSED: mark("The game is paused."),
    Hint.CARD_OF_GAME: mark("This card belongs to {game}."),
    Hint.SHOWN_ALREADY: mark("{card} was shown already."),
    Hint.ALL_TAUGHT: mark("Every card of this deck is registered."),
    Hint.TAG_TAKEN: mark("This tag already belongs to {card} ({deck}, box {copy}): lay the card asked for."),
    Hint.HELP: mark("Help is on its way."),
    Hint.OTHER_COPY: mark("This card is from another box of the same game: put it back there."),
    Hint.RETIRED_TAG: mark("This card was retired: register it again to play with it."),
    Hint.TWO_PEOPLE: mark("{name} and {other} have played together: they are two people."),
    Hint.BAD_SETUP: mark("That match cannot be played: {why}"),
    Hint.NO_SUCH_DECK: mark("That deck cannot be registered: {why}"),
    Hint.PILES_SHOWN: mark("The piles have been shown: this round can be dealt again, but it cannot go on."),
    Hint.CANNOT_RESUME: mark("The last match cannot be resumed: {why}"),
}
REFUSALS = {
    "bad-input": mark("That cannot be understood here."),
    "unknown-tag": mark("The table does not know this card: register it first, or choose it on the screen."),
    "foreign-card": mark("This card belongs to another game: put it back in its box."),
    "round-over": mark("The round is over."),
    "not-now": mark("Not now: look at what the table is waiting for."),
    "already-laid": mark("This card has already been played in this round."),
    "held-by-another": mark("Another player picked this card up: it is in their hand."),
    "not-in-hand": mark("This card cannot be in the hand of the player whose turn it is."),
    "not-in-play": mark("Nobody plays this colour: put the card back in its box."),
    "impossible-count": mark("These piles cannot come from one round: count them again."),
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
    "moves-lost": mark("A damaged file has lost the last moves: compare the cards, and make them again."),
    "not-kept": mark(
        "Nothing is kept just now: the disk is full or cannot be written. "
        "What you play is lost when the table is switched off."
    ),
    "table-file": mark("A part of the table file cannot be used: call the host."),
    "left-out": mark("A game that was added cannot be used and is left out: call the host."),
    "clock": mark("The clock of the table is behind: dates will be wrong until somebody sets it."),
    "slow-disk": mark("The disk is slow: cards count late. Tell the host."),
    "crashed": mark("Something went wrong that should not. The match is kept in the menu: tell the host."),
    "crashed-again": mark(
        "The table broke down twice: it knows nothing of before and keeps nothing. Call the host."
    ),
    "stuck": mark("Nobody can go on: correct the turn or the hands, or end the round."),
}
FINDINGS = {
    "several": mark("{pad}: several cards lie there."),
    "unknown": mark("{pad}: a card the table does not know."),
    "foreign": mark("{pad}: {card} belongs to another game."),
    "not-laid": mark("{pad}: a card that was not laid."),
    "elsewhere": mark("{pad}: {card} should be on {zone}."),
}
MONTHS = (
    mark("Jan"), mark("Feb"), mark("Mar"), mark("Apr"), mark("May"), mark("Jun"),
    mark("Jul"), mark("Aug"), mark("Sep"), mark("Oct"), mark("Nov"), mark("Dec"),
)  # fmt: skip


class Words:
    """Everything there is to say whatever is played, in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalog = translations(language)

    def of(self, game: str) -> GameWords:
        """What is said of that game."""
        return _of(self.language, game)

    def say(self, message: str, **values: object) -> str:
        """The sentence in this language, with its blanks filled in."""
        return self._filled(self._catalog.gettext(message), message, values) if message else ""

    def count(self, one: str, many: str, number: int, **values: object) -> str:
        """The sentence in its singular or plural; {number} is the number."""
        text = self._catalog.ngettext(one, many, number)
        return self._filled(text, one if number == 1 else many, {**values, "number": number})

    def _filled(self, text: str, message: str, values: Mapping[str, object]) -> str:
        """*text* with its blanks filled; a translation with blanks that *message* has not gives way to it."""
        try:
            return filled(text, values, self.language)
        except (LookupError, ValueError, AttributeError, TypeError):
            return message.format_map(values)

    # Names

    def label(self, seat: int) -> str:
        """What a guest without a name is called."""
        return self.say("Player {number}", number=seat + 1)

    def game(self, game: str) -> str:
        return self.of(game).title

    def colour(self, colour: str) -> str:
        return self.say(colour) if colour in COLOURS else colour

    def pad(self, name: str) -> str:
        """A pad as people call it; one with a name of its own keeps it."""
        return self.say(PADS[name][0]) if name in PADS else name

    def _about_pad(self, sentence: str, pad: str, **values: object) -> str:
        """A sentence that begins with its pad."""
        named = self.say(PADS[pad][1]) if pad in PADS else self.say("pad {name}", name=pad)
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

    def winners(self, winners: list[str]) -> str:
        if len(winners) == 1:
            return self.say("{player} has won!", player=winners[0])
        return self.say("{players} have won!", players=self.say(" and ").join(winners))

    # What the table has to say

    def finding(self, finding: Finding, game: str) -> str:
        """What lies on a pad and should not."""
        words = self.of(game)
        card = words.card(finding.card) if finding.card else ""
        zone = words.zone(finding.zone) if finding.zone else ""
        return self._about_pad(FINDINGS[finding.code], finding.pad, card=card, zone=zone)

    def notice(self, notice: Notice, game: str = "") -> str:
        """What the table has to say about a card or a touch; "" where the light says it all. *game*: the one
        that is played."""
        about = dict(notice.about)
        owner = game_of(about["deck"]) if "deck" in about else about.get("game", game)
        if "card" in about:
            about["card"] = self.of(owner).card(about["card"])
        for key in ("game", "deck"):
            if about.get(key) in games.names():
                about[key] = self.game(about[key])
        if notice.kind is NoticeKind.ACCEPTED:
            return about.get("card", "")
        hint = next((said for hint, said in HINTS.items() if hint.value == notice.code), None)
        return self.say(hint, **about) if hint else self.of(game).refusal(notice.code, about)

    def trouble(self, trouble: Trouble) -> str:
        if trouble.code in TROUBLES:
            return self._about_pad(TROUBLES[trouble.code], trouble.pad or "")
        return self.say("The move could not be kept: {detail}", detail=trouble.detail)


class GameWords(Words):
    """Everything there is to say of one game: what its presentation says, or what is said of every game."""

    def __init__(self, language: str, game: str) -> None:
        self.language = language
        self._game = game
        self._shown = presentation(game)
        self._catalog = translations(language, files(game))

    def say(self, message: str, **values: object) -> str:
        return super().say(self._shown.otherwise.get(message, message), **values)

    # Names

    @property
    def title(self) -> str:
        return self.say(self._shown.title)

    @property
    def idea(self) -> str:
        return self.say(self._shown.idea) if self._shown.idea else ""

    def option(self, option: str) -> str:
        """A house rule."""
        return self.say(self._shown.options.get(option, option.replace("_", " ")))

    def zone(self, zone: str) -> str:
        """A zone in a sentence."""
        return self.say(self._shown.zones[zone].called) if zone in self._shown.zones else zone

    def place(self, zone: str) -> str:
        """A zone by itself, as a label."""
        return self.say(self._shown.zones[zone].label) if zone in self._shown.zones else zone.capitalize()

    def card(self, name: str) -> str:
        """A card as people call it: copies are all the same to them."""
        kind = name.partition("#")[0]
        colour, _, value = kind.partition("-")
        if kind in self._shown.cards:
            return self.say(self._shown.cards[kind])
        if value:
            known = self._shown.cards.get(colour) or CARDS.get(colour)
            return self.say(known, value=value) if known else f"{self.colour(colour)} {value}"
        return kind

    def cards(self, names: Sequence[str]) -> str:
        return ", ".join(map(self.card, names))

    def figure(self, card: str) -> str:
        """A card in a letter or two."""
        kind = card.partition("#")[0]
        return self._shown.figures.get(kind, kind)

    # What to do next

    def refusal(self, code: str, about: Mapping[str, str]) -> str:
        """Why a move was refused; *about* may name card, zone and holder, and say more exactly why."""
        if code == "held-by-another" and "holder" in about:
            return self.say("{holder} picked this card up: it is in their hand.", **about)
        sentences = {**REFUSALS, **self._shown.refusals}
        sentence = sentences.get(about.get("why", "")) or sentences.get(code) or REFUSALS["not-now"]
        return self.say(sentence, **about)

    def instruction(self, match: MatchView) -> str:
        """What the table waits for, as one sentence to the player who must act."""
        match match.state["awaiting"]:
            case "over":
                return self.winners(match.state["winners"])
            case "next":
                return self.say("The round is over. On to the next one?")
        return self._shown.instruction(self, match)

    def asked(self, match: MatchView) -> str:
        """The same; first of all, a player who must take a pile takes it."""
        took = self._shown.pick_up(self, match) if match.pick_up is not None else ""
        return " ".join(filter(None, (took, self.instruction(match))))

    def dealing(self, match: MatchView) -> str:
        """Who deals and who begins, and if the table drew that."""
        lot = ""
        if match.by_lot:
            lot = self.say("The lot has fallen on {player}.", player=match.state["dealer"])
        return " ".join(filter(None, (lot, self._shown.dealing(self, match))))

    def sure_to_end(self) -> str:
        """Before a round is ended early."""
        if games.game(self._game).hidden:
            return self.say(
                "End the round now? What was taken is turned up and scored: after that it cannot go on."
            )
        return self.say("End the round now? What was taken so far is scored.")

    def draw_pile(self, match: MatchView) -> str:
        return self.count("one card to draw", "{number} cards to draw", match.state["draw_pile"])

    def said(self, match: MatchView) -> Sequence[tuple[str, str]]:
        """Players and what they said so far, in a game in which they do."""
        return self._shown.said(self, match)

    def choice(self, move: Move, names: Sequence[str]) -> str:
        """A press or a choice as a label for its key or button."""
        label = self._shown.choice(self, move, names)
        if label is not None:
            return label
        match move:
            case Press("done"):
                return self.say("done")
            case Press("pick-up"):
                return self.say("pick up the pile")
            case Press(button):
                return button
            case Choose("pass"):
                return self.say("pass")
            case Choose(what, value):
                return f"{what}: {value}"
        return str(move)

    # What happened

    def happened(self, events: Sequence[Mapping[str, Any]]) -> list[str]:
        """What there is to say about these events."""
        return [sentence for event in events if (sentence := self.event(event))]

    def event(self, event: Mapping[str, Any]) -> str:
        """An event of the public notation as a sentence; "" for what goes without saying."""
        told = self._shown.event(self, event)
        if told is not None:
            return told
        say, count = self.say, self.count
        match event:
            case {"kind": "face-down", "player": player, "zone": zone}:  # a card that was laid
                return say("{player}: a card on {zone}.", player=player, zone=self.zone(zone))
            case {"kind": "laid", "player": player, "card": card, "zone": zone}:
                card, zone = self.card(card), self.zone(zone)
                return say("{player}: {card} on {zone}.", player=player, card=card, zone=zone)
            case {"kind": "skipped", "player": player}:
                return say("{player} is skipped.", player=player)
            case {"kind": "picked-up", "player": who, "cards": cards}:
                return count(
                    "{player} picks up one card.", "{player} picks up {number} cards.", len(cards), player=who
                )
            case {"kind": "removed", "cards": cards}:
                return count("One card leaves the game.", "{number} cards leave the game.", len(cards))
            case {"kind": "trick-taken", "player": player}:
                return say("{player} takes the trick.", player=player)
            case {"kind": "round-scored", "points": points}:
                return ", ".join(f"{name} {number}" for name, number in points.items())
            case {"kind": "match-over", "winners": winners}:
                return self.winners(winners)
            case {"kind": "corrected", "turn": player}:
                return say("Fixed: it is {player}’s turn.", player=player)
            case {"kind": "corrected", "hand": hand}:
                ((player, number),) = hand.items()
                return count(
                    "Fixed: {player} holds one card.",
                    "Fixed: {player} holds {number} cards.",
                    number,
                    player=player,
                )
            case {"kind": "corrected", "out": player}:
                return say("Fixed: {player} has no card left.", player=player)
            case {"kind": "corrected", "insert": {"lay": str(card)}}:
                return say("Fixed: {card} had been forgotten.", card=self.card(card))
            case {"kind": "corrected", "insert": _}:
                return say("Fixed: a card had been forgotten.")
            case {"kind": "corrected", "end_round": True}:
                return say("Fixed: the round ends here.")
            case {"kind": "corrected"}:
                return say("Fixed.")
        return ""

    def move(self, entry: Ruled, names: Sequence[str]) -> str:
        """A move of the log in public words, as corrections name it."""
        if happened := self.happened(entry.events):
            return happened[0]
        match entry.line:  # a choice nothing else is said about, such as a pass
            case {"press": button}:
                return self.choice(Press(button), names)
            case {"choose": dict(choice)}:
                ((what, value),) = choice.items()
                form = games.game(self._game).choices[what]
                return self.choice(Choose(what, form.read(value, names)), names)
        return self.say("a choice")


def in_order(log: Sequence[Ruled]) -> list[Ruled]:
    """The moves of a round, with every forgotten card in its place."""
    moves: list[Ruled] = []
    for entry in log:
        match entry.line:
            case {"correct": {"insert": _, "back": back}}:
                moves.insert(len(moves) - back, entry)
            case _:
                moves.append(entry)
    return moves


_of = cache(GameWords)
