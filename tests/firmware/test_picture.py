"""A pad's picture: age is evidence, news is repeated, old pictures at a slow beat."""

from dataclasses import dataclass, field

import pytest

from firmware.picture import PadPicture

ANNA = bytes.fromhex("04a1b2c3")
BERT = bytes.fromhex("04a1b2c4d5e6f7")


@dataclass
class Scan:
    uids: list[bytes] = field(default_factory=list)
    complete: bool = True
    errors: int = 0
    collisions: int = 0


def watched(scans: list[Scan], every: int = 50, start: int = 0) -> PadPicture:
    picture = PadPicture()
    for number, scan in enumerate(scans):
        picture.see(scan, (start + number * every) % 2**30)
    return picture


def test_age_runs_from_the_first_scan_that_agrees_to_the_last() -> None:
    picture = watched([Scan(), Scan([ANNA]), Scan([ANNA]), Scan([ANNA])])
    assert (picture.uids, picture.complete, picture.age, picture.scans) == ((ANNA,), True, 100, 3)


def test_the_order_in_which_tags_answer_is_no_change() -> None:
    picture = watched([Scan([BERT, ANNA]), Scan([ANNA, BERT])])
    assert (picture.uids, picture.scans) == (tuple(sorted((ANNA, BERT))), 2)


@pytest.mark.parametrize("change", [Scan(), Scan([ANNA], complete=False), Scan([BERT]), Scan([ANNA, BERT])])
def test_any_change_of_tags_or_completeness_starts_afresh(change: Scan) -> None:
    picture = watched([Scan([ANNA], errors=2), Scan([ANNA], collisions=1), change])
    assert (picture.age, picture.scans, picture.errors, picture.collisions) == (0, 1, 0, 0)


def test_errors_and_collisions_add_up_over_the_scans_that_agree() -> None:
    picture = watched([Scan([ANNA], errors=1), Scan([ANNA], errors=2, collisions=3)])
    assert (picture.errors, picture.collisions) == (3, 3)


def test_age_goes_on_where_the_clock_wraps_and_stops_at_the_limit() -> None:
    assert watched([Scan([ANNA])] * 3, start=2**30 - 60).age == 100
    picture = watched([Scan([ANNA])] * 4, every=5_000_000)
    assert picture.age == 9_999_999


def told_at(scans: list[Scan], every: int) -> list[int]:
    picture = PadPicture()
    times = []
    for number, scan in enumerate(scans):
        now = number * every
        picture.see(scan, now)
        if picture.due(now):
            picture.told(now)
            times.append(now)
    return times


def test_news_is_told_at_once_repeated_for_a_second_and_then_at_a_slow_beat() -> None:
    times = told_at([Scan()] * 10 + [Scan([ANNA])] * 200, every=20)
    since = [time - 200 for time in times if time >= 200]
    assert since[:10] == [0, 100, 200, 300, 400, 500, 600, 700, 800, 900]
    assert since[10:] == [1800, 2700, 3600]


def test_nothing_is_told_before_the_first_scan() -> None:
    assert not PadPicture().due(5000)


def test_a_pad_that_was_out_of_sight_starts_afresh_even_if_it_looks_the_same() -> None:
    picture = watched([Scan([ANNA])] * 10)
    picture.told(500)
    picture.forget()
    assert not picture.due(5000)
    picture.see(Scan([ANNA]), 5000)
    assert (picture.age, picture.scans, picture.due(5000)) == (0, 1, True)
