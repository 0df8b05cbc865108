"""The MFRC522's registers over SPI, for MicroPython: `machine.SPI` and a chip-select pin, both given.

    registers = SpiRegisters(machine.SPI(0, baudrate=1_000_000), machine.Pin(17, machine.Pin.OUT, value=1))
    chip = MFRC522(registers, time.sleep_us, time.ticks_us, reset=reset_pin(machine.Pin(20, machine.Pin.OUT, value=1), time.sleep_us))

Each call is one transfer, chip-select low to high (datasheet 8.1.2): an address byte with the read flag in bit 7
and the register in bits 6..1, then data; a read sends the next address while the data of the last one comes back.

Names for others: SpiRegisters, reset_pin, read_address, write_address.
"""
