"""A guided match: each thing is explained the first time it comes up, and who asks for a hint gets one.

    guide = followed(None, match)         # and again whenever the match stands otherwise
    said(words, match, hand, guide)       # a sentence, or ""

What a game explains is in its presentation: lessons by the codes of its `situation`, and `hint`. A guide is a
value that a display keeps. One that was lost begins anew: it explains again what comes up from then on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from controller.view import HandView, MatchView
from display.games import presentation
from display.text.words import GameWords


@dataclass(frozen=True, slots=True)
class Guide:
    match: int
    told: tuple[str, ...] = ()  # codes of the lessons, in the order they came up
    says: str = ""  # the one that is shown
    at: tuple[int, int, str] = (0, 0, "")  # round, moves, what is awaited: where it looked last
    since: tuple[int, int] = (0, 0)  # round and moves when it began to say so
    hinting: bool = False  # a hint was asked for, as the match stands


def followed(guide: Guide | None, match: MatchView | None) -> Guide | None:
    """The guide, now that the match stands so; None: it is not a guided one."""
    if match is None or not match.guided:
        return None
    if guide is None or guide.match != match.id:
        guide = Guide(match.id)
    state = match.state
    at = state["round"], len(match.log), state["awaiting"]
    if at == guide.at:
        return guide
    guide = replace(guide, at=at, hinting=False)
    shown = presentation(match.game)
    for code in shown.situation(match):
        if code in shown.lessons and code not in guide.told:
            return replace(guide, told=(*guide.told, code), says=code, since=at[:2])
    begun_in, begun_at = guide.since
    everybody_moved = at[0] != begun_in or abs(at[1] - begun_at) >= len(match.names)
    return replace(guide, says="") if everybody_moved else guide


def said(words: GameWords, match: MatchView, hand: HandView | None, guide: Guide) -> str:
    """The hint that was asked for, or the lesson of now; "" if there is neither."""
    shown = presentation(match.game)
    if guide.hinting and (hint := shown.hint(words, match, hand)):
        return hint
    return words.say(shown.lessons[guide.says]) if guide.says in shown.lessons else ""
