"""Why a move was refused, as a sentence that says what to do.

>>> from display.text.i18n import translations
>>> refusal_sentence("round-over", {}, translations("en").gettext)
'The round is over.'
"""

from __future__ import annotations

from collections.abc import Mapping

from display.text.i18n import Translate, mark

SENTENCES = {
    "bad-input": mark("That cannot be understood here."),
    "unknown-tag": mark("The table does not know this card: teach it first, or choose it on the screen."),
    "foreign-card": mark("This card belongs to another game: put it back in its box."),
    "round-over": mark("The round is over."),
    "not-now": mark("Not now: look at what the table is waiting for."),
    "already-laid": mark("This card has already been laid in this round."),
    "held-by-another": mark("Another player picked this card up: it is in their hand."),
    "not-in-hand": mark("This card cannot be in the hand of the player whose turn it is."),
    "not-in-play": mark("Nobody plays this colour: put the card back in its box."),
    "impossible-count": mark("These piles cannot come from one round: count them again."),
}

HELD_BY = mark("{holder} picked this card up: it is in their hand.")


def refusal_sentence(
    code: str, about: Mapping[str, str], translate: Translate, own: Mapping[str, str] | None = None
) -> str:
    """The sentence for that code; *about* may name the card, the zone and the holder, *own* are the sentences
    of the game that is played."""
    if code == "held-by-another" and "holder" in about:
        return translate(HELD_BY).format_map(about)
    sentences = {**SENTENCES, **(own or {})}
    return translate(sentences.get(code, SENTENCES["not-now"]))
