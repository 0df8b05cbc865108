"""The MFRC522 reader chip over a register interface: reset, gain, field, and one frame out and one in.

    chip = MFRC522(registers, sleep_us, ticks_us, reset=pulse_rst, gain_db=38)
    chip.start()
    chip.field_on()
    chip.tx[0] = 0x26                                  # REQA, a short frame of 7 bits
    outcome = chip.exchange(1, 7, 0, 20)               # ANSWER, TIMEOUT, ERROR or COLLISION
    chip.field_off()

*registers* has four methods, each of them one SPI transfer; `reg` is the datasheet address 0x00..0x3F:
`read(reg) -> int`, `write(reg, value)`, `read_fifo(buffer)` fills the buffer from the FIFO, and
`write_fifo(data)`. `sleep_us(n)` and `ticks_us() -> int` may be those of MicroPython's time module, anything
alike on the Pi, or a virtual clock. `reset()` pulses the RST pin; without one the chip is reset by command,
which a chip that has locked up may not hear.
"""

from firmware import elapsed

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


# What became of a frame.
ANSWER = const(0)  # received whole and clean: `rx`, `length`
TIMEOUT = const(1)  # no tag answered in time
ERROR = const(2)  # an answer that could not be read: parity, framing, or far too long
COLLISION = const(3)  # several answered: `rx` holds the bits before bit `collision`, counted from 1

# VersionReg. 0x00 and 0xFF are what a bus without a chip reads; any other value is a clone we do not know.
KNOWN_VERSIONS = {
    0x91: "MFRC522 1.0",
    0x92: "MFRC522 2.0",
    0x88: "FM17522",
    0x12: "clone 0x12",
    0xB2: "clone 0xB2",
}

# RFCfgReg, datasheet 9.3.3.6; the low bits are reserved and stay as they are after a reset.
GAINS_DB = {18: 0x28, 23: 0x38, 33: 0x48, 38: 0x58, 43: 0x68, 48: 0x78}

_COMMAND = const(0x01)
_COM_IRQ = const(0x04)
_ERROR = const(0x06)
_FIFO_LEVEL = const(0x0A)
_BIT_FRAMING = const(0x0D)
_COLL = const(0x0E)
_MODE = const(0x11)
_TX_CONTROL = const(0x14)
_TX_ASK = const(0x15)
_RF_CFG = const(0x26)
_T_MODE = const(0x2A)
_T_PRESCALER = const(0x2B)
_T_RELOAD_HIGH = const(0x2C)
_T_RELOAD_LOW = const(0x2D)
_VERSION = const(0x37)

_IDLE = const(0x00)
_TRANSCEIVE = const(0x0C)
_SOFT_RESET = const(0x0F)
_POWER_DOWN = const(0x10)  # CommandReg: reads 1 while the chip wakes up

_IRQ_ALL = const(0x7F)
_IRQ_RX = const(0x20)
_IRQ_ERR = const(0x02)
_IRQ_TIMER = const(0x01)
_COLL_ERR = const(0x08)
_COLL_POS_NOT_VALID = const(0x20)
_FLUSH = const(0x80)
_START_SEND = const(0x80)
_ANTENNA_ON = const(0x83)
_ANTENNA_OFF = const(0x80)

_FIELD_OFF_US = const(5000)  # long enough for every tag to lose its state
_FIELD_ON_US = const(5000)  # what ISO 14443-3 gives a tag to power up
_ANSWER_WITHIN_US = const(1000)  # the chip's timer; tags answer after 91 us, or never
_FRAME_DELAY_US = const(120)  # 91 us until tags answer, and a little for the receiver to make up its mind
_BIT_US_X100 = const(944)  # 128 / 13.56 MHz
_PATIENCE = const(24)  # polls, _NAP_US apart: longer than a FIFO full of noise takes
_NAP_US = const(250)
_MAX_TX = const(9)
_MAX_RX = const(8)


class StuckError(Exception):
    """The chip neither received nor timed out: it is locked up, or has lost its settings. recover() it."""


class MFRC522:
    """One reader. `version` is VersionReg as last read; `resets` counts how often it had to be reset."""

    def __init__(self, registers, sleep_us, ticks_us, reset=None, gain_db=38):
        if gain_db not in GAINS_DB:
            raise ValueError("gain_db is %r; use one of %s" % (gain_db, sorted(GAINS_DB)))
        self._registers = registers
        self._sleep_us = sleep_us
        self.ticks_us = ticks_us
        self._reset = reset
        self.gain_db = gain_db
        self.version = 0
        self.resets = 0
        self.tx = bytearray(_MAX_TX)
        self.rx = bytearray(_MAX_RX)
        self.length = 0  # bytes in rx
        self.collision = 0  # bit of rx, from 1, RxAlign included; 0: beyond what the chip can say
        # Slices made once: a memoryview costs an allocation on MicroPython.
        self._tx_views = [memoryview(self.tx)[:n] for n in range(_MAX_TX + 1)]
        self._rx_views = [memoryview(self.rx)[:n] for n in range(_MAX_RX + 1)]
        self._stale = True  # the receiver may be running, the FIFO may hold something
        self._off_since = ticks_us()

    def start(self):
        """Reset the chip and set it up, field off; True when it answers. Bounded: about 12 ms."""
        write = self._registers.write
        if self._reset:
            self._reset()
        else:
            write(_COMMAND, _SOFT_RESET)
        for _ in range(_PATIENCE):
            self._sleep_us(_NAP_US)
            if not self._registers.read(_COMMAND) & _POWER_DOWN:
                break
        # A timer of 25 us ticks that starts by itself when a frame is out: 13.56 MHz / (2 * 169 + 1).
        write(_T_MODE, 0x80)
        write(_T_PRESCALER, 169)
        write(_T_RELOAD_HIGH, 0)
        write(_T_RELOAD_LOW, _ANSWER_WITHIN_US // 25 - 1)
        write(_TX_ASK, 0x40)  # 100 % modulation, which ISO 14443A asks for
        write(_MODE, 0x3D)
        write(_RF_CFG, GAINS_DB[self.gain_db])
        write(_COLL, 0x00)  # ValuesAfterColl: nothing doubtful into the FIFO
        self._stale = True
        self._off_since = self.ticks_us()
        return self._answers()

    def awake(self):
        """True when the chip answers, if need be after a reset, which counts in `resets`."""
        return self._answers() or self.recover()

    def recover(self):
        """Reset a chip that fell silent or got stuck; True when it answers again."""
        self.resets += 1
        return self.start()

    def _answers(self):
        self.version = self._registers.read(_VERSION)
        return self.version not in (0x00, 0xFF)

    def elapsed_us(self, since):
        return elapsed(self.ticks_us(), since)

    def field_on(self):
        """Antenna on, once it was off long enough for all tags to forget, and wait for them to power up."""
        off = self.elapsed_us(self._off_since)
        if off < _FIELD_OFF_US:
            self._sleep_us(_FIELD_OFF_US - off)
        self._registers.write(_TX_CONTROL, _ANTENNA_ON)
        self._sleep_us(_FIELD_ON_US)

    def field_off(self):
        self._registers.write(_TX_CONTROL, _ANTENNA_OFF)
        self._off_since = self.ticks_us()
        self._stale = True

    def exchange(self, count, last_bits, align, answer_bits):
        """Send *count* bytes of `tx`, only *last_bits* of the last one unless 0, and wait for the answer.

        *align* is where in `rx[0]` the first bit received goes; *answer_bits* is how long the answer is on
        air, start and parity bits included, so that one poll is the rule.
        """
        air_us = self._send(count, last_bits, align)
        self._sleep_us(air_us + _FRAME_DELAY_US + answer_bits * _BIT_US_X100 // 100)
        read = self._registers.read
        irq = read(_COM_IRQ)
        if not irq & (_IRQ_RX | _IRQ_TIMER):
            self._sleep_us(_ANSWER_WITHIN_US)
            for _ in range(_PATIENCE):
                irq = read(_COM_IRQ)
                if irq & (_IRQ_RX | _IRQ_TIMER):
                    break
                self._sleep_us(_NAP_US)
            else:
                raise StuckError
        if not irq & _IRQ_RX:
            return TIMEOUT
        collided = False
        if irq & _IRQ_ERR:
            if not read(_ERROR) & _COLL_ERR:
                return ERROR
            collided = True
            position = read(_COLL)
            self.collision = 0 if position & _COLL_POS_NOT_VALID else (position & 0x1F) or 32
        self.length = read(_FIFO_LEVEL)
        if not 0 < self.length <= _MAX_RX:
            return ERROR
        self._registers.read_fifo(self._rx_views[self.length])
        self._stale = False
        return COLLISION if collided else ANSWER

    def tell(self, count):
        """Send *count* bytes of `tx`, to which no answer is wanted, and wait until it would be over."""
        air_us = self._send(count, 0, 0)
        self._sleep_us(air_us + _ANSWER_WITHIN_US)

    def _send(self, count, last_bits, align):
        write = self._registers.write
        if self._stale:
            write(_COMMAND, _IDLE)
            write(_FIFO_LEVEL, _FLUSH)
        write(_COM_IRQ, _IRQ_ALL)
        self._registers.write_fifo(self._tx_views[count])
        framing = align << 4 | last_bits
        # Without StartSend first: whether that bit falls by itself is not documented, and a Transceive that
        # found it set would send with the framing of the frame before.
        write(_BIT_FRAMING, framing)
        write(_COMMAND, _TRANSCEIVE)
        write(_BIT_FRAMING, _START_SEND | framing)
        self._stale = True
        bits = count * 9 + 2 if not last_bits else count * 9 + last_bits - 7
        return bits * _BIT_US_X100 // 100
