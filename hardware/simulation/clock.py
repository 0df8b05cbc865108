"""A virtual clock that accounts what a scan costs: transfers on the bus, bytes, and time on air.

    clock = Clock(transfer_us=100)        # what a transfer costs from Python on a Pi, whatever the SPI clock
    before = clock.transfers
    ...
    print(clock.transfers - before, clock.ticks_us())

Nothing waits: sleeping moves the time on. The functions of MicroPython's `time` are here, and wrap as there.
"""

TICKS_PERIOD = 1 << 30


class Clock:
    def __init__(self, transfer_us: int = 100, byte_us: int = 8, start_us: int = 0) -> None:
        self.ns = start_us * 1000
        self.transfers = 0
        self.bytes = 0
        self.air_ns = 0
        self._transfer_ns = transfer_us * 1000
        self._byte_ns = byte_us * 1000

    def transfer(self) -> None:
        """Chip-select went low: one more transfer."""
        self.transfers += 1
        self.ns += self._transfer_ns

    def shift(self, count: int) -> None:
        """*count* bytes went over the bus."""
        self.bytes += count
        self.ns += count * self._byte_ns

    def on_air(self, ns: int) -> None:
        """A frame, an answer with the delay before it, or a time-out took *ns*, beside the bus's time."""
        self.air_ns += ns

    def sleep_us(self, us: int) -> None:
        self.ns += us * 1000

    def sleep_ms(self, ms: int) -> None:
        self.ns += ms * 1000000

    def ticks_us(self) -> int:
        return self.ns // 1000 % TICKS_PERIOD

    def ticks_ms(self) -> int:
        return self.ns // 1000000 % TICKS_PERIOD
