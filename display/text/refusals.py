"""Why a move was refused, as a sentence that says what to do.

>>> from display.text.i18n import translations
>>> refusal_sentence("wrong-colour", {}, translations("en").gettext)
'A coloured card goes only on the target of its own colour.'
"""

from __future__ import annotations

from collections.abc import Mapping

from display.text.i18n import Translate, mark
from engine.rules import Refusal

SENTENCES = {
    "bad-input": mark("That cannot be understood here."),
    "unknown-tag": mark("The table does not know this card: teach it first, or choose it on the screen."),
    "foreign-card": mark("This card belongs to another game: put it back in its box."),
    "round-over": mark("The round is over."),
    "not-now": mark("Not now: look at what the table is waiting for."),
    "already-laid": mark("This card has already been laid in this round."),
    "held-by-another": mark("Another player picked this card up: it is in their hand."),
    "not-in-hand": mark("This card cannot be in the hand of the player whose turn it is."),
    "wrong-colour": mark("A coloured card goes only on the target of its own colour."),
    "too-low": mark("Too low: lay at least the value to beat, or pick up the pile."),
    "too-high-after-six": mark("After a 6 only a 6 or less, or a Ninja: lay lower, or pick up the pile."),
    "not-yourself": mark("It must be somebody else: name another player."),
    "not-a-counter": mark("Only a 13 or a 1 answers a 13: counter with one, or pick up the pile."),
    "does-not-beat": mark("This card does not beat the one on the trick: try the renounce pad."),
    "plain-on-trump": mark("A plain card never goes on a trump: try the renounce pad."),
    "leader-cannot-renounce": mark("Whoever leads lays on the trick: the first card cannot be renounced."),
    "bid-out-of-range": mark("A demand must make at least 2 and at most 24 trumps."),
    "colour-unknown": mark("This colour is not complete in the deck table: choose another demand."),
    "too-few-tricks": mark("Under opposition at least 7 tricks must be announced."),
    "not-in-play": mark("Nobody plays this colour: put the card back in its box."),
    "not-in-pot": mark("The pot does not hold that: choose a colour that lies in the pot."),
    "not-your-choice": mark("First a colour of the pot must be chosen: take this card back for now."),
    "pot-already-full": mark("The pot needs no more cards: lay this one on the play pad."),
    "impossible-count": mark("These piles cannot come from one round: count them again."),
}

HELD_BY = mark("{holder} picked this card up: it is in their hand.")


def refusal_sentence(code: str, about: Mapping[str, str], translate: Translate) -> str:
    """The sentence for that code; *about* may name the card, the zone and the holder."""
    if code == Refusal.HELD_BY_ANOTHER.value and "holder" in about:
        return translate(HELD_BY).format_map(about)
    return translate(SENTENCES[code])
