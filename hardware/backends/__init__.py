"""The reader backends: each module here is one, and so is each entry point of the group `tapis.readers`.

    wiring = parse({"backend": "simulated", "pads": [{"name": "left"}, {"name": "right"}]})
    with closing(wiring.open(time.monotonic, time.sleep)) as reader: ...

A backend is a subclass of hardware.wiring.Wiring, called BACKEND in a module here; its name is that of the
module or entry point. It is imported only when it is asked for: a broken one hurts no table without it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Any

from hardware.pads import WiringError
from hardware.wiring import Wiring, listed, said

GROUP = "tapis.readers"


def parse(table: Mapping[str, Any]) -> Wiring:
    """The wiring that the hardware part of a table file describes; WiringError, in one sentence."""
    if "backend" not in table:
        raise WiringError(f"backend is missing: set it to one of {listed(load_all()[0])}.")
    return load(table["backend"]).from_table(table)


def names() -> list[str]:
    """All there are, broken ones as well."""
    return sorted({*_modules(), *(point.name for point in entry_points(group=GROUP))})


def load(name: object) -> type[Wiring]:
    """The backend called *name*; WiringError if there is none, or it is broken."""
    try:
        found = _import(name) if isinstance(name, str) else None
    except (Exception, SystemExit) as error:  # a stranger's code: whatever it raises
        why = " ".join(f"{type(error).__name__}: {error}".split())
        raise WiringError(f"backend {said(name)} cannot be loaded ({why}): repair or remove it.") from error
    if found is None:
        raise WiringError(f"backend = {said(name)} is unknown: set it to one of {listed(load_all()[0])}.")
    return found


def load_all() -> tuple[list[str], list[str]]:
    """The names of those that can be loaded, and a sentence for each that cannot."""
    working, broken = [], []
    for name in names():
        try:
            load(name)
            working.append(name)
        except WiringError as error:
            broken.append(str(error))
    return working, broken


def _modules() -> list[str]:
    return [module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")]


def _import(name: str) -> type[Wiring] | None:
    if name in _modules():
        found = importlib.import_module(f"{__name__}.{name}").BACKEND
    elif points := entry_points(group=GROUP, name=name):
        found = next(iter(points)).load()
    else:
        return None
    if not (isinstance(found, type) and issubclass(found, Wiring) and found.open is not Wiring.open):
        raise TypeError("it is no hardware.wiring.Wiring with an open of its own")
    return found
