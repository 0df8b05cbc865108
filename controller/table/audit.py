"""The table's truth against the game's: where cards lie by the rules, and where the pads see them.

    for finding in audit(live.match, zones, debounce.lying, registry.lookup): ...

A card that is expected and not seen proves nothing; one that was not laid is not named: it may be face down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from controller.ports import CardRef
from controller.view import Finding
from engine.cards import Card
from engine.events import Laid, moved_cards
from engine.match import Match, line

SEVERAL, UNKNOWN, FOREIGN, NOT_LAID, ELSEWHERE = "several", "unknown", "foreign", "not-laid", "elsewhere"


def lying(match: Match) -> dict[Card, int]:
    """Every card that lies open on the table, and its zone: what was laid and not taken, in this round."""
    where: dict[Card, int] = {}
    state = match.start
    for move in line(match.actions):
        state, events, _ = match.game.apply(state, move)
        for event in events:
            if isinstance(event, Laid):
                where[event.card] = event.zone
            for card in moved_cards(event):
                where.pop(card, None)
        where.update(match.game.moved(state))
    return where


def audit(
    match: Match,
    zones: Callable[[str], tuple[int, ...]],
    seen: Mapping[str, tuple[str, ...]],
    lookup: Callable[[str], CardRef | None],
) -> tuple[Finding, ...]:
    """What lies on the pads and should not; *zones* says what a pad stands for."""
    game, expected = match.game, lying(match)
    findings: list[Finding] = []
    for pad, uids in seen.items():
        if len(uids) > 1:
            findings.append(Finding(pad, SEVERAL))
            continue
        for uid in uids:
            ref = lookup(uid)
            card = game.deck.card(ref.card) if ref and ref.deck == game.deck.name else None
            if ref is None:
                findings.append(Finding(pad, UNKNOWN))
            elif card is None:
                findings.append(Finding(pad, FOREIGN, ref.card))
            elif card not in expected:
                findings.append(Finding(pad, NOT_LAID))
            elif expected[card] not in zones(pad):
                findings.append(Finding(pad, ELSEWHERE, ref.card, game.zones[expected[card]]))
    return tuple(findings)
