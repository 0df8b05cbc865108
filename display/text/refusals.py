"""Why a move was refused, as a sentence that says what to do.

>>> from display.text.i18n import translations
>>> refusal_sentence(Refusal.WRONG_COLOUR, {}, translations("en").gettext)
'A coloured card goes only on the target of its own colour.'
"""

from __future__ import annotations

from collections.abc import Mapping

from display.text.i18n import Translate, mark
from engine.rules import Refusal

SENTENCES = {
    Refusal.BAD_INPUT: mark("That cannot be understood here."),
    Refusal.UNKNOWN_TAG: mark(
        "The table does not know this card: teach it first, or choose it on the screen."
    ),
    Refusal.FOREIGN_CARD: mark("This card belongs to another game: put it back in its box."),
    Refusal.ROUND_OVER: mark("The round is over."),
    Refusal.NOT_NOW: mark("Not now: look at what the table is waiting for."),
    Refusal.ALREADY_LAID: mark("This card has already been laid in this round."),
    Refusal.HELD_BY_ANOTHER: mark("Another player picked this card up: it is in their hand."),
    Refusal.NOT_IN_HAND: mark("This card cannot be in the hand of the player whose turn it is."),
    Refusal.WRONG_COLOUR: mark("A coloured card goes only on the target of its own colour."),
    Refusal.TOO_LOW: mark("Too low: lay at least the value to beat, or pick up the pile."),
    Refusal.TOO_HIGH_AFTER_SIX: mark(
        "After a 6 only a 6 or less, or a Ninja: lay lower, or pick up the pile."
    ),
    Refusal.NOT_YOURSELF: mark("It must be somebody else: name another player."),
    Refusal.NOT_A_COUNTER: mark("Only a 13 or a 1 answers a 13: counter with one, or pick up the pile."),
    Refusal.DOES_NOT_BEAT: mark("This card does not beat the one on the trick: try the renounce pad."),
    Refusal.PLAIN_ON_TRUMP: mark("A plain card never goes on a trump: try the renounce pad."),
    Refusal.LEADER_CANNOT_RENOUNCE: mark(
        "Whoever leads lays on the trick: the first card cannot be renounced."
    ),
    Refusal.BID_OUT_OF_RANGE: mark("A demand must make at least 2 and at most 24 trumps."),
    Refusal.COLOUR_UNKNOWN: mark("This colour is not complete in the deck table: choose another demand."),
    Refusal.TOO_FEW_TRICKS: mark("Under opposition at least 7 tricks must be announced."),
    Refusal.NOT_IN_PLAY: mark("Nobody plays this colour: put the card back in its box."),
    Refusal.NOT_IN_POT: mark("The pot does not hold that: choose a colour that lies in the pot."),
    Refusal.NOT_YOUR_CHOICE: mark("First a colour of the pot must be chosen: take this card back for now."),
    Refusal.POT_ALREADY_FULL: mark("The pot needs no more cards: lay this one on the play pad."),
    Refusal.IMPOSSIBLE_COUNT: mark("These piles cannot come from one round: count them again."),
}

HELD_BY = mark("{holder} picked this card up: it is in their hand.")


def refusal_sentence(refusal: Refusal, about: Mapping[str, str], translate: Translate) -> str:
    """The sentence for *refusal*; *about* may name the card, the zone and the holder."""
    if refusal is Refusal.HELD_BY_ANOTHER and "holder" in about:
        return translate(HELD_BY).format_map(about)
    return translate(SENTENCES[refusal])
