"""The view of the table, built anew from what the table holds; nothing here is changed by that.

view = build_view(stored, settings, Naming(label, "fr"), session, showing, feedback)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from controller.ports import Showing
from controller.table.feedback import Feedback
from controller.table.session import Session
from controller.table.settings import Settings
from controller.view import Light, Mode, PadView, TableView
from engine.rules import Seat
from hardware.pads import Fault

FREEZING = (Fault.LINK_LOST, Fault.LINK_REFUSED, Fault.SILENT)  # a reader of unknown make may well read


class Naming(NamedTuple):
    """What a screen calls the players: *label* names a guest by seat and language."""

    label: Callable[[Seat, str], str]
    language: str

    def all(self, names: Sequence[str]) -> tuple[str, ...]:
        """A name for each seat, no two the same: a guest's label gives way to a player who is called so."""
        shown = list(names)
        for seat, name in enumerate(names):
            if not name:
                label = self.label(seat, self.language)
                while label in shown:
                    label += "’"
                shown[seat] = label
        return tuple(shown)


def build_view(
    stored: TableView,
    settings: Settings,
    naming: Naming,
    session: Session | None,
    showing: Showing | None,
    feedback: Feedback,
) -> TableView:
    """*stored*, which has what was read from disk and what is wrong, with what is on the table."""

    def pad_view(pad: str) -> PadView:
        faults = {trouble.code for trouble in stored.troubles if trouble.pad in (pad, None)}
        fault = next((fault.value for fault in FREEZING if fault.value in faults), None)
        rest = Light.WAITING if showing else session.light(pad) if session else Light.OFF
        light = Light.OFF if fault else feedback.light(pad) or rest
        zones = session.zones(pad) if session else ()
        return PadView(pad, zones[0] if len(zones) == 1 else None, light, fault, zones)

    match = session.view if session else None
    return replace(
        stored,
        mode=showing.mode if showing else session.mode if session else Mode.IDLE,
        language=naming.language,
        pads=tuple(map(pad_view, settings.pads)),
        match=match,
        notice=feedback.notice,
        question=session.question if session else None,
        count=session.count if session else None,
        enrol=showing.view() if showing else None,
        resumable=tuple(replace(kept, names=naming.all(kept.names)) for kept in stored.resumable),
        finder=stored.finder if match is None or match.round_over else None,
    )
