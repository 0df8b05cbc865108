"""What the table says of a card goes by itself, each at its own time."""

from __future__ import annotations

from controller.table.feedback import Feedback


def test_what_is_due_goes_and_what_was_said_later_stays() -> None:
    feedback = Feedback()
    feedback.accepted("left", "lay", (), now=0.0)
    feedback.accepted("right", "lay", (), now=1.0)
    due = feedback.next_wake
    assert due is not None
    feedback.expire(due)
    assert feedback.light("left") is None
    assert feedback.light("right") is not None
    later = feedback.next_wake
    assert later == due + 1.0
    feedback.expire(later)
    assert feedback.light("right") is None
    assert feedback.next_wake is None
