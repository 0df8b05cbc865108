"""The hand of a player at a simulated table: what that player may see, as a value for the view.

hand = hand_of(match, cards, seat=0, seat_players=("hand", "careful"))
view = add_hand(table.view, hand, may_choose)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from controller.view import HandCard, HandView, TableView
from engine.cards import Card
from engine.events import Laid
from engine.hands import Deal
from engine.match import Match
from engine.rules import Lay, Move, Seat

HAND = "hand"  # a seat that is played by hand; the others are bots
SEAT_PLAYERS = (HAND, "careful", "expert")


def usual(seats: int) -> tuple[str, ...]:
    """Who plays each seat, unless players say otherwise: one by hand, against careful bots."""
    return (HAND, *("careful",) * (seats - 1))


def add_hand(view: TableView, hand: HandView | None, may_choose: Callable[[Move], bool]) -> TableView:
    """*view* of a simulated table, with who may sit there and the *hand* of who is at the mouse.

    Of the choices those are left that *may_choose* allows: no player answers for another one here.
    """
    match = view.match
    if match and hand:
        match = replace(match, theirs=None, choices=tuple(filter(may_choose, match.choices)))
    return replace(view, match=match, seat_players=SEAT_PLAYERS, hand=hand)


def hand_of(match: Match, cards: Deal, seat: Seat, seat_players: tuple[str, ...]) -> HandView:
    """What *seat* sees: the own cards, and what lies open."""
    names, game = match.game.deck.names, match.game
    acting = game.to_act(match.state) == seat
    owner = holder_of(match, seat)
    other = seat if owner != seat else match.game.open_hand(match.state)
    beside = None
    if other is not None and other != owner:
        beside = other, tuple(names[card] for card in sorted(cards.hands[other]))
    return HandView(
        seat,
        seat_players,
        owner,
        tuple(
            HandCard(names[card], zones_for(match, card, owner) if acting else ())
            for card in sorted(cards.hands[owner])
        ),
        acting,
        beside=beside,
        face_up=tuple(tuple(names[card] for card in lying) for lying in cards.face_up),
    )


def holder_of(match: Match, seat: Seat) -> Seat:
    """Whose cards *seat* lays next: a declarer plays the open hand too."""
    whose = match.game.open_hand(match.state)
    plays_it = whose is not None and match.game.to_act(match.state) == seat and match.state.turn == whose
    return whose if plays_it and whose is not None else seat


def zones_for(match: Match, card: Card, holder: Seat) -> tuple[str, ...]:
    """Where the table would take *card*, as a lay of its holder's."""
    rulings = [match.game.apply(match.state, Lay(card, zone)) for zone in range(len(match.game.zones))]
    return tuple(
        match.game.zones[zone]
        for zone, ruling in enumerate(rulings)
        if not ruling.refusal and laid_by(ruling.events, holder)
    )


def laid_by(events: Sequence[Any], seat: Seat) -> bool:
    return all(event.player == seat for event in events if isinstance(event, Laid))
