"""How many bytes of heap a scan and a turn of the hub take, on MicroPython, as JSON.

The simulated readers would allocate far more than the firmware, so they play first and are taped: what each
transfer brought back, and what each look at the clock said. Then the same firmware runs against the tape,
which allocates nothing, between two looks at gc.mem_alloc(). Pointers have 32 bits, as on the RP2040.
"""

import gc
import json

from firmware import main, wire
from firmware.iso14443a import inventory
from hardware.simulation.pico import Board

WIRING = """
spi 0 sck 18 mosi 19 miso 16 khz 1000
pad cs 17 rst 20 light 2 3 4
pad cs 21 rst 22 light 5 6 7
pad cs 26 rst 27 light 8 9 10
"""


class Tape:
    """`machine`, `time`, the bus and every pin: the board's while recording, the tape's when *playing*."""

    OUT = 1

    def __init__(self, board):
        self.board = board
        self.playing = False
        self.bytes = bytearray()
        self.ticks = []
        self.at_byte = 0
        self.at_tick = 0
        self.Pin = self
        self._bus = None

    def rewind(self):
        self.playing = True
        self.at_byte = self.at_tick = 0

    def __call__(self, number, mode=0, value=0):  # machine.Pin
        lead = Lead(self, self.board.Pin(number, mode, value))
        return lead.set  # a bound method, for calling an instance would allocate

    def SPI(self, bus, **settings):  # noqa: N802
        self._bus = self.board.SPI(bus)
        return self

    def PWM(self, pin, freq, duty_u16):  # noqa: N802
        return self

    def duty_u16(self, duty):
        pass

    def write(self, out):
        if not self.playing:
            self._bus.write(out)

    def write_readinto(self, out, into):
        if self.playing:
            at = self.at_byte
            for i in range(len(into)):
                into[i] = self.bytes[at + i]
            self.at_byte = at + len(into)
        else:
            self._bus.write_readinto(out, into)
            self.bytes.extend(into)

    def ticks_us(self):
        if not self.playing:
            self.ticks.append(self.board.clock.ticks_us())
        self.at_tick += 1
        return self.ticks[self.at_tick - 1]

    def ticks_ms(self):
        if not self.playing:
            self.ticks.append(self.board.clock.ticks_ms())
        self.at_tick += 1
        return self.ticks[self.at_tick - 1]

    def sleep_us(self, us):
        if not self.playing:
            self.board.clock.sleep_us(us)

    def sleep_ms(self, ms):
        self.sleep_us(ms * 1000)


class Lead:
    def __init__(self, tape, pin):
        self._tape = tape
        self._pin = pin

    def set(self, level):
        if not self._tape.playing:
            self._pin(level)


class Line:
    """Hails every so many turns, and hears nothing."""

    def __init__(self, every):
        self.every = every
        self.turns = 0
        self.hail = wire.encode(wire.Hail(wire.VERSION, 12345))
        self.written = 0

    def read(self):
        self.turns += 1
        return self.hail if self.every and self.turns % self.every == 0 else b""

    def write(self, data):
        self.written += len(data)


def started(uids):
    board = Board(WIRING)
    for uid in uids:
        board.put(uid, 0)
    return Tape(board)


def of_scan(uids):
    """Bytes for one inventory of a pad with these tags."""

    def play(tape):
        hub = main.make_hub(WIRING, tape, tape, Line(0), None)
        hub.start()
        for _ in range(3):  # buffers are made at the first scan
            inventory(hub.pads[0].chip)
        gc.collect()
        before = gc.mem_alloc()
        for _ in range(10):
            inventory(hub.pads[0].chip)
        return (gc.mem_alloc() - before) // 10

    tape = started(uids)
    play(tape)
    tape.rewind()
    return play(tape)


def of_turn(uids, hails_every):
    """Bytes for one turn of the hub, on average over ten seconds or so."""

    def play(tape):
        line = Line(hails_every)
        hub = main.make_hub(WIRING, tape, tape, line, None)
        hub.start()
        for _ in range(50):
            hub.turn()
        gc.collect()
        before = gc.mem_alloc()
        for _ in range(600):
            hub.turn()
        return (gc.mem_alloc() - before) // 600

    tape = started(uids)
    play(tape)
    tape.rewind()
    return play(tape)


gc.disable()
print(
    json.dumps(
        {
            "scan, empty": of_scan([]),
            "scan, one 4-byte tag": of_scan(["04a1b2c3"]),
            "scan, one 7-byte tag": of_scan(["04a1b2c3d4e5f6"]),
            "scan, two 7-byte tags": of_scan(["04a1b2c3d4e5f6", "04a1b2c3d4e5f7"]),
            "turn, no host": of_turn([], 0),
            "turn, host, empty pads": of_turn([], 30),
            "turn, host, a card on one pad": of_turn(["04a1b2c3d4e5f6"], 30),
        }
    )
)
