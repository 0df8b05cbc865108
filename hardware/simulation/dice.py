"""A small seeded generator, the same on MicroPython and CPython, with the two methods the simulator asks for.

    dice = Dice(7)
    dice.random() < 0.05
    dice.randrange(6)

`random.Random(7)` serves as well, and is faster, where there is one.
"""


class Dice:
    def __init__(self, seed: int = 1) -> None:
        # Multiplying by an odd number tells neighbouring seeds apart; a state of 0 would stay 0.
        self._state = (seed * 2654435761 + 1) & 0xFFFFFFFF or 1

    def _next(self) -> int:
        """xorshift32 (Marsaglia 2003)."""
        x = self._state
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self._state = x
        return x

    def random(self) -> float:
        return (self._next() >> 8) / 16777216

    def randrange(self, stop: int) -> int:
        return self._next() % stop
