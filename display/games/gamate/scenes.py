"""Gamate in the gallery: from the first demand to the podium, at the table and by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from controller.view import Light, Notice, NoticeKind
from display.games import Scene, Steps
from display.games.gamate.board import Demanding
from display.screens.ui import PODIUM, Choosing, Correcting

RUN = {"choose": {"bid": {"run": [4, 12]}}}
BIDS: Steps = [RUN, {"choose": {"pass": True}}]
CONTRACT: Steps = [*BIDS, RUN]
UNOPPOSED: Steps = [*CONTRACT, *[{"choose": {"oppose": False}}] * 3]
UP: Steps = [*UNOPPOSED, {"choose": {"direction": "up"}}]
EIGHT: Steps = [*UP, {"choose": {"tricks": 8}}]
LEAD: Steps = [*EIGHT, {"choose": {"lead": "own"}}]


def scenes() -> Iterator[Scene]:
    first = Scene(name="deal-gamate", seats=4)
    yield first
    yield replace(first, name="gamate-bid", dealt=True, flat=True)
    bids = replace(first, name="gamate-bid-run", steps=BIDS, on_board=Demanding("run", low=9, high=30))
    yield bids
    yield replace(bids, name="gamate-bid-colour", on_board=Demanding("colour"))
    yield replace(bids, name="gamate-bid-odd", on_board=Demanding("odd"))
    known = ("blue", "red", "yellow", "violet", "orange", "turquoise")
    red = Demanding("colour", colour="red")
    yield replace(first, name="gamate-bid-colours", colours=known, dealt=True, on_board=red)
    yield replace(first, name="gamate-oppose", steps=CONTRACT)
    yield replace(first, name="gamate-direction", steps=UNOPPOSED)
    yield replace(first, name="gamate-tricks", steps=UP)
    yield replace(first, name="gamate-lead", steps=EIGHT)
    yield replace(first, name="gamate-lead-card", steps=LEAD)
    laid: Steps = [*LEAD, *({"lay": card, "zone": "trick"} for card in ("17", "35", "5"))]
    now = replace(first, name="gamate", steps=laid, lit=("trick", Light.ACCEPTED), flat=True)
    yield now
    about = (("card", "48"), ("deck", "gamate"), ("zone", "trick"))
    plain = Notice(NoticeKind.REFUSED, "plain-on-trump", "trick", about)
    refused = ("trick", Light.REFUSED)
    yield replace(now, name="gamate-refused", view={"notice": plain}, lit=refused, flat=False)
    taken = [*laid, {"lay": "7", "zone": "trick"}]
    yield replace(now, name="gamate-trick-taken", steps=taken, flat=False)
    now = replace(now, lit=None, flat=False)
    yield replace(now, name="gamate-correct", over=Correcting())
    yield replace(now, name="gamate-choose", over=Choosing(page=1))
    yield replace(now, name="gamate-score", steps=[*laid, "next"])
    yield replace(now, name="gamate-podium", steps=[*laid, "over"], turned=PODIUM)
    yield from _by_hand()


def _by_hand() -> Iterator[Scene]:
    declarer: dict[str, object] = {"seat_players": ("careful", "careful", "careful", "hand")}
    played: Steps = [*LEAD, 1]
    hands: list[tuple[str, Steps, dict[str, object]]] = [
        ("bid", [], declarer),
        ("bids", BIDS, {"seat": 0}),
        ("oppose", CONTRACT, {"seat": 0}),
        ("direction", UNOPPOSED, declarer),
        ("tricks", UP, declarer),
        ("lead", LEAD, declarer),
        ("", played, {}),
        ("partner", [*played, 1], {"seat": 3, **declarer}),
        ("trick-taken", [*played, 3], {"seat": 3, **declarer}),
    ]
    for name, steps, hand in hands:
        yield Scene(name=f"hand-gamate-{name}".rstrip("-"), seats=4, steps=steps, hand=hand)
