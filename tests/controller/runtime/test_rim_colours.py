"""What the table says is told apart by the buzzer alone."""

from __future__ import annotations

from controller.runtime.rim_colours import BEEPS
from controller.view import Sound


def test_each_sound_has_a_beep_of_its_own() -> None:
    assert set(BEEPS) == set(Sound)
    assert len(set(BEEPS.values())) == len(Sound)
