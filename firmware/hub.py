"""The pad hub: reads the pads in turn, tells the host what it sees, and shines as the host says.

    hub = Hub(chips, rims, stream, ticks_ms, sleep_ms, "micropython-1.27.0")
    hub.start()
    while True:
        hub.turn()

*chips* are MFRC522s, one per pad, *rims* their lights; *stream* has `read() -> bytes`, which never waits, and
`write(bytes)`. The hub keeps nothing that matters: after a reset the host hears the same as before. It speaks
only while it is spoken to; when the host falls silent the rims go to sleep, lest a light go on promising.
"""

from firmware import elapsed, lights, wire
from firmware.scan_round import BEAT_MS, ScannedPad, ScanRound

HOST_SILENCE_MS = 3000
IDLE_MS = 5  # a turn without a pad to scan


class _Pad(ScannedPad):
    """A pad by its number, its rim, and what the host was last told of its reader."""

    def __init__(self, number: int, chip, rim) -> None:
        super().__init__(number, chip)
        self.rim = rim
        self.told = None
        self.told_at = 0


class Hub:
    """A turn is one scan at most, which is bounded: host, lights and watchdog never wait long."""

    def __init__(self, chips, rims, stream, ticks_ms, sleep_ms, build, trouble="", hold=None) -> None:
        self.pads = [_Pad(i, chips[i], rims[i]) for i in range(len(chips))]
        self.asleep = True
        self._scan_round = ScanRound(self.pads, ticks_ms)
        self._stream = stream
        self._ticks_ms = ticks_ms
        self._sleep_ms = sleep_ms
        self._build = build
        self._trouble = trouble
        self._hold = hold
        self._receiver = wire.Receiver(wire.FROM_HOST)
        self._beat = 0
        self._heard_at = 0
        self._turned_at = ticks_ms()
        self._uptime_ms = 0
        self._uptime = 0
        self._lines = []

    def start(self) -> None:
        """Every reader set up and its antenna off, before any goes on; every rim asleep."""
        for pad in self.pads:
            pad.chip.start()
        self._fall_asleep()

    def turn(self) -> None:
        now = self._ticks_ms()
        self._count_uptime(now)
        data = self._stream.read()
        if data:
            for message in self._receiver.feed(data):
                self._obey(message, now)
        if not self.asleep and elapsed(now, self._heard_at) > HOST_SILENCE_MS:
            self._fall_asleep()
        pad = self._scan_round.scan()
        if pad is None:
            self._sleep_ms(IDLE_MS)
        elif not self.asleep:
            self._report(pad)
        if self._lines:
            self._stream.write(b"".join(self._lines))
            self._lines = []
        now = self._ticks_ms()
        for pad in self.pads:
            pad.rim.glow(now)

    def complain(self, text: str) -> None:
        """The last words before a reset."""
        self._stream.write(wire.encode(wire.Trouble(self._beat, text)))

    def _count_uptime(self, now: int) -> None:
        self._uptime_ms += elapsed(now, self._turned_at)
        self._uptime += self._uptime_ms // 1000
        self._uptime_ms %= 1000
        self._turned_at = now

    def _obey(self, message, now: int) -> None:
        kind = type(message)
        if kind is wire.Hail:
            self._beat = message.beat
            self._heard_at = now
            self.asleep = False  # everything is due by now: it was silent for longer than any beat
            self._hello(message.beat)
            if self._trouble:
                self._tell(wire.Trouble(message.beat, self._trouble))
        elif kind is wire.OtherVersion:
            self._hello(message.beat)
        elif kind is wire.Shine:
            if not self.asleep and message.pad < len(self.pads):
                self.pads[message.pad].rim.set(message.light, now)
        elif kind is wire.Hold and self._hold:
            self._hold()

    def _hello(self, beat: int) -> None:
        self._tell(wire.Hello(wire.VERSION, beat, len(self.pads), self._uptime, self._build))

    def _tell(self, message) -> None:
        self._lines.append(wire.encode(message))

    def _fall_asleep(self) -> None:
        self.asleep = True
        now = self._ticks_ms()
        for pad in self.pads:
            pad.rim.set(lights.ASLEEP, now)

    def _report(self, pad: _Pad) -> None:
        now = pad.scanned_at
        news = (pad.state, pad.chip.resets)
        if news != pad.told or elapsed(now, pad.told_at) >= BEAT_MS:
            self._tell(wire.Reader(self._beat, pad.name, pad.state, pad.chip.version, pad.chip.resets))
            pad.told = news
            pad.told_at = now
        if pad.picture.due(now):
            self._tell(wire.Seen(self._beat, pad.name, *pad.picture.tell(now)))
