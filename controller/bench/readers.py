"""What a scan of a pad costs, beside the PyPI package mfrc522 on the same simulated chip.

Transfers and bytes are counted, milliseconds are accounted on a virtual clock: the same on every machine. Our
scans begin and end with the field off, so that every tag starts afresh; the package leaves it on for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from hardware.simulation.bus import RaspberryPi
from hardware.simulation.chip_pads import SimulatedReader
from hardware.simulation.clock import Clock
from hardware.simulation.tags import Tag

TRANSFER_US = 100  # from Python on a Pi, whatever the SPI clock
BYTE_US = 8  # at 1 MHz
RAMP_MS = 10.0  # field off 5 ms, for tags to forget, and on 5 ms, for them to start
COUNTED = ("transfers", "bytes", "ms", "ms_without_ramp", "air_ms")
_MISSING = dict.fromkeys(COUNTED) | {"finds": "not installed: pip install --no-deps mfrc522==0.0.7"}

CASES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("empty pad", ()),
    ("one 4-byte tag", ("1f2e3d4c",)),
    ("one 7-byte tag", ("04a2b3c4d5e680",)),
    ("two tags", ("04a2b3c4d5e680", "04a2b3c4d5e681")),
    ("three tags", ("04a2b3c4d5e680", "04a2b3c4d5e681", "0432e61a9c6b80")),
    ("four tags", ("04a2b3c4d5e680", "04a2b3c4d5e681", "0432e61a9c6b80", "1f2e3d4c")),
)


def measure() -> dict[str, object]:
    """Every case, ours and the package's, as plain values."""
    try:
        package, theirs = f"mfrc522 {version('mfrc522')}", _theirs
    except PackageNotFoundError:
        package, theirs = "mfrc522", lambda uids: _MISSING
    rows = []
    for name, uids in CASES:
        rows.append({"case": name, "driver": "tapis"} | _ours(uids))
        rows.append({"case": name, "driver": package} | theirs(uids))
    return {"transfer_us": TRANSFER_US, "byte_us": BYTE_US, "ramp_ms": RAMP_MS, "rows": rows}


def table(results: dict[str, Any]) -> str:
    heads = ("case", "driver", "transfers", "bytes", "ms", "ms without ramp", "ms on air", "finds")
    keys = ("case", "driver", *COUNTED, "finds")
    lines = [heads, *(tuple(_cell(row[key]) for key in keys) for row in results["rows"])]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    text = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines]
    note = [
        f"Accounted at {results['transfer_us']} us a transfer, as from Python on a Pi, and",
        f"{results['byte_us']} us a byte, which is 1 MHz. Our scans include a field cycle of",
        f"{results['ramp_ms']:g} ms, ramp down and up; the package never cycles its field.",
        "On air: frames, the tags' delay and time-outs, the least these exchanges can take.",
    ]
    return "\n".join([*(line.rstrip() for line in text), "", *note])


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def _ours(uids: Sequence[str]) -> dict[str, object]:
    reader = _with_tags(uids)
    reader.scan()  # the scan before, whose field cycle ends where this one's begins
    cost, seen = _cost(reader.clock, reader.scan)
    return cost | {
        "ms_without_ramp": round(cost["ms"] - RAMP_MS, 2),
        "finds": " ".join(uid.hex() for uid in seen.uids) or "nobody",
    }


def _theirs(uids: Sequence[str]) -> dict[str, object]:
    """The package's quickest call for a UID: request and anticollision, the field being on."""
    reader = _with_tags(uids)
    pi = RaspberryPi()
    pi.wire(reader.chip, bus=0, ce=0, rst=25)
    with pi.modules():
        import mfrc522  # type: ignore[import-untyped]

        package = mfrc522.SimpleMFRC522()
        reader.clock.sleep_us(10_000)
        cost, number = _cost(reader.clock, package.read_id_no_block)
    finds = "nothing" if uids else "nobody"
    if number is not None:
        uid = number.to_bytes(5, "big").hex()[:8]
        finds = uid if uid in uids else f"{uid}, which is no tag's UID"
    return cost | {"ms_without_ramp": cost["ms"], "finds": finds}


def _with_tags(uids: Sequence[str]) -> SimulatedReader:
    reader = SimulatedReader(transfer_us=TRANSFER_US)
    for uid in uids:
        reader.field.put(Tag(uid))
    return reader


def _cost(clock: Clock, action: Callable[[], Any]) -> tuple[dict[str, Any], Any]:
    transfers, count, ns, air_ns = clock.transfers, clock.bytes, clock.ns, clock.air_ns
    result = action()
    cost = {
        "transfers": clock.transfers - transfers,
        "bytes": clock.bytes - count,
        "ms": round((clock.ns - ns) / 1e6, 2),
        "air_ms": round((clock.air_ns - air_ns) / 1e6, 2),
    }
    return cost, result
