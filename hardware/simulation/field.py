"""The field of one antenna: which tags have power, what they hear, what of their answers reaches the reader.

    field = Field(clock, Dice(7), BAD)
    field.put(Tag("04a1b2c3d4e5f6"), offset=True)
    field.power(True)
    field.send(b"\\x26", 7, clock.ns, gain_db=38)   # -> (start in ns, symbols) or None

Answers overlay bit by bit: where two tags differ the reader sees COLLIDED. Whatever a profile does wrong
happens to symbols on the air or to power, never to results: ghost and shifted UIDs are bits flipped, lost or
added.
The numbers are guesses shaped by makers' reports, not measurements.
"""

import math

from hardware.simulation.clock import Clock
from hardware.simulation.tags import POWER_OFF, Tag, symbols

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random


COLLIDED = 2  # a symbol: both halves of the bit were modulated

BIT_NS = 9440  # 128 / 13.56 MHz
FRAME_DELAY_NS = 91150  # 1236 / 13.56 MHz, from the reader's last bit to the tags' first
_LISTENING_NS = 900000  # where in a silence noise may begin
_INTERFERENCE = 0.5  # noise in a listening window while a neighbour's antenna is on


class Dice:
    """A small seeded generator, the same on MicroPython and CPython."""

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


class Profile:
    """How well a field works; everything but the times is a probability."""

    def __init__(
        self,
        name: str,
        read: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0),
        bit_error: float = 0.0,
        deaf: float = 0.0,
        noise: float = 0.0,
        brown_out: float = 0.0,
        outages: tuple[float, float] = (0.0, 0.0),
        bleed: float = 0.0,
        lock_up: float = 0.0,
        faint: dict[int, float] | None = None,
        saturated: dict[int, float] | None = None,
        start_up_us: int = 1000,
        hold_us: int = 1000,
    ) -> None:
        self.name = name
        self.read = read  # a tag has power, per field cycle: alone, two offset, two aligned, three or more
        self.bit_error = bit_error  # per symbol of an answer
        self.deaf = deaf  # a tag mishears a frame
        self.noise = noise  # the reader hears something in a silence
        self.brown_out = brown_out  # per frame and tag: power fails for an instant, the state is lost
        self.outages = outages  # correlated drop-outs: how many a minute, and their mean length in ms
        self.bleed = bleed  # a neighbour's tag has power here, per field cycle
        self.lock_up = lock_up  # the reader locks up, per field cycle
        self.faint = faint or {}  # gain in dB -> answer not heard
        self.saturated = saturated or {}  # gain in dB -> bit error on top
        self.start_up_us = start_up_us  # from power to the first frame understood; the standard allows 5000
        self.hold_us = hold_us  # how long a tag remembers without power


IDEAL = Profile("ideal")
TYPICAL = Profile(
    "typical",
    read=(0.995, 0.9, 0.05, 0.2),
    bit_error=0.00002,
    deaf=0.0005,
    noise=0.001,
    brown_out=0.0005,
    outages=(1.0, 150.0),
    bleed=0.001,
    lock_up=0.00001,
    faint={18: 0.6, 23: 0.3},
    saturated={48: 0.0005},
    start_up_us=2500,
    hold_us=2500,
)
BAD = Profile(
    "bad",
    read=(0.97, 0.7, 0.02, 0.1),
    bit_error=0.001,
    deaf=0.01,
    noise=0.02,
    brown_out=0.01,
    outages=(10.0, 300.0),
    bleed=0.02,
    lock_up=0.0005,
    faint={18: 0.9, 23: 0.6, 33: 0.05},
    saturated={43: 0.001, 48: 0.01},
    start_up_us=4800,
    hold_us=4800,
)
PROFILES = {profile.name: profile for profile in (IDEAL, TYPICAL, BAD)}


class _Place:
    """A tag lying on the pad."""

    def __init__(self, tag: Tag, offset: bool, coupling: float, now: int) -> None:
        self.tag = tag
        self.offset = offset
        self.coupling = coupling
        self.since = 0  # power came, in ns
        self.lost = -1  # power went; -1: it has power, or never had
        self.outage = now  # the current or next drop-out begins
        self.outage_ends = now


class Field:
    """One antenna's field. `neighbours` are the fields whose tags may bleed in and whose antennas disturb."""

    def __init__(self, clock: Clock, rng: "Dice | Random", profile: Profile = IDEAL) -> None:
        self.clock = clock
        self.rng = rng
        self.profile = profile
        self.on = False
        self.neighbours: list[Field] = []
        self._places: list[_Place] = []
        self._powered: list[_Place] = []

    @property
    def tags(self) -> list[Tag]:
        return [place.tag for place in self._places]

    def put(self, tag: Tag, offset: bool = False, coupling: float = 1.0) -> None:
        """Lay *tag* on top, *offset* if not right over the others; a *coupling* below 1 hovers or is skew."""
        self._places.append(_Place(tag, offset, coupling, self.clock.ns))
        self._cycle()

    def lift(self, uid: str) -> None:
        for place in self._places:
            if place.tag.uid == uid:
                self._places.remove(place)
                place.tag.power_off()
                for field in self.neighbours:
                    if place in field._powered:
                        field._powered.remove(place)
                self._cycle()
                return
        raise KeyError(uid)

    def power(self, on: bool) -> None:
        """The antenna was switched on or off."""
        if on != self.on:
            self.on = on
            self._cycle()

    def _cycle(self) -> None:
        """Deal out power afresh: the antenna was switched, or the pile changed."""
        now = self.clock.ns
        powered = self._with_power() if self.on else []
        for place in self._powered:
            if place not in powered:
                place.lost = now
        for place in powered:
            if place not in self._powered:
                if place.lost < 0 or now - place.lost > self.profile.hold_us * 1000:
                    place.tag.power_off()
                place.lost = -1
                place.since = now
        self._powered = powered

    def _with_power(self) -> list[_Place]:
        rng, places = self.rng, self._places
        alone, offset, aligned, pile = self.profile.read
        if len(places) > 2:
            # A pile stands or falls together: it detunes the antenna, and reads as empty.
            own = [place for place in places if rng.random() < place.coupling] if rng.random() < pile else []
        else:
            together = offset if any(place.offset for place in places) else aligned
            chance = together if len(places) == 2 else alone
            own = [place for place in places if rng.random() < chance * place.coupling]
        if self.profile.bleed:
            for field in self.neighbours:
                own += [place for place in field._places if rng.random() < self.profile.bleed]
        return own

    def send(self, data: bytes, last_bits: int, now: int, gain_db: int) -> tuple[int, list[int]] | None:
        """A frame ends at *now*: when the answer starts at the antenna, and its symbols; or None."""
        profile = self.profile
        rng = self.rng
        heard: list[int] = []
        for place in self._powered:
            answer = self._answer(place, data, last_bits, now)
            if answer and not (profile.faint and rng.random() < profile.faint.get(gain_db, 0.0)):
                _overlay(heard, answer)
        if not heard:
            disturbed = any(field.on for field in self.neighbours)
            chance = _INTERFERENCE if disturbed else profile.noise
            if not chance or rng.random() >= chance:
                return None
            burst = [rng.randrange(2) for _ in range(1 + rng.randrange(60))]
            return now + FRAME_DELAY_NS + rng.randrange(_LISTENING_NS), burst
        error = profile.bit_error + profile.saturated.get(gain_db, 0.0)
        if error:
            heard = self._garble(heard, error)
        return now + FRAME_DELAY_NS, heard

    def _answer(self, place: _Place, data: bytes, last_bits: int, now: int) -> list[int] | None:
        profile = self.profile
        rng = self.rng
        tag = place.tag
        if profile.outages[0] and self._out(place, now):
            tag.power_off()
        elif tag.state == POWER_OFF:
            if now - place.since >= profile.start_up_us * 1000:
                tag.power_up()
        elif profile.brown_out and rng.random() < profile.brown_out:
            tag.power_up()
        if profile.deaf and rng.random() < profile.deaf:
            return self._misheard(tag, data, last_bits)
        return tag.receive(data, last_bits)

    def _out(self, place: _Place, now: int) -> bool:
        """Whether a drop-out is under way; they come at random and last, as a card does that lies badly."""
        a_minute, mean_ms = self.profile.outages
        while now >= place.outage_ends:
            place.outage = place.outage_ends + int(self._random_wait() * 60e9 / a_minute)
            place.outage_ends = place.outage + int(self._random_wait() * mean_ms * 1e6)
        return now >= place.outage

    def _random_wait(self) -> float:
        return -math.log(1.0 - self.rng.random())

    def _misheard(self, tag: Tag, data: bytes, last_bits: int) -> list[int] | None:
        """The tag hears *data* with up to three bits in a row flipped, and notices by parity and CRC only."""
        sent = symbols(data)
        if last_bits:
            sent = sent[: len(sent) - 9 + last_bits]
        first = self.rng.randrange(len(sent))
        for i in range(first, min(first + 1 + self.rng.randrange(3), len(sent))):
            sent[i] ^= 1
        heard = bytearray(len(data))
        garbled = False
        for i in range(len(data)):
            bits = sent[9 * i : 9 * i + 9]
            for bit in range(min(8, len(bits))):
                heard[i] |= bits[bit] << bit
            garbled = garbled or (len(bits) == 9 and sum(bits) % 2 == 0)
        return tag.receive(bytes(heard), last_bits, garbled)

    def _garble(self, sent: list[int], error: float) -> list[int]:
        """Let symbols go wrong: taken for the other, for a collision or for the end, lost, or doubled."""
        rng = self.rng
        # One draw decides for the whole answer, which is what makes a million of them affordable.
        while sent and rng.random() < len(sent) * error:
            i = rng.randrange(len(sent))
            how = rng.randrange(8)
            if how < 3:
                sent[i] = 1 if sent[i] == 0 else 0
            elif how < 5:
                sent[i] = COLLIDED
            elif how == 5:
                sent = sent[:i]
            elif how == 6:
                sent = sent[:i] + sent[i + 1 :]
            else:
                sent = sent[: i + 1] + sent[i:]
        return sent


def _overlay(heard: list[int], answer: list[int]) -> None:
    for i in range(len(answer)):
        if i == len(heard):
            heard.append(answer[i])
        elif heard[i] != answer[i]:
            heard[i] = COLLIDED
