"""What was agreed is kept with a match, the edition of the rules too."""

from __future__ import annotations

from typing import Any

import pytest

from controller.storage import record
from controller.storage.record import Damaged, Header
from engine.rules import EDITION

OF_0_1_0: dict[str, Any] = {"game": "ninja", "names": ["Marie", "Luc"], "dealer": 1, "options": []}


def test_a_match_is_played_by_the_edition_it_was_begun_with() -> None:
    assert record.begin(record.from_json(OF_0_1_0)).setup.edition == 1
    today = Header("ninja", ("Marie", "Luc"), dealer=1)
    assert record.from_json(record.to_json(today)) == today
    assert record.begin(today).setup.edition == EDITION


@pytest.mark.parametrize("edition", [0, EDITION + 1, "2", None])
def test_a_match_of_an_edition_that_is_not_known_cannot_be_played(edition: object) -> None:
    with pytest.raises(Damaged, match=r"^(This match|The header) .*\.$"):
        record.from_json({**OF_0_1_0, "edition": edition})
