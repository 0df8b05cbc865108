"""The MFRC522's registers over SPI, for MicroPython: `machine.SPI` and a chip-select pin, both given.

    cs, rst = Pin(17, Pin.OUT, value=1), Pin(20, Pin.OUT, value=1)
    registers = SpiRegisters(SPI(0, baudrate=1_000_000), cs)
    chip = MFRC522(registers, sleep_us, ticks_us, reset=reset_pin(rst, sleep_us))

Each call is one transfer, chip-select low to high (datasheet 8.1.2): an address byte with the read flag in
bit 7 and the register in bits 6..1, then data; a read sends the next address while data comes back.
"""

_READ_FIFO = 0x09 << 1 | 0x80
_WRITE_FIFO = 0x09 << 1


class SpiRegisters:
    """The four register methods; allocates only at the first FIFO transfer of each length."""

    def __init__(self, spi, cs):
        self._spi = spi
        self._cs = cs
        self._out = bytearray(2)
        self._in = bytearray(2)
        self._fifo_out = {}  # length -> frame to write
        self._fifo_in = {}  # length -> addresses to send, bytes that come back

    def read(self, reg):
        self._out[0] = reg << 1 | 0x80
        self._out[1] = 0
        self._cs(0)
        self._spi.write_readinto(self._out, self._in)
        self._cs(1)
        return self._in[1]

    def write(self, reg, value):
        self._out[0] = reg << 1
        self._out[1] = value
        self._cs(0)
        self._spi.write(self._out)
        self._cs(1)

    def read_fifo(self, buffer):
        count = len(buffer)
        if count not in self._fifo_in:
            # The last byte sent is no address: a FIFO address there would take one more byte out.
            self._fifo_in[count] = (bytes([_READ_FIFO] * count + [0]), bytearray(count + 1))
        addresses, data = self._fifo_in[count]
        self._cs(0)
        self._spi.write_readinto(addresses, data)
        self._cs(1)
        for i in range(count):
            buffer[i] = data[i + 1]

    def write_fifo(self, data):
        count = len(data)
        if count not in self._fifo_out:
            self._fifo_out[count] = bytearray([_WRITE_FIFO] + [0] * count)
        frame = self._fifo_out[count]
        for i in range(count):
            frame[i + 1] = data[i]
        self._cs(0)
        self._spi.write(frame)
        self._cs(1)


def reset_pin(pin, sleep_us):
    """A function that pulses *pin*, the chip's RST: low for longer than the 100 ns it needs, then high."""

    def pulse():
        pin(0)
        sleep_us(10)
        pin(1)

    return pulse
