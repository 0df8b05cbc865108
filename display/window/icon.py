"""The program's own picture, for the title bar and the task bar: two cards on green baize.

pygame.display.set_icon(icon())          # before the window is opened
"""

from __future__ import annotations

import pygame

from display.widgets.theme import BAIZE, PAPER, SUITS, WOOD

SIDE = 64  # pixels
FINE = 4  # times as large it is drawn, for smooth edges


def icon() -> pygame.Surface:
    side = SIDE * FINE
    drawn = pygame.Surface((side, side), pygame.SRCALPHA)
    pygame.draw.rect(drawn, WOOD, (0, 0, side, side), border_radius=side // 5)
    pygame.draw.rect(
        drawn, BAIZE, pygame.Rect(0, 0, side, side).inflate(-side // 9, -side // 9), 0, side // 6
    )
    for suit, angle, middle in (("red", 16, (0.39, 0.5)), ("yellow", -10, (0.6, 0.52))):
        card = _card(side * 9 // 20, side * 13 // 20, suit)
        lying = pygame.transform.rotozoom(card, angle, 1)
        drawn.blit(lying, lying.get_rect(center=(side * middle[0], side * middle[1])))
    return pygame.transform.smoothscale(drawn, (SIDE, SIDE))


def _card(width: int, height: int, suit: str) -> pygame.Surface:
    card, border = pygame.Surface((width, height), pygame.SRCALPHA), width // 12
    pygame.draw.rect(card, PAPER, (0, 0, width, height), border_radius=width // 7)
    inner = pygame.Rect(0, 0, width, height).inflate(-2 * border, -2 * border)
    pygame.draw.rect(card, SUITS[suit].fill, inner, border_radius=width // 9)
    x, y, reach = width // 2, height // 2, width // 4
    pygame.draw.polygon(
        card, SUITS[suit].on, ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
    )
    return card
