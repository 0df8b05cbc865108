"""The Pico's start-up: an escape window, the wiring file, then the hub for ever under a watchdog.

Copied to the root of the board as `main.py`; the rest of this package lies beside it in `firmware/`.
To get the prompt back: press Ctrl-C in the first three seconds after power-up, or let `tapis hub flash` ask
for it. Once the hub runs, Ctrl-C is an ordinary byte (noise must not stop a table) and the watchdog is on.
"""

import sys

from firmware import wiring
from firmware.hub import Hub
from firmware.lights import Rim
from firmware.mfrc522 import MFRC522
from firmware.spi import SpiRegisters, reset_pin

ESCAPE_MS = 3000
WATCHDOG_MS = 8000  # the RP2040's longest is 8388
HOLD = "hold"  # a file: stay at the prompt once, so that the firmware can be replaced
WIRING = "wiring.txt"
MAX_READ = 256  # a turn's worth; the board itself holds 512 bytes for us


class UsbStream:
    """Standard input and output as the hub wants them: reading never waits."""

    def __init__(self) -> None:
        import select

        self._ready = select.poll()
        self._ready.register(sys.stdin, select.POLLIN)
        self._byte = bytearray(1)

    def read(self) -> bytes:
        data = bytearray()
        while len(data) < MAX_READ and self._ready.poll(0):
            if not sys.stdin.buffer.readinto(self._byte):
                break
            data.extend(self._byte)
        return bytes(data)

    def write(self, data: bytes) -> None:
        sys.stdout.buffer.write(data)  # not sys.stdout, which would make \r\n of \n


def make_hub(text: str, machine, time, stream, hold) -> Hub:
    """The hub that the wiring *text* describes; one without pads, which says why, if the text is wrong."""
    chips, rims, trouble = [], [], ""
    try:
        chips, rims = _wire_up(wiring.parse(text), machine, time)
    except ValueError as error:  # ours, or that of a pin that cannot do what is asked of it
        trouble = str(error)
    return Hub(chips, rims, stream, time.ticks_ms, time.sleep_ms, _build(), trouble, hold)


def _wire_up(plan: wiring.Wiring, machine, time) -> tuple:
    # Every chip-select high before the first transfer: two readers would answer at once.
    selects = [machine.Pin(pad.cs, machine.Pin.OUT, value=1) for pad in plan.pads]
    resets = [machine.Pin(pad.rst, machine.Pin.OUT, value=1) for pad in plan.pads]
    bus = machine.SPI(
        plan.bus,
        baudrate=plan.khz * 1000,
        polarity=0,
        phase=0,
        sck=machine.Pin(plan.sck),
        mosi=machine.Pin(plan.mosi),
        miso=machine.Pin(plan.miso),
    )
    chips = []
    for i in range(len(plan.pads)):
        reset = reset_pin(resets[i], time.sleep_us)
        registers = SpiRegisters(bus, selects[i])
        chips.append(MFRC522(registers, time.sleep_us, time.ticks_us, reset, plan.pads[i].gain))
    return chips, [Rim(_light(pad.light, pad.anode, machine)) for pad in plan.pads]


def _light(pins: tuple, anode: bool, machine):
    dark = 65535 if anode else 0
    channels = [machine.PWM(machine.Pin(pin), freq=1000, duty_u16=dark) for pin in pins]

    def show(*parts) -> None:
        for i in range(len(channels)):
            channels[i].duty_u16(abs(dark - parts[i] * parts[i]))  # squared, for the eye is not linear either

    return show


def _build() -> str:
    version = sys.implementation.version
    return "%s-%d.%d.%d" % (sys.implementation.name, version[0], version[1], version[2])


def _read(name: str) -> str:
    try:
        with open(name) as file:
            return file.read()
    except OSError:
        return ""


def main() -> None:
    import os
    import time

    import machine
    import micropython

    def hold() -> None:
        open(HOLD, "w").close()
        machine.reset()

    if HOLD in os.listdir():
        os.remove(HOLD)
        print("tapis hub: held at the prompt once, for new firmware")
        return
    time.sleep_ms(ESCAPE_MS)
    micropython.kbd_intr(-1)
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    hub = make_hub(_read(WIRING), machine, time, UsbStream(), hold)
    try:
        hub.start()
        while True:
            hub.turn()
            watchdog.feed()
    except Exception as error:  # a bug of ours: say so, and begin again
        hub.complain(repr(error))
        time.sleep_ms(1000)
        machine.reset()


if __name__ == "__main__":
    main()
