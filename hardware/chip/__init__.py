"""A reader in software, down to its registers: an MFRC522, tags, the field between them, the bus, their time.

    clock = Clock()
    field = Field(clock, Dice(7), TYPICAL)
    chip = Chip(field, clock)
    bus = Spi()
    registers = SpiRegisters(bus, SelectPin(bus, chip))      # firmware/spi.py, as on a Pico
    reset = reset_pin(ResetPin(chip), clock.sleep_us)
    reader = MFRC522(registers, clock.sleep_us, clock.ticks_us, reset)
    reader.start()
    field.put(Tag("04a1b2c3d4e5f6"))
    inventory(reader).uids

All modules but `bus`, which puts the real `mfrc522` package on this chip, import under MicroPython as well.
"""
