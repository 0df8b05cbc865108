"""How well the bots play: one against three of another kind, every deal from every seat.

Each deal is played once from each seat, or for each side where sides play: that takes the luck of the cards
out. Standard errors and 95 % intervals are bootstrapped over deals, from 2,000 resamples.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from functools import partial
from random import Random
from typing import Any

from engine import games
from engine.bots import bot
from engine.bots.sense import sense
from engine.rules import Game, Setup
from engine.simulate import play_round

PAIRS = (("careful", "random"), ("expert", "careful"))
SEATS = 4
RESAMPLES = 2000
Deal = tuple[float, float]  # what the bot scored in a deal, and what its opponents did, on average


def measure(
    scale: float = 1.0, names: Iterable[str] = (), pairs: Sequence[tuple[str, str]] = PAIRS
) -> dict[str, Any]:
    """The tables of those games, or of all, from *scale* times the usual number of deals."""
    return {
        name: {f"{one} against {other}": _compared(name, one, other, scale) for one, other in pairs}
        for name in names or games.names()
    }


def table(results: dict[str, Any]) -> str:
    lines = ["one bot against three others (or side against side), ± standard error, 95 % interval"]
    for name, rows in results.items():
        lines.append(f"  {name}: {_meaning(games.game(name))}")
        for row, found in rows.items():
            low, high = found["interval"]
            value = f"{found['value']:>7.2f} ± {found['error']:<5.2f} [{low:.2f}, {high:.2f}]"
            lines.append(f"    {row:<24} {value}  {found['deals']} deals")
    return "\n".join(lines)


def _compared(name: str, one: str, other: str, scale: float) -> dict[str, Any]:
    deals = max(2, round(sense(games.game(name)).deals * scale))
    played = [_deal(name, one, other, seed) for seed in range(deals)]
    figure = partial(_figure, games.game(name))
    rng = Random(1)
    again = sorted(figure(rng.choices(played, k=deals)) for _ in range(RESAMPLES))
    low, high = again[RESAMPLES // 40], again[-RESAMPLES // 40]
    return {
        "value": round(figure(played), 3),
        "error": round(statistics.stdev(again), 3),
        "interval": [round(low, 3), round(high, 3)],
        "deals": deals,
    }


def _deal(name: str, one: str, other: str, seed: int) -> Deal:
    """One deal, from every seat in turn."""
    game = games.game(name)
    sides = len(game.sides) or SEATS
    first = game.first_round(Setup(SEATS), 0)
    own = theirs = 0.0
    for seat in range(sides):
        minds = [bot(one if game.side(place) == seat else other) for place in range(SEATS)]
        points = play_round(game, first, minds, Random(f"{name} {seed}")).points
        own += points[seat]
        theirs += (sum(points) - points[seat]) / (sides - 1)
    return own / sides, theirs / sides


def _meaning(game: Game) -> str:
    if game.won_or_lost:
        return "share of games won (a quarter is average)"
    if game.sides:
        return "points a deal more than the other side"
    kind, better = ("penalty points", "less") if game.lowest_wins else ("points", "more")
    return f"{kind}, as a share of the opponents' ({better} is better)"


def _figure(game: Game, played: Sequence[Deal]) -> float:
    own, theirs = map(sum, zip(*played, strict=True))
    if game.won_or_lost:
        return own / len(played)
    return (own - theirs) / len(played) if game.sides else own / theirs
