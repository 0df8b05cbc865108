"""States of a match, each reached by playing, as a table would show them.

now = reached("highest", Scene(name="score", seats=4, steps=["next"]))
view = shown(now)
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from controller.cards import decks
from controller.simulation.dealing import Dealt
from controller.simulation.players import SEAT_PLAYERS, hand_of, usual
from controller.storage import record
from controller.table import live_match
from controller.table.live_match import Accepted, LiveMatch
from controller.view import Light, Mode, Notice, NoticeKind, PadView, TableView
from display.games import Scene, presentation
from display.screens.ui import PODIUM, Ui
from display.text.guide import followed
from engine import games
from engine.cards import Deck
from engine.hands import deal
from engine.match import NEXT, awaiting
from engine.rules import Lay, Seat

NAMES = ("Marie", "Luc", "Zoé", "Maximilian", "Élisabeth", "Jo", "Anne", "Paul")
PADS = ("left", "middle", "right")
NOTHING = Ui()
SEED = 13


@dataclass(frozen=True)
class Shot:
    """One picture: a name, what the table shows, and what people do on the screen."""

    name: str
    view: TableView
    ui: Ui = NOTHING
    flat: bool = False  # the screen lies in the table


def shots(game: str) -> Iterator[Shot]:
    """The game's own scenes, or those that every game has."""
    for scene in tuple(presentation(game).scenes()) or _usual(game):
        now = reached(game, scene)
        view = shown(now) if scene.hand is None else held(now, **scene.hand)
        assert view.match
        view = replace(view, match=replace(view.match, guided=scene.guided, **scene.match), **scene.view)
        if scene.refused:
            why, pad, *known = scene.refused
            about = tuple(zip(("card", "zone"), known, strict=False))
            view = replace(view, notice=Notice(NoticeKind.REFUSED, why, pad, about))
        if scene.lit:
            zone, light = scene.lit
            pads = (replace(pad, light=light) if pad.zone == zone else pad for pad in view.pads)
            view = replace(view, pads=tuple(pads))
        ui = Ui(
            over=scene.over,
            on_board=scene.on_board,
            ready=(1, 1) if scene.dealt else None,
            revealed=(0, 0, 0) if scene.turned is None else (1, now.match.round, scene.turned),
            held=scene.held,
            guide=followed(None, view.match),
        )
        shot = Shot(scene.name, view, ui)
        yield shot
        if scene.flat:
            yield replace(shot, name=f"flat-{shot.name}", flat=True)


def _usual(name: str) -> Iterator[Scene]:
    game = games.game(name)
    few, many = game.seats[0], game.seats[-1]
    yield Scene(name=f"deal-{name}", seats=few)
    yield Scene(name=f"{name}-first", seats=few, dealt=True)
    yield Scene(name=name, seats=few, steps=[few], flat=True)
    yield Scene(name=f"{name}-many", seats=many, steps=[many + 1])
    yield Scene(name=f"{name}-score", seats=many, steps=["next"], rounds=2, turned=many + 1)
    yield Scene(name=f"{name}-podium", seats=many, steps=["over"], turned=PODIUM)
    yield Scene(name=f"hand-{name}", seats=few, steps=[1], hand={})


def reached(game: str, scene: Scene) -> LiveMatch:
    """The match after all steps of the scene."""
    now = table(
        game,
        scene.seats,
        options=scene.options,
        names=scene.names,
        rounds=scene.rounds,
        colours=scene.colours,
    )
    for step in scene.steps:
        if isinstance(step, int):
            now = played_on_for(now, step)
        elif isinstance(step, str):
            now = played_on(now, step)
        else:
            now = accept(now, record.read(now.match, step))
    return now


def table(
    game: str,
    players: int,
    *lines: dict[str, Any],
    options: str = "",
    names: tuple[str, ...] = (),
    rounds: int = 1,
    colours: tuple[str, ...] = (),
) -> LiveMatch:
    """A match in which these lines were accepted; *colours* are those its owner completed in the deck."""
    names = names or NAMES[:players]
    deck = completed(games.game(game).deck, colours) if colours else None
    header = record.Header(game, names, players - 1, frozenset(options.split()), rounds, deck=deck)
    header = msgspec.structs.replace(header, by_lot=games.game(game).dealer_by_lot)
    now = live_match.begin(1, header, names)
    for line in lines:
        now = accept(now, record.read(now.match, line))
    return now


def completed(deck: Deck, colours: tuple[str, ...]) -> Deck:
    numbers = [kind.name for kind in deck.kinds if kind.value]
    for first, colour in enumerate(colours, 1):
        for number in numbers[first::7]:
            deck = decks.traced(deck, number, colour)
        deck = decks.settled(deck, colour)
    return decks.finished(deck)


def accept(now: LiveMatch, action: Any) -> LiveMatch:
    ruling = now.play(action)
    if not isinstance(ruling, Accepted):
        raise AssertionError(f"{action} was refused: {ruling.refusal}")
    return ruling.live


def played_on(now: LiveMatch, until: str, seed: int = SEED) -> LiveMatch:
    """Moves at random, as long as it takes until that is awaited."""
    dice = random.Random(seed)
    deck = list(range(len(now.game.deck)))
    dice.shuffle(deck)
    aside = presentation(now.header.game).aside
    while awaiting(now.match).value != until:
        if awaiting(now.match).value == "next":
            now = accept(now, NEXT)
            continue
        laid = {action.card for action in now.match.actions if isinstance(action, Lay)}
        moves = now.game.legal_moves(now.match.state, [card for card in deck if card not in laid])
        now = accept(now, dice.choice([move for move in moves if move not in aside]))
    return now


def played_on_for(now: LiveMatch, number: int, seed: int = SEED) -> LiveMatch:
    """So many moves at random."""
    dice = random.Random(seed)
    for _ in range(number):
        laid = {action.card for action in now.match.actions if isinstance(action, Lay)}
        free = [card for card in range(len(now.game.deck)) if card not in laid]
        now = accept(now, dice.choice(now.game.legal_moves(now.match.state, free)))
    return now


def shown(now: LiveMatch, **changes: Any) -> TableView:
    zones = now.game.zones
    used = dict(zip(PADS[: len(zones)] if len(zones) > 1 else PADS[1:], zones, strict=False))
    pads = tuple(
        PadView(pad, used[pad], Light.ZONE, zones=(used[pad],)) if pad in used else PadView(pad, None)
        for pad in PADS
    )
    return replace(TableView(mode=Mode.PLAYING, match=now.view, pads=pads), **changes)


def held(
    now: LiveMatch, seat: Seat | None = None, *, seat_players: tuple[str, ...] = (), **changes: Any
) -> TableView:
    """The table as *seat*, or the player who is to act, sees it, with cards that could have been dealt."""
    match = now.match
    actor = match.game.to_act(match.state)
    seat = (actor or 0) if seat is None else seat
    dealt = Dealt(match.start, deal(match.game, match.start, random.Random(SEED)))
    hand = hand_of(match, dealt.follow(match), seat, seat_players or usual(match.setup.seats))
    if "lying" in changes:
        changes.setdefault("cards", tuple(card for card in hand.cards if card.name != changes["lying"][0]))
    view = shown(now, seat_players=SEAT_PLAYERS, hand=replace(hand, **changes))
    assert view.match
    return view if actor == seat else replace(view, match=replace(view.match, choices=()))
