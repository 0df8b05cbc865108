"""A table on a simulated hub, in virtual time, over a real pty with the real pyserial."""

from __future__ import annotations

from pathlib import Path
from random import Random

from hardware.backends.hub import HubPads
from hardware.pads import PadCured, PadEvent, PadFault, Snapshot
from hardware.simulation.hub import ENUMERATION_S, ESCAPE_S, HubSimulator
from hardware.simulation.hub_script import Script

PADS = ("left", "middle", "right")
TURN = 0.02  # seconds between two turns of the main loop
START = 1000.0  # the table's clock and the hub's have nothing to do with each other


class HubTable:
    """The reader under test, the hub behind it, and hands; `heard` is all it said, with the time."""

    def __init__(self, folder: Path, pads: tuple[str, ...] = PADS, **hub_settings: object) -> None:
        self.link = folder / "hub"
        self.hub = HubSimulator(self.link, len(PADS), **hub_settings)  # type: ignore[arg-type]
        self.script = Script(self.hub)
        self.reader = HubPads(pads, port=str(self.link))
        self.now = START
        self.heard: list[tuple[float, PadEvent]] = []

    def pass_time(self, now: float) -> None:
        self.now = now
        self.hub.run(now - START, patient=True)

    def turn(self) -> list[PadEvent]:
        """One turn of the main loop."""
        self.pass_time(self.now + TURN)
        events = list(self.reader.poll(self.now))
        self.heard += [(self.now, event) for event in events]
        return events

    def wait(self, seconds: float) -> list[PadEvent]:
        until = self.now + seconds - TURN / 2
        events = []
        while self.now < until:
            events += self.turn()
        return events

    def do(self, line: str) -> None:
        answer = self.script.answer(line)
        assert answer.startswith("ok "), answer

    def put(self, uid: str, pad: str) -> None:
        self.hub.put(uid, PADS.index(pad) + 1)

    def lift(self, uid: str) -> None:
        self.hub.lift(uid)

    def silence(self, pad: str) -> None:
        self.hub.dead(PADS.index(pad) + 1)

    def heal(self, pad: str) -> None:
        self.hub.revive(PADS.index(pad) + 1)

    def last(self, pad: str) -> Snapshot:
        return next(e for _, e in reversed(self.heard) if isinstance(e, Snapshot) and e.pad == pad)

    def close(self) -> None:
        self.reader.close()
        self.hub.close()


def faults(events: list[PadEvent]) -> list[PadFault | PadCured]:
    return [event for event in events if isinstance(event, PadFault | PadCured)]


def snapshots(events: list[PadEvent], pad: str) -> list[Snapshot]:
    return [event for event in events if isinstance(event, Snapshot) and event.pad == pad]


def break_link(table: HubTable, dice: Random) -> tuple[str, float]:
    """One fault of the link, and the seconds until hub and line are whole again."""
    kind = dice.choice(("unplug", "reboot", "echo", "truncate", "noise", "silence"))
    match kind:
        case "unplug":
            table.do("unplug")
            away = dice.uniform(0, 3)
            table.hub.after(away, table.hub.plug)
            return kind, away + ESCAPE_S
        case "reboot":
            table.do("reboot")
            return kind, ENUMERATION_S + ESCAPE_S
        case "truncate":
            table.do("truncate")
            return kind, 0
        case "noise":
            table.do(f"noise {dice.randrange(1, 600)}")
            return kind, 0
        case _:
            seconds = round(dice.choice((0.1, 0.5, 1.8, 2.2, 5)) * dice.random(), 3)
            table.do(f"{kind} {seconds}")
            return kind, seconds
