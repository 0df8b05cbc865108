"""A register-accurate MFRC522, as far as a reader of ISO 14443A tags can tell.

    chip = Chip(field, clock, version=0x92)
    chip.select()                                  # chip-select low
    chip.shift(bytes([0x37 << 1 | 0x80, 0]))       # -> b"\\x00\\x92": VersionReg
    chip.deselect()

Time is the clock's: a frame takes its time on air, the timer runs, interrupt bits come when they are due.
What the datasheet forbids or leaves open (reserved bits, StartSend without Transceive, a command that cuts a
frame off, access while in reset, a read that does not end in 00h) raises IllegalAccess, where the real chip
would do something else and say nothing. What it defines and this model lacks (MFAuthent, other speeds,
self-test) raises it too.

Faults: `unplug()` and `plug()`; `lock_up(MUTE)`: reads 00h until RST; `lock_up(FROZEN)`: nothing ever ends
until any reset; `lock_up(AMNESIA)`: a dip of the supply, all registers as after a reset. `receives=False` is
a clone that answers on the bus and hears no tag.
"""

from hardware.simulation.clock import Clock
from hardware.simulation.field import BIT_NS, COLLIDED, Field
from hardware.simulation.tags import crc16

MUTE, FROZEN, AMNESIA = "mute", "frozen", "amnesia"

_COMMAND, _COM_IEN, _DIV_IEN, _COM_IRQ, _DIV_IRQ, _ERROR = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06
_STATUS1, _STATUS2, _FIFO_DATA, _FIFO_LEVEL, _WATER_LEVEL = 0x07, 0x08, 0x09, 0x0A, 0x0B
_CONTROL, _BIT_FRAMING, _COLL, _MODE = 0x0C, 0x0D, 0x0E, 0x11
_TX_CONTROL, _TX_ASK, _CRC_HIGH, _CRC_LOW, _RF_CFG = 0x14, 0x15, 0x21, 0x22, 0x26
_T_MODE, _T_PRESCALER, _T_RELOAD_HIGH, _T_RELOAD_LOW = 0x2A, 0x2B, 0x2C, 0x2D
_T_COUNTER_HIGH, _T_COUNTER_LOW, _VERSION = 0x2E, 0x2F, 0x37

# Datasheet 9.2 and 9.3, eight registers a row from 00h on: value after reset and bits that may be written.
# Other bits must be written as they are after a reset, or are read-only and ignored (_READ_ONLY). Not
# modelled: registers for tests, CRC by the chip and other speeds (12h, 13h), TPrescalEven (19h), TGated (2Ah)
_MAP = """
    --    20/3f 80/ff 00/94 14/ff 00/94 00/00 21/00
    00/c8 00/ff 00/80 08/3f 10/c0 00/f7 a0/80 --
    --    3f/ab 00/00 00/00 80/fb 00/40 10/3f 84/ff
    84/f7 4d/ef --    --    62/03 00/10 --    eb/ff
    --    ff/00 ff/00 --    26/ff --    48/70 88/ff
    20/3f 20/3f 00/9f 00/ff 00/ff 00/ff 00/00 00/00
    --    --    --    --    --    --    --    00/00
"""
_REGISTERS = {
    reg: (int(cell[:2], 16), int(cell[3:], 16)) for reg, cell in enumerate(_MAP.split()) if cell != "--"
}
_READ_ONLY = {_STATUS2: 0x07, _FIFO_LEVEL: 0x7F, _CONTROL: 0x07, _COLL: 0x7F}

_IDLE, _CALC_CRC, _TRANSMIT, _NO_CHANGE, _RECEIVE, _TRANSCEIVE, _SOFT_RESET = 0, 3, 4, 7, 8, 12, 15
_RCV_OFF, _POWER_DOWN = 0x20, 0x10

_IRQ_TX, _IRQ_RX, _IRQ_IDLE, _IRQ_ERR, _IRQ_TIMER = 0x40, 0x20, 0x10, 0x02, 0x01
_HI_ALERT, _LO_ALERT, _CRC_IRQ = 0x02, 0x01, 0x04
_BUFFER_OVFL, _COLL_ERR, _PARITY_ERR, _PROTOCOL_ERR = 0x10, 0x08, 0x02, 0x01

_FIFO_SIZE = 64
_SOFT_START_NS = 40000  # 512 clocks and a little, the oscillator running
_HARD_START_NS = 1000000  # the crystal has to start as well
_GAINS_DB = (18, 23, 18, 23, 33, 38, 43, 48)
_CRC_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)
_NEVER = 1 << 62


class IllegalAccess(Exception):
    """The chip was driven in a way the datasheet does not allow or this model does not know."""


class Chip:
    def __init__(self, field: Field, clock: Clock, version: int = 0x92, receives: bool = True) -> None:
        self.field = field
        self.clock = clock
        self.version = version
        self.receives = receives
        self.plugged = True
        self.locked: str | None = None
        self._rst = True
        self._dipped = False  # the supply dipped, and the driver cannot know yet
        self._fifo = bytearray()
        self._selected = False
        self._addressed = -1  # register of the transfer under way; -1: its address byte is to come
        self._reading = False
        self._ended = False
        self._reset(0)

    # --- pins and supply

    def select(self) -> None:
        """Chip-select goes low: a transfer begins."""
        if self._selected:
            raise IllegalAccess("chip-select is low already")
        if not self._rst:
            raise IllegalAccess("transfer to a chip held in reset")
        self._selected = True
        self._addressed = -1
        self._ended = False
        self.clock.transfer()

    def deselect(self) -> None:
        if self._selected and self._addressed >= 0 and self._reading and not self._ended:
            raise IllegalAccess("a read must end in 00h, which fetches nothing more")
        self._selected = False

    def rst(self, level: int) -> None:
        """The RST pin; low is power-down, and a rising edge starts the chip."""
        if level and not self._rst:
            self._reset(_HARD_START_NS)
        elif not level:
            self.field.power(False)
        self._rst = bool(level)

    def unplug(self) -> None:
        self.plugged = False
        self.field.power(False)

    def plug(self) -> None:
        self.plugged = True
        self.lock_up(AMNESIA)

    def lock_up(self, how: str) -> None:
        if how == AMNESIA:
            self._reset(0)
            self._dipped = True
        else:
            self.locked = how
            self._plan()

    def _reset(self, start_ns: int) -> None:
        self.locked = None
        self._dipped = False
        self._regs = [_REGISTERS.get(reg, (0, 0))[0] for reg in range(64)]
        self._regs[_VERSION] = self.version
        self._fifo = bytearray()
        self._ready_at = self.clock.ns + start_ns
        self._start_send = False
        self._tx_ends = self._rx_starts = self._rx_ends = self._timer_ends = self._next = _NEVER
        self._rx: list[int] = []
        self._timer_left = 0
        self.field.power(False)

    # --- the bus

    def shift(self, mosi: bytes | bytearray | memoryview) -> bytes:
        """Clock bytes through while selected; what comes back answers the byte before (datasheet 8.1.2)."""
        if not self._selected:
            raise IllegalAccess("bytes on the bus, but no chip is selected")
        self.clock.shift(len(mosi))
        if not self.plugged:
            self._ended = True
            return b"\xff" * len(mosi)
        miso = bytearray(len(mosi))
        for i, byte in enumerate(mosi):
            if self._addressed < 0:
                if byte & 0x01:
                    raise IllegalAccess(f"address byte {byte:#04x}: bit 0 must be 0")
                self._reading = bool(byte & 0x80)
                self._addressed = byte >> 1 & 0x3F
            elif self._reading:
                if self._ended:
                    raise IllegalAccess("a byte after the 00h that ends a read")
                miso[i] = self._get(self._addressed)
                if byte == 0x00:
                    self._ended = True
                elif byte & 0x81 != 0x80:
                    raise IllegalAccess(f"byte {byte:#04x} in a read is neither an address nor the final 00h")
                self._addressed = byte >> 1 & 0x3F
            else:
                if self._ended and self._addressed != _FIFO_DATA:
                    raise IllegalAccess(f"several bytes to register {self._addressed:#04x}, which is no FIFO")
                self._ended = True
                self._set(self._addressed, byte)
        return bytes(miso)

    def _get(self, reg: int) -> int:
        if self.locked == MUTE:
            return 0x00
        now = self._accessed(reg)
        regs = self._regs
        if reg == _COMMAND:
            return regs[reg] | (_POWER_DOWN if now < self._ready_at else 0)
        if reg == _FIFO_DATA:
            if not self._fifo:
                return 0
            value = self._fifo[0]
            self._fifo = self._fifo[1:]
            self._alert()
            return value
        if reg == _FIFO_LEVEL:
            return len(self._fifo)
        if reg == _STATUS1:
            return self._status1()
        if reg == _T_COUNTER_HIGH:
            return self._timer_count(now) >> 8
        if reg == _T_COUNTER_LOW:
            return self._timer_count(now) & 0xFF
        return regs[reg]

    def _set(self, reg: int, value: int) -> None:
        if self.locked == MUTE:
            return
        now = self._accessed(reg)
        reset, writable = _REGISTERS[reg]
        if not writable and value != reset:
            raise IllegalAccess(f"{value:#04x} written to register {reg:#04x}: read-only, or not modelled")
        if (value ^ reset) & ~writable & ~_READ_ONLY.get(reg, 0) & 0xFF:
            raise IllegalAccess(f"{value:#04x} written to register {reg:#04x} changes reserved bits")
        regs = self._regs
        if reg == _COMMAND:
            self._command(value, now)
        elif reg in (_COM_IRQ, _DIV_IRQ):
            regs[reg] = regs[reg] | value & 0x7F if value & 0x80 else regs[reg] & ~value
        elif reg == _FIFO_DATA:
            if self._tx_ends != _NEVER or self._rx_ends != _NEVER:
                self._object("FIFO written between a frame's first bit and its answer's last")
            self._store(value)
            self._alert()
        elif reg == _FIFO_LEVEL:
            if value & 0x80:
                self._fifo = bytearray()
                regs[_ERROR] &= ~_BUFFER_OVFL
                self._alert()
        elif reg == _CONTROL:
            if value & 0x80:
                self._stop_timer(now)
            if value & 0x40:
                self._start_timer(now)
        elif reg == _BIT_FRAMING:
            regs[reg] = value & 0x77
            self._start_send = bool(value & 0x80)
            if self._start_send and regs[_COMMAND] & 0x0F == _TRANSCEIVE:
                self._send(now)
            elif self._start_send:
                self._object("StartSend without a Transceive command")
        elif reg == _TX_CONTROL:
            regs[reg] = value
            self._antenna(bool(value & 0x03))
        elif reg == _COLL:
            regs[reg] = regs[reg] & 0x7F | value & 0x80
        else:
            regs[reg] = value

    def _accessed(self, reg: int) -> int:
        """The time of an access, with everything done that is due by then; IllegalAccess."""
        now = self.clock.ns
        if reg not in _REGISTERS:
            raise IllegalAccess(f"register {reg:#04x} is reserved, or for tests and not modelled")
        if reg != _COMMAND and (now < self._ready_at or self._regs[_COMMAND] & _POWER_DOWN):
            raise IllegalAccess(f"register {reg:#04x} used while the chip starts or is powered down")
        if now >= self._next:
            self._advance(now)
        return now

    def _object(self, why: str) -> None:
        """Refuse what makes no sense in this state, unless a fault brought the chip there behind its back."""
        if not self._dipped and self.locked is None:
            raise IllegalAccess(why)

    # --- commands

    def _command(self, value: int, now: int) -> None:
        regs = self._regs
        command = value & 0x0F
        if now < self._ready_at:
            raise IllegalAccess("command while the chip starts")
        if self._tx_ends != _NEVER and command not in (_NO_CHANGE, _SOFT_RESET):
            self._object("a command that cuts off the frame being sent")
        if regs[_COMMAND] & _POWER_DOWN and not value & _POWER_DOWN:
            self._ready_at = now + _HARD_START_NS
        if command == _NO_CHANGE:
            regs[_COMMAND] = value & 0x30 | regs[_COMMAND] & 0x0F
            return
        if command == _SOFT_RESET:
            self._reset(_SOFT_START_NS)
            return
        regs[_COMMAND] = value
        if command != _RECEIVE:
            self._rx_starts = self._rx_ends = _NEVER
        if command != _IDLE:
            regs[_ERROR] = 0
        if command == _CALC_CRC:
            crc = crc16(bytes(self._fifo), _CRC_PRESETS[regs[_MODE] & 0x03])
            self._fifo = bytearray()
            regs[_CRC_HIGH], regs[_CRC_LOW] = crc >> 8, crc & 0xFF
            regs[_DIV_IRQ] |= _CRC_IRQ
        elif command == _TRANSMIT:
            self._send(now)
        elif command == _TRANSCEIVE:
            if self._start_send:
                self._object("Transceive while StartSend is still set would send with the old framing")
        elif command not in (_IDLE, _RECEIVE):
            raise IllegalAccess(f"command {command:#03x} is reserved or not modelled")
        self._plan()

    def _antenna(self, on: bool) -> None:
        chance, rng = self.field.profile.lock_up, self.field.rng
        if on and not self.field.on and chance and rng.random() < chance:
            self.lock_up((MUTE, FROZEN, AMNESIA)[rng.randrange(3)])
            return
        if not on:
            self._rx_starts = self._rx_ends = _NEVER
        self.field.power(on)

    def _send(self, now: int) -> None:
        """The FIFO goes on the air; what comes back is planned."""
        regs = self._regs
        data = bytes(self._fifo)
        if self._tx_ends != _NEVER:
            self._object("a frame is being sent already")
        if not data:
            self._object("nothing in the FIFO to send")
            return
        if not self.field.on:
            self._object("a frame sent with the antenna off")
        self._fifo = bytearray()
        last_bits = regs[_BIT_FRAMING] & 0x07
        bits = len(data) * 9 - (9 - last_bits if last_bits else 0) + 2
        self._tx_ends = now + bits * BIT_NS
        self.clock.on_air(bits * BIT_NS)
        self._rx_starts = self._rx_ends = _NEVER
        answer = None
        # Tags hear pauses of the full carrier only.
        if self.field.on and regs[_TX_ASK] & 0x40:
            answer = self.field.send(data, last_bits, self._tx_ends, _GAINS_DB[regs[_RF_CFG] >> 4 & 0x07])
        if answer is not None:
            self._rx_starts, self._rx = answer
            self._rx_ends = self._rx_starts + (len(self._rx) + 1) * BIT_NS
            self.clock.on_air(self._rx_ends - self._tx_ends)
        self._plan()

    # --- what happens by itself

    def _plan(self) -> None:
        due = min(self._tx_ends, self._rx_starts, self._rx_ends, self._timer_ends)
        self._next = _NEVER if self.locked == FROZEN else due

    def _advance(self, now: int) -> None:
        """Let everything happen that is due, in its order."""
        regs = self._regs
        while now >= self._next:
            due = self._next
            if due == self._tx_ends:
                self._tx_ends = _NEVER
                regs[_COM_IRQ] |= _IRQ_TX
                self._alert()
                if regs[_T_MODE] & 0x80:
                    self._start_timer(due)
                if regs[_COMMAND] & 0x0F == _TRANSMIT:
                    regs[_COMMAND] &= 0xF0
                    regs[_COM_IRQ] |= _IRQ_IDLE
            elif due == self._timer_ends:
                self._timer_ends = _NEVER
                self._timer_left = 0
                self.clock.on_air(self._timer_ns())
                regs[_COM_IRQ] |= _IRQ_TIMER
                if regs[_T_MODE] & 0x10:
                    self._start_timer(due)
            elif due == self._rx_starts:
                self._rx_starts = _NEVER
                listening = regs[_COMMAND] & 0x0F in (_RECEIVE, _TRANSCEIVE) and not regs[_COMMAND] & _RCV_OFF
                if not listening or not self.receives:
                    self._rx_ends = _NEVER
                elif regs[_T_MODE] & 0x80 and len(self._rx) >= 4 and due + 5 * BIT_NS < self._timer_ends:
                    self._stop_timer(due)  # the start bit and four data bits are in before it runs out
            else:
                self._rx_ends = _NEVER
                self._receive()
            self._plan()

    def _receive(self) -> None:
        """The end of an answer: its symbols become bytes in the FIFO, and flags."""
        regs = self._regs
        align = regs[_BIT_FRAMING] >> 4 & 0x07
        keep = bool(regs[_COLL] & 0x80)  # ValuesAfterColl
        errors = 0
        collided = 0  # first collision, counted from 1 with the alignment; 0: none yet
        value = (1 << align) - 1  # what is in the bits before the first is anybody's guess
        bit = align
        parity = 1
        count = align  # bits so far, alignment included
        first = align != 0
        for symbol in self._rx:
            if bit == 8:
                # With an alignment the first parity bit belongs to bits not received, and is not checked.
                if symbol != parity and not collided and not first:
                    errors |= _PARITY_ERR
                self._store(value)
                value, bit, parity, first = 0, 0, 1, False
                continue
            count += 1
            if symbol == COLLIDED and not collided:
                collided = count
            if symbol and (keep or not collided):
                value |= 1 << bit
            parity ^= symbol & 1
            bit += 1
        if bit == 8:
            errors |= _PARITY_ERR
        if bit:
            self._store(value)
        if len(self._rx) < 4:
            errors |= _PROTOCOL_ERR
        if collided:
            errors |= _COLL_ERR
        regs[_COLL] = regs[_COLL] & 0x80 | (collided & 0x1F if 0 < collided <= 32 else 0x20)
        regs[_CONTROL] = regs[_CONTROL] & ~0x07 | count & 0x07
        regs[_COM_IRQ] |= _IRQ_RX
        if regs[_COMMAND] & 0x0F == _RECEIVE:
            regs[_COMMAND] &= 0xF0
            regs[_COM_IRQ] |= _IRQ_IDLE
        self._fail(errors)
        self._alert()

    def _fail(self, errors: int) -> None:
        if errors:
            self._regs[_ERROR] |= errors
            self._regs[_COM_IRQ] |= _IRQ_ERR

    # --- FIFO

    def _store(self, value: int) -> None:
        if len(self._fifo) < _FIFO_SIZE:
            self._fifo.append(value)
        else:
            self._fail(_BUFFER_OVFL)

    def _alerts(self) -> int:
        """HiAlert and LoAlert as Status1Reg has them; ComIrqReg has them two bits higher."""
        level, water = len(self._fifo), self._regs[_WATER_LEVEL]
        return (_HI_ALERT if _FIFO_SIZE - level <= water else 0) | (_LO_ALERT if level <= water else 0)

    def _alert(self) -> None:
        self._regs[_COM_IRQ] |= self._alerts() << 2

    def _status1(self) -> int:
        regs = self._regs
        enabled = regs[_COM_IRQ] & regs[_COM_IEN] & 0x7F or regs[_DIV_IRQ] & regs[_DIV_IEN] & 0x14
        return (
            (0x20 if regs[_DIV_IRQ] & _CRC_IRQ else 0)
            | (0x10 if enabled else 0)
            | (0x08 if self._timer_ends != _NEVER else 0)
            | self._alerts()
        )

    # --- timer

    def _tick_ns(self) -> int:
        regs = self._regs
        prescaler = (regs[_T_MODE] & 0x0F) << 8 | regs[_T_PRESCALER]
        return (2 * prescaler + 1) * 100000 // 1356

    def _timer_ns(self) -> int:
        reload = self._regs[_T_RELOAD_HIGH] << 8 | self._regs[_T_RELOAD_LOW]
        return (reload + 1) * self._tick_ns()

    def _start_timer(self, now: int) -> None:
        self._timer_ends = now + self._timer_ns()
        self._plan()

    def _stop_timer(self, now: int) -> None:
        self._timer_left = self._timer_count(now)
        self._timer_ends = _NEVER
        self._plan()

    def _timer_count(self, now: int) -> int:
        if self._timer_ends == _NEVER:
            return self._timer_left
        return (self._timer_ends - now) // self._tick_ns()
