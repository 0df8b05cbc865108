"""What firmware/PROTOCOL.md promises, tried on the firmware itself, by whichever Python runs this.

Unchanged on CPython and MicroPython: the real start-up wires the real loop, driver and codec to simulated
readers (hardware/simulation/pico.py). Each `check_...` is a story of its own; as a script it says `ok NAME`.
"""

import os
import sys

from firmware import main, wire
from firmware.lights import ASLEEP, RimLight
from hardware.simulation.chip import AMNESIA, FROZEN, MUTE
from hardware.simulation.field import BAD, IDEAL
from hardware.simulation.pico import Board

WIRING = """
spi 0 sck 18 mosi 19 miso 16 khz 1000
pad cs 17 rst 20 gain 38 light 2 3 4
pad cs 21 rst 22 gain 38 light 5 6 7
pad cs 26 rst 27 gain 38 light 8 9 10 anode
"""
ANNA, BERT, CLEO, DORA = "04a1b2c3", "04a1b2c3d4e5f6", "04a1b2c3d4e5f7", "0102030405060708090a"


class Line:
    """The wire between the two, as the firmware sees it."""

    def __init__(self):
        self.to_hub = b""
        self.to_host = b""

    def read(self):
        data, self.to_hub = self.to_hub, b""
        return data

    def write(self, data):
        self.to_host += data


class Bench:
    """A hub on a board, and a host that says what the story wants."""

    def __init__(self, text=WIRING, profile=IDEAL, seed=1, start_ms=0):
        self.text = text
        self.board = Board(WIRING, profile, seed)
        self.board.clock.ns = start_ms * 1000000
        self.line = Line()
        self.receiver = wire.Receiver(wire.FROM_HUB)
        self.number = 100
        self.held = []
        self.boot()

    def boot(self):
        board = self.board
        hold = lambda: self.held.append(True)  # noqa: E731
        self.hub = main.make_hub(self.text, board, board.clock, self.line, hold)
        self.hub.start()

    def ms(self):
        return self.board.clock.ns // 1000000

    def say(self, message):
        self.line.to_hub += wire.encode(message)

    def hail(self):
        self.number += 1
        self.say(wire.Hail(wire.VERSION, self.number))

    def run(self, ms, hailing=True):
        """Let time pass; what the hub says in it."""
        heard = []
        until = self.ms() + ms
        next_hail = self.ms()
        while self.ms() < until:
            if hailing and self.ms() >= next_hail:
                self.hail()
                next_hail += 500
            self.hub.turn()
            heard += self.heard()
        return heard

    def heard(self):
        data, self.line.to_host = self.line.to_host, b""
        return self.receiver.feed(data)


def of(kind, messages, pad=None):
    return [m for m in messages if type(m) is kind and (pad is None or m.pad == pad)]


def hexes(uids):
    return [uid.hex() for uid in uids]


def check_handshake():
    bench = Bench()
    assert bench.run(2000, hailing=False) == []  # it speaks when it is spoken to
    bench.hail()
    bench.hub.turn()
    told = bench.heard()
    hello = told[0]
    assert hello == wire.Hello(wire.VERSION, bench.number, 3, 2, hello.build)
    assert hello.build.startswith(sys.implementation.name)
    told += bench.run(100, hailing=False)
    for pad in range(3):
        assert of(wire.Reader, told, pad) and of(wire.Seen, told, pad)


def check_every_answer_bears_the_number_of_the_last_hail():
    bench = Bench()
    bench.run(600)
    bench.say(wire.Hail(wire.VERSION, 7))
    bench.hub.turn()
    bench.heard()
    assert {message.beat for message in bench.run(300, hailing=False)} == {7}


def check_inventory():
    """Tags of every length, alone and in company that shares long prefixes."""
    for uids in ([ANNA], [BERT], [DORA], [BERT, CLEO], [ANNA, BERT, CLEO, DORA]):
        bench = Bench()
        for uid in uids:
            bench.board.put(uid, 1)
        told = bench.run(600)
        last = of(wire.Seen, told, 1)[-1]
        assert hexes(last.uids) == sorted(uids), last
        assert last.complete == (len(uids) < 4)  # four is where a scan stops looking
        assert (last.collisions > 0) == (len(uids) > 1)
        assert of(wire.Seen, told, 0)[-1].uids == of(wire.Seen, told, 2)[-1].uids == ()


def check_snapshots():
    """At once on change, every 100 ms while young, at a slow beat when old."""
    bench = Bench()
    bench.run(1500)
    bench.board.put(BERT, 0)
    at = bench.ms()
    times, ages = [], []
    while bench.ms() < at + 4500:
        for message in of(wire.Seen, bench.run(1, hailing=bench.ms() % 500 < 10), 0):
            assert hexes(message.uids) == [BERT] and message.complete
            times.append(bench.ms() - at)
            ages.append(message.age)
    assert times[0] < 80, times
    assert ages[0] == 0
    young = [time for time in times if time < 1000]
    assert 7 <= len(young) <= 11, times
    assert 3 <= len(times) - len(young) <= 5, times
    for i in range(1, len(times)):
        assert 0 < times[i] - times[i - 1] <= 1100
        assert abs((times[i] - times[0]) - (ages[i] - ages[0])) <= 60  # age is measured where the reader is
    bench.board.lift(BERT, 0)
    gone = of(wire.Seen, bench.run(100), 0)[0]
    assert (gone.uids, gone.complete, gone.age, gone.scans) == ((), True, 0, 1)


def check_fair_round():
    bench = Bench()
    for uid in (ANNA, BERT, CLEO):
        bench.board.put(uid, 0)  # a slow pad must not cost the others their turn
    bench.run(1500)
    scans = [pad.picture.scans for pad in bench.hub.pads]
    assert max(scans) - min(scans) <= 1 and min(scans) > 10, scans


def check_lights():
    bench = Bench()
    bench.run(300)
    bench.say(wire.Shine(1, RimLight(255, 128, 0, "blink")))
    bench.say(wire.Shine(2, RimLight(0, 255, 9, "steady")))
    bench.say(wire.Shine(7, RimLight(255, 255, 255, "steady")))  # no such pad: nothing happens
    bench.hub.turn()
    assert (bench.board.light(1), bench.board.light(2)) == ((255, 128, 0), (0, 255, 9))
    lit = []
    for _ in range(60):
        bench.run(20)
        bench.say(wire.Shine(1, RimLight(255, 128, 0, "blink")))  # said again, it goes on undisturbed
        lit.append(bench.board.light(1)[0])
    assert 20 <= lit.count(255) <= 40 and lit.count(0) == 60 - lit.count(255), lit


def check_the_table_falls_asleep_with_its_host_and_is_never_green():
    bench = Bench()
    assert of_asleep(bench)
    bench.run(300)
    for pad in range(3):
        bench.say(wire.Shine(pad, RimLight(0, 255, 0, "steady")))
    bench.run(100)
    assert bench.board.light(2) == (0, 255, 0)
    assert bench.run(2900, hailing=False)
    assert bench.board.light(2) == (0, 255, 0)
    bench.run(200, hailing=False)
    assert bench.run(1500, hailing=False) == []
    assert of_asleep(bench)
    bench.say(wire.Shine(0, RimLight(0, 255, 0, "steady")))  # a light without a hail wakes nobody
    bench.run(500, hailing=False)
    assert of_asleep(bench)


def of_asleep(bench):
    bench.run(100, hailing=False)
    for pad in range(3):
        light = bench.board.light(pad)
        assert 0 < light[0] <= ASLEEP.red and light[1] < light[0] and light[2] < light[0], light
    return True


def check_bad_crc():
    bench = Bench()
    bench.run(300)
    green = wire.encode(wire.Shine(0, RimLight(0, 255, 0, "steady")))
    for at in range(len(green) - 1):
        bench.line.to_hub += green[:at] + bytes([green[at] ^ 0x01]) + green[at + 1 :]
    bench.line.to_hub += b"\x03\x04\xff\x00 >L 0 00 ff" + b"x" * 400
    bench.run(300)
    assert bench.board.light(0) != (0, 255, 0)
    bench.line.to_hub += b"noise before" + green
    bench.run(50)
    assert bench.board.light(0) == (0, 255, 0)


def check_echo():
    """Whatever it said coming back changes nothing and is not answered."""
    bench = Bench()
    bench.board.put(BERT, 1)
    bench.run(300)
    count = 0
    for _ in range(40):
        bench.hub.turn()
        data, bench.line.to_host = bench.line.to_host, b""
        bench.line.to_hub += data
        count += len(bench.receiver.feed(data))
    assert 0 < count < 40
    assert hexes(bench.hub.pads[1].picture.uids) == [BERT]


def check_reconnect():
    """A host that comes back hears everything at once; so does one that meets a hub after its reset."""
    bench = Bench()
    bench.board.put(BERT, 1)
    bench.run(500)
    bench.run(4000, hailing=False)
    told = bench.run(150)
    assert [hexes(of(wire.Seen, told, pad)[0].uids) for pad in range(3)] == [[], [BERT], []]
    assert of(wire.Seen, told, 1)[0].age > 4000  # it kept watching
    bench.boot()
    told = bench.run(150)
    assert [hexes(of(wire.Seen, told, pad)[0].uids) for pad in range(3)] == [[], [BERT], []]
    assert of(wire.Seen, told, 1)[0].age == 0
    assert of(wire.Hello, told)[0].uptime == 0


def check_version_mismatch():
    bench = Bench()
    body = b">H %d 55 and more words" % (wire.VERSION + 1)
    bench.line.to_hub += body + b"*%04x\n" % wire.crc16(body)
    bench.say(wire.Shine(0, RimLight(0, 255, 0, "steady")))
    told = bench.run(1500, hailing=False)
    assert [(m.version, m.beat, type(m)) for m in told] == [(wire.VERSION, 55, wire.Hello)]
    assert of_asleep(bench)


def check_a_silent_reader_is_reported_and_costs_the_others_little():
    bench = Bench()
    bench.board.put(BERT, 1)
    bench.run(500)
    bench.board.chips[1].unplug()
    told = bench.run(1500)
    assert of(wire.Reader, told, 1)[-1].state == "silent"
    assert of(wire.Seen, told[5:], 1) == []  # frozen, not emptied
    before = bench.hub.pads[0].picture.scans
    bench.run(1000)
    assert bench.hub.pads[0].picture.scans - before > 45
    bench.board.chips[1].plug()
    told = bench.run(1500)
    assert of(wire.Reader, told, 1)[-1].state == "ok"
    back = of(wire.Seen, told, 1)[0]
    assert (hexes(back.uids), back.age, back.scans) == ([BERT], 0, 1)


def check_a_reader_that_locks_up_is_reset_and_counted():
    for how in (MUTE, FROZEN, AMNESIA):
        bench = Bench()
        bench.board.put(BERT, 2)
        bench.run(200)
        bench.board.chips[2].lock_up(how)
        told = bench.run(500)
        reader = of(wire.Reader, told, 2)[-1]
        assert (reader.state, reader.resets > 0) == ("ok", True), (how, reader)
        assert hexes(of(wire.Seen, told, 2)[-1].uids) == [BERT]


def check_an_unknown_chip_is_a_warning():
    bench = Bench()
    bench.board.chips[0].version = 0x77
    bench.board.put(ANNA, 0)
    bench.boot()
    told = bench.run(500)
    assert of(wire.Reader, told, 0)[-1] == wire.Reader(bench.number, 0, "unknown-chip", 0x77, 0)
    assert hexes(of(wire.Seen, told, 0)[-1].uids) == [ANNA]


def check_a_turn_is_short_whatever_lies_there():
    bench = Bench(profile=BAD, seed=5)
    for uid in (ANNA, BERT, CLEO, DORA):
        bench.board.put(uid, 0)
    longest = 0
    for turn in range(300):
        if turn % 50 == 25:
            bench.board.chips[turn % 3].lock_up((MUTE, FROZEN)[turn % 2])
        before = bench.ms()
        bench.hub.turn()
        longest = max(longest, bench.ms() - before)
    assert longest <= 120, longest


def check_the_clock_may_wrap():
    bench = Bench(start_ms=2**30 - 2000)
    bench.board.put(BERT, 0)
    ages = [seen.age for seen in of(wire.Seen, bench.run(5000), 0)]
    assert ages == sorted(ages) and 3500 < ages[-1] < 5100, ages
    assert len(ages) < 20
    assert of(wire.Hello, bench.run(600))[-1].uptime == 5


def check_a_wrong_wiring_file_is_said():
    bench = Bench(text="spi 0 sck 18 mosi 19 miso 16\npad cs 17")
    told = bench.run(1200)
    assert {type(message) for message in told} == {wire.Hello, wire.Trouble}
    assert told[0].pads == 0
    assert told[1].text == "wiring line 2: rst is missing."


def check_hold():
    bench = Bench()
    bench.line.to_hub += b">M*0000\n"
    bench.run(50)
    assert not bench.held
    bench.say(wire.Hold())
    bench.run(50)
    assert bench.held


class Pico:
    """`machine`, `micropython` and `time` while main() runs; notes what it does, and ends it by a reset."""

    def __init__(self, board, line, turns):
        self.Pin, self.SPI, self.PWM = board.Pin, board.SPI, board.PWM
        self.ticks_us, self.ticks_ms = board.clock.ticks_us, board.clock.ticks_ms
        self.sleep_us, self._sleep_ms = board.clock.sleep_us, board.clock.sleep_ms
        self.line = line
        self.turns = turns
        self.notes = []

    def sleep_ms(self, ms):
        if ms >= 1000:
            self.notes.append(f"slept {ms}")
        self._sleep_ms(ms)

    def kbd_intr(self, char):
        self.notes.append(f"kbd_intr {char}")

    def WDT(self, timeout):  # noqa: N802
        self.notes.append(f"watchdog {timeout}")
        return self

    def feed(self):
        self.turns -= 1
        if self.turns == 0:
            self.line.to_hub += wire.encode(wire.Hold())

    def reset(self):
        self.notes.append("reset")
        raise SystemExit

    def run(self):
        names = ("machine", "micropython", "time")
        before = {name: sys.modules.get(name) for name in names}
        stream = main.UsbStream
        main.UsbStream = lambda: self.line
        try:
            for name in names:
                sys.modules[name] = self
            main.main()
        except SystemExit:
            pass
        finally:
            main.UsbStream = stream
            for name in names:
                if before[name] is None:
                    del sys.modules[name]
                else:
                    sys.modules[name] = before[name]
        return self.notes


def check_start_up():
    """An escape window before the watchdog and before Ctrl-C is shut off; a hold is for one start only."""
    with open(main.WIRING, "w") as file:
        file.write(WIRING)
    line = Line()
    line.to_hub = wire.encode(wire.Hail(wire.VERSION, 1))
    pico = Pico(Board(WIRING), line, turns=20)
    assert pico.run() == ["slept 3000", "kbd_intr -1", "watchdog 8000", "reset"]
    told = wire.Receiver(wire.FROM_HUB).feed(line.to_host)
    assert told[0].pads == 3 and len(of(wire.Seen, told)) >= 3
    assert main.HOLD in os.listdir()
    assert Pico(Board(WIRING), Line(), turns=1).run() == []  # at the prompt, no watchdog
    assert main.HOLD not in os.listdir()
    os.remove(main.WIRING)
    line = Line()
    line.to_hub = wire.encode(wire.Hail(wire.VERSION, 1))
    Pico(Board(WIRING), line, turns=5).run()
    told = wire.Receiver(wire.FROM_HUB).feed(line.to_host)
    assert told[1].text.startswith("the wiring has no spi line")
    os.remove(main.HOLD)


def check_a_bug_is_said_before_the_hub_begins_again():
    with open(main.WIRING, "w") as file:
        file.write(WIRING)

    class Faulty(Line):
        def read(self):
            if not self.to_hub:
                raise KeyError("boom")
            return super().read()

    line = Faulty()
    line.to_hub = wire.encode(wire.Hail(wire.VERSION, 31))
    assert Pico(Board(WIRING), line, turns=5).run()[-2:] == ["slept 1000", "reset"]
    last = wire.Receiver(wire.FROM_HUB).feed(line.to_host)[-1]
    assert (last.beat, last.text[:8]) == (31, "KeyError")
    os.remove(main.WIRING)


CHECKS = [(name[6:], value) for name, value in sorted(globals().items()) if name.startswith("check_")]

if __name__ == "__main__":
    for name, check in CHECKS:
        check()
        print("ok", name)
