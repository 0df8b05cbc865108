"""The pad hub: reads the pads in turn, tells the host what it sees, and shines as the host says.

    hub = Hub(chips, rims, stream, ticks_ms, sleep_ms, "micropython-1.27.0")
    hub.start()
    while True:
        hub.turn()

*chips* are MFRC522s, one per pad, *rims* their lights; *stream* has `read() -> bytes`, which never waits, and
`write(bytes)`. The hub keeps nothing that matters: after a reset the host hears the same as before. It speaks
only while it is spoken to; when the host falls silent the rims go to sleep, lest a light go on promising.
"""

from firmware import lights, wire
from firmware.iso14443a import SILENT, inventory
from firmware.picture import BEAT_MS, Picture, elapsed

HOST_SILENCE_MS = 3000
RETRY_MS = 1000  # a reader that does not answer is not asked in every round: it would slow down the others


class _Pad:
    def __init__(self, number: int, chip, rim) -> None:
        self.number = number
        self.chip = chip
        self.rim = rim
        self.picture = Picture()
        self.state = "ok"
        self.resets = 0
        self.scanned_at = 0
        self.told_at = 0
        self.fresh = True  # the reader's state has not been told yet


class Hub:
    """A turn is one scan at most, which is bounded: host, lights and watchdog never wait long."""

    def __init__(self, chips, rims, stream, ticks_ms, sleep_ms, build, trouble="", hold=None) -> None:
        self.pads = [_Pad(i, chips[i], rims[i]) for i in range(len(chips))]
        self.asleep = True
        self._stream = stream
        self._ticks_ms = ticks_ms
        self._sleep_ms = sleep_ms
        self._build = build
        self._trouble = trouble
        self._hold = hold
        self._receiver = wire.Receiver(wire.FROM_HOST)
        self._beat = 0
        self._heard_at = 0
        self._next = 0
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
        pad = self._whose_turn(now)
        if pad:
            self._scan(pad)
        else:
            self._sleep_ms(5)
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
        elif kind is wire.Light:
            if not self.asleep and message.pad < len(self.pads):
                colour = (message.red, message.green, message.blue)
                self.pads[message.pad].rim.set(colour, message.pattern, now)
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
            pad.rim.set(lights.ASLEEP[0], lights.ASLEEP[1], now)

    def _whose_turn(self, now: int):
        """The next pad of the round, passing over silent readers that were tried a moment ago."""
        for _ in range(len(self.pads)):
            pad = self.pads[self._next]
            self._next = (self._next + 1) % len(self.pads)
            if pad.state != SILENT or elapsed(now, pad.scanned_at) >= RETRY_MS:
                return pad
        return None

    def _scan(self, pad: _Pad) -> None:
        seen = inventory(pad.chip)
        now = self._ticks_ms()
        pad.scanned_at = now
        state = seen.fault or "ok"
        if state != pad.state or pad.chip.resets != pad.resets:
            pad.state = state
            pad.resets = pad.chip.resets
            pad.fresh = True
        if state == SILENT:
            pad.picture.forget()
        else:
            pad.picture.see(seen, now)
        if not self.asleep:
            self._report(pad, now)

    def _report(self, pad: _Pad, now: int) -> None:
        if pad.fresh or elapsed(now, pad.told_at) >= BEAT_MS:
            self._tell(wire.Reader(self._beat, pad.number, pad.state, pad.chip.version, pad.resets))
            pad.fresh = False
            pad.told_at = now
        picture = pad.picture
        if picture.due(now):
            self._tell(
                wire.Seen(
                    self._beat,
                    pad.number,
                    picture.uids,
                    picture.complete,
                    picture.age,
                    picture.scans,
                    picture.errors,
                    picture.collisions,
                )
            )
            picture.told(now)
