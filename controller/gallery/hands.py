"""The part of the gallery that is played by hand on simulated hardware."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from controller.gallery.screens import Shot, accept, lit, played_on, played_on_for, shown, table
from controller.simulation.dealing import Dealt
from controller.simulation.hands import SEAT_PLAYERS, hand_of, usual
from controller.table.live_match import DONE, LiveMatch
from controller.view import Light, Notice, NoticeKind, TableView, Trouble
from display.screens.ui import Held, Setting, Trying, Ui
from engine.games.pot import Awaits
from engine.hands import deal
from engine.rules import Choose, Lay, Press, Seat


def held(
    now: LiveMatch, seat: Seat | None = None, *, seat_players: tuple[str, ...] = (), **changes: Any
) -> TableView:
    """The table as *seat*, or whoever is to act, sees it, with cards that could have been dealt."""
    match = now.match
    actor = match.game.to_act(match.state)
    seat = (actor or 0) if seat is None else seat
    dealt = Dealt(match.start, deal(match.game, match.start, Random(13)))
    hand = replace(
        hand_of(match, dealt.follow(match), seat, seat_players or usual(match.setup.seats)), **changes
    )
    view = shown(now, seat_players=SEAT_PLAYERS, hand=hand)
    assert view.match
    return view if actor == seat else replace(view, match=replace(view.match, choices=()))


def by_hand() -> Iterator[Shot]:
    yield from _players()
    yield from _thirteen()
    yield from _ninja()
    yield from _gamate()
    yield from _pot()


def _players() -> Iterator[Shot]:
    idle = TableView(seat_players=SEAT_PLAYERS, guests=("Marie", "Luc"))
    for game in ("thirteen", "ninja", "gamate", "pot"):
        yield Shot(f"hand-players-{game}", idle, Ui(setting=Setting.of(game)))
    seat_players = ("hand", "expert", "careful", "hand", "careful", "expert")
    names = ("Marie", "", "", "Maximilian", "", "")
    six = replace(Setting.of("ninja").seats(6), names=names, seat_players=seat_players)
    yield Shot("hand-players-six", idle, Ui(setting=six))


def _thirteen() -> Iterator[Shot]:
    now = played_on_for(table("thirteen", 4), 8)
    view = held(now, 0)
    assert view.hand
    yield Shot("hand-thirteen", view)
    card = next(card for card in view.hand.cards if len(card.zones) == 1)
    yield Shot("hand-thirteen-held", view, Ui(held=Held(card.name)))
    yield Shot("hand-thirteen-dragged", view, Ui(held=Held(card.name, (420, 250))))
    left, (zone,) = tuple(other for other in view.hand.cards if other != card), card.zones
    laid = replace(view.hand, cards=left, lying=(card.name, zone), acting=False)
    yield Shot("hand-thirteen-seen", lit(replace(view, hand=laid), zone, Light.SEEN))
    wrong = next(other for other in now.game.zones if other != zone)
    refused = Notice(NoticeKind.REFUSED, "wrong-colour", f"pad {wrong}", (("card", card.name),))
    refusing = replace(view, notice=refused, hand=replace(laid, lying=(card.name, wrong)))
    yield Shot("hand-thirteen-refused", lit(refusing, wrong, Light.REFUSED))
    yield Shot("hand-thirteen-bots", held(played_on_for(table("thirteen", 6), 10), 0))
    two = ("hand", "careful", "hand", "expert")
    yield Shot("hand-curtain", held(played_on_for(now, 2), 2, seat_players=two, curtain=True, cards=()))
    yield Shot("hand-thirteen-all", held(played_on_for(table("thirteen", 3, options="all_dealt"), 3), 0))
    yield Shot("hand-faults", view, Ui(over=Trying()))
    broken = replace(view, hand=replace(view.hand, faults=("unplug", "dead")))
    yield Shot("hand-faults-cure", broken, Ui(over=Trying()))
    yield Shot("hand-unplugged", replace(broken, troubles=(Trouble("link-lost"),)))
    yield Shot("hand-dead-pad", replace(broken, troubles=(Trouble("silent", "left"),)))


def _ninja() -> Iterator[Shot]:
    start = held(table("ninja", 4), 0, swapping=True, acting=False)
    assert start.hand
    yield Shot("hand-ninja-swap", start)
    yield Shot("hand-ninja-swap-held", start, Ui(held=Held(start.hand.cards[0].name)))
    now = table("ninja", 6)
    for card in ("2#1", "3#1", "4#1", "5#1", "7#1", "10#1"):
        now = _laid(now, card)
    yield Shot("hand-ninja", held(now))
    given = _laid(now, "13#1")
    yield Shot("hand-ninja-give", held(given))
    yield Shot("hand-ninja-counter", held(accept(given, Choose("give", 2))))
    heap = table("ninja", 2)
    for value in ("2", "3", "4", "5", "7", "10", "11", "12"):
        heap = _laid(_laid(heap, f"{value}#1"), f"{value}#2")
    yield Shot("hand-ninja-many", held(_laid(accept(heap, Press("pick-up")), "1#1")))


def _laid(now: LiveMatch, card: str) -> LiveMatch:
    number = now.game.deck.card(card)
    assert number is not None
    return accept(accept(now, Lay(number, 0)), DONE)


def _gamate() -> Iterator[Shot]:
    declarer = ("careful", "careful", "careful", "hand")
    yield Shot("hand-gamate-bid", held(table("gamate", 4), seat_players=declarer))
    bids = table("gamate", 4, {"choose": {"bid": {"run": [4, 12]}}}, {"choose": {"pass": True}})
    yield Shot("hand-gamate-bids", held(bids, 0))
    contract = accept(bids, Choose("bid", ("run", 4, 12)))
    yield Shot("hand-gamate-oppose", held(contract, 0))
    for _ in range(3):
        contract = accept(contract, Choose("oppose", False))
    yield Shot("hand-gamate-direction", held(contract, seat_players=declarer))
    contract = accept(contract, Choose("direction", "up"))
    yield Shot("hand-gamate-tricks", held(contract, seat_players=declarer))
    for move in (Choose("tricks", 8), Choose("lead", "own")):
        contract = accept(contract, move)
    yield Shot("hand-gamate-lead", held(contract, seat_players=declarer))
    contract = played_on_for(contract, 1)
    yield Shot("hand-gamate", held(contract))
    yield Shot("hand-gamate-partner", held(played_on_for(contract, 1), 3, seat_players=declarer))
    yield Shot("hand-gamate-trick-taken", held(played_on_for(contract, 3), 3, seat_players=declarer))


def _pot() -> Iterator[Shot]:
    yield Shot("hand-pot-turned-up", held(table("pot", 4), lying=("red-8", "pot")))
    now = played_on_for(table("pot", 4), 6)
    yield Shot("hand-pot", held(now))
    yield Shot("hand-pot-choice", held(played_on(now, Awaits.COLOUR)))
    yield Shot("hand-pot-six", held(played_on_for(table("pot", 6), 9)))
