"""Why a move was refused, as a sentence that says what to do.

>>> from display.text.i18n import translator
>>> refusal_sentence(Refusal.ROUND_OVER, {}, translator("en"))
'The round is over.'
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
    Refusal.IMPOSSIBLE_COUNT: mark("These piles cannot come from one round: count them again."),
}

HELD_BY = mark("{holder} picked this card up: it is in their hand.")


def refusal_sentence(
    refusal: Refusal, about: Mapping[str, str], translate: Translate, own: Mapping[Refusal, str] | None = None
) -> str:
    """The sentence for *refusal*; *about* may name the card, the zone and the holder, *own* are the sentences
    of the game that is played."""
    if refusal is Refusal.HELD_BY_ANOTHER and "holder" in about:
        return translate(HELD_BY).format_map(about)
    sentences = {**SENTENCES, **(own or {})}
    return translate(sentences.get(refusal, SENTENCES[Refusal.NOT_NOW]))
