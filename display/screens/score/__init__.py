"""What a scored round and a finished match share: who stands where, and how far its cards are turned up."""

from __future__ import annotations

from dataclasses import replace

from controller.intents import Act, AskFinder, AskScores, Intent, UndoTo
from controller.view import MatchView
from display.screens.ui import PODIUM, Scores, Searching, Ui
from display.widgets.boxes import Box
from display.widgets.typography import SMALL
from display.widgets.widgets import Page
from engine import games
from engine.match import UNDO

SCORES = 5  # past matches on a page


def ranked(match: MatchView) -> list[tuple[int, str, int]]:
    """Rank, name and total, the best first; who won is the referee's word."""
    return in_rank(match, match.state["totals"])


def in_rank(match: MatchView, totals: dict[str, int]) -> list[tuple[int, str, int]]:
    sign = 1 if games.game(match.game).lowest_wins else -1
    order = sorted(totals.items(), key=lambda item: sign * item[1])
    values = [value for _, value in order]
    return [(values.index(value) + 1, name, value) for name, value in order]


def shown_name(match: MatchView, who: str) -> str:
    """A player, or the two of a side."""
    if who in match.names:
        return who
    return " + ".join(match.names[int(seat)] for seat in who.split("+"))


def standing(match: MatchView) -> int:
    """How many players' piles are turned up one after the other."""
    return len(match.names) if match.reveal and any(match.reveal.taken) else 0


def stage(match: MatchView, ui: Ui) -> int:
    """So many have been turned up; one more: everybody is in rank."""
    seen = ui.revealed[2] if ui.revealed[:2] == (match.id, match.state["round"]) else 0
    return max(1, seen)


def at_stage(match: MatchView, ui: Ui, number: int) -> Ui:
    return replace(ui, revealed=(match.id, match.state["round"], number))


def is_revealing(match: MatchView, ui: Ui) -> bool:
    """The last round of a match is revealed before its winners stand on the podium."""
    worth_it = match.reveal is not None and any("=" in text for text in match.reveal.explain.values())
    seen = ui.revealed[:2] == (match.id, match.state["round"])
    return (worth_it or (seen and ui.revealed[2] > 0)) and stage(match, ui) < PODIUM


def undo_button(page: Page, box: Box, match: MatchView, label: bool = True) -> None:
    """The last move or, of a round that was ended early, all of it: its piles were seen."""
    does: Intent = Act(UNDO)
    text = page.words.say("undo")
    if match.has_shown_piles:
        text, does = page.words.say("deal again"), UndoTo(0)
    page.button(box, text if label else "", does, look="quiet", sign="undo", key="u")


def find_button(page: Page, box: Box, ui: Ui, label: bool = True) -> None:
    """Not offered at a table of seat players: cards on the screen only are never lost."""
    text, then = page.words.say("find a card") if label else "", ui.at(Searching())
    page.button(box, text, AskFinder(), then=then, look="quiet", sign="find", key="f", size=SMALL)


def asked(looking: Scores) -> AskScores:
    return AskScores(looking.game, looking.guest, looking.page, SCORES)


def scores_button(page: Page, box: Box, ui: Ui, looking: Scores, key: str, label: bool = True) -> None:
    text, then = page.words.say("scores") if label else "", ui.at(looking)
    page.button(box, text, asked(looking), then=then, look="quiet", sign="chart", key=key, size=SMALL)
