"""The end of a match, picture by picture: who rises when, how high, and what falling cards leave free."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from controller.gallery.scenes import reached, shown
from controller.view import MatchView
from display.games import Scene
from display.screens.score import podium
from display.screens.score.podium import FALL_S, FIRST, RISE_S, STEP
from display.screens.ui import Ui
from display.text.words import Words
from display.widgets.boxes import Box
from display.widgets.theme import Scale
from display.widgets.widgets import Animation, Card, Page, Panel, Text, Widget, extent

SIZE = Scale(800, 480)


def over(totals: Sequence[int]) -> MatchView:
    match = reached("pot", Scene(name="", seats=len(totals), steps=["over"])).view
    named = dict(zip(match.names, totals, strict=True))
    winners = [name for name, total in named.items() if total == max(totals)]
    return replace(match, state=match.state | {"totals": named, "winners": winners})


def film(match: MatchView) -> Animation:
    page = Page(SIZE, Words("en"))
    podium.podium(page, replace(shown(reached("pot", Scene(name="", seats=3))), match=match), match, Ui())
    first = page.widgets[0]
    assert isinstance(first, Animation), "it lies under everything that can be read or touched"
    return first


def steps(picture: Sequence[Widget]) -> dict[int, int]:
    """How high each step is, by where it stands."""
    tops: dict[int, int] = {}
    for widget in picture:
        if isinstance(widget, Panel) and widget.fill in (FIRST, STEP):
            tops[widget.box.x] = min(tops.get(widget.box.x, SIZE.height), widget.box.y)
    bottom = max(
        (w.box.bottom for w in picture if isinstance(w, Panel) and w.fill in (FIRST, STEP)), default=0
    )
    return {x: bottom - top for x, top in sorted(tops.items())}


def texts(picture: Sequence[Widget]) -> list[str]:
    return [" ".join(widget.lines) for widget in picture if isinstance(widget, Text)]


def test_the_third_rises_first_then_the_second_then_the_first_and_then_the_name() -> None:
    shows = film(over((10, 30, 20)))
    assert [len(steps(shows.at(RISE_S * share))) for share in (0, 0.5, 1.5, 2.5)] == [0, 1, 2, 3]
    assert "Luc has won!" not in texts(shows.at(RISE_S * 2.9))
    assert "Luc has won!" in texts(shows.at(RISE_S * 3))
    second, first, third = steps(shows.at(shows.seconds)).values()
    assert first > second > third


def test_equal_ranks_stand_equally_high() -> None:
    shows = film(over((30, 30, 10)))
    high = sorted(steps(shows.at(shows.seconds)).values())
    assert high[1] == high[2] > high[0]
    assert texts(shows.at(shows.seconds)).count("1") == 2
    assert len(steps(film(over((9, 9, 9, 9))).at(99.0))) == 4


def test_cards_fall_for_three_seconds_and_never_over_what_can_be_read() -> None:
    shows = film(over((10, 30, 20)))
    name_at = RISE_S * 3
    assert shows.seconds == name_at + FALL_S
    assert not any(isinstance(widget, Card) for widget in shows.at(name_at - 0.01))
    most = 0
    for step in range(round(FALL_S * 10)):
        picture = list(shows.at(name_at + step / 10))
        cards = [at for at, widget in enumerate(picture) if isinstance(widget, Card)]
        most = max(most, len(cards))
        read = [at for at, widget in enumerate(picture) if isinstance(widget, Text)]
        assert not cards or max(cards) < min(read)
        for at in read:  # each word stands on something that hides the cards
            sheets = [w.box for w in picture[max(cards, default=0) : at] if isinstance(w, Panel)]
            assert any(sheet.holds(extent(picture[at])) for sheet in sheets) or _between(sheets, picture[at])
    assert most > 8
    assert not any(isinstance(widget, Card) for widget in shows.at(shows.seconds))


def _between(sheets: Sequence[Box], text: Widget) -> bool:
    """A step is drawn in two parts."""
    box = extent(text)
    return any(box.x >= sheet.x and box.right <= sheet.right for sheet in sheets)
