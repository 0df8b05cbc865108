"""Cards on the screen: what shows in a fan is in both corners, and a deck is known by its emblem."""

from __future__ import annotations

import math

import pygame
import pytest

from display.card_art.cards import card
from display.games.gamate import factors
from display.widgets.theme import INK_SOFT, PAPER, SUITS
from engine import games

W, H = 126, 176
NEAR = 40  # of 3 × 255: edges are smoothed


def differs(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return sum(abs(a - b) for a, b in zip(one[:3], other, strict=False))


def part(drawn: pygame.Surface, x: float, y: float, w: float, h: float) -> pygame.Surface:
    """A part of the card, from 0 to 1 both ways."""
    return drawn.subsurface((round(x * W), round(y * H), round(w * W), round(h * H)))


def has(drawn: pygame.Surface, colour: tuple[int, int, int]) -> bool:
    places = ((x, y) for x in range(drawn.get_width()) for y in range(drawn.get_height()))
    return any(differs(drawn.get_at(place), colour) < NEAR for place in places)


@pytest.mark.parametrize("name", ["blue-7#1", "green-2#1", "rotten-4#1"])
def test_value_suit_and_emblem_stand_in_the_corners_of_both_ends(name: str) -> None:
    drawn, suit = card("thirteen", name, W, H), SUITS[name.partition("-")[0]]
    for seen in (drawn, pygame.transform.rotate(drawn, 180)):
        assert has(part(seen, 0.1, 0.07, 0.23, 0.12), suit.on)  # the value
        assert has(part(seen, 0.15, 0.24, 0.12, 0.06), suit.on)  # the shape
        emblem = part(seen, 0.7, 0.07, 0.2, 0.12)
        colours = {emblem.get_at((x, 10))[:3] for x in range(emblem.get_width())}
        assert len(colours) > 2, "nothing is drawn there"


def test_a_card_is_paper_to_its_rounded_corners() -> None:
    drawn = card("thirteen", "yellow-1#1", W, H)
    for x, y in ((0.03, 0.15), (0.97, 0.15), (0.15, 0.02), (0.85, 0.98)):
        assert differs(drawn.get_at((round(x * W), round(y * H))), PAPER) < NEAR
    assert drawn.get_at((0, 0)).a < 128


def test_no_two_decks_have_a_card_or_a_back_in_common() -> None:
    def seen(game: str, name: str | None) -> bytes:
        return bytes(pygame.image.tobytes(card(game, name, W, H), "RGB"))

    fronts = [{seen(name, kind) for kind in games.game(name).deck.names} for name in games.names()]
    assert len(set.union(*fronts)) == sum(map(len, fronts))
    assert len({seen(name, None) for name in games.names()}) == len(games.names())


def test_a_number_tells_what_it_is_made_of() -> None:
    for number in range(2, 49):
        assert math.prod(factors(number)) == number
        assert not [prime for prime in factors(number) if any(prime % n == 0 for n in range(2, prime))]

    def written(name: str) -> int:
        above = part(card("gamate", name, W, H), 0.34, 0.25, 0.4, 0.06)
        return sum(has(above.subsurface((x, 0, 1, above.get_height())), INK_SOFT) for x in range(50))

    assert [written(name) > 0 for name in ("31", "36")] == [False, True]
    assert written("36") > written("35") > 5
