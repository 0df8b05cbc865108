"""A reader in software, down to its registers: an MFRC522, tags, the field between them, the bus, their time.

    clock = Clock()
    field = Field(clock, Dice(7), TYPICAL)
    chip = Chip(field, clock)
    bus = Spi()
    registers = SpiRegisters(bus, SelectPin(bus, chip))      # firmware/spi.py, as on a Pico
    driver = MFRC522(registers, clock.sleep_us, clock.ticks_us, reset_pin(ResetPin(chip), clock.sleep_us))
    driver.start()
    field.put(Tag("04a1b2c3d4e5f6"))
    inventory(driver).uids

`reader` puts these together, `bus` puts the real `mfrc522` package on the chip; all other modules import
under MicroPython as well.
"""
